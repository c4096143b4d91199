"""Every printed and ruled number, cell by cell, proofread against the rows and not the code."""

from __future__ import annotations

import pytest

from quintain.envs.martial import tables
from quintain.envs.martial.enums import Attribute, Maneuver, Part, Severity, Size, Skill
from quintain.envs.martial.scenario import Person
from quintain.envs.martial.tables import (
    BODY_CLIMB,
    BODY_FLY,
    BODY_NAMES,
    BODY_NATURAL,
    BODY_NUM_PARTS,
    BODY_PART,
    BODY_SIZE,
    BODY_SPEED,
    CAST,
    ENDLESS,
    FIRST_PART,
    HAS_CONSTITUTION,
    MANEUVER_SKILL,
    MARTIAL_BONUS,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_DISABLED,
    PART_SEVERITY,
    SIZE_STEP,
    SKILL_ATTRIBUTE,
    STRENGTH_ALONE,
    TRAINING,
    WEAPON_NAMES,
    WEAPON_PART,
)

pytestmark = pytest.mark.interpreted


# --- Body parts (D26 to D44) ----------------------------------------------------------------------

# Class, the injury that destroys it, the one that disables its natural weapon; 0: none.
PARTS = {
    Part.EAR: (Severity.MINOR, 2, 0),
    Part.NOSE: (Severity.MINOR, 0, 0),
    Part.TAIL: (Severity.MINOR, 2, 1),
    Part.WING: (Severity.MINOR, 2, 1),
    Part.EYE: (Severity.MAJOR, 2, 0),
    Part.HAND: (Severity.MAJOR, 3, 2),
    Part.FOOT: (Severity.MAJOR, 3, 2),
    Part.HORN: (Severity.MAJOR, 2, 1),
    Part.MOUTH: (Severity.MAJOR, 3, 2),
    Part.ARM: (Severity.SEVERE, 3, 2),
    Part.LEG: (Severity.SEVERE, 3, 2),
    Part.HEAD: (Severity.DEADLY, 4, 0),
    Part.HEART: (Severity.FATAL, 2, 0),
}


@pytest.mark.rule(
    *("D21", "D26", "D27", "D28", "D29", "D30", "D31", "D32", "D33", "D34", "D35", "D36"),
    *("D37", "D40", "D42", "D43", "RD44"),
)
@pytest.mark.parametrize("part", Part, ids=lambda part: part.name)
def test_D26_to_D43_classes_and_stages_of_the_parts(part):
    severity, destroyed, disabled = PARTS[part]
    assert PART_SEVERITY[part] == severity
    assert PART_DESTROYED[part] == (destroyed or ENDLESS)
    assert PART_DISABLED[part] == (disabled or ENDLESS)


@pytest.mark.rule("D21", "RD25")
def test_RD25_the_value_of_an_injury_by_its_class():
    assert [severity.name for severity in Severity] == [
        "MINOR", "MAJOR", "SEVERE", "DEADLY", "FATAL"
    ]  # fmt: skip
    assert tables.INJURY_VALUE.tolist() == [1, 2, 3, 4, 5]


# --- Levels, skills, sizes, maneuvers -------------------------------------------------------------


@pytest.mark.rule("D6", "RD24")
def test_RD24_martial_bonus_by_level():
    expected = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 3, 9: 3, 10: 3}
    assert {level: int(MARTIAL_BONUS[level]) for level in expected} == expected
    assert tables.LEVEL_LIMIT == 10


@pytest.mark.rule("RD36")
def test_RD36_training_by_level():
    expected = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5}
    assert {level: int(TRAINING[level]) for level in expected} == expected


@pytest.mark.rule("RD16", "RD36")
def test_RD16_attributes_of_the_skills():
    expected = {
        Skill.ACROBATICS: Attribute.DEXTERITY,
        Skill.ATHLETICS: Attribute.STRENGTH,
        Skill.THIEVERY: Attribute.DEXTERITY,
        Skill.PERCEPTION: Attribute.WISDOM,
        Skill.STEALTH: Attribute.DEXTERITY,
        Skill.LORE: Attribute.INTELLIGENCE,
        Skill.HEAL: Attribute.WISDOM,
        Skill.SURVIVAL: Attribute.WISDOM,
        Skill.FLY: Attribute.DEXTERITY,
    }
    assert {skill: SKILL_ATTRIBUTE[skill] for skill in Skill} == expected


