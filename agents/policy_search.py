"""Search with a trained network, which picks the choices that are played out.

`PolicySearchAgent` searches as `search.py` does. The network's probabilities pick the few choices
worth trying, as in Gumbel MuZero (Danihelka et al. 2022). In duels the network also plays the first
decisions of each play-out, for friend and foe, in one batch for all copies; the heuristic plays the
rest. The network's favourite stays to the end, and a choice costs the more the less likely it is.
An order, written clause by clause, is one choice: whole orders are drawn, played out and compared.

Letters: `B` battles, `A` actions, `N` the observation's length, `C` choices, `n` copies.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.engine.loops import advance_active, choose_in_battles
from ..envs.core.inputs.arguments import whole_number
from ..envs.core.session.agent_query import battles_at, put_battles
from .chances import ChanceAgent, draw, look_at, play_copies
from .rollouts import (
    DOUBT,
    GAIN,
    SQUARE,
    TOTAL,
    is_clearly_better,
    play_all_on,
    stages_of,
)
from .search import MOST_ROUNDS, Search

LANES = 96
"""Most copies that are played in one batch."""
CANDIDATES = 8
"""Most choices of the network that are tried."""
SHARE = 0.99
"""The share of the network's probability that these carry, unless they are `CANDIDATES`."""
REPLIES = 32
"""Decisions that the network plays at the beginning of a play-out of a duel. In larger battles it
plays none: few of its play-outs fit in the time, and a heuristic's take a tenth of it."""
HORIZON = 3
"""Rounds of a play-out that begins with a network."""
LEAST = 0.01
"""Least probability of an action in comparisons: below, all are equally unlikely."""
CAUTION = 0.1
"""The value by which a choice must be better, for each factor e by which it is less likely."""
HEURISTIC_DOUBT = 2.5
"""Standard errors by which a choice must beat the network's favourite if a heuristic plays on: it
does not follow up as the network would, so its values mislead more than those of the network."""
DRAWN = 24
"""Orders that are drawn from the network."""
MOST_PLANS = 10_000
"""Most clauses of orders that are remembered."""
PACE = 3e-4
"""Seconds of a play-out, before any was measured."""
MOST_SAVED = 3
"""Most budgets that clear choices leave for later ones."""
LEARNED = 0.3
"""Weight of the last batch in the mean time of a play-out."""

Plan = tuple[int, ...]
"""A choice: one action, or those of all clauses of an order."""


