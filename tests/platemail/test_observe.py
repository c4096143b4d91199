"""Observations: the meaning and range of each number (P91 to P135, QP1 to QP5)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.platemail import step as engine
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.enums import Act, Condition, Description, Life, Spell, Verb, Window

from .observations import PILLAR, first_decision, one_hot

pytestmark = pytest.mark.interpreted


# --- The whole vector -----------------------------------------------------------------------------

EXTREMES = {
    "strength": -3, "dexterity": 3, "will": -3, "stealth": 3, "perception": 3, "medical": 3,
    "attack_bonus": 4, "max_wounds": 20, "poison": 20, "wounds": 19, "stealth_roll": 23,
    "dazed": 4, "terror": 4, "limbs": 15, "prone": 1, "entrapped": 3, "mends": 3,
    "spells": [], "armour": "full_plate",
}  # fmt: skip


@pytest.mark.parametrize("hand", ["pike", "heavy_crossbow", "net", "blowgun", "staff"])
def test_the_largest_numbers_lie_in_range(fight, hand, numbers):
    """The limits of scenarios, at both ends of the map, six against six."""
    one = {**EXTREMES, "hand": hand}
    red = [{**one, "at": (0, place)} for place in range(6)]
    blue = [{**one, "at": (31, 15 - place), "stealth_roll": -99} for place in range(6)]
    battle = fight(red, blue)
    battle.quiet_rounds, battle.round_number = 15, battle.round_limit
    for actor in range(12):
        assert np.abs(numbers(battle, actor)).max() <= 1


# --- Bodies (P91 to P135, RP10, RP20, RP47) -------------------------------------------------------

WEAPONS = {  # P91 to P125: the properties of each, in the order of the layout
    "sword": (0, 0, 0, 0, 0, 0, 0, 1 / 2, 0, 0),
    "axe": (0, 0, 0, 0, 0, 0, 2 / 3, 0, 0, 0),
    "mace": (0, 0, 0, 0, 0, 0, 1 / 3, 0, 0, 0),
    "flail": (0, 0, 0, 0, 0, 0, 0, 0, 2 / 3, 0),
    "club": (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "dagger": (0, 0, 1 / 2, 1, 0, 1, 0, 0, 0, 1 / 2),
    "pike": (1 / 3, 1, 0, 0, 0, 0, 0, 0, 0, 1 / 2),
    "lance": (1 / 3, 1, 0, 0, 0, 0, 0, 0, 0, 1),
    "spear": (1 / 3, 0, 0, 0, 0, 0, 0, 0, 0, 1 / 2),
    "staff": (0, 0, 0, 0, 0, 0, 0, 1, 0, 0),
    "net": (0, 0, 1 / 2, 1, 0, 0, 1, 0, 0, 0),
    "light_crossbow": (2 / 3, 0, 1, 0, 1 / 2, 0, 0, 0, 0, 0),
    "heavy_crossbow": (1, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    "unarmed": (0, 0, 0, 0, 0, 0, 0, 0, -1, 0),
}
TRAITS = (
    "penetration", "reach", "range", "thrown", "reload", "silent", "effect", "weapon_deflection",
    "weapon_bonus", "more_penetration",
)  # fmt: skip


@pytest.mark.rule("XP4", "P91", "P96", "P102", "P107", "P122", "P124", "P125", "RP19")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_XP4_everybody_sees_what_is_in_hand_and_the_owner_what_he_carries(
    duel, weapon, look, block
):
    carried = {"carried_hand": weapon} if weapon != "unarmed" else {}
    battle = duel({"hand": "sword", **carried}, {"hand": weapon})
    enemy = block(battle, 0, "enemy_0")
    assert [enemy[trait] for trait in TRAITS] == pytest.approx(list(WEAPONS[weapon]))
    expected = WEAPONS[weapon] if carried else [0] * len(TRAITS)
    assert look(battle, 0)["own.carried"] == pytest.approx(list(expected))
    assert look(battle, 0)["own.weapon_deflection"] == 1 / 2  # the sword in his own hand


BODIES = [
    ({"wounds": 2}, "wounds", 1 / 2),
    ({"wounds": 6, "max_wounds": 6}, "wounds", 1),
    ({"life": Life.FATALLY_WOUNDED}, "is_able", 0),
    ({"life": Life.FATALLY_WOUNDED, "countdown": 3}, "dying", 1 / 4),
    ({"life": Life.FATALLY_WOUNDED, "countdown": 1}, "dying", 3 / 4),
    ({"life": Life.STABLE}, "dying", 0),
    ({"hand": "dagger", "stock": 2}, "shots", 2 / 3),
    ({"hand": "light_crossbow", "loaded": 1}, "shots", 1),
    ({"hand": "light_crossbow", "loaded": 0}, "shots", 0),
    ({"hand": "lance", "mounted": True}, "mounted", 1),
    ({"armour": "chain_mail"}, "protects_limbs", 0),
    ({"armour": "splint_mail"}, "protects_limbs", 1 / 3),
    ({"focus": 2}, "focus", 1),
    ({"carried_by": 1}, "carrying", -1),
    ({"acted": Act.CHARGE}, "last", [1, 0, 0, 0]),
    ({"acted": Act.GUARD}, "last", [0, 1, 0, 0]),
    ({"acted": Act.AIM}, "last", [0, 0, 1, 0]),
    ({"acted": Act.FOCUS_SPELL}, "last", [0, 0, 0, 1]),
    ({"acted": Act.SPRINT}, "last", [0, 0, 0, 0]),
    ({"attacked": 0b100, "assailants": 0b110}, "attackers", 2 / 3),
    ({"life": Life.STABLE}, "is_stable", 1),
    ({"second": "dagger"}, "second_weapon", 1),
    ({"shield": "shield"}, "shield_deflection", 1),
    ({"shield": "shield"}, "shield_absorb", 1),
    ({"shield": "buckler"}, "shield_absorb", 0),
    ({"shield": "tower_shield"}, "shield_cover", 1),
    ({"armour": "chain_mail"}, "armour_deflection", 1 / 3),
    ({"armour": "chain_mail"}, "armour_absorb", 2 / 3),
    ({"prone": 1}, "prone", 1),
    ({"entrapped": 1}, "entrapped", 1 / 2),
    ({"entrapped": 2}, "entrapped", 1),
    ({"limbs": 1}, "limbs", [1 / 2, 0]),
    ({"limbs": 2 + 4 + 8}, "limbs", [1 / 2, 1]),
    ({"dazed": 2}, "dazed", 1 / 2),
    ({"terror": 4}, "terror", 1),
    ({"prepared": Spell.BOLT}, "has_spell", 1),
    ({}, "has_spell", 0),
    ({"aimed": 1}, "aimed", 1),
    ({"carrying": 1}, "carrying", 1),
    ({"moved": 1}, "moved", 1),
    ({"is_ward": 1}, "is_ward", 1),
]


@pytest.mark.rule("XP3", "XP4", "RP16", "P45", "P48")
@pytest.mark.parametrize(("fields", "piece", "value"), BODIES)
def test_XP4_oneself_allies_and_enemies_see_the_same_of_a_body(fight, fields, piece, value, block):
    battle = fight([fields, {}], [{}])
    for actor, name in ((0, "own"), (1, "ally_0"), (2, "enemy_0")):
        assert block(battle, actor, name)[piece] == pytest.approx(value)


@pytest.mark.rule("P110")
def test_P110_high_ground_shows(duel, look):
    battle = duel({"at": (0, 0)}, {"at": (3, 0)}, map="^...")
    assert look(battle, 0)["own.high_ground"] == look(battle, 1)["enemy_0.high_ground"] == 1
    assert look(battle, 0)["enemy_0.high_ground"] == look(battle, 1)["own.high_ground"] == 0


# --- Oneself --------------------------------------------------------------------------------------


@pytest.mark.rule("RP1", "RP21", "RP37", "RP38", "P42", "P55", "P56", "P124")
def test_RP1_ones_own_numbers(fight, block):
    me = {
        "base": "healer", "strength": -2, "dexterity": 1, "will": 3, "stealth": 2, "perception": 1,
        "medical": 3, "attack_bonus": 2, "max_wounds": 4, "poison": 2, "prepared": Spell.BIND,
        "mends": 1, "focus": 1, "stealth_roll": 12, "hides_from": 0b010, "loaded": 0, "stock": 2,
        "at": (4, 13),
    }  # fmt: skip
    own = block(fight([me], [{}, {}]), 0, "own")
    expected = {
        "attributes": [-2 / 3, 1 / 3, 1],
        "skills": [2 / 3, 1 / 3, 1],
        "attack_bonus": 1 / 2,
        "max_wounds": 4 / 6,
        "doses": 2 / 3,
        "carried": [0] * 10,
        "spells": [0, 0, 1, 0, 1],
        "prepared": [0, 0, 0, 0, 1],
        "mends": 1 / 3,
        "focus": 1,
        "hidden": 1 / 2,
        "stealth_roll": 12 / 23,
        "position": [4 / 32, 13 / 16],
        "open_squares": [13 / 16, 13 / 16, 1, *[2 / 16] * 3, 4 / 16, 4 / 16],
        "low_squares": [0] * 8,
    }
    for piece, value in expected.items():
        assert own[piece] == pytest.approx(value), piece


# --- Where others are -----------------------------------------------------------------------------


@pytest.mark.rule("RP13")
@pytest.mark.parametrize(
    ("at", "distance", "offset"),
    [
        ((7, 1), 3 / 16, [3 / 16, -2 / 16]),
        ((0, 9), 6 / 16, [-4 / 16, 6 / 16]),
        ((31, 3), 1, [1, 0]),
    ],
)
def test_RP13_distance_and_offset(duel, at, distance, offset, block):
    enemy = block(duel({"at": (4, 3)}, {"at": at}), 0, "enemy_0")
    assert enemy["is_here"] == 1
    assert enemy["distance"] == pytest.approx(distance)
    assert enemy["offset"] == pytest.approx(offset)


@pytest.mark.rule("P25", "RP19")
def test_P25_who_is_in_whose_range(duel, block):
    battle = duel({"hand": "pike", "at": (4, 3)}, {"hand": "sword", "at": (6, 3)})
    for actor, mine, its in ((0, 1, 0), (1, 0, 1)):
        enemy = block(battle, actor, "enemy_0")
        assert (enemy["in_my_range"], enemy["in_its_range"]) == (mine, its)


@pytest.mark.rule("P30", "P31", "P134", "RP40")
@pytest.mark.parametrize(
    ("rows", "shield", "is_seen", "covered"),
    [
        ("....", "none", 1, 0),
        (".o..", "none", 1, 1),
        ("...o", "none", 1, 1),
        (".#..", "none", 0, 0),
        ("....", "tower_shield", 1, 1),
    ],
)
def test_P30_cover_and_concealment(duel, rows, shield, is_seen, covered, block):
    battle = duel({"at": (0, 0)}, {"at": (3, 0), "shield": shield}, map=rows)
    enemy = block(battle, 0, "enemy_0")
    assert (enemy["is_seen"], enemy["covered"]) == (is_seen, covered)


@pytest.mark.rule("P56")
def test_P56_whom_one_is_hidden_from(fight, look):
    battle = fight([{"hides_from": 0b110}], [{}, {}, {}])
    blind = [look(battle, 0)[f"enemy_{slot}.is_blind"] for slot in range(3)]
    assert blind == [1, 1, 0]
    assert look(battle, 0)["own.hidden"] == pytest.approx(2 / 3)


@pytest.mark.rule("XP4")
def test_XP4_whether_an_enemy_noticed_does_not_show(fight, look):
    blue = [{}, {"hidden_from": 1}, {}]
    one = fight([{"hides_from": 0b11000, "hidden_from": 0b11000}], blue)
    other = fight([{"hides_from": 0b11000, "hidden_from": 0}], blue)
    assert look(one, 0) == look(other, 0)
    assert look(one, 0)["own.hidden"] == 1 / 2  # of the two that he knows of


@pytest.mark.rule("XP2", "XP4")
def test_XP4_the_unseen_are_not_counted(fight, look):
    battle = first_decision(fight([{}, {}], [{}, {}, {"hidden_from": 1}]))
    assert look(battle, 0)["window.sides"] == pytest.approx([2 / 6, 2 / 6])


@pytest.mark.rule("P31", "XP4")
@pytest.mark.parametrize(
    "change",
    [
        {"wounds": 2}, {"hand": "pike"}, {"second": "dagger"}, {"shield": "buckler"},
        {"armour": "leather"}, {"prone": 1}, {"entrapped": 1}, {"limbs": 1}, {"dazed": 2},
        {"terror": 1}, {"aimed": 1},
        {"prepared": 0}, {"moved": 1}, {"used_weapon": 1}, {"attacked": 1},
    ],
    ids=str,
)  # fmt: skip
def test_XP4_an_enemy_out_of_sight_shows_where_it_is_and_whether_it_is_up(fight, look, change):
    def seen(**more):
        return look(fight([{"at": (1, 1)}], [{"at": (3, 1), **more}], map=PILLAR), 0)

    assert seen()["enemy_0.is_here"] == seen()["enemy_0.is_able"] == 1
    assert seen()["enemy_0.is_seen"] == 0
    assert seen() == seen(**change)
    assert seen() != seen(life=1)


@pytest.mark.parametrize("blue", [[{"life": Life.DEAD}, {}], [{"hidden_from": 1}, {}]])
def test_XP2_the_dead_and_the_unseen_leave_their_slots_empty(fight, blue, look):
    seen = look(fight([{}], blue), 0)
    assert not any(np.any(seen[name]) for name in seen if name.startswith("enemy_0."))
    assert seen["enemy_1.is_here"] == 1


# --- The order at hand (QP1 to QP5) ---------------------------------------------------------------


@pytest.mark.rule("QP1", "QP4", "QP5", "P8", "P18")
def test_QP4_what_is_written_already_shows_clause_by_clause(fight, block):
    battle = first_decision(fight([{"at": (4, 3)}], [{"at": (9, 3)}, {"at": (9, 5)}]))
    windows, size = int(Window.STEP), 2 + 5

    def write(action, window):
        engine.advance(battle, action)
        assert battle.window == window
        return block(battle, 0, "window")

    seen = block(battle, 0, "window")
    assert seen["window"] == one_hot(windows, 0)
    for piece in ("first", "condition", "then", "first_target", "if_target", "then_target"):
        assert not any(seen[piece])
    seen = write(table.directive_action(battle, 0, Verb.CHARGE, 2), Window.CONDITION)
    assert seen["window"] == one_hot(windows, 1)
    assert seen["first"] == one_hot(Act.STABILIZE, Act.CHARGE - 1)
    assert seen["first_target"] == one_hot(size, 1)
    assert not any(seen["condition"])
    seen = write(table.condition_action(battle, 0, Condition.REACHED, 1), Window.THEN)
    assert seen["condition"] == one_hot(len(Condition), Condition.REACHED)
    assert (seen["if_target"], seen["argument"]) == ([1, 0], 0)
    closest = Description.CLOSEST
    seen = write(table.directive_action(battle, 0, Verb.FULL_ATTACK, closest), Window.ELSE)
    assert seen["then"] == one_hot(Act.STABILIZE, Act.FULL_ATTACK - 1)
    assert seen["then_target"] == one_hot(size, 2)


@pytest.mark.rule("QP2", "QP5", "P14")
def test_QP5_thresholds_and_directions_name_nobody(fight, block):
    battle = first_decision(fight([{"at": (4, 3)}], [{"at": (9, 3)}]))
    engine.advance(battle, table.directive_action(battle, 0, Verb.MOVE_STRAIGHT, 0))
    engine.advance(battle, table.condition_action(battle, 0, Condition.NEAR, 3))
    seen = block(battle, 0, "window")
    assert not any(seen["first_target"])
    assert seen["if_target"] == 0
    assert seen["argument"] == pytest.approx(3 / 12)


@pytest.mark.rule("RP30")
def test_RP30_the_round_and_who_is_left(fight, block):
    battle = fight([{}, {"life": Life.STABLE}], [{}, {}, {"dazed": 2}], rules={})
    battle.round_number, battle.quiet_rounds = 5, 3
    first_decision(battle)
    seen = block(battle, int(battle.to_act), "window")
    assert seen["round"] == pytest.approx(5 / battle.round_limit)
    assert seen["quiet"] == pytest.approx(3 / 15)
    assert seen["sides"] == pytest.approx([1 / 6, 3 / 6])


@pytest.mark.rule("XP1")
def test_XP1_only_who_writes_sees_the_order_at_hand(fight, block):
    battle = first_decision(fight([{}, {}], [{}]))
    assert battle.to_act == 0
    for actor in (1, 2):
        for value in block(battle, actor, "window").values():
            assert not np.any(value)
