"""Training on Ray: the run folder of any run, and runs that go on after kill -9."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.evaluation.arena import final_result, play_pairs
from quintain.training.checkpoint import RAY_NAME, has_checkpoint
from quintain.training.config import ConfigError
from quintain.training.export import export
from quintain.training.learning import train
from quintain.training.logbook import CSV_NAME, DECISIONS, rows_until
from quintain.training.trained import TrainedAgent

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("ray") is None, reason="needs Ray: pip install '.[ray]'"
    ),
]
CONFIG = """
title: A short run on Ray
scenario: duel
choices: quick
opponents: {random: 1, berserker: 1}
self_play: 0.25
num_envs: 64
rollout: 32
minibatch: 512
width: 32
frozen_every: 4096
evaluate_every: 1000000
evaluation_pairs: 4
checkpoint_every: 0.0001
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "short.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def command(config, out, *words):
    program = [sys.executable, "-m", "quintain", "train", str(config), "--out", str(out)]
    return [*program, "--on", "ray", "--workers", "2", *words]


def decisions_of(out):
    return [int(row[DECISIONS]) for row in rows_until(out / CSV_NAME, 10**12)]


def wait_for(what):
    ends = time.monotonic() + 300
    while not what():
        assert time.monotonic() < ends
        time.sleep(0.5)


def test_a_run_goes_on_after_a_kill_of_its_driver_and_ends_as_any_run(config, tmp_path):
    out = tmp_path / "run"
    with subprocess.Popen(command(config, out, "--steps", "100000000")) as process:
        wait_for(lambda: (out / RAY_NAME).is_dir() and len(decisions_of(out)) > 2)
        os.kill(process.pid, signal.SIGKILL)
    assert has_checkpoint(out)
    with pytest.raises(ConfigError, match="with --on ray: resume it in the same way"):
        train(config, out=out, resume=True)
    reached = decisions_of(out)[-1]
    steps = str(reached + 10_000)
    done = subprocess.run(
        command(config, out, "--resume", "--steps", steps), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "resuming at" in done.stderr
    told = decisions_of(out)
    assert told == sorted(set(told))
    assert told[-1] >= reached + 10_000
    check_that_the_npc_is_the_module_of_rllib(out, tmp_path / "bandit.npc")


def check_that_the_npc_is_the_module_of_rllib(out, file):
    """The checkpoint of RLlib, `policy.pt` and the exported NPC are one network."""
    from ray.rllib.core.rl_module import RLModule

    place = out.resolve() / RAY_NAME / "learner_group" / "learner" / "rl_module" / "default_policy"
    kept = RLModule.from_checkpoint(place).network.state_dict()
    assert all(kept[key].equal(one) for key, one in TrainedAgent(out).network.state_dict().items())
    export(out, file, battles=2)
    random, scores = make_agent("random", "mythic_epoch"), []
    for name in (str(out), str(file)):
        agent = make_agent(name, "mythic_epoch")
        fought = final_result(play_pairs("mythic_epoch", "duel", agent, random, 20, 3))
        assert fought.battles == 40
        scores.append((fought.scores.tolist(), fought.rounds.tolist()))
    assert scores[0] == scores[1]


def test_a_killed_env_runner_is_replaced(config, tmp_path):
    from quintain.evaluation.executors.on_ray import cluster

    with cluster(cpus=3, needs="ray.rllib"):
        from quintain.training.config import load_config
        from quintain.training.display import Display
        from quintain.training.logbook import Logbook, logged_names, make_logger
        from quintain.training.ray_run import RayRun

        run = RayRun(load_config(config), tmp_path, False, runners=2)
        book = Logbook(tmp_path, logged_names(run.env.names, run.baselines))
        run.model.set_logger(make_logger(tmp_path, book))
        group, sizes, ends = run.algorithm.env_runner_group, [], time.monotonic() + 200
        while len(sizes) < 4 or (sizes[-1] < 2048 and time.monotonic() < ends):
            if len(sizes) == 2:
                victim = group.foreach_env_runner(lambda _: os.getpid(), local_env_runner=False)[0]
                os.kill(victim, signal.SIGKILL)
            before = run.decisions
            run.update(Display("", False))
            sizes.append(run.decisions - before)
        pids = group.foreach_env_runner(lambda _: os.getpid(), local_env_runner=False)
        run.algorithm.stop()
        book.close()
    assert sizes[:2] == [2048, 2048]
    assert sizes[-1] == 2048  # both play again
    assert len(set(pids)) == 2
    assert victim not in pids


def test_advantages_are_those_of_sb3():
    from quintain.training.rllib import advantages_of

    rng = np.random.default_rng(0)
    rewards, values = rng.normal(size=(2, 5, 3)).astype(np.float32)
    starts = (rng.random((5, 3)) < 0.3).astype(np.float32)
    last, ended = rng.normal(size=3).astype(np.float32), np.array([1, 0, 0], np.float32)
    found = advantages_of(rewards, values, starts, last, ended, 0.9, 0.8)
    for env in range(3):
        gain = 0.0
        for step in reversed(range(5)):
            goes_on = 1 - (ended[env] if step == 4 else starts[step + 1, env])
            following = last[env] if step == 4 else values[step + 1, env]
            error = rewards[step, env] + 0.9 * following * goes_on - values[step, env]
            gain = error + 0.9 * 0.8 * goes_on * gain
            assert found[step, env] == pytest.approx(gain, abs=1e-5)
