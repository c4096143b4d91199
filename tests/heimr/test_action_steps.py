"""The steps of an action: those that every action begins with, and those of each kind."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, ActionType, Effect, Outcome, Role, Step, Window
from quintain.envs.heimr.rules.combat_actions import action_stack, action_steps
from quintain.envs.heimr.tables import ACTION_TYPE

pytestmark = pytest.mark.interpreted
ATTACKS = {
    Act.WEAPON_ATTACK, Act.BRAWL_HIT, Act.BRAWL_BIND, Act.SHIELD_BASH,
    Act.SHOVING_STRIKE,
}  # fmt: skip
WAYS = {
    Act.CHARGE, Act.MOVE, Act.LEAVE_CLUSTER, Act.RUN, Act.CLIMB, Act.JUMP_DOWN,
    Act.CRAWL, Act.CARRY,
}  # fmt: skip
UPCOMING = [act for act in Act if ACTION_TYPE[act] == ActionType.UPCOMING]


@pytest.mark.rule("TH3", "TH4")
def test_TH3_where_each_action_goes_on():
    actions = [act for act in Act if act not in (Act.NONE, Act.HOLD_ON)]
    assert {act for act in actions if action_steps.first_own_step(act) == Step.GUARDED} == ATTACKS
    assert {
        act for act in actions if action_steps.first_own_step(act) == Step.BORDER_GUARDED
    } == WAYS
    others = {act for act in actions if action_steps.first_own_step(act) == Step.CHECK}
    assert others == {*actions} - ATTACKS - WAYS


@pytest.mark.rule("TH3", "TH4", "H80")
def test_TH4_declared_intended_restrained(battle_of):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Act.SHIELD_BASH, 0, 1, 0)
    seen = []
    for _ in range(3):
        action_steps.action_step(battle)
        seen.append(Step(int(battle.frames[battle.top].step)))
    assert seen == [Step.INTENDED, Step.RESTRAINED, Step.GUARDED]
    assert battle.fighters[0].standard


@pytest.mark.rule("H82", "TH3")
@pytest.mark.parametrize("act", [act for act in Act if ACTION_TYPE[act] == ActionType.UPCOMING])
def test_H82_an_upcoming_action_is_over_as_soon_as_it_is_declared(battle_of, act):
    battle = battle_of(red=[{"prone": True}])
    action_stack.push(battle, Role.TURN, act, 0, -1, 3)
    action_steps.action_step(battle)
    assert battle.frames[battle.top].step == Step.OVER
    action_steps.action_step(battle)
    fighter = battle.fighters[0]
    assert (battle.top, fighter.upcoming, fighter.upcoming_argument) == (-1, act, 3)


@pytest.mark.rule("TH3", "TH4")
@pytest.mark.parametrize("outcome", [Outcome.HIT, Outcome.DODGED, Outcome.FAILED])
def test_TH3_an_action_leaves_its_outcome_to_the_one_below(battle_of, outcome):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Act.BRAWL_HIT, 0, 1, 0)
    action_stack.push(battle, Role.PROVOKED, Act.WEAPON_ATTACK, 1, 0, 0)
    battle.frames[battle.top].outcome = outcome
    action_stack.go_to(battle.frames[battle.top], Step.OVER)
    action_steps.action_step(battle)
    assert (battle.top, battle.outcome) == (0, outcome)


@pytest.mark.rule("HH34", "TH3", "H65", "RH37")
@pytest.mark.parametrize(
    ("act", "step", "broken"),
    [(Act.WEAPON_ATTACK, Step.INTENDED, True), (Act.WEAPON_ATTACK, Step.ROLL, True),
     (Act.WEAPON_ATTACK, Step.REPLACED, False), (Act.MOVE, Step.CHALLENGE, True),
     (Act.MOVE, Step.ENTERED, False), (Act.HIDE, Step.CHECK, True),
     (Act.LOOK, Step.TAKES_EFFECT, False), (Act.WEAPON_ATTACK, Step.SLIPPED, False),
     (Act.WEAPON_ATTACK, Step.PROVOKED, True), (Act.MOVE, Step.BORDER_SLIPPED, False)],
)  # fmt: skip
def test_HH34_who_cannot_act_any_more_breaks_off(battle_of, events, act, step, broken):
    battle = battle_of(red=[{"seconds": {"daze": 2}}])
    action_stack.push(battle, Role.TURN, act, 0, 1, 6)
    frame = battle.frames[battle.top]
    frame.step = step
    assert bool(action_steps.is_interrupted(battle, frame, step)) == broken
    battle.fighters[0].seconds[Effect.DAZE] = 0
    assert not action_steps.is_interrupted(battle, frame, step)


@pytest.mark.rule("TH3", "H65")
def test_TH3_what_is_broken_off_fails(battle_of, events):
    battle = battle_of(red=[{"seconds": {"daze": 2}}])
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    action_steps.action_step(battle)
    frame = battle.frames[battle.top]
    assert (frame.step, frame.outcome) == (Step.OVER, Outcome.FAILED)
    assert events(battle, "fails") == [("fails", 0, 1, Act.WEAPON_ATTACK, 0, 0)]
    assert not battle.fighters[0].standard


@pytest.mark.rule("H49", "TH3", "HH41")
@pytest.mark.parametrize(
    ("act", "role", "charges", "asks"),
    [(Act.WEAPON_ATTACK, Role.TURN, False, True), (Act.CHARGE, Role.TURN, False, False),
     (Act.BRAWL_HIT, Role.READIED, False, True), (Act.WEAPON_ATTACK, Role.TURN, True, True),
     (Act.WEAPON_ATTACK, Role.PROVOKED, False, False),
     (Act.WEAPON_ATTACK, Role.GUARD, False, False), (Act.MOVE, Role.TURN, False, False)],
)  # fmt: skip
def test_H49_whose_intention_can_be_answered(battle_of, act, role, charges, asks):
    battle = battle_of()
    action_stack.push(battle, role, act, 0, 1, 0)
    battle.frames[battle.top].charges = charges
    assert bool(action_steps.has_intention(battle.frames[battle.top])) == asks


@pytest.mark.rule("H114", "QH11", "TH3")
def test_H114_the_holder_is_asked_before_the_action_goes_on(battle_of, do):
    battle = battle_of(
        red=[{"held_by": 1, "held_part": 3, "cluster": 0, "held": [], "pack": ["light"]}],
        blue=[{"holds": 0, "cluster": 0}],
    )
    assert do(battle, Act.CONCEAL_ITEM) == Window.HOLD
    assert battle.to_act == 1
