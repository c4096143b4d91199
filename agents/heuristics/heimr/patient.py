"""The patient: it waits and defends, and attacks only enemies that have attacked."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.heimr.enums import Act, Trigger, Verb, Window
from ....envs.heimr.tables import NONE
from .answers import WAIT, answer, fire_readied
from .queries import PLACE_OF_TRIGGER, make_ready, ready, untargeted_action
from .styles import WEARY, or_wait, rest_if


@njit
def patient(battle, mask, actor, window):
    """Only gets ready, rests and readies an attack on the enemy that attacks it."""
    if window == Window.TURN:
        return patient_turn(battle, mask, actor)
    if window == Window.TRIGGER:
        return untargeted_action(mask, Verb.TRIGGER, PLACE_OF_TRIGGER[Trigger.ATTACKS_ME])
    if window == Window.READIED:
        return fire_readied(battle, mask, actor)
    return np.int64(WAIT) if window == Window.CHASE else answer(battle, mask, actor, window)


@njit
def patient_turn(battle, mask, actor):
    """Get up and take a weapon, rest when weary, ready an attack, end the turn."""
    action = make_ready(battle, mask, actor)
    if action == NONE:
        action = rest_if(battle, mask, actor, WEARY)
    if action == NONE:
        action = ready(mask, np.int64(Act.WEAPON_ATTACK))
    return or_wait(action)
