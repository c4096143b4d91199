"""Every printed table, proofread, and the figures of the rulings."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.heimr import tables
from quintain.envs.heimr.enums import (
    ABILITY_NAMES,
    ACT_NAMES,
    ATTRIBUTE_NAMES,
    SKILL_NAMES,
    Ability,
    Act,
    ActionType,
    BodyPart,
    Skill,
)
from quintain.envs.heimr.state import BATTLE, BORDER, FIGHTER, FRAME, LOCATION, ROLL
from quintain.envs.heimr.tables import read_yaml

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("dtype", [FIGHTER, LOCATION, BORDER, FRAME, ROLL, BATTLE])
def test_no_field_has_the_name_of_an_attribute_of_records(dtype):
    assert [name for name in dtype.names if hasattr(np.record, name)] == []


@pytest.mark.rule("H2")
def test_H2_attributes_and_their_groups():
    physical = dict(zip(ATTRIBUTE_NAMES, tables.IS_PHYSICAL_ATTRIBUTE.tolist(), strict=True))
    assert physical == {
        "strength": True, "dexterity": True, "stamina": True, "intelligence": False,
        "sociability": False, "empathy": False,
    }  # fmt: skip


@pytest.mark.rule("H38", "H41", "RH3")
@pytest.mark.parametrize(
    ("name", "attributes", "consistency"),
    [
        ("brawl", {"strength"}, 1),
        ("agility", {"dexterity"}, 1),
        ("survival", {"stamina"}, 1),
        ("perception", {"intelligence"}, 1),
        ("persuasion", {"sociability"}, 0),
        ("insight", {"empathy"}, 0),
        ("knife_fighting", {"dexterity", "empathy"}, -1),
        ("duelling", {"dexterity", "strength"}, 0),
        ("swordsmanship", {"strength"}, 1),
        ("shield_and_sword", {"strength"}, 1),
        ("pole_arms", {"dexterity", "strength"}, 2),
        ("archery", {"dexterity", "intelligence"}, 3),
        ("blowguns", {"dexterity"}, 3),
        ("throwing", {"dexterity"}, 0),
        ("climbing", {"dexterity"}, 3),
    ],
)
def test_H41_RH3_abilities(name, attributes, consistency):
    ability = Ability[name.upper()]
    rests = zip(ATTRIBUTE_NAMES, tables.ABILITY_ATTRIBUTES[ability], strict=True)
    assert {attribute for attribute, does in rests if does} == attributes
    assert tables.BASE_CONSISTENCY[ability] == consistency


@pytest.mark.rule("H38")
def test_H38_base_consistencies_lie_between_minus_2_and_3():
    assert len(tables.BASE_CONSISTENCY) == len(ABILITY_NAMES)
    assert (tables.BASE_CONSISTENCY >= -2).all()
    assert (tables.BASE_CONSISTENCY <= 3).all()


@pytest.mark.rule("H80", "H81", "H82")
@pytest.mark.parametrize(
    ("kind", "actions"),
    [
        (ActionType.ONGOING, {"charge", "run", "climb", "get_item", "conceal_item", "breather",
                              "ready"}),
        (ActionType.UPCOMING, {"crawl", "breather_later"}),
        (
            ActionType.STANDARD,
            {"weapon_attack", "brawl_hit", "brawl_bind", "shield_bash", "shoving_strike", "move",
             "break_barrier", "leave_cluster", "dodge", "draw", "put_away", "surgery",
             "carry", "open"},
        ),
    ],
)  # fmt: skip
def test_H80_types_of_actions(kind, actions):
    found = {name for name, got in zip(ACT_NAMES, tables.ACTION_TYPE, strict=True) if got == kind}
    assert found == actions


@pytest.mark.rule("H83", "H97", "H98", "RH36")
def test_RH36_what_can_be_readied_and_what_goes_with_a_move():
    together = {one for one in Act if tables.IS_SIMULTANEOUS[one]}
    assert together == {Act.DRAW, Act.PUT_AWAY}
    for act in Act:
        if tables.CAN_BE_READIED[act]:
            assert tables.ACTION_TYPE[act] in (ActionType.STANDARD, ActionType.ONGOING)
    assert not tables.CAN_BE_READIED[Act.READY]
    assert not tables.CAN_BE_READIED[Act.SHIELD_BASH]


@pytest.mark.rule("H116")
def test_H116_hit_locations():
    parts = [BodyPart(int(part)).name for part in tables.PART_OF_FACE[1:]]
    assert parts == ["LEFT_LEG", "RIGHT_LEG", "OTHER_ARM", "SWORD_ARM", "TORSO", "TORSO"]


@pytest.mark.rule("H154", "HH7")
@pytest.mark.parametrize(
    ("kind", "cr"),
    [("ladder", 0), ("rise", 0), ("rope_ladder", 2), ("rope", 4), ("slope", 6),
     ("steep_slope", 9), ("stone_wall", 11), ("wall_face", 11), ("wooden_wall", 5)],
)  # fmt: skip
def test_H154_climbing_crs(kind, cr):
    assert tables.BORDER_KINDS[kind]["climb"] == cr


@pytest.mark.rule("H154", "H155", "H176", "HH7")
@pytest.mark.parametrize(
    ("kind", "effectiveness", "height"),
    [("tree", 2, 4), ("cart", 2, 1), ("shrubs", 1, 1), ("merlon", 5, 2), ("table", 3, 1),
     ("grass", 1, 1), ("open", 0, 0), ("low_object", 2, 1)],
)  # fmt: skip
def test_H155_objects_to_hide_behind(kind, effectiveness, height):
    one = tables.read_yaml("locations.yaml")[kind]
    assert (one.get("concealment", 0), one.get("height", 0)) == (effectiveness, height)
    assert bool(one.get("difficult", False)) == (kind == "grass")


@pytest.mark.rule("H154")
def test_H154_a_tree_is_climbed_with_5():
    tree = tables.read_yaml("locations.yaml")["tree"]
    assert (tree["climb"], tree["top"]) == (5, 4)


@pytest.mark.rule("H176")
def test_H176_mud_and_tall_grass_are_difficult():
    kinds = tables.read_yaml("locations.yaml")
    assert {name for name, kind in kinds.items() if kind.get("difficult")} == {"mud", "grass"}


@pytest.mark.rule("RH1")
@pytest.mark.parametrize(
    ("race", "hp", "wp"),
    [("elf", 1, 7), ("fae", 1, 6), ("human", 1, 8), ("gnome", 1, 7), ("halfling", 1, 7),
     ("slemmering", 1, 6), ("ogre", 2, 6), ("orc", 1, 7), ("troll", 1, 8), ("tellurian", 2, 6),
     ("nymph", 1, 7), ("shanata", 1, 7), ("merfolk", 1, 7), ("lizardman", 1, 7),
     ("explorer", 1, 8), ("destroyer", 2, 6)],
)  # fmt: skip
def test_RH1_races(race, hp, wp):
    which = tables.RACE_NAMES.index(race)
    assert (tables.RACE_HP[which], tables.RACE_WP[which]) == (hp, wp)
    assert tables.CANNOT_RUN[which] == (race == "merfolk")


@pytest.mark.rule("RH1", "RH4")
@pytest.mark.parametrize(
    ("armour", "hp", "stumbles"),
    [("none", 0, 0), ("light", 1, 0), ("medium", 2, 0), ("medium_heavy", 2, 1), ("heavy", 3, 1),
     ("heavy_massive", 3, 1), ("massive", 4, 1)],
)  # fmt: skip
def test_RH1_armour(armour, hp, stumbles):
    which = tables.ARMOUR_NAMES.index(armour)
    assert (tables.ARMOUR_HP[which], tables.ARMOUR_STUMBLES[which]) == (hp, stumbles)


@pytest.mark.rule("RH6")
@pytest.mark.parametrize(
    ("skill", "cost"),
    [("focused_strike", [2, 2, 2]), ("focused_shot", [2, 2, 2]), ("breaking_strike", [2, 2, 1]),
     ("shoving_strike", [1]), ("tackling_strike", [2, 1]), ("disarming_strike", [2, 2, 1]),
     ("damaging_throw", [1]), ("pinning_shot", [1]), ("disarming_shot", [1]),
     ("shield_bash", [1, 1]), ("sturdy_stance", [1, 1, 1]), ("sturdy_hands", [2, 1, 1]),
     ("clear_head", [1, 1, 1]), ("battlefield_surgery", [1, 1, 1]), ("combat_mobility", [0, 0])],
)  # fmt: skip
def test_RH6_what_skills_cost(skill, cost):
    which = Skill[skill.upper()]
    assert tables.SKILL_MOST[which] == len(cost)
    assert tables.SKILL_COST[which, 1 : len(cost) + 1].tolist() == cost


@pytest.mark.rule("RH6")
def test_RH6_what_skills_do():
    assert tables.SKILL_HIT[Skill.FOCUSED_STRIKE].tolist() == [0, 2, 3, 4]
    assert tables.SKILL_BREAK[Skill.BREAKING_STRIKE].tolist() == [0, 1, 2, 2]
    assert tables.SKILL_HITS[Skill.DISARMING_STRIKE].tolist()[1:] == [2, 1, 1]
    legs = [BodyPart.RIGHT_LEG, BodyPart.LEFT_LEG]
    assert np.flatnonzero(tables.SKILL_PARTS[Skill.TACKLING_STRIKE]).tolist() == legs
    assert tables.SKILL_PARTS[Skill.FOCUSED_STRIKE].all()
    resists = {name: read_yaml("skills.yaml")[name].get("resists") for name in SKILL_NAMES}
    assert {name: got for name, got in resists.items() if got} == {
        "sturdy_stance": {"stumble": 1, "fall": 2, "bind": 3},
        "sturdy_hands": {"drop": 1},
        "clear_head": {"daze": 2},
    }
