"""Moving along a path, yard by yard: its cost, its obstacles, and the reactions to it."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.dice import load_dice
from quintain.envs.wildroll import turn
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

pytestmark = pytest.mark.interpreted

E, W = 1, 4
FAR = [{"at": (25, 3)}]
RIDERS = [{"base": "knight", "rides": 1}, {"base": "horse", "at": (4, 3)}]
DAGGER = {"held": ["dagger"]}


def at(battle, actor=0):
    """The position of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


def begin(battle, verb, argument=0, target=-1, role=Role.TURN, actor=0):
    """A fighter starts a movement."""
    movement_resolution.begin_way(battle, actor, verb, argument, target, role)
    return battle


def declared(battle, actor=0, target=1):
    """A declared attack about which others are asked."""
    action_stack.push(battle, Role.TURN, Act.STANDARD, actor, target, 0)


# --- Yards (W65, H8, TW8) -------------------------------------------------------------------------


@pytest.mark.rule("W65", "H8", "TW8")
def test_TW8_a_way_opens_no_windows_and_is_told(battle_of, go_on, window, events):
    battle = battle_of(blue=FAR)
    battle.fighters[1].initiative = 30
    go_on(begin(battle, Verb.TOWARD, target=1))
    assert (window(battle), battle.top) == ("none", -1)
    assert at(battle) == (12, 3)
    assert battle.fighters[0].action_points == 8
    assert events(battle) == [("moves", 0, -1, Role.TURN, 8, 0)]
    assert (battle.path_length, battle.path_at) == (0, 0)


@pytest.mark.rule("H8", "W65", "QW12")
def test_H8_a_way_buys_at_most_4_ap_a_step_what_it_needs(battle_of, go_on):
    battle = battle_of(blue=FAR)
    go_on(begin(battle, Verb.TOWARD, target=1))
    go_on(begin(battle, Verb.TOWARD, target=1))
    assert battle.fighters[0].action_points == 4
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (4, 0)}], map=".Q...")
    go_on(begin(battle, Verb.STEP, E))
    assert (at(battle), battle.fighters[0].action_points) == ((1, 0), 8)
    battle = battle_of(red=[{"at": (0, 0), "hobbled": True}], blue=[{"at": (4, 0)}], map=".Q...")
    go_on(begin(battle, Verb.STEP, E))
    assert (at(battle), battle.fighters[0].action_points) == ((1, 0), 4)


@pytest.mark.rule("W65", "W69", "W80", "W106")
def test_W65_going_keeps_what_is_readied_and_runs_up(battle_of, go_on):
    battle = battle_of(red=[{"readied": Act.QUICK, "calming": 2, "run": 3}], blue=FAR)
    go_on(begin(battle, Verb.TOWARD, target=1))
    fighter = battle.fighters[0]
    assert (fighter.readied, fighter.calming, fighter.run) == (Act.QUICK, 0, 11)


@pytest.mark.rule("W65")
def test_W65_nobody_sets_out_where_no_way_leads(battle_of):
    battle = begin(battle_of(), Verb.TOWARD, target=1)
    assert battle.top == -1


@pytest.mark.rule("W106", "H25")
def test_H25_rider_and_animal_go_and_pay_together(battle_of, go_on, events):
    battle = battle_of(red=RIDERS, blue=FAR)
    go_on(begin(battle, Verb.TOWARD, target=2))
    assert at(battle, 0) == at(battle, 1) == (20, 3)
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [8, 8]
    assert events(battle) == [("moves", 1, -1, Role.TURN, 16, 0)]


@pytest.mark.rule("W90")
def test_W90_the_grapple_goes_along(battle_of, go_on):
    red = [{"holding": [1], "drag_points": 4}]
    battle = battle_of(red=red, blue=[{"at": (3, 3), "holding": [0]}])
    go_on(begin(battle, Verb.STEP, E))
    assert (at(battle, 0), at(battle, 1)) == ((5, 3), (4, 3))
    assert battle.fighters[0].drag_points == 3
    go_on(begin(battle, Verb.STEP, W))
    assert (at(battle, 0), at(battle, 1)) == ((4, 3), (3, 3))


@pytest.mark.rule("W90", "H26", "XW1")
@pytest.mark.parametrize(("place", "hidden"), [((5, 4), False), ((6, 5), True)])
def test_H26_who_is_dragged_finds_the_hidden(battle_of, go_on, place, hidden):
    red = [{"holding": [2], "drag_points": 4}, {"at": place, "hidden": True}]
    battle = battle_of(red=red, blue=[{"at": (3, 3), "holding": [0]}])
    go_on(begin(battle, Verb.STEP, E))
    assert at(battle, 2) == (4, 3)
    assert battle.fighters[1].hidden == hidden


