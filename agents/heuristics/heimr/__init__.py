"""The compiled heuristics of Heimr: eight fighters, from random to veteran.

Each reads only what the fighter may see (`hidden_info.py`, `queries.py`). A heuristic throws its
own dice (`rng_state`), never the battle's.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit, unset
from ....envs.core.engine.system import random_choice, register_policies
from ....envs.heimr.state import FIGHTER
from ..choosing import first_legal
from .brawler import brawler
from .hidden_info import KEPT_WORDS, put_back, set_aside
from .styles import archer, attacker, sentinel, shield, wearer_down
from .veteran import veteran

POLICIES = {
    "random": "any legal action",
    "attacker": "closes in and always attacks, rests when out of breath",
    "shield": "blocks, changes its defence in time, rests when exhausted",
    "wearer_down": "attacks plainly as often as it can, rests in good time",
    "archer": "keeps its distance, draws and shoots",
    "brawler": "gets inside the reach of the armed, binds them and hits",
    "sentinel": "guards allies and borders, readies attacks on whoever enters",
    "veteran": "weighs attacks, charges, rest and place by exact chances",
}
"""What each heuristic does, in the order of their numbers."""
RANDOM, ATTACKER, SHIELD, WEARER_DOWN, ARCHER, BRAWLER, SENTINEL, VETERAN = range(8)


@njit
def act(battle, policy, mask, actor, window):
    """What a style does, -1 for the passing choice."""
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
    return veteran(battle, mask, actor, window)


@njit(shared=True)
def choose(battle, policy, mask, rng_state):
    """The action of a heuristic by its number, which is always a legal one.

    The battle is the same afterwards: what the fighter cannot know is set aside and put back.
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
