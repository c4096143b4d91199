"""Hexes: distance, sides, angles, sets, lines and ways, exact cases and properties."""

from __future__ import annotations

import heapq
from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.envs.core.maps import hex_grid, hex_los, hex_paths, square_grid

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

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
    """Where the centre is, in half widths of a hex and quarters of its height."""
    x, y = place
    return 2 * x + y % 2, 3 * y


def way_between(first, second):
    """From the one centre to the other, likewise."""
    (x1, y1), (x2, y2) = in_the_plane(first), in_the_plane(second)
    return x2 - x1, y2 - y1


def inner(u, v):
    """Inner product of two ways in the plane, of which a step of one hex has the length 1.

    A quarter of the height is 1 / sqrt(12) of a width.
    """
    return Fraction(3 * u[0] * v[0] + u[1] * v[1], 12)


def steps_from(start, free):
    """Fewest steps to each hex by a plain breadth-first search."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for near in neighbours(here):
            if near in free and near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
    return steps


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
    byte = [np.int8(v) for v in (-100, 0, 100, 0)]
    assert hex_grid.hex_distance(*byte) == 200
    assert hex_grid.hex_squared_length(*byte) == 200**2
    on_the_map = [np.int8(v) for v in (0, 15, 31, 15)]
    assert hex_grid.hex_direction(*on_the_map) == hex_grid.EAST


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
    """Whether the second lies in the third of the plane opposite to the first, in fractions."""

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
        if abs(angle - degrees) > 1e-4:  # both sides of the boundary are held to fractions above
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


def test_nobody_stands_at_an_angle_in_the_hex_itself():
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
def test_a_disc_within_the_map_has_six_hexes_more_a_step(place):
    for radius in range(1, 8):
        disc = rows_of([])
        hex_grid.add_disc(disc, *place, radius)
        assert len(hexes_of(disc)) == 1 + 3 * radius * (radius + 1)


def test_what_a_set_holds_is_kept_by_a_disc():
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
def test_a_wave_that_spreads_in_place_is_a_step_a_time(start, blocked):
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


# --- Lines -----------------------------------------------------------------------------------


def time_inside(start, end, place, *, closed=False):
    """From when to when a line from centre to centre is inside a hex, in fractions, or None.

    Of a closed hex the edge counts as well: then there is a time for a line along the edge.
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


def add_line(rows, x1, y1, x2, y2):
    """Put the hexes that a line passes through, its ends too, into the set, row by row."""
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    for y in range(y1, y2 + 1):
        columns = hex_los.columns_on_line(x1, y1, x2, y2, y)
        square_grid.set_row(rows, y, square_grid.row(rows, y) | columns)


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
        ([(2, 3), (3, 5)], True),  # two, but not side by side
        ([(2, 5), (3, 5)], False),
        ([(3, 4)], False),  # on the line, between the two edges
        ([(2, 1), (3, 1), (2, 7), (3, 7)], True),  # beyond the ends
    ],
)
def test_line_along_edges_is_stopped_by_two_side_by_side(obstacles, clear):
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


def test_a_corner_that_interpolation_leaves_out_is_in_the_line():
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
def test_a_line_holds_the_hexes_of_cube_interpolation(first, second):
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


# --- Ways ------------------------------------------------------------------------------------

WAVES = 41
patches = st.sets(small_places, max_size=60)
kinds = st.tuples(patches.map(SMALL_BOARD.__sub__), patches, patches)
prices = st.lists(st.integers(1, 6), min_size=3, max_size=3)


def ground_of(parts, costs, dtype=np.int8):
    """The sets and the costs as arrays."""
    ground = np.array([rows_of(part) for part in parts], np.int32).reshape(-1, square_grid.ROWS)
    return ground, np.array(costs[: len(parts)], dtype)


def price_of(parts, costs):
    """What a step into each hex costs."""
    price = {}
    for part, cost in zip(parts, costs, strict=False):
        for place in part:
            price[place] = min(cost, price.get(place, cost))
    return price


