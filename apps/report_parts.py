"""Tables and pictures of a report, as HTML and SVG without other files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..agents.npc.manifest import Exploited
from ..evaluation.meta_words import elo_span, span
from ..evaluation.tactics.comparison import FEWEST, Profile
from .page import points, text
from .tactics_command import p_value

INK, SHADE = "#1f4e79", "#9db8d2"
SERIES = ("#1f4e79", "#b8433d", "#3d7a45", "#8a5aa8", "#b0762a", "#4a8f98")
"""Colours of the curves; a seventh curve has the first again."""
SCALE = 400
"""Elo points below the best agent at which the scale of ratings ends."""
MARK = f'stroke="{INK}" stroke-width="2" vector-effect="non-scaling-stroke"'


def cell(words: object, value: float | None = None) -> str:
    """A cell of a table, with the number by which its column is sorted."""
    sort = "" if value is None else f' data-sort="{value:.6g}"'
    return f"<td{sort}>{text(str(words))}</td>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that its headings sort; the rows are made of `cell`."""
    top = "".join(f'<th><button type="button">{text(head)}</button></th>' for head in heads)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table class="sorted"><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def share_cell(share: Mapping[str, float | None] | None) -> str:
    """A share with its interval in percent, or nothing."""
    if share is None or share["estimate"] is None:
        return cell("", -2.0)
    return cell(span({name: value or 0.0 for name, value in share.items()}), share["estimate"])


def points_cell(points: Mapping[str, float] | None) -> str:
    """Elo points with their interval, or nothing."""
    return cell("", -1e9) if points is None else cell(elo_span(points), points["estimate"])


# --- Ratings --------------------------------------------------------------------------------------


def ratings_table(ratings: Sequence[Mapping[str, Any]], anchor: str) -> str:
    """Elo with intervals, as numbers and drawn on one scale."""
    low, high = scale_of(ratings)
    rows = [
        [
            cell(one["agent"]),
            cell(f"{one['elo']:z.0f}", one["elo"]),
            cell(f"{one['low']:z.0f} to {one['high']:z.0f}", one["high"] - one["low"]),
            f'<td data-sort="{one["elo"]:.6g}">{whisker(one, low, high)}</td>',
            cell(f"{one['battles']:,}", one["battles"]),
        ]
        for one in ratings
    ]
    scale = f"{low:z.0f} to {high:z.0f} ({anchor} is 0)"
    heads = ("agent", "Elo", "95 % interval", scale, "battles")
    return table(heads, rows)


