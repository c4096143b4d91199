"""The items that a fighter holds and can fight with."""

from __future__ import annotations

import itertools

import pytest

from quintain.envs.wildroll.rules.common_actions import items
from quintain.envs.wildroll.rules.flanking.flanking import FARTHEST_SHOT
from quintain.envs.wildroll.rules.grappling.grapples import HAS_GRIP
from quintain.envs.wildroll.tables import (
    IS_MELEE,
    IS_RANGED,
    ITEM_NAMES,
    NONE,
    RACE_NAMES,
    WEAPON_INCREMENT,
    WEAPON_REACH,
)

pytestmark = pytest.mark.interpreted


def names(fighter) -> list[str | None]:
    """The contents of the four weapon slots."""
    found = [int(items.weapon_in(fighter, slot)) for slot in range(4)]
    return [None if item == NONE else ITEM_NAMES[item] for item in found]


# Fighter; its slots; longest reach, free hands.
HELD = [
    ({"held": []}, [None, None, "unarmed", None], 0, 2),
    ({"held": ["sword"]}, ["sword", None, "unarmed", None], 1, 1),
    ({"held": ["dagger", "shield"]}, ["dagger", "shield", "unarmed", None], 0, 0),
    ({"held": ["spear"]}, ["spear", None, "unarmed", None], 2, 0),
    ({"held": ["bow"]}, ["bow", None, "unarmed", None], 0, 0),
    ({"base": "panther"}, [None, None, "claws", "bite"], 0, 0),
    ({"base": "giant"}, [None, None, "slam", None], 1, 2),
]


@pytest.mark.rule("RW7", "RW8", "RW32")
@pytest.mark.parametrize(("one", "slots", "reach", "free"), HELD)
def test_RW7_weapons_in_hand_and_natural_ones(battle_of, one, slots, reach, free):
    fighter = battle_of(red=[one]).fighters[0]
    assert names(fighter) == slots
    assert items.longest_reach(fighter) == reach
    assert items.free_hands(fighter) == free


@pytest.mark.rule("RW32", "W32", "W88")
def test_RW32_the_tables_of_what_is_in_use_are_what_its_slots_say(battle_of):
    fighter = battle_of(red=["fighter"]).fighters[0]
    hands = range(NONE, len(ITEM_NAMES))
    for race, *held in itertools.product(range(len(RACE_NAMES)), hands, hands):
        fighter.race, fighter.held[:] = race, held
        weapons = [int(items.weapon_in(fighter, slot)) for slot in range(4)]
        melee = [WEAPON_REACH[one] for one in weapons if one != NONE and IS_MELEE[one]]
        shots = [WEAPON_INCREMENT[one] - 1 for one in weapons if one != NONE and IS_RANGED[one]]
        at = (race, held[0] + 1, held[1] + 1)
        assert items.LONGEST_REACH[at] == max(melee, default=NONE)
        assert FARTHEST_SHOT[at] == max(shots, default=NONE)
        assert HAS_GRIP[at] == (0 if 0 in melee else NONE)


@pytest.mark.rule("RW7")
def test_RW7_bows_and_shields_do_not_serve_for_melee(battle_of):
    fighter = battle_of(red=[{"held": ["dagger", "shield"]}]).fighters[0]
    assert [bool(items.is_melee_slot(fighter, slot)) for slot in range(4)] == [
        True, False, True, False,
    ]  # fmt: skip
    archer = battle_of(red=["archer"]).fighters[0]
    assert [bool(items.is_melee_slot(archer, slot)) for slot in range(4)] == [
        False, False, True, False,
    ]  # fmt: skip
    assert items.is_ranged_slot(archer, 0)
    assert not items.is_ranged_slot(archer, 2)


@pytest.mark.rule("RW7")
def test_RW7_only_a_crossbow_has_to_be_loaded(battle_of):
    for name, ready in (("archer", True), ("crossbowman", False)):
        fighter = battle_of(red=[{"base": name, "loaded": False}]).fighters[0]
        assert items.is_loaded(fighter, 0) == ready
        fighter.loaded = True
        assert items.is_loaded(fighter, 0)


