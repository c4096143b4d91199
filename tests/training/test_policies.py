"""Networks choose legal actions, share weights, and the faster policy answers as SB3's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

from quintain.agents.npc.graph import MAX_MULTIPLY_ADDS, check_graph
from quintain.envs.core.engine.system import get_system
from quintain.training.config import TrainingConfig
from quintain.training.learner import build_env, build_model
from quintain.training.onnx_graph import to_onnx
from quintain.training.policies import NETWORKS, Shape, build_network, choose

SYSTEM = get_system("mythic_epoch")


def some(shape, count=64, seed=0):
    generator = np.random.default_rng(seed)
    observations = generator.uniform(-1, 1, (count, shape.length)).astype(np.float32)
    masks = generator.random((count, shape.num_actions)) < 0.1
    masks[:, 0] = True
    return observations, masks


@pytest.mark.parametrize("max_side", [1, 2, 3, 6])
@pytest.mark.parametrize("name", list(NETWORKS))
def test_networks_fit_every_size(name, max_side):
    shape = Shape.of(SYSTEM, max_side)
    observations, masks = some(shape)
    network = build_network(name, shape, 32)
    logits, values = network(torch.from_numpy(observations))
    assert logits.shape == masks.shape
    assert values.shape == (64, 1)
    for deterministic in (False, True):
        actions = choose(network, observations, masks, deterministic)
        assert masks[np.arange(64), actions].all()


def test_the_blocks_cover_the_observation_once():
    shape = Shape.of(SYSTEM, 3)
    parts = sorted((shape.own, shape.allies, shape.enemies, shape.window))
    assert parts[0][0] == 0
    assert parts[-1][1] == shape.length
    assert all(a[1] == b[0] for a, b in itertools.pairwise(parts))


def test_the_largest_attention_is_allowed_in_npc_files():
    shape = Shape.of(SYSTEM, 6)
    policy = to_onnx(build_network("attention", shape, 128))
    assert check_graph(policy, shape.length, shape.num_actions) < MAX_MULTIPLY_ADDS


def test_attention_is_that_of_pytorch():
    shape = Shape.of(SYSTEM, 3)
    encoder = build_network("attention", shape, 32).encoder
    fighters = torch.randn(5, 6, 16)
    layers = encoder.queries, encoder.keys, encoder.values
    parts = [one(fighters).unflatten(2, (encoder.heads, -1)).transpose(1, 2) for one in layers]
    expected = torch.nn.functional.scaled_dot_product_attention(*parts)
    found = encoder.attend(fighters)
    assert torch.allclose(found, expected.transpose(1, 2).flatten(2), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["blocks", "attention"])
def test_swapping_two_enemies_swaps_their_verbs(name):
    shape = Shape.of(SYSTEM, 3)
    torch.manual_seed(0)
    network = build_network(name, shape, 32)
    observations = torch.from_numpy(some(shape)[0])
    start, end = shape.enemies
    length = (end - start) // 3
    swapped = observations.clone()
    # The allies of both slots must be alike too, since a slot is an enemy and an ally.
    ally = (shape.allies[1] - shape.allies[0]) // 2
    for one in (observations, swapped):
        first = shape.allies[0]
        one[:, first + ally : first + 2 * ally] = one[:, first : first + ally]
    swapped[:, start : start + length] = observations[:, start + length : start + 2 * length]
    swapped[:, start + length : start + 2 * length] = observations[:, start : start + length]
    (logits, values), (logits_swapped, values_swapped) = network(observations), network(swapped)
    first, second = shape.singles, shape.singles + shape.verbs
    third = second + shape.verbs
    torch.testing.assert_close(values, values_swapped)
    torch.testing.assert_close(logits[:, :first], logits_swapped[:, :first])
    torch.testing.assert_close(logits[:, first:second], logits_swapped[:, second:third])
    torch.testing.assert_close(logits[:, third:], logits_swapped[:, third:])
    assert not torch.allclose(logits[:, first:second], logits[:, second:third])


def test_the_fast_policy_answers_as_sb3_would():
    config = TrainingConfig(num_envs=8, rollout=8, minibatch=32, width=16)
    env = build_env(config)
    policy = build_model(config, env).policy
    observations, masks = some(policy.shape)
    seen = torch.from_numpy(observations)
    with torch.no_grad():
        actions, values, chances = policy(seen, action_masks=masks)
        assert masks[np.arange(64), actions.numpy()].all()
        again = policy.evaluate_actions(seen, actions, torch.from_numpy(masks).float())
        distribution = policy.get_distribution(seen, masks)
        torch.testing.assert_close(values, again[0])
        torch.testing.assert_close(chances, again[1])
        torch.testing.assert_close(distribution.log_prob(actions), chances)
        torch.testing.assert_close(distribution.entropy(), again[2])
    predicted, _ = policy.predict(observations, deterministic=True, action_masks=masks)
    np.testing.assert_array_equal(predicted, choose(policy.network, observations, masks, True))


def test_draws_follow_the_learned_probabilities():
    shape = Shape.of(SYSTEM, 1)
    network = build_network("mlp", shape, 16)
    count = 40_000
    observations, masks = some(shape, 1)
    observations, masks = observations.repeat(count, 0), masks.repeat(count, 0)
    with torch.no_grad():
        network.actor[-1].bias.normal_()
        logits = network(torch.from_numpy(observations[:1]))[0][0]
        chances = torch.where(torch.from_numpy(masks[0]), logits, -torch.inf).softmax(0).numpy()
    drawn = np.bincount(choose(network, observations, masks), minlength=len(chances)) / count
    standard_error = np.sqrt(chances * (1 - chances) / count)
    assert (np.abs(drawn - chances) <= 4 * standard_error + 1e-12).all()
