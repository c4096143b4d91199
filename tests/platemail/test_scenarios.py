"""The scenarios that come with quintain, and the limits of scenarios."""

from __future__ import annotations

import re

import pytest

from quintain.envs.core.maps.square_grid import has_square
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.platemail import scenario as scenarios
from quintain.envs.platemail.rules.bodies import has_missile_weapon
from quintain.envs.platemail.rules.sight import gap
from quintain.envs.platemail.tables import (
    ARMOUR_ABSORB,
    NO_SHIELD,
    SHIELD_ABSORB,
    SHIELD_NAMES,
    WEAPON_HANDS,
)
from quintain.envs.platemail.text.names import held_name

pytestmark = [pytest.mark.interpreted]

MIRRORED = ("duel", "duel_mixed", "skirmish", "warband")
every_scenario = pytest.mark.parametrize("name", scenarios.scenario_names())

DOORS = ".....\n.....\n.o#+.\n...^."
"""A map with each kind of square."""


def red(person, **place):
    """The red side of `parse`."""
    return [{"fighter": person, **({"at": [0, 0]} if not place else place)}]


def sides(battle):
    """The fighters of red and of blue."""
    reds = int(battle.side_size[0])
    return battle.fighters[:reds], battle.fighters[reds : battle.num_fighters]


# --- The files ------------------------------------------------------------------------------------


@every_scenario
@pytest.mark.rule("RP12", "RP33", "RP40")
@pytest.mark.parametrize("seed", range(5))
def test_RP33_everybody_is_placed_on_floor_of_his_own(deployed, name, seed):
    battle = deployed(name, seed)
    places = set()
    for fighter in battle.fighters[: battle.num_fighters]:
        assert 0 <= fighter.x < battle.width
        assert 0 <= fighter.y < battle.height
        assert not has_square(battle.high, fighter.x, fighter.y)
        places.add((int(fighter.x), int(fighter.y)))
    assert len(places) == battle.num_fighters


@pytest.mark.rule("RP49")
@pytest.mark.parametrize("name", ["duel", "duel_mixed"])
@pytest.mark.parametrize("seed", range(10))
def test_RP49_duels_begin_adjacent_armed_for_melee(deployed, name, seed):
    battle = deployed(name, seed)
    assert battle.num_fighters == 2
    assert gap(battle, 0, 1) == 1
    assert not any(has_missile_weapon(battle.fighters[number]) for number in (0, 1))


@pytest.mark.rule("RP49")
@pytest.mark.parametrize("name", ["duel", "duel_mixed"])
@pytest.mark.parametrize("seed", range(20))
def test_RP49_duellists_wear_leather_with_shield_or_chain_without(deployed, name, seed):
    battle = deployed(name, seed)
    for fighter in battle.fighters[:2]:
        is_great = WEAPON_HANDS[fighter.hand] == 2
        limit = 1 if fighter.shield != NO_SHIELD else 2
        assert ARMOUR_ABSORB[fighter.armour] <= limit
        assert not is_great or fighter.shield == NO_SHIELD


@pytest.mark.rule("RP49")
def test_RP49_the_duel_is_sword_and_shield_in_leather(deployed):
    battle = deployed("duel", 0)
    for fighter in battle.fighters[:2]:
        assert held_name(fighter) == "sword and shield"
        assert ARMOUR_ABSORB[fighter.armour] + SHIELD_ABSORB[fighter.shield] == 2


@pytest.mark.parametrize("name", MIRRORED)
def test_fair_scenarios_are_the_same_seen_from_both_sides(name):
    loaded = scenarios.load_scenario(name)
    width = loaded.size[0]
    for one, other in zip(loaded.red, loaded.blue, strict=True):
        assert [person.base for person in one.fighter] == [person.base for person in other.fighter]
        if name.startswith("duel"):
            continue
        zone, mirror = one.place(), other.place()
        assert (zone.left, zone.right) == (width - 1 - mirror.right, width - 1 - mirror.left)
        assert (zone.top, zone.bottom) == (mirror.top, mirror.bottom)
        assert all(row == row[::-1] for row in loaded.map.split())


@pytest.mark.parametrize("seed", range(10))
def test_the_skirmish_has_a_missile_weapon_on_each_side(deployed, seed):
    for side in sides(deployed("skirmish", seed)):
        assert len(side) == 3
        assert sum(has_missile_weapon(fighter) for fighter in side) == 1


@pytest.mark.rule("RP30")
def test_RP30_the_bodyguards_have_a_ward_and_nobody_else_has(deployed):
    for name in scenarios.scenario_names():
        wards = [[int(one.is_ward) for one in side] for side in sides(deployed(name, 0))]
        assert sum(map(sum, wards)) == (1 if name == "bodyguard" else 0)
    assert int(deployed("bodyguard", 0).fighters[0].is_ward) == 1


