"""Interpose: the legal interposers and protected fighters, and the result of the attack."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.common_actions.items import weapon_in
from quintain.envs.wildroll.rules.grappling import interpose
from quintain.envs.wildroll.rules.offensive_actions import strike

pytestmark = pytest.mark.interpreted


def wrestling(battle_of, attacked=None, shield=None, attacker=None):
    """Red_0 is about to strike blue_0, which holds red_1 and is held by it."""
    red = [attacker or {}, {"holding": [2], "at": (6, 3), **(shield or {})}]
    battle = battle_of(red=red, blue=[{"holding": [1], **(attacked or {})}])
    strike_at(battle, 0, 2)
    return battle


def strike_at(battle, actor, target, act=Act.STANDARD):
    """An attack that takes place."""
    action_stack.push(battle, Role.TURN, act, actor, target, 0)
    frame = battle.frames[battle.top]
    frame.weapon = weapon_in(battle.fighters[actor], 0)
    frame.unseen = battle.fighters[actor].hidden
    frame.step = Step.INTERPOSED
    return frame


@pytest.mark.rule("W91")
@pytest.mark.parametrize(
    ("attacked", "attacker", "may"),
    [
        ({}, {}, True), ({"holding": []}, {}, False), ({"holding": [0]}, {}, False),
        ({"holding": [0, 1]}, {}, True), ({}, {"hidden": True}, False),
        ({"initiative": 0}, {}, False), ({"pinned_by": 1}, {}, False),
        ({"action_points": 2}, {}, True), ({"action_points": 1}, {}, False),
    ],
)  # fmt: skip
def test_W91_who_may_interpose(battle_of, attacked, attacker, may):
    battle = wrestling(battle_of, attacked, attacker=attacker)
    assert interpose.may_interpose(battle, 2) == may
    assert not interpose.may_interpose(battle, 1)  # it is not attacked


@pytest.mark.rule("W91")
def test_W91_anybody_held_is_put_before_it_but_the_attacker(battle_of):
    battle = battle_of(red=["fighter"] * 2, blue=[{"holding": [0, 1, 3]}, "fighter"])
    strike_at(battle, 0, 2)
    assert [bool(interpose.can_put_before(battle, 2, other)) for other in range(4)] == [
        False, True, False, True,
    ]  # fmt: skip


@pytest.mark.rule("W91", "RW18", "H10", "W20", "RW2")
@pytest.mark.parametrize(
    ("pinned", "faces", "succeeds"),
    [
        (False, (4, 4, 4), True), (False, (4, 4, 3), False), (True, (4, 3, 3), True),
        (True, (3, 3, 3), False), (False, (6, 6, 6, 1), True), (False, (1, 1, 1, 6), False),
    ],
)  # fmt: skip
def test_W91_the_check_and_2_less_unless_it_is_pinned(
    battle_of, loaded, events, pinned, faces, succeeds
):
    # Strength 1 against a Power Defense of 11; the Agility Defense of the pinned is 5.
    battle = wrestling(battle_of, shield={"pinned_by": 2 if pinned else -1})
    with loaded(battle, faces):
        interpose.interpose(battle, 2, 1)
    frame = battle.frames[battle.top]
    assert (frame.target, frame.first_target) == (1 if succeeds else 2, 2)
    assert battle.fighters[2].action_points == 10
    assert len(events(battle, "interposes")) == succeeds
    assert [battle.fighters[i].initiative for i in range(3)] == [20, 19, 18]  # no attack (W29)


@pytest.mark.rule("W91", "QW4")
def test_W91_is_asked_before_the_defense_and_the_roll(battle_of, loaded, window):
    battle = wrestling(battle_of, {"armour": "none", "posture": Posture.PRONE}, {"vitality": 5})
    strike.attack_step(battle)
    assert (window(battle), battle.to_act) == ("interpose", 2)
    battle.window = 0
    with loaded(battle, (4, 4, 4)):
        interpose.interpose(battle, 2, 1)
    frame = battle.frames[battle.top]
    with loaded(battle, (3, 3, 3)):
        while frame.step != Step.RESOLVED:
            strike.attack_step(battle)
    # As if it lay where the first target does, but by its own Defense and Toughness.
    assert (frame.total, frame.value, frame.damage) == (9 + 5 + 3, 11, 17 + 1 - 11 - 5 - 2)
    assert battle.fighters[1].wounds[1] == 0
    assert sum(battle.fighters[1].wounds) == 1
    assert sum(battle.fighters[2].wounds) == 0


@pytest.mark.rule("RW43", "W91")
def test_RW43_no_second_one_to_the_same_attack(battle_of, loaded, window):
    battle = wrestling(battle_of)
    battle.fighters[1].holding = 0b100
    strike.attack_step(battle)
    battle.window = 0
    with loaded(battle, (5, 5, 5)):
        interpose.interpose(battle, 2, 1)
    assert not interpose.may_interpose(battle, 1)
    battle.frames[battle.top].step = Step.INTERPOSED
    strike.attack_step(battle)
    assert window(battle) == "none"


@pytest.mark.rule("RW43", "W60")
def test_RW43_nor_a_second_try(battle_of, loaded):
    battle = wrestling(battle_of)
    with loaded(battle, (2, 2, 2)):
        interpose.interpose(battle, 2, 1)
    assert not interpose.may_interpose(battle, 2)


@pytest.mark.rule("W91", "W60", "H2", "RW15")
@pytest.mark.parametrize("act", [Act.REBUFF, Act.GRAPPLE, Act.FIRE_BOLT, Act.QUICK])
def test_W91_to_any_attack(battle_of, act):
    battle = wrestling(battle_of)
    action_stack.pop(battle)
    strike_at(battle, 0, 2, act)
    assert interpose.may_interpose(battle, 2)
