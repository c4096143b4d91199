"""Blows and what they do, as clauses of the fight report (`narrate`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..enums import (
    Event,
    Save,
)
from ..rules.guards import SPELL_WEAPON
from ..tables import ARMOUR_ABSORB, BASE_SAVE, IS_READY, SHIELD_ABSORB, SPELL_NAMES, WEAPON_NAMES
from .names import LIMBS, spell_name, weapon_name
from .order_events import is_thrown
from .phrases import BLOWS, FALLS, HITS, MISSES, SAVES, Rows, a, count, listed

if TYPE_CHECKING:
    from ...core.text.narration import LoggedEvent
    from .report import Report

Clause = tuple[str, Rows]

TALLY = (
    Event.STOPPED,
    Event.WOUNDED,
    Event.SEVERED,
    Event.LIMB_SAVED,
    Event.PRONE,
    Event.DEAD,
    Event.STABLE,
    Event.HEALED,
    Event.DOWN,
)
"""What the tally of one fighter's Wounds can log, one after the other."""

# --- Blows ----------------------------------------------------------------------------------------


def noun(arm: int) -> str:
    """What an attack is called, without an article: `cut`, `arrow`, `Bolt`."""
    if arm >= SPELL_WEAPON:
        return spell_name(arm - SPELL_WEAPON) if arm - SPELL_WEAPON < len(SPELL_NAMES) else "spell"
    return BLOWS[WEAPON_NAMES[arm]] if 0 <= arm < len(WEAPON_NAMES) else "blow"


def blow(report: Report, before: LoggedEvent | None = None, is_named: bool = False) -> Clause:
    """One attack and its outcome: `a cut at Blue hits (17)`.

    Args:
        report: at an attack.
        before: the attack of the clause before, if it is of the same fighter.
        is_named: the sentence has named the target already.
    """
    attack = report.take()
    text = a(noun(attack.what))
    if not is_named and is_thrown(report, attack.actor, attack.what):
        text = a(weapon_name(attack.what))
    if before and before.what == attack.what:
        text = "another"
    if not (is_named or (before and before.target == attack.target)):
        text += f" at {report.name(attack.target)}"
    verb, rows = outcome(report, attack)
    return f"{text} {verb}", rows


def outcome(report: Report, attack: LoggedEvent) -> Clause:
    """What became of an attack, as a predicate; a guard's part comes first (P69 to P72)."""
    event = report.peek()
    if event.kind == Event.BLOCKED:
        report.take()
        return f"is blocked by {report.name(event.actor)} ({attack.amount})", ("P69", "P70", "RP27")
    if event.kind == Event.LET_THROUGH:
        report.take()
        text = f"gets past {report.name(event.actor)} ({attack.amount}; die {event.dice}, odd)"
        again = report.peek()
        if again.kind != Event.ATTACK or again.actor != attack.actor:
            return text, ("P71",)
        verb, rows = outcome(report, report.take())
        return f"{text} and {verb}", ("P71", *rows)
    if event.kind == Event.TAKEN:
        report.take()
        verb, rows = outcome(report, attack)
        text = f"is taken by {report.name(event.actor)} (die {event.dice}, even) and {verb}"
        is_burden = report.is_carried(event.actor)
        return text, (*(("P81", "RP42") if is_burden else ("P71", "RP41")), *rows)
    if event.kind == Event.MISS:
        report.take()
        verb = report.vary(attack.actor, *MISSES)
        return f"{verb} ({attack.amount} against {event.amount})", ("P32", "P34")
    if event.kind in (Event.HIT, Event.CRITICAL):
        return hit(report, attack)
    return f"is made ({attack.amount})", ("P32",)


def hit(report: Report, attack: LoggedEvent) -> Clause:
    """A hit, with what it did if that can be told at once (P34 to P36)."""
    event = report.take()
    rows: Rows = ("P32", "P34")
    verb = report.vary(attack.actor, *HITS)
    against = f" against {event.dice}" if event.dice > 0 else ""
    numbers = [f"{attack.amount}{against}"]
    if event.kind == Event.CRITICAL:
        verb, numbers, rows = "hits critically", ["natural 20"], ("P36",)
    elif attack.dice == 0:
        verb, numbers, rows = "hits without a roll", [], ("RP12",)
    if event.amount > 0:
        numbers.append(f"Penetration {event.amount}")
    brackets = f" ({', '.join(numbers)})" if numbers else ""
    result, more = felt(report, event.target)
    return f"{verb}{brackets}{result}", (*rows, *more)


def poison(report: Report) -> Clause:
    """A saving throw against poison, with what it cost (P123, RP21)."""
    save = report.take()
    text, rows = saving(report, save)
    if report.peek().kind == Event.POISONED and report.peek().actor == save.actor:
        text += f", to be Dazed for {count(report.take().amount, 'action')}"
    return text, rows


def saving(report: Report, save: LoggedEvent, words: tuple[str, str] | None = None) -> Clause:
    """A saving throw: `Blue stands firm (14 against 10)` (RP2)."""
    failed, made, rows = SAVES[Save(save.what)]
    if words:
        failed, made = words
    text = (made if save.amount > BASE_SAVE else failed).format(actor=report.name(save.actor))
    return f"{text} ({save.amount} against {BASE_SAVE})", (*rows, "RP2")


