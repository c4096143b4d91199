"""Doors, potions and magical items."""

from __future__ import annotations

import pytest

from quintain.envs.core.maps.hex_grid import EAST, NORTH_EAST, NORTH_WEST, WEST
from quintain.envs.core.maps.square_grid import is_obstacle
from quintain.envs.wildroll.enums import (
    Life,
)
from quintain.envs.wildroll.rules.miscellaneous_actions import objects
from quintain.envs.wildroll.tables import EFFECT_NAMES, EFFECT_POINTS, TERRAIN_NAMES

pytestmark = pytest.mark.interpreted

DOORS = """
.+...
+./..
.....
"""


def at_the_doors(battle_of, **blue):
    """Red at (1, 1) with a shut door in the west and north-west, an open one in the east."""
    return battle_of(red=[{"at": (1, 1)}], blue=[{"at": (4, 2), **blue}], map=DOORS)


# --- Doors (W102, H22) ----------------------------------------------------------------------------


@pytest.mark.rule("W102", "H22")
def test_W102_doors_beside_one_can_be_opened_or_shut(battle_of):
    battle = at_the_doors(battle_of)
    sides = [side for side in range(6) if objects.may_open(battle, 0, side)]
    assert sides == [EAST, WEST, NORTH_WEST]
    battle.fighters[0].x, battle.fighters[0].y = 0, 0
    assert [side for side in range(6) if objects.may_open(battle, 0, side)] == [1, 2]


@pytest.mark.rule("W102", "H22")
@pytest.mark.parametrize("state", [{}, {"life": Life.DEAD}, {"life": Life.UNCONSCIOUS}])
def test_W102_no_door_shuts_on_somebody(battle_of, state):
    battle = at_the_doors(battle_of, at=(2, 1), **state)
    assert not objects.may_open(battle, 0, EAST)


@pytest.mark.rule("W102", "H22")
def test_H22_a_door_changes_ground_and_obstacles(battle_of, events):
    battle = at_the_doors(battle_of)
    before = battle.high.copy()
    objects.open_or_shut(battle, 0, EAST)
    assert TERRAIN_NAMES[battle.ground[1, 2]] == "shut_door"
    assert is_obstacle(battle.high, 2, 1)
    objects.open_or_shut(battle, 0, EAST)
    objects.open_or_shut(battle, 0, WEST)
    assert TERRAIN_NAMES[battle.ground[1, 2]] == TERRAIN_NAMES[battle.ground[1, 0]] == "open_door"
    assert not is_obstacle(battle.high, 0, 1)
    assert not is_obstacle(battle.high, 2, 1)
    assert is_obstacle(battle.high, 1, 0)
    assert (before != battle.high).sum() == 1
    told = [(0, -1, 0, 0, 0), (0, -1, 1, 0, 0), (0, -1, 1, 0, 0)]
    assert events(battle) == [("door", *rest) for rest in told]


@pytest.mark.rule("H22")
def test_H22_the_first_door_that_shuts_is_an_obstacle(battle_of):
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (3, 0)}], map="./..")
    assert not battle.has_obstacles
    objects.open_or_shut(battle, 0, EAST)
    assert battle.has_obstacles
    assert not objects.may_open(battle, 0, NORTH_EAST)


@pytest.mark.rule("H22")
def test_H22_a_door_in_the_last_column_leaves_the_others_alone(battle_of):
    row = "." * 31 + "+"
    battle = battle_of(red=[{"at": (30, 0)}], blue=[{"at": (0, 0)}], map=row)
    objects.open_or_shut(battle, 0, EAST)
    assert battle.high.tolist() == [0] * 16
    objects.open_or_shut(battle, 0, EAST)
    assert battle.high.tolist() == [-(1 << 31)] + [0] * 15


# --- Potions (W102, H27) --------------------------------------------------------------------------


