"""Orders as they are carried out: ways, stances and what is in vain, as clauses of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import COLUMNS, distance
from ..enums import (
    Act,
    Event,
    Verb,
)
from ..rules.guards import SPELL_WEAPON
from ..tables import (
    IS_THROWN,
    SPELL_NAMES,
    WEAPON_NAMES,
)
from .names import spell_name
from .phrases import (
    ACT_ROWS,
    ASTRAY,
    FLIGHT,
    HAUL,
    LOSSES,
    MANNERS,
    NOBODY_MEANT,
    REPLACED,
    SHORT,
    STAYS,
    WAYS,
    Rows,
    compass,
    feet,
)

if TYPE_CHECKING:
    from ...core.text.narration import LoggedEvent
    from .report import Report

Square = tuple[int, int]

ADJACENT, REACH = 1, 2
TO_REACH = (Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH)
STANDS = (Act.DEFEND, Act.GUARD, Act.FOCUS_SPELL, Act.DAZED, Act.CARRIED)
"""Told even of those who did something besides, such as an attack of opportunity."""
EFFECTS = (
    Event.LOST,
    Event.RELEASED,
    Event.STABLE,
    Event.FAILED_TO_STABILIZE,
    Event.PREPARED,
    Event.DISRUPTED,
    Event.RELOADED,
    Event.SWAPPED,
    Event.DOOR,
    Event.FREED,
    Event.STOOD_UP,
    Event.PICKED_UP,
    Event.HIDES,
    Event.AIMED,
    Event.CRASH,
)
"""Events that tell what their actor's order was."""


def act_rows(act: int) -> Rows:
    """The rows of an action."""
    return ACT_ROWS.get(act, ("P4",))


# --- Who does what (for the report to know beforehand) --------------------------------------------


def doers(events: list[LoggedEvent]) -> set[int]:
    """Fighters of whose orders other events of the phase tell."""
    found = set()
    for place, event in enumerate(events):
        if event.kind in EFFECTS:
            found.add(event.actor)
        elif event.kind == Event.CLASH:
            found.update((event.actor, event.target))
        elif event.kind == Event.ATTACK and not is_opportunity(events, place):
            found.add(event.actor)
    return found


def is_opportunity(events: list[LoggedEvent], place: int) -> bool:
    """Whether an attack is one of opportunity, also behind a guard."""
    if place == 0:
        return False
    before = events[place - 1]
    if before.kind == Event.LET_THROUGH:
        return is_opportunity(events, place - 2) if place >= 2 else False
    return before.kind == Event.OPPORTUNITY and before.actor == events[place].actor


# --- Where everybody is ---------------------------------------------------------------------------


def where(report: Report, fighter: int) -> Square | None:
    """Where a fighter stood when the movement of the phase was over, if the log still tells."""
    if not 0 <= fighter < int(report.battle.num_fighters):
        return None
    here = report.moved.get(fighter)
    if here:
        return here.amount % COLUMNS, here.amount // COLUMNS
    for event in report.events[report.end :]:
        if event.kind == Event.MOVED and event.actor == fighter:
            return None
    if report.is_carried(fighter):
        return None
    it = report.battle.fighters[fighter]
    return int(it.x), int(it.y)


def gap(report: Report, one: int, other: int) -> int | None:
    """Squares between two fighters after the movement of the phase, if the log still tells."""
    here, there = where(report, one), where(report, other)
    return int(distance(*here, *there)) if here and there else None


def towards(report: Report, event: LoggedEvent) -> str:
    """How a way to somebody ended: `to Blue`, `towards Blue`."""
    squares, name = gap(report, event.actor, event.target), report.name(event.target)
    if squares == ADJACENT:
        return f"to {name}"
    if squares == REACH and event.what in TO_REACH:
        return f"to within {feet(REACH)} of {name}"
    return f"towards {name}"


def stays(report: Report, event: LoggedEvent) -> str:
    """Why somebody did not move towards another, as far as one can tell."""
    squares, name = gap(report, event.actor, event.target), report.name(event.target)
    if squares == ADJACENT:
        return f"stays next to {name}"
    if squares == REACH and event.what in TO_REACH:
        return f"stays within {feet(REACH)} of {name}"
    return "stays in place" if squares is None else f"gets no nearer to {name}"


