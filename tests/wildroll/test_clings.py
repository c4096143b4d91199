"""Clings: following a fighter who is carried out of a grip, or holding it back."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
    Step,
    Verb,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.grappling import clings
from quintain.envs.wildroll.rules.movement import movement_resolution

pytestmark = pytest.mark.interpreted

E, W = 1, 4


def at(battle, actor=0):
    """The position of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


def shoved(battle_of, yards=3, side=E, clinger=None, **fields):
    """Red_0 pushes blue_0, who grapples with blue_1 north-west of it, at (5, 2)."""
    red = fields.pop("red", ["fighter"])
    blue = [{"at": (5, 3), "holding": [2]}, {"at": (5, 2), "holding": [1], **(clinger or {})}]
    battle = battle_of(red=red, blue=blue, **fields)
    action_stack.push(battle, Role.TURN, Act.SHOVE, 0, 1, 0)
    frame = battle.frames[battle.top]
    frame.side, frame.yards = side, yards
    action_stack.go_to(frame, Step.SET_OUT)
    return battle


def check(battle, loaded, faces):
    """The deciding fighter clings, and its check is rolled."""
    actor = int(battle.to_act)
    battle.window = 0
    action_stack.push(battle, Role.REACTION, Act.CLING, actor, -1, 0)
    with loaded(battle, faces):
        clings.cling(battle, battle.frames[battle.top])


def go_after(battle, go_on, hindered=None):
    """The Cling ends, with the number of yards of hindering if it is asked."""
    battle.window = 0
    if hindered is not None:
        clings.split(battle, hindered)
    action_stack.pop(battle)
    go_on(battle)


# --- The trigger (W89) ----------------------------------------------------------------------------


@pytest.mark.rule("W89", "TW4")
def test_W89_whoever_holds_it_is_asked_before_the_yard(battle_of, go_on, window):
    battle = go_on(shoved(battle_of))
    assert (window(battle), battle.to_act, at(battle, 1)) == ("cling", 2, (5, 3))


@pytest.mark.rule("W89", "W55", "W60")
@pytest.mark.parametrize(
    ("clinger", "side", "asked"),
    [
        ({}, E, True), ({}, 5, False), ({"holding": []}, E, False), ({"initiative": 0}, E, False),
        ({"action_points": 2}, E, True), ({"action_points": 1}, E, False),
        ({"life": Life.UNCONSCIOUS}, E, False), ({"pinned_by": 1}, E, False),
        ({"follows": 1, "follow_yards": 1}, E, False), ({"follows": 1}, E, True),
        ({"stamina": 0}, E, True),
    ],
)  # fmt: skip
def test_W89_only_who_can_react_to_a_grip_that_tears(battle_of, clinger, side, asked):
    battle = shoved(battle_of, side=side, clinger=clinger)
    assert clings.may_cling(battle, 2) == asked


@pytest.mark.rule("W89")
def test_W89_who_pushes_does_not_cling(battle_of):
    battle = shoved(battle_of, red=[{"holding": [1]}])
    assert not clings.may_cling(battle, 0)


@pytest.mark.rule("W89", "W106", "H25")
@pytest.mark.parametrize("mount", [{"base": "horse", "uncontrolled": True}, {"base": "griffin"}])
def test_W89_a_mount_carries_off_its_rider(battle_of, go_on, window, mount):
    red = [{"base": "knight", "rides": 1}, {"at": (4, 3), **mount}]
    grip = {"base": "ogre", "at": (3, 3), "holding": [0], "initiative": 1}
    battle = battle_of(red=red, blue=[grip])
    if mount["base"] == "horse":
        movement_resolution.bolt(battle, 1)
    else:
        movement_resolution.begin_way(battle, 1, Verb.AWAY, 0, 2, Role.TURN)
    go_on(battle)
    assert (window(battle), battle.to_act, at(battle, 0)) == ("cling", 2, (4, 3))


@pytest.mark.rule("W89", "RW12", "H25")
def test_W89_a_held_mount_goes_nowhere(battle_of):
    red = [{"base": "knight", "rides": 1}, {"base": "horse", "at": (4, 3), "uncontrolled": True}]
    battle = battle_of(red=red, blue=[{"base": "ogre", "at": (3, 3), "holding": [1]}])
    movement_resolution.bolt(battle, 1)
    assert battle.top == -1


@pytest.mark.rule("W89", "W90")
def test_W89_the_dragged_do_not_cling(battle_of):
    red = [{"holding": [1], "drag_points": 4}]
    battle = battle_of(red=red, blue=[{"at": (3, 3), "holding": [0]}])
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    assert not clings.may_cling(battle, 1)


@pytest.mark.rule("W89", "W90")
@pytest.mark.parametrize("drag_points", [0, 4, -1])
def test_W89_a_shoved_fighter_who_dragged_before_is_clung_to(battle_of, drag_points):
    battle = shoved(battle_of)
    battle.fighters[1].drag_points = drag_points
    assert clings.may_cling(battle, 2)


# --- The check (W89, QW8) -------------------------------------------------------------------------


