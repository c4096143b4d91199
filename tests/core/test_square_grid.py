"""Squares: distance, lines, cover and paths, exact cases and properties."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.envs.core.maps import square_grid, square_los

few = settings(deadline=None)  # the first example may have to be compiled
many = settings(deadline=None, max_examples=300)

columns = st.integers(0, square_grid.COLUMNS - 1)
squares = st.tuples(columns, st.integers(0, square_grid.ROWS - 1))
small = st.integers(0, 9)
small_squares = st.tuples(small, small)
obstacle_sets = st.sets(small_squares, max_size=30)


def rows_of(chosen, dtype=np.int32):
    """Row masks of a collection of squares."""
    rows = np.zeros(square_grid.ROWS, dtype)
    for x, y in chosen:
        square_grid.add_square(rows, x, y)
    return rows


def squares_of(rows):
    """The squares of a set of row masks."""
    return {
        (x, y)
        for y in range(square_grid.ROWS)
        for x in range(square_grid.COLUMNS)
        if square_grid.is_obstacle(rows, x, y)
    }


NOTHING = rows_of([])


# --- Distance, direction, sets ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((3, 3), (4, 4), 1),
        ((3, 3), (3, 5), 2),
        ((0, 0), (7, 2), 7),
        ((31, 15), (0, 0), 31),
    ],
)
def test_distance_is_the_larger_difference(first, second, steps):
    assert square_grid.distance(*first, *second) == steps
    assert square_grid.distance(*second, *first) == steps


def test_directions_run_clockwise_from_north():
    assert [(int(x), int(y)) for x, y in zip(square_grid.DX, square_grid.DY, strict=True)] == [
        (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
    ]  # fmt: skip


@pytest.mark.parametrize("side", range(8))
def test_direction_of_a_neighbour_is_its_own(side):
    assert square_grid.direction(5, 5, 5 + square_grid.DX[side], 5 + square_grid.DY[side]) == side


def test_direction_changes_at_22_and_a_half_degrees():
    assert square_grid.direction(0, 0, 12, 5) == square_grid.SOUTH_EAST  # 22.62 degrees
    assert square_grid.direction(0, 0, 5, 2) == square_grid.EAST  # 21.80 degrees
    assert square_grid.direction(0, 0, 5, 12) == square_grid.SOUTH_EAST
    assert square_grid.direction(0, 0, 2, 5) == square_grid.SOUTH
    assert square_grid.direction(4, 4, 4, 4) == -1


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(0, 0, True), (9, 7, True), (10, 7, False), (9, 8, False), (-1, 0, False), (0, -1, False)],
)
def test_is_on_map_ends_at_width_and_height(x, y, inside):
    assert square_grid.is_on_map(x, y, 10, 8) == inside


@given(start=small_squares, side=st.integers(0, 7))
@few
def test_squares_to_edge_are_those_of_a_walk(start, side):
    at, walked = start, -1
    while square_grid.is_on_map(*at, 10, 10):
        at = (at[0] + int(square_grid.DX[side]), at[1] + int(square_grid.DY[side]))
        walked += 1
    assert square_grid.squares_to_edge(*start, side, 10, 10) == walked


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@given(chosen=st.sets(squares, max_size=20), square=squares)
@few
def test_sets_of_squares_contain_the_added_squares(dtype, chosen, square):
    rows = rows_of(chosen, dtype)
    assert squares_of(rows) == chosen
    square_grid.remove_square(rows, *square)
    assert squares_of(rows) == chosen - {square}


def test_column_31_is_the_sign_bit_and_works():
    rows = rows_of([(31, 2), (0, 2)])
    assert rows[2] < 0
    assert square_grid.row(rows, 2) == 2**31 + 1
    assert square_grid.is_obstacle(rows, 31, 2)
    assert not square_grid.is_obstacle(rows, 30, 2)


@pytest.mark.parametrize("square", [(-1, 0), (32, 0), (0, -1), (0, 16)])
def test_there_is_no_obstacle_beyond_the_board(square):
    everywhere = rows_of([])
    square_grid.fill_map(everywhere, 32, 16)
    assert not square_grid.is_obstacle(everywhere, *square)


def test_coordinates_of_one_byte_do_not_overflow():
    low = rows_of([(30, 1)])
    byte = [np.int8(v) for v in (31, 1, 20, 1)]
    assert square_los.corners_obstructed(NOTHING, low, *byte) == 4
    assert square_grid.has_square(low, np.int8(30), np.int8(1))
    assert square_grid.distance(np.int8(-100), np.int8(0), np.int8(100), np.int8(0)) == 200


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 4), (31, 16), (32, 16)])
def test_fill_map_is_the_whole_map_and_no_more(width, height):
    rows = rows_of([(31, 15)])
    square_grid.fill_map(rows, width, height)
    assert squares_of(rows) == {(x, y) for x in range(width) for y in range(height)}


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@given(first=st.sets(squares, max_size=200), second=st.sets(squares, max_size=200))
@few
def test_write_common_is_the_intersection(dtype, first, second):
    rows = rows_of(first, dtype)
    assert square_grid.write_common(rows, rows_of(second), rows) == bool(first & second)
    assert squares_of(rows) == first & second


@given(square=squares, radius=st.integers(0, 40))
@few
def test_add_within_is_a_square_cut_off_at_the_edges(square, radius):
    rows = rows_of([])
    square_grid.add_within(rows, *square, radius)
    board = rows_of([])
    square_grid.fill_map(board, 32, 16)
    assert squares_of(rows) == {
        s for s in squares_of(board) if square_grid.distance(*s, *square) <= radius
    }
    square_grid.remove_rows(board, rows)
    assert not squares_of(board) & squares_of(rows)


# --- Lines and cover: cases ------------------------------------------------------------------


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
    assert square_los.line_is_clear(rows_of(obstacles), 0, 0, 4, 0) == clear


@pytest.mark.parametrize(
    ("obstacles", "clear"),
    [([(1, 0), (0, 1)], True), ([(1, 1)], False), ([(2, 1), (1, 2)], True)],
)
def test_line_on_the_diagonal_passes_between_two_corners(obstacles, clear):
    assert square_los.line_is_clear(rows_of(obstacles), 0, 0, 2, 2) == clear


def test_knights_move_crosses_both_squares_between():
    assert not square_los.line_is_clear(rows_of([(1, 0)]), 0, 0, 2, 1)
    assert not square_los.line_is_clear(rows_of([(1, 1)]), 0, 0, 2, 1)
    assert square_los.line_is_clear(rows_of([(2, 0), (0, 1)]), 0, 0, 2, 1)


@pytest.mark.parametrize(
    ("high", "hidden"),
    [
        ([], 0),
        ([(3, 0)], 4),
        ([(3, 1)], 0),  # a wall beside the line hides nothing
    ],
)
def test_corners_along_a_row(high, hidden):
    assert square_los.corners_obstructed(NOTHING, rows_of(high), 0, 0, 6, 0) == hidden


def test_two_walls_that_touch_leave_a_slit_for_two_corners():
    walls = rows_of([(1, 0), (0, 1)])
    assert square_los.corners_obstructed(NOTHING, walls, 0, 0, 1, 1) == 2


def test_one_obstacle_hides_some_or_all_corners():
    wall = rows_of([(3, 1)])
    assert square_los.corners_obstructed(NOTHING, wall, 0, 0, 6, 1) == 2
    assert square_los.corners_obstructed(NOTHING, wall, 0, 0, 6, 2) == 4
    assert square_los.corners_obstructed(NOTHING, wall, 0, 0, 6, 3) == 3
    assert square_los.corners_obstructed(NOTHING, wall, 0, 0, 6, 4) == 1
    assert square_los.corners_obstructed(NOTHING, wall, 0, 0, 6, 5) == 0


def test_corners_are_taken_slightly_inside_the_target():
    # a line to the very corner would touch the wall and pass: 3 and 2 hidden
    assert square_los.corners_obstructed(NOTHING, rows_of([(1, 0)]), 0, 0, 2, 1) == 4
    assert square_los.corners_obstructed(NOTHING, rows_of([(1, 1)]), 0, 0, 2, 1) == 3


def test_low_obstacle_next_to_the_shooter_is_shot_over():
    near, far = rows_of([(1, 0)]), rows_of([(2, 0)])
    assert square_los.corners_obstructed(near, NOTHING, 0, 0, 6, 0) == 0
    assert square_los.corners_obstructed(far, NOTHING, 0, 0, 6, 0) == 4
    assert square_los.corners_obstructed(NOTHING, near, 0, 0, 6, 0) == 4
    # seen from the other end the same crate is far away
    assert square_los.corners_obstructed(near, NOTHING, 6, 0, 0, 0) == 4


def test_low_obstacle_beside_a_high_one_does_not_hide_it():
    both = rows_of([(1, 0)])
    assert square_los.corners_obstructed(both, both, 0, 0, 6, 0) == 4


def test_missile_line_needs_the_centre_or_a_corner():
    assert square_los.has_line(NOTHING, 0, 0, 6, 0)
    assert not square_los.has_line(rows_of([(3, 0)]), 0, 0, 6, 0)
    assert square_los.has_line(rows_of([(1, 0), (0, 1)]), 0, 0, 1, 1)
    corner_only = rows_of([(3, 1)])
    assert not square_los.line_is_clear(corner_only, 0, 0, 6, 1)
    assert square_los.has_line(corner_only, 0, 0, 6, 1)


# --- Lines and cover: properties -------------------------------------------------------------


def slow_point_is_hidden(obstacle, start, end):
    """Whether a segment meets the open unit square round an obstacle's centre, by clipping."""
    entry, leaving = Fraction(0), Fraction(1)
    for axis in range(2):
        centre, move = obstacle[axis], end[axis] - start[axis]
        low, high = centre - Fraction(1, 2), centre + Fraction(1, 2)
        if move == 0:
            if not low < start[axis] < high:
                return False
            continue
        times = sorted(((low - start[axis]) / move, (high - start[axis]) / move))
        entry, leaving = max(entry, times[0]), min(leaving, times[1])
    return entry < leaving


