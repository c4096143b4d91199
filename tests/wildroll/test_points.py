"""Action points gained, kept and spent."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Attribute,
    Life,
    Stage,
)
from quintain.envs.wildroll.rules.combat_sequence import costs, points, rounds
from quintain.envs.wildroll.rules.movement import movement

pytestmark = pytest.mark.interpreted


def gained(battle_of, gain, **one) -> int:
    """AP of a fighter without AP after a gain."""
    battle = battle_of(red=[{"vitality": 0, "action_points": 0, **one}])
    gain(battle, 0)
    return int(battle.fighters[0].action_points)


@pytest.mark.rule("W44", "W46", "W47")
@pytest.mark.parametrize(
    ("speed", "start", "end"), [(-10, 2, 1), (-2, 5, 4), (0, 6, 6), (4, 11, 10)]
)
def test_W44_twice_a_round(battle_of, speed, start, end):
    assert gained(battle_of, points.gain_at_round_start, speed=speed) == start
    assert gained(battle_of, points.gain_at_turn_end, speed=speed) == end


@pytest.mark.rule("W45", "W48")
def test_W45_never_above_the_most(battle_of):
    assert gained(battle_of, points.gain_at_turn_end, action_points=15) == 18
    assert gained(battle_of, points.gain_at_round_start, action_points=18) == 18


@pytest.mark.rule("RW12", "RW22", "H5")
@pytest.mark.parametrize(
    ("state", "start", "end"),
    [
        ({}, 6, 6), ({"fatigue": 5}, 3, 3), ({"fatigue": 10}, 0, 6), ({"surprised": True}, 0, 6),
        ({"fatigue": 5, "speed": 1}, 4, 4), ({"fatigue": 12, "npc": "elite"}, 3, 3),
        ({"life": Life.UNCONSCIOUS}, 6, 6), ({"helpless_rounds": 2}, 6, 6),
        ({"life": Life.DEAD}, 0, 0),
    ],
)  # fmt: skip
def test_RW12_RW22_H5_who_gains_what(battle_of, state, start, end):
    assert gained(battle_of, points.gain_at_round_start, **state) == start
    assert gained(battle_of, points.gain_at_turn_end, **state) == end


@pytest.mark.rule("H5")
def test_H5_the_unconscious_gain_too(battle_of):
    assert gained(battle_of, points.gain_at_round_start, life=Life.UNCONSCIOUS) == 6


@pytest.mark.rule("W114", "RW14")
def test_W114_only_what_is_there_in_full_can_be_paid(battle_of):
    battle = battle_of(red=[{"action_points": 5}])
    assert points.can_pay(battle, 0, 5)
    assert not points.can_pay(battle, 0, 6)
    points.pay_points(battle, 0, 5)
    assert battle.fighters[0].action_points == 0


@pytest.mark.rule("W49", "RW37")
@pytest.mark.parametrize(("cost", "kept"), [(0, True), (1, False)])
def test_W49_spending_elsewhere_gives_up_a_long_action(battle_of, events, cost, kept):
    battle = battle_of(red=[{"long_act": Act.TREAT_WOUND, "long_left": 6, "evaded_by": [1]}])
    points.pay_points(battle, 0, cost)
    fighter = battle.fighters[0]
    assert (fighter.long_act == Act.TREAT_WOUND) == kept
    assert (fighter.long_left, fighter.evaded_by) == ((6, 2) if kept else (0, 0))
    told = [] if kept else [("gives_up", 0, -1, Act.TREAT_WOUND, 0, 0)]
    assert events(battle, "gives_up") == told


@pytest.mark.rule("W51", "RW5")
@pytest.mark.parametrize("act", list(Act))
def test_W51_no_cost_is_below_1(battle_of, act):
    assert costs.cost_of(battle_of(), 0, act, 0) >= 1


@pytest.mark.rule("W51", "RW5", "W81", "W102", "W110", "RW7")
@pytest.mark.parametrize(
    ("act", "argument", "points"),
    [(Act.QUICK, 0, 3), (Act.STANDARD, 0, 5), (Act.STRONG, 0, 9), (Act.SEIZE, 0, 4),
     (Act.TREAT_WOUND, 3, 18), (Act.FIRE_BOLT, 0, 6), (Act.DOOR, 0, 2), (Act.POTION, 0, 4),
     (Act.RETRIEVE, 0, 1), (Act.RETRIEVE, 1, 1), (Act.RETRIEVE, 2, 3), (Act.RETRIEVE, 3, 6),
     (Act.STOW, 0, 3), (Act.RELOAD, 0, 6), (Act.CHARM, 0, 4)],
)  # fmt: skip
def test_RW5_what_an_action_costs(battle_of, act, argument, points):
    one = {"held": ["crossbow"], "scabbard": ["dagger", "dagger"], "charm": "warden_torc"}
    assert costs.cost_of(battle_of(red=[one]), 0, act, argument) == points


@pytest.mark.rule("W104", "RW5")
@pytest.mark.parametrize(
    ("act", "argument", "more"),
    [(Act.QUICK, 0, 2), (Act.STANDARD, 0, 2), (Act.STRONG, 0, 2), (Act.NONLETHAL, 2, 2),
     (Act.REBUFF, 0, 2), (Act.GRAPPLE, 0, 2), (Act.OPENING, 0, 2), (Act.STANDARD, 1, 0),
     (Act.SHOVE, 0, 0), (Act.FIRE_BOLT, 0, 0), (Act.DEFEND, 0, 0)],
)  # fmt: skip
def test_W104_melee_attacks_cost_more_under_water(battle_of, act, argument, more):
    one = {"held": ["sword", "shield"], "underwater": True}
    battle = battle_of(red=[one], blue=[{**one, "race": "merfolk"}])
    dry = costs.cost_of(battle, 1, act, argument)
    assert costs.cost_of(battle, 0, act, argument) == dry + more


# --- Movement bought ahead (W45, W65, H8) ---------------------------------------------------------


@pytest.mark.rule("W45", "W65", "W66", "H8", "QW12")
@pytest.mark.parametrize(
    ("state", "bought"),
    [
        ({"action_points": 12}, 0), ({"action_points": 13}, 1), ({"action_points": 18}, 6),
        ({"action_points": 18, "fatigue": 6}, 3), ({"action_points": 18, "holding": [1]}, 0),
        ({"action_points": 18, "helpless_rounds": 1}, 0),
    ],
)  # fmt: skip
def test_W65_ap_above_the_most_buy_movement_for_the_round(battle_of, events, state, bought):
    battle = battle_of(red=[state])
    movement.buy_with_excess(battle, 0)
    fighter = battle.fighters[0]
    assert fighter.move_quarters == 8 * bought  # a rate of 8
    assert fighter.action_points == state["action_points"] - bought
    assert events(battle) == ([("buys", 0, -1, 0, bought, 0)] if bought else [])


@pytest.mark.rule("W49", "W65", "H8")
def test_W49_no_movement_is_bought_while_a_long_action_goes_on(battle_of, events):
    state = {"action_points": 18, "long_act": Act.RELOAD, "long_left": 5}
    battle = battle_of(red=[state])
    movement.buy_with_excess(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.action_points, fighter.move_quarters, fighter.long_left) == (18, 0, 5)
    assert events(battle) == []


@pytest.mark.rule("W65", "W66", "W106", "H8", "H25")
@pytest.mark.parametrize(("rider", "mount", "bought"), [(18, 18, 6), (18, 14, 2), (12, 18, 0)])
def test_H8_a_rider_buys_no_more_than_both_would_lose(battle_of, rider, mount, bought):
    red = [
        {"base": "knight", "rides": 1, "action_points": rider},
        {"base": "warhorse", "action_points": mount, "speed": 0},
    ]
    battle = battle_of(red=red)
    battle.fighters[0].attributes[Attribute.SPEED] = 0
    movement.buy_with_excess(battle, 0)
    assert [int(one.action_points) for one in battle.fighters[:2]] == [
        rider - bought,
        mount - bought,
    ]
    assert battle.fighters[1].move_quarters == 16 * bought


@pytest.mark.rule("W65", "W66", "H8", "QW2", "TW7")
def test_W66_what_was_bought_serves_out_of_turn_until_the_round_ends(
    battle_of, begun, act, window, legal
):
    red = {"action_points": 18, "initiative": 20}
    battle = begun(battle_of(red=[red], blue=[{"initiative": 10, "at": (12, 3)}]))
    act(battle, "wait")
    fighter = battle.fighters[0]
    assert (fighter.move_quarters, fighter.action_points) == (48, 18)
    assert (window(battle), battle.to_act) == ("interrupt", 0)  # the start of blue_0's turn
    act(battle, "step", 1)
    assert (fighter.x, fighter.action_points, fighter.initiative) == (5, 18, 20)
    rounds.lose_movement(battle)
    assert fighter.move_quarters == 0


@pytest.mark.rule("W65", "W66")
def test_W65_what_was_bought_out_of_turn_serves_in_the_turn_that_follows(battle_of, begun, act):
    red = {"action_points": 0, "move_quarters": 16, "move_used": 1}
    battle = begun(battle_of(red=[red], blue=[{"at": (12, 3)}], stage=Stage.ROUND_START))
    fighter = battle.fighters[0]
    assert battle.active == 0
    assert (fighter.action_points, fighter.move_quarters, fighter.move_used) == (6, 16, 1)
    act(battle, "step", 1)
    assert (fighter.x, fighter.action_points, fighter.move_used) == (5, 6, 2)


@pytest.mark.rule("W65", "W66")
def test_W65_what_was_bought_in_ones_turn_outlasts_it(battle_of, begun, act, window):
    red = {"action_points": 0, "move_quarters": 16, "initiative": 20}
    battle = begun(battle_of(red=[red], blue=[{"initiative": 10, "at": (12, 3)}]))
    act(battle, "wait")
    assert (window(battle), battle.to_act) == ("interrupt", 0)  # the start of blue_0's turn
    assert battle.fighters[0].move_quarters == 16
