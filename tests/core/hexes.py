"""Helpers of the tests of hexes: sets of hexes, the plane, slow searches and random places."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from quintain.envs.core.maps import hex_grid, hex_los, square_grid

few = settings(deadline=None)  # the first example may have to be compiled
many = settings(deadline=None, max_examples=300)
any_side = st.integers(0, 5)
places = st.tuples(st.integers(0, square_grid.COLUMNS - 1), st.integers(0, square_grid.ROWS - 1))
small_places = st.tuples(st.integers(0, 9), st.integers(0, 9))
wide_places = st.tuples(st.integers(0, 9), st.integers(0, 8))
obstacle_sets = st.sets(small_places, max_size=30)
BOARD = {(x, y) for x in range(square_grid.COLUMNS) for y in range(square_grid.ROWS)}
SMALL_BOARD = {(x, y) for x in range(10) for y in range(10)}


def rows_of(chosen, dtype=np.int32):
    """Row masks of a collection of hexes."""
    rows = np.zeros(square_grid.ROWS, dtype)
    for x, y in chosen:
        square_grid.add_square(rows, x, y)
    return rows


def hexes_of(rows):
    """The hexes of a set of row masks."""
    return {(x, y) for x, y in BOARD if square_grid.has_square(rows, x, y)}


def neighbour(place, side):
    """The neighbour of a hex on a side."""
    x, y = place
    return int(hex_grid.hex_neighbour_x(x, y, side)), int(hex_grid.hex_neighbour_y(y, side))


def neighbours(place):
    """The six neighbours, clockwise from north-east."""
    return [neighbour(place, side) for side in range(6)]


def in_the_plane(place):
    """The position of the centre, in half widths of a hex and quarters of its height."""
    x, y = place
    return 2 * x + y % 2, 3 * y


def way_between(first, second):
    """The offset from one centre to the other, in the same units."""
    (x1, y1), (x2, y2) = in_the_plane(first), in_the_plane(second)
    return x2 - x1, y2 - y1


def inner(u, v):
    """Inner product of two offsets in the plane, where a step of one hex has length 1.

    A quarter of the height is 1 / sqrt(12) of a width.
    """
    return Fraction(3 * u[0] * v[0] + u[1] * v[1], 12)


def steps_from(start, free):
    """Fewest steps to each hex, by a plain breadth-first search."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for near in neighbours(here):
            if near in free and near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
    return steps


def add_line(rows, x1, y1, x2, y2):
    """Add the hexes that a line passes through, its ends included, row by row."""
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    for y in range(y1, y2 + 1):
        columns = hex_los.columns_on_line(x1, y1, x2, y2, y)
        square_grid.set_row(rows, y, square_grid.row(rows, y) | columns)
