"""The nine compiled heuristics of Wildroll.

Each heuristic reads only what its fighter may see (`hidden_info.py`, `queries.py`). It draws random
numbers from its own state (`rng_state`), never from the battle's.
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
from .patient import patient
from .styles import aggressor, archer, canceller, grappler, waiter

POLICIES = {
    "random": "any legal action",
    "aggressor": "goes for the nearest enemy and strikes as hard as its AP allow",
    "waiter": "saves AP and initiative, and strikes when enemies start an action",
    "canceller": "interrupts the actions that enemies declare",
    "grappler": "grapples, pins and strikes the pinned enemy",
    "archer": "keeps its distance, takes cover and shoots",
    "medic": "heals the wounded of its side, then fights",
    "marshal": "compares the worth of AP, initiative and positions",
    "patient": "waits and defends, strikes back and never attacks first",
}
"""Each heuristic's name and description. The place in this table is its number."""
RANDOM, AGGRESSOR, WAITER, CANCELLER, GRAPPLER, ARCHER, MEDIC, MARSHAL, PATIENT = range(9)


@njit
def act(battle, policy, mask, rng_state, actor):
    """The action of a heuristic, -1 for the passing choice."""
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
    if policy == PATIENT:
        return patient(battle, mask, actor)
    return marshal(battle, mask, rng_state, actor)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """A legal action, chosen by the heuristic with the number `policy`.

    The battle is unchanged afterwards. While the heuristic decides, assumed values replace what its
    fighter cannot know.
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