@pytest.mark.rule("D51")
def test_D51_skills_of_the_maneuvers():
    expected = {
        Maneuver.DISARM: Skill.ACROBATICS,
        Maneuver.DRAG: Skill.ATHLETICS,
        Maneuver.GRAPPLE: Skill.ATHLETICS,
        Maneuver.OVERRUN: Skill.ATHLETICS,
        Maneuver.REPOSITION: Skill.ACROBATICS,
        Maneuver.SHOVE: Skill.ATHLETICS,
        Maneuver.STEAL: Skill.THIEVERY,
        Maneuver.SUNDER: STRENGTH_ALONE,
        Maneuver.TRICK: Skill.THIEVERY,
        Maneuver.TRIP: Skill.ACROBATICS,
    }
    assert {maneuver: MANEUVER_SKILL[maneuver] for maneuver in Maneuver} == expected


@pytest.mark.rule("D53", "D55", "RD30")
def test_RD30_bonus_by_sizes_of_difference():
    assert SIZE_STEP.tolist() == [0, 1, 2, 4, 8]
    assert [size.name for size in Size] == ["TINY", "SMALL", "MEDIUM", "LARGE", "HUGE"]


NUMBERS = {
    "DIE": 20,
    "NATURAL_HIGHEST": 20,  # D46
    "NATURAL_LOWEST": 1,  # D48
    "DEGREE": 5,  # RD2
    "CRITICAL_DEGREES": 1,  # D46
    "FUMBLE_DEGREES": 1,  # D48
    "FUMBLE_TURNS": 1,  # D48: "until the end of your next turn"
    "PARRY_DEGREES": 1,  # D92
    "HIT_STRAIN": 1,  # D24
    "CRITICAL_SAVE": 10,  # RD3
    "CONFUSION_DIE": 4,  # RD10
    "DIRECTION_DIE": 8,  # D82
    "SICKENED_PENALTY": 2,  # RD10
    "BASE_DV": 10,  # RD4
    "BODY_IN_PATH": 2,  # D77
    "BASE_STAMINA": 10,  # RD5
    "LEAST_POOL": 1,  # D11, RD7
    "STAMINA_PER_STRAIN": 2,  # RD6
    "BASE_EXHAUSTION": 5,  # RD7
    "EXHAUSTED_DISADVANTAGE": 1,  # RD7
    "EXHAUSTED_DIVISOR": 2,  # RD7
    "WAKING_STAMINA": 1,  # D18
    "DROPS_AT": 2,  # D31, D35
    "SPEED_AT": 2,  # D32, D36
    "HAND_DISADVANTAGE": 1,  # D31
    "ARM_DISADVANTAGE": 2,  # D35
    "FOOT_DISADVANTAGE": 1,  # D32
    "LEG_DISADVANTAGE": 2,  # D36
    "FOOT_STAND_COST": 1,  # D32
    "LEG_STAND_COST": 2,  # D36
    "FOOT_FEET": 5,  # D32
    "LEG_FEET": 10,  # D36
    "TAIL_ADVANTAGE": 1,  # D28
    "WINGS_TO_FLY": 2,  # D29
    "EYE_DISADVANTAGE": 1,  # D30
    "EAR_DISADVANTAGE": 1,  # D26
    "NOSE_DISADVANTAGE": 1,  # D27
    "WING_DISADVANTAGE": 1,  # D29
    "CONCUSSION_DISADVANTAGE": 1,  # D37
    "HEAD_STUN_DC": 25,  # D38
    "HEAD_STUN_ROUNDS": 1,  # D38
    "HEAD_WAKE_DC": 30,  # D39
    "HEART_DC": 25,  # D43
    "HEART_STUN_ROUNDS": 1,  # D43
    "HEART_LORE_DC": 15,  # D42
    "INJURIES_OF_DESTRUCTION": 10,  # RD34
    "ACTION_POINTS": 3,  # D62
    "DAZED_POINTS": 1,  # RD9
    "BASE_REACTIONS": 1,  # D89
    "ATTACK_COST": 1,  # D67
    "MOVE_COST": 1,  # RD13
    "STEP_COST": 1,  # RD13
    "STAND_COST": 1,  # RD13
    "SHIELD_COST": 1,  # D84
    "DEFEND_COST": 1,  # D83
    "DRAW_COST": 1,  # RD39
    "STOW_COST": 1,  # RD39
    "PICK_UP_COST": 1,  # RD39
    "CHARGE_COST": 2,  # D85
    "HEAL_COST": 2,  # RD12
    "HEAL_DC": 15,  # RD12
    "CLEAVE_STAMINA": 1,  # D70
    "LUNGE_STAMINA": 1,  # D71
    "PARRY_STAMINA": 1,  # D92
    "POWER_BONUS": 2,  # D73
    "RECKLESS_LIMIT": 6,  # RD28
    "RAPID_LIMIT": 3,  # RD28
    "SQUARE": 5,  # RD27
    "REACH": 5,  # RD27
    "LUNGE_FEET": 5,  # D71
    "LEAST_CHARGE": 10,  # RD15
    "CHARGE_MOVES": 2,  # RD15
    "CRAWL": 5,  # RD40
    "THROW_INCREMENT": 10,  # D80
    "THROW_PER_STRENGTH": 5,  # D80
    "ENGAGED_DISADVANTAGE": 1,  # D76
    "MULTIWEAPON_DISADVANTAGE": 1,  # D72
    "ENGAGED_ALLY_FEET": 10,  # D76
    "ENGAGED_ALLY_SIZES": 2,  # D76
    "OVERRUN_SQUARES": 2,  # RD17
    "SHOVE_FEET": 5,  # RD17
    "SHOVE_PER_DEGREE": 5,  # RD17
    "SUNDER_DESTROYS": 2,  # RD17
    "ROUND_LIMIT": 50,  # RD35
    "COVER_DISADVANTAGE": 1,  # D56
    "TOTAL_COVER_DISADVANTAGE": 2,  # D57
    "FLANKING_ADVANTAGE": 1,  # D58
    "PRONE_ADVANTAGE": 1,  # D59
    "CHARGE_ADVANTAGE": 1,  # RD15
    "HELPLESS_ADVANTAGE": 2,  # RD29
    "EXPOSED_ADVANTAGE": 1,  # D70, D71, RD15
    "ATTRIBUTE_LEAST": -1,  # RD24
    "ATTRIBUTE_MOST": 4,  # RD24
    "WING_FEET": 10,  # H4
    "AIR_FEET": 10,  # H5
}
NO_NUMBERS_OF_THE_BOOK = {
    "NONE", "STRENGTH_ALONE", "NO_PARRY", "ENDLESS", "NO_LIMIT", "MAX_PARTS", "NATURAL_SLOTS",
    "UNARMED", "LEVEL_LIMIT",
}  # fmt: skip
"""Entries for "nothing" or for the end of a table."""


