"""Turns, declarations, bodies and things: events as clauses of the fight report (`narrate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.text.narration import LoggedEvent, count
from ..enums import Action, BodyPart, Effect, Event, Guarded, Role
from ..rules.combat_actions.upcoming_actions import DROPPED
from .names import (
    DEED_ROWS,
    DEED_TITLES,
    EFFECT_TITLES,
    GUARDED_WORDS,
    PART_WORDS,
    a,
    direction_name,
    place_name,
    the_item,
)

if TYPE_CHECKING:
    from .report import Report

Clause = tuple[str, tuple[str, ...]]
"""A clause, and the rows that it follows from."""
Sayer = Callable[["Report", LoggedEvent], Clause]
ROLES = {
    Role.TURN: ("", ()),
    Role.READIED: (", as readied", ("H46",)),
    Role.PROVOKED: (", provoked by the brawl", ("H111",)),
    Role.GUARD: (", as a guard", ("H145",)),
}
"""How it is said why somebody acts out of turn."""
GAITS = {Action.RUN: "runs", Action.CRAWL: "crawls", Action.CARRY: "is moved, or goes along,"}
"""How somebody gets to another location; else it goes."""
POINTS = (Effect.HIT, Effect.DRAIN, Effect.BREAK)
"""Effects whose number counts points, not seconds."""


def said(text: str, *rows: str) -> Sayer:
    """A clause with names and the amount in their places."""

    def clause(report: Report, event: LoggedEvent) -> Clause:
        names = {
            "actor": report.full(event.actor),
            "target": report.full(event.target),
            "amount": event.amount,
            "what": event.what,
            "dice": event.dice,
        }
        return text.format_map(names), rows

    return clause


# --- Turns and plans ------------------------------------------------------------------------------


def _round(report: Report, event: LoggedEvent) -> Clause:
    return f"round {event.amount + 1} begins", ("H43", "RH28")


def _delays(report: Report, event: LoggedEvent) -> Clause:
    when = "behind" if event.what else "before"
    text = f"{report.full(event.actor)} delays the turn to just {when} {report.full(event.target)}"
    return text, ("H45", "RH35")


def _declares(report: Report, event: LoggedEvent) -> Clause:
    deed = Action(event.what)
    why, rows = ROLES[Role(event.dice)]
    if deed == Action.READY:
        return f"{report.full(event.actor)} readies an action, which is a secret", DEED_ROWS[deed]
    if deed == Action.HOLD_ON:
        return f"{report.full(event.actor)} has to hold on", DEED_ROWS[deed]
    text = f"{report.full(event.actor)} declares {a_deed(deed)}"
    if event.target not in (NOBODY, event.actor):
        text += f" on {report.full(event.target)}"
    return text + why, (*DEED_ROWS[deed], *rows)


def a_deed(deed: Action) -> str:
    """An action with its article, if its name takes one."""
    title = DEED_TITLES[deed]
    takes_one = ("attack", "Bash", "Strike", "Charge", "Breather", "Observation", "power", "Crawl")
    return a(title) if any(word in title for word in takes_one) else title


def _cancelled(report: Report, event: LoggedEvent) -> Clause:
    if event.amount == 1:
        return f"what {report.full(event.actor)} had readied is lost", ("H48",)
    title = DEED_TITLES[Action(event.what)]
    if event.amount == DROPPED:
        return f"{report.full(event.actor)} gives up the {title}", ("H82", "QH1")
    return f"{report.owner(event.actor)} {title} is interrupted", ("H82",)


def _fails(report: Report, event: LoggedEvent) -> Clause:
    if event.amount:
        return f"what {report.full(event.actor)} had readied is not possible now, and lost", (
            "RH37",
        )
    text = f"{report.owner(event.actor)} {DEED_TITLES[Action(event.what)]} comes to nothing"
    return text, DEED_ROWS[Action(event.what)]


def _fires(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} takes the readied action at {report.full(event.target)}"
    return text, ("H46", "H47")


def _intention(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} hides the intention with {event.amount}"
    how = "sees it" if event.dice >= event.amount else "does not see it"
    return f"{text}; {report.full(event.target)} {how}, with {event.dice}", ("H49", "RH32")


def _guards(report: Report, event: LoggedEvent) -> Clause:
    what = GUARDED_WORDS[Guarded(event.what)]
    if event.what == Guarded.ALLY:
        what = report.full(event.target)
    elif event.what == Guarded.BORDER:
        what = f"the border in the {direction_name(event.amount)}"
    return f"{report.full(event.actor)} guards {what}", ("H88", "H139")


# --- Bodies ---------------------------------------------------------------------------------------


def _effect(report: Report, event: LoggedEvent) -> Clause:
    unit = count(event.amount, "point" if event.what in POINTS else "second")
    title = EFFECT_TITLES[Effect(event.what)]
    return f"{report.full(event.actor)} suffers {title}, for {unit}", ("H60", "H172")


def _effect_ends(report: Report, event: LoggedEvent) -> Clause:
    title = EFFECT_TITLES[Effect(event.what)]
    return f"the {title} of {report.full(event.actor)} is over", ("H60", "RH40")


def _injured(report: Report, event: LoggedEvent) -> Clause:
    part = PART_WORDS[BodyPart(event.what)]
    text = f"{report.full(event.actor)} is injured in the {part}, with {event.amount} HP"
    return text, ("H32",)


def _holds(report: Report, event: LoggedEvent) -> Clause:
    part = PART_WORDS[BodyPart(event.what)]
    text = f"{report.full(event.actor)} holds {report.full(event.target)} by the {part}"
    return text, ("H112", "H113")


# --- Ways -----------------------------------------------------------------------------------------


def _moves(report: Report, event: LoggedEvent) -> Clause:
    verb = GAITS.get(Action(event.what), "goes")
    text = f"{report.full(event.actor)} {verb} from {place_name(event.dice)} to"
    where = place_name(event.amount) if event.amount >= 0 else "beyond the field"
    return f"{text} {where}", ("H6",)


def _lands(report: Report, event: LoggedEvent) -> Clause:
    how = "lands unhurt" if event.what else "is hurt by the fall"
    return f"{report.full(event.actor)} {how} from a height of {event.amount}", ("H153",)


def _barrier(report: Report, event: LoggedEvent) -> Clause:
    verb = "opens" if event.amount else "breaks"
    text = f"{report.full(event.actor)} {verb} what closed the border in the"
    return f"{text} {direction_name(event.what)}", ("H150", "H174")


def _chases(report: Report, event: LoggedEvent) -> Clause:
    if event.target == NOBODY:
        return f"{report.full(event.actor)} flees from the field", ("RH55",)
    text = f"{report.full(event.actor)} pursues {report.full(event.target)}"
    return f"{text}: {count(event.amount, 'square')} between them", ("H76", "RH55")


# --- Things ---------------------------------------------------------------------------------------


def _item(text: str, *rows: str) -> Sayer:
    def clause(report: Report, event: LoggedEvent) -> Clause:
        return f"{report.full(event.actor)} {text} {the_item(event.what)}", rows

    return clause


def _takes(report: Report, event: LoggedEvent) -> Clause:
    what = "draws a missile for" if event.amount else "takes"
    return f"{report.full(event.actor)} {what} {the_item(event.what)}", ("H97", "H100")


def _stows(report: Report, event: LoggedEvent) -> Clause:
    what = "puts back the missile of" if event.amount else "puts away"
    return f"{report.full(event.actor)} {what} {the_item(event.what)}", ("H98",)


def _breaks(report: Report, event: LoggedEvent) -> Clause:
    return f"{the_item(event.what)} of {report.full(event.actor)} is broken", ("H27", "RH16")


CLAUSES: dict[Event, Sayer] = {
    Event.ROUND: _round,
    Event.TURN: said("it is the turn of {actor}", "H43"),
    Event.DELAYS: _delays,
    Event.DECLARES: _declares,
    Event.CANCELLED: _cancelled,
    Event.FAILS: _fails,
    Event.READIES: said("{actor} has chosen the moment for it, a secret too", "H46", "XH2"),
    Event.FIRES: _fires,
    Event.INTENTION: _intention,
    Event.GUARDS: _guards,
    Event.INTERCEPTS: said("{actor} steps in between, as a guard", "H139", "H140"),
    Event.SLIPS: said("{actor} slips past {target}", "H145", "RH47"),
    Event.GUARD_ENDS: said("{actor} stands guard no longer", "H139", "RH25"),
    Event.RESTS: said("{actor} catches breath: fatigue {amount}", "H103"),
    Event.EFFECT: _effect,
    Event.EFFECT_ENDS: _effect_ends,
    Event.INJURED: _injured,
    Event.FALLS: said("{actor} falls to the ground", "H23", "H127"),
    Event.STANDS: said("{actor} stands up", "RH41"),
    Event.FAINTS: said("{actor} falls unconscious", "H34", "H130"),
    Event.DIES: said("{actor} dies", "H34", "RH5"),
    Event.STABLE: said("{actor} is stable and dies no more", "H36", "RH58"),
    Event.REOPENED: said("the injury of {actor} opens again", "H36"),
    Event.WAKES: said("{actor} wakes", "H129"),
    Event.ARMOUR: said("the armour of {actor} is damaged: {amount} of 3", "RH4"),
    Event.CLUSTER: said("{actor} and {target} are in one cluster", "H51"),
    Event.LEAVES: said("{actor} is out of the cluster", "H52"),
    Event.HOLDS: _holds,
    Event.LETS_GO: said("{actor} lets go of {target}", "H112"),
    Event.BREAKS_HOLD: said("{actor} breaks the hold of {target}", "H114"),
    Event.STOPS_HELD: said(
        "{actor} holds {target} fast: {amount} is needed to act against it", "H114"
    ),
    Event.MOVES: _moves,
    Event.CROSSING_FAILS: said("{actor} does not get across: {amount} was needed", "H149"),
    Event.CLIMBS: said("{actor} climbs to a height of {amount}", "H91"),
    Event.CLIMB_FALLS: said("{actor} falls from a height of {amount}", "H152", "H153"),
    Event.LANDS: _lands,
    Event.ESCAPES: said("{actor} has escaped from the field", "RH55"),
    Event.CHASES: _chases,
    Event.CARRIES: said("{target} is moved by {actor}", "H146"),
    Event.BREAKS: _breaks,
    Event.BARRIER: _barrier,
    Event.DROPS: _item("lets fall", "H24", "H99"),
    Event.TAKES: _takes,
    Event.STOWS: _stows,
    Event.SWAPS: said("{actor} swaps what the hands hold", "H102"),
    Event.CONCEALS: said("{actor} conceals something", "H101"),
    Event.TREATS: said("{actor} works on {target}, for {amount} turns so far", "RH58"),
    Event.POWER: said("{actor} uses the power of the race", "RH62"),
}
"""How each kind of event about turns, bodies, ways and things is said by itself."""
