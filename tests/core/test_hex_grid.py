"""Hexes: coordinates, distances, angles and sets, by exact cases and properties."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.engine.record import record_dtype
from quintain.envs.core.maps import hex_grid

from .hexes import (
    BOARD,
    SMALL_BOARD,
    any_side,
    few,
    hexes_of,
    inner,
    many,
    neighbour,
    neighbours,
    obstacle_sets,
    places,
    rows_of,
    small_places,
    steps_from,
    way_between,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


# --- Coordinates and sides -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "around"),
    [
        ((4, 2), [(4, 1), (5, 2), (4, 3), (3, 3), (3, 2), (3, 1)]),
        ((4, 3), [(5, 2), (5, 3), (5, 4), (4, 4), (3, 3), (4, 2)]),
    ],
    ids=["even row", "odd row"],
)
def test_neighbours_run_clockwise_from_north_east(place, around):
    assert neighbours(place) == around


@given(place=places, side=any_side)
@few
def test_the_neighbour_on_the_opposite_side_is_the_way_back(place, side):
    near = neighbour(place, side)
    assert neighbour(near, hex_grid.turned(side, 3)) == place
    assert hex_grid.hex_direction(*place, *near) == side
    assert hex_grid.hex_distance(*place, *near) == 1


@given(place=st.tuples(st.integers(-40, 80), st.integers(-40, 80)))
@few
def test_axial_coordinates_there_and_back(place):
    x, y = place
    q = hex_grid.axial_column(x, y)
    assert hex_grid.offset_column(q, y) == x
    for side in range(6):
        near_x, near_y = neighbour(place, side)
        assert hex_grid.axial_column(near_x, near_y) - q == hex_grid.DQ[side]
        assert near_y - y == hex_grid.DR[side]


def test_six_sides_and_back_again():
    for side in range(6):
        assert [hex_grid.turned(side, steps) for steps in (-6, 0, 6, 12)] == [side] * 4
        assert hex_grid.turned(hex_grid.turned(side, 2), -2) == side
    assert hex_grid.turned(hex_grid.NORTH_WEST, 1) == hex_grid.NORTH_EAST
    assert hex_grid.turned(hex_grid.NORTH_EAST, -1) == hex_grid.NORTH_WEST


# --- Distance, direction, angles -------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (7, 0), 7),
        ((3, 3), (3, 5), 2),
        ((0, 0), (3, 6), 6),  # straight to the south-east
        ((0, 0), (4, 6), 7),
        ((31, 15), (0, 0), 39),
    ],
)
def test_distance_of(first, second, steps):
    assert hex_grid.hex_distance(*first, *second) == steps
    assert hex_grid.hex_distance(*second, *first) == steps


@pytest.mark.parametrize("start", [(0, 0), (13, 6), (20, 9), (31, 15)])
def test_distance_is_the_number_of_steps(start):
    steps = steps_from(start, BOARD)
    assert {place: hex_grid.hex_distance(*start, *place) for place in BOARD} == steps


@given(a=places, b=places, c=places)
@many
def test_distance_is_a_metric(a, b, c):
    assert (hex_grid.hex_distance(*a, *b) == 0) == (a == b)
    assert hex_grid.hex_distance(*a, *b) == hex_grid.hex_distance(*b, *a)
    there = hex_grid.hex_distance(*a, *b) + hex_grid.hex_distance(*b, *c)
    assert hex_grid.hex_distance(*a, *c) <= there


def test_coordinates_of_one_byte_do_not_overflow():
    far, other = np.array([(-100, 0), (100, 0)], record_dtype([("x", "i1"), ("y", "i1")]))
    assert hex_grid.hex_distance(far.x, far.y, other.x, other.y) == 200
    assert hex_grid.hex_squared_length(far.x, far.y, other.x, other.y) == 200**2


@given(first=places, second=places)
@few
def test_squared_length_is_that_of_the_plane(first, second):
    way = way_between(first, second)
    assert hex_grid.hex_squared_length(*first, *second) == inner(way, way)


@given(first=places, second=places)
@many
def test_direction_is_the_side_nearest_to_the_line(first, second):
    side = hex_grid.hex_direction(*first, *second)
    if first == second:
        assert side == -1
        return
    way = way_between(first, second)
    along = [inner(way, way_between(first, near)) for near in neighbours(first)]
    nearest = [side for side in range(6) if along[side] == max(along)]
    assert side in nearest
    if len(nearest) == 2:  # the clockwise one of two
        assert hex_grid.turned(side, -1) in nearest
    assert hex_grid.hex_direction(*second, *first) == hex_grid.turned(side, 3)


@pytest.mark.parametrize(
    ("goal", "side"),
    [
        ((8, 4), hex_grid.NORTH_EAST),  # due north, between north-west and north-east
        ((11, 6), hex_grid.EAST),
        ((11, 10), hex_grid.SOUTH_EAST),
        ((8, 12), hex_grid.SOUTH_WEST),
        ((5, 10), hex_grid.WEST),
        ((5, 6), hex_grid.NORTH_WEST),
    ],
)
def test_a_line_between_two_sides_has_the_clockwise_one(goal, side):
    assert hex_grid.hex_direction(8, 8, *goal) == side


@given(first=places, second=places)
@few
def test_nearer_and_farther_sides(first, second):
    def change(side):
        near = neighbour(first, side)
        return hex_grid.hex_distance(*near, *second) - hex_grid.hex_distance(*first, *second)

    nearer = sum(1 << side for side in range(6) if change(side) < 0)
    farther = sum(1 << side for side in range(6) if change(side) > 0)
    assert hex_grid.nearer_sides(*first, *second) == nearer
    assert hex_grid.farther_sides(*first, *second) == farther


def slow_is_120_degrees_apart(centre, first, second):
    """Whether the second is in the opposite third of the plane, by exact fractions."""

    def third_of_a_turn(way):
        x, y = way
        return Fraction(-x - y, 2), Fraction(3 * x - y, 2)

    def cross(u, v):
        return u[0] * v[1] - u[1] * v[0]

    to_first, to_second = way_between(centre, first), way_between(centre, second)
    if (0, 0) in (to_first, to_second):
        return False
    edge = third_of_a_turn(to_first)
    other_edge = third_of_a_turn(edge)
    return cross(edge, to_second) >= 0 and cross(to_second, other_edge) >= 0


@given(centre=places, first=places, second=places)
@many
def test_120_degrees_agree_with_exact_fractions(centre, first, second):
    apart = hex_grid.angle_is_at_least(120, *centre, *first, *second)
    assert apart == slow_is_120_degrees_apart(centre, first, second)
    assert apart == hex_grid.angle_is_at_least(120, *centre, *second, *first)


@pytest.mark.parametrize("degrees", [0, 30, 60, 90, 120, 150, 180])
def test_angles_agree_with_the_arc_cosine(degrees):
    rng = np.random.default_rng(degrees)
    for centre, first, second in rng.integers(0, (32, 16), (300, 3, 2)).tolist():
        u, v = way_between(centre, first), way_between(centre, second)
        if (0, 0) in (u, v):
            continue
        cosine = inner(u, v) / (float(inner(u, u)) * float(inner(v, v))) ** 0.5
        angle = np.degrees(np.arccos(np.clip(float(cosine), -1, 1)))
        if abs(angle - degrees) > 1e-4:  # the test with fractions above covers the boundary
            at_least = hex_grid.angle_is_at_least(degrees, *centre, *first, *second)
            assert at_least == (angle > degrees)


@pytest.mark.parametrize("row_y", [6, 7])
def test_angles_of_neighbours_are_those_of_their_sides(row_y):
    around = neighbours((8, row_y))
    for first in range(6):
        for second in range(6):
            for degrees in (0, 60, 120, 180):
                wide = hex_grid.angle_is_at_least(
                    degrees, 8, row_y, *around[first], *around[second]
                )
                apart = min((first - second) % 6, (second - first) % 6)
                assert wide == (60 * apart >= degrees)


def test_the_hex_itself_has_no_angle():
    for degrees in range(0, 181, 30):
        assert not hex_grid.angle_is_at_least(degrees, 3, 3, 3, 3, 5, 5)
        assert not hex_grid.angle_is_at_least(degrees, 3, 3, 5, 5, 3, 3)


# --- Sets of hexes ---------------------------------------------------------------------------


@given(place=places, radius=st.integers(-1, 45))
@few
def test_a_disc_is_that_of_the_distance(place, radius):
    disc = rows_of([])
    hex_grid.add_disc(disc, *place, radius)
    distances = {other: hex_grid.hex_distance(*place, *other) for other in BOARD}
    assert hexes_of(disc) == {other for other in BOARD if distances[other] <= radius}


@pytest.mark.parametrize("place", [(15, 7), (16, 8)])
def test_a_disc_within_the_map_grows_by_six_more_hexes_a_step(place):
    for radius in range(1, 8):
        disc = rows_of([])
        hex_grid.add_disc(disc, *place, radius)
        assert len(hexes_of(disc)) == 1 + 3 * radius * (radius + 1)


def test_a_disc_keeps_the_hexes_of_the_set():
    rows = rows_of([(31, 15)])
    hex_grid.add_disc(rows, 0, 0, 1)
    assert hexes_of(rows) == {(31, 15), (0, 0), (1, 0), (0, 1)}


@given(chosen=st.sets(places, max_size=200), place=places)
@few
def test_sides_with_a_neighbour_in_the_set(chosen, place):
    sides = hex_grid.sides_in(rows_of(chosen), *place)
    assert sides == sum(1 << side for side in range(6) if neighbour(place, side) in chosen)


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@given(
    chosen=st.sets(places, max_size=10),
    others=st.sets(places, max_size=10),
    free=st.sets(places, max_size=300),
)
@few
def test_add_beside_adds_the_free_neighbours(dtype, chosen, others, free):
    rows = rows_of(chosen, dtype)
    is_larger = hex_grid.add_beside(rows, rows_of(others), rows_of(free))
    expected = chosen | {p for p in free if any(near in others for near in neighbours(p))}
    assert hexes_of(rows) == expected
    assert is_larger == (expected != chosen)


@pytest.mark.compiled
@given(start=small_places, blocked=obstacle_sets)
@few
def test_spreading_in_place_is_one_step_at_a_time(start, blocked):
    free = SMALL_BOARD - blocked
    steps = steps_from(start, free)
    wave = rows_of([start])
    for radius in range(1, 6):
        hex_grid.add_beside(wave, wave, rows_of(free))
        assert hexes_of(wave) == {place for place in steps if steps[place] <= radius}


@given(chosen=st.sets(places, max_size=30), place=places)
@few
def test_nearest_hex_has_the_fewest_steps(chosen, place):
    def order(other):
        way = way_between(place, other)
        return hex_grid.hex_distance(*place, *other), inner(way, way), other[1], other[0]

    number = hex_grid.nearest_hex(rows_of(chosen), *place)
    if chosen:
        x, y = min(chosen, key=order)
        assert number == 32 * y + x
    else:
        assert number == -1