@pytest.mark.rule("W89", "QW8", "RW2")
@pytest.mark.parametrize(
    ("strength", "faces", "opened", "most", "follows"),
    [
        (0, [2, 2, 1, 1], "none", 0, 0),  # 4: a critical failure
        (-2, [2, 2, 2], "none", 0, 0),  # 4
        (-1, [2, 2, 2], "none", 0, 1),  # 5
        (0, [3, 3, 3], "none", 0, 1),  # 9
        (1, [3, 3, 3], "split", 1, 2),  # 10
        (1, [6, 6, 6, 1], "split", 2, 4),  # 20
        (5, [6, 6, 6, 6], "split", 2, 5),  # 29
    ],
)  # fmt: skip
def test_W89_what_a_result_is_worth(
    battle_of, go_on, loaded, window, strength, faces, opened, most, follows
):
    battle = go_on(shoved(battle_of, clinger={"strength": strength}))
    check(battle, loaded, faces)
    assert window(battle) == opened
    assert clings.most_hindered(battle.frames[battle.top]) == most
    assert battle.fighters[2].follow_yards == follows
    assert battle.fighters[2].follows == (1 if follows else -1)


@pytest.mark.rule("W89", "QW8")
@pytest.mark.parametrize(("hindered", "follows"), [(0, 5), (1, 3), (2, 1)])
def test_QW8_the_result_is_split(battle_of, go_on, loaded, events, hindered, follows):
    battle = go_on(shoved(battle_of, yards=6, clinger={"strength": 5}))
    check(battle, loaded, [6, 6, 6, 5])  # 28
    clings.split(battle, hindered)
    assert battle.fighters[2].follow_yards == follows
    assert battle.frames[0].yards == 6 - hindered
    assert events(battle, "follows") == [("follows", 2, 1, hindered, follows, 0)]


@pytest.mark.rule("W89")
def test_W89_no_more_is_taken_than_there_is(battle_of, go_on, loaded):
    battle = go_on(shoved(battle_of, yards=1, clinger={"strength": 5}))
    check(battle, loaded, [6, 6, 6, 5])
    go_after(battle, go_on, 2)
    assert at(battle, 1) == (5, 3)
    assert battle.frames[battle.top].step == Step.RESOLVED


# --- Following (W89) ------------------------------------------------------------------------------


@pytest.mark.rule("W89")
@pytest.mark.parametrize(
    ("faces", "there", "after"),
    [([2, 2, 2], (8, 3), (6, 2)), ([3, 3, 4], (8, 3), (7, 2)), ([5, 5, 5], (8, 3), (8, 2))],
)
def test_W89_a_yard_for_5_points_the_same_way(battle_of, go_on, loaded, faces, there, after):
    battle = go_on(shoved(battle_of, clinger={"strength": 0}))
    check(battle, loaded, faces)
    battle.window = 0
    go_after(battle, go_on)
    while battle.window != 0:  # out of its grip again
        battle.window = 0
        go_on(battle)
    assert (at(battle, 1), at(battle, 2)) == (there, after)
    assert [int(battle.fighters[2][key]) for key in ("follows", "follow_yards")] == [-1, 0]


@pytest.mark.rule("W89", "H21", "H22")
@pytest.mark.parametrize(("wall", "after"), [((6, 2), (5, 3)), ((7, 2), (6, 2))])
def test_W89_where_it_is_not_free_into_the_hex_that_was_left(battle_of, go_on, loaded, wall, after):
    rows = [["."] * 12 for _ in range(6)]
    rows[wall[1]][wall[0]] = "#"
    battle = shoved(battle_of, yards=1, map="\n".join("".join(row) for row in rows))
    check(go_on(battle), loaded, [3, 3, 3])
    go_after(battle, go_on)
    assert (at(battle, 1), at(battle, 2)) == ((6, 3), after)


@pytest.mark.rule("W89", "RW12")
def test_W89_who_can_act_no_more_follows_no_more(battle_of, go_on, loaded):
    battle = go_on(shoved(battle_of, yards=1))
    check(battle, loaded, [3, 3, 3])
    battle.fighters[2].helpless_rounds = 1
    go_after(battle, go_on)
    assert at(battle, 2) == (5, 2)


@pytest.mark.rule("W89", "RW34")
def test_RW34_who_is_left_behind_lets_go_after_that_yard(battle_of, go_on, window, events):
    battle = go_on(shoved(battle_of, yards=3))
    assert window(battle) == "cling"
    battle.window = 0
    go_on(battle)  # lets it go: of the second and the third yard nobody is asked
    assert (window(battle), at(battle, 1)) == ("none", (8, 3))
    assert (battle.fighters[1].holding, battle.fighters[2].holding) == (0, 0)
    assert [told[1:3] for told in events(battle, "freed")] == [(2, 1)]


@pytest.mark.rule("W89", "W65", "QW8")
def test_W89_hindering_costs_a_way_its_points(battle_of, go_on, loaded, window):
    red = [{"base": "knight", "rides": 1}, {"base": "griffin", "at": (4, 3)}]
    grip = {"base": "ogre", "at": (3, 3), "holding": [0], "initiative": 5}
    battle = battle_of(red=red, blue=[grip, {"at": (12, 3)}])
    movement_resolution.begin_way(battle, 1, Verb.TOWARD, 0, 3, Role.TURN)
    go_on(battle)
    assert window(battle) == "cling"
    check(battle, loaded, [4, 4, 4])
    clings.split(battle, 1)
    assert battle.fighters[1].move_used == 1
    assert battle.fighters[2].follows == 1


