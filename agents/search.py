"""Search without learning: play every legal choice out many times, and take the best mean.

Flat Monte Carlo with sequential halving (Karnin, Koren and Somekh 2013). Each play-out begins with
a copy of the battle in which what the fighter cannot know is drawn anew (`conceal`). All choices
that are still in the running are tried on the same sample and the same dice, so that they differ by
what they are worth and less by luck; after each stage the worse half is dropped. The choice of the
heuristic that plays the copies stays to the end, and is taken unless another is clearly better:
a rollout policy (Tesauro and Galperin 1996) improves on its heuristic, or equals it.
"""

from __future__ import annotations

import time

import numpy as np

from ..envs.core.compile import njit
from ..envs.core.dice import next_word
from ..envs.core.loops import value_for_red
from ..envs.core.system import System, advance, choose, conceal, legal_action_mask
from .base import Agent, heuristic_number, strongest

DEFAULT_BUDGET = 200
DEFAULT_ROUNDS = 4


TOTAL, GAIN, SQUARE = range(3)
LARGEST = 2.0
"""Difference of the values of a battle won and one lost."""
DOUBT = 1.5
"""Standard errors by which another choice must be better than the heuristic's own."""


@njit
def stages_of(count):
    """How often so many choices must be halved until two are left, one at least if it is two."""
    stages = 0
    while count > 2:
        count = 1 + count // 2
        stages += 1
    return stages + 1 if count == 2 else 0


