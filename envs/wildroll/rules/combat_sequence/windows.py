"""Windows: the fighter who decides (QW1 to QW12)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ...enums import (
    Window,
)
from ..health.bodies import decider


@njit
def open_window(battle, actor, window):
    """Open a window for a fighter; a rider decides for its animal (QW1, H25)."""
    battle.to_act = decider(battle, actor)
    battle.window = window


@njit
def close_window(battle):
    """Close the window."""
    battle.to_act = NOBODY
    battle.window = Window.NONE
