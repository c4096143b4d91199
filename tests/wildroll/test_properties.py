"""Random legal play on every scenario: ranges, endings, snapshots, symmetry, nothing illegal."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.wildroll import deploy, step
from quintain.envs.wildroll.actions.table import (
    action_id,
    argument_of,
    slot_in,
    verb_of,
)
from quintain.envs.wildroll.enums import (
    Attribute,
    Ending,
    Life,
    Posture,
    Role,
    Stage,
    Step,
    Verb,
    Water,
    Window,
)
from quintain.envs.wildroll.navigation.pathfinding import plan_way
from quintain.envs.wildroll.rules.combat_sequence.legality import may_set_out
from quintain.envs.wildroll.rules.combat_sequence.points import most_points
from quintain.envs.wildroll.rules.common_actions.items import free_hands
from quintain.envs.wildroll.rules.health.bodies import can_act, is_able, is_animal
from quintain.envs.wildroll.rules.health.wounds import slots
from quintain.envs.wildroll.rules.movement import movement_resolution
from quintain.envs.wildroll.rules.movement.movement import USED_UP
from quintain.envs.wildroll.rules.stamina.stamina import most_mana, most_stamina
from quintain.envs.wildroll.scenario import (
    scenario_names,
)
from quintain.envs.wildroll.state import (
    BATTLE,
    FRAMES,
    NO_FRAME,
    PATH,
)
from quintain.envs.wildroll.tables import (
    CONDITION_LEVELS,
    DEPTH,
    DRAG_POINTS,
    ITEM_NAMES,
    LEVELS,
    ROUND_LIMIT,
    TERRAIN_WATER,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

IS_SLOW = bool(numba.config.DISABLE_JIT)
BATTLES = 1 if IS_SLOW else 8
MORE = range(8, 20)
"""Battles of `make test-slow`, by random play like the first ones."""
DECISIONS = 14 if IS_SLOW else 100_000


STAMINA, MANA, POINTS, FREE_HANDS, ABLE, ANIMAL, CAN_ACT, SLOTS = range(8)


@njit
def write_sheet(states, sheet):
    """The values of the rules for each fighter in each state; the slots begin at SLOTS."""
    for at in range(len(states)):
        for actor in range(states[at].num_fighters):
            it, out = states[at].fighters[actor], sheet[at, actor]
            out[STAMINA], out[MANA] = most_stamina(it), most_mana(it)
            out[POINTS] = most_points(it.attributes[Attribute.SPEED])
            out[FREE_HANDS] = free_hands(it)
            out[ABLE], out[ANIMAL], out[CAN_ACT] = is_able(it), is_animal(it), can_act(it)
            for level in range(1, LEVELS + 1):
                out[SLOTS + level - 1] = slots(it, level)


def within(least, values, most):
    """Whether all values lie between two, both included."""
    return ((least <= values) & (values <= most)).all()


def check_fighters(states, it, sheet):
    """Every number of every fighter is in its range; all arrays are `[T, F]`."""
    x, y = it["x"].astype(int), it["y"].astype(int)
    assert within(0, x, states["width"][:, None] - 1)
    assert within(0, y, states["height"][:, None] - 1)
    walls = np.take_along_axis((states["high"] | states["low"]).astype(int), y, axis=1)
    assert not (walls >> x & 1).any()
    assert within(0, it["stamina"], sheet[:, :, STAMINA])
    assert within(0, it["mana"], sheet[:, :, MANA])
    assert within(0, it["action_points"], sheet[:, :, POINTS])
    for name in (
        "fatigue", "invested", "initiative", "move_used", "move_quarters", "long_left",
        "helpless_rounds", "shield_rounds", "potions", "dying_rounds",
    ):  # fmt: skip
        assert (it[name] >= 0).all(), name
    assert within(USED_UP, it["drag_points"], DRAG_POINTS)
    assert within(0, it["wounds"], sheet[:, :, SLOTS:])
    for name in ("bleeding", "burning", "poisoned"):
        assert within(0, it[name], CONDITION_LEVELS), name
    lives = it["life"] == Life.ALIVE
    free = (it["mount"] == NOBODY) & (it["readied"] == 0) & (it["long_act"] == 0)
    assert (lives | free).all()
    ground = states["ground"][np.arange(len(states))[:, None], y, x]
    deep = np.asarray(TERRAIN_WATER)[ground] == Water.DEEP
    assert (deep | ~it["underwater"]).all()
    floats = deep & ~it["underwater"]  # aquatic fighters, who do not lie (H24)
    assert (lives | floats | (it["posture"] == Posture.PRONE)).all()


def check_items(states, it, sheet):
    """Hands have valid contents."""
    for items in (it["held"], it["pack"], states["ground_item"]):
        assert within(-1, items, len(ITEM_NAMES) - 1)
    assert within(0, sheet[:, :, FREE_HANDS], 2)


def check_ties(it):
    """Riders and mounts, grips and pins belong together (W106, RW34)."""
    holding = it["holding"].astype(int)
    at, actor = np.nonzero(it["mount"] != NOBODY)
    mount = it["mount"][at, actor]
    assert (it["rider"][at, mount] == actor).all()
    for name in ("x", "y"):
        assert (it[name][at, actor] == it[name][at, mount]).all()
    at, actor = np.nonzero(it["rider"] != NOBODY)
    assert (it["mount"][at, it["rider"][at, actor]] == actor).all()
    assert not (holding >> np.arange(it.shape[1]) & 1).any()
    assert (holding >> it.shape[1] == 0).all()
    at, actor = np.nonzero(it["pinned_by"] != NOBODY)
    assert (holding[at, it["pinned_by"][at, actor]] >> actor & 1).all()


def check_play(states):
    """The sequence of play is consistent."""
    assert (states["fault"] == 0).all()
    assert (states["events_lost"] == 0).all()
    assert within(0, states["path_at"], states["path_length"])
    assert within(0, states["path_length"], PATH)
    assert within(0, states["round_number"], ROUND_LIMIT)
    assert within(NO_FRAME, states["top"], FRAMES - 1)
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
    to_act, window, top = (states[name].astype(int) for name in ("to_act", "window", "top"))
    assert within(0, to_act, it.shape[1] - 1)
    assert (window != Window.NONE).all()
    at = np.arange(len(states))
    it, sheet = it[at, to_act], sheet[at, to_act]
    assert sheet[:, ABLE].all()
    assert not sheet[:, ANIMAL].any()
    own = (window == Window.TURN) | (window == Window.LONG)
    stage = states["stage"]
    assert (top[own] == NO_FRAME).all()
    assert (to_act[own] == states["active"][own]).all()
    assert ((stage[own] == Stage.TURN) | (stage[own] == Stage.LONG)).all()
    interrupts = window == Window.INTERRUPT
    assert (top[interrupts] <= DEPTH).all()
    assert (it["initiative"][interrupts] >= 1).all()
    assert not it["passing"][interrupts].any()
    others = ~own & ~interrupts & (window != Window.READIED)
    assert (top[others & (window != Window.FLANKED)] != NO_FRAME).all()
    assert sheet[others, CAN_ACT].all()


def check(states):
    """All checks for all states `[T]` of a battle."""
    people = int(states["num_fighters"][0])
    it = states["fighters"][:, :people]
    sheet = np.zeros((len(states), people, SLOTS + LEVELS), np.int64)
    write_sheet(states, sheet)
    check_fighters(states, it, sheet)
    check_items(states, it, sheet)
    check_ties(it)
    check_play(states)
    goes_on = ~states["over"]
    check_frames(states[goes_on], people)
    check_windows(states[goes_on], it[goes_on], sheet[goes_on])


@pytest.mark.compiled
@pytest.mark.rule("RW31", "W6", "W45", "W55", "RW15", "RW34")
@pytest.mark.parametrize(
    "seeds", [range(BATTLES), pytest.param(MORE, marks=pytest.mark.slow)], ids=["some", "more"]
)
@pytest.mark.parametrize("name", scenario_names())
def test_RW31_random_legal_play_keeps_every_range_and_ends(name, seeds, states_of_play):
    choose = random.Random(2)
    for seed in seeds:
        states = states_of_play(name, seed, choose, DECISIONS)
        check(states)
        assert states["over"][-1] or IS_SLOW


@pytest.mark.rule("RW31")
def test_RW31_who_always_waits_draws_after_forty_rounds(deployed):
    battle = deployed("duel", 0, log=True)
    while not battle.over:
        step.advance(battle, 0)
    assert (battle.winner, battle.ending) == (-1, Ending.ROUND_LIMIT)
    assert battle.round_number == ROUND_LIMIT == 40


# --- Plans and walks ------------------------------------------------------------------------------

GROUNDS = "....." * 6 + "mukwds#occp"
CROWDS = 5 if IS_SLOW else 100


def crowd_of(chance, battle_of):
    """A fighter among its allies on random terrain; none of them has a reaction."""
    width, height = 9, 4
    letters = GROUNDS if chance.random() < 0.5 else "."
    rows = [[chance.choice(letters) for _ in range(width)] for _ in range(height)]
    places = [(x, y) for y in range(height) for x in range(width) if chance.random() < 0.6]
    chance.shuffle(places)
    for x, y in places[:8]:
        rows[y][x] = "."
    mover = {
        "at": places[0], "initiative": 0, "posture": chance.choice([0, 0, 1, 2]),
        "action_points": chance.randrange(7), "move_quarters": chance.randrange(9),
        "race": chance.choice(["human", "human", "ogre", "halfling", "merfolk", "giant"]),
    }  # fmt: skip
    if chance.random() < 0.2:
        mover["drag_points"] = 4
    allies = [{"at": place, "initiative": 0} for place in places[1:6]]
    foe = places[0] if chance.random() < 0.2 else places[6]
    holding = [0] if "drag_points" in mover else []
    blue = [{"at": foe, "initiative": 0, "holding": holding}, {"at": places[7], "initiative": 0}]
    return battle_of(red=[mover, *allies], blue=blue, map="\n".join("".join(row) for row in rows))


def ways_offered(battle):
    """Each legal step and movement goal of red_0, with its target."""
    for verb in (Verb.STEP, Verb.TO_GROUND, Verb.TOWARD, Verb.AWAY, Verb.TO_ALLY):
        for argument in range(6 if verb == Verb.STEP else 1):
            for target in (6, 7) if verb in (Verb.TOWARD, Verb.AWAY) else (1,):
                if may_set_out(battle, 0, verb, argument, target, Role.TURN):
                    yield verb, argument, target


@pytest.mark.rule("H8", "H21", "QW12", "W65", "W84")
def test_H8_who_is_let_alone_ends_its_way_where_the_plan_does(battle_of, go_on):
    walked = 0
    for seed in range(CROWDS):
        before = crowd_of(random.Random(seed), battle_of)
        for verb, argument, target in ways_offered(before):
            battle = before.copy()
            length = plan_way(battle, 0, verb, argument, target)
            end = battle.path_x[length - 1], battle.path_y[length - 1]
            movement_resolution.begin_way(battle, 0, verb, argument, target, Role.TURN)
            go_on(battle)
            assert battle.top == NO_FRAME
            assert (battle.fighters[0].x, battle.fighters[0].y) == end, (seed, verb, target)
            assert battle.events[battle.num_events - 1].amount == length
            walked += 1
    assert walked > CROWDS


# --- Exchanging the sides -------------------------------------------------------------------------

HALF_TURN = 3
"""Sides of a hex in half a turn."""


FIELD = [*["........o..........."] * 4, *["...........o........"] * 4]
"""The same when it is turned by half a circle."""
WAYS = {Verb.TOWARD, Verb.TO_REACH, Verb.AWAY, Verb.COVER, Verb.TO_ITEM, Verb.TO_GROUND, Verb.STEPS}


def turned(action):
    """The same action on the map turned by half a circle."""
    verb, argument = int(verb_of(action)), int(argument_of(action))
    if verb in (Verb.STEP, Verb.PUSH):
        return int(action_id(verb, (argument + HALF_TURN) % 6, max(0, int(slot_in(action)))))
    if verb == Verb.JUMP:
        jumps = 3
        side = (argument // jumps + HALF_TURN) % 6
        return int(action_id(verb, side * jumps + argument % jumps, 0))
    return int(action)


def begin_pair(templates, seed):
    """Both battles at their first decision, with the same initiative for the same fighters."""
    pair = []
    for number, template in enumerate(templates):
        battle = np.zeros(1, BATTLE)[0]
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        deploy.deploy_fighters(battle, template)
        for fighter in range(2):
            battle.fighters[fighter].initiative = (15, 12)[fighter ^ number]
        deploy.play_on(battle)
        pair.append(battle)
    return pair


@pytest.mark.compiled
@pytest.mark.rule("TW1", "RW31")
@pytest.mark.parametrize("seed", range(2))
def test_RW31_exchanging_the_sides_exchanges_the_result(seed, mirrored_duel, play_mirrored):
    """The second battle is the first one with exchanged sides, turned by half a circle.

    Paths and random tie-breaks may differ, so only single steps are taken, and no turn order is
    drawn by lot.
    """
    templates = mirrored_duel("swordsman", "spearman", FIELD, [6, 3], [13, 4])
    one, other = begin_pair(templates, seed)
    most = 20 if IS_SLOW else 1000
    for _ in play_mirrored(
        (one, other), turned, lambda action: verb_of(action) in WAYS, seed, most
    ):
        for actor in (0, 1):
            here, there = one.fighters[actor], other.fighters[1 - actor]
            assert (here.x + there.x, here.y + there.y) == (19, 7)
            assert here.wounds.tolist() == there.wounds.tolist()
            assert here.stamina == there.stamina
        if one.fighters[0].initiative == one.fighters[1].initiative:
            break
    assert one.over == other.over
    assert one.decisions > 5
