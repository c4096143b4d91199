"""Blows, saving throws and Wounds, as clauses of the fight report."""

from __future__ import annotations

from ...core.text.narration import Line, LoggedEvent, Rows, a, chosen, count, listed
from ..enums import Event, Gear, Save
from ..rules.guards import SPELL_WEAPON
from ..rules.rolls import FAVORED
from ..tables import BASE_SAVE, WEAPON_NAMES
from .names import LIMBS, weapon_name
from .order_events import is_thrown, spell
from .phase import Phase
from .phrases import BLOWS, SAVES
from .rolls import ATTRIBUTES, attack_sum, save_sum

TALLY: dict[int, tuple[str, Rows]] = {
    Event.STOPPED: ("", ("P38", "P40", "RP6")),
    Event.WOUNDED: ("takes {wounds} ({total})", ("P43", "P44")),
    Event.SEVERED: ("loses the {limb}", ("P105", "RP20")),
    Event.LIMB_SAVED: ("keeps the {limb} thanks to the armour (die {die})", ("P105", "P135")),
    Event.PRONE: ("falls Prone", ("RP10", "RP20")),
    Event.DEAD: ("dies", ("P47", "RP12")),
    Event.STABLE: ("is Stable by a Mend", ("P48", "RP23")),
    Event.HEALED: ("is healed of {wounds} ({left} left)", ("P48", "RP23")),
    Event.DOWN: ("falls Unconscious, dying", ("P46", "P47")),
}
"""Events that can follow one another in the tally of one fighter's Wounds."""

# --- Blows ----------------------------------------------------------------------------------------


def noun(arm: int) -> str:
    """The noun for an attack, without an article: `cut`, `arrow`, `Bolt`."""
    if arm >= SPELL_WEAPON:
        return spell(arm - SPELL_WEAPON).removeprefix("a ")
    return BLOWS[WEAPON_NAMES[arm]] if 0 <= arm < len(WEAPON_NAMES) else "blow"


def blow(report: Phase, before: LoggedEvent | None = None, is_named: bool = False) -> Line:
    """One attack and its outcome: `a cut at Blue with 9 + 3 Favor = 12 against Defense 11 hits`.

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


def numbers(report: Phase, attack: LoggedEvent, defence: int = 0, guard: str = "") -> str:
    """The roll and what it needed: `with 9 + 3 Favor = 12 against Defense 11 `, or nothing."""
    if not attack.dice:
        return ""
    whose = f" {guard}'s" if guard else ""
    against = f" against{whose} Defense {defence}" if defence > 0 else ""
    return f"with {attack_sum(report, attack)}{against} "


def outcome(report: Phase, attack: LoggedEvent) -> Line:
    """The outcome of an attack, as a predicate; a guard's part comes first (P69 to P72)."""
    event = report.peek()
    rows: Rows
    if event.kind == Event.BLOCKED:
        report.take()
        guard = report.name(event.actor)
        text = f"{numbers(report, attack, event.amount, guard)}is blocked by {guard}"
        return text, ("P69", "P70", "RP27")
    if event.kind == Event.LET_THROUGH:
        report.take()
        guard = report.name(event.actor)
        rolled = numbers(report, attack, event.amount, guard)
        text = f"{rolled}gets past {guard} (die {event.dice}, odd)"
        again = report.peek()
        if again.kind != Event.ATTACK or again.actor != attack.actor:
            return text, ("P71",)
        predicate, rows = outcome(report, report.take())
        return f"{text} and {predicate}", ("P71", *rows)
    if event.kind == Event.TAKEN:
        return taken(report, attack)
    if event.kind == Event.MISS:
        report.take()
        return f"{numbers(report, attack, event.amount)}misses", ("P32", "P34")
    if event.kind in (Event.HIT, Event.CRITICAL):
        return hit(report, attack)
    return f"{numbers(report, attack)}is made", ("P32",)


def taken(report: Phase, attack: LoggedEvent) -> Line:
    """An attack that a guard or a carried fighter takes, with what it did (P71, P81)."""
    event, again = report.take(), report.peek()
    name = report.name(event.actor)
    is_guard = event.amount > 0
    text = f"is taken by {name} (die {event.dice}, even) and"
    if is_guard:
        text = f"{numbers(report, attack, event.amount, name)}{text}"
    own = ("P71", "RP41") if is_guard else ("P81", "RP42")
    if is_guard and again.kind in (Event.HIT, Event.CRITICAL):
        predicate, rows = hit(report, attack, is_told=True)
    else:
        predicate, rows = outcome(report, attack)
    return f"{text} {predicate}", (*own, *rows)


def hit(report: Phase, attack: LoggedEvent, is_told: bool = False) -> Line:
    """A hit, with what it did if that can be told at once; its roll may be told (P34 to P36)."""
    event = report.take()
    rows: Rows = ("P32", "P34")
    rolled = "" if is_told else numbers(report, attack, event.dice)
    text = f"{rolled}hits"
    if event.kind == Event.CRITICAL:
        text, rows = f"{'' if is_told else numbers(report, attack)}hits critically", ("P36",)
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
    """`Blue rolls a Will saving throw of 9 + 2 Will = 11 against 10 and stands firm` (RP2)."""
    failed, made, rows = SAVES[Save(save.what)]
    if words:
        failed, made = words
    text = made if save.amount > BASE_SAVE else failed
    if save.what == Save.CRASH and text == failed and report.why(save).what & FAVORED:
        text += " and is Not Ready from now on"
    title = f"a {ATTRIBUTES[Save(save.what)]} saving throw"
    if save.what == Save.CONCENTRATION:
        title = "a Concentration Check"
    rolled = f"{title} of {save_sum(report, save)} against {BASE_SAVE}"
    return f"{report.name(save.actor)} rolls {rolled} and {text}", (*rows, "RP2")


# --- Wounds ---------------------------------------------------------------------------------------


def gear(stopped: LoggedEvent) -> str:
    """The armour, and the shield of a Ready fighter, that stopped Wounds (P38, P39)."""
    things = [one.name.lower() for one in Gear if stopped.amount & one]
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
    what = the(gear(stopped)) if stopped else ""
    if not wounded:
        things = "it" if stopped and stopped.what == 1 else "all of it"
        return f", but {stops(what)} {things}", ("P38", "P40", "RP6")
    text = f" for {count(wounded.what, 'Wound')} ({total(report, wounded)})"
    if stopped:
        text += f", {what} stopping {count(stopped.what, 'Wound')}"
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
        text = f"{name}'s {stops(gear(stopped))} {count(stopped.what, 'Wound')}"
        return text, rows
    if stopped:
        name += f", whose {stops(gear(stopped))} {count(stopped.what, 'Wound')},"
    clauses = [consequence(report, event) for event in rest]
    is_of_old_wounds = len(run) == 1 and first.kind == Event.DEAD
    return f"{name} {listed(clauses)}{' of the Wounds' * is_of_old_wounds}", rows


def consequence(report: Phase, event: LoggedEvent) -> str:
    """One event of a tally, without the subject."""
    if event.kind == Event.HEALED and event.what == 0:
        return "has no Wounds for a Mend to heal"
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
