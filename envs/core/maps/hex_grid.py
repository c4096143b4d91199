"""Geometry of hexes: distance, directions, angles and sets of hexes.

Hexes have a corner at the top and lie in rows, odd rows half a hex farther to the right ("odd-r").
A map has at most 32 columns and 16 rows; x grows eastwards, y southwards. A set of hexes is an
array of 16 row masks as in `square_grid.py`, whose functions for sets of squares also work for
hexes.

Computations use axial coordinates: r is the row, and q is the column on a map where each row is
shifted by half a hex to the right of the row above. With s = -q - r they are cube coordinates, and
a step changes two of them by 1. See Red Blob Games, "Hexagonal Grids",
https://www.redblobgames.com/grids/hexagons/ (coordinates, distances, rotation, range).

Nothing here is a rule of a book. All results are exact integers, the same compiled and interpreted.
They are also the same after a symmetry of the map: half a turn on a map with an even number of
rows, a reflection top to bottom on a map with an odd number. Functions whose choice among equal
results breaks this symmetry say so.
"""

from __future__ import annotations

import numpy as np

from ..compiler.bits import lowest_bit
from ..compiler.compile import njit
from .square_grid import COLUMNS, ROWS, columns_between, row, set_row, three_squares

HEX_SIDES = 6

# The 6 neighbours, clockwise from north-east.
NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST = range(HEX_SIDES)
HEX_COMPASS = ("north-east", "east", "south-east", "south-west", "west", "north-west")
DX = np.array([[0, 1, 0, -1, -1, -1], [1, 1, 1, 0, -1, 0]], np.int64)  # in even rows, in odd rows
DY = np.array([-1, 0, 1, 1, 0, -1], np.int64)
DQ = np.array([1, 1, 0, -1, -1, 0], np.int64)
DR = DY

# By the offset between two hexes in rows and axial columns: masks of the sides on which a step
# increases, or decreases, their distance.
FARTHEST = COLUMNS + ROWS // 2 - 1
_DOWN, _ACROSS = np.mgrid[1 - ROWS : ROWS, -FARTHEST : FARTHEST + 1]


def _steps(across: np.ndarray, down: np.ndarray) -> np.ndarray:
    return np.maximum(np.maximum(abs(across), abs(down)), abs(across + down))


_CHANGES = [
    _steps(_ACROSS - dq, _DOWN - dr) - _steps(_ACROSS, _DOWN) for dq, dr in zip(DQ, DR, strict=True)
]
FARTHER = sum((change > 0) << side for side, change in enumerate(_CHANGES)).astype(np.int8)
NEARER = sum((change < 0) << side for side, change in enumerate(_CHANGES)).astype(np.int8)

# By the same offset: the side that points most nearly along it (`hex_direction`), -1 if it is 0.
_PROGRESS = [
    2 * (_ACROSS * dq + _DOWN * dr) + _ACROSS * dr + _DOWN * dq
    for dq, dr in zip(DQ, DR, strict=True)
]
MAIN_SIDE = np.full(_DOWN.shape, -1, np.int8)
for _side in range(HEX_SIDES):
    _before, _after = _PROGRESS[_side - 1], _PROGRESS[(_side + 1) % HEX_SIDES]
    MAIN_SIDE[(_PROGRESS[_side] >= _before) & (_PROGRESS[_side] > _after)] = _side

# The sides of a hex as a mask, by which of the two hexes above it, of the two below it, and of the
# three in its row belong to a set.
SIDES_ABOVE = np.array([0, 1 << NORTH_WEST, 1 << NORTH_EAST, 1 << NORTH_WEST | 1 << NORTH_EAST])
SIDES_BELOW = np.array([0, 1 << SOUTH_WEST, 1 << SOUTH_EAST, 1 << SOUTH_WEST | 1 << SOUTH_EAST])
SIDES_HERE = np.array([(three & 1) << WEST | (three >> 2) << EAST for three in range(8)])

# 4 * cos(angle) * abs(cos(angle)) for the angles 0, 30, ... 180 degrees.
SIGNED_SQUARES = np.array([4, 3, 1, 0, -1, -3, -4], np.int64)


# --- Coordinates and sides ------------------------------------------------------------------------


@njit
def axial_column(x, y):
    """Axial coordinate q of a hex; its axial coordinate r is its row."""
    return x - (y >> 1)


@njit
def offset_column(q, r):
    """Column of the hex with the axial coordinates (q, r); its row is r."""
    return q + (r >> 1)


@njit
def hex_neighbour_x(x, y, side):
    """Column of the neighbour on a side."""
    return x + DX[y & 1, side]


@njit
def hex_neighbour_y(y, side):
    """Row of the neighbour on a side."""
    return y + DY[side]


@njit
def turned(side, steps):
    """The side `steps` places clockwise of a side; counter-clockwise if `steps` is negative."""
    return (side + steps) % HEX_SIDES


# --- Distance, direction, angles ------------------------------------------------------------------


@njit
def hex_distance(x1, y1, x2, y2):
    """Number of steps between two hexes on an empty map."""
    dq = axial_column(x2, y2) - axial_column(x1, y1)
    dr = y2 - y1
    return max(abs(dq), abs(dr), abs(dq + dr))


@njit
def inner_product(q1, r1, q2, r2):
    """Inner product of two offsets in axial coordinates: twice that of the plane.

    The unit of length is a step.
    """
    return 2 * (q1 * q2 + r1 * r2) + q1 * r2 + r1 * q2


