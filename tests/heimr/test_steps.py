"""The steps of an action: those that every action begins with, and those of each kind."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Action, ActionType, Effect, Outcome, Role, Step, Window
from quintain.envs.heimr.rules.combat_actions import action_stack, action_steps
from quintain.envs.heimr.tables import ACTION_TYPE

pytestmark = pytest.mark.interpreted
ATTACKS = {
    Action.WEAPON_ATTACK, Action.BRAWL_HIT, Action.BRAWL_BIND, Action.SHIELD_BASH,
    Action.SHOVING_STRIKE,
}  # fmt: skip
WAYS = {
    Action.CHARGE, Action.MOVE, Action.LEAVE_CLUSTER, Action.RUN, Action.CLIMB, Action.JUMP_DOWN,
    Action.CRAWL, Action.CARRY,
}  # fmt: skip
UPCOMING = [deed for deed in Action if ACTION_TYPE[deed] == ActionType.UPCOMING]


@pytest.mark.rule("TH3", "TH4")
def test_TH3_where_each_deed_goes_on():
    actions = [deed for deed in Action if deed not in (Action.NONE, Action.HOLD_ON)]
    assert {
        deed for deed in actions if action_steps.first_own_step(deed) == Step.GUARDED
    } == ATTACKS
    assert {
        deed for deed in actions if action_steps.first_own_step(deed) == Step.BORDER_GUARDED
    } == WAYS
    others = {deed for deed in actions if action_steps.first_own_step(deed) == Step.CHECK}
    assert others == {*actions} - ATTACKS - WAYS


@pytest.mark.rule("TH3", "TH4", "H80")
def test_TH4_declared_intended_restrained(battle_of):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Action.SHIELD_BASH, 0, 1, 0)
    seen = []
    for _ in range(3):
        action_steps.action_step(battle)
        seen.append(Step(int(battle.frames[battle.top].step)))
    assert seen == [Step.INTENDED, Step.RESTRAINED, Step.GUARDED]
    assert battle.fighters[0].standard


@pytest.mark.rule("H82", "TH3")
@pytest.mark.parametrize(
    "deed", [deed for deed in Action if ACTION_TYPE[deed] == ActionType.UPCOMING]
)
def test_H82_an_upcoming_action_is_over_as_soon_as_it_is_declared(battle_of, deed):
    battle = battle_of(red=[{"prone": True}])
    action_stack.push(battle, Role.TURN, deed, 0, -1, 3)
    action_steps.action_step(battle)
    assert battle.frames[battle.top].step == Step.OVER
    action_steps.action_step(battle)
    fighter = battle.fighters[0]
    assert (battle.top, fighter.upcoming, fighter.upcoming_argument) == (-1, deed, 3)


@pytest.mark.rule("TH3", "TH4")
@pytest.mark.parametrize("outcome", [Outcome.HIT, Outcome.DODGED, Outcome.FAILED])
def test_TH3_a_deed_leaves_its_outcome_to_the_one_below(battle_of, outcome):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Action.BRAWL_HIT, 0, 1, 0)
    action_stack.push(battle, Role.PROVOKED, Action.WEAPON_ATTACK, 1, 0, 0)
    battle.frames[battle.top].outcome = outcome
    action_stack.go_to(battle.frames[battle.top], Step.OVER)
    action_steps.action_step(battle)
    assert (battle.top, battle.outcome) == (0, outcome)


@pytest.mark.rule("HH34", "TH3", "H65", "RH37")
@pytest.mark.parametrize(
    ("deed", "step", "broken"),
    [(Action.WEAPON_ATTACK, Step.INTENDED, True), (Action.WEAPON_ATTACK, Step.ROLL, True),
     (Action.WEAPON_ATTACK, Step.REPLACED, False), (Action.MOVE, Step.CHALLENGE, True),
     (Action.MOVE, Step.ENTERED, False), (Action.HIDE, Step.CHECK, True),
     (Action.LOOK, Step.TAKES_EFFECT, False), (Action.WEAPON_ATTACK, Step.SLIPPED, False),
     (Action.WEAPON_ATTACK, Step.PROVOKED, True), (Action.MOVE, Step.BORDER_SLIPPED, False)],
)  # fmt: skip
def test_HH34_who_cannot_act_any_more_breaks_off(battle_of, events, deed, step, broken):
    battle = battle_of(red=[{"seconds": {"daze": 2}}])
    action_stack.push(battle, Role.TURN, deed, 0, 1, 6)
    frame = battle.frames[battle.top]
    frame.step = step
    assert bool(action_steps.is_interrupted(battle, frame, step)) == broken
    battle.fighters[0].seconds[Effect.DAZE] = 0
    assert not action_steps.is_interrupted(battle, frame, step)


@pytest.mark.rule("TH3", "H65")
def test_TH3_what_is_broken_off_fails(battle_of, events):
    battle = battle_of(red=[{"seconds": {"daze": 2}}])
    action_stack.push(battle, Role.TURN, Action.WEAPON_ATTACK, 0, 1, 0)
    action_steps.action_step(battle)
    frame = battle.frames[battle.top]
    assert (frame.step, frame.outcome) == (Step.OVER, Outcome.FAILED)
    assert events(battle, "fails") == [("fails", 0, 1, Action.WEAPON_ATTACK, 0, 0)]
    assert not battle.fighters[0].standard


@pytest.mark.rule("H49", "TH3", "HH41")
@pytest.mark.parametrize(
    ("deed", "role", "charges", "asks"),
    [(Action.WEAPON_ATTACK, Role.TURN, False, True), (Action.CHARGE, Role.TURN, False, False),
     (Action.BRAWL_HIT, Role.READIED, False, True), (Action.WEAPON_ATTACK, Role.TURN, True, True),
     (Action.WEAPON_ATTACK, Role.PROVOKED, False, False),
     (Action.WEAPON_ATTACK, Role.GUARD, False, False), (Action.MOVE, Role.TURN, False, False)],
)  # fmt: skip
def test_H49_whose_intention_can_be_answered(battle_of, deed, role, charges, asks):
    battle = battle_of()
    action_stack.push(battle, role, deed, 0, 1, 0)
    battle.frames[battle.top].charges = charges
    assert bool(action_steps.has_intention(battle.frames[battle.top])) == asks


@pytest.mark.rule("H114", "QH11", "TH3")
def test_H114_the_holder_is_asked_before_the_deed_goes_on(battle_of, do):
    battle = battle_of(
        red=[{"held_by": 1, "held_part": 3, "cluster": 0, "held": [], "pack": ["light"]}],
        blue=[{"holds": 0, "cluster": 0}],
    )
    assert do(battle, Action.CONCEAL_ITEM) == Window.HOLD
    assert battle.to_act == 1
