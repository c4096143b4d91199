"""Rays over squares: how far the squares of a set are in the eight directions from one square.

Sets of squares and the exactness of results: see `square_grid.py`.
"""

from __future__ import annotations

import numpy as np

from ..compiler.bits import highest_bit, lowest_bit
from ..compiler.compile import njit
from .square_grid import (
    COLUMNS,
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

LAST = 2 * COLUMNS - 1
"""The last bit of a word."""
SIDES = 8
"""Number of directions."""
BEYOND = ONE << COLUMNS
"""A bit beyond every map."""
PAIR = ONE | ONE << COLUMNS
"""The first bit of two masks that share a word."""


@njit
def write_squares_to_edge(x, y, width, height, to_edge):
    """Write how many squares lie between (x, y) and the edge of the map: int64 `[8]`."""
    to_edge[EAST], to_edge[WEST] = width - 1 - x, x
    to_edge[SOUTH], to_edge[NORTH] = height - 1 - y, y
    to_edge[NORTH_EAST] = min(to_edge[NORTH], to_edge[EAST])
    to_edge[NORTH_WEST] = min(to_edge[NORTH], to_edge[WEST])
    to_edge[SOUTH_EAST] = min(to_edge[SOUTH], to_edge[EAST])
    to_edge[SOUTH_WEST] = min(to_edge[SOUTH], to_edge[WEST])


@njit
def write_squares_before(low, high, x, y, height, to_edge, lows, highs):
    """Write how many squares lie before the first one of two sets, or the edge, from (x, y).

    Both sets share a word, so that one loop over the rows serves both. Bits beyond the east and
    west edges of the map mean nothing.

    Args:
        low: Set of squares.
        high: Another set.
        x: Column to start from.
        y: Row to start from.
        height: Rows of the map.
        to_edge: int64 `[8]`, number of squares to the edge in each direction.
        lows: int64 `[8]`, overwritten: squares before the first one of `low`.
        highs: int64 `[8]`, overwritten: squares before the first one of `high`.
    """
    straight = falling = rising = np.int64(0)  # the rows in which lines meet the sets
    for there in range(height):
        both = row(low, there) | row(high, there) << COLUMNS
        straight |= (both >> x & PAIR) << there
        falling |= (both >> ((x + there - y) & LAST) & PAIR) << there
        rising |= (both >> ((x - there + y) & LAST) & PAIR) << there
    write_before(row(low, y), straight, falling, rising, x, y, to_edge, lows)
    straight, falling, rising = straight >> COLUMNS, falling >> COLUMNS, rising >> COLUMNS
    write_before(row(high, y), straight, falling, rising, x, y, to_edge, highs)


@njit
def write_before(here, straight, falling, rising, x, y, to_edge, before):
    """Write `write_squares_before` of one set, from its squares on the four lines."""
    before[EAST], before[WEST] = bits_after(here, x), bits_before(here, x)
    before[SOUTH], before[NORTH] = bits_after(straight, y), bits_before(straight, y)
    before[SOUTH_EAST], before[NORTH_WEST] = bits_after(falling, y), bits_before(falling, y)
    before[SOUTH_WEST], before[NORTH_EAST] = bits_after(rising, y), bits_before(rising, y)
    for side in range(SIDES):
        before[side] = min(before[side], to_edge[side])


@njit
def bits_after(mask, place):
    """Number of bits after a place before the first one that is set; many if none is."""
    return lowest_bit(mask >> (place + 1) | BEYOND)


@njit
def bits_before(mask, place):
    """Number of bits below a place down to the first one that is set; `place` if none is."""
    return place - highest_bit((mask & ((ONE << place) - 1)) << 1 | ONE)
