"""Defence values: full, touch, off-guarded, and bodies in the path of a missile."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Life,
)
from quintain.envs.martial.rules.attack_roll import defence

pytestmark = pytest.mark.interpreted

# Level 3: martial bonus 1, so that 11 is in every value.
BARE = {"dexterity": 2, "armour": "none", "held": ["sword"]}


def values(battle):
    """Full, touch, off-guarded and off-guarded touch defence of blue_0."""
    rules = (
        defence.defence_value,
        defence.touch_defence,
        defence.off_guarded_defence,
        defence.off_guarded_touch_defence,
    )
    return tuple(int(rule(battle, 1)) for rule in rules)


def met(attack, battle, kind="melee", slot=0, faces=(1,), **more):
    """The defence value that an attack of red_0 on blue_0 meets: it rolls a 1 and misses."""
    attack(battle, kind, slot, faces=faces, **more)
    return int(battle.attacks[0].dv)


# --- Base, attribute, armour (D8, D9, D10, RD4, RD19, RD24) ---------------------------------------


@pytest.mark.rule("RD4", "D8", "RD24")
@pytest.mark.parametrize(("level", "bonus"), [(1, 1), (3, 1), (4, 2), (7, 2), (8, 3), (10, 3)])
def test_RD4_ten_and_martial_bonus_and_dexterity(battle_of, level, bonus):
    battle = battle_of(["fighter"], [{**BARE, "level": level}])
    assert values(battle) == (12 + bonus, 12 + bonus, 10 + bonus, 10 + bonus)


@pytest.mark.rule("D8", "D9", "RD19")
@pytest.mark.parametrize(
    ("armour", "dexterity", "full", "touch"),
    [
        ("none", 4, 15, 15),
        ("light", 4, 16, 15),
        ("medium", 1, 15, 12),
        ("medium", 2, 16, 13),
        ("medium", 4, 16, 13),  # no more than 2 of it count
        ("heavy", 4, 16, 11),
        ("heavy", -1, 15, 10),  # a penalty stays
    ],
)
def test_D8_armour_adds_and_limits_dexterity(battle_of, armour, dexterity, full, touch):
    battle = battle_of(["fighter"], [{**BARE, "armour": armour, "dexterity": dexterity}])
    assert values(battle)[:2] == (full, touch)


@pytest.mark.rule("D8", "D9")
def test_D8_hide_counts_as_armour(battle_of):
    battle = battle_of(["fighter"], [{**BARE, "armour": "light", "natural_armour": 4}])
    assert values(battle) == (18, 13, 16, 11)


@pytest.mark.rule("D10", "RD4")
@pytest.mark.parametrize(("dexterity", "kept"), [(-1, -1), (0, 0), (1, 0), (4, 0)])
def test_D10_a_bonus_of_dexterity_is_left_out_a_penalty_not(battle_of, dexterity, kept):
    battle = battle_of(["fighter"], [{**BARE, "armour": "light", "dexterity": dexterity}])
    assert values(battle) == (12 + dexterity, 11 + dexterity, 12 + kept, 11 + kept)


# --- Defend and Ready Shield (D83, D84, RD43) -----------------------------------------------------


@pytest.mark.rule("D83", "RD43")
@pytest.mark.parametrize(("level", "bonus"), [(3, 1), (4, 2), (8, 3)])
def test_D83_defend_adds_the_martial_bonus(battle_of, level, bonus):
    battle = battle_of(["fighter"], [{**BARE, "level": level}])
    before = values(battle)
    battle.fighters[1].defending = True
    assert values(battle) == tuple(value + bonus for value in before)


@pytest.mark.rule("D84", "RD19", "RD4", "D9")
@pytest.mark.parametrize(("item", "bonus"), [("buckler", 1), ("shield", 2)])
def test_D84_a_shield_counts_when_readied_but_not_against_a_touch(battle_of, item, bonus):
    battle = battle_of(["fighter"], [{**BARE, "held": ["sword", item]}])
    assert values(battle) == (13, 13, 11, 11)
    battle.fighters[1].shield_ready = True
    assert values(battle) == (13 + bonus, 13, 11 + bonus, 11)


@pytest.mark.rule("RD43", "D83", "D84")
def test_RD43_both_add_up_and_last_while_off_guard(battle_of, attack):
    person = {**BARE, "held": ["sword", "shield"], "defending": True, "shield_ready": True}
    battle = battle_of([{"held": ["axe"]}], [person])
    assert met(attack, battle) == 16
    battle = battle_of([{"held": ["axe"]}], [{**person, "acted": False}])
    assert met(attack, battle) == 14


# --- Who gets which (D4, D9, D10, RD8, RD11, RD29, RD46) ------------------------------------------


@pytest.mark.rule("D10", "D4", "RD8", "RD9", "RD11", "RD17", "RD29")
@pytest.mark.parametrize(
    ("state", "value"),
    [
        ({}, 14),
        ({"prone": True}, 14),
        ({"dazed": 1}, 14),
        ({"acted": False}, 12),
        ({"stunned": 1}, 12),
        ({"tricked": True}, 12),
        ({"life": Life.EXHAUSTION, "prone": True}, 12),
        ({"injuries": {"eye": [1, 0]}}, 14),
        ({"injuries": {"eye": [1, 1]}}, 12),
    ],
)
def test_D10_who_cannot_react_is_attacked_off_guarded(battle_of, attack, state, value):
    battle = battle_of([{"held": ["axe"]}], [{**BARE, "armour": "light", **state}])
    dice = {"prone": 2, "life": 4}
    count = max((dice[key] for key in state if key in dice), default=1)
    assert met(attack, battle, faces=[1] * count) == value


@pytest.mark.rule("D10", "RD46")
def test_D10_an_attack_out_of_hiding_finds_one_unaware(battle_of, attack):
    for hidden, value in ((False, 14), (True, 12)):
        battle = battle_of([{"held": ["axe"], "hidden": hidden}], [{**BARE, "armour": "light"}])
        assert met(attack, battle) == value


@pytest.mark.rule("D9")
def test_D9_what_needs_only_a_touch_ignores_armour_and_shield(battle_of, attack):
    # The horror's second natural weapon lashes by a touch, its first does not.
    person = {**BARE, "armour": "medium", "held": ["sword", "shield"], "shield_ready": True}
    for slot, value in ((2, 18), (3, 13)):
        battle = battle_of(["horror"], [person])
        assert met(attack, battle, slot=slot) == value
    battle = battle_of(["horror"], [{**person, "acted": False}])
    assert met(attack, battle, slot=3) == 11


@pytest.mark.rule("D49", "D9")
def test_D49_a_maneuver_meets_the_full_defence_value(battle_of, attack):
    battle = battle_of(["wrestler"], [{**BARE, "armour": "medium"}])
    assert met(attack, battle, "maneuver", maneuver="trip") == 16


# --- Bodies in the path (D77, RD41) ---------------------------------------------------------------


def shot_past(battle_of, attack, others, target="fighter", kind="shot", **more):
    """Defence value of blue_0, 6 squares off, against a missile of red_0 past others."""
    seats = [{"base": base, "at": at, **state} for base, at, state in others]
    victim = {"base": target, **BARE, "at": (10, 3), **more}
    archer = {"base": "archer", "held": ["bow" if kind == "shot" else "dagger"]}
    battle = battle_of([archer], [victim, *seats])
    attack(battle, kind, faces=[1] * (1 if kind == "shot" else 3))
    return int(battle.attacks[0].dv)


@pytest.mark.rule("D77", "RD41")
@pytest.mark.parametrize(
    ("others", "value"),
    [
        ([], 13),
        ([("fighter", (7, 3), {})], 15),
        ([("fighter", (7, 3), {}), ("skeleton", (8, 3), {})], 17),
        ([("fighter", (7, 4), {})], 13),  # beside the line
        ([("fighter", (11, 3), {})], 13),  # behind the target
        ([("fighter", (2, 3), {})], 13),  # behind the shooter
        ([("halfling_scout", (7, 3), {})], 13),  # smaller
        ([("brute", (7, 3), {})], 17),  # one size larger
        ([("giant", (7, 3), {})], 19),  # two
        ([("brute", (7, 3), {}), ("fighter", (8, 3), {})], 19),
        ([("fighter", (7, 3), {"prone": True})], 13),
        ([("fighter", (7, 3), {"life": Life.DEAD})], 13),
        ([("sprite", (7, 3), {"flying": True})], 13),
    ],
)
def test_D77_bodies_in_the_path_add_2_each_by_size(battle_of, attack, others, value):
    assert shot_past(battle_of, attack, others) == value


@pytest.mark.rule("D77")
def test_D77_it_goes_by_the_targets_size(battle_of, attack):
    others = [("fighter", (7, 3), {})]
    assert shot_past(battle_of, attack, others, target="halfling_scout") == 17
    assert shot_past(battle_of, attack, others, target="brute", natural_armour=0) == 14


@pytest.mark.rule("D77", "D80")
def test_D77_thrown_objects_too_but_no_blow(battle_of, attack):
    assert shot_past(battle_of, attack, [("fighter", (7, 3), {})], kind="throw") == 15
    spear = {"held": ["spear"]}
    battle = battle_of([spear], [{**BARE, "at": (6, 3)}, {"at": (5, 3)}])
    assert met(attack, battle) == 13
