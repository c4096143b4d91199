"""PPO by self-play in PettingZoo's loop over agents, as in its tutorials.

    python pettingzoo_tutorial.py --decisions 30000 --seed 1

One network plays all fighters of both sides. It needs no opponent, and fits any environment of
PettingZoo with masks. Needs `pip install ".[train]"`.

Letters: `B` decisions, `N` the observation's length, `A` actions.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import torch
from pettingzoo import AECEnv
from torch import Tensor, nn

from quintain.envs import mythic_epoch_v0
from quintain.evaluation.wins import describe_wins

SYSTEM, SCENARIO, CHOICES = "mythic_epoch", "duel", "quick"
ROLLOUT, EPOCHS, MINIBATCH = 4096, 4, 512
LEARNING_RATE, CLIP, ENTROPY, VALUE_WEIGHT, MAX_GRADIENT = 1e-3, 0.2, 0.02, 0.5, 0.5
GAMMA, LAMBDA = 0.995, 0.98

Decision = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""Observation `[N]`, mask `[A]`, action, logarithm of its probability, value."""


class Network(nn.Module):
    """An actor and a critic, and the agent that quintain's arena asks."""

    name, choices = "pettingzoo", CHOICES

    def __init__(self, length: int, num_actions: int) -> None:
        """Build two hidden layers for each."""
        super().__init__()

        def body(outputs: int) -> nn.Sequential:
            hidden = nn.Linear(length, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh()
            return nn.Sequential(*hidden, nn.Linear(64, outputs))

        self.actor, self.critic = body(num_actions), body(1)

    def log_chances(self, observations: Tensor, masks: Tensor) -> Tensor:
        """Logarithms of the actions' probabilities `[B, A]`; illegal actions have none."""
        return self.actor(observations).masked_fill(~masks, -1e8).log_softmax(-1)

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Draw legal actions `[B]`."""
        with torch.no_grad():
            masks = torch.as_tensor(action_masks).bool()
            chances = self.log_chances(torch.as_tensor(observation), masks)
        return chances.exp().multinomial(1)[:, 0].numpy(), state


@torch.no_grad()
def play(env: AECEnv, network: Network) -> tuple[dict[str, list[Decision]], dict[str, float]]:
    """Play a battle: the decisions of each agent in order, and its reward at the end."""
    decisions, rewards = defaultdict(list), {}
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
            continue
        seen = torch.from_numpy(observation["observation"])
        mask = torch.from_numpy(observation["action_mask"]).bool()
        chances = network.log_chances(seen, mask)
        action = chances.exp().multinomial(1)[0]
        decisions[agent].append((seen, mask, action, chances[action], network.critic(seen)[0]))
        env.step(action.item())
    return decisions, rewards


def advantages_of(values: list[Tensor], reward: float) -> list[Tensor]:
    """Generalised advantages of an agent's decisions in a battle with a reward at its end."""
    advantages, following, next_value = [], torch.zeros(()), torch.zeros(())
    for number, value in enumerate(reversed(values)):
        surprise = (reward if number == 0 else 0.0) + GAMMA * next_value - value
        following = surprise + GAMMA * LAMBDA * following
        advantages.append(following)
        next_value = value
    return advantages[::-1]


def collect(env: AECEnv, network: Network) -> tuple[list[Tensor], int]:
    """Play battles until there are enough decisions for an update.

    Returns:
        Observations, masks, actions, logarithms of their probabilities, values and advantages, each
        for all decisions; and the number of battles.
    """
    rows, battles = [], 0
    while len(rows) < ROLLOUT:
        decisions, rewards = play(env, network)
        battles += 1
        for agent, made in decisions.items():
            advantages = advantages_of([value for *_, value in made], rewards[agent])
            rows += [(*one, more) for one, more in zip(made, advantages, strict=True)]
    return [torch.stack(part) for part in zip(*rows, strict=True)], battles


def learn(network: Network, optimizer: torch.optim.Optimizer, rollout: list[Tensor]) -> None:
    """Passes over a rollout with PPO's clipped loss."""
    mean, spread = rollout[-1].mean(), rollout[-1].std() + 1e-8  # the last minibatch may be tiny
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(rollout[0])).split(MINIBATCH):
            seen, masks, actions, old, values, advantages = (part[rows] for part in rollout)
            returns, advantages = values + advantages, (advantages - mean) / spread
            chances = network.log_chances(seen, masks)
            ratio = (chances.gather(1, actions[:, None])[:, 0] - old).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
            value_loss = (network.critic(seen)[:, 0] - returns).square().mean()
            entropy = -(chances.exp() * chances).sum(1).mean()
            optimizer.zero_grad()
            (policy_loss + VALUE_WEIGHT * value_loss - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
            optimizer.step()


def train(decisions: int, seed: int) -> Network:
    """Learn from a number of decisions of all agents."""
    torch.manual_seed(seed)
    env = mythic_epoch_v0.env(scenario=SCENARIO, choices=CHOICES)
    env.reset(seed=seed)
    space = env.observation_space(env.agents[0])["observation"]
    network = Network(space.shape[0], int(env.action_space(env.agents[0]).n))
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    decided = 0
    while decided < decisions:
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - decided / decisions)
        rollout, battles = collect(env, network)
        learn(network, optimizer, rollout)
        decided += len(rollout[0])
        length = len(rollout[0]) / battles
        print(f"{decided:>9,} decisions, {length:.0f} in a battle", flush=True)
    return network


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=30_000, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the battles and the network")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of battles at the end")
    options = parser.parse_args()
    torch.set_num_threads(1)  # fastest for such a small network
    network = train(options.decisions, options.seed)
    for line in describe_wins(
        SYSTEM, SCENARIO, network, ("random", "tactician"), pairs=options.pairs
    ):
        print(line)


if __name__ == "__main__":
    main()
