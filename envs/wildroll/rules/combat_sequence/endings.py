"""The end of a battle (RW31)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import DRAW, NOBODY, finish, log_event
from ...enums import (
    Ending,
    Event,
)
from ..health.bodies import is_able, is_animal
from .windows import close_window


@njit
def is_side_down(battle, side):
    """Whether nobody of a side is able to act any more; animals do not count (RW31, H25)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if battle.side[actor] == side and is_able(fighter) and not is_animal(fighter):
            return False
    return True


@njit
def end_battle(battle, winner, ending):
    """The battle is over; nobody is asked anything any more (RW31)."""
    close_window(battle)
    finish(battle, winner, ending)
    log_event(battle, Event.OVER, NOBODY, NOBODY, ending, winner, 0)


@njit
def end_if_decided(battle):
    """A side with nobody able to act has lost; both at once is a draw (RW31)."""
    if battle.over:
        return
    red_down, blue_down = is_side_down(battle, 0), is_side_down(battle, 1)
    if red_down and blue_down:
        end_battle(battle, DRAW, Ending.BOTH_SIDES_DOWN)
    elif red_down:
        end_battle(battle, 1, Ending.SIDE_DOWN)
    elif blue_down:
        end_battle(battle, 0, Ending.SIDE_DOWN)
