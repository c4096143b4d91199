"""An exported file equals its network, describes itself, and is reproducible."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest

from quintain.agents.base import strongest
from quintain.agents.npc import NpcAgent, NpcError, read_npc
from quintain.agents.npc import graph as graphs
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system, system_names
from quintain.training import export as exporting
from quintain.training.checkpoint import CheckpointError
from quintain.training.config import load_config
from quintain.training.export import export
from quintain.training.league_config import LeagueConfig, write_league
from quintain.training.league_summary import LEARNS, SUMMARY_NAME, write_summary
from quintain.training.logbook import CSV_NAME
from quintain.training.onnx_graph import to_onnx
from quintain.training.trained import load_trained

ROOT = Path(__file__).parents[2]
each_system = pytest.mark.parametrize("system", system_names())


def states(system, scenario, max_side, count=200):
    """Observations and masks of many moments of random battles."""
    battles = BattleVector(system, 20, scenario, seed=9, max_side=max_side)
    generator = np.random.default_rng(9)
    seen = []
    while len(seen) * 20 < count:
        for _ in range(7):
            battles.step(
                (generator.random(battles.action_masks.shape) * battles.action_masks).argmax(1)
            )
        seen.append((battles.observations.copy(), battles.action_masks.copy()))
    return tuple(np.concatenate(part) for part in zip(*seen, strict=True))


def chances_of_both(system, scenario, file):
    """Probabilities of the network and of the file in the same states, and the masks."""
    trained, npc = load_trained(str(file.parent / "run")), NpcAgent(file)
    observations, masks = states(system, scenario, npc.max_side)
    return trained.chances(observations, masks), npc.chances(observations, masks), masks


@each_system
def test_the_file_is_the_network(npc_file, system):
    theirs, ours, masks = chances_of_both(system, "duel", npc_file(system))
    assert np.abs(theirs - ours).max() < 1e-5
    assert (theirs.argmax(1) == ours.argmax(1)).all()
    assert not ours[~masks].any()
    assert theirs.max() > 2 * theirs[masks].min()  # else all probabilities would be alike


@pytest.mark.parametrize("network", ["blocks", "mlp"])
def test_networks_of_larger_battles(make_run, tmp_path, network):
    run = make_run(tmp_path / "run", "mythic_epoch", "skirmish", network)
    file = export(run, tmp_path / "three.npc", battles=2)
    theirs, ours, masks = chances_of_both("mythic_epoch", "skirmish", file)
    assert np.abs(theirs - ours).max() < 1e-5
    assert (theirs.argmax(1) == ours.argmax(1)).all()
    assert not ours[~masks].any()
    assert read_npc(file).manifest.scenarios == ["skirmish"]


@each_system
def test_the_manifest_describes_the_npc(npc_file, system):
    manifest = read_npc(npc_file(system)).manifest
    known = get_system(system)
    layout = known.observation_layout(1)
    assert [piece.name for piece in manifest.observation] == [one.name for one in layout.pieces]
    assert sum(piece.length for piece in manifest.observation) == layout.length
    assert len(manifest.actions) == len(set(manifest.actions)) == known.num_actions(1)
    assert [name.partition(" ")[0] for name in manifest.actions] == [
        known.decode(action, 1)["verb"] for action in range(known.num_actions(1))
    ]
    assert (manifest.name, manifest.system, manifest.max_side) == ("novice", system, 1)
    assert manifest.scenarios == ["duel"]
    assert manifest.training.decisions == 1024
    assert manifest.training.seconds == 3.25
    assert manifest.training.config["opponents"] == {"random": 1.0}
    assert manifest.licence == "MIT"
    assert {"quintain", "torch", "onnx"} <= set(manifest.training.versions)


@each_system
def test_the_manifest_contains_results_and_proof(npc_file, system):
    manifest = read_npc(npc_file(system)).manifest
    heuristics = list(get_system(system).policies)
    assert [result.opponent for result in manifest.results] == heuristics
    for result in manifest.results:
        assert result.won + result.drawn + result.lost == result.battles == 2
        assert (result.share is None) == (result.drawn == 2)
        if result.share is not None:
            assert result.low <= result.share <= result.high
    assert sorted(one.agent for one in manifest.ratings) == sorted([*heuristics, "novice"])
    (zero,) = [one for one in manifest.ratings if one.agent == strongest(get_system(system))]
    assert zero.elo == zero.low == zero.high == 0
    proof = manifest.proof
    assert (proof.states, proof.same_choices, proof.illegal) == (1000, 1000, 0)
    assert 0 <= proof.largest_difference <= 1e-5
    assert sum(habit.share for habit in manifest.habits) <= 1 + 1e-9


@each_system
def test_the_card_describes_the_npc_in_words(npc_file, system):
    npc = read_npc(npc_file(system))
    assert npc.card.startswith(f"# novice, an NPC for {get_system(system).title}\n")
    assert f"({strongest(get_system(system))} is 0)" in npc.card
    parts = (
        "Strengths",
        "Weaknesses",
        "Most frequent actions",
        "How it was measured",
        "How it was made",
    )
    for part in parts:
        assert f"## {part}\n\n" in npc.card
    for result in npc.manifest.results:
        assert f"| {result.opponent} | {result.won} | {result.lost} |" in npc.card
    assert "nan" not in npc.card.lower()


@each_system
def test_the_graph_is_plain_onnx_without_paths(npc_file, system):
    file = npc_file(system)
    model = onnx.load_model_from_string(read_npc(file).policy)
    onnx.checker.check_model(model, full_check=True)
    assert [value.name for value in model.graph.input] == ["observation", "action_mask"]
    assert [opset.domain for opset in model.opset_import] == [""]
    assert model.opset_import[0].version >= 17
    data = file.read_bytes()
    for place in (ROOT, Path.home(), file.parent, Path(onnx.__file__).parent):
        assert str(place).encode() not in data
    assert b".py" not in data


def test_the_same_run_gives_the_same_bytes(npc_file, make_run, tmp_path):
    file = npc_file("mythic_epoch")
    shutil.copytree(file.parent / "run", tmp_path / "copy")
    again = export(tmp_path / "copy", tmp_path / "novice.npc", battles=2)
    assert again.read_bytes() == file.read_bytes()
    other = make_run(tmp_path / "other", "mythic_epoch", "duel", seed=1)
    assert to_onnx(load_trained(str(other)).network) != read_npc(file).policy


def test_another_network_fails_the_proof(make_run, tmp_path, monkeypatch):
    run = make_run(tmp_path / "run", "mythic_epoch", "duel")
    other = make_run(tmp_path / "other", "mythic_epoch", "duel", seed=1)
    policy = to_onnx(load_trained(str(other)).network)
    monkeypatch.setattr(exporting, "to_onnx", lambda network: policy)
    with pytest.raises(NpcError, match="the file differs from the network: probabilities by"):
        export(run, tmp_path / "wrong.npc", battles=2)
    assert not (tmp_path / "wrong.npc").exists()


def test_the_path_of_a_custom_scenario_is_not_written(make_run, tmp_path):
    text = (ROOT / "configs/mythic_epoch/scenarios/duel.yaml").read_text(encoding="utf-8")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/cellar.yaml").write_text(text, encoding="utf-8")
    run = make_run(tmp_path / "run", "mythic_epoch", "duel")
    config = (run / "config.yaml").read_text(encoding="utf-8")
    (run / "config.yaml").write_text(
        config.replace("scenario: duel", f"scenario: {tmp_path / 'secret/cellar.yaml'}")
    )
    file = export(run, tmp_path / "cellar.npc", battles=2)
    assert read_npc(file).manifest.scenarios == ["cellar"]
    assert b"secret" not in file.read_bytes()


@pytest.mark.parametrize(
    ("out", "name", "message"),
    [
        ("captain.zip", None, r"an NPC file ends in \.npc"),
        ("berserker.npc", None, "'berserker' is a heuristic of Mythic Epoch: give another name"),
        ("a.npc", "random", "'random' is a heuristic"),
        ("a.npc", "Sir Kay", "got 'Sir Kay'"),
    ],
)
def test_names_that_cannot_be_used(npc_file, tmp_path, out, name, message):
    with pytest.raises(NpcError, match=message):
        export(npc_file("mythic_epoch").parent / "run", tmp_path / out, name=name, battles=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("licence", ["https://example.org/licence", "MIT\x1b[31m"])
def test_licences_that_cannot_be_in_a_card(npc_file, tmp_path, licence):
    with pytest.raises(NpcError, match=r"its card\.md"):
        export(npc_file("mythic_epoch").parent / "run", tmp_path / "a.npc", licence=licence)
    assert not list(tmp_path.iterdir())


def test_a_network_that_would_be_refused_is_not_written(make_run, tmp_path, monkeypatch):
    run = make_run(tmp_path / "run", "mythic_epoch", "duel")
    monkeypatch.setattr(graphs, "MAX_MULTIPLY_ADDS", 1000)
    with pytest.raises(NpcError, match=r"multiply-adds .* at most 1,000"):
        export(run, tmp_path / "large.npc", battles=2)
    assert not (tmp_path / "large.npc").exists()


def test_a_folder_without_an_agent(tmp_path):
    with pytest.raises(CheckpointError, match="no trained agent in"):
        export(tmp_path, tmp_path / "a.npc")


def test_the_day_comes_from_the_run(npc_file):
    file = npc_file("mythic_epoch")
    run = file.parent / "run"
    assert read_npc(file).manifest.training.date == load_trained(str(run)).date
    assert datetime.date.fromisoformat(load_trained(str(run)).date) <= datetime.date.today()


def test_a_run_says_what_its_training_cost(make_run, tmp_path):
    run = make_run(tmp_path / "run", "mythic_epoch", "duel")
    agent = load_trained(str(run))
    assert agent.training_cost() == (1024, 3.25)
    (run / CSV_NAME).unlink()
    assert agent.training_cost() is None


@pytest.mark.parametrize(
    ("weights", "roles"),
    [
        ({}, ["main", "exploiter"]),
        ({"copies": 0.0}, ["main"]),
        ({"copies": 0.0, "self_play": 0.0}, []),
    ],
)
def test_the_recipe_of_a_league_has_the_cost_of_all_learners(make_run, tmp_path, weights, roles):
    run = make_run(tmp_path / "run", "mythic_epoch", "duel")
    write_league(LeagueConfig(training="mythic_epoch/duel", **weights), run)
    players = [
        {"role": role, "reason": reason}
        for role, reason in (
            ("main", LEARNS), ("exploiter", LEARNS), ("league_exploiter", LEARNS),
            ("main", "it won"), ("exploiter", "it won"), ("named", ""),
        )
    ]  # fmt: skip
    summary = {"decisions": 9000, "seconds": 30.5, "players": players, "payoff": {}, "events": []}
    write_summary(summary, run / SUMMARY_NAME)
    found = exporting._recipe(load_trained(str(run)), run, load_config(run / "config.yaml"))
    assert (found["decisions"], found["seconds"], found["league"]) == (9000, 30.5, roles)
    (run / SUMMARY_NAME).unlink()
    found = exporting._recipe(load_trained(str(run)), run, load_config(run / "config.yaml"))
    assert (found["decisions"], found["seconds"], found["league"]) == (1024, 3.25, [])
