"""Blows, saving throws and Wounds, as clauses of the fight report."""

from __future__ import annotations

from ...core.text.narration import Line, LoggedEvent, Rows, a, arithmetic, chosen, count, listed
from ..enums import Event, Save
from ..rules.guards import SPELL_WEAPON
from ..rules.modifiers import COVERED
from ..rules.rolls import DISFAVORED, FAVORED
from ..tables import ARMOUR_ABSORB, BASE_SAVE, IS_READY, SHIELD_ABSORB, WEAPON_NAMES
from .names import LIMBS, weapon_name
from .order_events import is_thrown, spell
from .phase import Phase
from .phrases import BLOWS, SAVES

TALLY: dict[int, tuple[str, Rows]] = {
    Event.STOPPED: ("", ("P38", "P40", "RP6")),
    Event.WOUNDED: ("takes {wounds} ({total})", ("P43", "P44")),
    Event.SEVERED: ("loses the {limb}", ("P105", "RP20")),
    Event.LIMB_SAVED: ("keeps the {limb} thanks to the armour (die {die})", ("P105", "P135")),
    Event.PRONE: ("falls Prone", ("RP10", "RP20")),
    Event.DEAD: ("dies", ("P47", "RP12")),
    Event.STABLE: ("is Stable by a Mend", ("P48", "RP23")),
    Event.HEALED: ("is healed ({left} left)", ("P48", "RP23")),
    Event.DOWN: ("falls Unconscious, dying", ("P46", "P47")),
}
"""Events that can follow one another in the tally of one fighter's Wounds."""

REASONS = {FAVORED: "Favor", DISFAVORED: "Disfavor", COVERED: "Cover"}
"""The reasons of an attack roll that are named (P22, P23, P30)."""

# --- Blows ----------------------------------------------------------------------------------------


def noun(arm: int) -> str:
    """The noun for an attack, without an article: `cut`, `arrow`, `Bolt`."""
    if arm >= SPELL_WEAPON:
        return spell(arm - SPELL_WEAPON).removeprefix("a ")
    return BLOWS[WEAPON_NAMES[arm]] if 0 <= arm < len(WEAPON_NAMES) else "blow"


def blow(report: Phase, before: LoggedEvent | None = None, is_named: bool = False) -> Line:
    """One attack and its outcome: `a cut at Blue with 9 + 8 = 17 against Defense 12 hits`.

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
    predicate, rows = outcome(report, attack)
    return f"{text} {predicate}", rows


def numbers(report: Phase, attack: LoggedEvent, defence: int = 0) -> str:
    """The roll and what it needed: `with 9 + 8 = 17 (Favor) against Defense 12`, or nothing."""
    if not attack.dice:
        return ""
    named = [word for bit, word in REASONS.items() if report.reasons.get(attack, 0) & bit]
    reasons = f" ({', '.join(named)})" if named else ""
    against = f" against Defense {defence}" if defence > 0 else ""
    return f"with {arithmetic(attack.dice, attack.amount)}{reasons}{against} "


def outcome(report: Phase, attack: LoggedEvent) -> Line:
    """The outcome of an attack, as a predicate; a guard's part comes first (P69 to P72)."""
    event = report.peek()
    rows: Rows
    if event.kind == Event.BLOCKED:
        report.take()
        text = f"{numbers(report, attack)}is blocked by {report.name(event.actor)}"
        return text, ("P69", "P70", "RP27")
    if event.kind == Event.LET_THROUGH:
        report.take()
        text = (
            f"{numbers(report, attack)}gets past {report.name(event.actor)} (die {event.dice}, odd)"
        )
        again = report.peek()
        if again.kind != Event.ATTACK or again.actor != attack.actor:
            return text, ("P71",)
        predicate, rows = outcome(report, report.take())
        return f"{text} and {predicate}", ("P71", *rows)
    if event.kind == Event.TAKEN:
        report.take()
        text = f"is taken by {report.name(event.actor)} (die {event.dice}, even) and"
        own = ("P81", "RP42") if report.is_carried(event.actor) else ("P71", "RP41")
        predicate, rows = outcome(report, attack)
        return f"{text} {predicate}", (*own, *rows)
    if event.kind == Event.MISS:
        report.take()
        return f"{numbers(report, attack, event.amount)}misses", ("P32", "P34")
    if event.kind in (Event.HIT, Event.CRITICAL):
        return hit(report, attack)
    return f"{numbers(report, attack)}is made", ("P32",)


