"""PettingZoo's own checks of the parallel interface of every system, and its battles elsewhere."""

from __future__ import annotations

import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

pytestmark = pytest.mark.interpreted


def test_pettingzoo_api(system, v0, capsys, recwarn):
    steps = 20 if system.order_choices else 150  # of a whole round, of one decision
    parallel_api_test(v0.parallel_env(), num_cycles=steps)
    assert "Passed Parallel API test" in capsys.readouterr().out
    assert [str(one.message) for one in recwarn.list] == []


def test_pettingzoo_seed(system, v0, twins):
    steps = 10 if system.order_choices else 30
    one, other = twins(v0.parallel_env, parallel_seed_test, num_cycles=steps)
    assert one.match.actions == other.match.actions != []
    assert one.match.get_state() == other.match.get_state()


@pytest.mark.compiled
def test_whole_episodes_are_the_same_in_another_process(system, v0, episode, episode_elsewhere):
    limit = 200 if system.order_choices else 1000
    here = episode(v0.parallel_env(), 4, limit)
    assert 0 < len(here[0]) < limit
    elsewhere = [
        episode_elsewhere(system.name, 4, limit, interpreted=interpreted, parallel=True)
        for interpreted in (False, True)
    ]
    assert [list(one) for one in elsewhere] == [list(here)] * 2
