"""Crossing borders: challenges and limits."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Direction, Window
from quintain.envs.heimr.rules import grid
from quintain.envs.heimr.rules.combat_actions import movement_actions
from quintain.envs.heimr.rules.combat_basics import upkeep
from quintain.envs.heimr.rules.environment import border_crossing

pytestmark = pytest.mark.interpreted

A2, B2, C2 = 5, 6, 7
EAST, WEST = Direction.EAST, Direction.WEST


def place(battle, actor=0):
    """The position of a fighter, and whether it is prone."""
    return int(battle.fighters[actor].location), bool(battle.fighters[actor].prone)


# --- Challenges (H149, H19, RH7) ------------------------------------------------------------------


@pytest.mark.rule("H149", "H18")
@pytest.mark.parametrize(
    ("kind", "faces", "there"),
    [("window", [4, 1, 2], True), ("longest_jump", [4, 7, 2], True),
     ("longest_jump", [4, 6, 2], False), ("rope_swing", [4, 2, 3], True)],
)  # fmt: skip
def test_H149_agility_against_the_cr_of_the_border(battle_of, loaded, do, kind, faces, there):
    battle = battle_of(borders=[((1, 1), "east", kind)])
    battle.fighters[0].wp = 0
    with loaded(battle, faces):
        do(battle, Act.MOVE, EAST)
    assert place(battle) == ((C2, False) if there else (B2, True))


@pytest.mark.rule("H149", "H67", "RH34")
def test_H149_RH34_one_roll_for_fatigue_and_cr(battle_of, loaded, do):
    battle = battle_of(red=[{"wp": 0, "fatigue": 6}], borders=[((1, 1), "east", "short_jump")])
    with loaded(battle, [5, 5, 2]):
        do(battle, Act.MOVE, EAST)
    assert place(battle) == (B2, True)
    assert battle.fighters[0].fatigue == 7


@pytest.mark.rule("H149", "H19", "RH7", "QH10")
def test_RH7_a_failed_crossing_is_tried_again_for_1_wp(battle_of, loaded, do):
    battle = battle_of(borders=[((1, 1), "east", "longest_jump")])
    with loaded(battle, [4, 5, 2]):
        assert do(battle, Act.MOVE, EAST) == Window.REROLL
    assert place(battle) == (B2, False)
    battle.window = Window.NONE
    with loaded(battle, [4, 9, 2]):
        border_crossing.reroll(battle)
        while battle.window == Window.NONE:
            movement_actions.movement_step(battle)
            if battle.fighters[0].location == C2:
                break
    assert battle.fighters[0].wp == 7
    assert place(battle) == (C2, False)


@pytest.mark.rule("H149", "H148")
def test_H149_who_fails_does_not_count_for_the_limit(battle_of, loaded, do):
    battle = battle_of(red=[{"wp": 0}], borders=[((1, 1), "east", "window")])
    with loaded(battle, [1, 2, 2]):
        do(battle, Act.MOVE, EAST)
    assert battle.borders[grid.border_of(B2, EAST)].crossed == 0


@pytest.mark.rule("H74")
@pytest.mark.parametrize(("kind", "fatigue"), [("open", 4), ("short_jump", 5)])
def test_H74_only_a_challenge_tires(battle_of, loaded, do, kind, fatigue):
    battle = battle_of(borders=[((1, 1), "east", kind)])
    with loaded(battle, [2, 8, 2] if kind != "open" else []):
        do(battle, Act.MOVE, EAST)
    assert battle.fighters[0].fatigue == fatigue
    assert place(battle) == (C2, False)


# --- Limits (H148, RH54) --------------------------------------------------------------------------


@pytest.mark.rule("H148", "RH54", "QH14")
def test_RH54_the_limit_counts_both_ways_until_the_first_has_his_next_turn(battle_of, do):
    battle = battle_of(
        red=["fighter", "fighter"],
        blue=[{"at": (2, 1)}, {"at": (2, 1)}],
        borders=[((1, 1), "east", "single_door")],
    )
    do(battle, Act.MOVE, EAST)
    assert movement_actions.may_move(battle, 1, EAST)
    battle.owed = 0
    do(battle, Act.MOVE, WEST, actor=2)
    assert (place(battle, 0)[0], place(battle, 2)[0]) == (C2, B2)
    assert not movement_actions.may_move(battle, 1, EAST)
    assert not movement_actions.may_move(battle, 3, WEST)
    upkeep.start_turn(battle, 2)
    assert not movement_actions.may_move(battle, 1, EAST)
    upkeep.start_turn(battle, 0)
    assert movement_actions.may_move(battle, 1, EAST)
    assert movement_actions.may_move(battle, 3, WEST)


@pytest.mark.rule("H148", "H146")
def test_H148_room_for_several(battle_of):
    battle = battle_of(borders=[((1, 1), "east", "double_door")])
    border = grid.border_of(B2, EAST)
    grid.count_crossing(battle, border, 0)
    found = [bool(border_crossing.has_room_for(battle, B2, EAST, count)) for count in range(1, 5)]
    assert found == [True, True, True, False]


# --- What ends with the location (H52, RH25, RH44, RH49, H158) ------------------------------------


@pytest.mark.rule("H52", "H94", "H158", "RH44")
def test_H52_who_leaves_a_location_leaves_its_cluster_and_whom_it_holds(battle_of, do):
    red = [{"cluster": 0, "holds": 1, "held": []}]
    battle = battle_of(red=red, blue=[{"cluster": 0, "held_by": 0, "held_part": 1}])
    do(battle, Act.MOVE, EAST)
    mover, other = battle.fighters[0], battle.fighters[1]
    assert (mover.cluster, mover.holds, other.held_by, other.cluster) == (-1, -1, -1, -1)
    assert (mover.entered_from, mover.came) == (B2, True)


@pytest.mark.rule("RH49", "RH58")
def test_RH49_who_changes_location_hides_no_more(battle_of, do):
    red = [{"hidden": True, "hide": 9, "found_by": [1]}]
    battle = battle_of(red=red, blue=[{"at": (2, 2)}])
    do(battle, Act.MOVE, EAST)
    fighter = battle.fighters[0]
    assert (fighter.hidden, fighter.gave_away, fighter.found_by) == (False, True, 0)
    assert fighter.last_seen == C2


# --- The scenario of this chapter (H148, H149, H174) ----------------------------------------------


@pytest.mark.rule("H148", "H149", "H174", "RH61")
def test_H148_two_rooms_and_three_ways_between_them(deployed):
    battle = deployed("doorway", seed=1)
    ways = [battle.borders[grid.border_of(5 * row + 1, EAST)] for row in range(3)]
    assert [(int(way.limit), int(way.challenge), int(way.toughness)) for way in ways] == [
        (1, 5, 0),
        (2, 0, 0),
        (2, 0, 2),
    ]
    assert {int(one.location) % 5 for one in battle.fighters[:3]} == {0}
    assert {int(one.location) % 5 for one in battle.fighters[3:6]} == {3}
