"""Random legal play on every scenario: ranges, endings, snapshots, symmetry, nothing illegal."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.dice import seed_words
from quintain.envs.core.grid import ROWS
from quintain.envs.martial import deploy, play, turn
from quintain.envs.martial.action_ids import (
    Verb,
    action_id,
    argument_of,
    slot_in,
    verb_of,
)
from quintain.envs.martial.scenario import (
    scenario_names,
)
from quintain.envs.martial.state import (
    BATTLE,
    NO_FRAME,
    PATH,
    TURN_FRAME,
    Ending,
    Life,
    Stage,
    Step,
    Trigger,
    Window,
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


def check_fighter(battle, actor):
    """Every number of a fighter is in its range."""
    it = battle.fighters[actor]
    assert 0 <= it.x < battle.width
    assert 0 <= it.y < battle.height
    assert not int(battle.high[it.y]) >> int(it.x) & 1
    assert 0 <= it.stamina <= it.max_stamina
    assert 0 <= it.exhaustion <= 9
    assert it.strain >= 0
    assert it.bleed >= 0
    assert 0 <= it.action_points <= 3
    assert 0 <= it.reactions <= 5
    assert 0 <= it.dazed <= 3
    assert 0 <= it.stunned <= 3
    assert 0 <= it.exposed <= 6
    assert all(0 <= count <= 100 for count in it.injuries)
    assert not it.injuries[BODY_NUM_PARTS[it.body] :].any()
    assert not (it.prone and it.flying)
    assert it.life == Life.ALIVE or it.prone or it.life == Life.DEAD
    assert it.life == Life.ALIVE or not it.flying


def check_items(battle, actor):
    """Hands hold what they can."""
    it = battle.fighters[actor]
    for item in (*it.held, *it.pack, *battle.ground_item):
        assert -1 <= item < len(ITEM_NAMES)
    hands = sum(int(ITEM_HANDS[item]) for item in it.held if item >= 0)
    assert hands <= 2


def check_grapples(battle, actor):
    """Grapples go both ways, and one of two holds the other (RD17)."""
    it = battle.fighters[actor]
    if it.grapple < 0:
        assert not it.is_grappler
        return
    other = battle.fighters[it.grapple]
    assert other.grapple == actor
    assert it.is_grappler != other.is_grappler
    assert it.flying == other.flying


def check_squares(battle):
    """One creature a square (RD47); a way under way may lead through allies."""
    if battle.stage == Stage.ACTION and battle.path_at > 0:
        return
    places = [
        (int(it.x), int(it.y))
        for it in battle.fighters[: battle.num_fighters]
        if it.life != Life.DEAD
    ]
    assert len(set(places)) == len(places)


def check_play(battle):
    """Where the play stands fits together."""
    assert battle.fault == 0
    assert battle.events_lost == 0
    assert sorted(battle.order[: battle.num_fighters]) == list(range(battle.num_fighters))
    assert 0 <= battle.path_at <= battle.path_length <= PATH
    assert 0 <= battle.round_number <= ROUND_LIMIT
    if battle.over:
        assert battle.window == Window.NONE
        assert battle.ending != Ending.NONE
        return
    assert 0 <= battle.to_act < battle.num_fighters
    assert battle.window != Window.NONE
    assert battle.fighters[battle.to_act].life == Life.ALIVE
    in_attack = battle.window not in (Window.TURN, Window.HIDE, Window.REACTIVE_ATTACK)
    assert not in_attack or battle.frame != NO_FRAME
    assert (battle.window == Window.REACTIVE_ATTACK) <= (battle.trigger != Trigger.NONE)
    if battle.window == Window.TURN:
        assert battle.frame == NO_FRAME
        assert battle.attacks[TURN_FRAME].step == Step.OVER
        assert battle.trigger == Trigger.NONE


def check(battle):
    """Everything at once."""
    for actor in range(battle.num_fighters):
        check_fighter(battle, actor)
        check_items(battle, actor)
        check_grapples(battle, actor)
    check_squares(battle)
    check_play(battle)


@pytest.mark.compiled
@pytest.mark.rule("RD35", "TD1", "RD47", "RD17", "D62")
@pytest.mark.parametrize("name", scenario_names())
def test_RD35_random_legal_play_keeps_every_range_and_ends(name, deployed, legal_actions):
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


@pytest.mark.rule("RD35")
def test_RD35_who_always_waits_draws_after_fifty_rounds(deployed):
    battle = deployed("duel", 0, log=True)
    while not battle.over:
        play.advance(battle, 0)
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
        battle.dice[:] = seed_words(seed, 1)[0]
        deploy.deploy_fighters(battle, template)
        pair.append(battle)
    return pair


@pytest.mark.compiled
@pytest.mark.rule("TD1", "RD35")
@pytest.mark.parametrize("seed", range(4))
def test_TD1_exchanging_the_sides_exchanges_the_result(seed, mirrored_duel, play_mirrored):
    """From the first turn on, with the order of turns given: who is red does not matter.

    The second battle is the first turned by half a circle; ways round obstacles may differ in it,
    so that only steps and straight Moves are taken.
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
