"""The command `show --observation`."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app
from quintain.apps.observations import in_unit, numbers_of
from quintain.envs.core.engine.layout import count, flag, share
from quintain.envs.core.engine.system import get_system, random_choice, system_names
from quintain.envs.core.session.match import Match

pytestmark = pytest.mark.interpreted
DECISIONS = 9


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture(params=system_names())
def scene(request) -> tuple[str, Match]:
    """The name of a scenario, and a battle in it after a few random decisions."""
    system = get_system(request.param)
    scenario = "skirmish" if "skirmish" in system.scenario_names() else system.default_scenario
    match = Match(system, scenario)
    match.reset(2)
    for _ in range(DECISIONS):
        match.step(int(random_choice(match.mask, match.rng_state)))
    return f"{system.name}/{scenario}", match


def test_the_numbers_are_those_of_the_observation(scene):
    name, match = scene
    words = ("show", name, "--observation", "--seed", "2", "--decisions", str(DECISIONS), "--json")
    found = json.loads(run(*words))
    seen = {number["index"]: number["value"] for number in found["numbers"]}
    assert seen == {index: match.observation[index] for index in np.flatnonzero(match.observation)}
    assert found["agent"] == match.agents[match.to_act]
    assert found["blocks"]["own"] == match.system.fighter_names(match.battle)[match.to_act]
    every = json.loads(run(*words, "--all"))["numbers"]
    assert [number["value"] for number in every] == match.observation.tolist()
    assert [number["index"] for number in every] == list(range(match.layout.length))
    parts = match.layout.slices()
    for number in every:
        part = parts[number["piece"]]
        assert part.start <= number["index"] < part.stop


def test_a_terminal_of_100_columns_shows_names_values_and_meanings(scene, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    name, match = scene
    said = run("show", name, "--observation", "--seed", "2", "--decisions", str(DECISIONS))
    lines = said.splitlines()
    assert max(map(len, lines)) <= 100
    for number in numbers_of(match):
        (line,) = [line for line in lines if line.startswith(f"{number.index:5}  ")]
        assert number.name[:20] in line
        assert f" {number.text} " in line
    blocks = [line.split(":")[0] for line in lines if line and not line.startswith(" ")]
    shown = dict.fromkeys(number.block for number in numbers_of(match))
    assert blocks[1:-1] == list(shown)
    assert lines[-1] == f"{len(numbers_of(match))} of {match.layout.length} numbers."


SQUARES = count("distance", 16, "squares", "")


@pytest.mark.parametrize(
    ("piece", "value", "full", "text"),
    [
        (flag("is_here", ""), 1.0, 1, "yes"),
        (flag("is_here", ""), 0.0, 1, "no"),
        (SQUARES, 7 / 16, 16, "7 squares"),
        (SQUARES, 1 / 16, 16, "1 square"),
        (SQUARES, -1 / 16, 16, "-1 square"),
        (count("dice", 6, "dice", ""), 1 / 6, 6, "1 die"),
        (count("action_points", 12, "AP", ""), 1 / 12, 12, "1 AP"),
        (share("damage", 12, "points", ""), np.float32(4.5 / 12), 12, "4.5 points"),
        (share("round", 1, "", ""), 0.25, 1, "25 %"),
    ],
)
def test_values_have_units(piece, value, full, text):
    assert in_unit(piece, value, full) == text


def test_packed_numbers_have_units_of_their_own():
    match = Match("platemail", "duel")
    match.reset(0)
    packed = [number for number in numbers_of(match, True) if number.piece.inner]
    assert {number.text.split()[-1] for number in packed} > {"no", "points"}


def test_options_that_do_not_fit_are_refused():
    error = CliRunner().invoke(app, ("show", "mythic_epoch/duel", "--all")).exception
    assert str(error) == "--all and --decisions need --observation"
    words = ("show", "mythic_epoch/duel", "--observation", "--decisions", "9999")
    error = CliRunner().invoke(app, words).exception
    assert str(error).startswith("the battle with seed 0 ends after ")
