"""Names of fighters, of what they bear and of what they do, and the rows of each action."""

from __future__ import annotations

import numpy as np

from ...core.text.narration import full_names, held_in_words, in_words, names_of_cast, the
from ..enums import Act, Condition, Defence, Ending, Level
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

ACT_TITLES = {
    Act.NONE: "action",
    Act.NONLETHAL: "Nonlethal Attack",
    Act.QUICK: "Quick Attack",
    Act.REBUFF: "Rebuff",
    Act.STANDARD: "Standard Attack",
    Act.STRONG: "Strong Attack",
    Act.FIRE_BOLT: "Fire Bolt",
    Act.FORCE_SHIELD: "Force Shield",
    Act.HEAL: "Heal",
    Act.DEFEND: "Defend",
    Act.HARRY: "Harry",
    Act.READY: "Ready an Action",
    Act.RETRIEVE: "Retrieve",
    Act.STOW: "Stow",
    Act.POSTURE: "Change Posture",
    Act.OPENING: "Create an Opening",
    Act.ENTER: "Enter Occupied Space",
    Act.ESCAPE: "Escape",
    Act.MOUNT: "Mount",
    Act.DISMOUNT: "Dismount",
    Act.DASH: "Dash",
    Act.CLING: "Cling",
    Act.DRAG: "Drag",
    Act.GRAPPLE: "Grapple",
    Act.INTERPOSE: "Interpose",
    Act.PIN: "Pin",
    Act.END_EFFECT: "End a Magical Effect",
    Act.DISARM: "Disarm",
    Act.DISTRACT: "Distract",
    Act.SHOVE: "Shove",
    Act.TRIP: "Trip",
    Act.SEIZE: "Seize Initiative",
    Act.STABILIZE: "Stabilize",
    Act.TREAT_CONDITION: "Treat Condition",
    Act.TREAT_WOUND: "Treat Wound",
    Act.DOOR: "Use an Object (door)",
    Act.POTION: "Use an Object (potion)",
    Act.CHARM: "Use an Object (magical item)",
    Act.RELOAD: "Reload",
    Act.PICK_UP: "Pick Up",
    Act.SURFACE: "Surface",
    Act.CALM: "Regain Control",
    Act.JUMP: "Jump",
    Act.WAY: "Movement",
}
"""The actions by the names of the book."""
ACT_ROWS = {
    Act.NONE: ("W114",),
    Act.NONLETHAL: ("W72",),
    Act.QUICK: ("W73",),
    Act.REBUFF: ("W74", "RW8"),
    Act.STANDARD: ("W75",),
    Act.STRONG: ("W76",),
    Act.FIRE_BOLT: ("W77", "RW19"),
    Act.FORCE_SHIELD: ("W77", "RW19"),
    Act.HEAL: ("W77", "RW19"),
    Act.DEFEND: ("W78",),
    Act.HARRY: ("W79", "RW29"),
    Act.READY: ("W80", "RW26"),
    Act.RETRIEVE: ("W81",),
    Act.STOW: ("W81",),
    Act.POSTURE: ("W82",),
    Act.OPENING: ("W83",),
    Act.ENTER: ("W84",),
    Act.ESCAPE: ("W85", "RW34"),
    Act.MOUNT: ("W86",),
    Act.DISMOUNT: ("W86",),
    Act.DASH: ("W87",),
    Act.CLING: ("W89",),
    Act.DRAG: ("W90",),
    Act.GRAPPLE: ("W88",),
    Act.INTERPOSE: ("W91",),
    Act.PIN: ("W92",),
    Act.END_EFFECT: ("W93",),
    Act.DISARM: ("W94",),
    Act.DISTRACT: ("W94", "W95"),
    Act.SHOVE: ("W94", "W96"),
    Act.TRIP: ("W94", "W97"),
    Act.SEIZE: ("W98",),
    Act.STABILIZE: ("W99",),
    Act.TREAT_CONDITION: ("W100",),
    Act.TREAT_WOUND: ("W101",),
    Act.DOOR: ("W102",),
    Act.POTION: ("W102",),
    Act.CHARM: ("W110",),
    Act.RELOAD: ("RW7",),
    Act.PICK_UP: ("H29",),
    Act.SURFACE: ("W105",),
    Act.CALM: ("W106",),
    Act.JUMP: ("W69",),
    Act.WAY: ("W65", "W66"),
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
