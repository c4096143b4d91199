"""Odds of an attack and of its degrees."""

from __future__ import annotations

from ....envs.core.compiler.compile import njit
from ....envs.martial.rules.attack_roll.checks import chance_of_face
from ....envs.martial.tables import DEGREE, NATURAL_HIGHEST

MOST_DEGREES = 8
"""Degrees above this count as this many."""


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
