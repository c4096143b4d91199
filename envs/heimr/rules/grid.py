"""The grid: locations, borders, heights, distances (H5 to H9, H55, H148, H150 to H152, RH48)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY
from ..enums import Direction
from ..tables import (
    BORDERS,
    DIRECTIONS,
    LOCATIONS,
    MOST_FIELD,
    NONE,
    STEP_X,
    STEP_Y,
    STEPS,
    WALKED_HEIGHT,
)

FAR = 1000
"""A distance that no range reaches."""

# --- Locations (H5, H7, H8) -----------------------------------------------------------------------


@njit
def column_of(location):
    """Column of a location, 0 in the west (H5)."""
    return location % MOST_FIELD


@njit
def row_of(location):
    """Row of a location, 0 in the north (H5)."""
    return location // MOST_FIELD


@njit
def square_of(battle, location):
    """The square of a location, numbered row by row from A1 in the south-west as on a chessboard.

    It is also the location of a square (H5).
    """
    return (battle.rows - 1 - row_of(location)) * MOST_FIELD + column_of(location)


@njit
def is_location(battle, x, y):
    """Whether a square of the grid is a location: on the field, no rock (H5)."""
    if x < 0 or y < 0 or x >= battle.columns or y >= battle.rows:
        return False
    return not battle.locations[y * MOST_FIELD + x].void


@njit
def neighbour(battle, location, direction):
    """The location beyond a border, -1 if there is none (H7, H8)."""
    x = column_of(location) + STEP_X[direction]
    y = row_of(location) + STEP_Y[direction]
    if not is_location(battle, x, y):
        return NONE
    return y * MOST_FIELD + x


@njit
def opposite(direction):
    """The opposite direction (H8)."""
    return (direction + DIRECTIONS // 2) % DIRECTIONS


@njit
def direction_to(location, other):
    """The direction of a neighbouring location, -1 if it is none."""
    dx, dy = column_of(other) - column_of(location), row_of(other) - row_of(location)
    for direction in range(DIRECTIONS):
        if dx == STEP_X[direction] and dy == STEP_Y[direction]:
            return direction
    return NONE


@njit
def is_next_to(location, other):
    """Whether two locations share a border; diagonal ones do not (H7)."""
    return direction_to(location, other) != NONE


@njit
def steps_between(location, other):
    """Orthogonal steps between two locations: a diagonal neighbour is 2 away (H55)."""
    return np.int64(STEPS[location, other])


@njit
def leads_off(battle, location, direction):
    """Whether a direction leads off the field by an exit (RH55)."""
    return (battle.locations[location].exits >> direction) & 1 != 0


# --- Borders (H7, H9, H148, H150, H174) -----------------------------------------------------------


@njit
def border_of(location, direction):
    """Number of a location's border in a direction; two locations share it (H7)."""
    if direction == Direction.EAST:
        return 2 * location
    if direction == Direction.SOUTH:
        return 2 * location + 1
    if direction == Direction.WEST:
        return 2 * (location - 1)
    return 2 * (location - MOST_FIELD) + 1


@njit
def is_barred(battle, location, direction):
    """Whether an unbroken structural barrier closes a border (H9, H150)."""
    return battle.borders[border_of(location, direction)].toughness > 0


@njit
def has_room_to_cross(battle, border):
    """Whether the limit of a border lets one more fighter cross (H148, RH54)."""
    limit = battle.borders[border].limit
    return limit == 0 or battle.borders[border].crossed < limit


@njit
def count_crossing(battle, border, actor):
    """Count a crossing of a border; the first crosser starts the count (H148)."""
    it = battle.borders[border]
    if it.limit == 0:
        return
    if it.crossed == 0:
        it.first = actor
    it.crossed += 1


@njit
def reset_limits(battle, actor):
    """Reset the counts that a fighter has started, at the start of its turn (H148)."""
    if battle.plain:
        return
    for border in range(BORDERS):
        it = battle.borders[border]
        if it.first == actor:
            it.first = NOBODY
            it.crossed = 0


@njit
def break_barrier(battle, border):
    """Break or open a barrier: the border can be crossed (H150, H174)."""
    battle.borders[border].toughness = 0
    battle.borders[border].height = 0


# --- Heights (H151, H152) -------------------------------------------------------------------------


@njit
def floor_of(battle, location):
    """Height of the ground of a location (H151)."""
    return battle.locations[location].floor


