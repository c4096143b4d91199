"""Declared, performed and failed actions, as clauses of the fight report."""

from __future__ import annotations

from ...core.engine.battle import NOBODY
from ...core.maps.hex_grid import HEX_COMPASS
from ...core.text.narration import Clause, Line, LoggedEvent, SlotTable, a, count, the
from ...core.text.templates import by, template
from ..actions.table import JUMPS
from ..enums import Condition, Deed, Event, Posture, Role, Stage, Step
from ..rules.combat_sequence.costs import cost_of
from ..rules.health.bodies import is_animal
from ..tables import JUMP_LEAST, NONE
from .names import CONDITION_NOUNS, DEED_TITLES, effect_name, level_name, the_item, weapon_name
from .progress import Progress

POSTURE_AIMS = {
    Posture.STANDING: "stand up",
    Posture.CROUCHING: "crouch",
    Posture.PRONE: "lie down",
}
BLOWS = (Deed.NONLETHAL, Deed.QUICK, Deed.STANDARD, Deed.STRONG)
WITHOUT_ARTICLE = (
    *(Deed.READY, Deed.RETRIEVE, Deed.STOW, Deed.POSTURE, Deed.OPENING, Deed.ENTER, Deed.SEIZE),
    *(Deed.END_EFFECT, Deed.TREAT_CONDITION, Deed.TREAT_WOUND, Deed.DOOR, Deed.POTION, Deed.CHARM),
    *(Deed.PICK_UP, Deed.CALM, Deed.DEFEND, Deed.STABILIZE, Deed.MOUNT, Deed.DISMOUNT),
    *(Deed.RELOAD, Deed.SURFACE, Deed.HEAL, Deed.DISTRACT),
)
"""Actions whose name is a verb, so that it takes no article."""
ACTS = {
    Deed.FIRE_BOLT: "casts a Fire Bolt at {target}",
    Deed.FORCE_SHIELD: "casts a Force Shield",
    Deed.HEAL: "casts Heal on {wound} of {patient}",
    Deed.DEFEND: "Defends",
    Deed.READY: "readies an action, which is a secret,",
    Deed.RETRIEVE: "Retrieves a stowed item",
    Deed.STOW: "Stows an item",
    Deed.POSTURE: "changes posture",
    Deed.OPENING: "Creates an Opening against {target}",
    Deed.ENTER: "tries to Enter the space of {target}",
    Deed.ESCAPE: "tries to Escape",
    Deed.MOUNT: "mounts",
    Deed.DISMOUNT: "dismounts",
    Deed.DASH: "makes a Dash",
    Deed.DRAG: "tries to Drag the grapple along",
    Deed.GRAPPLE: "tries to Grapple {target}",
    Deed.PIN: "tries to Pin {target}",
    Deed.END_EFFECT: "ends a magical effect",
    Deed.DISARM: "tries to Disarm {target}",
    Deed.DISTRACT: "tries to Distract {target}",
    Deed.SHOVE: "tries to Shove {target}",
    Deed.TRIP: "tries to Trip {target}",
    Deed.SEIZE: "tries to Seize Initiative",
    Deed.STABILIZE: "tries to Stabilize {target}",
    Deed.TREAT_CONDITION: "treats {whose} {condition}",
    Deed.TREAT_WOUND: "treats {wound} of {patient}",
    Deed.DOOR: "uses a door",
    Deed.POTION: "drinks a potion",
    Deed.CHARM: "uses a magical item",
    Deed.RELOAD: "reloads",
    Deed.PICK_UP: "picks an item up",
    Deed.SURFACE: "swims upwards",
    Deed.CALM: "tries to Regain Control of the mount",
    Deed.JUMP: "jumps {yards}",
    Deed.REBUFF: "makes a Rebuff on {target} with {weapon}",
    Deed.CLING: "Clings to {target}",
    Deed.HARRY: "Harries {target}",
    Deed.INTERPOSE: "Interposes {target}",
    **dict.fromkeys(BLOWS, "makes {a_deed} on {target} with {weapon}"),
}
"""The clause of each action that takes place at once."""
DETAILS = {
    **dict.fromkeys((*BLOWS, Deed.REBUFF), " with {weapon}"),
    Deed.POSTURE: ", to {posture}",
    Deed.JUMP: " of {yards} {direction}",
    **dict.fromkeys((Deed.HEAL, Deed.TREAT_WOUND), " for {wound}"),
    Deed.TREAT_CONDITION: " for {condition}",
    **dict.fromkeys((Deed.CHARM, Deed.END_EFFECT), ", the {charm}"),
}
"""Details of a declaration: the weapon, the distance, the wound."""
BY_READINESS = "takes the readied action"
"""The clause of a readied action that answers an event (W80)."""
SPENT = "its AP are not spent"
KEPT = "the rest of its AP is not spent; the AP paid before are kept"
LOST = "the AP paid for it are lost"
"""Clauses about the AP of an action that does not take effect (W49, W59, RW39)."""

# --- Slots: the words of a declaration ------------------------------------------------------------


def a_deed(deed: int) -> str:
    """An action with its article, if its name takes one."""
    title = DEED_TITLES[Deed(deed)]
    return title if deed in WITHOUT_ARTICLE else a(title)


def _whose(report: Progress, event: LoggedEvent) -> str:
    return "its own" if event.target == event.actor else report.owner(event.target)


def _patient(report: Progress, event: LoggedEvent) -> str:
    return "its own" if event.target == event.actor else report.name(event.target)


def _weapon(report: Progress, event: LoggedEvent) -> str:
    return the(weapon_name(report.battle.fighters[event.actor], event.amount))


