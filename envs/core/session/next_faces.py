"""The faces that the next die of a step can show, found without asking any rule.

The step is tried on a copy of the battle with the faces that are known, and one more that no die
has: the rules refuse it where they need another die.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..engine.dice import FAULT_FACE, LOADED_CAPACITY, check_fault

NO_FACE = 127
"""A face that no die has."""
MOST_FACES = LOADED_CAPACITY - 1
"""Most faces loaded for one step: the last place is for `NO_FACE`."""

MOST_MISSES = 24
"""The highest count of misses that is told apart: more of them count as this number."""
MISS = 5 / 6
"""Probability of a miss in the dice pools that count misses."""

Trial = Callable[[list[int]], np.record | None]
"""Tries a step with loaded faces: the battle after it, or None if a face is impossible."""


class Faces(NamedTuple):
    """The faces of a die.

    Attributes:
        lowest: 1, or 0 for a number of misses.
        highest: its highest face; `NO_FACE` for a number of misses.
        is_drawn: it has more sides than a loaded die: a draw that only breaks ties.
    """

    lowest: int
    highest: int
    is_drawn: bool = False


def misses() -> tuple[np.ndarray, np.ndarray]:
    """The counts of misses before a hit that are told apart, and their probabilities."""
    counts = np.arange(MOST_MISSES + 1)
    chances = MISS**counts * (1 - MISS)
    chances[-1] = MISS**MOST_MISSES
    return counts.astype(np.int8), chances


def next_faces(trial: Trial, faces: list[int]) -> Faces | None:
    """The faces of the next die that a step needs after some others; None if it needs none.

    Args:
        trial: tries the step.
        faces: the faces of its first dice, which are possible; after `MOST_FACES` none is found.
    """
    if len(faces) >= MOST_FACES:
        return None
    battle = trial([*faces, NO_FACE])
    if battle is not None and battle.next_loaded < battle.num_loaded:
        return None
    if battle is None:
        return Faces(1, highest_face(trial, faces))
    return Faces(1, NO_FACE, True) if trial([*faces, 0]) is None else Faces(0, NO_FACE)


def highest_face(trial: Trial, faces: list[int]) -> int:
    """The highest face of the next die, by halving."""
    low, high = 1, NO_FACE
    while high - low > 1:
        middle = (low + high) // 2
        if trial([*faces, middle]) is None:
            high = middle
        else:
            low = middle
    return low


def is_refused(battle: np.record) -> bool:
    """Whether a loaded face was impossible.

    Raises:
        RuntimeError: the battle cannot continue for another reason.
    """
    if battle.fault == FAULT_FACE:
        return True
    check_fault(battle)
    return False
