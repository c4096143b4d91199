"""Ray: the table of one process, also if a worker is killed, and errors in one sentence."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import quintain.agents
from quintain.evaluation.executors import on_ray
from quintain.evaluation.executors.tasks import HERE, Task

from .test_executors import NAME, odds, tournament

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="needs Ray: pip install '.[ray]'"
)


@pytest.fixture(scope="module")
def cluster():
    with on_ray.RayTasks(workers=2) as tasks:
        yield tasks


@needs_ray
def test_ray_finds_what_one_process_finds(cluster):
    assert odds(cluster) == odds(HERE)
    ours, theirs = tournament(HERE), tournament(cluster)
    assert theirs.to_json() == ours.to_json()
    for one, other in zip(ours.results, theirs.results, strict=True):
        assert one.scores.tobytes() == other.scores.tobytes()


@needs_ray
def test_a_killed_worker_of_ray_loses_nothing(cluster):
    """A worker kills itself with kill -9 the first time that it gets the task."""
    pids = list(cluster.run([Task("pid", NAME, os.getpid, ())] * 4))
    killed = set()

    def kill(result):
        if len(killed) < len(set(pids)):
            killed.add(pids[len(killed)])
            os.kill(pids[len(killed) - 1], signal.SIGKILL)

    found = tournament(cluster, 3000, report=kill)
    assert killed
    assert found.to_json() == tournament(HERE, 3000).to_json()


@needs_ray
def test_an_error_on_ray_is_one_sentence_that_names_the_task(cluster):
    with pytest.raises(ValueError, match="invalid literal") as raised:
        list(cluster.run([Task("the parsing of x", NAME, int, ("x",))]))
    assert str(raised.value).endswith("(in the parsing of x)")
    with pytest.raises(OSError, match="workers died of one task, the deadly task"):
        list(cluster.run([Task("the deadly task", NAME, os._exit, (3,))]))


@needs_ray
def test_a_bad_address_is_one_sentence():
    command = [sys.executable, "-m", "quintain", "tournament", f"{NAME}/duel", "--on", "ray"]
    done = subprocess.run(
        [*command, "--address", "127.0.0.1:1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("quintain: no Ray cluster at '127.0.0.1:1'")
    assert "ray start --head" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_ray_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(ImportError, match=r"pip install -c constraints-ray.txt '.\[ray\]'"),
        on_ray.RayTasks(),
    ):
        pass


def test_another_version_of_the_cluster_is_named():
    said = (
        "Version mismatch: The cluster was started with:\n    Ray: 2.59.0\n    Python: 3.12.1\n"
        "This process on node 10.0.0.2 was started with:\n    Ray: 2.60.0\n    Python: 3.11.4\n"
    )
    assert "pip install ray==2.59.0" in on_ray._refusal(said, "auto")


def test_a_cluster_with_a_token_is_told_from_none(monkeypatch):
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    said = "Failed to connect to Ray cluster at 10.0.0.2:6379"
    assert "set RAY_AUTH_MODE=token, or give" in on_ray._refusal(said, "10.0.0.2:6379")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    assert "begin one with 'ray start --head'" in on_ray._refusal(said, "10.0.0.2:6379")


def test_only_the_first_sentence_of_ray_is_told():
    told = on_ray._refusal("Could not find any running Ray instance. Please specify ...", "auto")
    assert "no Ray cluster at 'auto' (Could not find any running Ray instance): begin" in told


def test_training_needs_the_release_of_ray_that_the_package_asks_for(monkeypatch):
    text = (Path(quintain.__file__).parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"ray[rllib]>={on_ray.RLLIB},<2.61"' in text
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(__version__="2.61.0"))
    assert on_ray.find_ray().__version__ == "2.61.0"  # enough for battles
    with pytest.raises(ImportError, match=r"needs Ray 2.60, and Ray 2.61.0 .* pip install"):
        on_ray.find_ray("ray.rllib")
