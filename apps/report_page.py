"""The results of a comparison as one page for a browser, which needs no network."""

from __future__ import annotations

import base64
import datetime
import hashlib
import html
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any

from .. import __version__
from ..agents.npc.manifest import Exploited
from ..envs.core.compiler.compile import engine_hash
from ..evaluation.held_out import scenario_name
from ..evaluation.meta_words import cycles_sentence, explained_sentence, luck_sentence
from ..evaluation.tactics.comparison import Profile
from ..evaluation.tournament import Tournament
from . import report_parts as parts
from .held_out_command import cell_words, unseen_words
from .page import fill_page, page_file, text
from .tactics_command import sentences

SWAPPED = "each seed fought twice with the sides swapped"
AS_WRITTEN = "sides as in the scenario"
PACKAGES = ("numpy", "numba", "scipy", "torch", "stable-baselines3")
"""Packages whose versions a page names, as far as they are installed."""


@dataclass(frozen=True)
class Curve:
    """The learning curve of a run.

    Attributes:
        name: of the run.
        decisions: number of decisions at each evaluation.
        share: mean share of the decided battles won against the baselines, 0 to 1.
        low: lower limits of the 95 % intervals.
        high: upper limits.
    """

    name: str
    decisions: list[int]
    share: list[float]
    low: list[float]
    high: list[float]


@dataclass(frozen=True)
class Tactics:
    """The tactics of trained agents.

    Attributes:
        scenario: of the battles, as a person types it.
        opponent: the heuristic that all of them fought.
        battles: of each agent.
        profiles: one for each agent.
    """

    scenario: str
    opponent: str
    battles: int
    profiles: Sequence[Profile]


@dataclass(frozen=True)
class Report:
    """Everything that a page shows.

    Attributes:
        title: heading of the page.
        commands: the commands that make it again.
        tournaments: one for each scenario.
        unseen: the findings of `held-out --json` for each trained agent.
        curves: the learning curves of runs.
        battles: title and page of each annotated battle.
        leagues: name and summary of each league among the runs.
        exploited: name of each trained agent, and what its NPC file tells of its challengers.
        tactics: those of the trained agents, if they were counted.
    """

    title: str
    commands: Sequence[str]
    tournaments: Sequence[Tournament]
    unseen: Sequence[dict[str, Any]] = ()
    curves: Sequence[Curve] = ()
    battles: Sequence[tuple[str, str]] = field(default=(), repr=False)
    leagues: Sequence[tuple[str, dict[str, Any]]] = field(default=(), repr=False)
    exploited: Sequence[tuple[str, Sequence[Exploited]]] = ()
    tactics: Tactics | None = field(default=None, repr=False)


def report_page(report: Report) -> str:
    """The page as text; it needs no other file."""
    sections = [tournament_part(one) for one in report.tournaments if one.results]
    if len(sections) > 1:
        sections.insert(0, several_part(report.tournaments))
    if report.unseen:
        sections.append(unseen_part(report.unseen))
    if report.exploited:
        sections.append(exploited_part(report.exploited))
    if report.tactics is not None:
        sections.append(tactics_part(report.tactics))
    if report.curves:
        sections.append(curves_part(report.curves))
    sections += [league_part(name, summary) for name, summary in report.leagues]
    sections += [battle_part(title, page) for title, page in report.battles]
    sections.append(making_part(report.commands))
    script = page_file("report.js")
    hashes = [hash_of(script)]
    if report.battles:
        hashes.append(hash_of(page_file("replay.js")))
    return fill_page(
        "report.html",
        {
            "TITLE": text(report.title),
            "HASHES": " ".join(f"'sha256-{one}'" for one in hashes),
            "BODY": "\n".join(sections),
            "SCRIPT": script,
        },
    )


