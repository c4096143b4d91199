"""Battles of the turn-based interface: options, determinism, snapshots, rendering."""

from __future__ import annotations

import contextlib
import copy
import pickle

import numpy as np
import pytest

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.battle import SIDES
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.snapshot import HEAD, MAGIC, StateError

from .random_aec import play_on

pytestmark = pytest.mark.interpreted


# --- Options --------------------------------------------------------------------------------------


def test_unknown_options_are_ignored_with_a_warning(env):
    first = env.get_state()
    with pytest.warns(UserWarning, match="ignores the option 'colour'; it knows scenario, loaded_"):
        env.reset(seed=0, options={"colour": "red", "scenario": None})
    assert env.get_state() == first


@pytest.mark.parametrize("interface", ["raw", "parallel", "single"])
def test_a_misspelled_option_is_refused(v0, interface):
    env = getattr(v0, f"{interface}_env")()
    env.reset(seed=0)
    before = env.get_state()
    message = "reset has no option 'loaded_dices': did you mean loaded_dice"
    with pytest.raises(ValueError, match=message):
        env.reset(seed=0, options={"loaded_dices": [1]})
    assert env.get_state() == before


@pytest.mark.parametrize("interface", ["env", "raw_env", "parallel_env"])
@pytest.mark.parametrize("space", ["observation_space", "action_space"])
def test_the_space_of_an_unknown_agent_is_refused_in_a_sentence(v0, interface, space):
    env = getattr(v0, interface)(scenario="duel")
    with pytest.raises(KeyError, match=r"there is no agent 'x'; there are \['red_0', 'blue_0'\]"):
        getattr(env, space)("x")


def test_a_scenario_for_one_battle(system, v0):
    env = v0.raw_env(scenario="duel", max_side=3)
    assert len(env.possible_agents) == 6
    env.reset(seed=0, options={"scenario": "skirmish"})
    assert env.agents == env.possible_agents
    shape = env.observe("blue_2")["observation"].shape
    env.reset(seed=0)
    assert env.agents == ["red_0", "blue_0"]
    assert env.observe("blue_0")["observation"].shape == shape


def test_a_scenario_needs_room(env):
    before = env.get_state()
    with pytest.raises(ValueError, match=r"has 3 red fighters, but there is room for 1"):
        env.reset(options={"scenario": "skirmish"})
    assert env.get_state() == before


@pytest.mark.parametrize("max_side", [1, 2, 7])
def test_too_few_or_too_many_slots_are_refused(v0, max_side):
    with pytest.raises(ValueError, match=f"max_side must be between 3 and 6, got {max_side}"):
        v0.raw_env(scenario="skirmish", max_side=max_side)


def test_a_scenario_is_drawn_from_several(v0):
    env = v0.raw_env(scenario=["duel", "skirmish"])
    env.reset(seed=0)
    sizes = set()
    for _ in range(12):
        sizes.add(len(env.agents))
        env.reset()
    assert sizes == {2, 6}


def test_loaded_dice_are_used_before_the_generator(env):
    env.reset(seed=5, options={"loaded_dice": [2, 1]})
    first = env.get_state()
    env.reset(seed=6, options={"loaded_dice": [2, 1]})
    assert env.get_state() != first
    draw = np.random.default_rng(0)
    while env.match.battle.next_loaded < 2:
        play_on(env, draw, 1)
    env.reset(seed=6)
    assert env.match.battle.num_loaded == 0


def test_an_impossible_face_is_refused_and_nothing_changed(env):
    before = env.get_state()
    with pytest.raises(ValueError, match="a loaded face must be between 0 and 127, got 300"):
        env.reset(seed=1, options={"loaded_dice": [300]})
    assert env.get_state() == before
    assert env.match.observation.any()


