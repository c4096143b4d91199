"""Whether a way by goal leads anywhere, as far as that shows without going it (H21, QW12)."""

from __future__ import annotations

import numpy as np

from ...core.bits import lowest_bit
from ...core.compile import njit, scratch, unset
from ...core.grid import COLUMNS, ROWS, has_square, remove_rows
from ...core.hexes import (
    farther_sides,
    hex_neighbour_x,
    hex_neighbour_y,
    nearer_sides,
    nearest_hex,
    sides_in,
)
from ..action_ids import Verb
from ..state import PATH
from .goals import is_any_sheltered, is_nearing, is_way_of_use, write_goals
from .movement import burden
from .spaces import write_taken
from .ways import (
    KINDS,
    LONGEST,
    WAVES,
    find_by_goal,
    sides_nearer,
    write_grounds,
    write_reach,
)


@njit
def finds_cover(battle, mover, foe, points):
    """Whether unburdened legs on even ground come to better cover with so many points (W31)."""
    ground, reach = unset(KINDS, ROWS), unset(WAVES, ROWS)
    rows = scratch(1, ROWS)[0]
    write_reach(battle, mover, min(points, LONGEST), ground, reach, rows)
    return is_any_sheltered(battle, mover, foe, rows)


@njit
def goes_plainly(ground, goals, x, y):
    """Whether a walk that only ever comes nearer to the nearest goal gets there."""
    goal = nearest_hex(goals, x, y)
    if goal < 0:
        return False
    goal_x, goal_y = goal % COLUMNS, goal // COLUMNS
    while x != goal_x or y != goal_y:
        sides = sides_in(ground, x, y) & nearer_sides(x, y, goal_x, goal_y)
        if sides == 0:
            return False
        side = lowest_bit(sides)
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
    return True


@njit
def is_plainly_open(battle, actor, mover, verb, target, sides):
    """Whether on even ground a way is open without a search: whatever is beside may be stopped in.

    Then the first yard of the cheapest way, whichever that is, may be the last as well (H21).
    """
    fighter = battle.fighters[mover]
    x, y = np.int64(fighter.x), np.int64(fighter.y)
    ground = unset(KINDS, ROWS)
    write_grounds(battle, mover, ground)
    if sides == 0 or sides_in(ground[0], x, y) != sides:
        return False
    taken, goals = scratch(1, ROWS)[0], scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    write_goals(battle, actor, mover, verb, target, goals)
    remove_rows(goals, taken)
    return not has_square(goals, x, y) and goes_plainly(ground[0], goals, x, y)


@njit
def leads_on(battle, actor, mover, verb, target, sides, points):
    """Whether a way by goal leads anywhere, by the sides on which one can begin (QW12).

    A side that leads nearer, or away on ground that costs the same everywhere, is enough; only
    where there is none, or the goal lies elsewhere, is the way looked for.
    """
    if verb == Verb.AWAY and not battle.has_ground:
        fighter, it = battle.fighters[mover], battle.fighters[target]
        if sides & farther_sides(fighter.x, fighter.y, it.x, it.y) == 0:
            return False
        return is_way_of_use(battle, actor, mover, verb, target)
    if not is_way_of_use(battle, actor, mover, verb, target):
        return False
    if is_nearing(verb) and sides_nearer(battle, mover, target, sides) != 0:
        return True
    if not battle.has_ground:
        if verb == Verb.COVER and burden(battle, mover) == 1:
            return finds_cover(battle, mover, target, points)
        if verb == Verb.FLANK and is_plainly_open(battle, actor, mover, verb, target, sides):
            return True
    path = scratch(2, PATH)
    return find_by_goal(battle, actor, mover, verb, target, path[0], path[1], points) > 0
