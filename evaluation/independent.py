"""Intervals from *independent* battles, each with its own dice, or the same dice before and after.

`statistics.py` holds those of pairs of battles, and `proportion_interval`.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from .statistics import PRIOR_PAIRS, RESAMPLES, Interval, mean_interval, percentile_interval


def exactly(value: float) -> Interval:
    """A value that is known, to 12 digits: the sum of the probabilities of all outcomes."""
    value = round(value, 12)
    return Interval(value, value, value, confidence=1.0)


def sample_mean_interval(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Mean of independent values with Student's interval.

    Of a rare harm the upper limit is often too low: where five values of a thousand are above 0, it
    lies below the true mean 13 times in 100, and where twenty are, 6 times.

    Args:
        values: Array `[n]`.
        confidence: Between 0 and 1.

    Returns:
        NaN limits with fewer than two values, NaN throughout with none.

    Raises:
        ValueError: "confidence must be between 0 and 1, got 95".
    """
    sample = np.asarray(values, dtype=np.float64)
    return mean_interval(np.column_stack([sample, sample]), confidence)  # a pair counts as its mean


def share_interval(
    shares: npt.ArrayLike, confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> Interval:
    """Mean of independent shares, such as wins of battles on common dice, by Bayesian bootstrap.

    Half a share of 0 and half a share of 1 are added, so that equal shares leave doubt.

    Args:
        shares: Array `[n]` between 0 and 1.
        confidence: Between 0 and 1.
        seed: Of the bootstrap; the same seed gives the same numbers.
        resamples: Number of resamples.

    Returns:
        Limits within 0 and 1; NaN within [0, 1] without shares.

    Raises:
        ValueError: "confidence must be between 0 and 1, got 95".
    """
    sample = np.asarray(shares, dtype=np.float64)
    if not sample.size:
        return Interval(math.nan, 0.0, 1.0, confidence)
    values, counts = np.unique(np.append(sample, [0.0, 1.0]), return_counts=True)
    shape = counts.astype(np.float64)
    shape[[0, -1]] += PRIOR_PAIRS - 1  # the two that were appended count half
    weights = np.random.default_rng(seed).standard_gamma(shape, size=(resamples, len(values)))
    return percentile_interval(
        float(sample.mean()), weights @ values / weights.sum(axis=1), confidence
    )


def change_interval(
    before: npt.ArrayLike, after: npt.ArrayLike, confidence: float = 0.95, seed: int = 0
) -> Interval:
    """Change of a proportion between trials on common dice, by the Bayesian bootstrap over trials.

    Half a trial that was gained and half a trial that was lost are added to the trials, so that
    the interval has some width even if no trial has changed.

    Args:
        before: Array `[n]` bool: which trials succeeded at first.
        after: Array `[n]` bool: which of the same trials succeeded later.
        confidence: Between 0 and 1.
        seed: Of the bootstrap; the same seed gives the same numbers.

    Returns:
        Limits within -1 and 1; NaN within [-1, 1] without trials.

    Raises:
        ValueError: "before and after must have the same shape, got (3,) and (4,)"; "confidence
            must be between 0 and 1, got 95".
    """
    first, second = np.asarray(before, dtype=bool), np.asarray(after, dtype=bool)
    if first.shape != second.shape:
        raise ValueError(
            f"before and after must have the same shape, got {first.shape} and {second.shape}"
        )
    if not first.size:
        return Interval(math.nan, -1.0, 1.0, confidence)
    change = second.astype(np.int64) - first
    counts = np.bincount(change + 1, minlength=3) + np.array([PRIOR_PAIRS, 1e-9, PRIOR_PAIRS])
    weights = np.random.default_rng(seed).standard_gamma(counts, size=(RESAMPLES, 3))
    samples = (weights[:, 2] - weights[:, 0]) / weights.sum(axis=1)
    return percentile_interval(float(change.mean()), samples, confidence)
