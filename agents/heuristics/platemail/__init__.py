"""The compiled heuristics of Platemail: eight fighters, from random to captain.

Each reads only what the fighter may see (`queries.py`). A heuristic throws its own dice
(`rng_state`), never the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.system import random_choice, register_policies
from ....envs.platemail.enums import (
    Window,
)
from .captain import captain
from .styles import archer, bodyguard, charger, duelist, skulker, warcaster

POLICIES = {
    "random": "any legal order",
    "charger": "writes the order printed in the book",
    "duelist": "mixes Full Attack and Counter",
    "bodyguard": "guards a ward in danger",
    "skulker": "strikes from hiding",
    "archer": "aims, shoots and Falls Back",
    "warcaster": "prepares and releases spells",
    "captain": "reckons what each exchange is worth, and orders for what may come",
}
"""What each heuristic does, in the order of their numbers."""
RANDOM, CHARGER, DUELIST, BODYGUARD, SKULKER, ARCHER, WARCASTER, CAPTAIN = range(8)


@njit
def order(battle, policy, mask, rng_state, actor, window):
    """What a style writes for a clause, -1 for the passing choice."""
    if policy == CHARGER:
        return charger(battle, mask, rng_state, actor, window)
    if policy == DUELIST:
        return duelist(battle, mask, rng_state, actor, window)
    if policy == BODYGUARD:
        return bodyguard(battle, mask, rng_state, actor, window)
    if policy == SKULKER:
        return skulker(battle, mask, rng_state, actor, window)
    if policy == ARCHER:
        return archer(battle, mask, rng_state, actor, window)
    if policy == WARCASTER:
        return warcaster(battle, mask, rng_state, actor, window)
    return captain(battle, mask, rng_state, actor, window)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """The action of a heuristic by its number, which is always a legal one."""
    if policy == RANDOM:
        return random_choice(mask, rng_state)
    window = np.int64(battle.window)
    if window == Window.STANDING:
        return np.int64(0)
    return max(0, order(battle, policy, mask, rng_state, np.int64(battle.to_act), window))


register_policies("platemail", POLICIES, choose)
