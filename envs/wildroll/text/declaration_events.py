"""What is declared, takes place or fails: events as sentences of the fight report (`narrate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.engine.battle import NOBODY
from ...core.text.narration import HEX_COMPASS, LoggedEvent, count, the
from ..actions.table import JUMPS
from ..enums import (
    Condition,
    Deed,
    Event,
    Posture,
    Role,
    Stage,
    Step,
)
from ..rules.combat_sequence.costs import cost_of
from ..rules.health.bodies import is_animal
from ..state import (
    NO_FRAME,
)
from ..tables import JUMP_LEAST, NONE
from .names import CONDITION_NOUNS, DEED_TITLES, a, effect_name, level_name, the_item, weapon_name
from .state_events import Clause

if TYPE_CHECKING:
    from .report import Report

# --- What is declared and done --------------------------------------------------------------------

POSTURE_AIMS = {
    Posture.STANDING: "stand up",
    Posture.CROUCHING: "crouch",
    Posture.PRONE: "lie down",
}
BLOWS = (Deed.NONLETHAL, Deed.QUICK, Deed.STANDARD, Deed.STRONG)
NAMED_BY_WHAT_IS_DONE = (
    *(Deed.READY, Deed.RETRIEVE, Deed.STOW, Deed.POSTURE, Deed.OPENING, Deed.ENTER, Deed.SEIZE),
    Deed.DISTRACT,
    *(Deed.END_EFFECT, Deed.TREAT_CONDITION, Deed.TREAT_WOUND, Deed.DOOR, Deed.POTION, Deed.CHARM),
    *(Deed.PICK_UP, Deed.CALM, Deed.DEFEND, Deed.STABILIZE, Deed.MOUNT, Deed.DISMOUNT),
    *(Deed.RELOAD, Deed.SURFACE, Deed.HEAL),
)
"""Actions whose name is a verb, so that it takes no article."""
ACTS = {
    Deed.FIRE_BOLT: "casts a Fire Bolt at {target}",
    Deed.FORCE_SHIELD: "casts a Force Shield",
    Deed.HEAL: "casts Heal on {wound} of {patient}",
    Deed.DEFEND: "defends",
    Deed.READY: "readies an action, which is a secret,",
    Deed.RETRIEVE: "reaches for what is stowed",
    Deed.STOW: "stows something",
    Deed.POSTURE: "changes posture",
    Deed.OPENING: "creates an opening against {target}",
    Deed.ENTER: "tries to enter the space of {target}",
    Deed.ESCAPE: "tries to escape",
    Deed.MOUNT: "mounts",
    Deed.DISMOUNT: "dismounts",
    Deed.DASH: "dashes",
    Deed.DRAG: "tries to drag the grapple along",
    Deed.GRAPPLE: "tries to grapple {target}",
    Deed.PIN: "tries to pin {target}",
    Deed.END_EFFECT: "ends a magical effect",
    Deed.DISARM: "tries to disarm {target}",
    Deed.DISTRACT: "tries to distract {target}",
    Deed.SHOVE: "tries to shove {target}",
    Deed.TRIP: "tries to trip {target}",
    Deed.SEIZE: "tries to seize the initiative",
    Deed.STABILIZE: "tries to stabilize {target}",
    Deed.TREAT_CONDITION: "treats {whose} {condition}",
    Deed.TREAT_WOUND: "treats {wound} of {patient}",
    Deed.DOOR: "goes about a door",
    Deed.POTION: "drinks a potion",
    Deed.CHARM: "calls up a magical effect",
    Deed.RELOAD: "reloads",
    Deed.PICK_UP: "picks something up",
    Deed.SURFACE: "swims upwards",
    Deed.CALM: "tries to regain control of the mount",
    Deed.JUMP: "jumps {yards}",
    Deed.REBUFF: "rebuffs {target} with {weapon}",
    Deed.CLING: "clings to {target}",
    Deed.HARRY: "harries {target}",
    Deed.INTERPOSE: "looks for cover behind {target}",
    **dict.fromkeys(BLOWS, "makes {a_title} on {target} with {weapon}"),
}
"""What somebody does by an action that takes place at once."""


class _Words(dict):
    """The words of a declaration that its sentence asks for."""

    def __init__(self, report: Report, event: LoggedEvent) -> None:
        super().__init__()
        self.report, self.event = report, event
        self.deed = Deed(event.what)

    def __missing__(self, key: str) -> str:
        event, report = self.event, self.report
        fighter = report.battle.fighters[event.actor]
        if key == "target":
            return report.full(event.target)
        if key == "patient":
            return report.full(event.target) if event.target != event.actor else "its own"
        if key == "whose":
            return f"{report.full(event.target)}'s" if event.target != event.actor else "its own"
        if key == "wound":
            return f"{a(level_name(event.amount))} wound"
        if key == "condition":
            return CONDITION_NOUNS[Condition(event.amount)]
        if key == "weapon":
            return the(weapon_name(fighter, event.amount))
        if key == "yards":
            return count(event.amount % JUMPS + JUMP_LEAST, "yard")
        return a(DEED_TITLES[self.deed])


LOST = "what was paid for it is lost"
"""What is said of the AP of a long action that does not take effect (W49, RW39)."""
BY_READINESS = "takes the readied action"
"""What is said of who answers an event so (W80)."""


def is_readied(event: LoggedEvent) -> bool:
    """Whether what is declared is a readied action, not a reaction of its own kind (RW38)."""
    return event.dice == Role.REACTION and event.what not in (Deed.REBUFF, Deed.CLING)


def act(report: Report, event: LoggedEvent) -> str:
    """What somebody does that takes place at once."""
    said = ACTS.get(Deed(event.what), "acts").format_map(_Words(report, event))
    name = report.full(event.actor)
    if is_readied(event):
        return f"{name} {BY_READINESS} and {said}"
    if is_animal(report.battle.fighters[event.actor]):
        return f"{name}, on command, {said}"
    return f"{name} {said}"


def declared(report: Report, event: LoggedEvent) -> Clause:
    """What is declared, before others have let it take place."""
    deed, words = Deed(event.what), _Words(report, event)
    title = DEED_TITLES[deed] if deed in NAMED_BY_WHAT_IS_DONE else words["a"]
    verb = f"{BY_READINESS}," if is_readied(event) else "declares"
    if _goes_on(report, event):
        verb = "goes on with"
    if is_animal(report.battle.fighters[event.actor]):
        verb = f", on command, {verb}"
    text = f"{report.full(event.actor)} {verb} {title}".replace(" ,", ",")
    if event.target not in (NOBODY, event.actor):
        text += f" on {words['target']}"
    text += _detail(report, event).format_map(words)
    return f"{text} ({_due(report, event)} AP)", ("W58",)


def _detail(report: Report, event: LoggedEvent) -> str:
    """With what, how far, which wound: what else is said of a declaration."""
    deed, argument = Deed(event.what), event.amount
    if deed in (*BLOWS, Deed.REBUFF):
        return " with {weapon}"
    if deed == Deed.POSTURE:
        return f", to {POSTURE_AIMS[Posture(argument)]}"
    if deed == Deed.JUMP:
        return f" of {{yards}} {HEX_COMPASS[argument // JUMPS]}"
    if deed in (Deed.HEAL, Deed.TREAT_WOUND):
        return f" for {a(level_name(argument))} wound"
    if deed == Deed.TREAT_CONDITION:
        return f" for {CONDITION_NOUNS[Condition(argument)]}"
    if deed in (Deed.CHARM, Deed.END_EFFECT):
        return f", the {effect_name(report.battle.fighters[event.actor], argument)}"
    if deed == Deed.DISARM and report.battle.fighters[event.target].held[argument] != NONE:
        return f", aimed at {the_item(int(report.battle.fighters[event.target].held[argument]))}"
    return ""


def _goes_on(report: Report, event: LoggedEvent) -> bool:
    """Whether a declaration is that of the last instalment of a long action (W49)."""
    following = report.peek()
    if following.kind in (Event.FAILS, Event.CANCELLED) and following.actor == event.actor:
        return bool(following.amount)
    for number in range(int(report.battle.top), NO_FRAME, -1):
        frame = report.battle.frames[number]
        if (frame.actor, frame.deed) == (event.actor, event.what):
            return bool(frame.is_completion)
    return False


def _due(report: Report, event: LoggedEvent) -> int:
    """AP that a declaration will cost; what it costs in all, if it has failed already."""
    battle = report.battle
    for number in range(int(battle.top), NO_FRAME, -1):
        frame = battle.frames[number]
        if (frame.actor, frame.deed) == (event.actor, event.what):
            return int(frame.cost)
    return int(cost_of(battle, event.actor, event.what, event.amount))


def _pays(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} pays {event.amount} AP"
    return f"{text} and has {event.dice or 'none'} left", ("W114",)


def _interrupts(report: Report, event: LoggedEvent) -> Clause:
    """The beginning of a sentence: at which moment of another's turn."""
    other = report.owner(event.target)
    if event.dice == Deed.NONE:
        when = f"at the {'start' if event.amount == Stage.TURN_START else 'end'} of {other} turn"
    else:
        title = DEED_TITLES[Deed(event.dice)]
        when = f"{'before' if event.amount == Step.DECLARED else 'after'} {other} {title}"
    rows = ("W57", "W58", "W66" if event.what == Deed.WAY else "RW14")
    return f"out of turn, {when}, ", rows


