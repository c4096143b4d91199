"""What comes of actions, an event a sentence of the fight report (`narrate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.text.narration import LoggedEvent, count, the
from ..enums import (
    Deed,
    Defence,
    Event,
    Level,
    Posture,
    Role,
)
from ..rules.health.bodies import can_act
from ..rules.health.wounds import level_of, slots
from ..rules.movement.terrain import is_climbing, is_swimming
from ..state import (
    NO_FRAME,
)
from ..tables import FAILURE_TO, FLANKING_BONUS, REAR_BONUS, SUCCESS_FROM
from .names import DEFENCE_TITLES, a, item_name, level_name, the_item
from .state_events import Clause, Rows

if TYPE_CHECKING:
    from .report import Report

# --- Rolls ----------------------------------------------------------------------------------------

CHECKS = (Deed.ESCAPE, Deed.ENTER, Deed.PIN, Deed.DRAG, Deed.CLING)
"""Combat checks other than attacks: wild, but their criticals move no initiative (W20, W29)."""
AGAINST = {
    Deed.ESCAPE: "a TN of",
    Deed.DRAG: "a Power Defense of",
    **dict.fromkeys(
        (Deed.ENTER, Deed.PIN, Deed.SHOVE, Deed.TRIP), "the better of Power and Agility Defense,"
    ),
}
"""What the rolls of some actions have to reach."""


def natural_dice(event: LoggedEvent, deed: Deed) -> str:
    """What is said of the dice of a check that is critical."""
    end = "," if event.dice else ""  # what it had to reach follows
    if deed in CHECKS and event.what >= SUCCESS_FROM:
        return f", with one more die added for a critical success{end}"
    if deed in CHECKS and event.what <= FAILURE_TO:
        return f", with one more die taken off for a critical failure{end}"
    return ""


def reached(report: Report, event: LoggedEvent, deed: Deed, is_attack: bool) -> str:
    """What a roll had to reach, and by what name; the Defense of something huge may be 0."""
    if not event.dice and not is_attack:
        return " for the jump" if deed == Deed.JUMP else ""
    if is_attack:
        chosen = [one.what for one in report.events[: report.at] if one.kind == Event.DEFENCE]
        name = DEFENCE_TITLES[Defence(chosen[-1])] if chosen else "Defense"
        return f" against {a(name)} of {event.dice}"
    return f" against {AGAINST.get(deed, '')} {event.dice}".replace("  ", " ")


def _rolls(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.name(event.actor)} rolls {event.what}, in all {event.amount}"
    return text + reached(report, event, Deed.NONE, False), ("W18", "RW1")


def _critical(report: Report, event: LoggedEvent) -> Clause:
    if event.what:
        return "a critical success, one more die added", ("W29", "RW2")
    return "a critical failure, one more die taken off", ("W29", "RW2")


def _misses(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} misses {report.name(event.target)}", ("W18",)


def final_damage(event: LoggedEvent) -> Clause:
    """The damage of a hit, and the wound level that it is worth."""
    plain, level = int(level_of(event.amount)), event.what
    text, rows = f"final damage {event.amount}", ["W2", "W1"]
    if event.dice:
        text += f" with the {event.dice} of the Strong Attack"
        rows.append("W76")
    if plain == Level.NONE:
        return text, tuple(rows)
    text += f", {a(level_name(plain))} wound"
    if level < plain:
        made = level_name(level) if level else "no wound at all"
        text += f" that a Quick Attack makes {made}"
        rows.append("W73")
    elif level > plain:
        text += f" that a Rebuff makes {level_name(level)}"
        rows.append("W74")
    return text, tuple(rows)


def _hits(report: Report, event: LoggedEvent) -> Clause:
    text, rows = final_damage(event)
    return f"{report.name(event.actor)} hits {report.name(event.target)}: {text}", rows


def _unhurt(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.name(event.actor)} is not wounded", ("W2",)


def _defence(report: Report, event: LoggedEvent) -> Clause:
    name = DEFENCE_TITLES[Defence(event.what)]
    return f"{report.name(event.actor)} meets the attack with the {name}", ("W78", "RW27")


# --- Wounds ---------------------------------------------------------------------------------------


def wound(report: Report, event: LoggedEvent, level: Level) -> Clause:
    """Where a wound lodges: a full slot pushes it up a level."""
    fighter, lodged = report.battle.fighters[event.actor], level_name(event.what)
    most = int(slots(fighter, event.what))
    place = f"{lodged} slots: {event.amount} of {most}"
    rows: Rows = ("W6", "W10" if fighter.npc else "W4")
    if Level.NONE < level < event.what:
        full = " and ".join(level_name(one) for one in range(level, event.what))
        text = f"{report.owner(event.actor)} {full} slots are full, so the wound lodges as {lodged}"
        return f"{text} ({place})", rows
    return f"{report.name(event.actor)} takes {a(lodged)} wound ({place})", rows


def _wounded(report: Report, event: LoggedEvent) -> Clause:
    return wound(report, event, Level.NONE)


# --- Movement -------------------------------------------------------------------------------------


def way(report: Report, event: LoggedEvent, felled: bool = True) -> Clause:
    """How far somebody goes, and how; `felled` if what may have felled it has been told."""
    fighter, rows = report.battle.fighters[event.actor], ["W62", "W65"]
    verb = _gait(report, event)
    if fighter.rider != NOBODY:
        verb = f"carries {report.name(int(fighter.rider))}"
        rows.append("W106")
    elif felled and not can_act(fighter):
        verb = "had gone"  # a blow has ended the way
    if event.what == Role.INTERRUPT:
        rows.append("W66")
    return f"{report.full(event.actor)} {verb} {count(event.amount, 'yard')}", tuple(rows)


def _gait(report: Report, event: LoggedEvent) -> str:
    if is_swimming(report.battle, event.actor):
        return "swims"
    if is_climbing(report.battle, event.actor):
        return "climbs"
    return "crawls" if event.dice == Posture.PRONE else "moves"


def _moves(report: Report, event: LoggedEvent) -> Clause:
    return way(report, event)


def _pushed(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.name(event.actor)} is pushed {count(event.amount, 'yard')} away"
    return f"{text} by {report.name(event.target)}", ("W96",)


def _follows(report: Report, event: LoggedEvent) -> Clause:
    other, parts = report.name(event.target), []
    if event.amount:
        parts.append(f"will follow {other} up to {count(event.amount, 'yard')}")
    if event.what:
        parts.append(f"takes {count(event.what, 'yard')} off the movement of {other}")
    held = " and ".join(parts) or f"cannot follow {other}"
    return f"{report.name(event.actor)} {held}", ("W89",)


def _opening(report: Report, event: LoggedEvent) -> Clause:
    text = (
        f"{report.name(event.actor)} rolls {event.dice}, in all {event.amount}, a Defense against"
    )
    return f"{text} Rebuffs by {report.name(event.target)} in this turn", ("W83", "H18")


def _enters(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.name(event.actor)} is in the space of {report.name(event.target)}"
    return f"{text}: 2 less for both on attacks and Defenses", ("W84",)


def _jumps(report: Report, event: LoggedEvent) -> Clause:
    far = f"{count(event.amount, 'yard')} far" if event.amount else "nowhere"
    return f"{report.name(event.actor)} gets {far}", ("W69", "H23")


LANDINGS = {
    0: ("lands badly", ("W71", "H23")),
    1: ("lands on both feet", ("W71",)),
    2: ("grabs the edge and lies there", ("W71", "H23")),
}


def _lands(report: Report, event: LoggedEvent) -> Clause:
    text, rows = LANDINGS[event.what]
    return f"{report.name(event.actor)} {text}", rows


# --- Grips and hindrances -------------------------------------------------------------------------


def _pair(text: str, *rows: str) -> Callable[[Report, LoggedEvent], Clause]:
    """A clause of two fighters."""

    def clause(report: Report, event: LoggedEvent) -> Clause:
        return text.format(report.name(event.actor), report.name(event.target)), rows

    return clause


def _freed(report: Report, event: LoggedEvent) -> Clause:
    actor, other = report.name(event.actor), report.name(event.target)
    if event.what:
        return f"{actor} is pinned by {other} no more, but still in the grapple", ("W92", "RW34")
    return f"{actor} is free of the grip of {other}", ("RW34", "H17")


def _disarmed(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.name(event.target)} strikes {the_item(event.amount)} out of the hand"
    return f"{text} of {report.name(event.actor)}", ("W94",)


def _ignores(report: Report, event: LoggedEvent) -> Clause:
    actor, other = report.full(event.actor), report.full(event.target)
    if event.what:
        text = f"{actor} ignores {other}, who flanks no more but strikes from the rear for"
        return f"{text} {REAR_BONUS} more", ("W34",)
    return f"{actor} ignores {other} no longer", ("W34",)


def _flanked(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.name(event.actor)} is flanked, so attacks on {report.name(event.actor)}"
    top = int(report.battle.top)
    if top != NO_FRAME and report.battle.frames[top].deed == Deed.WAY:  # it is still on its way
        mover = int(report.battle.frames[top].actor)
        if event.actor in (mover, int(report.battle.fighters[mover].rider)):
            text = f"on its way, {text}"
        else:
            text = f"as {report.full(mover)} comes up, {text}"
    return f"{text} have {FLANKING_BONUS} more", ("W32", "W33")


# --- Items ----------------------------------------------------------------------------------------


def _item(text: str, *rows: str) -> Callable[[Report, LoggedEvent], Clause]:
    """A clause about an item."""

    def clause(report: Report, event: LoggedEvent) -> Clause:
        return f"{report.full(event.actor)} {text} {the_item(event.amount)}", rows

    return clause


def _reloads(report: Report, event: LoggedEvent) -> Clause:
    held = [item_name(int(item)) for item in report.battle.fighters[event.actor].held]
    return f"{report.full(event.actor)} reloads {the(held[0])}", ("RW7",)


def _drinks(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.full(event.actor)} drinks a potion", ("W102", "H27")


def _door(report: Report, event: LoggedEvent) -> Clause:
    return f"{report.full(event.actor)} {'opens' if event.what else 'shuts'} a door", ("W102",)


CLAUSES: dict[Event, Callable[[Report, LoggedEvent], Clause]] = {
    Event.ROLLS: _rolls,
    Event.CRITICAL: _critical,
    Event.MISSES: _misses,
    Event.HITS: _hits,
    Event.UNHURT: _unhurt,
    Event.DEFENCE: _defence,
    Event.WOUNDED: _wounded,
    Event.MOVES: _moves,
    Event.PUSHED: _pushed,
    Event.FOLLOWS: _follows,
    Event.OPENING: _opening,
    Event.ENTERS: _enters,
    Event.JUMPS: _jumps,
    Event.LANDS: _lands,
    Event.HARRIED: _pair("{} harries {}, who shoots at 2 less in this round", "W79", "RW29"),
    Event.GRAPPLES: _pair("{} and {} hold each other", "W88", "H17"),
    Event.PINS: _pair("{} pins {}, who can do nothing but Escape", "W92", "RW12"),
    Event.LETS_GO: _pair("{} lets go of {}", "W43", "H17"),
    Event.INTERPOSES: _pair("{} puts {} before the attack, which aims there now", "W91", "RW43"),
    Event.DISTRACTED: _pair(
        "{} is distracted by {}: 2 less on attacks and Defenses in this round", "W95"
    ),
    Event.FREED: _freed,
    Event.DISARMED: _disarmed,
    Event.IGNORES: _ignores,
    Event.FLANKED: _flanked,
    Event.TAKES: _item("takes", "W81", "H29"),
    Event.STOWS: _item("stows", "W81"),
    Event.DROPS: _item("drops", "W43", "H29"),
    Event.RELOADS: _reloads,
    Event.DRINKS: _drinks,
    Event.DOOR: _door,
}
"""How each kind of event about actions is said by itself; `narrate` joins some of them."""
