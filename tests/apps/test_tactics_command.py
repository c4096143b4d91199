"""The command `tactics`: its tables, sentences and refusals."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app
from quintain.apps.tactics_command import p_value, sentences, table_of
from quintain.evaluation.statistics import Interval
from quintain.evaluation.tactics.comparison import Difference, Habit, Profile

RUNNER = CliRunner()


def habit(share, others, worth=None):
    differences = tuple(Difference(than, rest, cases, p) for than, rest, cases, p in others)
    return Habit("react", Interval(share, share - 0.1, share + 0.1), 200, differences, worth)


def profile(*habits):
    return Profile("mine", Interval(0.6, 0.5, 0.7), habits)


def test_a_tactic_beyond_all_others_is_said_and_one_between_them_is_not():
    above = habit(0.8, [("random", 0.3, 200, 0.01), ("fencer", 0.5, 200, 0.01)])
    between = habit(0.4, [("random", 0.3, 200, 0.01), ("fencer", 0.5, 200, 0.01)])
    chance = habit(0.8, [("random", 0.7, 200, 0.4)])
    assert "(react) more often than random and fencer." in sentences(profile(above))[0]
    assert sentences(profile(chance)) == ["Nothing sets it apart beyond chance."]
    (told,) = sentences(profile(between))
    assert told.startswith("No tactic sets it apart from random and fencer alike")
    alone = habit(0.8, [])
    assert sentences(profile(alone)) == ["There is no other agent to compare it with."]


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(0.02, 0.2, "scores 10 [2, 20] points less"), (-0.2, -0.02, "scores more"), (-0.1, 0.2, "")],
)
def test_the_worth_is_said_where_its_interval_excludes_nothing(low, high, words):
    one = habit(0.8, [("random", 0.8, 200, 1.0)], Interval((0.02 + 0.18) / 2, low, high))
    assert words in sentences(profile(one))[0]


def test_too_few_cases_have_no_p():
    cells = table_of(profile(habit(0.8, [("random", np.nan, 3, 1.0)])), "x").columns
    assert [next(iter(column.cells)) for column in cells][-2:] == ["-", "few"]
    assert [p_value(p) for p in (0.0004, 0.05, 1.0)] == [".000", ".050", "1"]


@pytest.mark.compiled
def test_the_command_compares_agents_and_measures_the_worth():
    line = "tactics mythic_epoch/duel --agents berserker --than random --battles 40"
    result = RUNNER.invoke(app, line.split())
    assert "berserker scores" in result.stdout
    assert "react" in result.stdout
    (found,) = json.loads(RUNNER.invoke(app, f"{line} --worth --json".split()).stdout)
    shares = {one["tactic"]: one for one in found["habits"]}
    assert shares["react"]["worth"]["low"] <= shares["react"]["worth"]["estimate"]
    assert [one["than"] for one in shares["react"]["differences"]] == ["random"]


def test_an_odd_number_of_battles_is_refused():
    result = RUNNER.invoke(app, "tactics mythic_epoch/duel --battles 5".split())
    assert result.exit_code != 0
    assert "must be an even number" in str(result.exception or result.output)