@njit
def list_legal(mask, candidates):
    """Write the legal actions in a row; how many they are."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            candidates[count] = action
            count += 1
    return count


@njit
def play_on(copies, policy, words, mask, rounds):
    """Play the copy on with one heuristic for everybody; its value for red."""
    battle = copies[1]
    last = battle.round_number + rounds
    while not battle.over and battle.round_number < last:
        legal_action_mask(battle, mask)
        advance(battle, choose(battle, policy, mask, words))
    return value_for_red(battle)


@njit
def try_all(battles, index, copies, candidates, count, results, policy, rounds, mask, words, dice):
    """One sample of what is hidden, and one play-out of each choice on the same dice.

    `results [3, A]`, by place: the sum of the values, the sum of what they are above the value of
    the heuristic's own choice, which has place 0, and the sum of the squares of that.
    """
    battle = battles[index]
    copies[0] = battle
    copies[0].log = False
    conceal(copies[0], np.int64(battle.to_act), words)
    sign = 1.0 - 2.0 * battle.side[battle.to_act]
    for word in range(4):
        dice[1, word] = next_word(words)
    own = 0.0
    for place in range(count):
        copies[1] = copies[0]
        for word in range(4):
            dice[0, word] = dice[1, word]
        advance(copies[1], candidates[place])
        value = sign * play_on(copies, policy, dice[0], mask, rounds)
        if place == 0:
            own = value
        results[TOTAL, place] += value
        results[GAIN, place] += value - own
        results[SQUARE, place] += (value - own) ** 2


@njit
def swap(candidates, results, one, other):
    """Let two choices change places."""
    candidates[one], candidates[other] = candidates[other], candidates[one]
    for kind in range(len(results)):
        results[kind, one], results[kind, other] = results[kind, other], results[kind, one]


@njit
def drop_worse_half(candidates, results, count):
    """Sort all but the first choice by their totals, the best before; how many stay."""
    for start in range(2, count):
        place = start
        while place > 1 and results[TOTAL, place - 1] < results[TOTAL, place]:
            swap(candidates, results, place - 1, place)
            place -= 1
    return 1 + count // 2


@njit
def is_clearly_better(gain, squares, samples):
    """Whether a choice is better than the heuristic's own by more than luck explains.

    Args:
        gain: sum of the differences of their values, each from -2 to 2.
        squares: sum of the squares of these differences; one more is feigned, as large as can be,
            so that a few equal samples prove nothing.
        samples: how many there are.
    """
    if samples < 2 or gain <= 0:
        return False
    mean = gain / samples
    variance = (squares + LARGEST * LARGEST - samples * mean * mean) / (samples - 1)
    return mean * mean > DOUBT * DOUBT * variance / samples


@njit
def search_battle(battles, index, mask, budget, policy, rounds, copies, scratch, words):
    """The best choice of the deciding fighter of one battle."""
    candidates, results, play_mask, dice = scratch
    count = list_legal(mask, candidates)
    own = choose(battles[index], policy, mask, words)
    for place in range(count):
        results[:, place] = 0.0
        if candidates[place] == own:
            swap(candidates, results, 0, place)
    stages = stages_of(count)
    samples = 0
    for _ in range(stages):
        tries = max(1, budget // (stages * count))
        for _ in range(tries):
            try_all(
                battles, index, copies, candidates, count, results, policy, rounds, play_mask,
                words, dice,
            )  # fmt: skip
        samples += tries
        count = drop_worse_half(candidates, results, count)
    if samples > 0 and is_clearly_better(results[GAIN, 1], results[SQUARE, 1], samples):
        return candidates[1]
    return candidates[0]


@njit
def search_battles(battles, masks, budget, policy, rounds, copies, scratch, words, actions):
    """The best choice in every battle that is not over; `actions [B]` is written."""
    for index in range(len(battles)):
        if not battles[index].over:
            actions[index] = search_battle(
                battles, index, masks[index], budget, policy, rounds, copies, scratch, words[index]
            )


class SearchAgent(Agent):
    """Plays each legal choice out and takes the one with the best mean result.

    The same seed, battles and play-outs give the same choices; a budget in milliseconds does not.
    """

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
            budget: play-outs a decision, shared by its legal choices.
            milliseconds: time a decision instead; the play-outs that fit are learned on the way.
            policy: the heuristic that plays everybody in the play-outs; None is the strongest.
            rounds: rounds that are played out at most; then the sides' strengths are compared.
            seed: of the samples and of the dice of the play-outs.
            name: what tables call it.

        Raises:
            KeyError: no such heuristic.
            ValueError: a budget, time or number of rounds that is not above 0.
        """
        super().__init__(name, system, seed)
        if budget < 1 or rounds < 1 or (milliseconds is not None and milliseconds <= 0):
            raise ValueError(
                f"budget, rounds and milliseconds must be above 0, got {budget}, {rounds} and "
                f"{milliseconds}"
            )
        self.budget = budget
        self.rounds = rounds
        self.milliseconds = milliseconds
        self.play_out_policy = heuristic_number(self.system, policy or strongest(self.system))
        self._copies = self.system.new_battles(2)
        self._dice = np.zeros((2, 4), np.uint32)
        self._scratch: tuple[np.ndarray, ...] = ()

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The best choice in each battle that it watches."""
        battles = self.watched(len(masks))
        if not self._scratch or len(self._scratch[0]) != masks.shape[1]:
            size = masks.shape[1]
            self._scratch = (
                np.zeros(size, np.int64),
                np.zeros((3, size)),
                np.zeros(size, np.bool_),
                self._dice,
            )
        actions = np.zeros(len(masks), np.int64)
        start = time.perf_counter()
        search_battles(
            battles, masks, self.budget, self.play_out_policy, self.rounds, self._copies,
            self._scratch, self.own_words(len(masks)), actions,
        )  # fmt: skip
        if self.milliseconds is not None:
            self._learn_pace((time.perf_counter() - start) * 1000 / len(masks))
        return actions

    def _learn_pace(self, spent: float) -> None:
        """Adapt the play-outs to the time that the last decisions took, at most twofold."""
        assert self.milliseconds is not None
        factor = min(2.0, max(0.5, self.milliseconds / max(spent, 1e-3)))
        self.budget = max(1, round(self.budget * factor))
