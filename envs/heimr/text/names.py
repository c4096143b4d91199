"""Names of fighters, places, things and deeds: for words, narrate and scene."""

from __future__ import annotations

import numpy as np

from ...core.text.narration import full_names, held_in_words, in_words, names_of_cast, the
from ...core.text.narration import short_names as names_in_short
from ..enums import Ability, BodyPart, Deed, Defence, Direction, Effect, Guarded, Skill, Trigger
from ..rules.grid import column_of, row_of
from ..tables import ARMOUR_NAMES, CAST, ITEM_NAMES, NONE

DEED_TITLES = {
    Deed.NONE: "nothing",
    Deed.WEAPON_ATTACK: "Weapon attack",
    Deed.BRAWL_HIT: "Brawl attack",
    Deed.BRAWL_BIND: "Brawl attack to bind",
    Deed.SHIELD_BASH: "Shield Bash",
    Deed.SHOVING_STRIKE: "Shoving Strike",
    Deed.BREAK_BARRIER: "Breaking Strike at a barrier",
    Deed.CHARGE: "Charge",
    Deed.GUARD: "Guard",
    Deed.MOVE: "Move",
    Deed.LEAVE_CLUSTER: "Move out of the cluster",
    Deed.RUN: "Run",
    Deed.CLIMB: "Climb",
    Deed.JUMP_DOWN: "Jump down",
    Deed.DROP_PRONE: "Drop prone",
    Deed.STAND_UP: "Stand up",
    Deed.CRAWL: "Crawl",
    Deed.HIDE: "Hide",
    Deed.DODGE: "Dodge",
    Deed.DRAW: "Draw",
    Deed.PUT_AWAY: "Put away",
    Deed.DROP_ITEM: "Drop item",
    Deed.GET_ITEM: "Get an item",
    Deed.CONCEAL_ITEM: "Conceal an item",
    Deed.SWAP: "Swap",
    Deed.BREATHER: "Breather",
    Deed.BREATHER_LATER: "Breather without haste",
    Deed.LOOK: "Observation of a place",
    Deed.FRISK: "Observation of what is carried",
    Deed.SIZE_UP: "Insight",
    Deed.SPEAK: "Speak",
    Deed.READY: "Ready",
    Deed.LET_GO: "Let go",
    Deed.POWER: "power of the race",
    Deed.SURGERY: "Battlefield Surgery",
    Deed.CARRY: "Forced movement",
    Deed.OPEN: "Open",
    Deed.HOLD_ON: "holding on",
}
"""The combat actions by the names of the book."""
DEED_ROWS = {
    Deed.NONE: ("H80",),
    Deed.WEAPON_ATTACK: ("H84",),
    Deed.BRAWL_HIT: ("H86", "H108"),
    Deed.BRAWL_BIND: ("H86", "H108"),
    Deed.SHIELD_BASH: ("H85", "RH6"),
    Deed.SHOVING_STRIKE: ("H85", "RH6"),
    Deed.BREAK_BARRIER: ("H150", "RH16"),
    Deed.CHARGE: ("H87",),
    Deed.GUARD: ("H88", "RH25"),
    Deed.MOVE: ("H89",),
    Deed.LEAVE_CLUSTER: ("H52", "H89"),
    Deed.RUN: ("H90",),
    Deed.CLIMB: ("H91",),
    Deed.JUMP_DOWN: ("H92",),
    Deed.DROP_PRONE: ("H93",),
    Deed.STAND_UP: ("RH41",),
    Deed.CRAWL: ("H94",),
    Deed.HIDE: ("H95",),
    Deed.DODGE: ("H96", "RH60"),
    Deed.DRAW: ("H97",),
    Deed.PUT_AWAY: ("H98",),
    Deed.DROP_ITEM: ("H99",),
    Deed.GET_ITEM: ("H100",),
    Deed.CONCEAL_ITEM: ("H101",),
    Deed.SWAP: ("H102",),
    Deed.BREATHER: ("H103",),
    Deed.BREATHER_LATER: ("H82", "H103"),
    Deed.LOOK: ("H104",),
    Deed.FRISK: ("H104",),
    Deed.SIZE_UP: ("H104", "RH51"),
    Deed.SPEAK: ("H105",),
    Deed.READY: ("H46", "RH36"),
    Deed.LET_GO: ("H112",),
    Deed.POWER: ("RH62",),
    Deed.SURGERY: ("RH58",),
    Deed.CARRY: ("H146", "RH57"),
    Deed.OPEN: ("H174",),
    Deed.HOLD_ON: ("H152", "RH30"),
}
"""The rows of each action."""
PART_WORDS = {
    BodyPart.TORSO: "torso",
    BodyPart.SWORD_ARM: "sword arm",
    BodyPart.OTHER_ARM: "other arm",
    BodyPart.RIGHT_LEG: "right leg",
    BodyPart.LEFT_LEG: "left leg",
    BodyPart.HANDS: "hands",
    BodyPart.FEET: "feet",
}
DEFENCE_NOUNS = {
    Defence.NONE: "no defence",
    Defence.DODGE: "dodge",
    Defence.BLOCK: "block",
    Defence.PARRY: "parry",
}
EFFECT_TITLES = {effect: effect.name.capitalize() for effect in Effect}
ABILITY_TITLES = {one: in_words(one.name.lower()).capitalize() for one in Ability}
SKILL_TITLES = {skill: in_words(skill.name.lower()).title() for skill in Skill}
TRIGGER_WORDS = {
    Trigger.NONE: "nothing",
    Trigger.ENTERS: "{who} enters the square",
    Trigger.LEAVES: "{who} leaves the square",
    Trigger.ATTACKS_ME: "{who} attacks",
    Trigger.ATTACKS_ALLY: "an opponent attacks {who}",
    Trigger.INTENDS: "{who} is about to attack",
    Trigger.SHOOTS: "{who} shoots",
}
"""What a readied action waits for, as the end of a sentence (RH37)."""
GUARDED_WORDS = {
    Guarded.NOTHING: "nothing",
    Guarded.ALLY: "an ally",
    Guarded.BORDER: "a border",
    Guarded.ITEMS: "what lies here",
}
HAND_WORDS = ("sword hand", "off-hand")
COLUMNS = "ABCDE"


