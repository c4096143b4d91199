"""Training from the command line: the demo, and agents in a run's folder."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Type a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_the_demo_trains_meets_every_baseline_and_narrates_a_battle(run, tmp_path):
    demo = ("demo", "--minutes", "0.05", "--battles", "2")
    told = run(*demo)
    assert told.exit_code == 0, told.output
    for name in (
        "random",
        "berserker",
        "guardian",
        "fencer",
        "wrestler",
        "skirmisher",
        "tactician",
    ):
        assert f"{name:12} won" in told.output
    assert "Round 1" in told.output
    assert run(*demo).exit_code == 0  # again, in a folder of its own
    assert (tmp_path / "runs/demo/policy.pt").exists()
    assert (tmp_path / "runs/demo-2/policy.pt").exists()
    pairs = run("tournament", "mythic_epoch/duel", "--agents", "runs/demo,random", "--battles", "4",
                "--json")  # fmt: skip
    assert json.loads(pairs.stdout)["pairs"][0]["battles"] == 4
    assert run("watch", "mythic_epoch/duel", "--agents", "runs/demo,random").exit_code == 0
    wrong = run("tournament", "platemail/duel", "--agents", "runs/demo,random")
    assert str(wrong.exception) == "runs/demo was trained for Mythic Epoch, not for Platemail"


def test_a_start_that_fails_leaves_no_folder(run, tmp_path):
    (tmp_path / "mine.yaml").write_text("scenario: duell\n")
    failed = run("train", "mine.yaml")
    assert "duel" in str(failed.exception)
    assert not (tmp_path / "runs").exists()


def test_a_run_continues_without_its_config_file(run, tmp_path):
    config = tmp_path / "mine.yaml"
    config.write_text("{num_envs: 16, rollout: 16, minibatch: 64, evaluation_pairs: 2}\n")
    begun = run("train", "mine.yaml", "--steps", "256")
    assert begun.exit_code == 0, begun.output
    config.write_text("{num_envs: 16, rollout: 16, minibatch: 64, evaluation_pairs: 3, steps: 9}\n")
    over = run("train", "mine.yaml", "--resume")
    assert "this run is already finished" in over.stderr
    other = run("train", "heimr/duel", "--out", "runs/mine", "--resume")
    assert str(other.exception).startswith("runs/mine is a run of mythic_epoch, and heimr/duel is")
    assert "ignores these settings of mine.yaml: steps, evaluation_pairs" in over.stderr
    config.unlink()
    resumed = run("train", "mine.yaml", "--steps", "512", "--resume")
    assert resumed.exit_code == 0, resumed.output
    assert "ignores" not in resumed.stderr
    log = (tmp_path / "runs/mine/progress.csv").read_text().splitlines()
    assert len(log) == 3, log  # the names, and one update from each start