def slow_is_hidden(obstacles, first, second, inset=(0, 0)):
    """Whether any obstacle but those at the ends meets the segment, in exact fractions."""
    start = (Fraction(first[0]), Fraction(first[1]))
    end = tuple(Fraction(second[i]) + Fraction(7 * inset[i], 16) for i in (0, 1))
    others = set(obstacles) - {first, second}
    return any(slow_point_is_hidden(obstacle, start, end) for obstacle in others)


@given(first=squares, second=squares)
@few
def test_farther_and_nearer_directions(first, second):
    def change(side):
        step = (first[0] + square_grid.DX[side], first[1] + square_grid.DY[side])
        return square_grid.distance(*step, *second) - square_grid.distance(*first, *second)

    farther = sum(1 << side for side in range(8) if change(side) > 0)
    nearer = sum(1 << side for side in range(8) if change(side) < 0)
    assert square_grid.farther_directions(*first, *second) == farther
    assert square_grid.nearer_directions(*first, *second) == nearer


CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


@given(obstacles=obstacle_sets, first=small_squares, second=small_squares)
@many
def test_lines_agree_with_exact_fractions(obstacles, first, second):
    clear = square_los.line_is_clear(rows_of(obstacles), *first, *second)
    assert clear == (not slow_is_hidden(obstacles, first, second))


