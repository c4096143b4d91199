"""Fatigue: a requirement on the dice before potential, rising at most once a turn."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Ability, Defence
from quintain.envs.heimr.rules.combat_basics import fatigue
from quintain.envs.heimr.rules.dice_challenges import checks, situational_penalties

pytestmark = pytest.mark.interpreted


def dodge(battle, loaded, faces, tires=True):
    """red_0 rolls Agility with C 2."""
    with loaded(battle, faces):
        checks.roll_ability(battle, 0, Ability.AGILITY, 0, 0, tires)


@pytest.mark.rule("H70", "H69")
@pytest.mark.parametrize(("stamina", "base"), [(4, 1), (3, 1), (2, 2), (0, 4), (-2, 6), (-3, 7)])
def test_H70_base_fatigue(battle_of, stamina, base):
    fighter = battle_of(red=[{"stamina": stamina}]).fighters[0]
    assert fatigue.base_fatigue(fighter) == base
    assert fighter.fatigue == base


@pytest.mark.rule("H70", "RH13", "H169")
def test_RH13_a_tower_shield_makes_tired(battle_of):
    fighter = battle_of(red=[{"held": ["medium", "tower_shield"]}]).fighters[0]
    assert fatigue.base_fatigue(fighter) == 5
    fighter.held[1] = -1
    assert fatigue.base_fatigue(fighter) == 4


@pytest.mark.rule("H67", "RH10")
@pytest.mark.parametrize(("faces", "tired"), [([6, 6, 2], True), ([6, 7, 2], False)])
def test_H67_the_printed_example(battle_of, loaded, faces, tired):
    """Fatigue 7: a dice value of 6 fails, whatever the potential; 7 is enough."""
    battle = battle_of(red=[{"fatigue": 7, "dexterity": 4}])
    dodge(battle, loaded, faces)
    assert bool(battle.roll.tired) == tired


@pytest.mark.rule("H67", "RH10")
def test_RH10_bonus_of_tens_and_penalty_of_ones_count_for_it(battle_of, loaded):
    battle = battle_of(red=[{"fatigue": 11}])
    dodge(battle, loaded, [6, 10, 10])
    assert not battle.roll.tired
    battle = battle_of(red=[{"fatigue": 1}])
    with loaded(battle, [1, 1]):
        checks.roll_ability(battle, 0, Ability.BRAWL, 2, 0, True)
    assert (battle.roll.value, battle.roll.tired) == (0, True)


@pytest.mark.rule("H68", "H73")
@pytest.mark.parametrize(("d6", "after"), [(3, 5), (4, 4), (5, 4)])
def test_H68_the_printed_example(battle_of, loaded, d6, after):
    """Fatigue 4: a d6 of 3 raises it to 5; 4 does not."""
    battle = battle_of(red=[{"fatigue": 4}])
    dodge(battle, loaded, [d6, 9, 9])
    assert battle.fighters[0].fatigue == after
    assert bool(battle.fighters[0].tired) == (after > 4)


@pytest.mark.rule("RH10")
def test_RH10_the_value_is_compared_before_fatigue_rises(battle_of, loaded):
    battle = battle_of(red=[{"fatigue": 4}])
    dodge(battle, loaded, [3, 4, 1])
    assert not battle.roll.tired
    assert battle.fighters[0].fatigue == 5


@pytest.mark.rule("H73")
def test_H73_once_between_two_own_turns(battle_of, loaded):
    battle = battle_of(red=[{"fatigue": 4}])
    dodge(battle, loaded, [1, 9, 9])
    dodge(battle, loaded, [1, 9, 9])
    assert battle.fighters[0].fatigue == 5
    fatigue.reset_fatigue_rise(battle.fighters[0])
    dodge(battle, loaded, [1, 9, 9])
    assert battle.fighters[0].fatigue == 6


@pytest.mark.rule("H69", "H72")
@pytest.mark.parametrize(("before", "after"), [(7, 8), (19, 20), (20, 20)])
def test_H72_above_6_every_roll_raises_it_up_to_20(battle_of, loaded, before, after):
    battle = battle_of(red=[{"fatigue": before}])
    dodge(battle, loaded, [6, 10, 9])
    assert battle.fighters[0].fatigue == after


@pytest.mark.rule("H59", "H126")
def test_H126_a_roll_that_does_not_tire(battle_of, loaded):
    battle = battle_of(red=[{"fatigue": 7}])
    dodge(battle, loaded, [1, 2, 3], tires=False)
    assert (battle.fighters[0].fatigue, battle.roll.tired) == (7, True)


@pytest.mark.rule("H67", "H68", "RH34")
@pytest.mark.parametrize("ability", list(Ability))
def test_RH34_which_rolls_are_physical(battle_of, load, ability):
    battle = battle_of(red=[{"fatigue": 12}])
    load(battle, [1] * 10)
    checks.roll_ability(battle, 0, ability, 0, 0, True)
    is_mental = ability in (Ability.PERCEPTION, Ability.PERSUASION, Ability.INSIGHT)
    assert bool(battle.roll.tired) != is_mental
    assert battle.fighters[0].fatigue == (12 if is_mental else 13)


@pytest.mark.rule("H75", "RH9")
def test_RH9_fatigue_brings_no_further_penalty(battle_of):
    battle = battle_of(red=[{"fatigue": 15}], blue=["fighter"])
    assert situational_penalties.melee_attack_penalty(battle, 0, 1, -1) == 0
    assert situational_penalties.defence_penalty(battle, battle.fighters[0], Defence.DODGE) == 0


@pytest.mark.rule("H103")
@pytest.mark.parametrize(("before", "after"), [(9, 7), (6, 4), (5, 4), (4, 4), (3, 3)])
def test_H103_a_breather(battle_of, before, after):
    battle = battle_of(red=[{"fatigue": before}])
    assert fatigue.may_take_breather(battle.fighters[0]) == (before > 4)
    fatigue.take_breather(battle, 0)
    assert battle.fighters[0].fatigue == after
