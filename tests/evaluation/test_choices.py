"""The table of decisions counts only decisions with a choice."""

from __future__ import annotations

import pytest

from quintain.bench.choices import row, watch
from quintain.envs.core.engine.system import get_system


@pytest.mark.parametrize("name", ["mythic_epoch", "wildroll"])
def test_every_decision_that_is_counted_has_a_choice(name):
    windows, legal, acted = watch(f"{name}/duel", "random", 1000, 0)
    assert len(windows) == len(legal) == len(acted) == 1024
    assert legal.min() >= 2
    assert 0 < windows.min() <= windows.max() < len(get_system(name).windows)
    assert 0 < acted.mean() < 1
    assert row("all", legal, acted, len(legal)).startswith("| all | 100.0 % |")