def slow_costs(price, start):
    """Fewest points to each hex, by Dijkstra's algorithm with a heap."""
    fewest, heap = {}, [(0, start)]
    while heap:
        points, here = heapq.heappop(heap)
        if here not in fewest:
            fewest[here] = points
            for near in neighbours(here):
                if near in price:
                    heapq.heappush(heap, (points + price[near], near))
    return fewest


def walk(parts, costs, targets, start, points=40, waves=WAVES):
    """The way as a list of hexes."""
    path_x, path_y = np.zeros(40, np.int8), np.zeros(40, np.int8)
    scratch = np.full((waves, square_grid.ROWS), -1, np.int64)
    ground, prices = ground_of(parts, costs)
    steps = hex_paths.hex_walk(
        ground, prices, rows_of(targets), *start, points, path_x, path_y, scratch
    )
    return list(zip(path_x[:steps].tolist(), path_y[:steps].tolist(), strict=True))


@pytest.mark.compiled
@given(parts=kinds, costs=prices, start=small_places, points=st.integers(0, 25))
@few
def test_reach_agrees_with_dijkstra(parts, costs, start, points):
    reach = np.full((WAVES, square_grid.ROWS), -1, np.int64)
    hex_paths.hex_reach(*ground_of(parts, costs), *start, points, reach)
    fewest = slow_costs(price_of(parts, costs), start)
    for wave in range(points + 1):
        assert hexes_of(reach[wave]) == {p for p in fewest if fewest[p] <= wave}
    assert (reach[points + 1 :] == -1).all()
    for place in SMALL_BOARD:
        within = fewest[place] if fewest.get(place, points + 1) <= points else -1
        assert hex_paths.points_to(reach, points, *place) == within


@pytest.mark.compiled
@given(start=places, points=st.integers(0, 12))
@few
def test_reach_at_a_cost_of_1_is_a_disc(start, points):
    reach = np.zeros((WAVES, square_grid.ROWS), np.int64)
    disc = rows_of([])
    hex_grid.add_disc(disc, *start, points)
    hex_paths.hex_reach(*ground_of([BOARD], [1]), *start, points, reach)
    assert hexes_of(reach[points]) == hexes_of(disc)


@pytest.mark.compiled
@given(parts=kinds, costs=prices, place=small_places)
@few
def test_a_step_costs_what_the_cheapest_ground_does(parts, costs, place):
    price = price_of(parts, costs)
    assert hex_paths.step_cost(*ground_of(parts, costs), *place) == price.get(place, -1)


@pytest.mark.compiled
@given(
    parts=kinds,
    costs=prices,
    targets=st.sets(small_places, max_size=4),
    start=small_places,
    points=st.integers(0, 12),
)
@few
def test_walk_is_as_cheap_as_dijkstra(parts, costs, targets, start, points):
    price = price_of(parts, costs)
    fewest = slow_costs(price, start)
    there = [fewest[target] for target in targets if fewest.get(target, WAVES) < WAVES]
    path = walk(parts, costs, targets, start)
    assert sum(price[place] for place in path) == min(there, default=0)
    for here, near in zip([start, *path], path, strict=False):
        assert hex_grid.hex_distance(*here, *near) == 1
    if path:
        assert path[-1] in targets
    paid = [sum(price[place] for place in path[: n + 1]) for n in range(len(path))]
    afforded = sum(cost <= points for cost in paid)
    assert walk(parts, costs, targets, start, points) == path[:afforded]


