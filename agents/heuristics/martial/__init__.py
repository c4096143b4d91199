"""The compiled heuristics of Martial: eight fighters, from random to warlord.

Each reads only what the fighter may see (`queries.py`). A heuristic throws its own dice
(`rng_state`), never the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.system import random_choice, register_policies
from ..choosing import first_legal
from .styles import archer, brawler, crippler, defender, headhunter, wrestler
from .warlord import warlord

POLICIES = {
    "random": "any legal action",
    "brawler": "goes for the nearest and strikes with all it has",
    "defender": "trusts in parries while it has Stamina, then in shield and guard",
    "headhunter": "spends Stamina on blows at head and heart",
    "crippler": "goes for feet and legs, then for hands",
    "archer": "keeps away and shoots",
    "wrestler": "trips, disarms, shoves and grapples before it strikes",
    "warlord": "weighs blows, maneuvers, parries and guards by what they are worth",
}
"""What each heuristic does, in the order of their numbers."""
RANDOM, BRAWLER, DEFENDER, HEADHUNTER, CRIPPLER, ARCHER, WRESTLER, WARLORD = range(8)


@njit
def act(battle, policy, mask, rng_state, actor):
    """What a style does, -1 for the passing choice."""
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
    return warlord(battle, mask, rng_state, actor)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """The action of a heuristic by its number, which is always a legal one."""
    if policy == RANDOM:
        return random_choice(mask, rng_state)
    action = act(battle, policy, mask, rng_state, np.int64(battle.to_act))
    return action if action >= 0 else first_legal(mask)


register_policies("martial", POLICIES, choose)
