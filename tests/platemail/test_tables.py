"""Every printed and ruled number, cell by cell, proofread against the rows and not the code."""

from __future__ import annotations

import pytest

from quintain.envs.platemail import tables
from quintain.envs.platemail.enums import (
    Act,
    Reload,
    Spell,
)
from quintain.envs.platemail.scenario import Person
from quintain.envs.platemail.tables import (
    ARMOUR_ABSORB,
    ARMOUR_DEFLECTION,
    ARMOUR_NAMES,
    ARMOUR_PROTECTS_LIMBS,
    ARMOUR_WHILE_READY,
    CAST,
    DAZES,
    ENTRAPS,
    IS_MISSILE_ONLY,
    IS_READY,
    IS_SILENT,
    IS_THROWN,
    MAY_BE_POISONED,
    SEVERS,
    SHIELD_ABSORB,
    SHIELD_COVER,
    SHIELD_DEFLECTION,
    SHIELD_NAMES,
    SPELL_NAMES,
    SPELL_PENETRATION,
    SPELL_RANGE,
    SPELL_WOUNDS,
    WEAPON_CHARGE_PENETRATION,
    WEAPON_CHARGED_PENETRATION,
    WEAPON_DEFLECTION,
    WEAPON_HANDS,
    WEAPON_MOUNTED_PENETRATION,
    WEAPON_NAMES,
    WEAPON_PENETRATION,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_SHIELD_BONUS,
    WEAPON_STRENGTH,
    WEAPON_UNAWARE_PENETRATION,
    WEAPON_WOUNDS,
)

pytestmark = [pytest.mark.interpreted]

# --- Weapons (P91 to P102, P112 to P121) ----------------------------------------------------------

# Row, Penetration, hands; 0 hands where the book does not say (thrown weapons: one).
MELEE = {
    "axe": ("P91", 0, 1),
    "club": ("P92", 0, 1),
    "dagger": ("P93", 0, 1),
    "flail": ("P94", 0, 1),
    "mace": ("P95", 0, 1),
    "sword": ("P96", 0, 1),
    "great_axe": ("P97", 1, 2),
    "great_sword": ("P98", 1, 2),
    "lance": ("P99", 1, 2),
    "pike": ("P100", 1, 2),
    "spear": ("P101", 1, 2),
    "staff": ("P102", 0, 2),
}
# Row, Penetration, hands, Range in squares of 5 feet.
MISSILE = {
    "bolo": ("P112", 0, 1, 3),
    "net": ("P112", 0, 1, 3),
    "dagger": ("P113", 0, 1, 3),
    "dart": ("P114", 0, 1, 6),
    "javelin": ("P115", 1, 1, 3),
    "blowgun": ("P116", 1, 1, 6),
    "sling": ("P117", 0, 1, 6),
    "long_bow": ("P118", 2, 2, 6),
    "short_bow": ("P119", 1, 2, 6),
    "light_crossbow": ("P120", 2, 2, 6),
    "heavy_crossbow": ("P121", 3, 2, 6),
}
# Column, its plain value, and who has another one, by row.
PROPERTIES = {
    "severs": (SEVERS, False, {"axe": True, "great_axe": True, "great_sword": True}),
    "dazes": (DAZES, False, {"mace": True, "sling": True}),
    "entraps": (ENTRAPS, False, {"bolo": True, "net": True}),
    "thrown": (
        IS_THROWN, False, dict.fromkeys(("bolo", "net", "dagger", "dart", "javelin"), True),
    ),
    "silent": (IS_SILENT, False, {"dagger": True, "dart": True, "blowgun": True}),
    "poison": (MAY_BE_POISONED, False, {"blowgun": True}),
    "unaware": (WEAPON_UNAWARE_PENETRATION, 0, {"dagger": 1}),
    "shields": (WEAPON_SHIELD_BONUS, 0, {"flail": 2}),
    "deflection": (WEAPON_DEFLECTION, 0, {"sword": 1, "staff": 2}),
    "mounted": (WEAPON_MOUNTED_PENETRATION, 0, {"lance": 2}),
    "charged": (WEAPON_CHARGED_PENETRATION, 0, {"pike": 1}),
    "charging": (WEAPON_CHARGE_PENETRATION, 0, {"spear": 1}),
    "reach": (WEAPON_REACH, 1, {"pike": 2, "lance": 2}),
    "strength": (WEAPON_STRENGTH, -3, {"great_axe": 3, "great_sword": 3, "long_bow": 2}),
    "wounds": (WEAPON_WOUNDS, 1, {"blowgun": 0}),
    "reload": (
        WEAPON_RELOAD,
        Reload.NONE,
        {"light_crossbow": Reload.QUICK, "heavy_crossbow": Reload.COMPLEX},
    ),
}  # fmt: skip


