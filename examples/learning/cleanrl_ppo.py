"""PPO with action masks in one file, in the manner of CleanRL, over `quintain.make_vec`.

    python cleanrl_ppo.py --decisions 400000 --seed 1

Many battles advance in one compiled step; the learner plays red in half of them and blue in the
others, against heuristics. Needs `pip install ".[train]"`.

Letters: `T` steps of a rollout, `B` battles, `N` the observation's length, `A` actions.
"""

from __future__ import annotations

import argparse
import itertools
import time

import numpy as np
import torch
from torch import Tensor, nn

import quintain
from quintain.envs.core.adapters.vector import BattleVector
from quintain.evaluation.wins import describe_wins

SYSTEM, SCENARIO, CHOICES = "mythic_epoch", "duel", "quick"
OPPONENTS = "random", "berserker", "berserker", "guardian", "fencer", "skirmisher", "tactician"
NUM_ENVS, STEPS = 256, 64  # a rollout is 256 x 64 = 16,384 decisions
EPOCHS, MINIBATCH = 4, 2048
LEARNING_RATE, CLIP, ENTROPY, VALUE_WEIGHT, MAX_GRADIENT = 1e-3, 0.2, 0.02, 0.5, 0.5
GAMMA, LAMBDA = 0.995, 0.98


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer with orthogonal weights, which suit PPO."""
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Network(nn.Module):
    """An actor and a critic, and the agent that the arena asks."""

    name, choices = "cleanrl", CHOICES

    def __init__(self, length: int, num_actions: int, width: int = 64) -> None:
        """Build two hidden layers for each."""
        super().__init__()

        def body(outputs: int, gain: float) -> nn.Sequential:
            hidden = layer(length, width), nn.Tanh(), layer(width, width), nn.Tanh()
            return nn.Sequential(*hidden, layer(width, outputs, gain))

        self.actor, self.critic = body(num_actions, 0.01), body(1, 1.0)

    def log_chances(self, observations: Tensor, masks: Tensor) -> Tensor:
        """Logarithms of the actions' probabilities, `[B, A]`; illegal actions have none."""
        return self.actor(observations).masked_fill(~masks, -1e8).log_softmax(1)

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Draw legal actions `[B]`, as quintain's and SB3's agents do."""
        with torch.no_grad():
            masks = torch.as_tensor(action_masks).bool()
            chances = self.log_chances(torch.as_tensor(observation), masks)
        return draw(chances).numpy(), state


def draw(log_chances: Tensor) -> Tensor:
    """Actions `[B]` drawn from the logarithms of their probabilities `[B, A]`."""
    return torch.distributions.Categorical(logits=log_chances, validate_args=False).sample()


def make_battles(seed: int) -> tuple[BattleVector, np.ndarray]:
    """The battles, and the learner's side in each, `[B]`."""
    side = np.arange(NUM_ENVS) % 2
    enemies = itertools.islice(itertools.cycle(np.repeat(OPPONENTS, 2).tolist()), NUM_ENVS)
    players = [
        (None, enemy) if mine == 0 else (enemy, None)
        for mine, enemy in zip(side, enemies, strict=True)
    ]
    battles = quintain.make_vec(
        SYSTEM, NUM_ENVS, SCENARIO, seed=seed, opponents=players, choices=CHOICES
    )
    return battles, side


def advantages_of(rewards: Tensor, values: Tensor, ends: Tensor) -> Tensor:
    """Generalised advantage estimation over a rollout.

    Args:
        rewards: `[T, B]`.
        values: `[T + 1, B]`.
        ends: `[T, B]`: 1 where the battle ended with this decision, a draw by the limit of rounds
            too, since the learner observes the round.

    Returns:
        Advantages `[T, B]`.
    """
    advantages, following = torch.zeros_like(rewards), torch.zeros(rewards.shape[1])
    for step in reversed(range(len(rewards))):
        goes_on = 1 - ends[step]
        surprise = rewards[step] + GAMMA * goes_on * values[step + 1] - values[step]
        advantages[step] = following = surprise + GAMMA * LAMBDA * goes_on * following
    return advantages


