"""The direction and the distance of a Shove."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.positioning_actions import pushes

pytestmark = pytest.mark.interpreted

E, W = 1, 4


def at(battle, actor=1):
    """The position of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


def shove(battle, margin=0, side=E, step=Step.DIRECTION):
    """Red_0 has shoved blue_0 by a number of points above its Defense."""
    action_stack.push(battle, Role.TURN, Act.SHOVE, 0, battle.side_size[0], 0)
    frame = battle.frames[battle.top]
    frame.value, frame.total, frame.side = 10, 10 + margin, side
    action_stack.go_to(frame, step)
    return frame


def lane(battle_of, row, x=1):
    """Blue_0 in a lane, red_0 at its western end."""
    walls = "#" * len(row)
    return battle_of(
        red=[{"at": (0, 1)}], blue=[{"at": (x, 1)}], map="\n".join([walls, row, walls])
    )


# --- Where and how far (W96, QW9) -----------------------------------------------------------------


@pytest.mark.rule("W96", "QW9")
def test_W96_any_side_that_is_open(battle_of):
    battle = battle_of()
    assert pushes.push_sides(battle, shove(battle)) == 0b101111  # not onto red_0
    battle = battle_of(blue=[{"at": (31, 3)}])
    assert pushes.push_sides(battle, shove(battle)) == 0b111000  # the map ends


@pytest.mark.rule("W96", "QW9", "H21", "H22")
@pytest.mark.parametrize(
    ("letter", "is_open"),
    [(".", True), ("p", True), ("c", True), ("d", True), ("o", False), ("#", False), ("+", False)],
)
def test_H22_into_pits_and_not_into_walls(battle_of, letter, is_open):
    battle = lane(battle_of, f"..{letter}...")
    assert pushes.push_sides(battle, shove(battle)) == (1 << E if is_open else 0)


@pytest.mark.rule("W96", "H21")
@pytest.mark.parametrize(
    ("other", "is_open"), [({}, False), ({"life": Life.DEAD}, True), ({"hidden": True}, False)]
)
def test_H21_not_onto_the_living(battle_of, other, is_open):
    battle = battle_of(blue=["fighter", {"at": (6, 3), **other}])
    assert pushes.is_open_to(battle, 1, 6, 3) == is_open


@pytest.mark.rule("W96", "XW1", "QW9")
@pytest.mark.parametrize(("hidden", "yards"), [(True, 3), (False, 1)])
def test_XW1_the_sides_and_yards_of_a_push_do_not_betray_the_hidden(battle_of, hidden, yards):
    battle = battle_of(blue=["fighter", {"at": (7, 3), "hidden": hidden}])
    frame = shove(battle)
    frame.total, frame.value, frame.side = 16, 10, E
    assert pushes.most_yards(battle, frame) == yards
    battle.fighters[2].x = 6
    assert (pushes.push_sides(battle, frame) >> E & 1) == hidden


@pytest.mark.rule("W96")
@pytest.mark.parametrize(
    ("margin", "yards"),
    [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3), (14, 5), (15, 6), (30, 11), (33, 12), (60, 12)],
)
def test_W96_a_yard_and_a_third_of_the_margin(battle_of, margin, yards):
    battle = battle_of()
    assert pushes.most_yards(battle, shove(battle, margin)) == yards


@pytest.mark.rule("W96", "H22")
@pytest.mark.parametrize(
    ("row", "yards"), [("......", 4), ("....#.", 2), ("..o...", 0), ("...p..", 4)]
)
def test_W96_as_far_as_it_is_open(battle_of, row, yards):
    battle = lane(battle_of, row)
    assert pushes.most_yards(battle, shove(battle, 15)) == yards


# --- The questions (QW9) --------------------------------------------------------------------------


@pytest.mark.rule("QW9", "W96")
def test_QW9_direction_then_distance(battle_of, window):
    battle = battle_of()
    frame = shove(battle, margin=6)
    pushes.ask_direction(battle)
    assert (window(battle), battle.to_act, frame.step) == ("direction", 0, Step.RESOLVED)
    battle.window = 0
    pushes.push_towards(battle, 2)
    assert (frame.side, frame.step) == (2, Step.DISTANCE)
    pushes.ask_distance(battle)
    assert (window(battle), frame.yards, frame.step) == ("distance", 3, Step.SET_OUT)


@pytest.mark.rule("QW9")
def test_QW9_nothing_is_asked_without_a_choice(battle_of, window):
    battle = lane(battle_of, ".." + "#" * 4)
    frame = shove(battle, margin=6)
    pushes.ask_direction(battle)
    assert (window(battle), frame.step) == ("none", Step.RESOLVED)
    battle = lane(battle_of, "...###")
    frame = shove(battle, margin=6)
    pushes.push_towards(battle, E)
    pushes.ask_distance(battle)
    assert (window(battle), frame.yards, frame.step) == ("none", 1, Step.SET_OUT)


# --- The push (W96, H22) --------------------------------------------------------------------------


@pytest.mark.rule("W96", "TW4")
def test_W96_yard_by_yard_and_nobody_pays(battle_of, go_on, events, window):
    battle = battle_of(blue=[{"run": 5}, {"at": (9, 3), "held": ["spear"], "initiative": 9}])
    shove(battle, step=Step.SET_OUT).yards = 3
    go_on(battle)
    assert (window(battle), at(battle)) == ("none", (8, 3))
    fighter = battle.fighters[1]
    assert (fighter.action_points, fighter.move_used, fighter.run) == (12, 0, 0)
    assert events(battle)[1:] == [("pushed", 1, 0, 0, 3, 0)]
    assert battle.frames[battle.top].step == Step.RESOLVED


@pytest.mark.rule("W96", "H22")
@pytest.mark.parametrize(("row", "x"), [(".....p..", 5), (".....c..", 5), ("........", 7)])
def test_H22_who_is_pushed_into_a_pit_or_off_a_cliff_lies_there(battle_of, go_on, row, x):
    battle = lane(battle_of, row, x=3)
    battle.fighters[0].x = 2
    shove(battle, step=Step.SET_OUT).yards = 4
    go_on(battle)
    assert at(battle) == (x, 1)
    assert (battle.fighters[1].posture == Posture.PRONE) == (x == 5)


@pytest.mark.rule("W96", "H25")
def test_H25_a_mount_is_pushed_with_its_rider(battle_of, go_on):
    blue = [{"base": "warhorse", "at": (5, 3)}, {"base": "knight", "rides": 1}]
    battle = battle_of(blue=blue)
    shove(battle, step=Step.SET_OUT).yards = 1
    go_on(battle)
    assert at(battle, 1) == at(battle, 2) == (6, 3)


@pytest.mark.rule("W96", "H21")
def test_W96_a_push_of_no_yards_moves_nobody(battle_of, go_on, events):
    battle = battle_of()
    shove(battle, step=Step.SET_OUT).yards = 0
    go_on(battle)
    assert at(battle) == (5, 3)
    assert events(battle, "pushed") == []
