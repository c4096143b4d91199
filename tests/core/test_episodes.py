"""Whole battles of both interfaces of every system, in other processes."""

from __future__ import annotations


def test_whole_episodes_are_the_same_in_other_processes(system, v0, episode, episodes_elsewhere):
    """One process plays both interfaces, since each loads the whole system."""
    limits = {"raw_env": 1000, "parallel_env": 200 if system.order_choices else 1000}
    here = [list(episode(getattr(v0, how)(), 4, limit)) for how, limit in limits.items()]
    for (actions, _), limit in zip(here, limits.values(), strict=True):
        assert 0 < len(actions) < limit
    assert episodes_elsewhere(system.name, 4, limits) == here
    assert episodes_elsewhere(system.name, 4, limits, interpreted=True) == here
