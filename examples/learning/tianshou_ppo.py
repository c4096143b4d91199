"""Tianshou's PPO with masks, over quintain's Gymnasium environment.

    python tianshou_ppo.py --decisions 66000 --seed 1

Tianshou knows masks in its DQN only, as `obs.mask`: for PPO the actor below applies it to its
logits. Install it with `pip install ".[tianshou]"`, without quintain's `constraints.txt`:
Tianshou needs an older virtualenv, and this an older filelock than the one there.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import AbstractDiscreteActor
from torch import nn

import quintain  # noqa: F401  (registers the ids)
from quintain.evaluation.wins import describe_wins

SYSTEM, SCENARIO, CHOICES = "mythic_epoch", "duel", "quick"
OPPONENTS = "random", "berserker", "guardian", "fencer"  # each plays in a quarter of the battles
NUM_ENVS = 64
BATCH = 8192  # decisions of a rollout


class MaskInObservation(gymnasium.ObservationWrapper):
    """Puts the mask into the observation, where Tianshou looks for it."""

    def __init__(self, env: gymnasium.Env) -> None:
        """Wrap one of quintain's environments; the keys are Tianshou's."""
        super().__init__(env)
        mask = spaces.Box(0, 1, (env.action_space.n,), np.bool_)
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": mask})

    def observation(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The observation and the mask of the deciding fighter."""
        return {"obs": observation, "mask": self.unwrapped.action_masks()}


def make_env(number: int) -> gymnasium.Env:
    """One of many environments; its number gives the opponent."""
    return MaskInObservation(
        gymnasium.make(
            "quintain/MythicEpoch-v0",
            scenario=SCENARIO,
            choices=CHOICES,
            side="alternate",
            opponent=OPPONENTS[number % len(OPPONENTS)],
            illegal_actions="raise",
        )
    )


def body(inputs: int, outputs: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)
    )


class Actor(AbstractDiscreteActor):
    """Logits of the actions; illegal ones are never drawn."""

    def __init__(self, length: int, num_actions: int) -> None:
        """Build the network."""
        super().__init__(num_actions)
        self.body = body(length, num_actions)

    def get_preprocess_net(self) -> nn.Module:
        """No part of the network is shared."""
        return nn.Identity()

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        """Logits `[B, A]` for a batch of observations with masks."""
        logits = self.body(torch.as_tensor(obs.obs))
        return logits.masked_fill(~torch.as_tensor(obs.mask), -1e8), state


class Critic(nn.Module):
    """Values of observations."""

    def __init__(self, length: int) -> None:
        """Build the network."""
        super().__init__()
        self.body = body(length, 1)

    def forward(self, obs: Any, **kwargs: Any) -> torch.Tensor:
        """Values `[B, 1]`."""
        return self.body(torch.as_tensor(obs.obs))


def train(decisions: int, seed: int) -> Actor:
    """Learn from a number of decisions."""
    np.random.seed(seed)
    torch.manual_seed(seed)
    envs = DummyVectorEnv([lambda number=number: make_env(number) for number in range(NUM_ENVS)])
    envs.seed(seed)
    length, actions = make_env(0).observation_space["obs"].shape[0], make_env(0).action_space
    actor = Actor(length, actions.n)
    policy = ProbabilisticActorPolicy(
        actor=actor,
        dist_fn=lambda logits: torch.distributions.Categorical(logits=logits),
        action_space=actions,
        action_scaling=False,
    )
    algorithm = PPO(
        policy=policy,
        critic=Critic(length),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=0.995,
        gae_lambda=0.98,
        ent_coef=0.02,
        max_grad_norm=0.5,
        max_batchsize=BATCH,
    )
    buffer = VectorReplayBuffer(2 * BATCH, NUM_ENVS)
    collector = Collector[CollectStats](algorithm, envs, buffer)
    epochs = max(1, decisions // BATCH)
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=collector,
            max_epochs=epochs,
            epoch_num_steps=BATCH,
            collection_step_num_env_steps=BATCH,
            update_step_num_repetitions=4,
            batch_size=1024,
            test_collector=None,
        )
    )
    return actor


class Player:
    """The actor as an agent of quintain's arena."""

    name, choices = "tianshou", CHOICES

    def __init__(self, actor: Actor) -> None:
        """Take a trained actor."""
        self.actor = actor

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Draw legal actions `[B]`."""
        with torch.no_grad():
            logits, _ = self.actor(Batch(obs=observation, mask=action_masks.astype(bool)))
        return torch.distributions.Categorical(logits=logits).sample().numpy(), state


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=66_000, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the battles and the network")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of battles at the end")
    options = parser.parse_args()
    torch.set_num_threads(1)  # fastest for such a small network
    player = Player(train(options.decisions, options.seed))
    for line in describe_wins(
        SYSTEM, SCENARIO, player, ("random", "tactician"), pairs=options.pairs
    ):
        print(line)


if __name__ == "__main__":
    main()
