"""Battles of the parallel interface of every system, in another process."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.interpreted


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
