"""The command `screen`: a table of habits, JSON for programs, and one sentence for mistakes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app
from quintain.apps.screen_command import print_findings
from quintain.evaluation.screening import Finding


def run(*words):
    return CliRunner().invoke(app, ["screen", *words])


@pytest.mark.compiled
def test_it_screens_a_released_npc_in_the_battles_of_its_name():
    said = run("mythic_epoch-duel", "--battles", "4", "--json")
    assert said.exit_code == 0, said.output
    found = json.loads(said.stdout)
    assert found[0]["measure"] == "idles"
    assert all(0 <= one["low"] <= one["high"] <= 1 and not one["found"] for one in found)
    assert said.stdout == run("mythic_epoch-duel", "--battles", "4", "--json").stdout


def test_habits_that_are_found_are_told_in_words(capsys):
    print_findings("clown", [Finding("discards", 0.31, 0.25, 0.38, 120, "brawler", 0.07)])
    told = " ".join(capsys.readouterr().out.split())
    assert "Habits of clown" in told
    assert "It drops a weapon at once: 31 % [25, 38] of 120 fighters" in told


def test_without_findings_it_says_so(capsys):
    print_findings("angel", [Finding("discards", 0.01, 0.0, 0.05, 120, "brawler", 0.07)])
    assert "No absurd habit is found." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["berserker"], "say which battles 'berserker' fights"),
        (["berserker", "--scenario", "mythic_epoch/dule"], "no scenario 'dule'"),
        (
            ["mythic_epoch-duel", "--scenario", "mythic_epoch/skirmish"],
            "trained with 1 fighter a side",
        ),
        (["wildroll-general"], "say which battles 'wildroll-general' fights"),
        (["mythic_epoch-duel", "--battles", "5"], "--battles must be an even number, got 5"),
    ],
)
def test_mistakes_are_told(words, message):
    said = run(*words)
    assert said.exit_code != 0
    assert message in str(said.exception or said.output)
