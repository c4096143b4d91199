"""Battles between two agents, in pairs: each seed is fought twice, with the sides swapped.

Letters: `P` pairs, `B` = 2 P battles, `A` actions, `N` the observation's length, `V` verbs.
Battles 2 i and 2 i + 1 have the same dice; the first agent is red in the one and blue in the other.
Nothing depends on the number of threads or on how the battles are cut into blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..envs.core.battle import DRAW
from ..envs.core.dice import seed_words
from ..envs.core.loops import advance_active, deploy_battles, play_out, show_battles
from ..envs.core.system import System, get_system
from ..envs.core.vector import load_templates
from .statistics import PairResult

BLOCK = 250
"""Pairs of compiled heuristics fought between two looks at the progress."""
SLOW_BLOCK = 50
"""The same where an agent is asked from Python."""


class Agent(Protocol):
    """Whatever chooses: SB3's `predict`, on batches.

    `max_side`, if there, is how many slots a side its observations and masks must have.
    `policy`, if there, is the number of a compiled heuristic, which then plays without `predict`.
    `watch(battles, words)`, if there, is called before each `predict` with the records that the
    rows belong to and with dice for the agent's own use.
    """

    name: str

    def predict(
        self,
        observation: np.ndarray,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[np.ndarray, Any]:
        """Actions `[n]` for observations `[n, N]` and masks `[n, A]`."""
        ...


@dataclass
class Field:
    """A block of deployed battles and the arrays that belong to them."""

    system: System
    battles: np.ndarray
    words: np.ndarray
    num_actions: int
    observation_length: int
    verbs: np.ndarray
    usage: np.ndarray

    def controllers(self, one: int, other: int) -> np.ndarray:
        """Array `[B, 2]`: the first agent is red in even battles, blue in odd ones."""
        pair = np.array([[one, other], [other, one]], np.int16)
        return np.tile(pair, (len(self.battles) // 2, 1))


def verb_numbers(system: System, max_side: int) -> np.ndarray:
    """Array `[A]`: number of each action's verb."""
    index = {verb: number for number, verb in enumerate(system.verbs)}
    return np.array(
        [index[system.decode(a, max_side)["verb"]] for a in range(system.num_actions(max_side))],
        np.int64,
    )


def deploy_field(system: System, templates: np.ndarray, dice: np.ndarray, own: np.ndarray) -> Field:
    """Deploy both battles of each pair.

    Args:
        system: the system.
        templates: Array `[T]`.
        dice: Array `[P, 4]`, one generator state a pair.
        own: Array `[P, 4]`, dice for the agents' own use.
    """
    max_side = int(templates["max_side"][0])
    battles = system.new_battles(2 * len(dice))
    battles["dice"] = np.repeat(dice, 2, axis=0)
    words = np.repeat(own, 2, axis=0)
    deploy_battles(battles, templates, words)
    words[1::2] ^= np.uint32(0x9E3779B9)  # the two battles of a pair need not err alike
    return Field(
        system,
        battles,
        words,
        system.num_actions(max_side),
        system.observation_layout(max_side).length,
        verb_numbers(system, max_side),
        np.zeros((2, len(system.verbs)), np.int64),
    )


def play_compiled(field: Field, one: int, other: int, threads: int = 1) -> None:
    """Play all battles to the end between two compiled heuristics."""
    controllers = field.controllers(one, other)
    bounds = np.linspace(0, len(field.battles), threads + 1).astype(int)

    def play(first: int, last: int) -> None:
        part = slice(first, last)
        mask = np.zeros(field.num_actions, np.bool_)
        usage = np.zeros_like(field.usage)
        play_out(
            field.battles[part], controllers[part], field.words[part], mask, field.verbs, usage
        )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, bounds[:-1], bounds[1:]))


def play_agents(field: Field, one: Agent, other: Agent) -> None:
    """Play all battles to the end; each agent is asked for all its battles at once."""
    count = len(field.battles)
    observations = np.zeros((count, field.observation_length), np.float32)
    masks = np.zeros((count, field.num_actions), np.bool_)
    to_act, side = np.zeros(count, np.int8), np.zeros(count, np.int8)
    actions = np.zeros(count, np.int64)
    red_is_one = np.arange(count) % 2 == 0
    while True:
        show_battles(field.battles, observations, masks, to_act, side)
        active = side >= 0
        if not active.any():
            return
        is_ones = active & ((side == 0) == red_is_one)
        for agent, mine in ((one, is_ones), (other, active & ~is_ones)):
            if mine.any():
                rows = np.flatnonzero(mine)
                actions[rows] = ask(agent, field, rows, observations[rows], masks[rows])
        advance_active(field.battles, actions, active)


