"""Ratings of agents from their battles.

**The model** is Bradley and Terry's (1952) on the Elo scale: an agent rated `d` points above
another takes `1 / (1 + 10 ** (-d / 400))` of the points of their battles; a draw is half a win
for each. This module does not use Davidson's extension (1970), which gives draws a parameter of
their own: the share of draws depends on the rules more than on the agents, and with half wins the
ratings keep a plain meaning: an agent's expected points are the points that it took.

**The prior**: every agent also won one battle and lost one against an imagined agent rated 0. An
unbeaten agent's rating stays finite, and agents who never met, not even by way of others, get
ratings with very wide intervals. Then all ratings are shifted so that the rating of `anchor`, or
without an anchor their mean, is 0. A tournament names an anchor, because the rating of an agent
that nearly always loses is very uncertain: through the mean it would widen the intervals of all,
and even more if it were the anchor.

**Intervals** come from refitting with random exponential weights on the pairs of battles of each
pairing and on the prior's (Rubin 1981; Newton and Raftery 1994). As in the interval of a score,
half a pair won twice and half a pair lost twice are added, so that ten pairs of ten with equal
results still leave doubt. All pairings of an agent share them: if each had its own, they would pull
an agent that nearly always loses towards the others. The intervals assume neither that the model is
true nor that the two battles of a pair are independent. Agents and pairings are sorted first, so
the order of the results changes no digit. The upper limit of an unbeaten agent is very uncertain
and therefore far away.

**Limits**: one number an agent cannot show that a beats b beats c beats a; `games.py` can.

Shapes: `N` agents, `R` resamples; `K` pairings.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import scipy

from .games import names_in
from .statistics import (
    LOST_TWICE,
    OUTCOME_SCORE,
    PRIOR_PAIRS,
    WON_TWICE,
    Interval,
    PairResult,
    pair_outcome_counts,
    percentile_interval,
)

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ELO_PER_LOGIT = 400 / math.log(10)
"""Rating points in one unit of log odds, about 173.7."""

RESAMPLES = 1000
"""Default number of refits: the limits of a 95 % interval then vary by about 2 % of its width."""

_MOST_STEPS = 100  # of Newton's method; four to ten are usual from the estimate
_LONGEST_STEP = 2.0  # log odds; a full step from far away may overshoot
_SMALLEST_STEP = 1e-7  # log odds; the fit is done


@dataclasses.dataclass(frozen=True)
class Ratings:
    """Ratings of `N` agents, the strongest first.

    Attributes:
        agents: Their names.
        elo: Array `[N]` float64: ratings in Elo points.
        low: Array `[N]` float64: lower limits.
        high: Array `[N]` float64: upper limits.
        battles: Array `[N]` int64: number of battles of each.
        samples: Array `[R, N]` float64: the resampled ratings.
        confidence: Of each single interval, between 0 and 1.
    """

    agents: tuple[str, ...]
    elo: Floats
    low: Floats
    high: Floats
    battles: Ints
    samples: Floats = dataclasses.field(repr=False)
    confidence: float = 0.95

    def difference(self, a: str, b: str) -> Interval:
        """Elo points of `a` above `b`, with an interval.

        Two agents may differ significantly although their own intervals overlap, so use this.

        Raises:
            KeyError: "no ratings of 'x', only of a, b".
        """
        first, second = self._index(a), self._index(b)
        estimate = float(self.elo[first] - self.elo[second])
        samples = self.samples[:, first] - self.samples[:, second]
        return percentile_interval(estimate, samples, self.confidence)

    def to_json(self) -> list[dict[str, object]]:
        """One object an agent, the strongest first: `agent, elo, low, high, battles`."""
        names = ("agent", "elo", "low", "high", "battles")
        points = np.stack([self.elo, self.low, self.high]).round(3).tolist()
        rows = zip(self.agents, *points, self.battles.tolist(), strict=True)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def _index(self, agent: str) -> int:
        """Index of an agent."""
        if agent not in self.agents:
            raise KeyError(f"no ratings of {agent!r}, only of {', '.join(self.agents)}")
        return self.agents.index(agent)


def fit_ratings(
    results: Iterable[PairResult],
    *,
    agents: Iterable[str] = (),
    confidence: float = 0.95,
    seed: int = 0,
    resamples: int = RESAMPLES,
    prior: float = PRIOR_PAIRS,
    anchor: str | None = None,
) -> Ratings:
    """Bradley-Terry ratings with intervals; the model is explained at the top of the module.

    Args:
        results: Of any pairings in any order; several of one pairing are added up.
        agents: Further agents to rate, even without battles.
        confidence: Of each single interval, between 0 and 1.
        seed: Of the resampling; the same seed gives the same numbers.
        resamples: Number of refits.
        prior: Pairs won, and pairs lost, against the imagined agent rated 0; above 0.
        anchor: The agent rated exactly 0; None makes the mean of all ratings 0.

    Raises:
        ValueError: "prior must be above 0, got 0"; "confidence must be between 0 and 1, got 95";
            "there are no agents to rate".
        KeyError: "anchor 'x' is not among the agents a, b".
    """
    results = list(results)
    names = names_in(results, agents)
    if not names:
        raise ValueError("there are no agents to rate")
    if prior <= 0:
        raise ValueError(f"prior must be above 0, got {prior}")
    if anchor is not None and anchor not in names:
        raise KeyError(f"anchor {anchor!r} is not among the agents {', '.join(names)}")
    n = len(names)
    pairings, outcomes = _tally(results, names)
    estimate = _fit(_points(n, pairings, outcomes[None], np.full((1, 2, n), prior))[0])
    samples = _refit(_reweighted_points(n, pairings, outcomes, prior, seed, resamples), estimate)
    zero = range(n) if anchor is None else [names.index(anchor)]
    elo, samples = _elo(estimate, zero), _elo(samples, zero)
    fought = np.repeat(2 * outcomes.sum(axis=1), 2)
    battles = np.bincount(pairings.ravel(), fought, minlength=n).astype(np.int64)
    return _ratings(names, elo, samples, battles, confidence)


def refitted_payoffs(payoffs: Floats, battles: npt.ArrayLike, prior: float = PRIOR_PAIRS) -> Floats:
    """The mean scores that ratings expect, if they are fitted to these mean scores.

    Args:
        payoffs: Array `[R, N, N]`: mean score of row against column; the first is fitted alone, and
            the others begin from its ratings.
        battles: Array `[N, N]`: number of battles of each pairing, 0 on the diagonal.
        prior: As for `fit_ratings`.

    Returns:
        Array `[R, N, N]` float64, 0.5 on the diagonal.
    """
    n = payoffs.shape[-1]
    points = np.zeros((len(payoffs), n + 1, n + 1))
    points[:, :n, :n] = np.nan_to_num(payoffs) * np.asarray(battles)
    points[:, :n, n] = points[:, n, :n] = 2 * prior
    logits = _refit(points, _fit(points[0]))
    return scipy.special.expit(logits[:, :, None] - logits[:, None, :])


# Fitting. Points [R, N + 1, N + 1] are those that the row took from the column; the imagined agent
# is last.


def _tally(results: Iterable[PairResult], names: list[str]) -> tuple[Ints, Floats]:
    """Pairings `[K, 2]` of agents i < j, in order, and the outcomes `[K, 9]` of agent i."""
    tally: dict[tuple[int, int], Ints] = {}
    for result in results:
        seen = result if result.a < result.b else result.swapped()
        pairing = names.index(seen.a), names.index(seen.b)
        tally[pairing] = tally.get(pairing, 0) + pair_outcome_counts(seen.scores)
    pairings = np.array(sorted(tally), np.int64).reshape(-1, 2)
    return pairings, np.array([tally[i, j] for i, j in pairings], np.float64).reshape(-1, 9)


def _points(n: int, pairings: Ints, outcomes: Floats, prior: Floats) -> Floats:
    """Points `[R, N + 1, N + 1]` of outcomes `[R, K, 9]` and the prior's pairs `[R, 2, N]`.

    The first of these are won against the imagined agent, the second lost.
    """
    points = np.zeros((len(outcomes), n + 1, n + 1))
    i, j = pairings.T
    points[:, i, j] = outcomes @ OUTCOME_SCORE
    points[:, j, i] = outcomes @ OUTCOME_SCORE[::-1]
    points[:, :n, n], points[:, n, :n] = 2 * prior[:, 0], 2 * prior[:, 1]
    return points


def _reweighted_points(
    n: int, pairings: Ints, outcomes: Floats, prior: float, seed: int, resamples: int
) -> Floats:
    """Points `[R, N + 1, N + 1]` with a random weight of mean 1 on every pair of battles."""
    generator = np.random.default_rng(seed)
    weighted = generator.standard_gamma(outcomes, size=(resamples, *outcomes.shape))
    weighted_prior = generator.standard_gamma(prior, size=(resamples, 2, n))
    met = np.bincount(pairings.ravel(), minlength=n)[pairings].max(axis=1)
    doubt = generator.standard_gamma(PRIOR_PAIRS / met[:, None], (resamples, len(met), 2))
    weighted[:, :, [LOST_TWICE, WON_TWICE]] += doubt  # as in the interval of the score
    return _points(n, pairings, weighted, np.maximum(weighted_prior, 1e-6))


def _negative_log_likelihood(logits: Floats, points: Floats) -> float:
    """Of one set of points `[N + 1, N + 1]` at logits `[N]`, the prior included."""
    padded = np.append(logits, 0.0)
    return float(-(points * scipy.special.log_expit(padded[:, None] - padded[None, :])).sum())


def _slope(logits: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Gradient `[..., N]` and Hessian `[..., N, N]` of the negative log likelihood."""
    n = logits.shape[-1]
    padded = np.concatenate([logits, np.zeros_like(logits[..., :1])], axis=-1)
    battles = points + np.swapaxes(points, -1, -2)
    expected = scipy.special.expit(padded[..., :, None] - padded[..., None, :])
    gradient = (battles * expected - points).sum(axis=-1)[..., :n]
    information = battles * expected * (1 - expected)
    hessian = -information[..., :n, :n]
    hessian[..., range(n), range(n)] += information.sum(axis=-1)[..., :n]
    return gradient, hessian


