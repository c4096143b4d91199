"""The nine compiled heuristics of Heimr.

Each heuristic reads only what its fighter may see (`hidden_info.py`, `queries.py`). It draws random
numbers from its own state (`rng_state`), never from the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit, unset
from ....envs.core.engine.system import random_choice, register_policies
from ....envs.heimr.state import FIGHTER
from ..choosing import first_legal
from .brawler import brawler
from .hidden_info import KEPT_WORDS, put_back, set_aside
from .patient import patient
from .styles import archer, attacker, sentinel, shield, wearer_down
from .veteran import veteran

POLICIES = {
    "random": "any legal action",
    "attacker": "closes in and always attacks, rests when out of breath",
    "shield": "blocks, changes its defence before penalties grow, rests when exhausted",
    "wearer_down": "makes simple attacks as often as it can, rests early",
    "archer": "keeps its distance, draws and shoots",
    "brawler": "gets inside the reach of armed enemies, binds them and punches",
    "sentinel": "guards allies and borders, readies attacks on enemies who enter",
    "veteran": "compares attacks, charges, rest and positions by exact chances",
    "patient": "waits and defends, strikes back and never attacks first",
}
"""Each heuristic's name and description. The place in this table is its number."""
RANDOM, ATTACKER, SHIELD, WEARER_DOWN, ARCHER, BRAWLER, SENTINEL, VETERAN, PATIENT = range(9)


@njit
def act(battle, policy, mask, actor, window):
    """The action of a heuristic, -1 for the passing choice."""
    if policy == ATTACKER:
        return attacker(battle, mask, actor, window)
    if policy == SHIELD:
        return shield(battle, mask, actor, window)
    if policy == WEARER_DOWN:
        return wearer_down(battle, mask, actor, window)
    if policy == ARCHER:
        return archer(battle, mask, actor, window)
    if policy == BRAWLER:
        return brawler(battle, mask, actor, window)
    if policy == SENTINEL:
        return sentinel(battle, mask, actor, window)
    if policy == PATIENT:
        return patient(battle, mask, actor, window)
    return veteran(battle, mask, actor, window)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """A legal action, chosen by the heuristic with the number `policy`.

    The battle is unchanged afterwards. While the heuristic decides, assumed values replace what its
    fighter cannot know.
    """
    if policy == RANDOM:
        return random_choice(mask, rng_state)
    actor, window = np.int64(battle.to_act), np.int64(battle.window)
    kept = unset(1, KEPT_WORDS)[0].view(FIGHTER)
    set_aside(battle, actor, kept)
    action = act(battle, policy, mask, actor, window)
    put_back(battle, actor, kept)
    return action if action >= 0 and mask[action] else first_legal(mask)


register_policies("heimr", POLICIES, choose)
