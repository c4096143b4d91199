"""Behaviour cloning: a network learns to choose as an agent does, before it learns to beat it.

Letters: `n` decisions, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch

from ..agents.registry import make_agent
from ..envs.core.adapters.vector import BattleVector
from ..envs.core.session.agent_query import query_agent, remembered_by
from .config import TrainingConfig
from .policies import mask_logits

DECISIONS = 50_000
"""Decisions that are imitated."""
BATTLES = 256
PASSES = 10
BATCH = 1024
LEARNING_RATE = 1e-3
SEED = 70_000_000
"""Seed of the battles that are imitated, to which the seed of the run is added."""


class Examples(NamedTuple):
    """Decisions with a choice: observations `[n, N]`, masks `[n, A]`, chances `[n, A]`."""

    observations: np.ndarray
    masks: np.ndarray
    chances: np.ndarray


def collect_examples(config: TrainingConfig, name: str, count: int = DECISIONS) -> Examples:
    """Decisions of an agent that fights itself in the battles of a config.

    Args:
        config: the system, the scenarios, the slots and the choices.
        name: name of the agent.
        count: least number of decisions.

    Returns:
        For an agent that chooses by chance its probabilities, else 1 for the chosen action.
    """
    vector = BattleVector(
        config.system, BATTLES, config.encounters(), seed=SEED + config.seed,
        max_side=config.max_side, choices=config.choices, memory=config.memory,
    )  # fmt: skip
    agent = make_agent(name, vector.system, config.seed)
    generator = np.random.default_rng([SEED, config.seed])
    found: list[Examples] = []
    while sum(len(one.masks) for one in found) < count:
        observations, masks = vector.observations.copy(), vector.action_masks.copy()
        dice = generator.integers(1, 1 << 32, (BATTLES, 4), np.uint32)
        actions, _ = query_agent(
            agent, vector.system, vector.battles, dice, observations, masks, np.arange(BATTLES)
        )
        has_choice = masks.sum(1) > 1
        known = remembered_by(agent, vector.battles, observations)
        chances = taught_chances(agent, known, masks, actions)
        found.append(Examples(*(part[has_choice] for part in (observations, masks, chances))))
        vector.step(actions)
    vector.close()
    return Examples(*(np.concatenate(part) for part in zip(*found, strict=True)))


def taught_chances(
    agent: Any, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray
) -> np.ndarray:
    """Probabilities `[n, A]` float32 of an agent, or 1 for its actions `[n]`.

    Args:
        agent: the agent.
        observations: Array `[n, N]` without events that it does not remember (`remembered_by`).
        masks: Array `[n, A]` bool.
        actions: Array `[n]`: its choices.
    """
    if hasattr(agent, "chances"):
        return agent.chances(observations, masks).astype(np.float32)
    return np.eye(masks.shape[1], dtype=np.float32)[actions]


def imitate(network: Any, examples: Examples, seed: int = 0) -> float:
    """Teach a network the choices of examples, by cross-entropy.

    Args:
        network: one of `policies.NETWORKS`.
        examples: the decisions.
        seed: of their order.

    Returns:
        The mean cross-entropy of the last pass, in nats.
    """
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    generator = torch.Generator().manual_seed(seed)
    passes = [
        teach_once(network, optimizer, examples, BATCH, generator=generator) for _ in range(PASSES)
    ]
    return passes[-1]


def teach_once(
    network: Any,
    optimizer: torch.optim.Optimizer,
    examples: Examples,
    batch: int,
    *,
    weight: float = 1.0,
    max_gradient: float = math.inf,
    generator: torch.Generator | None = None,
) -> float:
    """One pass over examples in a random order.

    Args:
        network: one of `policies.NETWORKS`.
        optimizer: of its parameters.
        examples: the decisions.
        batch: decisions in a gradient step.
        weight: weight of the cross-entropy.
        max_gradient: norm at which gradients are clipped.
        generator: of the order; None is PyTorch's own.

    Returns:
        The mean cross-entropy of the pass, in nats.
    """
    observations, masks, chances = map(torch.from_numpy, examples)
    total = 0.0
    for rows in torch.randperm(len(masks), generator=generator).split(batch):
        logits = mask_logits(network(observations[rows])[0], masks[rows])
        loss = -(chances[rows] * logits.log_softmax(1)).sum(1).mean()
        optimizer.zero_grad()
        (weight * loss).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), max_gradient)
        optimizer.step()
        total += loss.item() * len(rows)
    return total / len(masks)
