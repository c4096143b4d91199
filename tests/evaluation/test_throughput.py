"""Throughput: equal numbers of decisions give equal checksums."""

from __future__ import annotations

import pytest

from quintain.bench.throughput import measure_layers
from quintain.envs.core.engine.system import get_system

LAYERS = [
    "yardstick", "engine", "BattleVector.step", "PettingZoo AEC raw_env", "PettingZoo Parallel",
    "Gymnasium one side",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "battles"),
    [
        ("martial", "warlord against brawler"),
        ("mythic_epoch", "tactician against berserker"),
        ("platemail", "captain against charger"),
    ],
)
def test_each_layer_does_the_same_work_twice(name, battles):
    measured = []
    first, again = (
        measure_layers(get_system(name), "duel", 0, measured.append, with_learning=False)
        for _ in "ab"
    )
    assert [layer["name"] for layer in first["layers"]] == [*LAYERS, battles, "yardstick"]
    assert len(measured) == 2 * len(first["layers"])
    for one, other in zip(first["layers"], again["layers"], strict=True):
        assert (one["count"], one["checksum"]) == (other["count"], other["checksum"])
        assert one["count"] > 0 < one["per_cpu_second"]
