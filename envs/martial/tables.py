"""Every number of Martial, with its row; weapons, armour, bodies and the cast lie in `configs`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import yaml

from .enums import Attribute, Damage, Maneuver, Part, Severity, Size, Skill

CONFIGS = Path(str(files(__package__.partition(".")[0]) / "configs" / "martial"))
"""Folder of the data files and scenarios of this system."""


def read_yaml(name: str) -> dict:
    """A data file of this system."""
    return yaml.safe_load((CONFIGS / name).read_text(encoding="utf-8"))


# --- The names of the book ------------------------------------------------------------------------


NONE = -1
"""No item, no part, no maneuver."""
STRENGTH_ALONE = -1
"""In MANEUVER_SKILL: an attribute, no skill (D51, RD16)."""

ATTRIBUTE_NAMES = tuple(attribute.name.lower() for attribute in Attribute)
SKILL_NAMES = tuple(skill.name.lower() for skill in Skill)
PART_NAMES = tuple(part.name.lower() for part in Part)
MANEUVER_NAMES = tuple(maneuver.name.lower() for maneuver in Maneuver)

# --- People (RD24, RD36) --------------------------------------------------------------------------
LEVEL_LIMIT = 10
ATTRIBUTE_LEAST, ATTRIBUTE_MOST = -1, 4
MARTIAL_BONUS = 1 + np.arange(LEVEL_LIMIT + 1) // 4  # by level (RD24)
TRAINING = (np.arange(LEVEL_LIMIT + 1) + 1) // 2  # of a trained skill, by level (RD36)
SKILL_ATTRIBUTE = np.array(
    [
        Attribute.DEXTERITY,  # Acrobatics (RD16)
        Attribute.STRENGTH,  # Athletics (RD16)
        Attribute.DEXTERITY,  # Thievery (RD16)
        Attribute.WISDOM,  # Perception
        Attribute.DEXTERITY,  # Stealth
        Attribute.INTELLIGENCE,  # Lore
        Attribute.WISDOM,  # Heal
        Attribute.WISDOM,  # Survival
        Attribute.DEXTERITY,  # Fly
    ],
    np.int64,
)

# --- Rolls (D5, D47, RD1, RD2, RD3) ---------------------------------------------------------------
DIE = 20
NATURAL_HIGHEST, NATURAL_LOWEST = 20, 1  # D46, D48
DEGREE = 5  # RD2
CRITICAL_DEGREES = 1  # D46
FUMBLE_DEGREES, FUMBLE_TURNS = 1, 1  # D48: off the injury; own turns without a natural weapon
PARRY_DEGREES = 1  # D92: taken by any Parry that is higher
CRITICAL_SAVE = 10  # RD3
CONFUSION_DIE = 4  # RD10
DIRECTION_DIE = 8  # D82, RD10
SICKENED_PENALTY = 2  # RD10

# --- Defence value (RD4, D53, D77) ----------------------------------------------------------------
BASE_DV = 10
SIZE_STEP = np.array([0, 1, 2, 4, 8], np.int64)  # by size categories of difference (RD30)
BODY_IN_PATH = 2  # D77

# --- Stamina and exhaustion (RD5, RD6, RD7) -------------------------------------------------------
BASE_STAMINA = 10
LEAST_POOL = 1  # D11, RD7
HIT_STRAIN = 1  # D24: of any hit
STAMINA_PER_STRAIN = 2  # RD6
BASE_EXHAUSTION = 5  # RD7
EXHAUSTED_DISADVANTAGE = 1  # RD7
EXHAUSTED_DIVISOR = 2  # RD7: of the speed
WAKING_STAMINA = 1  # D18

# --- Injuries (D20 to D44, RD20, RD25) ------------------------------------------------------------
PART_SEVERITY = np.array(
    [
        Severity.MINOR,
        Severity.MINOR,
        Severity.MINOR,
        Severity.MINOR,
        Severity.MAJOR,
        Severity.MAJOR,
        Severity.MAJOR,
        Severity.MAJOR,
        Severity.MAJOR,
        Severity.SEVERE,
        Severity.SEVERE,
        Severity.DEADLY,
        Severity.FATAL,
    ],
    np.int64,
)
# The injury that destroys a part (D26 to D43); a nose has none (RD44).
ENDLESS = 127
PART_DESTROYED = np.array([2, ENDLESS, 2, 2, 2, 3, 3, 2, 3, 3, 3, 4, 2], np.int64)
# The injury that disables the natural weapon of a part, ENDLESS where there is none.
PART_DISABLED = np.array(
    [ENDLESS, ENDLESS, 1, 1, ENDLESS, 2, 2, 1, 2, 2, 2, ENDLESS, ENDLESS], np.int64
)
INJURY_VALUE = 1 + np.arange(len(Severity))  # RD25
DROPS_AT = 2  # injuries of a hand or arm at which it holds nothing (D31, D35, RD39)
SPEED_AT = 2  # injuries of a foot or leg at which it slows (D32, D36)
HAND_DISADVANTAGE, ARM_DISADVANTAGE = 1, 2  # D31, D35
FOOT_DISADVANTAGE, LEG_DISADVANTAGE = 1, 2  # D32, D36
FOOT_STAND_COST, LEG_STAND_COST = 1, 2  # D32, D36: AP
FOOT_FEET, LEG_FEET = 5, 10  # D32, D36: feet of speed
WING_FEET = 10  # D29: a size category of fly speed (HOUSE H4)
WINGS_TO_FLY = 2  # uninjured ones (D29, RD45)
TAIL_ADVANTAGE = 1  # on Acrobatics, of a tail without injury (D28)
EYE_DISADVANTAGE, EAR_DISADVANTAGE, NOSE_DISADVANTAGE, WING_DISADVANTAGE = 1, 1, 1, 1
CONCUSSION_DISADVANTAGE = 1  # D37
HEAD_STUN_DC, HEAD_WAKE_DC, HEART_DC = 25, 30, 25  # D38, D39, D43
HEAD_STUN_ROUNDS, HEART_STUN_ROUNDS = 1, 1
HEART_LORE_DC = 15  # D42: and the creature's level
INJURIES_OF_DESTRUCTION = 10  # RD34

# --- Turn economy (D62, D63, RD9, RD13, RD15, RD28, RD39) -----------------------------------------
ACTION_POINTS = 3
DAZED_POINTS = 1  # RD9
BASE_REACTIONS = 1  # D89
ATTACK_COST, MOVE_COST, STEP_COST, STAND_COST, SHIELD_COST, DEFEND_COST = 1, 1, 1, 1, 1, 1
DRAW_COST, STOW_COST, PICK_UP_COST = 1, 1, 1  # RD39
CHARGE_COST, HEAL_COST = 2, 2  # D85, RD12
HEAL_DC = 15  # RD12
CLEAVE_STAMINA, LUNGE_STAMINA, PARRY_STAMINA = 1, 1, 1  # D70, D71, D92
POWER_BONUS = 2  # D73, D78: for each Stamina
RECKLESS_LIMIT = 6  # RD28
RAPID_LIMIT = 3  # RD28
SQUARE = 5  # feet (RD27)
REACH = 5  # feet
LUNGE_FEET = 5  # D71
LEAST_CHARGE, CHARGE_MOVES = 10, 2  # RD15: feet; times the speed
CRAWL = 5  # RD40: feet
THROW_INCREMENT, THROW_PER_STRENGTH = 10, 5  # D80: feet
ENGAGED_DISADVANTAGE = 1  # D76
ENGAGED_ALLY_FEET = 10  # D76
ENGAGED_ALLY_SIZES = 2  # D76
OVERRUN_SQUARES = 2  # through the target's square (RD17)
SHOVE_FEET, SHOVE_PER_DEGREE = 5, 5  # RD17
SUNDER_DESTROYS = 2  # RD17
NEARLY_EQUAL = 1.5 / DIE  # RD17: chances of two skills that differ by one face of a d20 or less
AIR_FEET = 10  # height of who flies (HOUSE H5)
ROUND_LIMIT = 50  # RD35

# --- Disadvantages and advantages (D56 to D60, D68, D72, D76, D79, RD15, RD29) --------------------
COVER_DISADVANTAGE, TOTAL_COVER_DISADVANTAGE = 1, 2
MULTIWEAPON_DISADVANTAGE = 1  # D72
FLANKING_ADVANTAGE, PRONE_ADVANTAGE, CHARGE_ADVANTAGE, HELPLESS_ADVANTAGE = 1, 1, 1, 2
EXPOSED_ADVANTAGE = 1  # D70, D71, RD15: for each of Cleave, Lunge and Charge

MANEUVER_SKILL = np.array(
    [
        Skill.ACROBATICS,  # Disarm
        Skill.ATHLETICS,  # Drag
        Skill.ATHLETICS,  # Grapple
        Skill.ATHLETICS,  # Overrun
        Skill.ACROBATICS,  # Reposition
        Skill.ATHLETICS,  # Shove
        Skill.THIEVERY,  # Steal
        STRENGTH_ALONE,  # Sunder
        Skill.THIEVERY,  # Trick
        Skill.ACROBATICS,  # Trip
    ],
    np.int64,
)

# --- Items: weapons, then shields (RD18, RD19) ----------------------------------------------------
_WEAPONS = read_yaml("weapons.yaml")
_SHIELDS = read_yaml("shields.yaml")
WEAPON_NAMES = tuple(_WEAPONS)
SHIELD_NAMES = tuple(_SHIELDS)
ITEM_NAMES = WEAPON_NAMES + SHIELD_NAMES
UNARMED = WEAPON_NAMES.index("unarmed")
NO_PARRY = -100
_ITEMS = [*_WEAPONS.values(), *({"hands": 1, **shield} for shield in _SHIELDS.values())]


def _column(key: str, default: int) -> np.ndarray:
    return np.array([one.get(key, default) for one in _ITEMS], np.int64)


def _effect(key: str) -> np.ndarray:
    return np.array([one.get("effect", {}).get(key, 0) for one in _ITEMS], np.int64)


IS_SHIELD = np.array([name in _SHIELDS for name in ITEM_NAMES], np.bool_)
IS_NATURAL = _column("natural", 0) != 0
ITEM_HANDS = _column("hands", 0)
SHIELD_BONUS = _column("bonus", 0)  # RD19
WEAPON_REACH = _column("reach", REACH)  # feet
WEAPON_INCREMENT = _column("increment", 0)  # feet, 0: not shot
WEAPON_THROWN = _column("thrown", 0)  # feet, 0: an object like any other (D80)
WEAPON_CRITICAL = _column("critical", NATURAL_HIGHEST)
WEAPON_PARRY = _column("parry", NO_PARRY)
WEAPON_RELOAD = _column("reload", 0)  # AP
IS_KNEELING = _column("kneeling", 0) != 0  # a crossbow or firearm (D60)
IS_TOUCH = _column("touch", 0) != 0
EFFECT_BLEED = _effect("bleed")
EFFECT_DAZED = _effect("dazed")  # rounds
EFFECT_DEGREE = _effect("degree")
WEAPON_DAMAGE = np.array(
    [Damage[one.get("damage", "bludgeoning").upper()] for one in _ITEMS], np.int64
)
WEAPON_PART = np.array(
    [Part[one["part"].upper()] if "part" in one else NONE for one in _ITEMS], np.int64
)
IS_RANGED = WEAPON_INCREMENT > 0
IS_MELEE = ~IS_RANGED & ~IS_SHIELD
HELD_REACH = np.array([0, *np.where(IS_MELEE, WEAPON_REACH, 0)], np.int64)
"""Feet that an item reaches in melee, from that of no item on; 0: one cannot strike with it."""
_NOT_HELD = 4
HANDS_NEEDED = np.array([[_NOT_HELD, *np.where(ITEM_HANDS == 2, 3, hand)] for hand in (1, 2)])
"""By the hand that holds it, the hands that an item needs, a bit each, from no item on (RD18)."""

# --- Armour (RD19) --------------------------------------------------------------------------------
_ARMOUR = read_yaml("armour.yaml")
ARMOUR_NAMES = tuple(_ARMOUR)
NO_LIMIT = 100
ARMOUR_BONUS, ARMOUR_DEXTERITY, ARMOUR_SPEED, ARMOUR_DISADVANTAGE = (
    np.array([armour.get(key, default) for armour in _ARMOUR.values()], np.int64)
    for key, default in (
        ("bonus", 0),
        ("dexterity", NO_LIMIT),
        ("speed", NO_LIMIT),
        ("disadvantage", 0),
    )
)

# --- Bodies (D94, RD20) ---------------------------------------------------------------------------
MAX_PARTS = 24
NATURAL_SLOTS = 4
_BODIES = read_yaml("bodies.yaml")
BODY_NAMES = tuple(_BODIES)


def _parts(body: dict) -> list[Part]:
    return [Part[name.upper()] for name, count in body["parts"].items() for _ in range(count)]


BODY_SIZE = np.array([Size[body["size"].upper()] for body in _BODIES.values()], np.int64)
BODY_SPEED, BODY_CLIMB, BODY_FLY = (  # feet, 0: it cannot
    np.array([body.get(key, 0) for body in _BODIES.values()], np.int64)
    for key in ("speed", "climb", "fly")
)
HAS_CONSTITUTION = np.array([body.get("constitution", True) for body in _BODIES.values()], np.bool_)
BODY_NUM_PARTS = np.array([len(_parts(body)) for body in _BODIES.values()], np.int64)
BODY_PART = np.full((len(_BODIES), MAX_PARTS), NONE, np.int64)  # the kind of each part
BODY_NATURAL = np.full((len(_BODIES), NATURAL_SLOTS), NONE, np.int64)  # natural weapons
PART_COUNT = np.zeros((len(_BODIES), len(Part)), np.int64)  # parts of each kind
FIRST_PART = np.zeros((len(_BODIES), len(Part)), np.int64)  # number of the first of each kind
BODY_LIMB = np.full((len(_BODIES), MAX_PARTS), NONE, np.int64)  # the limb of each part (RD20)
BODY_END = BODY_LIMB.copy()  # the hand or foot of each limb (RD20)
for _number, _body in enumerate(_BODIES.values()):
    _kinds = _parts(_body)
    BODY_PART[_number, : len(_kinds)] = _kinds
    for _slot, _weapon in enumerate(_body["natural"]):
        BODY_NATURAL[_number, _slot] = WEAPON_NAMES.index(_weapon)
    for _part in Part:
        PART_COUNT[_number, _part] = _kinds.count(_part)
        FIRST_PART[_number, _part] = _kinds.index(_part) if _part in _kinds else 0
    for _end, _limb in ((Part.HAND, Part.ARM), (Part.FOOT, Part.LEG)):
        for _pair in range(min(_kinds.count(_end), _kinds.count(_limb))):
            BODY_LIMB[_number, _kinds.index(_end) + _pair] = _kinds.index(_limb) + _pair
            BODY_END[_number, _kinds.index(_limb) + _pair] = _kinds.index(_end) + _pair

BODY_HANDS = (PART_COUNT[:, [Part.HAND, Part.ARM]].max(axis=1)[:, None] > np.arange(2)) @ [1, 2]
"""The hands of each body, a bit each; an arm without one grasps in its place (D35)."""
BODY_WEAPONS = (BODY_NATURAL != NONE) @ (1 << np.arange(NATURAL_SLOTS))
"""The places of each body's natural weapons, a bit each."""
NEEDS_PARTS = ((BODY_NATURAL != NONE) & (WEAPON_PART[BODY_NATURAL] != NONE)).any(axis=1)
"""Whether some natural weapon of a body hangs on its parts (D28 to D36)."""
NATURAL_REACH = np.array(
    [
        [max([0, *WEAPON_REACH[weapons[(some >> np.arange(NATURAL_SLOTS)) & 1 > 0]]])
         for some in range(1 << NATURAL_SLOTS)]
        for weapons in BODY_NATURAL
    ],
    np.int64,
)  # fmt: skip
"""Feet that some natural weapons of each body reach; `[body, places, a bit each]`."""

# --- The cast -------------------------------------------------------------------------------------
CAST = read_yaml("cast.yaml")
CAST_NAMES = tuple(CAST)
CARRIED = np.array(
    [ITEM_NAMES.index(name) for one in CAST.values() for name in one.get("carried", ())], np.int64
)
"""The items that the members of the cast have stowed, each as often as it is carried (RD39)."""
CAST_HELD = np.array(
    [
        [*(ITEM_NAMES.index(name) for name in one.get("held", ())), NONE, NONE][:2]
        for one in CAST.values()
    ],
    np.int64,
)
"""The items in both hands of each member of the cast: `[cast, hand]`."""
