"""Rebuffs: attacks on enemies who come closer than a weapon's optimal reach."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
    Step,
    Verb,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.movement import movement_resolution
from quintain.envs.wildroll.rules.offensive_actions import rebuffs

pytestmark = pytest.mark.interpreted

E, W = 1, 4
X = 12
"""Column of the fighter who is approached."""


def coming(battle_of, gap, foe=None, mover=None, side=E, **more):
    """Red_0 is about to move a yard, at a number of free hexes from blue_0."""
    red = [{"at": (X - 1 - gap, 3), **(mover or {})}]
    battle = battle_of(red=red, blue=[{"at": (X, 3), **(foe or {})}, {"at": (30, 12)}], **more)
    movement_resolution.begin_way(battle, 0, Verb.STEP, side, -1, Role.TURN)
    movement_resolution.move_step(battle)
    assert battle.frames[battle.top].step == Step.APPROACHED
    return battle


def answer(battle, actor):
    """A fighter rebuffs: its attack is over and has missed."""
    frame = battle.frames[battle.top]
    frame.reacted = int(frame.reacted) | 1 << actor
    battle.window = 0


# --- The trigger (W74, RW8) -----------------------------------------------------------------------


@pytest.mark.rule("W74", "RW8", "RW32")
@pytest.mark.parametrize(
    ("held", "gap", "asked"),
    [
        ("sword", 2, False), ("sword", 1, True), ("spear", 3, False), ("spear", 2, True),
        ("spear", 1, True), ("great_weapon", 1, True), ("dagger", 1, False), ("bow", 1, False),
        ("shield", 1, False), ("healing_kit", 1, False),
    ],
)  # fmt: skip
def test_RW8_closer_than_the_reach_and_within_it(battle_of, window, held, gap, asked):
    battle = coming(battle_of, gap, {"held": [held]})
    assert rebuffs.ask_rebuffer(battle) == asked
    assert window(battle) == ("rebuff" if asked else "none")


@pytest.mark.rule("W74", "RW8")
@pytest.mark.parametrize(("side", "asked"), [(0, False), (2, False), (3, False), (W, False)])
def test_RW8_only_who_comes_closer(battle_of, side, asked):
    battle = coming(battle_of, 0, {"held": ["spear"]}, side=side)
    assert rebuffs.ask_rebuffer(battle) == asked


@pytest.mark.rule("W74", "RW7")
@pytest.mark.parametrize(("slot", "may"), [(0, True), (1, False), (2, False)])
def test_W74_with_a_weapon_of_some_reach(battle_of, slot, may):
    battle = coming(battle_of, 1, {"held": ["sword", "dagger"]})
    assert rebuffs.may_rebuff(battle, 1, 0, slot) == may


@pytest.mark.rule("W74", "W55", "W60", "W92", "XW1")
@pytest.mark.parametrize(
    ("foe", "mover", "asked"),
    [
        ({}, {}, True), ({"action_points": 4}, {}, True), ({"action_points": 3}, {}, False),
        ({"initiative": 0}, {}, False), ({"initiative": 1}, {}, True),
        ({"helpless_rounds": 1}, {}, False), ({"life": Life.UNCONSCIOUS}, {}, False),
        ({"posture": Posture.PRONE}, {}, True), ({}, {"hidden": True}, False),
        ({"underwater": True, "action_points": 5}, {}, False),
        ({"underwater": True, "action_points": 6}, {}, True),
    ],
)  # fmt: skip
def test_W74_who_sees_it_and_can_react_and_pay(battle_of, foe, mover, asked):
    battle = coming(battle_of, 1, foe, mover)
    assert rebuffs.ask_rebuffer(battle) == asked


@pytest.mark.rule("W74")
def test_W74_friends_are_let_come(battle_of):
    battle = battle_of(red=["fighter", {"at": (6, 3)}], blue=[{"at": (25, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    movement_resolution.move_step(battle)
    assert not rebuffs.ask_rebuffer(battle)


@pytest.mark.rule("W74", "H22")
def test_W74_not_through_a_wall(battle_of):
    red, blue = [{"at": (3, 0)}], [{"at": (1, 0), "held": ["spear"]}]
    for letter, asked in ((".", True), ("#", False)):
        rows = f"..{letter}...\n......\n......"
        battle = battle_of(red=[{**red[0], "at": (4, 0)}], blue=blue, map=rows)
        movement_resolution.begin_way(battle, 0, Verb.STEP, W, -1, Role.TURN)
        movement_resolution.move_step(battle)
        assert rebuffs.ask_rebuffer(battle) == asked


@pytest.mark.rule("W74", "H25", "W106")
def test_H25_a_rebuff_meets_the_mount(battle_of):
    red = [{"base": "knight", "rides": 1}, {"base": "warhorse", "at": (X - 2, 3)}]
    battle = battle_of(red=red, blue=[{"at": (X, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    movement_resolution.move_step(battle)
    assert rebuffs.may_rebuff(battle, 2, 1, 0)
    assert rebuffs.ask_rebuffer(battle)
    assert battle.fighters[1].rebuffed_by == 0b100


@pytest.mark.rule("W74", "W96")
def test_W74_who_is_pushed_or_dragged_is_not_rebuffed(battle_of):
    battle = battle_of(blue=["fighter", {"at": (8, 3), "held": ["spear"]}])
    action_stack.push(battle, Role.TURN, Act.SHOVE, 0, 1, 0)
    frame = battle.frames[battle.top]
    frame.side = E
    assert not rebuffs.may_rebuff(battle, 2, 1, 0)
    grapple = {"holding": [1], "drag_points": 4, "at": (X, 3)}
    battle = coming(battle_of, 0, {"holding": [0]}, {**grapple, "at": (X - 1, 3)}, side=W)
    assert not rebuffs.ask_rebuffer(battle)


@pytest.mark.rule("W74", "W69", "W84")
@pytest.mark.parametrize(
    ("act", "yards", "reach", "may"),
    [
        (Act.JUMP, 2, "spear", True), (Act.JUMP, 2, "sword", True), (Act.JUMP, 2, "dagger", False),
        (Act.ENTER, 1, "sword", True), (Act.ENTER, 1, "dagger", False),
    ],
)  # fmt: skip
def test_W74_jumps_and_entering_are_approaches_too(battle_of, act, yards, reach, may):
    place = (7, 3) if act == Act.JUMP else (5, 3)  # 2 free hexes between, or none
    battle = battle_of(blue=[{"at": place, "held": [reach]}])
    action_stack.push(battle, Role.TURN, act, 0, 1, 0)
    frame = battle.frames[battle.top]
    frame.side, frame.yards = E, yards
    assert rebuffs.can_rebuff(battle, 1, 0) == may


@pytest.mark.rule("W74", "W69")
@pytest.mark.parametrize(
    ("held", "gap", "yards", "may"),
    [
        ("spear", 3, 2, True), ("spear", 3, 3, True), ("spear", 4, 3, True), ("spear", 4, 2, False),
        ("spear", 5, 3, False), ("sword", 2, 2, True), ("sword", 3, 3, True),
        ("sword", 3, 2, False), ("dagger", 2, 2, False),
    ],
)  # fmt: skip
def test_W74_a_jump_into_reach_is_rebuffed(battle_of, held, gap, yards, may):
    battle = battle_of(blue=[{"at": (5 + gap, 3), "held": [held]}])
    action_stack.push(battle, Role.TURN, Act.JUMP, 0, -1, 0)
    frame = battle.frames[battle.top]
    frame.side, frame.yards = E, yards
    assert rebuffs.may_rebuff(battle, 1, 0, 0) == may
    assert rebuffs.ask_rebuffer(battle) == may


@pytest.mark.rule("W74", "W69")
def test_W74_a_jump_past_a_weapon_is_an_approach_as_a_walk_is(battle_of):
    battle = battle_of(blue=[{"at": (6, 4)}])  # from a gap of 1 past it to a gap of 1
    action_stack.push(battle, Role.TURN, Act.JUMP, 0, -1, 0)
    frame = battle.frames[battle.top]
    frame.side, frame.yards = E, 3
    assert rebuffs.may_rebuff(battle, 1, 0, 0)


@pytest.mark.rule("W74", "W69", "H22")
@pytest.mark.parametrize(("wall", "may"), [(".", True), ("#", False)])
def test_W74_a_jump_behind_a_wall_is_not_rebuffed(battle_of, wall, may):
    rows = f"......\n.{wall * 3}..\n......"  # blue at (2, 2), past whom red jumps north of the wall
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (2, 2), "held": ["spear"]}], map=rows)
    action_stack.push(battle, Role.TURN, Act.JUMP, 0, -1, 0)
    frame = battle.frames[battle.top]
    frame.side, frame.yards = E, 2
    assert rebuffs.may_rebuff(battle, 1, 0, 0) == may


@pytest.mark.rule("W74", "W69", "TW4")
def test_W74_a_rebuff_of_a_jump_comes_before_it(battle_of, begun, act, window, events):
    red = [{"at": (9, 8), "run": 6, "strength": 3}]
    battle = begun(battle_of(red=red, blue=[{"at": (13, 8), "held": ["spear"], "initiative": 1}]))
    act(battle, "jump", 1 * 3 + 1)  # 3 yards to the east
    assert (window(battle), battle.to_act, battle.fighters[0].x) == ("rebuff", 1, 9)
    act(battle, "rebuff", 0, faces=(4, 1, 1, 5, 5, 5))
    assert len(events(battle, "misses")) == 1
    assert battle.fighters[0].x == 12


# --- One approach (RW28, H9, H13, TW4) ------------------------------------------------------------


@pytest.mark.rule("RW28", "H13")
def test_RW28_one_trigger_for_an_approach(battle_of, go_on, window):
    spear = {"held": ["spear"], "at": (X, 3)}
    battle = battle_of(red=[{"at": (8, 3)}], blue=[spear])
    movement_resolution.begin_way(battle, 0, Verb.TOWARD, 0, 1, Role.TURN)
    go_on(battle)
    assert (window(battle), battle.to_act, battle.fighters[0].x) == ("rebuff", 1, 9)
    battle.window = 0  # it lets this pass
    go_on(battle)
    assert (window(battle), battle.fighters[0].x) == ("none", 11)  # asked once, two yards too close
    movement_resolution.begin_way(battle, 0, Verb.STEP, W, -1, Role.TURN)
    go_on(battle)
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    go_on(battle)
    assert (window(battle), battle.fighters[0].x) == (
        "none",
        11,
    )  # still the same approach
    battle.fighters[0].rebuffed_by = 0
    battle.fighters[0].x = 9
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    go_on(battle)
    assert window(battle) == "rebuff"


@pytest.mark.rule("H13", "RW28")
def test_H13_who_lets_it_come_is_not_asked_again(battle_of, go_on, window):
    battle = battle_of(red=[{"at": (8, 3)}], blue=[{"held": ["spear"], "at": (X, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.TOWARD, 0, 1, Role.TURN)
    go_on(battle)
    assert battle.fighters[0].rebuffed_by == 0b10
    assert rebuffs.may_rebuff(battle, 1, 0, 0)  # what the window offers
    assert not rebuffs.ask_rebuffer(battle)


@pytest.mark.rule("RW28", "XW3", "TW4")
def test_TW4_before_the_yard_the_highest_initiative_first(battle_of, go_on, window):
    blue = [{"at": (X, 3), "initiative": 4}, {"at": (X, 4), "initiative": 9}]
    battle = battle_of(red=[{"at": (X - 2, 3)}], blue=blue)
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    asked = []
    while battle.top >= 0:
        go_on(battle)
        if battle.top >= 0:
            asked.append((window(battle), int(battle.to_act), int(battle.fighters[0].x)))
            battle.window = 0
    assert asked == [("rebuff", 2, X - 2), ("rebuff", 1, X - 2)]
    assert battle.fighters[0].x == X - 1


@pytest.mark.rule("RW28", "H9")
@pytest.mark.parametrize(("role", "x"), [(Role.TURN, 10), (Role.INTERRUPT, 11)])
def test_H9_a_rebuff_ends_a_way_in_the_own_turn(battle_of, go_on, role, x):
    battle = battle_of(red=[{"at": (8, 3)}], blue=[{"at": (X, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.TOWARD, 0, 1, role)
    go_on(battle)
    answer(battle, 1)
    go_on(battle)
    assert battle.fighters[0].x == x
    assert battle.top == -1


@pytest.mark.rule("RW28", "H9")
def test_H9_the_points_of_the_yard_stay(battle_of, go_on, window):
    battle = battle_of(red=[{"at": (10, 3)}], blue=[{"at": (X, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    go_on(battle)
    answer(battle, 1)
    go_on(battle)
    fighter = battle.fighters[0]
    assert (fighter.x, fighter.action_points, fighter.move_used) == (10, 11, 0)
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.TURN)
    go_on(battle)
    assert (window(battle), fighter.x, fighter.action_points) == ("none", 11, 11)


@pytest.mark.rule("RW28", "RW12")
@pytest.mark.parametrize(
    "state", [{"helpless_rounds": 2}, {"posture": Posture.PRONE}, {"life": Life.UNCONSCIOUS}]
)
def test_RW28_whoever_it_lays_low_goes_no_farther_out_of_turn_either(battle_of, go_on, state):
    red = [{"at": (10, 3)}, {"at": (0, 9)}]
    battle = battle_of(red=red, blue=[{"at": (X, 3)}])
    movement_resolution.begin_way(battle, 0, Verb.STEP, E, -1, Role.INTERRUPT)
    go_on(battle)
    answer(battle, 1)
    for key, value in state.items():
        battle.fighters[0][key] = value
    go_on(battle)
    assert battle.fighters[0].x == 10


@pytest.mark.rule("W69", "W84")
@pytest.mark.parametrize(
    ("act", "state", "step"),
    [
        (Act.JUMP, {}, Step.EFFECT), (Act.JUMP, {"posture": Posture.PRONE}, Step.RESOLVED),
        (Act.JUMP, {"helpless_rounds": 2}, Step.RESOLVED), (Act.ENTER, {}, Step.GO),
        (Act.ENTER, {"helpless_rounds": 2}, Step.RESOLVED),
    ],
)  # fmt: skip
def test_W69_W84_where_an_approach_goes_on(battle_of, act, state, step):
    battle = battle_of(red=[state])
    action_stack.push(battle, Role.TURN, act, 0, 1, 0)
    action_stack.go_to(battle.frames[battle.top], Step.APPROACHED)
    battle.fighters[0].rebuffed_by = 0b10
    movement_resolution.move_step(battle)
    assert battle.frames[battle.top].step == step