def hit(report: Phase, attack: LoggedEvent) -> Line:
    """A hit, with what it did if that can be told at once (P34 to P36)."""
    event = report.take()
    rows: Rows = ("P32", "P34")
    text = f"{numbers(report, attack, event.dice)}hits"
    if event.kind == Event.CRITICAL:
        text, rows = f"{numbers(report, attack)}hits critically", ("P36",)
    elif not attack.dice:
        text, rows = "hits without a roll", ("RP12",)
    if event.amount > 0:
        text += f" (Penetration {event.amount})"
    result, more = felt(report, event.target)
    return text + result, (*rows, *more)


def poison(report: Phase) -> Line:
    """A saving throw against poison, with what it cost (P123, RP21)."""
    save = report.take()
    text, rows = saving(report, save)
    if report.is_next(Event.POISONED, save.actor):
        text += f", to be Dazed for {count(report.take().amount, 'action')}"
    return text, rows


def saving(report: Phase, save: LoggedEvent, words: tuple[str, str] | None = None) -> Line:
    """A saving throw: `Blue with 9 + 5 = 14 against 10 stands firm` (RP2)."""
    failed, made, rows = SAVES[Save(save.what)]
    if words:
        failed, made = words
    text = made if save.amount > BASE_SAVE else failed
    rolled = f"{arithmetic(save.dice, save.amount)} against {BASE_SAVE}"
    return f"{report.name(save.actor)} rolls {rolled} and {text}", (*rows, "RP2")


# --- Wounds ---------------------------------------------------------------------------------------


def gear(report: Phase, fighter: int) -> str:
    """The armour, and the shield if Ready and not in a Clash, that stop Wounds (P38, P39)."""
    it, order = report.battle.fighters[fighter], report.acts.get(fighter)
    things = ["armour"] if ARMOUR_ABSORB[it.armour] > 0 else []
    is_ready = (order is None or IS_READY[order.amount]) and not report.is_in_clash(fighter)
    if SHIELD_ABSORB[it.shield] > 0 and (is_ready or not things):
        things.append("shield")
    return " and ".join(things or ["armour"])


def stops(things: str) -> str:
    """The gear with its verb: `armour and shield stop`, `armour stops`."""
    return f"{things} stop" if " and " in things else f"{things} stops"


def the(things: str) -> str:
    """The gear with an article if it is one thing."""
    return things if " and " in things else f"the {things}"


def total(report: Phase, event: LoggedEvent) -> str:
    """Wounds in all, and the fighter's Max Wounds (P42, P46)."""
    most = int(report.battle.fighters[event.actor].max_wounds)
    return f"{event.amount} of {most}" if event.amount <= most else f"{event.amount}, over {most}"


def felt(report: Phase, fighter: int) -> Line:
    """Absorb and Wounds of a fighter who is hit only once in the phase, told with the hit."""
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


def tally(report: Phase) -> Line:
    """One fighter's Wounds of the phase and what follows from them, as a sentence (P43 to P47)."""
    first = report.take()
    run = [first]
    while report.peek().actor == first.actor and report.peek().kind in TALLY:
        run.append(report.take())
    name = report.name(first.actor)
    stopped = next((event for event in run if event.kind == Event.STOPPED), None)
    rest = [event for event in run if event.kind != Event.STOPPED]
    rows = in_order({row for event in run for row in TALLY[event.kind][1]})
    if not rest and stopped:
        text = f"{name}'s {stops(gear(report, first.actor))} {count(stopped.what, 'Wound')}"
        return text, rows
    if stopped:
        name += f", whose {stops(gear(report, first.actor))} {count(stopped.what, 'Wound')},"
    clauses = [consequence(report, event) for event in rest]
    is_of_old_wounds = len(run) == 1 and first.kind == Event.DEAD
    return f"{name} {listed(clauses)}{' of the Wounds' * is_of_old_wounds}", rows


def consequence(report: Phase, event: LoggedEvent) -> str:
    """One event of a tally, without the subject."""
    return TALLY[event.kind][0].format(
        wounds=count(event.what, "Wound"),
        total=total(report, event),
        limb=chosen(event.what, LIMBS, "") or "limb",
        die=event.dice,
        left=count(event.amount, "Wound"),
    )


def in_order(rows: set[str]) -> Rows:
    """Rows by letter and number."""
    return tuple(sorted(rows, key=lambda row: (len(row.rstrip("0123456789")), len(row), row)))