@pytest.mark.rule("RP48")
def test_RP48_only_the_ambushers_begin_hidden(deployed):
    for name in scenarios.scenario_names():
        seats = scenarios.load_scenario(name).seats()
        hidden = {side for (side, _), seat in seats if seat.hidden}
        assert hidden == ({"red"} if name == "ambush" else set())
    battles = [deployed("ambush", seed) for seed in range(20)]
    assert any(fighter.hidden_from != 0 for battle in battles for fighter in sides(battle)[0])
    assert all(fighter.hidden_from == 0 for battle in battles for fighter in sides(battle)[1])


@pytest.mark.rule("P110", "P77", "P134")
def test_P110_the_archers_stand_on_raised_ground_behind_a_gate(deployed):
    battle = deployed("archers_and_wall", 0)
    archers, attackers = sides(battle)
    assert all(has_square(battle.raised, one.x, one.y) for one in archers[:3])
    assert all(has_missile_weapon(one) for one in archers[:3])
    assert not any(has_square(battle.raised, one.x, one.y) for one in attackers)
    doors = [(int(x), int(y)) for x, y in zip(battle.door_x, battle.door_y, strict=True) if x >= 0]
    assert len(doors) == 2
    assert all(has_square(battle.high, *door) for door in doors)
    assert SHIELD_NAMES.index("tower_shield") in [int(one.shield) for one in attackers]


# --- What a scenario may say ----------------------------------------------------------------------

WRONG = {
    "no such fighter": (
        {"red": red("swordman")},
        "red 1: base: no fighter in the cast 'swordman': did you mean swordsman",
    ),
    "no such weapon": ({"red": red({"base": "axeman", "hand": "sward"})}, "no weapon 'sward': did"),
    "no such armour": ({"red": red({"base": "axeman", "armour": "lether"})}, "no armour 'lether'"),
    "no such shield": (
        {"red": red({"base": "axeman", "shield": "bukler"})},
        "red 1: shield: no shield 'bukler': did you mean buckler",
    ),
    "no such spell": (
        {"red": red({"base": "battle_mage", "spells": ["blot"]})},
        "red 1: spells: no spell 'blot': did you mean bolt",
    ),
    "no such key": (
        {"red": red({"base": "axeman", "amour": "leather"})},
        "unknown key: did you mean armour",
    ),
    "no such switch": ({"rules": {"full_absorbs": True}}, "did you mean full_absorb"),
    "two hands and a shield": (
        {"red": red({"base": "swordsman", "hand": "great_sword"})},
        "red 1: shield: great_sword takes both hands: say shield: none",
    ),
    "two hands and a second weapon": (
        {"red": red({"base": "two_swords", "hand": "staff"})},
        "red 1: second: staff takes both hands: say second: none",
    ),
    "carried two hands and a shield": (
        {"red": red({"base": "javelineer", "carried_hand": "spear"})},
        "carried_shield: spear takes both hands: say carried_shield: none",
    ),
    "three hands": (
        {"red": red({"base": "swordsman", "second": "dagger"})},
        "red 1: shield: the left hand holds a weapon already: say shield: none",
    ),
    "a two-handed second weapon": (
        {"red": red({"base": "two_swords", "second": "spear"})},
        "red 1: second: the second weapon is a one-handed melee weapon, got 'spear'",
    ),
    "a missile weapon as the second": (
        {"red": red({"base": "two_swords", "second": "dart"})},
        "the second weapon is a one-handed melee weapon, got 'dart'",
    ),
    "the bare hand as the second": (
        {"red": red({"base": "two_swords", "second": "unarmed"})},
        "the second weapon is a one-handed melee weapon, got 'unarmed'",
    ),
    "a carried bare hand": (
        {"red": red({"base": "archer", "carried_hand": "unarmed"})},
        "carried_hand: the bare hand cannot be carried: leave it out",
    ),
    "a carried shield alone": (
        {"red": red({"base": "swordsman", "carried_shield": "buckler"})},
        "carried_shield: needs carried_hand, the weapon beside it",
    ),
    "a caster with full hands": (
        {"red": red({"base": "swordsman", "spells": ["mend"]})},
        "red 1: spells: a caster needs a free hand, but both hold something",
    ),
    "a caster with a bow": (
        {"red": red({"base": "archer", "spells": ["mend"]})},
        "a caster needs a free hand",
    ),
    "too strong": (
        {"red": red({"base": "axeman", "strength": 4})},
        "red 1: strength: must be between -3 and 3, got 4",
    ),
    "too weak in will": ({"red": red({"base": "axeman", "will": -4})}, "between -3 and 3, got -4"),
    "a skill below 0": ({"red": red({"base": "axeman", "stealth": -1})}, "between 0 and 3, got -1"),
    "a skill too high": ({"red": red({"base": "axeman", "medical": 4})}, "between 0 and 3, got 4"),
    "too good an attack": (
        {"red": red({"base": "axeman", "attack_bonus": 5})},
        "attack_bonus: must be between 0 and 4, got 5",
    ),
    "no wounds": ({"red": red({"base": "axeman", "max_wounds": 0})}, "between 1 and 20, got 0"),
    "too much poison": ({"red": red({"base": "poisoner", "poison": 21})}, "between 0 and 20"),
    "not a number": (
        {"red": red({"base": "axeman", "strength": "much"})},
        "strength: must be a whole number, got 'much'",
    ),
    "not a fighter": ({"red": red(3)}, "a fighter is a name of the cast or a mapping with base"),
    "two wards": (
        {"red": [{"fighter": "ward", "at": [x, 1], "ward": True} for x in (0, 1)]},
        "red 2: a side has one ward at most, and red 1 is one",
    ),
    "hidden in the open": (
        {"red": [{"fighter": "skulker", "at": [0, 1], "hidden": True}]},
        "red 1: cannot begin hidden at [0, 1]: every enemy sees it without Cover",
    ),
    "hidden only in a part of the zone": (
        {"red": [{"fighter": "skulker", "zone": [0, 2, 1, 2], "hidden": True}]},
        "red 1: cannot begin hidden at [0, 2]",
    ),
    "too many doors": (
        {"map": ".....\n.....\n+/+/+"},
        "map: a map has at most 4 doors, got 5",
    ),
    "a strange letter": (
        {"map": ".....\n.x..."},
        "map: a map is made of '.', 'o', '#', '^', '+', '/', but row 1 (.x...) has 'x'",
    ),
    "in a wall": ({"red": red("axeman", at=[2, 2])}, "red 1: stands in the obstacle at [2, 2]"),
    "in a closed door": ({"red": red("axeman", at=[3, 2])}, "stands in the obstacle at [3, 2]"),
    "two in a square": ({"red": red("axeman", at=[1, 0])}, "blue 1: stands at [1, 0] like red 1"),
    "too few slots": (
        {"max_side": 1, "red": [{"fighter": "axeman", "at": [x, 3]} for x in (0, 1)]},
        "max_side: must be 0 or at least 2",
    ),
    "an empty side": ({"red": []}, "red: holds at least 1 entries, got 0"),
}


