"""What one sees while a run learns: a bar, the speed, and the wins against every baseline."""

from __future__ import annotations

from types import TracebackType

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


class Display:
    """A progress bar, or silence."""

    def __init__(self, title: str, is_shown: bool) -> None:
        """Prepare a bar with a title; nothing is shown before the `with` block."""
        self.console = Console(stderr=True, quiet=not is_shown)
        self._bar = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[speed]}"),
            TextColumn("{task.fields[wins]}"),
            console=self.console,
            disable=not is_shown,
        )
        self._task = self._bar.add_task(title, total=1.0, speed="", wins="")

    def __enter__(self) -> Display:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show_progress(self, share: float, decisions: int, speed: float) -> None:
        """Show how far the run is and how fast."""
        text = f"{decisions / 1e6:.1f} M decisions, {speed:,.0f}/s"
        self._bar.update(self._task, completed=share, speed=text)

    def show_wins(self, baselines: list[str], shares: np.ndarray) -> None:
        """Show the share of decided battles won against every baseline."""
        pairs = zip(baselines, shares, strict=True)
        text = " ".join(f"{name} [bold]{_percent(share)}[/]" for name, share in pairs)
        self._bar.update(self._task, wins=f"wins %: {text}")

    def say(self, text: str) -> None:
        """One line above the bar."""
        self.console.print(text, highlight=False)


def _percent(share: float) -> str:
    return "–" if np.isnan(share) else f"{100 * share:.0f}"
