"""Every number of Wildroll, with its row; `configs/wildroll` holds what may be tuned."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import yaml

from .enums import (
    ACT_NAMES,
    ATTRIBUTE_NAMES,
    NONE,
    Act,
    Container,
    Level,
    Specialisation,
)

CONFIGS = Path(str(files(__package__.partition(".")[0]) / "configs" / "wildroll"))
"""Folder of the data files and scenarios of this system."""


def read_yaml(name: str) -> dict:
    """A data file of this system."""
    return yaml.safe_load((CONFIGS / name).read_text(encoding="utf-8"))


# --- Characters (RW3, RW4) ------------------------------------------------------------------------
ATTRIBUTE_LEAST, ATTRIBUTE_MOST = -5, 5
SPEED_LEAST, SPEED_MOST = -10, 10
SKILL_MOST, SPECIALISATION_MOST = 3, 2
SPECIALISATION_BITS = 2  # of each, packed into one number

# --- Wounds (W1, W4, W5, W10) ---------------------------------------------------------------------
LEVELS = 5
WOUND_THRESHOLD = np.array([0, 2, 4, 6, 8], np.int64)  # light to fatal (W1)
VITALITY_SLOTS = np.array(  # moderate, severe, critical by Vitality, from -5 on (W4)
    [
        [1, 1, 0],
        [1, 1, 1],
        [2, 1, 1],
        [2, 2, 1],
        [3, 2, 1],
        [3, 2, 2],
        [3, 3, 2],
        [4, 3, 2],
        [4, 3, 3],
        [4, 4, 3],
        [5, 4, 3],
    ],
    np.int64,
)
LIGHT_SLOTS = 5  # and Persona (W5)
FATAL_SLOTS = 1  # W5
WOUND_PENALTY = np.array([0, 0, 1, 2, 4, 4], np.int64)  # on checks, by severity (RW10)

# --- Stamina and fatigue (W14, RW12) --------------------------------------------------------------
MOST_POINTS = 120  # of stamina, fatigue or mana that the record can hold
TIRED_PENALTY = 2  # on checks, exhausted or staggered (RW12)
EXHAUSTED_DIVISOR = 2  # of AP gains, rounded up (RW12)
POISON_FATIGUE = 1  # each round (RW12)

# --- Dice (RW1, RW2) ------------------------------------------------------------------------------
_DICE = read_yaml("dice.yaml")
_KIND = _DICE["kinds"][_DICE["use"]]
DICE_KINDS = _DICE["kinds"]
DICE_COUNT, DICE_SIDES = int(_KIND["count"]), int(_KIND["sides"])
SUCCESS_FROM, FAILURE_TO = int(_KIND["success"]), int(_KIND["failure"])
MORE_SIDES = int(_KIND["more"])
CRITICAL_INITIATIVE = 2  # W29

# --- Defences (W35 to W41, RW42) ------------------------------------------------------------------
BASE_DEFENCE = 10
IMMOBILE_DEFENCE = 5  # W37
LEAST_QUICKNESS = -5  # of Speed and Reason together (W35)
DEFEND_BONUS = 2  # W78
PIERCED = 2  # Toughness of armour that armour piercing ignores at most (RW9)
SLICING_DAMAGE = 1  # to those without armour (RW9)
CONCUSSION_FROM, CONCUSSION_FATIGUE = Level.SEVERE, 1  # RW9

# --- Modifiers of attacks (W30, W33, W34, W72, W76, RW24) -----------------------------------------
POSTURE_MELEE = np.array([0, 2, 3], np.int64)  # standing, crouching, prone
POSTURE_RANGED = np.array([0, -2, -3], np.int64)
COVER_MELEE = np.array([0, 0, -2, -3, -5], np.int64)  # none, 1/4, 1/2, 3/4, 9/10
COVER_RANGED = np.array([0, -1, -2, -3, -5], np.int64)
FLANKING_BONUS = 2
REAR_BONUS = 2 * FLANKING_BONUS  # W34
FLANKING_DEGREES = 120  # at least, between two who flank (W32, RW17)
NONLETHAL_PENALTY = 2  # W72
QUICK_STEPS, REBUFF_STEPS = -1, 1  # of the wound level (W73, W74)
STRONG_SIDES = 6  # W76
INCREMENT_PENALTY, MOST_INCREMENTS = 2, 5  # RW24
SHARED_PENALTY = 2  # in one space (W84)
HARRY_PENALTY = 2  # W79
DISTRACTED_PENALTY = 2  # W95
GRAPPLING_SHOT_PENALTY = 2  # RW12

# --- Action points (W46 to W48, W51, RW22) --------------------------------------------------------
# Each by Speed, from -10 to 10.
ROUND_START_POINTS = np.array(
    [2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 11, 12, 14, 16, 18, 21, 24], np.int64
)
TURN_END_POINTS = np.array(
    [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 21, 24], np.int64
)
MOST_ACTION_POINTS = np.array(
    [5, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 21, 24, 27, 31, 36, 41, 48, 55, 63, 72], np.int64
)
LEAST_COST = 1  # W51

# --- Initiative (W52, W56, W57, W98, RW14) --------------------------------------------------------
INITIATIVE_BONUS = 5
INTERRUPT_COST = 2
SURPRISE_PENALTY = 5  # less Perception; above it nobody is surprised
SEIZE_SIDES = 6
MOST_INITIATIVE = 1000  # what the record can hold without care
DEPTH = 3  # interrupts of interrupts (RW15)
ROUND_LIMIT = 40  # RW31

# --- Movement (W62 to W64, W68, W69, W84, W87, W89, W90, RW12) ------------------------------------
MOVE_PARTS = 4  # AP of a full movement
RATE_BASE, RATE_STEP = 8, 4  # 8 + floor((sum + 1) / 4) (W63)
MOST_RATE = 25  # of the printed table (W64); the formula goes on beyond it
DASH_FACTOR, DASH_STEP = 2, 3  # W87: twice; points of the check for a yard of rate
PRONE_FACTOR, OCCUPIED_FACTOR, HOBBLED_DIVISOR = 2, 2, 2  # RW12, W84
RUN_UP = 5  # yards before a jump (W69)
SHORT_RUN_DIVISOR = 2  # of a jump without them
FEET_PER_YARD, HIGH_JUMP_FACTOR, TUCK_DIVISOR = 3, 2, 2  # W69
JUMP_LEAST, JUMP_MOST = 2, 4  # yards from edge to edge that an action can name
FOLLOW_COST, HINDER_COST, MOST_HINDERED = 5, 10, 4  # W89: points of a Cling; yards
DRAG_POINTS, DRAG_PENALTY = 4, 2  # W90: AP; for each opponent beyond the first
INTERPOSE_PENALTY, PIN_PENALTY = 2, 2  # W91, W92
SHARING_SIZES = 5  # least difference without hindrance or grapple (W84, W88)
SHOVE_YARDS, SHOVE_MARGIN, MOST_SHOVE = 1, 3, 12  # W96; yards that an action can name

# --- Checks against a number (RW11, RW12, RW35, W99 to W101, W103, W105, W106) --------------------
GM_TN = 10  # RW35
UNCONSCIOUS_TN, DYING_TN, WAKE_TN = 10, 10, 10  # RW11, RW21
CONDITION_TN, CONDITION_TN_STEP = 10, 2  # RW12
CONDITION_LEVELS = 3  # light, moderate, severe
BURNING_DAMAGE = np.array([0, 0, 2, 4], np.int64)  # by level (RW12)
TREAT_TN = np.array([0, -3, 0, 3, 6, 9], np.int64)  # by wound level (W101)
NO_KIT_PENALTY = 5
TREAT_STEP = 2  # points over the TN for one more level (W100, W101)
QUICKER_STEP = 3  # W103
QUICKER_POINTS, QUICKER_STAMINA = 1, 1
HELPLESS_ROUNDS = 2  # W72
UNDER_WATER_POINTS, UNDER_WATER_PENALTY, UNDER_WATER_DIVISOR = 2, 5, 2  # W104
HOLD_STEP = 5  # penalty on the check of W105 for each level above light
MOUNTED_BONUS, MOUNTED_YARDS = 1, 1  # W106
CALM_BONUS_MOST, CALM_ENEMY_YARDS = 5, 10  # W106: 30 feet

# --- Costs of actions (RW5, RW6, W81, W102) -------------------------------------------------------
_ACTIONS = read_yaml("actions.yaml")
ACT_POINTS, ACT_STAMINA = (
    np.array([_ACTIONS["actions"].get(name, {}).get(key, 0) for name in ACT_NAMES], np.int64)
    for key in ("ap", "stamina")
)
CONTAINER_POINTS = np.array([_ACTIONS["containers"][one.name.lower()] for one in Container])
OBJECT_POINTS = {name: int(points) for name, points in _ACTIONS["objects"].items()}
DOOR_POINTS, POTION_POINTS = OBJECT_POINTS["door"], OBJECT_POINTS["potion"]
POTION_STAMINA = int(_ACTIONS["potion"]["stamina"])
HURRIED = np.array(  # what can be done more quickly (W103, RW40)
    [
        act in (Act.MOUNT, Act.DISMOUNT, Act.RETRIEVE, Act.DOOR, Act.POTION, Act.CHARM)
        for act in Act
    ],
    np.bool_,
)
READIABLE = (  # what can be named by Ready an Action (W80, HOUSE H14)
    Act.NONLETHAL, Act.QUICK, Act.STANDARD, Act.STRONG, Act.FIRE_BOLT, Act.FORCE_SHIELD,
    Act.HEAL, Act.DEFEND, Act.ESCAPE, Act.DASH, Act.GRAPPLE, Act.PIN, Act.DISARM,
    Act.DISTRACT, Act.SHOVE, Act.TRIP, Act.SEIZE, Act.STABILIZE,
    # With full choices.
    Act.POSTURE, Act.OPENING, Act.ENTER, Act.DRAG, Act.RETRIEVE, Act.STOW, Act.PICK_UP,
    Act.RELOAD, Act.DOOR, Act.POTION, Act.CHARM, Act.END_EFFECT, Act.JUMP, Act.MOUNT,
    Act.DISMOUNT, Act.CALM, Act.SURFACE, Act.TREAT_CONDITION, Act.TREAT_WOUND,
)  # fmt: skip
QUICK_READIABLE = READIABLE.index(Act.STABILIZE) + 1  # the first ones, those of quick choices
READIED_ACT = np.array(READIABLE, np.int64)

# --- Spells (RW19) --------------------------------------------------------------------------------
_SPELLS = read_yaml("spells.yaml")
SPELL_NAMES = tuple(_SPELLS)
FIRE_BOLT, FORCE_SHIELD, HEAL = (
    SPELL_NAMES.index(n) for n in ("fire_bolt", "force_shield", "heal")
)
SPELL_POINTS, SPELL_MANA, SPELL_DAMAGE, SPELL_INCREMENT, SPELL_TOUGHNESS, SPELL_ROUNDS = (
    np.array([spell.get(key, 0) for spell in _SPELLS.values()], np.int64)
    for key in ("ap", "mana", "damage", "increment", "toughness", "rounds")
)
SPELL_LEVELS = np.array([spell.get("levels", 0) for spell in _SPELLS.values()], np.int64)
SPELL_SCHOOL = np.array(
    [Specialisation[spell["school"].upper()] for spell in _SPELLS.values()], np.int64
)
IS_INVESTED = np.array([spell.get("invested", False) for spell in _SPELLS.values()], np.bool_)
ACT_POINTS[[Act.FIRE_BOLT, Act.FORCE_SHIELD, Act.HEAL]] = SPELL_POINTS

# --- Items: weapons, shields, tools (RW7) ---------------------------------------------------------
_WEAPONS, _SHIELDS, _TOOLS = (read_yaml(f"{name}.yaml") for name in ("weapons", "shields", "tools"))
WEAPON_NAMES, SHIELD_NAMES, TOOL_NAMES = tuple(_WEAPONS), tuple(_SHIELDS), tuple(_TOOLS)
ITEM_NAMES = WEAPON_NAMES + SHIELD_NAMES + TOOL_NAMES
UNARMED = WEAPON_NAMES.index("unarmed")
_ITEMS = [*_WEAPONS.values(), *_SHIELDS.values(), *_TOOLS.values()]


def _column(key: str, default: int = 0) -> np.ndarray:
    return np.array([one.get(key, default) for one in _ITEMS], np.int64)


IS_SHIELD = np.array([name in _SHIELDS for name in ITEM_NAMES], np.bool_)
IS_TOOL = np.array([name in _TOOLS for name in ITEM_NAMES], np.bool_)
IS_KIT = _column("kit") != 0
IS_NATURAL = _column("natural") != 0
ITEM_HANDS = _column("hands")
WEAPON_DAMAGE, WEAPON_ACCURACY, ITEM_BLOCK, WEAPON_REACH, WEAPON_INCREMENT, WEAPON_RELOAD = map(
    _column, ("damage", "accuracy", "block", "reach", "increment", "reload")
)
WEAPON_GROUP = np.array(
    [Specialisation[one.get("group", "unarmed").upper()] for one in _ITEMS], np.int64
)
IS_PIERCING, IS_SLICING, IS_CONCUSSIVE, IS_PENETRATING, IS_AQUATIC, HOBBLES = (
    _column(key) != 0
    for key in (
        "armour_piercing",
        "slicing",
        "concussive",
        "penetrating",
        "aquatic",
        "hobbles",
    )
)
WEAPON_BLEEDING, WEAPON_BURNING, WEAPON_POISON = map(_column, ("bleeding", "burning", "poison"))
CONDITION_FROM = _column("from", int(Level.DEATH))  # least wound level that brings its condition
IS_RANGED = WEAPON_INCREMENT > 0
IS_MELEE = ~IS_RANGED & ~IS_SHIELD & ~IS_TOOL

# --- Armour (RW9) ---------------------------------------------------------------------------------
_ARMOUR = read_yaml("armour.yaml")
ARMOUR_NAMES = tuple(_ARMOUR)
ARMOUR_TOUGHNESS, ARMOUR_SPEED = (
    np.array([armour.get(key, 0) for armour in _ARMOUR.values()], np.int64)
    for key in ("toughness", "speed")
)

# --- Magical items (W93, W110, W111) --------------------------------------------------------------
CHARM_EFFECTS = 2
_CHARMS = read_yaml("charms.yaml")
CHARM_NAMES = tuple(_CHARMS)
_EFFECTS = [(one["effects"] + [{}] * CHARM_EFFECTS)[:CHARM_EFFECTS] for one in _CHARMS.values()]
EFFECT_NAMES = [[effect.get("name", "") for effect in two] for two in _EFFECTS]
EFFECT_POINTS, EFFECT_MANA, EFFECT_DAMAGE, EFFECT_TOUGHNESS = (  # [charm, effect], 0 AP: none
    np.array([[effect.get(key, 0) for effect in two] for two in _EFFECTS], np.int64)
    for key in ("ap", "mana", "damage", "toughness")
)

# --- Grounds (W68, W71, W30) ----------------------------------------------------------------------
_TERRAIN = read_yaml("terrain.yaml")
UNDERWATER_FACTOR = int(_TERRAIN.pop("underwater"))
_LOW_WALL = _TERRAIN.pop("low_wall")
LOW_WALL_COVER = np.array(_LOW_WALL["cover"], np.int64)  # quarters, by Posture (W31)
LOW_WALL_INCHES = int(_LOW_WALL["inches"])
TERRAIN_NAMES = tuple(_TERRAIN)
TERRAIN_LETTERS = "".join(ground["letter"] for ground in _TERRAIN.values())
TERRAIN_FACTOR = np.array(
    [int(np.prod(ground["factors"], dtype=np.int64)) for ground in _TERRAIN.values()], np.int64
)
TERRAIN_WATER, TERRAIN_COVER = (
    np.array([ground.get(key, 0) for ground in _TERRAIN.values()], np.int64)
    for key in ("water", "cover")
)
IS_CLIMB, IS_FALL, IS_SLIPPERY, IS_DOOR, IS_WALL = (
    np.array([ground.get(key, False) for ground in _TERRAIN.values()], np.bool_)
    for key in ("climb", "fall", "slippery", "door", "wall")
)
WAY_COSTS = np.unique(TERRAIN_FACTOR)  # what a yard can cost, for the search of ways
OPEN_GROUND = TERRAIN_NAMES.index("open")
OPEN_DOOR, SHUT_DOOR = TERRAIN_NAMES.index("open_door"), TERRAIN_NAMES.index("shut_door")

# --- Races (RW4, W11, W15, W106, W113) ------------------------------------------------------------
NATURAL_SLOTS = 2
_RACES = read_yaml("races.yaml")
RACE_NAMES = tuple(_RACES)
RACE_SIZE, RACE_RATE, RACE_SPACE = (  # rate 0: by W63
    np.array([race.get(key, 0) for race in _RACES.values()], np.int64)
    for key in ("size", "rate", "space")
)
RACE_STAMINA, RACE_MANA, RACE_HEIGHT, RACE_HANDS, RACE_RIDING = (
    np.array([race.get(key, default) for race in _RACES.values()], np.int64)
    for key, default in (
        ("stamina", 10),
        ("mana", 10),
        ("height", 70),
        ("hands", 2),
        ("riding", GM_TN),
    )
)
IS_AQUATIC_RACE, IS_MOUNT, IS_SENTIENT_MOUNT = (
    np.array([race.get(key, False) for race in _RACES.values()], np.bool_)
    for key in ("aquatic", "mount", "sentient")
)
IS_GRASPABLE = np.array([race.get("graspable", True) for race in _RACES.values()], np.bool_)
RACE_NATURAL = np.full((len(_RACES), NATURAL_SLOTS), NONE, np.int64)
for _number, _race in enumerate(_RACES.values()):
    for _slot, _weapon in enumerate(_race.get("natural", ["unarmed"])):
        RACE_NATURAL[_number, _slot] = WEAPON_NAMES.index(_weapon)

# --- The cast -------------------------------------------------------------------------------------
CAST = read_yaml("cast.yaml")
CAST_NAMES = tuple(CAST)
CAST_ATTRIBUTES = np.array(
    [[person.get(name, 0) for name in ATTRIBUTE_NAMES] for person in CAST.values()], np.int64
)
CASTS_BOLTS = np.array(["fire_bolt" in one.get("spells", []) for one in CAST.values()], np.bool_)
"""Public figures of a kind, which stand in for hidden ones (XW2)."""
