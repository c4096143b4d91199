"""Outcomes of rolls: hits, checks, Wounds and spells, as clauses of the fight report."""

from __future__ import annotations

from ...core.engine.battle import NOBODY
from ...core.text.narration import Clause, Line, LoggedEvent, Rows, a, count, sum_of_parts
from ...core.text.templates import by, template
from ..enums import Act, Defence, Event, Level
from ..rules.health.wounds import level_of, slots
from ..rules.stamina.stamina import normal_stamina
from ..tables import (
    FAILURE_TO,
    FORCE_SHIELD,
    SPELL_LEVELS,
    SPELL_NAMES,
    SPELL_ROUNDS,
    SPELL_TOUGHNESS,
    SUCCESS_FROM,
)
from .names import (
    ACT_TITLES,
    DEFENCE_TITLES,
    level_name,
)
from .progress import Progress, purpose

CHECKS = (Act.ESCAPE, Act.ENTER, Act.PIN, Act.DRAG, Act.CLING)
"""Combat checks other than attacks: wild, but their criticals move no initiative (W20, W29)."""
AGAINST = {
    Act.ESCAPE: "TN {}",
    Act.DRAG: "Power Defense {}",
    **dict.fromkeys(
        (Act.ENTER, Act.PIN, Act.SHOVE, Act.TRIP),
        "{} (the better of Power and Agility Defense)",
    ),
}
"""The numbers that the rolls of some actions have to reach."""
SUCCESS = "a critical success, one more die added"
FAILURE = "a critical failure, one more die taken off"


def _on_target(report: Progress, event: LoggedEvent) -> str:
    return "" if event.target in (NOBODY, event.actor) else f" on {report.name(event.target)}"


# --- Rolls ----------------------------------------------------------------------------------------


def rolled(report: Progress, event: LoggedEvent, act: Act, is_attack: bool) -> str:
    """A roll, its purpose and the number to reach: `Red rolls 9 + 8 = 17 for the Shove`."""
    text = f"{report.name(event.actor)} rolls {report.sum_of(event, event.what)}"
    if act != Act.NONE:
        text += f" for the {ACT_TITLES[act]}"
    if act in CHECKS and event.what >= SUCCESS_FROM:
        text += f" ({SUCCESS})"
    elif act in CHECKS and event.what <= FAILURE_TO:
        text += f" ({FAILURE})"
    if not event.dice and not is_attack:
        return text
    if is_attack:  # the Defense of something huge may be 0
        picked = [one.what for one in report.events[: report.at] if one.kind == Event.DEFENCE]
        name = DEFENCE_TITLES[Defence(picked[-1])] if picked else "Defense"
        return f"{text} against {name} {event.dice}"
    return f"{text} against {AGAINST.get(act, '{}').format(event.dice)}"


def _rolls(report: Progress, event: LoggedEvent) -> Line:
    return rolled(report, event, Act.NONE, is_attack=False), ("W18", "RW1")


def damage_sum(report: Progress, event: LoggedEvent) -> str:
    """`19 + 3 damage - 12 Defense - 5 Toughness = 5`; without the roll only the result (W2)."""
    roll, damage = report.rolled, report.aside(event)
    if roll.kind != Event.ROLLS or roll.actor != event.actor or damage.kind != Event.DAMAGE:
        return f"{event.amount}"
    parts = [
        (damage.amount, "damage"),
        (event.dice, "Strong Attack"),
        (-roll.dice, "Defense"),
        (-damage.what, "Toughness"),
    ]
    return sum_of_parts(roll.amount, event.amount, parts)


def final_damage(report: Progress, event: LoggedEvent) -> Line:
    """The damage of a hit, and the wound level that it is worth."""
    plain, level = int(level_of(event.amount)), event.what
    text, rows = f"final damage {damage_sum(report, event)}", ["W2", "W1"]
    if event.dice:
        rows.append("W76")
    if plain == Level.NONE:
        return f"{text}, no wound", tuple(rows)
    text += f", {a(level_name(plain))} wound"
    if level < plain:
        text += f" that a Quick Attack makes {level_name(level) if level else 'no wound'}"
        rows.append("W73")
    elif level > plain:
        text += f" that a Rebuff makes {level_name(level)}"
        rows.append("W74")
    return text, tuple(rows)


def _hits(report: Progress, event: LoggedEvent) -> Line:
    text, rows = final_damage(report, event)
    return f"{report.name(event.actor)} hits {report.name(event.target)} for {text}", rows


def _saves(report: Progress, event: LoggedEvent) -> Line:
    name, numbers = report.name(event.actor), report.sum_of(event, event.what)
    if event.target != NOBODY:  # opposed: the dice are what the other has rolled
        return f"{name} opposes {report.name(event.target)} with {numbers}", ("RW23",)
    why, rows = purpose(report, event)
    report.wounded = (NOBODY, Level.NONE)
    result = "succeeds" if event.amount >= event.dice else "fails"
    text = f"{name} rolls {numbers} against {event.dice}{f' for {why}' if why else ''} and {result}"
    if "W26" in rows or "W91" in rows:  # combat checks, which are wild
        if event.what >= SUCCESS_FROM:
            text += f", {SUCCESS}"
        elif event.what <= FAILURE_TO:
            text += f", {FAILURE}"
    return text, tuple(dict.fromkeys((*rows, "RW18")))


