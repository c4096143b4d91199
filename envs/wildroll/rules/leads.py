"""Whether a way by goal leads anywhere, as far as that shows without going it (H21, QW12)."""

from __future__ import annotations

import numpy as np

from ...core.bits import lowest_bit
from ...core.compile import njit, scratch, unset
from ...core.grid import (
    COLUMNS,
    ROWS,
    add_square,
    has_square,
    is_empty,
    remove_rows,
    remove_square,
    row,
)
from ...core.hex_ways import hex_search
from ...core.hexes import (
    add_beside,
    columns_within,
    farther_sides,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
    nearer_sides,
    nearest_hex,
    sides_in,
)
from ..action_ids import Verb
from ..state import PATH
from ..tables import PRONE_FACTOR
from .bodies import is_dead, is_prone
from .goals import (
    could_flank_with,
    is_flank,
    is_nearing,
    is_way_of_use,
    shelter_at,
    steps_at_gap,
    write_goals,
)
from .items import longest_reach
from .movement import burden
from .spaces import sees
from .ways import LONGEST, WAVES, find_by_goal, sides_nearer

ONE_COST = np.ones(1, np.int64)
"""What a yard costs where all ground is even."""

# --- Even ground, where every yard costs the same (H21) -------------------------------------------


@njit
def goes_plainly(ground, x, y, goal_x, goal_y):
    """Whether a walk that only ever comes nearer to a hex gets there."""
    while x != goal_x or y != goal_y:
        sides = sides_in(ground, x, y) & nearer_sides(x, y, goal_x, goal_y)
        if sides == 0:
            return False
        side = lowest_bit(sides)
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
    return True


