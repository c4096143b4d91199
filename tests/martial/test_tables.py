"""Every printed and ruled number, cell by cell, proofread against the rows and not the code."""

from __future__ import annotations

import pytest

from quintain.envs.martial import tables
from quintain.envs.martial.enums import (
    Attribute,
    Damage,
    Maneuver,
    Part,
    Severity,
    Size,
    Skill,
)
from quintain.envs.martial.scenario import Person
from quintain.envs.martial.tables import (
    ARMOUR_BONUS,
    ARMOUR_DEXTERITY,
    ARMOUR_DISADVANTAGE,
    ARMOUR_NAMES,
    ARMOUR_SPEED,
    BODY_CLIMB,
    BODY_FLY,
    BODY_NAMES,
    BODY_NATURAL,
    BODY_NUM_PARTS,
    BODY_PART,
    BODY_SIZE,
    BODY_SPEED,
    CAST,
    EFFECT_BLEED,
    EFFECT_DAZED,
    EFFECT_DEGREE,
    ENDLESS,
    FIRST_PART,
    HAS_CONSTITUTION,
    IS_KNEELING,
    IS_MELEE,
    IS_NATURAL,
    IS_RANGED,
    IS_SHIELD,
    IS_TOUCH,
    ITEM_HANDS,
    ITEM_NAMES,
    MANEUVER_SKILL,
    MARTIAL_BONUS,
    NO_LIMIT,
    NO_PARRY,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_DISABLED,
    PART_SEVERITY,
    SHIELD_BONUS,
    SHIELD_NAMES,
    SIZE_STEP,
    SKILL_ATTRIBUTE,
    STRENGTH_ALONE,
    TRAINING,
    WEAPON_CRITICAL,
    WEAPON_DAMAGE,
    WEAPON_INCREMENT,
    WEAPON_NAMES,
    WEAPON_PARRY,
    WEAPON_PART,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_THROWN,
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


# --- Weapons (RD18) -------------------------------------------------------------------------------

SLASHING, PIERCING, BLUDGEONING = Damage.SLASHING, Damage.PIERCING, Damage.BLUDGEONING
NOTHING = (0, 0, 0)
# Hands, damage, reach, lowest critical, parry, effect (bleed, dazed, degree); None: no parry.
MELEE = {
    "sword": (1, SLASHING, 5, 19, 2, (1, 0, 0)),
    "axe": (1, SLASHING, 5, 20, 0, (2, 0, 0)),
    "mace": (1, BLUDGEONING, 5, 20, 0, (0, 1, 0)),
    "dagger": (1, PIERCING, 5, 20, 1, (0, 0, 1)),
    "spear": (2, PIERCING, 10, 20, 2, (0, 0, 1)),
    "unarmed": (0, BLUDGEONING, 5, 20, None, NOTHING),
    "bite": (0, PIERCING, 5, 20, None, (1, 0, 0)),
    "claw": (0, SLASHING, 5, 20, None, (1, 0, 0)),
    "talon": (0, SLASHING, 5, 20, None, (1, 0, 0)),
    "hoof": (0, BLUDGEONING, 5, 20, None, (0, 1, 0)),
    "gore": (0, PIERCING, 5, 20, None, (0, 0, 1)),
    "tail_slap": (0, BLUDGEONING, 10, 20, None, (0, 1, 0)),
    "wing_buffet": (0, BLUDGEONING, 5, 20, None, (0, 1, 0)),
    "tentacle": (0, BLUDGEONING, 10, 20, None, (0, 0, 1)),
    "lash": (0, SLASHING, 10, 20, None, NOTHING),
}
# Hands, damage, increment, lowest critical, reload, kneeling, effect.
MISSILE = {
    "bow": (2, PIERCING, 60, 20, 0, False, (0, 0, 0)),
    "crossbow": (2, PIERCING, 80, 19, 2, True, (0, 0, 0)),
}
NATURAL_PARTS = {
    "unarmed": NONE,
    "bite": Part.MOUTH,
    "claw": Part.HAND,
    "talon": Part.FOOT,
    "hoof": Part.FOOT,
    "gore": Part.HORN,
    "tail_slap": Part.TAIL,
    "wing_buffet": Part.WING,
    "tentacle": Part.ARM,
    "lash": Part.LEG,
}


def effect(item):
    """Bleed, rounds dazed and degrees of a critical hit."""
    return tuple(int(column[item]) for column in (EFFECT_BLEED, EFFECT_DAZED, EFFECT_DEGREE))


@pytest.mark.rule("RD18")
def test_RD18_the_weapons():
    assert set(WEAPON_NAMES) == {*MELEE, *MISSILE}
    assert {name for name in ITEM_NAMES if IS_NATURAL[ITEM_NAMES.index(name)]} == set(NATURAL_PARTS)


@pytest.mark.rule("RD18", "D47", "D92")
@pytest.mark.parametrize("name", MELEE)
def test_RD18_melee_weapons(name):
    item = ITEM_NAMES.index(name)
    hands, damage, reach, critical, parry, critical_effect = MELEE[name]
    assert (ITEM_HANDS[item], WEAPON_DAMAGE[item], WEAPON_REACH[item]) == (hands, damage, reach)
    assert WEAPON_CRITICAL[item] == critical
    assert WEAPON_PARRY[item] == (NO_PARRY if parry is None else parry)
    assert effect(item) == critical_effect
    assert IS_MELEE[item]
    assert not IS_RANGED[item]
    assert WEAPON_THROWN[item] == (10 if name == "dagger" else 0)
    assert IS_TOUCH[item] == (name == "lash")
    assert WEAPON_PART[item] == NATURAL_PARTS.get(name, NONE)


@pytest.mark.rule("RD18", "D60", "D75")
@pytest.mark.parametrize("name", MISSILE)
def test_RD18_missile_weapons(name):
    item = ITEM_NAMES.index(name)
    hands, damage, increment, critical, reload, kneeling, critical_effect = MISSILE[name]
    assert (ITEM_HANDS[item], WEAPON_DAMAGE[item]) == (hands, damage)
    assert (WEAPON_INCREMENT[item], WEAPON_CRITICAL[item]) == (increment, critical)
    assert (WEAPON_RELOAD[item], IS_KNEELING[item]) == (reload, kneeling)
    assert effect(item) == critical_effect
    assert WEAPON_PARRY[item] == NO_PARRY
    assert IS_RANGED[item]
    assert not IS_MELEE[item]


@pytest.mark.rule("RD18")
def test_RD18_no_weapon_is_better_than_another_in_every_column():
    """Higher is better in each: fewer hands, reach, critical range, parry, effects, thrown."""
    held = [name for name in MELEE if name not in NATURAL_PARTS]
    columns = {
        name: (-hands, reach, -critical, parry, *effects, 10 if name == "dagger" else 0)
        for name, (hands, _, reach, critical, parry, effects) in MELEE.items()
        if name in held
    }
    for one in held:
        for other in held:
            pairs = list(zip(columns[one], columns[other], strict=True))
            assert one == other or any(a < b for a, b in pairs)


# --- Shields and armour (RD19) --------------------------------------------------------------------


@pytest.mark.rule("RD19")
@pytest.mark.parametrize(("name", "bonus"), [("buckler", 1), ("shield", 2)])
def test_RD19_shields(name, bonus):
    item = ITEM_NAMES.index(name)
    assert (SHIELD_BONUS[item], ITEM_HANDS[item], IS_SHIELD[item]) == (bonus, 1, True)
    assert set(SHIELD_NAMES) == {"buckler", "shield"}
    assert not IS_MELEE[item]


@pytest.mark.rule("RD19")
@pytest.mark.parametrize(
    ("name", "bonus", "dexterity", "speed", "disadvantage"),
    [
        ("none", 0, None, None, 0),
        ("light", 1, 4, None, 0),
        ("medium", 3, 2, None, 0),
        ("heavy", 5, 0, 20, 1),
    ],
)
def test_RD19_armour(name, bonus, dexterity, speed, disadvantage):
    armour = ARMOUR_NAMES.index(name)
    assert len(ARMOUR_NAMES) == 4
    assert (ARMOUR_BONUS[armour], ARMOUR_DISADVANTAGE[armour]) == (bonus, disadvantage)
    assert ARMOUR_DEXTERITY[armour] == (NO_LIMIT if dexterity is None else dexterity)
    assert ARMOUR_SPEED[armour] == (NO_LIMIT if speed is None else speed)


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