# --- Wounds and bodies ----------------------------------------------------------------------------


def wound(report: Progress, event: LoggedEvent, level: Level) -> Line:
    """Where a wound lodges: a full slot pushes it up a level."""
    fighter, lodged = report.battle.fighters[event.actor], level_name(event.what)
    place = f"{lodged} slots: {event.amount} of {int(slots(fighter, event.what))}"
    rows: Rows = ("W6", "W10" if fighter.npc else "W4")
    if Level.NONE < level < event.what:
        full = " and ".join(level_name(one) for one in range(level, event.what))
        text = f"{report.owner(event.actor)} {full} slots are full, so the wound lodges as {lodged}"
        return f"{text} ({place})", rows
    return f"{report.name(event.actor)} takes {a(lodged)} wound ({place})", rows


def _wounded(report: Progress, event: LoggedEvent) -> Line:
    return wound(report, event, Level.NONE)


def _dies(report: Progress, event: LoggedEvent) -> Line:
    name = report.name(event.actor)
    if report.level == Level.NONE:
        return f"{name} dies", ("W8", "RW11")
    report.level = Level.NONE
    return f"{name} has no fatal slot left for the wound and dies", ("W6", "RW33")


def _stamina(report: Progress, event: LoggedEvent) -> Line:
    name, bleeding = report.name(event.actor), report.battle.fighters[event.actor].bleeding
    if event.amount < 0:
        return f"{name} regains {-event.amount} stamina", ("W11", "W102")
    text, rows = f"{name} loses {event.amount} stamina", ["W11"]
    if event.amount == bleeding and report.act == Act.NONE:
        text, rows = f"{text} by bleeding", [*rows, "RW12"]
    if event.what:
        text, rows = f"{text}, {event.what} of it as fatigue", [*rows, "W12"]
    return text, tuple(rows)


def _fatigue(report: Progress, event: LoggedEvent) -> Line:
    fighter = report.battle.fighters[event.actor]
    cause, row = "", "W13"
    if report.act == Act.TREAT_WOUND:
        cause, row = " by the treatment", "W101"
    elif report.rolled.kind == Event.ROLLS and report.rolled.target == event.actor:
        cause, row = " by the concussion", "RW9"
    elif fighter.poisoned:
        cause, row = " by the poison", "RW12"
    text = f"{report.name(event.actor)} gains {event.amount} fatigue{cause}"
    return f"{text}, now {int(fighter.fatigue)} of {normal_stamina(fighter)}", (row, "W14")


def _burns(report: Progress, event: LoggedEvent) -> Line:
    if event.amount < 0:
        return f"the fire does {report.name(event.actor)} no harm", ("RW12",)
    return f"{report.name(event.actor)} burns for final damage {event.amount}", ("RW12", "W1")


def _treats(report: Progress, event: LoggedEvent) -> Line:
    text, rows = f"{report.owner(event.actor)} {level_name(event.what)} wound", ("W101", "RW33")
    if event.amount == Level.NONE:
        return f"{text} is healed", ("W101",)
    if event.amount >= event.what:
        return f"{text} stays as it is: the lighter slots are full", rows
    return f"{text} is {level_name(event.amount)} now", rows


def _casts(report: Progress, event: LoggedEvent) -> Line:
    name, rows = report.name(event.actor), ("RW19", "W77")
    if event.what == FORCE_SHIELD:
        rounds = count(int(SPELL_ROUNDS[FORCE_SHIELD]), "round")
        text = f"{name} casts a Force Shield: Toughness {SPELL_TOUGHNESS[FORCE_SHIELD]} more"
        return f"{text} for {rounds}, this one counted", ("RW19", "W61")
    if SPELL_LEVELS[event.what]:
        return f"{name} casts Heal{_on_target(report, event)}", rows
    return f"{name} casts {ACT_TITLES[Act[SPELL_NAMES[event.what].upper()]]}", rows


CLAUSES: dict[int, Clause[Progress]] = {
    Event.ROLLS: _rolls,
    Event.CRITICAL: by(
        "what", {0: template(FAILURE, "W29", "RW2"), 1: template(SUCCESS, "W29", "RW2")}
    ),
    Event.HITS: _hits,
    Event.SAVES: _saves,
    Event.WOUNDED: _wounded,
    Event.DIES: _dies,
    Event.STAMINA: _stamina,
    Event.FATIGUE: _fatigue,
    Event.BURNS: _burns,
    Event.TREATS: _treats,
    Event.CASTS: _casts,
}
"""The clauses of rolls, Wounds and spells."""
