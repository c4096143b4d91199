"""The eight compiled heuristics of Mythic Epoch.

Each heuristic reads only what its fighter may see (`queries.py`). It draws random numbers from its
own state (`rng_state`), never from the battle's.
"""

from __future__ import annotations

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.system import random_choice, register_policies
from ....envs.mythic_epoch.rules.movement import is_planning
from .patient import patient
from .shared_tactics import plan_on
from .skirmisher import skirmisher
from .styles import berserker, fencer, guardian, wrestler
from .tactician import tactician

POLICIES = {
    "random": "any legal action",
    "berserker": "always attacks",
    "guardian": "keeps AP for parries, attacks when the enemy has little AP left",
    "fencer": "feints, counter-tempo, exploits low AP",
    "wrestler": "binds, grapples, pins",
    "skirmisher": "keeps its distance, aims, shoots, retreats",
    "tactician": "weighs every choice by expected value, focuses fire, protects the weak",
    "patient": "waits and defends, strikes back and never attacks first",
}
"""Each heuristic's name and description. The place in this table is its number."""
RANDOM, BERSERKER, GUARDIAN, FENCER, WRESTLER, SKIRMISHER, TACTICIAN, PATIENT = range(8)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """A legal action, chosen by the heuristic with the number `policy`."""
    if policy != RANDOM and is_planning(battle):
        return plan_on(battle, mask)
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
    if policy == PATIENT:
        return patient(battle, mask, rng_state)
    return random_choice(mask, rng_state)


register_policies("mythic_epoch", POLICIES, choose)
