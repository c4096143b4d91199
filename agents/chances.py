"""Agents that compute probabilities of all actions from the observation and the mask alone.

The functions at the end let such an agent play copies of a battle in batches.

Letters: `B` battles, `n` copies, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import numpy as np

from ..envs.core.engine.dice import WORD, next_words
from ..envs.core.engine.loops import advance_active, show_battles
from ..envs.core.engine.memory_layout import layout_of
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import battles_at, put_battles
from ..envs.core.text.narration import count
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
        return draw(chances, rng_state / (WORD + 1))

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
                f"{self.name} was trained with {count(self.max_side, 'fighter')} a side: "
                f"observations and masks must have {self._expected} numbers, got "
                f"{observations.shape[1], masks.shape[1]}"
            )
        return self.compute_chances(observations, masks)

    @abstractmethod
    def compute_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Probabilities `[B, A]` float64 for observations `[B, N]` float32, masks `[B, A]` bool."""


def draw(chances: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Actions `[B]` for probabilities `[B, A]` and numbers `[B]` from 0 to 1, without 1."""
    steps = chances.cumsum(1)
    return (steps <= draws[:, None] * steps[:, -1:]).sum(1)


def look_at(copies: np.ndarray, length: int, num_actions: int) -> tuple[np.ndarray, np.ndarray]:
    """The observations `[n, length]` and masks `[n, num_actions]` of the deciding fighters."""
    observations = np.zeros((len(copies), length), np.float32)
    masks = np.zeros((len(copies), num_actions), np.bool_)
    show_battles(copies, observations, masks, *np.zeros((2, len(copies)), np.int8))
    return observations, masks


def play_copies(
    network: ChanceAgent,
    copies: np.ndarray,
    look: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]],
    last: int,
    draws: np.ndarray,
) -> None:
    """Let a network take the next decisions of all fighters.

    Args:
        network: the agent with the network.
        copies: Array `[n]` of battles, played in place.
        look: gives the observations and masks of copies.
        last: the round in which a copy is played no further.
        draws: Array `[decisions, n]`: numbers from 0 to 1 that draw the actions.
    """
    for numbers in draws:
        rows = np.flatnonzero(~copies["over"] & (copies["round_number"] < last))
        if not len(rows):
            return
        part = battles_at(copies, rows)
        actions = draw(network.compute_chances(*look(part)), numbers[rows])
        advance_active(part, actions, np.ones(len(rows), np.bool_))
        put_battles(copies, rows, part)
