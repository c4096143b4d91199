"""Movement rates, movement points and yards."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.movement import dash, movement, rates
from quintain.envs.wildroll.tables import MOST_RATE

pytestmark = pytest.mark.interpreted

E = 1
RIDERS = [{"base": "knight", "rides": 1}, {"base": "warhorse", "at": (4, 3)}]
AWAY = [{"at": (25, 3)}]


def at(battle, actor=0):
    """The position of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


YARDS = """0: 0 0 0 0; 1: 0 0 0 1; 2: 0 1 1 2; 3: 0 1 2 3; 4: 1 2 3 4; 5: 1 2 3 5; 6: 1 3 4 6;
7: 1 3 5 7; 8: 2 4 6 8; 9: 2 4 6 9; 10: 2 5 7 10; 11: 2 5 8 11; 12: 3 6 9 12; 13: 3 6 9 13;
14: 3 7 10 14; 15: 3 7 11 15; 16: 4 8 12 16; 17: 4 8 12 17; 18: 4 9 13 18; 19: 4 9 14 19;
20: 5 10 15 20; 21: 5 10 15 21; 22: 5 11 16 22; 23: 5 11 17 23; 24: 6 12 18 24; 25: 6 12 18 25"""


def at_rate(battle_of, rate):
    """A battle in which red_0 moves at a rate and has many AP."""
    battle = battle_of(red=[{"action_points": 12}], blue=AWAY)
    fighter = battle.fighters[0]
    fighter.dash_rate = rate - movement.own_rate(fighter)
    assert movement.rate_of(battle, 0) == rate
    return battle


def go(battle, side=E, actor=0, limit=12):
    """A yard of a path: paid and moved; its frame is removed again."""
    action_stack.push(battle, Role.TURN, Act.WAY, actor, -1, 0)
    frame = battle.frames[battle.top]
    fighter = battle.fighters[actor]
    x, y = fighter.x + (side == E), fighter.y
    bought = movement.buy_yards(battle, actor, movement.yard_cost(battle, actor, x, y), limit)
    movement.go_yard(battle, frame, side)
    assert frame.gone == 1
    action_stack.pop(battle)
    return int(bought)


# --- Rates (W63, W87, W113, RW12) -----------------------------------------------------------------


@pytest.mark.rule("W63", "W113", "RW12")
@pytest.mark.parametrize(
    ("person", "rate"),
    [
        ({}, 8), ({"strength": 3}, 9), ({"strength": 2}, 8), ({"skills": {"athletics": 2}}, 9),
        ({"strength": 2, "skills": {"athletics": 3}, "race": "ogre"}, 10),
        ({"race": "halfling", "strength": -1}, 7), ({"base": "wolf"}, 12), ({"base": "horse"}, 16),
        ({"hobbled": True}, 4), ({"base": "panther", "hobbled": True}, 6), ({"dash": 1}, 16),
        ({"dash": 1, "hobbled": True}, 8), ({"dash": 2, "dash_rate": 3}, 19),
        ({"wounds": {"critical": 1}, "fatigue": 8, "armour": "heavy"}, 8),
    ],
)  # fmt: skip
def test_W63_W113_rates(battle_of, person, rate):
    battle = battle_of(red=[person])
    assert movement.rate_of(battle, 0) == rate


@pytest.mark.rule("W87")
def test_W87_a_dash_doubles_the_rate_without_a_check(battle_of, loaded, events):
    battle = battle_of(red=[{}])
    with loaded(battle):
        dash.dash(battle, 0)
    assert movement.rate_of(battle, 0) == 16
    assert events(battle, "dashes") == [("dashes", 0, -1, 0, 16, 0)]


@pytest.mark.rule("W87", "RW2")
@pytest.mark.parametrize(
    ("faces", "more"), [([1, 1, 1], 1), ([2, 1, 1], 1), ([2, 2, 1], 2), ([6, 6, 6], 6)]
)
def test_W87_a_second_one_adds_1_for_3_points_of_an_ordinary_check(battle_of, loaded, faces, more):
    battle = battle_of(red=[{"dash": 1}])  # Strength 1
    with loaded(battle, faces):
        dash.dash(battle, 0)
    assert movement.rate_of(battle, 0) == 16 + more


