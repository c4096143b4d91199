"""The parts of a training run that its config describes: the battles, and the learner."""

from __future__ import annotations

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from .. import agents  # noqa: F401  (registers the heuristics)
from ..envs.core.adapters.vector import BattleVector
from .batch_vec_env import StackedMasks
from .config import TrainingConfig
from .policies import FighterPolicy, Shape, limit_threads
from .vec_env import BattleVecEnv

RUNNER_STREAM = 10
"""The stream of the seed of a run from which env runners get theirs after its beginning."""


class LearnerVecEnv(StackedMasks, BattleVecEnv):
    """The battles of MaskablePPO."""


def build_env(config: TrainingConfig, seed: int | None = None) -> BattleVecEnv:
    """The battles of a config, which draws its parties; `seed` gives them other dice than its own.

    Args:
        config: of the run.
        seed: of the dice and of the draws of opponents; None for the config's.
    """
    return LearnerVecEnv(
        config.system,
        config.encounters(),
        config.num_envs,
        {name: weight for name, weight in config.opponents.items() if weight > 0},
        self_play=config.self_play,
        max_side=config.max_side,
        shaping=config.shaping,
        threads=config.engine_threads,
        seed=config.seed if seed is None else seed,
        illegal_actions="raise",
        choices=config.choices,
        memory=config.memory,
        draw_reward=config.draw_reward,
    )


def runner_seed(seed: int, runner: int, decisions: int) -> int:
    """The seed of the battles of an env runner, 0 to 2**32 - 1.

    Args:
        seed: of the run.
        runner: number of the runner.
        decisions: of the run when these battles begin: those after a resume have other dice.
    """
    if not decisions:
        return (seed + 10_007 * runner) % 2**32
    stream = np.random.SeedSequence([seed, RUNNER_STREAM, runner, decisions])
    return int(stream.generate_state(1)[0])


def build_model(config: TrainingConfig, env: BattleVecEnv) -> MaskablePPO:
    """The learner of a config, on its threads and without checks of distributions at every step."""
    limit_threads(config.torch_threads)
    torch.distributions.Distribution.set_default_validate_args(False)
    first, last = config.learning_rate, config.final_learning_rate
    shape = Shape.of(env.vector.system, env.vector.max_side, env.vector.memory)
    return MaskablePPO(
        FighterPolicy,
        env,
        learning_rate=lambda remaining: last + remaining * (first - last),
        n_steps=config.rollout,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.entropy,
        vf_coef=config.value_weight,
        max_grad_norm=config.max_gradient,
        policy_kwargs={"shape": shape, "network_name": config.network, "width": config.width},
        seed=config.seed,
        device="cpu",
    )


def compile_steps(config: TrainingConfig) -> None:
    """Compile the steps of a run, so that its clock counts only learning."""
    vector = BattleVector(
        config.system, 1, config.encounters(), opponents=(None, None), max_side=config.max_side,
        choices=config.choices, memory=config.memory,
    )  # fmt: skip
    vector.step(vector.action_masks.argmax(1))
