"""A teacher of the learner, asked for its choices in states that the learner itself visits.

The teacher is an agent, or a search with the learning network (`expert.py`). After each update of
PPO the policy also learns the teacher's choices, by cross-entropy: DAgger (Ross, Gordon and Bagnell
2011) beside PPO, with a weight that fades. With `alone` PPO teaches only the values, which leave
the encoder that the policy shares as it is; the policy learns from the teacher alone, without an
entropy bonus: with `search` this is expert iteration (Anthony, Tian and Barber 2017).

All draws are seeded by the number of decisions, so a checkpoint needs nothing of a teacher.

Letters: `B` battles, `n` decisions, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback

from ..envs.core.adapters.vector import BattleVector
from ..envs.core.session.agent_query import query_agent, remembered_by
from .config import NETWORK_SEARCH, TeacherConfig, TrainingConfig
from .expert import Expert
from .imitation import Examples, taught_chances, teach_once
from .opponents import make_opponent

STREAM = 5
"""The stream of the seed from which the draws of a teacher come."""


class Teacher(BaseCallback):
    """Asks for the teacher's choices during a rollout, and teaches them afterwards.

    Attributes:
        weight: weight of the cross-entropy in this update; with 0 nobody is asked.
        seconds: time spent in asking during this rollout.
    """

    def __init__(
        self,
        config: TrainingConfig,
        settings: TeacherConfig,
        vector: BattleVector,
        network: torch.nn.Module,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Prepare the teacher.

        Args:
            config: of the run.
            settings: its `teacher`.
            vector: the battles of the learner.
            network: the learning network.
            clock: gives the seconds.

        Raises:
            ValueError: the agent cannot play in these battles; see `make_opponent`.
        """
        super().__init__()
        self.config, self.settings, self.vector = config, settings, vector
        self.weight = settings.weight
        self.seconds = 0.0
        self._clock = clock
        learner: Any = network
        learner.values_teach_encoder = not settings.alone
        self._expert: Expert | None = None
        self._agent: Any = None
        if settings.agent == NETWORK_SEARCH:
            self._expert = Expert(
                network, vector.system, vector.memory, config.shaping, config.draw_reward
            )
        else:
            self._agent = make_opponent(settings.agent, vector, config.choices)
        self._dice = np.zeros((vector.num_envs, 4), np.uint32)
        self._found: list[Examples] = []

    def set_share(self, share: float) -> None:
        """Set the weight for the finished share of the run, 0 to 1."""
        first, last = self.settings.weight, self.settings.final_weight
        faded = min(1.0, share / self.settings.share) if self.settings.share else 1.0
        self.weight = first + faded * (last - first)

    def _on_rollout_start(self) -> None:
        self.seconds = 0.0
        self._found.clear()
        seed = [self.config.seed, STREAM, self.model.num_timesteps]
        self._draws = np.random.default_rng(seed)
        self._ask()

    def _on_step(self) -> bool:
        if self.locals["n_steps"] + 1 < self.locals["n_rollout_steps"]:
            self._ask()
        return True

    def _on_rollout_end(self) -> None:
        if self.settings.alone:
            self.locals["rollout_buffer"].advantages[:] = 0  # so that PPO teaches only the values

    def _ask(self) -> None:
        """Ask for the choices in some of the battles, in all of which the learner is to decide."""
        if self.weight == 0:
            return
        started, vector = self._clock(), self.vector
        is_asked = self._draws.random(vector.num_envs) < self.settings.asked
        rows = np.flatnonzero(is_asked & (vector.action_masks.sum(1) > 1))
        if len(rows):
            observations, masks = vector.observations[rows], vector.action_masks[rows]
            chances = self._chances(rows, observations, masks)
            self._found.append(Examples(observations, masks, chances))
        self.seconds += self._clock() - started

    def _chances(self, rows: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Probabilities `[n, A]` float32 of the teacher in battles `rows`."""
        vector = self.vector
        if self._expert is not None:
            return self._expert.chances(vector.battles, rows, observations, masks, self._draws)
        self._dice[rows] = self._draws.integers(1, 1 << 32, (len(rows), 4), np.uint32)
        seen = vector.observations, vector.action_masks
        actions, _ = query_agent(
            self._agent, vector.system, vector.battles, self._dice, *seen, rows
        )
        known = remembered_by(self._agent, vector.battles, observations)
        return taught_chances(self._agent, known, masks, actions)

    def teach(self) -> float | None:
        """Teach the choices of the last rollout with the optimizer of PPO.

        There are as many passes as in PPO, each of at most as many gradient steps: few choices
        make fewer, since a step takes a whole number of them, rounded up.

        Returns:
            The mean cross-entropy of the first pass, in nats; None if nobody was asked.
        """
        if not self._found:
            return None
        policy: Any = self.model.policy
        config = self.config
        examples = Examples(*map(np.concatenate, zip(*self._found, strict=True)))
        steps = math.ceil(config.num_envs * config.rollout / config.minibatch)
        batch = math.ceil(len(examples.masks) / steps)
        passes = [
            teach_once(
                policy.network, policy.optimizer, examples, batch,
                weight=self.weight, max_gradient=config.max_gradient,
            )
            for _ in range(config.epochs)
        ]  # fmt: skip
        return passes[0]