def cell(column, name):
    """The cell of a weapon."""
    return int(column[WEAPON_NAMES.index(name)])


@pytest.mark.rule("P91", "P112", "RP39")
def test_P91_to_P121_the_weapons():
    assert set(WEAPON_NAMES) == {*MELEE, *MISSILE, "unarmed"}
    assert len(set(WEAPON_NAMES)) == len(WEAPON_NAMES) == 23


@pytest.mark.rule(
    "P91", "P92", "P93", "P94", "P95", "P96", "P97", "P98", "P99", "P100", "P101", "P102"
)
@pytest.mark.parametrize("name", MELEE)
def test_P91_to_P102_melee_weapons(name):
    _, penetration, hands = MELEE[name]
    assert (cell(WEAPON_PENETRATION, name), cell(WEAPON_HANDS, name)) == (penetration, hands)
    assert not cell(IS_MISSILE_ONLY, name)
    assert (cell(WEAPON_RANGE, name) > 0) == (name == "dagger")  # P113


@pytest.mark.rule(
    "P112", "P113", "P114", "P115", "P116", "P117", "P118", "P119", "P120", "P121", "RP13"
)
@pytest.mark.parametrize("name", MISSILE)
def test_P112_to_P121_ranged_weapons(name):
    _, *cells = MISSILE[name]
    columns = (WEAPON_PENETRATION, WEAPON_HANDS, WEAPON_RANGE)
    assert [cell(column, name) for column in columns] == cells
    assert bool(cell(IS_MISSILE_ONLY, name)) == (name != "dagger")  # P93


@pytest.mark.rule(
    "P91", "P93", "P94", "P95", "P96", "P97", "P98", "P99", "P100", "P101", "P102", "P103",
    "P104", "P105", "P112", "P113", "P114", "P115", "P116", "P117", "P118", "P120", "P121",
    "P122", "P123", "P124", "P125", "RP19", "RP38",
)  # fmt: skip
@pytest.mark.parametrize("which", PROPERTIES)
def test_P91_to_P125_properties_and_who_has_them(which):
    column, plain, others = PROPERTIES[which]
    expected = {name: int(others.get(name, plain)) for name in WEAPON_NAMES}
    assert {name: cell(column, name) for name in WEAPON_NAMES} == expected


@pytest.mark.rule("RP39")
def test_RP39_the_bare_hand_has_no_penetration_and_deals_one_wound():
    fist = WEAPON_NAMES[tables.UNARMED]
    assert fist == "unarmed"
    assert (cell(WEAPON_PENETRATION, fist), cell(WEAPON_WOUNDS, fist)) == (0, 1)
    assert (cell(WEAPON_RANGE, fist), cell(WEAPON_DEFLECTION, fist)) == (0, 0)


# --- Armour and shields (P126 to P135) ------------------------------------------------------------


@pytest.mark.rule("P126", "P127", "P128", "P129", "P130", "P131", "P135")
def test_P126_to_P131_the_armours():
    assert ARMOUR_NAMES == (
        "none", "leather", "chain_mail", "splint_mail", "half_plate", "full_plate",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "deflection", "absorb", "while_ready", "limbs"),
    [
        pytest.param("none", 3, 0, True, 0, marks=pytest.mark.rule("P126")),
        pytest.param("leather", 2, 1, False, 0, marks=pytest.mark.rule("P127")),
        pytest.param("chain_mail", 1, 2, False, 0, marks=pytest.mark.rule("P128")),
        pytest.param("splint_mail", 1, 2, False, 1, marks=pytest.mark.rule("P129", "P135")),
        pytest.param("half_plate", 2, 3, False, 2, marks=pytest.mark.rule("P130", "P135")),
        pytest.param("full_plate", 3, 3, False, 3, marks=pytest.mark.rule("P131", "P135")),
    ],
)
def test_P126_to_P131_armour(name, deflection, absorb, while_ready, limbs):
    armour = ARMOUR_NAMES.index(name)
    assert (ARMOUR_DEFLECTION[armour], ARMOUR_ABSORB[armour]) == (deflection, absorb)
    assert (ARMOUR_WHILE_READY[armour], ARMOUR_PROTECTS_LIMBS[armour]) == (while_ready, limbs)


