"""Odds of rolls: wild, ordinary, and one ordinary roll against another (RW1, RW2, RW23).

Counts are whole numbers and are divided last, so that the odds have the same bits on every
processor.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.wildroll.tables import (
    DICE_COUNT,
    DICE_SIDES,
    FAILURE_TO,
    MORE_SIDES,
    SUCCESS_FROM,
)

LEAST, MOST = DICE_COUNT - MORE_SIDES, DICE_COUNT * DICE_SIDES + MORE_SIDES
"""The lowest and the highest result of a wild roll without modifiers."""
SPREAD = DICE_COUNT * (DICE_SIDES - 1)
"""Largest difference between two ordinary rolls."""


def _ordinary() -> np.ndarray:
    """Number of ways to roll each sum of the dice, by the sum (RW1)."""
    ways = np.ones(1, np.int64)
    for _ in range(DICE_COUNT):
        ways = np.convolve(ways, np.ones(DICE_SIDES, np.int64))
    return np.concatenate([np.zeros(DICE_COUNT, np.int64), ways])


def _wild() -> np.ndarray:
    """Number of ways to reach each result of a wild roll, from LEAST on (RW2)."""
    ways = np.zeros(MOST - LEAST + 1, np.int64)
    for natural, count in enumerate(_ordinary()):
        sign = int(natural >= SUCCESS_FROM) - int(natural <= FAILURE_TO)
        for face in range(1, MORE_SIDES + 1):
            if count > 0:
                ways[natural + sign * face - LEAST] += count
    return ways


def _tail(ways: np.ndarray) -> np.ndarray:
    """Chance of each result or a higher one; the last entry is 0."""
    return np.append(np.cumsum(ways[::-1])[::-1], 0) / ways.sum()


ORDINARY_AT_LEAST = _tail(_ordinary())
WILD_AT_LEAST = _tail(_wild())


@njit
def chance_of_wild(needed):
    """Chance that a wild roll, criticals included, shows at least `needed` (RW2)."""
    return WILD_AT_LEAST[min(MOST + 1, max(LEAST, needed)) - LEAST]


@njit
def chance_of_ordinary(needed):
    """Chance that an ordinary roll shows at least `needed` (RW1)."""
    return ORDINARY_AT_LEAST[min(DICE_COUNT * DICE_SIDES + 1, max(0, needed))]
