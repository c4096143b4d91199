"""Conditions, Constitution checks, bleeding and Strain, as clauses of the fight report."""

from __future__ import annotations

from typing import Any

from ...core.text.narration import Clause, LoggedEvent, Narrator, SlotTable, count
from ...core.text.templates import by, template
from ..enums import Condition, Event, Life, Peril
from ..rules.attack_roll.checks import result_of_save
from ..tables import STAMINA_PER_STRAIN

SUFFERS: dict[int, Clause[Narrator]] = {
    Condition.DAZED: template("{actor} is dazed{rounds}", "RD9", "RD37"),
    Condition.STUNNED: template("{actor} is stunned{rounds}", "RD9", "RD37"),
    Condition.SICKENED: template("{actor} is sickened", "D43", "RD10"),
    Condition.CONFUSED: by(
        "amount",
        {  # the d4 of a confused turn (RD10)
            1: template("{actor} is confused and does nothing", "D38", "RD10"),
            2: template("{actor} is confused and attacks the nearest fighter", "D38", "RD10"),
            3: template("{actor} is confused and stumbles about", "D38", "RD10"),
            4: template("{actor} is confused, but acts freely this turn", "D38", "RD10"),
        },
        template("{actor} is confused", "D38", "RD10"),
    ),
    Condition.BLEEDING: template("{actor} bleeds{bleeding}", "RD12", "RD18"),
    Condition.BLINDED: template("{actor} is blinded", "D30", "RD11"),
    Condition.DEAFENED: template("{actor} is deafened", "D26", "RD11"),
    Condition.CONCUSSED: template("{actor} has a concussion", "D37"),
    Condition.GRAPPLED: template("{actor} is grappled", "RD17"),
    Condition.TRICKED: template("{actor} is off-guard until the next turn", "RD8", "RD17"),
}
RECOVERS: dict[int, Clause[Narrator]] = {
    Condition.DAZED: template("{actor} is dazed no longer", "RD9", "RD37"),
    Condition.STUNNED: template("{actor} is stunned no longer", "RD9", "RD37"),
    Condition.SICKENED: template("{actor} is sickened no longer", "D43", "RD10"),
    Condition.CONFUSED: template("{actor} is confused no longer", "D38", "RD10"),
    Condition.BLEEDING: template("{actor} bleeds no longer", "RD12", "RD18"),
    Condition.BLINDED: template("{actor} sees again", "D30", "RD11"),
    Condition.DEAFENED: template("{actor} hears again", "D26", "RD11"),
    Condition.CONCUSSED: template("{actor} has no concussion any longer", "D37"),
    Condition.GRAPPLED: template("{actor} is grappled no longer", "RD17"),
    Condition.TRICKED: template("{actor} is off-guard no longer", "RD8", "RD17"),
}
FALLS: dict[int, Clause[Narrator]] = {
    Life.EXHAUSTION: template("{actor} is exhausted and falls unconscious", "RD7", "D15"),
    Life.KNOCKED_OUT: template("{actor} is knocked out", "D39"),
    Life.COMA: template("{actor} falls into a coma", "D39"),
}
RESULTS = ("fails", "succeeds", "succeeds critically")
CHECKS: dict[int, Clause[Narrator]] = {
    peril: template(
        f"{{actor}} rolls {{sum}}{{kept}} against {{dice}} in a {text} and {{result}}", *rows
    )
    for peril, (text, *rows) in {
        Peril.DEATH: ("Constitution save against death", "D16", "D17", "D18", "RD3", "RD36"),
        Peril.STUN: ("Constitution check not to be stunned", "D38", "RD36"),
        Peril.COMA: ("Constitution check against a coma", "D39", "RD36"),
        Peril.SLEEP: ("Constitution check to wake", "D39", "RD36"),
        Peril.HEART: ("Constitution check not to be stunned", "D43", "RD36"),
    }.items()
}
"""Constitution checks and saves, by what they are for."""

# --- Slots ----------------------------------------------------------------------------------------


def _bleeding(_: Any, event: LoggedEvent) -> str:
    total = f", {event.dice} in all" if event.dice > event.amount else ""
    return f" for {event.amount} Stamina a turn{total}" if event.amount else ""


def _left(narrator: Narrator, event: LoggedEvent) -> str:
    """The points left of both pools, after a loss of Stamina; a secret of its side (RD7, XD4)."""
    is_strain = event.kind == Event.STRAIN
    loser = event.target if is_strain else event.actor
    if narrator.is_secret(loser):
        return ""
    points = event.amount * (STAMINA_PER_STRAIN if is_strain else 1)
    left, beyond = max(0, event.dice - points), max(0, points - event.dice)
    most = int(narrator.battle.fighters[loser].max_stamina)
    pool = f" ({left} of {most} left"
    if left:
        return f"{pool})"
    return f"{pool}, {count(max(0, event.what - beyond), 'exhaustion point')})"


def _result(event: LoggedEvent) -> int:
    """The result of a Constitution check or save (RD3, RD36)."""
    if event.target == Peril.DEATH:
        return int(result_of_save(event.what, event.amount, event.dice))
    return int(event.amount >= event.dice)


INJURY_SLOTS: SlotTable = {
    "rounds": lambda _, event: f" for {count(event.amount, 'round')}" if event.amount else "",
    "bleeding": _bleeding,
    "left": _left,
    "strained": lambda _, event: STAMINA_PER_STRAIN * event.amount,
    "result": lambda _, event: RESULTS[_result(event)],
}
"""The slots of these clauses beside fighters and numbers."""
