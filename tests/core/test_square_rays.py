"""Rays over squares, against a walk square by square."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.envs.core.maps import square_grid, square_rays

pytestmark = pytest.mark.interpreted

few = settings(deadline=None)  # the first example may have to be compiled


@st.composite
def maps(draw):
    """Width, height, a square of the map and two sets of its squares."""
    width = draw(st.integers(1, square_grid.COLUMNS))
    height = draw(st.integers(1, square_grid.ROWS))
    squares = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    chosen = st.sets(squares, max_size=60)
    return width, height, draw(squares), (draw(chosen), draw(chosen))


def walk(squares, x, y, side, room):
    """Number of squares before the first one of the set."""
    dx, dy = int(square_grid.DX[side]), int(square_grid.DY[side])
    ahead = [(x + dx * step, y + dy * step) in squares for step in range(1, room + 1)]
    return ahead.index(True) if True in ahead else room


@given(drawn=maps(), dtype=st.sampled_from([np.int32, np.int64]))
@few
def test_squares_before_the_set_or_the_edge(drawn, dtype):
    width, height, (x, y), chosen = drawn
    low, high = np.zeros((2, square_grid.ROWS), dtype)
    to_edge, lows, highs = np.full((3, square_rays.SIDES), -1, np.int64)
    for rows, squares in zip((low, high), chosen, strict=True):
        for square in squares:
            square_grid.add_square(rows, *square)
    square_rays.write_squares_to_edge(x, y, width, height, to_edge)
    square_rays.write_squares_before(low, high, x, y, height, to_edge, lows, highs)
    for side in range(square_rays.SIDES):
        room = square_grid.squares_to_edge(x, y, side, width, height)
        assert to_edge[side] == room
        assert lows[side] == walk(chosen[0], x, y, side, room)
        assert highs[side] == walk(chosen[1], x, y, side, room)