# --- Ways and stances -----------------------------------------------------------------------------


def way(report: Report, moved: LoggedEvent) -> tuple[str, Rows]:
    """Where somebody has gone, as a predicate (P50 to P53, P60, P68, P81, P90)."""
    event = report.acts.get(moved.actor)
    if event is None:
        return ASTRAY.format(feet=feet(moved.what)), ("P14",)
    text = WAYS.get(event.what, ASTRAY)
    if event.amount == Act.TERROR:
        text = FLIGHT
    elif event.amount == Act.RESCUE and moved.actor not in report.lifters:
        if event.target != NOBODY and report.is_carried(event.target):
            text = HAUL
    if event.target == NOBODY and "{t" in text:
        text = ASTRAY
    if event.amount == Act.CHARGE and report.has_lost(moved.actor):
        text += SHORT
    return fill(report, text, event, moved.what), (*act_rows(event.amount), "RP32")


def stance(report: Report, event: LoggedEvent) -> str:
    """What somebody does in place or in vain, as a predicate; empty if other events tell it."""
    act, actor = event.amount, event.actor
    if act == Act.NOTHING or actor in report.moved:
        return ""
    if act == Act.DEFEND:
        return "defends"
    if act == Act.CARRIED and report.is_lifted(actor):
        return ""
    if act in (Act.DAZED, Act.CARRIED):
        return REPLACED[Act(act)]
    if actor in report.doers and (act not in STANDS or report.has_lost(actor)):
        return ""
    if act == Act.TERROR:
        return REPLACED[Act.TERROR]
    if act in NOBODY_MEANT and event.target == NOBODY and "{t" in STAYS.get(event.what, ""):
        return NOBODY_MEANT[Act(act)]
    if event.what in STAYS:
        return fill(report, STAYS[Verb(event.what)], event, 0)
    return loss(report, actor, act, event.target) if act in LOSSES else ""


def fill(report: Report, text: str, event: LoggedEvent, steps: int) -> str:
    """A wording of the tables with what the order was about."""
    spell = spell_name(event.target) if 0 <= event.target < len(SPELL_NAMES) else "a spell"
    return text.format(
        feet=feet(steps),
        target="somebody" if event.target == NOBODY else report.name(event.target),
        to=towards(report, event) if "{to}" in text else "",
        stays=stays(report, event) if "{stays}" in text else "",
        direction=compass(event.target),
        spell=spell,
    )


def loss(report: Report, actor: int, act: int, target: int) -> str:
    """An order that could not be carried out, as a predicate (RP31)."""
    if act in LOSSES:
        nobody, somebody = LOSSES[Act(act)]
        return nobody if target in (NOBODY, actor) else somebody.format(whom=report.name(target))
    event = report.acts.get(actor)
    if event and event.what == Verb.STAND_UP and report.battle.fighters[actor].prone == 0:
        return "has no need to stand up"
    if event and event.target == NOBODY and act in NOBODY_MEANT and event.what == Verb.FREE:
        return NOBODY_MEANT[act]
    if event and event.what in STAYS:
        return fill(report, STAYS[Verb(event.what)], event, 0)
    return "cannot carry out the order"


def manner(report: Report, actor: int, arm: int) -> str:
    """How the attacks of somebody's action are announced: `makes a full attack`."""
    if arm >= SPELL_WEAPON:
        return "releases a spell"
    event = report.acts.get(actor)
    text = MANNERS.get(event.amount, "attacks") if event else "attacks"
    return text.replace("shoots", "throws") if is_thrown(report, actor, arm) else text


def is_thrown(report: Report, actor: int, arm: int) -> bool:
    """Whether somebody's action is to throw what is in hand."""
    event = report.acts.get(actor)
    is_shot = event is not None and event.amount in (Act.RANGED_ATTACK, Act.RAPID_FIRE)
    return is_shot and 0 <= arm < len(WEAPON_NAMES) and bool(IS_THROWN[arm])
