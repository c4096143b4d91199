"""The compiled heuristics of Martial: eight fighters, from random to warlord.

Each is written over what the fighter may see (`sight.py`). They throw their own dice (`words`),
never the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compile import njit
from ....envs.core.system import random_choice, register_policies
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
def act(battle, policy, mask, words, actor):
    """What a style does, -1 for the passing choice."""
    if policy == BRAWLER:
        return brawler(battle, mask, words, actor)
    if policy == DEFENDER:
        return defender(battle, mask, words, actor)
    if policy == HEADHUNTER:
        return headhunter(battle, mask, words, actor)
    if policy == CRIPPLER:
        return crippler(battle, mask, words, actor)
    if policy == ARCHER:
        return archer(battle, mask, words, actor)
    if policy == WRESTLER:
        return wrestler(battle, mask, words, actor)
    return warlord(battle, mask, words, actor)


@njit(shared=True)
def choose(battle, policy, mask, words):
    """The action of a heuristic by its number, which is always a legal one."""
    if policy == RANDOM:
        return random_choice(mask, words)
    action = act(battle, policy, mask, words, np.int64(battle.to_act))
    return action if action >= 0 else first_legal(mask)


register_policies("martial", POLICIES, choose)