@pytest.mark.rule("RP1", "RP19", "RP23", "RP38", "RP40", "RP48")
@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_scenario_is_refused_in_one_sentence(case, parse):
    changes, message = WRONG[case]
    with pytest.raises(ScenarioError, match=re.escape(message)) as caught:
        parse(**{"map": DOORS, **changes})
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("test: ")


@pytest.mark.rule("RP1", "P104", "RP19", "RP23", "RP38", "RP40", "RP48")
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"red": red({"base": "swordsman", "hand": "great_axe", "shield": "none"})},  # weak: P104
        {"red": red({"base": "axeman", "strength": -3, "stealth": 3, "attack_bonus": 4})},
        {"red": red({"base": "axeman", "shield": "none", "second": "dagger"})},
        {"red": red({"base": "two_swords", "second": "none", "hand": "unarmed"})},
        {"red": red({"base": "healer", "shield": "none", "hand": "unarmed", "second": "club"})},
        {"red": red({"base": "archer", "carried_hand": "none"})},
        {"red": red("axeman", at=[1, 2])},  # one can stand in low squares (RP40)
        {"red": red("axeman", at=[3, 3])},
        {"map": ".....\n./.+.\n.....", "red": red("axeman", at=[1, 1])},  # in an open door
        {"red": [{"fighter": "skulker", "at": [1, 2], "hidden": True}]},
        {"red": [{"fighter": "skulker", "at": [4, 3], "hidden": True}]},  # behind the wall
        {"red": [{"fighter": "ward", "at": [0, 0], "ward": True}]},
    ],
)
def test_a_scenario_that_is_right(changes, parse):
    assert parse(**{"map": DOORS, **changes}).title == "Test"


@pytest.mark.rule("RP40")
def test_RP40_a_door_beside_the_way_gives_no_concealment_when_open(parse):
    """A closed door conceals a fighter behind it, an open door does not."""
    seat = [{"fighter": "skulker", "at": [2, 0], "hidden": True}]
    blue = [{"fighter": "swordsman", "at": [0, 0]}]
    parse(map=".+...\n#####", red=seat, blue=blue)
    with pytest.raises(ScenarioError, match="cannot begin hidden"):
        parse(map="./...\n#####", red=seat, blue=blue)