@pytest.mark.rule("P132", "P133", "P134")
def test_P132_to_P134_the_shields():
    assert SHIELD_NAMES == ("none", "buckler", "shield", "tower_shield")


@pytest.mark.parametrize(
    ("name", "deflection", "absorb", "cover"),
    [
        pytest.param("none", 0, 0, False, marks=pytest.mark.rule("RP7")),
        pytest.param("buckler", 2, 0, False, marks=pytest.mark.rule("P132")),
        pytest.param("shield", 2, 1, False, marks=pytest.mark.rule("P133")),
        pytest.param("tower_shield", 1, 1, True, marks=pytest.mark.rule("P134")),
    ],
)
def test_P132_to_P134_shield(name, deflection, absorb, cover):
    shield = SHIELD_NAMES.index(name)
    assert (SHIELD_DEFLECTION[shield], SHIELD_ABSORB[shield]) == (deflection, absorb)
    assert SHIELD_COVER[shield] == cover


# --- Actions (P11, P50 to P90) --------------------------------------------------------------------

TAGS = {
    Act.MOVE: ("P50", "R"),
    Act.SPRINT: ("P51", "NR"),
    Act.FALL_BACK: ("P52", "R"),
    Act.SKULK: ("P53", "R"),
    Act.CHARGE: ("P60", "NR"),
    Act.FULL_ATTACK: ("P61", "NR"),
    Act.COUNTER: ("P62", "R"),
    Act.RANGED_ATTACK: ("P63", "R"),
    Act.RAPID_FIRE: ("P64", "NR"),
    Act.AIM: ("P66", "NR"),
    Act.DEFEND: ("P67", "R"),
    Act.GUARD: ("P68", "R"),
    Act.PREPARE_SPELL: ("P74", "NR"),
    Act.RELEASE_SPELL: ("P75", "NR"),
    Act.FOCUS_SPELL: ("P76", "NR"),
    Act.QUICK_ITEM: ("P78", "R"),
    Act.COMPLEX_ITEM: ("P79", "NR"),
    Act.RESCUE: ("P81", "NR"),
    Act.STABILIZE: ("P82", "NR"),
    Act.DAZED: ("P89", "NR"),
    Act.TERROR: ("P90", "NR"),
    Act.CARRIED: ("RP42", "NR"),
    Act.NOTHING: ("P46", "NR"),
}


@pytest.mark.parametrize(
    ("act", "tag"),
    [
        pytest.param(act, tag, marks=pytest.mark.rule("P11", row), id=act.name)
        for act, (row, tag) in TAGS.items()
    ],
)
def test_P11_the_tag_of_each_action(act, tag):
    assert IS_READY[act] == (tag == "R")


@pytest.mark.rule("P11")
def test_P11_every_action_has_its_tag_in_these_tables():
    assert set(TAGS) == set(Act)


# --- Spells (RP23) --------------------------------------------------------------------------------


@pytest.mark.rule("RP23")
def test_RP23_the_spells():
    assert SPELL_NAMES == ("bolt", "blast", "mend", "fear", "bind")
    assert tuple(tables.read_yaml("spells.yaml")) == SPELL_NAMES


@pytest.mark.rule("RP23")
@pytest.mark.parametrize(
    ("spell", "feet", "penetration", "wounds"),
    [
        (Spell.BOLT, 60, 3, 2),
        (Spell.BLAST, 60, 2, 2),
        (Spell.MEND, 30, 0, 0),
        (Spell.FEAR, 30, 0, 0),
        (Spell.BIND, 30, 0, 0),
    ],
)
def test_RP23_spell(spell, feet, penetration, wounds):
    assert SPELL_RANGE[spell] * 5 == feet
    assert (SPELL_PENETRATION[spell], SPELL_WOUNDS[spell]) == (penetration, wounds)


