"""Distance, reach, lines, cover and flanking (D56 to D58, D69, D76, D77, RD27, RD41)."""

from __future__ import annotations

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.maps import square_grid, square_los
from ...tables import (
    AIR_FEET,
    COVER_DISADVANTAGE,
    ENGAGED_ALLY_FEET,
    ENGAGED_ALLY_SIZES,
    SQUARE,
    TOTAL_COVER_DISADVANTAGE,
    WEAPON_REACH,
)
from ..injuries.bodies import is_gone, is_off_guard, size
from ..rounds_and_actions.items import longest_reach, reach_feet

CORNERS = 4
LONGEST_REACH = int(WEAPON_REACH.max())
"""Feet beyond which no weapon reaches, so that it need not be asked for."""

# --- Sides and distances --------------------------------------------------------------------------


@njit
def are_enemies(battle, one, other):
    """Whether two fighters are on different sides."""
    return battle.side[one] != battle.side[other]


@njit
def squares_between(battle, one, other):
    """Squares between two fighters along the ground; diagonals count as one (RD27)."""
    a, b = battle.fighters[one], battle.fighters[other]
    return square_grid.distance(a.x, a.y, b.x, b.y)


@njit
def are_level(battle, one, other):
    """Whether both stand or both fly; HOUSE: there is one height to fly at."""
    return battle.fighters[one].flying == battle.fighters[other].flying


@njit
def feet_between(battle, one, other):
    """Distance in feet; HOUSE: a flying fighter is 10 feet above the ground (RD27)."""
    feet = SQUARE * squares_between(battle, one, other)
    if are_level(battle, one, other):
        return feet
    return max(feet, AIR_FEET)


# --- Lines and cover (D56, D57) -------------------------------------------------------------------


@njit(forceinline=True)
def has_line(battle, one, other):
    """Whether any point of the other fighter's square is visible past high obstacles."""
    if not battle.has_obstacles:
        return True
    a, b = battle.fighters[one], battle.fighters[other]
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    if square_los.is_box_empty(battle.high, battle.high, ax, ay, bx, by):
        return True
    return square_los.has_line(battle.high, ax, ay, bx, by)


@njit(forceinline=True)
def is_view_open(battle, one, other):
    """Whether no obstacle can hide two fighters from each other: none lies between them (D56)."""
    if not battle.has_obstacles:
        return True
    a, b = battle.fighters[one], battle.fighters[other]
    return square_los.is_box_empty(battle.low, battle.high, a.x, a.y, b.x, b.y)


@njit(forceinline=True)
def hidden_corners(battle, attacker, target):
    """Corners of the target's square hidden from the attacker, -1 without any line (D56)."""
    if is_view_open(battle, attacker, target):
        return 0
    return corners_past_obstacles(battle, attacker, target)


@njit
def corners_past_obstacles(battle, attacker, target):
    """Hidden corners as in `hidden_corners`, if the view is not open (D56).

    Low obstacles hide no flying fighter.
    """
    a, b = battle.fighters[attacker], battle.fighters[target]
    if a.flying or b.flying:
        return square_los.corners_in_line(battle.high, battle.high, a.x, a.y, b.x, b.y)
    return square_los.corners_in_line(battle.low, battle.high, a.x, a.y, b.x, b.y)


@njit
def cover_by(corners):
    """Disadvantage by hidden corners: 1 for cover, 2 for total cover (D56, D57)."""
    if corners < 0 or corners == CORNERS:
        return TOTAL_COVER_DISADVANTAGE
    return COVER_DISADVANTAGE if corners > 0 else 0


@njit
def cover_of(battle, attacker, target):
    """Disadvantage by the target's cover: 1, or 2 for total cover (D56, D57)."""
    return cover_by(hidden_corners(battle, attacker, target))


@njit
def is_unseen(battle, actor, other):
    """Whether a fighter is hidden from an enemy (RD46)."""
    return battle.fighters[other].hidden and are_enemies(battle, actor, other)


@njit(forceinline=True)
def can_target(battle, actor, target):
    """Whether a target can be attacked at all: alive, seen, in line (RD46)."""
    if target == actor or is_gone(battle.fighters[target]) or is_unseen(battle, actor, target):
        return False
    return has_line(battle, actor, target)


# --- Reach and threat (D69, RD27) -----------------------------------------------------------------


@njit
def reaches(battle, actor, slot, target):
    """Whether the weapon of a slot reaches the target (D69)."""
    return feet_between(battle, actor, target) <= reach_feet(battle.fighters[actor], slot)


@njit
def slots_that_reach(battle, actor, slots, target):
    """The weapons that reach the target, a bit each slot (D69)."""
    feet, left = feet_between(battle, actor, target), slots
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        if feet > reach_feet(battle.fighters[actor], slot):
            slots &= ~(1 << slot)
    return slots


