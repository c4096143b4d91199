"""Every call that runs a network leaves PyTorch and onnxruntime with one thread by default."""

from __future__ import annotations

from pathlib import Path

import onnxruntime
import pytest
import torch
from typer.testing import CliRunner

from quintain.agents.npc import NpcAgent, find_npc
from quintain.agents.registry import make_agent
from quintain.apps.cli import app
from quintain.training.learning import train
from quintain.training.speed import learning_speed


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    """The folder of a run of one update."""
    config = tmp_path_factory.mktemp("config") / "brief.yaml"
    config.write_text("steps: 1\nnum_envs: 4\nrollout: 16\nminibatch: 64\nevaluation_pairs: 1\n")
    return train(config, out=tmp_path_factory.mktemp("runs") / "brief", progress=False)


@pytest.fixture(autouse=True)
def _two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)  # as PyTorch itself has on two cores
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    "words",
    [
        "tournament mythic_epoch/duel --agents {run},random --battles 2",
        "tournament mythic_epoch/duel --agents {run},search:2 --battles 2",
        "watch mythic_epoch/duel --agents {run},random --seed 1",
        "export {run} --out {out} --battles 2",
    ],
)
def test_commands_run_networks_on_one_thread(run, tmp_path, words):
    typed = words.format(run=run, out=tmp_path / "a.npc").split()
    result = CliRunner().invoke(app, typed)
    assert result.exit_code == 0, result.output
    assert torch.get_num_threads() == 1


def test_an_agent_runs_on_one_thread(run):
    make_agent(str(run), "mythic_epoch")
    assert torch.get_num_threads() == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_training_runs_on_the_threads_of_its_config(tiny, tmp_path, threads):
    torch.set_num_threads(3 - threads)
    config = tiny(steps=1, torch_threads=threads)
    train(config, out=tmp_path / "learner", progress=False)
    assert torch.get_num_threads() == threads


def test_the_speed_of_learning_is_that_of_one_thread():
    learning_speed("mythic_epoch", "duel", "random", 0.01)
    assert torch.get_num_threads() == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_npcs_run_on_the_requested_threads(monkeypatch, threads):
    seen = []
    session = onnxruntime.InferenceSession

    def note(policy, options, **more):
        seen.append(options)
        return session(policy, options, **more)

    monkeypatch.setattr(onnxruntime, "InferenceSession", note)
    NpcAgent(find_npc("mythic_epoch-duel"), threads=threads)
    (options,) = seen
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (threads, 1)
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