def test_every_number_is_proofread():
    """So that a number that is added is proofread as well."""
    names = {name for name, value in vars(tables).items() if type(value) is int}
    names -= {name for name in names if name.startswith("_")}
    assert names - NO_NUMBERS_OF_THE_BOOK == set(NUMBERS)


@pytest.mark.rule(
    *("D11", "D18", "D38", "D39", "D42", "D43", "D46", "D48", "D56", "D57", "D58", "D59"),
    *("D62", "D70", "D71", "D73", "D76", "D77", "D80", "D83", "D84", "D85", "D89", "D92"),
    *("RD2", "RD3", "RD4", "RD5", "RD6", "RD7", "RD9", "RD10", "RD12", "RD13", "RD15", "RD17"),
    *("RD24", "RD27", "RD28", "RD29", "RD34", "RD35", "RD39", "RD40", "H4", "H5"),
)
@pytest.mark.parametrize("name", NUMBERS)
def test_RD_single_numbers(name):
    assert getattr(tables, name) == NUMBERS[name]


# --- Bodies (D94, RD20) ---------------------------------------------------------------------------

HUMANOID = {
    Part.EAR: 2, Part.NOSE: 1, Part.EYE: 2, Part.HAND: 2, Part.FOOT: 2, Part.MOUTH: 1,
    Part.ARM: 2, Part.LEG: 2, Part.HEAD: 1, Part.HEART: 1,
}  # fmt: skip
# Size, speeds on the ground, climbing and flying, natural weapons, parts.
BODIES = {
    "human": (Size.MEDIUM, 30, 0, 0, ["unarmed"], HUMANOID),
    "halfling": (Size.SMALL, 20, 0, 0, ["unarmed"], HUMANOID),
    "sprite": (Size.TINY, 20, 0, 40, ["unarmed"], {**HUMANOID, Part.WING: 4}),
    "winged_beast": (
        Size.LARGE, 30, 0, 60, ["bite", "talon", "tail_slap", "wing_buffet"],
        {Part.EAR: 2, Part.NOSE: 1, Part.TAIL: 1, Part.WING: 2, Part.EYE: 2, Part.FOOT: 4,
         Part.MOUTH: 1, Part.LEG: 4, Part.HEAD: 1, Part.HEART: 1},
    ),
    "horned_brute": (
        Size.LARGE, 40, 0, 0, ["gore", "unarmed"], {**HUMANOID, Part.TAIL: 1, Part.HORN: 2},
    ),
    "two_headed_giant": (
        Size.HUGE, 40, 0, 0, ["unarmed"],
        {**HUMANOID, Part.EAR: 4, Part.NOSE: 2, Part.EYE: 4, Part.MOUTH: 2, Part.HEAD: 2},
    ),
    "tentacled_horror": (
        Size.LARGE, 20, 20, 0, ["tentacle", "lash", "bite"],
        {Part.EYE: 3, Part.MOUTH: 1, Part.ARM: 4, Part.LEG: 4, Part.HEAD: 1, Part.HEART: 2},
    ),
    "wolf": (
        Size.MEDIUM, 40, 0, 0, ["bite"],
        {Part.EAR: 2, Part.NOSE: 1, Part.TAIL: 1, Part.EYE: 2, Part.FOOT: 4, Part.MOUTH: 1,
         Part.LEG: 4, Part.HEAD: 1, Part.HEART: 1},
    ),
    "skeleton": (
        Size.MEDIUM, 30, 0, 0, ["unarmed"],
        {Part.HAND: 2, Part.FOOT: 2, Part.MOUTH: 1, Part.ARM: 2, Part.LEG: 2, Part.HEAD: 1},
    ),
}  # fmt: skip


