"""Declared, performed and failed actions, as clauses of the fight report."""

from __future__ import annotations

from ...core.engine.battle import NOBODY
from ...core.maps.hex_grid import HEX_COMPASS
from ...core.text.narration import Clause, Line, LoggedEvent, SlotTable, a, count, the
from ...core.text.templates import by, template
from ..actions.table import JUMPS
from ..enums import Act, Condition, Event, Posture, Role, Stage, Step
from ..rules.combat_sequence.costs import cost_of
from ..rules.health.bodies import is_animal
from ..tables import JUMP_LEAST, NONE
from .names import ACT_TITLES, CONDITION_NOUNS, effect_name, level_name, the_item, weapon_name
from .progress import Progress

POSTURE_AIMS = {
    Posture.STANDING: "stand up",
    Posture.CROUCHING: "crouch",
    Posture.PRONE: "lie down",
}
BLOWS = (Act.NONLETHAL, Act.QUICK, Act.STANDARD, Act.STRONG)
WITHOUT_ARTICLE = (
    *(Act.READY, Act.RETRIEVE, Act.STOW, Act.POSTURE, Act.OPENING, Act.ENTER, Act.SEIZE),
    *(Act.END_EFFECT, Act.TREAT_CONDITION, Act.TREAT_WOUND, Act.DOOR, Act.POTION, Act.CHARM),
    *(Act.PICK_UP, Act.CALM, Act.DEFEND, Act.STABILIZE, Act.MOUNT, Act.DISMOUNT),
    *(Act.RELOAD, Act.SURFACE, Act.HEAL, Act.DISTRACT),
)
"""Actions whose name is a verb, so that it takes no article."""
PERFORMED = {
    Act.FIRE_BOLT: "casts a Fire Bolt at {target}",
    Act.FORCE_SHIELD: "casts a Force Shield",
    Act.HEAL: "casts Heal on {wound} of {patient}",
    Act.DEFEND: "Defends",
    Act.READY: "readies an action, which is a secret,",
    Act.RETRIEVE: "Retrieves a stowed item",
    Act.STOW: "Stows an item",
    Act.POSTURE: "changes posture",
    Act.OPENING: "Creates an Opening against {target}",
    Act.ENTER: "tries to Enter the space of {target}",
    Act.ESCAPE: "tries to Escape",
    Act.MOUNT: "mounts",
    Act.DISMOUNT: "dismounts",
    Act.DASH: "makes a Dash",
    Act.DRAG: "tries to Drag the grapple along",
    Act.GRAPPLE: "tries to Grapple {target}",
    Act.PIN: "tries to Pin {target}",
    Act.END_EFFECT: "ends a magical effect",
    Act.DISARM: "tries to Disarm {target}",
    Act.DISTRACT: "tries to Distract {target}",
    Act.SHOVE: "tries to Shove {target}",
    Act.TRIP: "tries to Trip {target}",
    Act.SEIZE: "tries to Seize Initiative",
    Act.STABILIZE: "tries to Stabilize {target}",
    Act.TREAT_CONDITION: "treats {whose} {condition}",
    Act.TREAT_WOUND: "treats {wound} of {patient}",
    Act.DOOR: "uses a door",
    Act.POTION: "drinks a potion",
    Act.CHARM: "uses a magical item",
    Act.RELOAD: "reloads",
    Act.PICK_UP: "picks an item up",
    Act.SURFACE: "swims upwards",
    Act.CALM: "tries to Regain Control of the mount",
    Act.JUMP: "jumps {yards}",
    Act.REBUFF: "makes a Rebuff on {target} with {weapon}",
    Act.CLING: "Clings to {target}",
    Act.HARRY: "Harries {target}",
    Act.INTERPOSE: "Interposes {target}",
    **dict.fromkeys(BLOWS, "makes {an_act} on {target} with {weapon}"),
}
"""The clause of each action that takes place at once."""
DETAILS = {
    **dict.fromkeys((*BLOWS, Act.REBUFF), " with {weapon}"),
    Act.POSTURE: ", to {posture}",
    Act.JUMP: " of {yards} {direction}",
    **dict.fromkeys((Act.HEAL, Act.TREAT_WOUND), " for {wound}"),
    Act.TREAT_CONDITION: " for {condition}",
    **dict.fromkeys((Act.CHARM, Act.END_EFFECT), ", the {charm}"),
}
"""Details of a declaration: the weapon, the distance, the wound."""
BY_READINESS = "takes the readied action"
"""The clause of a readied action that answers an event (W80)."""
SPENT = "its AP are not spent"
KEPT = "the rest of its AP is not spent; the AP paid before are kept"
LOST = "the AP paid for it are lost"
"""Clauses about the AP of an action that does not take effect (W49, W59, RW39)."""

# --- Slots: the words of a declaration ------------------------------------------------------------


def act_with_article(act: int, article: str = "") -> str:
    """An action with `a` or `an`, or another article, if its name takes one."""
    title = ACT_TITLES[Act(act)]
    if act in WITHOUT_ARTICLE:
        return title
    return f"{article} {title}" if article else a(title)


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
    "act": lambda _, event: ACT_TITLES[Act(event.what)],
    "an_act": lambda _, event: act_with_article(event.what),
    "the_act": lambda _, event: act_with_article(event.what, "the"),
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
    return event.dice == Role.REACTION and event.what not in (Act.REBUFF, Act.CLING)


def performed(report: Progress, event: LoggedEvent) -> str:
    """Describe an action that takes place at once."""
    name = report.name(event.actor)
    does = report.fill(PERFORMED.get(Act(event.what), "acts"), event)
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
    text = f"{name} {verb} {act_with_article(event.what)}"
    if event.target not in (NOBODY, event.actor):
        text += f" on {report.name(event.target)}"
    text += report.fill(DETAILS.get(Act(event.what), ""), event) + _aim(report, event)
    return f"{text} ({_due(report, event)} AP)", ("W58",)


def _aim(report: Progress, event: LoggedEvent) -> str:
    """At which item a Disarm is aimed."""
    if event.what != Act.DISARM:
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
    if event.dice == Act.NONE:
        when = f"at the {'start' if event.amount == Stage.TURN_START else 'end'} of {other} turn"
    else:
        title = ACT_TITLES[Act(event.dice)]
        when = f"{'before' if event.amount == Step.DECLARED else 'after'} {other} {title}"
    rows = ("W57", "W58", "W66" if event.what == Act.WAY else "RW14")
    return f"out of turn, {when}, ", rows


CANCELLED = "{actor's} {act} is cancelled{by} before it takes place, and"
IMPOSSIBLE = "{actor's} {act} has become impossible, and"
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
        "{actor} puts all AP into {an_act}, with {amount} AP still to be paid", "W49", "TW6"
    ),
    Event.GIVES_UP: template(f"{{actor}} gives up {{the_act}}, and {LOST}", "W49", "RW39"),
    Event.REACTS: template("{actor} tries to Interpose {target}", "W60", "W91"),
    Event.HURRIES: template("{actor's} haste makes {act} cost {cost}", "W103", "RW40"),
}
"""The clauses of declarations, payments, interrupts and failures."""
