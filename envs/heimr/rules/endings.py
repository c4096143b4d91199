"""The end of a battle, and the strength of a side (RH28)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import DRAW, NOBODY, finish, log_event
from ..enums import (
    Ending,
    Event,
)
from ..tables import FATIGUE_MOST
from .characters.conditions import is_able
from .health.health import most_hp


@njit
def is_beaten(battle, side):
    """Whether no fighter of a side is able any more (RH28)."""
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side and is_able(battle.fighters[actor]):
            return False
    return True


@njit
def end_battle(battle, winner, ending):
    """End the battle (RH28)."""
    finish(battle, winner, ending)
    log_event(battle, Event.OVER, NOBODY, NOBODY, ending, winner, 0)


@njit
def end_if_decided(battle):
    """Both sides beaten: a draw; one: the other has won; too many rounds: a draw (RH28)."""
    if battle.over:
        return
    red, blue = is_beaten(battle, 0), is_beaten(battle, 1)
    if red and blue:
        end_battle(battle, DRAW, Ending.BOTH_SIDES_BEATEN)
    elif red or blue:
        end_battle(battle, 1 if red else 0, Ending.SIDE_BEATEN)
    elif battle.round_number >= battle.round_limit:
        end_battle(battle, DRAW, Ending.ROUND_LIMIT)


@njit
def worth(fighter):
    """Share of its strength that a fighter who is able has left: its HP, less for its fatigue."""
    whole = most_hp(fighter)
    left = max(0.0, min(1.0, (fighter.hp + 1) / max(1, whole + 1)))
    return left * (1.0 - fighter.fatigue / (2.0 * FATIGUE_MOST))


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
