"""The public functions that fight battles have one shape, so that who knows one knows all."""

from __future__ import annotations

import inspect

import pytest

from quintain.evaluation.arena import play_pairs
from quintain.evaluation.balance import balance
from quintain.evaluation.benchmark import score_task
from quintain.evaluation.card_fitting import fit_card
from quintain.evaluation.card_measures import measure_card
from quintain.evaluation.compare import compare
from quintain.evaluation.exploitability import measure_exploitability
from quintain.evaluation.odds import fight, find_odds
from quintain.evaluation.screening import screen_agent
from quintain.evaluation.tactics.comparison import profile_agents
from quintain.evaluation.tournament import run_tournament
from quintain.evaluation.unseen import fight_unseen
from quintain.evaluation.wins import describe_wins

FUNCTIONS = (
    balance, compare, describe_wins, fight, fight_unseen, find_odds, fit_card, measure_card,
    measure_exploitability, play_pairs, profile_agents, run_tournament, score_task, screen_agent,
)  # fmt: skip
BEGINNINGS = {
    ("system", "scenario", "agent"),
    ("system", "scenario", "agents"),
    ("system", "scenario", "one"),
    ("system", "encounter", "weapons"),
    ("system", "encounter", "target"),
}
"""An encounter holds its agents."""
BY_NAME = {"report", "executor", "threads"}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_a_function_that_fights_battles_has_the_common_shape(function):
    parameters = inspect.signature(function).parameters
    names = list(parameters)
    if function is score_task:  # the task names a system and a scenario
        assert names[:2] == ["task", "agent"]
    else:
        assert tuple(names[:3]) in BEGINNINGS
        assert names.index("seed") == 1 + names.index("pairs" if "pairs" in names else "battles")
    assert not {"count", "notice", "progress"} & set(names)
    assert len({"battles", "pairs"} & set(names)) == 1
    for name in BY_NAME & set(names):
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY, name
