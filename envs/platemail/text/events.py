"""Templates of the events that have a sentence of their own in the fight report."""

from __future__ import annotations

from typing import Any

from ...core.engine.battle import NOBODY
from ...core.text.narration import Clause, LoggedEvent, SlotTable, count
from ...core.text.templates import by, template
from ..enums import Event
from .names import weapon_name
from .order_events import spell
from .phase import Phase


def _actions(_: Any, event: LoggedEvent) -> str:
    return "action" if event.amount == 1 else count(event.amount, "action")


def _freed(report: Phase, event: LoggedEvent) -> str:
    """The end of a net or of a Bind, with the fighter who is free (P122, RP37, RP47)."""
    if event.target in (NOBODY, event.actor):
        return "gets free"
    name = report.name(event.target)
    if report.are_enemies(event.actor, event.target):
        return f"no longer keeps up the Bind, and {name} is free of it"
    return f"cuts {name} free"


SLOTS: SlotTable = {
    "subject": lambda report, event: report.subject(event.actor),
    "actions": _actions,
    "freed": _freed,
    "spell": lambda _, event: spell(event.what),
    "weapon": lambda _, event: weapon_name(event.what),
}
"""The slots of the templates besides fighters and numbers."""

CLAUSES: dict[int, Clause[Phase]] = {
    Event.ROUND: template("Round {amount}: all write their orders", "P3", "P5", "TP2"),
    Event.CLASH: template(
        "{actor} and {target} Clash: both stop and are Not Ready", "P17", "P86", "RP34"
    ),
    Event.DAZED: template("{actor} is Dazed for the next {actions}", "P89", "P103", "RP46"),
    Event.TERROR: template("{actor} is in Terror for the next {actions}", "P90", "RP22", "RP46"),
    Event.POISONED: template("{actor} is poisoned: Dazed for {amount:action}", "P123", "RP21"),
    Event.PRONE: template("{actor} falls Prone", "RP10"),
    Event.STOOD_UP: template("{subject} stands up", "RP10"),
    Event.PREPARED: template("{subject} has {spell} Prepared", "P74"),
    Event.DISRUPTED: template("{actor} loses hold of the spell", "P29", "RP37"),
    Event.RELOADED: template("{subject} reloads the {weapon}", "P78", "P79", "P124"),
    Event.SWAPPED: template("{subject} takes up the {weapon}", "P78", "RP38"),
    Event.SET_DOWN: template("{actor} sets {target} down", "P81", "RP42"),
    Event.BLOCKED: template("{actor} blocks an attack on {target}", "P70"),
    Event.TAKEN: template("{actor} takes a blow meant for {target}", "P71", "P81"),
    Event.LET_THROUGH: template("{actor} lets an attack on {target} through", "P71"),
    Event.HIT: template("{actor} hits {target}", "P34"),
    Event.CRITICAL: template("{actor} hits {target} critically", "P36"),
    Event.MISS: template("{actor} misses {target}", "P34"),
    Event.FREED: template("{subject} {freed}", "P76", "P122", "RP37", "RP47"),
    Event.ENTRAPPED: by(
        "what",
        {0: template("{actor} is Entrapped", "P112", "P122", "RP47")},
        template("{actor} is held by the Bind", "P122", "RP23", "RP47"),
    ),
    Event.DOOR: by(
        "what",
        {0: template("{subject} closes the door", "P77", "RP40")},
        template("{subject} opens the door", "P77", "RP40"),
    ),
}
"""The sentence of each kind of event by itself; blows only where the log is cut off."""
