"""The progress of a league on the terminal: the learner, the time left, standings, pay-offs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from .display import Display, wins_sentence
from .matchmaking import Learner

MOST_ROWS = 20
"""Most players in the table on the terminal; the summary has all."""


class LeagueDisplay(Display):
    """A progress bar over all decisions of a league, or silence."""

    def __init__(self, title: str, is_shown: bool, goal: int) -> None:
        """Prepare a bar.

        Args:
            title: of the league.
            is_shown: whether anything is shown.
            goal: decisions of the whole league.
        """
        super().__init__(title, is_shown)
        self._goal = goal
        self._started, self._first = time.monotonic(), 0
        self._learner = Learner("", "")
        self._before = 0

    def begin(self, decisions: int) -> None:
        """Begin at a number of decisions of the league."""
        self._started, self._first = time.monotonic(), decisions
        if decisions:
            self.say(f"continuing at {decisions:,} decisions")
        if decisions >= self._goal:
            self.say("this league is already finished: give more --decisions")

    def begin_slice(self, learner: Learner, decisions: int) -> None:
        """Show a slice of a learner, which begins at a number of decisions of the league."""
        self._learner, self._before = learner, decisions
        self._bar.update(self._task, speed=f"{learner.name} learns")

    def end_slice(self, decisions: int, seconds: float, said: Sequence[str]) -> None:
        """Show the end of the slice.

        Args:
            decisions: of the learner's generation.
            seconds: that the slice took.
            said: lines of a slice that was played elsewhere.
        """
        gained = decisions - self._learner.decisions
        self.show_progress(1.0, decisions, gained / max(seconds, 1e-3))
        for text in said:
            self.say(f"{self._learner.name}, {text}")

    def show_progress(self, share: float, decisions: int, speed: float | None = None) -> None:
        """Show who learns, the decisions of the league, the speed and the time left.

        Args:
            share: not used: it is the learner's own.
            decisions: of the learner's generation.
            speed: decisions a second of the last update; None is not shown.
        """
        done = self._before + decisions - self._learner.decisions
        passed = max(time.monotonic() - self._started, 1e-3)
        left = max(0, self._goal - done) * passed / max(1, done - self._first)
        told = f"{self._learner.name} learns, {done / 1e6:.2f} M"
        if speed is not None:
            told += f", {speed:,.0f}/s"
        text = f"{told}, {duration(left)} left"
        self._bar.update(self._task, completed=min(1.0, done / self._goal), speed=text)

    def show_wins(self, decisions: int, baselines: list[str], shares: np.ndarray) -> None:
        """Print the share of decided battles of the learner won against every baseline."""
        self.say(f"{self._learner.name}, {wins_sentence(decisions, baselines, shares)}")

    def show_standings(self, summary: dict[str, Any]) -> None:
        """Print the learners and copies with their points."""
        table = Table(box=box.SIMPLE, title_justify="left")
        table.title = f"Standings after {summary['decisions']:,} decisions, points in %"
        for heading in ("player", "named opponents", "copies", "weakest against"):
            table.add_column(heading, no_wrap=heading == "player")
        players = [one for one in summary["players"] if one["role"] != "named"]
        for one in players[:MOST_ROWS]:
            row = summary["payoff"][one["name"]]
            met = {name: score for name, score in row.items() if score is not None}
            hardest = min(met, key=met.__getitem__) if met else ""
            told = f"{hardest} {100 * met[hardest]:.0f}" if met else ""
            table.add_row(one["name"], percent(one["named"]), percent(one["copies"]), told)
        if len(players) > MOST_ROWS:
            table.caption = f"and {len(players) - MOST_ROWS} more"
        self.console.print(table)


def percent(interval: dict[str, float | None]) -> str:
    """An interval of a share in percent, or nothing."""
    if interval["estimate"] is None:
        return ""
    middle, low, high = (100 * (interval[name] or 0.0) for name in ("estimate", "low", "high"))
    return f"{middle:.0f} [{low:.0f}, {high:.0f}]"


def duration(seconds: float) -> str:
    """A time in words, `3 min` or `2 h 10 min`."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under 1 min"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
