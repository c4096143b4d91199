"""Geometry of squares: distance, sets of squares and paths.

A map has at most 32 columns and 16 rows; x grows eastwards, y southwards. A set of squares is an
array of 16 row masks (``rows``): bit x of ``rows[y]`` says that square (x, y) belongs to it. The
array can have any integer type of 32 bits or more. Every function here reads a row with `row`, so
that the sign bit of an ``i4`` is column 31 and nothing else.

Nothing here is a rule of a book. All results are exact integers, the same compiled and interpreted,
and the same on a mirrored map (except for the choice among equally good paths).
"""

from __future__ import annotations

import numpy as np

from ..compiler.bits import lowest_bit
from ..compiler.compile import njit

COLUMNS = 32
ROWS = 16
WAVES = 40  # the longest path of `walk` in steps, with scratch space of WAVES + 1 waves

# The 8 neighbours, clockwise from north.
NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)
ALL_DIRECTIONS = 255
COMPASS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
DX = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)
DY = np.array([-1, -1, 0, 1, 1, 1, 0, -1], np.int64)

# Mask of directions by a mask of the 3 x 3 squares around one, numbered by rows from north-west.
_SQUARE_OF_SIDE = [(dy + 1) * 3 + dx + 1 for dx, dy in zip(DX, DY, strict=True)]
DIRECTIONS = np.array(
    [
        sum((nine >> at & 1) << side for side, at in enumerate(_SQUARE_OF_SIDE))
        for nine in range(512)
    ],
    np.int64,
)

# By the offset between two squares in rows and columns: masks of the directions in which a step
# increases, or decreases, their distance.
_DOWN, _ACROSS = np.mgrid[1 - ROWS : ROWS, 1 - COLUMNS : COLUMNS]
_CHANGES = [
    np.maximum(abs(_ACROSS - dx), abs(_DOWN - dy)) - np.maximum(abs(_ACROSS), abs(_DOWN))
    for dx, dy in zip(DX, DY, strict=True)
]
FARTHER = sum((change > 0) << side for side, change in enumerate(_CHANGES)).astype(np.int16)
NEARER = sum((change < 0) << side for side, change in enumerate(_CHANGES)).astype(np.int16)

ONE = np.int64(1)
FULL_ROW = np.int64(0xFFFFFFFF)
_SIGN = np.int64(0x80000000)


# --- Distance and direction -----------------------------------------------------------------------


@njit
def distance(x1, y1, x2, y2):
    """Number of steps between two squares on an empty map: the larger of the two differences."""
    return max(abs(x1 - x2), abs(y1 - y2))


@njit
def squared_length(x1, y1, x2, y2):
    """Square of the straight distance between the centres of two squares."""
    dx = x2 - x1
    dy = y2 - y1
    return dx * dx + dy * dy


@njit
def direction(x1, y1, x2, y2):
    """The direction, 0 to 7, that points most nearly to the second square; -1 if both are equal."""
    dx = x2 - x1
    dy = y2 - y1
    if dx == 0 and dy == 0:
        return -1
    both = (abs(dx) + abs(dy)) * (abs(dx) + abs(dy))
    if both < 2 * dx * dx:  # within 22.5 degrees of the horizontal
        return EAST if dx > 0 else WEST
    if both < 2 * dy * dy:  # within 22.5 degrees of the vertical
        return SOUTH if dy > 0 else NORTH
    if dx > 0:
        return SOUTH_EAST if dy > 0 else NORTH_EAST
    return SOUTH_WEST if dy > 0 else NORTH_WEST


@njit
def farther_directions(x1, y1, x2, y2):
    """Mask of the directions in which a step from the first square leaves the second."""
    return np.int64(FARTHER[y2 - y1 + ROWS - 1, x2 - x1 + COLUMNS - 1])


@njit
def nearer_directions(x1, y1, x2, y2):
    """Mask of the directions in which a step from the first square approaches the second."""
    return np.int64(NEARER[y2 - y1 + ROWS - 1, x2 - x1 + COLUMNS - 1])


@njit
def is_on_map(x, y, width, height):
    """Whether the square lies on a map of this width and height."""
    return 0 <= x and x < width and 0 <= y and y < height


@njit
def squares_to_edge(x, y, side, width, height):
    """Number of squares from (x, y) in a direction up to the edge of the map."""
    room = COLUMNS
    if DX[side] != 0:
        room = width - 1 - x if DX[side] > 0 else x
    if DY[side] != 0:
        room = min(room, height - 1 - y if DY[side] > 0 else y)
    return room


# --- Sets of squares ------------------------------------------------------------------------------


@njit
def row(rows, y):
    """Mask of the columns of row y that belong to the set: 32 bits, never negative."""
    return rows[y] & FULL_ROW


@njit
def set_row(rows, y, mask):
    """Store a mask as row y of the set, whatever integer type the set has."""
    rows[y] = ((mask + _SIGN) & FULL_ROW) - _SIGN


@njit
def has_square(rows, x, y):
    """Whether the set contains the square, which must lie within 32 x 16."""
    return (row(rows, y) >> x) & ONE == 1


@njit
def is_obstacle(rows, x, y):
    """Whether the set of obstacles contains the square; beyond 32 x 16 there are none."""
    return is_on_map(x, y, COLUMNS, ROWS) and has_square(rows, x, y)


@njit
def add_square(rows, x, y):
    """Add the square to the set."""
    set_row(rows, y, row(rows, y) | (ONE << x))


@njit
def remove_square(rows, x, y):
    """Remove the square from the set."""
    set_row(rows, y, row(rows, y) & ~(ONE << x))


@njit
def clear(rows):
    """Remove all squares from the set."""
    for y in range(ROWS):
        rows[y] = 0


