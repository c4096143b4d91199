"""What stands alone in the fight report: spells, saving throws, what takes hold, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY, SIDES
from ...core.text.narration import capital
from ..enums import (
    Act,
    Ending,
    Event,
    Save,
    Spell,
)
from ..rules.guards import SPELL_WEAPON
from ..tables import (
    BASE_SAVE,
    SPELL_NAMES,
    WEAPON_NAMES,
)
from .names import spell_name, weapon_name
from .phrases import (
    BIND_SAVES,
    BOTH_WARDS_DOWN,
    ENDINGS,
    HIDING,
    LURKING,
    SHARED,
    SIMPLE,
    Rows,
    count,
    listed,
)
from .result_events import TALLY, felt, limb, saving, tally

if TYPE_CHECKING:
    from ...core.text.narration import LoggedEvent
    from .report import Report

EFFECT_SAVES: dict[int, int] = {
    Spell.BLAST: Save.BLAST,
    Spell.FEAR: Save.FEAR,
    Spell.BIND: Save.BIND,
}

# --- Spells (P74 to P76, RP23) --------------------------------------------------------------------


def spell(number: int) -> str:
    """A spell in words, whatever the log says."""
    return spell_name(number) if 0 <= number < len(SPELL_NAMES) else "a spell"


def tell_released(report: Report) -> None:
    """A release, with what it does at once; a Bolt is told with its attack (P75, RP23)."""
    event = report.take()
    if event.what == Spell.BOLT and will_attack(report, event.actor):
        return
    text = f"{report.subject(event.actor)} releases {spell(event.what)}"
    if event.target == event.actor:
        text += " on the own wounds" if event.what == Spell.MEND else ""
    elif event.target != NOBODY:
        text += f" {'on' if event.what == Spell.MEND else 'at'} {report.name(event.target)}"
    clauses, rows = effects(report, event)
    report.say(": ".join([text, "; ".join(clauses)] if clauses else [text]), "P75", "RP23", *rows)


def will_attack(report: Report, actor: int) -> bool:
    """Whether the attack of a Bolt is still to come."""
    return any(
        event.kind == Event.ATTACK and event.actor == actor and event.what >= SPELL_WEAPON
        for event in report.rest()
    )


def effects(report: Report, release: LoggedEvent) -> tuple[list[str], Rows]:
    """Saving throws against a spell without an attack roll, and its hits, as clauses."""
    clauses: list[str] = []
    rows: Rows = ()
    kind = EFFECT_SAVES.get(release.what, NOBODY)
    while True:
        event = report.peek()
        if event.kind == Event.SAVE and event.what == kind:
            report.take()
            victim = event.actor
            text, more = saving(report, event, BIND_SAVES if kind == Save.BIND else None)
        elif kind == Save.BLAST and is_hit(event, release.actor, event.target):
            victim = event.target
            text, more = f"{report.name(victim)} lies in it", ("RP12",)
        else:
            return clauses, rows
        if is_hit(report.peek(), release.actor, victim):
            result, rest = felt(report, report.take().target)
            text, more = text + result, (*more, *rest)
        clauses.append(text)
        rows = (*rows, *more)


def is_hit(event: LoggedEvent, caster: int, victim: int) -> bool:
    """Whether an event is the hit of a caster's spell on somebody."""
    return event.kind == Event.HIT and event.actor == caster and event.target == victim


def tell_save(report: Report) -> None:
    """A saving throw that stands alone; lost concentration with what it costs (P28, P29, RP2)."""
    if report.peek().what == Save.CRASH and report.next_crash().actor == report.peek().actor:
        report.tell_crash()
        return
    event = report.take()
    text, rows = saving(report, event)
    after = report.peek()
    if after.kind == Event.DISRUPTED and after.actor == event.actor and event.amount <= BASE_SAVE:
        report.take()
        text += " and the spell with it"
    report.say(text, *rows)


# --- What takes hold, and what is done at a phase's end -------------------------------------------


def tell_tally(report: Report) -> None:
    """A fighter's Wounds of the phase, if they were not told with a blow."""
    event = report.peek()
    if event.kind == Event.STABLE and (event.dice > 0 or event.actor != event.target):
        tell_stabilize(report)
        return
    text, rows = tally(report)
    report.say(text, *rows)