def _charm(report: Progress, event: LoggedEvent) -> str:
    return effect_name(report.battle.fighters[event.actor], event.amount)


def _by(report: Progress, event: LoggedEvent) -> str:
    return "" if event.target == NOBODY else f" by {report.name(event.target)}"


def _cost(_: Progress, event: LoggedEvent) -> str:
    if not event.amount:
        return "what it always does"
    return f"{abs(event.amount)} AP {'less' if event.amount > 0 else 'more'}"


SLOTS: SlotTable = {
    "deed": lambda _, event: DEED_TITLES[Deed(event.what)],
    "a_deed": lambda _, event: a_deed(event.what),
    "whose": _whose,
    "patient": _patient,
    "wound": lambda _, event: f"{a(level_name(event.amount))} wound",
    "condition": lambda _, event: CONDITION_NOUNS[Condition(event.amount)],
    "weapon": _weapon,
    "yards": lambda _, event: count(event.amount % JUMPS + JUMP_LEAST, "yard"),
    "direction": lambda _, event: HEX_COMPASS[event.amount // JUMPS],
    "posture": lambda _, event: POSTURE_AIMS[Posture(event.amount)],
    "charm": _charm,
    "left": lambda _, event: event.dice or "none",
    "by": _by,
    "cost": _cost,
}
"""Words of the templates here beside fighters and numbers."""

# --- What is declared and done --------------------------------------------------------------------


def is_readied(event: LoggedEvent) -> bool:
    """Whether what is declared is a readied action, not a reaction of its own kind (RW38)."""
    return event.dice == Role.REACTION and event.what not in (Deed.REBUFF, Deed.CLING)


def act(report: Progress, event: LoggedEvent) -> str:
    """Describe an action that takes place at once."""
    name = report.name(event.actor)
    does = report.fill(ACTS.get(Deed(event.what), "acts"), event)
    if is_readied(event):
        return f"{name} {BY_READINESS} and {does}"
    if is_animal(report.battle.fighters[event.actor]):
        return f"{name}, on command, {does}"
    return f"{name} {does}"


def declared(report: Progress, event: LoggedEvent) -> Line:
    """Describe a declaration, before others have let it take place."""
    verb = f"{BY_READINESS}," if is_readied(event) else "declares"
    if _goes_on(report, event):
        verb = "continues"
    name = report.name(event.actor)
    if is_animal(report.battle.fighters[event.actor]):
        name += ", on command,"
    text = f"{name} {verb} {a_deed(event.what)}"
    if event.target not in (NOBODY, event.actor):
        text += f" on {report.name(event.target)}"
    text += report.fill(DETAILS.get(Deed(event.what), ""), event) + _aim(report, event)
    return f"{text} ({_due(report, event)} AP)", ("W58",)


def _aim(report: Progress, event: LoggedEvent) -> str:
    """At which item a Disarm is aimed."""
    if event.what != Deed.DISARM:
        return ""
    item = int(report.battle.fighters[event.target].held[event.amount])
    return "" if item == NONE else f", aimed at {the_item(item)}"


def _goes_on(report: Progress, event: LoggedEvent) -> bool:
    """Whether a declaration is that of the last instalment of a long action (W49)."""
    following = report.peek()
    if following.kind in (Event.FAILS, Event.CANCELLED) and following.actor == event.actor:
        return bool(following.amount)
    frame = report.frame_of(event.actor, event.what)
    return frame is not None and bool(frame.is_completion)


def _due(report: Progress, event: LoggedEvent) -> int:
    """AP that a declaration will cost; its whole cost if it has failed already."""
    frame = report.frame_of(event.actor, event.what)
    if frame is not None:
        return int(frame.cost)
    return int(cost_of(report.battle, event.actor, event.what, event.amount))


def interrupts(report: Progress, event: LoggedEvent) -> Line:
    """The beginning of a sentence: at which moment of another's turn."""
    other = report.owner(event.target)
    if event.dice == Deed.NONE:
        when = f"at the {'start' if event.amount == Stage.TURN_START else 'end'} of {other} turn"
    else:
        title = DEED_TITLES[Deed(event.dice)]
        when = f"{'before' if event.amount == Step.DECLARED else 'after'} {other} {title}"
    rows = ("W57", "W58", "W66" if event.what == Deed.WAY else "RW14")
    return f"out of turn, {when}, ", rows


CANCELLED = "{actor's} {deed} is cancelled{by} before it takes place, and"
IMPOSSIBLE = "{actor's} {deed} has become impossible, and"
CLAUSES: dict[int, Clause[Progress]] = {
    Event.PAYS: template("{actor} pays {amount} AP and has {left} left", "W114"),
    Event.DECLARES: declared,
    Event.INTERRUPTS: interrupts,
    Event.CANCELLED: by(
        "amount",
        {0: template(f"{CANCELLED} {SPENT}", "W59", "RW14")},
        template(f"{CANCELLED} {KEPT}", "W49", "W59", "RW39"),
    ),
    Event.FAILS: by(
        "amount",
        {0: template(f"{IMPOSSIBLE} {SPENT}", "RW38", "H7")},
        template(f"{IMPOSSIBLE} {LOST}", "RW39", "H7"),
    ),
    Event.BEGINS_LONG: template(
        "{actor} puts all AP into {a_deed}, with {amount} AP still to be paid", "W49", "TW6"
    ),
    Event.GIVES_UP: template(f"{{actor}} gives up {{a_deed}}, and {LOST}", "W49", "RW39"),
    Event.REACTS: template("{actor} tries to Interpose {target}", "W60", "W91"),
    Event.HURRIES: template("{actor's} haste makes {deed} cost {cost}", "W103", "RW40"),
}
"""The clauses of declarations, payments, interrupts and failures."""
