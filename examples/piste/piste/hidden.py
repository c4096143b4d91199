"""Hidden information, overwritten by a plausible sample for a search."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.dice import below, reset_dice
from quintain.envs.core.engine.hidden import Hidden, from_everybody

from .enums import Verb


@njit
def is_announced(battle, viewer, of):
    """Whether an attack is announced, which everybody sees (B5)."""
    return battle.announced == Verb.LUNGE or battle.announced == Verb.FEINT


@njit
def is_secret(battle, viewer, of):
    """Whether an opponent's attack is announced: only its own side knows which (B5)."""
    return is_announced(battle, viewer, of) and battle.side[viewer] != battle.side[battle.active]


HIDDEN = (
    Hidden("dice", ("B2", "B7"), from_everybody),
    Hidden("announced", ("B5",), is_secret, shows=is_announced),
)


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Draw new dice, and whether an opponent's announced attack is a feint (B5)."""
    reset_dice(battle, rng_state)
    if is_secret(battle, fighter, NOBODY):
        battle.announced = Verb.FEINT if below(rng_state, 2) == 0 else Verb.LUNGE
