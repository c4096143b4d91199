"""The nine compiled heuristics of Martial.

Each heuristic reads only what its fighter may see (`queries.py`). It draws random numbers from its
own state (`rng_state`), never from the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.system import random_choice, register_policies
from ..choosing import first_legal
from .patient import patient
from .styles import archer, brawler, crippler, defender, headhunter, wrestler
from .warlord import warlord

POLICIES = {
    "random": "any legal action",
    "brawler": "goes for the nearest enemy and spends every AP on strikes",
    "defender": "parries while it has Stamina, then uses its shield and Defend",
    "headhunter": "spends Stamina on blows at head and heart",
    "crippler": "goes for feet and legs, then for hands",
    "archer": "keeps away and shoots",
    "wrestler": "trips, disarms, shoves and grapples before it strikes",
    "warlord": "weighs blows, maneuvers, parries and guards by what they are worth",
    "patient": "waits and defends, strikes back and never attacks first",
}
"""Each heuristic's name and description. The place in this table is its number."""
RANDOM, BRAWLER, DEFENDER, HEADHUNTER, CRIPPLER, ARCHER, WRESTLER, WARLORD, PATIENT = range(9)


@njit
def act(battle, policy, mask, rng_state, actor):
    """The action of a heuristic, -1 for the passing choice."""
    if policy == BRAWLER:
        return brawler(battle, mask, rng_state, actor)
    if policy == DEFENDER:
        return defender(battle, mask, rng_state, actor)
    if policy == HEADHUNTER:
        return headhunter(battle, mask, rng_state, actor)
    if policy == CRIPPLER:
        return crippler(battle, mask, rng_state, actor)
    if policy == ARCHER:
        return archer(battle, mask, rng_state, actor)
    if policy == WRESTLER:
        return wrestler(battle, mask, rng_state, actor)
    if policy == PATIENT:
        return patient(battle, mask, actor)
    return warlord(battle, mask, rng_state, actor)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """A legal action, chosen by the heuristic with the number `policy`."""
    if policy == RANDOM:
        return random_choice(mask, rng_state)
    action = act(battle, policy, mask, rng_state, np.int64(battle.to_act))
    return action if action >= 0 else first_legal(mask)


register_policies("martial", POLICIES, choose)