# --- Single numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, number, marks=pytest.mark.rule(*rows), id=name)
        for name, number, rows in [
            ("PHASES", 2, ("P4",)),
            ("ROUND_LIMIT", 50, ("RP30",)),
            ("QUIET_LIMIT", 15, ("RP30",)),
            ("DIE", 20, ("P32",)),
            ("FAVOR", 3, ("P22", "P23")),
            ("BASE_DEFENSE", 10, ("P33",)),
            ("BASE_SAVE", 10, ("RP2", "RP4", "RP5")),
            ("CRITICAL", 20, ("P36",)),
            ("ATTRIBUTE_LIMIT", 3, ("RP1",)),
            ("SKILL_LIMIT", 3, ("RP1",)),
            ("ATTACK_BONUS_LIMIT", 4, ("RP1",)),
            ("SQUARE_FEET", 5, ("RP13",)),
            ("MOVE_STEPS", 3, ("P50", "P52", "P53", "P60", "P68")),
            ("SPRINT_STEPS", 6, ("P51", "P90")),
            ("CHARGE_FAVOR_STEPS", 2, ("P60",)),
            ("CRAWL_STEPS", 1, ("RP20",)),
            ("COVER_PENALTY", -2, ("P30",)),
            ("RANGE_PENALTY", -2, ("P107",)),
            ("RANGE_INCREMENTS", 4, ("P108",)),
            ("HIGH_GROUND", 2, ("P110",)),
            ("THREE_ATTACKS_PENALTY", -2, ("RP19",)),
            ("AIM_PENETRATION", 1, ("P66",)),
            ("CRITICAL_PENETRATION", 1, ("P36",)),
            ("CRITICAL_WOUNDS", 1, ("P36",)),
            ("GUARD_PENALTY", 1, ("P72",)),
            ("MAX_WOUNDS", 3, ("P42",)),
            ("DAZE_SIDES", 4, ("P103", "RP21", "RP23")),
            ("LIMBS", 4, ("P105",)),
            ("STOCK", 3, ("RP38",)),
            ("BLAST_RADIUS", 2, ("RP23",)),
            ("MEND_HEALS", 1, ("RP23",)),
            ("MEND_USES", 3, ("RP23",)),
        ]
    ],
)
def test_single_numbers(name, number):
    assert getattr(tables, name) == number


@pytest.mark.rule("P40", "P41")
def test_P40_every_penetration_has_its_place_below_that_which_ignores_absorb():
    most = int(max(*WEAPON_PENETRATION, *SPELL_PENETRATION))
    extra = int(max(WEAPON_MOUNTED_PENETRATION + WEAPON_CHARGE_PENETRATION))
    crossbow = most + tables.AIM_PENETRATION + tables.CRITICAL_PENETRATION
    lance = 1 + extra + tables.CRITICAL_PENETRATION
    assert max(crossbow, lance) < tables.IGNORES_ABSORB == tables.PENETRATIONS - 1


# --- The cast (RP1, RP49) -------------------------------------------------------------------------


@pytest.mark.rule("RP1", "RP23", "RP38")
@pytest.mark.parametrize("name", CAST)
def test_RP1_the_cast_keeps_to_the_tables(name):
    person = Person(base=name)  # refuses attributes, arms and hands that are not allowed
    assert set(CAST[name]) - {"called"} <= set(Person.model_fields)
    assert person.number("max_wounds") == 3  # P42


@pytest.mark.rule("RP49")
@pytest.mark.parametrize("name", CAST)
def test_RP49_those_in_half_or_full_plate_have_attack_bonus_4(name):
    person = Person(base=name)
    if person.name("armour") in ("half_plate", "full_plate"):
        assert person.number("attack_bonus") == 4
    else:
        assert person.number("attack_bonus") < 4


@pytest.mark.rule("RP49", "P104")
@pytest.mark.parametrize("name", CAST)
def test_RP49_everybody_of_the_cast_is_strong_enough_for_his_weapons(name):
    person = Person(base=name)
    for key in ("hand", "second", "carried_hand", "carried_second"):
        weapon = person.name(key)
        if weapon != "none":
            assert person.number("strength") >= cell(WEAPON_STRENGTH, weapon)
