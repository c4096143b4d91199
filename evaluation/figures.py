"""Estimates with their intervals, as people read them."""

from __future__ import annotations

from .statistics import Interval


def figures(interval: Interval, digits: int = 1, scale: float = 1) -> str:
    """An estimate with its limits: `3.1 [3.0, 3.2]`; a number that rounds to 0 has no sign."""
    estimate, low, high = (
        f"{scale * one:z.{digits}f}" for one in (interval.estimate, interval.low, interval.high)
    )
    return f"{estimate} [{low}, {high}]"


def percent(interval: Interval) -> str:
    """A share in percent: `62 % [60, 64]`, with a decimal if that is narrow; `62.4 %` if exact."""
    if interval.is_exact:
        return f"{100 * interval.estimate:.1f} %".replace(".0 ", " ")
    is_narrow = 100 * (interval.high - interval.low) < 2
    return figures(interval, int(is_narrow), 100).replace(" ", " % ", 1)
