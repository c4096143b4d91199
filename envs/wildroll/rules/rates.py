"""Movement rates, and the yards that action points buy (W62 to W64, W87, RW36)."""

from __future__ import annotations

import numpy as np

from ...core.compile import njit
from ..tables import DASH_STEP, MOVE_PARTS, RATE_BASE, RATE_STEP


@njit
def rate_by_strength(total):
    """Movement rate by Strength, Size and Athletics together, never below 0 (W63)."""
    return max(np.int64(0), RATE_BASE + (np.int64(total) + 1) // RATE_STEP)


@njit
def yards_for(rate, points):
    """Yards that so many AP of a round buy at one rate (W62, W64, RW36)."""
    return np.int64(rate) * np.int64(points) // MOVE_PARTS


@njit
def dash_yards(result):
    """What the check of a second Dash adds to the rate, never below 0 (W87)."""
    return max(np.int64(0), np.int64(result)) // DASH_STEP
