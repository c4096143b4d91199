"""Whose turn it is, and whom the play waits for (TD1, TD3)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ...enums import (
    Window,
)


@njit
def active_fighter(battle):
    """Whose turn it is (D61, TD1)."""
    return np.int64(battle.order[battle.turn])


@njit
def open_window(battle, actor, window):
    """Wait for a decision of a fighter, who has something to choose (QD1 to QD10)."""
    battle.to_act = actor
    battle.window = window


@njit
def close_window(battle):
    """Wait for nobody."""
    battle.to_act = NOBODY
    battle.window = Window.NONE
