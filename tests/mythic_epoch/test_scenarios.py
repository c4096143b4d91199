"""The scenarios that come with quintain: each loads, deploys, is commented and ends."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.dice import seed_words
from quintain.envs.mythic_epoch import action_ids, actions, scenario
from quintain.envs.mythic_epoch import play as engine
from quintain.envs.mythic_epoch.rules.checks import reach
from quintain.envs.mythic_epoch.state import BATTLE, Ending, Window
from quintain.envs.mythic_epoch.tables import Status

pytestmark = pytest.mark.interpreted

EXPECTED = {"ambush", "bridge", "duel", "duel_mixed", "skirmish", "two_on_one", "wrestlers"}
LIMIT = 20_000
every_scenario = pytest.mark.parametrize("name", scenario.scenario_names())


def deployed(name, seed):
    """A battle of a scenario at its first decision."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_words(seed, 1)[0]
    engine.deploy(battle, scenario.make_template(scenario.load_scenario(name))[0])
    return battle


def play_out(battle, seed):
    """Random legal choices until the end."""
    mask = np.zeros(action_ids.num_actions(int(battle.max_side)), np.bool_)
    chance = np.random.default_rng(seed)
    for _ in range(LIMIT):
        if battle.over:
            return
        actions.legal_action_mask(battle, mask)
        engine.advance(battle, int(chance.choice(np.flatnonzero(mask))))


def test_the_scenarios_are_there():
    assert set(scenario.scenario_names()) >= EXPECTED


@every_scenario
def test_a_scenario_says_what_it_is_about(name):
    loaded = scenario.load_scenario(name)
    assert loaded.title
    assert loaded.description.endswith(".")


@every_scenario
@pytest.mark.parametrize("seed", range(5))
def test_everybody_is_placed_on_open_ground_of_his_own(name, seed):
    battle = deployed(name, seed)
    places = set()
    for fighter in battle.fighters[: battle.num_fighters]:
        x, y = int(fighter.x), int(fighter.y)
        assert 0 <= x < battle.width
        assert 0 <= y < battle.height
        assert not (int(battle.low[y]) | int(battle.high[y])) >> x & 1
        places.add((x, y))
    assert len(places) == battle.num_fighters
    assert battle.window == Window.TURN
    assert not battle.over


@every_scenario
@pytest.mark.rule("RM28")
def test_RM28_a_scenario_ends(name):
    battle = deployed(name, 11)
    play_out(battle, 11)
    assert battle.over
    assert Ending(int(battle.ending)) in (
        Ending.SIDE_DOWN,
        Ending.BOTH_SIDES_DOWN,
        Ending.ROUND_LIMIT,
    )


@pytest.mark.rule("RM40")
@pytest.mark.parametrize("name", ["duel", "duel_mixed"])
@pytest.mark.parametrize("seed", range(10))
def test_RM40_duels_begin_on_guard_within_the_shorter_reach(name, seed):
    battle = deployed(name, seed)
    red, blue = battle.fighters[0], battle.fighters[1]
    assert red.status == blue.status == Status.ON_GUARD
    gap = max(abs(int(red.x) - int(blue.x)), abs(int(red.y) - int(blue.y)))
    assert 0 < gap <= min(reach(red), reach(blue))


@pytest.mark.rule("RM38")
def test_RM38_wrestlers_begin_bound():
    battle = deployed("wrestlers", 0)
    assert [int(fighter.status) for fighter in battle.fighters[:2]] == [Status.BOUND] * 2
    assert battle.bind_at_will


@pytest.mark.rule("RM19", "M13")
def test_RM19_the_ambushed_begin_off_guard():
    battle = deployed("ambush", 0)
    red = int(battle.side_size[0])
    assert all(one.status == Status.ON_GUARD for one in battle.fighters[:red])
    assert all(one.status == Status.OFF_GUARD for one in battle.fighters[red : battle.num_fighters])


def test_the_bridge_is_the_only_way_across():
    rows = scenario.load_scenario("bridge").map.split()
    middle = len(rows[0]) // 2
    assert [row[middle] for row in rows].count(".") == 2
