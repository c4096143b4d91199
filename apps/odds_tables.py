"""The odds of an encounter as tables for the terminal."""

from __future__ import annotations

import re
import textwrap

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from ..evaluation.figures import figures, percent
from ..evaluation.odds import FighterOdds, Odds, gain, verdict
from ..evaluation.statistics import Interval
from .common import console

OUT = "out already"
"""For a fighter who is out of action at the beginning."""
LEAST = 0.05
"""Mean wounds below this are not told: they would round to 0.0."""
PADDING = (0, 1, 0, 0)
LEAST_NAME = 8
"""Least width of the column of names; longer names are cut where there is no room."""
GAP = 2
"""Characters between two columns."""
TIE = "\u00a0"
"""A space at which no line breaks."""


def print_odds(found: dict[str, Odds]) -> None:
    """Print the verdict, the result, a line for each fighter, and one for each changed form."""
    odds = next(iter(found.values()))
    console.print(Text(whole_intervals(verdict(odds), console.width), style="bold"))
    console.print(Text(heading(odds)))
    console.print(result_table(odds))
    console.print(fighters_table(odds, console.width))
    if any(one.wounds.low < 0 for one in odds.fighters):
        console.print(Text(healed(odds)))
    console.print(dealers_table(odds, console.width))
    if len(found) > 1:
        console.print(changes_table(found))


def heading(odds: Odds) -> str:
    """The encounter, and what the figures are."""
    title = f"{odds.title}: {odds.count:,} battles, seed {odds.seed}, 95 % intervals"
    first = odds.battles.first_round
    if first > 1:
        title += f"; from round {first} on"
    return title


def healed(odds: Odds) -> str:
    """A note on numbers of wounds below 0."""
    return (
        f"{odds.unit[0].upper()}{odds.unit[1:]}: at the end, less those at the beginning. Healing "
        "takes some off, so a number below 0 is more healed than suffered.\n"
    )


def result_table(odds: Odds) -> Table:
    """The chances of each side, and the length."""
    table = Table(box=box.SIMPLE, padding=PADDING)
    for heading in ("red wins", "blue wins", "draws", "rounds"):
        table.add_column(heading, justify="right")
    table.add_row(*map(percent, (odds.red, odds.blue, odds.draw)), figures(odds.rounds))
    return table


def changes_table(found: dict[str, Odds]) -> Table:
    """Red's chance in each form of the encounter, on the same dice."""
    title = "With changes; gains in points of percent"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=PADDING)
    table.add_column("encounter", overflow="fold")
    for heading in ("red wins", "red gains", "rounds"):
        table.add_column(heading, justify="right", no_wrap=True)
    odds = next(iter(found.values()))
    for name, one in found.items():
        gained = "" if one is odds else points(gain(odds, one))
        table.add_row(name, percent(one.red), gained, figures(one.rounds))
    return table


def points(interval: Interval) -> str:
    """A change of a share in points of percent: `+12 [+10, +14]`."""
    numbers = (interval.estimate, interval.low, interval.high)
    estimate, low, high = (f"{100 * one:+z.0f}" for one in numbers)
    return f"{estimate} [{low}, {high}]"


def fighters_table(odds: Odds, width: int) -> Table:
    """The chances of each fighter; without its kind if the table would be wider than `width`."""
    columns = columns_of(odds)
    if not any(columns["kind"]):
        del columns["kind"]
    elif sum(widest(*column) + GAP for column in columns.items()) + 1 > width:
        del columns["kind"]
    rest = sum(widest(*column) + GAP for column in columns.items() if column[0] != "fighter")
    table = Table(box=box.SIMPLE, padding=PADDING)
    for heading, cells in columns.items():
        if heading == "fighter":
            most = max(LEAST_NAME, width - rest - GAP - 1)
            table.add_column(heading, no_wrap=True, max_width=most)
        elif heading == "kind":
            table.add_column(heading, no_wrap=True, width=widest(heading, cells))
        else:
            table.add_column(heading, justify="right", no_wrap=True, width=widest(heading, cells))
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def columns_of(odds: Odds) -> dict[str, list[str]]:
    """The cells of the table of fighters, by heading."""
    fighters = odds.fighters
    columns = {
        "fighter": [one.shown for one in fighters],
        "kind": [one.kind for one in fighters],
        "falls": [OUT if one.out else percent(one.falls) for one in fighters],
        "dies": [percent(one.dies) for one in fighters],
        odds.unit: [figures(one.wounds) for one in fighters],
    }
    if any(one.leaves.estimate for one in fighters):
        columns["flees, gives up"] = [percent(one.leaves) for one in fighters]
    return columns


def widest(heading: str, cells: list[str]) -> int:
    """The width of a column."""
    return max(map(cell_len, (heading, *cells)))


def dealers_table(odds: Odds, width: int) -> Table:
    """The dealers of each fighter's wounds, most first; only of those that somebody wounded."""
    told = {one.shown: parts for one in odds.fighters if (parts := dealers_of(odds, one))}
    longest = max((cell_len(part) for parts in told.values() for part in parts), default=0)
    room = width - 2 * GAP - 1
    names = min(widest("fighter", [*told]), max(LEAST_NAME, room - longest - 1))
    table = Table(box=box.SIMPLE, padding=PADDING)
    table.add_column("fighter", no_wrap=True, width=names)
    table.add_column(f"{odds.unit}, by dealer")
    for name, parts in told.items():
        table.add_row(name, "\n".join(in_lines(parts, room - names)))
    return table


def dealers_of(odds: Odds, victim: FighterOdds) -> list[str]:
    """The mean wounds by each dealer: `Aldric 2.0 [1.9, 2.1]`; wounds to the own side say so."""
    fighters = {one.label: one for one in odds.fighters}
    told = []
    for label, part in victim.dealt_by.items():
        own = " (own side)" if fighters[label].side == victim.side else ""
        name = "itself" if label == victim.label else fighters[label].shown + own
        if part.estimate >= LEAST:
            told.append(f"{name} {figures(part)}")
    return told


def whole_intervals(text: str, width: int) -> str:
    """A sentence in lines of at most `width` characters that do not break inside an interval."""
    tied = re.sub(r"\[[^]]*\]| (?=%|\[)", lambda one: one[0].replace(" ", TIE), text)
    return "\n".join(textwrap.wrap(tied, width)).replace(TIE, " ")


def in_lines(parts: list[str], width: int) -> list[str]:
    """Parts with commas between them in lines that break between two parts only."""
    lines: list[str] = []
    for at, part in enumerate(parts):
        text = part + "," * (at < len(parts) - 1)
        if lines and len(lines[-1]) + 1 + len(text) <= width:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return lines
