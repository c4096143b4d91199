"""Jumps: legal jumpers, distance, cost in AP, and landing."""

from __future__ import annotations

from itertools import product

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.movement import jumps
from quintain.envs.wildroll.rules.movement.movement import points_left

pytestmark = pytest.mark.interpreted

NORTH_EAST, EAST = 0, 1
LINES = (2, 3, 4)
"""Yards of the jumps that there are."""
# A fighter adds 1 to the dice of a jump and has a rate of 8: 2 yards for an AP.


def row_of(letters: str) -> str:
    """A map with these letters in the row of the jumper, who is on the fifth."""
    return "\n".join(["." * len(letters)] * 3 + [letters] + ["." * len(letters)])


def begin(battle, yards, side=EAST, cost=1):
    """A jump of red_0 that takes effect."""
    action_stack.push(battle, Role.TURN, Act.JUMP, 0, -1, 0)
    frame = battle.frames[battle.top]
    frame.side, frame.yards, frame.cost, frame.step = side, yards, cost, Step.RESOLVED
    return frame


def may(battle, side=EAST):
    """The jumps towards a side that are possible."""
    return [yards for yards in LINES if jumps.may_jump(battle, 0, side, yards)]


def place(battle):
    """Where red_0 is, and how."""
    fighter = battle.fighters[0]
    return int(fighter.x), int(fighter.y), Posture(int(fighter.posture))


def jumped(battle_of, loaded, faces, yards, letters="...........", cost=1, **more):
    """A jump eastwards from (4, 3) with these dice."""
    battle = battle_of(red=[more], blue=[{"at": (0, 0)}], map=row_of(letters))
    frame = begin(battle, yards, cost=cost)
    with loaded(battle, faces):
        jumps.jump(battle, frame)
    return battle


# --- Who may jump, and over what (W69, H23) -------------------------------------------------------


@pytest.mark.rule("W69", "H23")
@pytest.mark.parametrize(
    ("state", "may_jump"),
    [
        ({}, True), ({"posture": Posture.CROUCHING}, False), ({"posture": Posture.PRONE}, False),
        ({"holding": [1]}, False), ({"strength": -5, "race": "halfling"}, True),
    ],
)  # fmt: skip
def test_H23_who_can_take_off(battle_of, state, may_jump):
    battle = battle_of(red=[state], blue=[{"at": (4, 4)}])
    assert may(battle) == (list(LINES) if may_jump else [])


@pytest.mark.rule("H23", "W86")
def test_H23_not_from_a_mount_and_not_in_anybodys_grip(battle_of):
    battle = battle_of(
        red=[{"rides": 1}, {"base": "warhorse", "at": (4, 3)}], blue=[{"at": (9, 9)}]
    )
    assert may(battle) == []
    battle = battle_of(blue=[{"at": (4, 4), "holding": [0]}])
    assert may(battle) == []


@pytest.mark.rule("H23")
@pytest.mark.parametrize(
    ("letter", "may_jump"), [("m", True), ("k", False), ("d", False), ("c", False)]
)
def test_H23_neither_out_of_water_nor_off_a_cliff(battle_of, letter, may_jump):
    battle = battle_of(blue=[{"at": (0, 0)}], map=row_of("...." + letter + "......"))
    assert bool(may(battle)) == may_jump


@pytest.mark.rule("H23", "W69", "H21", "H22")
@pytest.mark.parametrize(
    ("letters", "possible"),
    [
        (".....p.....", [2, 3, 4]), (".....d.....", [2, 3, 4]), (".....#.....", []),
        (".....o.....", [2]), ("......o....", []), ("......p....", [3, 4]),
        ("......#....", []), (".......#...", [2]), ("........#..", [2, 3]), (".......", [2]),
        (".....pp....", [3, 4]), (".....+.....", []), (".....l.....", []),
    ],
)  # fmt: skip
def test_H23_over_what(battle_of, letters, possible):
    assert may(battle_of(blue=[{"at": (0, 0)}], map=row_of(letters))) == possible


@pytest.mark.rule("H23", "H21", "XW1")
@pytest.mark.parametrize(
    ("state", "column", "possible"),
    [
        ({}, 5, []), ({"posture": Posture.CROUCHING}, 5, []),
        ({"posture": Posture.PRONE}, 5, [2, 3, 4]), ({"life": Life.DEAD}, 5, [2, 3, 4]),
        ({"posture": Posture.PRONE}, 6, [3, 4]), ({"life": Life.DEAD}, 6, [2, 3, 4]),
        ({"hidden": True}, 5, [2, 3, 4]), ({}, 7, [2]),
    ],
)  # fmt: skip
def test_H23_over_nobody_who_stands(battle_of, state, column, possible):
    assert may(battle_of(blue=[{"at": (column, 3), **state}])) == possible


