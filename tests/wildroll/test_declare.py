"""Declared actions that take place: still possible, hurried, paid for."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack, declare
from quintain.envs.wildroll.tables import ACT_NAMES, ACT_POINTS, ACT_STAMINA, HURRIED

pytestmark = pytest.mark.interpreted
CROUCHING = int(Posture.CROUCHING)


def under_way(battle, act, target=-1, argument=0, role=Role.TURN, actor=0):
    """The frame of an action that is about to take place."""
    declare.declare_act(battle, role, act, actor, target, argument)
    battle.frames[battle.top].step = Step.TAKES_PLACE
    return battle.frames[battle.top]


# --- Free choices (W43, RW34, H12) ----------------------------------------------------------------


@pytest.mark.rule("W32", "W43")
def test_W32_who_drops_its_weapon_flanks_no_more(battle_of, begun, act):
    red = [{"at": (3, 3)}, {"at": (6, 3)}]
    battle = begun(battle_of(red=red, blue=[{"at": (5, 3), "initiative": 1}], flanked=0b100))
    act(battle, "drop", 0)
    assert int(battle.flanked) == 0


@pytest.mark.rule("W43", "RW34")
def test_W43_letting_go_costs_nothing_and_opens_no_window(battle_of, begun, act, window):
    battle = begun(battle_of(red=[{"holding": [1]}], blue=[{"initiative": 30}]))
    act(battle, "release")
    assert (window(battle), battle.to_act) == ("turn", 0)
    act(battle, "drop")
    assert (window(battle), battle.to_act) == ("turn", 0)
    red = battle.fighters[0]
    assert (red.holding, red.held[0], red.action_points) == (0, -1, 12)


@pytest.mark.rule("W43", "H12")
@pytest.mark.parametrize("points", [0, 1])
def test_W43_letting_go_is_offered_in_every_turn(battle_of, begun, legal, points):
    offered = {"release", "drop"}
    battle = begun(battle_of(red=[{"holding": [1], "action_points": points}]))
    assert legal(battle, *offered) == offered
    battle = begun(battle_of(red=[{"held": []}]))
    assert legal(battle, *offered) == set()


@pytest.mark.rule("W43", "H12", "QW2")
def test_W43_letting_go_out_of_turn_is_free_and_leaves_the_choice(
    battle_of, begun, act, window, legal
):
    blue = {"initiative": 30, "holding": [0], "action_points": 4}
    battle = begun(battle_of(blue=[blue], stage=2))
    assert legal(battle, "release", "drop") == {"release", "drop"}
    act(battle, "release")
    act(battle, "drop")
    fighter = battle.fighters[1]
    assert (fighter.holding, fighter.held[0], fighter.initiative) == (0, -1, 30)
    assert (window(battle), battle.to_act, fighter.action_points) == ("interrupt", 1, 4)


@pytest.mark.rule("W43", "H12")
def test_H12_nobody_is_asked_out_of_turn_only_to_let_go(battle_of, begun, window):
    blue = {"initiative": 30, "holding": [0], "action_points": 0}
    battle = begun(battle_of(blue=[blue], stage=2))
    assert (window(battle), battle.to_act) == ("turn", 0)


# --- What it costs (W12, W109, RW6) ---------------------------------------------------------------


@pytest.mark.rule("W109", "RW6", "W114")
def test_W109_stamina_is_paid_when_the_action_takes_effect(battle_of, begun, act, loaded):
    battle = begun(battle_of(red=[{"holding": [1]}], blue=[{"initiative": 30, "holding": [0]}]))
    act(battle, "drag")
    assert (battle.fighters[0].stamina, battle.fighters[0].action_points) == (11, 12)
    act(battle, "pass", faces=[3, 3, 4])
    assert (battle.fighters[0].stamina, battle.fighters[0].action_points) == (10, 9)


@pytest.mark.rule("W109", "W59")
def test_W109_what_is_cancelled_costs_no_stamina(battle_of, begun, act):
    battle = begun(battle_of(red=[{"holding": [1]}], blue=[{"initiative": 30, "holding": [0]}]))
    act(battle, "drag")
    act(battle, "defend")
    assert (battle.fighters[0].stamina, battle.fighters[0].action_points) == (11, 12)


@pytest.mark.rule("RW6", "W12")
@pytest.mark.parametrize("act", [act for act in Act if ACT_STAMINA[act] > 0])
def test_RW6_every_cost_in_stamina(battle_of, act):
    battle = battle_of(red=[{"stamina": 1}])
    frame = under_way(battle, act, target=1)
    declare.pay(battle, frame)
    cost = {"strong": 3, "dash": 2, "cling": 1, "drag": 1, "pin": 1}[ACT_NAMES[act]]
    assert (battle.fighters[0].stamina, battle.fighters[0].fatigue) == (0, cost - 1)
    assert battle.fighters[0].action_points == 12 - ACT_POINTS[act]


@pytest.mark.rule("W12", "QW10")
def test_W12_want_of_stamina_forbids_nothing(battle_of, begun, legal):
    battle = battle_of(red=[{"stamina": 0, "holding": [1]}], blue=[{"holding": [0]}])
    assert legal(begun(battle), "drag") == {"drag"}


# --- Requirements again (H7, RW38) ----------------------------------------------------------------


@pytest.mark.rule("H7", "RW38")
@pytest.mark.parametrize("role", [Role.TURN, Role.INTERRUPT, Role.REACTION])
def test_H7_what_is_impossible_fails_and_nothing_is_paid(battle_of, events, role):
    battle = battle_of(red=[{"defending": True, "readied": Act.QUICK}])
    under_way(battle, Act.DEFEND, role=role)
    declare.take_place(battle)
    assert events(battle, "fails") == [("fails", 0, -1, Act.DEFEND, 0, 0)]
    assert (battle.top, battle.fighters[0].action_points) == (-1, 12)
    assert battle.fighters[0].readied == Act.QUICK


@pytest.mark.rule("H7", "RW12")
def test_H7_who_can_no_longer_act_fails(battle_of, events):
    battle = battle_of(red=[{"helpless_rounds": 1}])
    under_way(battle, Act.DEFEND)
    declare.take_place(battle)
    assert len(events(battle, "fails")) == 1


@pytest.mark.rule("H7", "RW14")
@pytest.mark.parametrize("role", [Role.INTERRUPT, Role.REACTION])
def test_H7_out_of_turn_the_points_must_be_there_in_full(battle_of, events, role):
    battle = battle_of(red=[{"action_points": 2}])
    under_way(battle, Act.DEFEND, role=role)
    declare.take_place(battle)
    assert len(events(battle, "fails")) == 1
    assert battle.fighters[0].action_points == 2


@pytest.mark.rule("H7", "W49", "RW38")
@pytest.mark.parametrize(("points", "begins"), [(0, 0), (1, 1)])
def test_H7_a_long_action_is_not_begun_with_the_last_ap_gone(battle_of, events, points, begins):
    # Between its declaration and this a readied action has been taken with the other AP.
    battle = battle_of(red=[{"action_points": points}])
    under_way(battle, Act.DEFEND)
    declare.take_place(battle)
    assert (len(events(battle, "begins_long")), len(events(battle, "fails"))) == (
        begins,
        1 - begins,
    )
    assert battle.top == -1


@pytest.mark.rule("W49", "H7")
@pytest.mark.parametrize(("long_act", "ends"), [(Act.DEFEND, "pays"), (Act.NONE, "fails")])
def test_W49_what_a_reaction_has_given_up_is_not_completed(battle_of, events, long_act, ends):
    battle = battle_of(red=[{"long_act": long_act, "long_left": 1}])
    under_way(battle, Act.DEFEND).is_completion = True
    declare.take_place(battle)
    assert [event[0] for event in events(battle, "pays", "fails")] == [ends]


@pytest.mark.rule("H7", "W43", "W81")
def test_H7_an_attack_fails_if_its_weapon_was_changed_in_between(battle_of, begun, act, events):
    # Blue interrupts the attack, which costs it the lead; red answers with another weapon.
    red = {"initiative": 15, "held": ["sword"], "scabbard": ["dagger"]}
    battle = begun(battle_of(red=[red], blue=[{"initiative": 16, "action_points": 12}]))
    act(battle, "standard")
    act(battle, "defend")
    act(battle, "drop")
    act(battle, "retrieve")
    act(battle, "pass", faces=None)
    assert events(battle, "fails") == [("fails", 0, 1, Act.STANDARD, 0, 0)]
    assert events(battle, "rolls") == []


# --- Being seen (H26) -----------------------------------------------------------------------------


@pytest.mark.rule("H26", "XW1")
def test_H26_who_acts_is_seen_and_who_attacks_only_by_its_blow(battle_of):
    battle = battle_of(red=[{"hidden": True}])
    under_way(battle, Act.QUICK, target=1)
    declare.take_place(battle)
    frame = battle.frames[battle.top]
    assert (frame.unseen, battle.fighters[0].hidden) == (True, True)
    action_stack.pop(battle)
    under_way(battle, Act.DEFEND)
    declare.take_place(battle)
    assert not battle.fighters[0].hidden


# --- More quickly (W103, RW40) --------------------------------------------------------------------


@pytest.mark.rule("W103", "RW40")
@pytest.mark.parametrize(
    ("cost", "margin", "points", "after"),
    [(5, 0, 12, 4), (5, 2, 12, 4), (5, 3, 12, 3), (5, 9, 12, 1), (5, 30, 12, 1), (1, 0, 12, 1),
     (5, -1, 12, 6), (5, -2, 12, 6), (5, -3, 12, 7), (5, -9, 12, 9), (5, -9, 7, 7), (5, -1, 5, 5),
     (5, -4, 3, 5), (5, 5, 3, 3)],
)  # fmt: skip
def test_W103_a_point_saved_or_lost_and_one_more_for_each_3(cost, margin, points, after):
    assert declare.hurried_cost(cost, margin, points) == after


@pytest.mark.rule("W103", "RW40", "H10")
@pytest.mark.parametrize(
    ("faces", "points", "stamina"),
    [([3, 3, 3], 10, 10), ([4, 4, 4], 11, 10), ([1, 1, 1], 6, 11), ([2, 3, 3], 8, 11)],
)
def test_W103_a_check_by_the_better_of_the_two(battle_of, begun, act, faces, points, stamina):
    nimble = {"dexterity": 1, "strength": -1, "skills": {"acrobatics": 0}}
    battle = begun(battle_of(red=[{"potions": 1, "held": [], "pouch": ["dagger"], **nimble}]))
    act(battle, "hurry")
    assert battle.fighters[0].hurrying
    act(battle, "retrieve", 2, faces=faces)
    assert (battle.fighters[0].action_points, battle.fighters[0].stamina) == (points, stamina)
    assert not battle.fighters[0].hurrying


@pytest.mark.rule("RW40", "W103")
def test_RW40_what_can_be_done_more_quickly(battle_of, begun, act, loaded):
    quick = {Act.MOUNT, Act.DISMOUNT, Act.RETRIEVE, Act.DOOR, Act.POTION, Act.CHARM}
    assert {one for one in Act if HURRIED[one]} == quick
    battle = begun(battle_of(red=[{"hurrying": True}]))
    act(battle, "defend")  # no dice
    assert battle.fighters[0].hurrying


@pytest.mark.rule("H12", "W103", "RW40")
def test_H12_hurrying_is_offered_where_something_can_be_hurried(battle_of, begun, legal, act):
    assert legal(begun(battle_of()), "hurry") == set()
    battle = battle_of(red=[{"potions": 1, "stamina": 5}])
    assert legal(begun(battle), "hurry") == {"hurry"}
    act(battle, "hurry")
    assert legal(battle, "hurry") == set()


@pytest.mark.rule("W103", "H12")
def test_H12_hurrying_ends_with_the_turn(battle_of, begun, act, window):
    red = {"potions": 1, "stamina": 5, "action_points": 3}  # a potion costs 4
    battle = begun(battle_of(red=[red], blue=[{"initiative": 1}]))
    act(battle, "hurry")
    act(battle, "wait")
    assert (window(battle), battle.to_act, battle.active) == ("interrupt", 0, 1)
    assert not battle.fighters[0].hurrying


@pytest.mark.rule("W103", "QW2")
def test_W103_an_interrupt_may_be_hurried_too(battle_of, begun, act, window):
    blue = {"initiative": 30, "potions": 1, "stamina": 5}
    battle = begun(battle_of(blue=[blue], stage=2))
    act(battle, "hurry")
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    act(battle, "potion", faces=[6, 6, 6])
    assert battle.fighters[1].action_points == 11
    assert battle.fighters[1].initiative == 28
