"""An NPC file is an agent like every other, wherever an agent's name is accepted."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest
import torch

import quintain
from quintain.agents.npc import NpcAgent
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import system_names
from quintain.envs.core.session.match import Match
from quintain.evaluation.tournament import run_tournament
from quintain.training.config import ConfigError, TrainingConfig
from quintain.training.trained import load_trained
from quintain.training.vec_env import BattleVecEnv

each_system = pytest.mark.parametrize("system", system_names())


def battles_of(system, count=32, steps=9):
    """Observations and masks of random battles, and the records."""
    battles = quintain.make_vec(system, count, seed=4)
    generator = np.random.default_rng(4)
    for _ in range(steps):
        luck = generator.random(battles.action_masks.shape)
        battles.step((luck * battles.action_masks).argmax(1))
    return battles


@each_system
def test_a_batch_is_its_rows(npc_file, system):
    agent, battles = NpcAgent(npc_file(system)), battles_of(system)
    observations, masks = battles.observations, battles.action_masks
    together = agent.chances(observations, masks)
    alone = [agent.chances(observations[i : i + 1], masks[i : i + 1])[0] for i in range(len(masks))]
    assert np.abs(together - np.array(alone)).max() < 1e-6
    likeliest, _ = agent.predict(observations, deterministic=True, action_masks=masks)
    one_by_one = [
        agent.predict(seen, deterministic=True, action_masks=mask)[0]
        for seen, mask in zip(observations, masks, strict=True)
    ]
    assert likeliest.tolist() == one_by_one
    rng_state = np.arange(1, 1 + 4 * len(masks), dtype=np.uint32).reshape(-1, 4)
    agent.watch(battles.battles, rng_state.copy())
    drawn, _ = agent.predict(observations, action_masks=masks)
    for row in range(len(masks)):
        agent.watch(battles.battles[row : row + 1], rng_state[row : row + 1].copy())
        single, _ = agent.predict(observations[row], action_masks=masks[row])
        assert single == drawn[row]


def test_draws_follow_the_probabilities(novice):
    battles = battles_of("mythic_epoch", 1)
    observations = battles.observations.repeat(20_000, 0)
    masks = battles.action_masks.repeat(20_000, 0)
    novice.seed(3)
    drawn, state = novice.predict(observations, state="kept", action_masks=masks)
    assert state == "kept"
    chances = novice.chances(observations[:1], masks[:1])[0]
    shares = np.bincount(drawn, minlength=len(chances)) / len(drawn)
    assert np.abs(shares - chances).max() < 5 * 0.5 / np.sqrt(20_000)
    assert not shares[~masks[0]].any()


def test_other_sizes_are_refused(novice):
    with pytest.raises(ValueError, match=r"was trained with 1 fighter a side.* \(161, 64\)"):
        novice.predict(np.zeros(252, np.float32), action_masks=np.ones(74, np.bool_))


@pytest.mark.parametrize(
    ("observations", "masks", "message"),
    [
        (None, np.ones((1, 64)), "needs the observation as an array of numbers"),
        (np.zeros((1, 161)), None, "chooses among legal actions"),
        (np.zeros((1, 161)), np.zeros((1, 64)), "has no legal action"),
        (np.full((1, 161), np.nan), np.ones((1, 64)), "an observation that is not finite"),
        (np.zeros((2, 161)), np.ones((1, 64)), "2 observations came with 1 action masks"),
        (np.zeros((1, 343)), np.ones((1, 84)), "was trained with 1 fighter a side"),
    ],
)
def test_invalid_decisions_are_refused(novice, observations, masks, message):
    with pytest.raises(ValueError, match=message):
        novice.chances(observations, masks)


@pytest.mark.clock
@each_system
def test_a_decision_takes_less_than_a_fifth_of_a_millisecond(npc_file, system):
    agent, battles = NpcAgent(npc_file(system)), battles_of(system, 1)
    observation, mask = battles.observations[0], battles.action_masks[0]
    # The speed of a shared core changes within a second: the calls span several.
    assert quickest(lambda: agent.predict(observation, action_masks=mask), 20_000) < 0.2e-3


@pytest.mark.slow  # on a slow core it fails by a few per cent for some systems, alone too
@each_system
def test_batches_are_no_slower_than_torch(npc_file, system):
    file, battles = npc_file(system), battles_of(system, 256)
    npc, trained = NpcAgent(file), load_trained(str(file.parent / "run"))
    given = battles.observations, battles.action_masks
    torch.set_num_threads(1)
    times = {"npc": 1.0, "torch": 1.0}
    for _ in range(10):  # alternately, so that noise affects both
        for name, agent in (("npc", npc), ("torch", trained)):
            taken = quickest(lambda one=agent: one.chances(*given), 10)
            times[name] = min(times[name], taken)
    assert times["npc"] <= 1.05 * times["torch"]  # equal except for differences between machines


def quickest(call, calls=200):
    """The least time of a call in seconds."""
    times = []
    for _ in range(calls):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return min(times)


def test_it_fights_in_tournaments(npc_file):
    name = str(npc_file("mythic_epoch"))
    agents = [make_agent(one, "mythic_epoch") for one in (name, "random", "berserker")]
    result = run_tournament("mythic_epoch", "duel", agents, battles=10)
    assert result.agents == (name, "random", "berserker")
    assert [pair.battles for pair in result.results] == [10, 10, 10]
    again = run_tournament("mythic_epoch", "duel", agents, battles=10)
    assert [pair.to_json() for pair in again.results] == [one.to_json() for one in result.results]


def test_it_fights_in_smaller_battles_than_those_of_its_training(make_run, tmp_path):
    from quintain.training.export import export

    run = make_run(tmp_path / "run", "mythic_epoch", "skirmish")
    npc = NpcAgent(export(run, tmp_path / "three.npc", battles=2))
    result = run_tournament("mythic_epoch", "duel", [npc, make_agent("random", "mythic_epoch")], 4)
    assert result.results[0].battles == 4


def test_it_is_an_opponent_in_gymnasium(novice):
    env = quintain.make("mythic_epoch", "single", scenario="duel", opponent=novice)
    env.reset(seed=1)
    for _ in range(300):
        _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        if terminated or truncated:
            break
    assert terminated or truncated


# --- Training against it --------------------------------------------------------------------------


def learner(npc, seed=3, **opponents):
    env = BattleVecEnv(
        "mythic_epoch", "duel", 24, {npc: 3.0, **opponents}, self_play=0.25, seed=seed
    )
    env.spar_with(lambda _, masks: masks.argmax(1))
    env.reset()
    return env


def play(env, steps, seed=0):
    generator = np.random.default_rng(seed)
    trace = []
    for _ in range(steps):
        masks = env.action_masks()
        _, rewards, dones, _ = env.step((generator.random(masks.shape) * masks).argmax(1))
        assert (env.vector.side == env.learner_side).all()
        trace.append((rewards.copy(), dones.copy(), env.vector.observations.copy()))
    return trace


def test_it_is_an_opponent_in_training(npc_file):
    name = str(npc_file("mythic_epoch"))
    env = learner(name, berserker=1.0)
    play(env, 300)
    assert env.names == [name, "berserker", "self"]
    fought = env.tally.sum(1)
    assert (fought > 0).all()
    assert fought[0] > fought[1]
    assert env.tally[0, 0] > 0  # the learner has won
    assert env.tally[0, 2] > 0  # and the NPC


def test_training_against_it_resumes_exactly(npc_file):
    env = learner(str(npc_file("mythic_epoch")), berserker=1.0)
    play(env, 40)
    kept = env.snapshot()
    first = play(env, 40, seed=8)
    env.restore(kept)
    second = play(env, 40, seed=8)
    for one, other in zip(first, second, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_configs_name_npcs(npc_file, tmp_path):
    TrainingConfig(opponents={str(npc_file("mythic_epoch")): 1.0}).check_opponents()
    with pytest.raises(ConfigError, match=r"opponents: no NPC file 'nobody\.npc'"):
        TrainingConfig(opponents={"nobody.npc": 1.0}).check_opponents()
    with pytest.raises(ConfigError, match="was trained for Martial, not for Mythic Epoch"):
        TrainingConfig(opponents={str(npc_file("martial")): 1.0}).check_opponents()
    (tmp_path / "bad.npc").write_bytes(b"PK")
    with pytest.raises(ConfigError, match=r"bad\.npc: this is no NPC file"):
        TrainingConfig(opponents={str(tmp_path / "bad.npc"): 1.0}).check_opponents()


def test_a_match_with_more_slots(novice):
    match = Match("mythic_epoch", "duel", max_side=2)
    match.reset(1)
    with pytest.raises(ValueError, match="was trained with 1 fighter a side"):
        novice.predict(match.observation, action_masks=match.mask)


@pytest.mark.parametrize("package", ["onnx", "onnxruntime"])
def test_without_its_packages_it_says_what_to_install(npc_file, package):
    script = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from quintain.agents.npc import NpcAgent\n"
        "try:\n"
        f"    NpcAgent({str(npc_file('mythic_epoch'))!r})\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    command = "pip install '.[npc]' in quintain's repository"
    assert done.stdout == f"NPC files need more packages: {command}\n"
