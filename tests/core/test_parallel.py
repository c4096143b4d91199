"""The parallel interface plays the same battles as the turn-based one."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from quintain.envs.core.engine.battle import SIDES
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.inputs.arguments import IllegalActionWarning
from quintain.envs.core.session.match import Match

pytestmark = pytest.mark.interpreted


@pytest.fixture(params=[name for name in system_names() if not get_system(name).order_choices])
def system(request):
    """Each system without written orders; the others are in `test_parallel_orders.py`."""
    return get_system(request.param)


def decider(observations):
    """The one agent who has a choice."""
    agents = [agent for agent, seen in observations.items() if seen["action_mask"].sum() > 1]
    assert len(agents) == 1
    return agents[0]


# --- PettingZoo's conversion ----------------------------------------------------------------------


@pytest.mark.usefixtures("quiet")
def test_pettingzoo_conversion(v0, capsys, twins):
    api_test(parallel_to_aec(v0.parallel_env()), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out
    one, other = twins(lambda: parallel_to_aec(v0.parallel_env()), seed_test, num_cycles=20)
    assert one.unwrapped.match.actions == other.unwrapped.match.actions != []


# --- The same battle ------------------------------------------------------------------------------


def test_it_plays_the_battle_of_the_turn_based_interface(v0, randomly):
    one, other = v0.raw_env(), v0.parallel_env()
    assert other.possible_agents == one.possible_agents
    one.reset(seed=4)
    observations, infos = other.reset(seed=4)
    draw = np.random.default_rng(4)
    while other.agents:
        agent = one.agent_selection
        assert decider(observations) == agent
        for name in one.agents:
            for key, seen in one.observe(name).items():
                assert (seen == observations[name][key]).all()
                assert other.observation_space(name)[key].contains(seen)
            assert (one.infos[name]["action_mask"] == infos[name]["action_mask"]).all()
        assert (one.state() == other.state()).all()
        action = randomly.choose(observations[agent]["action_mask"], draw)
        one.step(action)
        waiting = dict.fromkeys(other.agents, 0)
        observations, rewards, terminations, truncations, infos = other.step(
            {**waiting, agent: action}
        )
        assert rewards == one.rewards
        assert terminations == one.terminations
        assert truncations == one.truncations
        assert other.get_state() == one.get_state()
    for key in ("winner", "ending", "rounds"):
        assert {info[key] for info in infos.values()} == {one.infos["red_0"][key]}
    assert other.step({}) == ({}, {}, {}, {}, {})


def test_the_round_limit_truncates(system, v0):
    scenario = system.load_scenario("duel").model_copy(update={"round_limit": 1})
    env = v0.parallel_env(scenario=scenario)
    env.reset(seed=0)
    while env.agents:
        _, rewards, terminations, truncations, infos = env.step({})
    assert set(rewards.values()) == {0.0}
    assert not any(terminations.values())
    assert all(truncations.values())
    assert infos["red_0"]["winner"] == -1


# --- Illegal actions ------------------------------------------------------------------------------


def test_an_illegal_action_counts_as_wait_and_is_counted(v0):
    env, other = v0.parallel_env(), v0.parallel_env()
    observations, _ = env.reset(seed=0)
    other.reset(seed=0)
    agent = decider(observations)
    idle = next(name for name in env.agents if name != agent)
    illegal = int(np.flatnonzero(observations[agent]["action_mask"] == 0)[0])
    with pytest.warns(IllegalActionWarning, match="MaskablePPO") as caught:
        *_, infos = env.step({agent: illegal, idle: 1})
    assert [one.filename for one in caught] == [__file__]
    *_, fine = other.step({agent: 0, idle: 0})
    assert env.get_state() == other.get_state()
    assert {name: info["illegal_actions"] for name, info in infos.items()} == {agent: 1, idle: 1}
    assert {info["illegal_actions"] for info in fine.values()} == {0}


@pytest.mark.filterwarnings("ignore::quintain.envs.core.inputs.arguments.IllegalActionWarning")
@pytest.mark.parametrize("action", [-1, 10_000, np.int64(-1)])
def test_an_action_that_does_not_exist_counts_as_wait(v0, action):
    env = v0.parallel_env()
    observations, _ = env.reset(seed=0)
    agent = decider(observations)
    *_, infos = env.step({agent: action})
    assert infos[agent]["illegal_actions"] == 1


@pytest.mark.parametrize("mode", ["wait", "random", "lose", "raise"])
@pytest.mark.parametrize("action", [None, 1.5, True, "wait", [[1], [2, 3]], 2**70])
def test_a_value_that_is_no_action_is_refused(v0, action, mode):
    env = v0.parallel_env(illegal_actions=mode)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(IllegalAction, match="the action of blue_0 is a whole number, got "):
        env.step({"red_0": 0, "blue_0": action})
    assert env.get_state() == before


def test_illegal_actions_are_counted_by_agent_and_battle(v0):
    env = v0.parallel_env()
    _, infos = env.reset(seed=0)
    assert {info["illegal_actions"] for info in infos.values()} == {0}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            *_, infos = env.step({"red_0": -1})
    assert {name: info["illegal_actions"] for name, info in infos.items()} == {
        "red_0": 3, "blue_0": 0,
    }  # fmt: skip
    assert [one.category for one in caught] == [IllegalActionWarning]
    _, infos = env.reset(seed=0)
    assert infos["red_0"]["illegal_actions"] == 0


def test_every_info_has_winner_ending_and_rounds(v0, randomly):
    env = v0.parallel_env()
    draw, rounds = np.random.default_rng(4), set()
    for seed in range(4, 8):
        _, infos = env.reset(seed=seed)
        while env.agents:
            for info in infos.values():
                assert (info["winner"], info["ending"]) == (-1, 0)
                assert info["rounds"] == int(env.match.battle.round_number) + 1
            agent = env.agents[env.match.to_act]
            *_, infos = env.step({agent: randomly.choose(env.match.mask, draw)})
            rounds |= {info["rounds"] for info in infos.values()}
        match = env.match
        for info in infos.values():
            assert info["winner"] == (-1 if match.winner is None else SIDES.index(match.winner))
            assert match.system.endings[info["ending"]] == match.ending != "none"
    assert len(rounds) > 1


@pytest.mark.parametrize("actions", [None, 0, [0, 0], "wait"])
def test_actions_must_be_a_dict_and_reset_comes_first(v0, actions):
    env = v0.parallel_env()
    with pytest.raises(ValueError, match="no battle is going on: call reset first"):
        env.step({})
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(ValueError, match="actions must be a dict of agents' actions, got"):
        env.step(actions)
    assert env.get_state() == before


@pytest.mark.filterwarnings("ignore::quintain.envs.core.inputs.arguments.IllegalActionWarning")
def test_a_step_after_the_end_asks_for_a_reset(v0):
    env = v0.parallel_env(illegal_actions="lose")
    env.reset(seed=0)
    env.step({"red_0": -1})
    assert not env.agents
    assert env.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(ValueError, match="no battle is going on: call reset first"):
        env.step({"red_0": 0})


def test_an_action_for_an_unknown_agent_is_refused(v0):
    env = v0.parallel_env()
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(ValueError, match="there is no agent 'red_7'; there are"):
        env.step({"red_7": 0})
    assert env.get_state() == before


# --- Snapshots and data ---------------------------------------------------------------------------


def test_copies_at_each_window_continue_the_same_battle(v0, telling, at_each_window, randomly):
    env = v0.parallel_env()
    for state in at_each_window(Match(env.match.system, telling)).values():
        env.set_state(state)
        twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)), v0.parallel_env()]
        twins[3].set_state(state)
        ends = set()
        for one in twins:
            draw = np.random.default_rng(0)
            for _ in range(8):
                if one.agents:
                    agent = one.agents[one.match.to_act]
                    one.step({agent: randomly.choose(one.match.mask, draw)})
            ends.add(one.get_state())
        assert len(ends) == 1


def test_observations_belong_to_the_caller(v0):
    env = v0.parallel_env()
    observations, infos = env.reset(seed=0)
    kept = copy.deepcopy((observations, infos))
    for _ in range(5):
        env.step({})
    for agent in env.agents:
        for key, seen in observations[agent].items():
            assert (seen == kept[0][agent][key]).all()
        assert (infos[agent]["action_mask"] == kept[1][agent]["action_mask"]).all()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render(v0, mode):
    env = v0.parallel_env(render_mode=mode)
    env.reset(seed=0)
    shown = env.render()
    assert isinstance(shown, str if mode == "ansi" else np.ndarray)
    env.close()