def ask(
    agent: Agent, field: Field, rows: np.ndarray, observations: np.ndarray, masks: np.ndarray
) -> np.ndarray:
    """One agent's actions for some battles.

    Raises:
        ValueError: the agent chose an illegal action.
    """
    watch = getattr(agent, "watch", None)
    if watch is not None:
        words = field.words[rows]
        watch(field.battles[rows], words)
    chosen, _ = agent.predict(observations, action_masks=masks)
    if watch is not None:
        field.words[rows] = words
    chosen = np.asarray(chosen, np.int64)
    is_action = (chosen >= 0) & (chosen < field.num_actions)
    is_legal = is_action & masks[np.arange(len(rows)), np.where(is_action, chosen, 0)]
    for row in np.flatnonzero(~is_legal)[:1]:
        action, words = int(chosen[row]), "no such action"
        if is_action[row]:
            words = field.system.describe(field.battles[rows[row]], action)
        raise ValueError(f"{agent.name} chose the illegal action {action} ({words})")
    return chosen


def scores_of(battles: np.ndarray) -> np.ndarray:
    """Array `[P, 2]`: the first agent's score, 1 won, 0.5 drawn, 0 lost."""
    winner = battles["winner"].astype(np.int64).reshape(-1, 2)
    mine = np.array([0, 1])
    return np.where(winner == DRAW, 0.5, (winner == mine).astype(float))


def rounds_of(battles: np.ndarray | np.record) -> np.ndarray:
    """Rounds of finished battles, the last one begun counted: never more than the round limit."""
    return np.minimum(battles["round_number"] + 1, battles["round_limit"])


def play_pairs(
    system: str | System,
    scenario: Any,
    one: Agent,
    other: Agent,
    pairs: int,
    seed: int = 0,
    *,
    threads: int = 1,
    block: int | None = None,
) -> Iterator[PairResult]:
    """Fight so many pairs of battles; yields the result so far after each block.

    Args:
        system: name of the system.
        scenario: name, path or model, or a sequence of these to draw from.
        one: the first agent, whose wins are counted.
        other: its opponent.
        pairs: `P`, at least 1.
        seed: pair `i` gets the `i`-th stream of this seed, whoever fights.
        threads: of compiled heuristics; the result does not depend on it.
        block: pairs between two results, fewer by default for agents that are asked from Python.

    Yields:
        The result of all pairs fought so far.
    """
    if pairs < 1:
        raise ValueError(f"pairs must be 1 or more, got {pairs}")
    system = get_system(system) if isinstance(system, str) else system
    max_side = max(getattr(one, "max_side", 0), getattr(other, "max_side", 0))
    _, templates = load_templates(system, scenario, max_side)
    dice = seed_words(seed, pairs)
    own = seed_words(np.random.SeedSequence([seed, 2]), pairs)
    first_policy, other_policy = getattr(one, "policy", None), getattr(other, "policy", None)
    is_compiled = first_policy is not None and other_policy is not None
    block = block or (BLOCK if is_compiled else SLOW_BLOCK)
    finals = []
    for first in range(0, pairs, block):
        part = slice(first, first + block)
        field = deploy_field(system, templates, dice[part], own[part])
        if first_policy is None or other_policy is None:
            play_agents(field, one, other)
        else:
            play_compiled(field, first_policy, other_policy, threads)
        finals.append(field.battles)
        yield result_of(one.name, other.name, np.concatenate(finals))


def result_of(one: str, other: str, battles: np.ndarray) -> PairResult:
    """The result of finished battles."""
    distinct = len(np.unique(battles.view(np.dtype((np.void, battles.dtype.itemsize)))))
    return PairResult.from_scores(
        one,
        other,
        scores_of(battles),
        rounds=rounds_of(battles).reshape(-1, 2),
        distinct=distinct,
    )


def final_result(
    results: Iterator[PairResult], report: Callable[[PairResult], None] | None = None
) -> PairResult:
    """The last of the results that `play_pairs` yields."""
    last: PairResult | None = None
    for last in results:
        if report is not None:
            report(last)
    assert last is not None
    return last