@pytest.mark.rule("W90", "W106")
def test_W106_who_is_dragged_comes_into_reach_of_a_horse(battle_of, go_on, loaded, events):
    horse = {"base": "knight", "rides": 2}, {"base": "horse", "at": (6, 2)}
    red = [{"holding": [3], "drag_points": 4}, *horse]
    battle = battle_of(red=red, blue=[{"at": (3, 3), "holding": [0]}])
    with loaded(battle, [6, 6, 6]):
        go_on(begin(battle, Verb.STEP, E))
    assert [told[1] for told in events(battle, "saves")] == [1]


# --- What stops a way (H9, H21, RW12) -------------------------------------------------------------


@pytest.mark.rule("RW12", "H25", "TW8")
@pytest.mark.parametrize(
    "state",
    [
        {"helpless_rounds": 2}, {"life": Life.UNCONSCIOUS}, {"posture": Posture.PRONE}, {"x": 9},
        {"holding": 2}, {"pinned_by": 1}, {"action_points": 0},
    ],
)  # fmt: skip
def test_RW12_what_happens_meanwhile_stops_a_way(battle_of, go_on, state, events):
    battle = battle_of(red=["fighter", {"at": (6, 4)}], blue=FAR)
    begin(battle, Verb.TOWARD, target=2)
    while battle.path_at < 2:
        movement_resolution.move_step(battle)
    for key, value in state.items():
        battle.fighters[0][key] = value
    go_on(battle)
    assert events(battle, "moves") == [("moves", 0, -1, Role.TURN, 2, 0)]
    assert at(battle) == (state.get("x", 6), 3)


@pytest.mark.rule("RW12")
def test_RW12_who_lies_already_crawls_on(battle_of, go_on):
    battle = battle_of(red=[{"posture": Posture.PRONE}], blue=FAR)
    go_on(begin(battle, Verb.TOWARD, target=1))
    assert at(battle) == (8, 3)


@pytest.mark.rule("H21")
def test_H21_who_is_stopped_in_an_ally_s_hex_goes_back(battle_of, go_on, events):
    lane = "\n".join(["#" * 10, "." * 10, "#" * 10])
    red = [{"at": (0, 1)}, {"at": (2, 1)}]
    for back in (1, 0):
        battle = battle_of(red=red, blue=[{"at": (9, 1)}], map=lane)
        begin(battle, Verb.TOWARD, target=2)
        while battle.path_at < 2:
            movement_resolution.move_step(battle)
        if back == 0:  # somebody has come in behind
            battle.fighters[2].x = 1
        battle.fighters[0].posture = Posture.PRONE
        go_on(battle)
        assert at(battle) == (back, 1)
        assert len(events(battle, "moves")) == 1
        assert events(battle, "turns_back") == [("turns_back", 0, -1, 0, 2 - back, 0)]


@pytest.mark.rule("H21", "RW34")
def test_H21_who_is_grappled_in_an_ally_s_hex_stays_there(battle_of, go_on, events):
    lane = "\n".join(["#" * 10, "." * 10, "#" * 10])
    red = [{"at": (0, 1)}, {"at": (2, 1)}]
    battle = battle_of(red=red, blue=[{"at": (9, 1)}], map=lane)
    begin(battle, Verb.TOWARD, target=2)
    while battle.path_at < 2:
        movement_resolution.move_step(battle)
    battle.fighters[2].x = 3
    battle.fighters[0].holding, battle.fighters[2].holding = 1 << 2, 1 << 0
    go_on(battle)
    assert at(battle) == (2, 1)
    assert not events(battle, "turns_back")


@pytest.mark.rule("XW1", "H21", "H26")
def test_H26_who_walks_into_the_hidden_finds_them(battle_of, go_on, events):
    lane = "\n".join(["#" * 10, "." * 10, "#" * 10])
    blue = [{"at": (4, 1), "hidden": True, **DAGGER}, {"at": (9, 1)}]
    battle = battle_of(red=[{"at": (0, 1)}], blue=blue, map=lane)
    go_on(begin(battle, Verb.TOWARD, target=2))
    assert at(battle) == (3, 1)
    assert events(battle, "found") == [("found", 1, -1, 0, 0, 0)]


