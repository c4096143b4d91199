"""Pre-rolled defences, and holds that prevent them."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    BodyPart,
    Defence,
    Hand,
    Life,
)
from quintain.envs.heimr.rules.defence import current_defence
from quintain.envs.heimr.rules.forced_movement import restraint

pytestmark = pytest.mark.interpreted


def usable(fighter):
    """The defences that a fighter can use."""
    found = [
        (defence.name.lower(), int(hand))
        for defence in Defence
        for hand in Hand
        if current_defence.may_use(fighter, defence, hand)
    ]
    return {name if name != "parry" else f"parry {hand}" for name, hand in found}


@pytest.mark.rule("H118", "RH24")
@pytest.mark.parametrize(
    ("held", "ways"),
    [([], {"dodge"}), (["medium"], {"dodge", "parry 0"}), (["bow"], {"dodge"}),
     (["medium", "buckler"], {"dodge", "block", "parry 0"}), (["crossbow"], {"dodge"}),
     (["light", "light"], {"dodge", "parry 0", "parry 1"}), (["great"], {"dodge", "parry 0"}),
     (["blowgun", "medium_shield"], {"dodge", "block"}), (["throwing"], {"dodge"})],
)  # fmt: skip
def test_H118_RH24_with_what_one_defends(battle_of, held, ways):
    assert usable(battle_of(red=[{"held": held}]).fighters[0]) == ways


@pytest.mark.rule("H112", "H128", "RH20", "RH23")
@pytest.mark.parametrize(
    "state",
    [{"holds": 1}, {"life": Life.ASLEEP}, {"life": Life.UNCONSCIOUS}, {"seconds": {"daze": 1}},
     {"injured": ["torso"]}],
)  # fmt: skip
def test_RH23_who_cannot_defend_itself(battle_of, state):
    battle = battle_of(red=[{"base": "swordsman", **state}])
    assert usable(battle.fighters[0]) == set()
    current_defence.owe_defence(battle, 0)
    assert battle.owed == 0


@pytest.mark.rule("RH44", "H113")
def test_RH44_the_held_defend_themselves(battle_of):
    red = [{"base": "swordsman", "held_by": 1, "held_part": BodyPart.SWORD_ARM}]
    assert usable(battle_of(red=red).fighters[0]) == {"dodge", "block"}


@pytest.mark.rule("H122")
def test_H122_one_parry_for_each_weapon(battle_of):
    fighter = battle_of(red=[{"held": ["light", "light"], "parried": 1}]).fighters[0]
    assert usable(fighter) == {"dodge", "parry 1"}


@pytest.mark.rule("H123")
def test_H123_defences_are_restored(battle_of):
    fighter = battle_of(red=[{"dodges": 3, "blocks": 1, "parried": 3}]).fighters[0]
    current_defence.restore_defences(fighter)
    assert (fighter.dodges, fighter.blocks, fighter.parried) == (0, 0, 0)


@pytest.mark.rule("H106", "H124")
def test_H106_H124_a_defence_is_owed(battle_of):
    battle = battle_of(red=["fighter"] * 2)
    current_defence.owe_defence(battle, 1)
    assert battle.owed == 0b010


@pytest.mark.rule("H124")
def test_H124_a_pre_roll_that_can_still_be_used_stays(battle_of):
    battle = battle_of(red=[{"defence": Defence.PARRY, "defence_value": 8}])
    current_defence.review_defence(battle, 0)
    assert (battle.fighters[0].defence_value, battle.owed) == (8, 0)


@pytest.mark.rule("RH39")
@pytest.mark.parametrize(
    ("defence", "held"), [(Defence.PARRY, ["bow"]), (Defence.BLOCK, ["medium"])]
)
def test_RH39_without_its_weapon_or_shield_it_is_void_and_rolled_anew(battle_of, defence, held):
    battle = battle_of(red=[{"held": held, "defence": defence, "defence_value": 8}])
    current_defence.review_defence(battle, 0)
    assert (battle.fighters[0].defence, battle.fighters[0].defence_value) == (Defence.NONE, 0)
    assert battle.owed == 1


@pytest.mark.rule("RH39", "H112")
def test_RH39_who_takes_hold_has_no_defence_and_owes_one_when_it_lets_go(battle_of, events):
    red = [{"base": "brawler", "defence": Defence.DODGE, "defence_value": 7}]
    battle = battle_of(red=red, blue=[{"defence": Defence.DODGE}])
    restraint.take_hold(battle, 0, 1, BodyPart.LEFT_LEG)
    assert restraint.is_holding(battle.fighters[0])
    assert (battle.fighters[1].held_by, battle.fighters[1].held_part) == (0, BodyPart.LEFT_LEG)
    assert (battle.fighters[0].defence, battle.owed) == (Defence.NONE, 0)
    restraint.let_go(battle, 0)
    assert (battle.fighters[1].held_by, battle.fighters[1].held_part) == (-1, -1)
    assert battle.owed == 1
    assert [event[0] for event in events(battle)] == ["holds", "lets_go"]


@pytest.mark.rule("H113", "RH39")
def test_H113_a_bound_sword_arm_parries_no_more(battle_of):
    battle = battle_of(red=["brawler"], blue=[{"defence": Defence.PARRY}])
    restraint.take_hold(battle, 0, 1, BodyPart.SWORD_ARM)
    assert (battle.fighters[1].defence, battle.owed) == (Defence.NONE, 2)
