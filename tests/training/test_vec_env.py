"""The learner's side of many battles: SB3's interface, opponents, sides, frozen networks."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.loops import EXTERNAL
from quintain.envs.core.system import get_system
from quintain.training.vec_env import BattleVecEnv, win_shares

NUM_ENVS = 24


def random_choose(generator):
    """A player who takes any legal action."""

    def choose(observations, masks):
        return (generator.random(masks.shape) * masks).argmax(1)

    return choose


def make(scenario="duel", self_play=0.5, seed=3, **options):
    env = BattleVecEnv(
        "mythic_epoch", scenario, NUM_ENVS, {"random": 1, "berserker": 3}, self_play=self_play,
        seed=seed, **options,
    )  # fmt: skip
    env.spar_with(random_choose(np.random.default_rng(1)))
    env.reset()
    return env


def play(env, steps, generator=None):
    choose = random_choose(generator or np.random.default_rng(0))
    return [env.step(choose(env.vector.observations, env.action_masks())) for _ in range(steps)]


@pytest.mark.parametrize("scenario", ["duel", "skirmish"])
def test_the_learner_is_always_to_act_on_its_side(scenario):
    env = make(scenario)
    for _ in range(300):
        play(env, 1)
        assert (env.vector.side == env.learner_side).all()
        assert env.vector.action_masks.any(1).all()
        rows = np.arange(NUM_ENVS)
        assert (env.vector.controllers[rows, env.learner_side] == EXTERNAL).all()
        others = env.vector.controllers[rows, 1 - env.learner_side]
        assert (others[: env.num_frozen] == EXTERNAL).all()
        assert (others[env.num_frozen :] >= 0).all()


def test_rewards_results_and_sides_agree():
    env = make()
    generator = np.random.default_rng(5)
    seen = 0
    for _ in range(400):
        sides, opponents = env.learner_side.copy(), env.opponent.copy()
        _, rewards, dones, infos = play(env, 1, generator)[0]
        assert (rewards[~dones] == 0).all()
        for index in np.flatnonzero(dones):
            winner = int(env.vector.final["winner"][index])
            expected = 0 if winner < 0 else 1 if winner == sides[index] else -1
            assert rewards[index] == expected
            assert infos[index]["episode"]["r"] == expected
            assert infos[index]["result"] == ("draw", "win", "loss")[expected]
            assert infos[index]["opponent"] == env.names[opponents[index]]
            assert env.learner_side[index] == 1 - sides[index]
            seen += 1
        assert all(not infos[index] for index in np.flatnonzero(~dones))
    assert seen == env.tally.sum() > 100
    assert (env.tally.sum(1) > 0).all()
    assert 0 < win_shares(env.tally)[0] < 1


def test_what_a_shaped_battle_brought_is_the_sum_of_its_rewards():
    env = make(shaping=1.0)
    brought = np.zeros(NUM_ENVS)
    ended = 0
    for _ in range(40):
        _, rewards, dones, infos = play(env, 1)[0]
        brought += rewards
        for index in np.flatnonzero(dones):
            assert infos[index]["episode"]["r"] == pytest.approx(brought[index], abs=1e-5)
            ended += 1
        brought[dones] = 0
    assert ended > NUM_ENVS


def test_a_battle_of_the_round_limit_counts_the_rounds_of_it():
    short = get_system("mythic_epoch").load_scenario("duel").model_copy(update={"round_limit": 1})
    env = make(short)
    play(env, 15)
    assert env.rounds == env.tally.sum() > 0


def test_weights_decide_who_is_fought():
    env = make(self_play=0.0)
    drawn = env._draw_opponents(np.arange(NUM_ENVS).repeat(2000))
    share = np.bincount(drawn, minlength=3) / len(drawn)
    standard_error = np.sqrt(0.25 * 0.75 / len(drawn))
    assert share[2] == 0
    assert abs(share[1] - 0.75) < 4 * standard_error


def test_what_is_returned_is_not_overwritten():
    env = make()
    observations, rewards, dones, _ = play(env, 1)[0]
    masks = env.action_masks()
    kept = [array.copy() for array in (observations, rewards, dones, masks)]
    play(env, 50)
    for array, copy in zip((observations, rewards, dones, masks), kept, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_masks_come_as_one_array():
    env = make()
    masks = env.env_method("action_masks")
    assert len(masks) == 1
    assert masks[0].shape == (NUM_ENVS, env.action_space.n)


def test_the_same_seed_is_the_same_battles():
    first, second = make(), make()
    one, two = play(first, 100), play(second, 100)
    for a, b in zip(one, two, strict=True):
        for x, y in zip(a[:3], b[:3], strict=True):
            np.testing.assert_array_equal(x, y)


def test_snapshot_and_restore_are_the_identity():
    env = make()
    play(env, 40)
    snapshot = env.snapshot()
    env.spar_with(random_choose(np.random.default_rng(9)))
    first = play(env, 60, np.random.default_rng(8))
    other = make(seed=99)
    np.testing.assert_array_equal(other.restore(snapshot), other.vector.observations)
    other.spar_with(random_choose(np.random.default_rng(9)))
    second = play(other, 60, np.random.default_rng(8))
    for a, b in zip(first, second, strict=True):
        for x, y in zip(a[:3], b[:3], strict=True):
            np.testing.assert_array_equal(x, y)
    np.testing.assert_array_equal(env.tally, other.tally)


def test_self_play_only():
    env = BattleVecEnv("mythic_epoch", "duel", 8, {}, self_play=1.0, seed=1)
    env.spar_with(random_choose(np.random.default_rng(1)))
    env.reset()
    play(env, 200)
    assert env.names == ["self"]
    assert env.tally.sum() > 0


def test_frozen_battles_need_a_network():
    env = BattleVecEnv("mythic_epoch", "duel", 8, {"random": 1}, self_play=1.0, seed=1)
    with pytest.raises(ValueError, match="spar_with"):
        env.reset()