def _fit(points: Floats) -> Floats:
    """Most likely logits `[N]` of points `[N + 1, N + 1]`, by scipy's trust-region Newton method.

    The prior makes the likelihood strictly concave: there is one maximum.
    """
    share = points / points.sum()
    fit = scipy.optimize.minimize(
        _negative_log_likelihood,
        np.zeros(len(points) - 1),
        args=(share,),
        jac=lambda logits, share: _slope(logits, share)[0],
        hess=lambda logits, share: _slope(logits, share)[1],
        method="trust-exact",
        options={"gtol": 1e-9},
    )
    return fit.x


def _refit(points: Floats, start: Floats) -> Floats:
    """Most likely logits `[R, N]` of points `[R, N + 1, N + 1]`, all at once from one start.

    Newton's method on all sets together, with bounded steps; `_fit` solves a set that has not
    converged after `_MOST_STEPS`.
    """
    logits = np.tile(start, (len(points), 1))
    active = np.arange(len(points))
    for _ in range(_MOST_STEPS):
        gradient, hessian = _slope(logits[active], points[active])
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        logits[active] -= np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        active = active[np.abs(step).max(axis=-1) > _SMALLEST_STEP]
        if not active.size:
            break
    for index in active:
        logits[index] = _fit(points[index])
    return logits


def _elo(logits: Floats, zero: Sequence[int]) -> Floats:
    """Logits `[..., N]` as Elo points, shifted so that the mean of the agents in `zero` is 0."""
    return (logits - logits[..., zero].mean(axis=-1, keepdims=True)) * ELO_PER_LOGIT


def _ratings(
    names: list[str], elo: Floats, samples: Floats, battles: Ints, confidence: float
) -> Ratings:
    """Ratings with their intervals, the strongest first and equals in alphabetical order."""
    order = np.argsort(-elo.round(6), kind="stable")
    agents = tuple(names[i] for i in order)
    elo, samples = elo[order], samples[:, order]
    both = zip(elo.tolist(), samples.T, strict=True)
    intervals = [percentile_interval(estimate, values, confidence) for estimate, values in both]
    low = np.array([interval.low for interval in intervals])
    high = np.array([interval.high for interval in intervals])
    return Ratings(agents, elo, low, high, battles[order], samples, confidence)
