"""Every printed and ruled number, cell by cell, proofread against the rows and not the code."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MEMORY_FIELDS
from quintain.envs.wildroll import tables
from quintain.envs.wildroll.actions import table
from quintain.envs.wildroll.enums import (
    Act,
    Attribute,
    Container,
    Level,
    Posture,
    Skill,
    Specialisation,
    Verb,
)
from quintain.envs.wildroll.rules.combat_sequence import points
from quintain.envs.wildroll.rules.movement import rates
from quintain.envs.wildroll.state import BATTLE, FRAMES, TEMPLATE

pytestmark = pytest.mark.interpreted

# --- Action points (W46 to W48) -------------------------------------------------------------------

SPEEDS = range(-10, 11)
ROUND_START = "2 2 2 3 3 3 4 4 5 5 6 7 8 9 11 12 14 16 18 21 24"
TURN_END = "1 1 2 2 2 3 3 4 4 5 6 7 8 9 10 12 14 16 18 21 24"
MOST = "5 5 6 7 8 9 10 12 14 16 18 21 24 27 31 36 41 48 55 63 72"


@pytest.mark.rule("W46", "W47", "W48", "W44")
@pytest.mark.parametrize(
    ("printed", "rule"),
    [
        (ROUND_START, points.round_start_points),
        (TURN_END, points.turn_end_points),
        (MOST, points.most_points),
    ],
    ids=["round start", "turn end", "most"],
)
def test_W46_to_W48_action_points_by_speed(printed, rule):
    assert [int(rule(speed)) for speed in SPEEDS] == [int(cell) for cell in printed.split()]


@pytest.mark.rule("W45")
def test_W45_what_is_beyond_the_most_is_lost():
    assert points.points_after(10, 6, 0) == 16
    assert points.points_after(12, 6, 0) == 18
    assert points.points_after(13, 6, 0) == 18
    assert points.points_after(18, 0, 0) == 18


@pytest.mark.rule("RW12", "W14")
@pytest.mark.parametrize(("gain", "half"), [(1, 1), (2, 1), (5, 3), (6, 3), (11, 6), (24, 12)])
def test_RW12_the_exhausted_gain_half_rounded_up(gain, half):
    assert points.exhausted_points(gain) == half


# --- Movement (W63) ------------------------------------------------------------------------

# The rate and the last sum of Strength, Size and Athletics that still has it.
LAST_SUM = [-30, -26, -22, -18, -14, -10, -6, -2, 2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46]
LAST_SUM += [50, 54, 58, 62, 66, 70]


@pytest.mark.rule("W63")
def test_W63_movement_rate_by_strength_size_and_athletics():
    for total in range(-60, 71):
        printed = next(rate for rate, last in enumerate(LAST_SUM) if total <= last)
        assert rates.rate_by_strength(total) == printed
        assert printed == max(0, 8 + (total + 1) // 4)


@pytest.mark.rule("W87")
@pytest.mark.parametrize(("result", "yards"), [(-4, 0), (2, 0), (3, 1), (11, 3), (12, 4)])
def test_W87_a_yard_of_rate_for_every_3_points(result, yards):
    assert rates.dash_yards(result) == yards


# --- Costs (RW5, RW6, W81, W102) ------------------------------------------------------------------

COSTS = {
    Act.QUICK: (3, 0), Act.STANDARD: (5, 0), Act.NONLETHAL: (5, 0), Act.STRONG: (9, 3),
    Act.REBUFF: (4, 0), Act.DEFEND: (3, 0), Act.HARRY: (2, 0), Act.READY: (2, 0),
    Act.POSTURE: (2, 0), Act.OPENING: (3, 0), Act.ENTER: (3, 0), Act.ESCAPE: (4, 0),
    Act.MOUNT: (5, 0), Act.DISMOUNT: (5, 0), Act.DASH: (2, 2), Act.CLING: (2, 1),
    Act.DRAG: (3, 1), Act.GRAPPLE: (5, 0), Act.INTERPOSE: (2, 0), Act.PIN: (5, 1),
    Act.END_EFFECT: (2, 0), Act.DISARM: (4, 0), Act.DISTRACT: (4, 0), Act.SHOVE: (4, 0),
    Act.TRIP: (4, 0), Act.SEIZE: (4, 0), Act.STABILIZE: (8, 0),
    Act.TREAT_CONDITION: (6, 0), Act.TREAT_WOUND: (18, 0), Act.SURFACE: (4, 0),
    Act.CALM: (8, 0), Act.FIRE_BOLT: (6, 0), Act.FORCE_SHIELD: (5, 0), Act.HEAL: (8, 0),
}  # fmt: skip
ELSEWHERE = {  # containers, objects, weapons, charms, movement
    Act.RETRIEVE, Act.STOW, Act.DOOR, Act.POTION, Act.CHARM, Act.RELOAD, Act.JUMP, Act.WAY,
}  # fmt: skip


@pytest.mark.rule("RW5", "RW6")
@pytest.mark.parametrize("act", COSTS, ids=lambda act: act.name.lower())
def test_RW5_and_RW6_what_the_actions_cost(act):
    assert (tables.ACT_POINTS[act], tables.ACT_STAMINA[act]) == COSTS[act]


@pytest.mark.rule("RW5", "W51")
def test_RW5_nothing_that_costs_action_points_is_forgotten():
    assert set(COSTS) | ELSEWHERE | {Act.NONE, Act.PICK_UP} == set(Act)
    assert all(tables.ACT_POINTS[act] >= tables.LEAST_COST for act in COSTS)
    assert tables.ACT_POINTS[Act.PICK_UP] == 3


@pytest.mark.rule("W81", "W102")
def test_W81_and_W102_containers_and_objects():
    named = {one: int(tables.CONTAINER_POINTS[one]) for one in Container}
    assert named == {Container.SCABBARD: 1, Container.POUCH: 3, Container.SACK: 6}
    assert tables.OBJECT_POINTS == {"door": 2, "torch": 2, "potion": 4, "bell": 6, "flint": 8}
    assert (tables.DOOR_POINTS, tables.POTION_POINTS) == (2, 4)


@pytest.mark.rule("W103", "RW40")
def test_RW40_what_can_be_done_more_quickly():
    hurried = {act for act in Act if tables.HURRIED[act]}
    mounting, objects = {Act.MOUNT, Act.DISMOUNT}, {Act.DOOR, Act.POTION, Act.CHARM}
    assert hurried == mounting | objects | {Act.RETRIEVE}


# --- Modifiers and other numbers ------------------------------------------------------------------


@pytest.mark.rule("W30", "W33", "W34")
def test_W30_modifiers_of_attacks():
    melee = {Posture.STANDING: 0, Posture.CROUCHING: 2, Posture.PRONE: 3}
    assert {posture: tables.POSTURE_MELEE[posture] for posture in Posture} == melee
    assert {posture: -tables.POSTURE_RANGED[posture] for posture in Posture} == melee
    assert tables.COVER_MELEE.tolist() == [0, 0, -2, -3, -5]
    assert tables.COVER_RANGED.tolist() == [0, -1, -2, -3, -5]
    assert (tables.FLANKING_BONUS, tables.REAR_BONUS) == (2, 4)


@pytest.mark.rule("W1", "RW10", "W101")
def test_W1_RW10_W101_numbers_of_the_wound_levels():
    levels = list(Level)[1:6]
    assert tables.WOUND_THRESHOLD.tolist() == [0, 2, 4, 6, 8]
    assert [tables.WOUND_PENALTY[level] for level in levels[:4]] == [0, 1, 2, 4]
    assert [tables.TREAT_TN[level] for level in levels] == [-3, 0, 3, 6, 9]


@pytest.mark.rule("RW12", "RW35")
def test_RW12_and_RW35_numbers_of_conditions():
    assert tables.BURNING_DAMAGE.tolist() == [0, 0, 2, 4]
    assert (tables.CONDITION_TN, tables.CONDITION_TN_STEP) == (10, 2)
    assert (tables.GM_TN, tables.RACE_RIDING[tables.RACE_NAMES.index("horse")]) == (10, 5)


# --- Weapons, shields, armour (RW7, RW9) ----------------------------------------------------------

# Damage, accuracy, block, reach, hands.
MELEE = {
    "unarmed": (-3, 0, 0, 0, 0), "dagger": (-1, 1, 0, 0, 1), "sword": (0, 1, 1, 1, 1),
    "axe": (2, 0, 0, 1, 1), "mace": (2, 0, 0, 1, 1), "spear": (2, 0, 1, 2, 2),
    "great_weapon": (4, 0, 0, 1, 2),
}  # fmt: skip
# Damage, accuracy, yards of an increment, AP to reload.
MISSILE = {"bow": (0, 1, 20, 0), "crossbow": (2, 1, 25, 6)}


def item(name: str) -> int:
    return tables.ITEM_NAMES.index(name)


@pytest.mark.rule("RW7", "W19", "W21", "W35")
@pytest.mark.parametrize("name", MELEE)
def test_RW7_melee_weapons(name):
    at = item(name)
    columns = (tables.WEAPON_DAMAGE, tables.WEAPON_ACCURACY, tables.ITEM_BLOCK)
    columns += (tables.WEAPON_REACH, tables.ITEM_HANDS)
    assert tuple(int(column[at]) for column in columns) == MELEE[name]
    assert tables.IS_MELEE[at]
    assert not tables.IS_RANGED[at]


@pytest.mark.rule("RW7", "W22", "RW24")
@pytest.mark.parametrize("name", MISSILE)
def test_RW7_missile_weapons(name):
    at = item(name)
    columns = (tables.WEAPON_DAMAGE, tables.WEAPON_ACCURACY)
    columns += (tables.WEAPON_INCREMENT, tables.WEAPON_RELOAD)
    assert tuple(int(column[at]) for column in columns) == MISSILE[name]
    assert (tables.ITEM_HANDS[at], tables.ITEM_BLOCK[at]) == (2, 0)
    assert tables.IS_RANGED[at]
    assert not tables.IS_MELEE[at]
    assert (tables.MOST_INCREMENTS, tables.INCREMENT_PENALTY) == (5, 2)


@pytest.mark.rule("RW7", "RW9", "W28", "W104")
@pytest.mark.parametrize(
    ("column", "names"),
    [
        ("IS_PIERCING", {"dagger", "crossbow", "beak"}),
        ("IS_SLICING", {"axe", "claws"}),
        ("IS_CONCUSSIVE", {"mace", "hooves", "slam"}),
        ("IS_PENETRATING", {"fangs"}),
        ("IS_AQUATIC", {"unarmed", "spear", "pincers"}),
        ("IS_KIT", {"healing_kit"}),
    ],
)
def test_RW7_properties(column, names):
    found = getattr(tables, column)
    assert {name for at, name in enumerate(tables.ITEM_NAMES) if found[at]} == names


@pytest.mark.rule("RW7")
def test_RW7_a_shield_is_no_weapon():
    at = item("shield")
    assert (tables.ITEM_BLOCK[at], tables.ITEM_HANDS[at]) == (2, 1)
    assert tables.IS_SHIELD[at]
    assert not tables.IS_MELEE[at]
    assert not tables.IS_MELEE[item("healing_kit")]


@pytest.mark.rule("RW9")
def test_RW9_armour():
    rows = zip(tables.ARMOUR_NAMES, tables.ARMOUR_TOUGHNESS, tables.ARMOUR_SPEED, strict=True)
    assert [(name, int(toughness), int(speed)) for name, toughness, speed in rows] == [
        ("none", 0, 0), ("light", 1, 0), ("medium", 2, 0), ("heavy", 4, -1),
    ]  # fmt: skip
    assert (tables.PIERCED, tables.SLICING_DAMAGE, tables.CONCUSSION_FATIGUE) == (2, 1, 1)
    assert tables.CONCUSSION_FROM == Level.SEVERE


@pytest.mark.rule("RW19", "W77")
def test_RW19_spells():
    assert tables.SPELL_NAMES == ("fire_bolt", "force_shield", "heal")
    assert tables.SPELL_POINTS.tolist() == [6, 5, 8]
    assert tables.SPELL_MANA.tolist() == [2, 3, 4]
    assert tables.IS_INVESTED.tolist() == [False, True, False]
    assert (tables.SPELL_DAMAGE[0], tables.SPELL_INCREMENT[0]) == (2, 20)
    assert (tables.SPELL_TOUGHNESS[1], tables.SPELL_ROUNDS[1], tables.SPELL_LEVELS[2]) == (2, 2, 1)


# --- Grounds (W68) --------------------------------------------------------------------------------


@pytest.mark.rule("W68")
@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("open", 1), ("steep", 2), ("knee", 2), ("mud", 2), ("undergrowth", 3), ("deep", 3),
        ("waist", 4), ("cliff", 4), ("muddy_knee", 4), ("muddy_waist", 8), ("pit", 4),
        ("steep_undergrowth", 6),
    ],
)  # fmt: skip
def test_W68_difficult_ground_multiplies(name, factor):
    assert tables.TERRAIN_FACTOR[tables.TERRAIN_NAMES.index(name)] == factor


@pytest.mark.rule("W68", "W31")
def test_W68_under_water_and_low_walls():
    assert tables.UNDERWATER_FACTOR == 10
    assert tables.LOW_WALL_COVER.tolist() == [2, 3, 4]
    assert len(set(tables.TERRAIN_LETTERS)) == len(tables.TERRAIN_NAMES)
    assert not set(tables.TERRAIN_LETTERS) & set("o#")


# --- The cast (RW3, RW4) --------------------------------------------------------------------------


@pytest.mark.rule("RW3")
@pytest.mark.parametrize("name", tables.CAST_NAMES)
def test_RW3_the_cast_keeps_the_ranges(name):
    one = tables.CAST[name]
    for attribute in Attribute:
        low, high = (-10, 10) if attribute == Attribute.SPEED else (-5, 5)
        assert low <= one.get(attribute.name.lower(), 0) <= high
    skills, more = one.get("skills", {}), one.get("specialisations", {})
    assert set(skills) <= {skill.name.lower() for skill in Skill}
    assert set(more) <= {special.name.lower() for special in Specialisation}
    assert all(0 <= value <= 3 for value in skills.values())
    assert all(0 <= value <= 2 for value in more.values())
    assert sum(int(tables.ITEM_HANDS[item(held)]) for held in one.get("held", [])) <= 2
    assert one.get("race", "human") in tables.RACE_NAMES


@pytest.mark.rule("RW3")
def test_RW3_the_reference_fighter():
    one = tables.CAST["fighter"]
    assert {name: one.get(name, 0) for name in tables.ATTRIBUTE_NAMES} == {
        "strength": 1, "dexterity": 1, "vitality": 1, "speed": 0,
        "reason": 0, "lore": 0, "persona": 0, "perception": 0,
    }  # fmt: skip
    assert (one["skills"], one["specialisations"]) == ({"melee": 2}, {"blade": 1})
    assert (one["armour"], one["held"]) == ("medium", ["sword"])


@pytest.mark.rule("RW4", "W11", "W15")
def test_RW4_stamina_and_mana_of_the_races():
    assert set(tables.RACE_STAMINA.tolist()) == {10}
    assert set(tables.RACE_MANA.tolist()) == {10}


# --- The record and the table of actions ----------------------------------------------------------


def test_the_record_is_small_and_hides_nothing_behind_an_attribute():
    def names(dtype):
        for name in dtype.names or ():
            yield name
            yield from names(dtype[name].base)

    reserved = {name for name in dir(np.record) if not name.startswith("__")}
    assert set(names(BATTLE)) & reserved == set()
    assert set(names(TEMPLATE)) & reserved == set()
    memory = sum(BATTLE[name].itemsize for name in MEMORY_FIELDS)
    assert BATTLE.itemsize - memory <= 3072
    assert FRAMES == 6


def test_the_table_of_a_duel_is_the_beginning_of_that_of_a_skirmish():
    pairs = {}
    for action in range(table.num_actions(6)):
        verb, argument = table.verb_of(action), table.argument_of(action)
        slot = table.slot_in(action)
        assert table.action_id(verb, argument, slot) == action
        pairs[int(verb), int(argument), int(slot)] = action
    assert len(pairs) == table.num_actions(6) == 589
    assert table.num_actions(1) == 239
    first = [table.slot_in(action) for action in range(239)]
    assert first == [-1] * table.TABLE.first_slot + [0] * table.TABLE.slot_actions


def test_every_action_is_declared_by_a_verb():
    assert {Act(int(act)) for act in table.ACTS} == set(Act)
    free = {Verb.RELEASE, Verb.DROP, Verb.HURRY, Verb.IGNORE, Verb.HEED, Verb.BUY}
    free |= {Verb.WITH, Verb.SIDE, Verb.RIDE}
    chosen = set(Verb) & set(range(Verb.DEFEND, len(Verb)))
    assert {verb for verb in chosen if table.ACTS[verb] == Act.NONE} == free


# --- What the book only names (HOUSE H27) ---------------------------------------------------------


@pytest.mark.rule("H27")
@pytest.mark.parametrize(
    ("column", "levels"),
    [
        ("WEAPON_BURNING", {"torch": (1, Level.MODERATE)}),
        ("WEAPON_POISON", {"fangs": (1, Level.LIGHT)}),
        ("WEAPON_BLEEDING", {"claws": (1, Level.MODERATE), "pincers": (1, Level.SEVERE)}),
        ("HOBBLES", {"bite": (1, Level.SEVERE)}),
    ],
)
def test_H27_conditions_that_weapons_bring(column, levels):
    found = getattr(tables, column)
    assert levels == {
        name: (int(found[at]), int(tables.CONDITION_FROM[at]))
        for at, name in enumerate(tables.ITEM_NAMES)
        if found[at]
    }


@pytest.mark.rule("H27", "W93", "W110", "W111")
def test_H27_magical_items_and_potions():
    assert tables.CHARM_NAMES == ("ember_ring", "warden_torc")
    assert tables.EFFECT_POINTS.tolist() == [[4, 0], [4, 4]]
    assert tables.EFFECT_MANA.tolist() == [[2, 0], [3, 2]]
    assert tables.EFFECT_DAMAGE.tolist() == [[1, 0], [0, 1]]
    assert tables.EFFECT_TOUGHNESS.tolist() == [[0, 0], [1, 0]]
    assert tables.POTION_STAMINA == 6
