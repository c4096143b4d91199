"""What came of a check, as clauses of the fight report (`narrate`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.engine.battle import NOBODY
from ..enums import (
    Act,
    Event,
)
from ..rules.checks import damage_points
from ..rules.defence import grapple_defence
from ..tables import (
    ARMOUR_NAMES,
    COMBAT_MOVE_CRITICAL,
    DEAD_BELOW,
    DISARM_SUCCESS,
    GRAPPLE_SUCCESS,
    HALF_DAMAGE_PENALTY,
)
from .names import ACT_ROWS, short_names, weapon_name

if TYPE_CHECKING:
    from ...core.text.narration import LoggedEvent
    from .report import Report

Clause = tuple[str, tuple[str, ...]]

CHECK_NAMES = {
    Act.COMBAT_MOVE: "combat move",
    Act.DISARM: "disarm",
    Act.ESCAPE: "escape",
    Act.FEINT: "feint",
    Act.GRAPPLE: "grapple",
    Act.MELEE_ATTACK: "attack",
    Act.PIN: "pin",
    Act.PRESS: "press",
    Act.UNARMED_PRESS: "press",
    Act.RANGED_ATTACK: "shot",
    Act.UNARMED_ATTACK: "punch",
    Act.WITHDRAW: "withdrawal",
    Act.COUNTER_ATTACK: "counter-attack",
    Act.UNARMED_COUNTER_ATTACK: "counter-punch",
    Act.COUNTER_FIRE: "counter-fire",
    Act.DODGE: "dodge",
    Act.DOUBLE: "double",
    Act.UNARMED_DOUBLE: "double",
    Act.EVADE: "evasion",
    Act.PARRY: "parry",
    Act.PARRY_TO_BIND: "parry",
    Act.RETREAT: "retreat",
    Act.STRUGGLE: "struggle",
    Act.WIND: "wind",
    Act.CT_COUNTER_ATTACK: "counter-tempo attack",
    Act.CT_PARRY: "counter-tempo parry",
    Act.FEINT_COUNTER_ATTACK: "counter-attack",
}
FAILURES = {
    Act.FEINT: "the attack was only a feint, and comes to nothing",
    Act.CT_PARRY: "the parry comes too late",
    Act.DISARM: "{target} keeps hold of the weapon ({disarm} needed)",
    Act.GRAPPLE: "{actor} gets no grip ({grapple} needed)",
    Act.WITHDRAW: "{actor} does not get out of the bind",
    Act.ESCAPE: "{actor} does not get free",
    Act.PIN: "{target} cannot be pinned ({pin} needed)",
    Act.RETREAT: "{actor} does not get away",
    Act.AIM: "{actor} loses the aim",
    Act.MOVE: "{actor} gets no farther",
    Act.COMBAT_MOVE: "{actor} gains no ground",
}
SUCCESSES = {
    Act.ESCAPE: "{actor} frees the arms: no longer Pinned, still Grappled",
    Act.AIM: "{actor} keeps the aim",
    Act.COMBAT_MOVE: "{actor} gains ground on {target}",
    Act.RETREAT: "{actor} gets away from {target}",
}
CRITICAL_SUCCESSES = {
    Act.COMBAT_MOVE: "a critical success, and the way is open, even past {target}",
    Act.RETREAT: "a critical success, and {actor} gets well away from {target}",
}
ANSWERS_TO_MOVES = (
    Act.COUNTER_ATTACK,
    Act.UNARMED_COUNTER_ATTACK,
    Act.COUNTER_FIRE,
    Act.RETREAT,
)
STOPS = {
    Act.PARRY: ("the blow is turned aside", "the blow is beaten away"),
    Act.PARRY_TO_BIND: ("the blow is stopped", "the blow is caught"),
    Act.EVADE: ("the blow finds only air", "{stopper} slips the blow"),
    Act.DODGE: ("the shot goes past", "{stopper} is no longer where the shot goes"),
    Act.WIND: ("{stopper} winds it off", "the winding blade allows nothing"),
    Act.STRUGGLE: ("{stopper} struggles it off", "{stopper} allows nothing"),
    Act.CT_PARRY: ("the counter-attack is turned aside", "the counter-attack is parried in time"),
}
FALLS = ("{actor} goes down, unable to fight on", "{actor} sinks to the ground, out of the fight")
DEATHS = ("{actor} falls dead", "{actor} is struck dead")


class Check(NamedTuple):
    """A check as it was rolled."""

    actor: int
    target: int
    act: Act
    total: int
    pool: int


def numbers(battle: np.record, first: Check, second: Check | None) -> str:
    """Both sides' arithmetic: `attack 6 + 4 = 10 against parry 5 + 9 = 14`."""
    text = _sum(first)
    if second:
        return f"{text} against {_sum(second)}"
    if first.act not in ANSWERS_TO_MOVES:
        return text
    opposed = f" against the combat move's {int(battle.result)}" if battle.result else ""
    return f"{short_names(battle)[first.actor]}'s {text}{opposed}"


