"""Shares of cases, where the cases of a pair or of a block of battles belong together.

Letters: `P` pairs of battles, `K` blocks.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import scipy

from .independent import share_interval
from .statistics import Interval, mean_interval, percentile_interval, proportion_interval

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


def share_by_block(hits: npt.ArrayLike, cases: npt.ArrayLike) -> Interval:
    """The share of cases in which something happened, of a few blocks, with its 95 % interval.

    Student's interval of the logit over the blocks, since resampling a few blocks is too sure. It
    is widened to Wilson's, which says something of equal blocks too.

    Args:
        hits: Array `[K]`: how often it happened in each block, at least two.
        cases: Array `[K]`: how often it could have.

    Returns:
        Limits within 0 and 1; 1 within [0, 1] without cases.
    """
    happened, possible = np.asarray(hits, float), np.asarray(cases, float)
    total, count = possible.sum(), len(happened)
    if not total:
        return Interval(1.0, 0.0, 1.0)
    single = proportion_interval(int(happened.sum()), int(total))
    parts = happened - single.estimate * possible
    share = (happened.sum() + 0.5) / (total + 1)
    error = math.sqrt(parts @ parts * count / (count - 1)) / (total * share * (1 - share))
    half = error * scipy.special.stdtrit(count - 1, 0.975)
    middle = scipy.special.logit(share)
    low, high = scipy.special.expit([middle - half, middle + half])
    return Interval(single.estimate, min(low, single.low), max(high, single.high))


def loss_interval(losses: np.ndarray) -> Interval:
    """The mean loss of points without a tactic, with its 95 % interval.

    Student's, unless all pairs have the same loss, which it takes for certain: then half a pair
    that gained all and half a pair that lost all are added.

    Args:
        losses: Array `[P, 2]` between -1 and 1: the loss in both battles of each pair.
    """
    found = mean_interval(losses)
    if found.low < found.high:
        return found
    wide = share_interval((1 + losses.mean(axis=1)) / 2)
    return Interval(found.estimate, 2 * wide.low - 1, 2 * wide.high - 1)


def by_pair(counts: np.ndarray) -> np.ndarray:
    """Counts `[K, 2 P]` of single battles, added up: Array `[K, P]`."""
    return np.asarray(counts.reshape(len(counts), -1, 2).sum(2))
