"""Rolls, blows, skills and senses: events as clauses of the fight report (`narrate`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.text.narration import LoggedEvent, count
from ..enums import (
    Ability,
    BodyPart,
    Defence,
    Effect,
    Event,
    Skill,
)
from ..tables import NONE
from .names import (
    ABILITY_TITLES,
    DEFENCE_NOUNS,
    EFFECT_TITLES,
    PART_WORDS,
    SKILL_TITLES,
    place_name,
)
from .state_events import Clause, Sayer, said

if TYPE_CHECKING:
    from .report import Report


# --- Rolls ----------------------------------------------------------------------------------------


def rolled(report: Report, event: LoggedEvent) -> Clause:
    """A dice challenge: its total, the dice alone, and the d6 (H10 to H14)."""
    text = f"{report.full(event.actor)} rolls {event.amount}"
    if event.target != NOBODY:
        text += f" in {ABILITY_TITLES[Ability(event.target)]}"
    return f"{text} (dice {event.dice}, d6 {event.what})", ("H11",)


def _too_tired(report: Report, event: LoggedEvent) -> Clause:
    text = f"the dice of {event.dice} do not reach the fatigue of {event.amount}"
    return text, ("H67", "RH10")


def _rerolls(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} pays willpower to roll again"
    if event.dice:
        text += f" for the {event.dice} that is needed"
    return f"{text}, {event.amount} WP left", ("H19", "RH7")


def _prerolls(report: Report, event: LoggedEvent) -> Clause:
    noun = DEFENCE_NOUNS[Defence(event.what)]
    return f"{report.full(event.actor)} prepares a {noun} of {event.amount}", ("H106", "XH4")


def _rolls_again(report: Report, event: LoggedEvent) -> Clause:
    noun = DEFENCE_NOUNS[Defence(event.what)]
    text = f"{report.full(event.actor)} rolls the {noun} again, under worse conditions"
    return text, ("RH39",)


def _no_defence(report: Report, event: LoggedEvent) -> Clause:
    why = "does not defend" if event.what else "cannot defend"
    return f"{report.full(event.actor)} {why}", ("H160" if event.what else "RH23",)


# --- Blows ----------------------------------------------------------------------------------------


def _hits(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} hits"
    if event.what == NONE:
        return f"{text} what {report.full(event.target)} holds", ("RH16", "H119")
    part = PART_WORDS[BodyPart(event.what)]
    points = count(event.amount, "HP").replace("HPs", "HP")
    return f"{text} {report.full(event.target)} in the {part}, for {points}", ("H116", "H119")


def _misses(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} misses {report.full(event.target)}"
    if event.what == Defence.NONE:
        return text, ("H119",)
    return f"{text}: a {DEFENCE_NOUNS[Defence(event.what)]} stops it", ("H118", "H119")


def _skill(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} calls {SKILL_TITLES[Skill(event.what)]}"
    return f"{text}, for {event.amount} WP", ("H85", "RH6")


def _resists(report: Report, event: LoggedEvent) -> Clause:
    if event.dice == NONE:
        title = EFFECT_TITLES[Effect(event.what)]
        return f"the armour of {report.full(event.actor)} ignores the {title}", ("RH62",)
    text = f"{report.full(event.actor)} resists the {EFFECT_TITLES[Effect(event.what)]}"
    return f"{text}, for {event.amount} WP", ("H30", "RH6")


# --- Senses ---------------------------------------------------------------------------------------


def _sizes_up(report: Report, event: LoggedEvent) -> Clause:
    how = "sees how strong {0} still is" if event.what else "learns nothing about {0}"
    return f"{report.full(event.actor)} {how.format(report.full(event.target))}", ("H104", "RH51")


def _looks(report: Report, event: LoggedEvent) -> Clause:
    if event.target == NOBODY:
        where = place_name(event.what)
        return f"{report.full(event.actor)} looks around in {where} with {event.amount}", ("H104",)
    how = "finds what is hidden" if event.dice else "finds nothing"
    text = f"{report.full(event.actor)} searches {report.full(event.target)} with {event.amount}"
    return f"{text} and {how}", ("H104", "RH51")


def _found(report: Report, event: LoggedEvent) -> Clause:
    if event.actor == NOBODY:
        return f"{report.full(event.target)} is hidden no longer", ("H135", "RH49")
    return f"{report.full(event.actor)} finds {report.full(event.target)}", ("H132", "RH51")


def _lucky(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} strikes where {report.full(event.target)} may hide"
    return f"{text}: {event.what} on a d10", ("H133",)


CLAUSES: dict[Event, Sayer] = {
    Event.ROLLS: rolled,
    Event.TIRES: said("the fatigue of {actor} rises to {amount}", "H68"),
    Event.TOO_TIRED: _too_tired,
    Event.REROLLS: _rerolls,
    Event.PREROLLS: _prerolls,
    Event.ROLLS_AGAIN: _rolls_again,
    Event.NO_DEFENCE: _no_defence,
    Event.HITS: _hits,
    Event.MISSES: _misses,
    Event.TOUCHES: said("{actor} touches {target}, too weakly to hurt", "H109"),
    Event.SKILL: _skill,
    Event.RESISTS: _resists,
    Event.BLIND_SPOT: said("{actor} has a blind spot now on the side away from {target}", "H157"),
    Event.HIDES: said("{actor} hides", "H95"),
    Event.FOUND: _found,
    Event.LUCKY: _lucky,
    Event.LOOKS: _looks,
    Event.SIZES_UP: _sizes_up,
    Event.SPEAKS: said("{actor} speaks", "H105"),
}
"""How each kind of event about rolls, blows and senses is said by itself."""
