"""Results of pairs of battles, with confidence intervals.

The unit is a *pair of battles*: two agents fight the same seed twice with the sides swapped. The
two battles share their scenario and their dice, so they are not independent, and no interval here
assumes that they are, except `proportion_interval`, which says so. The score of a battle is 1
for a win, 0.5 for a draw, 0 for a loss.

Intervals of scores come from the Bayesian bootstrap over pairs (Rubin 1981): every pair gets a
random exponential weight instead of a whole number of copies. Half a pair won twice and half a
pair lost twice are added to the pairs that were fought, so a hundred wins of a hundred still leave
doubt. If all pairs are won twice or lost twice, this is Jeffreys' interval with the pair as unit,
whose coverage is as good as Wilson's (Brown, Cai and DasGupta 2001). An interval always contains
its estimate. With fewer than about 20 pairs a 95 % interval may hold the truth only 9 times in 10.

A deterministic agent may repeat a battle. That is no new evidence, but the intervals cannot see it:
compare `PairResult.distinct`.

Shapes: `P` pairs of battles, `R` resamples.
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import numpy.typing as npt
import scipy

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

RESAMPLES = 4000
"""Default number of resamples: the limits of a 95 % interval then vary by 1 % of its width."""

PRIOR_PAIRS = 0.5
"""Pairs won twice, and pairs lost twice, that are added to those fought."""

# A pair's outcome is 3 * (half points of the first battle) + (half points of the second), 0 to 8.
_HALF_POINTS = np.array([(first, second) for first in range(3) for second in range(3)])
OUTCOME_SCORE = _HALF_POINTS.sum(axis=1) / 2
"""Array `[9]` float: points that the first agent takes from a pair of this outcome, 0 to 2."""
_OUTCOME_WON = (_HALF_POINTS == 2).sum(axis=1, dtype=np.float64)
_OUTCOME_DECIDED = (_HALF_POINTS != 1).sum(axis=1, dtype=np.float64)
LOST_TWICE, WON_TWICE = 0, 8


@dataclasses.dataclass(frozen=True)
class Interval:
    """An estimate and its limits at a given confidence.

    Attributes:
        estimate: The estimate; NaN without data.
        low: Lower limit, never above the estimate.
        high: Upper limit, never below the estimate.
        confidence: Between 0 and 1; 1 for a value that is known.
    """

    estimate: float
    low: float
    high: float
    confidence: float = 0.95

    @property
    def is_exact(self) -> bool:
        """Whether the estimate is the true value (`independent.exactly`)."""
        return self.confidence == 1

    def to_json(self) -> dict[str, float | None]:
        """The four numbers as a dict that JSON can hold: NaN and infinities become null."""
        return {name: _json_number(value) for name, value in dataclasses.asdict(self).items()}


@dataclasses.dataclass(frozen=True)
class PairResult:
    """The results of agents `a` and `b` over pairs of battles; made by `from_scores`.

    Attributes:
        a: Name of the agent whose wins `wins` counts.
        b: Name of its opponent.
        wins: Battles that `a` won.
        losses: Battles that `b` won.
        draws: Battles that neither won.
        battles: Their sum, two a pair.
        mean_rounds: Mean length of a battle in rounds; NaN if no lengths were given.
        distinct: Number of different battles; two deterministic agents repeat themselves.
        scores: Array `[P, 2]` float64, read-only: `a`'s score of both battles of each pair.
        rounds: Array `[P, 2]` float64, read-only: their lengths in rounds; None if not given.
        decided_first: Array `[P, 2]` bool: whether `a` took the first decision; None if not given.
    """

    a: str
    b: str
    wins: int
    losses: int
    draws: int
    battles: int
    mean_rounds: float
    distinct: int
    scores: Floats = dataclasses.field(repr=False, compare=False)
    rounds: Floats | None = dataclasses.field(default=None, repr=False, compare=False)
    decided_first: Bools | None = dataclasses.field(default=None, repr=False, compare=False)

    @classmethod
    def from_scores(
        cls,
        a: str,
        b: str,
        scores: npt.ArrayLike,
        rounds: npt.ArrayLike | None = None,
        distinct: int | None = None,
        decided_first: Bools | None = None,
    ) -> PairResult:
        """Count the battles of `a` against `b`.

        Args:
            a: Name of the first agent.
            b: Name of the second agent, which must differ.
            scores: Array `[P, 2]`, `P` 0 or more: `a`'s scores of each pair, 1, 0.5 or 0.
            rounds: Array `[P, 2]`: lengths of the same battles in rounds.
            distinct: Number of different battles; None means all of them.
            decided_first: Array `[P, 2]` bool: whether `a` took the first decision of each.

        Raises:
            ValueError: "an agent cannot be paired with itself, got 'x' twice"; "scores must be an
                array [pairs, 2], got shape (3,)"; "scores must be 0, 0.5 or 1, got 2.0"; "rounds
                must have the shape (4, 2) of scores, got (3, 2)".
        """
        if a == b:
            raise ValueError(f"an agent cannot be paired with itself, got {a!r} twice")
        points = _frozen(_checked_scores(scores))
        lengths = None if rounds is None else _frozen(np.array(rounds, dtype=np.float64))
        if lengths is not None and lengths.shape != points.shape:
            raise ValueError(
                f"rounds must have the shape {points.shape} of scores, got {lengths.shape}"
            )
        return cls(
            a=a,
            b=b,
            wins=int((points == 1).sum()),
            losses=int((points == 0).sum()),
            draws=int((points == 0.5).sum()),
            battles=points.size,
            mean_rounds=math.nan if lengths is None or not lengths.size else float(lengths.mean()),
            distinct=points.size if distinct is None else distinct,
            scores=points,
            rounds=lengths,
            decided_first=decided_first,
        )

    @property
    def mean_score(self) -> float:
        """`a`'s mean score a battle, draws as half a win, between 0 and 1; NaN without battles."""
        return (self.wins + self.draws / 2) / self.battles if self.battles else math.nan

    def swapped(self) -> PairResult:
        """The same battles from `b`'s view."""
        first = None if self.decided_first is None else ~self.decided_first
        scores = 1 - self.scores
        return PairResult.from_scores(self.b, self.a, scores, self.rounds, self.distinct, first)

    def to_json(self) -> dict[str, object]:
        """The counts as a dict that JSON can hold, without the arrays; a NaN becomes null."""
        names = ("a", "b", "wins", "losses", "draws", "battles", "mean_rounds", "distinct")
        values = {name: getattr(self, name) for name in names}
        return {**values, "mean_rounds": _json_number(self.mean_rounds)}