@pytest.mark.rule("D94", "RD20")
@pytest.mark.parametrize("name", BODY_NAMES)
def test_D94_bodies(name):
    body = BODY_NAMES.index(name)
    size, speed, climb, fly, natural, parts = BODIES[name]
    assert BODY_SIZE[body] == size
    assert (BODY_SPEED[body], BODY_CLIMB[body], BODY_FLY[body]) == (speed, climb, fly)
    weapons = [WEAPON_NAMES[weapon] for weapon in BODY_NATURAL[body] if weapon != NONE]
    assert weapons == natural
    assert {part: int(PART_COUNT[body, part]) for part in Part if PART_COUNT[body, part]} == parts
    assert BODY_NUM_PARTS[body] == sum(parts.values())
    assert HAS_CONSTITUTION[body] == (name != "skeleton")


@pytest.mark.rule("D94")
@pytest.mark.parametrize("name", BODY_NAMES)
def test_D94_parts_are_numbered_kind_by_kind(name):
    body = BODY_NAMES.index(name)
    kinds = BODY_PART[body, : BODY_NUM_PARTS[body]].tolist()
    assert kinds == sorted(kinds)
    assert set(BODY_PART[body, BODY_NUM_PARTS[body] :].tolist()) <= {NONE}
    for part in Part:
        if part in kinds:
            assert FIRST_PART[body, part] == kinds.index(part)


@pytest.mark.rule("D28", "D29", "D31", "D32", "D33", "D34", "D35", "D36")
@pytest.mark.parametrize("name", BODY_NAMES)
def test_D28_natural_weapons_belong_to_parts_that_the_body_has(name):
    body = BODY_NAMES.index(name)
    for weapon in BODY_NATURAL[body]:
        if weapon != NONE and WEAPON_PART[weapon] != NONE:
            assert PART_COUNT[body, WEAPON_PART[weapon]] > 0


# --- The cast (RD24, RD36) ------------------------------------------------------------------------


@pytest.mark.rule("RD24", "RD36")
@pytest.mark.parametrize("name", CAST)
def test_RD24_the_cast_keeps_to_the_tables(name):
    assert Person(base=name).base == name


@pytest.mark.rule("RD24", "RD36")
def test_RD24_the_reference_fighter():
    fighter = Person(base="fighter")
    numbers = [fighter.number(key) for key in ("strength", "dexterity", "constitution")]
    assert numbers == [3, 2, 2]
    assert (fighter.several("held"), fighter.name("armour", "none")) == (["sword"], "medium")
    assert {"athletics", "perception"} < set(fighter.several("trained"))
    assert len(fighter.several("trained")) == 3
