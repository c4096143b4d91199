"""Statistics of agents' behaviour for each system, counted in battle (`tactics.py`)."""

from __future__ import annotations

import importlib
from typing import Protocol

import numpy as np


class Habits(Protocol):
    """The behaviour of one agent of a system; each module of this folder defines a subclass.

    Attributes:
        TITLES: heads of the columns.
        OPPONENTS: the default opponents.
    """

    TITLES: tuple[str, ...]
    OPPONENTS: str

    def choose(self, battle: np.record, index: int, action: int, is_own: bool) -> None:
        """Count a choice before it is carried out.

        Args:
            battle: the battle of the choice.
            index: number of the battle.
            action: the chosen action.
            is_own: whether the agent made it.
        """

    def happen(self, battle: np.record, index: int, side: int) -> None:
        """Count the results of the last action; the agent plays `side`."""

    def cells(self) -> list[str]:
        """A row of the table."""


def begin_habits(system: str) -> Habits:
    """Empty statistics of a system.

    Raises:
        KeyError: the system has no statistics of behaviour.
    """
    try:
        module = importlib.import_module(f".{system}", __name__)
    except ModuleNotFoundError:
        raise KeyError(f"no habits of {system} are counted") from None
    habits: Habits = module.Habits()
    return habits


def per_cent(part: float, whole: float, digits: int = 1) -> str:
    """A percentage; `-` if `whole` is 0."""
    return f"{100 * part / whole:.{digits}f}" if whole else "-"
