"""Paths over hexes of different cost, compared with Dijkstra's algorithm."""

from __future__ import annotations

import heapq

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.maps import hex_grid, hex_paths, square_grid

from .hexes import (
    BOARD,
    SMALL_BOARD,
    add_line,
    few,
    hexes_of,
    neighbours,
    places,
    rows_of,
    small_places,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


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
    """The cost of a step into each hex."""
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
    """The path as a list of hexes."""
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
def test_a_step_has_the_lowest_cost_of_its_hex(parts, costs, place):
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


def test_walk_goes_around_expensive_hexes():
    mud = {(x, 4) for x in range(1, 6)}
    dry = SMALL_BOARD - mud
    assert walk([dry, mud], [1, 2], [(6, 4)], (0, 4)) == [
        (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (6, 4),
    ]  # fmt: skip
    assert len(walk([dry, mud], [1, 1], [(6, 4)], (0, 4))) == 6
    # the points suffice for half of the detour
    assert walk([dry, mud], [1, 2], [(6, 4)], (0, 4), points=3) == [(0, 5), (1, 5), (2, 5)]


def test_walk_needs_all_points_of_an_expensive_hex_at_once():
    cliff = {(x, 3) for x in range(10)}
    parts, costs = [SMALL_BOARD - cliff, cliff], [1, 4]
    assert walk(parts, costs, [(2, 2)], (2, 4)) in ([(1, 3), (2, 2)], [(2, 3), (2, 2)])
    assert len(walk(parts, costs, [(2, 2)], (2, 4), points=4)) == 1
    assert walk(parts, costs, [(2, 2)], (2, 4), points=3) == []


def test_walk_without_a_reachable_target():
    assert walk([SMALL_BOARD], [1], [(1, 1)], (1, 1)) == []
    assert walk([SMALL_BOARD], [1], [], (1, 1)) == []
    assert walk([], [], [(2, 1)], (1, 1)) == []
    wall = {(4, y) for y in range(10)}
    assert walk([SMALL_BOARD - wall], [1], [(8, 1)], (1, 1)) == []
    assert walk([SMALL_BOARD - wall], [1], [(4, 1)], (1, 1)) == []


def test_walk_finds_paths_that_cost_less_than_its_waves():
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


def test_a_search_stops_when_no_wave_grows():
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
def test_a_path_to_the_nearest_hex_is_within_the_points(parts, costs, start, goal, points):
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
