"""Illegal actions, in words."""

from __future__ import annotations

import numpy as np

from .battle import agent_name
from .system import System


class IllegalAction(ValueError):  # noqa: N818  the name that users know
    """An action that the mask forbids; nothing was changed. The message lists the legal ones."""


def illegal_action(
    system: System, battle: np.record, action: int, mask: np.ndarray
) -> IllegalAction:
    """The error for an action that the mask of the deciding fighter forbids, in words."""

    def told(action: int) -> str:
        return system.describe(battle, action).rstrip(".")

    fighter = agent_name(battle, int(battle.to_act)) if battle.to_act >= 0 else "nobody"
    words = told(action) if 0 <= action < len(mask) else "no such action"
    legal = "; ".join(f"{a}: {told(a)}" for a in np.flatnonzero(mask).tolist())
    return IllegalAction(f"action {action} ({words}) is illegal for {fighter}; legal are: {legal}")
