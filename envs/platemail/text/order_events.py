"""Orders as they are carried out: movement, stances and failures, as clauses of the report."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import COMPASS
from ...core.text.narration import NOTHING, Line, LoggedEvent, Rows, chosen
from ..enums import Act, Failure, State, Verb
from ..rules.guards import SPELL_WEAPON
from ..tables import IS_THROWN, SPELL_NAMES, WEAPON_NAMES
from .names import spell_name
from .phase import Phase, feet
from .phrases import (
    ACT_ROWS,
    ASTRAY,
    FLIGHT,
    HAUL,
    IN_REACH,
    LASTING,
    LOSSES,
    MANNERS,
    MOVEMENTS,
    NOBODY_FITS,
    NOBODY_MEANT,
    REASONS,
    REPLACED,
    STAYS,
    WAYS,
)

ADJACENT, REACH = 1, 2
TO_REACH = (Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH)
STANDS = (Act.DEFEND, Act.GUARD, Act.FOCUS_SPELL, Act.DAZED, Act.CARRIED)
"""Acts that are told even if the fighter did something else, like an attack of opportunity."""


def act_rows(act: int) -> Rows:
    """The rows of an action."""
    return ACT_ROWS.get(act, ("P4",))


def spell(number: int) -> str:
    """A spell in words, whatever the log says."""
    return spell_name(number) if 0 <= number < len(SPELL_NAMES) else "a spell"


def towards(report: Phase, event: LoggedEvent) -> str:
    """The end of a movement to another fighter: `to Blue`, `towards Blue`."""
    squares, name = report.gap(event.actor, event.target), report.name(event.target)
    if squares == ADJACENT:
        return f"to {name}"
    if squares == REACH and event.what in TO_REACH:
        return f"to within {feet(REACH)} of {name}"
    return f"towards {name}"


def stays(report: Phase, event: LoggedEvent) -> str:
    """The reason why a fighter did not move towards another, as far as the log tells."""
    squares, name = report.gap(event.actor, event.target), report.name(event.target)
    if squares == ADJACENT:
        return f"stays next to {name}"
    if squares == REACH and event.what in TO_REACH:
        return f"stays within {feet(REACH)} of {name}"
    return "stays in place" if squares is None else f"gets no nearer to {name}"


def fill(report: Phase, text: str, event: LoggedEvent, steps: int) -> str:
    """A wording of the tables with the details of the order filled in."""
    is_named = "{target}" in text and event.target != NOBODY
    return text.format(
        feet=feet(steps),
        target=report.name(event.target) if is_named else "somebody",
        to=towards(report, event) if "{to}" in text else "",
        stays=stays(report, event) if "{stays}" in text else "",
        direction=chosen(event.target, COMPASS, "on"),
        spell=spell(event.target),
    )


def way(report: Phase, moved: LoggedEvent) -> Line:
    """A fighter's movement, as a predicate (P50 to P53, P60, P68, P81, P90)."""
    event = report.acts.get(moved.actor)
    if event is None:
        return ASTRAY.format(feet=feet(moved.what)), ("P14",)
    text = WAYS.get(event.what, ASTRAY)
    if event.amount == Act.TERROR:
        text = FLIGHT
    elif event.amount == Act.RESCUE and moved.actor not in report.lifters:
        text = HAUL if report.is_carried(event.target, by=moved.actor) else text
    if event.target == NOBODY and "{t" in text:
        text = ASTRAY
    told = fill(report, text, event, moved.what)
    if event.amount == Act.GUARD and event.dice & State.READY and not event.dice & State.GUARDS:
        told += ", but does not get there"
    if event.amount == Act.CHARGE and report.has_lost(moved.actor):
        told += f", but {reason(report, report.lost(moved.actor))}"
    return told, (*act_rows(event.amount), "RP32")


def stance(report: Phase, event: LoggedEvent) -> str:
    """An order without movement, effective or not, as a predicate; empty if told elsewhere."""
    act, actor = event.amount, event.actor
    if act == Act.NOTHING or actor in report.moved:
        return ""
    if act == Act.DEFEND:
        return "Defends"
    if act == Act.CARRIED and actor in report.lifters.values():
        return ""
    if act in (Act.DAZED, Act.CARRIED):
        return REPLACED[Act(act)]
    if report.is_in_clash(actor) and event.what in WAYS:
        return fill(report, intent(WAYS[Verb(event.what)]), event, 0)
    if actor in report.doers and (act not in STANDS or report.has_lost(actor)):
        return ""
    if act == Act.TERROR:
        return REPLACED[Act.TERROR]
    if act in NOBODY_MEANT and event.target == NOBODY and "{t" in STAYS.get(event.what, ""):
        return NOBODY_MEANT[Act(act)]
    if event.what in STAYS:
        return in_place(report, event)
    nothing = NOTHING._replace(actor=actor, target=event.target, what=act)
    return loss(report, nothing) if act in LOSSES else ""


