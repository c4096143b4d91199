"""Findings in the pay-off matrix of a tournament beyond ratings, with intervals.

Nash averaging and alpha-rank (`games.py`), cycles by name, and how much of the differences between
agents one number an agent explains.

**Intervals** come from the Bayesian bootstrap over pairs of battles, as in `statistics.py`; half a
pair won twice and half a pair lost twice are added to each pairing. Nash averaging and alpha-rank
jump where two agents are nearly even: an interval from 0 to 1 then says that the battles do not
tell.

**Cycles** count only if the interval of each of their three pairings excludes 50 %. Each of these
has its own 95 %, so that of many triples of even agents a few may be cyclic by chance.

**The share that ratings explain** compares the mean scores `s` of the pairings with the scores `e`
that Bradley-Terry ratings expect: `1 - sum (s - e)^2 / sum (s - 1/2)^2`. Luck moves both sums by
the sampling variance of the scores, which is subtracted, in the first for the share of it that the
ratings do not follow: `K - N + 1` of `K` pairings. In resampled scores it is subtracted twice,
since resampling adds it again.

Shapes: `N` agents, `K` pairings, `R` resamples.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .games import alpha_rank, cyclic_triples, nash_mixture, nash_mixtures, payoff_matrix
from .ratings import refitted_payoffs
from .statistics import (
    OUTCOME_SCORE,
    PRIOR_PAIRS,
    Interval,
    PairResult,
    pair_outcome_counts,
    percentile_interval,
    win_rate_interval,
)

Floats = npt.NDArray[np.float64]

RESAMPLES = 1000
"""Number of resampled pay-off matrices."""


@dataclasses.dataclass(frozen=True)
class MetaGame:
    """The game of choosing among `N` agents.

    Attributes:
        agents: Their names.
        nash: The share of each in the Nash mixture, 0 to 1.
        alpha_rank: The share of each in alpha-rank, 0 to 1.
        cycles: Names of agents of which each surely beats the next, and the last the first.
        triples: Number of triples in which all three pairings have a sure winner.
        transitive: Share of these triples that are no cycles; NaN if there are none.
        explained: Share of the variance of the scores that ratings explain; NaN if the agents
            do not differ.
    """

    agents: tuple[str, ...]
    nash: tuple[Interval, ...]
    alpha_rank: tuple[Interval, ...]
    cycles: tuple[tuple[str, str, str], ...]
    triples: int
    transitive: float
    explained: Interval

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        shares = zip(self.agents, self.nash, self.alpha_rank, strict=True)
        return {
            "agents": [
                {"agent": name, "nash": nash.to_json(), "alpha_rank": alpha.to_json()}
                for name, nash, alpha in shares
            ],
            "cycles": [list(cycle) for cycle in self.cycles],
            "sure_triples": self.triples,
            "transitive": None if math.isnan(self.transitive) else self.transitive,
            "explained_by_ratings": self.explained.to_json(),
        }


def find_meta_game(
    results: Sequence[PairResult], agents: Sequence[str], seed: int = 0
) -> MetaGame | None:
    """The game of choosing among agents; None for two agents, or if some never met.

    Args:
        results: One for each pairing.
        agents: Their names, in the order of the result.
        seed: Of the resampling; the same seed gives the same numbers.
    """
    names, payoff = payoff_matrix(results, agents)
    n = len(names)
    if n < 3 or np.isnan(payoff[~np.eye(n, dtype=bool)]).any():
        return None
    samples = resampled_payoffs(results, names, seed)
    sure = sure_payoffs(results, names, seed)
    cycles = tuple((names[i], names[j], names[k]) for i, j, k in cyclic_triples(sure))
    triples = sum(
        not np.isnan([sure[i, j], sure[j, k], sure[k, i]]).any()
        for i, j, k in itertools.combinations(range(n), 3)
    )
    return MetaGame(
        agents=names,
        nash=_shares(nash_mixture(payoff), nash_mixtures(samples)),
        alpha_rank=_shares(alpha_rank(payoff), np.array([alpha_rank(one) for one in samples])),
        cycles=cycles,
        triples=triples,
        transitive=1 - len(cycles) / triples if triples else math.nan,
        explained=_explained(results, names, payoff, samples),
    )


def resampled_payoffs(
    results: Sequence[PairResult], names: Sequence[str], seed: int = 0, resamples: int = RESAMPLES
) -> Floats:
    """Pay-off matrices `[R, N, N]` from the Bayesian bootstrap over pairs."""
    generator = np.random.default_rng(seed)
    payoffs = np.full((resamples, len(names), len(names)), np.nan)
    ordered = [one if one.a < one.b else one.swapped() for one in results]
    for result in sorted(ordered, key=lambda one: (one.a, one.b)):
        shape = pair_outcome_counts(result.scores).astype(np.float64)
        shape[[0, -1]] += PRIOR_PAIRS
        weights = generator.standard_gamma(shape, size=(resamples, len(shape)))
        i, j = names.index(result.a), names.index(result.b)
        payoffs[:, i, j] = weights @ OUTCOME_SCORE / (2 * weights.sum(axis=1))
        payoffs[:, j, i] = 1 - payoffs[:, i, j]
    return payoffs


def sure_payoffs(results: Sequence[PairResult], names: Sequence[str], seed: int = 0) -> Floats:
    """Mean scores `[N, N]`, but NaN where the interval of the score holds 50 %."""
    sure = np.full((len(names), len(names)), np.nan)
    for result in results:
        found = win_rate_interval(result.scores, seed=seed)
        if not found.low <= 0.5 <= found.high:
            i, j = names.index(result.a), names.index(result.b)
            sure[i, j], sure[j, i] = found.estimate, 1 - found.estimate
    return sure


def _shares(estimates: Floats, samples: Floats) -> tuple[Interval, ...]:
    """The share of each agent with its interval."""
    return tuple(
        percentile_interval(float(one), drawn, 0.95)
        for one, drawn in zip(estimates, samples.T, strict=True)
    )


def _explained(
    results: Sequence[PairResult], names: Sequence[str], payoff: Floats, samples: Floats
) -> Interval:
    """The share of the variance of the scores that ratings explain, within 0 and 1."""
    n = len(names)
    battles, noise = np.zeros((2, n, n))
    for result in results:
        i, j = names.index(result.a), names.index(result.b)
        means = result.scores.mean(axis=1)
        battles[i, j] = battles[j, i] = result.battles
        noise[i, j] = means.var(ddof=1) / len(means) if len(means) > 1 else 0.25
    upper = np.triu_indices(n, 1)
    pairings = len(upper[0])
    luck = noise.sum()
    left = luck * (pairings - n + 1) / pairings
    both = np.concatenate([payoff[None], samples])
    misfit = (both - refitted_payoffs(both, battles))[:, upper[0], upper[1]]
    missed = (misfit**2).sum(axis=1)
    total = ((both[:, upper[0], upper[1]] - 0.5) ** 2).sum(axis=1)
    times = np.where(np.arange(len(both)) == 0, 1, 2)  # the samples hold the luck twice
    if total[0] <= 2 * luck:
        return Interval(math.nan, 0.0, 1.0)
    possible = np.maximum(total - times * luck, 1e-9)
    shares = np.clip(1 - np.maximum(missed - times * left, 0) / possible, 0, 1)
    return percentile_interval(float(shares[0]), shares[1:], 0.95)