@given(low=obstacle_sets, high=obstacle_sets, first=small_squares, second=small_squares)
@many
def test_corners_agree_with_exact_fractions(low, high, first, second):
    screens = high | {square for square in low if square_grid.distance(*square, *first) > 1}
    hidden = sum(slow_is_hidden(screens, first, second, corner) for corner in CORNERS)
    assert square_los.corners_obstructed(rows_of(low), rows_of(high), *first, *second) == hidden
    seen = not slow_is_hidden(high, first, second) or any(
        not slow_is_hidden(high, first, second, corner) for corner in CORNERS
    )
    assert square_los.has_line(rows_of(high), *first, *second) == seen
    in_line = square_los.corners_in_line(rows_of(low), rows_of(high), *first, *second)
    assert in_line == (hidden if seen else -1)


@given(obstacles=st.sets(squares, max_size=60), first=squares, second=squares)
@many
def test_lines_are_symmetric_over_the_whole_board(obstacles, first, second):
    rows = rows_of(obstacles)
    there = square_los.line_is_clear(rows, *first, *second)
    assert there == square_los.line_is_clear(rows, *second, *first)
    assert there == (not slow_is_hidden(obstacles, first, second))


TURNS = {
    "left-right": lambda x, y: (9 - x, y),
    "up-down": lambda x, y: (x, 9 - y),
    "diagonal": lambda x, y: (y, x),
    "quarter turn": lambda x, y: (9 - y, x),
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@given(low=obstacle_sets, high=obstacle_sets, first=small_squares, second=small_squares)
@few
def test_cover_is_the_same_on_a_turned_map(turn, low, high, first, second):
    def answer(squares_low, squares_high, a, b):
        low_rows, high_rows = rows_of(squares_low), rows_of(squares_high)
        return (
            square_los.corners_obstructed(low_rows, high_rows, *a, *b),
            bool(square_los.has_line(high_rows, *a, *b)),
            bool(square_los.line_is_clear(low_rows, *a, *b)),
        )

    turned = answer({turn(*s) for s in low}, {turn(*s) for s in high}, turn(*first), turn(*second))
    assert turned == answer(low, high, first, second)


# --- Paths -----------------------------------------------------------------------------------


def walk(free, targets, start, limit=40, waves=square_grid.WAVES + 1):
    """The path as a list of squares."""
    path_x, path_y = np.zeros(40, np.int8), np.zeros(40, np.int8)
    scratch = np.full((waves, square_grid.ROWS), -1, np.int64)
    length = square_grid.walk(free, targets, *start, limit, path_x, path_y, scratch)
    return list(zip(path_x[:length].tolist(), path_y[:length].tolist(), strict=True))


def slow_distance(free, targets, start):
    """Steps of a shortest king's path by a plain breadth-first search, None if there is none."""
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        (x, y), steps = queue.popleft()
        if (x, y) in targets and (steps == 0 or (x, y) in free):
            return steps
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                square = (x + dx, y + dy)
                if square in free and square not in seen:
                    seen.add(square)
                    queue.append((square, steps + 1))
    return None


def open_map(width, height, obstacles=()):
    """Row masks of a map without its obstacles."""
    free = rows_of([])
    square_grid.fill_map(free, width, height)
    square_grid.remove_rows(free, rows_of(obstacles))
    return free


def test_walk_goes_straight_on_an_empty_map():
    assert walk(open_map(10, 10), rows_of([(5, 2)]), (1, 2)) == [(2, 2), (3, 2), (4, 2), (5, 2)]
    assert walk(open_map(10, 10), rows_of([(4, 4)]), (1, 1)) == [(2, 2), (3, 3), (4, 4)]


def test_walk_takes_the_lowest_direction_of_equals():
    # wall in front: north-east and south-east are equally good, north-east is lower
    assert walk(open_map(10, 10, [(2, 2)]), rows_of([(3, 2)]), (1, 2)) == [(2, 1), (3, 2)]


def test_walk_stops_at_the_limit():
    target = rows_of([(5, 2)])
    assert walk(open_map(10, 10), target, (1, 2), limit=2) == [(2, 2), (3, 2)]
    assert walk(open_map(10, 10), target, (1, 2), limit=0) == []


def test_walk_without_a_reachable_target():
    free = open_map(10, 10)
    assert walk(free, rows_of([(1, 1)]), (1, 1)) == []
    assert walk(free, rows_of([]), (1, 1)) == []
    wall = [(4, y) for y in range(10)]
    assert walk(open_map(10, 10, wall), rows_of([(8, 1)]), (1, 1)) == []
    assert walk(open_map(10, 10, wall), rows_of([(4, 1)]), (1, 1)) == []


def test_walk_finds_paths_as_long_as_its_waves():
    free, target = open_map(32, 16), rows_of([(31, 0)])
    assert len(walk(free, target, (0, 0), waves=31)) == 31
    assert walk(free, target, (0, 0), waves=30) == []


def test_walk_starts_from_a_square_that_is_not_free():
    assert walk(open_map(10, 10, [(1, 1)]), rows_of([(3, 1)]), (1, 1)) == [(2, 1), (3, 1)]


@given(
    blocked=st.sets(small_squares, max_size=45),
    targets=st.sets(small_squares, max_size=4),
    start=small_squares,
    limit=st.integers(0, 12),
)
@many
def test_walk_is_as_short_as_a_plain_breadth_first_search(blocked, targets, start, limit):
    free = {(x, y) for x in range(10) for y in range(10)} - blocked
    path = walk(rows_of(free), rows_of(targets), start)
    steps = slow_distance(free, targets, start)
    assert len(path) == (steps or 0)
    assert set(path) <= free
    for here, there in zip([start, *path], path, strict=False):
        assert square_grid.distance(*here, *there) == 1
    if path:
        assert path[-1] in targets
    assert walk(rows_of(free), rows_of(targets), start, limit) == path[:limit]


@given(chosen=st.sets(squares, max_size=10), free=st.sets(squares, max_size=300))
@few
def test_spread_adds_the_free_neighbours(chosen, free):
    grown = rows_of([], np.int64)
    is_larger = square_grid.spread(rows_of(free), rows_of(chosen), grown)
    expected = chosen | {s for s in free if any(square_grid.distance(*s, *c) <= 1 for c in chosen)}
    assert squares_of(grown) == expected
    assert is_larger == (expected != chosen)


def test_last_stop_steps_back_from_taken_squares():
    path_x, path_y = np.array([1, 2, 3], np.int8), np.array([0, 0, 0], np.int8)
    assert square_grid.last_stop(rows_of([]), path_x, path_y, 3) == 3
    assert square_grid.last_stop(rows_of([(3, 0)]), path_x, path_y, 3) == 2
    assert square_grid.last_stop(rows_of([(3, 0), (2, 0)]), path_x, path_y, 3) == 1
    assert square_grid.last_stop(rows_of([(3, 0), (2, 0), (1, 0)]), path_x, path_y, 3) == 0


def test_squares_that_hide_are_those_that_hide_a_point():
    rng = np.random.default_rng(5)
    for x1, y1, x2, y2 in rng.integers(0, (32, 16, 32, 16), (60, 4)).tolist():
        for y in range(min(y1, y2), max(y1, y2) + 1):
            ends = {x for x, end in ((x1, y1), (x2, y2)) if end == y}
            between = set(range(min(x1, x2), max(x1, x2) + 1)) - ends
            hiding = {
                x
                for x in between
                if square_los.points_behind(x2 - x1, y2 - y1, x - x1, y - y1) != 0
            }
            mask = square_los.hiding_columns(x2 - x1, y2 - y1, x1, abs(y - y1))
            assert mask == sum(1 << x for x in hiding)
