"""The patient: it waits and defends, and attacks only enemies that have attacked."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.martial.enums import Trigger, Window
from ....envs.martial.tables import NONE
from .answers import answer, shield_or_defend
from .body_parts import PLAIN
from .queries import make_ready
from .styles import careful_parry


@njit
def patient(battle, mask, actor):
    """Only gets ready and defends; parries, and strikes back at an attack that provokes it."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        action = make_ready(battle, mask, actor)
        return action if action != NONE else shield_or_defend(mask)
    if window == Window.RIDERS:
        return np.int64(NONE)
    if window == Window.PARRY:
        return careful_parry(battle, mask, actor)
    if window == Window.REACTIVE_ATTACK and not is_attacked(battle):
        return np.int64(NONE)
    return answer(battle, mask, actor, window, PLAIN)


@njit
def is_attacked(battle):
    """Whether the provoking action is an attack: to leave or to stand up is none (RD14)."""
    return battle.trigger == Trigger.SHOOTING or battle.trigger == Trigger.UNTRAINED
