"""Compiled heuristics: they read what a fencer may see, and nothing else."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.system import random_choice, register_policies

from .actions import fighter_of
from .enums import Verb, Window
from .rules import may_parry

POLICIES = {"random": "any legal action", "duellist": "feints until no parry is left, then lunges"}
WAIT, ADVANCE, _, PARRY, LUNGE, _ = (int(verb) for verb in Verb)


@njit
def duellist(battle, mask):
    """Feint until the enemy cannot parry, then lunge; else come closer."""
    if battle.window == Window.PARRY:
        return PARRY
    for lunge in range(LUNGE, len(mask), 2):
        if mask[lunge]:
            enemy = fighter_of(battle, battle.to_act, lunge)
            return lunge + 1 if may_parry(battle.fighters[enemy]) else lunge
    return ADVANCE if mask[ADVANCE] else WAIT


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """The action of a heuristic by its number: 0 random, 1 the duellist."""
    return duellist(battle, mask) if policy == 1 else random_choice(mask, rng_state)


register_policies("piste", POLICIES, choose)
