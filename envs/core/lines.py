"""Lines between squares: what passes through which square, sight and cover.

Sets of squares and the promises about results are those of `grid.py`.
"""

from __future__ import annotations

import numpy as np

from .compile import njit
from .grid import ONE, columns_between, row

# Lines are drawn in sixteenths of a square: points slightly inside its corners are whole numbers.
SQUARE = 16
HALF = 8
CORNER = 7
# The points of a square at which missiles are aimed: its corners, slightly inside, and its centre.
POINT_X = np.array([-CORNER, -CORNER, CORNER, CORNER, 0], np.int64)
POINT_Y = np.array([-CORNER, CORNER, -CORNER, CORNER, 0], np.int64)
CENTRE = 16
ALL_POINTS = 31


@njit
def crosses_square(dx, dy, across, down):
    """Whether a line passes through the inside of a square.

    The line leads from a centre by (dx, dy) sixteenths; the square lies `across` columns and `down`
    rows from there, in the box between the ends of the line: it is enough that the line has corners
    of the square on both sides.
    """
    return 2 * abs(dx * down - dy * across) < abs(dx) + abs(dy)


@njit
def screen(low, high, x1, y1, y):
    """Columns of row y with a high obstacle or a low one that is not next to the shooter."""
    mask = row(low, y)
    if abs(y - y1) <= 1:
        mask &= ~((np.int64(7) << x1) >> 1)
    return mask | row(high, y)


@njit
def without_ends(mask, x1, y1, x2, y2, y):
    """The columns of row y without the squares of a line's two ends."""
    if y == y1:
        mask &= ~(ONE << x1)
    if y == y2:
        mask &= ~(ONE << x2)
    return mask


@njit
def points_behind(dx, dy, across, down):
    """Which points of a square an obstacle hides from the centre of another.

    Args:
        dx: columns from the one square to the other.
        dy: rows.
        across: columns from the one square to the obstacle, which lies in the box between them.
        down: rows.

    Returns:
        Bits 0 to 3 are the corners, bit 4 is the centre.
    """
    aside = abs(dx * down - dy * across) * SQUARE
    if aside >= CORNER * (abs(across) + abs(down)) + HALF * (abs(dx) + abs(dy)) + CORNER:
        return 0  # too far from the line to hide even a corner
    hidden = 0
    for point in range(5):
        point_x = SQUARE * dx + POINT_X[point]
        point_y = SQUARE * dy + POINT_Y[point]
        if crosses_square(point_x, point_y, across, down):
            hidden |= 1 << point
    return hidden


@njit
def hidden_points(low, high, x1, y1, x2, y2):
    """Which points of the target's square are hidden from the centre of the shooter's (x1, y1).

    Bits as in `points_behind`. High obstacles always hide; low ones do not if the shooter stands
    next to them and so shoots over them. The squares of both ends never count.
    """
    hidden = 0
    left = min(x1, x2)
    span = columns_between(left, max(x1, x2))
    for y in range(min(y1, y2), max(y1, y2) + 1):
        mask = screen(low, high, x1, y1, y) & span
        mask = without_ends(mask, x1, y1, x2, y2, y) >> left
        across = left - x1
        while mask != 0:
            if mask & ONE == 1:
                hidden |= points_behind(x2 - x1, y2 - y1, across, y - y1)
            mask >>= 1
            across += 1
    return hidden


@njit
def line_is_clear(rows, x1, y1, x2, y2):
    """Whether the line between two centres passes through no obstacle (touching is passing by).

    The squares of both ends never count.
    """
    x1, y1, x2, y2 = np.int64(x1), np.int64(y1), np.int64(x2), np.int64(y2)
    left = min(x1, x2)
    span = columns_between(left, max(x1, x2))
    for y in range(min(y1, y2), max(y1, y2) + 1):
        mask = without_ends(row(rows, y) & span, x1, y1, x2, y2, y) >> left
        across = left - x1
        while mask != 0:
            if mask & ONE == 1 and crosses_square(x2 - x1, y2 - y1, across, y - y1):
                return False
            mask >>= 1
            across += 1
    return True


@njit
def corners_obstructed(low, high, x1, y1, x2, y2):
    """Number of the target's four corners, 0 to 4, hidden from the centre of the shooter's square.

    The shooter is in (x1, y1); see `hidden_points`.
    """
    x1, y1, x2, y2 = np.int64(x1), np.int64(y1), np.int64(x2), np.int64(y2)
    hidden = hidden_points(low, high, x1, y1, x2, y2)
    return (hidden & 1) + (hidden >> 1 & 1) + (hidden >> 2 & 1) + (hidden >> 3 & 1)


@njit
def has_line(high, x1, y1, x2, y2):
    """Whether the target's centre or one of its corners at least is seen past high obstacles."""
    x1, y1, x2, y2 = np.int64(x1), np.int64(y1), np.int64(x2), np.int64(y2)
    return hidden_points(high, high, x1, y1, x2, y2) != ALL_POINTS
