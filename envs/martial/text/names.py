"""Names of fighters, body parts and items: for `describe`, `text` and `scene`."""

from __future__ import annotations

import numpy as np

from ...core.text.narration import full_names, held_in_words, in_words, names_of_cast, the
from ..enums import Ending
from ..state import HANDS
from ..tables import (
    ARMOUR_NAMES,
    BODY_NATURAL,
    BODY_NUM_PARTS,
    BODY_PART,
    CAST,
    ITEM_NAMES,
    NONE,
    PART_NAMES,
    UNARMED,
)

ENDINGS = {
    Ending.BOTH_SIDES_DOWN: "Nobody is left standing: the battle is a draw",
    Ending.SIDE_DOWN: "{winner} wins: every opponent is unconscious or dead",
    Ending.ROUND_LIMIT: "The rounds are over: the battle is a draw",
}
HAND_NAMES = ("main hand", "off hand")
TIMES = ("never", "once", "twice", "three times", "four times", "five times", "six times")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
OF_TWO = ("left", "right")

NATURAL_NAMES = {
    "unarmed": "bare hand",
    "bite": "teeth",
    "claw": "claws",
    "talon": "talons",
    "hoof": "hooves",
    "gore": "horns",
    "tail_slap": "tail",
    "wing_buffet": "wings",
}
"""The natural weapon, where its item has the name of the blow."""


def item_name(item: int) -> str:
    """A weapon or shield in words; the bare hand and none have names too."""
    if item == NONE:
        return "nothing"
    name = ITEM_NAMES[item]
    return NATURAL_NAMES.get(name, in_words(name))


def the_item(item: int) -> str:
    """`the sword`; nothing where there is none."""
    return the(item_name(item))


def weapon_of(fighter: np.record, slot: int) -> int:
    """The item of a weapon slot: the item in a hand, or a natural weapon."""
    if slot < HANDS:
        return int(fighter.held[slot])
    return int(BODY_NATURAL[fighter.body, slot - HANDS])


def weapon_name(fighter: np.record, slot: int) -> str:
    """The weapon of a slot, told apart from an equal one in the other hand."""
    item = weapon_of(fighter, slot)
    is_double = slot < HANDS and item != NONE and item == fighter.held[1 - slot]
    return f"{item_name(item)} in the {HAND_NAMES[slot]}" if is_double else item_name(item)


def armour_name(fighter: np.record) -> str:
    """The armour worn: `medium armour`, `no armour`."""
    name = ARMOUR_NAMES[fighter.armour]
    return "no armour" if name == "none" else f"{name} armour"


def held_name(fighter: np.record) -> str:
    """Both items in the hands: `sword and shield`, `two daggers`, `bare hands`."""
    items = [int(item) for item in fighter.held if item != NONE]
    first = int(BODY_NATURAL[fighter.body, 0])
    bare = "bare hands" if first == UNARMED else item_name(first)
    return held_in_words([item_name(item) for item in items], bare)


def part_name(body: int, part: int) -> str:
    """A part by its number in the body: `nose`, `left arm`, `third leg`, `right head`."""
    if not 0 <= part < BODY_NUM_PARTS[body]:
        return "missing part"
    kind = int(BODY_PART[body, part])
    alike = [other for other in range(BODY_NUM_PARTS[body]) if BODY_PART[body, other] == kind]
    name, place = PART_NAMES[kind], alike.index(part)
    if len(alike) == 1:
        return name
    return f"{OF_TWO[place] if len(alike) == 2 else ORDINALS[place]} {name}"


CALLED = names_of_cast(CAST)
"""The spoken names of the cast."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)
