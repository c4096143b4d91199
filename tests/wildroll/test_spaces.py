"""Gaps between creatures, and their spaces."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.maps.square_grid import ROWS, has_square
from quintain.envs.wildroll.enums import (
    Life,
    Posture,
)
from quintain.envs.wildroll.navigation import grounds
from quintain.envs.wildroll.rules.movement import spaces

pytestmark = pytest.mark.interpreted

DEAD = {"life": Life.DEAD}
RIDER = [{"base": "knight", "rides": 1}, {"base": "warhorse", "at": (4, 3)}]


def at(x: int, y: int, **more) -> dict:
    """A fighter in a hex."""
    return {"at": (x, y), **more}


# --- Gaps (W106, W113, RW32, H20) -----------------------------------------------------------------


@pytest.mark.rule("RW32", "W67")
@pytest.mark.parametrize(
    ("place", "gap"),
    [((4, 3), -1), ((5, 3), 0), ((4, 2), 0), ((5, 2), 0), ((3, 2), 1), ((6, 3), 1), ((7, 3), 2)],
)
def test_RW32_adjacent_is_a_gap_of_0(battle_of, place, gap):
    battle = battle_of(blue=[{"at": place}])
    assert spaces.gap(battle, 0, 1) == spaces.gap(battle, 1, 0) == gap
    assert spaces.is_adjacent(battle, 0, 1) == (gap <= 0)


@pytest.mark.rule("RW32")
def test_RW32_the_gap_from_another_hex(battle_of):
    battle = battle_of(blue=[at(8, 3)])
    assert [spaces.gap_from(battle, 0, x, 3, 1) for x in (4, 6, 7, 8)] == [3, 1, 0, -1]


@pytest.mark.rule("W113", "H20", "RW32")
@pytest.mark.parametrize(("x", "gap"), [(4, -1), (5, -1), (6, 0), (7, 1)])
def test_H20_a_giant_fills_seven_hexes(battle_of, x, gap):
    battle = battle_of(red=["giant"], blue=[at(x, 3)])
    assert spaces.gap(battle, 0, 1) == spaces.gap(battle, 1, 0) == gap


@pytest.mark.rule("W113")
def test_W113_two_giants(battle_of):
    battle = battle_of(red=["giant"], blue=[{"base": "giant", "at": (8, 3)}])
    assert spaces.gap(battle, 0, 1) == 1


@pytest.mark.rule("W106", "RW32")
@pytest.mark.parametrize(
    ("foe", "gap"),
    [
        ({}, 2), ({"base": "ogre"}, 2), ({"base": "horse"}, 1), ({"base": "giant", "at": (7, 3)}, 1)
    ],
)  # fmt: skip
def test_W106_riders_are_a_yard_farther_from_the_smaller(battle_of, foe, gap):
    battle = battle_of(red=RIDER, blue=[{"at": (6, 3), **foe}])
    assert spaces.gap(battle, 0, 2) == spaces.gap(battle, 2, 0) == gap
    assert spaces.gap(battle, 1, 2) == 1


@pytest.mark.rule("W106")
def test_W106_not_between_riders_nor_on_the_own_mount(battle_of):
    blue = [{"base": "knight", "rides": 3, "at": (6, 3)}, {"base": "warhorse", "at": (6, 3)}]
    battle = battle_of(red=RIDER, blue=blue)
    assert spaces.gap(battle, 0, 2) == 1
    assert spaces.gap(battle, 0, 1) == -1


# --- One hex for two (W84, H20) -------------------------------------------------------------------


@pytest.mark.rule("W84", "H20")
@pytest.mark.parametrize(
    ("one", "other", "freely"),
    [
        ("human", "human", False), ("halfling", "human", False), ("serpent", "wolf", False),
        ("halfling", "ogre", True), ("human", "horse", True), ("wolf", "ogre", False),
        ("human", "giant", True), ("ooze", "horse", False), ("ooze", "griffin", True),
    ],
)  # fmt: skip
def test_H20_sizes_5_apart_share_a_hex(battle_of, one, other, freely):
    battle = battle_of(red=[{"race": one}], blue=[{"race": other, "at": (4, 3)}])
    assert spaces.shares_freely(battle, 0, 1) == spaces.shares_freely(battle, 1, 0) == freely
    assert spaces.shares_hex(battle, 0) == spaces.shares_hex(battle, 1) == (not freely)


@pytest.mark.rule("W84", "H20")
def test_H20_a_rider_shares_the_hex_of_its_mount(battle_of):
    red = [{"base": "ogre", "rides": 1}, "warhorse"]
    battle = battle_of(red=red)
    assert spaces.shares_freely(battle, 0, 1)
    assert not spaces.shares_hex(battle, 0)
    assert not spaces.shares_hex(battle, 1)


@pytest.mark.rule("W84", "H21")
def test_W84_who_passes_an_ally_has_entered_nothing(battle_of):
    battle = battle_of(red=["fighter", at(4, 3)], blue=[at(9, 3)])
    assert not spaces.shares_hex(battle, 0)
    assert not spaces.shares_hex(battle, 1)
    battle.fighters[2].x = 4  # now an enemy is in it too
    assert [bool(spaces.shares_hex(battle, actor)) for actor in range(3)] == [True] * 3


@pytest.mark.rule("W84")
@pytest.mark.parametrize(
    ("other", "shares"), [(at(4, 3), True), (at(5, 3), False), (at(4, 3, **DEAD), False)]
)
def test_W84_both_are_in_one_space(battle_of, other, shares):
    battle = battle_of(blue=[other])
    assert spaces.shares_hex(battle, 0) == shares


def passes(battle, mover, x, y):
    """Whether a known path may lead through a hex."""
    ground = np.zeros((grounds.KINDS, ROWS), np.int64)
    grounds.write_grounds(battle, mover, ground)
    return any(has_square(rows, x, y) for rows in ground)


# --- Who is there (W67, XW1, H21) -----------------------------------------------------------------


@pytest.mark.rule("W67", "W113", "H21")
@pytest.mark.parametrize(
    ("red", "x", "stands"),
    [
        (["fighter"], 4, True), (["fighter"], 5, False), ([DEAD], 4, False), (["giant"], 5, True),
        (["giant"], 6, False), ([{"posture": 2}], 4, False), (RIDER, 4, True),
    ],
)  # fmt: skip
def test_W67_a_creature_fills_its_hex(battle_of, red, x, stands):
    battle = battle_of(red=red, blue=[at(20, 3)])
    rows = np.zeros(16, np.int64)
    spaces.write_standing(battle, 1, rows)
    assert has_square(rows, x, 3) == stands


@pytest.mark.rule("H21", "H20")
@pytest.mark.parametrize(
    ("other", "through", "stops"),
    [
        ({}, False, False), (DEAD, True, True), ({"life": Life.UNCONSCIOUS}, False, False),
        ({"base": "horse"}, True, True), ({"hidden": True}, True, True),
    ],
)  # fmt: skip
def test_H21_enemies_bar_the_way_unless_they_are_dead(battle_of, other, through, stops):
    battle = battle_of(blue=[{"at": (5, 3), **other}])
    assert passes(battle, 0, 5, 3) == through
    assert spaces.may_stop_at(battle, 0, 5, 3) == stops


@pytest.mark.rule("H21")
@pytest.mark.parametrize(("other", "stops"), [({}, False), (DEAD, True), ({"hidden": True}, False)])
def test_H21_allies_are_passed_and_not_stood_on(battle_of, other, stops):
    battle = battle_of(red=["fighter", {"at": (5, 3), **other}], blue=[at(20, 3)])
    assert passes(battle, 0, 5, 3)
    assert spaces.may_stop_at(battle, 0, 5, 3) == stops


@pytest.mark.rule("H21", "H22")
@pytest.mark.parametrize(("x", "may"), [(0, True), (1, False), (2, False), (3, False), (4, True)])
def test_H22_neither_through_walls_nor_into_pits(battle_of, x, may):
    battle = battle_of(blue=[at(6, 0)], red=[at(5, 0)], map="s#op...")
    assert passes(battle, 0, x, 0) == may
    assert spaces.may_stop_at(battle, 0, x, 0) == may


@pytest.mark.rule("H20", "H21", "W113")
@pytest.mark.parametrize(("x", "may"), [(6, False), (7, True)])
def test_H20_a_giant_needs_room_among_the_large(battle_of, x, may):
    battle = battle_of(red=[{"base": "giant", "at": (9, 3)}], blue=[{"base": "ogre", "at": (5, 3)}])
    assert spaces.may_stop_at(battle, 0, x, 3) == may


@pytest.mark.rule("W84", "W90")
def test_H21_some_can_be_left_out(battle_of):
    battle = battle_of()
    assert not spaces.is_free_but_for(battle, 0, 5, 3, 0)
    assert spaces.is_free_but_for(battle, 0, 5, 3, 0b10)


@pytest.mark.rule("XW1", "H26")
def test_XW1_only_the_own_side_sees_who_hides(battle_of):
    battle = battle_of(red=["fighter", {"hidden": True}])
    assert spaces.sees(battle, 0, 1)
    assert spaces.sees(battle, 2, 0)
    assert not spaces.sees(battle, 2, 1)


@pytest.mark.rule("H24", "RW12")
@pytest.mark.parametrize(
    ("state", "posture"),
    [
        ({}, Posture.STANDING), ({"underwater": True}, Posture.PRONE),
        ({"life": Life.UNCONSCIOUS}, Posture.STANDING),
    ],
)  # fmt: skip
def test_H24_who_comes_to_swim_neither_lies_nor_crouches(battle_of, state, posture):
    battle = battle_of(red=[at(0, 0, posture=Posture.PRONE, **state)], map=".dd")
    spaces.put_into(battle, 0, 1, 0)
    assert battle.fighters[0].posture == posture
    battle = battle_of(red=[at(0, 0, posture=Posture.PRONE)], map=".ww")
    spaces.put_into(battle, 0, 1, 0)
    assert battle.fighters[0].posture == Posture.PRONE
