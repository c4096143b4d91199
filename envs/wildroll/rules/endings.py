"""How a battle ends, and how strong a side still is (RW31)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import DRAW, NOBODY, finish, log_event
from ..enums import (
    Ending,
    Event,
)
from ..tables import LEVELS
from .combat_sequence.windows import close_window
from .health.bodies import is_able, is_animal
from .health.wounds import slots, wounds_at
from .stamina.stamina import normal_stamina


@njit
def is_side_down(battle, side):
    """Whether no fighter of a side is able to act any more; animals do not count (RW31, H25)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if battle.side[actor] == side and is_able(fighter) and not is_animal(fighter):
            return False
    return True


@njit
def end_battle(battle, winner, ending):
    """The battle is over; no fighter is asked anything any more (RW31)."""
    close_window(battle)
    finish(battle, winner, ending)
    log_event(battle, Event.OVER, NOBODY, NOBODY, ending, winner, 0)


@njit
def end_if_decided(battle):
    """A side with no fighter able to act has lost; both at once is a draw (RW31)."""
    if battle.over:
        return
    red_down, blue_down = is_side_down(battle, 0), is_side_down(battle, 1)
    if red_down and blue_down:
        end_battle(battle, DRAW, Ending.BOTH_SIDES_DOWN)
    elif red_down:
        end_battle(battle, 1, Ending.SIDE_DOWN)
    elif blue_down:
        end_battle(battle, 0, Ending.SIDE_DOWN)


@njit
def worth(fighter):
    """Share that is left of one who is able: of its wound slots, less for its fatigue."""
    free, total = 0.0, 0.0
    for level in range(1, LEVELS + 1):
        total += level * slots(fighter, level)
        free += level * (slots(fighter, level) - wounds_at(fighter, level))
    tired = fighter.fatigue / max(1, 2 * normal_stamina(fighter))
    return free / total * max(0.0, 1.0 - tired)


@njit(shared=True)
def strength(battle, side):
    """Share of its strength that a side has left, 0 to 1."""
    left = 0.0
    size = 0
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side:
            size += 1
            if is_able(battle.fighters[actor]):
                left += worth(battle.fighters[actor])
    return left / size
