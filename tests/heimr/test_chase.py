"""Fleeing off the field, and chases there."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.heimr import step, turn
from quintain.envs.heimr.actions.describe import describe
from quintain.envs.heimr.actions.masks import legal_action_mask
from quintain.envs.heimr.actions.table import OFFSET, num_actions
from quintain.envs.heimr.enums import Ability, Act, Direction, Life, Stage, Verb, Window
from quintain.envs.heimr.rules.characters import conditions
from quintain.envs.heimr.rules.combat_actions import movement_actions
from quintain.envs.heimr.rules.combat_basics import chase, upkeep
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted

B2 = 6
NORTH, EAST, SOUTH, WEST = Direction
READY = {"defence": 1}
OFF = {"at": (-1, -1), "exit": B2, **READY}
FLEES = {**OFF, "flees": True, "terrain": Ability.AGILITY, "chase_turns": 1}


def chasing(battle_of, gap=1, own=None, other=None, more=(), **fields):
    """Red_0 pursues blue_0 off the field; in its turn it has chosen to run on."""
    red = [{**OFF, "chases": 1 + len(more), "gap": gap, "standard": True, **(own or {})}, *more]
    battle = battle_of(red=red, blue=[{**FLEES, **(other or {})}], stage=Stage.CHASE, **fields)
    for actor in range(1, 1 + len(more)):
        battle.fighters[actor].chases = 1 + len(more)
    return battle


def legal(battle, verb):
    """Whether the deciding fighter may take an action without options."""
    mask = np.zeros(num_actions(1), np.bool_)
    legal_action_mask(battle, mask)
    return bool(mask[OFFSET[verb]])


def answer(battle, verb):
    """The deciding fighter chooses an action without options, and nothing is played on."""
    actor, window = battle.to_act, battle.window
    battle.window = Window.NONE
    step.answer(battle, actor, window, OFFSET[verb])


def exits(battle, location=B2, direction=EAST):
    """The field has an exit."""
    battle.locations[location].exits = 1 << direction


# --- Fleeing (RH55, H90) --------------------------------------------------------------------------


@pytest.mark.rule("RH55", "H90")
def test_RH55_one_runs_off_through_an_exit_only(battle_of):
    battle = battle_of(red=[{"at": (2, 1)}])
    assert not movement_actions.may_run(battle, 0, EAST)
    exits(battle, 7)
    assert movement_actions.may_run(battle, 0, EAST)
    assert not movement_actions.may_move(battle, 0, EAST)
    battle.fighters[0].prone = True
    assert not movement_actions.may_run(battle, 0, EAST)


@pytest.mark.rule("RH55", "H90", "RH28")
def test_RH55_who_runs_off_is_gone_but_has_not_yet_escaped(battle_of, loaded, do, events):
    red = [{"at": (2, 1), "cluster": 0, **READY}]
    battle = battle_of(red=red, blue=[{"at": (2, 1), "cluster": 0, **READY}])
    exits(battle, 7)
    with loaded(battle, []):
        do(battle, Act.RUN, EAST)
    fighter = battle.fighters[0]
    assert (fighter.location, fighter.exit, fighter.flees) == (-1, 7, True)
    assert (fighter.life, fighter.cluster, battle.over) == (Life.AWAKE, -1, False)
    assert conditions.is_in_chase(fighter)
    assert len(events(battle, "chases")) == 1


@pytest.mark.rule("RH55", "RH28")
def test_RH55_whom_nobody_follows_has_escaped(battle_of, events):
    battle = battle_of(red=[{**FLEES, "chase_turns": 0}, "fighter"], stage=Stage.CHASE)
    chase.chase_turn(battle, 0)
    assert (battle.fighters[0].life, battle.fighters[0].flees) == (Life.FLED, False)
    assert battle.stage == Stage.ACTED
    assert len(events(battle, "escapes")) == 1


@pytest.mark.rule("RH55", "H90", "HH20")
def test_HH20_an_opponent_who_runs_after_it_pursues(battle_of, do):
    battle = battle_of(red=[READY, READY], blue=[{**FLEES, "chase_turns": 0, "exit": 7}])
    exits(battle, 7)
    battle.fighters[0].location = battle.fighters[1].location = 7
    do(battle, Act.RUN, EAST)
    one = battle.fighters[0]
    assert (one.chases, one.gap, one.flees, one.location) == (2, 1, False, -1)
    battle.fighters[2].chase_turns = 1
    battle.owed = 0
    do(battle, Act.RUN, EAST, actor=1)
    assert (battle.fighters[1].chases, battle.fighters[1].flees) == (-1, True)


# --- Rolls (H74, H76, H79) ------------------------------------------------------------------------


@pytest.mark.rule("H76", "RH55")
@pytest.mark.parametrize(
    ("gap", "own", "other", "after"),
    [(1, 8, 5, 0), (1, 7, 5, 1), (1, 5, 8, 2), (1, 5, 7, 1), (0, 9, 5, 0), (0, 5, 8, 1),
     (3, 5, 5, 3)],
)  # fmt: skip
def test_H76_won_or_lost_by_3(gap, own, other, after):
    assert chase.gap_after(gap, own, other) == after


@pytest.mark.rule("H76", "H74", "RH55")
def test_H74_a_chase_tires_and_moves_the_pursuer_nearer(battle_of, loaded, events):
    battle = chasing(battle_of, gap=2, other={"chase_roll": 6})
    with loaded(battle, [3, 8, 7]):
        chase.chase_turn(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.gap, fighter.chase_turns, fighter.fatigue) == (1, 1, 5)
    assert battle.stage == Stage.ACTED
    assert events(battle, "chases") == [("chases", 0, 1, 0, 1, 4)]


@pytest.mark.rule("H79", "RH55")
@pytest.mark.parametrize(
    ("climbs", "faces", "total"), [(False, [4, 7, 5], 9), (True, [4, 7, 5, 5], 8)]
)
def test_H79_who_flees_chooses_the_terrain_for_both(battle_of, loaded, climbs, faces, total):
    battle = chasing(battle_of)
    chase.chase_turn(battle, 1)
    assert (battle.window, battle.to_act) == (Window.CHASE, 1)
    if climbs:
        chase.choose_terrain(battle, 1)
    battle.window = Window.NONE
    with loaded(battle, faces):
        chase.chase_turn(battle, 1)
    assert battle.fighters[1].chase_roll == total
    with loaded(battle, [4, 6, 4, 4] if climbs else [4, 6, 4]):
        chase.chase_turn(battle, 0)
    assert battle.fighters[0].gap == 1


@pytest.mark.rule("RH21", "H79")
def test_RH21_no_breather_and_no_other_action_in_a_chase(battle_of, load):
    battle = chasing(battle_of, own={"fatigue": 9}, other={"chase_roll": 12})
    battle.order[:2] = [0, 1]
    battle.stage = Stage.START
    load(battle, [6, 10, 10, 6, 10, 10])
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.CHASE, 0)
    assert not legal(battle, Verb.BREATHER)
    answer(battle, Verb.WAIT)
    turn.play_on(battle)
    assert battle.window != Window.TURN
    assert battle.fighters[0].fatigue == 10
    assert battle.fighters[0].chase_turns == 1


# --- The end (H77, H78, RH55) ---------------------------------------------------------------------


@pytest.mark.rule("H78", "RH55")
def test_H78_a_pursuer_out_of_breath_has_lost(battle_of, loaded, events):
    battle = chasing(battle_of, own={"fatigue": 9}, other={"chase_roll": 5})
    with loaded(battle, [4, 8, 8]):
        chase.chase_turn(battle, 0)
    one, other = battle.fighters[0], battle.fighters[1]
    assert (one.location, one.chases, one.exit) == (B2, -1, -1)
    assert (other.life, other.location) == (Life.FLED, -1)
    assert len(events(battle, "escapes")) == 1


@pytest.mark.rule("H78", "RH55")
def test_H78_a_target_out_of_breath_is_caught_and_the_pursuer_acts(battle_of, loaded):
    own, other = {"standard": False}, {"chase_roll": chase.EXHAUSTED}
    battle = chasing(battle_of, own=own, other=other, more=[{**OFF, "gap": 3}])
    with loaded(battle, []):
        chase.chase_turn(battle, 0)
    assert [int(one.location) for one in battle.fighters[:3]] == [B2, B2, B2]
    assert battle.fighters[0].cluster == battle.fighters[2].cluster != -1
    assert battle.fighters[1].cluster == -1
    assert not any(conditions.is_in_chase(one) for one in battle.fighters[:3])
    assert (battle.stage, battle.fighters[0].standard) == (Stage.TURN, False)


@pytest.mark.rule("H78", "RH55")
@pytest.mark.parametrize(("seconds", "caught"), [({}, True), ({"daze": 4}, False)])
def test_RH55_who_rolls_first_and_fails_has_lost(battle_of, loaded, seconds, caught):
    own, other = {"fatigue": 20, "seconds": seconds}, {"chase_roll": chase.EXHAUSTED}
    battle = chasing(battle_of, own=own, other=other)
    with loaded(battle, []):
        chase.chase_turn(battle, 0)
    one, quarry = battle.fighters[:2]
    assert (quarry.life == Life.AWAKE) == caught
    assert (quarry.location == B2) == caught
    assert (one.location, one.fatigue) == (B2, 20)


@pytest.mark.rule("H78", "RH55", "HH45")
@pytest.mark.parametrize("fatigue", [4, 9])
def test_HH45_who_was_caught_flees_again_only_after_a_breather(battle_of, do, fatigue):
    other = {"chase_roll": chase.EXHAUSTED, "fatigue": fatigue, "exit": 7}
    battle = chasing(battle_of, own={"exit": 7}, other=other)
    exits(battle, 7)
    chase.chase_turn(battle, 0)
    assert [movement_actions.may_run(battle, actor, EAST) for actor in (0, 1)] == [True, False]
    battle.order[:2], battle.stage = [1, 0], Stage.TURN
    battle.window, battle.to_act = Window.TURN, 1
    assert legal(battle, Verb.BREATHER)
    do(battle, Act.BREATHER, actor=1)
    assert battle.fighters[1].fatigue == max(4, fatigue - 2)
    assert movement_actions.may_run(battle, 1, EAST)


# --- Giving up (RH55, HH46) -----------------------------------------------------------------------


@pytest.mark.rule("RH55", "H78", "HH46")
def test_HH46_a_pursuer_may_give_up_before_its_roll(battle_of, loaded, events):
    battle = chasing(battle_of, own={"standard": False}, other={"chase_roll": 5})
    with loaded(battle, []):
        chase.chase_turn(battle, 0)
        assert (battle.window, battle.to_act) == (Window.CHASE, 0)
        assert legal(battle, Verb.GIVE_UP)
        assert not legal(battle, Verb.TERRAIN)
        assert describe(battle, OFFSET[Verb.GIVE_UP]).endswith(" gives up the chase.")
        answer(battle, Verb.GIVE_UP)
    one, quarry = battle.fighters[:2]
    assert (one.location, one.chases, one.fatigue) == (B2, -1, 4)
    assert (quarry.life, battle.stage) == (Life.FLED, Stage.ACTED)
    assert events(battle, "cancelled") == [("cancelled", 0, -1, 0, chase.GIVEN_UP, 0)]


@pytest.mark.rule("RH55", "H78", "HH46")
def test_HH46_a_pursuer_who_goes_on_rolls(battle_of, loaded):
    battle = chasing(battle_of, own={"standard": False}, other={"chase_roll": 9})
    chase.chase_turn(battle, 0)
    answer(battle, Verb.WAIT)
    with loaded(battle, [6, 7, 7]):
        chase.chase_turn(battle, 0)
    assert (battle.fighters[0].chases, battle.fighters[0].chase_turns) == (1, 1)


@pytest.mark.rule("RH55", "H78", "HH46")
def test_HH46_who_gives_up_its_flight_is_caught(battle_of, loaded):
    battle = chasing(battle_of, own={"standard": False})
    chase.chase_turn(battle, 1)
    assert legal(battle, Verb.GIVE_UP)
    assert legal(battle, Verb.TERRAIN)
    answer(battle, Verb.GIVE_UP)
    assert (battle.fighters[1].location, battle.stage) == (-1, Stage.ACTED)
    with loaded(battle, []):
        battle.stage = Stage.CHASE
        chase.chase_turn(battle, 0)
    one, quarry = battle.fighters[:2]
    assert (one.location, quarry.location, one.cluster) == (B2, B2, quarry.cluster)
    assert (battle.stage, one.standard, quarry.caught) == (Stage.TURN, False, True)


@pytest.mark.rule("RH55")
@pytest.mark.parametrize(
    ("gap", "turns", "roll", "fled"),
    [(3, 1, 12, True), (2, 1, 12, False), (1, 29, 7, True), (1, 28, 7, False)],
)
def test_RH55_4_squares_or_30_turns_are_an_escape(battle_of, loaded, gap, turns, roll, fled):
    own = {"chase_turns": turns}
    battle = chasing(battle_of, gap=gap, own=own, other={"chase_roll": roll})
    with loaded(battle, [4, 5, 5]):
        chase.chase_turn(battle, 0)
    assert (battle.fighters[1].life == Life.FLED) == fled
    assert (battle.fighters[0].location == B2) == fled


@pytest.mark.rule("RH55")
def test_RH55_it_has_not_escaped_while_another_is_behind_it(battle_of, loaded):
    own = {"fatigue": 9}
    battle = chasing(battle_of, own=own, other={"chase_roll": 5}, more=[{**OFF, "gap": 1}])
    with loaded(battle, [4, 8, 8]):
        chase.chase_turn(battle, 0)
    assert battle.fighters[0].location == B2
    assert battle.fighters[2].flees
    assert battle.fighters[2].life == Life.AWAKE


@pytest.mark.rule("H77", "RH55", "HH21")
@pytest.mark.parametrize(("down", "off"), [(False, True), (True, False)])
def test_H77_HH21_who_would_pass_acts_instead(battle_of, loaded, down, off):
    battle = chasing(battle_of, gap=0, other={"chase_roll": 5})
    with loaded(battle, [4, 8, 8]):
        chase.chase_turn(battle, 0)
    assert (battle.window, battle.to_act, battle.stage) == (Window.CHASE, 0, Stage.CHASE)
    assert [int(one.location) for one in battle.fighters[:2]] == [B2, B2]
    battle.window = Window.NONE
    battle.fighters[1].prone = down
    chase.chase_turn(battle, 0)
    assert battle.stage == Stage.ACTED
    assert [int(one.location) for one in battle.fighters[:2]] == ([-1, -1] if off else [B2, B2])
    assert battle.fighters[1].flees == off
    assert battle.fighters[0].chases == (1 if off else -1)


@pytest.mark.rule("H77", "H78", "RH55")
@pytest.mark.parametrize("state", [{"prone": True}, {"held_by": 1}, {"life": Life.UNCONSCIOUS}])
def test_H77_a_pursuer_who_cannot_run_on_after_its_action_loses_the_quarry(battle_of, state):
    battle = chasing(battle_of, gap=0, own={"at": (1, 1), **state}, other={"at": (1, 1)})
    chase.chase_turn(battle, 0)
    one, quarry = battle.fighters[:2]
    assert (one.location, one.chases, one.exit) == (B2, -1, -1)
    assert (quarry.location, quarry.life, battle.stage) == (NONE, Life.FLED, Stage.ACTED)


@pytest.mark.rule("H78", "H65")
def test_H78_who_can_no_longer_run_has_lost(battle_of, loaded):
    battle = chasing(battle_of, other={"seconds": {"daze": 2}})
    with loaded(battle, []):
        chase.chase_turn(battle, 1)
    assert battle.fighters[1].chase_roll == chase.EXHAUSTED


@pytest.mark.rule("RH55", "H34")
def test_RH55_who_pursues_the_dead_comes_back(battle_of, loaded):
    battle = chasing(battle_of, other={"life": Life.DEAD})
    with loaded(battle, []):
        chase.chase_turn(battle, 0)
    assert battle.fighters[0].location == B2
    assert not conditions.is_in_chase(battle.fighters[0])


# --- The scenario of this chapter (RH55) ----------------------------------------------------------


@pytest.mark.rule("RH55", "RH61")
def test_RH55_a_street_with_an_exit_at_either_end(deployed):
    battle = deployed("chase", seed=1)
    exits_of = {place: int(one.exits) for place, one in enumerate(battle.locations) if one.exits}
    assert exits_of == {5: 1 << WEST, 9: 1 << EAST}
    battle.fighters[0].location = 5
    assert movement_actions.may_run(battle, 0, WEST)


@pytest.mark.compiled
@pytest.mark.rule("RH55", "H76", "H78")
def test_RH55_equal_default_runners_escape_in_two_of_five_chases(battle_of):
    start = chasing(battle_of, log=False)
    escaped, turns, count = 0, 0, 600
    for seed in range(count):
        battle = start.copy()
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        while battle.fighters[1].flees and battle.window == Window.NONE:
            for actor in (1, 0):
                upkeep.start_turn(battle, actor)
                battle.stage = Stage.CHASE
                while battle.stage == Stage.CHASE and battle.window != Window.CHASE:
                    chase.chase_turn(battle, actor)
                    if battle.fighters[battle.to_act].location == NONE:
                        battle.window = Window.NONE  # both run on, and the terrain stays as it is
            turns += 1
        escaped += battle.fighters[1].life == Life.FLED
    assert abs(escaped / count - 0.41) < 4 * (0.25 / count) ** 0.5
    assert 3.5 < turns / count < 4.5


# --- How it is told (H77, H78, RH55) --------------------------------------------------------------


@pytest.mark.rule("H78", "RH55")
def test_RH55_who_comes_back_from_a_chase_is_told(battle_of, loaded, told):
    battle = chasing(battle_of, own={"fatigue": 9}, other={"chase_roll": 5})
    with loaded(battle, [4, 8, 8]):
        chase.chase_turn(battle, 0)
    assert told(battle).endswith("Red returns to the field in B2. Blue has escaped from the field.")


@pytest.mark.rule("H78", "RH55")
def test_H78_who_is_caught_is_told(battle_of, loaded, told):
    other = {"chase_roll": chase.EXHAUSTED}
    battle = chasing(battle_of, own={"standard": False}, other=other)
    with loaded(battle, []):
        chase.chase_turn(battle, 0)
    text = "Red catches Blue. Red returns to the field in B2. Blue returns to the field in B2."
    assert told(battle).startswith(text)


@pytest.mark.rule("H77", "RH55")
def test_H77_an_action_within_a_chase_is_told(battle_of, loaded, told):
    battle = chasing(battle_of, gap=0, other={"chase_roll": 5})
    with loaded(battle, [3, 9, 5]):
        chase.chase_turn(battle, 0)
    assert told(battle).endswith("Red catches up with Blue and may act against it.")
    battle.num_events = 0
    chase.resume_chase(battle, 0, 1)
    assert told(battle).endswith("Red pursues Blue: no squares between them.")
