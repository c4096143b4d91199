"""Ways over hexes of different cost: what so many points reach, and the cheapest way there.

The ground is a number of sets of hexes, int `[K, 16]`, and a step into a hex of set k costs
costs[k] points, at least 1: that of undergrowth, say, 3. Into a hex of no set there is no step,
into one of several the cheapest counts. Where all ground costs the same, one set will do.

Wave k of `reach`, int64 `[W, 16]`, is the set of hexes that k points reach: those of wave k - 1 and
the neighbours in set i of those of wave k - costs[i]. So a whole wave spreads at once, and nothing
needs a queue (Dial's buckets, with sets for lists). Who may pass hexes in which he may not stop
takes them out of a wave, or cuts his way with `grid.last_stop`, afterwards.

Sets of hexes and the promises about results are those of `hex_grid.py`.
"""

from __future__ import annotations

import numpy as np

from ..compiler.compile import njit, scratch
from .hex_grid import (
    HEX_SIDES,
    add_beside_between,
    hex_neighbour_x,
    hex_neighbour_y,
    hex_squared_length,
    nearest_hex,
)
from .square_grid import COLUMNS, ROWS, add_square, clear, has_square, is_obstacle, write_common


@njit
def dearest_of(costs):
    """The most that a step costs."""
    dearest = np.int64(0)
    for kind in range(len(costs)):
        dearest = max(dearest, np.int64(costs[kind]))
    return dearest


@njit
def repeat(reach, wave):
    """Write a wave like the one before it."""
    for y in range(ROWS):
        reach[wave, y] = reach[wave - 1, y]


@njit
def grow(ground, costs, reach, wave, start_y):
    """Write a wave, from 1 on, from the waves before it; whether it is larger than the last.

    It has come no more rows away from that of the start than its number.
    """
    first, last = max(np.int64(0), start_y - wave), min(np.int64(ROWS - 1), start_y + wave)
    repeat(reach, wave)
    is_larger = False
    for kind in range(len(costs)):
        earlier = wave - np.int64(costs[kind])
        if earlier >= 0:
            is_new = add_beside_between(reach[wave], reach[earlier], ground[kind], first, last)
            is_larger = is_larger or is_new
    return is_larger


@njit
def hex_reach(ground, costs, x, y, points, reach):
    """Fill the waves 0 to `points` with what so many points reach from (x, y).

    Args:
        ground: Sets of hexes by what a step into them costs, row masks `[K, 16]`.
        costs: Points that a step into a hex of each set costs, at least 1, `[K]`.
        x: Column to start from, which need not be in the ground.
        y: Row to start from.
        points: Points to spend, less than W.
        reach: Array `[W, 16]` of row masks, int64, overwritten.
    """
    clear(reach[0])
    add_square(reach[0], x, y)
    dearest, idle = dearest_of(costs), 0
    for wave in range(1, points + 1):
        if idle < dearest:
            idle = 0 if grow(ground, costs, reach, wave, np.int64(y)) else idle + 1
        else:  # no wave looks farther back: all to come are like this one
            repeat(reach, wave)


@njit
def hex_search(ground, costs, targets, x, y, reach, found):
    """Fill waves from (x, y) until one reaches a target, and write the targets that it reaches.

    Args:
        ground: As in `hex_reach`.
        costs: As in `hex_reach`.
        targets: Hexes to go to; those that are not in the ground do not count.
        x: Column to start from.
        y: Row to start from.
        reach: Array `[W, 16]` of row masks, int64, overwritten.
        found: The targets that the last wave holds, row masks `[16]`, overwritten.

    Returns:
        The number of the last wave, which is what the cheapest way costs; -1 if none of the W waves
        reaches a target.
    """
    dearest = dearest_of(costs)
    clear(reach[0])
    add_square(reach[0], x, y)
    idle = 0
    for wave in range(reach.shape[0]):
        if wave > 0:
            idle = 0 if grow(ground, costs, reach, wave, np.int64(y)) else idle + 1
        if write_common(reach[wave], targets, found):
            return np.int64(wave)
        if idle >= dearest:  # no wave to come looks farther back: all will be like this one
            break
    return np.int64(-1)