@njit
def barrier_top(battle, location, direction):
    """Height at which a barrier can be climbed over, -1 of any other (H174)."""
    border = battle.borders[border_of(location, direction)]
    if border.toughness <= 0 or border.height <= 0 or border.climb < 0:
        return NONE
    other = neighbour(battle, location, direction)
    return max(floor_of(battle, location), floor_of(battle, other)) + border.height


@njit
def with_height(location, height):
    """A location and a height in it as one number, of which the narrator tells (H6, H151)."""
    return np.int64(location) + LOCATIONS * np.int64(height)


@njit
def is_walkable_height(rise):
    """Whether a difference of height can be walked, without a climb or jump (H151, H152)."""
    return abs(rise) <= WALKED_HEIGHT


@njit
def turns_to_rise(rise):
    """Turns to get up a height: one for each height climbed, none to walk or go down (H55)."""
    return rise if rise > WALKED_HEIGHT else 0


@njit
def is_walkable(battle, location, height, direction):
    """Whether a border can be walked across from a height: no wall, no climb (H7, H150 to H152).

    Limits and crossing challenges do not matter here.
    """
    other = neighbour(battle, location, direction)
    if other == NONE:
        return False
    if battle.plain:
        return True
    if is_barred(battle, location, direction):
        return False
    return is_walkable_height(floor_of(battle, other) - height)


# --- Distance (H55, RH48) -------------------------------------------------------------------------


@njit
def step_turns(battle, location, height, direction):
    """Turns to cross a border from a height: 1, and each height to climb (H55, RH48).

    Over a barrier that can be climbed, up to its crest; none through or over any other.
    """
    other = neighbour(battle, location, direction)
    if other == NONE:
        return FAR
    if not is_barred(battle, location, direction):
        return 1 + turns_to_rise(floor_of(battle, other) - height)
    crest = barrier_top(battle, location, direction)
    return FAR if crest == NONE else 1 + turns_to_rise(crest - height)


@njit
def relax_location(battle, turns, location, height):
    """Shorten the distances of a location's neighbours; return the longest new one, 0 if none."""
    longest = 0
    for direction in range(DIRECTIONS):
        step = step_turns(battle, location, height, direction)
        if step < FAR:
            other = neighbour(battle, location, direction)
            if turns[other] > turns[location] + step:
                turns[other] = turns[location] + step
                longest = max(longest, turns[other])
    return longest


@njit
def measure_distances(battle, turns, location, height, goal=NONE):
    """Write the distance of each location from a height in one of them (H55, RH48).

    With a `goal`, a location, only distances up to that of the goal are final.
    """
    for other in range(LOCATIONS):
        turns[other] = FAR
    turns[location] = 0
    longest = relax_location(battle, turns, location, height)
    near = 1
    while near <= longest and (goal == NONE or turns[goal] > near):
        for other in range(LOCATIONS):
            if turns[other] == near:
                longer = relax_location(battle, turns, other, floor_of(battle, other))
                longest = max(longest, longer)
        near += 1


@njit
def turns_to(battle, turns, location, height, other, other_height):
    """Turns to a height in another location; `turns` are the distances from the first (H55, RH48).

    The crest of a barrier is reached from both sides.
    """
    best = turns[other] + turns_to_rise(other_height - floor_of(battle, other))
    if other_height == floor_of(battle, other):
        return best
    for direction in range(DIRECTIONS):
        side = neighbour(battle, other, direction)
        if side != NONE and barrier_top(battle, other, direction) == other_height:
            start = height if side == location else floor_of(battle, side)
            best = min(best, turns[side] + 1 + turns_to_rise(other_height - start))
    return best


@njit
def distance(battle, location, height, other, other_height):
    """Fewest turns to move, climb or jump from one place to another (H55, RH48).

    FAR where barriers that cannot be climbed close every way.
    """
    if location == other:
        return turns_to_rise(other_height - height)
    if battle.plain:
        return steps_between(location, other)
    turns = scratch(1, LOCATIONS)[0]
    is_on_floor = other_height == floor_of(battle, other)
    measure_distances(battle, turns, location, height, other if is_on_floor else NONE)
    return turns_to(battle, turns, location, height, other, other_height)


@njit
def distance_between(battle, actor, target):
    """Distance from one fighter to another (H55)."""
    one, other = battle.fighters[actor], battle.fighters[target]
    return distance(
        battle,
        one.location,
        one.height,
        other.location,
        other.height,
    )
