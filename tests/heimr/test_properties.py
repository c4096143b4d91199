"""Random legal play on every scenario: ranges, endings, ties, symmetry, nothing illegal."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.heimr import deploy, step
from quintain.envs.heimr.actions.table import (
    action_id,
    argument_of,
    slot_in,
    verb_of,
)
from quintain.envs.heimr.enums import (
    Defence,
    Ending,
    Guarded,
    Life,
    Stage,
    Step,
    Verb,
    Window,
)
from quintain.envs.heimr.rules.characters.conditions import can_act, is_able, is_conscious
from quintain.envs.heimr.rules.defence.current_defence import owe_defence
from quintain.envs.heimr.rules.guarding import can_guard
from quintain.envs.heimr.rules.health.health import most_hp, most_wp
from quintain.envs.heimr.rules.modules.armoury import free_hands
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.state import (
    BATTLE,
    FRAMES,
    NO_FRAME,
    ON_NOTHING,
    ON_OBJECT,
)
from quintain.envs.heimr.tables import (
    BODY_PARTS,
    DIRECTIONS,
    FATIGUE_LEAST,
    FATIGUE_MOST,
    ITEM_NAMES,
    LOCATIONS,
    LOWEST_HP,
    MOST_FIELD,
    NONE,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

IS_SLOW = bool(numba.config.DISABLE_JIT)
BATTLES = 1 if IS_SLOW else 20
DECISIONS = 14 if IS_SLOW else 100_000
ROUND_LIMIT = 60

HP, WP, FREE_HANDS, ABLE, CONSCIOUS, CAN_ACT, CAN_GUARD = range(7)
FIGURES = 7


@njit
def write_sheet(states, sheet):
    """The values of the rules for each fighter in each state."""
    for at in range(len(states)):
        for actor in range(states[at].num_fighters):
            it, out = states[at].fighters[actor], sheet[at, actor]
            out[HP], out[WP] = most_hp(it), most_wp(it)
            out[FREE_HANDS] = free_hands(it)
            out[ABLE], out[CONSCIOUS] = is_able(it), is_conscious(it)
            out[CAN_ACT], out[CAN_GUARD] = can_act(it), can_guard(it)


def within(least, values, most):
    """Whether all values lie between two, both included."""
    return ((least <= values) & (values <= most)).all()


def check_figures(it, sheet):
    """HP, willpower, fatigue, effects and counts of every fighter; all arrays are `[T, F]`."""
    assert within(LOWEST_HP, it["hp"], sheet[:, :, HP] + (it["raging"] != 0))
    assert within(0, it["wp"], sheet[:, :, WP])
    assert within(FATIGUE_LEAST, it["fatigue"], FATIGUE_MOST)
    for name in ("seconds", "dying", "treated", "dodges", "blocks", "missiles", "gap"):
        assert (it[name] >= 0).all(), name
    assert within(0, it["injured"], (1 << BODY_PARTS) - 1)
    assert not it["injured"][it["hp"] > 0].any()  # H31
    assert within(0, it["parried"], 3)
    assert within(0, it["defence"], max(Defence))
    gone = ~np.isin(it["life"], (Life.AWAKE, Life.ASLEEP))
    for name in ("upcoming", "readied", "defence", "guard"):
        assert not it[name][gone].any(), name


def check_places(states, it):
    """All are in locations of the field, or off it in flight, in pursuit, or for good (RH55)."""
    location = it["location"].astype(int)
    on_field = location != NONE
    off = it["flees"] | (it["chases"] != NOBODY) | (it["life"] == Life.FLED)
    assert (on_field | off).all()
    at = np.maximum(location, 0)
    assert ((at % MOST_FIELD < states["columns"][:, None]) | ~on_field).all()
    assert ((at // MOST_FIELD < states["rows"][:, None]) | ~on_field).all()
    ground = states["locations"][np.arange(len(states))[:, None], at]
    assert (~ground["void"] | ~on_field).all()
    assert within(ON_NOTHING, it["climbs_on"], ON_OBJECT)
    lowest = np.where(it["climbs_on"] == ON_NOTHING, ground["floor"], 0)
    assert ((it["height"] >= lowest) | ~on_field).all()
    for name in ("found_by", "known_by", "dodged", "shot_by", "began_with"):
        assert within(0, it[name], (1 << it.shape[1]) - 1), name
    assert within(0, it["blind"], (1 << LOCATIONS) - 1)


def check_items(states, it, sheet):
    """Hands have valid contents, and items on the ground have a location."""
    for items in (it["held"], it["pack"], it["bag"], states["ground_item"]):
        assert within(NONE, items, len(ITEM_NAMES) - 1)
    assert within(0, sheet[:, :, FREE_HANDS], 2)
    assert ((states["ground_item"] == NONE) == (states["ground_location"] == NONE)).all()


def check_holds(it):
    """Holder and held name each other, and both are in one cluster (H112, H113, RH44)."""
    at, actor = np.nonzero(it["holds"] != NOBODY)
    held = it["holds"][at, actor]
    assert (it["held_by"][at, held] == actor).all()
    for name in ("cluster", "location"):
        assert (it[name][at, actor] == it[name][at, held]).all(), name
    assert within(0, it["held_part"][at, held], BODY_PARTS - 1)
    at, actor = np.nonzero(it["held_by"] != NOBODY)
    assert (it["holds"][at, it["held_by"][at, actor]] == actor).all()
    assert (it["held_part"][it["held_by"] == NOBODY] == NONE).all()


def check_clusters(states, it, sheet):
    """A cluster is of conscious fighters of both sides in one location (H51, H52, RH38)."""
    side = states["side"][:, : it.shape[1]]
    assert sheet[:, :, CONSCIOUS][it["cluster"] != NONE].all()
    for number in range(it["cluster"].max() + 1):
        inside = it["cluster"] == number
        has_any = inside.any(axis=1)
        for one in (0, 1):
            assert ((inside & (side == one)).any(axis=1) == has_any).all()
        places = np.where(inside, it["location"], NONE).max(axis=1)
        assert (inside <= (it["location"] == places[:, None])).all()


def check_guards(it, sheet):
    """A guard is able to guard, and its ward or border is valid (H139, RH25)."""
    guards = it["guard"] != Guarded.NOTHING
    assert sheet[:, :, CAN_GUARD][guards].all()
    assert (it["guarded"][~guards] == NONE).all()
    allies, borders = (it["guard"] == which for which in (Guarded.ALLY, Guarded.BORDER))
    assert within(0, it["guarded"][allies], it.shape[1] - 1)
    assert within(0, it["guarded"][borders], DIRECTIONS - 1)


def check_play(states, people):
    """The sequence of play is consistent: order, owed rolls, limits, the end."""
    assert (states["fault"] == 0).all()
    assert (states["events_lost"] == 0).all()
    assert (np.sort(states["order"][:, :people], axis=1) == np.arange(people)).all()
    assert within(0, states["owed"], (1 << people) - 1)
    assert within(0, states["round_number"], ROUND_LIMIT)
    assert within(NO_FRAME, states["top"], FRAMES - 1)
    borders = states["borders"]
    limited = borders["limit"] > 0
    assert (borders["crossed"][limited] <= borders["limit"][limited]).all()
    assert not borders["crossed"][~limited].any()
    over = states[states["over"]]
    assert (over["window"] == Window.NONE).all()
    assert (over["ending"] != Ending.NONE).all()


def check_frames(states, people):
    """Frames above the top are empty, those below have an actor."""
    frames = states["frames"]
    above = np.arange(FRAMES) > states["top"][:, None]
    is_empty = (frames["step"] == Step.OVER) & (frames["actor"] == NOBODY)
    assert (is_empty | ~above).all()
    assert (above | ((frames["actor"] >= 0) & (frames["actor"] < people))).all()


def check_windows(states, it, sheet):
    """The deciding fighter may answer; checked in states of unfinished battles."""
    to_act, window = states["to_act"].astype(int), states["window"].astype(int)
    assert within(0, to_act, it.shape[1] - 1)
    assert (window != Window.NONE).all()
    at = np.arange(len(states))
    sheet, place = sheet[at, to_act], np.minimum(states["place"], it.shape[1] - 1)
    assert sheet[:, CONSCIOUS].all()
    own = (window == Window.TURN) | (window == Window.START)
    assert (states["top"][own] == NO_FRAME).all()
    assert (to_act[own] == states["order"][at, place][own]).all()
    turns = window == Window.TURN
    assert np.isin(states["stage"][turns], (Stage.TURN, Stage.EFFECTS_ENDED)).all()
    reacting = (Window.READIED, Window.GUARDED, Window.SLIPPED, Window.PROVOKED)
    acting = turns | np.isin(window, reacting)
    assert sheet[acting, CAN_ACT].all()
    outside = (Window.NONE, Window.START, Window.TURN, Window.TRIGGER, Window.DEFENCE, Window.CHASE)
    owed = states["owed"].astype(int) >> to_act & 1 != 0
    within_act = ~np.isin(window, outside) & ~((window == Window.ABILITY) & owed)
    assert (states["top"][within_act] != NO_FRAME).all()
    assert owed[window == Window.DEFENCE].all()


def check(states):
    """All checks for all states `[T]` of a battle."""
    people = int(states["num_fighters"][0])
    it = states["fighters"][:, :people]
    sheet = np.zeros((len(states), people, FIGURES), np.int64)
    write_sheet(states, sheet)
    check_figures(it, sheet)
    check_places(states, it)
    check_items(states, it, sheet)
    check_holds(it)
    check_clusters(states, it, sheet)
    check_guards(it, sheet)
    check_play(states, people)
    goes_on = ~states["over"]
    check_frames(states[goes_on], people)
    check_windows(states[goes_on], it[goes_on], sheet[goes_on])


@pytest.mark.compiled
@pytest.mark.rule("RH28", "H31", "H69", "RH25", "RH38", "RH44", "TH3")
@pytest.mark.parametrize("name", scenario_names())
def test_RH28_random_legal_play_keeps_every_range_and_ends(name, states_of_play):
    choose = random.Random(2)
    for seed in range(BATTLES):
        states = states_of_play(name, seed, choose, DECISIONS)
        check(states)
        assert states["over"][-1] or IS_SLOW


@pytest.mark.rule("RH28")
def test_RH28_who_always_waits_draws_after_sixty_rounds(deployed):
    battle = deployed("duel", 0, log=True)
    while not battle.over:
        step.advance(battle, 0)
    assert (battle.winner, battle.ending) == (-1, Ending.ROUND_LIMIT)
    assert battle.round_number == battle.round_limit == ROUND_LIMIT


# --- Exchanging the sides -------------------------------------------------------------------------

HALF_TURN = 2
"""Borders of a location in half a turn."""
FIELD = ["..g", ".c.", "g.."]
"""The same when it is turned by half a circle."""
LAST = 2
"""The last column and row of it."""
OF_DIRECTIONS = {
    Verb.DIRECTION, Verb.BREAK_BARRIER, Verb.OPEN, Verb.GUARD_BORDER, Verb.MOVE, Verb.RUN,
    Verb.CLIMB_UP, Verb.CLIMB_DOWN, Verb.CRAWL, Verb.CARRY_ENEMY, Verb.CARRY,
}  # fmt: skip


def opposite_location(location):
    """Where a location is on the field turned by half a circle."""
    x, y = location % MOST_FIELD, location // MOST_FIELD
    return (LAST - y) * MOST_FIELD + LAST - x


def turned(action):
    """The same action on the field turned by half a circle."""
    verb, argument = Verb(int(verb_of(action))), int(argument_of(action))
    slot = max(0, int(slot_in(action)))
    if verb in OF_DIRECTIONS and argument < DIRECTIONS:
        return int(action_id(verb, (argument + HALF_TURN) % DIRECTIONS, slot))
    if verb == Verb.LOOK:
        return int(action_id(verb, opposite_location(argument), slot))
    return int(action)


def begin_pair(templates, seed):
    """Both battles at their first decision, the same fighter first in the order."""
    pair = []
    for number, template in enumerate(templates):
        battle = np.zeros(1, BATTLE)[0]
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        deploy.deploy_fighters(battle, template)
        battle.order[:2] = (number, 1 - number)
        for fighter in range(2):
            owe_defence(battle, fighter)
        deploy.play_on(battle)
        pair.append(battle)
    return pair


@pytest.mark.rule("TH1", "RH28", "H7")
@pytest.mark.parametrize("seed", range(2))
def test_TH1_exchanging_the_sides_exchanges_the_result(seed, mirrored_duel, play_mirrored):
    """The second battle is the first one with exchanged sides, turned by half a circle."""
    templates = mirrored_duel("champion", "swordsman", FIELD, [0, 1], [2, 1])
    one, other = begin_pair(templates, seed)
    most = 16 if IS_SLOW else 1000
    for _ in play_mirrored((one, other), turned, lambda action: False, seed, most):
        for actor in (0, 1):
            here, there = one.fighters[actor], other.fighters[1 - actor]
            assert opposite_location(int(here.location)) == there.location
            for name in ("hp", "wp", "fatigue", "injured", "defence", "defence_value", "prone"):
                assert here[name] == there[name], name
    assert one.over == other.over
    assert one.decisions > 5
