"""The standings and pay-offs of a league as plain data, for the terminal, a file and reports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.core.inputs.files import read_file, write_file
from ..evaluation.statistics import Interval
from .league_database import LeagueDatabase
from .matchmaking import MAIN, Learner, Payoff

SUMMARY_NAME = "summary.json"
SUMMARY_KEYS = ("decisions", "seconds", "players", "payoff", "events")
"""The keys that readers use."""
MAX_BYTES = 50_000_000
NAMED = "named"
"""The role of heuristics and NPC files."""
LEARNS = "learns"
"""The reason of a learner; a copy has that for which it joined."""


def summarize(database: LeagueDatabase, named: Iterable[str]) -> dict[str, Any]:
    """The league as plain data.

    Args:
        database: its state.
        named: the named opponents.

    Returns:
        `decisions`, `slices`, `seconds`; `players`, each with `name`, `role`, `decisions` (of the
        learner, or of the league when the copy joined), `reason` and the intervals of its points
        from the `named` opponents and from the `copies` that it fought; `payoff`, points of the
        row from the column, None for players that did not meet; `battles`, the number of those that
        these players fought, each once; `events`.
    """
    learners, copies, payoff = database.learners(), database.copies(), database.payoff()
    names, stored = list(named), [one.name for one in copies]
    players: list[dict[str, Any]] = [
        {"name": one.name, "role": one.role, "decisions": one.total, "reason": LEARNS}
        for one in learners
    ]
    players += [
        {"name": one.name, "role": one.role, "decisions": one.joined_at, "reason": one.reason}
        for one in reversed(copies)
    ]
    players += [{"name": name, "role": NAMED, "decisions": 0, "reason": ""} for name in names]
    for player in players:
        player["named"] = points(payoff, player["name"], names).to_json()
        player["copies"] = points(payoff, player["name"], stored).to_json()
    slices, seconds = database.slices()
    every = [player["name"] for player in players]
    return {
        "decisions": sum(one.total for one in learners),
        "slices": slices,
        "seconds": round(seconds, 1),
        "players": players,
        "payoff": {row: {col: raw_score(payoff, row, col) for col in every} for row in every},
        "battles": sum(database.battles().values()),
        "events": [{"decisions": at, "text": text} for at, text in database.events()],
    }


def points(payoff: Payoff, player: str, others: Sequence[str]) -> Interval:
    """The mean points of a player from those of some others that it fought."""
    fought = [other for other in others if other != player and payoff.between(player, other).any()]
    return payoff.mean_score(player, fought)


def raw_score(payoff: Payoff, one: str, other: str) -> float | None:
    """Points a battle of one player against another, draws as half; None without battles."""
    won, drawn, lost = payoff.between(one, other)
    count = won + drawn + lost
    return round(float((won + drawn / 2) / count), 4) if count and one != other else None


def best_main(database: LeagueDatabase, named: Iterable[str]) -> Learner | None:
    """The main agent that takes the most points from all others; None before the first slice.

    One that has fought nobody is the last choice.
    """
    payoff = database.payoff()
    others = [*named, *(one.name for one in database.copies())]
    mains = [one for one in database.learners() if one.role == MAIN and one.live]
    found = np.array([points(payoff, one.name, others).estimate for one in mains])
    return mains[int(np.nan_to_num(found, nan=-1.0).argmax())] if mains else None


def write_summary(summary: dict[str, Any], path: Path) -> None:
    """Write a summary as JSON."""
    write_file(path, json.dumps(summary, indent=1) + "\n")


def read_summary(folder: Path) -> dict[str, Any] | None:
    """The summary of a league in its folder; None for other folders.

    Raises:
        ValueError: the file is damaged.
    """
    file = folder / SUMMARY_NAME
    if not file.is_file():
        return None
    try:
        found = json.loads(read_file(file, MAX_BYTES))
        return {name: found[name] for name in SUMMARY_KEYS}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{file} is damaged: resume the league to write it again") from None
