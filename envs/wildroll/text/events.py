"""Turns, bodies, movement and things, as clauses of the fight report: templates with rows."""

from __future__ import annotations

from ...core.engine.battle import NOBODY
from ...core.text.narration import Clause, Line, LoggedEvent, SlotTable, count, sum_of_parts, the
from ...core.text.templates import by, template
from ..enums import Act, Condition, Defence, Event, Posture, Role
from ..rules.combat_sequence.initiative import initiative_in_turn
from ..rules.health.bodies import can_act, is_able
from ..rules.movement.terrain import is_climbing, is_swimming
from ..rules.stamina.stamina import INVESTED
from ..state import NO_FRAME
from ..tables import (
    FLANKING_BONUS,
    REAR_BONUS,
)
from .names import (
    CONDITION_NOUNS,
    DEFENCE_TITLES,
    effect_name,
    item_name,
    level_name,
    the_item,
)
from .progress import Progress

BEGINS = {
    Condition.BLEEDING: "{actor} bleeds ({level})",
    Condition.BURNING: "{actor} burns ({level})",
    Condition.HOBBLED: "{actor} is hobbled",
    Condition.POISONED: "{actor} is poisoned ({level})",
}
GETS_UP_OR_DOWN = {
    Posture.STANDING: "{actor} stands up",
    Posture.CROUCHING: "{actor} crouches",
    Posture.PRONE: "{actor} lies down",
}
FALLS_INTO = {**GETS_UP_OR_DOWN, Posture.PRONE: "{actor} falls prone"}

# --- Slots ----------------------------------------------------------------------------------------


def _charm(report: Progress, event: LoggedEvent) -> str:
    return effect_name(report.battle.fighters[event.actor], event.what)


def _first_held(report: Progress, event: LoggedEvent) -> str:
    return the(item_name(int(report.battle.fighters[event.actor].held[0])))


def _defence(_: Progress, event: LoggedEvent) -> str:
    return DEFENCE_TITLES[Defence(event.what)]


SLOTS: SlotTable = {
    "item": lambda _, event: the_item(event.amount),
    "sum": lambda report, event: report.sum_of(event, event.dice),
    "first_held": _first_held,
    "natural_sum": lambda _, event: sum_of_parts(event.what, event.amount),
    "defence": _defence,
    "effect": _charm,
    "level": lambda _, event: level_name(event.amount),
    "level_before": lambda _, event: level_name(event.what),
    "ended": lambda _, event: CONDITION_NOUNS[Condition(event.what)],
    "points": lambda report, event: report.points_after(event.actor),
    "change": lambda _, event: f" ({event.what:+})" if event.what else "",
    "dash": lambda _, event: f" by a check of {event.dice}" if event.dice else "",
}
"""Words of the templates here beside fighters and numbers."""

# --- Turns and movement ---------------------------------------------------------------------------


def _turn(report: Progress, event: LoggedEvent) -> Line:
    actor = event.actor
    initiative, points = initiative_in_turn(report.battle, actor), report.points_after(actor)
    text = f"{report.name(actor)} has the turn, with initiative {initiative} and {points} AP"
    if not is_able(report.battle.fighters[actor]):
        return f"{text}, but can do nothing", ("W42", "W53", "TW2", "H5")
    return text, ("W42", "W53", "TW2")


def way(report: Progress, event: LoggedEvent, felled: bool = True) -> Line:
    """How far somebody goes, and how; `felled` if what may have felled it has been told."""
    fighter, rows = report.battle.fighters[event.actor], ["W62", "W65"]
    name, verb = report.name(event.actor), _gait(report, event)
    if fighter.rider != NOBODY:
        verb = f"carries {report.name(int(fighter.rider))}"
        rows.append("W106")
    elif felled and not can_act(fighter):
        verb = "had moved"  # a blow has ended the way
    if event.what == Role.INTERRUPT:
        rows.append("W66")
    return f"{name} {verb} {count(event.amount, 'yard')}", tuple(rows)


def _gait(report: Progress, event: LoggedEvent) -> str:
    if is_swimming(report.battle, event.actor):
        return "swims"
    if is_climbing(report.battle, event.actor):
        return "climbs"
    return "crawls" if event.dice == Posture.PRONE else "moves"


def _turns_back(report: Progress, event: LoggedEvent) -> Line:
    name, yards = report.name(event.actor), count(event.amount, "yard")
    if can_act(report.battle.fighters[event.actor]):
        text = f"{name} cannot stay there and goes {yards} back to the last free hex"
    else:
        text = f"{name} cannot lie there and falls {yards} back, onto the last free hex"
    return text, ("W67", "H21")


def _follows(report: Progress, event: LoggedEvent) -> Line:
    name, other, parts = report.name(event.actor), report.name(event.target), []
    if event.amount:
        parts.append(f"follows {other} up to {count(event.amount, 'yard')}")
    if event.what:
        parts.append(f"takes {count(event.what, 'yard')} off the movement of {other}")
    return f"{name} {' and '.join(parts) or f'cannot follow {other}'}", ("W89",)


