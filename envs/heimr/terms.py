"""The names of the book: what rules, tables and the record speak of by number."""

from __future__ import annotations

from enum import IntEnum


class Attribute(IntEnum):
    """Attributes: the physical group first, then the mental one (H2)."""

    STRENGTH = 0
    DEXTERITY = 1
    STAMINA = 2
    INTELLIGENCE = 3
    SOCIABILITY = 4
    EMPATHY = 5


class Ability(IntEnum):
    """Abilities: the six standard ones, those of the armoury, climbing (H41, H161 to H169)."""

    BRAWL = 0
    AGILITY = 1
    SURVIVAL = 2
    PERCEPTION = 3
    PERSUASION = 4
    INSIGHT = 5
    KNIFE_FIGHTING = 6
    DUELLING = 7
    SWORDSMANSHIP = 8
    SHIELD_AND_SWORD = 9
    POLE_ARMS = 10
    ARCHERY = 11
    BLOWGUNS = 12
    THROWING = 13
    CLIMBING = 14


class Effect(IntEnum):
    """Effects (H21 to H29); those from FALL on last for a time."""

    NONE = 0
    HIT = 1
    DRAIN = 2
    BREAK = 3
    FALL = 4
    DROP = 5
    STUMBLE = 6
    DAZE = 7
    BIND = 8
    WEAKEN = 9


class BodyPart(IntEnum):
    """Body parts that an attack meets, then what a Bind can be called on besides (H28, H116)."""

    TORSO = 0
    SWORD_ARM = 1
    OTHER_ARM = 2
    RIGHT_LEG = 3
    LEFT_LEG = 4
    HANDS = 5
    FEET = 6


class Injury(IntEnum):
    """Levels of injury (H31, H33 to H35, RH5)."""

    NONE = 0
    BLOODIED = 1
    MANGLED = 2
    MUTILATED = 3
    DEATH = 4  # below what the book prints (RH5)


class Defence(IntEnum):
    """Ways to defend (H118)."""

    NONE = 0
    DODGE = 1
    BLOCK = 2
    PARRY = 3


class Hand(IntEnum):
    """Hands (H107)."""

    SWORD = 0
    OFF = 1


class Wielding(IntEnum):
    """In which hands an item is wielded (H107)."""

    SWORD_HAND = 0
    EITHER_HAND = 1
    BOTH_HANDS = 2
    ONE_AND_A_HALF = 3  # sword hand or both, never the off-hand
    OFF_HAND = 4  # shields (H169)


class Direction(IntEnum):
    """Borders of a location (H7)."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Guarded(IntEnum):
    """What somebody guards (H139, RH25)."""

    NOTHING = 0
    ALLY = 1
    BORDER = 2
    ITEMS = 3  # what lies in the location


class Trigger(IntEnum):
    """What a readied action waits for (RH37)."""

    NONE = 0
    ENTERS = 1  # an opponent enters my square
    LEAVES = 2
    ATTACKS_ME = 3
    ATTACKS_ALLY = 4
    INTENDS = 5  # to attack me (H49)
    SHOOTS = 6  # makes a ranged attack


class ActionType(IntEnum):
    """Types of combat actions (H80 to H82)."""

    STANDARD = 0
    FREE = 1
    ONGOING = 2
    UPCOMING = 3


class Skill(IntEnum):
    """Skills (RH6)."""

    FOCUSED_STRIKE = 0
    FOCUSED_SHOT = 1
    BREAKING_STRIKE = 2
    SHOVING_STRIKE = 3
    TACKLING_STRIKE = 4
    DISARMING_STRIKE = 5
    DAMAGING_THROW = 6
    PINNING_SHOT = 7
    DISARMING_SHOT = 8
    SHIELD_BASH = 9
    COMBAT_MOBILITY = 10
    STURDY_STANCE = 11
    STURDY_HANDS = 12
    CLEAR_HEAD = 13
    BATTLEFIELD_SURGERY = 14


class Deed(IntEnum):
    """Combat actions, in the book's order; see `actions.yaml` for their types (H84 to H105)."""

    NONE = 0
    WEAPON_ATTACK = 1
    BRAWL_HIT = 2
    BRAWL_BIND = 3
    SHIELD_BASH = 4
    SHOVING_STRIKE = 5
    BREAK_BARRIER = 6  # a Breaking Strike at a border (RH16)
    CHARGE = 7
    GUARD = 8
    MOVE = 9
    LEAVE_CLUSTER = 10  # a Move within the square (H89)
    RUN = 11
    CLIMB = 12
    JUMP_DOWN = 13
    DROP_PRONE = 14
    STAND_UP = 15  # RH41
    CRAWL = 16
    HIDE = 17
    DODGE = 18
    DRAW = 19
    PUT_AWAY = 20
    DROP_ITEM = 21
    GET_ITEM = 22
    CONCEAL_ITEM = 23
    SWAP = 24
    BREATHER = 25  # ongoing
    BREATHER_LATER = 26  # upcoming
    LOOK = 27  # Observation of a square
    FRISK = 28  # Observation of a character
    SIZE_UP = 29  # Insight
    SPEAK = 30
    READY = 31
    LET_GO = 32
    POWER = 33  # of the race (RH62)
    SURGERY = 34  # RH58
    CARRY = 35  # forced movement (RH57)
    OPEN = 36  # a door or gate (H174)
    HOLD_ON = 37  # who is hit while it climbs; no action of its own (H136, H152, RH30)


ATTRIBUTE_NAMES = tuple(attribute.name.lower() for attribute in Attribute)
ABILITY_NAMES = tuple(ability.name.lower() for ability in Ability)
SKILL_NAMES = tuple(skill.name.lower() for skill in Skill)
EFFECT_NAMES = tuple(effect.name.lower() for effect in Effect)
DEED_NAMES = tuple(deed.name.lower() for deed in Deed)
PART_NAMES = tuple(part.name.lower() for part in BodyPart)
DIRECTION_NAMES = tuple(direction.name.lower() for direction in Direction)
NONE = -1
"""No item, no fighter, no location."""
