"""Defenses as printed and as modified, the opening against a Rebuff, Defend."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Defence,
    Life,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.defense import defences
from quintain.envs.wildroll.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

ODD = {
    "base": "thug",
    "held": [],
    "armour": "none",
    **{"strength": 1, "dexterity": 2, "vitality": 3, "speed": 4, "reason": -2, "persona": -1},
    "skills": {"melee": 0, "athletics": 1, "reflex": 2, "resistance": 3},
    "specialisations": {"mace": 0, "power": 2, "agility": 1, "fortitude": 1, "willpower": 2},
}
"""A fighter with a different value for each sum."""
SIZES = [("human", 0), ("halfling", -2), ("giant", 6)]


def one(battle_of, **more):
    """The odd fighter, with changes."""
    return battle_of(red=[{**ODD, **more}]).fighters[0]


def met(battle, defence=Defence.MELEE) -> int:
    """The number that blue_0 has to reach against red_0."""
    return int(defences.defence_value(battle, 1, 0, defence))


# --- As printed (W35 to W41) ----------------------------------------------------------------------


@pytest.mark.rule("W35", "RW7")
@pytest.mark.parametrize(
    ("held", "block", "defensive"),
    [
        ([], 0, 0), (["sword"], 1, 0), (["sword", "shield"], 3, 2), (["dagger", "shield"], 2, 2),
        (["spear"], 1, 0), (["sword", "sword"], 2, 0), (["bow"], 0, 0),
    ],
)  # fmt: skip
def test_W35_and_W36_block_of_what_is_held(battle_of, held, block, defensive):
    fighter = one(battle_of, held=held)
    assert defences.melee_defence(fighter) == 10 + 4 - 2 + block
    assert defences.ranged_defence(fighter) == 10 + 4 - 2 + defensive


@pytest.mark.rule("W35", "RW7")
def test_W35_a_natural_weapon_blocks_too(battle_of):
    crab = battle_of(red=["crab"]).fighters[0]
    assert defences.block_of(crab, False) == 1
    assert defences.block_of(crab, True) == 0


@pytest.mark.rule("W35", "W36")
@pytest.mark.parametrize(
    ("speed", "reason", "counts"), [(-3, -2, -5), (-2, -2, -4), (-3, -3, -5), (-10, -5, -5)]
)
def test_W35_and_W36_speed_and_reason_never_count_as_less_than_minus_5(
    battle_of, speed, reason, counts
):
    fighter = one(battle_of, speed=speed, reason=reason)
    assert defences.melee_defence(fighter) == 10 + counts
    assert defences.ranged_defence(fighter) == 10 + counts


@pytest.mark.rule("W35", "RW9")
@pytest.mark.parametrize(
    ("armour", "speed", "counts"),
    [("medium", 4, 2), ("heavy", 4, 1), ("heavy", -2, -5), ("heavy", -3, -5)],
)
def test_RW9_heavy_armour_takes_one_off_speed(battle_of, armour, speed, counts):
    fighter = one(battle_of, armour=armour, speed=speed)  # Reason is -2
    assert defences.quickness(fighter) == counts


@pytest.mark.rule("W27", "W35", "W36", "W37", "W38", "W39", "W40", "W41")
@pytest.mark.parametrize(("race", "size"), SIZES)
def test_W35_to_W41_size_helps_power_and_hinders_what_dodges(battle_of, race, size):
    fighter = one(battle_of, race=race)
    assert defences.melee_defence(fighter) == 10 - size + 4 - 2
    assert defences.ranged_defence(fighter) == 10 - size + 4 - 2
    assert defences.immobile_defence(fighter) == 5 - size
    assert defences.power_defence(fighter) == 10 + 1 + size + 1 + 2
    assert defences.agility_defence(fighter) == 10 + 2 - size + 2 + 1
    assert defences.fortitude_defence(fighter) == 10 + 3 + 3 + 1
    assert defences.willpower_defence(fighter) == 10 - 1 + 3 + 2


@pytest.mark.rule("W37")
def test_W37_block_and_speed_do_not_help_the_immobile(battle_of):
    fighter = one(battle_of, held=["sword", "shield"])
    assert defences.immobile_defence(fighter) == 5


@pytest.mark.rule("W38", "W39", "W40", "W41", "RW10")
def test_RW10_wounds_and_fatigue_take_nothing_off_defences(battle_of):
    worn = battle_of(red=[{**ODD, "wounds": {"critical": 1}, "fatigue": 20}])
    fresh = battle_of(red=[ODD])
    for defence in Defence:
        assert met(worn, defence) == met(fresh, defence)


# --- As it stands ---------------------------------------------------------------------------------


@pytest.mark.rule("W112", "RW19")
@pytest.mark.parametrize(
    ("act", "weapon", "defence"),
    [
        (Act.STANDARD, "sword", Defence.MELEE), (Act.STANDARD, "bow", Defence.RANGED),
        (Act.STRONG, "great_weapon", Defence.MELEE), (Act.GRAPPLE, "unarmed", Defence.MELEE),
        (Act.REBUFF, "spear", Defence.MELEE), (Act.FIRE_BOLT, None, Defence.RANGED),
        (Act.STANDARD, "crossbow", Defence.RANGED),
    ],
)  # fmt: skip
def test_W112_what_an_attack_targets(act, weapon, defence):
    item = NONE if weapon is None else ITEM_NAMES.index(weapon)
    assert defences.defence_of_attack(act, item) == defence


@pytest.mark.rule("W35", "W36", "W38", "W39", "W40", "W41", "W112")
def test_W112_each_defence_by_its_name(battle_of):
    battle = battle_of(red=[{**ODD, "held": ["sword", "shield"]}])
    assert [met(battle, defence) for defence in Defence] == [15, 14, 14, 15, 17, 14]


IMMOBILE = [
    {"life": Life.UNCONSCIOUS}, {"wounds": {"fatal": 1}}, {"helpless_rounds": 2},
    {"pinned_by": 1}, {"underwater": True},
]  # fmt: skip


@pytest.mark.rule("W37", "W92", "W104", "RW12")
@pytest.mark.parametrize("state", IMMOBILE)
def test_W37_the_helpless_and_the_hampered_have_their_immobile_defence(battle_of, state):
    battle = battle_of(red=[{**ODD, "held": ["sword", "shield"], **state}])
    assert [met(battle, defence) for defence in Defence] == [5, 5, 14, 5, 17, 14]


@pytest.mark.rule("W104")
def test_W104_the_aquatic_keep_their_defences_under_water(battle_of):
    battle = battle_of(red=[{**ODD, "race": "merfolk", "underwater": True}])
    assert met(battle) == 12


@pytest.mark.rule("W95", "H19")
@pytest.mark.parametrize("times", [0, 1, 3])
def test_W95_who_is_distracted_has_lower_defences(battle_of, times):
    battle = battle_of(red=[{**ODD, "distracted": times}])
    assert [met(battle, defence) for defence in Defence] == [
        value - 2 * times for value in (12, 12, 14, 15, 17, 14)
    ]


@pytest.mark.rule("W84", "H20")
@pytest.mark.parametrize(
    ("other", "less"),
    [({}, 2), ({"at": (5, 3)}, 0), ({"race": "giant"}, 0), ({"life": Life.DEAD}, 0)],
)
def test_W84_two_in_one_space_dodge_worse(battle_of, other, less):
    battle = battle_of(red=[ODD], blue=[{"base": "thug", "at": (4, 3), **other}])
    plain = (12 - less, 12 - less, 14, 15, 17, 14)
    assert tuple(met(battle, defence) for defence in Defence) == plain


@pytest.mark.rule("W106")
def test_W106_riders_are_safer_from_the_small_in_melee_only(battle_of):
    battle = battle_of(red=[{**ODD, "rides": 1}, "horse"], blue=["thug"])
    assert int(defences.defence_value(battle, 2, 0, Defence.MELEE)) == 13
    assert int(defences.defence_value(battle, 2, 0, Defence.RANGED)) == 12
    assert int(defences.defence_value(battle, 2, 0, Defence.POWER)) == 14


@pytest.mark.rule("H10", "W96", "W97")
@pytest.mark.parametrize(
    ("state", "value"), [({}, 15), ({"race": "giant"}, 20), ({"helpless_rounds": 1}, 14)]
)
def test_H10_the_higher_of_power_and_agility(battle_of, state, value):
    battle = battle_of(red=[{**ODD, **state}])
    assert defences.higher_of_power_and_agility(battle, 1, 0) == value


# --- An opening (W83, H18) ------------------------------------------------------------------------


def opening(result, enemy):
    """An opening of red_0 against an enemy by its number, where red is one."""
    return [result if slot == enemy - 1 else 0 for slot in range(6)]


@pytest.mark.rule("W83", "H18")
@pytest.mark.parametrize(
    ("act", "against", "result", "value"),
    [
        (Act.REBUFF, 1, 16, 16), (Act.REBUFF, 1, 13, 13), (Act.REBUFF, 1, 9, 12),
        (Act.REBUFF, 2, 16, 12), (Act.QUICK, 1, 16, 12), (Act.STANDARD, 1, 16, 12),
    ],
)  # fmt: skip
def test_W83_an_opening_replaces_the_defence_against_a_rebuff(
    battle_of, act, against, result, value
):
    battle = battle_of(red=[{**ODD, "opening": opening(result, against)}], blue=["thug", "thug"])
    action_stack.push(battle, Role.REACTION, act, 1, 0, 0)
    assert met(battle) == value


@pytest.mark.rule("W83")
def test_W83_an_opening_does_nothing_while_nothing_is_under_way(battle_of):
    battle = battle_of(red=[{**ODD, "opening": opening(20, 1)}])
    assert met(battle) == 12


# --- Defend (W78, RW42, H11) ----------------------------------------------------------------------


@pytest.mark.rule("W78", "RW42")
def test_W78_two_more_to_melee_and_ranged_only(battle_of, events):
    battle = battle_of(red=[ODD])
    defences.defend(battle, 0)
    assert [met(battle, defence) for defence in Defence] == [14, 14, 14, 15, 17, 14]
    assert events(battle, "defends") == [("defends", 0, -1, 0, 0, 0)]
    defences.defend(battle, 0)  # again it does nothing more
    assert met(battle) == 14


@pytest.mark.rule("RW42", "W78")
def test_RW42_no_block_and_no_bonus_on_another_defense(battle_of):
    battle = battle_of(red=[{**ODD, "held": ["sword", "shield"], "defending": True}])
    assert [int(defences.defend_value(battle, 1, 0, defence)) for defence in Defence] == [
        17, 16, 14, 15, 17, 14,
    ]  # fmt: skip


@pytest.mark.rule("W78")
@pytest.mark.parametrize("state", IMMOBILE[:-1])
def test_W78_the_helpless_cannot_defend_themselves(battle_of, state):
    battle = battle_of(red=[{**ODD, "defending": True, **state}])
    assert met(battle) == 5


@pytest.mark.rule("W78", "W104")
def test_W78_under_water_one_can(battle_of):
    assert met(battle_of(red=[{**ODD, "defending": True, "underwater": True}])) == 7


@pytest.mark.rule("W78", "XW1")
def test_W78_only_against_attacks_that_are_seen(battle_of):
    battle = battle_of(red=[{**ODD, "defending": True}], blue=["thug", "thug"])
    action_stack.push(battle, Role.TURN, Act.STANDARD, 1, 0, 0)
    assert met(battle) == 14
    battle.frames[battle.top].unseen = True
    assert met(battle) == 12
    assert int(defences.defence_value(battle, 2, 0, Defence.MELEE)) == 14  # another one is seen
    battle.fighters[2].hidden = True
    assert int(defences.defence_value(battle, 2, 0, Defence.MELEE)) == 12


def choice(battle_of, state, defence=Defence.MELEE, **frame) -> bool:
    """Whether Defend asks red_0 about an attack of blue_0."""
    battle = battle_of(red=[{**ODD, "defending": True, **state}])
    action_stack.push(battle, Role.TURN, Act.STANDARD, 1, 0, 0)
    top = battle.frames[battle.top]
    top.defence = defence
    for key, value in frame.items():
        top[key] = value
    return bool(defences.may_choose_defence(battle))


@pytest.mark.rule("RW27", "H11", "W78")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({}, True),  # 14 against a Fortitude of 17
        ({"speed": 7}, True),  # 17: as high is enough
        ({"speed": 8}, False),
        ({"speed": 8, "vitality": 4}, True),
        ({"speed": 8, "persona": 3}, True),
        ({"speed": 8, "dexterity": 5}, True),
        ({"speed": 8, "strength": 5}, True),
        ({"speed": 8, "dexterity": 4}, False),
        ({"defending": False}, False),
        ({"helpless_rounds": 1}, False),
    ],
)
def test_H11_defend_asks_where_another_defence_is_as_high(battle_of, state, asked):
    assert choice(battle_of, state) == asked


@pytest.mark.rule("RW27", "H11", "W36")
def test_H11_a_block_counts_for_the_defence_that_is_attacked(battle_of):
    state = {"speed": 6, "held": ["sword", "sword"]}
    assert not choice(battle_of, state)  # 18 in melee
    assert choice(battle_of, state, Defence.RANGED)  # 16 against shots


@pytest.mark.rule("RW27", "H11", "XW1")
def test_H11_nobody_is_asked_about_what_it_does_not_see_or_what_does_not_dodge(battle_of):
    assert not choice(battle_of, {}, unseen=True)
    assert not choice(battle_of, {}, Defence.POWER)


@pytest.mark.rule("W83", "H11")
@pytest.mark.parametrize(("result", "asked"), [(17, True), (18, False)])
def test_H11_nobody_is_asked_where_an_opening_is_higher_than_all(battle_of, result, asked):
    state = {"opening": opening(result, 1)}
    assert choice(battle_of, state, act=Act.REBUFF) == asked
