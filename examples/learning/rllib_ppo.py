"""Ray RLlib's PPO (its new API stack) with exact masks, over quintain's Gymnasium environment.

    python rllib_ppo.py --decisions 41000 --seed 1

Install it in an environment of its own, since RLlib needs exactly gymnasium 1.2.2:
`pip install -c constraints-ray.txt ".[ray]"`.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from gymnasium import spaces
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env
from torch import nn

import quintain  # noqa: F401  (registers the ids)
from quintain.evaluation.wins import describe_wins

SYSTEM, SCENARIO, CHOICES = "mythic_epoch", "duel", "quick"
OPPONENT = "random"
NUM_ENVS = 64


class MaskInObservation(gymnasium.ObservationWrapper):
    """Puts the mask into the observation, since RLlib's modules see no infos."""

    def __init__(self, env: gymnasium.Env) -> None:
        """Wrap one of quintain's environments."""
        super().__init__(env)
        mask = spaces.Box(0, 1, (env.action_space.n,), np.int8)
        self.observation_space = spaces.Dict(
            {"observation": env.observation_space, "action_mask": mask}
        )

    def observation(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The observation and the mask of the deciding fighter."""
        mask = self.unwrapped.action_masks().astype(np.int8)
        return {"observation": observation, "action_mask": mask}


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):
    """An actor and a critic; illegal actions have a probability of exactly 0."""

    def setup(self) -> None:
        """Build two hidden layers for each."""
        length, width = self.observation_space["observation"].shape[0], 64

        def body(outputs: int) -> nn.Sequential:
            hidden = nn.Linear(length, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()
            return nn.Sequential(*hidden, nn.Linear(width, outputs))

        self.actor, self.critic = body(self.action_space.n), body(1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"])
        masked = logits.masked_fill(seen["action_mask"] == 0, -1e8)
        return {Columns.ACTION_DIST_INPUTS: masked}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """Values `[B]`."""
        return self.critic(batch[Columns.OBS]["observation"])[:, 0]


def make_env(config: Any) -> gymnasium.Env:
    """One of an env runner's environments: RLlib gives all of them the same config."""
    env = gymnasium.make(
        "quintain/MythicEpoch-v0", scenario=SCENARIO, opponent=OPPONENT, choices=CHOICES,
        side="alternate", illegal_actions="raise",
    )  # fmt: skip
    return MaskInObservation(env)


def build(seed: int) -> Algorithm:
    """PPO in this process; with `num_env_runners` above 0, Ray plays on more cores or machines."""
    register_env("battles", make_env)
    config = (
        PPOConfig()
        .environment("battles")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=NUM_ENVS)
        .training(
            train_batch_size_per_learner=8192,
            minibatch_size=1024,
            num_epochs=4,
            lr=1e-3,
            gamma=0.995,
            lambda_=0.98,
            clip_param=0.2,
            entropy_coeff=0.02,
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedNetwork))
        .debugging(seed=seed)
    )
    return config.build_algo()


class Player:
    """The trained module as an agent of quintain's arena."""

    name, choices = "rllib", CHOICES

    def __init__(self, algorithm: Algorithm) -> None:
        """Take the module of a trained algorithm."""
        self.module = algorithm.get_module()

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Draw legal actions `[B]`."""
        seen = {
            "observation": torch.as_tensor(observation),
            "action_mask": torch.as_tensor(action_masks),
        }
        with torch.no_grad():
            logits = self.module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        return torch.distributions.Categorical(logits=logits).sample().numpy(), state


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=41_000, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the battles and the network")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of battles at the end")
    options = parser.parse_args()
    torch.set_num_threads(1)  # fastest for such a small network
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    algorithm = build(options.seed)
    decided = 0
    while decided < options.decisions:
        result = algorithm.train()
        decided = result["num_env_steps_sampled_lifetime"]
        gained = result["env_runners"].get("episode_return_mean", np.nan)
        print(f"{decided:>9,.0f} decisions, mean return {gained:.2f}", flush=True)
    player = Player(algorithm)
    for line in describe_wins(
        SYSTEM, SCENARIO, player, ("random", "tactician"), pairs=options.pairs
    ):
        print(line)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
