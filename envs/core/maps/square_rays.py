"""Rays over squares: where the squares of a set lie in the eight directions from one square.

Sets of squares and the exactness of results: see `square_grid.py`.
"""

from __future__ import annotations

import numpy as np

from ..compiler.bits import highest_bit
from ..compiler.compile import njit
from .square_grid import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    ONE,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    row,
)


@njit
def write_rays(rows, x, y, width, height, rays):
    """Write where the squares of a set lie in the eight directions from (x, y).

    Bit k of a ray is the square k + 1 steps away. The first square past the edge is set too, so the
    lowest bit of a ray is the number of squares before the first one of the set or the edge. Bits
    above it may be missing in the rays along the row.

    Args:
        rows: Set of squares.
        x: Column to start from.
        y: Row to start from.
        width: Columns of the map.
        height: Rows of the map.
        rays: int64 `[8]`, overwritten.
    """
    column, edges = np.int64(x) + 1, ONE | ONE << (width + 1)  # column 0 is west of the map
    here = row(rows, y) << 1 | edges
    rays[EAST] = here >> (column + 1)
    rays[WEST] = ONE << (column - 1 - highest_bit(here & ((ONE << column) - 1)))
    rays[NORTH_WEST], rays[NORTH], rays[NORTH_EAST] = rays_across(rows, column, y, -1, y, edges)
    rays[SOUTH_WEST], rays[SOUTH], rays[SOUTH_EAST] = rays_across(
        rows, column, y, 1, height - 1 - y, edges
    )


@njit
def rays_across(rows, column, y, down, room, edges):
    """The rays that leave a row upwards or downwards: to the west, straight and to the east.

    Args:
        rows: Set of squares.
        column: Column to start from, one more than that of the map.
        y: Row to start from.
        down: -1 upwards, 1 downwards.
        room: Rows up to the edge.
        edges: Mask of the two columns beside the map.
    """
    west, straight, east = ONE, ONE, ONE
    for steps in range(np.int64(room), 0, -1):
        mask = row(rows, y + steps * down) << 1 | edges
        west = west << 1 | (mask >> max(0, column - steps) & 1)
        straight = straight << 1 | (mask >> column & 1)
        east = east << 1 | (mask >> (column + steps) & 1)
    return west, straight, east
