"""Names of fighters, of what they bear and of what they do, and the rows of each action."""

from __future__ import annotations

import numpy as np

from ...core.text.narration import full_names, held_in_words, in_words, names_of_cast, the
from ..enums import Condition, Deed, Defence, Ending, Level
from ..rules.common_actions.items import weapon_in
from ..state import HANDS
from ..tables import ARMOUR_NAMES, CAST, EFFECT_NAMES, ITEM_NAMES, NONE, RACE_NATURAL, UNARMED

ENDINGS = {
    Ending.BOTH_SIDES_DOWN: "Nobody is able to act: the battle is a draw",
    Ending.SIDE_DOWN: "{winner} wins: every opponent is out of action",
    Ending.ROUND_LIMIT: "The rounds are over: the battle is a draw",
}
HAND_NAMES = ("main hand", "off hand")
NATURAL_NAMES = {"unarmed": "bare hand", "bite": "teeth", "slam": "bulk"}
"""The body part of a natural weapon whose name is that of its blow."""

DEED_TITLES = {
    Deed.NONE: "action",
    Deed.NONLETHAL: "Nonlethal Attack",
    Deed.QUICK: "Quick Attack",
    Deed.REBUFF: "Rebuff",
    Deed.STANDARD: "Standard Attack",
    Deed.STRONG: "Strong Attack",
    Deed.FIRE_BOLT: "Fire Bolt",
    Deed.FORCE_SHIELD: "Force Shield",
    Deed.HEAL: "Heal",
    Deed.DEFEND: "Defend",
    Deed.HARRY: "Harry",
    Deed.READY: "Ready an Action",
    Deed.RETRIEVE: "Retrieve",
    Deed.STOW: "Stow",
    Deed.POSTURE: "Change Posture",
    Deed.OPENING: "Create an Opening",
    Deed.ENTER: "Enter Occupied Space",
    Deed.ESCAPE: "Escape",
    Deed.MOUNT: "Mount",
    Deed.DISMOUNT: "Dismount",
    Deed.DASH: "Dash",
    Deed.CLING: "Cling",
    Deed.DRAG: "Drag",
    Deed.GRAPPLE: "Grapple",
    Deed.INTERPOSE: "Interpose",
    Deed.PIN: "Pin",
    Deed.END_EFFECT: "End a Magical Effect",
    Deed.DISARM: "Disarm",
    Deed.DISTRACT: "Distract",
    Deed.SHOVE: "Shove",
    Deed.TRIP: "Trip",
    Deed.SEIZE: "Seize Initiative",
    Deed.STABILIZE: "Stabilize",
    Deed.TREAT_CONDITION: "Treat Condition",
    Deed.TREAT_WOUND: "Treat Wound",
    Deed.DOOR: "Use an Object (door)",
    Deed.POTION: "Use an Object (potion)",
    Deed.CHARM: "Use an Object (magical item)",
    Deed.RELOAD: "Reload",
    Deed.PICK_UP: "Pick Up",
    Deed.SURFACE: "Surface",
    Deed.CALM: "Regain Control",
    Deed.JUMP: "Jump",
    Deed.WAY: "Movement",
}
"""The actions by the names of the book."""
DEED_ROWS = {
    Deed.NONE: ("W114",),
    Deed.NONLETHAL: ("W72",),
    Deed.QUICK: ("W73",),
    Deed.REBUFF: ("W74", "RW8"),
    Deed.STANDARD: ("W75",),
    Deed.STRONG: ("W76",),
    Deed.FIRE_BOLT: ("W77", "RW19"),
    Deed.FORCE_SHIELD: ("W77", "RW19"),
    Deed.HEAL: ("W77", "RW19"),
    Deed.DEFEND: ("W78",),
    Deed.HARRY: ("W79", "RW29"),
    Deed.READY: ("W80", "RW26"),
    Deed.RETRIEVE: ("W81",),
    Deed.STOW: ("W81",),
    Deed.POSTURE: ("W82",),
    Deed.OPENING: ("W83",),
    Deed.ENTER: ("W84",),
    Deed.ESCAPE: ("W85", "RW34"),
    Deed.MOUNT: ("W86",),
    Deed.DISMOUNT: ("W86",),
    Deed.DASH: ("W87",),
    Deed.CLING: ("W89",),
    Deed.DRAG: ("W90",),
    Deed.GRAPPLE: ("W88",),
    Deed.INTERPOSE: ("W91",),
    Deed.PIN: ("W92",),
    Deed.END_EFFECT: ("W93",),
    Deed.DISARM: ("W94",),
    Deed.DISTRACT: ("W94", "W95"),
    Deed.SHOVE: ("W94", "W96"),
    Deed.TRIP: ("W94", "W97"),
    Deed.SEIZE: ("W98",),
    Deed.STABILIZE: ("W99",),
    Deed.TREAT_CONDITION: ("W100",),
    Deed.TREAT_WOUND: ("W101",),
    Deed.DOOR: ("W102",),
    Deed.POTION: ("W102",),
    Deed.CHARM: ("W110",),
    Deed.RELOAD: ("RW7",),
    Deed.PICK_UP: ("H29",),
    Deed.SURFACE: ("W105",),
    Deed.CALM: ("W106",),
    Deed.JUMP: ("W69",),
    Deed.WAY: ("W65", "W66"),
}
"""The rows of each action."""
DEFENCE_TITLES = {one: f"{one.name.capitalize()} Defense" for one in Defence}
CONDITION_NOUNS = {
    Condition.BLEEDING: "bleeding",
    Condition.BURNING: "burning",
    Condition.HOBBLED: "hobbling",
    Condition.POISONED: "poison",
}


def item_name(item: int) -> str:
    """A weapon, shield or tool in words; the bare hand and none have names too."""
    if item == NONE:
        return "nothing"
    name = ITEM_NAMES[item]
    return NATURAL_NAMES.get(name, in_words(name))


def the_item(item: int) -> str:
    """`the sword`; nothing where there is none."""
    return the(item_name(item))


def weapon_name(fighter: np.record, slot: int) -> str:
    """The weapon of a slot, told apart from the like in the other hand."""
    item = int(weapon_in(fighter, slot))
    is_double = slot < HANDS and item != NONE and item == fighter.held[1 - slot]
    return f"{item_name(item)} in the {HAND_NAMES[slot]}" if is_double else item_name(item)


def armour_name(fighter: np.record) -> str:
    """The armour worn: `medium armour`, `no armour`."""
    name = ARMOUR_NAMES[fighter.armour]
    return "no armour" if name == "none" else f"{name} armour"


def held_name(fighter: np.record) -> str:
    """All that a fighter holds: `sword and shield`, `two daggers`, `bare hands`."""
    items = [int(item) for item in fighter.held if item != NONE]
    first = int(RACE_NATURAL[fighter.race, 0])
    bare = "bare hands" if first == UNARMED else item_name(first)
    return held_in_words([item_name(item) for item in items], bare)


def effect_name(fighter: np.record, effect: int) -> str:
    """An effect of somebody's magical item: `skin of bark`."""
    name = EFFECT_NAMES[fighter.charm][effect] if fighter.charm != NONE else ""
    return name or f"effect {effect + 1}"


def level_name(level: int) -> str:
    """A wound level: `severe`."""
    return Level(level).name.lower()


CALLED = names_of_cast(CAST)
"""Names of the entries of the cast."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)
