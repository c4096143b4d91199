"""The d20 with advantages and disadvantages, and degrees of success (RD1, RD2)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.dice import die
from ...tables import DEGREE, DIE


@njit
def num_dice(net):
    """How many d20 are rolled with so many advantages more than disadvantages (RD1)."""
    return 1 + abs(np.int64(net))


@njit
def roll_d20(battle, net):
    """The natural roll: the highest die of a net advantage, the lowest of a disadvantage (RD1)."""
    kept = np.int64(die(battle, DIE))
    for _ in range(num_dice(net) - 1):
        face = np.int64(die(battle, DIE))
        kept = max(kept, face) if net > 0 else min(kept, face)
    return kept


@njit
def degrees_of_success(total, target):
    """A degree for each full 5 points above the target number, none below it (RD2)."""
    return max(np.int64(0), np.int64(total) - np.int64(target)) // DEGREE
