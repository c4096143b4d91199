"""The command `score`, and the page of its results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.apps import score_command
from quintain.apps.cli import app
from quintain.apps.score_command import player_of, tasks_of
from quintain.envs.core.compiler.compile import engine_hash
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.benchmark import TASKS
from quintain.evaluation.score_files import Score, read_score

RUNNER = CliRunner()
FOLDER = Path(__file__).parents[2] / "docs/benchmark"


def test_one_agent_plays_all_tasks_and_others_single_ones():
    assert tasks_of("random") == [(task, "random") for task in TASKS]
    assert tasks_of("wildroll/duel=runs/x") == [("wildroll/duel", "runs/x")]
    assert tasks_of("search:5?caution=0.8")[0] == (TASKS[0], "search:5?caution=0.8")
    assert dict(tasks_of("strongest"))["martial/duel"] == "warlord"
    assert dict(tasks_of("released"))["martial/duel"] == "martial-duel"
    with pytest.raises(ValueError, match="a task is one of"):
        tasks_of("wildroll/ford=random")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("beserker", "no agent 'beserker': did you mean berserker?"),
        (
            "berserker",
            "Heimr has no agent 'berserker', as Mythic Epoch has: name an agent for",
        ),
        ("xyzzy", "no agent 'xyzzy': `quintain agents SYSTEM` lists the names"),
        ("search:0", "no agent 'search:0': write search, search:200"),
    ],
)
def test_an_unknown_agent_gets_the_names_of_all_tasks(name, message):
    with pytest.raises(KeyError, match=message):
        player_of(name, get_system("heimr"))


@pytest.mark.compiled
def test_single_tasks_are_scored_with_their_seeds():
    arguments = ["mythic_epoch/duel=berserker", "mythic_epoch/duel=random", "--pairs", "8"]
    result = RUNNER.invoke(app, ["score", *arguments, "--json"])
    content = json.loads(result.stdout)
    assert [one["agent"] for one in content["tasks"]] == ["berserker", "random"]
    assert content["tasks"][0]["number"]["estimate"] > content["tasks"][1]["number"]["estimate"]
    assert content["interquartile_mean"] is None
    assert content["versions"]["rules"] == engine_hash()[:16]  # corrected rules are others
    shown = RUNNER.invoke(app, ["score", *arguments])
    assert "Not all ten tasks" in shown.stdout


def test_a_stop_keeps_the_complete_scores(monkeypatch, tmp_path):
    known = read_score((FOLDER / "random.json").read_text(encoding="utf-8"))["tasks"]
    scores = [Score.model_validate(one).to_score() for one in known[:2]]

    def score(*_, **__):
        if not scores:
            raise KeyboardInterrupt
        return scores.pop(0)

    monkeypatch.setattr(score_command, "score_task", score)
    out = tmp_path / "x.json"
    result = RUNNER.invoke(app, ["score", "random", "--out", str(out)])
    assert result.exit_code == 130
    assert "heimr/duel, random: 0\n" in result.stderr
    assert "Stopped: 2 of 10 scores are complete." in result.stderr
    assert len(read_score(out.read_text(encoding="utf-8"))["tasks"]) == 2
    assert RUNNER.invoke(app, ["score", "random", "--out", str(out)]).exit_code == 130


def test_a_score_file_needs_all_pairs(tmp_path):
    arguments = ["score", "random", "--pairs", "8", "--out", str(tmp_path / "x.json")]
    result = RUNNER.invoke(app, arguments)
    assert result.exit_code != 0
    assert not (tmp_path / "x.json").exists()