@pytest.mark.rule("W87")
def test_W87_a_bad_check_takes_nothing_away(battle_of, loaded):
    wounded = {"dash": 1, "strength": -3, "wounds": {"critical": 1}}
    battle = battle_of(red=[wounded])
    before = movement.rate_of(battle, 0)
    with loaded(battle, [1, 1, 1]):
        dash.dash(battle, 0)
    assert movement.rate_of(battle, 0) == before


@pytest.mark.rule("W87")
@pytest.mark.parametrize(("taken", "may"), [(0, True), (1, True), (2, False)])
def test_W87_the_rate_is_raised_once_a_round(battle_of, taken, may):
    battle = battle_of(red=[{"dash": taken}])
    assert dash.may_dash(battle, 0) == may


@pytest.mark.rule("W87")
@pytest.mark.parametrize(
    ("letter", "special"), [(".", "running"), ("d", "swimming"), ("c", "climbing")]
)
def test_W87_the_specialisation_is_that_of_the_way_of_moving(battle_of, loaded, letter, special):
    red = [{"dash": 1, "at": (0, 0), "specialisations": {special: 2}}]
    battle = battle_of(red=red, blue=[{"at": (2, 0)}], map=f"{letter}..")
    with loaded(battle, [2, 2, 2]):
        dash.dash(battle, 0)
    assert battle.fighters[0].dash_rate == rates.dash_yards(6 + 1 + 2)


@pytest.mark.rule("W87", "W106")
def test_W87_a_rider_s_own_rate_is_of_no_use_in_the_saddle(battle_of):
    battle = battle_of(red=RIDERS)
    assert not dash.may_dash(battle, 0)
    battle.fighters[0].mount = battle.fighters[1].rider = -1
    assert dash.may_dash(battle, 0)


# --- Points (W62, W65, RW36, H8, QW12) ------------------------------------------------------------


@pytest.mark.rule("W62", "W65", "RW36")
@pytest.mark.parametrize(
    ("quarters", "used", "left"), [(0, 0, 0), (7, 0, 1), (8, 0, 2), (32, 5, 3), (8, 4, -2)]
)
def test_W65_points_bought_and_not_used(battle_of, quarters, used, left):
    battle = battle_of(red=[{"move_quarters": quarters, "move_used": used}])
    assert movement.points_left(battle.fighters[0]) == left


@pytest.mark.rule("W62")
@pytest.mark.parametrize(
    ("person", "yards"),
    [
        ({}, 8),
        ({"strength": 3}, 9),
        ({"hobbled": True}, 4),
        ({"dash": 1}, 16),
        ({"base": "wolf"}, 12),
    ],
)
def test_W62_4_ap_are_the_rate_in_yards(battle_of, person, yards):
    battle = battle_of(red=[person])
    assert movement.points_within(battle, 0, 4) == yards == movement.rate_of(battle, 0)
    assert movement.points_to_buy(battle, 0, yards) == 4
    assert movement.points_to_buy(battle, 0, yards + 1) == 5


@pytest.mark.rule("W62", "W64", "RW36")
def test_W64_yards_for_one_to_four_action_points(battle_of):
    lines = [line.split(":") for line in YARDS.split(";")]
    assert [int(rate) for rate, _ in lines] == list(range(MOST_RATE + 1))
    for rate, cells in lines:
        battle = at_rate(battle_of, int(rate))
        found = [int(movement.points_within(battle, 0, paid)) for paid in range(1, 5)]
        assert found == [int(cell) for cell in cells.split()]


