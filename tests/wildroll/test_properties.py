"""Random legal play on every scenario: ranges, endings, snapshots, symmetry, nothing illegal."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.battle import NOBODY
from quintain.envs.core.dice import seed_words
from quintain.envs.wildroll import deploy, play
from quintain.envs.wildroll.action_ids import (
    Verb,
    action_id,
    argument_of,
    slot_in,
    verb_of,
)
from quintain.envs.wildroll.rules.bodies import can_act, is_able, is_animal
from quintain.envs.wildroll.rules.items import free_hands
from quintain.envs.wildroll.rules.points import most_points
from quintain.envs.wildroll.rules.stamina import most_mana, most_stamina
from quintain.envs.wildroll.rules.wounds import slots
from quintain.envs.wildroll.scenario import (
    scenario_names,
)
from quintain.envs.wildroll.state import (
    BATTLE,
    FRAMES,
    NO_FRAME,
    PATH,
    Ending,
    Life,
    Stage,
    Step,
    Window,
)
from quintain.envs.wildroll.tables import (
    CONDITION_LEVELS,
    DEPTH,
    ITEM_NAMES,
    LEVELS,
    ROUND_LIMIT,
    TERRAIN_WATER,
)
from quintain.envs.wildroll.terms import Attribute, Posture, Water

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

IS_SLOW = bool(numba.config.DISABLE_JIT)
BATTLES = 1 if IS_SLOW else 20
DECISIONS = 14 if IS_SLOW else 100_000


def check_fighter(battle, actor):
    """Every number of a fighter is in its range."""
    it = battle.fighters[actor]
    assert 0 <= it.x < battle.width
    assert 0 <= it.y < battle.height
    assert not (int(battle.high[it.y]) | int(battle.low[it.y])) >> int(it.x) & 1
    assert 0 <= it.stamina <= most_stamina(it)
    assert 0 <= it.mana <= most_mana(it)
    assert it.fatigue >= 0
    assert it.invested >= 0
    assert 0 <= it.action_points <= most_points(it.attributes[Attribute.SPEED])
    assert it.initiative >= 0
    for level in range(1, LEVELS + 1):
        assert 0 <= it.wounds[level - 1] <= slots(it, level)
    for level in (it.bleeding, it.burning, it.poisoned):
        assert 0 <= level <= CONDITION_LEVELS
    assert min(it.move_used, it.move_quarters, it.drag_points, it.long_left) >= 0
    assert min(it.helpless_rounds, it.shield_rounds, it.potions, it.dying_rounds) >= 0
    assert it.life == Life.ALIVE or it.posture == Posture.PRONE
    assert it.life == Life.ALIVE or (it.mount == NOBODY and not it.readied and not it.long_deed)
    deep = TERRAIN_WATER[battle.ground[it.y, it.x]] == Water.DEEP
    assert deep or not it.underwater


def check_items(battle, actor):
    """Hands hold what they can."""
    it = battle.fighters[actor]
    for item in (*it.held, *it.pack, *battle.ground_item):
        assert -1 <= item < len(ITEM_NAMES)
    assert 0 <= free_hands(it) <= 2


def check_ties(battle, actor):
    """Riders and mounts, grips and pins belong together (W106, RW34)."""
    it = battle.fighters[actor]
    if it.mount != NOBODY:
        mount = battle.fighters[it.mount]
        assert mount.rider == actor
        assert (it.x, it.y) == (mount.x, mount.y)
    if it.rider != NOBODY:
        assert battle.fighters[it.rider].mount == actor
    assert not int(it.holding) >> actor & 1
    assert int(it.holding) >> int(battle.num_fighters) == 0
    if it.pinned_by != NOBODY:
        assert int(battle.fighters[it.pinned_by].holding) >> actor & 1


def check_play(battle):
    """Where the play stands fits together."""
    assert battle.fault == 0
    assert battle.events_lost == 0
    assert 0 <= battle.path_at <= battle.path_length <= PATH
    assert 0 <= battle.round_number <= ROUND_LIMIT
    assert NO_FRAME <= battle.top < FRAMES
    if battle.over:
        assert battle.window == Window.NONE
        assert battle.ending != Ending.NONE
        return
    assert 0 <= battle.to_act < battle.num_fighters
    assert battle.window != Window.NONE
    it = battle.fighters[battle.to_act]
    assert is_able(it)
    assert not is_animal(it)
    for number in range(FRAMES):
        frame = battle.frames[number]
        assert (number > battle.top) <= (frame.step == Step.OVER and frame.actor == NOBODY)
        assert number > battle.top or 0 <= frame.actor < battle.num_fighters
    if battle.window in (Window.TURN, Window.LONG):
        assert battle.top == NO_FRAME
        assert battle.to_act == battle.active
        assert battle.stage in (Stage.TURN, Stage.LONG)
    elif battle.window == Window.INTERRUPT:
        assert battle.top <= DEPTH
        assert it.initiative >= 1
        assert not it.passing
    elif battle.window != Window.READIED:
        assert battle.top != NO_FRAME
        assert can_act(it)


def check(battle):
    """Everything at once."""
    for actor in range(battle.num_fighters):
        check_fighter(battle, actor)
        check_items(battle, actor)
        check_ties(battle, actor)
    check_play(battle)


@pytest.mark.compiled
@pytest.mark.rule("RW31", "W6", "W45", "W55", "RW15", "RW34")
@pytest.mark.parametrize("name", scenario_names())
def test_RW31_random_legal_play_keeps_every_range_and_ends(name, deployed, legal_actions):
    choose = random.Random(2)
    for seed in range(BATTLES):
        battle = deployed(name, seed, log=True)
        check(battle)
        while not battle.over and battle.decisions < DECISIONS:
            legal = legal_actions(battle)
            assert len(legal) > 1
            play.advance(battle, choose.choice(legal))
            check(battle)
        assert battle.over or battle.decisions == DECISIONS


@pytest.mark.rule("RW31")
def test_RW31_who_always_waits_draws_after_forty_rounds(deployed):
    battle = deployed("duel", 0, log=True)
    while not battle.over:
        play.advance(battle, 0)
    assert (battle.winner, battle.ending) == (-1, Ending.ROUND_LIMIT)
    assert battle.round_number == ROUND_LIMIT == 40


# --- Exchanging the sides -------------------------------------------------------------------------

HALF_TURN = 3
"""Sides of a hex in half a turn."""


FIELD = [*["........o..........."] * 4, *["...........o........"] * 4]
"""The same when it is turned by half a circle."""
WAYS = {Verb.TOWARD, Verb.TO_REACH, Verb.AWAY, Verb.COVER, Verb.TO_ITEM, Verb.TO_GROUND}


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
        battle.dice[:] = seed_words(seed, 1)[0]
        deploy.deploy_fighters(battle, template)
        for fighter in range(2):
            battle.fighters[fighter].initiative = (15, 12)[fighter ^ number]
        deploy.play_on(battle)
        pair.append(battle)
    return pair


@pytest.mark.rule("TW1", "RW31")
@pytest.mark.parametrize("seed", range(2))
def test_RW31_exchanging_the_sides_exchanges_the_result(seed, mirrored_duel, play_mirrored):
    """Who is red does not matter.

    The second battle is the first turned by half a circle; ways and disputed lots may differ in it,
    so that only steps are taken, and no turn order is left to lots.
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
