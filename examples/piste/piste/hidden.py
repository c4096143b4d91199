"""Hidden information, overwritten by a plausible sample for a search."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import below, reset_dice

from .enums import Verb


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Draw new dice, and whether an opponent's announced attack is a feint (B5)."""
    reset_dice(battle, rng_state)
    if battle.announced != Verb.WAIT and battle.side[fighter] != battle.side[battle.active]:
        battle.announced = Verb.FEINT if below(rng_state, 2) == 0 else Verb.LUNGE