@dataclass(frozen=True)
class Moment:
    """A decision.

    Attributes:
        battle: Array `[1]`: a copy of the battle.
        observation: Array `[N]`: the observation of the deciding fighter.
        mask: Array `[A]` bool: the actions that may be chosen.
        words: Array `[4]` uint32: the dice of the samples; they advance.
        draws: the generator of the network's choices.
    """

    battle: np.ndarray
    observation: np.ndarray
    mask: np.ndarray
    words: np.ndarray
    draws: np.random.Generator

    def dice(self, count: int) -> np.ndarray:
        """Fresh dice `[count, 4]` uint32."""
        return self.draws.integers(1, 1 << 32, (count, 4), np.uint32)

    def look(self, copies: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Observations `[n, N]` and masks `[n, A]` of copies of the battle."""
        return look_at(copies, len(self.observation), len(self.mask))


def plan_key(battle: np.record, observation: np.ndarray) -> bytes:
    """The key of a clause: its battle, told by dice that rest until all orders are in, and moment.

    Only the key holds the dice: no choice depends on them.
    """
    return bytes(battle["dice"].tobytes() + observation.tobytes())


def logarithm(chances: np.ndarray) -> np.ndarray:
    """The logarithms of probabilities, at least that of `LEAST`."""
    return np.log(np.maximum(chances, LEAST))


class PolicySearchAgent(Search):
    """Plays out the likely choices of a network, and takes the best if it is clearly better.

    The same seed, battles and play-outs give the same choices; a budget in milliseconds does not.
    A written order is chosen at its first clause, with the budget of all its clauses. The choices
    at the next clauses follow it while they are legal.

    Attributes:
        network: the agent with the network, whose `max_side`, `choices` and `memory` it has.
    """

    def __init__(
        self,
        network: ChanceAgent,
        *,
        replies: int | None = None,
        rounds: int = HORIZON,
        **options: Any,
    ) -> None:
        """Build a search.

        Args:
            network: a trained agent, from an NPC file or the folder of a run.
            replies: decisions that the network plays at the beginning of a play-out, 0 to 30,000;
                None is 32 for networks that learned duels, and 0 for others.
            rounds: rounds that are played out at most.
            **options: the others of `Search`, without the system.

        Raises:
            KeyError: no such heuristic.
            ValueError: a number is out of its range.
        """
        super().__init__(network.system, rounds=rounds, **options)
        self.network = network
        self.max_side, self.memory = network.max_side, network.memory
        self.choices = network.choices
        if replies is None:
            replies = REPLIES if self.max_side == 1 else 0
        self.replies = whole_number("replies", replies, 0, MOST_ROUNDS)
        self._writes_orders = self.system.order_choices is not None
        self._following: dict[bytes, int] = {}
        self._pace, self._saved = PACE, 0.0

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The best choice in each watched battle."""
        battles, words = self.watched(masks), self.own_words(len(masks))
        actions = np.zeros(len(masks), np.int64)
        for row in np.flatnonzero(~battles["over"]):
            start, mask = self.clock(), masks[row]
            planned = self._following.get(plan_key(battles[row], observations[row]), -1)
            if planned >= 0 and mask[planned]:
                actions[row] = planned
                continue
            battle = battles_at(battles, [int(row)])
            draws = np.random.default_rng(words[row].tolist())
            battle["log"], battle["memory"] = False, self.memory
            moment = Moment(battle, observations[row], mask, words[row], draws)
            best = self._best_of(moment, self._candidates(moment), start)
            if self.milliseconds is not None and mask.sum() > 1:
                self._save(len(best) * self.milliseconds / 1000 - (self.clock() - start))
            if len(best) > 1:
                self._remember(moment, best)
            actions[row] = best[0]
        return actions

    def _candidates(self, moment: Moment) -> dict[Plan, float]:
        """The plans worth a try, the network's favourite first, and their log-probabilities."""
        if self._writes_orders:
            return self._orders(moment)
        if moment.mask.sum() == 1:
            return {(int(moment.mask.argmax()),): 0.0}
        mask = moment.mask[None]
        chances = self.network.compute_chances(moment.observation[None], mask)[0]
        ranked = np.argsort(-chances, kind="stable")[: mask.sum()]
        needed = 1 + int(np.searchsorted(np.cumsum(chances[ranked]), SHARE))
        own = np.zeros(1, np.int64)
        policy = np.array([self.play_out_policy], np.int16)
        choose_in_battles(self._samples(moment, 1), policy, mask, moment.dice(1), own)
        allowed = own[moment.mask[own]]  # a heuristic may not heed a narrower mask
        likely = [*ranked[: min(needed, CANDIDATES)].tolist(), *allowed.tolist()]
        return {(action,): float(logarithm(chances[action])) for action in likely}

    def _orders(self, moment: Moment) -> dict[Plan, float]:
        """As `_candidates`: orders that the network writes, and one of each heuristic."""

        def by_network(rows: np.ndarray, chances: np.ndarray, *_: np.ndarray) -> np.ndarray:
            drawn = draw(chances, moment.draws.random(len(rows)))
            return np.where(rows == 0, chances.argmax(1), drawn)

        numbers = [number for name, number in self.system.policies.items() if name != "random"]
        policies, dice = np.array(numbers, np.int16), moment.dice(len(numbers))

        def by_heuristics(
            rows: np.ndarray, _: np.ndarray, copies: np.ndarray, masks: np.ndarray
        ) -> np.ndarray:
            actions, words = np.zeros(len(rows), np.int64), dice[rows]
            choose_in_battles(copies, policies[rows], masks, words, actions)
            dice[rows] = words
            return actions

        favourite, *drawn = self._written(moment, 1 + DRAWN, by_network)
        likely = [favourite, *sorted(drawn, key=lambda one: -one[1])]
        plans = dict(list(dict(likely).items())[:CANDIDATES])
        others = dict(self._written(moment, len(numbers), by_heuristics))
        return plans | {plan: chance for plan, chance in others.items() if moment.mask[plan[0]]}

    def _written(
        self, moment: Moment, count: int, pick: Callable[..., np.ndarray]
    ) -> list[tuple[Plan, float]]:
        """Orders that `pick` writes clause by clause, and their log-probabilities."""
        copies = battles_at(self._samples(moment, 1), [0] * count)
        fighter, now = int(copies["to_act"][0]), int(copies["round_number"][0])
        found: list[list[int]] = [[] for _ in range(count)]
        likelihood, rows = np.zeros(count), np.arange(count)
        while len(rows):
            part, each = battles_at(copies, rows), np.arange(len(rows))
            observations, masks = moment.look(part)
            if not found[0]:
                masks[:] = moment.mask
            chances = self.network.compute_chances(observations, masks)
            actions = pick(rows, chances, part, masks)
            for row, action in zip(rows, actions.tolist(), strict=True):
                found[row].append(action)
            likelihood[rows] += logarithm(chances[each, actions])
            advance_active(part, actions, masks[each, actions])
            put_battles(copies, rows, part)
            writes = ~part["over"] & (part["to_act"] == fighter) & (part["round_number"] == now)
            rows = rows[writes & masks[each, actions]]
        return list(zip(map(tuple, found), likelihood.tolist(), strict=True))

    def _remember(self, moment: Moment, plan: Plan) -> None:
        """Remember the clauses after the first, by what the fighter sees when it writes them."""
        copy = self._samples(moment, 1)
        for action, following in itertools.pairwise(plan):
            advance_active(copy, np.array([action]), np.ones(1, np.bool_))
            key = plan_key(moment.battle[0], moment.look(copy)[0][0])
            self._following[key] = following
        while len(self._following) > MOST_PLANS:
            del self._following[next(iter(self._following))]

    def _best_of(self, moment: Moment, chances: dict[Plan, float], start: float) -> Plan:
        """The plan with the best mean, if it is clearly better than the first one."""
        plans, likelihood = list(chances), np.array([*chances.values()])
        costs = CAUTION * np.maximum(0, likelihood[0] - likelihood)
        count, samples = len(plans), 0
        results = np.zeros((3, count))
        stages = stages_of(count)
        for stage in range(stages):
            for size in self._sizes(count, len(plans[0]), stage, stages, start):
                values = self._play_out(moment, plans, size) - costs
                gains = values - values[:, :1]
                results[TOTAL] += values.sum(0)
                results[GAIN] += gains.sum(0)
                results[SQUARE] += (gains**2).sum(0)
                samples += size
            count = 1 + count // 2
            ranked = [0, *(1 + np.argsort(-results[TOTAL, 1:], kind="stable"))][:count]
            plans = [plans[place] for place in ranked]
            results, costs = results[:, ranked], costs[ranked]
        if not stages:
            return plans[0]
        gain, squares = results[GAIN, 1], results[SQUARE, 1]
        doubt = DOUBT if self.replies else HEURISTIC_DOUBT
        return plans[1 if is_clearly_better(gain, squares, samples, doubt) else 0]

    def _save(self, seconds: float) -> None:
        """Keep the time that a choice left over, or count what it took too much."""
        most = MOST_SAVED * (self.milliseconds or 0) / 1000
        self._saved = min(most, max(-most, self._saved + seconds))

    def _sizes(
        self, count: int, decisions: int, stage: int, stages: int, start: float
    ) -> Iterator[int]:
        """The samples of each batch of a stage, for `count` plans with a number of decisions."""
        most = max(1, LANES // count)
        if self.milliseconds is None:
            left = max(1, decisions * self.budget // (stages * count))
            for first in range(0, left, most):
                yield min(most, left - first)
            return
        allowed = decisions * self.milliseconds / 1000 + self._saved
        end = start + allowed * (stage + 1) / stages
        now, is_needed = self.clock(), stage == 0
        while is_needed or end - now > self._pace * count / 2:
            size = int(min(most, max(1, (end - now) / (self._pace * count))))
            yield size
            before, now = now, self.clock()
            self._pace += LEARNED * ((now - before) / (size * count) - self._pace)
            is_needed = False

    def _samples(self, moment: Moment, count: int) -> np.ndarray:
        """Copies `[count]` of a battle with samples of what the fighter cannot know."""
        copies = battles_at(moment.battle, [0] * count)
        fighter = int(copies["to_act"][0])
        for copy in copies:
            self.system.conceal(copy, fighter, moment.words)
        if self.memory:
            copies["memory_kinds"][:, np.arange(copies["memory_kinds"].shape[1]) != fighter] = 0
        return copies

    def _play_out(self, moment: Moment, plans: list[Plan], samples: int) -> np.ndarray:
        """Values `[samples, C]` of the plans for the fighter's side, all on the same dice."""
        count = len(plans)
        hidden = self._samples(moment, samples)
        side = int(hidden["side"][0, hidden["to_act"][0]])
        last = int(hidden["round_number"][0]) + self.rounds
        places = np.repeat(np.arange(samples), count)
        copies = battles_at(hidden, places)
        self._take(copies, plans, samples)
        draws = moment.draws.random((self.replies, samples)).repeat(count, axis=1)
        play_copies(self.network, copies, moment.look, last, draws)
        mask, dice = np.zeros(len(moment.mask), np.bool_), moment.dice(samples)[places]
        values = np.zeros(len(places))
        play_all_on(copies, self.play_out_policy, dice, mask, last, values)
        return (1 - 2 * side) * values.reshape(samples, count)

    def _take(self, copies: np.ndarray, plans: list[Plan], samples: int) -> None:
        """Take all actions of the plans, one after the other, in the copies `[samples * C]`."""
        for place in range(max(map(len, plans))):
            actions = np.array([plan[place] if place < len(plan) else -1 for plan in plans])
            advance_active(copies, np.tile(actions, samples), np.tile(actions >= 0, samples))
