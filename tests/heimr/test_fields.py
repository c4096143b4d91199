"""The field: locations, borders, heights, distances."""

from __future__ import annotations

import itertools
import random

import pytest

from quintain.envs.heimr.enums import Direction
from quintain.envs.heimr.rules import grid
from quintain.envs.heimr.tables import BORDER_KINDS, NONE

pytestmark = pytest.mark.interpreted

A1, B1, C1 = 0, 1, 2
A2, B2, C2 = 5, 6, 7
A3, B3, C3 = 10, 11, 12


def way(battle, here, there, height=0, other_height=0):
    """Distance between two locations."""
    return int(grid.distance(battle, here, height, there, other_height))


@pytest.mark.rule("H5")
def test_H5_the_locations_of_a_field(battle_of):
    battle = battle_of(map="...\n.#.\n...")
    inside = [(x, y) for y in range(-1, 5) for x in range(-1, 5) if grid.is_location(battle, x, y)]
    assert len(inside) == 8
    assert (1, 1) not in inside
    assert (grid.column_of(C2), grid.row_of(C2)) == (2, 1)


@pytest.mark.rule("H7", "H8")
def test_H7_borders_up_down_left_and_right(battle_of):
    battle = battle_of()
    found = [int(grid.neighbour(battle, B2, direction)) for direction in Direction]
    assert found == [B1, C2, B3, A2]
    assert [int(grid.neighbour(battle, A1, one)) for one in Direction] == [NONE, B1, A2, NONE]
    assert not grid.is_next_to(A1, B2)
    assert grid.direction_to(B2, C2) == Direction.EAST


@pytest.mark.rule("H7", "H8")
def test_H7_a_border_belongs_to_both_sides(battle_of):
    battle = battle_of(map="....\n....\n....\n....")
    numbers = set()
    for location in (0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18):
        for direction in Direction:
            other = grid.neighbour(battle, location, direction)
            if other != NONE:
                border = grid.border_of(location, direction)
                assert border == grid.border_of(other, grid.opposite(direction))
                numbers.add(int(border))
    assert len(numbers) == 2 * 4 * 3


@pytest.mark.rule("H8")
def test_H8_the_same_direction_leads_the_same_way():
    assert [grid.opposite(one) for one in Direction] == [2, 3, 0, 1]