@njit
def goes_to_one(ground, goals, x, y):
    """Whether any of some hexes can be gone to, plainly or round what is between."""
    nearest = nearest_hex(goals, x, y)
    if nearest < 0:
        return False
    if goes_plainly(ground[0], x, y, nearest % COLUMNS, nearest // COLUMNS):
        return True
    reach, found = unset(WAVES, ROWS), unset(1, ROWS)[0]
    return hex_search(ground, ONE_COST, goals, x, y, reach, found) >= 0


@njit
def goes_beyond(battle, mover, ground, taken, points):
    """Whether so many points pay for more yards than there are hexes to pass but not to stop in.

    Then a way that leads anywhere can be gone at least as far as to a hex where one may stop.
    """
    factor = np.int64(PRONE_FACTOR if is_prone(battle.fighters[mover]) else 1)
    yards = min(np.int64(LONGEST), 1 + (points - burden(battle, mover)) // factor)
    for y in range(battle.height):
        columns = row(ground[0], y) & row(taken, y)
        while columns != 0:
            columns &= columns - 1
            yards -= 1
    return yards > 0


@njit
def is_open(battle, actor, mover, verb, target, ground, taken):
    """Whether any hex where a way by goal may end can be gone to (QW12, H21)."""
    fighter = battle.fighters[mover]
    x, y = np.int64(fighter.x), np.int64(fighter.y)
    goals = scratch(1, ROWS)[0]
    write_goals(battle, actor, mover, verb, target, goals)
    remove_rows(goals, taken)
    return not has_square(goals, x, y) and goes_to_one(ground, goals, x, y)


@njit
def is_at_flank(battle, mover, target, steps, mask, taken):
    """Whether somebody is where it would flank a target, and may stop there, already."""
    fighter, it = battle.fighters[mover], battle.fighters[target]
    x, y = np.int64(fighter.x), np.int64(fighter.y)
    if hex_distance(x, y, it.x, it.y) > steps or has_square(taken, x, y):
        return False
    return is_flank(battle, target, x, y, mask)


@njit
def finds_flank(battle, actor, mover, target, ground, taken):
    """Whether any hex from which somebody would flank a target can be gone to (W32, QW12)."""
    mask = could_flank_with(battle, actor, target)
    steps = steps_at_gap(battle, actor, target, longest_reach(battle.fighters[actor]))
    if is_at_flank(battle, mover, target, steps, mask, taken):
        return False
    fighter, it = battle.fighters[mover], battle.fighters[target]
    from_x, from_y = np.int64(fighter.x), np.int64(fighter.y)
    goals = scratch(1, ROWS)[0]
    for y in range(battle.height):
        columns = columns_within(it.x, it.y, steps, y) & ground[0, y] & ~row(taken, y)
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            if is_flank(battle, target, x, y, mask):
                if goes_plainly(ground[0], from_x, from_y, x, y):
                    return True
                add_square(goals, x, y)
    return not is_empty(goals) and goes_to_one(ground, goals, from_x, from_y)


# --- Cover on even ground (W31) -------------------------------------------------------------------


@njit
def write_near(battle, mover, ground, taken, points, rows):
    """Write the other hexes of the ground, but those taken, at most so many steps away."""
    fighter = battle.fighters[mover]
    x, y = np.int64(fighter.x), np.int64(fighter.y)
    for row_y in range(ROWS):
        rows[row_y] = columns_within(x, y, points, row_y) & ground[0, row_y] & ~row(taken, row_y)
    remove_square(rows, x, y)


@njit
def goes_to_better(battle, mover, foe, ground, rows, cover, farther):
    """Whether a plain walk leads to a hex of a set with better cover; others are written (W31)."""
    fighter = battle.fighters[mover]
    for y in range(battle.height):
        columns = row(rows, y)
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            if shelter_at(battle, mover, foe, x, y) > cover:
                if goes_plainly(ground[0], np.int64(fighter.x), np.int64(fighter.y), x, y):
                    return True
                add_square(farther, x, y)
    return False


@njit
def reaches_one(battle, mover, ground, rows, points):
    """Whether so many points reach any hex of a set, on even ground."""
    fighter = battle.fighters[mover]
    reach, found = unset(WAVES, ROWS), unset(1, ROWS)[0]
    waves = reach[: points + 1]
    return hex_search(ground, ONE_COST, rows, fighter.x, fighter.y, waves, found) >= 0


@njit
def finds_cover(battle, mover, foe, ground, taken, points):
    """Whether unburdened legs on even ground come to better cover with so many points (W31).

    Beside low walls is where it is looked for first, and elsewhere only where walls are.
    """
    fighter = battle.fighters[mover]
    now = shelter_at(battle, mover, foe, np.int64(fighter.x), np.int64(fighter.y))
    points = min(points, LONGEST)
    near, likely, farther = unset(1, ROWS)[0], scratch(1, ROWS)[0], scratch(1, ROWS)[0]
    write_near(battle, mover, ground, taken, points, near)
    add_beside(likely, battle.low, near)
    if goes_to_better(battle, mover, foe, ground, likely, now, farther):
        return True
    if not is_empty(battle.high):
        remove_rows(near, likely)
        if goes_to_better(battle, mover, foe, ground, near, now, farther):
            return True
    return not is_empty(farther) and reaches_one(battle, mover, ground, farther, points)


# --- All ways by goal (H21, QW12) -----------------------------------------------------------------


@njit
def leads_away(battle, mover, foe, sides):
    """Whether one of some sides leads away from one of whom one knows (QW12)."""
    fighter, it = battle.fighters[mover], battle.fighters[foe]
    if sides & farther_sides(fighter.x, fighter.y, it.x, it.y) == 0:
        return False
    return not is_dead(it) and sees(battle, mover, foe)


@njit
def leads_on(battle, actor, mover, verb, target, sides, points, ground, taken):
    """Whether a way by goal leads anywhere, by the sides on which one can begin (QW12).

    A side that leads nearer, or away on ground that costs the same everywhere, is enough; only
    where there is none, or the goal lies elsewhere, is the way looked for.

    Args:
        battle: The battle.
        actor: Who decides.
        mover: Who goes: itself, or its animal.
        verb: The goal.
        target: About whom, -1 nobody.
        sides: Sides on which a first yard can be paid for.
        points: Movement points at hand.
        ground: Where all ground is even, the hexes that the mover may pass, `[1, 16]`.
        taken: Hexes where it may not stop.
    """
    if verb == Verb.AWAY and not battle.has_ground:
        return leads_away(battle, mover, target, sides)
    if not is_way_of_use(battle, actor, mover, verb, target):
        return False
    if is_nearing(verb) and sides_nearer(battle, mover, target, sides) != 0:
        return True
    if not battle.has_ground:
        if verb == Verb.COVER and burden(battle, mover) == 1:
            return finds_cover(battle, mover, target, ground, taken, points)
        if verb != Verb.COVER and goes_beyond(battle, mover, ground, taken, points):
            if verb == Verb.FLANK:
                return finds_flank(battle, actor, mover, target, ground, taken)
            if is_open(battle, actor, mover, verb, target, ground, taken):
                return True
            if not is_nearing(verb):
                return False
    path = scratch(2, PATH)
    return find_by_goal(battle, actor, mover, verb, target, path[0], path[1], points) > 0
