"""Agents that compute probabilities of all actions from the observation and the mask alone.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from ..envs.core.engine.dice import WORD, next_words
from ..envs.core.engine.memory_layout import layout_of
from ..envs.core.engine.system import System
from .base import Agent
from .checks import checked_rows


class ChanceAgent(Agent):
    """A network with the `predict` of SB3's models.

    It reads only observations and masks. `predict(deterministic=True)` takes the most probable
    action; otherwise the action is drawn. If `watch` gives dice for the draws, a choice depends on
    the dice of its own battle only, and not on the other battles of the batch.

    Attributes:
        max_side: slots a side that it was trained with; its observations and masks have that size.
        choices: `full` or `quick`, the choices with which it learned; it plays with the same.
        memory: number of events that it remembers.
    """

    def __init__(
        self, name: str, system: str | System, max_side: int, seed: int = 0, choices: str = "full",
        memory: int = 0,
    ) -> None:  # fmt: skip
        """Name an agent that was trained with these slots a side, choices and memory."""
        super().__init__(name, system, seed)
        self.max_side, self.choices, self.memory = max_side, choices, memory
        self._expected = (
            layout_of(self.system, max_side, memory).length,
            self.system.num_actions(max_side),
        )

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions `[B]` for observations `[B, N]` and masks `[B, A]` bool."""
        chances = self._sized_chances(observations, masks)
        if self.is_deterministic:
            return chances.argmax(1)
        # One draw a battle from its own generator, all battles at once.
        rng_state = np.zeros(len(masks), np.int64)
        next_words(self.own_words(len(masks)), rng_state)
        draws = rng_state / (WORD + 1)
        steps = chances.cumsum(1)
        return (steps <= draws[:, None] * steps[:, -1:]).sum(1)

    def chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Probabilities `[B, A]` float64 of the actions; exactly 0 for illegal ones.

        Args:
            observations: Array `[B, N]` of finite numbers.
            masks: Array `[B, A]` of the legal actions, bool or 0 and 1.

        Raises:
            ValueError: a mask allows nothing, or the arrays have another form, or another number of
                slots a side.
        """
        return self._sized_chances(*checked_rows(self.name, self.system, observations, masks))

    def _sized_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        if (observations.shape[1], masks.shape[1]) != self._expected:
            raise ValueError(
                f"{self.name} was trained with {self.max_side} slots a side: observations and "
                f"masks must have {self._expected} numbers, got "
                f"{observations.shape[1], masks.shape[1]}"
            )
        return self.compute_chances(observations, masks)

    @abstractmethod
    def compute_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Probabilities `[B, A]` float64 for observations `[B, N]` float32, masks `[B, A]` bool."""