# --- Wounds ---------------------------------------------------------------------------------------


def gear(report: Report, fighter: int) -> str:
    """What stops Wounds for a fighter, as worn now and held Ready (P38, P39)."""
    it, order = report.battle.fighters[fighter], report.acts.get(fighter)
    things = ["armour"] if ARMOUR_ABSORB[it.armour] > 0 else []
    is_ready = order is None or IS_READY[order.amount]
    if SHIELD_ABSORB[it.shield] > 0 and (is_ready or not things):
        things.append("shield")
    return " and ".join(things or ["armour"])


def stops(things: str) -> str:
    """The gear with its verb: `armour and shield stop`, `armour stops`."""
    return f"{things} stop" if " and " in things else f"{things} stops"


def the(things: str) -> str:
    """The gear with an article if it is one thing."""
    return things if " and " in things else f"the {things}"


def total(report: Report, event: LoggedEvent) -> str:
    """Wounds in all, beside the most that can be borne (P42, P46)."""
    most = int(report.battle.fighters[event.actor].max_wounds)
    return f"{event.amount} of {most}" if event.amount <= most else f"{event.amount}, over {most}"


def felt(report: Report, fighter: int) -> Clause:
    """Absorb and Wounds of somebody whom nothing else hits in the phase, to be told at once."""
    if report.hits[fighter] != 1:
        return "", ()
    places = [
        place
        for place in range(report.at, report.end)
        if report.events[place].actor == fighter and report.events[place].kind in TALLY
    ]
    by_kind = {report.events[place].kind: report.events[place] for place in places}
    if not by_kind or not by_kind.keys() <= {Event.STOPPED, Event.WOUNDED}:
        return "", ()
    report.told.update(places)
    stopped, wounded = by_kind.get(Event.STOPPED), by_kind.get(Event.WOUNDED)
    if not wounded:
        things = "it" if stopped and stopped.what == 1 else "all of it"
        return f", but {stops(the(gear(report, fighter)))} {things}", ("P38", "P40", "RP6")
    text = f" for {count(wounded.what, 'Wound')} ({total(report, wounded)})"
    if stopped:
        text += f", {the(gear(report, fighter))} stopping {count(stopped.what, 'Wound')}"
        return text, ("P38", "P40", "P44", "RP6")
    return text, ("P44",)


def tally(report: Report) -> Clause:
    """One fighter's Wounds of the phase and what follows from them, as a sentence (P43 to P47)."""
    first = report.take()
    run = [first]
    while report.peek().actor == first.actor and report.peek().kind in TALLY:
        run.append(report.take())
    name = report.full(first.actor)
    stopped = next((event for event in run if event.kind == Event.STOPPED), None)
    rest = [event for event in run if event.kind != Event.STOPPED]
    rows = {row for event in run for row in TALLY_ROWS[Event(event.kind)]}
    if not rest and stopped:
        text = f"{name}'s {stops(gear(report, first.actor))} {count(stopped.what, 'Wound')}"
        return text, in_order(rows)
    if stopped:
        name += f", whose {stops(gear(report, first.actor))} {count(stopped.what, 'Wound')},"
    deeds = [predicate(report, event, len(run) > 1) for event in rest]
    return f"{name} {listed(deeds)}", in_order(rows)


def in_order(rows: set[str]) -> Rows:
    """Rows by letter and number."""
    return tuple(sorted(rows, key=lambda row: (len(row.rstrip("0123456789")), len(row), row)))


def predicate(report: Report, event: LoggedEvent, is_fresh: bool) -> str:
    """One event of a tally, without the subject."""
    if event.kind == Event.WOUNDED:
        return f"takes {count(event.what, 'Wound')} ({total(report, event)})"
    if event.kind == Event.SEVERED:
        return f"loses the {limb(event)}"
    if event.kind == Event.LIMB_SAVED:
        return f"keeps the {limb(event)} thanks to the armour (die {event.dice})"
    if event.kind == Event.PRONE:
        return "falls Prone"
    if event.kind == Event.DEAD:
        return "dies" if is_fresh else "dies of the wounds"
    if event.kind == Event.STABLE:
        return "is Stable by a Mend"
    if event.kind == Event.HEALED:
        return f"is mended ({count(event.amount, 'Wound')} left)"
    return report.vary(event.actor, *FALLS)


def limb(event: LoggedEvent) -> str:
    """A limb in words."""
    return LIMBS[event.what] if 0 < event.what < len(LIMBS) else "limb"


TALLY_ROWS: dict[int, Rows] = {
    Event.STOPPED: ("P38", "P40", "RP6"),
    Event.WOUNDED: ("P43", "P44"),
    Event.SEVERED: ("P105", "RP20"),
    Event.LIMB_SAVED: ("P105", "P135"),
    Event.PRONE: ("RP10", "RP20"),
    Event.DEAD: ("P47", "RP12"),
    Event.STABLE: ("P48", "RP23"),
    Event.HEALED: ("P48", "RP23"),
    Event.DOWN: ("P46", "P47"),
}