def test_a_first_reset_that_fails_leaves_the_dice_unseeded(v0):
    env = v0.raw_env()
    with pytest.raises(ValueError, match="got 300"):
        env.reset(options={"loaded_dice": [300]})
    env.reset()
    assert env.match.beginning.dice != (0, 0, 0, 0)


def begin_with_faces(env):
    """Load all faces that the deployment needs, and then impossible ones."""
    for used in range(2, 8):
        with contextlib.suppress(ValueError):
            faces = [6, 1, *[1] * (used - 2), *[0] * 20]
            env.reset(seed=0, options={"loaded_dice": faces})
            return


def test_an_impossible_face_in_a_battle_changes_nothing(env):
    draw = np.random.default_rng(0)
    begin_with_faces(env)
    with pytest.raises(ValueError, match="loaded face 0 is impossible"):  # noqa: PT012
        for _ in range(60):
            before = env.get_state()
            play_on(env, draw, 1)
    assert env.get_state() == before


def test_without_a_seed_the_dice_continue(v0):
    env, other = v0.raw_env(), v0.raw_env()
    for one in (env, other):
        one.reset(seed=11)
        one.reset()
    assert env.get_state() == other.get_state()
    env.reset(seed=11)
    assert env.get_state() != other.get_state()
    env, other = v0.raw_env(), v0.raw_env()
    env.reset()
    other.reset()
    assert env.get_state() != other.get_state()


# --- The same battle everywhere (`test_episodes.py` has other processes) --------------------------


def test_the_batch_plays_the_same_battles(system, v0, randomly):
    env, vector = v0.raw_env(), BattleVector(system, 1, "duel", seed=8)
    draw = np.random.default_rng(8)
    env.reset(seed=8)
    for _ in range(150):
        assert vector.battles.tobytes() == env.match.battles.tobytes()
        seen = env.observe(env.agent_selection)
        assert (vector.observations[0] == seen["observation"]).all()
        assert (vector.action_masks[0] == seen["action_mask"]).all()
        assert vector.to_act[0] == env.match.to_act
        action = randomly.choose(vector.action_masks[0], draw)
        vector.step([action])
        env.step(action)
        if any(env.terminations.values()):
            assert vector.terminated[0]
            assert vector.rewards[0, 0] == env.rewards["red_0"]
            assert vector.final.tobytes() == env.match.battles.tobytes()
            env.reset()


# --- Snapshots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["state", "deepcopy", "pickle"])
def test_a_copy_at_each_window_continues_the_same_battle(v0, env, telling, at_each_window, way):
    for state in at_each_window(Match(env.match.system, telling)).values():
        env.set_state(state)
        if way == "state":
            twin = v0.raw_env()
            twin.set_state(state)
        else:
            twin = copy.deepcopy(env) if way == "deepcopy" else pickle.loads(pickle.dumps(env))
        for one in (env, twin):
            play_on(one, np.random.default_rng(1), 12)
        assert twin.get_state() == env.get_state() != state
        assert twin.agent_selection == env.agent_selection
        assert twin.rewards == env.rewards
        assert (twin.observe("red_0")["observation"] == env.observe("red_0")["observation"]).all()


def test_a_copy_is_independent(env):
    twin = copy.deepcopy(env)
    before = twin.get_state()
    play_on(env, np.random.default_rng(0), 5)
    assert twin.get_state() == before
    assert twin.observe(twin.agent_selection)["action_mask"].any()


def test_a_copy_after_the_end_still_steps_each_agent_with_none(won):
    env = won
    play_on(env, np.random.default_rng(0))
    env.step(None)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.agents == env.agents
    state = env.get_state()
    other = copy.deepcopy(env)
    other.set_state(state)
    for agent in other.agent_iter():
        winner = SIDES[other.infos[agent]["winner"]]
        assert other.last()[1] == (1.0 if winner == agent[:-2] else -1.0)
        other.step(None)