@pytest.mark.rule("W62", "RW36")
@pytest.mark.parametrize(("rate", "paid", "yards"), [(8, 0, 0), (9, 5, 11), (3, 12, 9)])
def test_RW36_more_than_four_action_points_add_up(battle_of, rate, paid, yards):
    battle = at_rate(battle_of, rate)
    assert movement.points_within(battle, 0, paid) == yards
    assert movement.buy_yards(battle, 0, yards, paid) == paid
    assert movement.points_left(battle.fighters[0]) == yards


@pytest.mark.rule("RW36", "W62", "W64")
def test_RW36_points_by_the_sum_of_the_round(battle_of):
    battle = battle_of(red=[{"strength": 3}], blue=AWAY)  # rate 9
    bought = [go(battle) for _ in range(6)]
    assert bought == [1, 0, 1, 0, 1, 0]  # 3 AP buy 6 yards, each by itself 2
    battle = battle_of(red=[{"strength": 3}], blue=AWAY)
    assert sum(go(battle) for _ in range(9)) == 4  # the ninth comes with the fourth AP
    assert sum(go(battle) for _ in range(9)) == 4  # and more than 4 AP are allowed
    assert at(battle) == (22, 3)


@pytest.mark.rule("RW36", "W87")
def test_RW36_a_changed_rate_counts_for_later_points(battle_of):
    battle = battle_of(blue=AWAY)
    go(battle)  # 1 AP at rate 8: 2 points
    dash.dash(battle, 0)
    assert movement.points_left(battle.fighters[0]) == 1
    assert movement.points_to_buy(battle, 0, 5) == 1  # 1 AP at rate 16: 4 points
    assert movement.points_to_buy(battle, 0, 6) == 2


@pytest.mark.rule("W65", "QW12", "H8")
@pytest.mark.parametrize(
    ("points", "limit", "left", "may"),
    [
        (2, 4, 12, True), (8, 4, 12, True), (9, 4, 12, False), (9, 5, 12, True), (3, 4, 1, False),
        (2, 4, 1, True), (1, 4, 0, False), (0, 0, 0, True),
    ],
)  # fmt: skip
def test_W65_what_the_points_and_the_limit_pay_for(battle_of, points, limit, left, may):
    battle = battle_of(red=[{"action_points": left}])
    assert movement.can_pay_yards(battle, 0, points, limit) == may
    assert (movement.points_within(battle, 0, limit) >= points) == may


@pytest.mark.rule("W65", "QW12", "H8")
def test_H8_no_more_is_bought_than_the_next_yard_needs(battle_of):
    battle = battle_of(blue=AWAY)
    assert go(battle) == 1
    assert go(battle) == 0
    assert battle.fighters[0].action_points == 11
    assert movement.buy_yards(battle, 0, 50, 4) == 0  # what it cannot pay it does not begin
    assert battle.fighters[0].action_points == 11


@pytest.mark.rule("W49", "W65")
def test_W65_buying_gives_up_a_long_action_using_points_does_not(battle_of, events):
    battle = battle_of(red=[{"long_act": Act.TREAT_WOUND, "move_quarters": 4}], blue=AWAY)
    go(battle)
    assert battle.fighters[0].long_act == Act.TREAT_WOUND
    go(battle)
    assert battle.fighters[0].long_act == Act.NONE
    assert len(events(battle, "gives_up")) == 1


@pytest.mark.rule("W63", "W65")
def test_W65_who_has_no_rate_buys_nothing(battle_of):
    battle = battle_of(red=[{"race": "serpent", "hobbled": True, "base": "serpent"}])
    assert movement.rate_of(battle, 0) == 3
    battle.fighters[0].race = 0
    battle.fighters[0].attributes[0] = -128 // 4
    assert movement.rate_of(battle, 0) == 0
    assert movement.points_to_buy(battle, 0, 1) == -1
    assert not movement.can_pay_yards(battle, 0, 1, 12)
    assert not dash.may_dash(battle, 0)


# --- Yards (W68, W84, RW12, H21) ------------------------------------------------------------------