def intent(text: str) -> str:
    """The wording of a movement that a Clash has ended before its first step."""
    told, _, rest = text.partition(" {feet}")
    verb = {"moves": "move", "Sprints": "Sprint", "Skulks": "Skulk", "Charges": "Charge"}.get(told)
    whither = rest.replace("{to}", "to {target}")
    return f"sets out to {verb}{whither}" if verb else "sets out to Fall Back"


def in_place(report: Phase, event: LoggedEvent) -> str:
    """An order that is carried out without moving, or without effect."""
    if event.amount == Act.GUARD and not event.dice & State.GUARDS:
        return f"cannot Guard {report.name(event.target)}{off_guard(event)}"
    if event.what == Verb.CUT_FREE and not report.battle.fighters[event.actor].entrapped:
        return "has no need to get free"
    return fill(report, STAYS[Verb(event.what)], event, 0) + hindrance(report, event)


def off_guard(order: LoggedEvent) -> str:
    """Why a guard blocks nothing: he must be Ready and adjacent to his ward (P68, RP47)."""
    if order.dice & State.ENTRAPPED:
        return ", being Entrapped"
    return ", who is out of reach" if order.dice & State.READY else ", being Not Ready"


def hindrance(report: Phase, order: LoggedEvent) -> str:
    """Why nothing came of an order that the log does not call lost (P122, RP10, RP47)."""
    if order.what in LASTING and report.falls(order.actor):
        return ", falling Unconscious first"
    is_held = order.amount in MOVEMENTS and order.dice & State.ENTRAPPED
    return ", being Entrapped" if is_held else ""


def reason(report: Phase, lost: LoggedEvent) -> str:
    """Why an order cannot be carried out: `Blue is 15 feet away, out of reach` (RP31)."""
    failure = Failure(lost.amount) if 0 <= lost.amount < len(Failure) else Failure.NONE
    text = REASONS[failure]
    is_named = "{target}" in text
    if is_named and not 0 <= lost.target < int(report.battle.num_fighters):
        text, is_named = REASONS[Failure.NONE], False
    if failure == Failure.NO_TARGET:
        text = NOBODY_FITS.get(lost.what, text)
    target = report.name(lost.target) if is_named else ""
    return text.format(target=target, feet=feet(lost.dice))


def reasons(report: Phase, lost: Sequence[LoggedEvent]) -> str:
    """The reasons of several lost attacks of one order, each once (RP31)."""
    return ", and ".join(reason(report, event) for event in dict.fromkeys(lost))


def loss(report: Phase, *lost: LoggedEvent) -> str:
    """An order that could not be carried out, as a predicate with the reasons (RP31)."""
    first = lost[0]
    is_one = all(event.target == first.target for event in lost)
    target = first.target if is_one else NOBODY
    text = base_of_loss(report, first.actor, first.what, target)
    if first.what in IN_REACH:
        return f"{text}, but {reasons(report, lost)}"
    is_told = text in NOBODY_MEANT.values() and target == NOBODY
    why = [event for event in lost if event.amount not in (Failure.NONE, Failure.NOT_PRONE)]
    return text if is_told or not why else f"{text}: {reasons(report, why)}"


def base_of_loss(report: Phase, actor: int, act: int, target: int) -> str:
    """An order that could not be carried out, without the reason (RP31)."""
    if act in LOSSES:
        nobody, somebody = LOSSES[Act(act)]
        return nobody if target in (NOBODY, actor) else somebody.format(whom=report.name(target))
    event = report.acts.get(actor)
    if event and event.what == Verb.STAND_UP and report.battle.fighters[actor].prone == 0:
        return "has no need to stand up"
    if event and event.target == NOBODY and act in NOBODY_MEANT and event.what == Verb.FREE:
        return NOBODY_MEANT[act]
    if event and event.what in STAYS:
        return in_place(report, event)
    return "cannot carry out the order"


def manner(report: Phase, actor: int, arm: int) -> str:
    """The verb that announces the attacks of a fighter's action: `makes a Full Attack`."""
    if arm >= SPELL_WEAPON:
        return "releases a spell"
    event = report.acts.get(actor)
    return MANNERS.get(event.amount, "attacks") if event else "attacks"


def is_thrown(report: Phase, actor: int, arm: int) -> bool:
    """Whether the fighter's action is to throw the weapon in hand."""
    event = report.acts.get(actor)
    is_shot = event is not None and event.amount in (Act.RANGED_ATTACK, Act.RAPID_FIRE)
    return is_shot and 0 <= arm < len(WEAPON_NAMES) and bool(IS_THROWN[arm])
