"""Bodies, checks and turns, an event a sentence of the fight report (`narrate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.text.narration import LoggedEvent, count
from ..enums import (
    Condition,
    Deed,
    Event,
    Level,
    Posture,
)
from ..rules.combat_sequence.initiative import initiative_in_turn
from ..rules.health.bodies import is_able, is_animal, is_conscious
from ..rules.movement.terrain import is_climbing, is_swimming
from ..rules.stamina.stamina import INVESTED, normal_stamina
from ..tables import (
    FAILURE_TO,
    FORCE_SHIELD,
    SPELL_LEVELS,
    SPELL_NAMES,
    SPELL_ROUNDS,
    SPELL_TOUGHNESS,
    SUCCESS_FROM,
)
from .names import CONDITION_NOUNS, DEED_TITLES, effect_name, level_name

if TYPE_CHECKING:
    from .report import Report

Rows = tuple[str, ...]
Clause = tuple[str, Rows]


def _one(text: str, *rows: str, in_full: bool = False) -> Callable[[Report, LoggedEvent], Clause]:
    """A clause about one fighter, called by its full name or in short."""

    def clause(report: Report, event: LoggedEvent) -> Clause:
        name = report.full(event.actor) if in_full else report.name(event.actor)
        return f"{name} {text}", rows

    return clause


# --- Rounds and turns -----------------------------------------------------------------------------


def _round(report: Report, event: LoggedEvent) -> Clause:
    return f"Round {event.amount + 1}", ("TW1", "W42")


def _turn(report: Report, event: LoggedEvent) -> Clause:
    actor = event.actor
    initiative, points = initiative_in_turn(report.battle, actor), report.points_after(actor)
    verb = report.vary(actor, "has the turn", "is next")
    text = f"{report.full(actor)} {verb}, with initiative {initiative} and {points or 'no'} AP"
    if not is_able(report.battle.fighters[actor]):
        return f"{text}, but can do nothing", ("W42", "W53", "TW2", "H5")
    return text, ("W42", "W53", "TW2")


def _gains(report: Report, event: LoggedEvent) -> Clause:
    now = report.points_after(event.actor)
    gained = f"gains {event.amount} AP" if event.amount else "can keep no more AP"
    return f"{report.name(event.actor)} {gained} and has {now}", ("W44", "W45")


def _initiative(report: Report, event: LoggedEvent) -> Clause:
    surprised = " and is surprised" if event.what else ""
    text = f"{report.full(event.actor)} has an initiative of {event.amount}{surprised}"
    return text, ("W52", "RW13")


def _initiative_moves(report: Report, event: LoggedEvent) -> Clause:
    change = f"{event.dice:+d}" if event.dice else ""
    text = f"{report.owner(event.actor)} initiative is {event.amount} now ({change})"
    return text.replace(" ()", ""), ("W55", "TW5")


def _seizes(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} seizes the initiative, {event.amount} more"
    return text, ("W98", "RW41")


# --- Checks ---------------------------------------------------------------------------------------

PURPOSES = {
    Deed.STABILIZE: ("Healing check", ("W99",)),
    Deed.TREAT_CONDITION: ("Healing check", ("W100",)),
    Deed.TREAT_WOUND: ("Healing check", ("W101",)),
    Deed.SURFACE: ("Swimming check", ("W105",)),
    Deed.CALM: ("Riding check", ("W106",)),
    Deed.JUMP: ("Acrobatics check on landing", ("W71",)),
    Deed.INTERPOSE: ("check to interpose", ("W91",)),
}
"""What a check is for that an action of one's own asks for."""


RIDING, HOLDING_ON = ("Riding check", ("W106",)), ("check to hold on", ("W105",))
AGAINST_DEATH = ("Fortitude against death", ("W26", "RW11"))
TO_WAKE = ("Fortitude to wake", ("W26", "RW11"))
BEFORE = {
    Event.HURRIES: ("check for haste", ("W103", "RW40")),
    Event.SINKS: HOLDING_ON,
    Event.CLIMB_FALLS: HOLDING_ON,
    Event.DIES: AGAINST_DEATH,
    Event.WAKES: TO_WAKE,
}
"""What a check was for that is followed by such an event about the same fighter."""


def _purpose(report: Report, event: LoggedEvent) -> Clause:
    """What a check is for, by what goes on."""
    following = report.peek()
    if following.kind == Event.STAMINA and report.peek(1).kind == Event.HURRIES:
        following = report.peek(1)  # the stamina that haste costs
    if report.wounded == (event.actor, Level.CRITICAL):
        return "Fortitude to stay awake", ("W26", "RW21")
    if following.kind == Event.UNCONTROLLED and following.target == event.actor:
        return RIDING
    if following.kind in BEFORE and following.actor == event.actor:
        return BEFORE[Event(following.kind)]
    if report.doer == event.actor and report.deed in PURPOSES:
        return PURPOSES[report.deed]
    return _purpose_by_state(report, event.actor)


