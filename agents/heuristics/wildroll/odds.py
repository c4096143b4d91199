"""Chances of rolls: wild, ordinary, one ordinary roll against another (RW1, RW2, RW23)."""

from __future__ import annotations

import numpy as np

from ....envs.core.compile import njit
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
"""By how much two ordinary rolls can differ."""


def _ordinary() -> np.ndarray:
    """Chance of each sum of the dice, by the sum (RW1)."""
    chances = np.ones(1)
    for _ in range(DICE_COUNT):
        chances = np.convolve(chances, np.ones(DICE_SIDES) / DICE_SIDES)
    return np.concatenate([np.zeros(DICE_COUNT), chances])


def _wild() -> np.ndarray:
    """Chance of each result of a wild roll, from LEAST on (RW2)."""
    chances = np.zeros(MOST - LEAST + 1)
    for natural, chance in enumerate(_ordinary()):
        sign = int(natural >= SUCCESS_FROM) - int(natural <= FAILURE_TO)
        for face in range(1, MORE_SIDES + 1):
            if chance > 0.0:
                chances[natural + sign * face - LEAST] += chance / MORE_SIDES
    return chances


def _tail(chances: np.ndarray) -> np.ndarray:
    """Chance of each result or a higher one, and of none at the end."""
    return np.append(np.cumsum(chances[::-1])[::-1], 0.0)


ORDINARY_AT_LEAST = _tail(_ordinary())
WILD_AT_LEAST = _tail(_wild())
OPPOSED_AT_LEAST = _tail(np.convolve(_ordinary()[DICE_COUNT:], _ordinary()[DICE_COUNT:][::-1]))


@njit
def chance_of_wild(needed):
    """Chance that the dice of a wild roll, criticals counted, show so much or more (RW2)."""
    return WILD_AT_LEAST[min(MOST + 1, max(LEAST, needed)) - LEAST]


@njit
def chance_of_ordinary(needed):
    """Chance that the dice of an ordinary roll show so much or more (RW1)."""
    return ORDINARY_AT_LEAST[min(DICE_COUNT * DICE_SIDES + 1, max(0, needed))]


@njit
def chance_of_opposed(edge):
    """Chance that who is so much better rolls as much as the other one or more (RW23)."""
    return OPPOSED_AT_LEAST[min(2 * SPREAD + 1, max(0, SPREAD - edge))]