@dataclasses.dataclass(frozen=True)
class PairSummary:
    """The reported figures of two agents, each with its interval.

    Attributes:
        score: `a`'s mean score a battle, draws as half a win.
        decided: Share of the decided battles that `a` won: without draws.
        rounds: Mean length of a battle in rounds.
        wins_first: Share of the first battles of the pairs that `a` won: as red, if sides change.
        wins_second: Share of the second battles that `a` won: as blue, if sides change.
    """

    score: Interval
    decided: Interval
    rounds: Interval
    wins_first: Interval
    wins_second: Interval

    def to_json(self) -> dict[str, dict[str, float | None]]:
        """The intervals as a dict that JSON can hold."""
        names = [field.name for field in dataclasses.fields(self)]
        return {name: getattr(self, name).to_json() for name in names}


def summarize_pair(result: PairResult, confidence: float = 0.95, seed: int = 0) -> PairSummary:
    """Mean score, decided battles won, rounds and wins by side of a result, with intervals.

    Args:
        result: The battles of two agents.
        confidence: Of each interval by itself, between 0 and 1.
        seed: Of the bootstrap; the same seed gives the same numbers.

    Raises:
        ValueError: "confidence must be between 0 and 1, got 95".
    """
    rounds = np.empty((0, 2)) if result.rounds is None else result.rounds
    return PairSummary(
        score=win_rate_interval(result.scores, confidence, seed),
        decided=decided_share_interval(result.scores, confidence, seed),
        rounds=mean_interval(rounds, confidence),
        wins_first=_wins_in(result.scores[:, 0], confidence),
        wins_second=_wins_in(result.scores[:, 1], confidence),
    )


def _wins_in(scores: Floats, confidence: float) -> Interval:
    """The share of battles `[P]` that were won, each of another pair."""
    return proportion_interval(int((scores == 1).sum()), len(scores), confidence)


