"""Battles of a network against the baselines, many at once, to measure its strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..envs.core.adapters.vector import BattleVector
from ..envs.core.engine.battle import DRAW as NOBODY_WON
from ..envs.core.engine.loops import EXTERNAL
from ..envs.core.inputs.arguments import Choices
from .vec_env import DRAW, LOSS, WIN

Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Evaluator:
    """Pairs of battles against every baseline: the same dice once on each side.

    It is built once and used often. Each call plays the same battles, so two evaluations differ
    only by the network and its own draws.
    """

    def __init__(
        self, system: str, scenario: Any, baselines: Sequence[str], pairs: int, *,
        max_side: int = 0, choices: Choices = "full", memory: int = 0, seed: int = 0,
    ) -> None:  # fmt: skip
        """Prepare the battles.

        Args:
            system: name of the system.
            scenario: as for `BattleVector`.
            baselines: names of compiled heuristics.
            pairs: pairs of battles with each.
            max_side: slots a side; 0 for the number that the scenarios need.
            choices: `full` or `quick`, for both sides.
            memory: number of events that each fighter remembers.
            seed: seed of the battles.
        """
        self.baselines = list(baselines)
        self.pairs = pairs
        self.seed = seed
        self.count = 2 * pairs * len(self.baselines)
        self._battles = (system, max(1, self.count), scenario)
        self._max_side, self._choices, self._memory = max_side, choices, memory
        self._vector: BattleVector | None = None

    def _deploy(self) -> BattleVector:
        if self._vector is None:
            system, count, scenario = self._battles
            self._vector = BattleVector(
                system, count, scenario, opponents=(None, None), max_side=self._max_side,
                choices=self._choices, memory=self._memory,
            )  # fmt: skip
            self.side = np.arange(count) % 2
            numbers = np.array([self._vector.controller(name) for name in self.baselines], np.int16)
            rows = np.arange(count)
            controllers = self._vector.controllers
            controllers[rows, self.side] = EXTERNAL
            controllers[rows, 1 - self.side] = numbers.repeat(2 * self.pairs)
            self._vector.next_controllers[:] = controllers
        vector = self._vector
        vector.battles["dice"] = _seeds(self.seed, 0, self.count)
        vector.rng_state[:] = _seeds(self.seed, 1, self.count)
        vector.reset(None)
        return vector

    def fight(self, choose: Choose) -> np.ndarray:
        """Play all battles with a network that gives actions for observations and masks.

        Returns:
            Array `[O, pairs, 2]`: `WIN`, `DRAW` or `LOSS` of each battle of each pair.
        """
        if not self.baselines:
            return np.zeros((0, self.pairs, 2), np.int64)
        vector = self._deploy()
        results = np.full(self.count, -1)
        active = np.ones(self.count, np.bool_)
        actions = np.zeros(self.count, np.int64)
        while active.any():
            rows = np.flatnonzero(active)
            actions[rows] = choose(vector.observations[rows], vector.action_masks[rows])
            vector.step(actions, active)
            ended = np.flatnonzero(vector.terminated | vector.truncated)
            winner = vector.final["winner"][ended]
            won = np.where(winner == self.side[ended], WIN, LOSS)
            results[ended] = np.where(winner == NOBODY_WON, DRAW, won)
            active[ended] = False
        return results.reshape(len(self.baselines), self.pairs, 2)


def _seeds(seed: int, stream: int, count: int) -> np.ndarray:
    """Dice for `count` battles: the same for both of a pair, others for every pair."""
    rng_state = np.random.SeedSequence([seed, stream, 77]).generate_state(2 * count, np.uint32)
    return rng_state.reshape(-1, 4).repeat(2, 0)


def count_results(results: np.ndarray) -> np.ndarray:
    """Array `[O, pairs, 2]` of results to counts `[O, 3]` of wins, draws and losses."""
    return np.stack([(results == kind).sum((1, 2)) for kind in (WIN, DRAW, LOSS)], 1)
