"""Mistakes of people who follow the pages: each message says what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from quintain.agents.cards.card import EXTENSION
from quintain.apps.cli import app
from quintain.apps.usual_scenario import usual_scenario

ROOT = Path(__file__).parents[2]
NAMED = "--scenario SYSTEM/SCENARIO, as in --scenario"


def said(*words: str) -> str:
    """The message of a command that is refused."""
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, OSError | KeyError | ValueError), result.output
    return str(result.exception.args[-1])


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """The folder of the commands."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_advise_says_that_a_battle_is_missing_or_cannot_be_read():
    assert said("advise") == "give a battle: quintain advise [AGENT] SYSTEM/SCENARIO, or a file"
    assert said("advise", "no.json") == "no.json: cannot be read: No such file or directory"
    assert "[AGENT] [BATTLE]" in CliRunner().invoke(app, ["advise", "--help"]).output


@pytest.mark.parametrize("command", ["card", "screen"])
@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("nobody", "no agent 'nobody': `quintain agents SYSTEM` lists the names"),
        ("tacticain", "no agent 'tacticain': did you mean tactician?"),
        ("nobody.npc", "no NPC file 'nobody.npc': "),
        ("runs/nobody", "no trained agent in 'runs/nobody': there is no such folder"),
        ("tactician", f"say which battles 'tactician' fights: {NAMED} mythic_epoch/duel"),
        ("search:20", f"say which battles 'search:20' fights: {NAMED} mythic_epoch/duel"),
        ("captain", f"say which battles 'captain' fights: {NAMED} platemail/"),
        ("wildroll-general", f"say which battles 'wildroll-general' fights: {NAMED} wildroll/"),
    ],
)
def test_a_scenario_is_asked_for_only_if_the_agent_exists(command, agent, message):
    assert said(command, agent).startswith(message)


def run_of(folder: Path, scenario: object) -> str:
    """A run with a config, as far as its scenario is asked for."""
    run = folder / "runs" / "mine"
    run.mkdir(parents=True)
    (run / "policy.pt").touch()
    config = {"system": "heimr", "scenario": scenario}
    (run / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    return "runs/mine"


def test_a_trained_agent_fights_where_it_learned(folder):
    assert usual_scenario(run_of(folder, "doorway")) == "heimr/doorway"
    assert usual_scenario("runs/mine/policy.pt") == "heimr/doorway"
    assert usual_scenario("mythic_epoch-duel?caution=0.8") == "mythic_epoch/duel"
    npc = folder / "mine.npc"
    npc.write_bytes((ROOT / "agents/npc/released/mythic_epoch-duel.npc").read_bytes())
    assert usual_scenario("mine.npc") == "mythic_epoch/duel"


def test_a_card_fights_where_it_was_fitted(folder):
    card = {
        "format": "quintain card", "version": 1, "agent": "me", "system": "heimr",
        "scenario": "chase", "headings": [], "otherwise": ["wait"], "details": {}, "measured": None,
    }  # fmt: skip
    (folder / f"me{EXTENSION}").write_text(json.dumps(card), encoding="utf-8")
    assert usual_scenario(f"me{EXTENSION}") == "heimr/chase"


def test_an_agent_that_learned_several_scenarios_names_the_first(folder):
    run = run_of(folder, ["chase", "duel"])
    assert said("screen", run) == f"say which battles 'runs/mine' fights: {NAMED} heimr/chase"


def test_new_writes_only_files_that_commands_take():
    assert said("new", "heimr", "--out", "fight2") == (
        "a scenario file ends in .yaml: --out fight2.yaml"
    )
    assert not Path("fight2").exists()


@pytest.mark.parametrize("name", ["camp", "mythic_epoch/camp", "./camp"])
def test_the_ending_of_a_scenario_file_is_suggested(name, folder):
    CliRunner().invoke(app, ["new", "mythic_epoch", "--out", "camp.yaml"])
    assert "did you mean" in said("check", name)
    assert said("check", name).endswith("camp.yaml?")


def test_a_word_that_is_no_scenario_shows_both_ways_to_name_one():
    assert said("check", "camp") == (
        "give SYSTEM/SCENARIO, as in mythic_epoch/duel, or a file, camp.yaml, got 'camp'"
    )
