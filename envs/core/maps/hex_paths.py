"""Paths over hexes of different cost: the hexes in range, and the cheapest path to one.

The ground is an array of sets of hexes, int `[K, 16]`. A step into a hex of set k costs `costs[k]`
points, at least 1: 3 for undergrowth, for example. A hex in no set cannot be entered; for a hex in
several sets the lowest cost counts. If all ground costs the same, one set suffices.

Wave k of `reach`, int64 `[W, 16]`, is the set of hexes that can be reached with k points: wave k -
1 and those neighbours of wave k - `costs[i]` that are in set i. A whole wave spreads at once,
without a queue (Dial's buckets, with sets in place of lists). A caller whose fighter may pass hexes
but not stop in them removes these from a wave afterwards, or shortens the path with
`square_grid.last_stop`.

Sets of hexes and the exactness of results: see `hex_grid.py`.
"""

from __future__ import annotations

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
def highest_cost(costs):
    """The highest cost of a step."""
    highest = 0
    for kind in range(len(costs)):
        highest = max(highest, costs[kind])
    return highest


@njit
def copy_wave(reach, wave):
    """Copy wave `wave` - 1 to wave `wave`."""
    for y in range(ROWS):
        reach[wave, y] = reach[wave - 1, y]


@njit
def extent_of(ground):
    """The first and the last row with any ground, and the mask of the sets that hold any."""
    first, last, held = ROWS, -1, 0
    for y in range(ROWS):
        for kind in range(ground.shape[0]):
            if ground[kind, y] != 0:
                first, last, held = min(first, y), y, held | 1 << kind
    return first, last, held


@njit
def grow(ground, costs, reach, wave, start_y, extent):
    """Fill a wave from the waves before it; return whether it is larger than the last one.

    Only rows of the `extent` of the ground, at most `wave` rows from `start_y`, can change.
    """
    first, last, held = extent
    first, last = max(first, start_y - wave), min(last, start_y + wave)
    copy_wave(reach, wave)
    is_larger = False
    for kind in range(len(costs)):
        earlier = wave - costs[kind]
        if earlier >= 0 and held >> kind & 1 and first <= last:
            is_new = add_beside_between(reach[wave], reach[earlier], ground[kind], first, last)
            is_larger = is_larger or is_new
    return is_larger


@njit
def hex_reach(ground, costs, x, y, points, reach):
    """Fill the waves 0 to `points`: wave k has the hexes in range of k points from (x, y).

    Args:
        ground: Sets of hexes by the cost of a step into them, row masks `[K, 16]`.
        costs: Points that a step into a hex of each set costs, at least 1, `[K]`.
        x: Column to start from, which need not be in the ground.
        y: Row to start from.
        points: Points to spend, less than W.
        reach: Array `[W, 16]` of row masks, int64, overwritten.
    """
    clear(reach[0])
    add_square(reach[0], x, y)
    highest, unchanged, extent = highest_cost(costs), 0, extent_of(ground)
    for wave in range(1, points + 1):
        if unchanged < highest:
            unchanged = 0 if grow(ground, costs, reach, wave, y, extent) else unchanged + 1
        else:  # nothing changes any more
            copy_wave(reach, wave)


@njit
def hex_search(ground, costs, targets, x, y, reach, found):
    """Fill waves from (x, y) until one contains a target, and write the targets in that wave.

    Args:
        ground: As in `hex_reach`.
        costs: As in `hex_reach`.
        targets: Hexes to go to; those that are not in the ground do not count.
        x: Column to start from.
        y: Row to start from.
        reach: Array `[W, 16]` of row masks, int64, overwritten.
        found: The targets that the last wave holds, row masks `[16]`, overwritten.

    Returns:
        The number of the last wave, which is the cost of the cheapest path; -1 if none of the W
        waves contains a target.
    """
    highest, unchanged, extent = highest_cost(costs), 0, extent_of(ground)
    clear(reach[0])
    add_square(reach[0], x, y)
    for wave in range(reach.shape[0]):
        if wave > 0:
            unchanged = 0 if grow(ground, costs, reach, wave, y, extent) else unchanged + 1
        if write_common(reach[wave], targets, found):
            return wave
        if unchanged >= highest:  # nothing changes any more
            break
    return -1


@njit
def points_to(reach, points, x, y):
    """Fewest points, at most `points`, with which (x, y) is in range; -1 if it is not."""
    for wave in range(points + 1):
        if has_square(reach[wave], x, y):
            return wave
    return -1


@njit
def step_cost(ground, costs, x, y):
    """Cost of a step into the hex, -1 if it cannot be entered."""
    cheapest = -1
    for kind in range(len(costs)):
        if has_square(ground[kind], x, y) and (cheapest < 0 or costs[kind] < cheapest):
            cheapest = costs[kind]
    return cheapest


@njit
def best_side(wave, x, y, goal_x, goal_y):
    """Side of the neighbour in the wave that is nearest to the goal in a straight line."""
    best = -1
    shortest = 0
    for side in range(HEX_SIDES):
        near_x, near_y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
        if is_obstacle(wave, near_x, near_y):
            length = hex_squared_length(near_x, near_y, goal_x, goal_y)
            if best < 0 or length < shortest:
                best = side
                shortest = length
    return best


@njit
def hex_path(ground, costs, reach, goal, points, path_x, path_y):
    """Write a cheapest path to a hex in range, and return the number of its steps.

    Of equally cheap paths it is the one whose last hex but one is nearest to the start in a
    straight line, then whose last hex but two is, and so on; then the one with the lowest side,
    seen from the goal.

    Args:
        ground: As given to `hex_reach`.
        costs: As given to `hex_reach`.
        reach: As filled by `hex_reach` or `hex_search`.
        goal: Number of the hex, y * 32 + x, which one of the waves holds.
        points: Points to spend; only the steps that they suffice for are written.
        path_x: Columns of the path without the start, written in place.
        path_y: Rows of the path without the start, written in place.
    """
    start = nearest_hex(reach[0], 0, 0)
    x, y = goal % COLUMNS, goal // COLUMNS
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
    """Reverse the first `length` entries of a path."""
    for first in range(length // 2):
        last = length - 1 - first
        path[first], path[last] = path[last], path[first]


@njit
def hex_walk(ground, costs, targets, x, y, points, path_x, path_y, reach):
    """Write the first steps of a cheapest path from (x, y) to a target; return their number.

    Of equally cheap targets it is the one that `nearest_hex` finds from (x, y).

    Args:
        ground: As in `hex_reach`.
        costs: As in `hex_reach`.
        targets: Hexes to go to, row masks `[16]`; those that are not in the ground do not count.
        x: Column to start from, which need not be in the ground.
        y: Row to start from.
        points: Points to spend, no more than `path_x` and `path_y` can hold.
        path_x: Columns of the path without the start, written in place.
        path_y: Rows of the path without the start, written in place.
        reach: Scratch, int64 `[W, 16]`, for paths that cost less than W.

    Returns:
        The number of hexes written; 0 if (x, y) is a target or no target can be reached.
    """
    found = scratch(1, ROWS)[0]
    if hex_search(ground, costs, targets, x, y, reach, found) < 0:
        return 0
    return hex_path(ground, costs, reach, nearest_hex(found, x, y), points, path_x, path_y)