def _purpose_by_state(report: Report, actor: int) -> Clause:
    """What a check is for, by how somebody fares."""
    fighter = report.battle.fighters[actor]
    if fighter.dying:
        return AGAINST_DEATH
    if not is_conscious(fighter):
        return TO_WAKE
    if is_swimming(report.battle, actor) or is_climbing(report.battle, actor):
        return HOLDING_ON
    mount = int(fighter.mount)
    if mount != NOBODY and is_animal(report.battle.fighters[mount]):
        return RIDING
    return "check", ("RW18",)


def _saves(report: Report, event: LoggedEvent) -> Clause:
    if event.target != NOBODY:  # opposed: the dice are what the other has rolled
        text = f"{report.name(event.actor)} answers with {event.what}, in all {event.amount}"
        return text, ("RW23",)
    purpose, rows = _purpose(report, event)
    report.wounded = (NOBODY, Level.NONE)
    result = "succeeds" if event.amount >= event.dice else "fails"
    text = f"{report.owner(event.actor)} {purpose}, {event.amount} against {event.dice}, {result}"
    if "W26" in rows or "W91" in rows:  # combat checks, which are wild
        text += _more_dice(event.what)
    return text, (*rows, *(() if "RW18" in rows else ("RW18",)))


def _more_dice(natural: int) -> str:
    """What a critical success or failure has done to a check."""
    if natural >= SUCCESS_FROM:
        return " by a critical success, one more die added"
    return " by a critical failure, one more die taken off" if natural <= FAILURE_TO else ""


# --- Bodies ---------------------------------------------------------------------------------------


def _falls(report: Report, event: LoggedEvent) -> Clause:
    end = "" if event.what else ", but is not dying"
    return f"{report.name(event.actor)} falls unconscious{end}", ("RW11", "RW21")


def _helpless(report: Report, event: LoggedEvent) -> Clause:
    rounds = count(event.amount, "round")
    return f"{report.name(event.actor)} is awake but helpless for {rounds}", ("W72", "W61")


def _dies(report: Report, event: LoggedEvent) -> Clause:
    name = report.name(event.actor)
    if report.level == Level.NONE:
        return f"{name} dies", ("W8", "RW11")
    report.level = Level.NONE
    return f"the wound finds even the fatal slot full, and {name} dies", ("W6", "RW33")


def _stamina(report: Report, event: LoggedEvent) -> Clause:
    name, bleeding = report.name(event.actor), report.battle.fighters[event.actor].bleeding
    if event.amount < 0:
        return f"{name} regains {-event.amount} stamina", ("W11", "W102")
    text, rows = f"{name} loses {event.amount} stamina", ["W11"]
    if event.amount == bleeding and report.deed == Deed.NONE:
        text, rows = f"{text} by bleeding", [*rows, "RW12"]
    if event.what:
        text, rows = f"{text}, {event.what} of it as fatigue", [*rows, "W12"]
    return text, tuple(rows)


def _fatigue(report: Report, event: LoggedEvent) -> Clause:
    fighter = report.battle.fighters[event.actor]
    by, row = "", "W13"
    if report.deed == Deed.TREAT_WOUND:
        by, row = " by the treatment", "W101"
    elif report.rolled.kind == Event.ROLLS:
        by, row = " by the concussion", "RW9"
    elif fighter.poisoned:
        by, row = " by the poison", "RW12"
    text = f"{report.name(event.actor)} gains {event.amount} fatigue{by}"
    return f"{text}, now {int(fighter.fatigue)} of {normal_stamina(fighter)}", (row, "W14")


def _mana(report: Report, event: LoggedEvent) -> Clause:
    name, points = report.name(event.actor), event.amount
    if not event.what:
        return f"{name} spends {points} mana", ("W15",)
    if event.what == INVESTED:
        return f"{name} ties up {points} mana", ("W16",)
    return f"{name} gets back {points} mana", ("W16",)


BEGINS = {
    Condition.BLEEDING: "bleeds",
    Condition.BURNING: "burns",
    Condition.HOBBLED: "is hobbled",
    Condition.POISONED: "is poisoned",
}


def _condition(report: Report, event: LoggedEvent) -> Clause:
    condition = Condition(event.what)
    if not event.amount:
        text = f"the {CONDITION_NOUNS[condition]} of {report.name(event.actor)} is over"
        return text, ("W100", "RW12")
    level = "" if condition == Condition.HOBBLED else f" ({level_name(event.amount)})"
    return f"{report.name(event.actor)} {BEGINS[condition]}{level}", ("RW12",)


def _burns(report: Report, event: LoggedEvent) -> Clause:
    if event.amount < 0:
        return f"the fire does {report.name(event.actor)} no harm", ("RW12",)
    text = f"the fire burns {report.name(event.actor)} for a final damage of {event.amount}"
    return text, ("RW12", "W1")


def _treats(report: Report, event: LoggedEvent) -> Clause:
    before, whose = level_name(event.what), report.name(event.actor)
    text = f"a {before} wound of {whose}"
    if event.amount == Level.NONE:
        return f"{text} is healed", ("W101",)
    if event.amount >= event.what:
        return f"{text} stays as it is, for the lighter slots are full", ("W101", "RW33")
    return f"{text} is {level_name(event.amount)} now", ("W101", "RW33")


