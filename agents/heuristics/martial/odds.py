"""Odds of a d20 with net advantages, and of the degrees of an attack.

Counts are whole numbers and are divided last, so that the odds have the same bits on every
processor.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.martial.tables import DEGREE, DIE, NATURAL_HIGHEST

MOST_NET = 12
"""Net advantages above this count as this many: more hardly change the odds."""
MOST_DEGREES = 8
"""Degrees above this count as this many."""


def _at_least(net: int) -> np.ndarray:
    """Chance that the kept die of 1 + |net| dice shows a face or more, for faces 0 to 21 (RD1)."""
    dice, sides = 1 + abs(net), int(DIE)
    reaching = [min(sides, sides + 1 - face) for face in range(sides + 2)]
    if net > 0:
        return np.array([(sides**dice - (sides - many) ** dice) / sides**dice for many in reaching])
    return np.array([many**dice / sides**dice for many in reaching])


AT_LEAST = np.stack([_at_least(net) for net in range(-MOST_NET, MOST_NET + 1)])
"""`[net + MOST_NET, face]`: chance that the kept die shows this face or a higher one."""


@njit
def chance_of_face(net, face):
    """Chance that the kept die shows a face or a higher one (RD1)."""
    bounded = min(MOST_NET, max(-MOST_NET, net))
    return AT_LEAST[bounded + MOST_NET, min(DIE + 1, max(0, face))]


@njit
def needed_face(bonus, dv, degrees):
    """The lowest face with which a roll beats a DV by a number of degrees (D20, RD2)."""
    if degrees == 0:
        return dv - bonus + 1
    return dv - bonus + DEGREE * degrees


@njit
def chance_of_degrees(net, bonus, dv, critical, degrees):
    """Chance that an attack hits with at least these degrees or a critical (D46, D47)."""
    face = needed_face(bonus, dv, degrees)
    if degrees == 0:
        face = min(NATURAL_HIGHEST, face)
    else:
        face = min(face, max(critical, needed_face(bonus, dv, degrees - 1)))
    return chance_of_face(net, max(2, face))


@njit
def chance_of_success(net, bonus, dv):
    """Chance that a maneuver or a check reaches its DV (D49, RD36)."""
    return chance_of_face(net, dv - bonus)
