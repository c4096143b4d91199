"""The end of a battle, and the strength that a side has left (RD35)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import DRAW, NOBODY, close_window, finish, log_event
from ..enums import Ending, Event
from ..tables import INJURIES_OF_DESTRUCTION
from .injuries.bodies import has_constitution, injury_sum, is_conscious
from .injuries.wounds import exhaustion_pool

HEAVY_INJURIES = 20
"""Values of injuries (RD25) that halve the strength of a fighter."""


@njit
def is_side_down(battle, side):
    """Whether nobody of a side is alive and conscious (RD35)."""
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side and is_conscious(battle.fighters[actor]):
            return False
    return True


@njit
def end_if_decided(battle):
    """A side with nobody alive and conscious has lost; both at once is a draw (RD35)."""
    red_down, blue_down = is_side_down(battle, 0), is_side_down(battle, 1)
    if red_down and blue_down:
        end_battle(battle, DRAW, Ending.BOTH_SIDES_DOWN)
    elif red_down:
        end_battle(battle, 1, Ending.SIDE_DOWN)
    elif blue_down:
        end_battle(battle, 0, Ending.SIDE_DOWN)


@njit
def end_battle(battle, winner, ending):
    """Close the battle (RD35)."""
    close_window(battle)
    finish(battle, winner, ending)
    log_event(battle, Event.OVER, NOBODY, NOBODY, ending, winner, 0)


@njit
def worth(fighter):
    """Share of its strength that a conscious fighter has left: pools, less for injuries."""
    if not has_constitution(fighter):
        left = INJURIES_OF_DESTRUCTION - fighter.injured_count
        return max(0, left) / INJURIES_OF_DESTRUCTION
    whole = fighter.max_stamina + exhaustion_pool(fighter)
    left = fighter.stamina + fighter.exhaustion
    return left / whole * HEAVY_INJURIES / (HEAVY_INJURIES + injury_sum(fighter))


@njit(shared=True)
def strength(battle, side):
    """Share of its strength that a side has left, 0 to 1."""
    left = 0.0
    size = 0
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side:
            size += 1
            if is_conscious(battle.fighters[actor]):
                left += worth(battle.fighters[actor])
    return left / size
