"""Lines of sight over hexes, by exact cases and exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.maps import hex_grid, hex_los

from .hexes import (
    BOARD,
    add_line,
    any_side,
    few,
    hexes_of,
    in_the_plane,
    inner,
    many,
    neighbour,
    obstacle_sets,
    places,
    rows_of,
    small_places,
    way_between,
    wide_places,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


# --- Lines -----------------------------------------------------------------------------------


def time_inside(start, end, place, *, closed=False):
    """The times at which a line from centre to centre enters and leaves a hex, or None.

    Times are exact fractions from 0 to 1. For a closed hex the edge counts as inside, so that a
    line along the edge has times too.
    """
    way, (x, y) = way_between(start, end), way_between(start, place)
    entry, leaving = Fraction(0), Fraction(1)
    for across, down, half in ((1, 0, 1), (1, 1, 2), (1, -1, 2)):  # the three pairs of edges
        centre, move = across * x + down * y, across * way[0] + down * way[1]
        if move == 0:
            if abs(centre) > half or (abs(centre) == half and not closed):
                return None
            continue
        times = sorted((Fraction(centre - half, move), Fraction(centre + half, move)))
        entry, leaving = max(entry, times[0]), min(leaving, times[1])
    return (entry, leaving) if entry < leaving else None


def slow_line_is_clear(obstacles, first, second):
    """Whether a line passes through no obstacle and not along an edge between two."""
    others = set(obstacles) - {first, second}
    if first == second:
        return True
    if any(time_inside(first, second, place) for place in others):
        return False
    along = [time_inside(first, second, place, closed=True) for place in others]
    times = [time for time in along if time]
    return len(times) == len(set(times))


@pytest.mark.parametrize(
    ("obstacles", "clear"),
    [
        ([], True),
        ([(2, 0)], False),
        ([(2, 1)], True),  # beside the line
        ([(0, 0), (4, 0)], True),  # the ends do not count
        ([(5, 0)], True),  # behind the target
    ],
)
def test_line_along_a_row(obstacles, clear):
    assert hex_los.hex_line_is_clear(rows_of(obstacles), 0, 0, 4, 0) == clear


@pytest.mark.parametrize(
    ("obstacles", "clear"),
    [
        ([(2, 3)], True),
        ([(3, 3)], True),
        ([(2, 3), (3, 3)], False),
        ([(2, 3), (3, 5)], True),  # two obstacles, but not adjacent
        ([(2, 5), (3, 5)], False),
        ([(3, 4)], False),  # on the line, between the two edges
        ([(2, 1), (3, 1), (2, 7), (3, 7)], True),  # beyond the ends
    ],
)
def test_a_line_along_an_edge_is_blocked_by_obstacles_on_both_sides(obstacles, clear):
    assert hex_los.hex_line_is_clear(rows_of(obstacles), 3, 2, 3, 6) == clear
    assert hex_los.hex_line_is_clear(rows_of(obstacles), 3, 6, 3, 2) == clear


def test_a_wall_without_gaps_hides_everything_behind_it():
    wall = rows_of((x, 7) for x in range(32))
    for start in range(1, 32, 3):
        for end in range(32):
            assert not hex_los.hex_line_is_clear(wall, start, 6, end, 8)
            assert not hex_los.hex_line_is_clear(wall, start, 3, end, 8)
    assert hex_los.hex_line_is_clear(wall, 0, 6, 0, 8)  # along the border of the map


def test_lines_of_one_byte_do_not_overflow():
    across = [np.int8(v) for v in (0, 0, 31, 15)]
    assert hex_los.hex_line_is_clear(rows_of([]), *across)
    assert not hex_los.hex_line_is_clear(rows_of([(30, 15), (30, 14)]), *across)


def test_a_hex_that_interpolation_omits_is_on_the_line():
    rows = rows_of([])
    add_line(rows, 0, 0, 2, 1)
    assert hexes_of(rows) == {(0, 0), (1, 0), (1, 1), (2, 1)}
    add_line(rows, 0, 4, 3, 5)  # of 7 halves east and one down, 4 steps
    assert hexes_of(rows) - {(0, 0), (1, 0), (1, 1), (2, 1)} == {
        (0, 4), (1, 4), (2, 4), (1, 5), (2, 5), (3, 5),
    }  # fmt: skip


@pytest.mark.compiled
@given(first=places, second=places)
@many
def test_add_line_agrees_with_exact_fractions(first, second):
    rows, back = rows_of([]), rows_of([])
    add_line(rows, *first, *second)
    add_line(back, *second, *first)
    left, right = sorted((first[0], second[0]))
    box = {(x, y) for x in range(left - 1, right + 2) for y in range(16)}
    crossed = {place for place in box & BOARD if time_inside(first, second, place)}
    assert hexes_of(rows) == (crossed or {first})
    assert hexes_of(back) == hexes_of(rows)


@given(first=places, second=places)
@few
def test_a_line_contains_the_hexes_of_cube_interpolation(first, second):
    rows = rows_of([])
    add_line(rows, *first, *second)
    line = hexes_of(rows)
    (x1, y1), (x2, y2) = in_the_plane(first), in_the_plane(second)
    steps = int(hex_grid.hex_distance(*first, *second))
    for step in range(1, steps):
        x, y = Fraction(x1 * (steps - step) + x2 * step), Fraction(y1 * (steps - step) + y2 * step)
        near_x, near_y = int(x) // (2 * steps), int(y) // (3 * steps)
        around = [(near_x + dx, near_y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1, 2)]
        to_all = [(steps * px - x, steps * py - y) for px, py in map(in_the_plane, around)]
        lengths = [inner(way, way) for way in to_all]
        meant = {p for p, far in zip(around, lengths, strict=True) if far == min(lengths)}
        assert len(meant) <= 2
        assert meant <= line or (len(meant) == 2 and not meant & line)  # along the edge of two


@pytest.mark.compiled
@given(obstacles=obstacle_sets, first=small_places, second=small_places)
@many
def test_sight_agrees_with_exact_fractions(obstacles, first, second):
    clear = hex_los.hex_line_is_clear(rows_of(obstacles), *first, *second)
    assert clear == slow_line_is_clear(obstacles, first, second)


@given(start=places, goal=places, chosen=st.sets(any_side))
@many
def test_a_line_comes_in_by_the_neighbours_that_stop_it(start, goal, chosen):
    near = rows_of({neighbour(goal, side) for side in chosen} & BOARD)
    sides = hex_grid.sides_in(near, *goal)
    clear = hex_los.hex_line_is_clear(near, *start, *goal)
    assert hex_los.comes_in_by(sides, *start, *goal) == (not clear)


@pytest.mark.compiled
@given(obstacles=st.sets(places, max_size=60), first=places, second=places)
@many
def test_sight_is_symmetric_over_the_whole_board(obstacles, first, second):
    rows = rows_of(obstacles)
    there = hex_los.hex_line_is_clear(rows, *first, *second)
    assert there == hex_los.hex_line_is_clear(rows, *second, *first)
    assert there == slow_line_is_clear(obstacles, first, second)


@pytest.mark.parametrize("side", range(6))
@given(obstacles=obstacle_sets, steps=st.integers(1, 4))
@few
def test_lines_along_edges_agree_with_exact_fractions(side, obstacles, steps):
    start = end = (5, 5)
    for _ in range(steps):
        end = neighbour(neighbour(end, side), hex_grid.turned(side, 1))
    clear = hex_los.hex_line_is_clear(rows_of(obstacles), *start, *end) if end in BOARD else None
    if clear is not None:
        assert clear == slow_line_is_clear(obstacles, start, end)


TURNS = {
    "half a turn of an even number of rows": lambda x, y: (9 - x, 9 - y),
    "top to bottom of an odd number of rows": lambda x, y: (x, 8 - y),
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@given(obstacles=st.sets(wide_places, max_size=30), a=wide_places, b=wide_places, c=wide_places)
@few
def test_answers_are_the_same_on_a_turned_map(turn, obstacles, a, b, c):
    def answer(rows, a, b, c):
        return (
            int(hex_grid.hex_distance(*a, *b)),
            int(hex_grid.hex_squared_length(*a, *b)),
            bool(hex_grid.angle_is_at_least(120, *a, *b, *c)),
            bool(hex_los.hex_line_is_clear(rows, *a, *b)),
        )

    turned = rows_of(turn(*place) for place in obstacles)
    assert answer(turned, turn(*a), turn(*b), turn(*c)) == answer(rows_of(obstacles), a, b, c)
