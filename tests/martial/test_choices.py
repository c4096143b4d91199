"""Choices that a side with quick choices is not asked: steps, targets, items, Lunges."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.maps.square_grid import DX, DY, ROWS, spread
from quintain.envs.martial.enums import Life, Maneuver, Stage, TurnAction, Window
from quintain.envs.martial.rules.positioning.squares import write_free, write_passable
from quintain.envs.martial.rules.rounds_and_actions.movement import move_squares, step_directions
from quintain.envs.martial.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
IDLE = {**PLAIN, "reactions": 0}
FAR = {**PLAIN, "at": (12, 6)}
EAST, SOUTH = 2, 4
QUICK = 3
MAZE = "\n".join(["........", ".##.o...", "..#.o...", "........"])
BOOKKEEPING = {"decisions", "events", "num_events", "steps_left", "dice", "reward"}


# --- A Move step by step (RD13, H18) --------------------------------------------------------------


@pytest.mark.rule("RD13", "H18")
def test_H18_each_square_is_chosen_until_the_speed_is_used_up(battle_of, begun, act, legal):
    battle = begun(battle_of([PLAIN], [FAR]))
    act(battle, "steps")
    for gone, side in enumerate([SOUTH, EAST, EAST, SOUTH, EAST, EAST]):
        assert (battle.window, battle.steps_left) == (Window.STEP, 6 - gone)
        assert legal(battle) == {"wait", "step", *(f"step {side}" for side in range(1, 8))}
        act(battle, "step", side)
    assert (battle.window, battle.fighters[0].action_points) == (Window.TURN, 2)
    assert (battle.fighters[0].x, battle.fighters[0].y) == (8, 5)


@pytest.mark.rule("RD13", "H18")
def test_H18_a_fighter_may_stop(battle_of, begun, act, events):
    battle = begun(battle_of([PLAIN], [FAR]))
    act(battle, "steps")
    act(battle, "step", EAST)
    act(battle, "wait")
    assert (battle.window, battle.steps_left) == (Window.TURN, 0)
    assert (battle.fighters[0].x, battle.fighters[0].action_points) == (5, 2)
    assert [event[4] for event in events(battle, "moves")] == [1]


@pytest.mark.rule("RD13", "RD14", "H18")
def test_H18_steps_leave_the_record_of_the_same_planned_move(battle_of, begun, act):
    """Past an enemy who may react once, declines, and is not asked again."""

    def start():
        return begun(battle_of([PLAIN], [{**PLAIN, "at": (5, 3)}]))

    planned, stepped = start(), start()
    act(planned, "move", SOUTH)
    act(planned, "wait")
    act(stepped, "steps")
    for number in range(6):
        act(stepped, "step", SOUTH)
        if number == 0:
            assert stepped.window == Window.REACTIVE_ATTACK
            act(stepped, "wait")
    for name in planned.dtype.names:
        if name not in BOOKKEEPING:
            assert planned[name].tobytes() == stepped[name].tobytes(), name


@pytest.mark.rule("RD13", "RD47", "H18", "H6")
@pytest.mark.parametrize("base", ["fighter", "wolf", "horror", "sprite"])
def test_H18_every_square_within_the_speed_can_be_reached(battle_of, base):
    """Step by step one gets to all free squares that the flood fill of the rules finds."""
    ally, foe = {**PLAIN, "at": (1, 0)}, {**PLAIN, "at": (3, 1)}
    battle = battle_of([{"base": base, "at": (0, 0)}, ally], [foe], map=MAZE)
    battle.act = TurnAction.MOVE
    me, steps = battle.fighters[0], int(move_squares(battle.fighters[0]))
    passable, free = np.zeros((2, ROWS), np.int64)
    write_passable(battle, 0, passable)
    write_free(battle, 0, free)
    reached, grown = np.zeros((2, ROWS), np.int64)
    reached[0] = 1
    for _ in range(steps):
        spread(passable, reached, grown)
        reached, grown = grown, reached
    expected = {(x, y) for y in range(4) for x in range(8) if reached[y] & free[y] & (1 << x)}
    found, edge = set(), {(0, 0)}
    for gone in range(steps):
        after = set()
        for me.x, me.y in edge:
            sides = int(step_directions(battle, 0, steps - gone))
            after |= {(me.x + DX[at], me.y + DY[at]) for at in range(8) if sides >> at & 1}
        edge = {(int(x), int(y)) for x, y in after}
        found |= {(x, y) for x, y in edge if free[y] >> x & 1}
    assert found | {(0, 0)} == expected | {(0, 0)}


@pytest.mark.rule("RD47", "H18")
def test_H18_through_an_ally_only_towards_a_free_square(battle_of, begun, act, legal):
    corridor = "\n".join(["########", "#.....##", "########"])
    one, two = ({**PLAIN, "at": (x, 1), "looked": 255} for x in (1, 2))
    battle = begun(battle_of([one, two], [{**IDLE, "at": (5, 1)}], map=corridor))
    act(battle, "steps")
    act(battle, "step", EAST)
    assert battle.window == Window.STEP
    act(battle, "wait")
    assert battle.fighters[0].x == 1  # nobody stays in another's square
    blocked = battle_of([one, two], [{**IDLE, "at": (3, 1)}], map=corridor)
    assert "steps" not in legal(begun(blocked))


@pytest.mark.rule("RD46", "H18")
def test_H18_a_hidden_enemy_in_the_way_ends_the_move(battle_of, begun, act):
    hider = {**IDLE, "at": (6, 3), "hidden": True, "initiative": 30}
    battle = begun(battle_of([PLAIN], [hider, FAR]))
    act(battle, "steps")
    act(battle, "step", EAST)
    act(battle, "step", EAST)
    assert (battle.window, battle.steps_left, battle.fighters[0].x) == (Window.TURN, 0, 5)
    assert not battle.fighters[1].hidden


# --- The target of each blow (D72, D79, H8) -------------------------------------------------------


@pytest.mark.rule("D72", "H8")
def test_H8_each_weapon_of_a_multiweapon_may_strike_another(battle_of, attack, answer, window):
    two = {**PLAIN, "held": ["sword", "dagger"]}
    foes = [{**IDLE, "at": (5, y)} for y in (3, 2)]
    battle = battle_of([two], foes)
    attack(battle, multi=True, penalty=1, faces=[2, 2])
    assert window(battle) == "next_target"
    answer(battle, "next_target", 2, faces=[3, 3])
    assert (battle.attacks[0].target, window(battle)) == (2, "none")


@pytest.mark.rule("D79", "H8")
def test_H8_the_shots_that_are_left_go_to_others_when_the_target_falls(
    battle_of, begun, act, legal
):
    archer = {"base": "archer", "held": ["bow"]}
    battle = begun(battle_of([archer], [{**IDLE, "at": (9, 3)}, {**IDLE, "at": (9, 6)}]))
    act(battle, "shoot", 2)
    act(battle, "wait", faces=[2, 2])
    assert battle.window == Window.NEXT_TARGET
    assert legal(battle) == {"wait", "next", "next 0 1"}
    battle.fighters[1].life = Life.DEAD
    assert legal(battle) == {"wait", "next 0 1"}
    act(battle, "next", slot=1)
    act(battle, "wait", faces=[3, 3])
    assert (battle.window, battle.attacks[0].target) == (Window.TURN, 2)


@pytest.mark.rule("D79", "H8")
def test_H8_the_rest_may_be_left_and_one_target_is_not_asked_for(battle_of, begun, act):
    archer = {"base": "archer", "held": ["bow"]}
    foes = [{**IDLE, "at": (9, 3)}, {**IDLE, "at": (9, 6)}]
    battle = begun(battle_of([archer], foes))
    act(battle, "shoot", 2)
    act(battle, "wait", faces=[2, 2])
    act(battle, "wait")
    assert (battle.window, battle.stage) == (Window.TURN, Stage.TURN)
    for fields, blue in (({}, foes[:1]), ({"quick_sides": QUICK}, foes)):
        battle = begun(battle_of([archer], blue, **fields))
        act(battle, "shoot", 2)
        act(battle, "wait", faces=[2, 2])
        assert battle.window == Window.RIDERS  # of the second shot


@pytest.mark.rule("D79", "RD21", "RD39", "H8")
@pytest.mark.parametrize("goes_on", [True, False])
def test_D79_the_next_weapon_is_drawn_once_its_target_is_chosen(
    battle_of, begun, act, events, goes_on
):
    dagger = ITEM_NAMES.index("dagger")
    thrower = {**PLAIN, "held": ["dagger"], "carried": ["dagger"], "quick_draw": True}
    battle = begun(battle_of([thrower], [{**IDLE, "at": (6, 3)}, {**IDLE, "at": (6, 4)}]))
    act(battle, "rapid_throw", 2)
    act(battle, "wait", faces=[2, 2, 1])
    fighter = battle.fighters[0]
    assert battle.window == Window.NEXT_TARGET
    assert (list(fighter.held), fighter.pack[0]) == ([NONE, NONE], dagger)
    assert battle.attacks[0].weapon == dagger
    act(battle, "next" if goes_on else "wait", faces=[])
    assert [event[4] for event in events(battle, "takes")] == [dagger] * goes_on
    assert list(fighter.held) == ([dagger, NONE] if goes_on else [NONE, NONE])
    assert battle.window == (Window.RIDERS if goes_on else Window.TURN)


# --- The item (RD17, RD39, H9, H10) ---------------------------------------------------------------


@pytest.mark.rule("RD17", "H10")
@pytest.mark.parametrize("frame", ["turn", "reaction"])
def test_H10_which_item_is_disarmed(battle_of, attack, answer, window, frame):
    foe = {**IDLE, "held": ["sword", "shield"]}
    battle = battle_of([PLAIN], [foe])
    attack(battle, "maneuver", maneuver="disarm", frame=frame, faces=[20])
    assert window(battle) == "item"
    answer(battle, "item", 1)
    assert list(battle.fighters[1].held) == [ITEM_NAMES.index("sword"), NONE]


@pytest.mark.rule("RD17", "H10")
def test_H10_which_item_is_sundered_or_the_first_one(battle_of, attack, answer):
    foe = {**IDLE, "held": ["sword", "shield"]}
    for how, damaged in ((1, [0, 1]), (0, [1, 0]), (None, [1, 0])):
        battle = battle_of([PLAIN], [foe])
        attack(battle, "maneuver", maneuver="sunder", faces=[20])
        if how is None:
            answer(battle, "wait")
        else:
            answer(battle, "item", how)
        assert list(battle.fighters[1].damaged) == damaged
    quick = battle_of([PLAIN], [foe], quick_sides=QUICK)
    attack(quick, "maneuver", maneuver="sunder", faces=[20])
    assert (quick.window, list(quick.fighters[1].damaged)) == (Window.NONE, [1, 0])


@pytest.mark.rule("RD17", "H10", "XD4")
def test_H10_a_thief_sees_what_it_may_take_and_chooses(battle_of, begun, act, legal, look):
    foe = {**IDLE, "held": [], "carried": ["dagger", "shield", "bow"]}
    battle = begun(battle_of([{**PLAIN, "trained": ["thievery"]}], [foe]))
    assert look(battle, 0)["window.target_pack"] == [0] * 4
    act(battle, "maneuver", Maneuver.STEAL, faces=[20])
    assert legal(battle) == {"wait", "item 2", "item 3", "item 4"}
    assert look(battle, 0)["window.target_pack"] == pytest.approx([2 / 4, 1, 3 / 4, 0])
    assert look(battle, 1)["window.target_pack"] == [0] * 4
    act(battle, "item", 3)
    assert battle.fighters[0].held[1] == ITEM_NAMES.index("shield")


@pytest.mark.rule("RD39", "H9")
def test_H9_another_item_near_by_than_the_nearest(battle_of, begun, act, legal):
    battle = begun(battle_of([{**PLAIN, "held": []}], [FAR]))
    for place, (item, x) in enumerate([("axe", 4), ("sword", 5), ("shield", 5), ("dagger", 9)]):
        battle.ground_item[place], battle.ground_x[place] = ITEM_NAMES.index(item), x
        battle.ground_y[place] = 3
    assert legal(battle, "pick_up_weapon", "pick_up_shield", "pick_up") == {
        "pick_up_weapon", "pick_up_shield", "pick_up 1",
    }  # fmt: skip
    act(battle, "pick_up", 1)
    assert battle.fighters[0].held[0] == ITEM_NAMES.index("sword")
    assert battle.ground_item[0] == ITEM_NAMES.index("axe")


# --- Lunge (D71, H12), and quick choices ----------------------------------------------------------


@pytest.mark.rule("D71", "H12")
def test_H12_a_lunge_where_it_is_not_needed(battle_of, begun, act, legal):
    battle = begun(battle_of([PLAIN], [IDLE]))
    assert "lunge" in legal(battle)
    stamina = int(battle.fighters[0].stamina)
    act(battle, "lunge")
    assert (battle.fighters[0].stamina, battle.fighters[0].exposed) == (stamina - 1, 1)


@pytest.mark.rule("H8", "H9", "H10", "H12", "H18")
def test_quick_choices_offer_none_of_this(battle_of, begun, legal):
    battle = begun(battle_of([{**PLAIN, "held": []}], [IDLE], quick_sides=1))
    for place, item in enumerate(["axe", "sword"]):
        battle.ground_item[place] = ITEM_NAMES.index(item)
        battle.ground_x[place], battle.ground_y[place] = 4, 3
    assert not legal(battle, "steps", "pick_up", "lunge")
    battle.quick_sides = 2  # the other side's
    assert legal(battle, "steps", "pick_up", "lunge") == {"steps", "pick_up 1", "lunge 2"}


def test_nobody_has_attacked_before_the_battle(deployed):
    fighters = deployed("skirmish").fighters
    assert (fighters["last_target"] == NOBODY).all()