def test_a_wrapped_environment_takes_a_state_without_reset(v0, env, telling, at_each_window):
    wrapped = v0.env()
    for state in at_each_window(Match(env.match.system, telling)).values():
        wrapped.set_state(state)
        env.set_state(state)
        action = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[-1])
        wrapped.step(action)  # without last(): the wrapper must not use an older mask
        env.step(action)
        assert wrapped.get_state() == env.get_state()
        assert str(wrapped) == str(env)


def test_states_are_refused_with_a_sentence(v0, env):
    state = env.get_state()
    damaged = bytearray(state)
    damaged[-7] ^= 1
    newer = MAGIC + (2).to_bytes(2, "little") + state[10:]
    cases = {
        "a state is bytes as get_state gives them, got str": "state",
        "these bytes are no state of a battle": b"PK\x03\x04" + bytes(100),
        "the state is damaged: its checksum": bytes(damaged),
        "written by a newer quintain": newer,
    }
    for message, given in cases.items():
        with pytest.raises(StateError, match=message):
            env.set_state(given)
    for length in (0, 5, HEAD.size, len(state) - 1):
        with pytest.raises(StateError):
            env.set_state(state[:length])
    large = v0.raw_env(scenario="skirmish")
    large.reset(seed=0)
    with pytest.raises(StateError, match="3 against 3 fighters in 3 slots a side, this battle has"):
        env.set_state(large.get_state())
    assert env.get_state() == state


def test_a_state_needs_a_battle(v0):
    with pytest.raises(ValueError, match="no battle has begun: call reset first"):
        v0.raw_env().get_state()


# --- Seeing ---------------------------------------------------------------------------------------


def test_observations_belong_to_the_caller(env):
    seen = env.last()[0]
    kept = {key: value.copy() for key, value in seen.items()}
    info = env.infos[env.agent_selection]["action_mask"]
    play_on(env, np.random.default_rng(0), 10)
    assert all((seen[key] == kept[key]).all() for key in kept)
    assert (info == kept["action_mask"]).all()


def test_the_state_contains_the_knowledge_of_each_fighter(v0):
    env = v0.raw_env(scenario="duel", max_side=2)
    env.reset(seed=0)
    rows = env.state().reshape(4, -1)
    assert (rows[0, :-1] == env.observe("red_0")["observation"]).all()
    assert (rows[2, :-1] == env.observe("blue_0")["observation"]).all()
    assert not rows[[1, 3]].any()
    assert rows[:, -1].sum() == 1
    assert rows[0 if env.agent_selection == "red_0" else 2, -1] == 1


def test_render_modes(v0):
    frames, texts = set(), set()
    with_log = v0.raw_env(render_mode="ansi", log=True)
    pixels = v0.raw_env(render_mode="rgb_array")
    for env in (with_log, pixels):
        env.reset(seed=0)
        draw = np.random.default_rng(0)
        for _ in range(4):
            play_on(env, draw, 1)
            shown = env.render()
            (texts if env is with_log else frames).add(shown if env is with_log else shown.shape)
    assert len(frames) == 1, "a film needs pictures of one size"
    assert len(texts) == 4
    while not with_log.match.narrate():
        play_on(with_log, draw, 1)
    assert with_log.match.narrate()[0][0] in shown_text(with_log)
    assert v0.raw_env().render_mode is None


def shown_text(env):
    """The rendered text of the environment."""
    text = env.render()
    assert isinstance(text, str)
    return text


def test_without_a_mode_nothing_is_rendered(env):
    assert env.render() is None


def test_an_unknown_mode_is_refused(v0):
    with pytest.raises(ValueError, match="render_mode must be None or one of"):
        v0.raw_env(render_mode="svg")


def test_a_window_opens_and_closes(v0):
    pytest.importorskip("pygame")
    env = v0.raw_env(render_mode="human")
    env.reset(seed=0)
    twin = copy.deepcopy(env)
    play_on(env, np.random.default_rng(0), 1)
    assert env.render() is None
    for one in (env, twin):
        one.close()
        one.close()
