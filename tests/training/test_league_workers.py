"""A league of workers is that of one process, also if they or the main process are killed."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import yaml

from quintain.evaluation.executors.processes import WorkerProcesses
from quintain.training import train_league

from .test_league import SETTINGS, assert_same

pytestmark = [pytest.mark.compiled, pytest.mark.slow]
LEAGUE = {
    "training": "mythic_epoch/duel",
    "settings": {**SETTINGS, "evaluate_every": 10**6},
    "decisions": 128 * 100,
    "slice": 1024,
    "main_agents": 2,
    "league_exploiters": 1,
    "exploiter_share": 0.5,
    "exploiters_from": 0,
    "least_decisions": 512,
    "main_copy_every": 1024,
    "exploiter_copy_every": 1024,
    "most_copies": 5,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A league of one process that never stopped, and its config."""
    folder = tmp_path_factory.mktemp("league")
    config = folder / "tiny.yaml"
    config.write_text(yaml.safe_dump(LEAGUE, sort_keys=False), encoding="utf-8")
    return train_league(config, out=folder / "whole", progress=False), config


def command(config, out, *words):
    return [sys.executable, "-m", "quintain", "league", str(config), "--out", str(out), *words]


def children_of(pid):
    """The living processes that descend from one."""
    parents = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent, *_ = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if state != "Z":
            parents[int(file.parent.name)] = int(parent)
    found, new = [], [pid]
    while new := [one for one, parent in parents.items() if parent in new]:
        found += new
    return found


def wait_for(what):
    ends = time.monotonic() + 300
    while not what():
        assert time.monotonic() < ends
        time.sleep(0.05)


def kill_main_process(config, out, *words):
    """Begin the command, and kill it with kill -9 while an exploiter learns; its children."""
    with subprocess.Popen(
        command(config, out, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait_for(lambda: (out / "learners/exploiter/checkpoint.pt").exists())
        children = children_of(process.pid)
        process.kill()
    return children


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_league_of_workers_goes_on_after_kills_of_the_main_process_and_of_workers(
    whole, tmp_path
):
    expected, config = whole
    out = tmp_path / "run"
    workers = kill_main_process(config, out, "--workers", "2")
    assert len(workers) >= 2
    wait_for(lambda: not any(map(is_alive, workers)))
    killed = set()
    with WorkerProcesses(2) as processes:

        def kill_busy():
            while len(killed) < 2 and not done.wait(0.3):
                busy = [one for one in list(processes._workers) if one.work is not None]
                fresh = [one.process.pid for one in busy if one.process.pid not in killed]
                if fresh:
                    killed.add(fresh[-1])
                    os.kill(fresh[-1], signal.SIGKILL)

        done = threading.Event()
        killer = threading.Thread(target=kill_busy)
        killer.start()
        try:
            train_league(config, out=out, resume=True, progress=False, executor=processes)
        finally:
            done.set()
            killer.join()
    assert len(killed) == 2
    assert_same(expected, out)


@pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="needs Ray: pip install '.[ray]'"
)
def test_a_league_on_ray_goes_on_after_kills_of_the_main_process_and_of_a_worker(whole, tmp_path):
    expected, config = whole
    out, words = tmp_path / "run", ("--on", "ray", "--workers", "2")
    kill_main_process(config, out, *words)

    def busy():
        return [pid for pid in children_of(process.pid) if name_of(pid) == "ray::carry_out"]

    with subprocess.Popen(
        command(config, out, *words, "--resume"), stderr=subprocess.PIPE, text=True
    ) as process:
        wait_for(busy)
        os.kill(busy()[0], signal.SIGKILL)
        complaints = process.communicate()[1]
    assert process.returncode == 0, complaints
    assert_same(expected, out)


def name_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().strip("\0 ")
    except OSError:  # it has just ended
        return ""
