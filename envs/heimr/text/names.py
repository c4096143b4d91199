"""Names of fighters, places, items and actions, and the rows of each action."""

from __future__ import annotations

import numpy as np

from ...core.text.narration import full_names, held_in_words, in_words, names_of_cast, the
from ..enums import (
    Ability,
    Act,
    BodyPart,
    Defence,
    Direction,
    Effect,
    Ending,
    Skill,
    Trigger,
)
from ..rules.grid import square_of
from ..state import ON_OBJECT
from ..tables import (
    ARMOUR_NAMES,
    CAN_MEND,
    CAN_POISON,
    CAN_RAGE,
    CAST,
    ITEM_NAMES,
    NONE,
    PLACE_NAMES,
)

ACT_TITLES = {
    Act.NONE: "nothing",
    Act.WEAPON_ATTACK: "Weapon attack",
    Act.BRAWL_HIT: "Brawl attack",
    Act.BRAWL_BIND: "Brawl attack to bind",
    Act.SHIELD_BASH: "Shield Bash",
    Act.SHOVING_STRIKE: "Shoving Strike",
    Act.BREAK_BARRIER: "Breaking Strike at a barrier",
    Act.CHARGE: "Charge",
    Act.GUARD: "Guard",
    Act.MOVE: "Move",
    Act.LEAVE_CLUSTER: "Move out of the cluster",
    Act.RUN: "Run",
    Act.CLIMB: "Climb",
    Act.JUMP_DOWN: "Jump down",
    Act.DROP_PRONE: "Drop prone",
    Act.STAND_UP: "Stand up",
    Act.CRAWL: "Crawl",
    Act.HIDE: "Hide",
    Act.DODGE: "Dodge",
    Act.DRAW: "Draw",
    Act.PUT_AWAY: "Put away",
    Act.DROP_ITEM: "Drop item",
    Act.GET_ITEM: "Get an item",
    Act.CONCEAL_ITEM: "Conceal an item",
    Act.SWAP: "Swap",
    Act.BREATHER: "Breather",
    Act.BREATHER_LATER: "Breather without haste",
    Act.LOOK: "Observation of a place",
    Act.FRISK: "Observation of carried items",
    Act.SIZE_UP: "Insight",
    Act.SPEAK: "Speak",
    Act.READY: "Ready",
    Act.LET_GO: "Let go",
    Act.POWER: "power of the race",
    Act.SURGERY: "Battlefield Surgery",
    Act.CARRY: "Forced movement",
    Act.OPEN: "Open",
    Act.HOLD_ON: "holding on",
    Act.SURRENDER: "Surrender",
}
"""The combat actions by the names of the book."""
ACT_ROWS = {
    Act.NONE: ("H80",),
    Act.WEAPON_ATTACK: ("H84",),
    Act.BRAWL_HIT: ("H86", "H108"),
    Act.BRAWL_BIND: ("H86", "H108"),
    Act.SHIELD_BASH: ("H85", "RH6"),
    Act.SHOVING_STRIKE: ("H85", "RH6"),
    Act.BREAK_BARRIER: ("H150", "RH16"),
    Act.CHARGE: ("H87",),
    Act.GUARD: ("H88", "RH25"),
    Act.MOVE: ("H89",),
    Act.LEAVE_CLUSTER: ("H52", "H89"),
    Act.RUN: ("H90",),
    Act.CLIMB: ("H91",),
    Act.JUMP_DOWN: ("H92",),
    Act.DROP_PRONE: ("H93",),
    Act.STAND_UP: ("RH41",),
    Act.CRAWL: ("H94",),
    Act.HIDE: ("H95",),
    Act.DODGE: ("H96", "RH60"),
    Act.DRAW: ("H97",),
    Act.PUT_AWAY: ("H98",),
    Act.DROP_ITEM: ("H99",),
    Act.GET_ITEM: ("H100",),
    Act.CONCEAL_ITEM: ("H101",),
    Act.SWAP: ("H102",),
    Act.BREATHER: ("H103",),
    Act.BREATHER_LATER: ("H82", "H103"),
    Act.LOOK: ("H104",),
    Act.FRISK: ("H104",),
    Act.SIZE_UP: ("H104", "RH51"),
    Act.SPEAK: ("H105",),
    Act.READY: ("H46", "RH36"),
    Act.LET_GO: ("H112",),
    Act.POWER: ("RH62",),
    Act.SURGERY: ("RH58",),
    Act.CARRY: ("H146", "RH57"),
    Act.OPEN: ("H174",),
    Act.HOLD_ON: ("H152", "RH30"),
    Act.SURRENDER: ("H104", "HH49"),
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
"""The trigger of a readied action, as the end of a sentence (RH37)."""
ENDINGS = {
    Ending.BOTH_SIDES_BEATEN: "Nobody is able to fight: the battle is a draw",
    Ending.SIDE_BEATEN: "{winner} wins: every opponent is out of action",
    Ending.ROUND_LIMIT: "The rounds are over: the battle is a draw",
}
HAND_WORDS = ("sword hand", "off-hand")
POWER_NAMES = (
    (CAN_MEND, "power to mend"),
    (CAN_RAGE, "power to rage"),
    (CAN_POISON, "power to poison a weapon"),
)
"""The powers, each after the races that have it (RH62)."""


def power_name(fighter: np.record) -> str:
    """The power of a fighter's race: `power to mend`."""
    found = (name for races, name in POWER_NAMES if races[fighter.race])
    return next(found, ACT_TITLES[Act.POWER])


def action_title(fighter: np.record, act: Act) -> str:
    """The name of a fighter's action; each race has its own name for its power."""
    return power_name(fighter) if act == Act.POWER else ACT_TITLES[act]


def direction_name(direction: int) -> str:
    """A border of a location: `north`."""
    return Direction(direction).name.lower()


def climb_name(place: int) -> str:
    """The thing to climb: `the north border`, `the object here`."""
    return "the object here" if place == ON_OBJECT else f"the {direction_name(place)} border"


def place_name(battle: np.record, location: int) -> str:
    """A location by column and row, `B2`, as on a chessboard: A1 is in the south-west (H5)."""
    return "nowhere" if location < 0 else PLACE_NAMES[square_of(battle, location)]


def item_name(item: int) -> str:
    """A weapon, shield or tool in words: `medium weapon`, `tower shield`, `nothing`."""
    if item == NONE:
        return "nothing"
    name = in_words(ITEM_NAMES[item])
    is_size = name.rpartition(" ")[2] in ("light", "medium", "great", "throwing")
    return f"{name} weapon" if is_size else name


def the_item(item: int) -> str:
    """An item with its article: `the bow`, `nothing`."""
    return the(item_name(item))


def armour_name(fighter: np.record) -> str:
    """The armour of a fighter: `heavy armour`, `no armour`."""
    name = ARMOUR_NAMES[fighter.armour]
    return "no armour" if name == "none" else f"{in_words(name)} armour"


def held_name(fighter: np.record) -> str:
    """All that a fighter holds: `medium weapon and buckler`, `two light weapons`, `bare hands`."""
    return held_in_words([item_name(int(one)) for one in fighter.held if one != NONE], "bare hands")


def weapon_name(fighter: np.record, hand: int) -> str:
    """The item in a hand; the hand is named if both hold the same kind of item."""
    item = int(fighter.held[hand]) if hand >= 0 else NONE
    if item == NONE:
        return "bare hands"
    is_double = item == fighter.held[1 - hand]
    return f"{item_name(item)} in the {HAND_WORDS[hand]}" if is_double else item_name(item)


CALLED = names_of_cast(CAST)
"""The names of the entries of the cast."""


def fighter_names(battle: np.record) -> list[str]:
    """The fighters' names by number: `the red swordsman`, `the blue archer 2`."""
    return full_names(battle, CALLED)
