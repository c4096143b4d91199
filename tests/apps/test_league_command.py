"""The command `league`: it trains, resumes, and its folder is an agent and a part of reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app

FEW = """
training: mythic_epoch/duel
settings: {num_envs: 16, rollout: 16, minibatch: 64, width: 16, opponents: {random: 1}}
slice: 256
main_copy_every: 256
least_decisions: 256
exploiters_from: 256
exploiter_share: 0.5
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Type a command in an empty folder, which holds a small config."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(FEW, encoding="utf-8")
    return lambda *words: CliRunner().invoke(app, list(words))


@pytest.mark.compiled
def test_a_league_is_trained_resumed_and_used_by_its_name(run):
    first = run("league", "small.yaml", "--decisions", "512")
    assert first.exit_code == 0, first.output
    assert "Trained: runs/league-small" in first.output
    Path("small.yaml").unlink()  # the folder has all that is needed
    more = run("league", "small.yaml", "--decisions", "1024", "--resume")
    assert more.exit_code == 0, more.output
    assert "continuing at 512 decisions" in more.output
    names = "runs/league-small,runs/league-small/copies/main-1,random"
    fought = run("tournament", "mythic_epoch/duel", "--agents", names, "--battles", "4", "--json")
    assert len(json.loads(fought.stdout)["pairs"]) == 3
    page = run("report", "runs/league-small", "--agents", "random", "--battles", "2", "--show", "0")
    assert page.exit_code == 0, page.output
    assert "League runs/league-small" in Path("report.html").read_text(encoding="utf-8")


@pytest.mark.compiled
def test_a_league_stops_after_a_time_and_continues(run):
    begun = run("league", "small.yaml", "--decisions", "100000", "--minutes", "0.01")
    assert "the time is over; --resume continues in runs/league-small" in begun.output
    done = json.loads(Path("runs/league-small/summary.json").read_text())["decisions"]
    assert 256 <= done < 100_000
    run("league", "small.yaml", "--resume", "--minutes", "0.01")
    assert json.loads(Path("runs/league-small/summary.json").read_text())["decisions"] > done


def test_a_mistake_in_the_config_leaves_no_folder(run, tmp_path):
    (tmp_path / "small.yaml").write_text("training: mythic_epoch/duell\n", encoding="utf-8")
    failed = run("league", "small.yaml")
    assert "no training config 'mythic_epoch/duell': did you mean" in str(failed.exception)
    assert "no league config 'nothing'" in str(run("league", "nothing").exception)
    assert not (tmp_path / "runs").exists()
