"""Lines between squares: which squares a line passes through, line of sight and cover.

Sets of squares and the exactness of results: see `square_grid.py`.
"""

from __future__ import annotations

import numpy as np

from ..compiler.bits import lowest_bit
from ..compiler.compile import njit
from .square_grid import COLUMNS, FULL_ROW, ONE, ROWS, columns_between, row

# The unit of lines is a sixteenth of a square, in which points near its corners are whole numbers.
SQUARE = 16
CORNER = 7
# Missiles are aimed at five points of a square: slightly inside its corners, and its centre.
POINT_X = np.array([-CORNER, -CORNER, CORNER, CORNER, 0], np.int64)
POINT_Y = np.array([-CORNER, CORNER, -CORNER, CORNER, 0], np.int64)
POINTS = 5
ALL_POINTS = 31


@njit
def crosses_square(dx, dy, across, down):
    """Whether a line passes through the interior of a square.

    The line leads from a centre by (dx, dy) sixteenths. The square lies `across` columns and `down`
    rows from there, inside the bounding box of the line, so it suffices that the line has corners
    of the square on both sides.
    """
    return 2 * abs(dx * down - dy * across) < abs(dx) + abs(dy)


@njit
def screen(low, high, x1, y1, y):
    """Mask of the columns of row y with an obstacle that can hide a target.

    High obstacles always can, low ones only if they are not next to the shooter at (x1, y1).
    """
    mask = row(low, y)
    if abs(y - y1) <= 1:
        mask &= ~((np.int64(7) << x1) >> 1)
    return mask | row(high, y)


@njit
def without_ends(mask, x1, y1, x2, y2, y):
    """The mask of row y without the squares of a line's two ends."""
    if y == y1:
        mask &= ~(ONE << x1)
    if y == y2:
        mask &= ~(ONE << x2)
    return mask


@njit
def points_behind(dx, dy, across, down):
    """Mask of the points of a target's square that an obstacle hides from the shooter's centre.

    Args:
        dx: columns from the shooter's square to the target's.
        dy: rows from the shooter's square to the target's.
        across: columns from the shooter's square to the obstacle, which lies in the box between.
        down: rows from the shooter's square to the obstacle.

    Returns:
        Bits 0 to 3 for the corners, bit 4 for the centre.
    """
    hidden = 0
    for point in range(POINTS):
        point_x = SQUARE * dx + POINT_X[point]
        point_y = SQUARE * dy + POINT_Y[point]
        if crosses_square(point_x, point_y, across, down):
            hidden |= 1 << point
    return hidden


def squares_that_hide() -> np.ndarray:
    """For every line, the squares that hide a point of its target: int32 `[16, 63, 16]`.

    The indices are `abs(dy)` and `dx + 31` of the line, and the rows from the shooter. An entry is
    a mask of columns, with the shooter in column 0 of a line that leads east, in column 31 of one
    that leads west.
    """
    dy, dx, down, bit = np.ogrid[:ROWS, 1 - COLUMNS : COLUMNS, :ROWS, :COLUMNS]
    across = np.where(dx < 0, bit + 1 - COLUMNS, bit)
    is_end = (across == 0) & (down == 0) | (across == dx) & (down == dy)
    is_between = (down <= dy) & (abs(across) <= abs(dx)) & ~is_end
    hides = np.zeros(is_between.shape, np.bool_)
    for point_x, point_y in zip(POINT_X, POINT_Y, strict=True):
        to_x, to_y = SQUARE * dx + point_x, SQUARE * dy + point_y
        hides |= 2 * abs(to_x * down - to_y * across) < abs(to_x) + abs(to_y)
    masks = ((hides & is_between) << bit).sum(axis=-1)
    return masks.astype(np.uint32).view(np.int32)


HIDING = squares_that_hide()


@njit
def hiding_columns(dx, dy, x1, down):
    """Mask of the columns in which an obstacle `down` rows from the shooter hides something.

    The shooter is in column x1.
    """
    columns = np.int64(HIDING[abs(dy), dx + COLUMNS - 1, down]) & FULL_ROW
    return columns >> (COLUMNS - 1 - x1) if dx < 0 else columns << x1


@njit
def is_box_empty(low, high, x1, y1, x2, y2):
    """Whether the bounding box of two squares contains no square of two sets.

    Then nothing is hidden; this test is cheap and comes first.
    """
    seen = 0
    for y in range(min(y1, y2), max(y1, y2) + 1):
        seen |= row(low, y) | row(high, y)
    return seen & ((ONE << (max(x1, x2) + 1)) - (ONE << min(x1, x2))) == 0


@njit
def hidden_points(low, high, x1, y1, x2, y2):
    """Mask of the points of the target's square hidden from the shooter's centre (x1, y1).

    Bits 0 to 4 are those of `points_behind`; bits 5 to 9 are the points that high obstacles alone
    hide. High obstacles always hide. Low obstacles do not if the shooter stands next to them and
    shoots over them. The squares of both ends never hide anything.
    """
    dx, dy = x2 - x1, y2 - y1
    hidden = 0
    if abs(dx) + abs(dy) <= 1:  # neighbours
        return hidden
    span = columns_between(min(x1, x2), max(x1, x2))
    for down in range(abs(dy) + 1):
        y = y1 + down if dy > 0 else y1 - down
        mask = screen(low, high, x1, y1, y) & span
        if mask == 0:  # in most rows
            continue
        mask &= hiding_columns(dx, dy, x1, down)
        while mask != 0:
            column = lowest_bit(mask)
            points = points_behind(dx, dy, column - x1, y - y1)
            hidden |= points | (points << POINTS) * (row(high, y) >> column & 1)
            mask &= mask - 1
    return hidden


@njit
def corners_of(hidden):
    """Number of corners, 0 to 4, in a mask of hidden points."""
    return (hidden & 1) + (hidden >> 1 & 1) + (hidden >> 2 & 1) + (hidden >> 3 & 1)


@njit
def line_is_clear(rows, x1, y1, x2, y2):
    """Whether the line between two centres passes through no obstacle; it may touch corners.

    The squares of both ends never count.
    """
    x1, y1, x2, y2 = x1, y1, x2, y2
    span = columns_between(min(x1, x2), max(x1, x2))
    for y in range(min(y1, y2), max(y1, y2) + 1):
        mask = without_ends(row(rows, y) & span, x1, y1, x2, y2, y)
        while mask != 0:
            if crosses_square(x2 - x1, y2 - y1, lowest_bit(mask) - x1, y - y1):
                return False
            mask &= mask - 1
    return True


@njit
def corners_obstructed(low, high, x1, y1, x2, y2):
    """Number of the target's four corners, 0 to 4, hidden from the centre of the shooter's square.

    The shooter is in (x1, y1); see `hidden_points`.
    """
    x1, y1, x2, y2 = x1, y1, x2, y2
    return corners_of(hidden_points(low, high, x1, y1, x2, y2))


@njit
def corners_in_line(low, high, x1, y1, x2, y2):
    """Number of the target's hidden corners, 0 to 4; -1 if high obstacles hide all its points."""
    x1, y1, x2, y2 = x1, y1, x2, y2
    hidden = hidden_points(low, high, x1, y1, x2, y2)
    return -1 if hidden >> POINTS == ALL_POINTS else corners_of(hidden)


@njit
def has_line(high, x1, y1, x2, y2):
    """Whether high obstacles leave the target's centre or one of its corners visible."""
    x1, y1, x2, y2 = x1, y1, x2, y2
    return hidden_points(high, high, x1, y1, x2, y2) >> POINTS != ALL_POINTS