@njit
def hex_squared_length(x1, y1, x2, y2):
    """Square of the straight distance between two centres; neighbours have 1."""
    dq = axial_column(x2, y2) - axial_column(x1, y1)
    dr = y2 - y1
    return inner_product(dq, dr, dq, dr) // 2


@njit
def hex_direction(x1, y1, x2, y2):
    """The side, 0 to 5, that points most nearly to the second hex; -1 if both are the same.

    Both hexes lie within 32 x 16. A line along the edges of hexes lies between two sides. Then the
    result is the clockwise one of them, so that the reverse direction gives the opposite side. On a
    mirrored map it is the other one.
    """
    return side_by_offset(MAIN_SIDE, x1, y1, x2, y2)


@njit
def side_by_offset(table, x1, y1, x2, y2):
    """The entry of the table NEARER, FARTHER or MAIN_SIDE for the offset of two hexes."""
    dq = axial_column(x2, y2) - axial_column(x1, y1)
    return np.int64(table[y2 - y1 + ROWS - 1, dq + FARTHEST])


@njit
def nearer_sides(x1, y1, x2, y2):
    """Mask of the sides on which a step from the first hex approaches the second."""
    return side_by_offset(NEARER, x1, y1, x2, y2)


@njit
def farther_sides(x1, y1, x2, y2):
    """Mask of the sides on which a step from the first hex moves away from the second."""
    return side_by_offset(FARTHER, x1, y1, x2, y2)


@njit
def angle_is_at_least(degrees, x, y, x1, y1, x2, y2):
    """Whether the angle between two hexes, seen from a third one, is at least `degrees`.

    False if one of the two is the third hex itself, which has no direction.

    Args:
        degrees: A multiple of 30 from 0 to 180.
        x: Column of the third hex, from which the angle is seen.
        y: Its row.
        x1: Column of the first hex.
        y1: Its row.
        x2: Column of the second hex.
        y2: Its row.
    """
    q1, r1 = axial_column(x1, y1) - axial_column(x, y), y1 - y
    q2, r2 = axial_column(x2, y2) - axial_column(x, y), y2 - y
    product = inner_product(q1, r1, q2, r2)
    lengths = inner_product(q1, r1, q1, r1) * inner_product(q2, r2, q2, r2)
    # cosine = product / sqrt(lengths); a larger angle has a smaller cosine
    return lengths > 0 and 4 * product * abs(product) <= SIGNED_SQUARES[degrees // 30] * lengths


# --- Sets of hexes --------------------------------------------------------------------------------


@njit
def columns_within(x, y, radius, row_y):
    """Mask of the columns of a row whose hexes are at most `radius` steps from (x, y)."""
    q, down = axial_column(x, y), row_y - y
    if abs(down) > radius:
        return 0
    left = q + max(-radius, -radius - down)
    right = q + min(radius, radius - down)
    return columns_between(offset_column(left, row_y), offset_column(right, row_y))


@njit
def add_disc(rows, x, y, radius):
    """Add all hexes at most `radius` steps from (x, y) and within 32 x 16 to the set."""
    for row_y in range(ROWS):
        set_row(rows, row_y, row(rows, row_y) | columns_within(x, y, radius, row_y))


@njit
def sides_in(rows, x, y):
    """Mask of the sides on which the neighbour of (x, y) belongs to the set."""
    x, y = x, y
    slant = y & 1
    above = three_squares(row(rows, y - 1), x) >> slant if y > 0 else 0
    below = three_squares(row(rows, y + 1), x) >> slant if y + 1 < ROWS else 0
    here = three_squares(row(rows, y), x)
    return SIDES_ABOVE[above & 3] | SIDES_HERE[here] | SIDES_BELOW[below & 3]


@njit
def beside(above, here, below, y):
    """Mask of the columns of row y with a neighbour in one of three row masks.

    The mask can contain columns beyond 32.
    """
    slanted = above | below
    shifted = slanted >> 1 if y & 1 else slanted << 1
    return slanted | shifted | (here << 1) | (here >> 1)


@njit
def add_beside(rows, others, free):
    """Add the free neighbours of another set to the set; return whether any of them is new.

    With the same set twice, a flood fill spreads by one step.
    """
    return add_beside_between(rows, others, free, 0, ROWS - 1)


@njit
def add_beside_between(rows, others, free, first, last):
    """As `add_beside`, for the rows from `first` to `last` only."""
    above = row(others, first - 1) if first > 0 else 0
    here = row(others, first)
    is_larger = False
    for y in range(first, last + 1):
        below = row(others, y + 1) if y + 1 < ROWS else 0
        before = row(rows, y)
        wider = before | (beside(above, here, below, y) & row(free, y))
        is_larger = is_larger or wider != before
        set_row(rows, y, wider)
        above = here
        here = below
    return is_larger


@njit
def nearest_hex(rows, x, y):
    """The hex of a set with the fewest steps to (x, y) on an empty map, -1 if the set is empty.

    Hexes are numbered y * 32 + x. Of equally near hexes it is the one nearest in a straight line,
    then the one with the lowest number.
    """
    best = -1
    fewest, shortest = 0, 0
    for row_y in range(ROWS):
        mask = row(rows, row_y)
        while mask != 0:
            column = lowest_bit(mask)
            mask &= mask - 1
            steps = hex_distance(x, y, column, row_y)
            length = hex_squared_length(x, y, column, row_y)
            if best < 0 or steps < fewest or (steps == fewest and length < shortest):
                best = row_y * COLUMNS + column
                fewest, shortest = steps, length
    return best
