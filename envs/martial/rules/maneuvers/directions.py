"""Directions in which a maneuver moves its target or its attacker (RD17)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ....core.maps.square_grid import (
    DX,
    DY,
    direction,
    distance,
    farther_directions,
    nearer_directions,
)
from ...enums import (
    Maneuver,
)
from ...tables import (
    SQUARE,
)
from ..positioning.sight import are_level
from ..positioning.squares import is_free_for, is_ground, sides_that_seem_free
from ..rounds_and_actions.items import (
    longest_reach,
)

ALL_SIDES = 8

AWAY_SIDES = np.array([1 << side | 1 << (side + 1) % 8 | 1 << (side - 1) % 8 for side in range(8)])
"""Of each direction, the mask of it and its neighbours."""


@njit
def are_adjacent(battle, one, other):
    """Whether two fighters are adjacent at the same height."""
    a, b = battle.fighters[one], battle.fighters[other]
    return distance(a.x, a.y, b.x, b.y) == 1 and are_level(battle, one, other)


@njit
def is_movable(battle, attacker, target):
    """Whether no grapple keeps attacker or target in its square (RD17)."""
    held = battle.fighters[attacker].grapple != NOBODY
    return not held and battle.fighters[target].grapple == NOBODY


@njit
def is_side_free(battle, actor, side):
    """Whether a fighter could enter the next square in a direction (RD47)."""
    fighter = battle.fighters[actor]
    x, y = fighter.x + DX[side], fighter.y + DY[side]
    return is_free_for(battle, actor, x, y)


@njit
def away_from(battle, attacker, target):
    """The direction straight away from the attacker, as seen from its target."""
    a, b = battle.fighters[attacker], battle.fighters[target]
    return direction(a.x, a.y, b.x, b.y)


@njit
def can_push_on(battle, attacker, target):
    """Whether the attacker stands next to its target, as Drag and Overrun need (RD17)."""
    return not battle.fighters[attacker].prone and are_adjacent(battle, attacker, target)


@njit
def shove_sides(battle, attacker, target, free):
    """Shove: the free directions among the three that lead away (RD17)."""
    return free & AWAY_SIDES[away_from(battle, attacker, target) % ALL_SIDES]


@njit
def drag_sides(battle, attacker, target):
    """Drag: directions in which the attacker finds a free square (RD17).

    None if the target cannot follow into the square that it leaves (H6).
    """
    fighter = battle.fighters[attacker]
    if not can_push_on(battle, attacker, target):
        return 0
    if not is_ground(battle, target, fighter.x, fighter.y):
        return 0
    return sides_that_seem_free(battle, attacker, attacker, attacker)


@njit
def reposition_sides(battle, attacker, target, free):
    """Reposition: another free square within the attacker's reach (RD17)."""
    a, b = battle.fighters[attacker], battle.fighters[target]
    beyond = longest_reach(a) // SQUARE - distance(a.x, a.y, b.x, b.y)
    if beyond > 0:
        return free
    if beyond == 0:
        return free & ~farther_directions(b.x, b.y, a.x, a.y)
    return free & nearer_directions(b.x, b.y, a.x, a.y) if beyond == -1 else 0


@njit
def overrun_sides(battle, attacker, target):
    """Overrun: straight on, if the square behind the target is free (RD17).

    It moves only the attacker, who must be able to cross the target's square (H6): a target that is
    in a grapple stays there.
    """
    it = battle.fighters[target]
    is_held = battle.fighters[attacker].grapple != NOBODY
    if is_held or not can_push_on(battle, attacker, target):
        return 0
    if not is_ground(battle, attacker, it.x, it.y):
        return 0
    behind = np.int64(1) << away_from(battle, attacker, target)
    return behind & sides_that_seem_free(battle, attacker, attacker, target)


@njit
def possible_directions(battle, attacker, target, maneuver):
    """Mask of the directions in which a maneuver can move a fighter; 0 for the others (RD17)."""
    if maneuver == Maneuver.OVERRUN:
        return overrun_sides(battle, attacker, target)
    if not is_movable(battle, attacker, target):
        return 0
    if maneuver == Maneuver.DRAG:
        return drag_sides(battle, attacker, target)
    if maneuver != Maneuver.SHOVE and maneuver != Maneuver.REPOSITION:
        return 0
    free = sides_that_seem_free(battle, attacker, target, target)
    if maneuver == Maneuver.SHOVE:
        return shove_sides(battle, attacker, target, free)
    return reposition_sides(battle, attacker, target, free)
