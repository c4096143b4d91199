"""The loser of a battle, and the state after its end."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Ending,
    Life,
    Window,
)
from quintain.envs.wildroll.rules import endings
from quintain.envs.wildroll.rules.combat_sequence.windows import open_window
from quintain.envs.wildroll.rules.health.bodies import is_able

pytestmark = pytest.mark.interpreted

DOWN = {"life": Life.UNCONSCIOUS}


@pytest.mark.rule("RW31")
@pytest.mark.parametrize(
    ("state", "down"),
    [
        ({}, False), ({"life": Life.UNCONSCIOUS}, True), ({"life": Life.DEAD}, True),
        ({"helpless_rounds": 1}, True), ({"wounds": {"fatal": 1}}, True),
        ({"wounds": {"critical": 1}}, False), ({"fatigue": 30}, False),
        ({"pinned_by": 1}, False),  # it can escape
        ({"underwater": True}, False), ({"action_points": 0, "initiative": 0}, False),
    ],
)  # fmt: skip
def test_RW31_who_is_not_able_to_act(battle_of, state, down):
    battle = battle_of(red=[state])
    assert endings.is_side_down(battle, 0) == down
    assert not endings.is_side_down(battle, 1)


@pytest.mark.rule("RW31")
def test_RW31_one_who_stands_is_enough(battle_of):
    assert not endings.is_side_down(battle_of(red=[DOWN, {}, DOWN]), 0)
    assert endings.is_side_down(battle_of(red=[DOWN, DOWN]), 0)


@pytest.mark.rule("RW31", "H25")
@pytest.mark.parametrize(("mount", "down"), [("warhorse", True), ("griffin", False)])
def test_H25_an_animal_alone_has_lost_and_a_sentient_mount_fights_on(battle_of, mount, down):
    assert endings.is_side_down(battle_of(red=[DOWN, mount]), 0) == down
    assert endings.is_side_down(battle_of(red=[{**DOWN, "rides": 1}, mount]), 0) == down


ENDS = [
    ({}, {}, Ending.NONE, -1, [0, 0]),
    ({}, DOWN, Ending.SIDE_DOWN, 0, [1, -1]),
    (DOWN, {}, Ending.SIDE_DOWN, 1, [-1, 1]),
    (DOWN, DOWN, Ending.BOTH_SIDES_DOWN, -1, [0, 0]),
]


@pytest.mark.rule("RW31")
@pytest.mark.parametrize(("red", "blue", "ending", "winner", "reward"), ENDS)
def test_RW31_a_side_with_nobody_able_has_lost(
    battle_of, events, window, red, blue, ending, winner, reward
):
    battle = battle_of(red=[red], blue=[blue])
    open_window(battle, 0, Window.TURN)
    endings.end_if_decided(battle)
    goes_on = ending == Ending.NONE
    assert (battle.over, battle.ending, battle.winner) == (not goes_on, ending, winner)
    assert battle.reward.tolist() == reward
    assert (window(battle), battle.to_act) == (("turn", 0) if goes_on else ("none", -1))
    assert events(battle) == ([] if goes_on else [("over", -1, -1, ending, winner, 0)])


@pytest.mark.rule("RW31")
def test_RW31_what_is_decided_is_decided_once(battle_of, events):
    battle = battle_of(blue=[DOWN])
    endings.end_if_decided(battle)
    battle.fighters[0].life = Life.DEAD
    endings.end_if_decided(battle)
    assert (battle.winner, battle.reward.tolist()) == (0, [1, -1])
    assert len(events(battle)) == 1


@pytest.mark.rule("RW31")
def test_RW31_the_limit_of_rounds_is_a_draw(battle_of):
    battle = battle_of()
    endings.end_battle(battle, -1, Ending.ROUND_LIMIT)
    assert (battle.over, battle.winner, battle.ending) == (True, -1, Ending.ROUND_LIMIT)
    assert battle.reward.tolist() == [0, 0]


@pytest.mark.rule("RW31", "W4", "W13")
def test_RW31_strength_is_the_share_that_is_left(battle_of):
    battle = battle_of(["fighter", "fighter"], ["fighter"])
    assert endings.strength(battle, 0) == endings.strength(battle, 1) == 1
    it = battle.fighters[0]
    it.fatigue = 11
    assert endings.strength(battle, 0) == pytest.approx(0.75)
    it.fatigue = 0
    it.wounds[2] = 1
    total = 5 * 1 + 3 * 2 + 3 * 3 + 2 * 4 + 5  # Vitality 1, Persona 0
    assert endings.strength(battle, 0) == pytest.approx(1 - 3 / total / 2)
    it.wounds[4] = 1
    assert not is_able(it)
    assert endings.strength(battle, 0) == pytest.approx(0.5)
    battle.fighters[2].fatigue = 100
    assert endings.strength(battle, 1) == 0