def _sum(check: Check) -> str:
    rating = check.total - check.pool
    return f"{CHECK_NAMES[check.act]} {rating} + {check.pool} = {check.total}"


def clause(report: Report, event: LoggedEvent) -> Clause:
    """An outcome as a clause, with its rows."""
    tell = CLAUSES.get(Event(event.kind))
    return tell(report, event) if tell else (f"{report.name(event.actor)} does something", ())


# --- Blows ----------------------------------------------------------------------------------------


def _noun(report: Report, striker: int) -> str:
    check = report.checks.get(striker)
    noun = CHECK_NAMES[check.act] if check else "blow"
    fell = any(e.kind == Event.DOWN and e.actor == striker for e in report.events[: report.at])
    return f"{noun} already under way" if fell else noun  # it still counts (RM39)


def _rows(report: Report, striker: int) -> tuple[str, ...]:
    check = report.checks.get(striker)
    return ACT_ROWS[check.act] if check else ()


def _miss(report: Report, event: LoggedEvent) -> Clause:
    needed = f" ({event.dice} needed)" if event.dice > 0 else ""
    text = f"the {_noun(report, event.actor)} misses{needed}"
    return text, (*_rows(report, event.actor), "RM6")


def _hit(report: Report, event: LoggedEvent) -> Clause:
    report.struck.append((event.target, event.amount, report.at))
    whom, stopped = report.name(event.target), event.dice - event.amount
    text = f"the {_noun(report, event.actor)} hits {whom}"
    if event.amount == 0:
        text += f", but the armour stops all {event.dice}"
    else:
        text += f" for {event.amount}"
        text += f" after the armour stops {stopped}" if stopped else ""
    return text, (*_rows(report, event.actor), "M45", "RM10")


def _critical(report: Report, event: LoggedEvent) -> Clause:
    report.struck.append((event.target, event.amount, report.at))
    noun, whom = _noun(report, event.actor), report.name(event.target)
    armour = ARMOUR_NAMES[report.battle.fighters[event.target].armour]
    if armour == "none":
        text = f"the {noun} hits {whom} for {event.amount}"
    else:
        text = f"the {noun} finds a gap in {report.owner(event.target)} armour for {event.amount}"
    return text, (*_rows(report, event.actor), "M46", "RM24")


def _stopped(report: Report, event: LoggedEvent) -> Clause:
    beaten = report.checks.get(event.target)
    if beaten and beaten.act == Act.FEINT:
        return FAILURES[Act.FEINT], ("M23", "RM31")
    if report.peek().kind == Event.BIND:
        return "the blow is stopped", (*ACT_ROWS[Act(event.what)], "RM31")
    text = report.vary(event.actor, *STOPS[Act(event.what)])
    return text.format(stopper=report.name(event.actor)), (*ACT_ROWS[Act(event.what)], "RM31")


