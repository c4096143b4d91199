"""A training run on Ray: RLlib plays and learns, and all else is as in any run.

The checkpoint is a folder of RLlib's in the folder of the run, with the frozen copies and counters
beside it. RLlib's files are pickles: resume only runs of people you trust. A resumed run continues
with the same network, optimiser and opponents, and with new battles.
"""

from __future__ import annotations

import json
import logging
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from ray.rllib.core import DEFAULT_MODULE_ID

from . import checkpoint
from .checkpoint import RAY_NAME, RAY_PREVIOUS_NAME, CheckpointError
from .config import TrainingConfig, change_config
from .learner import build_env
from .learning import Counters, Run
from .policies import Shape, limit_threads
from .rllib import Orders, algorithm_config

NEW_NAME = "ray_checkpoint.new"
STATE_NAME = "run.pt"
FORMAT, VERSION = "quintain run on ray", 1
KEYS = ("copies", "numbers")
MOST_EMPTY = 10
"""Updates in a row without any rollout, after which a run gives up."""


@dataclass
class Learner:
    """The learner of RLlib, as far as `Run` looks at it.

    Attributes:
        policy: the `FighterModule` that learns.
        num_timesteps: decisions that it has learned from.
        gamma: discount of a decision.
        ent_coef: weight of the entropy.
        learning_rate: of the next update.
        logger: SB3's logger of the run.
    """

    policy: Any
    num_timesteps: int = 0
    gamma: float = 1.0
    ent_coef: float = 0.0
    learning_rate: float = 0.0
    logger: Any = None

    def set_logger(self, logger: Any) -> None:
        """Set the logger."""
        self.logger = logger


class RayRun(Run):
    """A run whose battles are played by env runners of RLlib.

    `env` holds two battles that nobody plays: it counts the results of the runners. Nobody asks
    the teacher of the config: it looks at the battles of the learner, which are in the runners.
    """

    def __init__(self, config: TrainingConfig, folder: Path, resume: bool, *, runners: int) -> None:
        """Build the run on the cluster to which this process is connected.

        Args:
            config: of the run.
            folder: of the run.
            resume: continue from the checkpoint in the folder.
            runners: number of env runners, which are processes.
        """
        self.runners = runners
        self._empty = 0
        super().__init__(change_config(config, teacher=None), folder, resume)

    def _build(self) -> None:
        limit_threads(self.config.torch_threads)
        self.env = build_env(self.config.model_copy(update={"num_envs": 2}))
        shape = Shape.of(self.env.vector.system, self.env.vector.max_side, self.env.vector.memory)
        spaces = self.env.observation_space, self.env.action_space
        logging.getLogger("ray.rllib").setLevel(logging.ERROR)
        self.algorithm = algorithm_config(self.config, shape, spaces, self.runners).build_algo()
        shutil.rmtree(self.algorithm.logdir, ignore_errors=True)  # the log is in the run's folder
        self.model = Learner(self._module())

    def _module(self) -> Any:
        group = self.algorithm.learner_group
        (module,) = group.foreach_learner(lambda one: one.module[DEFAULT_MODULE_ID])
        return module.get()

    def learn(self, progress: bool) -> Path:
        """Learn until the steps or minutes are used up; stop the runners then."""
        try:
            return super().learn(progress)
        finally:
            self.algorithm.stop()

    def _begin(self) -> None:
        """Nothing is to be prepared."""

    def _set_schedules(self) -> None:
        share, config, model = self.share, self.config, self.model
        first, last = config.learning_rate, config.final_learning_rate
        model.learning_rate = first + share * (last - first)
        model.ent_coef = config.entropy_at(share)
        model.gamma = config.discount_per_round ** (1 / self.counters.decisions_per_round)

    def _learn_once(self) -> None:
        """One iteration of RLlib.

        Raises:
            ConnectionError: the runners failed again and again.
        """
        model = self.model
        self.algorithm.orders = Orders(
            model.gamma, self.env.weights.copy(), self.frozen.drawn(), model.learning_rate,
            model.ent_coef, model.num_timesteps,
        )  # fmt: skip
        self.algorithm.train()
        for one in self.algorithm.rollouts:
            self.env.tally += one.tally
            self.env.rounds += one.rounds
            self.env.decisions += one.decisions
            model.num_timesteps += len(one.columns["actions"])
        self.spent |= self.algorithm.seconds
        for name, value in self.algorithm.losses.items():
            model.logger.record(f"train/{name}", value)
        model.logger.record("train/learning_rate", model.learning_rate)
        self._empty = 0 if self.algorithm.rollouts else self._empty + 1
        if self._empty == MOST_EMPTY:
            raise ConnectionError(
                f"no env runner has answered {MOST_EMPTY} times: look at the cluster with 'ray "
                "status' and continue with --resume"
            )

    # --- Saving -----------------------------------------------------------------------------------

    def _save_checkpoint(self) -> None:
        """Write the checkpoint into a new folder, which then takes the place of the last one."""
        new, last, previous = (
            (self.folder / name).resolve() for name in (NEW_NAME, RAY_NAME, RAY_PREVIOUS_NAME)
        )
        shutil.rmtree(new, ignore_errors=True)
        self.algorithm.save_to_path(new)
        pool = self.frozen.snapshot()
        numbers = {
            "decisions": self.decisions,
            "counters": vars(self.counters),
            "tally": self.env.tally.tolist(),
            "counts": [self.env.rounds, self.env.decisions],
        }
        copies = pool.pop("copies")
        checkpoint.write_tensors(
            new / STATE_NAME,
            {
                "format": FORMAT, "version": VERSION, "copies": copies,
                "numbers": json.dumps({**numbers, "league": pool}),
            },
        )  # fmt: skip
        if last.exists():
            shutil.rmtree(previous, ignore_errors=True)
            last.rename(previous)
        new.rename(last)

    def _resume(self) -> int:
        """Continue from the last checkpoint, or from the one before if a kill left no last one."""
        names = (RAY_NAME, RAY_PREVIOUS_NAME)
        found = next(path for name in names if (path := self.folder / name).is_dir())
        content = checkpoint.read_tensors(found / STATE_NAME, FORMAT, VERSION, KEYS)
        try:
            numbers = json.loads(content["numbers"])
            self.algorithm.restore_from_path(found.resolve())
            self.frozen.restore({"copies": content["copies"], **numbers["league"]})
            self.env.tally[:] = np.array(numbers["tally"])
            self.env.rounds, self.env.decisions = numbers["counts"]
            self.model.num_timesteps = int(numbers["decisions"])
        except checkpoint.UNFIT as error:
            raise CheckpointError(
                f"{found}: does not fit the run's config.yaml ({error})"
            ) from None
        self.counters = Counters.of(numbers["counters"], len(self.env.weights), len(self.env.names))
        self.model.policy = self.policy = self._module()
        return self.decisions
