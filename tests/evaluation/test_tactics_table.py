"""The table of the tactics of several seeds."""

from __future__ import annotations

import pytest

from quintain.bench.tactics import seeds_table, verdict


def habit(name, share, p):
    """A tactic that an agent follows with a share; `random` follows it in half of the cases."""
    interval = {"estimate": share, "low": share, "high": share}
    differences = [{"than": "random", "share": 0.5, "cases": 100, "p": p}]
    return {"tactic": name, "share": interval, "worth": None, "differences": differences}


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([1, 1, 1], "**learned**"),
        ([-1, -1, -1], "**unlearned**"),
        ([1, 0, 1], "learned in 2 of 3"),
        ([0, -1, 0], "unlearned in 1 of 3"),
        ([1, -1, 0], "seeds contradict each other"),
        ([1, 1], "learned in 2 of 3"),  # the third had no case
    ],
)
def test_a_tactic_is_learned_if_all_seeds_say_so(found, told):
    assert verdict(found, 3) == told


def test_a_row_has_every_seed_and_a_tactic_that_none_has_learned_has_no_row():
    agents = [
        {"habits": [habit("flank", share, p), habit("shoot", 0.9, 0.2)]}
        for share, p in ((0.7, 0.01), (0.2, 0.01), (0.6, 0.3))
    ]
    heads, _, row = seeds_table(agents)
    assert heads == "| tactic | by seed, % | random, % | against random |"
    assert row == "| flank | 70, 20, 60 | 50 | seeds contradict each other |"
