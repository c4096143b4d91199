"""Skill against luck: which share of the variance of the results each has.

A result is 1 for a win, -1 for a loss and 0 for a draw, seen by either agent of a pairing with the
same probability, so that its mean over all battles is 0. Its variance has four parts:

* **skill**: the pairing, the squared mean result of a pairing;
* **seat**: the side, red or blue, and which side decides first, within a pairing;
* **dice**: dice that favour a side, whichever agent has it. The two battles of a pair have the
  same dice with the sides swapped, so that such dice let one agent win the first and the other the
  second battle: their part is minus the covariance of the two results, after skill and seat. It is
  a lower bound: a seed that favours an agent, on either side, hides as much of it;
* **play**: the rest, how the same dice turn out in different hands.

With deterministic agents the dice and the seats decide everything, so that seat, dice and play
together are what an agent cannot plan for.

**Estimates** are unbiased: the variance of a mean is subtracted from its square. A part may then be
slightly negative, and counts as 0. **Intervals** come from the Bayesian bootstrap over the pairs of
each pairing; samples are moved so that their mean is the estimate, since resampling adds the
variance of the means once more. Every pairing counts the same.

Shapes: `K` pairings, `R` resamples.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .statistics import Interval, PairResult, percentile_interval

Floats = npt.NDArray[np.float64]

RESAMPLES = 2000
FEWEST_PAIRS = 3
"""Fewest pairs of a pairing: with two, even agents had skill above 0 beyond chance too often."""
PARTS = ("skill", "seat", "dice", "play")

# The kinds of pairs: the result of the first agent in both battles, and whether it decided first.
_KINDS = np.array(
    [(x, y, f, g) for x in (-1, 0, 1) for y in (-1, 0, 1) for f in (0, 1) for g in (0, 1)], float
)
_RESULTS, _FIRST = _KINDS[:, :2].T, _KINDS[:, 2:].T


@dataclasses.dataclass(frozen=True)
class Shares:
    """The shares of the variance of the results, each between 0 and 1.

    Attributes:
        skill: Of the pairing, who fights whom.
        seat: Of the side, and of who decides first.
        dice: Of dice that favour a side.
        play: The rest.
        negative: Names of the parts whose estimate was negative, and which count as 0.
    """

    skill: Interval
    seat: Interval
    dice: Interval
    play: Interval
    negative: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        shares: dict[str, Any] = {name: getattr(self, name).to_json() for name in PARTS}
        return {**shares, "negative": list(self.negative)}


def divide_variance(results: Sequence[PairResult], seed: int = 0) -> Shares | None:
    """The shares of skill, seat, dice and play in the variance of the results.

    Args:
        results: One for each pairing, with the sides swapped in the second battle of each pair.
        seed: Of the bootstrap; the same seed gives the same numbers.

    Returns:
        None if no pairing has three pairs, or if all battles were drawn.
    """
    counts = [count_kinds(result) for result in results if len(result.scores) >= FEWEST_PAIRS]
    if not counts:
        return None
    tally = np.array(counts, np.float64)
    parts = _parts(tally)
    if parts is None:
        return None
    generator = np.random.default_rng(seed)
    samples = _parts(generator.standard_gamma(tally, size=(RESAMPLES, *tally.shape)))
    assert samples is not None
    samples += parts - samples.mean(axis=0)
    negative = tuple(name for name, part in zip(PARTS, parts, strict=True) if part < 0)
    clipped, drawn = _clipped(parts), _clipped(samples)
    skill, seat, dice, play = (
        percentile_interval(float(one), column, 0.95)
        for one, column in zip(clipped, drawn.T, strict=True)
    )
    return Shares(skill, seat, dice, play, negative)


def count_kinds(result: PairResult) -> npt.NDArray[np.int64]:
    """Number of pairs of each of the 36 kinds, `[36]`: results, and who decided first."""
    points = (2 * result.scores).astype(np.int64)
    first = result.decided_first
    began = np.zeros(points.shape, np.int64) if first is None else first.astype(np.int64)
    kinds = 12 * points[:, 0] + 4 * points[:, 1] + 2 * began[:, 0] + began[:, 1]
    return np.bincount(kinds, minlength=len(_KINDS))


def _clipped(parts: Floats) -> Floats:
    """Parts `[..., 4]` without negative ones; they add up to 1 again."""
    positive = np.maximum(parts, 0)
    return positive / positive.sum(axis=-1, keepdims=True)


def _parts(tally: Floats) -> Floats | None:
    """The four shares `[..., 4]` of tallies `[..., K, 36]`; None if all battles were drawn."""
    pairs = tally.sum(axis=-1)
    means = tally @ _RESULTS.mean(axis=0) / pairs
    squares = tally @ _RESULTS.mean(axis=0) ** 2
    spread = (squares - pairs * means**2) / (pairs - 1)
    skill = means**2 - spread / pairs
    seat = -skill
    centred = []
    for result, first in zip(_RESULTS, _FIRST, strict=True):
        expected = np.zeros_like(tally)
        for began in (0, 1):
            cell = first == began
            size, mean, square = _moments(tally * cell, result)
            seat = seat + size / (2 * pairs) * square
            expected = expected + mean[..., None] * cell
        centred.append(result - expected)
    groups = sum((tally[..., _FIRST[0] == began].sum(axis=-1) > 0) for began in (0, 1))
    dice = -(tally * centred[0] * centred[1]).sum(axis=-1) / np.maximum(pairs - groups, 1)
    total = (tally @ (_RESULTS**2).mean(axis=0) / pairs).mean(axis=-1)
    if not np.all(total > 0):
        return None
    shares = [part.mean(axis=-1) / total for part in (skill, seat, dice)]
    return np.stack([*shares, 1 - sum(shares)], axis=-1)


def _moments(tally: Floats, result: Floats) -> tuple[Floats, Floats, Floats]:
    """Size, mean and unbiased squared mean of a part of each tally; 0 where it is too small."""
    size = tally.sum(axis=-1)
    known = np.maximum(size, 1e-9)
    mean = tally @ result / known
    spread = np.maximum(tally @ result**2 / known - mean**2, 0) * known / np.maximum(size - 1, 1)
    return size, mean, np.where(size > 1, mean**2 - spread / known, 0.0)