def hash_of(script: str) -> str:
    """The hash by which a page allows a script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def name_of(result: Tournament) -> str:
    """The scenario of a tournament, as a person types it."""
    return f"{result.system}/{scenario_name(result.scenario)}"


def several_part(tournaments: Sequence[Tournament]) -> str:
    """The ratings in all scenarios."""
    columns = {name_of(one): one.ratings().to_json() for one in tournaments if one.results}
    return f"<section><h2>Elo in all scenarios</h2>{parts.several_table(columns)}</section>"


def tournament_part(result: Tournament) -> str:
    """Ratings, scores, meta-game and pairings of a scenario."""
    data, meta = result.to_json(), result.meta_to_json()
    fought = sum(pair["battles"] for pair in data["pairs"])
    sides = SWAPPED if result.is_swapped else AS_WRITTEN
    cut = "" if result.is_complete else " The tournament was interrupted."
    order = [one["agent"] for one in data["ratings"]]
    found = [
        f"<h2>{text(name_of(result))}</h2>",
        f'<p class="small">{fought:,} battles, seed {result.seed}, {sides}. Brackets hold 95 % '
        f"intervals.{cut}</p>",
        "<h3>Ratings</h3>",
        parts.ratings_table(data["ratings"], data["anchor"]),
        "<h3>Score of the row against the column, %</h3>",
        parts.heat_map(data["payoff"], order),
    ]
    if meta["meta_game"]:
        found += [
            "<h3>Nash averaging and alpha-rank</h3>",
            parts.mixtures_table(meta["meta_game"]["agents"]),
            f"<p>{text(cycles_sentence(meta['meta_game']))}</p>",
            f"<p>{text(explained_sentence(meta['meta_game']))}</p>",
        ]
    if meta["variance"]:
        told = text(luck_sentence(meta["variance"]))
        found += ["<h3>Skill and luck</h3>", parts.shares_bar(meta["variance"]), f"<p>{told}</p>"]
    found += [
        folded("Pairings", parts.pairs_table(data["pairs"], result.is_swapped)),
        folded("Elo points between agents", parts.differences_table(meta["differences"])),
    ]
    return f"<section>{''.join(found)}</section>"


def folded(title: str, content: str) -> str:
    """A part that a click opens."""
    return f"<details><summary>{text(title)}</summary>{content}</details>"


def unseen_part(unseen: Sequence[dict[str, Any]]) -> str:
    """Scores seen and unseen of each trained agent."""
    found = ["<section><h2>Seen and unseen, points of 100</h2>"]
    for one in unseen:
        words = [cell_words(cell) for cell in one["cells"]]
        found += [parts.unseen_table(one, words), f'<p class="small">{text(unseen_words(one))}</p>']
    return "".join([*found, "</section>"])


def exploited_part(exploited: Sequence[tuple[str, Sequence[Exploited]]]) -> str:
    """The points that trained agents lose to their best challengers, by their NPC files."""
    found = ["<section><h2>Exploitability</h2>"]
    if any(known for _, known in exploited):
        found.append(parts.exploited_table(exploited))
        found.append(
            '<p class="small">The points that the best challenger took, a draw being half a point, '
            "in battles other than those that chose it; brackets hold 95 % intervals. A best "
            "response takes at least the lower limit, with 97.5 % confidence; 50 is an even fight. "
            "The figures are those of the NPC files, of the day of their measurement.</p>"
        )
    if missing := [name for name, known in exploited if not known]:
        found.append(
            f'<p class="small">Not measured: {text(", ".join(missing))}. <code>quintain exploit '
            "SYSTEM/SCENARIO AGENT</code> trains challengers, and its <code>--write</code> writes "
            "the figure into an NPC file.</p>"
        )
    return "".join([*found, "</section>"])


def tactics_part(tactics: Tactics) -> str:
    """How often trained agents follow each tactic, beside two built-in agents."""
    found = [
        f"<section><h2>Tactics in {text(tactics.scenario)}</h2>"
        f'<p class="small">{tactics.battles:,} battles of each agent against '
        f"{text(tactics.opponent)}, all on the same dice. A case is a decision in which the tactic "
        "could be followed or not; brackets hold 95 % intervals. p is that of a permutation test, "
        "corrected for all tactics and agents (Holm).</p>"
    ]
    for one in tactics.profiles:
        found += [
            f"<h3>{text(one.agent)}</h3>",
            parts.tactics_table(one),
            *(f"<p>{text(said)}</p>" for said in sentences(one)),
        ]
    return "".join([*found, "</section>"])


def curves_part(curves: Sequence[Curve]) -> str:
    """The learning curves in one picture."""
    return (
        f"<section><h2>Learning curves</h2>{parts.curves_picture(curves)}"
        '<p class="small">Share of the decided battles won, the mean of all baselines of the run; '
        "the bands are 95 % intervals of the battles and do not say how seeds of the training "
        "differ.</p></section>"
    )


def league_part(name: str, summary: dict[str, Any]) -> str:
    """Standings, pay-offs and history of a league."""
    order = [one["name"] for one in summary["players"]]
    history = "".join(
        f"<li>{one['decisions']:,}: {text(one['text'])}</li>" for one in summary["events"]
    )
    return (
        f"<section><h2>League {text(name)}</h2>"
        f'<p class="small">{summary["decisions"]:,} decisions of all learners. The points come '
        "from the battles of the training, where older ones count less; brackets hold 95 % "
        "intervals.</p>"
        f"<h3>Standings, points in %</h3>{parts.league_table(summary['players'])}"
        f"<h3>Score of the row against the column, %</h3>{parts.heat_map(summary['payoff'], order)}"
        f"{folded('History', f'<ol>{history}</ol>')}</section>"
    )


def battle_part(title: str, page: str) -> str:
    """A battle that plays, in a frame of its own."""
    head, content = text(title), html.escape(page, quote=True)
    frame = f'<iframe title="{head}" sandbox="allow-scripts" srcdoc="{content}"></iframe>'
    return f"<section><h2>{head}</h2>{frame}</section>"


def making_part(commands: Sequence[str]) -> str:
    """How the page was made: commands, versions, date."""
    listed = "\n".join(f"$ {text(one)}" for one in commands)
    versions = [f"quintain {__version__}", f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    date = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    told = f"{', '.join(versions)}, on {platform.machine()} {platform.system()}; {date}"
    return (
        f"<section><h2>How this page was made</h2><pre>{listed}</pre>"
        f'<p class="small">{text(told)}. Rules: {engine_hash()[:16]}.</p></section>'
    )
