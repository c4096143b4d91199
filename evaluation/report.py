"""A tournament as one HTML page with pictures: ratings, pay-off matrix and pairings."""

from __future__ import annotations

import base64
import html
import io
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..envs.core.inputs.plain_text import clean

if TYPE_CHECKING:
    from .tournament import Tournament

MOST_LABEL = 40
SWAPPED = "each seed fought twice with the sides swapped"
AS_WRITTEN = "sides as in the scenario"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #222 }
table { border-collapse: collapse; margin: 1rem 0 } th, td { padding: .3rem .8rem;
       text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
img { max-width: 100% } .note { color: #666 }
"""


def html_report(result: Tournament) -> str:
    """The page as text; it needs no other file."""
    data = result.to_json()
    title = html.escape(clean(f"{result.system}/{result.scenario}"))
    parts = [
        f"<h1>{title}</h1>",
        f'<p class="note">{sum(pair["battles"] for pair in data["pairs"]):,} battles, '
        f"seed {result.seed}, {SWAPPED if result.is_swapped else AS_WRITTEN}. Intervals: 95 %."
        + ("" if result.is_complete else " The tournament was interrupted.")
        + "</p>",
        "<h2>Ratings</h2>",
        picture(ratings_figure(data["ratings"], data["anchor"]), "Ratings with intervals"),
        "<h2>Scores</h2>",
        picture(payoff_figure(data["payoff"]), "Score of the row against the column"),
        "<h2>Pairings</h2>",
        pairings(data["pairs"]),
    ]
    if data["nash"]:
        mixture = ", ".join(f"{k} {100 * v:.0f} %" for k, v in data["nash"].items() if v >= 0.005)
        parts.append(f"<p>Nobody here beats this mixture: {html.escape(clean(mixture))}.</p>")
    body = "\n".join(parts)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><body>{body}</body></html>\n"
    )


def picture(figure: Any, alt: str) -> str:
    """A figure as an image inside the page."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_parse_math(False)  # a name of an agent may be a path with "$"
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)  # drawn as a box
        figure.savefig(buffer, format="png", dpi=120, bbox_inches="tight")
    encoded = base64.b64encode(buffer.getvalue()).decode("ascii")
    return f'<img alt="{alt}" src="data:image/png;base64,{encoded}">'


def label(name: str) -> str:
    """The name of an agent for an axis: printable; a long path loses its front."""
    name = clean(name)
    return name if len(name) <= MOST_LABEL else f"…{name[-MOST_LABEL:]}"


def ratings_figure(ratings: list[dict[str, Any]], anchor: str) -> Any:
    """Elo with intervals, strongest on top."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 0.45 * len(ratings) + 1))
    axes = figure.subplots()
    elo = np.array([one["elo"] for one in ratings])
    limits = np.array([[one["elo"] - one["low"], one["high"] - one["elo"]] for one in ratings])
    places = np.arange(len(ratings))[::-1]
    axes.errorbar(elo, places, xerr=limits.T, fmt="o", color="#1f4e79", capsize=4)
    axes.set_yticks(places, [label(one["agent"]) for one in ratings])
    axes.set_xlabel(f"Elo ({label(anchor)} is 0)")
    axes.grid(axis="x", alpha=0.3)
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


def pairings(pairs: list[dict[str, Any]]) -> str:
    """The table of pairings."""
    heads = ("a", "b", "wins of a", "losses", "draws", "score of a", "rounds", "distinct")
    lines = ["<table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"]
    for pair in pairs:
        score = pair["score"]
        cells = (
            html.escape(clean(pair["a"])),
            html.escape(clean(pair["b"])),
            pair["wins"],
            pair["losses"],
            pair["draws"],
            "{:.1f} % [{:.1f}, {:.1f}]".format(
                *(100 * score[key] for key in ("estimate", "low", "high"))
            ),
            f"{pair['mean_rounds']:.1f}",
            f"{pair['distinct']} of {pair['battles']}",
        )
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join([*lines, "</table>"])