@pytest.mark.rule("H23")
def test_H23_straight_along_any_side(battle_of):
    battle = battle_of(blue=[{"at": (0, 0)}])
    assert may(battle, NORTH_EAST) == [2, 3]  # three rows to the edge
    for yards, hex_there in ((2, (5, 1)), (3, (6, 0))):
        battle = battle_of(red=[{"run": 5, "speed": 5}], blue=[{"at": (0, 0)}])
        jumps.come_to(battle, begin(battle, yards, NORTH_EAST), yards)
        assert place(battle)[:2] == hex_there


# --- What it costs (W70, W51, H23) ----------------------------------------------------------------


@pytest.mark.rule("W70", "W51", "H23", "RW36")
@pytest.mark.parametrize(
    ("quarters", "used", "costs"),
    [(0, 0, [1, 2, 2]), (8, 0, [1, 1, 1]), (16, 0, [1, 1, 1]), (8, 2, [1, 2, 2])],
)
def test_W70_the_ap_that_the_missing_points_need(battle_of, quarters, used, costs):
    battle = battle_of(red=[{"move_quarters": quarters, "move_used": used}])
    assert [jumps.jump_cost(battle, 0, yards) for yards in LINES] == costs


@pytest.mark.rule("W70", "H23", "RW36")
@pytest.mark.parametrize(
    ("completes", "quarters", "left"), [(False, 0, 1), (False, 8, 3), (True, 8, 2)]
)
def test_W70_the_points_are_bought_and_used(battle_of, loaded, completes, quarters, left):
    battle = battle_of(red=[{"move_quarters": quarters}], blue=[{"at": (0, 0)}])
    frame = begin(battle, 3, cost=2)
    frame.is_completion = completes  # paid over turns: nothing of it is left
    with loaded(battle, (6, 6, 6)):
        jumps.jump(battle, frame)
    assert points_left(battle.fighters[0]) == left


LONG_JUMP = 3 * EAST + 2
"""Argument of a jump of 4 yards to the east, which costs 2 AP from a stand."""


@pytest.fixture
def jumping(battle_of, begun, act, window):
    """The next turn of red_0, which has paid 1 of 2 AP for a jump of 4 yards."""

    def build(run):
        red = {"run": run, "action_points": 1, "initiative": 10}
        blue = {"initiative": 9, "hidden": True, "at": (0, 0)}
        battle = begun(battle_of(red=[red], blue=[blue]))
        act(battle, "jump", LONG_JUMP)
        while window(battle) != "long":
            act(battle, "wait", faces=None)
        assert (battle.to_act, battle.fighters[0].long_act) == (0, Act.JUMP)
        return battle

    return build


@pytest.mark.rule("W69", "W70")
@pytest.mark.parametrize(("run", "column"), [(5, 8), (4, 6)])
def test_W70_a_jump_paid_over_turns_keeps_its_run_up(jumping, act, run, column):
    battle = jumping(run)
    act(battle, "wait", faces=[4, 4, 4])  # 13 feet, or 6 without a run-up of 5 yards
    assert (place(battle), battle.fighters[0].run) == ((column, 3, Posture.STANDING), 0)


@pytest.mark.rule("W70", "W69", "QW11")
def test_W70_the_run_up_of_a_jump_that_is_given_up_is_lost(jumping, act, legal):
    battle = jumping(5)
    act(battle, "give_up")
    assert battle.fighters[0].run == 0
    act(battle, "jump", LONG_JUMP, faces=[4, 4, 4])
    assert place(battle) == (6, 3, Posture.STANDING)


@pytest.mark.rule("W70", "W69", "H7")
def test_W70_the_run_up_of_a_jump_that_fails_is_lost(jumping, act, events):
    battle = jumping(5)
    fighter = battle.fighters[1]
    fighter.x, fighter.y, fighter.hidden = 5, 3, False
    act(battle, "wait")
    assert len(events(battle, "fails")) == 1
    assert (place(battle)[0], battle.fighters[0].run) == (4, 0)


# --- How far and how high (W69) -------------------------------------------------------------------


@pytest.mark.rule("W69")
@pytest.mark.parametrize(
    ("run", "speed", "roll", "result"),
    [(5, 2, 11, 13), (6, 2, 11, 13), (4, 2, 11, 5), (4, 2, 12, 6), (0, -3, 10, 5), (5, -3, 10, 7)],
)
def test_W69_a_run_up_of_5_yards_or_half(battle_of, run, speed, roll, result):
    fighter = battle_of(red=[{"run": run, "speed": speed}]).fighters[0]
    assert jumps.jump_result(fighter, roll) == result


