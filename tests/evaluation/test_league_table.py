"""The comparison of a league with other ways to train: the cost of its runs."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from quintain.bench import league


def test_the_time_of_a_training_counts_that_before_an_interruption(tmp_path, monkeypatch):
    now, stops = [100.0], [KeyboardInterrupt, None]
    clock = SimpleNamespace(process_time=lambda: now[0])

    def learn(job, folder):
        now[0] += 60
        if stops and (stop := stops.pop(0)):
            raise stop

    def measure(job, folder, responses):
        now[0] += 5
        return {}

    for name, other in (("time", clock), ("learn", learn), ("measure", measure)):
        monkeypatch.setattr(league, name, other)
    job = league.Job("mythic_epoch/duel", "mixed", 0, 1000, 1000, 2)
    with pytest.raises(KeyboardInterrupt):
        league.work(job, tmp_path)
    now[0] = 3.0  # of another process
    league.work(job, tmp_path)
    found = json.loads((job.folder(tmp_path) / league.RESULT).read_text())
    assert (found["training_cpu_s"], found["measuring_cpu_s"]) == (120, 5)
