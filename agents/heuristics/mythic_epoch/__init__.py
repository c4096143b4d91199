"""The compiled heuristics of Mythic Epoch: seven fighters, from random to tactician.

Each reads only what the fighter may see (`queries.py`). A heuristic throws its own dice
(`rng_state`), never the battle's.
"""

from __future__ import annotations

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.system import random_choice, register_policies
from .skirmisher import skirmisher
from .styles import berserker, fencer, guardian, wrestler
from .tactician import tactician

POLICIES = {
    "random": "any legal action",
    "berserker": "always attacks",
    "guardian": "keeps AP for parries, strikes when the other is spent",
    "fencer": "feints, counter-tempo, exploits low AP",
    "wrestler": "binds, grapples, pins",
    "skirmisher": "keeps its distance, aims, shoots, retreats",
    "tactician": "weighs every choice by expected value, focuses fire, protects the weak",
}
"""What each heuristic does, in the order of their numbers."""
RANDOM, BERSERKER, GUARDIAN, FENCER, WRESTLER, SKIRMISHER, TACTICIAN = range(7)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """The action of a heuristic by its number, which is always a legal one."""
    if policy == BERSERKER:
        return berserker(battle, mask, rng_state)
    if policy == GUARDIAN:
        return guardian(battle, mask, rng_state)
    if policy == FENCER:
        return fencer(battle, mask, rng_state)
    if policy == WRESTLER:
        return wrestler(battle, mask, rng_state)
    if policy == SKIRMISHER:
        return skirmisher(battle, mask, rng_state)
    if policy == TACTICIAN:
        return tactician(battle, mask, rng_state)
    return random_choice(mask, rng_state)


register_policies("mythic_epoch", POLICIES, choose)
