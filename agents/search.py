"""Search: play out choices many times, and take the best mean.

`SearchAgent` needs no network; `policy_search.py` searches with one. It is flat Monte Carlo with
sequential halving (Karnin, Koren and Somekh 2013). Each play-out begins with a copy of the battle
in which `conceal` has replaced what the fighter cannot know with a random sample. All remaining
choices use the same sample and the same dice, so that they differ by their value and less by luck.
Each stage drops the worse half. The choice of the heuristic that plays the copies stays to the end,
and wins unless another choice is clearly better: a rollout policy (Tesauro and Galperin 1996)
improves on its heuristic, or equals it.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import whole_number
from .base import Agent, heuristic_number, strongest
from .rollouts import search_battles

DEFAULT_BUDGET = 200
DEFAULT_ROUNDS = 4
MOST_BUDGET = 1_000_000
"""Most play-outs for a decision, so that every decision ends."""
MOST_MILLISECONDS = 3_600_000
MOST_ROUNDS = 30_000


class Search(Agent):
    """A search: its budget, and the heuristic of its play-outs.

    Attributes:
        budget: play-outs a decision; with `milliseconds` those that fit, as far as learned.
        milliseconds: time a decision; None counts play-outs.
        clock: gives the seconds; another one than the wall clock suits measurements.
    """

    clock: Callable[[], float] = staticmethod(time.perf_counter)

    def __init__(
        self,
        system: str | System,
        *,
        budget: int = DEFAULT_BUDGET,
        milliseconds: float | None = None,
        policy: str | None = None,
        rounds: int = DEFAULT_ROUNDS,
        seed: int = 0,
        name: str = "search",
    ) -> None:
        """Build a search.

        Args:
            system: the system or its name.
            budget: play-outs a decision, shared by its choices, up to 1,000,000.
            milliseconds: time a decision instead, up to an hour; the play-outs that fit are learned
                on the way.
            policy: the heuristic that plays all fighters in the play-outs; None is the strongest.
            rounds: rounds that are played out at most, up to 30,000; then the sides' strengths are
                compared.
            seed: of the samples and of the dice of the play-outs.
            name: its name in tables.

        Raises:
            KeyError: no such heuristic.
            ValueError: a budget, time or number of rounds that is not above 0, or too large.
        """
        super().__init__(name, system, seed)
        self.budget = whole_number("budget", budget, 1, MOST_BUDGET)
        self.rounds = whole_number("rounds", rounds, 1, MOST_ROUNDS)
        if milliseconds is not None and not 0 < milliseconds <= MOST_MILLISECONDS:
            raise ValueError(
                f"milliseconds must be above 0 and at most {MOST_MILLISECONDS}, got {milliseconds}"
            )
        self.milliseconds = milliseconds
        self.play_out_policy = heuristic_number(self.system, policy or strongest(self.system))


class SearchAgent(Search):
    """Plays out each legal choice and takes the one with the best mean result.

    The same seed, battles and play-outs give the same choices; a budget in milliseconds does not.
    """

    def __init__(self, system: str | System, **options: Any) -> None:
        """Build a search: see `Search`."""
        super().__init__(system, **options)
        self._copies = self.system.new_battles(2)
        self._dice = np.zeros((2, 4), np.uint32)
        self._scratch: tuple[np.ndarray, ...] = ()

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The best choice in each watched battle."""
        battles = self.watched(masks)
        if not self._scratch or len(self._scratch[0]) != masks.shape[1]:
            size = masks.shape[1]
            self._scratch = (
                np.zeros(size, np.int64),
                np.zeros((3, size)),
                np.zeros(size, np.bool_),
                self._dice,
            )
        actions = np.zeros(len(masks), np.int64)
        start = self.clock()
        search_battles(
            battles, masks, self.budget, self.play_out_policy, self.rounds, self._copies,
            self._scratch, self.own_words(len(masks)), actions,
        )  # fmt: skip
        open_choices = int((masks.sum(1) > 1).sum())  # a single legal action takes no time
        if self.milliseconds is not None and open_choices:
            self._learn_pace((self.clock() - start) * 1000 / open_choices)
        return actions

    def _learn_pace(self, spent: float) -> None:
        """Adapt the play-outs to the time of the last decisions, at most by a factor of two."""
        assert self.milliseconds is not None
        factor = min(2.0, max(0.5, self.milliseconds / max(spent, 1e-3)))
        self.budget = min(MOST_BUDGET, max(1, round(self.budget * factor)))