@njit
def points_to(reach, points, x, y):
    """Fewest points, of no more than `points`, that reach (x, y); -1 if they do not."""
    for wave in range(points + 1):
        if has_square(reach[wave], x, y):
            return np.int64(wave)
    return np.int64(-1)


@njit
def step_cost(ground, costs, x, y):
    """Points that a step into the hex costs, -1 if there is none."""
    cheapest = np.int64(-1)
    for kind in range(len(costs)):
        if has_square(ground[kind], x, y) and (cheapest < 0 or costs[kind] < cheapest):
            cheapest = np.int64(costs[kind])
    return cheapest


@njit
def best_side(wave, x, y, goal_x, goal_y):
    """Side of the neighbour in the wave that is nearest to the goal in a straight line."""
    best = np.int64(-1)
    shortest = np.int64(0)
    for side in range(HEX_SIDES):
        near_x, near_y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
        if is_obstacle(wave, near_x, near_y):
            length = hex_squared_length(near_x, near_y, goal_x, goal_y)
            if best < 0 or length < shortest:
                best = np.int64(side)
                shortest = length
    return best


@njit
def hex_way(ground, costs, reach, goal, points, path_x, path_y):
    """Write a cheapest way to a hex that was reached, and return the number of its steps.

    Of equally cheap ways the one is taken whose last hex but one is nearest to the start in a
    straight line, then whose last but two is, and so on; then the one of the lowest side, seen from
    the goal.

    Args:
        ground: As given to `hex_reach`.
        costs: As given to `hex_reach`.
        reach: As filled by `hex_reach` or `hex_search`.
        goal: Number of the hex, y * 32 + x, which one of the waves holds.
        points: Points to spend; only the steps are written that they pay for.
        path_x: Columns of the way without the start, written in place.
        path_y: Rows of the way without the start, written in place.
    """
    start = nearest_hex(reach[0], 0, 0)
    x, y = np.int64(goal) % COLUMNS, np.int64(goal) // COLUMNS
    wave = points_to(reach, reach.shape[0] - 1, x, y)
    length = 0
    while wave > 0:
        if wave <= points:
            path_x[length] = x
            path_y[length] = y
            length += 1
        wave -= step_cost(ground, costs, x, y)
        side = best_side(reach[wave], x, y, start % COLUMNS, start // COLUMNS)
        x = hex_neighbour_x(x, y, side)
        y = hex_neighbour_y(y, side)
    reverse(path_x, length)
    reverse(path_y, length)
    return length


@njit
def reverse(path, length):
    """Turn the first so many entries of a path round."""
    for first in range(length // 2):
        last = length - 1 - first
        path[first], path[last] = path[last], path[first]


@njit
def hex_walk(ground, costs, targets, x, y, points, path_x, path_y, reach):
    """Write the first steps of a cheapest way from (x, y) to a target and return their number.

    Of equally cheap targets the one is taken that `nearest_hex` finds from (x, y).

    Args:
        ground: As in `hex_reach`.
        costs: As in `hex_reach`.
        targets: Hexes to go to, row masks `[16]`; those that are not in the ground do not count.
        x: Column to start from, which need not be in the ground.
        y: Row to start from.
        points: Points to spend, no more than `path_x` and `path_y` can hold.
        path_x: Columns of the way without the start, written in place.
        path_y: Rows of the way without the start, written in place.
        reach: Scratch, int64 `[W, 16]`, for ways that cost less than W.

    Returns:
        The number of hexes written; 0 if (x, y) is a target or no target can be reached.
    """
    found = scratch(1, ROWS)[0]
    if hex_search(ground, costs, targets, x, y, reach, found) < 0:
        return 0
    return hex_way(ground, costs, reach, nearest_hex(found, x, y), points, path_x, path_y)