@pytest.mark.rule("W69")
@pytest.mark.parametrize(
    ("result", "yards"), [(-2, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (12, 4)]
)
def test_W69_a_long_jump_is_its_result_in_feet(result, yards):
    assert jumps.yards_reached(result) == yards


@pytest.mark.rule("W69")
@pytest.mark.parametrize(
    ("race", "result", "inches"), [("human", 0, 35), ("human", 1, 37), ("halfling", 8, 36)]
)
def test_W69_a_high_jump_twice_in_inches_and_half_ones_height(battle_of, race, result, inches):
    fighter = battle_of(red=[{"race": race}]).fighters[0]
    assert jumps.inches_cleared(fighter, result) == inches


@pytest.mark.rule("W69", "RW2")
@pytest.mark.parametrize(
    ("run", "faces", "column"),
    [
        (0, (4, 4, 3), 6), (0, (6, 6, 6), 6),  # 12 // 2 feet, 19 // 2 feet
        (5, (2, 2, 1), 6), (5, (6, 6, 6), 6),
    ],
)  # fmt: skip
def test_W69_far_enough(battle_of, loaded, events, run, faces, column):
    battle = jumped(battle_of, loaded, faces, 2, run=run)
    assert place(battle) == (column, 3, Posture.STANDING)
    assert battle.fighters[0].run == 0
    assert battle.frames[battle.top].step == Step.GONE
    assert events(battle, "jumps", "lands") == [
        ("jumps", 0, -1, 0, 2, 0),
        ("lands", 0, -1, 1, 0, 0),
    ]


@pytest.mark.rule("W69", "RW1")
def test_W69_exact_odds_of_two_yards_from_a_stand(battle_of, load):
    battle = battle_of(blue=[{"at": (0, 0)}], log=False)
    jumped_over = 0
    for dice in product(range(1, 7), repeat=3):
        fighter = battle.fighters[0]
        fighter.x, fighter.posture = 4, Posture.STANDING
        frame = begin(battle, 2)
        load(battle, [*dice, 1, 1, 1])
        jumps.jump(battle, frame)
        action_stack.pop(battle)
        jumped_over += int(fighter.x) == 6
    assert jumped_over == sum(sum(dice) >= 11 for dice in product(range(1, 7), repeat=3)) == 108


# --- Falling short, and landing (W71, RW35, H23) --------------------------------------------------


@pytest.mark.rule("W71", "RW35", "RW18", "H23")
@pytest.mark.parametrize(("faces", "column", "lands"), [((3, 3, 3), 7, 2), ((3, 3, 2), 6, 0)])
def test_W71_short_by_one_the_edge_may_be_grabbed(battle_of, loaded, events, faces, column, lands):
    # 7 + 1 feet are 2 yards of 3; a Dexterity of 1 against 10.
    battle = jumped(battle_of, loaded, (3, 2, 2, *faces), 3, ".....pp....", cost=2, run=5)
    assert place(battle) == (column, 3, Posture.PRONE)
    assert events(battle, "lands") == [("lands", 0, -1, lands, 0, 0)]


@pytest.mark.rule("W71", "H23")
@pytest.mark.parametrize(
    ("run", "faces", "column", "posture"),
    [(5, (2, 1, 1), 5, Posture.PRONE), (0, (1, 1, 1), 4, Posture.STANDING)],
)
def test_H23_short_by_more_it_is_where_it_has_come(battle_of, loaded, run, faces, column, posture):
    # 5 feet are 1 yard of 3, into the pit; 2 feet are none, so that it stays before the pit.
    battle = jumped(battle_of, loaded, faces, 3, ".....pp....", cost=2, run=run)
    assert place(battle) == (column, 3, posture)


@pytest.mark.rule("W71", "H23")
@pytest.mark.parametrize("letter", ["m", "i", "u"])
@pytest.mark.parametrize(("faces", "stands"), [((3, 3, 3), True), ((3, 3, 2), False)])
def test_W71_a_short_jump_onto_bad_ground_asks_for_balance_and_finds_no_edge(
    battle_of, loaded, events, letter, faces, stands
):
    # 7 + 1 feet are 2 yards of 3; a Dexterity of 1 against 10.
    letters = "....." + 2 * letter + "...."
    battle = jumped(battle_of, loaded, (3, 2, 2, *faces), 3, letters, cost=2, run=5)
    assert place(battle) == (6, 3, Posture.STANDING if stands else Posture.PRONE)
    assert events(battle, "lands") == [("lands", 0, -1, int(stands), 0, 0)]


@pytest.mark.rule("W71")
@pytest.mark.parametrize(
    ("special", "column", "lands"), [("gymnastics", 7, 2), ("balance", 6, 0), ("jumping", 6, 0)]
)
def test_W71_a_ledge_is_grabbed_by_gymnastics(battle_of, loaded, events, special, column, lands):
    # 6 and a Dexterity of 1 against 10, with 2 of Gymnastics and 1 of Acrobatics.
    skilled = {"skills": {"acrobatics": 1}, "specialisations": {special: 2}}
    faces = (2, 2, 1) if special == "jumping" else (3, 2, 2)
    battle = jumped(
        battle_of, loaded, (*faces, 2, 2, 2), 3, ".....pp....", cost=2, run=5, **skilled
    )
    assert place(battle) == (column, 3, Posture.PRONE)
    assert events(battle, "lands") == [("lands", 0, -1, lands, 0, 0)]


@pytest.mark.rule("H23")
def test_H23_nobody_comes_to_lie_upon_somebody(battle_of, loaded):
    blue = [{"at": (5, 3), "posture": Posture.PRONE}]
    battle = battle_of(red=[{"run": 5}], blue=blue, map=row_of(".....pp...."))
    frame = begin(battle, 3, cost=2)
    with loaded(battle, (2, 1, 1)):
        jumps.jump(battle, frame)
    assert place(battle) == (4, 3, Posture.STANDING)
    assert frame.gone == 0


@pytest.mark.rule("W71", "W69", "H23")
@pytest.mark.parametrize(("faces", "column"), [((3, 2, 2), 6), ((2, 1, 1), 5), ((1, 1, 1), 5)])
def test_W71_there_is_no_edge_on_open_ground(battle_of, loaded, events, faces, column):
    # 8, 5 and 4 feet of the 9 that 3 yards are: one lands where the jump carries, and stands.
    battle = jumped(battle_of, loaded, faces, 3, cost=2, run=5)
    assert place(battle) == (column, 3, Posture.STANDING)
    assert events(battle, "lands", "saves") == [("lands", 0, -1, 1, 0, 0)]


@pytest.mark.rule("XW1", "H23")
def test_XW1_who_hides_where_one_lands_is_in_the_way(battle_of, loaded):
    battle = battle_of(blue=[{"at": (6, 3), "hidden": True}])
    assert may(battle) == [2, 3, 4]
    frame = begin(battle, 2)
    with loaded(battle, (6, 6, 6)):
        jumps.jump(battle, frame)
    assert place(battle) == (5, 3, Posture.STANDING)


@pytest.mark.rule("W69", "H23", "H22")
@pytest.mark.parametrize(
    ("race", "faces", "over"),
    [("human", (1, 1, 1), True), ("halfling", (5, 5, 5), True), ("halfling", (5, 5, 4), False)],
)
def test_W69_over_a_low_wall_by_its_height(battle_of, loaded, race, faces, over):
    # 36 inches: 35 of a human's height; 20 of a halfling's and 2 x 8, without a run-up.
    battle = jumped(battle_of, loaded, faces, 2, ".....o.....", race=race)
    assert place(battle) == ((6, 3, Posture.STANDING) if over else (4, 3, Posture.PRONE))


@pytest.mark.rule("W71", "RW35", "RW18")
@pytest.mark.parametrize("letter", ["m", "i", "u"])
@pytest.mark.parametrize(("faces", "stands"), [((3, 3, 3), True), ((3, 3, 2), False)])
def test_W71_bad_ground_asks_for_balance(battle_of, loaded, letter, faces, stands):
    letters = "......" + letter + "...."
    battle = jumped(battle_of, loaded, (4, 4, 4, *faces), 2, letters)
    assert place(battle) == (6, 3, Posture.STANDING if stands else Posture.PRONE)


@pytest.mark.rule("RW35", "W71")
def test_RW35_skill_counts_against_a_tn_of_10(battle_of, loaded):
    skilled = {"skills": {"acrobatics": 2}, "specialisations": {"balance": 1}}
    battle = jumped(battle_of, loaded, (4, 4, 4, 2, 2, 2), 2, "......i....", **skilled)
    assert place(battle) == (6, 3, Posture.STANDING)


@pytest.mark.rule("W71", "H24", "H23")
def test_H24_one_does_not_fall_in_deep_water(battle_of, loaded):
    battle = jumped(battle_of, loaded, (4, 4, 4), 2, "......d....")
    assert place(battle) == (6, 3, Posture.STANDING)
    battle = jumped(battle_of, loaded, (2, 1, 1), 3, ".....d.....", cost=2, run=5)
    assert place(battle) == (5, 3, Posture.STANDING)


@pytest.mark.rule("H23", "RW28")
@pytest.mark.parametrize("state", [{"posture": Posture.PRONE}, {"life": Life.UNCONSCIOUS}])
def test_H23_who_is_felled_before_it_does_not_jump(battle_of, loaded, state):
    battle = battle_of(red=[state])
    frame = begin(battle, 2)
    with loaded(battle, ()):
        jumps.jump(battle, frame)
    assert place(battle)[0] == 4
    assert frame.step == Step.RESOLVED
