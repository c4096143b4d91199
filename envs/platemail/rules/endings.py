"""How a battle ends, and how strong a side still is (RP30)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import DRAW, NOBODY, finish, log_event
from ..enums import (
    Ending,
    Event,
    Window,
)
from ..tables import QUIET_LIMIT
from .bodies import is_able


@njit
def is_side_down(battle, side):
    """Whether no fighter of a side is able to act; the Dazed, Prone and terrified are (RP30)."""
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side and is_able(battle.fighters[actor]):
            return False
    return True


@njit
def is_ward_down(battle, side):
    """Whether a ward of the side is unable to act (RP30)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if battle.side[actor] == side and fighter.is_ward != 0 and not is_able(fighter):
            return True
    return False


@njit
def has_lost(battle, side):
    """Whether a side has lost by the state of its fighters (RP30)."""
    return is_side_down(battle, side) or is_ward_down(battle, side)


@njit
def end_battle(battle, winner, ending):
    """Close the battle."""
    battle.window = Window.NONE
    finish(battle, winner, ending)
    log_event(battle, Event.OVER, NOBODY, NOBODY, ending, winner, 0)


@njit
def end_if_decided(battle):
    """End the battle after a phase if a side has lost; both at once draw (RP30)."""
    red_lost, blue_lost = has_lost(battle, 0), has_lost(battle, 1)
    if red_lost and blue_lost:
        all_down = is_side_down(battle, 0) and is_side_down(battle, 1)
        end_battle(battle, DRAW, Ending.BOTH_SIDES_DOWN if all_down else Ending.WARD_DOWN)
    elif red_lost:
        end_battle(battle, 1, Ending.SIDE_DOWN if is_side_down(battle, 0) else Ending.WARD_DOWN)
    elif blue_lost:
        end_battle(battle, 0, Ending.SIDE_DOWN if is_side_down(battle, 1) else Ending.WARD_DOWN)


@njit
def end_round(battle, wounds_taken):
    """Count the round; draw after the last one, or after many without a Wound (RP30).

    Args:
        battle: undecided after both phases.
        wounds_taken: in the round, by anybody.
    """
    battle.round_number += 1
    battle.quiet_rounds = 0 if wounds_taken > 0 else battle.quiet_rounds + 1
    if battle.round_number >= battle.round_limit:
        end_battle(battle, DRAW, Ending.ROUND_LIMIT)
    elif battle.quiet_rounds >= QUIET_LIMIT:
        end_battle(battle, DRAW, Ending.QUIET)


@njit(shared=True)
def strength(battle, side):
    """Share of the Wounds that a side can still take, 0 to 1 (P42, P46)."""
    left = 0.0
    size = 0
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side:
            size += 1
            it = battle.fighters[actor]
            if is_able(it):
                whole = it.max_wounds + 1
                left += (whole - it.wounds) / whole
    return left / size
