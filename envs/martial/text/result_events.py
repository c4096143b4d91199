"""What came of attacks, an event a sentence of the fight report (`narrate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.text.narration import LoggedEvent, count
from ..enums import (
    Event,
    Kind,
    Maneuver,
    Trigger,
)
from ..rules.rounds_and_actions.attack_steps import CLEAVES, LUNGES
from ..rules.rounds_and_actions.ranged_attacks import STICKS
from ..tables import (
    NONE,
)
from .names import TIMES, item_name, part_name, the_item
from .state_events import CLAUSES as AFTERMATH
from .state_events import Clause

if TYPE_CHECKING:
    from .report import Report


# --- Before an attack -----------------------------------------------------------------------------

TRIGGERS = {
    Trigger.LEAVING: ("leaving a square", ("RD14",)),
    Trigger.SHOOTING: ("a missile in its reach", ("RD14",)),
    Trigger.STANDING: ("standing up", ("RD14",)),
    Trigger.UNTRAINED: ("a maneuver without training", ("D50", "RD14")),
}
MANEUVERS = {
    Maneuver.DISARM: "tries to disarm {target}",
    Maneuver.DRAG: "tries to drag {target} along",
    Maneuver.GRAPPLE: "grapples with {target}",
    Maneuver.OVERRUN: "tries to overrun {target}",
    Maneuver.REPOSITION: "tries to reposition {target}",
    Maneuver.SHOVE: "tries to shove {target} away",
    Maneuver.STEAL: "tries to steal from {target}",
    Maneuver.SUNDER: "strikes at what {target} holds",
    Maneuver.TRICK: "tries to trick {target}",
    Maneuver.TRIP: "tries to trip {target}",
}
DONE = {
    Maneuver.DISARM: "{target} is disarmed",
    Maneuver.DRAG: "{target} is dragged along",
    Maneuver.GRAPPLE: "{actor} holds {target}",
    Maneuver.OVERRUN: "{actor} runs {target} over",
    Maneuver.REPOSITION: "{target} is moved aside",
    Maneuver.SHOVE: "{target} is shoved back",
    Maneuver.STEAL: "{target} is robbed",
    Maneuver.SUNDER: "what {target} holds is struck",
    Maneuver.TRICK: "{target} falls for the trick",
    Maneuver.TRIP: "{target} is tripped",
}


MANNERS = {LUNGES: ("lunges at", "D71"), CLEAVES: ("cleaves into", "D70")}
"""Blows that are more than one."""


def _provokes(report: Report, event: LoggedEvent) -> Clause:
    by, rows = TRIGGERS.get(Trigger(event.what), ("what was done", ("RD14",)))
    return f"{report.name(event.actor)} provokes {report.name(event.target)} by {by}", (
        *rows,
        "D93",
    )


def _reacts(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.name(event.actor)} strikes at {report.name(event.target)} in reaction"
    return text, ("D88", "D93", "RD42")


def attack(report: Report, event: LoggedEvent) -> Clause:
    """What is attempted, and with what."""
    actor, target = report.full(event.actor), report.full(event.target)
    kind = Kind(event.what)
    if kind == Kind.MANEUVER:
        named = Maneuver(event.amount) if event.amount != NONE else None
        text = MANEUVERS[named] if named is not None else "tries to break free from {target}"
        return f"{actor} {text.format(target=target)}", ("D49", "D51", "RD16")
    item = the_item(event.amount)
    if kind == Kind.SHOT:
        return f"{actor} shoots at {target} with {item}", ("D75",)
    if kind == Kind.THROW:
        return f"{actor} throws {item} at {target}", ("D80",)
    if event.dice in MANNERS:
        verb, row = MANNERS[event.dice]
        return f"{actor} {verb} {target} with {item}", (row, "D69")
    verb = report.vary(event.actor, "strikes at", "attacks", "strikes at")
    return f"{actor} {verb} {target} with {item}", ("D67", "D69")


def riders(report: Report, event: LoggedEvent) -> Clause:
    """The Stamina spent before the roll, as the end of a sentence."""
    parts, rows = [], []
    if event.amount:
        parts.append(f"{event.amount} Stamina for a surer {'aim' if event.dice else 'blow'}")
        rows += ["D73", "D78"]
    if event.what:
        parts.append(f"{event.what} Stamina for a deeper {'one' if event.amount else 'blow'}")
        rows += ["D74", "RD28"]
    return f"puts in {' and '.join(parts)}" if parts else "spends nothing on it", tuple(rows)


def _riders(report: Report, event: LoggedEvent) -> Clause:
    text, rows = riders(report, event)
    return f"{report.name(event.actor)} {text}", rows or ("RD28",)


# --- The roll -------------------------------------------------------------------------------------


def roll(report: Report, event: LoggedEvent) -> Clause:
    """What the die showed."""
    against = f" against {event.dice}" if event.dice else ""
    text = f"{report.name(event.actor)} rolls {event.what}, in all {event.amount}{against}"
    return text, ("D5", "D20", "RD1")


def _misses(report: Report, event: LoggedEvent) -> Clause:
    if report.is_maneuver(event):
        return f"{report.name(event.actor)} fails", ("D49", "RD16")
    return f"{report.name(event.actor)} misses {report.name(event.target)}", ("D20",)


def _hits(report: Report, event: LoggedEvent) -> Clause:
    degrees = f" with {count(event.amount, 'degree')}" if event.amount > 0 else ""
    if report.is_maneuver(event):
        return f"{report.name(event.actor)} succeeds{degrees}", ("D49", "RD16", "RD2")
    return f"{report.name(event.actor)} hits {report.name(event.target)}{degrees}", ("D20", "RD2")


def _critical(report: Report, event: LoggedEvent) -> Clause:
    return "the blow is critical", ("D46", "D47")


def _fumbles(report: Report, event: LoggedEvent) -> Clause:
    ends = {1: "loses the weapon", 2: "cannot use that weapon to the end of the next turn"}
    end = ends.get(event.what, "strikes badly")
    return f"{report.name(event.actor)} {end}", ("D48",)


def _parries(report: Report, event: LoggedEvent) -> Clause:
    if event.what == 0:
        text = f"{report.name(event.actor)} tries to parry {report.name(event.target)}"
        return f"{text} and spends the last Stamina on it", ("D92", "RD7")
    taken = f"takes {count(event.dice, 'degree')} off" if event.dice > 0 else "in vain"
    text = (
        f"{report.name(event.actor)} parries {report.name(event.target)} "
        f"({event.what}, in all {event.amount}): {taken}"
    )
    return text, ("D92", "RD31")


def _deflected(report: Report, event: LoggedEvent) -> Clause:
    return f"the attack of {report.name(event.actor)} is deflected", ("D92", "RD38")


# --- Injuries -------------------------------------------------------------------------------------


def part_of(report: Report, fighter: int, part: int) -> str:
    """`Blue's left arm`."""
    body = int(report.battle.fighters[fighter].body)
    return f"{report.owner(fighter)} {part_name(body, part)}"


def injuries(report: Report, event: LoggedEvent, times: int) -> Clause:
    """A part that is injured, so many times at once."""
    name = part_of(report, event.target, event.what)
    total = f", {count(event.amount, 'injury').replace('injurys', 'injuries')} now"
    often = "" if times == 1 else f" {TIMES[min(times, len(TIMES) - 1)]}"
    return f"{name} is injured{often}{total if event.amount > times else ''}", ("D20", "D23")


def _injures(report: Report, event: LoggedEvent) -> Clause:
    return injuries(report, event, 1)


def _no_injury(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.target)} is not injured", ("RD38", "RD44")


def _destroyed(report: Report, event: LoggedEvent) -> Clause:
    return f"{part_of(report, event.actor, event.what)} is destroyed", ("RD20", "D25")


def _strain(report: Report, event: LoggedEvent) -> Clause:
    return f"the blow strains {report.name(event.target)} by {event.amount}", ("D24", "RD6")


# --- Maneuvers and items --------------------------------------------------------------------------


def _maneuver(report: Report, event: LoggedEvent) -> Clause:
    actor, target = report.name(event.actor), report.name(event.target)
    if event.what == NONE:
        return f"{actor} breaks free from {target}", ("RD17",)
    return DONE[Maneuver(event.what)].format(actor=actor, target=target), ("D97", "RD17")


def _drops(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} drops {the_item(event.amount)}", ("RD39",)


def _takes(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} takes {the_item(event.amount)}", ("RD39",)


def _stows(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} stows {the_item(event.amount)}", ("RD39",)


def _sundered(report: Report, event: LoggedEvent) -> Clause:
    end = "destroyed" if event.what == 2 else "damaged"
    owner = event.target if event.target >= 0 else event.actor
    return f"{report.owner(owner)} {item_name(event.amount)} is {end}", ("RD17",)


def _lands(report: Report, event: LoggedEvent) -> Clause:
    if event.what == STICKS:
        return f"{the_item(event.amount)} sticks in {report.name(event.target)}", ("D81",)
    return f"{the_item(event.amount)} comes to lie on the ground", ("D81", "D82")


CLAUSES: dict[Event, Callable[[Report, LoggedEvent], Clause]] = {
    Event.PROVOKES: _provokes,
    Event.REACTS: _reacts,
    Event.ATTACKS: attack,
    Event.RIDERS: _riders,
    Event.ROLLS: roll,
    Event.MISSES: _misses,
    Event.HITS: _hits,
    Event.CRITICAL: _critical,
    Event.FUMBLES: _fumbles,
    Event.PARRIES: _parries,
    Event.DEFLECTED: _deflected,
    Event.INJURES: _injures,
    Event.NO_INJURY: _no_injury,
    Event.DESTROYED: _destroyed,
    Event.STRAIN: _strain,
    Event.MANEUVER: _maneuver,
    Event.DROPS: _drops,
    Event.TAKES: _takes,
    Event.SUNDERED: _sundered,
    Event.LANDS: _lands,
    Event.STOWS: _stows,
    **AFTERMATH,
}
"""How each kind of event is said by itself; `narrate` joins some of them."""
