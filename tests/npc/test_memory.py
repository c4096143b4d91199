"""NPCs that remember events: they get the same numbers wherever they play."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.advice import advise
from quintain.agents.npc import NpcAgent, read_npc
from quintain.agents.registry import make_agent
from quintain.envs.core.adapters.environments import Environments
from quintain.envs.core.session.match import Match
from quintain.evaluation.arena import final_result, play_pairs
from quintain.training.export import export
from quintain.training.vec_env import BattleVecEnv

SYSTEM = "mythic_epoch"
MEMORY = 3


@pytest.fixture(scope="module")
def file(make_run, tmp_path_factory):
    """An NPC file for the duel with a memory of three events."""
    folder = tmp_path_factory.mktemp("remembers")
    run = make_run(folder / "run", SYSTEM, "duel", memory=MEMORY)
    return export(run, folder / "remembers.npc", battles=2)


@pytest.fixture
def seen(monkeypatch):
    """The observations that networks get."""
    found, chances = [], NpcAgent.compute_chances

    def note(agent, observations, masks):
        found.append(observations.copy())
        return chances(agent, observations, masks)

    monkeypatch.setattr(NpcAgent, "compute_chances", note)
    return found


def test_the_manifest_says_what_it_remembers(file):
    manifest = read_npc(file).manifest
    assert manifest.memory == MEMORY
    names = [piece.name for piece in manifest.observation]
    assert [name for name in names if name.endswith(".kind")] == [
        f"memory_{place}.kind" for place in range(MEMORY)
    ]
    assert NpcAgent(file).memory == MEMORY


@pytest.mark.parametrize("other", ["random", "itself", "forgetful"])
def test_it_fights_agents_with_any_memory(file, npc_file, seen, other):
    agent = NpcAgent(file)
    against = {
        "random": lambda: make_agent("random", SYSTEM),
        "itself": lambda: NpcAgent(file, name="other"),
        "forgetful": lambda: NpcAgent(npc_file(SYSTEM)),
    }[other]()
    result = final_result(play_pairs(SYSTEM, "duel", agent, against, 3))
    assert result.battles == 6
    lengths = {observations.shape[1] for observations in seen}
    without = Match(SYSTEM, "duel").layout.length
    longer = Match(SYSTEM, "duel", memory=MEMORY).layout.length
    assert lengths == ({without, longer} if other == "forgetful" else {longer})
    assert any(one[:, without:].any() for one in seen)


def test_as_an_opponent_it_remembers_though_the_learner_does_not(file, seen):
    env = Environments(SYSTEM).single_env(scenario="duel", opponent=str(file))
    for seed in range(3):
        observation, _ = env.reset(seed=seed)
        for _ in range(30):
            assert len(observation) == Match(SYSTEM, "duel").layout.length
            assert env.observation_space.contains(observation)
            observation, _, terminated, truncated, _ = env.step(env.action_masks().argmax())
            if terminated or truncated:
                break
    assert any(one[:, len(observation) :].any() for one in seen)


def test_battles_of_learners_need_the_memory_of_their_opponents(file):
    with pytest.raises(ValueError, match="remembers 3 events, and the fighters of these battles 0"):
        BattleVecEnv(SYSTEM, "duel", 2, {str(file): 1.0})
    env = BattleVecEnv(SYSTEM, "duel", 2, {str(file): 1.0}, memory=5)
    observations = env.reset()
    assert observations.shape[1] == Match(SYSTEM, "duel", memory=5).layout.length
    for _ in range(20):
        env.step(env.action_masks().argmax(1))


def test_its_advice_is_that_of_a_battle_with_memory(file):
    agent = NpcAgent(file)
    match = Match(SYSTEM, "duel", memory=MEMORY)
    match.reset(1)
    match.step(int(np.flatnonzero(match.mask)[-1]))
    advice = advise(agent, match)
    assert advice.choice.probability > 0
    assert f"memory_{MEMORY - 1}.kind" in advice.sees
    forgetful = Match(SYSTEM, "duel")
    forgetful.reset(1)
    with pytest.raises(ValueError, match="remembers 3 events, and this battle has 0"):
        advise(agent, forgetful)