@pytest.mark.rule("W68", "RW12", "W84", "H22")
@pytest.mark.parametrize(
    ("here", "there", "state", "shared", "cost"),
    [
        (".", ".", {}, False, 1), (".", "u", {}, False, 3), ("u", ".", {}, False, 1),
        (".", ".", {"posture": Posture.CROUCHING}, False, 1),
        (".", ".", {"posture": Posture.PRONE}, False, 2),
        (".", "Q", {"posture": Posture.PRONE}, False, 16), (".", ".", {}, True, 2),
        (".", "m", {"posture": Posture.PRONE}, True, 8), ("p", ".", {}, False, 4),
        ("p", "s", {}, False, 8), (".", "d", {"race": "merfolk"}, False, 1),
        ("d", "d", {"underwater": True}, False, 10), ("d", "w", {"underwater": True}, False, 4),
    ],
)  # fmt: skip
def test_W68_what_a_yard_costs(battle_of, here, there, state, shared, cost):
    foe = {"at": (0, 0) if shared else (3, 0)}
    battle = battle_of(red=[{"at": (0, 0), **state}], blue=[foe], map=f"{here}{there}..")
    assert movement.yard_cost(battle, 0, 1, 0) == cost


@pytest.mark.rule("W84")
@pytest.mark.parametrize("actor", [0, 1])
def test_W84_a_yard_out_of_a_shared_hex_costs_either_double(battle_of, actor):
    battle = battle_of(red=[{"at": (1, 0)}], blue=[{"at": (1, 0)}], map="....")
    assert movement.yard_cost(battle, actor, 2, 0) == 2


@pytest.mark.rule("W65", "H21")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, True), ({"action_points": 1}, True), ({"action_points": 0}, False),
        ({"action_points": 0, "move_quarters": 4}, True),
        ({"action_points": 0, "move_quarters": 4, "posture": Posture.PRONE}, False),
        ({"action_points": 0, "move_quarters": 7, "move_used": 1}, False),
        ({"helpless_rounds": 1}, False), ({"pinned_by": 1}, False),
        ({"life": Life.UNCONSCIOUS}, False), ({"underwater": True}, True),
    ],
)  # fmt: skip
def test_W65_a_step_has_to_be_paid_for_by_somebody_able(battle_of, state, may):
    battle = battle_of(red=[state], blue=AWAY)
    assert movement.may_step(battle, 0, E) == may


@pytest.mark.rule("W65", "H21", "H22")
@pytest.mark.parametrize(
    ("there", "may"), [(".", True), ("u", True), ("#", False), ("o", False), ("p", False)]
)
def test_H21_a_step_ends_on_free_ground(battle_of, there, may):
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (3, 0)}], map=f".{there}..")
    assert movement.may_step(battle, 0, E) == may
    assert not movement.may_step(battle, 0, 4)
    assert not movement.may_step(battle, 1, E)


@pytest.mark.rule("H21")
def test_H21_nobody_steps_onto_others(battle_of):
    battle = battle_of(red=["fighter", {"at": (4, 2)}])
    assert [bool(movement.may_step(battle, 0, side)) for side in range(6)] == [
        True, False, True, True, True, False,
    ]  # fmt: skip


@pytest.mark.rule("W69")
def test_W69_yards_gone_are_counted(battle_of):
    battle = battle_of(red=[{"run": 99}], blue=AWAY)
    go(battle)
    assert battle.fighters[0].run == 100
    go(battle)
    assert battle.fighters[0].run == 100


@pytest.mark.rule("H24")
def test_H24_who_walks_out_of_deep_water_is_under_it_no_more(battle_of):
    red = [{"at": (0, 0), "underwater": True}]
    battle = battle_of(red=red, blue=[{"at": (3, 0)}], map="ddw.")
    go(battle)
    assert battle.fighters[0].underwater
    go(battle)
    assert not battle.fighters[0].underwater


# --- Riders (W106, H25) ---------------------------------------------------------------------------


