"""The turn-based interface: selection, ends, illegal actions, infos, wrong calls."""

from __future__ import annotations

import functools
import pickle
from itertools import pairwise

import numpy as np
import pytest
from pettingzoo.test import render_test
from pettingzoo.utils.conversions import aec_to_parallel

from quintain.envs.core.adapters import render_modes
from quintain.envs.core.engine.battle import FORFEIT, SIDES
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.rendering.pygame_window import Window

from .random_aec import play_on

pytestmark = pytest.mark.interpreted


# --- What the metadata promise --------------------------------------------------------------------


@pytest.mark.compiled
def test_pettingzoo_render(v0, monkeypatch):
    monkeypatch.setattr(render_modes, "Window", functools.partial(Window, frames_per_second=0))
    shown = {mode: [] for mode in v0.env().metadata["render_modes"]}
    looks = {mode: lambda picture, of=of: not of.append(picture) for mode, of in shown.items()}
    render_test(v0.env, looks)
    assert {mode: len(pictures) for mode, pictures in shown.items()} == dict.fromkeys(shown, 5)


def test_the_conversion_to_parallel_is_refused_as_in_the_metadata(v0):
    assert v0.raw_env().metadata["is_parallelizable"] is False
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(v0.env())


# --- Selection and ends ---------------------------------------------------------------------------


def test_an_agent_is_selected_for_each_of_its_decisions(env):
    draw, selected = np.random.default_rng(0), []
    for _ in range(40):
        selected.append(env.agent_selection)
        play_on(env, draw, 1)
    assert any(one == other for one, other in pairwise(selected))
    assert set(selected) == set(env.possible_agents)


def test_only_the_selected_agent_has_a_choice(env):
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.dtype == np.int8
        assert (mask == env.infos[agent]["action_mask"]).all()
        assert (mask.sum() > 1) == (agent == env.agent_selection)
        assert mask[0] == 1


def test_all_agents_stay_until_the_end_and_are_rewarded_then(won):
    env = won
    everybody = list(env.agents)
    draw = np.random.default_rng(0)
    while not any(env.terminations.values()):
        assert env.agents == everybody
        assert set(env.rewards.values()) == {0.0}
        play_on(env, draw, 1)
    winner = env.match.winner
    assert winner in ("red", "blue")
    assert env.rewards == {a: 1.0 if a.startswith(winner) else -1.0 for a in everybody}
    assert not any(env.truncations.values())
    totals = {}
    for agent in env.agent_iter():
        totals[agent] = env.last()[1]
        with pytest.raises(ValueError, match="only valid action is None"):
            env.step(0)
        env.step(None)
    assert totals == {a: 1.0 if a.startswith(winner) else -1.0 for a in everybody}
    assert env.agents == []


def test_the_round_limit_truncates(system, v0):
    scenario = system.load_scenario("duel").model_copy(update={"round_limit": 1})
    env = v0.raw_env(scenario=scenario)
    env.reset(seed=0)
    while not any(env.truncations.values()):
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    assert env.infos[env.agent_selection]["winner"] == -1


# --- Illegal actions ------------------------------------------------------------------------------


def test_an_illegal_action_raises_and_changes_nothing(env):
    draw = np.random.default_rng(3)
    for _ in range(6):
        before = pickle.dumps(env)
        mask = env.infos[env.agent_selection]["action_mask"]
        for action in [*np.flatnonzero(mask == 0)[:5], -1, len(mask), 2**70, None, 1.0, "wait"]:
            with pytest.raises(IllegalAction):
                env.step(action)
        assert pickle.dumps(env) == before
        play_on(env, draw, 1)


def test_the_message_names_the_action_and_the_legal_ones(env):
    mask = env.infos[env.agent_selection]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(IllegalAction) as caught:
        env.step(illegal)
    message = str(caught.value)
    assert message.startswith(f"action {illegal} ({env.match.describe(illegal).rstrip('.')})")
    assert f"is illegal for {env.agent_selection}; legal are: 0: " in message
    for action in np.flatnonzero(mask):
        assert env.match.describe(int(action)).rstrip(".") in message