def _cancelled(report: Report, event: LoggedEvent) -> Clause:
    by = f" by {report.name(event.target)}" if event.target != NOBODY else ""
    title = DEED_TITLES[Deed(event.what)]
    text = f"{report.owner(event.actor)} {title} is cancelled{by} before it happens"
    if event.amount:
        return f"{text}, and {LOST}", ("W59", "RW39")
    return f"{text}, and its AP are not spent", ("W59", "RW14")


def _fails(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.owner(event.actor)} {DEED_TITLES[Deed(event.what)]} has become impossible"
    if event.amount:
        return f"{text}, and {LOST}", ("RW39", "H7")
    return f"{text}, and its AP are not spent", ("RW38", "H7")


def _begins_long(report: Report, event: LoggedEvent) -> Clause:
    title = DEED_TITLES[Deed(event.what)]
    text = f"{report.name(event.actor)} puts all AP into {a_deed(event.what, title)}"
    return f"{text}, with {event.amount} AP still to be paid", ("W49", "TW6")


def a_deed(deed: int, title: str) -> str:
    """An action with its article, if its name takes one."""
    return title if deed in NAMED_BY_WHAT_IS_DONE else a(title)


def _gives_up(report: Report, event: LoggedEvent) -> Clause:
    title = DEED_TITLES[Deed(event.what)]
    text = f"{report.name(event.actor)} gives up {a_deed(event.what, title)}"
    return f"{text}, and {LOST}", ("W49", "RW39")


def _reacts(report: Report, event: LoggedEvent) -> Clause:
    text = f"{report.full(event.actor)} tries to put {report.full(event.target)} before the attack"
    return text, ("W60", "W91")


def _hurries(report: Report, event: LoggedEvent) -> Clause:
    saved = f"{abs(event.amount)} AP {'less' if event.amount > 0 else 'more'}"
    text = f"{report.owner(event.actor)} haste makes {DEED_TITLES[Deed(event.what)]} cost"
    return f"{text} {saved if event.amount else 'what it always does'}", ("W103", "RW40")


CLAUSES: dict[Event, Callable[[Report, LoggedEvent], Clause]] = {
    Event.PAYS: _pays,
    Event.DECLARES: declared,
    Event.INTERRUPTS: _interrupts,
    Event.CANCELLED: _cancelled,
    Event.FAILS: _fails,
    Event.BEGINS_LONG: _begins_long,
    Event.GIVES_UP: _gives_up,
    Event.REACTS: _reacts,
    Event.HURRIES: _hurries,
}
"""How what happens to actions themselves is said."""
