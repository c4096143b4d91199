"""The compiled heuristics of Mythic Epoch: seven fighters, from random to tactician.

Each is written over what the fighter may see (`sight.py`). They throw their own dice (`words`),
never the battle's.
"""

from __future__ import annotations

from ....envs.core.compile import njit
from ....envs.core.system import random_choice, register_policies
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
def choose(battle, policy, mask, words):
    """The action of a heuristic by its number, which is always a legal one."""
    if policy == BERSERKER:
        return berserker(battle, mask, words)
    if policy == GUARDIAN:
        return guardian(battle, mask, words)
    if policy == FENCER:
        return fencer(battle, mask, words)
    if policy == WRESTLER:
        return wrestler(battle, mask, words)
    if policy == SKIRMISHER:
        return skirmisher(battle, mask, words)
    if policy == TACTICIAN:
        return tactician(battle, mask, words)
    return random_choice(mask, words)


register_policies("mythic_epoch", POLICIES, choose)
