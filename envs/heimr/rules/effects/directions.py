"""The direction that a Stumble closes, and the answers of its window (H64, H159, RH15, QH12)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ...enums import (
    Effect,
    Step,
    Window,
)
from ...tables import DIRECTIONS, STEP_X, STEP_Y
from ..combat_basics.action_stack import go_to, top_frame
from ..combat_basics.windows import open_window
from ..environment.fields import column_of, row_of
from ..modules.blind_spots import TIE


@njit
def may_close(battle, actor, target, direction):
    """Whether a Stumble can come from a direction: that of who causes it (H64).

    From a diagonal two do, from the same location all.
    """
    here = np.int64(battle.fighters[target].location)
    there = np.int64(battle.fighters[actor].location)
    if here == there:
        return True
    dx, dy = column_of(there) - column_of(here), row_of(there) - row_of(here)
    return dx * STEP_X[direction] > 0 or dy * STEP_Y[direction] > 0


@njit
def may_choose_direction(battle, direction):
    """Whether the open window lets one choose so: a side, or 0 and 1 for a line (H64, H159)."""
    frame = top_frame(battle)
    if frame.step == Step.ROLL:
        return direction < TIE
    return may_close(battle, np.int64(frame.actor), np.int64(frame.target), direction)


@njit
def choose_direction(battle, direction):
    """The side that a Stumble closes, or the line of a shot, is chosen (H64, H159, QH12)."""
    frame = top_frame(battle)
    if frame.step == Step.ROLL:
        frame.line = direction
    else:
        frame.argument = direction


@njit
def ask_direction(battle, frame):
    """Who causes a Stumble chooses the side that it closes, where several fit (H64, QH12)."""
    go_to(frame, Step.RESISTED)
    if frame.effect != Effect.STUMBLE:
        return
    actor, target = np.int64(frame.actor), np.int64(frame.target)
    count = np.int64(0)
    for direction in range(DIRECTIONS - 1, -1, -1):
        if may_close(battle, actor, target, direction):
            frame.argument = direction
            count += 1
    if count > 1:
        open_window(battle, actor, Window.DIRECTION)
