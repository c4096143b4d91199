"""Combat Defence, cover and lines of fire (RM6, RM7, RM32)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.maps.square_grid import distance
from ...core.maps.square_los import corners_in_line, corners_obstructed, has_line
from ..enums import Skill, Status
from ..tables import (
    ARMOUR_COVERAGE,
    COMBAT_DEFENCE,
    DEFENCE_PER_RANGE,
    HALF_COVER,
    HALF_COVER_CORNERS,
    OFF_GUARD_DEFENCE,
    RANGE_STEP,
    THREE_QUARTER_COVER,
    THREE_QUARTER_COVER_CORNERS,
)
from .checks import reach, skill

NO_LINE = -1
OUT_OF_REACH = np.int64(99)


@njit
def gap(battle, one, other):
    """Distance between two fighters in squares (RM32)."""
    a = battle.fighters[one]
    b = battle.fighters[other]
    return distance(a.x, a.y, b.x, b.y)


@njit
def combat_defence(fighter):
    """Target number of a strike (RM6)."""
    if fighter.status == Status.OFF_GUARD:
        return COMBAT_DEFENCE + OFF_GUARD_DEFENCE
    return COMBAT_DEFENCE


@njit
def armoured_defence(fighter, defence):
    """Combat Defence (Armoured): target number of a strike past the armour (RM6)."""
    return defence + ARMOUR_COVERAGE[fighter.armour]


@njit
def grapple_defence(fighter):
    """Target number of a Pin: half the brawling skill, rounded up (RM7)."""
    return (skill(fighter, Skill.BRAWLING) + 1) // 2


@njit
def is_in_line(battle, x1, y1, x2, y2):
    """Whether a missile has a line past the high obstacles (RM32)."""
    return not battle.has_obstacles or has_line(battle.high, x1, y1, x2, y2)


@njit
def strike_distance(battle, striker, x, y):
    """Distance of a strike to a square; out of reach behind a high obstacle (RM18, RM32).

    An adjacent square is always open; within a longer reach a strike needs a missile's line.
    """
    fighter = battle.fighters[striker]
    far = distance(fighter.x, fighter.y, x, y)
    if 1 < far and far <= reach(fighter) and not is_in_line(battle, fighter.x, fighter.y, x, y):
        return OUT_OF_REACH
    return far


@njit
def strike_gap(battle, striker, target):
    """Distance of a strike to a fighter, who must stand within the striker's reach (RM37)."""
    other = battle.fighters[target]
    return strike_distance(battle, striker, other.x, other.y)


@njit
def cover_of_corners(hidden):
    """Bonus of hidden corners on Combat Defence against a missile (RM6)."""
    if hidden >= THREE_QUARTER_COVER_CORNERS:
        return THREE_QUARTER_COVER
    return HALF_COVER if hidden >= HALF_COVER_CORNERS else 0


@njit
def cover(battle, x1, y1, x2, y2):
    """Bonus of obstacles on Combat Defence against a missile (RM6, RM32)."""
    if not battle.has_obstacles:
        return 0
    return cover_of_corners(corners_obstructed(battle.low, battle.high, x1, y1, x2, y2))


@njit
def cover_in_line(battle, x1, y1, x2, y2):
    """`cover`, or -1 without a line; one look answers both questions (RM6, RM32)."""
    if not battle.has_obstacles:
        return 0
    hidden = corners_in_line(battle.low, battle.high, x1, y1, x2, y2)
    return NO_LINE if hidden < 0 else cover_of_corners(hidden)


@njit
def defence_at_range(battle, shooter, target, x, y):
    """Combat Defence of a target in square (x, y) against a missile, without cover (RM6)."""
    archer = battle.fighters[shooter]
    range_defence = distance(archer.x, archer.y, x, y) // RANGE_STEP * DEFENCE_PER_RANGE
    return combat_defence(battle.fighters[target]) + range_defence


@njit
def cover_from(battle, shooter, x, y):
    """Bonus of cover on Combat Defence in square (x, y) against a shooter's missile (RM6)."""
    archer = battle.fighters[shooter]
    return cover(battle, archer.x, archer.y, x, y)


@njit
def missile_defence(battle, shooter, target, x, y):
    """Combat Defence of a target in square (x, y) against a missile (RM6)."""
    open_defence = defence_at_range(battle, shooter, target, x, y)
    return open_defence + cover_from(battle, shooter, x, y)
