"""The hidden fields of a record, which a fighter cannot know, declared once for each system.

A system's `hidden.py` lists them in `HIDDEN`. `conceal` overwrites exactly these fields, and no
observation, mask or choice of a heuristic depends on them; `hidden_checks.py` checks all of this.

The viewer is the fighter that observes and decides. `of` is the number of the element that contains
the field: a fighter of `fighters`, a frame of `frames`, -1 for a field of the battle itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Question = Callable[[np.record, int, int], Any]
"""A question about `(battle, viewer, of)`."""


def from_enemies(battle: np.record, viewer: int, of: int) -> bool:
    """Every fighter hides the field from its enemies."""
    return bool(battle.side[of] != battle.side[viewer])


def from_everybody(battle: np.record, viewer: int, of: int) -> bool:
    """Nobody knows the field, not even the fighter itself."""
    return True


def nothing(battle: np.record, viewer: int, of: int) -> None:
    """Nothing about the field is visible."""


class Hidden(NamedTuple):
    """A field of the record that a fighter cannot know.

    Attributes:
        field: its path: `fighters.hp`, `frames.total`, `dice`.
        rows: the rows of RULES.md that hide it.
        is_hidden: whether the viewer cannot know the field of `of` in this battle now.
        shows: the visible part of the value; another value with the same visible part is possible.
        places: for an array, the indices of the hidden elements; empty for all of them.
        is_free: whether every value of its range with the same visible part is possible. If not,
            the value depends on other fields, as a position on the map does, and only `conceal`
            draws it.
        is_sampled: whether `conceal` overwrites it.
    """

    field: str
    rows: tuple[str, ...]
    is_hidden: Question = from_enemies
    shows: Question = nothing
    places: tuple[int, ...] = ()
    is_free: bool = True
    is_sampled: bool = True
