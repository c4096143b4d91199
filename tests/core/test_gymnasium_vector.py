"""Many battles as one Gymnasium vector environment."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import quintain
from quintain.envs.core.adapters.gymnasium_vector import BattleVectorEnv
from quintain.envs.core.engine.battle import SIDES
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.inputs.arguments import IllegalActionWarning
from quintain.envs.core.session.agent_query import AgentError

pytestmark = pytest.mark.compiled


def made(num_envs=6, system="MythicEpoch", **options):
    return gymnasium.make_vec(f"quintain/{system}-v0", num_envs=num_envs, **options)


def drawn(masks, generator):
    """A random legal action of each row; each row draws once, whatever the others are."""
    draws = generator.random((len(masks), 1))
    places = (draws * masks.sum(1, keepdims=True)).astype(int)
    return (np.cumsum(masks, 1) > places).argmax(1)


def picked(masks, number):
    """The legal action of each row whose place among them is a number, counted round."""
    places = number % masks.sum(1, keepdims=True)
    return (np.cumsum(masks, 1) > places).argmax(1)


def played(env, steps, seed=0):
    """The results of random play: `(rewards, ends, infos)` of each step."""
    generator = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    results = []
    for _ in range(steps):
        _, rewards, terminated, truncated, info = env.step(drawn(info["action_mask"], generator))
        results.append((rewards, terminated | truncated, info))
    return results


def test_make_vec_gives_the_native_vector_which_resets_in_the_same_step():
    env = made()
    assert isinstance(env, BattleVectorEnv)
    assert env.metadata["autoreset_mode"] is env.autoreset_mode is AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=0)
    assert observations in env.observation_space
    assert env.action_space.shape == (6,)
    assert info["action_mask"].shape == (6, env.single_action_space.n)
    assert (env.action_masks() == info["action_mask"]).all()


@pytest.mark.parametrize("opponent", ["random", "berserker", "mythic_epoch-duel", "search:2"])
def test_rewards_and_final_infos_tell_the_same_winners(opponent):
    env = made(opponent=opponent, choices="quick")
    ended = 0
    for rewards, ends, info in played(env, 250):
        assert (info["winner"] == -1).all()
        if not ends.any():
            assert "final_info" not in info
            assert not rewards.any()
            continue
        final = info["final_info"]
        assert (info["_final_info"] == ends).all()
        assert (final["_winner"] == ends).all()
        assert (info["_final_obs"] == ends).all()
        won = (final["winner"] >= 0) & (final["winner"] == final["side"])
        lost = (final["winner"] >= 0) & (final["winner"] != final["side"])
        assert (rewards == np.where(ends, won.astype(int) - lost, 0)).all()
        assert (final["ending"][ends] > 0).all()
        assert (final["rounds"][ends] > 0).all()
        for seen, is_over in zip(info["final_obs"], ends, strict=True):
            assert (seen is not None) == is_over
            assert seen is None or seen in env.single_observation_space
        ended += ends.sum()
    assert ended > 10


def test_the_same_seed_gives_the_same_battles_for_any_number_of_battles_and_threads():
    env, other = made(3), made(7, threads=2)
    first, info = env.reset(seed=5)
    second, more = other.reset(seed=5)
    assert (first == second[:3]).all()
    ended = 0
    for number in range(150):
        actions = picked(info["action_mask"], number), picked(more["action_mask"], number)
        first, _, terminated, _, info = env.step(actions[0])
        ended += terminated.sum()
        second, *_, more = other.step(actions[1])
        assert (first == second[:3]).all()
    assert ended


def test_without_a_seed_every_environment_has_its_own_battles():
    one, other = made(8), made(8)
    first, second = one.reset()[0], other.reset()[0]
    differs = (first != second).any()
    for number in range(20):
        first, *_ = one.step(picked(one.action_masks(), number))
        second, *_ = other.step(picked(other.action_masks(), number))
        differs |= (first != second).any()
    assert differs


def test_sides_alternate_or_stay():
    env = made(4)
    _, info = env.reset(seed=0)
    assert info["side"].tolist() == [0, 1, 0, 1]
    before = info["side"]
    for _, ends, info in played(env, 200):
        assert (info["side"] == np.where(ends, 1 - before, before)).all()
        before = info["side"]
    stays = made(4, side="blue")
    assert all((info["side"] == 1).all() for _, _, info in played(stays, 150))
    assert (stays.vector.side == 1).all()


def test_the_deciding_fighter_is_always_the_callers():
    env = made(opponent="mythic_epoch-duel", choices="quick")
    _, info = env.reset(seed=0)
    for number in range(100):
        assert (env.vector.side == info["side"]).all()
        *_, info = env.step(picked(info["action_mask"], number))


@pytest.mark.parametrize("side", SIDES)
def test_an_opponent_of_quick_choices_is_asked_those_as_in_a_single_battle(side):
    options = {"opponent": "mythic_epoch-duel", "side": side}
    env, single = made(1, **options), gymnasium.make("quintain/MythicEpoch-v0", **options).unwrapped
    _, info = env.reset(seed=3)
    single.reset(seed=3)
    assert env.vector.battles["quick_sides"].tolist() == [1 + (side == "red")]
    for number in range(40):
        assert (info["action_mask"][0] == single.action_masks()).all()
        action = picked(info["action_mask"], number)
        *_, info = env.step(action)
        if any(single.step(action.item())[2:4]):
            break


def test_illegal_actions_wait_are_counted_and_warned_of_once():
    env = made(3)
    _, info = env.reset(seed=0)
    illegal = (info["action_mask"] == 0).argmax(1)
    with pytest.warns(IllegalActionWarning):
        *_, info = env.step(np.array([illegal[0], -1, 0]))
    assert info["illegal_actions"].tolist() == [1, 1, 0]
    waits = made(3)
    waits.reset(seed=0)
    *_, same = waits.step(np.zeros(3, np.int64))
    assert (same["action_mask"] == info["action_mask"]).all()


def test_illegal_actions_may_raise():
    env = made(3, illegal_actions="raise")
    _, info = env.reset(seed=0)
    with pytest.raises(IllegalAction):
        env.step((info["action_mask"] == 0).argmax(1))


def test_what_is_lent_is_read_only_and_what_is_copied_stays():
    env, lends = made(3), made(3, copy=False)
    for each in (env, lends):
        each.reset(seed=0)
    kept, *_, info = env.step(np.zeros(3, np.int64))
    lent, *_, lent_info = lends.step(np.zeros(3, np.int64))
    before = kept.copy()
    env.step(np.zeros(3, np.int64))
    assert (kept == before).all()
    assert lent is lends.vector.observations
    with pytest.raises(ValueError, match="read-only"):
        lent_info["action_mask"][:] = 1
    info["action_mask"][:] = 1  # its own copy


def test_gymnasiums_statistics_wrap_it():
    env = RecordEpisodeStatistics(made(opponent="berserker"))
    found = {"r": [], "l": []}
    for _, _, info in played(env, 150):
        for key, values in found.items():
            values += info["episode"][key][info["_episode"]].tolist() if "episode" in info else []
    assert set(found["r"]) <= {-1.0, 0.0, 1.0}
    assert len(found["r"]) > 5
    assert sum(found["l"]) <= 150 * env.num_envs < sum(found["l"]) + env.num_envs * max(found["l"])


def test_masks_can_be_fetched_as_from_gymnasiums_own_vectors():
    env = made(3, autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = env.reset(seed=0)
    for rows in (env.call("action_masks"), env.get_attr("action_masks")):
        assert isinstance(rows, tuple)
        np.testing.assert_array_equal(rows, info["action_mask"])
    assert env.get_attr("action_space") == (env.single_action_space,) * 3
    with pytest.raises(AttributeError, match=r"no 'match' each, only action_masks, .*'sync'"):
        env.get_attr("match")
    with pytest.raises(AttributeError, match="vectorization_mode='sync'"):
        env.set_attr("shaping", 1.0)
    with pytest.raises(TypeError, match="takes no arguments"):
        env.call("action_masks", 1)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"opponent": "mythic_epoch-duel"}, ValueError, "choices='quick', or side='red' or side="),
        ({"opponent": "mythic_epoch-duel", "choices": "quick", "scenario": "skirmish"},
         ValueError, "needs 1 slot a side"),
        ({"opponent": "berserke"}, KeyError, "berserker"),
        ({"side": "green"}, ValueError, "side must be one of"),
        ({"illegal_actions": "win"}, ValueError, "'random' or 'lose'"),
        ({"num_envs": 0}, ValueError, "num_envs"),
        ({"autoreset_mode": AutoresetMode.NEXT_STEP}, ValueError, "vectorization_mode='sync'"),
        ({"autoreset_mode": "Never"}, ValueError, "vectorization_mode='sync'"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused_in_a_sentence(options, error, words):
    with pytest.raises(error, match=words):
        BattleVectorEnv("mythic_epoch", **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"loaded_dice": [1]}, "the reset of many battles takes no loaded_dice: "),
        ({"loaded_dices": [1]}, "reset has no option 'loaded_dices': did you mean loaded_dice"),
        ([1], "options must be a dict or None"),
    ],
)
def test_options_that_would_be_ignored_are_refused(options, words):
    env = made(2)
    with pytest.raises(ValueError, match=words):
        env.reset(options=options)
    env.reset(options={})


def test_steps_need_a_reset_and_integers():
    env = BattleVectorEnv("mythic_epoch", 2)
    for early in (env.action_masks, lambda: env.step(np.zeros(2, np.int64))):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
            early()
    env.reset()
    with pytest.raises(ValueError, match="whole numbers"):
        env.step(np.zeros(2))


def play_on(env, info, steps):
    """Take some decisions."""
    for number in range(steps):
        *_, info = env.step(picked(info["action_mask"], number))


class Failing:
    """An opponent that fails when it is told to."""

    fails = False

    def predict(self, observation, action_masks, **more):
        """The first legal action, or an error."""
        if self.fails:
            raise RuntimeError("no idea")
        return action_masks.argmax(1), None


def test_after_the_failure_of_an_opponent_a_reset_is_needed_and_is_enough():
    opponent = Failing()
    env = BattleVectorEnv("mythic_epoch", 4, opponent=opponent)
    _, info = env.reset(seed=0)
    opponent.fails = True
    with pytest.raises(AgentError, match="no idea"):
        env.reset(seed=0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(4, np.int64))
    opponent.fails = False
    _, info = env.reset(seed=0)
    opponent.fails = True
    with pytest.raises(AgentError, match="no idea"):
        play_on(env, info, 50)
    for _ in range(2):
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(np.zeros(4, np.int64))
        with pytest.raises(AgentError, match="no idea"):
            env.reset(seed=0)
    opponent.fails = False
    _, info = env.reset(seed=0)
    env.step(picked(info["action_mask"], 0))


def test_the_single_environment_is_made_as_before():
    env = gymnasium.make("quintain/MythicEpoch-v0", opponent="berserker", disable_env_checker=True)
    assert env.unwrapped.match.system is quintain.make("mythic_epoch", "single").match.system


MADE = "from quintain.envs.core.adapters.gymnasium_vector import BattleVectorEnv as B; v = B(name)"
LOADED = "import pickle, sys; v = pickle.load(sys.stdin.buffer)"


@pytest.mark.parametrize("begin", [MADE, LOADED], ids=["made", "unpickled"])
def test_a_fresh_process_finds_the_heuristics_that_compiled_code_calls(begin):
    # Compiled code with controllers calls them; without any it cannot be compiled.
    code = f"name = 'mythic_epoch'; {begin}; print(len(v.vector.system.choosers))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        input=pickle.dumps(made().unwrapped),
        capture_output=True,
        check=True,
    )
    assert told.stdout.split() == [b"1"]
