"""Harry: the fighters who may hinder a shot, and its effect."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.common_actions.items import weapon_in
from quintain.envs.wildroll.rules.offensive_actions import missiles, strike

pytestmark = pytest.mark.interpreted

ARCHER = 2 + 2 + 1 + 1


def shoot(battle, target=1, slot=0):
    """A shot of red_0 that takes place; Harry is asked first."""
    action_stack.push(battle, Role.TURN, Act.STANDARD, 0, target, slot)
    frame = battle.frames[battle.top]
    frame.weapon = weapon_in(battle.fighters[0], slot)
    frame.unseen = battle.fighters[0].hidden
    frame.step = Step.HARRIED
    return frame


@pytest.mark.rule("W79")
@pytest.mark.parametrize(
    ("red", "blue", "may"),
    [
        ({}, {}, True), ({}, {"at": (6, 3)}, True), ({}, {"at": (7, 3)}, False),  # a sword
        ({}, {"held": ["dagger"], "at": (6, 3)}, False),
        ({}, {"held": ["spear"], "at": (7, 3)}, True),
        ({}, {"base": "archer"}, True), ({}, {"base": "archer", "at": (6, 3)}, False),  # bare hands
        ({"harried_by": [1]}, {}, False),  # once a round
        ({"hidden": True}, {}, False),
        ({}, {"initiative": 0}, False), ({}, {"pinned_by": 0}, False),
        ({}, {"action_points": 2}, True), ({}, {"action_points": 1}, False),
    ],
)  # fmt: skip
def test_W79_who_may_harry(battle_of, red, blue, may):
    battle = battle_of(red=[{"base": "archer", **red}], blue=[blue])
    shoot(battle)
    assert missiles.may_harry(battle, 1) == may


@pytest.mark.rule("W79", "W60")
def test_W79_no_ally_and_nobody_twice(battle_of):
    battle = battle_of(red=["archer", "fighter"])
    shoot(battle, target=2)
    assert not missiles.may_harry(battle, 1)
    battle.frames[battle.top].reacted = 0b100
    assert not missiles.may_harry(battle, 2)


@pytest.mark.rule("RW29", "W79", "H19", "TW4", "XW3", "QW4")
def test_RW29_all_who_may_are_asked_before_the_roll_and_add_up(battle_of, loaded, window, events):
    battle = battle_of(
        red=["archer"], blue=[{"initiative": 5}, {"initiative": 9, "at": (3, 3)}, {"at": (12, 3)}]
    )
    frame = shoot(battle)
    strike.attack_step(battle)
    assert (window(battle), battle.to_act, frame.step) == ("harry", 2, Step.HARRIED)
    missiles.harry(battle, 2)
    strike.attack_step(battle)
    assert (window(battle), battle.to_act) == ("harry", 1)
    missiles.harry(battle, 1)
    battle.window = 0
    strike.attack_step(battle)
    assert (window(battle), frame.step) == ("none", Step.INTERPOSED)
    assert [battle.fighters[i].action_points for i in (1, 2)] == [10, 10]
    assert events(battle, "harried") == [("harried", 2, 0, 0, 0, 0), ("harried", 1, 0, 0, 0, 0)]
    frame.step = Step.ROLL
    with loaded(battle, (3, 3, 3)):
        strike.attack_step(battle)
    assert frame.total == 9 + ARCHER - 4


@pytest.mark.rule("W79", "RW29")
def test_W79_it_lasts_for_the_round_and_is_no_second_trigger(battle_of, window):
    battle = battle_of(red=["archer"])
    frame = shoot(battle)
    missiles.harry(battle, 1)
    action_stack.pop(battle)
    frame = shoot(battle)
    battle.window = 0
    strike.attack_step(battle)
    assert (window(battle), frame.step) == ("none", Step.INTERPOSED)
    assert battle.fighters[0].harried == 1


@pytest.mark.rule("H19", "W79")
def test_H19_each_of_several_counts(battle_of):
    battle = battle_of(red=["archer"], blue=[{}, {"at": (3, 3)}])
    shoot(battle)
    missiles.harry(battle, 1)
    missiles.harry(battle, 2)
    assert battle.fighters[0].harried == 2
    assert battle.fighters[0].harried_by == 0b110


@pytest.mark.rule("W79", "W80", "H26")
def test_W79_harrying_ends_readiness_and_hiding(battle_of):
    battle = battle_of(red=["archer"], blue=[{"readied": Act.QUICK, "hidden": True}])
    shoot(battle)
    missiles.harry(battle, 1)
    assert battle.fighters[1].readied == Act.NONE
    assert not battle.fighters[1].hidden
