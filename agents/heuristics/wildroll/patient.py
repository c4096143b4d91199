"""The patient: it waits and defends, and attacks only enemies that have attacked."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.wildroll.enums import Act, Verb, Window
from ....envs.wildroll.rules.combat_sequence.action_stack import top_frame
from ....envs.wildroll.tables import NONE
from .answers import answer, is_declared_by_foe, measured_strike
from .queries import make_ready, paid


@njit
def patient(battle, mask, actor):
    """Only gets ready and waits; Defends and strikes against declared attacks, never before."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return make_ready(battle, mask, actor)
    if window == Window.INTERRUPT:
        return meet(battle, mask, actor) if is_attacked(battle, actor) else np.int64(NONE)
    if window == Window.REBUFF:  # a movement is no attack
        return np.int64(NONE)
    return answer(battle, mask, actor, window)


@njit
def is_attacked(battle, actor):
    """Whether an enemy has declared an action against the fighter that is no movement."""
    if not is_declared_by_foe(battle, actor):
        return False
    frame = top_frame(battle)
    return frame.target == actor and frame.act != Act.WAY


@njit
def meet(battle, mask, actor):
    """Defend, else strike the attacker; -1 if neither is affordable."""
    action = paid(battle, mask, actor, Verb.DEFEND, 0)
    if action != NONE:
        return action
    return measured_strike(battle, mask, actor, np.int64(top_frame(battle).actor))
