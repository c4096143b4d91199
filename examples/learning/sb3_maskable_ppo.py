"""Stable-Baselines3's MaskablePPO over `BattleVecEnv`, without quintain's trainer.

    python sb3_maskable_ppo.py --decisions 200000 --seed 1

`BattleVecEnv` is an SB3 `VecEnv`: it plays many battles in one compiled step, on alternating sides,
against opponents drawn by weight, and MaskablePPO finds the masks by itself. One battle at a time,
`MaskablePPO("MlpPolicy", "quintain/MythicEpoch-v0")` works too, many times slower. Needs
`pip install ".[train]"`.
"""

from __future__ import annotations

import argparse

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from quintain.evaluation.wins import describe_wins
from quintain.training.vec_env import BattleVecEnv

SYSTEM, SCENARIO, CHOICES = "mythic_epoch", "duel", "quick"
OPPONENTS = {
    "random": 1,
    "berserker": 2,
    "guardian": 1,
    "fencer": 1,
    "skirmisher": 1,
    "tactician": 1,
}


class Progress(BaseCallback):
    """Prints the share of battles won after each rollout."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        tally = self.training_env.tally.sum(0)
        won = tally[0] / max(1, tally.sum())
        self.training_env.tally[:] = 0
        print(f"{self.num_timesteps:>9,} decisions, {won:.0%} won", flush=True)


def train(decisions: int, seed: int) -> MaskablePPO:
    """Learn from a number of decisions."""
    battles = BattleVecEnv(SYSTEM, SCENARIO, 256, OPPONENTS, seed=seed, choices=CHOICES)
    model = MaskablePPO(
        "MlpPolicy",
        battles,
        n_steps=64,  # SB3's defaults are for a few environments: with 256 they spend all time in
        batch_size=2048,  # gradient steps
        n_epochs=4,
        learning_rate=lambda remaining: 1e-3 * remaining,
        gamma=0.995,
        gae_lambda=0.98,
        ent_coef=0.02,
        seed=seed,
        device="cpu",
    )
    return model.learn(decisions, Progress())


def main() -> None:
    """Train, then fight battles that the training did not see."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=200_000, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the battles and the network")
    parser.add_argument("--pairs", type=int, default=500, help="pairs of battles at the end")
    options = parser.parse_args()
    torch.set_num_threads(1)  # fastest for such a small network
    model = train(options.decisions, options.seed)
    model.choices = CHOICES  # an SB3 model is an agent of the arena, which asks those choices
    for line in describe_wins(
        SYSTEM, SCENARIO, model, ("random", "tactician"), pairs=options.pairs
    ):
        print(line)


if __name__ == "__main__":
    main()
