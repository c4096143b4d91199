"""Movement rates, and the second Dash (W63, W87)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...tables import DASH_STEP, RATE_BASE, RATE_STEP


@njit
def rate_by_strength(total):
    """Movement rate by Strength, Size and Athletics together, never below 0 (W63)."""
    return max(0, RATE_BASE + (total + 1) // RATE_STEP)


@njit
def dash_yards(result):
    """Yards that the check of a second Dash adds to the rate, never below 0 (W87)."""
    return max(0, result) // DASH_STEP