@pytest.mark.rule("XW1", "H26")
@pytest.mark.parametrize(
    ("foe", "wall", "found"),
    [
        ({}, ".", True), ({}, "#", False), ({"life": Life.UNCONSCIOUS}, ".", False),
        ({"life": Life.UNCONSCIOUS, "at": (3, 0)}, ".", False),
    ],
)  # fmt: skip
def test_H26_a_yard_in_sight_of_an_enemy_reveals(battle_of, go_on, foe, wall, found):
    red = [{"at": (1, 0), "hidden": True}]
    battle = battle_of(red=red, blue=[{"at": (8, 0), **foe}], map=f".....{wall}....")
    go_on(begin(battle, Verb.STEP, E))
    assert battle.fighters[0].hidden != found


# --- Out of turn (W59, W66, RW37, H1) -------------------------------------------------------------


@pytest.mark.rule("W66", "W59", "H1", "RW37")
def test_H1_a_move_out_of_turn_cancels_when_it_has_ended(battle_of, go_on):
    battle = battle_of()
    declared(battle)
    begin(battle, Verb.AWAY, target=0, role=Role.INTERRUPT, actor=1)
    while battle.path_at < battle.path_length:
        assert not battle.frames[0].cancelled
        movement_resolution.move_step(battle)
    go_on(battle)
    assert battle.frames[0].cancelled
    assert battle.frames[0].canceller == 1
    assert battle.fighters[0].evaded_by == 1 << 1
    assert (battle.fighters[0].evaded_act, battle.fighters[0].evaded_target) == (Act.STANDARD, 1)


@pytest.mark.rule("RW37", "H1")
def test_RW37_without_a_yard_nothing_is_cancelled(battle_of, go_on):
    battle = battle_of()
    declared(battle)
    begin(battle, Verb.AWAY, target=0, role=Role.INTERRUPT, actor=1)
    battle.fighters[1].pinned_by = 0
    go_on(battle)
    assert not battle.frames[0].cancelled
    assert battle.fighters[0].evaded_by == 0


@pytest.mark.rule("RW37", "H1", "H21")
@pytest.mark.parametrize(("ally", "cancels"), [((6, 3), False), ((20, 3), True)])
def test_RW37_a_way_that_leads_back_to_its_beginning_cancels_nothing(
    battle_of, go_on, ally, cancels
):
    red = [{"at": (2, 3)}, {"at": (5, 3), "hidden": True, **DAGGER}]
    battle = battle_of(red=red, blue=[{"at": (7, 3)}, {"at": ally}])
    declared(battle, target=2)
    begin(battle, Verb.TOWARD, target=0, role=Role.INTERRUPT, actor=2)
    go_on(battle)  # somebody unseen bars the second yard
    assert at(battle, 2) == ((6, 3) if cancels else (7, 3))
    assert battle.frames[0].cancelled == cancels
    assert battle.fighters[0].evaded_by == (1 << 2 if cancels else 0)


@pytest.mark.rule("W66", "W65")
def test_W66_the_own_turn_cancels_nothing(battle_of, go_on):
    battle = battle_of(blue=FAR)
    go_on(begin(battle, Verb.STEP, W))
    assert battle.fighters[0].evaded_by == 0


# --- Flanked and readied (W34, RW38, TW4) ---------------------------------------------------------


@pytest.mark.rule("W34", "QW5", "TW4")
def test_W34_the_flanked_are_asked_right_after_the_yard(battle_of, go_on, window):
    red = [{"at": (3, 3), **DAGGER}, {"at": (6, 3), **DAGGER}]
    blue = [{"at": (5, 3), **DAGGER}, {"at": (25, 3)}]
    battle = begin(battle_of(red=red, blue=blue), Verb.STEP, E)
    turn.play_on(battle)
    assert (at(battle), window(battle), battle.to_act) == ((4, 3), "flanked", 2)
    assert battle.frames[battle.top].step == Step.PASSED


@pytest.mark.rule("RW38", "H15", "TW4")
def test_H15_a_yard_gone_is_an_event(battle_of, go_on, window):
    blue = [{"at": (6, 3), **DAGGER, "readied": Act.QUICK}]
    battle = go_on(begin(battle_of(blue=blue), Verb.STEP, E))
    assert (at(battle), window(battle), battle.to_act) == ((5, 3), "readied", 1)


@pytest.mark.rule("W60", "RW38")
def test_W60_a_yard_is_a_trigger_of_its_own(battle_of):
    battle = begin(battle_of(blue=FAR), Verb.TOWARD, target=1)
    frame = battle.frames[battle.top]
    movement_resolution.move_step(battle)
    frame.role = Role.INTERRUPT
    frame.reacted = 0b10
    for _ in range(3):
        movement_resolution.move_step(battle)
    assert (frame.step, frame.reacted) == (Step.GONE, 0)