def test_walk_goes_round_what_costs_more():
    mud = {(x, 4) for x in range(1, 6)}
    dry = SMALL_BOARD - mud
    assert walk([dry, mud], [1, 2], [(6, 4)], (0, 4)) == [
        (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (6, 4),
    ]  # fmt: skip
    assert len(walk([dry, mud], [1, 1], [(6, 4)], (0, 4))) == 6
    # half the round way is paid for
    assert walk([dry, mud], [1, 2], [(6, 4)], (0, 4), points=3) == [(0, 5), (1, 5), (2, 5)]


def test_walk_pays_a_dear_hex_at_once():
    cliff = {(x, 3) for x in range(10)}
    parts, costs = [SMALL_BOARD - cliff, cliff], [1, 4]
    assert walk(parts, costs, [(2, 2)], (2, 4)) in ([(1, 3), (2, 2)], [(2, 3), (2, 2)])
    assert len(walk(parts, costs, [(2, 2)], (2, 4), points=4)) == 1
    assert walk(parts, costs, [(2, 2)], (2, 4), points=3) == []


def test_walk_has_nowhere_to_go():
    assert walk([SMALL_BOARD], [1], [(1, 1)], (1, 1)) == []
    assert walk([SMALL_BOARD], [1], [], (1, 1)) == []
    assert walk([], [], [(2, 1)], (1, 1)) == []
    wall = {(4, y) for y in range(10)}
    assert walk([SMALL_BOARD - wall], [1], [(8, 1)], (1, 1)) == []
    assert walk([SMALL_BOARD - wall], [1], [(4, 1)], (1, 1)) == []


def test_walk_finds_ways_that_cost_less_than_its_waves():
    assert len(walk([BOARD], [1], [(31, 0)], (0, 0), waves=32)) == 31
    assert walk([BOARD], [1], [(31, 0)], (0, 0), waves=31) == []
    assert len(walk([BOARD], [2], [(15, 0)], (0, 0), waves=31)) == 15
    assert walk([BOARD], [2], [(15, 0)], (0, 0), waves=30) == []


def test_walk_starts_from_a_hex_that_is_not_in_the_ground():
    assert walk([SMALL_BOARD - {(1, 1)}], [1], [(3, 1)], (1, 1)) == [(2, 1), (3, 1)]


@pytest.mark.parametrize("goal", [(9, 4), (9, 9), (0, 0), (4, 9), (5, 0)])
def test_walk_over_open_ground_keeps_to_the_line(goal):
    path = walk([SMALL_BOARD], [1], [goal], (4, 4))
    line = rows_of([])
    add_line(line, 4, 4, *goal)
    beside = rows_of(hexes_of(line))
    hex_grid.add_beside(beside, line, rows_of(SMALL_BOARD))
    assert set(path) <= hexes_of(beside)


def test_a_search_gives_up_where_nothing_new_is_reached():
    reach, found = np.full((WAVES, square_grid.ROWS), -1, np.int64), rows_of([])
    island = ground_of([{(1, 1), (2, 1)}], [5])
    assert hex_paths.hex_search(*island, rows_of([(9, 9)]), 1, 1, reach, found) == -1
    assert hexes_of(reach[5]) == {(1, 1), (2, 1)}
    assert (reach[11:] == -1).all()
    assert hex_paths.hex_search(*island, rows_of([(2, 1), (9, 9)]), 1, 1, reach, found) == 5
    assert hexes_of(found) == {(2, 1)}


@pytest.mark.compiled
@given(parts=kinds, costs=prices, start=small_places, goal=small_places, points=st.integers(0, 12))
@few
def test_a_way_to_the_nearest_approach_is_within_the_points(parts, costs, start, goal, points):
    ground, prices = ground_of(parts, costs)
    reach = np.zeros((WAVES, square_grid.ROWS), np.int64)
    hex_paths.hex_reach(ground, prices, *start, points, reach)
    number = hex_grid.nearest_hex(reach[points], *goal)
    path_x, path_y = np.zeros(12, np.int8), np.zeros(12, np.int8)
    steps = hex_paths.hex_path(ground, prices, reach, number, points, path_x, path_y)
    end = (int(path_x[steps - 1]), int(path_y[steps - 1])) if steps else start
    assert 32 * end[1] + end[0] == number
    reached = hexes_of(reach[points])
    assert min(hex_grid.hex_distance(*p, *goal) for p in reached) == hex_grid.hex_distance(
        *end, *goal
    )
