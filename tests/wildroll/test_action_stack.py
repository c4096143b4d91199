"""The stack of actions, interrupts and reactions that are in progress."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.state import (
    FRAMES,
    NO_FRAME,
)
from quintain.envs.wildroll.tables import DEPTH

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("RW15", "TW8")
@pytest.mark.parametrize(
    ("role", "act", "step"),
    [
        (Role.TURN, Act.QUICK, Step.DECLARED),
        (Role.INTERRUPT, Act.DEFEND, Step.DECLARED),
        (Role.REACTION, Act.REBUFF, Step.TAKES_PLACE),
        (Role.TURN, Act.WAY, Step.SET_OUT),
        (Role.INTERRUPT, Act.WAY, Step.SET_OUT),
    ],
)
def test_RW15_where_each_begins(battle_of, role, act, step):
    battle = battle_of()
    action_stack.push(battle, role, act, 0, 1, 2)
    frame = battle.frames[battle.top]
    assert (frame.role, frame.act, frame.step) == (role, act, step)
    assert (frame.actor, frame.target, frame.first_target, frame.argument) == (0, 1, 1, 2)


@pytest.mark.rule("RW15")
def test_RW15_the_stack_holds_the_deepest_play(battle_of):
    battle = battle_of(red=["fighter"] * 3, blue=["fighter"] * 3)
    empty = battle.frames.copy()
    roles = [Role.TURN, *[Role.INTERRUPT] * DEPTH, Role.REACTION, Role.REACTION]
    assert len(roles) == FRAMES
    for actor, role in enumerate(roles):
        assert action_stack.frame_below(battle) == (battle.top - 1 if battle.top > 0 else NO_FRAME)
        action_stack.push(battle, role, Act.SHOVE, actor, (actor + 1) % 6, 0)
    assert action_stack.interrupts_under_way(battle) == DEPTH
    for _ in roles:
        action_stack.pop(battle)
    assert battle.top == NO_FRAME
    assert action_stack.interrupts_under_way(battle) == 0
    assert (battle.frames == empty).all()


@pytest.mark.rule("W58")
def test_W58_a_new_step_has_asked_nobody(battle_of):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    frame = battle.frames[battle.top]
    frame.asked = 6
    action_stack.go_to(frame, Step.ANSWERED)
    assert (frame.step, frame.asked) == (Step.ANSWERED, 0)


@pytest.mark.rule("W80", "W69", "W106")
@pytest.mark.parametrize(
    ("act", "left"),
    [
        (Act.WAY, (Act.QUICK, 5, 0)),
        (Act.JUMP, (0, 5, 0)),
        (Act.CALM, (0, 0, 3)),
        (Act.QUICK, (0, 0, 0)),
    ],
)
def test_W80_what_doing_something_ends(battle_of, act, left):
    battle = battle_of(red=[{"readied": Act.QUICK, "run": 5, "calming": 3}])
    action_stack.begin_act(battle, 0, act)
    fighter = battle.fighters[0]
    assert (fighter.readied, fighter.run, fighter.calming) == left


@pytest.mark.rule("XW4")
def test_XW4_a_declaration_is_told(battle_of, events):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Act.STRONG, 0, 1, 3)
    action_stack.push(battle, Role.INTERRUPT, Act.WAY, 1, -1, 0)
    assert events(battle) == [("declares", 0, 1, Act.STRONG, 3, Role.TURN)]