def _flanked(report: Progress, event: LoggedEvent) -> Line:
    if not event.what:
        return f"{report.name(event.actor)} is flanked no longer", ("W32",)
    top = int(report.battle.top)
    before = ""
    if top != NO_FRAME and report.battle.frames[top].act == Act.WAY:  # it is still on its way
        mover = int(report.battle.frames[top].actor)
        is_own = event.actor in (mover, int(report.battle.fighters[mover].rider))
        before = "on its way, " if is_own else f"as {report.name(mover)} comes up, "
    name = report.name(event.actor)
    return f"{before}{name} is flanked: +{FLANKING_BONUS} on attacks against it", ("W32", "W33")


def _watches(report: Progress, event: LoggedEvent) -> Line:
    sum_of_roll = sum_of_parts(event.what, event.amount)
    result = "notices an enemy" if event.amount > event.dice else "notices no enemy"
    text = f"{report.name(event.actor)} keeps watch: Observation {sum_of_roll}"
    return f"{text} against a Stealth of {event.dice} at least, and {result}", ("W56", "RW23")


def counted(report: Progress, event: LoggedEvent) -> Line:
    """The initiative that counts in place of one's own, if a rider's or animal's is worse."""
    if event.target == NOBODY:
        return "", ()
    return f"the {event.dice} of {report.name(event.target)} counts", ("W106",)


def _initiative(report: Progress, event: LoggedEvent) -> Line:
    text = report.fill("{actor's} initiative is {amount} now{change}", event)
    instead, rows = counted(report, event)
    return f"{text}, but {instead}" if instead else text, ("W55", "TW5", *rows)


def _posture(report: Progress, event: LoggedEvent) -> Line:
    if report.act == Act.POSTURE and report.doer == event.actor:
        return report.fill(GETS_UP_OR_DOWN[Posture(event.what)], event), ("W82",)
    return report.fill(FALLS_INTO[Posture(event.what)], event), ("W30",)


