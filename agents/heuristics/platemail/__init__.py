"""The nine compiled heuristics of Platemail.

Each heuristic reads only what its fighter may see (`queries.py`). It draws random numbers from its
own state (`rng_state`), never from the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.system import random_choice, register_policies
from ....envs.platemail.actions.clauses import IS_DETAIL
from ....envs.platemail.enums import (
    Window,
)
from .captain import captain
from .patient import patient
from .styles import archer, bodyguard, charger, duelist, skulker, warcaster

POLICIES = {
    "random": "any legal order",
    "charger": "writes the order printed in the book",
    "duelist": "mixes Full Attack and Counter",
    "bodyguard": "guards a ward in danger",
    "skulker": "strikes from hiding",
    "archer": "aims, shoots and Falls Back",
    "warcaster": "prepares and releases spells",
    "captain": "estimates the worth of each exchange, and writes orders with IF",
    "patient": "waits and defends, strikes back and never attacks first",
}
"""Each heuristic's name and description. The place in this table is its number."""
RANDOM, CHARGER, DUELIST, BODYGUARD, SKULKER, ARCHER, WARCASTER, CAPTAIN, PATIENT = range(9)


@njit
def order(battle, policy, mask, rng_state, actor, window):
    """The action of a heuristic for a clause of its order, -1 for the passing choice."""
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
    if policy == PATIENT:
        return patient(battle, mask, actor, window)
    return captain(battle, mask, rng_state, actor, window)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """A legal action, chosen by the heuristic with the number `policy`."""
    if policy == RANDOM:
        return random_choice(mask, rng_state)
    window = np.int64(battle.window)
    if window == Window.STANDING or IS_DETAIL[window]:  # these it leaves to the rules
        return np.int64(0)
    return max(0, order(battle, policy, mask, rng_state, np.int64(battle.to_act), window))


register_policies("platemail", POLICIES, choose)
