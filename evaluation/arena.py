"""Battles between two agents, in pairs: each seed is played twice, with the sides swapped.

Letters: `P` pairs, `B` = 2 P battles.
The results do not depend on the number of threads or on the executor. Agents that draw from a
generator of their own are seeded before each block, so theirs depend on the size of the blocks;
an agent that carries more from one battle to the next must have a method `seed` that forgets it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import seed_or_entropy, whole_number
from ..envs.core.scenarios.loading import load_templates
from ..envs.core.session.agent_query import (
    as_system,
    checked_agent,
    choices_for,
    longest_memory,
    name_of,
    policy_of,
)
from ..envs.core.session.battle_view import rounds_of
from .executors.tasks import HERE, Executor, Job, Task, run_jobs
from .field import (
    BLOCK,
    SLOW_BLOCK,
    Agent,
    deploy_field,
    play_agents,
    play_compiled,
    scores_of,
    streams_of,
)
from .statistics import PairResult

MOST_PAIRS = 1_000_000


@dataclass(frozen=True)
class Fought:
    """A block of finished battles in pairs.

    Attributes:
        scores: Array `[P, 2]` of the first agent.
        rounds: Array `[P, 2]`.
        decided_first: Array `[P, 2]` bool: whether the first agent took the first decision.
        digests: Array `[B]` of bytes: equal battles have equal digests.
    """

    scores: np.ndarray
    rounds: np.ndarray
    decided_first: np.ndarray
    digests: np.ndarray


@dataclass(frozen=True)
class Pairing:
    """Two agents and their battles.

    Attributes:
        names: those in the results.
        pairs: `P`.
        job: a task for each block of battles, which gives what was `Fought`.
    """

    names: tuple[str, str]
    pairs: int
    job: Job


class Growth:
    """The result of a pairing, which grows block by block: each block is counted once."""

    def __init__(self, pairing: Pairing) -> None:
        """Make room for all battles of a pairing.

        Raises:
            ValueError: its two agents have one name.
        """
        self.empty = PairResult.from_scores(*pairing.names, [])
        self.pairs, self.rounds_in_all, self.digests = 0, 0.0, set[bytes]()
        self.scores, self.rounds = np.empty((2, pairing.pairs, 2))
        self.decided_first = np.empty((pairing.pairs, 2), np.bool_)
        self.counts = np.zeros(3, np.int64)

    def add(self, block: Fought) -> PairResult:
        """The result with a further block; its arrays are views that never change."""
        part = slice(self.pairs, self.pairs + len(block.scores))
        for name in ("scores", "rounds", "decided_first"):
            getattr(self, name)[part] = getattr(block, name)
        self.pairs = part.stop
        self.rounds_in_all += float(block.rounds.sum())
        self.digests.update(block.digests.tolist())
        self.counts += [np.count_nonzero(block.scores == score) for score in (1, 0, 0.5)]
        wins, losses, draws = map(int, self.counts)
        scores, rounds = self.scores[: self.pairs], self.rounds[: self.pairs]
        decided_first = self.decided_first[: self.pairs]
        for array in (scores, rounds, decided_first):
            array.setflags(write=False)
        return replace(
            self.empty, wins=wins, losses=losses, draws=draws, battles=scores.size,
            mean_rounds=self.rounds_in_all / scores.size, distinct=len(self.digests),
            scores=scores, rounds=rounds, decided_first=decided_first,
        )  # fmt: skip


def pair_up(
    system: str | System, scenario: Any, one: Agent, other: Agent, pairs: int,
    seed: int | None = 0, *, threads: int = 1, block: int | None = None, swap: bool = True,
) -> Pairing:  # fmt: skip
    """Plan the battles of two agents; arguments and errors as in `play_pairs`."""
    pairs = whole_number("pairs", pairs, 1, MOST_PAIRS)
    threads = whole_number("threads", threads, 1, MOST_PAIRS)
    seed = seed_or_entropy(seed)
    system = as_system(system)
    max_side = max(checked_agent(agent, system) for agent in (one, other))
    models, templates = load_templates(system, scenario, max_side, with_states=True)
    is_compiled = all(policy_of(agent, system) is not None for agent in (one, other))
    usual = BLOCK if is_compiled else SLOW_BLOCK
    size = whole_number("block", usual if block is None else block, 1, MOST_PAIRS)
    step = size if swap else 2 * size
    choices, memory = (choices_for(one), choices_for(other)), longest_memory(0, one, other)
    names, count = (name_of(one), name_of(other)), pairs if swap else 2 * pairs
    names = names if swap else names_by_side(*names)

    def tasks() -> Iterator[Task]:
        dice, own = streams_of(seed, count)
        for first in range(0, count, step):
            part = slice(first, min(first + step, count))
            title = f"{' against '.join(names)}, streams {first + 1} to {part.stop}"
            deployed = (system, templates, dice[part], own[part], swap, choices, memory, models)
            yield Task(title, system.name, play_block, (deployed, (one, other), threads))

    return Pairing(names, pairs, Job(tasks, -(-count // step)))


def play_block(deployed: tuple[Any, ...], agents: tuple[Agent, Agent], threads: int) -> Fought:
    """Play a block of battles between two agents; `deployed` are arguments of `deploy_field`."""
    field = deploy_field(*deployed)
    one, other = (policy_of(agent, field.system) for agent in agents)
    if one is None or other is None:
        play_agents(field, agents, field.battles["side"] != field.first_side[:, None])
    else:
        play_compiled(field, one, other, threads)
    digests = [hashlib.blake2b(record, digest_size=16).digest() for record in field.battles]
    return Fought(
        scores_of(field.battles, bool(field.first_side.any())),
        (rounds_of(field.battles) - field.begun).reshape(-1, 2),
        field.decided_first.reshape(-1, 2),
        np.array(digests, "V16"),
    )


def play_pairs(
    system: str | System,
    scenario: Any,
    one: Agent,
    other: Agent,
    pairs: int,
    seed: int | None = 0,
    *,
    threads: int = 1,
    block: int | None = None,
    swap: bool = True,
    executor: Executor = HERE,
) -> Iterator[PairResult]:
    """Play `pairs` pairs of battles; yields the result so far after each block.

    Args:
        system: name of the system.
        scenario: name, path or model, or a sequence of these to draw from; the battles of one with
            a state begin there.
        one: the first agent; the results count its wins.
        other: its opponent.
        pairs: `P`, 1 to 1,000,000.
        seed: pair `i` gets the `i`-th stream of this seed, for all agents; None draws a seed.
        threads: of compiled heuristics; the result does not depend on it.
        block: pairs between two results; the default is smaller for agents that run in Python. The
            result depends on it only for agents with a generator of their own.
        swap: False lets the first agent be red in all battles, each of which has its own dice; the
            result's names then say so, `berserker (red)`.
        executor: plays the blocks; the result does not depend on it.

    Yields:
        The result of all pairs so far.

    Raises:
        AgentError: an agent failed or chose an illegal action; the message names it.
        KeyError: unknown system.
        ScenarioError: the scenario cannot be used.
        ValueError: `pairs`, `threads` or `block` below 1, no such seed, an agent of another system,
            with unknown choices, with fewer slots a side than the scenario needs, or that the
            executor cannot send to its workers.
        TypeError: an agent without `predict`.
    """
    pairing = pair_up(
        system, scenario, one, other, pairs, seed, threads=threads, block=block, swap=swap
    )
    for _, result in play_pairings([pairing], executor):
        yield result


def play_pairings(
    pairings: Sequence[Pairing], executor: Executor = HERE
) -> Iterator[tuple[int, PairResult]]:
    """Play several pairings; the blocks of all are tasks of one executor.

    Yields:
        The number of a pairing and its result so far, after each block.

    Raises:
        AgentError: an agent failed or chose an illegal action; the message names it.
    """
    number, growth = -1, None
    for job, fought in run_jobs([one.job for one in pairings], executor):
        if growth is None or job != number:
            number, growth = job, Growth(pairings[job])
        yield number, growth.add(fought[-1])


def final_results(
    pairings: Sequence[Pairing],
    executor: Executor = HERE,
    report: Callable[[int, PairResult], None] | None = None,
) -> list[PairResult]:
    """The results of pairings; `report` is called with a number and the result so far."""
    found: dict[int, PairResult] = {}
    for number, result in play_pairings(pairings, executor):
        found[number] = result
        if report is not None:
            report(number, result)
    return list(found.values())


def names_by_side(one: str, other: str) -> tuple[str, str]:
    """The names of agents whose sides are not swapped."""
    return f"{one} (red)", f"{other} (blue)"


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
