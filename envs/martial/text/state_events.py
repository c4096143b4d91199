"""Conditions and turns, an event a sentence of the fight report (`narrate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.text.narration import LoggedEvent, count
from ..enums import (
    Condition,
    Event,
    Life,
)
from ..rules.injuries.bodies import has_constitution
from ..tables import IS_NATURAL, NONE
from .names import the_item

if TYPE_CHECKING:
    from .report import Report

Rows = tuple[str, ...]
Clause = tuple[str, Rows]

# --- Conditions -----------------------------------------------------------------------------------

SUFFERS = {
    Condition.DAZED: ("is dazed", ("RD9", "RD37")),
    Condition.STUNNED: ("is stunned", ("RD9", "RD37")),
    Condition.SICKENED: ("is sickened", ("D43", "RD10")),
    Condition.CONFUSED: ("is confused", ("D38", "RD10")),
    Condition.BLEEDING: ("bleeds", ("RD12", "RD18")),
    Condition.BLINDED: ("is blinded", ("D30", "RD11")),
    Condition.DEAFENED: ("is deafened", ("D26", "RD11")),
    Condition.CONCUSSED: ("has a concussion", ("D37",)),
    Condition.GRAPPLED: ("is grappled", ("RD17",)),
    Condition.TRICKED: ("is off-guard until the next turn", ("RD8", "RD17")),
}
RECOVERS = {
    Condition.DAZED: "is dazed no longer",
    Condition.STUNNED: "is stunned no longer",
    Condition.SICKENED: "is sickened no longer",
    Condition.CONFUSED: "is confused no longer",
    Condition.BLEEDING: "bleeds no longer",
    Condition.BLINDED: "sees again",
    Condition.DEAFENED: "hears again",
    Condition.CONCUSSED: "has a clear head again",
    Condition.GRAPPLED: "is free of the grapple",
    Condition.TRICKED: "is on guard again",
}
CONFUSED_TURNS = {
    1: "is confused and does nothing",
    2: "is confused and attacks whoever is nearest",
    3: "is confused and stumbles about",
    4: "is confused, but keeps a clear head this turn",
}
"""By the d4 of a confused turn (RD10)."""


def _condition(report: Report, event: LoggedEvent) -> Clause:
    condition = Condition(event.what)
    text, rows = SUFFERS.get(condition, ("suffers", ("RD43",)))
    if condition == Condition.CONFUSED:
        text = CONFUSED_TURNS.get(event.amount, text)
    elif condition == Condition.BLEEDING and event.amount:
        text += f" for {event.amount} Stamina a turn"
    elif condition in (Condition.DAZED, Condition.STUNNED) and event.amount:
        text += f" for {count(event.amount, 'round')}"
    return f"{report.name(event.actor)} {text}", rows


def _condition_over(report: Report, event: LoggedEvent) -> Clause:
    condition = Condition(event.what)
    rows = SUFFERS.get(condition, ("", ("RD37",)))[1]
    return f"{report.name(event.actor)} {RECOVERS.get(condition, 'recovers')}", rows


def _check(report: Report, event: LoggedEvent) -> Clause:
    results = ("fails", "succeeds", "succeeds by far")
    result = results[max(0, min(2, event.what))]
    text = (
        f"{report.owner(event.actor)} Constitution, {event.amount} against {event.dice}, {result}"
    )
    return text, ("RD3", "RD36")


def _bleeds(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} loses {event.amount} Stamina by bleeding", ("RD12",)


FALLS = {
    Life.EXHAUSTION: ("is spent and falls unconscious", ("RD7", "D15")),
    Life.KNOCKED_OUT: ("is knocked out", ("D39",)),
    Life.COMA: ("is knocked out for good", ("D39",)),
}


def _falls(report: Report, event: LoggedEvent) -> Clause:
    text, rows = FALLS.get(Life(event.what), ("falls", ("D15",)))
    return f"{report.name(event.actor)} {text}", rows


def _dies(report: Report, event: LoggedEvent) -> Clause:
    if not has_constitution(report.battle.fighters[event.actor]):
        return f"{report.name(event.actor)} is destroyed", ("D19", "D41", "RD34")
    return f"{report.name(event.actor)} is dead", ("D18", "D41", "D44")


def _wakes(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} wakes", ("D18", "D39", "RD49")


def _exhausted(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} is exhausted", ("D12", "RD7")


# --- Turns ----------------------------------------------------------------------------------------


def _turn(report: Report, event: LoggedEvent) -> Clause:
    verb = report.vary(event.actor, "has the turn", "is next")
    return f"{report.full(event.actor)} {verb}", ("TD1", "D61")


def _round(report: Report, event: LoggedEvent) -> Clause:
    return f"Round {event.amount + 1}", ("D61",)


def _hides(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.full(event.actor)} hides", ("D3", "XD1")


def _found(report: Report, event: LoggedEvent) -> Clause:
    if event.actor == NOBODY:
        return f"{report.full(event.target)} is seen", ("RD46",)
    return f"{report.full(event.actor)} sees {report.full(event.target)}", ("RD46",)


def _locates(report: Report, event: LoggedEvent) -> Clause:
    knows = "knows" if event.amount else "cannot tell"
    text = f"{report.full(event.actor)} {knows} where the heart of {report.full(event.target)} is"
    return text, ("D42", "RD33")


def _defends(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.full(event.actor)} defends", ("D83",)


def _readies_shield(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.full(event.actor)} readies the shield", ("D84",)


def _stands(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} stands up", ("RD13",)


def _prone(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} is prone", ("RD40",)


def _reloads(report: Report, event: LoggedEvent) -> Clause:
    item = the_item(event.amount) if event.amount and not IS_NATURAL[event.amount] else "the weapon"
    return f"{report.full(event.actor)} reloads {item}", ("RD18",)


def _heals(report: Report, event: LoggedEvent) -> Clause:
    owner = "own" if event.target in (NONE, event.actor) else report.owner(event.target)
    article = "the " if owner == "own" else ""
    verb = "stops" if event.what else "cannot stop"
    return f"{report.full(event.actor)} {verb} {article}{owner} bleeding", ("RD12",)


def _freed(report: Report, event: LoggedEvent) -> Clause:
    other = report.name(event.target)
    return f"the grapple of {report.name(event.actor)} and {other} is over", ("RD17",)


def _flies(report: Report, event: LoggedEvent) -> Clause:
    ends = {0: ("lands", ("RD35",)), 1: ("takes off", ("RD35",)), 2: ("falls", ("D29", "RD45"))}
    text, rows = ends[event.what]
    return f"{report.name(event.actor)} {text}", rows


CLAUSES: dict[Event, Callable[[Report, LoggedEvent], Clause]] = {
    Event.ROUND: _round,
    Event.TURN: _turn,
    Event.HIDES: _hides,
    Event.FOUND: _found,
    Event.LOCATES: _locates,
    Event.CONDITION: _condition,
    Event.CONDITION_OVER: _condition_over,
    Event.CHECK: _check,
    Event.BLEEDS: _bleeds,
    Event.FALLS: _falls,
    Event.DIES: _dies,
    Event.WAKES: _wakes,
    Event.EXHAUSTED: _exhausted,
    Event.DEFENDS: _defends,
    Event.READIES_SHIELD: _readies_shield,
    Event.STANDS: _stands,
    Event.PRONE: _prone,
    Event.RELOADS: _reloads,
    Event.HEALS: _heals,
    Event.FREED: _freed,
    Event.FLIES: _flies,
}
"""How each kind of event is said."""