def scale_of(ratings: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """Limits of a scale: a hopeless agent does not stretch it."""
    best = max(one["elo"] for one in ratings)
    least = max(min(one["low"] for one in ratings), best - SCALE)
    return least, max(least + 1, min(max(one["high"] for one in ratings), best + SCALE))


def whisker(one: Mapping[str, Any], low: float, high: float) -> str:
    """A rating with its interval on a scale; an arrow for one that is below it."""
    elo, left, right = (
        100 * (min(max(one[name], low), high) - low) / (high - low)
        for name in ("elo", "low", "high")
    )
    mark = f'<line x1="{elo:.1f}" x2="{elo:.1f}" y1="0" y2="10" {MARK}/>'
    if one["elo"] < low:
        mark = f'<polygon points="-3,5 1,1 1,9" fill="{INK}"/>'
    return (
        '<svg class="whisker" viewBox="-3 0 106 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<line x1="{left:.1f}" x2="{right:.1f}" y1="5" y2="5" stroke="{SHADE}" stroke-width="4"/>'
        f"{mark}</svg>"
    )


def several_table(columns: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """The ratings of each agent in several scenarios."""
    names = dict.fromkeys(one["agent"] for ratings in columns.values() for one in ratings)
    found = {(one["agent"], title): one for title, ratings in columns.items() for one in ratings}
    rows = []
    for name in names:
        row = [cell(name)]
        for title in columns:
            one = found.get((name, title))
            told = f"{one['elo']:z.0f} [{one['low']:z.0f}, {one['high']:z.0f}]" if one else ""
            row.append(cell(told, one["elo"] if one else -1e9))
        rows.append(row)
    return table(("agent", *columns), rows)


# --- Pay-offs -------------------------------------------------------------------------------------


def heat_map(payoff: Mapping[str, Mapping[str, float | None]], order: Sequence[str]) -> str:
    """Scores of the row against the column, in colours; the agents in an order."""
    top = "".join(f"<th><span>{text(name)}</span></th>" for name in order)
    rows = []
    for row in order:
        cells = "".join(heat_cell(payoff[row][column], row, column) for column in order)
        rows.append(f"<tr><th>{text(row)}</th>{cells}</tr>")
    return (
        f'<div class="wide"><table class="heat"><thead><tr><th></th>{top}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def heat_cell(score: float | None, row: str, column: str) -> str:
    """A cell of the heat map: blue for wins of the row, red for losses."""
    if score is None:
        return "<td>·</td>"
    colour = "59,110,168" if score > 0.5 else "184,67,61"
    strength = min(1.0, 2 * abs(score - 0.5))
    ink = "white" if strength > 0.6 else "inherit"
    title = text(f"{row} against {column}: {100 * score:.1f} %")
    style = f"background:rgba({colour},{strength:.2f});color:{ink}"
    return f'<td style="{style}" title="{title}">{100 * score:.0f}</td>'


def league_table(players: Sequence[Mapping[str, Any]]) -> str:
    """A row for each player of a league."""
    rows = [
        [
            cell(one["name"]),
            cell(one["role"].replace("_", " ")),
            share_cell(one["named"]),
            share_cell(one["copies"]),
            cell(f"{one['decisions']:,}" if one["decisions"] else "", one["decisions"]),
            cell(one["reason"]),
        ]
        for one in players
    ]
    heads = ("player", "role", "against named opponents", "against copies", "decisions", "joined")
    return table(heads, rows)


def pairs_table(pairs: Sequence[Mapping[str, Any]], is_swapped: bool) -> str:
    """A row for each pairing, with wins by side if sides were swapped."""
    heads = ["a", "b", "wins of a", "losses", "draws", "score of a, %"]
    heads += ["a wins as red, %", "a wins as blue, %"] if is_swapped else []
    rows = []
    for pair in pairs:
        row = [cell(pair["a"]), cell(pair["b"])]
        row += [cell(pair[name], pair[name]) for name in ("wins", "losses", "draws")]
        row.append(share_cell(pair["score"]))
        if is_swapped:
            row += [share_cell(pair["wins_first"]), share_cell(pair["wins_second"])]
        rounds = pair["mean_rounds"]
        row.append(cell("" if rounds is None else f"{rounds:.1f}", rounds or 0.0))
        row.append(cell(f"{pair['distinct']} of {pair['battles']}", pair["distinct"]))
        rows.append(row)
    return table((*heads, "rounds", "distinct"), rows)


# --- Meta-game ------------------------------------------------------------------------------------


def mixtures_table(agents: Sequence[Mapping[str, Any]]) -> str:
    """The share of each agent in Nash averaging and in alpha-rank."""
    ordered = sorted(agents, key=lambda one: [-one["nash"][key] for key in ("estimate", "high")])
    rows = [
        [cell(one["agent"]), share_cell(one["nash"]), share_cell(one["alpha_rank"])]
        for one in ordered
    ]
    return table(("agent", "Nash, %", "alpha-rank, %"), rows)


def differences_table(differences: Sequence[Mapping[str, Any]]) -> str:
    """Rating points of each agent above each weaker one."""
    rows = [
        [
            cell(one["a"]), cell(one["b"]), cell(f"{one['estimate']:z.0f}", one["estimate"]),
            cell(f"{one['low']:z.0f} to {one['high']:z.0f}", one["low"]),
        ]
        for one in differences
    ]  # fmt: skip
    return table(("a", "above b", "Elo points", "95 % interval"), rows)


def shares_bar(variance: Mapping[str, Any]) -> str:
    """The shares of skill, seat, dice and play as one bar."""
    parts = "".join(
        f'<span style="width:{100 * variance[name]["estimate"]:.1f}%;background:{colour}">'
        f"{name}</span>"
        for name, colour in zip(("skill", "seat", "dice", "play"), SERIES, strict=False)
    )
    return f'<div class="shares" aria-hidden="true">{parts}</div>'


def unseen_table(found: Mapping[str, Any], words: Sequence[str]) -> str:
    """The scores of an agent seen and unseen, beside those of the yardstick."""
    rows = [
        [
            cell(name), share_cell(one["score"]), share_cell(one["yardstick"]),
            share_cell(one["gap"]), points_cell(one["elo_on_yardstick"]),
        ]
        for name, one in zip(words, found["cells"], strict=True)
    ]  # fmt: skip
    yardstick = found["yardstick"]
    heads = ("", found["agent"], yardstick, "against known", f"Elo on {yardstick}")
    return table(heads, rows)


# --- Exploitability and tactics -------------------------------------------------------------------


def exploited_table(exploited: Sequence[tuple[str, Sequence[Exploited]]]) -> str:
    """A row for each agent and encounter in which it was measured."""
    rows = []
    for name, known in exploited:
        for one in known:
            best = "a learned one" if one.response == "learned" else one.response
            score = {"estimate": one.score, "low": one.low, "high": one.high}
            counts = [cell(f"{count:,}", count) for count in (one.won, one.drawn, one.lost)]
            effort = f"{one.seeds} of {one.decisions:,} decisions" if one.seeds else "none"
            rows.append(
                [
                    cell(name), cell(one.encounter), cell(best), share_cell(score), *counts,
                    cell(effort, one.decisions), cell(one.date),
                ]
            )  # fmt: skip
    heads = ("agent", "encounter", "best challenger", "its points, %", "won", "drawn", "lost")
    return table((*heads, "responses", "measured"), rows)


def tactics_table(profile: Profile) -> str:
    """A row for each tactic of an agent, beside the agents that it is compared with."""
    rows = []
    for habit in profile.habits:
        row = [cell(habit.tactic), share_cell(habit.share.to_json()), cell(f"{habit.cases:,}")]
        for one in habit.differences:
            judged = min(one.cases, habit.cases) >= FEWEST
            known = one.share == one.share
            row.append(cell(f"{100 * one.share:.0f}" if known else "", one.share if known else -1))
            row.append(cell(p_value(one.p) if judged else "few", one.p if judged else 2.0))
        rows.append(row)
    others = profile.habits[0].differences if profile.habits else ()
    heads = [head for one in others for head in (f"{one.than}, %", "p")]
    return table(("tactic", "share, %", "cases", *heads), rows)


# --- Learning curves ------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 300, 46, 34


def curves_picture(curves: Sequence[Any]) -> str:
    """Learning curves with their intervals: share of decided battles won against decisions."""
    most = max(1, *(curve.decisions[-1] for curve in curves))
    lines = []
    for tick in range(0, 101, 25):
        y = place(0, tick / 100, most)[1]
        lines.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick} %</text>'
        )
    for number, curve in enumerate(curves):
        colour = SERIES[number % len(SERIES)]
        upper = [place(x, y, most) for x, y in zip(curve.decisions, curve.high, strict=True)]
        lower = [place(x, y, most) for x, y in zip(curve.decisions, curve.low, strict=True)]
        middle = [place(x, y, most) for x, y in zip(curve.decisions, curve.share, strict=True)]
        lines.append(
            f'<polygon points="{points([*upper, *lower[::-1]])}" fill="{colour}" opacity="0.18"/>'
            f'<polyline points="{points(middle)}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{LEFT + 10}" y="{20 + 18 * number}" style="fill:{colour}">'
            f"{text(curve.name)}</text>"
        )
    lines.append(
        f'<text x="{WIDTH - 8}" y="{HEIGHT - 8}" text-anchor="end">{most:,} decisions</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 8}">0</text>'
    )
    return (
        f'<div class="wide"><svg class="curves" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>Share of the decided battles won, over the decisions of the learner</title>"
        f"{''.join(lines)}</svg></div>"
    )


def place(decisions: float, share: float, most: float) -> tuple[float, float]:
    """A point of the picture of curves."""
    x = LEFT + (WIDTH - 8 - LEFT) * decisions / most
    return x, 8 + (HEIGHT - 8 - BOTTOM) * (1 - share)
