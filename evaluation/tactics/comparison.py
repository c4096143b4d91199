"""Shares of tactics with intervals, tests against other agents, and the worth of each tactic.

The unit is a pair of battles. Agents that are compared fight the same opponents on the same dice.
A permutation test gives each pair's part of the difference of their shares a random sign and asks
how often the difference is then as large as the one observed; Holm's correction (1979) holds the
chance of any false finding at 5 % over all tactics and all agents that one agent is compared with.

Letters: `T` tactics, `P` pairs of battles, `R` permutations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scipy

from ...envs.core.engine.system import System
from ...envs.core.inputs.arguments import whole_number
from ...envs.core.scenarios.loading import load_templates
from ...envs.core.session.agent_query import checked_agent, name_of
from ..arena import MOST_PAIRS
from ..executors.tasks import HERE, Executor, join_jobs, run_jobs
from ..field import pairing_seed
from ..shares import loss_interval, share_by_pair
from ..statistics import Interval, win_rate_interval
from .counting import Counts, joined, plan_counted
from .definitions import TACTICS

PERMUTATIONS = 9999
BATCH = 303
"""Permutations at once, a divisor of their number."""
LEVEL = 0.05
"""The chance of any false finding about an agent."""
FEWEST = 50
"""A tactic with fewer cases is not judged."""


@dataclass(frozen=True)
class Difference:
    """A comparison of an agent with another one.

    Attributes:
        than: name of the other agent.
        share: the other agent's share; NaN without cases.
        cases: number of the other agent's cases.
        p: p-value after Holm's correction; 1 if the tactic is not judged.
    """

    than: str
    share: float
    cases: int
    p: float

    @property
    def is_found(self) -> bool:
        """Whether the shares differ beyond chance."""
        return self.p < LEVEL


@dataclass(frozen=True)
class Habit:
    """How often an agent follows a tactic.

    Attributes:
        tactic: its name.
        share: share of the cases, with its 95 % interval.
        cases: number of cases.
        differences: comparisons with other agents.
        worth: points of the score, 0 to 1, that the agent loses without the tactic; None if that
            was not measured.
    """

    tactic: str
    share: Interval
    cases: int
    differences: tuple[Difference, ...]
    worth: Interval | None = None

    @property
    def direction(self) -> int:
        """1 if the share is above those of all others beyond chance, -1 if below, else 0."""
        sides = {
            np.sign(self.share.estimate - one.share) if one.is_found else 0
            for one in self.differences
        }
        return int(sides.pop()) if len(sides) == 1 else 0

    def to_json(self) -> dict[str, Any]:
        """The fields as a dict that JSON can hold."""
        return {
            "tactic": self.tactic,
            "share": self.share.to_json(),
            "cases": self.cases,
            "differences": [
                {**asdict(one), "share": None if np.isnan(one.share) else one.share}
                for one in self.differences
            ],
            "worth": None if self.worth is None else self.worth.to_json(),
        }


@dataclass(frozen=True)
class Profile:
    """The tactics of an agent.

    Attributes:
        agent: its name.
        score: its score against the opponents, a draw counts half.
        habits: one for each tactic that it could follow.
    """

    agent: str
    score: Interval
    habits: tuple[Habit, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields as a dict that JSON can hold."""
        habits = [one.to_json() for one in self.habits]
        return {"agent": self.agent, "score": self.score.to_json(), "habits": habits}


def permutation_p(mine: Counts, other: Counts, seed: int = 0) -> np.ndarray:
    """How often chance makes a difference of shares as large as the one observed.

    Both agents fought on the same dice. Each pair contributes a part of the difference: the
    excess of its hits over the share of both agents together, divided by their numbers of cases. In
    each permutation, each part gets a random sign. The p-value is at least that of `fisher_p`.

    Args:
        mine: counts of an agent, `P` pairs.
        other: counts of the other one, on the same dice.
        seed: seed of the permutations.

    Returns:
        Array `[T]`: p-values, at least 1 / (R + 1); 1 where either has fewer than 50 cases.
    """
    generator = np.random.default_rng(seed)
    sizes = [np.maximum(1, one.cases.sum(1)) for one in (mine, other)]
    share = ((mine.hits + other.hits).sum(1) / (sizes[0] + sizes[1]))[:, None]
    parts = (mine.hits - share * mine.cases) / sizes[0][:, None]
    parts -= (other.hits - share * other.cases) / sizes[1][:, None]
    real = np.abs(parts.sum(1)) - 1e-12
    as_large = np.zeros(len(TACTICS), np.int64)
    for _ in range(0, PERMUTATIONS, BATCH):
        signs = generator.choice((-1.0, 1.0), (BATCH, parts.shape[1]))
        as_large += (np.abs(signs @ parts.T) >= real).sum(0)
    judged = np.minimum(mine.cases.sum(1), other.cases.sum(1)) >= FEWEST
    found = np.where(judged, (1 + as_large) / (PERMUTATIONS + 1), 1.0)
    for at in np.flatnonzero(judged).tolist():
        found[at] = max(found[at], fisher_p(mine, other, at))
    return found


