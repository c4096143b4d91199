"""Best responses: their settings, the agents that they answer, and how they continue."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.executors.processes import WorkerProcesses
from quintain.evaluation.executors.tasks import HERE
from quintain.evaluation.held_out import held_out_scenarios
from quintain.training import best_response
from quintain.training.best_response import (
    _content,
    assign_folder,
    fingerprint,
    response_config,
    response_folder,
    standing,
    train_response,
)
from quintain.training.config import ConfigError, TrainingConfig, change_config, load_config
from quintain.training.logbook import rows_until
from quintain.training.measured import public_name
from quintain.training.trained import TrainedAgent

SYSTEM = get_system("mythic_epoch")
FEW = {"num_envs": 16, "rollout": 16, "minibatch": 64, "width": 16, "checkpoint_every": 1e-9}


def tiny(decisions: int):
    config = response_config(SYSTEM, "duel", make_agent("random", SYSTEM), decisions, 0.0, 3)
    return change_config(config, **FEW)


def test_a_response_fights_the_agent_alone_with_its_choices_slots_and_memory():
    npc = make_agent("mythic_epoch-general", SYSTEM)
    config = response_config(SYSTEM, "skirmish", npc, 5000, 0.0, 7)
    assert (config.opponents, config.self_play) == ({"mythic_epoch-general": 1.0}, 0)
    assert (config.max_side, config.choices) == (npc.max_side, npc.choices)
    assert (config.steps, config.seed, config.scenario) == (5000, 7, "skirmish")
    assert config.network == "mlp"  # as for the skirmish


def test_a_draw_is_half_of_the_points_for_a_response():
    wildroll = get_system("wildroll")
    assert load_config("wildroll/duel").draw_reward < 0
    config = response_config(wildroll, "duel", make_agent("marshal", wildroll), 5000, 0.0, 7)
    assert config.draw_reward == 0


def test_a_response_need_not_mix_its_choices_at_the_end():
    heimr = get_system("heimr")
    assert load_config("heimr/duel").final_entropy > TrainingConfig().final_entropy
    config = response_config(heimr, "duel", make_agent("veteran", heimr), 5000, 0.0, 7)
    assert config.final_entropy == TrainingConfig().final_entropy


def test_no_response_to_a_held_out_heuristic_is_trained():
    with pytest.raises(ConfigError, match="held out of training"):
        response_config(SYSTEM, "duel", make_agent("dancer", SYSTEM), 5000, 0.0, 7)


def test_a_search_with_a_network_is_told_apart_by_its_network():
    names = ("search:5:mythic_epoch-duel", "search:5:mythic_epoch-general", "search:5:fencer")
    contents = [_content(name) for name in names]
    assert contents[0] == _content("mythic_epoch-duel") != contents[1]
    assert contents[2] == b""


@pytest.mark.parametrize(
    ("scenario", "name"),
    [("duel", "duel"), ("/home/x/duel.yaml", "duel.yaml"), ("my.fights/bridge.yml", "bridge.yml")],
)
def test_a_file_is_not_taken_for_a_scenario_of_the_system(scenario, name):
    assert public_name(scenario) == name


def test_a_held_out_scenario_keeps_its_name():
    assert public_name(str(held_out_scenarios(SYSTEM)["held_out/duel"])) == "held_out/duel"


def test_a_scenario_without_a_training_config_takes_that_of_the_duel():
    scenario = next(
        name
        for name in SYSTEM.scenario_names()
        if name != "duel" and len(SYSTEM.load_scenario(name).red) == 1
    )
    agent = make_agent("fencer", SYSTEM)
    one, other = (response_config(SYSTEM, name, agent, 1, 0.0, 0) for name in (scenario, "duel"))
    assert one.model_copy(update={"scenario": "duel"}) == other


def test_the_usual_folder_has_only_plain_letters():
    folder = response_folder(SYSTEM, "../x/my fight.yaml", "../my agents/a.npc?caution=0.8")
    assert folder.parent.name == "mythic_epoch-my fight"
    assert folder.name == "my-agents-a-npc-caution-0-8"
    assert ".." not in folder.parts


def test_a_folder_belongs_to_one_agent_as_it_is(tmp_path):
    tactic = tmp_path / "mine.py"
    tactic.write_text("one", encoding="utf-8")
    name = f"{tactic}:Mine"
    assign_folder(tmp_path / "a", SYSTEM, "duel", name)
    assign_folder(tmp_path / "a", SYSTEM, "duel", name)
    tactic.write_text("two", encoding="utf-8")
    for agent in (name, "fencer"):
        with pytest.raises(ConfigError, match=r"holds responses to another agent"):
            assign_folder(tmp_path / "a", SYSTEM, "duel", agent)
    for damaged in ("[]", "[" * 100_000, '{"sha256": ' + "9" * 5000 + "}", " " * 10**6, "\0", "{"):
        (tmp_path / "a" / "target.json").write_text(damaged, encoding="utf-8")
        with pytest.raises(ConfigError, match=r"target.json is damaged"):
            assign_folder(tmp_path / "a", SYSTEM, "duel", name)


def test_the_fingerprint_knows_agents_scenarios_and_files():
    found = [
        fingerprint(SYSTEM, scenario, agent)
        for scenario in ("duel", "skirmish")
        for agent in ("fencer", "guardian", "mythic_epoch-general", "fencer?caution=1")
    ]
    assert len(set(found)) == len(found)


@pytest.mark.compiled
def test_a_response_continues_where_it_was_and_then_rests(tmp_path):
    folder = tmp_path / "seed-3"
    assert train_response(tiny(512), folder, progress=False) == 512
    assert train_response(tiny(1024), folder, progress=False) == 1024
    log = rows_until(folder / "progress.csv", 10**9)
    assert [int(row["decisions"]) for row in log] == [256, 512, 768, 1024]
    written = (folder / "policy.pt").read_bytes()
    assert train_response(tiny(1024), folder, progress=False) == 1024
    assert (folder / "policy.pt").read_bytes() == written
    assert make_agent(str(folder), SYSTEM).max_side == 1
    with pytest.raises(ConfigError, match=r"other settings \(seed\)"):
        train_response(change_config(tiny(1024), seed=4), folder, progress=False)


@pytest.mark.compiled
def test_a_response_tells_how_it_stands(tmp_path, capsys):
    train_response(tiny(1024), tmp_path / "run")
    told = capsys.readouterr().err
    assert told.count("M decisions: ") == 4  # the rollouts are a quarter of the run
    assert "lost" in told


def test_a_standing_without_battles_says_so():
    assert standing(np.zeros(3, int)) == "no battle has ended"


@pytest.mark.slow
def test_workers_train_the_responses_of_one_process(tmp_path, monkeypatch):
    def small(*arguments):
        return change_config(response_config(*arguments), **FEW)

    monkeypatch.setattr(best_response, "response_config", small)
    target, found = make_agent("random", SYSTEM), []
    with WorkerProcesses(2) as workers:
        for folder, executor in ((tmp_path / "a", HERE), (tmp_path / "b", workers)):
            given = (1000, 0.0), range(2), folder, False
            trained = best_response.train_responses(
                SYSTEM, "duel", target, *given, executor=executor
            )
            assert [decisions for _, decisions in trained] == [1024, 1024]
            found.append([TrainedAgent(name).network.state_dict() for name, _ in trained])
    for one, other in zip(*found, strict=True):
        assert all((one[name] == other[name]).all() for name in one)
    assert not all((found[0][0][name] == found[0][1][name]).all() for name in found[0][0])
