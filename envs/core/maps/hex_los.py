"""Lines between hexes: which hexes a line passes through, and line of sight.

A line leads from centre to centre, as in `square_los.py`. It passes through every hex whose
interior it touches, however little. (Cube interpolation, as in "Line drawing" of Red Blob Games,
"Hexagonal Grids", takes one hex a step and omits hexes of which the line cuts off only a corner.)
Two cases need a definition:

* A line that only touches a corner of a hex does not pass through it.
* A line along the edge between two hexes passes through neither, but is blocked if both are
  obstacles: nobody sees through a wall of adjacent hexes. There is no obstacle beyond the map.

The result is the same in both directions. Sets of hexes and the exactness of results: see
`hex_grid.py`.
"""

from __future__ import annotations

import numpy as np

from ..compiler.compile import njit
from .hex_grid import (
    DQ,
    DR,
    FARTHEST,
    HEX_SIDES,
    axial_column,
    hex_direction,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
    offset_column,
    turned,
)
from .square_grid import ROWS, columns_between, is_obstacle, row
from .square_los import without_ends


def _passed(dq: np.ndarray, dr: np.ndarray, r: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and last axial column that a line passes through in row r below its start.

    The line leads from the start by (dq, dr). It passes through the hex q axial columns and r rows
    away if that hex has corners on both sides of the line. The corners, times 3, are (2, -1), (1,
    1), (-1, 2) and their opposites, so the condition is 3 * abs(dr * q - dq * r) < breadth. The hex
    must also lie between the ends: 2 * q + r, in half columns, is between 0 and 2 * dq + dr.
    """
    across, ds = 2 * dq + dr, -dq - dr
    first = (np.minimum(0, across) - r + 1) >> 1
    last = (np.maximum(0, across) - r) >> 1
    breadth = np.maximum(np.maximum(dq, dr), ds) - np.minimum(np.minimum(dq, dr), ds)
    slope = 3 * np.maximum(1, dr)  # in a horizontal line only the ends count
    least, most = (3 * dq * r - breadth) // slope + 1, (3 * dq * r + breadth - 1) // slope
    first, last = (
        np.where(dr > 0, np.maximum(first, least), first),
        np.where(dr > 0, np.minimum(last, most), last),
    )
    return np.array(first, np.int8, order="C"), np.array(last, np.int8, order="C")


FIRST, LAST = _passed(*np.mgrid[-FARTHEST : FARTHEST + 1, :ROWS, :ROWS].swapaxes(1, 2))
"""First and last axial column, relative to the start, that a line passes through in a row: `[dq +
FARTHEST, dr, row]`."""


def _last_sides(down: int, across: int) -> tuple[int, int]:
    """Masks of sides by which a line enters a hex, by the offset back to its start.

    The first mask has the neighbours that the line passes through, the second one the two
    neighbours along whose common edge it runs.
    """
    steps = max(abs(across), abs(down), abs(across + down))
    if steps < 2:
        return 0, 0
    slopes = (across - down, 2 * down + across, 2 * across + down)
    apart = [DQ[side] * down - DR[side] * across for side in range(HEX_SIDES)]
    ahead = [(2 * DQ[s] + DR[s]) * across + (2 * DR[s] + DQ[s]) * down for s in range(HEX_SIDES)]
    if 0 in slopes:
        return 0, sum(1 << s for s in range(HEX_SIDES) if ahead[s] > steps)
    breadth = max(across, down, -across - down) - min(across, down, -across - down)
    return sum(1 << s for s in range(HEX_SIDES) if ahead[s] > 0 and 3 * abs(apart[s]) < breadth), 0


LAST_SIDES, LAST_PAIR = (
    np.array(
        [
            [_last_sides(down, across) for across in range(-FARTHEST, FARTHEST + 1)]
            for down in range(1 - ROWS, ROWS)
        ],
        np.int8,
    )
    .transpose(2, 0, 1)
    .copy()
)
"""By the offset in rows and axial columns from a hex back to a line's start: the mask of the sides
on whose neighbours the line passes through, and of the two neighbours between which it enters the
hex."""


@njit
def columns_on_line(x1, y1, x2, y2, y):
    """Mask of the columns of row y that the line passes through; (x1, y1) is the upper end."""
    q = axial_column(x1, y1)
    dq, dr, r = axial_column(x2, y2) - q + FARTHEST, y2 - y1, y - y1
    first, last = np.int64(FIRST[dr, dq, r]), np.int64(LAST[dr, dq, r])
    return columns_between(offset_column(q + first, y), offset_column(q + last, y))


@njit
def runs_between_two(rows, x1, y1, x2, y2):
    """Whether the line between two centres runs along an edge with an obstacle on both sides."""
    dq, dr = axial_column(x2, y2) - axial_column(x1, y1), y2 - y1
    ds = -dq - dr
    if dq != dr and dr != ds and ds != dq:
        return False
    right = hex_direction(x1, y1, x2, y2)
    left = turned(right, -1)
    for _ in range(hex_distance(x1, y1, x2, y2) // 2):
        right_x, right_y = hex_neighbour_x(x1, y1, right), hex_neighbour_y(y1, right)
        left_x, left_y = hex_neighbour_x(x1, y1, left), hex_neighbour_y(y1, left)
        if is_obstacle(rows, right_x, right_y) and is_obstacle(rows, left_x, left_y):
            return True
        x1, y1 = hex_neighbour_x(right_x, right_y, left), hex_neighbour_y(right_y, left)
    return False


@njit
def comes_in_by(sides, from_x, from_y, x, y):
    """Whether a line to the hex (x, y) passes through a neighbour on one of the sides.

    A line along the edge between two neighbours counts only if `sides` contains both.
    """
    down = from_y - y + ROWS - 1
    across = axial_column(from_x, from_y) - axial_column(x, y) + FARTHEST
    pair = LAST_PAIR[down, across]
    return sides & LAST_SIDES[down, across] != 0 or (pair != 0 and sides & pair == pair)


@njit
def hex_line_is_clear(rows, x1, y1, x2, y2):
    """Whether no obstacle blocks the line between two centres.

    The line is blocked if it passes through an obstacle or along the edge between two. The hexes of
    both ends never block; beyond 32 x 16 there is no obstacle.
    """
    x1, y1, x2, y2 = x1, y1, x2, y2
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    near = columns_between(min(x1, x2) - 1, max(x1, x2) + 1)
    is_any_near = False
    for y in range(y1, y2 + 1):
        mask = row(rows, y) & near
        if mask != 0:
            is_any_near = True
            mask = without_ends(mask, x1, y1, x2, y2, y)
            if mask != 0 and mask & columns_on_line(x1, y1, x2, y2, y) != 0:
                return False
    return not is_any_near or not runs_between_two(rows, x1, y1, x2, y2)