@pytest.mark.rule("W106", "H25")
def test_W106_the_rider_pays_as_its_animal_does(battle_of):
    battle = battle_of(red=RIDERS, blue=AWAY)
    assert movement.mover_of(battle, 0) == 1
    assert go(battle, actor=1) == 1
    assert at(battle, 0) == at(battle, 1) == (5, 3)
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [11, 11]


@pytest.mark.rule("W106", "H25")
@pytest.mark.parametrize(
    ("rider", "mount", "may"),
    [
        ({}, {}, True), ({"action_points": 0}, {}, False), ({}, {"action_points": 0}, False),
        ({"action_points": 0}, {"move_quarters": 4}, True), ({}, {"uncontrolled": True}, False),
        ({}, {"helpless_rounds": 1}, False), ({}, {"base": "griffin"}, False),
    ],
)  # fmt: skip
def test_H25_a_step_on_horseback(battle_of, rider, mount, may):
    red = [{**RIDERS[0], **rider}, {**RIDERS[1], **mount}]
    battle = battle_of(red=red, blue=AWAY)
    assert movement.may_step(battle, 0, E) == may


@pytest.mark.rule("H25", "W106")
def test_H25_a_mount_out_of_control_pays_alone(battle_of):
    red = [{**RIDERS[0], "action_points": 0}, {**RIDERS[1], "uncontrolled": True}]
    battle = battle_of(red=red, blue=AWAY)
    assert go(battle, actor=1) == 1
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [0, 11]


@pytest.mark.rule("W89", "W106")
@pytest.mark.parametrize(("mount", "can"), [({}, False), ({"uncontrolled": True}, True)])
def test_W89_a_held_rider_goes_only_where_a_bolting_mount_carries_it(battle_of, mount, can):
    red = [RIDERS[0], {**RIDERS[1], **mount}]
    battle = battle_of(red=red, blue=[{"at": (5, 3), "holding": [0]}])
    assert movement.can_go(battle, 1) == can


# --- Drags (W90, RW12) ----------------------------------------------------------------------------


def dragging(battle_of, points=4, blue=None, **fields):
    """Red_0 grapples blue_0, who is west of it, and has been granted a Drag."""
    red = [{"holding": [1], "drag_points": points, "at": (4, 3)}]
    foes = blue or [{"at": (3, 3), "holding": [0]}]
    return battle_of(red=red, blue=foes, **fields)


@pytest.mark.rule("W90", "RW12")
@pytest.mark.parametrize(("points", "may"), [(0, False), (4, True)])
def test_W90_who_grapples_needs_a_drag_to_move(battle_of, points, may):
    battle = dragging(battle_of, points)
    assert movement.may_step(battle, 0, E) == may
    assert not movement.may_step(battle, 1, 0)


@pytest.mark.rule("W90")
def test_W90_all_are_taken_along_for_4_ap(battle_of):
    battle = dragging(battle_of)
    steps = 0
    while movement.may_step(battle, 0, E):
        go(battle)
        steps += 1
    assert steps == 8  # 4 AP at rate 8, the last points too
    assert (at(battle, 0), at(battle, 1)) == ((12, 3), (11, 3))
    assert battle.fighters[0].action_points == 8
    assert battle.fighters[0].drag_points == 0


@pytest.mark.rule("W90", "H21", "H22")
@pytest.mark.parametrize(
    ("map", "other", "side", "may"),
    [
        ("......", (5, 1), E, True), ("......", (2, 0), E, False), ("......", (5, 1), 4, True),
        ("#.....", (5, 1), 4, False), ("......", (0, 0), 4, False), ("......", (0, 1), 3, False),
    ],
)  # fmt: skip
def test_W90_everybody_has_to_fit(battle_of, map, other, side, may):
    red = [{"holding": [1], "drag_points": 4, "at": (1, 0)}]
    blue = [{"at": (1, 0), "holding": [0]}, {"at": other}]
    if side == 4:
        red[0]["at"] = (2, 0)
        blue[0]["at"] = (1, 0)
    battle = battle_of(red=red, blue=blue, map=f"{map}\n......\n......")
    assert movement.fits(battle, 0, side) == may
