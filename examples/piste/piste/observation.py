"""The observation of a fencer: its pieces, and how they are written."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.battle import NOBODY, fighter_in_block
from quintain.envs.core.engine.layout import Layout, count, flag, make_layout, places, scales

from .enums import Verb, Window
from .hidden import is_secret
from .rules import is_out
from .tables import MOST_TEMPO, TOUCHES

FENCER = (
    flag("is_here", "on the strip; else all is 0 (B8)"),
    count("tempo", MOST_TEMPO, "points", "tempo points (B3)"),
    count("touches", TOUCHES, "touches", "touches taken (B8)"),
    flag("is_drawn", "cannot parry before its next turn (B5)"),
    count("x", 32, "paces", "paces from the left end of the strip (B1)"),
    count("offset", 32, "paces", "paces to the right of me (B1)", low=-1),
)
WINDOW = (
    flag("may_parry", "I decide whether to parry; else on my next action"),
    flag("is_feint", "my side has announced a feint (B5)"),
)
LENGTH, PER = len(FENCER), scales(FENCER)
AT, WINDOW_AT = places(FENCER), places(WINDOW)


def observation_layout(max_side: int) -> Layout:
    """The named pieces of an observation with `max_side` slots a side."""
    return make_layout(FENCER, FENCER, FENCER, WINDOW, max_side)


@njit
def see_fencer(battle, viewer, number, out):
    """Write the block of a fencer; of one who is not there, nothing."""
    if number == NOBODY or is_out(battle.fighters[number]):
        return
    fencer = battle.fighters[number]
    out[AT.is_here] = 1
    out[AT.tempo] = fencer.tempo * PER.tempo
    out[AT.touches] = fencer.touches * PER.touches
    out[AT.is_drawn] = fencer.is_drawn
    out[AT.x] = fencer.x * PER.x
    out[AT.offset] = (fencer.x - battle.fighters[viewer].x) * PER.offset


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fencer may know."""
    observation[:] = 0
    for block in range(2 * battle.max_side):
        seen = fighter_in_block(battle, fighter, block)
        see_fencer(battle, fighter, seen, observation[block * LENGTH :])
    end = observation[2 * battle.max_side * LENGTH :]
    end[WINDOW_AT.may_parry] = battle.window == Window.PARRY
    is_known = not is_secret(battle, fighter, NOBODY)
    end[WINDOW_AT.is_feint] = is_known and battle.announced == Verb.FEINT
