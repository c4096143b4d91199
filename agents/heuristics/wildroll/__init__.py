"""The compiled heuristics of Wildroll: eight fighters, from random to marshal.

Each is written over what the fighter may see (`veil.py`, `sight.py`). They throw their own dice
(`words`), never the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compile import njit, scratch
from ....envs.core.system import random_choice, register_policies
from ..choosing import first_legal
from .marshal import marshal
from .medic import medic
from .styles import aggressor, archer, canceller, grappler, waiter
from .veil import FIGHTERS, FIGURES, put_aside, put_back

POLICIES = {
    "random": "any legal action",
    "aggressor": "goes for the nearest and strikes as hard as its AP allow",
    "waiter": "keeps AP and initiative and strikes when others begin something",
    "canceller": "spoils what enemies declare",
    "grappler": "takes hold, pins and strikes the pinned",
    "archer": "keeps its distance, takes cover and shoots",
    "medic": "cares for the wounded of its side, then fights",
    "marshal": "weighs AP, initiative and places by what they pay",
}
"""What each heuristic does, in the order of their numbers."""
RANDOM, AGGRESSOR, WAITER, CANCELLER, GRAPPLER, ARCHER, MEDIC, MARSHAL = range(8)


@njit
def act(battle, policy, mask, words, actor):
    """What a style does, -1 for the passing choice."""
    if policy == AGGRESSOR:
        return aggressor(battle, mask, words, actor)
    if policy == WAITER:
        return waiter(battle, mask, words, actor)
    if policy == CANCELLER:
        return canceller(battle, mask, words, actor)
    if policy == GRAPPLER:
        return grappler(battle, mask, words, actor)
    if policy == ARCHER:
        return archer(battle, mask, words, actor)
    if policy == MEDIC:
        return medic(battle, mask, words, actor)
    return marshal(battle, mask, words, actor)


@njit(shared=True)
def choose(battle, policy, mask, words):
    """The action of a heuristic by its number, which is always a legal one.

    The battle is the same afterwards: what the fighter cannot know is only put aside meanwhile.
    """
    if policy == RANDOM:
        return random_choice(mask, words)
    actor = np.int64(battle.to_act)
    kept = scratch(FIGHTERS, FIGURES)
    put_aside(battle, actor, kept)
    action = act(battle, policy, mask, words, actor)
    put_back(battle, actor, kept)
    return action if action >= 0 else first_legal(mask)


register_policies("wildroll", POLICIES, choose)
