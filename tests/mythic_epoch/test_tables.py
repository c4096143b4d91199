"""Every printed and ruled number, cell by cell, proofread against the rows and not the code."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch import tables
from quintain.envs.mythic_epoch.enums import (
    Act,
    Skill,
    Status,
)
from quintain.envs.mythic_epoch.rules.checks import strike_bonus
from quintain.envs.mythic_epoch.rules.declare import cost
from quintain.envs.mythic_epoch.tables import (
    ARMOUR_COVERAGE,
    ARMOUR_LOAD,
    ARMOUR_NAMES,
    ARMOUR_PROTECTION,
    ARMOUR_RECOVERY_LOAD,
    CAST,
    SKILL_NAMES,
    WEAPON_ACCURACY,
    WEAPON_AIMED_ACCURACY,
    WEAPON_ATTACK_SPEED,
    WEAPON_BONUS,
    WEAPON_COST,
    WEAPON_DICE,
    WEAPON_NAMES,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD_COST,
    WEAPON_SIDES,
    WEAPON_SKILL,
)

pytestmark = pytest.mark.interpreted

# --- Weapons (RM9) --------------------------------------------------------------------------------

# Row RM9: cost, cost of Parry, accuracy, dice, sides, bonus, reach (RM18), skill. 0: none.
MELEE = {
    "unarmed": (3, 0, 0, 1, 6, 0, 1, Skill.BRAWLING),
    "dagger": (3, 2, 1, 1, 8, 0, 1, Skill.DAGGERS),
    "sword": (4, 2, 1, 2, 6, 0, 1, Skill.SWORDS),
    "axe": (4, 3, 0, 2, 6, 2, 1, Skill.AXES),
    "mace": (4, 3, 0, 2, 6, 2, 1, Skill.AXES),
    "spear": (4, 2, 0, 2, 6, 0, 2, Skill.SPEARS),
    "great_weapon": (5, 3, 1, 3, 6, 0, 1, Skill.GREAT_WEAPONS),
}
# Cost, accuracy unaimed and aimed, dice, sides, bonus, attack speed, range, cost of Reload.
MISSILE = {
    "bow": (6, -5, 2, 2, 6, 0, 10, 60, 0),
    "pistol": (3, -4, 3, 3, 6, 0, 40, 40, 6),
}
MELEE_COLUMNS = (
    WEAPON_COST,
    WEAPON_PARRY_COST,
    WEAPON_ACCURACY,
    WEAPON_DICE,
    WEAPON_SIDES,
    WEAPON_BONUS,
    WEAPON_REACH,
    WEAPON_SKILL,
)
MISSILE_COLUMNS = (
    WEAPON_COST,
    WEAPON_ACCURACY,
    WEAPON_AIMED_ACCURACY,
    WEAPON_DICE,
    WEAPON_SIDES,
    WEAPON_BONUS,
    WEAPON_ATTACK_SPEED,
    WEAPON_RANGE,
    WEAPON_RELOAD_COST,
)


@pytest.mark.rule("RM9")
def test_RM9_the_weapons():
    assert WEAPON_NAMES == (*MELEE, *MISSILE)


@pytest.mark.rule("RM9", "RM18", "RM2")
@pytest.mark.parametrize("name", MELEE)
def test_RM9_melee_weapons(name):
    weapon = WEAPON_NAMES.index(name)
    assert tuple(int(column[weapon]) for column in MELEE_COLUMNS) == MELEE[name]
    assert (WEAPON_RANGE[weapon], WEAPON_RELOAD_COST[weapon]) == (0, 0)


@pytest.mark.rule("RM9", "RM17")
@pytest.mark.parametrize("name", MISSILE)
def test_RM9_missile_weapons(name):
    weapon = WEAPON_NAMES.index(name)
    assert tuple(int(column[weapon]) for column in MISSILE_COLUMNS) == MISSILE[name]
    assert (WEAPON_PARRY_COST[weapon], WEAPON_REACH[weapon]) == (0, 1)
    assert WEAPON_SKILL[weapon] == Skill.RANGED


@pytest.mark.rule("RM17")
def test_RM17_missing_attack_speed_is_10():
    assert tables.MISSING_ATTACK_SPEED == 10


# --- Armour (RM6, RM10) ---------------------------------------------------------------------------


@pytest.mark.rule("RM6", "RM10")
def test_RM10_the_armours():
    assert ARMOUR_NAMES == ("none", "light", "medium", "heavy")


@pytest.mark.rule("RM6", "RM10")
@pytest.mark.parametrize(
    ("name", "protection", "coverage", "load", "recovery_load"),
    [
        ("none", 0, 0, 0, 0),
        ("light", 2, 3, -1, 0),
        ("medium", 4, 6, -2, -1),
        ("heavy", 6, 9, -4, -3),
    ],
)
def test_RM10_armour(name, protection, coverage, load, recovery_load):
    armour = ARMOUR_NAMES.index(name)
    columns = (ARMOUR_PROTECTION, ARMOUR_COVERAGE, ARMOUR_LOAD, ARMOUR_RECOVERY_LOAD)
    expected = (protection, coverage, load, recovery_load)
    assert tuple(int(column[armour]) for column in columns) == expected


# --- Costs (M17-M42, RM9, RM27) -------------------------------------------------------------------

FIXED_COSTS = {
    Act.AIM: 4,  # M17
    Act.MOVE: 2,  # M18
    Act.COMBAT_MOVE: 3,  # M20
    Act.ESCAPE: 3,  # M22
    Act.PIN: 3,  # M26
    Act.READY: 1,  # M29
    Act.UNARMED_ATTACK: 3,  # M30
    Act.WITHDRAW: 2,  # M31
    Act.DODGE: 2,  # M34
    Act.EVADE: 2,  # M36
    Act.RETREAT: 3,  # M38
    Act.STRUGGLE: 3,  # M39
    Act.DRAW_WEAPON: 4,  # RM27
    Act.PICK_UP_WEAPON: 4,  # RM27
    Act.UNARMED_PRESS: 3,  # RM35
    Act.UNARMED_COUNTER_ATTACK: 3,  # RM35
    Act.UNARMED_DOUBLE: 3,  # RM35
}
BY_WEAPON = (
    Act.DISARM,  # M21
    Act.FEINT,  # M23
    Act.GRAPPLE,  # M24
    Act.MELEE_ATTACK,  # M25
    Act.PRESS,  # M27
    Act.COUNTER_ATTACK,  # M32
    Act.DOUBLE,  # M35
    Act.CT_COUNTER_ATTACK,  # M41
    Act.FEINT_COUNTER_ATTACK,  # M23
)
LIKE_A_PARRY = (Act.PARRY, Act.PARRY_TO_BIND, Act.WIND, Act.CT_PARRY)  # M37, M40, M42, RM9


@pytest.mark.rule(
    "M17",
    "M18",
    "M20",
    "M22",
    "M26",
    "M29",
    "M30",
    "M31",
    "M34",
    "M36",
    "M38",
    "M39",
    "RM27",
    "RM35",
)
@pytest.mark.parametrize("act", FIXED_COSTS, ids=lambda act: act.name)
@pytest.mark.parametrize("hand", ["unarmed", "dagger", "great_weapon", "bow"])
def test_M17_to_M39_fixed_costs(duel, act, hand):
    assert cost(duel({"hand": hand}).fighters[0], act) == FIXED_COSTS[act]


@pytest.mark.rule("M21", "M23", "M24", "M25", "M27", "M32", "M35", "M41", "RM9")
@pytest.mark.parametrize("act", BY_WEAPON, ids=lambda act: act.name)
@pytest.mark.parametrize("hand", [name for name in MELEE if name != "unarmed"])
def test_M21_to_M41_costs_by_weapon(duel, act, hand):
    assert cost(duel({"hand": hand}).fighters[0], act) == MELEE[hand][0]


@pytest.mark.rule("M24", "RM35", "RM9")
@pytest.mark.parametrize("hand", ["unarmed", "bow", "pistol"])
def test_M24_grapple_without_a_melee_weapon_costs_what_the_fist_costs(duel, hand):
    assert cost(duel({"hand": hand}).fighters[0], Act.GRAPPLE) == 3


@pytest.mark.rule("M37", "M40", "M42", "RM9")
@pytest.mark.parametrize("act", LIKE_A_PARRY, ids=lambda act: act.name)
@pytest.mark.parametrize("hand", [name for name in MELEE if name != "unarmed"])
def test_M37_M40_M42_costs_of_parry_and_wind(duel, act, hand):
    assert cost(duel({"hand": hand}).fighters[0], act) == MELEE[hand][1]


@pytest.mark.rule("M28", "M33", "RM9")
@pytest.mark.parametrize("act", [Act.RANGED_ATTACK, Act.COUNTER_FIRE], ids=lambda act: act.name)
@pytest.mark.parametrize("hand", MISSILE)
def test_M28_M33_costs_of_shots(duel, act, hand):
    assert cost(duel({"hand": hand}).fighters[0], act) == MISSILE[hand][0]


@pytest.mark.rule("RM9")
def test_RM9_a_reload_costs_6(duel):
    assert cost(duel({"hand": "pistol"}).fighters[0], Act.RELOAD) == 6


@pytest.mark.rule("M17", "M41", "M42")
def test_M17_to_M42_every_act_has_a_cost_in_these_tables():
    """So that an action that is added here is proofread as well."""
    proofread = {*FIXED_COSTS, *BY_WEAPON, *LIKE_A_PARRY, Act.RANGED_ATTACK, Act.COUNTER_FIRE}
    assert set(Act) - proofread == {Act.NOTHING, Act.RELOAD, Act.RECOVER_STAMINA}


# --- Thresholds and modifiers ---------------------------------------------------------------------


@pytest.mark.rule(
    *("M17", "M18", "M20", "M21", "M22", "M24", "M31", "M34", "M36", "M37", "M38", "M39", "M40"),
    "M42",
)
@pytest.mark.parametrize(
    ("name", "threshold"),
    [
        ("AIM_SUCCESS", 0),
        ("COMBAT_MOVE_SUCCESS", 1),
        ("COMBAT_MOVE_CRITICAL", 10),
        ("DISARM_SUCCESS", 8),
        ("ESCAPE_SUCCESS", 1),
        ("GRAPPLE_SUCCESS", 8),
        ("WITHDRAW_SUCCESS", 1),
        ("DODGE_SUCCESS", 0),
        ("EVADE_SUCCESS", 0),
        ("PARRY_BIND", 0),
        ("PARRY_SUCCESS", 1),
        ("RETREAT_SUCCESS", 1),
        ("RETREAT_CRITICAL", 10),
        ("STRUGGLE_SUCCESS", 0),
        ("WIND_SUCCESS", 0),
    ],
)
def test_M17_to_M42_thresholds(name, threshold):
    assert getattr(tables, name) == threshold


@pytest.mark.rule("M23", "RM2")
@pytest.mark.parametrize("act", Act, ids=lambda act: act.name)
def test_M23_RM2_what_the_kind_of_blow_adds(act):
    bonuses = {
        Act.CT_COUNTER_ATTACK: 2,
        Act.FEINT_COUNTER_ATTACK: 3,
        Act.DOUBLE: -2,
        Act.UNARMED_DOUBLE: -2,
    }
    assert strike_bonus(act) == bonuses.get(act, 0)


@pytest.mark.rule("M1", "M30", "RM6", "RM8", "RM10", "RM15", "RM28", "RM29")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("ACTION_POINTS", 12),
        ("ROUND_LIMIT", 50),
        ("COUNTER_UNARMED_BONUS", 5),
        ("COMBAT_DEFENCE", 0),
        ("OFF_GUARD_DEFENCE", -2),
        ("HALF_COVER", 2),
        ("THREE_QUARTER_COVER", 4),
        ("DEFENCE_PER_RANGE", 1),
        ("RANGE_STEP", 10),
        ("BASE_COMBAT_MOVEMENT", 4),
        ("DAMAGE_POINTS", 20),
        ("DAMAGE_POINTS_PER_ENDURANCE", 2),
        ("HALF_DAMAGE_PENALTY", -2),
        ("DEAD_BELOW", -10),
        ("POOL_SIDES", 6),
        ("SKILL_MAXIMUM", 10),
    ],
)
def test_RM_single_numbers(name, number):
    assert getattr(tables, name) == number


@pytest.mark.rule("M44")
def test_M44_thresholds_and_points():
    """Every threshold of the book, those without a row of their own left out."""
    printed = {-13: 1, -9: 2, -8: 3, -6: 4, -4: 6, -3: 8, -2: 10, -1: 11, 0: 12}
    pairs = zip(tables.RECOVERY_THRESHOLDS, tables.RECOVERY_POINTS, strict=True)
    found = [(int(threshold), int(points)) for threshold, points in pairs]
    assert found == sorted(printed.items(), reverse=True)


@pytest.mark.rule("M11", "M12", "M13", "M14", "M15")
def test_M11_to_M15_the_statuses():
    assert {status.name for status in Status} == {
        "OFF_GUARD", "ON_GUARD", "BOUND", "GRAPPLED", "PINNED"
    }  # fmt: skip


# --- The cast (RM29) ------------------------------------------------------------------------------


@pytest.mark.rule("RM29", "RM9", "RM10")
@pytest.mark.parametrize("name", CAST)
def test_RM29_the_cast_keeps_to_the_tables(name):
    person = CAST[name]
    assert set(person["skills"]) <= set(SKILL_NAMES)
    assert all(0 <= rating <= 10 for rating in person["skills"].values())
    assert person["hand"] in WEAPON_NAMES
    assert person.get("carried", "sword") in WEAPON_NAMES
    assert person["armour"] in ARMOUR_NAMES


@pytest.mark.rule("RM29")
def test_RM29_a_trained_swordsman_and_a_master():
    trained, master = CAST["swordsman"]["skills"], CAST["master"]["skills"]
    assert (trained["swords"], trained["agility"], master["swords"]) == (5, 4, 8)


# --- A lost or another weapon (RM27) --------------------------------------------------------------


@pytest.mark.rule("RM27")
@pytest.mark.parametrize(("left", "is_legal"), [(4, True), (3, False)])
def test_RM27_drawing_another_weapon_costs_4(duel, act, legal, left, is_legal):
    battle = duel({"carried": "dagger", "action_points": left, "endurance": 0})
    assert ("draw_weapon" in legal(battle)) == is_legal
    if is_legal:
        act(battle, "draw_weapon", faces=[14])
        fighter = battle.fighters[0]
        assert (fighter.hand, fighter.carried) == (1, 2)
        assert fighter.action_points == 0


@pytest.mark.rule("RM27")
@pytest.mark.parametrize("status", ["off_guard", "on_guard"])
def test_RM27_drawing_is_for_those_on_guard(duel, legal, status):
    names = legal(duel({"carried": "dagger", "status": status}))
    assert ("draw_weapon" in names) == (status == "on_guard")


@pytest.mark.rule("RM27")
def test_RM27_nothing_to_draw(duel, legal):
    assert "draw_weapon" not in legal(duel())


@pytest.mark.rule("RM27", "RM35")
def test_RM27_no_weapon_only_unarmed_actions(duel, act, legal):
    battle = duel({"hand": "unarmed"}, {"hand": "unarmed"})
    strikes = {"melee_attack", "feint", "unarmed_attack", "ranged_attack", "aim"}
    assert legal(battle) & strikes == {"unarmed_attack"}
    act(battle, "unarmed_attack")
    assert legal(battle) == {"wait", "evade", "unarmed_counter_attack"}
