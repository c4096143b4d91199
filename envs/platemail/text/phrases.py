"""The wording of the fight report: deeds, ways, blows, conditions, and the rows of each."""

from __future__ import annotations

from ...core.text.narration import COMPASS
from ..enums import (
    Act,
    Condition,
    Ending,
    Event,
    Save,
    Verb,
)
from ..tables import (
    SQUARE_FEET,
    WEAPON_NAMES,
)

Rows = tuple[str, ...]

PHASE_NAMES = {1: "first", 2: "second"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six")

ACT_ROWS: dict[int, Rows] = {
    Act.NOTHING: ("P46",),
    Act.MOVE: ("P50",),
    Act.SPRINT: ("P51",),
    Act.FALL_BACK: ("P52",),
    Act.SKULK: ("P53",),
    Act.CHARGE: ("P60", "RP26"),
    Act.FULL_ATTACK: ("P61",),
    Act.COUNTER: ("P62",),
    Act.RANGED_ATTACK: ("P63",),
    Act.RAPID_FIRE: ("P64",),
    Act.AIM: ("P66",),
    Act.DEFEND: ("P67",),
    Act.GUARD: ("P68",),
    Act.PREPARE_SPELL: ("P74",),
    Act.RELEASE_SPELL: ("P75", "RP23"),
    Act.FOCUS_SPELL: ("P76", "RP37"),
    Act.QUICK_ITEM: ("P77", "P78"),
    Act.COMPLEX_ITEM: ("P77", "P79"),
    Act.RESCUE: ("P81", "RP42"),
    Act.STABILIZE: ("P82",),
    Act.DAZED: ("P89",),
    Act.TERROR: ("P90",),
    Act.CARRIED: ("RP42",),
}

# --- Blows ----------------------------------------------------------------------------------------

BLOWS = {
    "axe": "axe blow",
    "club": "club blow",
    "dagger": "stab",
    "flail": "flail blow",
    "mace": "mace blow",
    "sword": "cut",
    "great_axe": "great axe blow",
    "great_sword": "great sword cut",
    "lance": "lance thrust",
    "pike": "pike thrust",
    "spear": "spear thrust",
    "staff": "staff blow",
    "bolo": "bolo",
    "net": "net",
    "dart": "dart",
    "javelin": "javelin",
    "blowgun": "blowgun dart",
    "sling": "sling stone",
    "long_bow": "arrow",
    "short_bow": "arrow",
    "light_crossbow": "crossbow bolt",
    "heavy_crossbow": "crossbow bolt",
    "unarmed": "punch",
}
"""What comes of each weapon, by its name in the data file."""
HITS = ("hits", "lands", "strikes home")
MISSES = ("misses", "goes wide", "finds no opening")
FALLS = ("falls Unconscious, dying", "collapses, Unconscious and dying")

MANNERS: dict[int, str] = {
    Act.CHARGE: "charges home",
    Act.FULL_ATTACK: "makes a full attack",
    Act.COUNTER: "counters",
    Act.RANGED_ATTACK: "shoots",
    Act.RAPID_FIRE: "shoots in haste",
    Act.TERROR: "turns at bay in terror",
    Act.RELEASE_SPELL: "releases a spell",
}
"""How attacks are announced; whoever throws is said to throw."""
LOSSES: dict[int, tuple[str, str]] = {
    Act.CHARGE: ("charges, but nobody is within reach", "charges, but {whom} is out of reach"),
    Act.FULL_ATTACK: (
        "is set for a full attack, but nobody is within reach",
        "is set for a full attack, but {whom} is out of reach",
    ),
    Act.COUNTER: (
        "is set to counter, but nobody is within reach",
        "is set to counter, but {whom} is out of reach",
    ),
    Act.RANGED_ATTACK: ("has no shot", "has no shot at {whom}"),
    Act.RAPID_FIRE: ("has no shot", "has no shot at {whom}"),
    Act.TERROR: (
        "stands at bay in terror, but nobody is within reach",
        "stands at bay in terror, but {whom} is out of reach",
    ),
    Act.PREPARE_SPELL: ("cannot prepare that spell", "cannot prepare that spell"),
    Act.RELEASE_SPELL: ("cannot release a spell", "cannot release a spell on {whom}"),
    Act.STABILIZE: ("has nobody dying within reach", "has nobody dying within reach"),
    Act.RESCUE: ("gets to nobody to rescue", "does not get to {whom} to help"),
    Act.GUARD: ("has nobody to guard", "cannot guard {whom}"),
    Act.FOCUS_SPELL: ("has no spell to keep up", "has no spell to keep up"),
}
"""An order, or its only attack, that could not be carried out (RP31): of nobody, of somebody."""

# --- Ways and stances -----------------------------------------------------------------------------

WAYS: dict[int, str] = {
    Verb.FALL_BACK: "falls back {feet}",
    Verb.MOVE_TO_COVER: "moves {feet} towards cover",
    Verb.SPRINT_TO_COVER: "sprints {feet} towards cover",
    Verb.SKULK_TO_COVER: "skulks {feet} towards cover",
    Verb.STEP: "moves {feet} {direction}",
    Verb.MOVE_TO: "moves {feet} {to}",
    Verb.MOVE_TO_REACH: "moves {feet} {to}",
    Verb.MOVE_AWAY: "moves {feet} away from {target}",
    Verb.SPRINT_TO: "sprints {feet} {to}",
    Verb.SPRINT_AWAY: "sprints {feet} away from {target}",
    Verb.SKULK_TO: "skulks {feet} {to}",
    Verb.CHARGE: "charges {feet} at {target}",
    Verb.CHARGE_TO_REACH: "charges {feet} at {target}",
    Verb.MOVE_NEXT_TO: "moves {feet} {to}",
    Verb.SPRINT_NEXT_TO: "sprints {feet} {to}",
    Verb.GUARD: "moves {feet} to guard {target}",
    Verb.GUARD_ONCE: "moves {feet} to guard {target} against the first attack",
    Verb.RESCUE: "moves {feet} to rescue {target}",
}
"""By verb; whoever goes without such an order `goes`."""
FLIGHT = "flees {feet} in terror"
HAUL = "carries {target} {feet}"
ASTRAY = "goes {feet}"
SHORT = ", but not far enough"
"""Of a charge whose attack is lost."""

STAYS: dict[int, str] = {
    Verb.FALL_BACK: "has nowhere to fall back to",
    Verb.MOVE_TO_COVER: "stays, with no better cover to go to",
    Verb.SPRINT_TO_COVER: "stays, with no better cover to go to",
    Verb.SKULK_TO_COVER: "skulks in place",
    Verb.SKULK_STILL: "skulks in place",
    Verb.SKULK_KEEP: "keeps still, trusting to the last Stealth roll",
    Verb.MOVE_TO: "{stays}",
    Verb.MOVE_TO_REACH: "{stays}",
    Verb.SPRINT_TO: "{stays}",
    Verb.SKULK_TO: "{stays}",
    Verb.MOVE_NEXT_TO: "{stays}",
    Verb.SPRINT_NEXT_TO: "{stays}",
    Verb.MOVE_AWAY: "has no way to get away from {target}",
    Verb.SPRINT_AWAY: "has no way to get away from {target}",
    Verb.STEP: "cannot move {direction} and stays",
    Verb.STAND_UP: "does not get up",
    Verb.GUARD: "guards {target}",
    Verb.GUARD_ONCE: "guards {target} against the first attack",
    Verb.RESCUE: "does not get to {target} to help",
    Verb.FOCUS: "keeps up the spell",
    Verb.PREPARE: "begins to prepare {spell}",
    Verb.RELOAD: "tries in vain to reload",
    Verb.SWAP: "has nothing else to take up",
    Verb.CUT_FREE: "struggles in vain to get free",
    Verb.DOOR: "tries a door in vain",
    Verb.FREE: "tries in vain to cut {target} free",
    Verb.RELEASE: "has no spell to release",
    Verb.MEND: "has no Mend to release",
    Verb.MEND_SELF: "has no Mend to release",
    Verb.STABILIZE: "has nobody dying within reach",
}
"""Orders of which nothing else in the log tells: done in place, or in vain."""
REPLACED: dict[int, str] = {
    Act.DAZED: "is Dazed and loses the action",
    Act.CARRIED: "is being carried and loses the action",
    Act.TERROR: "cowers in terror",
}
NOBODY_MEANT: dict[int, str] = {
    Act.MOVE: "finds nobody to go to and stays",
    Act.SPRINT: "finds nobody to run to and stays",
    Act.SKULK: "finds nobody to creep up on and stays",
    Act.GUARD: "has nobody to guard",
    Act.RESCUE: "finds nobody to rescue",
    Act.STABILIZE: "finds nobody to stabilize",
    Act.RELEASE_SPELL: "finds no target for the spell",
    Act.QUICK_ITEM: "finds nobody to cut free",
}

# --- What a fighter had seen when the condition was asked (RP16) ----------------------------------

CONDITIONS = {
    Condition.REACHED: ("who has not reached {enemy}", "who has reached {enemy}"),
    Condition.REACHED_ANY: ("who has reached no enemy", "who has reached an enemy"),
    Condition.DOWN: ("who does not see {enemy} down", "who sees {enemy} down"),
    Condition.WOUNDED: ("who has fewer than {wounds}", "who has at least {wounds}"),
    Condition.HINDERED: ("who is neither entrapped nor prone", "who is entrapped or prone"),
    Condition.ALLY_DOWN: ("who sees no ally down", "who sees an ally down"),
    Condition.MOVED: ("who has not seen {enemy} move", "who has seen {enemy} move"),
    Condition.ATTACKED: ("who was not attacked", "who was attacked"),
    Condition.NEAR: ("who has no enemy within {feet}", "who has an enemy within {feet}"),
    Condition.USED_WEAPON: (
        "who has not seen {enemy} use a weapon",
        "who has seen {enemy} use a weapon",
    ),
}
"""Where it fails, where it holds."""

# --- Saving throws (RP2) --------------------------------------------------------------------------

SAVES: dict[int, tuple[str, str, Rows]] = {
    Save.CONCENTRATION: (
        "{actor} loses concentration",
        "{actor} keeps concentration",
        ("P28", "P29", "RP3"),
    ),
    Save.CRASH: ("{actor} is stopped short", "{actor} keeps going", ("P83", "P84")),
    Save.BLAST: ("{actor} is caught in it", "{actor} gets clear of it", ("RP23",)),
    Save.FEAR: ("{actor} gives way to it", "{actor} stands firm", ("RP22", "RP23")),
    Save.BIND: ("{actor} does not get loose", "{actor} gets loose", ("RP23", "RP47")),
    Save.POISON: (
        "the poison takes hold of {actor}",
        "{actor} withstands the poison",
        ("P123", "RP21"),
    ),
}
"""Failed, made."""
BIND_SAVES = ("{actor} is bound", "{actor} does not let it take hold")
"""The same when the Bind is released."""

# --- What takes hold, and what is done at a phase's end -------------------------------------------

SIMPLE: dict[int, tuple[str, Rows]] = {
    Event.DAZED: ("is Dazed for the next {actions}", ("P89", "P103", "RP46")),
    Event.TERROR: ("is in Terror for the next {actions}", ("P90", "RP22", "RP46")),
    Event.POISONED: ("is poisoned, to be Dazed for {actions}", ("P123", "RP21")),
    Event.PRONE: ("falls Prone", ("RP10",)),
    Event.STOOD_UP: ("stands up", ("RP10",)),
    Event.PREPARED: ("has {spell} Prepared", ("P74",)),
    Event.DISRUPTED: ("loses hold of the spell", ("P29", "RP37")),
    Event.RELOADED: ("reloads the {weapon}", ("P78", "P79", "P124")),
    Event.SWAPPED: ("takes up the {weapon}", ("P78", "RP38")),
    Event.SET_DOWN: ("sets {target} down", ("P81", "RP42")),
    Event.OPPORTUNITY: ("has an opening against {target}", ("P24",)),
    Event.BLOCKED: ("blocks an attack on {target}", ("P70",)),
    Event.TAKEN: ("takes a blow meant for {target}", ("P71", "P81")),
    Event.LET_THROUGH: ("lets an attack on {target} through", ("P71",)),
    Event.HIT: ("hits {target}", ("P34",)),
    Event.CRITICAL: ("hits {target} critically", ("P36",)),
    Event.MISS: ("misses {target}", ("P34",)),
}
"""Those that stand alone, without the subject; blows only where the log is cut off."""
SHARED: dict[int, tuple[str, str, Rows]] = {
    Event.AIMED: ("takes aim", "take aim", ("P66",)),
    Event.REVEALED: ("is hidden no longer", "are hidden no longer", ("P59", "RP36")),
}
"""Those that several do in one sentence."""
HIDING = ("tries to stay unseen", "try to stay unseen", ("P53", "P55", "RP4"))
LURKING = ("lies in hiding", "lie in hiding", ("RP4", "RP36", "RP48"))
"""Stealth rolls: of a phase, and before the first round."""
ENDINGS = {
    Ending.NONE: "The battle is over",
    Ending.BOTH_SIDES_DOWN: "Nobody is left standing: the battle is a draw",
    Ending.SIDE_DOWN: "{winner} wins: none of the other side is able to act",
    Ending.WARD_DOWN: "{winner} wins: the other side's ward is down",
    Ending.ROUND_LIMIT: "The rounds are over: the battle is a draw",
    Ending.QUIET: "Nobody has been wounded for many rounds: the battle is a draw",
}
BOTH_WARDS_DOWN = "Neither side has kept its ward: the battle is a draw"

# --- Helpers --------------------------------------------------------------------------------------


def listed(things: list[str]) -> str:
    """Several things as one: `a, b and c`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def count(number: int, noun: str) -> str:
    """So many of something: `one Wound`, `two Wounds`, `no Wounds`."""
    word = COUNTS[number] if 0 <= number < len(COUNTS) else str(number)
    return f"{word} {noun}" if number == 1 else f"{word} {noun}s"


def feet(squares: int) -> str:
    """A distance: `15 feet`."""
    return f"{squares * SQUARE_FEET} feet"


def a(noun: str) -> str:
    """A noun with its indefinite article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def compass(direction: int) -> str:
    """A direction by its number, or nothing of use."""
    return COMPASS[direction] if 0 <= direction < len(COMPASS) else "on"


assert set(BLOWS) == set(WEAPON_NAMES), "every weapon has its blow"
