"""Long actions, paid over several turns."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack, legality, multi_turn_actions

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("W49", "TW6")
def test_W49_all_points_now_and_in_each_turn_until_it_is_paid(battle_of, events):
    battle = battle_of(red=[{"action_points": 7}])
    fighter = battle.fighters[0]
    action_stack.push(battle, Role.TURN, Act.TREAT_WOUND, 0, 0, 3)
    battle.frames[battle.top].cost = 18
    multi_turn_actions.begin_long(battle, battle.frames[battle.top])
    assert multi_turn_actions.is_long(fighter)
    assert (fighter.long_act, fighter.long_target, fighter.long_argument) == (34, 0, 3)
    assert (fighter.action_points, fighter.long_left) == (0, 11)
    fighter.action_points = 8
    multi_turn_actions.pay_on(battle, 0)
    assert (fighter.action_points, fighter.long_left) == (0, 3)
    fighter.action_points = 8
    multi_turn_actions.pay_on(battle, 0)
    assert (fighter.action_points, fighter.long_left) == (5, 0)
    left = [event[4] for event in events(battle, "begins_long")]
    assert left == [11, 3, 0]


@pytest.mark.rule("W49", "RW39")
def test_RW39_what_was_paid_is_lost_when_it_is_given_up(battle_of):
    battle = battle_of(red=[{"action_points": 2, "long_act": Act.STRONG, "long_left": 4}])
    fighter = battle.fighters[0]
    multi_turn_actions.give_up(battle, 0)
    assert not multi_turn_actions.is_long(fighter)
    assert (fighter.action_points, fighter.long_left, fighter.long_target) == (2, 0, -1)


SLOW = {"held": [], "hobbled": True, "posture": 2}


# --- From turn to turn (W49, TW6, QW11, RW39, H7) -------------------------------------------------


@pytest.fixture
def seizing(battle_of):
    """The turn of red_0 with too few AP to seize initiative; blue_0 comes after it.

    With a single AP red_0 can do nothing out of turn, and with none nothing in its turn.
    """

    def build(points=3, **blue):
        return battle_of(
            red=[{"action_points": points, "initiative": 10, "speed": -10, **SLOW}],
            blue=[{"at": (12, 3), "initiative": 9, "hidden": True, **blue}],
        )

    return build


@pytest.mark.rule("W49", "RW25")
def test_W49_all_points_go_into_it_and_it_does_not_take_effect(seizing, begun, act):
    battle = begun(seizing())
    act(battle, "seize")
    red = battle.fighters[0]
    assert (red.long_act, red.long_left, red.initiative) == (Act.SEIZE, 1, 10)
    assert red.action_points == 1  # of the end of the turn
    assert battle.active == 1


@pytest.mark.rule("W49", "W80", "XW1", "H26", "W69")
def test_W80_to_begin_one_ends_readiness_and_hiding(seizing, begun, act):
    battle = begun(seizing())
    red = battle.fighters[0]
    red.readied, red.hidden, red.run, red.calming = Act.DEFEND, True, 4, 1
    act(battle, "seize")
    assert red.long_act == Act.SEIZE
    assert (red.readied, red.hidden, red.run, red.calming) == (Act.NONE, False, 0, 0)


@pytest.mark.rule("TW6", "QW11", "W49")
def test_TW6_it_is_paid_on_and_takes_effect_when_all_is_paid(
    seizing, begun, act, window, legal, events
):
    battle = begun(seizing())
    act(battle, "seize")
    act(battle, "wait", faces=None)
    assert (window(battle), battle.to_act) == ("long", 0)
    assert legal(battle) == {"give_up"}
    assert battle.fighters[0].action_points == 3
    act(battle, "wait", faces=[5])
    red = battle.fighters[0]
    assert (red.long_act, red.action_points, red.initiative) == (Act.NONE, 2, 15)
    assert events(battle, "gives_up") == []


@pytest.mark.rule("W49", "TW6")
def test_TW6_over_several_turns(seizing, begun, act, window):
    battle = begun(seizing(points=1))
    act(battle, "seize")
    red = battle.fighters[0]
    paid = []
    while red.long_act == Act.SEIZE:
        assert battle.to_act == 1
        act(battle, "wait", faces=None)
        assert (window(battle), battle.to_act) == ("long", 0)
        paid.append((int(red.long_left), int(red.action_points)))
        if len(paid) < 3:
            red.action_points = 1
        act(battle, "wait", faces=None)
    assert paid == [(3, 3), (2, 3), (1, 3)]
    assert red.initiative > 10


@pytest.mark.rule("QW11", "W49", "RW39")
def test_QW11_to_give_it_up_loses_what_was_paid(seizing, begun, act, window):
    battle = begun(seizing())
    act(battle, "seize")
    act(battle, "wait", faces=None)
    act(battle, "give_up")
    assert (window(battle), battle.to_act) == ("turn", 0)
    red = battle.fighters[0]
    assert (red.long_act, red.action_points, red.initiative) == (Act.NONE, 3, 10)


@pytest.mark.rule("TW6", "RW12")
def test_TW6_who_can_act_no_longer_gives_it_up(battle_of, begun, events):
    long_one = {"long_act": Act.SEIZE, "long_left": 1, "helpless_rounds": 1}
    battle = begun(battle_of(red=[long_one, {}], stage=3))
    assert events(battle, "gives_up") == [("gives_up", 0, -1, Act.SEIZE, 0, 0)]


@pytest.mark.rule("W49", "W92", "TW6")
def test_W49_the_pinned_go_on_with_a_long_escape(battle_of, begun, window):
    pinned = {"pinned_by": 1, "long_act": Act.ESCAPE, "long_left": 2}
    battle = begun(battle_of(red=[pinned], blue=[{"holding": [0]}], stage=3))
    assert (window(battle), battle.to_act) == ("long", 0)


@pytest.mark.rule("RW39", "W58")
def test_RW39_windows_at_its_declaration_and_its_completion(seizing, begun, act, window):
    battle = begun(seizing(initiative=20))
    act(battle, "seize")
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    act(battle, "wait")  # begun: no window after it, one at the end of the turn
    assert (window(battle), int(battle.top)) == ("interrupt", -1)
    act(battle, "pass")
    battle.fighters[1].passing = False
    battle.active, battle.stage, battle.window = 0, 3, 0
    battle.fighters[0].action_points = 1
    begun(battle)
    act(battle, "wait")
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    assert battle.frames[battle.top].is_completion


@pytest.mark.rule("RW39", "W59")
def test_W59_a_cancelled_completion_keeps_what_was_paid_and_may_go_on(
    battle_of, begun, act, window, events
):
    red = {"long_act": Act.SEIZE, "long_left": 2, "action_points": 5, "initiative": 10}
    battle = begun(battle_of(red=[red], blue=[{"initiative": 12}], stage=3))
    act(battle, "wait")
    act(battle, "defend")
    fighter = battle.fighters[0]
    assert events(battle, "cancelled") == [("cancelled", 0, 1, Act.SEIZE, 1, 0)]
    assert (fighter.long_act, fighter.long_left) == (Act.SEIZE, 2)
    assert (fighter.action_points, fighter.initiative) == (5, 10)
    assert (window(battle), battle.to_act) == ("long", 0)
    act(battle, "wait", faces=[3])  # the initiative of blue_0 is 10 now
    assert (fighter.long_act, fighter.action_points, fighter.initiative) == (Act.NONE, 3, 13)


@pytest.mark.rule("RW39", "W59", "W49")
def test_W49_a_cancelled_completion_that_is_out_of_reach_waits_for_a_later_turn(
    battle_of, begun, act, window
):
    red = {"long_act": Act.STRONG, "long_left": 2, "long_target": 1, "action_points": 5}
    red["initiative"] = 10
    battle = begun(battle_of(red=[red], blue=[{"initiative": 12}], stage=3))
    act(battle, "wait")
    act(battle, "away", faces=None)
    assert (window(battle), battle.to_act) == ("turn", 0)
    fighter = battle.fighters[0]
    assert (fighter.long_act, fighter.long_left) == (Act.STRONG, 2)
    assert fighter.action_points == 5


@pytest.mark.rule("H7", "RW39")
def test_H7_its_requirements_are_asked_again_and_all_that_was_paid_is_lost(
    battle_of, begun, act, events
):
    red = {"long_act": Act.DEFEND, "long_left": 2, "action_points": 5, "defending": True}
    battle = begun(battle_of(red=[red], stage=3))
    act(battle, "wait")
    fighter = battle.fighters[0]
    assert events(battle, "fails") == [("fails", 0, -1, Act.DEFEND, 1, 0)]
    assert (fighter.long_act, fighter.action_points) == (Act.NONE, 5)


@pytest.mark.rule("H7", "W49")
@pytest.mark.parametrize(
    ("points", "long_act", "offered"),
    [(1, Act.NONE, True), (0, Act.NONE, False), (1, Act.STABILIZE, False)],
)
def test_H7_it_needs_a_point_and_nothing_else_that_goes_on(battle_of, points, long_act, offered):
    battle = battle_of(red=[{"action_points": points, "long_act": long_act}])
    assert legality.may_declare(battle, 0, Act.SEIZE, 0, -1, Role.TURN) == offered


@pytest.mark.rule("W49")
def test_W49_to_spend_points_on_something_else_gives_it_up(battle_of, begun, act, events):
    red = {"long_act": Act.SEIZE, "long_left": 2, "action_points": 5}
    battle = begun(battle_of(red=[red]))
    act(battle, "defend")
    assert events(battle, "gives_up") == [("gives_up", 0, -1, Act.SEIZE, 0, 0)]
    assert battle.fighters[0].long_act == Act.NONE