@njit
def is_empty(rows):
    """Whether the set contains no square."""
    for y in range(ROWS):
        if rows[y] != 0:
            return False
    return True


@njit
def columns_between(first, last):
    """Mask of the columns from `first` to `last` that lie within the 32 columns."""
    left = max(0, first)
    right = min((COLUMNS - 1), last)
    if left > right:
        return 0
    return ((ONE << (right - left + 1)) - 1) << left


@njit
def three_squares(mask, x):
    """Columns x - 1, x and x + 1 of a row mask as 3 bits; 0 beyond the 32 columns."""
    return ((mask << ONE) >> x) & 7


@njit
def fill_map(rows, width, height):
    """Make the set contain exactly the squares of a map of this size."""
    for y in range(ROWS):
        set_row(rows, y, columns_between(0, width - 1) if y < height else 0)


@njit
def remove_rows(rows, others):
    """Remove all squares of another set from the set."""
    for y in range(ROWS):
        set_row(rows, y, row(rows, y) & ~row(others, y))


@njit
def write_common(rows, others, common):
    """Write the intersection of two sets into a third; return whether it is not empty."""
    is_any = False
    for y in range(ROWS):
        both = row(rows, y) & row(others, y)
        is_any = is_any or both != 0
        set_row(common, y, both)
    return is_any


@njit
def add_within(rows, x, y, radius):
    """Add all squares at most `radius` steps from (x, y) and within 32 x 16 to the set."""
    mask = columns_between(x - radius, x + radius)
    for near in range(max(0, y - radius), min(ROWS, y + radius + 1)):
        set_row(rows, near, row(rows, near) | mask)


# --- Paths ----------------------------------------------------------------------------------------


@njit
def spread(free, reached, grown):
    """Write `reached` and its free neighbours into `grown`; return whether any is new."""
    above = 0
    here = row(reached, 0)
    is_larger = False
    for y in range(ROWS):
        below = row(reached, y + 1) if y + 1 < ROWS else 0
        band = above | here | below
        wider = here | ((band | (band << 1) | (band >> 1)) & row(free, y))
        is_larger = is_larger or wider != here
        set_row(grown, y, wider)
        above = here
        here = below
    return is_larger


@njit
def touches(rows, x, y):
    """Whether the set contains one of the 8 neighbours of (x, y)."""
    around = three_squares(row(rows, y), x) & 5
    if y > 0:
        around |= three_squares(row(rows, y - 1), x)
    if y + 1 < ROWS:
        around |= three_squares(row(rows, y + 1), x)
    return around != 0


@njit
def flood(free, targets, x, y, waves):
    """Fill wave k with the squares at most k steps from a target, until a wave touches (x, y).

    Args:
        free: Squares that can be passed.
        targets: Squares to go to; those that are not free do not count.
        x: Column of the square to reach.
        y: Row of the square to reach.
        waves: Array `[W, 16]` of row masks, overwritten.

    Returns:
        The number of the wave that touches (x, y), -1 if none of the W waves does.
    """
    for line in range(ROWS):
        set_row(waves[0], line, row(targets, line) & row(free, line))
    for wave in range(waves.shape[0]):
        if touches(waves[wave], x, y):
            return wave
        if wave + 1 == waves.shape[0] or not spread(free, waves[wave], waves[wave + 1]):
            return -1
    return -1


@njit
def squared_length_to_nearest(rows, x, y):
    """Square of the straight distance from (x, y) to the nearest square of a set."""
    nearest = COLUMNS * COLUMNS * 2
    for row_y in range(ROWS):
        mask = row(rows, row_y)
        while mask != 0:
            nearest = min(nearest, squared_length(x, y, lowest_bit(mask), row_y))
            mask &= mask - 1
    return nearest


@njit
def best_step(wave, targets, x, y):
    """Direction of the neighbour in the wave that is nearest to a target in a straight line."""
    best = -1
    shortest = 0
    for side in range(8):
        if is_obstacle(wave, x + DX[side], y + DY[side]):
            length = squared_length_to_nearest(targets, x + DX[side], y + DY[side])
            if best < 0 or length < shortest:
                best = side
                shortest = length
    return best


@njit
def walk(free, targets, x, y, limit, path_x, path_y, waves):
    """Write the first steps of a shortest path from (x, y) to a target; return their number.

    Every step is a king's move into a free square; (x, y) itself need not be free. Of equally short
    paths it is the one whose next square is nearest to a target in a straight line, then the one
    with the lowest direction. A caller whose fighter may pass squares but not stop in them shortens
    the path with `last_stop` afterwards.

    Args:
        free: Squares that can be passed, row masks `[16]`.
        targets: Squares to go to, row masks `[16]`; those that are not free do not count.
        x: Column to start from.
        y: Row to start from.
        limit: Number of steps at most, no more than `path_x` and `path_y` can hold.
        path_x: Columns of the path without the start, written in place.
        path_y: Rows of the path without the start, written in place.
        waves: Scratch, int64 `[WAVES + 1, 16]`; fewer waves find only shorter paths.

    Returns:
        The number of squares written; 0 if (x, y) is a target or no target can be reached.
    """
    x, y = x, y
    if is_obstacle(targets, x, y):
        return 0
    wave = flood(free, targets, x, y, waves)
    steps = min(wave + 1, limit)
    for step in range(steps):
        side = best_step(waves[wave - step], waves[0], x, y)
        x += DX[side]
        y += DY[side]
        path_x[step] = x
        path_y[step] = y
    return steps


@njit
def last_stop(taken, path_x, path_y, length):
    """Length of the longest part of a path, from its start, that ends in a square not taken.

    0 if there is none.
    """
    for steps in range(length, 0, -1):
        if not has_square(taken, path_x[steps - 1], path_y[steps - 1]):
            return steps
    return 0
