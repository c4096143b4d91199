"""Lines between hexes: what passes through which hex, and sight.

A line is a ruler from centre to centre, as in `lines.py`: it meets every hex whose inside it passes
through, however little. (Cube interpolation, as in "Line drawing" of Red Blob Games, "Hexagonal
Grids", takes one hex a step and so leaves out hexes of which it cuts off only a corner.) Two things
must be told:

* A line that touches only a corner of a hex passes it by.
* A line that runs along the edge between two hexes passes between them, unless both are obstacles:
  else one could look through a wall of hexes that stand side by side. Beyond the map is none.

Either end may be the first. Sets of hexes and the promises about results are those of `hexes.py`.
"""

from __future__ import annotations

import numpy as np

from .compile import njit
from .grid import columns_between, is_obstacle, row, set_row
from .hexes import (
    axial_column,
    hex_direction,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
    offset_column,
    turned,
)
from .lines import without_ends


@njit
def columns_on_line(x1, y1, x2, y2, y):
    """Columns of a row whose hexes the line passes through, as a mask; (x1, y1) is not below.

    From the start, the hex q axial columns and r rows away is passed through if it has corners on
    both sides of the line, which leads by (dq, dr). The corners, times 3, are (2, -1), (1, 1),
    (-1, 2) and their opposites, so that this is 3 * abs(dr * q - dq * r) < breadth. And it must lie
    between the ends, in half columns: 2 * q + r between 0 and 2 * dq + dr.
    """
    dq, dr = axial_column(x2, y2) - axial_column(x1, y1), y2 - y1
    r = y - y1
    across = 2 * dq + dr
    first = (min(0, across) - r + 1) >> 1
    last = (max(0, across) - r) >> 1
    if dr > 0:
        breadth = max(dq, dr, -dq - dr) - min(dq, dr, -dq - dr)
        first = max(first, (3 * dq * r - breadth) // (3 * dr) + 1)
        last = min(last, (3 * dq * r + breadth - 1) // (3 * dr))
    q = axial_column(x1, y1)
    return columns_between(offset_column(q + first, y), offset_column(q + last, y))


@njit
def add_line(rows, x1, y1, x2, y2):
    """Put the hexes whose inside the line between two centres passes through into the set.

    Its ends are among them; of hexes between which it runs along an edge there is none.
    """
    x1, y1, x2, y2 = np.int64(x1), np.int64(y1), np.int64(x2), np.int64(y2)
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    for y in range(y1, y2 + 1):
        set_row(rows, y, row(rows, y) | columns_on_line(x1, y1, x2, y2, y))


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
def hex_line_is_clear(rows, x1, y1, x2, y2):
    """Whether the line between two centres passes through no obstacle and not between two.

    The hexes of both ends never count; beyond 32 x 16 there is no obstacle.
    """
    x1, y1, x2, y2 = np.int64(x1), np.int64(y1), np.int64(x2), np.int64(y2)
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    near = columns_between(min(x1, x2) - 1, max(x1, x2) + 1)
    is_any_near = False
    for y in range(y1, y2 + 1):
        mask = without_ends(row(rows, y), x1, y1, x2, y2, y) & near
        if mask != 0:
            is_any_near = True
            if mask & columns_on_line(x1, y1, x2, y2, y) != 0:
                return False
    return not is_any_near or not runs_between_two(rows, x1, y1, x2, y2)
