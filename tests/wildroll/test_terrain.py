"""Terrain: the cost of a yard, water, cliffs, and impassable ground."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Posture, Water
from quintain.envs.wildroll.rules.movement import terrain
from quintain.envs.wildroll.tables import TERRAIN_NAMES

pytestmark = pytest.mark.interpreted

STRIP = "." + "skmuwcdpiqQUl+/" + "#o"
"""One row with every kind of ground."""


@pytest.mark.rule("W68")
@pytest.mark.parametrize(
    ("letter", "factor"),
    [
        (".", 1), ("s", 2), ("k", 2), ("m", 2), ("u", 3), ("d", 3), ("w", 4), ("c", 4), ("i", 1),
        ("q", 4), ("Q", 8), ("U", 6), ("/", 1),
    ],
)  # fmt: skip
def test_W68_difficult_ground_multiplies(battle_of, letter, factor):
    battle = battle_of(map=STRIP)
    assert terrain.ground_factor(battle, 0, STRIP.index(letter), 0) == factor


@pytest.mark.rule("W68", "H24")
@pytest.mark.parametrize(
    ("person", "knee", "deep", "mud"),
    [
        ({}, 2, 3, 2),
        ({"underwater": True}, 2, 10, 2),
        ({"race": "merfolk"}, 1, 1, 2),
        ({"race": "merfolk", "underwater": True}, 1, 1, 2),
    ],
)
def test_W68_swimming_walking_under_water_and_the_aquatic(battle_of, person, knee, deep, mud):
    battle = battle_of(red=[person], map=STRIP)
    costs = [terrain.ground_factor(battle, 0, STRIP.index(letter), 0) for letter in "kdm"]
    assert costs == [knee, deep, mud]


@pytest.mark.rule("W68")
def test_W68_a_bare_map_is_open_ground(battle_of):
    battle = battle_of()
    assert TERRAIN_NAMES[terrain.ground_at(battle, 31, 15)] == "open"
    assert terrain.water_at(battle, 0, 0) == Water.DRY
    assert terrain.ground_factor(battle, 0, 3, 3) == 1


@pytest.mark.rule("W68")
@pytest.mark.parametrize(
    ("letter", "depth"),
    [(".", Water.DRY), ("k", Water.KNEE), ("Q", Water.WAIST), ("d", Water.DEEP)],
)
def test_W68_how_deep_the_water_is(battle_of, letter, depth):
    battle = battle_of(map=STRIP)
    assert terrain.water_at(battle, STRIP.index(letter), 0) == depth


@pytest.mark.rule("W71")
@pytest.mark.parametrize(
    ("letter", "is_bad"), [(".", False), ("/", False), ("i", True), ("s", True), ("d", True)]
)
def test_W71_slow_and_slippery_ground_is_bad_to_land_on(battle_of, letter, is_bad):
    battle = battle_of(map=STRIP)
    assert terrain.is_bad_ground(battle, STRIP.index(letter), 0) == is_bad


@pytest.mark.rule("H22")
@pytest.mark.parametrize(
    ("letter", "is_blocked", "is_walkable"),
    [
        (".", False, True), ("d", False, True), ("c", False, True), ("/", False, True),
        ("p", False, False), ("o", True, False), ("#", True, False), ("l", True, False),
        ("+", True, False),
    ],
)  # fmt: skip
def test_H22_walls_stop_and_nobody_walks_into_a_pit(battle_of, letter, is_blocked, is_walkable):
    battle = battle_of(map=STRIP)
    x = STRIP.index(letter)
    assert terrain.is_blocked(battle, x, 0) == is_blocked
    assert terrain.is_walkable(battle, x, 0) == is_walkable


@pytest.mark.rule("H22", "W105")
@pytest.mark.parametrize("letter", [".", "c", "m", "d", "p", "#", "o"])
@pytest.mark.parametrize("posture", [Posture.STANDING, Posture.CROUCHING, Posture.PRONE])
def test_W105_who_lies_does_not_climb(battle_of, letter, posture):
    battle = battle_of(red=[{"posture": posture}], map=STRIP)
    x = STRIP.index(letter)
    climbs = letter == "c" and posture == Posture.PRONE
    assert terrain.can_tread(battle, 0, x, 0) == (terrain.is_walkable(battle, x, 0) and not climbs)
    assert terrain.can_tread(battle_of(red=[{"posture": posture}]), 0, 7, 7)


@pytest.mark.rule("H22")
@pytest.mark.parametrize(("x", "y"), [(-1, 0), (len(STRIP), 0), (0, -1), (0, 1)])
def test_H22_the_map_ends(battle_of, x, y):
    battle = battle_of(map=STRIP)
    assert terrain.is_blocked(battle, x, y)
    assert not terrain.is_walkable(battle, x, y)


@pytest.mark.rule("W105", "H24")
@pytest.mark.parametrize(
    ("letter", "state", "swims"),
    [
        ("d", {}, True), ("d", {"race": "merfolk"}, True), ("d", {"underwater": True}, False),
        ("Q", {}, False), (".", {}, False), ("d", {"rides": 1}, False),
    ],
)  # fmt: skip
def test_H24_one_swims_on_the_surface_of_deep_water(battle_of, letter, state, swims):
    place = (STRIP.index(letter), 0)
    battle = battle_of(red=[{"at": place, **state}, {"base": "horse", "at": place}], map=STRIP)
    assert terrain.is_swimming(battle, 0) == swims


@pytest.mark.rule("W105", "H22")
@pytest.mark.parametrize(
    ("letter", "state", "climbs"),
    [
        ("c", {}, True), ("p", {}, True), ("p", {"posture": Posture.PRONE}, False),
        ("c", {"posture": Posture.CROUCHING}, True), ("s", {}, False), ("c", {"rides": 1}, False),
    ],
)  # fmt: skip
def test_H22_one_climbs_on_cliffs_and_in_pits(battle_of, letter, state, climbs):
    place = (STRIP.index(letter), 0)
    battle = battle_of(red=[{"at": place, **state}, {"base": "horse", "at": place}], map=STRIP)
    assert terrain.is_climbing(battle, 0) == climbs
