"""The progress of a run on the terminal: a bar, the speed, wins against every baseline."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


class Display:
    """A progress bar, or silence."""

    def __init__(self, title: str, is_shown: bool) -> None:
        """Prepare a bar with a title; nothing is shown before the `with` block."""
        self.console = Console(stderr=True, quiet=not is_shown, markup=False)
        self._bar = Progress(
            TextColumn("{task.description}", style="bold", markup=False),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[speed]}"),
            console=self.console,
            disable=not is_shown,
            expand=True,
        )
        self._task = self._bar.add_task(title, total=1.0, speed="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show_progress(self, share: float, decisions: int, speed: float | None = None) -> None:
        """Show how far the run is and how fast, in decisions a second."""
        text = f"{_millions(decisions)} decisions"
        if speed is not None:
            text += f", {speed:,.0f}/s"
        self._bar.update(self._task, completed=share, speed=text)

    def show_wins(self, decisions: int, baselines: list[str], shares: np.ndarray) -> None:
        """Print the share of decided battles won against every baseline."""
        self.say(wins_sentence(decisions, baselines, shares))

    def say(self, text: str) -> None:
        """Print one line above the bar."""
        self.console.print(text, highlight=False, soft_wrap=True)


def wins_sentence(decisions: int, baselines: list[str], shares: np.ndarray) -> str:
    """The shares of decided battles won against every baseline, in words."""
    pairs = zip(baselines, shares, strict=True)
    text = ", ".join(f"{name} {_percent(share)}" for name, share in pairs)
    return f"after {_millions(decisions)} decisions, % of decided battles won: {text}"


def _millions(decisions: int) -> str:
    return f"{decisions / 1e6:.2f} M"


def _percent(share: float) -> str:
    return "–" if np.isnan(share) else f"{100 * share:.0f}"
