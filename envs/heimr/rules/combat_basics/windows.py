"""Whose turn it is, and whom the play waits for (QH1 to QH14)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ...enums import (
    Window,
)


@njit
def active_fighter(battle):
    """Whose turn it is (H44, TH1)."""
    return np.int64(battle.order[battle.place])


@njit
def open_window(battle, actor, window):
    """Wait for a decision of a fighter, who has something to choose (QH1 to QH14)."""
    battle.to_act = actor
    battle.window = window


@njit
def close_window(battle):
    """Wait for nobody."""
    battle.to_act = NOBODY
    battle.window = Window.NONE