def win_rate_interval(
    scores: npt.ArrayLike, confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> Interval:
    """Mean score a battle, draws as half a win, with its interval over pairs.

    Args:
        scores: Array `[P, 2]`: scores of both battles of each pair, 1, 0.5 or 0.
        confidence: Between 0 and 1.
        seed: Of the bootstrap; the same seed gives the same numbers.
        resamples: Number of resamples.

    Returns:
        Limits within 0 and 1, never of zero width; NaN within [0, 1] without battles.

    Raises:
        ValueError: "scores must be ..." as `PairResult.from_scores`; "confidence must be between
            0 and 1, got 95".
    """
    counts = pair_outcome_counts(scores)
    return _share_interval(counts, OUTCOME_SCORE, np.full(9, 2.0), confidence, seed, resamples)


def decided_share_interval(
    scores: npt.ArrayLike, confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> Interval:
    """Share of the decided battles that were won, with its interval over pairs; draws do not count.

    Args:
        scores: Array `[P, 2]`: scores of both battles of each pair, 1, 0.5 or 0.
        confidence: Between 0 and 1.
        seed: Of the bootstrap; the same seed gives the same numbers.
        resamples: Number of resamples.

    Returns:
        Limits within 0 and 1, never of zero width; NaN within [0, 1] without decided battles.

    Raises:
        ValueError: As `win_rate_interval`.
    """
    counts = pair_outcome_counts(scores)
    return _share_interval(counts, _OUTCOME_WON, _OUTCOME_DECIDED, confidence, seed, resamples)


def proportion_interval(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """A proportion of *independent* trials with Wilson's interval.

    For pairs use `win_rate_interval` or `decided_share_interval`.

    Args:
        successes: From 0 to `trials`.
        trials: 0 or more.
        confidence: Between 0 and 1.

    Returns:
        Limits within 0 and 1, never of zero width; NaN within [0, 1] without trials.

    Raises:
        ValueError: "successes must be between 0 and 10, the trials, got 11"; "confidence must be
            between 0 and 1, got 95".
    """
    _check_confidence(confidence)
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must be between 0 and {trials}, the trials, got {successes}")
    if trials == 0:
        return Interval(math.nan, 0.0, 1.0, confidence)
    z = float(scipy.special.ndtri((1 + confidence) / 2))
    total = trials + z * z
    middle = (successes + z * z / 2) / total
    half = z * math.sqrt(successes * (trials - successes) / trials + z * z / 4) / total
    return _hull(successes / trials, max(0.0, middle - half), min(1.0, middle + half), confidence)


def mean_interval(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Mean of a quantity a battle, such as rounds, with Student's interval over pairs.

    Args:
        values: Array `[P, 2]`: the quantity in both battles of each pair.
        confidence: Between 0 and 1.

    Returns:
        NaN limits with fewer than two pairs, NaN throughout with none. Of zero width if all
        pairs are equal: for a quantity without bounds, equal values give no more information.

    Raises:
        ValueError: "values must be an array [pairs, 2], got shape (3,)"; "confidence must be
            between 0 and 1, got 95".
    """
    _check_confidence(confidence)
    table = _checked_pairs(values, "values")
    if len(table) == 0:
        return Interval(math.nan, math.nan, math.nan, confidence)
    means = table.mean(axis=1)
    estimate = float(means.mean())
    if len(means) == 1:
        return Interval(estimate, math.nan, math.nan, confidence)
    half = means.std(ddof=1) / math.sqrt(len(means))
    half *= scipy.special.stdtrit(len(means) - 1, (1 + confidence) / 2)
    return Interval(estimate, float(estimate - half), float(estimate + half), confidence)


def pair_outcome_counts(scores: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Number of pairs with each of the nine outcomes: array `[9]`, indexed as `OUTCOME_SCORE`.

    Args:
        scores: Array `[P, 2]`: scores of both battles of each pair, 1, 0.5 or 0.

    Raises:
        ValueError: "scores must be ..." as `PairResult.from_scores`.
    """
    half_points = (2 * _checked_scores(scores)).astype(np.int64)
    return np.bincount(3 * half_points[:, 0] + half_points[:, 1], minlength=9)


def percentile_interval(estimate: float, samples: Floats, confidence: float) -> Interval:
    """The middle of the resampled values `[R]`, widened to hold the estimate if it must be.

    Raises:
        ValueError: "confidence must be between 0 and 1, got 95".
    """
    _check_confidence(confidence)
    low, high = np.quantile(samples, [(1 - confidence) / 2, (1 + confidence) / 2])
    return _hull(estimate, low, high, confidence)


def _share_interval(
    counts: npt.NDArray[np.int64],
    gained: Floats,
    possible: Floats,
    confidence: float,
    seed: int,
    resamples: int,
) -> Interval:
    """Share of the possible points that the pairs gained, by the Bayesian bootstrap over pairs."""
    _check_confidence(confidence)
    if not counts @ possible:
        return Interval(math.nan, 0.0, 1.0, confidence)
    shape = counts.astype(np.float64)
    shape[[LOST_TWICE, WON_TWICE]] += PRIOR_PAIRS
    weights = np.random.default_rng(seed).standard_gamma(shape, size=(resamples, 9))
    estimate = float(counts @ gained / (counts @ possible))
    return percentile_interval(estimate, (weights @ gained) / (weights @ possible), confidence)


def _hull(estimate: float, low: float, high: float, confidence: float) -> Interval:
    """An interval that holds its estimate."""
    return Interval(estimate, min(float(low), estimate), max(float(high), estimate), confidence)


def _checked_pairs(values: npt.ArrayLike, name: str) -> Floats:
    """A copy as an array `[P, 2]` of floats, or an error with its `name`."""
    table = np.array(values, dtype=np.float64)
    if table.size == 0:
        return np.empty((0, 2))
    if table.ndim != 2 or table.shape[1] != 2:
        raise ValueError(f"{name} must be an array [pairs, 2], got shape {table.shape}")
    return table


def _checked_scores(scores: npt.ArrayLike) -> Floats:
    """A copy of scores as an array `[P, 2]`, each 0, 0.5 or 1."""
    table = _checked_pairs(scores, "scores")
    wrong = table[~np.isin(table, (0, 0.5, 1))]
    if wrong.size:
        raise ValueError(f"scores must be 0, 0.5 or 1, got {wrong[0]}")
    return table


def _check_confidence(confidence: float) -> None:
    """Refuse a confidence that is not a probability strictly between 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, got {confidence}")


def _frozen(array: Floats) -> Floats:
    """The same array, read-only."""
    array.flags.writeable = False
    return array


def _json_number(value: float) -> float | None:
    """The value, or None for NaN and infinities, which JSON lacks."""
    return value if math.isfinite(value) else None
