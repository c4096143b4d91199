"""The scenarios that come with quintain: each loads, deploys, is commented and ends."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch import scenario
from quintain.envs.mythic_epoch.enums import (
    Ending,
    Status,
    Window,
)
from quintain.envs.mythic_epoch.rules.checks import reach

pytestmark = pytest.mark.interpreted

every_scenario = pytest.mark.parametrize("name", scenario.scenario_names())


@every_scenario
@pytest.mark.parametrize("seed", range(5))
def test_a_battle_begins_with_a_turn(deployed, name, seed):
    assert deployed(name, seed).window == Window.TURN


@pytest.mark.compiled
@every_scenario
@pytest.mark.rule("RM28")
def test_RM28_a_scenario_ends(deployed, play_out, name):
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
def test_RM40_duels_begin_on_guard_within_the_shorter_reach(deployed, name, seed):
    battle = deployed(name, seed)
    red, blue = battle.fighters[0], battle.fighters[1]
    assert red.status == blue.status == Status.ON_GUARD
    gap = max(abs(int(red.x) - int(blue.x)), abs(int(red.y) - int(blue.y)))
    assert 0 < gap <= min(reach(red), reach(blue))


@pytest.mark.rule("RM38")
def test_RM38_wrestlers_begin_bound(deployed):
    battle = deployed("wrestlers", 0)
    assert [int(fighter.status) for fighter in battle.fighters[:2]] == [Status.BOUND] * 2
    assert battle.bind_at_will


@pytest.mark.rule("RM19", "M13")
def test_RM19_the_ambushed_begin_off_guard(deployed):
    battle = deployed("ambush", 0)
    red = int(battle.side_size[0])
    assert all(one.status == Status.ON_GUARD for one in battle.fighters[:red])
    assert all(one.status == Status.OFF_GUARD for one in battle.fighters[red : battle.num_fighters])


def test_the_bridge_is_the_only_way_across():
    rows = scenario.load_scenario("bridge").map.split()
    middle = len(rows[0]) // 2
    assert [row[middle] for row in rows].count(".") == 2