@pytest.mark.parametrize("decisions", [0, 1, 2, 7])
def test_an_illegal_action_loses_the_battle_for_the_side(v0, decisions):
    env = v0.env(scenario="skirmish")
    env.reset(seed=0)
    play_on(env, np.random.default_rng(0), decisions)
    agent, everybody = env.agent_selection, list(env.agents)
    loser, before = agent[:-2], env.get_state()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    rewards = {a: -1.0 if a.startswith(loser) else 1.0 for a in everybody}
    assert env.rewards == rewards
    assert sum(rewards.values()) == 0
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.get_state() == before
    totals = {}
    for one in env.agent_iter():
        seen, totals[one], terminated, truncated, info = env.last()
        assert (terminated, truncated) == (True, False)
        assert info["winner"] == 1 - SIDES.index(loser)
        assert (info["ending"], info["rounds"]) == (FORFEIT, env.unwrapped.match.rounds)
        assert seen["action_mask"].sum() == info["action_mask"].sum() == 1
        env.step(None)
    assert totals == rewards
    assert env.agents == []
    env.reset(seed=0)
    assert env.infos[env.agent_selection]["winner"] == -1


@pytest.mark.parametrize("action", [1.0, float("nan"), "wait", True, np.zeros(2, int), 10_000, -1])
def test_values_outside_the_action_space_raise_in_the_wrapped_environment_too(v0, action):
    env = v0.env()
    env.reset(seed=0)
    before = pickle.dumps(env.unwrapped)
    with pytest.raises(IllegalAction) as caught:
        env.step(action)
    assert "\n" not in str(caught.value)
    assert pickle.dumps(env.unwrapped) == before


# --- Infos ----------------------------------------------------------------------------------------


def test_every_info_has_winner_ending_and_rounds(won):
    env, draw = won, np.random.default_rng(0)
    while env.match.to_act >= 0:
        for info in env.infos.values():
            rounds = int(env.match.battle.round_number) + 1
            assert (info["winner"], info["ending"], info["rounds"]) == (-1, 0, rounds)
            assert {type(info[key]) for key in ("winner", "ending", "rounds")} == {int}
        play_on(env, draw, 1)
    match = env.match
    for info in env.infos.values():
        assert SIDES[info["winner"]] == match.winner
        assert match.system.endings[info["ending"]] == match.ending != "none"
        assert 1 <= info["rounds"] <= int(match.battle.round_limit)


# --- Calls in the wrong order, and arguments of the wrong kind ------------------------------------


def test_calls_before_reset_and_after_the_end_are_refused(v0):
    env = v0.raw_env()
    for _ in range(2):
        for call in (lambda: env.step(0), env.forfeit, env.last):
            with pytest.raises(ValueError, match="no battle is going on: call reset first"):
                call()
        env.reset(seed=0)
        env.forfeit()
        with pytest.raises(ValueError, match="no battle is going on"):
            env.forfeit()
        for _ in range(2):
            env.step(None)
    with pytest.raises(ValueError, match="no battle has begun: call reset first"):
        v0.raw_env().get_state()
    with pytest.raises(ValueError, match="no battle has begun: call reset first"):
        v0.raw_env(render_mode="ansi").render()
    assert v0.raw_env().match.winner is None


@pytest.mark.parametrize("agent", ["red_7", "", None, 0, "\n" * 999])
def test_unknown_agents_are_named(env, agent):
    with pytest.raises(KeyError, match=r"there is no agent .*; there are \['red_0', 'blue_0'\]"):
        env.observe(agent)


@pytest.mark.parametrize("seed", ["a", -1, 1.5, float("nan"), True, [1], np.array([1, 2])])
def test_invalid_seeds_are_refused_and_nothing_changed(env, seed):
    before = env.get_state()
    with pytest.raises(ValueError, match="seed must be an integer of 0 or more, or None, got"):
        env.reset(seed=seed)
    assert env.get_state() == before
    first = env.match.system.new_battles(1)
    env.reset(seed=np.int64(7))
    first[:] = env.match.battles
    env.reset(seed=7)
    assert env.match.battles.tobytes() == first.tobytes()


@pytest.mark.parametrize("faces", [6, "66", [1.5], [None], [True], {"d6": 6.0}])
def test_invalid_loaded_dice_are_refused_and_nothing_changed(env, faces):
    before = env.get_state()
    with pytest.raises(ValueError, match="loaded_dice must be a list of whole numbers, got"):
        env.reset(seed=1, options={"loaded_dice": faces})
    with pytest.raises(ValueError, match="options must be a dict or None, got"):
        env.reset(seed=1, options=[faces])
    assert env.get_state() == before