@pytest.mark.rule("W99", "W100", "W101")
def test_W99_the_kit_has_to_be_in_hand(battle_of):
    assert items.has_kit(battle_of(red=["healer"]).fighters[0])
    assert items.has_kit(battle_of(red=["medic"]).fighters[0])
    assert not items.has_kit(battle_of(red=[{"pouch": ["healing_kit"]}]).fighters[0])


# --- Taking up and putting away (W43, W81, W94, H29, RW7) -----------------------------------------

ITEMS = {name: number for number, name in enumerate(ITEM_NAMES)}


def held(fighter) -> list[str | None]:
    """The items in the hands."""
    return names(fighter)[:2]


def stowed(fighter) -> list[str | None]:
    """The items in the pack."""
    return [None if item == NONE else ITEM_NAMES[item] for item in fighter.pack]


def lying(battle) -> list[tuple]:
    """The items on the ground, with their hexes."""
    ground = zip(battle.ground_item, battle.ground_x, battle.ground_y, strict=True)
    return [(ITEM_NAMES[item], int(x), int(y)) for item, x, y in ground if item != NONE]


@pytest.mark.rule("W81", "RW7")
@pytest.mark.parametrize(
    ("one", "item", "hand"),
    [
        ({"held": []}, "sword", 0), ({"held": ["sword"]}, "shield", 1),
        ({"held": ["sword", "shield"]}, "dagger", NONE), ({"held": ["spear"]}, "dagger", NONE),
        ({"held": []}, "spear", 0), ({"held": ["dagger"]}, "spear", NONE),
        ({"base": "wolf"}, "dagger", NONE),
    ],
)  # fmt: skip
def test_W81_hands_for_an_item(battle_of, one, item, hand):
    assert items.hand_for(battle_of(red=[one]).fighters[0], ITEMS[item]) == hand


@pytest.mark.rule("W81", "RW7")
def test_W81_the_other_hand_is_taken_where_the_first_is_full(battle_of):
    fighter = battle_of(red=[{"held": ["sword", "shield"]}]).fighters[0]
    fighter.held[0] = NONE
    assert items.hand_for(fighter, ITEMS["dagger"]) == 0
    assert items.hand_for(fighter, ITEMS["spear"]) == NONE
    fighter.held[:] = NONE, ITEMS["spear"]
    assert items.hand_for(fighter, ITEMS["dagger"]) == NONE


@pytest.mark.rule("W81")
def test_W81_retrieve_with_an_empty_hand(battle_of, events):
    one = {"held": ["sword"], "scabbard": ["dagger"], "sack": ["spear"]}
    battle = battle_of(red=[one])
    fighter = battle.fighters[0]
    assert [bool(items.may_retrieve(fighter, place)) for place in range(4)] == [
        True, False, False, False,
    ]  # fmt: skip
    items.retrieve(battle, 0, 0)
    assert held(fighter) == ["sword", "dagger"]
    assert stowed(fighter) == [None, None, None, "spear"]
    assert events(battle) == [("takes", 0, -1, 0, ITEMS["dagger"], 0)]
    fighter.held[:] = NONE
    assert items.may_retrieve(fighter, 3)


@pytest.mark.rule("W81")
def test_W81_stow_where_it_costs_least(battle_of, events):
    battle = battle_of(red=[{"held": ["dagger", "shield"], "scabbard": ["sword"]}])
    fighter = battle.fighters[0]
    assert items.may_stow(fighter, 0)
    items.stow(battle, 0, 0)
    assert stowed(fighter) == ["sword", "dagger", None, None]
    assert not items.may_stow(fighter, 0)  # an empty hand
    items.stow(battle, 0, 1)
    assert stowed(fighter) == ["sword", "dagger", "shield", None]
    assert held(fighter) == [None, None]
    assert events(battle) == [
        ("stows", 0, -1, 0, ITEMS["dagger"], 0), ("stows", 0, -1, 0, ITEMS["shield"], 0),
    ]  # fmt: skip


