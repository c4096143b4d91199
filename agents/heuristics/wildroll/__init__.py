"""The compiled heuristics of Wildroll: eight fighters, from random to marshal.

Each reads only what the fighter may see (`hidden_info.py`, `queries.py`). A heuristic throws its
own dice (`rng_state`), never the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit, unset
from ....envs.core.engine.system import random_choice, register_policies
from ....envs.wildroll.state import FIGHTER
from ..choosing import first_legal
from .hidden_info import KEPT_WORDS, put_back, set_aside
from .marshal import marshal
from .medic import medic
from .styles import aggressor, archer, canceller, grappler, waiter

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
def act(battle, policy, mask, rng_state, actor):
    """What a style does, -1 for the passing choice."""
    if policy == AGGRESSOR:
        return aggressor(battle, mask, rng_state, actor)
    if policy == WAITER:
        return waiter(battle, mask, rng_state, actor)
    if policy == CANCELLER:
        return canceller(battle, mask, rng_state, actor)
    if policy == GRAPPLER:
        return grappler(battle, mask, rng_state, actor)
    if policy == ARCHER:
        return archer(battle, mask, rng_state, actor)
    if policy == MEDIC:
        return medic(battle, mask, rng_state, actor)
    return marshal(battle, mask, rng_state, actor)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """The action of a heuristic by its number, which is always a legal one.

    The battle is the same afterwards: what the fighter cannot know is set aside and put back.
    """
    if policy == RANDOM:
        return random_choice(mask, rng_state)
    actor = np.int64(battle.to_act)
    kept = unset(1, KEPT_WORDS)[0].view(FIGHTER)
    set_aside(battle, actor, kept)
    action = act(battle, policy, mask, rng_state, actor)
    put_back(battle, actor, kept)
    return action if action >= 0 else first_legal(mask)


register_policies("wildroll", POLICIES, choose)
