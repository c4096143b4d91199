"""TorchRL's PPO with masks, over quintain's Gymnasium vector environment.

    python torchrl_ppo.py --decisions 41000 --seed 1

TorchRL's `GymWrapper` takes the vector environment as it is: the mask is in its infos, and
TorchRL reads infos of arrays by itself. Install it with `pip install ".[torchrl]"`.
"""

from __future__ import annotations

import argparse
import warnings

import gymnasium
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import EnvBase, ExplorationType, GymWrapper, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import quintain  # noqa: F401  (registers the ids)
from quintain.evaluation.wins import describe_wins

SYSTEM, SCENARIO, CHOICES = "mythic_epoch", "duel", "quick"
NUM_ENVS, STEPS = 128, 64  # a rollout is 128 x 64 = 8,192 decisions
EPOCHS, MINIBATCH, LEARNING_RATE = 4, 1024, 1e-3


def make_env(opponent: str = "random") -> EnvBase:
    """Many battles, in which the learner changes sides."""
    battles = gymnasium.make_vec(
        "quintain/MythicEpoch-v0", NUM_ENVS, scenario=SCENARIO, opponent=opponent, choices=CHOICES
    )
    with warnings.catch_warnings():  # GymWrapper tries actions without masks to learn the specs
        warnings.simplefilter("ignore")
        return GymWrapper(battles, categorical_action_encoding=True)


def body(inputs: int, outputs: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)
    )


class Logits(nn.Module):
    """The logits of an observation, beside its mask as TorchRL's distribution wants it."""

    def __init__(self, inputs: int, outputs: int) -> None:
        """Build the network."""
        super().__init__()
        self.body = body(inputs, outputs)

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and mask, both `[B, A]`."""
        return self.body(observation), action_mask.bool()


def make_actor(length: int, num_actions: int) -> ProbabilisticActor:
    """An actor that draws legal actions only."""
    logits = TensorDictModule(
        Logits(length, num_actions), ["observation", "action_mask"], ["logits", "mask"]
    )
    return ProbabilisticActor(
        logits,
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        distribution_kwargs={"neg_inf": -1e8},  # finite, so that the entropy is
        return_log_prob=True,
    )


def train(decisions: int, seed: int) -> ProbabilisticActor:
    """Learn from a number of decisions."""
    torch.manual_seed(seed)
    env = make_env()
    env.set_seed(seed)
    length, num_actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    actor = make_actor(length, num_actions)
    critic = ValueOperator(body(length, 1), ["observation"])
    advantages = GAE(gamma=0.995, lmbda=0.98, value_network=critic)
    loss_module = ClipPPOLoss(
        actor, critic, clip_epsilon=0.2, entropy_coeff=0.02, critic_coeff=0.5,
        loss_critic_type="l2", normalize_advantage=True,
    )  # fmt: skip
    optimizer = torch.optim.Adam(loss_module.parameters(), LEARNING_RATE)
    batch_size = NUM_ENVS * STEPS
    decisions = max(1, decisions // batch_size) * batch_size
    rollouts = Collector(
        env, actor, frames_per_batch=batch_size, total_frames=decisions,
        auto_register_policy_transforms=True,
    )  # fmt: skip
    decided = 0
    for rollout in rollouts:
        with torch.no_grad():
            advantages(rollout)
        batch = rollout.reshape(-1)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(batch)).split(MINIBATCH):
                losses = loss_module(batch[rows])
                loss = sum(losses[name] for name in losses.keys() if name.startswith("loss_"))
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_module.parameters(), 0.5)
                optimizer.step()
        decided += len(batch)
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - decided / decisions)
        won = (batch["next", "reward"] > 0).sum() / batch["next", "done"].sum()
        print(f"{decided:>9,} decisions, {won:.0%} won", flush=True)
    return actor


class Player:
    """The actor as an agent of quintain's arena."""

    name, choices = "torchrl", CHOICES

    def __init__(self, actor: ProbabilisticActor) -> None:
        """Take a trained actor."""
        self.actor = actor

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Draw legal actions `[B]`."""
        seen = {
            "observation": torch.as_tensor(observation),
            "action_mask": torch.as_tensor(action_masks),
        }
        # Without this an actor takes its most likely action outside of a collector.
        with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
            drawn = self.actor(TensorDict(seen, batch_size=len(observation)))
        return drawn["action"].numpy(), state


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=41_000, help="decisions to learn from")
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
