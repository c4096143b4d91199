"""Potential-based rewards in every interface."""

from __future__ import annotations

import numpy as np
import pytest

import quintain
from quintain.envs.core.adapters.gymnasium_vector import BattleVectorEnv
from quintain.envs.core.adapters.vector import BattleVector

pytestmark = pytest.mark.interpreted

WEIGHT = 0.5


def strength(match):
    """Red's strength minus blue's, 0 once nobody decides."""
    if match.to_act < 0:
        return 0.0
    return match.system.strength(match.battle, 0) - match.system.strength(match.battle, 1)


def test_the_turn_based_and_the_parallel_interface_reward_as_the_batch(system, v0, randomly):
    vector = BattleVector(system, 1, seed=3, shaping=WEIGHT, choices="quick")
    raw = v0.raw_env(shaping=WEIGHT, choices="quick")
    parallel = v0.parallel_env(shaping=WEIGHT, choices="quick")
    raw.reset(seed=3)
    parallel.reset(seed=3)
    draw, begun = np.random.default_rng(3), strength(raw.match)
    total, one = 0.0, 0.0
    for _ in range(120):
        action = randomly.choose(raw.match.mask, draw)
        if not system.order_choices:
            _, rewards, *_ = parallel.step({raw.agent_selection: action})
        vector.step([action])
        raw.step(action)
        red, blue = raw.rewards["red_0"], raw.rewards["blue_0"]
        assert red == -blue == pytest.approx(float(vector.rewards[0, 0]), abs=1e-6)
        assert system.order_choices or rewards == raw.rewards
        total += red
        if raw.match.to_act < 0:
            one = raw.match.reward_of(0)
            break
    assert total == pytest.approx(one + WEIGHT * (strength(raw.match) - begun), abs=1e-6)
    assert raw._cumulative_rewards.keys() == raw.rewards.keys()


def test_an_agent_gets_all_rewards_since_its_last_action(v0, randomly):
    env, draw = v0.env(shaping=WEIGHT, choices="quick"), np.random.default_rng(1)
    env.reset(seed=1)
    begun, totals = strength(env.match), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(2000):
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        done = terminated or truncated
        env.step(None if done else randomly.choose(observation["action_mask"], draw))
    assert not env.agents
    for agent, side in (("red_0", 0), ("blue_0", 1)):
        expected = env.match.reward_of(side) - (1 - 2 * side) * WEIGHT * begun
        assert totals[agent] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_one_side_against_an_opponent(v0, randomly, side):
    env, draw = v0.single_env(side=side, shaping=WEIGHT, choices="quick"), np.random.default_rng(1)
    env.reset(seed=1)
    sign = 1 if side == "red" else -1
    before, total, is_over = strength(env.match), 0.0, False
    begun = before
    for _ in range(300):
        _, reward, terminated, truncated, _ = env.step(randomly.choose(env.match.mask, draw))
        is_over = terminated or truncated
        after = strength(env.match)
        won = env.match.reward_of(int(sign < 0)) if is_over else 0.0
        assert reward == pytest.approx(won + sign * WEIGHT * (after - before), abs=1e-6)
        before, total = after, total + reward
        if is_over:
            break
    assert is_over
    assert total == pytest.approx(won - sign * WEIGHT * begun, abs=1e-6)


@pytest.mark.filterwarnings("ignore::quintain.envs.core.inputs.arguments.IllegalActionWarning")
def test_a_lost_battle_returns_what_shaping_has_given(randomly):
    raw = quintain.make("mythic_epoch", shaping=WEIGHT, illegal_actions="lose").unwrapped
    vector = quintain.make_vec("mythic_epoch", 2, seed=7, shaping=WEIGHT, illegal_actions="lose")
    raw.reset(seed=7)
    draw = np.random.default_rng(0)
    while abs(strength(raw.match)) < 0.05:
        action = randomly.choose(raw.match.mask, draw)
        raw.step(action)
        vector.step([action, vector.action_masks[1].argmax()])
    held, loser = strength(raw.match), int(raw.match.to_act >= raw.match.num_red)
    raw.step(next(iter(np.flatnonzero(~raw.match.mask))))
    vector.step([-1, vector.action_masks[1].argmax()])
    red = (2 * loser - 1) - WEIGHT * held
    assert raw.rewards["red_0"] == -raw.rewards["blue_0"] == pytest.approx(red)
    assert vector.rewards[0].tolist() == pytest.approx([red, -red], abs=1e-6)


def test_gymnasiums_vector_passes_it_on():
    env, plain = (BattleVectorEnv("mythic_epoch", 8, shaping=weight) for weight in (WEIGHT, 0.0))
    found = []
    for each in (env, plain):
        _, info = each.reset(seed=0)
        for _ in range(40):
            _, rewards, *_, info = each.step(info["action_mask"].argmax(axis=1))
            found.append(np.unique(np.abs(rewards)))
    assert len(np.unique(np.concatenate(found[:40]))) > 3
    assert set(np.concatenate(found[40:])) <= {0.0, 1.0}


def test_a_weight_that_is_no_number_is_refused(v0):
    for make in (v0.env, v0.raw_env, v0.parallel_env, v0.single_env):
        for weight in (float("nan"), "1", None, True):
            with pytest.raises(ValueError, match="shaping must be a finite number"):
                make(shaping=weight)
