"""When a battle is over (RH28)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import DRAW, NOBODY, finish, log_event
from ...enums import (
    Ending,
    Event,
)
from ..characters.bodies import is_able


@njit
def is_beaten(battle, side):
    """Whether nobody of a side is able any more (RH28)."""
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side and is_able(battle.fighters[actor]):
            return False
    return True


@njit
def end_battle(battle, winner, ending):
    """The battle is over (RH28)."""
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
