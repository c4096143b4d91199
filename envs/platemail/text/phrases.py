"""The wording of the fight report as data: movement, failed orders, blows, conditions, saves."""

from __future__ import annotations

from ...core.text.narration import Rows
from ..enums import Act, Condition, Event, Failure, Save, Verb

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
"""The attack of each weapon, by the weapon's name in the data file."""

MANNERS: dict[int, str] = {
    Act.CHARGE: "makes the attack of the Charge",
    Act.FULL_ATTACK: "makes a Full Attack",
    Act.COUNTER: "Counters",
    Act.RANGED_ATTACK: "makes a Ranged Attack",
    Act.RAPID_FIRE: "uses Rapid Fire",
    Act.TERROR: "turns at bay in Terror",
    Act.RELEASE_SPELL: "releases a spell",
}
"""The verbs that announce attacks."""
IN_REACH: dict[int, str] = {
    Act.CHARGE: "Charges",
    Act.FULL_ATTACK: "makes a Full Attack",
    Act.COUNTER: "Counters",
    Act.TERROR: "stands at bay in Terror",
}
"""Melee orders that have no effect without a target within reach; the reason follows."""
LOSSES: dict[int, tuple[str, str]] = {
    **{act: (text, text) for act, text in IN_REACH.items()},
    Act.RANGED_ATTACK: ("has no shot", "has no shot at {whom}"),
    Act.RAPID_FIRE: ("has no shot", "has no shot at {whom}"),
    Act.AIM: ("cannot Aim", "cannot Aim"),
    Act.PREPARE_SPELL: ("cannot prepare that spell", "cannot prepare that spell"),
    Act.RELEASE_SPELL: ("cannot release a spell", "cannot release a spell on {whom}"),
    Act.STABILIZE: ("Stabilizes nobody", "Stabilizes nobody"),
    Act.RESCUE: ("gets to nobody to Rescue", "does not get to {whom} to Rescue"),
    Act.GUARD: ("has nobody to Guard", "cannot Guard {whom}"),
    Act.FOCUS_SPELL: ("has no spell to keep up", "has no spell to keep up"),
}
"""An order, or its only attack, that failed (RP31): without a target, with one."""
REASONS: dict[int, str] = {
    Failure.NONE: "nobody is within reach",
    Failure.NO_TARGET: "nobody who fits the order is in sight",
    Failure.NO_ENEMY: "{target} is no enemy",
    Failure.TARGET_DEAD: "{target} is dead",
    Failure.UNAWARE: "it is Unaware of {target}",
    Failure.OUT_OF_SIGHT: "{target} is out of sight",
    Failure.OUT_OF_REACH: "{target} is {feet} away, out of reach",
    Failure.OUT_OF_RANGE: "{target} is {feet} away, out of range",
    Failure.NO_MISSILE: "no weapon to shoot or throw is in hand",
    Failure.NOT_LOADED: "the crossbow is not loaded",
    Failure.NEEDS_RELOAD: "a weapon that needs a Reload cannot be used for it",
    Failure.ALREADY_LOADED: "the crossbow is loaded",
    Failure.NO_RELOAD: "no crossbow is in hand",
    Failure.NO_OTHER_SET: "it carries no other set",
    Failure.ARM_LOST: "an arm is lost",
    Failure.NOT_PRONE: "it is not Prone",
    Failure.LEG_LOST: "a leg is lost",
    Failure.NO_SPELL: "none is Prepared",
    Failure.NO_FREE_HAND: "no hand is free",
    Failure.SPELL_UNKNOWN: "it does not know the spell",
    Failure.NO_MEND_LEFT: "no Mend is left",
    Failure.TARGET_DOWN: "{target} is not able to act",
    Failure.WRONG_SIDE: "the Prepared spell is not for {target}",
    Failure.NOT_ENTRAPPED: "nobody is Entrapped there",
    Failure.NOT_DYING: "nobody adjacent who fits the order is dying",
    Failure.NO_DOOR: "no adjacent door is to be worked so",
    Failure.DOORWAY_TAKEN: "somebody is in the doorway",
    Failure.NO_PLACE: "the place beside {target} is out of sight or of range",
}
"""Why an order, or an attack of it, fails; after `but` or a colon."""
NOBODY_FITS: dict[int, str] = {
    **dict.fromkeys(
        (Act.FULL_ATTACK, Act.COUNTER, Act.TERROR), "nobody who fits the order is within reach"
    ),
    **dict.fromkeys(
        (Act.RANGED_ATTACK, Act.RAPID_FIRE, Act.RELEASE_SPELL),
        "nobody who fits the order is in sight and in range",
    ),
    Act.QUICK_ITEM: "nobody who fits the order is within reach",
}
"""The same where nobody fits the order, by the action."""