# --- Mounts in reach, and out of control (W106, H25) ----------------------------------------------


@pytest.mark.rule("W106", "H25")
@pytest.mark.parametrize(("reach", "checks"), [("sword", [(7, 3)]), ("spear", [(6, 3)])])
def test_W106_coming_into_reach_asks_for_a_check(battle_of, go_on, events, reach, checks):
    foe = {"at": (9, 3), "held": [reach], "initiative": 0}
    battle = battle_of(red=RIDERS, blue=[foe])
    battle.fighters[1].attributes[6] = -5
    battle.fighters[0].skills[9] = battle.fighters[0].specialisations = 0
    battle.fighters[0].attributes[6] = -5
    load_dice(battle, [1, 1, 1])
    go_on(begin(battle, Verb.TOWARD, target=2))
    assert events(battle, "uncontrolled") == [("uncontrolled", 1, 0, 0, 0, 0)]
    assert [at(battle, 1)] == checks  # nobody directs it any more


@pytest.mark.rule("W106")
def test_W106_each_enemy_asks_once_and_may_come_by_itself(battle_of, go_on, loaded, events):
    blue = [{"at": (9, 3), "held": ["sword"], "initiative": 0}]
    battle = battle_of(red=RIDERS, blue=blue)
    with loaded(battle, [6, 6, 6]):
        go_on(begin(battle, Verb.TOWARD, target=0, actor=2))
    assert len(events(battle, "saves")) == 1
    assert at(battle, 2) == (5, 3)


@pytest.mark.rule("W106")
@pytest.mark.parametrize(("held", "checks"), [([], 0), (["sword"], 1)])
def test_W106_the_weapon_of_a_rider_asks_as_well(battle_of, go_on, loaded, events, held, checks):
    # The war horse stops two yards off: out of reach of its hooves, not of a sword.
    blue = [{"base": "knight", "rides": 3, "held": held}, {"base": "warhorse", "at": (9, 3)}]
    battle = battle_of(red=RIDERS, blue=blue)
    battle.fighters[0].initiative = 0
    for column in (8, 7, 6):
        with loaded(battle, [6, 6, 6] if checks and column == 6 else []):
            go_on(begin(battle, Verb.STEP, W, actor=2))
    assert at(battle, 3) == (6, 3)
    assert len(events(battle, "saves")) == checks


@pytest.mark.rule("W106")
def test_W106_a_trained_mount_needs_no_check(battle_of, go_on, loaded):
    battle = battle_of(red=[RIDERS[0], {**RIDERS[1], "base": "warhorse"}], blue=[{"at": (9, 3)}])
    battle.fighters[2].initiative = 0
    with loaded(battle):
        go_on(begin(battle, Verb.TOWARD, target=2))
    assert not battle.fighters[1].uncontrolled


@pytest.mark.rule("H25", "W106")
def test_H25_a_mount_bolts_with_all_its_ap_and_nobody_else_pays(battle_of, go_on, events):
    red = [RIDERS[0], {**RIDERS[1], "uncontrolled": True, "at": (24, 3)}]
    red[1]["action_points"] = 5
    battle = battle_of(red=red, blue=[{"at": (26, 3)}, {"at": (3, 3), "initiative": 0}])
    movement_resolution.bolt(battle, 1)
    go_on(battle)
    assert at(battle, 0) == at(battle, 1) == (4, 3)
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [12, 0]
    assert events(battle, "bolts", "moves") == [
        ("bolts", 1, 2, 0, 20, 0),
        ("moves", 1, -1, Role.TURN, 20, 0),
    ]


@pytest.mark.rule("H25")
@pytest.mark.parametrize("state", [{"helpless_rounds": 1}, {"action_points": 0}])
def test_H25_who_cannot_go_does_not_bolt(battle_of, state):
    red = [RIDERS[0], {**RIDERS[1], "uncontrolled": True, **state}]
    battle = battle_of(red=red, blue=FAR)
    movement_resolution.bolt(battle, 1)
    assert battle.top == -1


# --- Entering a space (W84) -----------------------------------------------------------------------


@pytest.mark.rule("W84")
def test_W84_who_enters_is_in_the_hex_of_the_other(battle_of, go_on):
    battle = battle_of(blue=[{**DAGGER}])
    action_stack.push(battle, Role.TURN, Act.ENTER, 0, 1, 0)
    action_stack.go_to(battle.frames[battle.top], Step.APPROACHED)
    go_on(battle)
    assert at(battle, 0) == at(battle, 1) == (5, 3)
    assert battle.frames[battle.top].step == Step.RESOLVED
    assert battle.fighters[0].action_points == 12
