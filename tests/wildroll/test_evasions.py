"""Interrupts that move out of an attack (W66, RW37)."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Act, Posture, Role, Step
from quintain.envs.wildroll.rules.combat_sequence import action_stack, interrupts, points
from quintain.envs.wildroll.rules.positioning_actions import evasions

pytestmark = pytest.mark.interpreted

CROUCHING = int(Posture.CROUCHING)

# --- By moving (W66, RW37) ------------------------------------------------------------------------


@pytest.mark.rule("W66", "W57")
@pytest.mark.parametrize(("act", "left"), [(Act.WAY, 16), (Act.DEFEND, 14), (Act.JUMP, 14)])
def test_W66_to_move_costs_no_initiative(quick_of, events, act, left):
    battle = quick_of()
    interrupts.interrupt(battle, 1, act)
    assert battle.fighters[1].initiative == left
    assert events(battle, "interrupts") == [("interrupts", 1, 0, act, battle.stage, Act.NONE)]


@pytest.mark.rule("W58")
@pytest.mark.parametrize("step", [Step.DECLARED, Step.RESOLVED])
def test_W58_the_log_says_at_which_moment(quick_of, begun, act, events, step):
    battle = begun(quick_of())
    act(battle, "posture", CROUCHING)
    if step == Step.RESOLVED:
        act(battle, "wait")
    act(battle, "defend")
    assert events(battle, "interrupts") == [("interrupts", 1, 0, Act.DEFEND, step, Act.POSTURE)]


def evade(battle, actor=1):
    """A fighter moves out of turn before the current declaration, which that cancels."""
    action_stack.push(battle, Role.INTERRUPT, Act.WAY, actor, -1, 0)
    interrupts.cancel_below(battle)
    evasions.note_evasion(battle, actor)
    action_stack.pop(battle)


@pytest.mark.rule("RW37", "W59")
def test_RW37_a_move_cancels_like_any_interrupt(quick_of):
    battle = quick_of()
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    assert evasions.may_evade(battle, 1)
    evade(battle)
    frame = battle.frames[battle.top]
    assert (frame.cancelled, frame.canceller) == (True, 1)


@pytest.mark.rule("RW37")
def test_RW37_who_moved_once_cannot_evade_the_same_declaration_again(quick_of):
    battle = quick_of(blue=[{}, {}])
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    evade(battle)
    action_stack.pop(battle)
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 2)
    assert not evasions.may_evade(battle, 1)
    assert evasions.may_evade(battle, 2)
    evade(battle, actor=2)
    assert not evasions.may_evade(battle, 1)
    assert not evasions.may_evade(battle, 2)


@pytest.mark.rule("RW37")
@pytest.mark.parametrize(("act", "target"), [(Act.STANDARD, 1), (Act.QUICK, 2)])
def test_RW37_another_declaration_can_be_evaded_and_is_then_the_last_one(quick_of, act, target):
    battle = quick_of(blue=[{}, {}])
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    evade(battle)
    evade(battle, actor=2)
    action_stack.pop(battle)
    action_stack.push(battle, Role.TURN, act, 0, target, 0)
    assert evasions.may_evade(battle, 1)
    evade(battle)
    assert not evasions.may_evade(battle, 1)
    assert evasions.may_evade(battle, 2)


@pytest.mark.rule("RW37")
def test_RW37_the_bar_falls_when_the_actor_has_spent_points(quick_of):
    battle = quick_of()
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    evade(battle)
    points.pay_points(battle, 0, 1)
    assert evasions.may_evade(battle, 1)


@pytest.mark.rule("RW37", "W58")
def test_RW37_at_the_other_moments_a_move_is_never_barred(quick_of):
    battle = quick_of()
    assert evasions.may_evade(battle, 1)
    action_stack.push(battle, Role.TURN, Act.QUICK, 0, 1, 0)
    evade(battle)
    battle.frames[battle.top].step = Step.RESOLVED
    assert evasions.may_evade(battle, 1)
    before = battle.fighters[0].copy()
    evade(battle)
    assert battle.fighters[0] == before
