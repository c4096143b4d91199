"""Held-out heuristics and scenarios: no training config has them, and agents meet them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from quintain.agents.registry import make_agent
from quintain.apps.cli import app
from quintain.envs.core.engine.system import get_system, system_names
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.held_out import FOLDER, describe_held_out, held_out_heuristics
from quintain.evaluation.held_out import held_out_scenarios as scenarios_of
from quintain.evaluation.unseen import CELLS, Unseen, fight_unseen, scenarios_for
from quintain.training.config import CONFIGS, ConfigError, TrainingConfig, load_config
from quintain.training.parties import make_parties

OWN = [name for name in system_names() if held_out_heuristics(name)]
TRAINING = sorted(CONFIGS.glob("*/training/*.yaml"))


def test_every_system_of_quintain_has_held_out_heuristics_and_scenarios():
    assert OWN == sorted(path.name for path in FOLDER.iterdir())
    for name in OWN:
        system = get_system(name)
        assert {"held_out/duel", "held_out/skirmish", "held_out/siege"} <= set(scenarios_of(system))
        assert not set(held_out_heuristics(name)) & set(system.policies)
        assert all(describe_held_out(name).values())


@pytest.mark.parametrize("file", TRAINING, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_no_training_config_uses_what_is_held_out(file):
    config = load_config(file)
    config.check_opponents()
    system = get_system(config.system)
    assert not set(config.opponents) & set(held_out_heuristics(config.system))
    names = [config.scenario] if isinstance(config.scenario, str) else config.scenario
    learned = [system.load_scenario(name) for name in names]
    if config.parties is not None:
        learned += make_parties(system, config.parties, config.seed)
    maps = {model.map for model in learned}
    held_out = [system.load_scenario(str(path)) for path in scenarios_of(system).values()]
    assert not maps & {model.map for model in held_out}


@pytest.mark.parametrize("name", OWN)
def test_held_out_duels_have_fighters_that_no_training_config_names(name):
    system = get_system(name)
    trained = " ".join(file.read_text() for file in TRAINING if file.parts[-3] == name)
    duel = system.load_scenario(str(scenarios_of(system)["held_out/duel"]))
    (fighter,) = {one.base for _, seat in duel.seats() for one in seat.fighter}
    learned = {
        one.base
        for scenario in ("duel", "duel_mixed", "skirmish")
        for _, seat in system.load_scenario(scenario).seats()
        for one in seat.fighter
    }
    assert fighter not in learned
    assert f" {fighter}," not in trained


def test_training_refuses_what_is_held_out():
    config = TrainingConfig(opponents={"random": 1, "dancer": 1})
    with pytest.raises(ConfigError, match="dancer is held out of training"):
        config.check_opponents()
    path = str(scenarios_of(get_system("mythic_epoch"))["held_out/duel"])
    for name in ("held_out/duel", path, ["duel", path]):
        with pytest.raises(ValueError, match="is held out of training: name another scenario"):
            TrainingConfig(scenario=name)


@pytest.mark.compiled
@pytest.mark.parametrize("name", OWN)
def test_held_out_heuristics_fight_and_beat_random(name):
    (heuristic,) = held_out_heuristics(name)
    agent, other = make_agent(heuristic, name), make_agent("random", name)
    for scenario, pairs in (("duel", 20), ("skirmish", 4)):
        found = final_result(play_pairs(name, scenario, agent, other, pairs, 1))
        assert found.mean_score > 0.65, scenario


@pytest.mark.compiled
def test_an_agent_meets_known_and_held_out_opponents_beside_a_yardstick():
    system = get_system("mythic_epoch")
    found = fight_unseen(system, "duel", make_agent("mythic_epoch-duel", system), battles=10)
    assert found.unseen_scenarios == ("held_out/duel",)  # it has one slot a side
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert len(data["cells"]) == 4
    for cell in data["cells"]:
        assert cell["battles"] >= 10
        assert 0 <= cell["score"]["low"] <= cell["score"]["high"] <= 1
    assert data["cells"][0]["gap"] is None
    assert "random" not in data["opponents"]


def test_a_heuristic_has_room_everywhere():
    system = get_system("heimr")
    agent = make_agent("veteran", system)
    assert set(scenarios_for(system, agent)) == set(scenarios_of(system))
    with pytest.raises(ValueError, match="battles must be a whole number between 2 and"):
        fight_unseen(system, "duel", agent, battles=1)


def test_gaps_are_differences_of_means_and_their_intervals_hold_the_truth():
    chances = {"agent": (0.8, 0.6, 0.7, 0.5), "yardstick": (0.7, 0.65, 0.7, 0.6)}
    elo = {who: 400 * np.log10([p / (1 - p) for p in row]) for who, row in chances.items()}
    truth = (elo["agent"] - elo["yardstick"])[1] - (elo["agent"] - elo["yardstick"])[0]
    held = []
    for seed in range(40):
        generator = np.random.default_rng(seed)
        scores = {
            (who, cell): (generator.random((100, 2)) < chance).astype(float)
            for who, row in chances.items()
            for cell, chance in zip(CELLS, row, strict=True)
        }
        found = Unseen("a", "b", "duel", (), (), (), scores, seed)
        gap, lead = found.gap("agent", CELLS[3]), found.gained_lead(CELLS[1])
        means = {key: one.mean() for key, one in scores.items()}
        expected = means["agent", CELLS[3]] - means["agent", CELLS[0]]
        assert gap.estimate == pytest.approx(expected, abs=1e-12)
        held += [gap.low <= -0.3 <= gap.high, lead.low <= truth <= lead.high]
    assert np.mean(held) > 0.85


@pytest.mark.parametrize("times", [1, 2, 7])
@pytest.mark.parametrize(("agent", "yardstick"), [(1.0, 0.9), (0.8, 0.0), (0.5, 0.5)])
def test_equal_scores_are_no_gain_however_many_pairs_a_cell_has(agent, yardstick, times):
    scores = {
        (who, cell): np.repeat([1.0, 0.0], [round(20 * share), round(20 * (1 - share))])
        .repeat(10 * often)
        .reshape(-1, 2)
        for who, share in (("agent", agent), ("yardstick", yardstick))
        for cell, often in ((CELLS[0], 1), (CELLS[2], times))
    }
    found = Unseen("a", "b", "duel", (), (), (), scores, 0)
    gap, lead = found.gap("agent", CELLS[2]), found.gained_lead(CELLS[2])
    assert gap.estimate == 0
    assert lead.estimate == pytest.approx(0, abs=1e-9)
    assert gap.low <= 0 <= gap.high
    assert lead.low < -20 < 20 < lead.high


def test_a_gap_is_the_difference_of_the_scores_that_stand_beside_it():
    scores = {("agent", CELLS[0]): np.ones((5, 2)), ("agent", CELLS[2]): np.zeros((7, 2))}
    found = Unseen("a", "b", "duel", (), (), (), scores, 0)
    seen, new = (found.score("agent", cell) for cell in (CELLS[0], CELLS[2]))
    assert found.gap("agent", CELLS[2]).estimate == new.estimate - seen.estimate == -1


@pytest.mark.compiled
def test_the_command_shows_seen_and_unseen_and_names_are_known_everywhere():
    words = ["held-out", "mythic_epoch/duel", "mythic_epoch-duel", "--battles", "10"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    for told in (
        "points of 100, seen and unseen",
        "Elo on tactician",
        "held_out/duel",
        "dancer",
    ):
        assert told in " ".join(result.stdout.split())
    shown = CliRunner().invoke(app, ["show", "heimr/held_out/siege"])
    assert "Siege" in shown.stdout
    listed = CliRunner().invoke(app, ["agents", "heimr"])
    assert "held out of training:" in listed.stdout