@pytest.mark.rule("H6", "H151", "H152")
@pytest.mark.parametrize(
    ("rise", "walked"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_H6_H151_a_difference_of_1_is_walked(battle_of, rise, walked):
    battle = battle_of(heights=f"222\n2{2 + rise}2\n222")
    assert grid.is_walkable_height(rise) == walked
    assert grid.is_walkable(battle, A2, 2, Direction.EAST) == walked
    assert grid.is_walkable(battle, A2, 2, Direction.NORTH)
    assert not grid.is_walkable(battle, A2, 2, Direction.WEST)


@pytest.mark.rule("H9", "H150", "H174")
def test_H150_a_barrier_closes_a_border_until_it_is_broken(battle_of):
    battle = battle_of(borders=[((0, 1), "east", "strong_door")])
    assert grid.is_barred(battle, B2, Direction.WEST)
    assert not grid.is_walkable(battle, A2, 0, Direction.EAST)
    grid.break_barrier(battle, grid.border_of(A2, Direction.EAST))
    assert grid.is_walkable(battle, A2, 0, Direction.EAST)


@pytest.mark.rule("H9", "H148", "H149", "H150")
@pytest.mark.parametrize(
    ("kind", "figures"),
    [("single_door", (2, 0, 0)), ("thick_vegetation", (2, 0, 0)), ("double_door", (4, 0, 0)),
     ("window", (1, 5, 0)), ("ladder", (1, 0, 0)), ("short_jump", (0, 1, 0)), ("jump", (0, 3, 0)),
     ("long_jump", (0, 6, 0)), ("longest_jump", (0, 9, 0)), ("rope_swing", (0, 4, 0)),
     ("regular_door", (2, 0, 2)), ("strong_door", (2, 0, 4)), ("regular_gate", (4, 0, 6)),
     ("wooden_wall", (0, 0, 4)), ("stone_wall", (0, 0, 6))],
)  # fmt: skip
def test_H9_what_the_borders_ask(kind, figures):
    keys = ("limit", "challenge", "toughness")
    assert tuple(BORDER_KINDS[kind].get(key, 0) for key in keys) == figures


@pytest.mark.rule("H148", "RH54")
def test_H148_the_limit_of_a_border(battle_of):
    battle = battle_of(red=["fighter"] * 3, borders=[((0, 1), "east", "single_door")])
    border = grid.border_of(A2, Direction.EAST)
    room = []
    for actor in (2, 0):
        room.append(bool(grid.has_room_to_cross(battle, border)))
        grid.count_crossing(battle, border, actor)
    room.append(bool(grid.has_room_to_cross(battle, border)))
    grid.reset_limits(battle, 0)
    room.append(bool(grid.has_room_to_cross(battle, border)))
    grid.reset_limits(battle, 2)
    room.append(bool(grid.has_room_to_cross(battle, border)))
    assert room == [True, True, False, False, True]


@pytest.mark.rule("RH54")
def test_RH54_crossings_in_both_directions_count_for_one_limit(battle_of):
    battle = battle_of(borders=[((0, 1), "east", "window")])
    grid.count_crossing(battle, grid.border_of(A2, Direction.EAST), 0)
    assert not grid.has_room_to_cross(battle, grid.border_of(B2, Direction.WEST))


@pytest.mark.rule("H55", "RH48")
def test_H55_orthogonal_steps(battle_of):
    battle = battle_of()
    found = [way(battle, A1, there) for there in (A1, B1, C1, A2, B2, C3)]
    assert found == [0, 1, 2, 1, 2, 4]
    assert battle.plain


@pytest.mark.rule("H55", "RH48")
def test_RH48_heights_are_climbed_up_and_jumped_down_for_nothing(battle_of):
    battle = battle_of(heights="040\n040\n040")
    assert way(battle, A1, B1, 0, 4) == 5
    assert way(battle, B1, A1, 4, 0) == 1
    assert way(battle, A1, C1) == 6
    battle = battle_of(heights="010\n010\n010")
    assert way(battle, A1, C1) == 2


@pytest.mark.rule("H55", "RH48")
def test_RH48_to_and_from_the_top_of_a_tree(battle_of):
    battle = battle_of(map="...\n.t.\n...")
    assert way(battle, A2, B2, 0, 4) == 5
    assert way(battle, B2, A2, 4, 0) == 1
    assert way(battle, B2, B2, 0, 4) == 4
    assert way(battle, B2, B2, 4, 0) == 0


@pytest.mark.rule("RH48", "H150")
def test_RH48_round_a_wall_or_not_at_all(battle_of):
    wall = [((0, y), "east", "solid") for y in range(2)]
    battle = battle_of(borders=wall)
    assert way(battle, A1, B1) == 5
    battle = battle_of(borders=[*wall, ((0, 2), "east", "solid")])
    assert way(battle, A1, B1) >= grid.FAR
    assert way(battle, A1, A3) == 2


@pytest.mark.rule("RH48", "H55", "H152", "H174")
def test_RH48_over_a_barrier_that_can_be_climbed_and_from_its_crest(battle_of):
    battle = battle_of(borders=[((0, y), "east", "wooden_wall") for y in range(3)])
    assert way(battle, A1, B1) == 1 + 2
    assert way(battle, A1, C1) == 2 + 2
    assert way(battle, A1, B1, 2, 0) == 1
    assert way(battle, A1, B1, 0, 2) == 1 + 2
    assert way(battle, A1, B1, 2, 2) == 1
    assert way(battle, C1, B1, 0, 2) == 1 + 2


@pytest.mark.rule("RH48", "H5")
def test_RH48_round_a_rock(battle_of):
    battle = battle_of(map="...\n.#.\n...")
    assert way(battle, A2, C2) == 4


@pytest.mark.rule("RH48", "H148", "H149")
def test_RH48_challenges_and_limits_do_not_block_a_shot(battle_of):
    battle = battle_of(borders=[((0, 0), "east", "window"), ((1, 0), "east", "longest_jump")])
    assert way(battle, A1, C1) == 2


def shortest(battle, here, height):
    """The fewest turns to the floor of each location, tried until nothing gets shorter."""
    turns = {here: 0}
    changed = True
    while changed:
        changed = False
        for location, direction in itertools.product([*turns], Direction):
            start = height if location == here else grid.floor_of(battle, location)
            other = int(grid.neighbour(battle, location, direction))
            longer = turns[location] + grid.step_turns(battle, location, start, direction)
            if longer < min(grid.FAR, turns.get(other, grid.FAR)):
                turns[other], changed = int(longer), True
    return turns


@pytest.mark.rule("H55", "RH48")
@pytest.mark.parametrize("seed", range(6))
def test_RH48_no_way_is_shorter(battle_of, seed):
    draw = random.Random(seed)
    squares = list(itertools.product(range(5), range(5)))
    heights = "\n".join("".join(draw.choice("00024") for _ in range(5)) for _ in range(5))
    rocks = "\n".join("".join(draw.choice(".....#") for _ in range(5)) for _ in range(5))
    kinds = ["solid", "wooden_wall", "window"]
    sides = [(place, side) for place in squares for side in ("east", "south") if max(place) < 4]
    borders = [(*one, draw.choice(kinds)) for one in draw.sample(sides, 12)]
    floor = [place for place in squares if rocks.split()[place[1]][place[0]] == "."]
    (red, blue) = ({"at": place} for place in draw.sample(floor, 2))
    battle = battle_of(red=[red], blue=[blue], map=rocks, heights=heights, borders=borders)
    for here in (x + 5 * y for x, y in floor):
        for up in (0, 2):
            height = int(grid.floor_of(battle, here)) + up
            turns = shortest(battle, here, height)
            for there in (x + 5 * y for x, y in floor if x + 5 * y != here):
                found = way(battle, here, there, height, int(grid.floor_of(battle, there)))
                assert min(found, grid.FAR) == turns.get(there, grid.FAR)


@pytest.mark.rule("H55")
def test_H55_between_fighters(battle_of):
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (2, 1)}])
    assert grid.distance_between(battle, 0, 1) == 3


@pytest.mark.rule("H152")
def test_H152_two_heights_must_be_climbed(battle_of):
    battle = battle_of(heights="020\n020\n020", borders=[((0, 0), "east", "slope")])
    assert not grid.is_walkable(battle, A1, 0, Direction.EAST)
    assert grid.is_walkable(battle, A1, 2, Direction.EAST)
