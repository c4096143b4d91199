"""Exact odds of dice challenges, alone and opposed (H11 to H15, H67, H116, H119).

The numbers of ways to roll a value are whole numbers and are divided last, so that the odds have
the same bits on every processor.
"""

from __future__ import annotations

import itertools

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.heimr.tables import BONUS_FACE, D6, D10, PENALTY_FACE

MOST_DICE = 8
"""Consistency is limited to this many d10: more hardly change the odds."""
LEAST, MOST = -MOST_DICE + PENALTY_FACE, BONUS_FACE + MOST_DICE - 1
"""Lowest and highest value of a challenge before potential."""
VALUES = MOST - LEAST + 1


def _kept(face: int, other: int, is_highest: bool) -> int:
    """The face that counts of two d10."""
    return max(face, other) if is_highest else min(face, other)


def _count(consistency: int) -> np.ndarray:
    """Ways to roll each value by the face of the d6, `[face, value - LEAST]` (H11 to H14)."""
    ways = np.zeros((D6 + 1, VALUES), np.int64)
    counted = BONUS_FACE if consistency > 0 else PENALTY_FACE
    for d6 in range(1, D6 + 1):
        states = {(d6, int(d6 == counted)): 1}  # the kept face, and how many dice show `counted`
        for _ in range(abs(consistency)):
            after: dict[tuple[int, int], int] = {}
            for ((kept, many), count), face in itertools.product(states.items(), range(1, D10 + 1)):
                state = (_kept(kept, face, consistency > 0), many + int(face == counted))
                after[state] = after.get(state, 0) + count
            states = after
        for (kept, many), count in states.items():
            extra = max(0, many - 1) if consistency != 0 else 0
            ways[d6, (kept + extra if consistency > 0 else kept - extra) - LEAST] += count
    return ways


WAYS_BY_FACE = np.stack([_count(one) for one in range(-MOST_DICE, MOST_DICE + 1)])
"""`[consistency + MOST_DICE, d6, value - LEAST]`: number of ways to roll a value; d6 0 is
unused."""
WAYS = WAYS_BY_FACE.sum(axis=1)
TOTAL = WAYS.sum(axis=1)
REACHING = np.ascontiguousarray(np.cumsum(WAYS[:, ::-1], axis=1)[:, ::-1])
"""`[consistency + MOST_DICE, value - LEAST]`: number of ways to roll this value or a higher one."""
REACHING_BY_FACE = np.ascontiguousarray(np.cumsum(WAYS_BY_FACE[:, :, ::-1], axis=2)[:, :, ::-1])


@njit
def row_of(consistency):
    """Row of the tables for a consistency."""
    return min(MOST_DICE, max(-MOST_DICE, consistency)) + MOST_DICE


@njit
def ways_at_least(row, value):
    """Number of ways to roll a value or a higher one, before potential."""
    return REACHING[row, max(LEAST, value) - LEAST] if value <= MOST else np.int64(0)


@njit
def chance_at_least(consistency, value):
    """Chance that the dice show a value or more, before potential."""
    row = row_of(consistency)
    return ways_at_least(row, value) / TOTAL[row]


@njit
def chance_with_face(consistency, value, d6):
    """Chance that the dice show a value or more and the d6 shows a face (H116)."""
    if value > MOST:
        return 0.0
    row = row_of(consistency)
    return REACHING_BY_FACE[row, d6, max(LEAST, value) - LEAST] / TOTAL[row]


@njit
def chance_of_hit(attack, breath, defence, defence_breath, edge):
    """Chance that an attack beats a defence that is still to be rolled (H67, H119, RH10).

    Args:
        attack: consistency of the attack.
        breath: fatigue of the attacker, which its dice must reach.
        defence: consistency of the defence.
        defence_breath: fatigue of the defender; below it the defence stops nothing.
        edge: potential of the attack minus that of the defence.
    """
    one, other = row_of(attack), row_of(defence)
    ways = np.int64(0)
    for value in range(LEAST, MOST + 1):
        needed = breath
        if value >= defence_breath:
            needed = max(breath, value - edge + 1)
        ways += WAYS[other, value - LEAST] * ways_at_least(one, needed)
    return ways / (TOTAL[one] * TOTAL[other])