def direction_name(direction: int) -> str:
    """A border of a location: `north`."""
    return Direction(direction).name.lower()


def place_name(location: int) -> str:
    """A location by column and row, `B2`, from the north-west corner on (H5)."""
    if location < 0:
        return "nowhere"
    return f"{COLUMNS[int(column_of(location))]}{int(row_of(location)) + 1}"


def a(name: str) -> str:
    """A thing with its indefinite article: `an ogre`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def item_name(item: int) -> str:
    """A weapon, shield or tool in words: `medium weapon`, `tower shield`; none has a name too."""
    if item == NONE:
        return "nothing"
    name = in_words(ITEM_NAMES[item])
    is_size = name.rpartition(" ")[2] in ("light", "medium", "great", "throwing")
    return f"{name} weapon" if is_size else name


def the_item(item: int) -> str:
    """`the bow`; nothing where there is none."""
    return the(item_name(item))


def armour_name(fighter: np.record) -> str:
    """What is worn: `heavy armour`, `no armour`."""
    name = ARMOUR_NAMES[fighter.armour]
    return "no armour" if name == "none" else f"{in_words(name)} armour"


def held_name(fighter: np.record) -> str:
    """All that a fighter holds: `medium weapon and buckler`, `two light weapons`, `bare hands`."""
    return held_in_words([item_name(int(one)) for one in fighter.held if one != NONE], "bare hands")


def weapon_name(fighter: np.record, hand: int) -> str:
    """What a hand holds, told apart from the like in the other hand."""
    item = int(fighter.held[hand]) if hand >= 0 else NONE
    if item == NONE:
        return "bare hands"
    is_double = item == fighter.held[1 - hand]
    return f"{item_name(item)} in the {HAND_WORDS[hand]}" if is_double else item_name(item)


CALLED = names_of_cast(CAST)
"""What the entries of the cast are called."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)


def short_names(battle: np.record) -> list[str]:
    """What a report calls a fighter already named: `the archer`, in a duel `Red`."""
    return names_in_short(battle, CALLED)