# --- Movement and stances -------------------------------------------------------------------------

WAYS: dict[int, str] = {
    Verb.FALL_BACK: "Falls Back {feet}",
    Verb.MOVE_TO_COVER: "moves {feet} towards cover",
    Verb.SPRINT_TO_COVER: "Sprints {feet} towards cover",
    Verb.SKULK_TO_COVER: "Skulks {feet} towards cover",
    Verb.MOVE_STRAIGHT: "moves {feet} {direction}",
    Verb.MOVE_TO: "moves {feet} {to}",
    Verb.MOVE_TO_REACH: "moves {feet} {to}",
    Verb.MOVE_AWAY: "moves {feet} away from {target}",
    Verb.SPRINT_TO: "Sprints {feet} {to}",
    Verb.SPRINT_AWAY: "Sprints {feet} away from {target}",
    Verb.SKULK_TO: "Skulks {feet} {to}",
    Verb.CHARGE: "Charges {feet} at {target}",
    Verb.CHARGE_TO_REACH: "Charges {feet} at {target}",
    Verb.MOVE_NEXT_TO: "moves {feet} {to}",
    Verb.SPRINT_NEXT_TO: "Sprints {feet} {to}",
    Verb.GUARD: "moves {feet} to Guard {target}",
    Verb.GUARD_ONCE: "moves {feet} to Guard {target} against the first attack",
    Verb.RESCUE: "moves {feet} to Rescue {target}",
    Verb.MOVE_STEPS: "moves {feet}",
    Verb.SPRINT_STEPS: "Sprints {feet}",
    Verb.SKULK_STEPS: "Skulks {feet}",
    Verb.FALL_BACK_STEPS: "Falls Back {feet}",
    Verb.CARRY: "moves {feet} to Rescue {target}",
    Verb.RESCUE_ENEMY: "moves {feet} to Rescue {target}",
}
"""By verb; movement by any other order is a move."""
FLIGHT = "flees {feet} in Terror"
HAUL = "carries {target} {feet}"
ASTRAY = "moves {feet}"