@pytest.mark.rule("W81")
@pytest.mark.parametrize(
    ("taken", "place"), [([], 0), ([0], 1), ([1], 0), ([0, 1], 2), ([0, 1, 2], 3), (range(4), NONE)]
)
def test_W81_the_cheapest_free_place(battle_of, taken, place):
    fighter = battle_of(red=[{"held": ["sword"]}]).fighters[0]
    for one in taken:
        fighter.pack[one] = ITEMS["dagger"]
    assert items.cheapest_place(fighter) == place
    assert items.may_stow(fighter, 0) == (place != NONE)


@pytest.mark.rule("W43", "W94", "H29")
def test_H29_what_falls_lies_in_the_hex(battle_of, events):
    battle = battle_of(red=[{"held": ["sword", "shield"], "at": (7, 2)}])
    fighter = battle.fighters[0]
    items.drop(battle, 0, 1)
    assert held(fighter) == ["sword", None]
    assert not items.may_drop(fighter, 1)
    assert items.may_drop(fighter, 0)
    assert lying(battle) == [("shield", 7, 2)]
    assert events(battle) == [("drops", 0, -1, 0, ITEMS["shield"], 0)]


@pytest.mark.rule("H29")
def test_H29_where_the_ground_is_full_it_is_lost(battle_of):
    battle = battle_of()
    battle.ground_item[:] = ITEMS["dagger"]
    items.drop(battle, 0, 0)
    assert len(lying(battle)) == 8
    assert "sword" not in [name for name, _, _ in lying(battle)]


@pytest.mark.rule("H29")
def test_H29_the_first_item_of_the_hex_that_fits_is_picked_up(battle_of, events):
    battle = battle_of(red=[{"held": ["sword"]}])
    fighter = battle.fighters[0]
    battle.ground_x[:], battle.ground_y[:] = fighter.x, fighter.y
    assert not items.may_pick_up(battle, 0)
    battle.ground_item[:3] = [ITEMS["spear"], ITEMS["axe"], ITEMS["dagger"]]
    assert items.may_pick_up(battle, 0)
    items.pick_up(battle, 0)
    assert held(fighter) == ["sword", "axe"]
    assert [name for name, _, _ in lying(battle)] == ["spear", "dagger"]
    assert not items.may_pick_up(battle, 0)  # no hand is left
    assert events(battle) == [("takes", 0, -1, 0, ITEMS["axe"], 0)]


@pytest.mark.rule("H29")
@pytest.mark.parametrize(("x", "y", "may"), [(4, 3, True), (5, 3, False), (4, 4, False)])
def test_H29_only_what_lies_in_the_own_hex(battle_of, x, y, may):
    battle = battle_of()
    battle.ground_item[5], battle.ground_x[5], battle.ground_y[5] = ITEMS["dagger"], x, y
    assert items.may_pick_up(battle, 0) == may


@pytest.mark.rule("RW7")
def test_RW7_a_crossbow_is_loaded_again(battle_of, events):
    battle = battle_of(red=[{"base": "crossbowman", "loaded": False}])
    fighter = battle.fighters[0]
    assert items.may_reload(fighter)
    items.reload(battle, 0)
    assert not items.may_reload(fighter)
    assert events(battle) == [("reloads", 0, -1, 0, 0, 0)]


@pytest.mark.rule("RW7")
def test_RW7_a_crossbow_taken_in_hand_is_not_loaded_and_nothing_else_has_to_be(battle_of):
    battle = battle_of(red=[{"held": [], "scabbard": ["bow", "crossbow"]}])
    fighter = battle.fighters[0]
    items.retrieve(battle, 0, 0)
    assert fighter.loaded
    items.stow(battle, 0, 0)
    items.retrieve(battle, 0, 1)
    assert not fighter.loaded
    assert items.may_reload(fighter)
    items.stow(battle, 0, 0)
    assert not items.may_reload(fighter)  # it is not in hand
