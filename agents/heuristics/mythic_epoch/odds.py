"""Exact odds of the Prismatic Dice Pool, and the mean damage (RM1, RM6, RM10).

The pool is geometric: P(k) = (5/6)**k / 6. So P(pool >= d) = (5/6)**d for d >= 0, and the
difference of two pools is two-sided geometric: with q = 5/6, P(A - B >= d) = q**d / (1 + q) for
d >= 1 and 1 - q**(1 - d) / (1 + q) for d <= 0.

Counts are whole numbers and are divided last. Sums and powers of floating-point numbers differ in
the last bit from one processor to another, and such a difference could decide a tie.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.mythic_epoch.tables import (
    ARMOUR_COVERAGE,
    ARMOUR_NAMES,
    ARMOUR_PROTECTION,
    POOL_SIDES,
    WEAPON_BONUS,
    WEAPON_DICE,
    WEAPON_NAMES,
    WEAPON_SIDES,
)

MISS = (POOL_SIDES - 1) / POOL_SIDES
"""q: the chance that one die of the pool misses."""
MISSES = np.array([int(POOL_SIDES - 1) ** dice / int(POOL_SIDES) ** dice for dice in range(64)])
"""`MISSES[n]` is the chance that n dice in a row miss."""
NO_HURDLE = -1000


def _mean_damage() -> np.ndarray:
    """Mean damage of a hit, by weapon and armour; the last column is a critical: no armour."""
    table = np.zeros((len(WEAPON_NAMES), len(ARMOUR_NAMES) + 1))
    protections = [*ARMOUR_PROTECTION, 0]
    for weapon in range(len(WEAPON_NAMES)):
        ways = np.ones(1, np.int64)
        for _ in range(WEAPON_DICE[weapon]):
            ways = np.convolve(ways, np.ones(WEAPON_SIDES[weapon], np.int64))
        rolls = np.arange(len(ways)) + WEAPON_DICE[weapon] + WEAPON_BONUS[weapon]
        for column, protection in enumerate(protections):
            table[weapon, column] = ways @ np.maximum(0, rolls - protection) / ways.sum()
    return table


MEAN_DAMAGE = _mean_damage()
CRITICAL = len(ARMOUR_NAMES)


@njit
def pool_reaches(least):
    """Chance that a dice pool rolls at least `least`."""
    if least <= 0:
        return 1.0
    return MISSES[min(least, 63)]


@njit
def wins_by(least):
    """Chance that the own pool exceeds the other pool by at least `least`."""
    if least >= 1:
        return MISSES[min(least, 63)] / (1 + MISS)
    return 1 - MISSES[min(1 - least, 63)] / (1 + MISS)


@njit
def free_blow(rating, defence, weapon, armour):
    """Mean damage of an unopposed blow or shot with a rating."""
    hits = pool_reaches(defence - rating)
    criticals = pool_reaches(defence + ARMOUR_COVERAGE[armour] - rating)
    return mean_damage(hits, criticals, weapon, armour)


@njit
def opposed_blow(edge, hurdle, defence, weapon, armour):
    """Mean damage of an opposed blow.

    Args:
        edge: own rating minus the opponent's rating.
        hurdle: lowest net result with which the blow lands: 1 against a reaction (RM31),
            `NO_HURDLE` against a Counter-Attack.
        defence: Combat Defence of the target.
        weapon: index of the striker's weapon.
        armour: index of the target's armour.
    """
    hits = wins_by(max(defence, hurdle) - edge)
    criticals = wins_by(max(defence + ARMOUR_COVERAGE[armour], hurdle) - edge)
    return mean_damage(hits, criticals, weapon, armour)


@njit
def mean_damage(hits, criticals, weapon, armour):
    """Mean damage from the chance of any hit and the chance of a critical hit."""
    return (
        criticals * MEAN_DAMAGE[weapon, CRITICAL] + (hits - criticals) * MEAN_DAMAGE[weapon, armour]
    )