STAYS: dict[int, str] = {
    Verb.FALL_BACK: "has nowhere to Fall Back to",
    Verb.MOVE_TO_COVER: "stays, for there is no better cover",
    Verb.SPRINT_TO_COVER: "stays, for there is no better cover",
    Verb.SKULK_TO_COVER: "Skulks in place",
    Verb.SKULK_STILL: "Skulks in place",
    Verb.SKULK_KEEP: "keeps still, trusting to the last Stealth roll",
    Verb.MOVE_TO: "{stays}",
    Verb.MOVE_TO_REACH: "{stays}",
    Verb.SPRINT_TO: "{stays}",
    Verb.SKULK_TO: "{stays}",
    Verb.MOVE_NEXT_TO: "{stays}",
    Verb.SPRINT_NEXT_TO: "{stays}",
    Verb.MOVE_AWAY: "has no way to get away from {target}",
    Verb.SPRINT_AWAY: "has no way to get away from {target}",
    Verb.MOVE_STRAIGHT: "cannot move {direction} and stays",
    Verb.STAND_UP: "does not get up",
    Verb.GUARD: "Guards {target}",
    Verb.GUARD_ONCE: "Guards {target} against the first attack",
    Verb.RESCUE: "does not get to {target} to Rescue",
    Verb.FOCUS: "keeps up the spell",
    Verb.PREPARE: "begins to prepare {spell}",
    Verb.RELOAD: "cannot reload",
    Verb.SWAP: "has nothing else to take up",
    Verb.CUT_FREE: "does not get free",
    Verb.DOOR: "cannot use the door",
    Verb.FREE: "cannot cut {target} free",
    Verb.RELEASE: "has no spell to release",
    Verb.MEND: "has no Mend to release",
    Verb.MEND_SELF: "has no Mend to release",
    Verb.STABILIZE: "has nobody dying within reach",
    Verb.MOVE_STEPS: "does not move and stays",
    Verb.SPRINT_STEPS: "does not Sprint and stays",
    Verb.SKULK_STEPS: "Skulks in place",
    Verb.FALL_BACK_STEPS: "does not Fall Back and stays",
    Verb.OPEN_DOOR: "opens no door",
    Verb.CLOSE_DOOR: "closes no door",
    Verb.RELEASE_BESIDE: "has no spell to release",
    Verb.STABILIZE_ENEMY: "has nobody dying within reach",
    Verb.MEND_ENEMY: "has no Mend to release",
    Verb.RESCUE_ENEMY: "does not get to {target} to Rescue",
    Verb.CARRY: "does not get to {target} to Rescue",
}
"""Orders that nothing else in the log tells: carried out without moving, or without effect."""
MOVEMENTS = (Act.MOVE, Act.SPRINT, Act.FALL_BACK, Act.SKULK, Act.CHARGE, Act.RESCUE, Act.TERROR)
"""Acts whose movement an Entrapped fighter loses (RP47)."""
LASTING = (
    *(Verb.STAND_UP, Verb.RELOAD, Verb.SWAP, Verb.CUT_FREE, Verb.FREE),
    *(Verb.DOOR, Verb.OPEN_DOOR, Verb.CLOSE_DOOR),
)
"""Orders that take effect at the phase's end, for those who are still able to act."""
REPLACED: dict[int, str] = {
    Act.DAZED: "is Dazed and loses the action",
    Act.CARRIED: "is being carried and loses the action",
    Act.TERROR: "cowers in Terror",
}
NOBODY_MEANT: dict[int, str] = {
    Act.MOVE: "finds nobody to move to and stays",
    Act.SPRINT: "finds nobody to Sprint to and stays",
    Act.SKULK: "finds nobody to Skulk to and stays",
    Act.GUARD: "has nobody to Guard",
    Act.RESCUE: "finds nobody to Rescue",
    Act.STABILIZE: "finds nobody to Stabilize",
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
"""The words for a condition that fails, and for one that holds."""

# --- Saving throws (RP2) --------------------------------------------------------------------------

SAVES: dict[int, tuple[str, str, Rows]] = {
    Save.CONCENTRATION: ("loses concentration", "keeps concentration", ("P28", "P29", "RP3")),
    Save.CRASH: ("stops early", "keeps going", ("P83", "P84")),
    Save.BLAST: ("is caught in it", "gets clear of it", ("RP23",)),
    Save.FEAR: ("gives way to it", "stands firm", ("RP22", "RP23")),
    Save.BIND: ("does not get loose", "gets loose", ("RP23", "RP47")),
    Save.POISON: ("is poisoned", "withstands the poison", ("P123", "RP21")),
}
"""The words for a failed save, and for one that succeeds."""
BIND_SAVES = ("is bound", "does not let it take hold")
"""The same when the Bind is released."""
SHARED: dict[int, tuple[str, str, Rows]] = {
    Event.AIMED: ("takes Aim", "take Aim", ("P66",)),
    Event.REVEALED: ("is hidden no longer", "are hidden no longer", ("P59", "RP36")),
}
"""Sentences that several fighters share: for one, for several."""
