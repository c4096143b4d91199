"""The open encounters of the docs: valid, fought, drawn and listed with their odds."""

from __future__ import annotations

import re

import pytest

from quintain.bench.encounters import FOLDER, files_of, odds_of, picture_of
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.sheets import has_state
from quintain.envs.core.session.match import Match
from quintain.evaluation.statistics import proportion_interval

pytestmark = pytest.mark.interpreted

SYSTEMS = [get_system(name) for name in system_names()]
ENCOUNTERS = [(system, file) for system in SYSTEMS for file in files_of(system)]
each_encounter = pytest.mark.parametrize(
    ("system", "file"), ENCOUNTERS, ids=[file.stem for _, file in ENCOUNTERS]
)
PAGE = FOLDER / "README.md"
ODDS = re.compile(r"\| (\d+(?:\.\d)?) % \[")


def test_every_system_has_some_and_one_begins_in_the_middle():
    for system in SYSTEMS:
        scenarios = [system.load_scenario(str(file)) for file in files_of(system)]
        assert len(scenarios) >= 2
        assert any(map(has_state, scenarios))
        assert all(one.title and one.description for one in scenarios)


@each_encounter
def test_an_encounter_begins_and_is_listed(system, file):
    scenario, match = system.load_scenario(str(file)), Match(system, str(file))
    match.reset(5)
    assert not match.is_over
    assert match.mask.any()
    page = PAGE.read_text(encoding="utf-8")
    for text in (f"### {scenario.title}", scenario.description, str(file.relative_to(FOLDER))):
        assert text in page


@pytest.mark.compiled
@each_encounter
def test_an_encounter_is_fought_with_the_odds_of_the_page(system, file):
    scenario, count = system.load_scenario(str(file)), 100
    wins = int((odds_of(system, file, count, 8).battles.winner == 0).sum())
    found = proportion_interval(wins, count, 0.9999)
    part = PAGE.read_text(encoding="utf-8").partition(f"### {scenario.title}\n")[2]
    printed = float(ODDS.search(part)[1]) / 100
    assert found.low <= printed <= found.high, "python bench/encounters.py"


@pytest.mark.docs
@each_encounter
def test_the_picture_is_the_beginning_of_the_encounter(system, file, golden):
    stands, told = golden(
        f"docs/encounters/{system.name}/{file.stem}.svg", picture_of(system, file)
    )
    assert stands == told, "make docs"
