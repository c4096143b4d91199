"""Random legal play on every scenario: ranges, endings, snapshots, symmetry, nothing illegal."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.maps.square_grid import ROWS
from quintain.envs.martial import deploy, step, turn
from quintain.envs.martial.actions.table import (
    action_id,
    argument_of,
    slot_in,
    verb_of,
)
from quintain.envs.martial.enums import (
    Ending,
    Life,
    Stage,
    Step,
    Trigger,
    Verb,
    Window,
)
from quintain.envs.martial.scenario import (
    scenario_names,
)
from quintain.envs.martial.state import (
    BATTLE,
    NO_FRAME,
    PATH,
    TURN_FRAME,
)
from quintain.envs.martial.tables import (
    BODY_NUM_PARTS,
    ITEM_HANDS,
    ITEM_NAMES,
    ROUND_LIMIT,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

BATTLES = 1 if numba.config.DISABLE_JIT else 20
DECISIONS = 150 if numba.config.DISABLE_JIT else 100_000


def within(least, values, most):
    """Whether all values lie between two, both included."""
    return ((least <= values) & (values <= most)).all()


def check_fighters(states, it):
    """Every number of every fighter is in its range; all arrays are `[T, F]`."""
    x, y = it["x"].astype(int), it["y"].astype(int)
    assert within(0, x, states["width"][:, None] - 1)
    assert within(0, y, states["height"][:, None] - 1)
    walls = np.take_along_axis(states["high"].astype(int), y, axis=1)
    assert not (walls >> x & 1).any()
    assert within(0, it["stamina"], it["max_stamina"])
    for name, most in (
        ("exhaustion", 9), ("action_points", 3), ("reactions", 5), ("dazed", 3), ("stunned", 3),
        ("exposed", 6), ("injuries", 100),
    ):  # fmt: skip
        assert within(0, it[name], most), name
    assert (it["strain"] >= 0).all()
    assert (it["bleed"] >= 0).all()
    is_part = np.arange(it["injuries"].shape[2]) < np.asarray(BODY_NUM_PARTS)[it["body"], None]
    assert not it["injuries"][~is_part].any()
    lives = it["life"] == Life.ALIVE
    assert not (it["prone"] & it["flying"]).any()
    assert (lives | it["prone"] | (it["life"] == Life.DEAD)).all()
    assert (lives | ~it["flying"]).all()


def check_items(states, it):
    """Hands hold what they can."""
    for items in (it["held"], it["pack"], states["ground_item"]):
        assert within(-1, items, len(ITEM_NAMES) - 1)
    hands = np.where(it["held"] >= 0, np.asarray(ITEM_HANDS)[it["held"]], 0)
    assert (hands.sum(axis=2) <= 2).all()


def check_grapples(it):
    """Grapples are mutual, and one of the two holds the other (RD17)."""
    assert not it["is_grappler"][it["grapple"] < 0].any()
    at, actor = np.nonzero(it["grapple"] >= 0)
    one, other = it[at, actor], it[at, it["grapple"][at, actor]]
    assert (other["grapple"] == actor).all()
    assert (one["is_grappler"] != other["is_grappler"]).all()
    assert (one["flying"] == other["flying"]).all()


def check_squares(states, it):
    """One creature a square (RD47); paths lead through allies, an Overrun through its target."""
    places = np.where(
        it["life"] == Life.DEAD, -1 - np.arange(it.shape[1]), it["y"].astype(int) * 32 + it["x"]
    )
    is_shared = (np.diff(np.sort(places, axis=1), axis=1) == 0).any(axis=1)
    is_under_way = (states["stage"] == Stage.ACTION) & (states["path_at"] > 0)
    is_overrun = states["attacks"]["step"][:, TURN_FRAME] == Step.GO
    assert (is_under_way | is_overrun | ~is_shared).all()


def check_play(states, people):
    """The sequence of play is consistent."""
    assert (states["fault"] == 0).all()
    assert (states["events_lost"] == 0).all()
    assert (np.sort(states["order"][:, :people], axis=1) == np.arange(people)).all()
    assert within(0, states["path_at"], states["path_length"])
    assert within(0, states["path_length"], PATH)
    assert within(0, states["round_number"], ROUND_LIMIT)
    over = states[states["over"]]
    assert (over["window"] == Window.NONE).all()
    assert (over["ending"] != Ending.NONE).all()


def check_windows(states, it):
    """Every deciding fighter may answer; checked in states of unfinished battles."""
    to_act, window = states["to_act"].astype(int), states["window"]
    assert within(0, to_act, it.shape[1] - 1)
    assert (window != Window.NONE).all()
    assert (it["life"][np.arange(len(states)), to_act] == Life.ALIVE).all()
    no_attack = np.isin(window, [Window.TURN, Window.HIDE, Window.STEP, Window.REACTIVE_ATTACK])
    assert (no_attack | (states["frame"] != NO_FRAME)).all()
    reactive = window == Window.REACTIVE_ATTACK
    assert (states["trigger"][reactive] != Trigger.NONE).all()
    turn = states[window == Window.TURN]
    assert (turn["frame"] == NO_FRAME).all()
    assert (turn["attacks"]["step"][:, TURN_FRAME] == Step.OVER).all()
    assert (turn["trigger"] == Trigger.NONE).all()


def check(states):
    """All checks for all states `[T]` of a battle."""
    people = int(states["num_fighters"][0])
    it = states["fighters"][:, :people]
    check_fighters(states, it)
    check_items(states, it)
    check_grapples(it)
    check_squares(states, it)
    check_play(states, people)
    goes_on = ~states["over"]
    check_windows(states[goes_on], it[goes_on])


@pytest.mark.compiled
@pytest.mark.rule("RD35", "TD1", "RD47", "RD17", "D62")
@pytest.mark.parametrize("name", scenario_names())
def test_RD35_random_legal_play_keeps_every_range_and_ends(name, states_of_play):
    choose = random.Random(2)
    for seed in range(BATTLES):
        states = states_of_play(name, seed, choose, DECISIONS)
        check(states)
        assert states["over"][-1] or numba.config.DISABLE_JIT


@pytest.mark.rule("RD35")
def test_RD35_who_always_waits_draws_after_fifty_rounds(deployed):
    battle = deployed("duel", 0, log=True)
    while not battle.over:
        step.advance(battle, 0)
    assert (battle.winner, battle.ending) == (-1, Ending.ROUND_LIMIT)
    assert battle.round_number == ROUND_LIMIT


# --- Exchanging the sides (TD1) -------------------------------------------------------------------


UPPER, MIDDLE, LOWER = "........o...........", "." * 20, "...........o........"
FIELD = [*[UPPER] * 3, MIDDLE, MIDDLE, *[LOWER] * 3]
"""The same when it is turned by half a circle."""
WAYS = {Verb.TOWARD, Verb.TO_REACH, Verb.AWAY, Verb.COVER, Verb.TO_WEAPON, Verb.RELEASE}


def turned(action):
    """The same action on the map turned by half a circle."""
    verb, argument = int(verb_of(action)), int(argument_of(action))
    if verb in (Verb.STEP, Verb.MOVE, Verb.DIRECTION):
        return int(action_id(verb, (argument + 4) % 8, max(0, int(slot_in(action)))))
    return int(action)


def play_pair(templates, seed):
    """Play both battles with the same dice and choices, as far as these are the same."""
    pair = []
    for template in templates:
        battle = np.zeros(1, BATTLE)[0]
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        deploy.deploy_fighters(battle, template)
        pair.append(battle)
    return pair


@pytest.mark.compiled
@pytest.mark.rule("TD1", "RD35")
@pytest.mark.parametrize("seed", range(4))
def test_TD1_exchanging_the_sides_exchanges_the_result(seed, mirrored_duel, play_mirrored):
    """From the first turn on, with a fixed order of turns: exchanged colours change nothing.

    The second battle is the first one turned by half a circle. Paths around obstacles may differ in
    it, so only steps and straight Moves are taken.
    """
    templates = mirrored_duel("swordsman", "two_blades", FIELD, [5, 3], [14, 4])
    one, other = play_pair(templates, seed)
    for battle, first in ((one, 0), (other, 1)):
        battle.order[:2] = [first, 1 - first]
        battle.stage = Stage.TURN_START
        battle.fighters["looked"] = -1
        turn.play_on(battle)
    count = 300 if numba.config.DISABLE_JIT else 3000
    for _ in play_mirrored(
        (one, other), turned, lambda action: verb_of(action) in WAYS, seed, count
    ):
        for actor in (0, 1):
            here, there = one.fighters[actor], other.fighters[1 - actor]
            assert (here.x + there.x, here.y + there.y) == (19, ROWS // 2 - 1)
            assert here.injuries.tolist() == there.injuries.tolist()
            assert here.stamina == there.stamina
    assert one.decisions > 0