class Rollout:
    """The decisions of a rollout: tensors `[T, B, ...]`, and `values` with one more row."""

    def __init__(self, length: int, num_actions: int) -> None:
        """Make room for observations of a length, and for masks of a number of actions."""
        self.observations = torch.zeros(STEPS, NUM_ENVS, length)
        self.masks = torch.zeros(STEPS, NUM_ENVS, num_actions, dtype=torch.bool)
        self.actions = torch.zeros(STEPS, NUM_ENVS, dtype=torch.long)
        self.log_chances, self.rewards, self.ends = torch.zeros(3, STEPS, NUM_ENVS)
        self.values = torch.zeros(STEPS + 1, NUM_ENVS)

    def collect(self, battles: BattleVector, side: np.ndarray, network: Network) -> None:
        """Play, the network for one side of each battle."""
        everyone = np.arange(NUM_ENVS)
        # The vector owns its arrays and overwrites them in the next step: a rollout copies them.
        for step in range(STEPS):
            self.observations[step] = torch.tensor(battles.observations)
            self.masks[step] = torch.tensor(battles.action_masks)
            with torch.no_grad():
                chances = network.log_chances(self.observations[step], self.masks[step])
                self.values[step] = network.critic(self.observations[step])[:, 0]
            self.actions[step] = draw(chances)
            self.log_chances[step] = chances.gather(1, self.actions[step, :, None])[:, 0]
            battles.step(self.actions[step].numpy())
            self.rewards[step] = torch.from_numpy(battles.rewards[everyone, side])
            self.ends[step] = torch.from_numpy(battles.terminated | battles.truncated)
        with torch.no_grad():
            self.values[STEPS] = network.critic(torch.from_numpy(battles.observations))[:, 0]

    def rows(self) -> list[Tensor]:
        """The arguments of `learn` for all decisions, `[T * B, ...]`."""
        advantages = advantages_of(self.rewards, self.values, self.ends)
        returns = advantages + self.values[:STEPS]
        parts = (self.observations, self.masks, self.actions, self.log_chances, advantages, returns)
        return [part.flatten(0, 1) for part in parts]


def train(decisions: int, seed: int) -> Network:
    """Learn from a number of decisions."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    battles, side = make_battles(seed)
    network = Network(battles.observation_length, battles.num_actions)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    rollout = Rollout(battles.observation_length, battles.num_actions)

    updates = max(1, decisions // (STEPS * NUM_ENVS))
    began = time.process_time()
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - update / updates)
        rollout.collect(battles, side, network)
        parts = rollout.rows()
        for _ in range(EPOCHS):
            order = torch.from_numpy(generator.permutation(STEPS * NUM_ENVS))
            for rows in order.split(MINIBATCH):
                learn(network, optimizer, *(part[rows] for part in parts))

        decided = (update + 1) * STEPS * NUM_ENVS
        rate = decided / (time.process_time() - began)
        share = float((rollout.rewards > 0).sum() / max(1.0, float(rollout.ends.sum())))
        print(f"{decided:>9,} decisions, {rate:,.0f} per CPU-second, {share:.0%} won", flush=True)
    return network


def learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    observations: Tensor,
    masks: Tensor,
    actions: Tensor,
    old_log_chances: Tensor,
    advantages: Tensor,
    returns: Tensor,
) -> None:
    """One gradient step of PPO on a minibatch."""
    chances = network.log_chances(observations, masks)
    ratio = (chances.gather(1, actions[:, None])[:, 0] - old_log_chances).exp()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
    policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
    value_loss = (network.critic(observations)[:, 0] - returns).square().mean()
    entropy = -(chances.exp() * chances).sum(1).mean()
    optimizer.zero_grad()
    (policy_loss + VALUE_WEIGHT * value_loss - ENTROPY * entropy).backward()
    nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
    optimizer.step()


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=400_000, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the battles and the network")
    parser.add_argument("--pairs", type=int, default=500, help="pairs of battles at the end")
    options = parser.parse_args()
    torch.set_num_threads(1)  # fastest for such a small network
    network = train(options.decisions, options.seed)
    for line in describe_wins(
        SYSTEM, SCENARIO, network, ("random", "tactician"), pairs=options.pairs
    ):
        print(line)


if __name__ == "__main__":
    main()
