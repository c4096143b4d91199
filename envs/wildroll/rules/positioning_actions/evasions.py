"""Cancelling a declaration by moving, and when that is barred (W66, RW37)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import (
    Step,
)
from ...state import (
    NO_FRAME,
)
from ..combat_sequence.action_stack import frame_below, top_frame
from ..health.bodies import decider


@njit
def is_last_evaded(battle, frame):
    """Whether a declaration is the one that its actor was last kept from by moving (RW37)."""
    fighter = battle.fighters[frame.actor]
    return fighter.evaded_act == frame.act and fighter.evaded_target == frame.target


@njit
def may_evade(battle, actor):
    """Whether a move out of turn is open: not twice before the same declaration (RW37).

    The bar falls when the one who declares has spent AP.
    """
    if battle.top == NO_FRAME:
        return True
    frame = top_frame(battle)
    if frame.step != Step.DECLARED or not is_last_evaded(battle, frame):
        return True
    return (battle.fighters[frame.actor].evaded_by >> decider(battle, actor)) & 1 == 0


@njit
def note_evasion(battle, actor):
    """The way under way has cancelled the declaration below it, which is remembered (RW37)."""
    below = frame_below(battle)
    if below == NO_FRAME or battle.frames[below].step != Step.DECLARED:
        return
    frame = battle.frames[below]
    fighter = battle.fighters[frame.actor]
    if not is_last_evaded(battle, frame):
        fighter.evaded_by = 0
    fighter.evaded_act = frame.act
    fighter.evaded_target = frame.target
    fighter.evaded_by = fighter.evaded_by | (1 << decider(battle, actor))