@pytest.mark.rule("W102", "H27")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({"potions": 1, "stamina": 3}, True), ({"potions": 0, "stamina": 3}, False),
        ({"potions": 2, "stamina": 11}, False), ({"potions": 2, "stamina": 10}, True),
        ({"potions": 1, "stamina": 8, "fatigue": 3}, False),
    ],
)  # fmt: skip
def test_W102_a_potion_is_drunk_where_it_is_of_use(battle_of, state, may):
    assert objects.may_drink(battle_of(red=[state]).fighters[0]) == may


@pytest.mark.rule("W102", "W13", "H27")
@pytest.mark.parametrize(
    ("before", "fatigue", "after"), [(0, 0, 6), (4, 0, 10), (7, 0, 11), (2, 5, 6)]
)
def test_W102_a_potion_gives_6_stamina_as_far_as_fatigue_leaves_room(
    battle_of, events, before, fatigue, after
):
    battle = battle_of(red=[{"potions": 2, "stamina": before, "fatigue": fatigue}])
    objects.drink(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.stamina, fighter.potions) == (after, 1)
    assert events(battle, "drinks") == [("drinks", 0, -1, 0, 0, 0)]
    assert events(battle, "stamina") == [("stamina", 0, -1, 0, before - after, 0)]


# --- Magical items (W16, W93, W110, W111) ---------------------------------------------------------


@pytest.mark.rule("W110", "W93")
@pytest.mark.parametrize(
    ("state", "first", "second"),
    [
        ({}, True, True), ({"effects": 1}, False, True), ({"effects": 3}, False, False),
        ({"mana": 2}, False, True), ({"mana": 1}, False, False), ({"mana": 3}, True, True),
        ({"charm": "ember_ring"}, True, False),
    ],
)  # fmt: skip
def test_W110_what_can_be_called_up(battle_of, state, first, second):
    fighter = battle_of(red=[{"base": "warden", **state}]).fighters[0]
    assert [bool(objects.may_call_up(fighter, effect)) for effect in (0, 1)] == [first, second]


@pytest.mark.rule("W110")
def test_W110_nothing_without_an_item(battle_of):
    fighter = battle_of().fighters[0]
    assert not objects.may_call_up(fighter, 0)
    assert not objects.may_end_effect(fighter, 0)
    assert (objects.effect_damage(fighter), objects.effect_toughness(fighter)) == (0, 0)


@pytest.mark.rule("W110")
def test_W110_items_print_what_they_cost():
    assert {name: int(cost) for names, costs in zip(EFFECT_NAMES, EFFECT_POINTS, strict=True)
            for name, cost in zip(names, costs, strict=True) if name} == {
        "embers": 4, "skin of bark": 4, "edge of ice": 4,
    }  # fmt: skip


@pytest.mark.rule("W93", "W110", "W16")
def test_W93_mana_is_invested_while_an_effect_lasts(battle_of, events):
    battle = battle_of(red=["warden"])
    fighter = battle.fighters[0]
    objects.call_up(battle, 0, 0)
    assert (fighter.mana, fighter.invested) == (11 - 3, 3)
    objects.end_effect(battle, 0, 0)
    assert (fighter.mana, fighter.invested) == (11, 0)
    assert events(battle) == [
        ("charm", 0, -1, 0, 1, 0), ("mana", 0, -1, 1, 3, 0),
        ("charm", 0, -1, 0, 0, 0), ("mana", 0, -1, 2, 3, 0),
    ]  # fmt: skip


@pytest.mark.rule("W111", "W93")
@pytest.mark.parametrize(("ended", "left", "invested"), [(0, 1, 2), (1, 0, 3)])
def test_W111_each_effect_of_an_item_ends_on_its_own(battle_of, ended, left, invested):
    battle = battle_of(red=["warden"])
    fighter = battle.fighters[0]
    for effect in (0, 1):
        assert not objects.may_end_effect(fighter, effect)
        objects.call_up(battle, 0, effect)
        assert objects.may_end_effect(fighter, effect)
    objects.end_effect(battle, 0, ended)
    assert objects.is_called_up(fighter, left)
    assert not objects.is_called_up(fighter, ended)
    assert (fighter.mana, fighter.invested) == (11 - invested, invested)