def fisher_p(mine: Counts, other: Counts, at: int) -> float:
    """The p-value of Fisher's exact test of a tactic, by its number.

    Cases of a pair are alike, so they count as fewer, by their design effect: the variance of the
    difference of shares over pairs, in proportion to that of independent cases.
    """
    table, parts, independent = [], np.zeros(mine.cases.shape[1]), 0.0
    for sign, one in ((1, mine), (-1, other)):
        hits, cases = one.hits[at], one.cases[at]
        total, count = hits.sum(), cases.sum()
        share = total / count
        parts += sign * (hits - share * cases) / count
        independent += share * (1 - share) / count
        table.append((total, count - total))
    effect = max(1.0, float(parts @ parts) / independent) if independent else 1.0
    counts = np.rint(np.array(table) / effect).astype(np.int64)
    return float(scipy.stats.fisher_exact(counts).pvalue)


def holm(p: np.ndarray) -> np.ndarray:
    """P-values of any shape after Holm's correction for their number."""
    flat = p.ravel()
    order = np.argsort(flat)
    grown = np.maximum.accumulate(flat[order] * (len(flat) - np.arange(len(flat))))
    corrected = np.empty_like(flat)
    corrected[order] = np.minimum(1.0, grown)
    return corrected.reshape(p.shape)


def profile_agents(
    system: System, scenario: Any, agents: Sequence[Any], others: Sequence[Any],
    opponents: Sequence[Any], *, pairs: int = 100, seed: int = 0, with_worth: bool = False,
    report: Callable[[], None] = lambda: None, executor: Executor = HERE,
) -> list[Profile]:  # fmt: skip
    """Count the tactics of agents, and compare each with others.

    Args:
        system: the system.
        scenario: as for `BattleVector`.
        agents: the agents of the profiles.
        others: the agents with which each is compared, such as `random` and an early checkpoint.
        opponents: all of them fight each of these.
        pairs: pairs of battles with each opponent, with the sides swapped.
        seed: seed of the dice; those against an opponent depend on its name too.
        with_worth: also let each agent fight without each tactic that it follows.
        report: called after each agent, and after each tactic that was forbidden.
        executor: fights the battles; the profiles do not depend on it.

    Raises:
        KeyError: the system has no table of roles.
        ScenarioError: the scenario cannot be used.
        ValueError: an agent plays another system, or `pairs` is not from 2 to 1,000,000.
    """
    pairs = whole_number("pairs", pairs, 2, MOST_PAIRS)
    players = [*agents, *others, *opponents]
    _, templates = load_templates(
        system, scenario, max(checked_agent(one, system) for one in players)
    )

    seeds = [pairing_seed(seed, name_of(one)) for one in opponents]  # agents share their dice

    def count(plan: Sequence[tuple[Any, int | None]]) -> list[Counts]:
        """The counts of agents, each without a tactic or with all."""
        jobs = [
            join_jobs(
                plan_counted(agent, one, system, templates, pairs, own, forbidden)
                for own, one in zip(seeds, opponents, strict=True)
            )
            for agent, forbidden in plan
        ]
        found: dict[int, list[Counts]] = {}
        for number, found[number] in run_jobs(jobs, executor):
            if len(found[number]) == jobs[number].count:
                report()
        return [joined(parts) for parts in found.values()]

    counts = count([(one, None) for one in (*others, *agents)])
    compared = [(name_of(one), each) for one, each in zip(others, counts, strict=False)]
    own = counts[len(others) :]
    followed = [np.flatnonzero(mine.hits.sum(1)) if with_worth else () for mine in own]
    plan = [(agent, int(at)) for agent, each in zip(agents, followed, strict=True) for at in each]
    without = iter(count(plan))
    profiles = []
    for agent, mine, each in zip(agents, own, followed, strict=True):
        worths = {int(at): loss_interval(mine.scores - next(without).scores) for at in each}
        profiles.append(profile(name_of(agent), mine, compared, worths))
    return profiles


def profile(
    name: str, mine: Counts, compared: Sequence[tuple[str, Counts]], worths: dict[int, Interval]
) -> Profile:
    """The profile of an agent from its counts.

    Args:
        name: its name.
        mine: its counts.
        compared: names and counts of the agents that it is compared with; itself is left out.
        worths: its loss without a tactic, by the tactic's number.
    """
    rest = [(other, counts) for other, counts in compared if other != name]
    p = np.array([permutation_p(mine, counts) for _, counts in rest]).reshape(-1, len(TACTICS))
    counted = np.flatnonzero(mine.cases.sum(1))
    corrected = np.ones_like(p)
    corrected[:, counted] = holm(p[:, counted])
    habits = tuple(
        Habit(
            TACTICS[at].name,
            share_by_pair(mine.hits[at], mine.cases[at]),
            int(mine.cases[at].sum()),
            tuple(
                Difference(
                    other,
                    _share(counts.hits[at], counts.cases[at]),
                    int(counts.cases[at].sum()),
                    float(corrected[row, at]),
                )
                for row, (other, counts) in enumerate(rest)
            ),
            worths.get(int(at)),
        )
        for at in counted
    )
    return Profile(name, win_rate_interval(mine.scores), habits)


def _share(hits: np.ndarray, cases: np.ndarray) -> float:
    return float(hits.sum() / cases.sum()) if cases.any() else float("nan")
