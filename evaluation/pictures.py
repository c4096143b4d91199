"""Pictures in files: the odds of an encounter, and weapons compared."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.inputs.plain_text import clean
from .compare import Comparison
from .odds import FighterOdds, Odds

MOST_LABEL = 40
ENDINGS = (".png", ".svg", ".pdf")
RED, GREY, BLUE, DARK = "#b8433d", "#c9c9c9", "#3b6ea8", "#2b2b2b"


def check_picture(file: Path | None) -> None:
    """Refuse a file that is no picture, before the work begins.

    Raises:
        ValueError: the name ends otherwise.
    """
    if file is not None and file.suffix.lower() not in ENDINGS:
        raise ValueError(f"a picture's file ends in {', '.join(ENDINGS)}, got {str(file)!r}")


def save_picture(figure: Any, file: Path) -> None:
    """Write a figure into a file that `check_picture` accepts."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_parse_math(False)  # a name may contain "$"
    figure.savefig(file, dpi=150, bbox_inches="tight")


def label(name: str) -> str:
    """The name of an agent for an axis: printable; a long path loses its front."""
    name = clean(name)
    return name if len(name) <= MOST_LABEL else f"…{name[1 - MOST_LABEL :]}"


def odds_figure(found: dict[str, Odds]) -> Any:
    """A bar for each form of an encounter, and one for each fighter of the first.

    Args:
        found: the odds by the name of each form, the encounter as written first.
    """
    from matplotlib.figure import Figure

    odds = next(iter(found.values()))
    forms, fighters = len(found), len(odds.fighters)
    figure = Figure(figsize=(7.5, 1.6 + 0.45 * (forms + fighters)), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=[forms + 0.6, fighters + 0.6])
    figure.suptitle(f"{label(odds.title)}: {odds.count:,} battles", fontsize=11)
    _draw_winners(upper, found)
    _draw_fighters(lower, odds.fighters)
    return figure


def comparison_figure(found: Comparison) -> Any:
    """The share of battles that red wins, for each equipment of red (rows) and of blue."""
    figure = payoff_figure(found.red_wins())
    (axes,) = figure.axes
    axes.images[0].set_cmap("RdBu_r")  # red where red wins
    reach = f"95 % intervals reach {100 * found.widest():.1f} points at most"
    axes.set_title(f"{label(found.title)}: battles that red wins, %\n{reach}")
    axes.set_xlabel("blue has")
    axes.set_ylabel("red has")
    return figure


def payoff_figure(payoff: Mapping[str, Mapping[str, float | None]]) -> Any:
    """The pay-off matrix as a heat map."""
    from matplotlib.figure import Figure

    names = list(payoff)
    matrix = np.array(
        [[np.nan if payoff[a][b] is None else payoff[a][b] for b in names] for a in names], float
    )
    size = 0.7 * len(names) + 1.5
    figure = Figure(figsize=(size + 1, size))
    axes = figure.subplots()
    axes.imshow(matrix, cmap="RdBu", vmin=0, vmax=1)
    labels = [label(name) for name in names]
    axes.set_xticks(range(len(names)), labels, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), labels)
    for i, j in np.argwhere(~np.isnan(matrix)):
        color = "white" if abs(matrix[i, j] - 0.5) > 0.3 else "black"
        axes.text(j, i, f"{100 * matrix[i, j]:.0f}", ha="center", va="center", color=color)
    return figure


def _draw_winners(axes: Any, found: dict[str, Odds]) -> None:
    """The shares of red, with its interval, of draws and of blue; they add up to the whole bar."""
    places = np.arange(len(found))[::-1]
    left = np.zeros(len(found))
    for name, color in (("red", RED), ("draw", GREY), ("blue", BLUE)):
        shares = 100 * np.array([getattr(one, name).estimate for one in found.values()])
        title = "draw" if name == "draw" else f"{name} wins"
        axes.barh(places, shares, left=left, color=color, label=title, height=0.65)
        for place, share, start in zip(places, shares, left, strict=True):
            if share >= 6:
                ink = DARK if name == "draw" else "white"
                middle = start + share / 2
                axes.text(middle, place, f"{share:.0f} %", ha="center", va="center", color=ink)
        left += shares
    reds = [one.red for one in found.values()]
    limits = 100 * np.array([[one.estimate - one.low, one.high - one.estimate] for one in reds])
    ends = 100 * np.array([one.estimate for one in reds])
    below = places - 0.22  # where no number stands
    axes.errorbar(ends, below, xerr=limits.T, fmt="none", ecolor=DARK, capsize=3, lw=1)
    axes.set_yticks(places, [label(name) for name in found])
    axes.set_xlim(0, 100)
    axes.set_xticks([])
    axes.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=8)
    axes.spines[:].set_visible(False)


def _draw_fighters(axes: Any, fighters: tuple[FighterOdds, ...]) -> None:
    """The chance of each fighter to fall, with its interval, and to die as the dark part."""
    places = np.arange(len(fighters))[::-1]
    falls = 100 * np.array([one.falls.estimate for one in fighters])
    limits = 100 * np.array(
        [
            [one.falls.estimate - one.falls.low, one.falls.high - one.falls.estimate]
            for one in fighters
        ]
    )
    colors = [RED if one.side == "red" else BLUE for one in fighters]
    axes.barh(places, falls, color=colors, alpha=0.55, height=0.6)
    dies = [100 * one.dies.estimate for one in fighters]
    axes.barh(places, dies, color=colors, height=0.6)
    axes.errorbar(falls, places, xerr=limits.T, fmt="none", ecolor=DARK, capsize=3, lw=1)
    axes.set_yticks(places, [label(one.label) for one in fighters])
    axes.set_xlim(0, 100)
    axes.set_xlabel("chance to fall, %, with its 95 % interval; the dark part dies")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.3)