CLAUSES: dict[int, Clause[Progress]] = {
    # Rounds and turns
    Event.ROUND: template("Round {round}", "TW1", "W42"),
    Event.TURN: _turn,
    Event.GAINS: by(
        "amount",
        {0: template("{actor} can keep no more AP and has {points}", "W44", "W45")},
        template("{actor} gains {amount} AP and has {points}", "W44", "W45"),
    ),
    Event.BUYS: by(
        "what",
        {
            0: template(
                "{actor} puts {amount} AP above its maximum into movement this round",
                "W45",
                "W65",
                "H8",
            ),
            1: template("{actor} buys movement ahead for {amount} AP", "W65", "H8"),
        },
    ),
    Event.LURKS: template("{actor} lies in wait: Stealth {natural_sum}", "W56", "RW23"),
    Event.WATCHES: _watches,
    Event.INITIATIVE: by(
        "what",
        {
            0: template("{actor} has an initiative of {amount}", "W52", "RW13"),
            1: template("{actor} has an initiative of {amount} and is surprised", "W52", "RW13"),
        },
    ),
    Event.INITIATIVE_MOVES: _initiative,
    Event.SEIZES: template("{actor} Seizes Initiative, {amount} more", "W98", "RW41"),
    # Rolls
    Event.MISSES: template("{actor} misses {target}", "W18"),
    Event.UNHURT: template("{actor} is not wounded", "W2"),
    Event.DEFENCE: template("{actor} meets the attack with the {defence}", "W78", "RW27"),
    Event.OPENING: template(
        "{actor} rolls {sum} to Create an Opening: Defense {amount} against Rebuffs by {target} "
        "this turn",
        "W83",
        "H18",
    ),
    # Bodies
    Event.FALLS: by(
        "what",
        {
            0: template("{actor} falls unconscious, but is not dying", "RW11", "RW21"),
            1: template("{actor} falls unconscious", "RW11", "RW21"),
        },
    ),
    Event.HELPLESS: by(
        "amount",
        {0: template("{actor} is helpless no longer", "W72", "W61")},
        template("{actor} is awake but helpless for {amount:round}", "W72", "W61"),
    ),
    Event.DYING: template("{actor} is dying", "W8", "RW11"),
    Event.WAKES: template("{actor} wakes", "RW11"),
    Event.STABLE: template("{actor} is dying no longer", "W99", "RW11"),
    Event.EXHAUSTED: template(
        "{actor} is exhausted: half the AP, and 2 less on checks", "W14", "RW12"
    ),
    Event.STAGGERED: template(
        "{actor} is staggered: AP once a round, and 2 less on checks", "W14", "RW12"
    ),
    Event.CONDITION: by(
        "amount",
        {0: template("{actor's} {ended} is over", "W100", "RW12")},
        by("what", {one: template(text, "RW12") for one, text in BEGINS.items()}),
    ),
    Event.POSTURE: _posture,
    # Magic
    Event.MANA: by(
        "what",
        {
            0: template("{actor} spends {amount} mana", "W15"),
            INVESTED: template("{actor} invests {amount} mana", "W16"),
        },
        template("{actor} gets back {amount} mana", "W16"),
    ),
    Event.SHIELD_ENDS: template("{actor's} Force Shield is over", "RW19", "W61"),
    Event.CHARM: by(
        "amount",
        {0: template("{actor} ends the {effect}", "W93", "W111")},
        template("{actor} calls up the {effect}", "W110", "H27"),
    ),
    # Movement
    Event.MOVES: way,
    Event.TURNS_BACK: _turns_back,
    Event.PUSHED: template("{actor} is pushed {amount:yard} away by {target}", "W96"),
    Event.FOLLOWS: _follows,
    Event.ENTERS: template(
        "{actor} is in the space of {target}: 2 less for both on attacks and Defenses", "W84"
    ),
    Event.DASHES: template("{actor} makes a Dash{dash}: movement rate {amount} this round", "W87"),
    Event.JUMPS: by(
        "amount",
        {0: template("{actor} gets nowhere", "W69", "H23")},
        template("{actor} gets {amount:yard} far", "W69", "H23"),
    ),
    Event.LANDS: by(
        "what",
        {
            0: template("{actor} lands badly", "W71", "H23"),
            1: template("{actor} lands on both feet", "W71"),
            2: template("{actor} grabs the edge and lies there", "W71", "H23"),
        },
    ),
    Event.CLIMB_FALLS: template("{actor} falls", "W105", "H22"),
    Event.SINKS: template("{actor} sinks", "W105", "H24"),
    Event.SURFACES: template("{actor} comes to the surface", "W105"),
    Event.DRIFTS: template("{actor} drifts {amount:yard} with the current", "W68", "H24"),
    Event.MOUNTS: template("{actor} mounts {target}", "W86", "W106"),
    Event.DISMOUNTS: template("{actor} is off {target}", "W86", "H25"),
    Event.UNCONTROLLED: template("{actor} is out of the control of {target}", "W106"),
    Event.CALMED: template("{actor} obeys {target} again", "W106"),
    Event.BOLTS: by(
        "amount",
        {0: template("{actor} would bolt from {target}, but has nowhere to go", "W106", "H25")},
        template("{actor} bolts from {target}", "W106", "H25"),
    ),
    # Grips and hindrances
    Event.HARRIED: template(
        "{actor} Harries {target}: 2 less on its shots this round", "W79", "RW29"
    ),
    Event.GRAPPLES: template("{actor} and {target} hold each other", "W88", "H17"),
    Event.PINS: template("{actor} Pins {target}, which can only Escape", "W92", "RW12"),
    Event.LETS_GO: template("{actor} lets go of {target}", "W43", "H17"),
    Event.DRAGS: template("{actor} can Drag the grapple along, 4 AP of movement", "W90"),
    Event.FREED: by(
        "what",
        {
            0: template("{actor} is free of {target's} grip", "RW34", "H17"),
            1: template("{actor} is no longer pinned, but still in the grapple", "W92", "RW34"),
        },
    ),
    Event.INTERPOSES: template(
        "{actor} Interposes {target}, at which the attack aims now", "W91", "RW43"
    ),
    Event.DISTRACTED: template(
        "{actor} is distracted by {target}: 2 less on attacks and Defenses this round", "W95"
    ),
    Event.DISARMED: template("{target} disarms {actor} of {item}", "W94"),
    Event.IGNORES: by(
        "what",
        {
            0: template("{actor} ignores {target} no longer", "W34"),
            1: template(
                "{actor} ignores {target}, which cannot help to flank it, but has "
                f"{REAR_BONUS} more from the rear",
                "W34",
            ),
        },
    ),
    Event.FLANKED: _flanked,
    Event.FOUND: template("{actor} is seen by all", "XW1", "H26"),
    # Things
    Event.DEFENDS: template("{actor} Defends until the next turn or a wound", "W78"),
    Event.READIES: template("{actor} readies an action, which is a secret", "W80", "RW26"),
    Event.TAKES: template("{actor} takes {item}", "W81", "H29"),
    Event.STOWS: template("{actor} stows {item}", "W81"),
    Event.DROPS: template("{actor} drops {item}", "W43", "H29"),
    Event.RELOADS: template("{actor} reloads {first_held}", "RW7"),
    Event.DRINKS: template("{actor} drinks a potion", "W102", "H27"),
    Event.DOOR: by(
        "what",
        {
            0: template("{actor} shuts a door", "W102"),
            1: template("{actor} opens a door", "W102"),
        },
    ),
}
"""How each kind of event is said by itself; `report` joins some of them."""