def follow_up(report: Report) -> list[Clause]:
    """Wounds that have just become a hindrance, and those who have just dropped."""
    lines: list[Clause] = []
    for victim, damage, told in report.struck:
        fighter = report.battle.fighters[victim]
        later = sum(
            event.amount
            for event in report.events[told:]
            if event.kind in (Event.HIT, Event.CRITICAL) and event.target == victim
        )
        after, whole = int(fighter.damage) - later, int(damage_points(fighter))
        if 2 * (after - damage) < whole <= 2 * after and after < whole:
            text = f"{report.name(victim)} is half spent, {HALF_DAMAGE_PENALTY} on every check"
            lines.append((text, ("RM10",)))
    report.struck.clear()
    return lines


def _down(report: Report, event: LoggedEvent) -> Clause:
    whole = int(damage_points(report.battle.fighters[event.actor]))
    is_dead = event.amount >= whole - DEAD_BELOW
    text = report.vary(event.actor, *(DEATHS if is_dead else FALLS))
    return text.format(actor=report.name(event.actor)), ("RM10",)


# --- Everything else ------------------------------------------------------------------------------


def _failed(report: Report, event: LoggedEvent) -> Clause:
    act = Act(event.what)
    pin = 0 if event.target == NOBODY else grapple_defence(report.battle.fighters[event.target])
    text = FAILURES[act].format(
        actor=report.name(event.actor),
        target=report.name(event.target),
        disarm=DISARM_SUCCESS,
        grapple=GRAPPLE_SUCCESS,
        pin=int(pin),
    )
    return text, ACT_ROWS[act]


def _succeeded(report: Report, event: LoggedEvent) -> Clause:
    act = Act(event.what)
    is_critical = act in CRITICAL_SUCCESSES and event.amount >= COMBAT_MOVE_CRITICAL
    text = (CRITICAL_SUCCESSES if is_critical else SUCCESSES)[act]
    named = text.format(actor=report.name(event.actor), target=report.name(event.target))
    return named, (*ACT_ROWS[act], *(("RM12",) if is_critical else ()))


def _bind(report: Report, event: LoggedEvent) -> Clause:
    return "the weapons lock, and both are Bound", ("M11", "M37")


def _grapple(report: Report, event: LoggedEvent) -> Clause:
    names = f"{report.name(event.actor)} and {report.name(event.target)}"
    return f"{names} are Grappled", ("M12", "M24", "RM11")


def _pin(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.target)} is Pinned", ("M15", "M26", "RM11")


def _parted(report: Report, event: LoggedEvent) -> Clause:
    actor, other = report.name(event.actor), report.name(event.target)
    before = report.events[report.at - 2].kind if report.at > 1 else Event.NONE
    check = report.checks.get(event.actor)
    if before == Event.DOWN:
        return f"{other} is On Guard again", ("RM20",)
    if check and check.act == Act.ESCAPE:
        return f"{actor} breaks free, and both are On Guard", ("M22", "RM11")
    if check and check.act == Act.WITHDRAW and before not in (Event.HIT, Event.CRITICAL):
        return f"{actor} gets out of the bind, and both are On Guard", ("M31", "RM11")
    return "the bind is over, and both are On Guard", ("RM11", "RM20")


def _disarmed(report: Report, event: LoggedEvent) -> Clause:
    weapon = weapon_name(event.what)
    return f"the {weapon} flies out of {report.owner(event.target)} hand", ("M21", "RM27")


def _weapon(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} holds the {weapon_name(event.what)}", ("RM27",)


CLAUSES = {
    Event.MISS: _miss,
    Event.HIT: _hit,
    Event.CRITICAL: _critical,
    Event.STOPPED: _stopped,
    Event.FAILED: _failed,
    Event.SUCCEEDED: _succeeded,
    Event.BIND: _bind,
    Event.GRAPPLE: _grapple,
    Event.PIN: _pin,
    Event.PARTED: _parted,
    Event.DISARMED: _disarmed,
    Event.WEAPON: _weapon,
    Event.DOWN: _down,
}
