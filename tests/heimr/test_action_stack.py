"""The stack of actions that are in progress."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Outcome, Role, Step
from quintain.envs.heimr.rules.combat_actions import action_stack
from quintain.envs.heimr.state import FRAMES, NO_FRAME, RESERVED_FRAMES

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("TH3", "HH2")
def test_HH2_room_for_readied_actions(battle_of):
    battle = battle_of()
    empty = battle.frames.copy()
    assert not action_stack.is_action_under_way(battle)
    room = []
    for _ in range(FRAMES):
        room.append(bool(action_stack.has_room_for_reaction(battle)))
        action_stack.push(battle, Role.READIED, Act.WEAPON_ATTACK, 0, 1, 0)
    assert room == [True] * (FRAMES - RESERVED_FRAMES + 1) + [False] * (RESERVED_FRAMES - 1)
    for _ in range(FRAMES):
        action_stack.pop(battle, Outcome.DODGED)
    assert battle.top == NO_FRAME
    assert battle.outcome == Outcome.DODGED
    assert (battle.frames == empty).all()


@pytest.mark.rule("TH3", "TH4")
def test_TH3_what_begins_waits_for_nobody_yet(battle_of, events):
    battle = battle_of(red=[{"at": (2, 0)}])
    action_stack.push(battle, Role.TURN, Act.CHARGE, 0, 1, 3)
    frame = battle.frames[battle.top]
    assert (frame.step, frame.actor, frame.target, frame.first_target) == (Step.DECLARED, 0, 1, 1)
    assert (frame.argument, frame.from_location, frame.guard, frame.part) == (3, 2, -1, -1)
    assert events(battle) == [("declares", 0, 1, Act.CHARGE, 3, Role.TURN)]
    frame.asked = 3
    action_stack.go_to(frame, Step.INTENDED)
    assert (frame.step, frame.asked) == (Step.INTENDED, 0)


@pytest.mark.rule("HH6", "TH4")
def test_HH6_when_pre_rolls_wait(battle_of):
    battle = battle_of()
    assert not action_stack.is_attack_resolving(battle)
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    waiting = []
    for step in Step:
        action_stack.go_to(battle.frames[battle.top], step)
        if action_stack.is_attack_resolving(battle):
            waiting.append(step)
    assert waiting == [*Step][Step.HIT : Step.REPLACED]
