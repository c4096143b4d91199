"""MAPPO and independent PPO for a party: a central critic, or each fighter's own.

    python mappo.py --critic central --decisions 73728 --seed 1
    python mappo.py --critic own --decisions 73728 --seed 1

Three fighters learn together, against random opponents, in a skirmish; one network plays them all.
`--encounter wildroll/skirmish --opponents random,marshal` takes others.
A fighter decides from what it sees. The central critic (MAPPO) judges from what all fighters see
together, `BattleVector.states()`, which is `state()` of PettingZoo in a batch; its own critic
(independent PPO) from what the fighter sees. Nothing else differs. Needs
`pip install ".[train]"`.

Letters: `T` steps of a rollout, `B` battles, `S` fighters a side, `N` the observation's length, `A`
actions.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

import quintain
from quintain.agents.base import strongest
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.wins import describe_wins

ENCOUNTER, OPPONENTS, CHOICES = "mythic_epoch/skirmish", ("random",), "quick"
NUM_ENVS, STEPS = 128, 64  # a rollout is 128 x 64 = 8,192 decisions
EPOCHS, MINIBATCH = 4, 1024
LEARNING_RATE, CLIP, ENTROPY, VALUE_WEIGHT, MAX_GRADIENT = 1e-3, 0.2, 0.01, 0.5, 0.5
GAMMA, LAMBDA = 0.99, 0.95
SHAPING = 1.0  # else a beginner, whose battles have a hundred decisions, meets no reward
EVERYONE = np.arange(NUM_ENVS)


def body(inputs: int, outputs: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)
    )


class Network(nn.Module):
    """An actor of one fighter and a critic, and the agent that quintain's arena asks."""

    choices = CHOICES

    def __init__(self, critic: str, battles: BattleVector) -> None:
        """Build both; the critic is `central` or `own`."""
        super().__init__()
        self.name, self.is_central = f"{critic} critic", critic == "central"
        length, slots = battles.observation_length, 2 * battles.max_side
        self.actor = body(length, battles.num_actions)
        self.critic = body(slots * (length + 1) if self.is_central else length, 1)

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


def make_battles(
    seed: int, encounter: str = ENCOUNTER, opponents: Sequence[str] = OPPONENTS
) -> tuple[BattleVector, np.ndarray]:
    """The battles, and the learners' side in each, `[B]`."""
    system, _, scenario = encounter.partition("/")
    side = EVERYONE % 2
    enemies = itertools.islice(itertools.cycle(np.repeat(opponents, 2).tolist()), NUM_ENVS)
    players = [
        (None, enemy) if mine == 0 else (enemy, None)
        for mine, enemy in zip(side, enemies, strict=True)
    ]
    battles = quintain.make_vec(
        system, NUM_ENVS, scenario, seed=seed, opponents=players, choices=CHOICES, shaping=SHAPING
    )
    return battles, side


def judged(network: Network, battles: BattleVector, side: np.ndarray) -> Tensor:
    """The critic's input: all fighters, the learners' side first, or the deciding one."""
    if not network.is_central:
        return torch.tensor(battles.observations)
    states = battles.states().reshape(NUM_ENVS, 2, -1)
    states[side == 1] = states[side == 1, ::-1]
    return torch.from_numpy(states.reshape(NUM_ENVS, -1))


def values_after(network: Network, battles: BattleVector, side: np.ndarray) -> Tensor:
    """Values `[B, 2 * S]` after the rollout: of what each fighter sees, or of the battle."""
    if network.is_central:
        return network.critic(judged(network, battles, side)).expand(-1, 2 * battles.max_side)
    states = torch.from_numpy(battles.states()).unflatten(1, (2 * battles.max_side, -1))
    return network.critic(states[:, :, :-1])[:, :, 0]  # the last number says who decides


def advantages_of(
    rewards: Tensor, values: Tensor, ends: Tensor, fighters: Tensor, last: Tensor
) -> Tensor:
    """Generalised advantages, where each fighter's decisions are a sequence of their own.

    A decision earns what its side gains until the same fighter decides again.

    Args:
        rewards: `[T, B]`, of the side.
        values: `[T, B]`.
        ends: `[T, B]`, 1 where the battle ended with this decision.
        fighters: `[T, B]`, which fighter decided.
        last: `[B, 2 * S]`, values after the rollout, of each fighter.

    Returns:
        Advantages `[T, B]`.
    """
    advantages, rows = torch.zeros_like(rewards), torch.arange(rewards.shape[1])
    earned, following = torch.zeros(2, *last.shape)
    next_values = last
    for step in reversed(range(len(rewards))):
        goes_on = 1 - ends[step][:, None]
        earned, following, next_values = (
            part * goes_on for part in (earned, following, next_values)
        )
        earned += rewards[step][:, None]
        who = rows, fighters[step]
        surprise = earned[who] + GAMMA * next_values[who] - values[step]
        advantages[step] = surprise + GAMMA * LAMBDA * following[who]
        following[who], next_values[who], earned[who] = advantages[step], values[step], 0.0
    return advantages