@pytest.mark.rule("W89", "W65")
def test_W89_a_debt_is_bought_off_before_the_next_yard(battle_of, go_on):
    battle = battle_of(blue=[{"at": (25, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.TOWARD, 0, 1, Role.TURN)
    while battle.frames[battle.top].step != Step.GO:
        movement_resolution.move_step(battle)
    battle.fighters[0].move_used += 4  # what a Cling has taken
    movement_resolution.move_step(battle)
    assert at(battle) == (5, 3)
    assert battle.fighters[0].action_points == 12 - 3
    go_on(battle)
    assert at(battle) == (8, 3)  # 4 AP are 8 yards, 4 of them lost


@pytest.mark.rule("W89", "RW12")
def test_W89_who_lies_follows_as_well(battle_of, go_on, loaded):
    battle = go_on(shoved(battle_of, yards=1, clinger={"posture": Posture.PRONE}))
    check(battle, loaded, [3, 3, 3])
    go_after(battle, go_on)
    assert at(battle, 2) == (6, 2)


@pytest.mark.rule("W89", "H21", "H22")
def test_H22_nobody_follows_into_a_pit(battle_of, go_on, loaded):
    rows = "\n".join(["." * 9] * 2 + [".....##.."] + [".....p..."] + ["." * 9])
    battle = shoved(battle_of, yards=2, clinger={"at": (4, 3)}, red=[{"at": (5, 4)}], map=rows)
    go_on(battle)
    check(battle, loaded, [3, 3, 3])
    go_after(battle, go_on)
    assert at(battle, 2) == (4, 3)  # east of it is the pit that the other one was pushed out of


@pytest.mark.rule("W89", "W106", "H25")
def test_H25_a_rider_does_not_follow_out_of_its_saddle(battle_of, go_on, loaded):
    red = [{"base": "knight", "rides": 1}, {"base": "griffin", "at": (4, 3)}]
    blue = [
        {"base": "knight", "rides": 3, "holding": [0], "initiative": 5},
        {"base": "griffin", "at": (3, 3)},
        {"at": (12, 3)},
    ]
    battle = battle_of(red=red, blue=blue)
    movement_resolution.begin_way(battle, 1, Verb.TOWARD, 0, 4, Role.TURN)
    go_on(battle)
    check(battle, loaded, [4, 4, 4])
    go_after(battle, go_on, 0)
    assert at(battle, 2) == at(battle, 3) == (3, 3)
    assert battle.fighters[2].holding == 0


@pytest.mark.rule("W89", "RW38")
def test_W89_another_push_ends_nobody_s_following(battle_of, go_on, loaded):
    battle = go_on(shoved(battle_of, yards=3))
    check(battle, loaded, [3, 3, 4])
    battle.window = 0
    action_stack.pop(battle)
    action_stack.push(battle, Role.REACTION, Act.SHOVE, 2, 0, 0)  # a readied Shove meanwhile
    movement_resolution.end_push(battle, battle.frames[battle.top])
    assert (battle.fighters[2].follows, battle.fighters[2].follow_yards) == (1, 2)


# --- Who comes along (W106, H26) ------------------------------------------------------------------


def carried_off(battle_of, go_on, loaded, *more):
    """A griffin carries its rider one yard east; fighter 2 + len(more) clings and follows."""
    red = [{"base": "knight", "rides": 1}, {"base": "griffin", "at": (4, 3)}, *more]
    grip = {"base": "ogre", "at": (3, 3), "holding": [0], "initiative": 5}
    battle = battle_of(red=red, blue=[grip])
    movement_resolution.begin_way(battle, 1, Verb.STEP, E, NOBODY, Role.TURN)
    go_on(battle)
    check(battle, loaded, [3, 3, 3])
    return battle


@pytest.mark.rule("W89", "H26", "XW1")
@pytest.mark.parametrize(("place", "hidden"), [((5, 4), False), ((6, 5), True)])
def test_H26_who_follows_finds_the_hidden(battle_of, go_on, loaded, place, hidden):
    battle = carried_off(battle_of, go_on, loaded, {"at": place, "hidden": True})
    go_after(battle, go_on, 0)
    assert at(battle, 3) == (4, 3)
    assert battle.fighters[2].hidden == hidden


@pytest.mark.rule("W89", "W106")
def test_W106_who_follows_comes_into_reach_of_a_horse(battle_of, go_on, loaded, events):
    riders = {"base": "knight", "rides": 3}, {"base": "horse", "at": (6, 2)}
    battle = carried_off(battle_of, go_on, loaded, *riders)
    before = len(events(battle, "saves"))
    with loaded(battle, [6, 6, 6]):
        go_after(battle, go_on, 0)
    assert at(battle, 4) == (4, 3)
    assert len(events(battle, "saves")) == before + 1
