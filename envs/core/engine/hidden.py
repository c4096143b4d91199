"""What a fighter cannot know: the hidden fields of a record, declared once a system.

A system's `hidden.py` lists them in `HIDDEN`. `conceal` overwrites exactly these fields,
observations, masks and heuristics depend on none of them: `hidden_checks.py` holds all of them to
the list, and a heuristic that sets hidden fields aside is held to it too.

The viewer is the fighter that observes and decides; `of` is the number of the element that holds
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
    """Nobody knows the field, not even of itself."""
    return True


def nothing(battle: np.record, viewer: int, of: int) -> None:
    """Nothing shows of the field."""


class Hidden(NamedTuple):
    """A field of the record that a fighter cannot know.

    Attributes:
        field: its path: `fighters.hp`, `frames.total`, `dice`.
        rows: the rows of RULES.md that hide it.
        is_hidden: from whom, and while what lasts.
        shows: what everybody can see of it: a value that shows something else would be noticed.
        places: of an array, the elements that are meant; all of them if empty.
        is_free: whether every value of its range that shows the same is possible. If not, it hangs
            together with other fields, as a place does with the map, and only `conceal` draws it.
        is_sampled: whether `conceal` overwrites it.
    """

    field: str
    rows: tuple[str, ...]
    is_hidden: Question = from_enemies
    shows: Question = nothing
    places: tuple[int, ...] = ()
    is_free: bool = True
    is_sampled: bool = True
