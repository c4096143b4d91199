"""The patient: it waits and defends, and strikes only at who strikes at it."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.mythic_epoch.actions.table import WAIT
from ....envs.mythic_epoch.enums import Verb, Window
from ....envs.mythic_epoch.rules.declare import is_movement
from .queries import NONE, blade_cost, first_of
from .shared_tactics import prepare
from .styles import DEFENCES

LET_GO = np.array([Verb.WITHDRAW, Verb.ESCAPE], np.int64)
STRIKE_BACK = np.array([Verb.COUNTER_ATTACK, Verb.DOUBLE], np.int64)
RESERVE = 4
"""Action points that it keeps when it strikes back: enough for two defences."""


@njit
def patient(battle, mask, rng_state):
    """Only gets ready, frees itself and waits; answers attacks, and never attacks first."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return patient_reaction(battle, mask, actor)
    if battle.window != Window.TURN:
        return WAIT
    action = prepare(battle, mask, actor)
    return max(WAIT, action if action != NONE else first_of(mask, LET_GO))


@njit
def patient_reaction(battle, mask, actor):
    """Strike back with points to spare, else defend; a movement is no attack."""
    if is_movement(battle.action):
        return WAIT
    fighter = battle.fighters[actor]
    if fighter.action_points >= blade_cost(fighter) + RESERVE:
        action = first_of(mask, STRIKE_BACK)
        if action != NONE:
            return action
    return max(WAIT, first_of(mask, DEFENCES))