@torch.no_grad()
def collect(network: Network, battles: BattleVector, side: np.ndarray) -> dict[str, Tensor]:
    """Play a rollout, and judge it: arrays `[T, B, ...]` by name."""
    steps: list[dict[str, Tensor]] = []
    for _ in range(STEPS):
        seen, masks = torch.tensor(battles.observations), torch.tensor(battles.action_masks)
        chances = network.log_chances(seen, masks)
        actions = chances.exp().multinomial(1)
        states = judged(network, battles, side)
        now = {
            "seen": seen, "masks": masks, "actions": actions[:, 0], "states": states,
            "old": chances.gather(1, actions)[:, 0], "values": network.critic(states)[:, 0],
            "fighters": torch.tensor(battles.to_act).long(),
        }  # fmt: skip
        battles.step(actions[:, 0].numpy())
        ended = battles.terminated | battles.truncated
        won = ended & (battles.final["winner"] == side)
        now["rewards"] = torch.tensor(battles.rewards[EVERYONE, side])
        now |= {"ends": torch.from_numpy(ended).float(), "won": torch.from_numpy(won)}
        steps.append(now)
    rollout = {name: torch.stack([step[name] for step in steps]) for name in steps[0]}
    parts = (rollout[name] for name in ("rewards", "values", "ends", "fighters"))
    rollout["advantages"] = advantages_of(*parts, values_after(network, battles, side))
    rollout["returns"] = rollout["advantages"] + rollout["values"]
    return rollout


def loss_of(network: Network, batch: dict[str, Tensor]) -> Tensor:
    """PPO's loss on a minibatch."""
    chances = network.log_chances(batch["seen"], batch["masks"])
    ratio = (chances.gather(1, batch["actions"][:, None])[:, 0] - batch["old"]).exp()
    advantages = batch["advantages"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
    policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
    value_loss = (network.critic(batch["states"])[:, 0] - batch["returns"]).square().mean()
    entropy = -(chances.exp() * chances).sum(1).mean()
    return policy_loss + VALUE_WEIGHT * value_loss - ENTROPY * entropy


def train(
    critic: str,
    decisions: int,
    seed: int,
    encounter: str = ENCOUNTER,
    opponents: Sequence[str] = OPPONENTS,
) -> Network:
    """Learn from a number of decisions."""
    torch.manual_seed(seed)
    battles, side = make_battles(seed, encounter, opponents)
    network = Network(critic, battles)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    updates = max(1, decisions // (NUM_ENVS * STEPS))
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - update / updates)
        rollout = collect(network, battles, side)
        flat = {name: part.flatten(0, 1) for name, part in rollout.items()}
        for _ in range(EPOCHS):
            for rows in torch.randperm(NUM_ENVS * STEPS).split(MINIBATCH):
                loss = loss_of(network, {name: part[rows] for name, part in flat.items()})
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
                optimizer.step()
        decided = (update + 1) * NUM_ENVS * STEPS
        won = rollout["won"].sum() / max(1.0, float(rollout["ends"].sum()))
        print(f"{decided:>9,} decisions, {won:.0%} won", flush=True)
    return network


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--critic", choices=("central", "own"), default="central")
    parser.add_argument("--decisions", type=int, default=73_728, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the battles and the network")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of battles at the end")
    parser.add_argument("--encounter", default=ENCOUNTER, help="SYSTEM/SCENARIO")
    parser.add_argument("--opponents", default=",".join(OPPONENTS), help="names with commas")
    options = parser.parse_args()
    system, _, scenario = options.encounter.partition("/")
    opponents = options.opponents.split(",")
    torch.set_num_threads(1)  # fastest for such a small network
    network = train(options.critic, options.decisions, options.seed, options.encounter, opponents)
    rivals = dict.fromkeys([*opponents, strongest(get_system(system))])
    for line in describe_wins(system, scenario, network, list(rivals), pairs=options.pairs):
        print(line)


if __name__ == "__main__":
    main()