def tell_stabilize(report: Report) -> None:
    """A Medical roll (P48, P82, RP5)."""
    event = report.take()
    verb = "stabilizes" if event.kind == Event.STABLE else "cannot stabilize"
    text = f"{report.subject(event.actor)} {verb} {report.name(event.target)}"
    report.say(f"{text} ({event.amount} against {BASE_SAVE})", "P48", "P82", "RP5")


def tell_hides(report: Report) -> None:
    """Stealth rolls, several in one sentence (P55, RP4)."""
    one, several, rows = HIDING if report.in_phase else LURKING
    run = report.take_all(Event.HIDES)
    alike = [event for event in run if event.actor not in report.pending]
    for event in run:
        if event not in alike or len(alike) == 1:
            text = f"{report.subject(event.actor)} {one} (Stealth {event.amount})"
            report.say(text, *rows)
    if len(alike) > 1:
        names = [f"{report.full(event.actor)} (Stealth {event.amount})" for event in alike]
        report.say(f"{listed(names)} {several}", *rows)


def tell_shared(report: Report) -> None:
    """What several do alike."""
    kind = report.peek().kind
    one, several, rows = SHARED[Event(kind)]
    run = report.take_all(kind)
    names = [report.subject(event.actor) for event in run]
    report.say(f"{listed(names)} {one if len(run) == 1 else several}", *rows)


def tell_freed(report: Report) -> None:
    """Out of a net, or a Bind that has ended (P122, RP37, RP47)."""
    event = report.take()
    actor, target = report.subject(event.actor), report.name(event.target)
    if event.target in (NOBODY, event.actor):
        report.say(f"{actor} gets free", "P122", "RP47")
    elif report.are_enemies(event.actor, event.target):
        name = report.full(event.actor)
        report.say(f"{name} no longer keeps up the Bind, and {target} is free of it", "P76", "RP37")
    else:
        report.say(f"{actor} cuts {target} free", "P122", "RP47")


def tell_entrapped(report: Report) -> None:
    """A net or a Bind holds from now on (P112, P122, RP47)."""
    event = report.take()
    name = report.full(event.actor)
    if event.what == 0:
        report.say(f"{name} is Entrapped", "P112", "P122", "RP47")
    else:
        report.say(f"{name} is held by the Bind", "P122", "RP23", "RP47")


def tell_door(report: Report) -> None:
    """A door is opened or closed (P77, RP40)."""
    event = report.take()
    verb = "opens" if event.what else "closes"
    report.say(f"{report.subject(event.actor)} {verb} the door", "P77", "RP40")


def tell_picked_up(report: Report) -> None:
    """Somebody is carried from now on, and has lost the action if able to act (P81, RP42)."""
    event = report.take()
    text = f"{report.full(event.actor)} picks up {report.name(event.target)}"
    order = report.acts.get(event.target)
    if order and order.amount == Act.CARRIED:
        text += ", who loses the action"
    report.say(text, "P81", "RP42")


def tell_alone(report: Report) -> None:
    """An event with a plain predicate."""
    event = report.take()
    text, rows = SIMPLE[Event(event.kind)]
    is_weapon = 0 <= event.what < len(WEAPON_NAMES)
    text = text.format(
        target=report.name(event.target),
        actions="action" if event.amount == 1 else count(event.amount, "action"),
        spell=spell(event.what),
        weapon=weapon_name(event.what) if is_weapon else "other weapon",
        limb=limb(event),
        dice=event.dice,
    )
    report.say(f"{report.subject(event.actor)} {text}", *rows)


def tell_over(report: Report) -> None:
    """How the battle ended (RP30)."""
    over = report.take()
    winner = capital(SIDES[over.amount]) if 0 <= over.amount < len(SIDES) else ""
    text = ENDINGS[Ending(over.what)].format(winner=winner)
    if over.what == Ending.WARD_DOWN and not winner:
        text = BOTH_WARDS_DOWN
    report.say(text, "RP30")


AFTERMATH: dict[int, Callable[[Report], None]] = {
    Event.RELEASED: tell_released,
    Event.SAVE: tell_save,
    Event.FAILED_TO_STABILIZE: tell_stabilize,
    Event.HIDES: tell_hides,
    Event.AIMED: tell_shared,
    Event.REVEALED: tell_shared,
    Event.FREED: tell_freed,
    Event.ENTRAPPED: tell_entrapped,
    Event.DOOR: tell_door,
    Event.OVER: tell_over,
    Event.PICKED_UP: tell_picked_up,
    **{kind: tell_tally for kind in TALLY if kind != Event.PRONE},
}
