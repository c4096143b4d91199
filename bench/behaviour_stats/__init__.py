"""Statistics of agents' behaviour for each system, counted in battle (`tactics.py`)."""

from __future__ import annotations

import importlib
from typing import Protocol

import numpy as np


class Habits(Protocol):
    """The behaviour of one agent of a system; a module of this folder each defines a class of it.

    Attributes:
        TITLES: heads of the columns.
        OPPONENTS: whom the agents fight unless others are named.
    """

    TITLES: tuple[str, ...]
    OPPONENTS: str

    def choose(self, battle: np.record, index: int, action: int, is_own: bool) -> None:
        """Count a choice before it is carried out.

        Args:
            battle: in which it was made.
            index: number of the battle.
            action: that was chosen.
            is_own: whether the agent made it.
        """

    def happen(self, battle: np.record, index: int, side: int) -> None:
        """Count what has just been carried out; the agent plays `side`."""

    def cells(self) -> list[str]:
        """A row of the table."""


def begin_habits(system: str) -> Habits:
    """Nothing counted yet.

    Raises:
        KeyError: no habits are counted in this system.
    """
    try:
        module = importlib.import_module(f".{system}", __name__)
    except ModuleNotFoundError:
        raise KeyError(f"no habits of {system} are counted") from None
    habits: Habits = module.Habits()
    return habits


def per_cent(part: float, whole: float, digits: int = 1) -> str:
    """A share of 100; `-` where there is nothing to share."""
    return f"{100 * part / whole:.{digits}f}" if whole else "-"
