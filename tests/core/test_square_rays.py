"""Rays over squares, against a walk square by square."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.envs.core.compiler import bits
from quintain.envs.core.maps import square_grid, square_rays

pytestmark = pytest.mark.interpreted

few = settings(deadline=None)  # the first example may have to be compiled


@st.composite
def maps(draw):
    """Width, height, a square of the map and a set of its squares."""
    width = draw(st.integers(1, square_grid.COLUMNS))
    height = draw(st.integers(1, square_grid.ROWS))
    squares = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return width, height, draw(squares), draw(st.sets(squares, max_size=60))


@given(drawn=maps(), dtype=st.sampled_from([np.int32, np.int64]))
@few
def test_rays_end_before_the_set_or_at_the_edge(drawn, dtype):
    width, height, (x, y), chosen = drawn
    rows, rays = np.zeros(square_grid.ROWS, dtype), np.full(8, -1, np.int64)
    for square in chosen:
        square_grid.add_square(rows, *square)
    square_rays.write_rays(rows, x, y, width, height, rays)
    for side in range(8):
        room = square_grid.squares_to_edge(x, y, side, width, height)
        before = square_grid.squares_ahead(rows, x, y, side, room)
        assert bits.lowest_bit(rays[side]) == before