@njit(forceinline=True)
def threatens(battle, actor, target):
    """Whether an enemy is within reach of a fighter who is not off-guard (RD8, RD27)."""
    feet = feet_between(battle, actor, target)
    if feet > LONGEST_REACH or not are_enemies(battle, actor, target):
        return False
    fighter = battle.fighters[actor]
    if is_off_guard(fighter) or feet > longest_reach(fighter):
        return False
    return can_target(battle, actor, target)


@njit
def are_engaged(battle, one, other):
    """Whether one of two enemies threatens the other (D76, RD41)."""
    return threatens(battle, one, other) or threatens(battle, other, one)


# --- Flanking (D58) -------------------------------------------------------------------------------


@njit
def stand_opposite(battle, one, other, middle):
    """Whether two fighters stand on opposite sides or corners of a third (D58)."""
    a, b, c = battle.fighters[one], battle.fighters[other], battle.fighters[middle]
    if square_grid.distance(a.x, a.y, c.x, c.y) != 1:
        return False
    across = a.x + b.x - 2 * c.x
    down = a.y + b.y - 2 * c.y
    return across == 0 and down == 0


@njit
def flanks_with(battle, attacker, ally, target):
    """Whether the ally completes the attacker's flanking of the target (D58)."""
    if ally == attacker or are_enemies(battle, attacker, ally):
        return False
    if not stand_opposite(battle, attacker, ally, target) or not are_level(battle, ally, target):
        return False
    return threatens(battle, ally, target)


@njit
def are_flanking(battle, attacker, target):
    """Whether the attacker and an ally threaten an enemy from opposite sides of it (D58)."""
    if not are_level(battle, attacker, target) or not threatens(battle, attacker, target):
        return False
    for ally in range(battle.num_fighters):
        if flanks_with(battle, attacker, ally, target):
            return True
    return False


@njit
def is_flanking_seen(battle, attacker, target):
    """Whether an ally who is not hidden completes the flanking, so that all know of it (XD1)."""
    for ally in range(battle.num_fighters):
        if not battle.fighters[ally].hidden and flanks_with(battle, attacker, ally, target):
            return True
    return False


# --- Shooting past others (D76, D77) --------------------------------------------------------------


@njit
def is_friend(battle, actor, other):
    """Whether another fighter is a living ally."""
    if other == actor or are_enemies(battle, actor, other):
        return False
    return not is_gone(battle.fighters[other])


@njit
def is_near_a_friend(battle, shooter, target, are_seen):
    """Whether some ally of the shooter is less than 10 feet from the target (D76).

    With `are_seen` only allies count who are not hidden (XD1).
    """
    for ally in range(battle.num_fighters):
        if are_seen and battle.fighters[ally].hidden:
            continue
        if (
            is_friend(battle, shooter, ally)
            and feet_between(battle, ally, target) < ENGAGED_ALLY_FEET
        ):
            return True
    return False


@njit
def endangers_friend(battle, shooter, target, are_seen):
    """Whether the target fights an ally of the shooter, not much smaller (D76, RD41).

    With `are_seen` only allies count who are not hidden (XD1).
    """
    if not are_enemies(battle, shooter, target):
        return False
    if not is_near_a_friend(battle, shooter, target, are_seen):
        return False
    for ally in range(battle.num_fighters):
        if are_seen and battle.fighters[ally].hidden:
            continue
        if is_friend(battle, shooter, ally) and are_engaged(battle, ally, target):
            larger = size(battle.fighters[target]) - size(battle.fighters[ally])
            if larger < ENGAGED_ALLY_SIZES:
                return True
    return False


@njit
def is_in_path(battle, shooter, target, other):
    """Whether a third fighter stands in the path of a missile, at its height (D77)."""
    body = battle.fighters[other]
    if other == shooter or other == target or is_gone(body) or body.prone:
        return False
    if not are_level(battle, shooter, target) or not are_level(battle, shooter, other):
        return False
    a, b = battle.fighters[shooter], battle.fighters[target]
    dx, dy = b.x - a.x, b.y - a.y
    across, down = body.x - a.x, body.y - a.y
    if across < min(dx, 0) or across > max(dx, 0) or down < min(dy, 0) or down > max(dy, 0):
        return False
    return square_los.crosses_square(dx, dy, across, down)


@njit
def body_in_path(battle, shooter, target, other):
    """Count of a creature in the path: 1, and 1 for each size above the target's (D77, RD41)."""
    if not is_in_path(battle, shooter, target, other):
        return 0
    larger = size(battle.fighters[other]) - size(battle.fighters[target])
    return max(0, larger + 1)


@njit
def bodies_in_path(battle, shooter, target):
    """Count of all creatures in the path (D77)."""
    bodies = 0
    for other in range(battle.num_fighters):
        bodies += body_in_path(battle, shooter, target, other)
    return bodies


@njit
def unseen_in_path(battle, eye, shooter, target):
    """Count of the creatures in the path that are hidden from a fighter (D77, XD1)."""
    bodies = 0
    for other in range(battle.num_fighters):
        if is_unseen(battle, eye, other):
            bodies += body_in_path(battle, shooter, target, other)
    return bodies
