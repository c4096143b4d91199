"""Quintain-10: ten tasks, one number each, for agents that are to be compared across papers.

A task is the duel or the skirmish of a system. Its number is the share of battles that the agent
wins against held-out opponents and in held-out scenarios, which no training config may use
(`held_out`): against the held-out heuristics in the task's own scenario, against the built-in ones
in the held-out scenario of its kind, and against the held-out ones there. The three parts count
alike. A draw is no win: an agent that waits for the last round wins nothing.

Beside it stands the share against the built-in heuristics in the task's own scenario, where most
agents have learned. The battles, their seeds and the opponents are fixed by `PROTOCOL`; a score of
another protocol cannot be compared.

Letters: `P` pairs of battles, `R` resamples, `K` tasks.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..agents.base import PATIENT
from ..agents.registry import make_agent
from ..envs.core.engine.system import System, get_system
from ..envs.core.session.agent_query import name_of
from .arena import Pairing, final_results, pair_up
from .executors.tasks import HERE, Executor
from .held_out import held_out_heuristics, held_out_scenarios
from .shares import share_by_pair
from .statistics import PRIOR_PAIRS, Interval, percentile_interval

PROTOCOL = "Quintain-10, version 1"
"""The name of these rules: it changes with any of the tasks, opponents, seeds and numbers here."""
SYSTEMS = ("heimr", "martial", "mythic_epoch", "platemail", "wildroll")
SCENARIOS = ("duel", "skirmish")
TASKS = tuple(f"{system}/{scenario}" for system in SYSTEMS for scenario in SCENARIOS)
PAIRS = 120
"""Pairs of battles in each part of a task."""
SEED = 90_000_000
"""Seed of the battles, which no training and no other measurement uses."""
RESAMPLES = 4000
PARTS = ("held_out_opponents", "held_out_scenario", "both", "known")
"""The parts of a task; the first three make its number."""


@dataclass(frozen=True)
class Part:
    """The battles of one part of a task.

    Attributes:
        won: Battles won; `drawn` and `lost` are the others.
        by_pair: Battles won of each pair, 0 to 2.
    """

    won: int
    drawn: int
    lost: int
    by_pair: tuple[int, ...]

    @property
    def share(self) -> float:
        """Share of the battles that were won."""
        return self.won / (self.won + self.drawn + self.lost)


@dataclass(frozen=True)
class TaskScore:
    """The results of one agent in one task.

    Attributes:
        task: `wildroll/duel`.
        agent: name of the agent.
        rules_version: version of the system's rules.
        decisions: decisions that it learned from; None if that is not known.
        minutes: minutes of its training by the clock of the run; None if that is not known.
        parts: the battles of each of `PARTS`.
    """

    task: str
    agent: str
    rules_version: int
    decisions: int | None
    minutes: float | None
    parts: Mapping[str, Part]

    @property
    def number(self) -> float:
        """The number of the task, 0 to 1."""
        return float(np.mean([self.parts[name].share for name in PARTS[:3]]))

    def interval(self) -> Interval:
        """The number with its 95 % interval over the dice of its pairs."""
        return percentile_interval(self.number, _resampled(self), 0.95)

    def known(self) -> Interval:
        """The share of battles won against known opponents in the known scenario."""
        known = self.parts["known"].by_pair
        return share_by_pair(known, [2] * len(known))

    def to_json(self) -> dict[str, Any]:
        """The counts and the numbers as plain data."""
        parts = {name: asdict(part) for name, part in self.parts.items()}
        numbers = {"number": self.interval().to_json(), "known": self.known().to_json()}
        return {**asdict(self), "parts": parts, **numbers}


def opponents(task: str, part: str) -> list[str]:
    """The opponents in a part of a task, each of which fights equally often."""
    system = get_system(task.partition("/")[0])
    if part in ("held_out_opponents", "both"):
        return list(held_out_heuristics(system.name))
    return [one for one in system.policies if one not in ("random", PATIENT)]


def pairs_of(task: str, part: str, pairs: int = PAIRS) -> int:
    """The number of pairs of battles in a part of a task, in which all opponents have as many."""
    count = len(opponents(task, part))
    return count * -(-pairs // count)


def _resampled(score: TaskScore) -> np.ndarray:
    """The number of a task by the Bayesian bootstrap over the dice: Array `[R]`.

    Pairs with the same dice get the same weight, in all parts and in all runs of the task.
    """
    task = TASKS.index(score.task)
    prior = np.random.default_rng([task, PAIRS])
    shares = []
    for name in PARTS[:3]:
        won = np.array(score.parts[name].by_pair)
        weights, total = _weights(task, len(opponents(score.task, name)), len(won))
        # All parts together get half a pair lost twice and half a pair won twice: all or nothing
        # leaves doubt. As much for each part would be too much where nearly all battles are won.
        lost, extra = prior.standard_gamma(PRIOR_PAIRS / len(PARTS[:3]), (2, RESAMPLES))
        shares.append((won / 2 @ weights + extra) / (total + lost + extra))
    return np.asarray(np.mean(shares, axis=0))


@functools.lru_cache(maxsize=4)  # the runs of a task follow each other
def _weights(task: int, places: int, pairs: int) -> tuple[np.ndarray, np.ndarray]:
    """The weights `[P, R]` of the dice of a part, and their sums `[R]`.

    The weights at a place among the opponents are equal in all parts.
    """
    size = -(-pairs // places), RESAMPLES
    rows = [np.random.default_rng([task, one]).standard_exponential(size) for one in range(places)]
    weights = np.concatenate(rows)[:pairs]
    return weights, weights.sum(axis=0)


def score_task(
    task: str, agent: Any, *, pairs: int = PAIRS, report: Callable[[str], None] = lambda _: None,
    executor: Executor = HERE,
) -> TaskScore:  # fmt: skip
    """Let an agent fight the battles of a task.

    Args:
        task: one of `TASKS`.
        agent: the agent.
        pairs: pairs of battles in each part; other numbers than `PAIRS` are not the benchmark.
        report: called with the name of the opponent.
        executor: fights the battles; the scores do not depend on it.

    Raises:
        AgentError: the agent failed or chose an illegal action.
        ValueError: unknown task, or an agent that has no slots for it.
    """
    if task not in TASKS:
        raise ValueError(f"a task is one of {', '.join(TASKS)}, got {task!r}")
    name, _, scenario = task.partition("/")
    system = get_system(name)
    new = _held_out_scenario(system, scenario)
    pairings, owners = [], []
    for part, place in zip(PARTS, (scenario, new, new, scenario), strict=True):
        foes = opponents(task, part)
        pairings += _pairings(system, place, agent, foes, pairs)
        owners += [part] * len(foes)
    found = final_results(pairings, executor, lambda _, one: report(one.b.partition(" ")[0]))
    scores: dict[str, list[np.ndarray]] = {}
    for part, result in zip(owners, found, strict=True):
        scores.setdefault(part, []).append(result.scores)
    parts = {part: _part(np.concatenate(each)) for part, each in scores.items()}
    decisions, minutes = cost_of(agent)
    return TaskScore(task, name_of(agent), system.rules_version, decisions, minutes, parts)


def _held_out_scenario(system: System, scenario: str) -> str:
    return str(held_out_scenarios(system)[f"held_out/{scenario}"])


def _pairings(
    system: System, scenario: str, agent: Any, foes: Sequence[str], pairs: int
) -> list[Pairing]:
    """The pairings with some opponents, each of which fights equally often."""
    found = []
    for place, foe in enumerate(foes):
        other = make_agent(foe, system, 1)
        other.name = f"{foe} as the opponent"  # an agent may meet itself
        count = -(-pairs // len(foes))
        found.append(pair_up(system, scenario, agent, other, count, SEED + place))
    return found


def _part(points: np.ndarray) -> Part:
    """The part with these scores `[P, 2]` of the agent."""
    won = (points == 1).sum(1)
    count, drawn = int(won.sum()), int((points == 0.5).sum())
    return Part(count, drawn, points.size - count - drawn, tuple(int(one) for one in won))


def cost_of(agent: Any) -> tuple[int | None, float | None]:
    """Decisions and minutes of the training of an NPC, a run or a league; None where unknown."""
    if (npc := getattr(agent, "npc", None)) is not None:
        recipe = npc.manifest.training
        cost = recipe.decisions, recipe.seconds
    elif hasattr(agent, "training_cost"):
        cost = agent.training_cost()
    else:
        cost = None
    return (None, None) if cost is None else (cost[0], round(cost[1] / 60, 1))


# --- All tasks ------------------------------------------------------------------------------------


def aggregate(scores: Sequence[TaskScore]) -> Interval:
    """The interquartile mean of the numbers of all runs, with its 95 % interval (Agarwal 2021).

    A run is the score of one agent, such as one seed of a method, in one task. As in rliable, the
    highest and the lowest quarter of the runs of all tasks together are left out
    (`interquartile_mean`). Tasks count alike however many runs they have: a run of a task with `n`
    runs has the weight `1 / n`. Each resample draws the runs again within their task, and the dice
    of the task.
    """
    by_task: dict[str, list[TaskScore]] = {}
    for one in scores:
        by_task.setdefault(one.task, []).append(one)
    counts = [len(runs) for runs in by_task.values()]
    generator = np.random.default_rng(0)
    rows: list[np.ndarray] = []
    for runs in by_task.values():
        table = np.stack([_resampled(one) for one in runs])  # [runs, R]
        picks = generator.integers(0, len(runs), (len(runs), RESAMPLES))
        rows.append(table[picks, range(RESAMPLES)])
    numbers = np.array([one.number for runs in by_task.values() for one in runs])
    estimate = float(interquartile_mean(numbers, counts))
    return percentile_interval(estimate, interquartile_mean(np.concatenate(rows), counts), 0.95)


def interquartile_mean(numbers: np.ndarray, counts: Sequence[int] | None = None) -> Any:
    """The mean without the highest and the lowest quarter, along the first axis.

    The quarter is rounded down to whole runs: of ten runs, two are left out at each end. Where
    tasks have different numbers of runs, each run stands for equal copies, of which all tasks have
    the same number, and the quarter is rounded down to whole copies; a run may count in part.

    Args:
        numbers: Array `[N]` or `[N, R]`, the runs of a task after each other.
        counts: number of runs of each task, `N` in all; None for as many tasks as runs.
    """
    each = np.array([1] * len(numbers) if counts is None else counts)
    copies = math.lcm(*each.tolist()) * len(each)
    cut = copies // 4 / copies  # a share of the weight
    order = numbers.argsort(axis=0)
    weights = np.repeat(1 / each, each)[order]
    up = weights.cumsum(axis=0)
    total = up[-1]
    kept = np.minimum(up, (1 - cut) * total) - np.maximum(up - weights, cut * total)
    kept = np.maximum(kept, 0)
    return (kept * np.take_along_axis(numbers, order, axis=0)).sum(axis=0) / kept.sum(axis=0)
