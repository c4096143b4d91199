"""Shares of cases, where the cases of a pair of battles belong together.

Letters: `P` pairs of battles.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .statistics import Interval, percentile_interval, proportion_interval

MOST_AT_ONCE = 250_000
"""Pairs that are drawn at once: a few megabytes, however many there are."""


def share_by_pair(
    hits: npt.ArrayLike, cases: npt.ArrayLike, confidence: float = 0.95, resamples: int = 1000
) -> Interval:
    """The share of cases in which something happened, where the cases of a pair belong together.

    The wider of two intervals: all pairs resampled, and the cases taken as independent, which also
    says something if it happened in all or none of them.

    Args:
        hits: Array `[P]`: how often it happened in each pair of battles.
        cases: Array `[P]`: how often it could have.
        confidence: Between 0 and 1.
        resamples: Number of resamples.

    Returns:
        Limits within 0 and 1; NaN within [0, 1] without cases.
    """
    happened, possible = np.asarray(hits, np.int64), np.asarray(cases, np.int64)
    single = proportion_interval(int(happened.sum()), int(possible.sum()), confidence)
    if not possible.any():
        return single
    generator, batch = np.random.default_rng(0), max(1, MOST_AT_ONCE // len(happened))
    samples = np.zeros(resamples)
    for first in range(0, resamples, batch):
        part = samples[first : first + batch]
        drawn = generator.integers(0, len(happened), (len(part), len(happened)))
        part[:] = happened[drawn].sum(1) / np.maximum(1, possible[drawn].sum(1))
    paired = percentile_interval(single.estimate, samples, confidence)
    low, high = min(paired.low, single.low), max(paired.high, single.high)
    return Interval(single.estimate, low, high, confidence)


def by_pair(counts: np.ndarray) -> np.ndarray:
    """Counts `[K, 2 P]` of single battles, added up: Array `[K, P]`."""
    return np.asarray(counts.reshape(len(counts), -1, 2).sum(2))