# --- Magic ----------------------------------------------------------------------------------------


def _casts(report: Report, event: LoggedEvent) -> Clause:
    name = report.full(event.actor)
    if event.what == FORCE_SHIELD:
        rounds = count(int(SPELL_ROUNDS[FORCE_SHIELD]), "round")
        text = f"{name} raises a Force Shield: Toughness {SPELL_TOUGHNESS[FORCE_SHIELD]} more"
        return f"{text} for {rounds}, this one counted", ("RW19", "W61")
    if SPELL_LEVELS[event.what]:
        target = "" if event.target in (NOBODY, event.actor) else f" on {report.full(event.target)}"
        return f"{name} casts Heal{target}", ("RW19", "W77")
    title = DEED_TITLES[Deed[SPELL_NAMES[event.what].upper()]]
    return f"{name} casts {title}", ("RW19", "W77")


def _charm(report: Report, event: LoggedEvent) -> Clause:
    effect = effect_name(report.battle.fighters[event.actor], event.what)
    if event.amount:
        return f"{report.full(event.actor)} calls up the {effect}", ("W110", "H27")
    return f"{report.full(event.actor)} ends the {effect}", ("W93", "W111")


# --- Postures, mounts, water ----------------------------------------------------------------------

POSTURES = {
    Posture.STANDING: "stands",
    Posture.CROUCHING: "crouches",
    Posture.PRONE: "falls prone",
}


def _posture(report: Report, event: LoggedEvent) -> Clause:
    posture = Posture(event.what)
    if report.deed == Deed.POSTURE and report.doer == event.actor:
        text = {Posture.STANDING: "stands up", Posture.PRONE: "lies down"}.get(posture, "crouches")
        return f"{report.full(event.actor)} {text}", ("W82",)
    return f"{report.name(event.actor)} {POSTURES[posture]}", ("W30",)


def _rides(text: str, *rows: str) -> Callable[[Report, LoggedEvent], Clause]:
    """A clause about a rider and its mount."""

    def clause(report: Report, event: LoggedEvent) -> Clause:
        return text.format(report.full(event.actor), report.name(event.target)), rows

    return clause


def _bolts(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} bolts from {report.name(event.target)}"
    end = "" if event.amount else ", but has nowhere to go"
    return text + end, ("W106", "H25")


def _drifts(report: Report, event: LoggedEvent) -> Clause:
    yards = count(event.amount, "yard")
    return f"{report.name(event.actor)} drifts {yards} with the current", ("W68", "H24")


def _dashes(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} dashes, with a movement rate of {event.amount}"
    if event.dice:
        text += f" by a check of {event.dice}"
    return f"{text} in this round", ("W87",)


CLAUSES: dict[Event, Callable[[Report, LoggedEvent], Clause]] = {
    Event.INITIATIVE: _initiative,
    Event.ROUND: _round,
    Event.TURN: _turn,
    Event.GAINS: _gains,
    Event.INITIATIVE_MOVES: _initiative_moves,
    Event.SEIZES: _seizes,
    Event.SAVES: _saves,
    Event.FALLS: _falls,
    Event.HELPLESS: _helpless,
    Event.DYING: _one("is dying", "W8", "RW11"),
    Event.DIES: _dies,
    Event.WAKES: _one("wakes", "RW11"),
    Event.STABLE: _one("is dying no longer", "W99", "RW11"),
    Event.STAMINA: _stamina,
    Event.FATIGUE: _fatigue,
    Event.EXHAUSTED: _one("is exhausted: half the AP, and 2 less on checks", "W14", "RW12"),
    Event.STAGGERED: _one("is staggered: AP once a round, and 2 less on checks", "W14", "RW12"),
    Event.MANA: _mana,
    Event.CASTS: _casts,
    Event.SHIELD_ENDS: _one("has no Force Shield any more", "RW19", "W61"),
    Event.CHARM: _charm,
    Event.CONDITION: _condition,
    Event.BURNS: _burns,
    Event.TREATS: _treats,
    Event.POSTURE: _posture,
    Event.DEFENDS: _one("defends until the next turn or a wound", "W78", in_full=True),
    Event.READIES: _one("readies an action and keeps secret which", "W80", "RW26", in_full=True),
    Event.DRAGS: _one("can drag the grapple along, for 4 AP of movement", "W90"),
    Event.DASHES: _dashes,
    Event.MOUNTS: _rides("{} mounts {}", "W86", "W106"),
    Event.DISMOUNTS: _rides("{} is off {}", "W86", "H25"),
    Event.UNCONTROLLED: _rides("{} is out of the control of {}", "W106"),
    Event.CALMED: _rides("{} obeys {} again", "W106"),
    Event.BOLTS: _bolts,
    Event.CLIMB_FALLS: _one("falls", "W105", "H22"),
    Event.SINKS: _one("sinks", "W105", "H24"),
    Event.SURFACES: _one("comes to the surface", "W105"),
    Event.DRIFTS: _drifts,
    Event.FOUND: _one("is seen by all", "XW1", "H26"),
}
"""How each kind of event about bodies and turns is said."""
