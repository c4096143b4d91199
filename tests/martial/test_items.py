"""Items in hands, pack and on the ground, natural weapons, reach (D35, D84, RD18, RD19, RD39)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Taking
from quintain.envs.martial.rules.rounds_and_actions import items
from quintain.envs.martial.rules.rounds_and_actions.ground_items import (
    may_pick_up,
    nearest_on_ground,
)
from quintain.envs.martial.state import GROUND_CAPACITY
from quintain.envs.martial.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

ITEM = {name: number for number, name in enumerate(ITEM_NAMES)}
PLAIN = {"held": [], "carried": [], "armour": "none", "trained": []}


@pytest.fixture
def one(battle_of):
    """A battle in which red_0 is as said, alone at (4, 3)."""
    return lambda **said: battle_of([{**PLAIN, **said}], [{**PLAIN, "at": (20, 10)}])


def names(places):
    """The items in hands or pack, by name."""
    return [ITEM_NAMES[item] if item != NONE else None for item in places]


def ground(battle):
    """The items on the ground: name, square, injuries."""
    return [
        (ITEM_NAMES[item], (int(x), int(y)), int(damaged))
        for item, x, y, damaged in zip(
            battle.ground_item, battle.ground_x, battle.ground_y, battle.ground_damaged, strict=True
        )
        if item != NONE
    ]


# --- Hands (RD18, RD39) ---------------------------------------------------------------------------


@pytest.mark.rule("RD18", "RD39")
@pytest.mark.parametrize(
    ("held", "free"),
    [
        ([], [True, True]),
        (["sword"], [False, True]),
        ([None, "shield"], [True, False]),
        (["sword", "shield"], [False, False]),
        (["spear"], [False, False]),  # it takes both hands
    ],
)
def test_RD18_free_hands(one, held, free):
    fighter = one(held=held).fighters[0]
    assert [bool(items.is_hand_free(fighter, hand)) for hand in (0, 1)] == free
    assert items.can_hold(fighter, ITEM["dagger"]) == any(free)
    assert items.can_hold(fighter, ITEM["bow"]) == all(free)


@pytest.mark.rule("RD39", "H9")
@pytest.mark.parametrize(
    ("injuries", "dagger", "bow"),
    [
        ({}, 0, 0),
        ({"hand": [2, 0]}, 1, NONE),
        ({"arm": [0, 2]}, 0, NONE),
        ({"hand": [2, 0], "arm": [0, 2]}, NONE, NONE),
    ],
)
def test_RD39_the_first_usable_hand_takes_an_item(one, injuries, dagger, bow):
    fighter = one(injuries=injuries).fighters[0]
    assert items.hand_for(fighter, ITEM["dagger"]) == dagger
    assert items.hand_for(fighter, ITEM["bow"]) == bow


@pytest.mark.rule("RD39", "D35")
def test_D35_wolves_hold_nothing_and_tentacles_do(one):
    assert not items.can_hold(one(body="wolf").fighters[0], ITEM["dagger"])
    assert items.can_hold(one(body="tentacled_horror").fighters[0], ITEM["spear"])


# --- Slots, reach, natural weapons (D69, RD18, RD27) ----------------------------------------------


@pytest.mark.rule("D69", "RD18")
def test_D69_slots_are_the_hands_and_the_natural_weapons(one):
    brute = one(body="horned_brute", held=["axe", "shield"]).fighters[0]
    slots = [int(items.weapon_in(brute, slot)) for slot in range(6)]
    assert names(slots) == ["axe", "shield", "gore", "unarmed", None, None]
    assert [bool(items.is_usable(brute, slot)) for slot in range(6)] == [True] * 4 + [False] * 2
    strikes = [bool(items.is_melee_slot(brute, slot)) for slot in range(6)]
    assert strikes == [True, False, True, True, False, False]


@pytest.mark.rule("D69", "RD18")
def test_D69_a_bow_strikes_nobody(one):
    archer = one(held=["bow"]).fighters[0]
    assert items.is_usable(archer, 0)
    assert not items.is_melee_slot(archer, 0)
    assert items.is_armed(archer)


@pytest.mark.rule("RD27", "RD18")
@pytest.mark.parametrize(
    ("said", "feet"),
    [
        ({}, 5),
        ({"held": ["sword"]}, 5),
        ({"held": ["spear"]}, 10),
        ({"held": ["bow"]}, 5),
        ({"body": "wolf"}, 5),
        ({"body": "wolf", "injuries": {"mouth": 2}}, 0),
        ({"body": "winged_beast"}, 10),
        ({"body": "winged_beast", "injuries": {"tail": 1}}, 5),
        ({"body": "two_headed_giant"}, 5),
    ],
)
def test_RD27_the_longest_reach(one, said, feet):
    assert items.longest_reach(one(**said).fighters[0]) == feet


@pytest.mark.rule("D48")
def test_D48_a_natural_weapon_that_was_lost_cannot_be_used(one):
    wolf = one(body="wolf", disabled=[1, 0, 0, 0]).fighters[0]
    assert not items.is_melee_slot(wolf, 2)
    assert items.longest_reach(wolf) == 0


@pytest.mark.rule("RD18")
@pytest.mark.parametrize(
    ("said", "armed"),
    [
        ({}, False),
        ({"held": ["dagger"]}, True),
        ({"held": [None, "shield"]}, False),
        ({"held": [None, "sword"]}, True),
        ({"held": ["spear"]}, True),
    ],
)
def test_RD18_who_is_armed(one, said, armed):
    assert items.is_armed(one(**said).fighters[0]) == armed


# --- Shields (D84, RD19) --------------------------------------------------------------------------


@pytest.mark.rule("D84", "RD19")
@pytest.mark.parametrize(
    ("held", "bonus"),
    [(["sword", "shield"], 2), (["sword", "buckler"], 1), (["buckler", "shield"], 2),
     (["sword"], 0)],
)  # fmt: skip
def test_D84_a_readied_shield_adds_its_bonus(one, held, bonus):
    battle = one(held=held, shield_ready=True)
    assert items.shield_bonus_ready(battle.fighters[0]) == bonus
    battle.fighters[0].shield_ready = False
    assert items.shield_bonus_ready(battle.fighters[0]) == 0
    assert items.shield_bonus(battle.fighters[0]) == bonus


@pytest.mark.rule("D84", "D35")
def test_D84_a_shield_that_is_gone_is_readied_no_more(one):
    battle = one(held=["sword", "shield"], shield_ready=True)
    items.drop(battle, 0, 0)
    assert battle.fighters[0].shield_ready
    items.drop(battle, 0, 1)
    assert not battle.fighters[0].shield_ready


# --- Dropping, drawing, stowing (RD39) ------------------------------------------------------------


@pytest.mark.rule("RD39")
def test_RD39_what_is_dropped_lies_in_ones_square(one, events):
    battle = one(held=["sword", "shield"], damaged=[1, 0])
    assert items.may_drop(battle.fighters[0], 0)
    items.drop(battle, 0, 0)
    assert names(battle.fighters[0].held) == [None, "shield"]
    assert ground(battle) == [("sword", (4, 3), 1)]
    assert list(battle.fighters[0].damaged) == [0, 0]
    assert events(battle) == [("drops", 0, -1, 0, ITEM["sword"], 0)]
    assert not items.may_drop(battle.fighters[0], 0)
    items.drop(battle, 0, 0)
    assert len(ground(battle)) == 1


@pytest.mark.rule("RD39")
def test_RD39_a_full_ground_takes_no_more(one):
    battle = one(held=["sword"])
    battle.ground_item[:] = ITEM["dagger"]
    items.drop(battle, 0, 0)
    assert names(battle.fighters[0].held)[0] is None
    assert len(ground(battle)) == GROUND_CAPACITY


@pytest.mark.rule("RD39")
@pytest.mark.parametrize(
    ("held", "place", "may"),
    [(["sword"], 0, True), (["sword"], 1, False), (["sword", "shield"], 0, False),
     (["sword"], 2, False), ([], 1, True)],
)  # fmt: skip
def test_RD39_drawing_needs_free_hands(one, held, place, may):
    fighter = one(held=held, carried=["dagger", "spear"]).fighters[0]
    assert items.may_draw(fighter, place) == may


@pytest.mark.rule("RD39", "H9")
def test_RD39_drawing_and_stowing(one, events):
    battle = one(held=[None, "shield"], carried=["dagger", "sword"], damaged_pack=[0, 1, 0, 0])
    fighter = battle.fighters[0]
    items.draw(battle, 0, 1)
    assert names(fighter.held) == ["sword", "shield"]
    assert names(fighter.pack) == ["dagger", None, None, None]
    assert list(fighter.damaged) == [1, 0]
    items.stow(battle, 0, 0)
    assert names(fighter.held) == [None, "shield"]
    assert names(fighter.pack) == ["dagger", "sword", None, None]
    assert list(fighter.damaged_pack) == [0, 1, 0, 0]
    assert list(fighter.damaged) == [0, 0]
    assert [event[0] for event in events(battle)] == ["takes", "stows"]


@pytest.mark.rule("RD39")
@pytest.mark.parametrize(("carried", "may"), [(3, True), (4, False)])
def test_RD39_a_full_pack_takes_no_more(one, carried, may):
    fighter = one(held=["sword"], carried=["dagger"] * carried).fighters[0]
    assert items.may_stow(fighter, 0) == may
    assert not items.may_stow(fighter, 1)


@pytest.mark.rule("RD18", "RD39")
def test_RD18_a_crossbow_taken_in_hand_is_not_loaded(one):
    battle = one(held=["crossbow"], carried=[])
    assert battle.fighters[0].loaded
    items.stow(battle, 0, 0)
    assert not battle.fighters[0].loaded
    carrier = one(held=[], carried=["crossbow"], loaded=True)
    items.draw(carrier, 0, 0)
    assert not carrier.fighters[0].loaded
    other = one(held=["sword"], loaded=True)
    items.drop(other, 0, 0)
    assert other.fighters[0].loaded


# --- Picking up (RD39) ----------------------------------------------------------------------------


@pytest.mark.rule("RD39", "H9")
def test_RD39_the_nearest_is_picked_up(one, events):
    battle = one(held=["sword"])
    for x, y, item in [(6, 3, "axe"), (5, 4, "dagger"), (3, 2, "mace"), (4, 3, "spear")]:
        items.put_on_ground(battle, x, y, ITEM[item], 0)
    # the spear below it needs two hands, the axe lies too far; of the others the first
    assert nearest_on_ground(battle, 0, False) == 1
    assert nearest_on_ground(battle, 0, True) == -1
    assert not may_pick_up(battle, 0, True)
    battle.fighters[0].held[0] = NONE
    assert nearest_on_ground(battle, 0, False) == 3
    battle.ground_damaged[3] = 1
    items.pick_up(battle, 0, 3)
    assert names(battle.fighters[0].held) == ["spear", None]
    assert battle.fighters[0].damaged[0] == 1
    assert "spear" not in [name for name, *_ in ground(battle)]
    assert events(battle) == [("takes", 0, -1, Taking.PICKS_UP, ITEM["spear"], 0)]
    assert not may_pick_up(battle, 0, False)


@pytest.mark.rule("RD39")
def test_RD39_shields_are_picked_up_apart(one):
    battle = one(held=["sword"])
    items.put_on_ground(battle, 4, 3, ITEM["dagger"], 0)
    items.put_on_ground(battle, 5, 3, ITEM["shield"], 0)
    assert nearest_on_ground(battle, 0, False) == 0
    assert nearest_on_ground(battle, 0, True) == 1


@pytest.mark.rule("RD39", "H9")
@pytest.mark.parametrize(
    "said", [{"body": "sprite", "flying": True}, {"held": ["sword", "shield"]}, {"body": "wolf"}]
)
def test_RD39_not_from_the_air_nor_without_a_hand(one, said):
    battle = one(**said)
    items.put_on_ground(battle, 4, 3, ITEM["dagger"], 0)
    assert not may_pick_up(battle, 0, False)


@pytest.mark.rule("RD39")
def test_RD39_the_prone_pick_up_too(one):
    battle = one(prone=True)
    items.put_on_ground(battle, 3, 4, ITEM["dagger"], 0)
    assert may_pick_up(battle, 0, False)
