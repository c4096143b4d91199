"""The names of the book: what rules, tables and the record speak of by number."""

from __future__ import annotations

from enum import IntEnum


class Attribute(IntEnum):
    """Attributes (RW3)."""

    STRENGTH = 0
    DEXTERITY = 1
    VITALITY = 2
    SPEED = 3
    REASON = 4
    LORE = 5
    PERSONA = 6
    PERCEPTION = 7


class Skill(IntEnum):
    """Skills that a battle asks for (W21 to W27, W52, W56, W69, W71, W95, W99, W106)."""

    MELEE = 0
    AIM = 1
    ARCANA = 2
    ATHLETICS = 3
    REFLEX = 4
    RESISTANCE = 5
    STEALTH = 6
    DECEPTION = 7
    HEALING = 8
    NATURE = 9
    ACROBATICS = 10


class Specialisation(IntEnum):
    """Specialisations: the weapon groups first, then those of the other skills."""

    UNARMED = 0
    BLADE = 1
    AXE = 2
    MACE = 3
    SPEAR = 4
    GREAT = 5
    BOW = 6
    CROSSBOW = 7
    POWER = 8
    JUMPING = 9
    CLIMBING = 10
    SWIMMING = 11
    RUNNING = 12
    AGILITY = 13
    INITIATIVE = 14
    FORTITUDE = 15
    WILLPOWER = 16
    HIDING = 17
    OBSERVATION = 18
    WOUNDS = 19
    RIDING = 20
    BALANCE = 21
    GYMNASTICS = 22
    FIRE = 23
    FORCE = 24
    LIFE = 25


class Level(IntEnum):
    """Wound levels, and what lies below and above them (W1, RW33)."""

    NONE = 0
    LIGHT = 1
    MODERATE = 2
    SEVERE = 3
    CRITICAL = 4
    FATAL = 5
    DEATH = 6  # a wound that finds the fatal slot full (RW33)


class Npc(IntEnum):
    """Who has a simplified wound track (W10)."""

    NOT = 0
    MINION = 1
    STANDARD = 2
    ELITE = 3


class Posture(IntEnum):
    """Postures (W30, W82)."""

    STANDING = 0
    CROUCHING = 1
    PRONE = 2


class Defence(IntEnum):
    """What an attack or a check is measured against (W35 to W41, W112)."""

    MELEE = 0
    RANGED = 1
    POWER = 2
    AGILITY = 3
    FORTITUDE = 4
    WILLPOWER = 5


class Condition(IntEnum):
    """Conditions that can be treated, in the book's order (W100, RW12)."""

    BLEEDING = 0
    BURNING = 1
    HOBBLED = 2
    POISONED = 3


class Water(IntEnum):
    """How deep the water of a ground is (W68)."""

    DRY = 0
    KNEE = 1
    WAIST = 2
    DEEP = 3


class Container(IntEnum):
    """Where an item is stowed (W81)."""

    SCABBARD = 0
    POUCH = 1
    SACK = 2


class Deed(IntEnum):
    """Actions and reactions, in the book's order (W72 to W106)."""

    NONE = 0
    NONLETHAL = 1
    QUICK = 2
    REBUFF = 3
    STANDARD = 4
    STRONG = 5
    FIRE_BOLT = 6
    FORCE_SHIELD = 7
    HEAL = 8
    DEFEND = 9
    HARRY = 10
    READY = 11
    RETRIEVE = 12
    STOW = 13
    POSTURE = 14
    OPENING = 15  # Create an Opening
    ENTER = 16  # Enter Occupied Space
    ESCAPE = 17
    MOUNT = 18
    DISMOUNT = 19
    DASH = 20
    CLING = 21
    DRAG = 22
    GRAPPLE = 23
    INTERPOSE = 24
    PIN = 25
    END_EFFECT = 26  # End a Magical Effect
    DISARM = 27
    DISTRACT = 28
    SHOVE = 29
    TRIP = 30
    SEIZE = 31  # Seize Initiative
    STABILIZE = 32
    TREAT_CONDITION = 33
    TREAT_WOUND = 34
    DOOR = 35
    POTION = 36
    CHARM = 37  # activate a magical device
    RELOAD = 38
    PICK_UP = 39
    SURFACE = 40
    CALM = 41  # regain control of a mount
    JUMP = 42
    WAY = 43  # movement, which is no action (TW8)


ATTRIBUTE_NAMES = tuple(attribute.name.lower() for attribute in Attribute)
SKILL_NAMES = tuple(skill.name.lower() for skill in Skill)
SPECIALISATION_NAMES = tuple(one.name.lower() for one in Specialisation)
NPC_NAMES = tuple(npc.name.lower() for npc in Npc)
DEED_NAMES = tuple(deed.name.lower() for deed in Deed)
NONE = -1
"""No item, no charm, no fighter."""
