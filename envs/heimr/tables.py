"""Every number of Heimr, with its row; `configs/heimr` holds those that may be tuned."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import yaml

from ..core.compiler.bits import set_of
from .enums import (
    ABILITY_NAMES,
    ACT_NAMES,
    ATTRIBUTE_NAMES,
    NONE,
    SKILL_NAMES,
    Ability,
    Act,
    ActionType,
    Attribute,
    BodyPart,
    Effect,
    Injury,
    Skill,
    Wielding,
)

CONFIGS = Path(str(files(__package__.partition(".")[0]) / "configs" / "heimr"))
"""Folder of the data files and scenarios of this system."""


def read_yaml(name: str) -> dict:
    """A data file of this system."""
    return yaml.safe_load((CONFIGS / name).read_text(encoding="utf-8"))


def _column(entries: list[dict], key: str, default: int = 0) -> np.ndarray:
    """A figure of each entry."""
    return np.array([one.get(key, default) for one in entries], np.int64)


# --- Characters (H2, H3, H37, RH22) ---------------------------------------------------------------
ATTRIBUTE_LEAST, ATTRIBUTE_MOST = -3, 4
TRAINED_MOST = 4
PHYSICAL_ATTRIBUTES = (Attribute.STRENGTH, Attribute.DEXTERITY, Attribute.STAMINA)
IS_PHYSICAL_ATTRIBUTE = np.array([one in PHYSICAL_ATTRIBUTES for one in Attribute], np.bool_)

# --- The field (H5, H7) ---------------------------------------------------------------------------
LEAST_FIELD, MOST_FIELD = 3, 5  # squares to a side
LOCATIONS = MOST_FIELD * MOST_FIELD  # numbered y * MOST_FIELD + x
COLUMN_LETTERS = "ABCDE"
PLACE_NAMES = tuple(
    f"{column}{row + 1}" for row in range(MOST_FIELD) for column in COLUMN_LETTERS
)  # by square, numbered as on a chessboard: A1 is the south-western corner
DIRECTIONS = 4
BORDERS = 2 * LOCATIONS  # each location owns its eastern and its southern one
STEP_X = np.array([0, 1, 0, -1], np.int64)  # by Direction
STEP_Y = np.array([-1, 0, 1, 0], np.int64)
_ROWS, _COLUMNS = np.divmod(np.arange(LOCATIONS), MOST_FIELD)
STEPS = (abs(_ROWS[:, None] - _ROWS) + abs(_COLUMNS[:, None] - _COLUMNS)).astype(np.int8)
"""Orthogonal steps between two locations: a diagonal neighbour is 2 away (H55)."""

# --- Dice challenges (H11 to H14, H19, H20) -------------------------------------------------------
D6, D10 = 6, 10
BONUS_FACE, PENALTY_FACE = 10, 1
REROLL_WILLPOWER = 1

# --- Effects (H21 to H29, H60) --------------------------------------------------------------------
EFFECTS = len(Effect)
DEFAULT_SECONDS, DEFAULT_POINTS = 2, 1
SECONDS_A_TURN = 2  # H43
WEAKEN_WILLPOWER = 1  # H29
LASTING_EFFECTS = np.array(
    [Effect.FALL, Effect.DROP, Effect.STUMBLE, Effect.DAZE, Effect.BIND, Effect.WEAKEN], np.int64
)
IS_LASTING = np.isin(np.arange(EFFECTS), LASTING_EFFECTS)  # by Effect
MOST_SECONDS = 100  # what the record can hold without care

# --- Health (H31 to H35, RH5, RH19) ---------------------------------------------------------------
INJURY_HP = np.array(  # of each level of injury
    [1, -1, -3, -5, -128], np.int64
)
DYING_TURNS = np.zeros(len(Injury), np.int64)  # to death
DYING_TURNS[[Injury.MANGLED, Injury.MUTILATED]] = 300, 60
FAINT_TURNS = np.zeros(len(Injury), np.int64)  # to unconsciousness
FAINT_TURNS[Injury.MANGLED] = 150
LOWEST_HP = -100  # what the record can hold without care

# --- Fatigue (H68 to H70, H103) -------------------------------------------------------------------
FATIGUE_LEAST, FATIGUE_MOST = 1, 20
FATIGUE_BASE = 4
FATIGUE_STEP = 1
BREATHER = 2

# --- Attacks and defences (H56, H96, H116, H117, H121, H122, H133, H134, H151, H158, H81) ---------
PART_OF_FACE = np.array(  # by the d6 of the attack, from 1 on
    [
        NONE,
        BodyPart.LEFT_LEG,
        BodyPart.RIGHT_LEG,
        BodyPart.OTHER_ARM,
        BodyPart.SWORD_ARM,
        BodyPart.TORSO,
        BodyPart.TORSO,
    ],
    np.int64,
)
BODY_PARTS = 5  # that an attack can meet
AIM_PENALTY = 2
BRAWL_DAMAGE = 1
TOUCH = 1  # a brawl attack may be so much below the defence (H109)
ONGOING_PENALTY = 2
REPEATED_PENALTY = 2  # for each dodge, or each block, before
DODGE_BONUS = 2
PRONE_PENALTY = 2
PRONE_TARGET_PENALTY = 2  # of ranged attacks
CLIMBING_PENALTY = 2  # RH11
DIFFICULT_PENALTY = 1
HEIGHT_PENALTY = 1
MELEE_HEIGHT = 1  # difference that melee reaches
DISTANCE_DIVISOR = 2  # H54
LUCKY_PENALTY = 1
HIDDEN_BONUS = 2
BLIND_PENALTY = 5
SLIP_PENALTY = 1  # H145

# --- Movement (H148, H152, H153, H154, RH53) ------------------------------------------------------
WALKED_HEIGHT = 1  # difference that is walked
HOLD_ON_CONSISTENCY = 1
JUMP_CR_FACTOR = 2
FALL_CR_BASE, FALL_CR_FACTOR = 2, 2
FALL_HP = 3  # less the height
FALL_TORSO_HP = -4  # at and below it the torso is injured too

# --- Senses (H104, H129, H135, H155, H156) --------------------------------------------------------
LOOK_BONUS = np.array([2, 1], np.int64)  # in one's own location, in a bordering one
SOFT_SOUND = 2
WAKE_CR_SOFT, WAKE_CR_LOUD = 9, 5
MOST_DARKNESS = 3

# --- The turn, chases, limits (H76, RH28, RH55, RH58) ---------------------------------------------
ROUND_LIMIT = 60
CHASE_MARGIN = 3
CHASE_GAP, CHASE_ESCAPED, CHASE_TURNS = 1, 4, 30
SURGERY_TURNS, SURGERY_WILLPOWER = 30, 1
CARRIERS_LEG, CARRIERS_LIMP, CARRIERS_BOUND, CARRIERS_UNWILLING = 1, 2, 3, 4  # H146

# --- Abilities (H38, H39, H41, RH3, RH34) ---------------------------------------------------------
_ABILITIES = read_yaml("abilities.yaml")
ABILITIES = len(Ability)
BASE_CONSISTENCY = np.array([_ABILITIES[name]["consistency"] for name in ABILITY_NAMES], np.int64)
ABILITY_ATTRIBUTES = np.array(  # [ability, attribute]: rests on it
    [[one in _ABILITIES[name]["attributes"] for one in ATTRIBUTE_NAMES] for name in ABILITY_NAMES],
    np.bool_,
)
NUM_ATTRIBUTES = ABILITY_ATTRIBUTES.sum(axis=1).astype(np.int64)
IS_PHYSICAL = (ABILITY_ATTRIBUTES & IS_PHYSICAL_ATTRIBUTE).any(axis=1)

# --- Combat actions (H80 to H83, RH36) ------------------------------------------------------------
_ACTIONS = read_yaml("actions.yaml")
ACTION_TYPE = np.array(
    [ActionType[_ACTIONS.get(name, {}).get("type", "free").upper()] for name in ACT_NAMES],
    np.int64,
)
IS_SIMULTANEOUS = np.array(
    [_ACTIONS.get(name, {}).get("simultaneous", False) for name in ACT_NAMES], np.bool_
)
_READIED = [_ACTIONS.get(name, {}).get("readied", "never") for name in ACT_NAMES]
CAN_BE_READIED = np.array([word != "never" for word in _READIED])
IS_READIED_QUICKLY = np.array([word == "always" for word in _READIED])  # with quick choices too


FREE_ACTIONS, UPCOMING_ACTIONS = (
    set_of(*np.flatnonzero(ACTION_TYPE == kind)) for kind in (ActionType.FREE, ActionType.UPCOMING)
)
STANDARD_ACTIONS = set_of(
    *np.flatnonzero((ACTION_TYPE == ActionType.STANDARD) | (ACTION_TYPE == ActionType.ONGOING))
)
SIMULTANEOUS_ACTIONS = set_of(*np.flatnonzero(IS_SIMULTANEOUS))
MOVES = set_of(Act.MOVE, Act.LEAVE_CLUSTER)  # H89
MOVEMENTS = MOVES | set_of(  # H87, H90 to H92, H94, RH57
    Act.CHARGE, Act.RUN, Act.CLIMB, Act.JUMP_DOWN, Act.CRAWL, Act.CARRY
)
ATTACKS = set_of(  # H84, H86, RH6
    Act.WEAPON_ATTACK,
    Act.BRAWL_HIT,
    Act.BRAWL_BIND,
    Act.SHIELD_BASH,
    Act.SHOVING_STRIKE,
)
ATTACKS_AND_CHARGE = ATTACKS | set_of(Act.CHARGE)
PHYSICAL_ACTIONS = ATTACKS | set_of(  # H114, RH34
    Act.HIDE, Act.CONCEAL_ITEM, Act.JUMP_DOWN
)
ITEM_ACTIONS = set_of(  # H97 to H102
    Act.DRAW,
    Act.PUT_AWAY,
    Act.DROP_ITEM,
    Act.GET_ITEM,
    Act.CONCEAL_ITEM,
    Act.SWAP,
)
POSTURE_ACTIONS = set_of(Act.STAND_UP, Act.DROP_PRONE, Act.HIDE, Act.DODGE)
ANY_TIME_ACTIONS = set_of(Act.LET_GO, Act.DROP_ITEM)  # H99, H112
OBSERVATIONS = set_of(Act.LOOK, Act.FRISK, Act.SIZE_UP)  # H104

# --- Items: weapons, shields, tools (H107, H161 to H169, H178, RH13, RH16) ------------------------
_WEAPONS, _SHIELDS, _TOOLS = (read_yaml(f"{name}.yaml") for name in ("weapons", "shields", "tools"))
WEAPON_NAMES, SHIELD_NAMES, TOOL_NAMES = tuple(_WEAPONS), tuple(_SHIELDS), tuple(_TOOLS)
ITEM_NAMES = WEAPON_NAMES + SHIELD_NAMES + TOOL_NAMES
_ITEMS = [*_WEAPONS.values(), *_SHIELDS.values(), *_TOOLS.values()]
IS_SHIELD = np.array([name in _SHIELDS for name in ITEM_NAMES], np.bool_)
IS_WEAPON = np.array([name in _WEAPONS for name in ITEM_NAMES], np.bool_)
WIELDING = np.array([Wielding[one.get("wielding", "off_hand").upper()] for one in _ITEMS], np.int64)
WEAPON_RANGE = _column(_ITEMS, "range", NONE)  # -1: melee
IS_RANGED = WEAPON_RANGE != NONE
IS_MELEE = IS_WEAPON & ~IS_RANGED
DAMAGE, ITEM_BONUS, TOUGHNESS, ITEM_STAMINA, ITEM_LIGHT, SKILL_SURCHARGE, FREE_SKILLS = (
    _column(_ITEMS, key)
    for key in ("damage", "bonus", "toughness", "stamina", "light", "skill_cost", "free")
)
STUMBLES_A_BATTLE = _column(_ITEMS, "stumble")
NEEDS_AMMUNITION, IS_THROWN, CAN_BASH = (
    _column(_ITEMS, key) != 0 for key in ("ammunition", "thrown", "bash")
)
ITEM_ABILITIES = np.array(  # [item, ability]: it may be used with it
    [[name in one.get("abilities", ()) for name in ABILITY_NAMES] for one in _ITEMS], np.bool_
)
_USES = [np.flatnonzero(row) for row in ITEM_ABILITIES]
USES = np.array(  # [item, place]: those abilities in the book's order, then -1
    [[*row, *[NONE] * (max(map(len, _USES)) - len(row))] for row in _USES], np.int64
)
MAX_USES = USES.shape[1]
IS_BOW_OR_CROSSBOW = NEEDS_AMMUNITION & ITEM_ABILITIES[:, Ability.ARCHERY]  # bow or crossbow (RH6)
BONUS_COUNTS_IN_PARRIES = True  # RH31; False: the armoury bonus helps attacks only

# --- Armour (RH1, RH4) ----------------------------------------------------------------------------
_ARMOUR = read_yaml("armour.yaml")
ARMOUR_NAMES = tuple(_ARMOUR)
ARMOUR_HP, ARMOUR_STUMBLES = (_column([*_ARMOUR.values()], key) for key in ("hp", "stumbles"))
IS_HEAVY = _column([*_ARMOUR.values()], "heavy") != 0
ARMOUR_BREAKS = 3  # damage counters (RH4)

# --- Skills (RH6) ---------------------------------------------------------------------------------
_SKILLS = read_yaml("skills.yaml")
SKILL_LEVELS = 3
SKILL_BITS = 2  # of each level, packed into one number
SKILLS = len(Skill)


def _by_level(key: str, default: int = 0) -> np.ndarray:
    """A figure of each skill by its level, 0 for the unskilled, `[skill, level]`."""
    table = np.full((SKILLS, SKILL_LEVELS + 1), default, np.int64)
    for which, name in enumerate(SKILL_NAMES):
        given = _SKILLS[name].get(key, [])
        for level in range(1, SKILL_LEVELS + 1):
            if given:
                table[which, level] = given[min(level, len(given)) - 1]
    return table


SKILL_COST, SKILL_HIT, SKILL_BREAK, SKILL_HP = map(_by_level, ("cost", "hit", "break", "hp"))
SKILL_HITS = _by_level("hits", 1)  # needed on the part
SKILL_MOST = np.array(  # levels that it has
    [
        max(len(one.get(key, ())) for key in ("cost", "hp")) if one else 0
        for one in (_SKILLS[name] for name in SKILL_NAMES)
    ],
    np.int64,
)
SKILL_RESISTS = np.array(  # [skill, effect]: level from which it does, 0: never
    [
        [_SKILLS[name].get("resists", {}).get(effect.name.lower(), 0) for effect in Effect]
        for name in SKILL_NAMES
    ],
    np.int64,
)
SKILL_FREE = _column([_SKILLS[name] for name in SKILL_NAMES], "free")  # level, 0: never free
SKILL_EFFECT = np.array(  # called besides the hit; that of the first level
    [Effect[(_SKILLS[name].get("effects") or ["none"])[0].upper()] for name in SKILL_NAMES],
    np.int64,
)
MELEE_SKILL, SHOT_SKILL, THROW_SKILL = (
    np.array([_SKILLS[name].get("with") == kind for name in SKILL_NAMES], np.bool_)
    for kind in ("melee", "shot", "throw")
)
_PARTS = {
    "leg": (BodyPart.RIGHT_LEG, BodyPart.LEFT_LEG),
    "arm": (BodyPart.SWORD_ARM, BodyPart.OTHER_ARM),
    "sword_arm": (BodyPart.SWORD_ARM,),
    "any": tuple(BodyPart)[:BODY_PARTS],
}
SKILL_PARTS = np.array(  # [skill, body part]: can be called after a hit there
    [
        [part in _PARTS[_SKILLS[name].get("part", "any")] for part in tuple(BodyPart)[:BODY_PARTS]]
        for name in SKILL_NAMES
    ],
    np.bool_,
)

# --- Races (RH1, RH62) ----------------------------------------------------------------------------
_RACES = read_yaml("races.yaml")
RACE_NAMES = tuple(_RACES)
RACE_HP, RACE_WP = (_column([*_RACES.values()], key) for key in ("hp", "wp"))
CANNOT_RUN = _column([*_RACES.values()], "walks") != 0
HAS_FREE_SKILL, CAN_MEND, CAN_RAGE, CAN_POISON = (
    np.array([power in race.get("powers", ()) for race in _RACES.values()], np.bool_)
    for power in ("free_skill", "mend", "rage", "poison")
)
MEND_WILLPOWER, MEND_HP = 2, 2
RAGE_HP, RAGE_TURNS = 1, 5
POISON_WILLPOWER = 2
RACE_SKILLS = {name: race.get("skills", {}) for name, race in _RACES.items()}

# --- Locations and borders (H9, H147 to H156, H174, H176) -----------------------------------------
_LOCATIONS = read_yaml("locations.yaml")
LOCATION_LETTERS = "".join(kind["letter"] for kind in _LOCATIONS.values())
LOCATION_KINDS = [*_LOCATIONS.values()]
BORDER_KINDS = read_yaml("borders.yaml")
BORDER_NAMES = tuple(BORDER_KINDS)
CLOSED = 99  # toughness of what is never broken

# --- The cast -------------------------------------------------------------------------------------
CAST = read_yaml("cast.yaml")
CAST_NAMES = tuple(CAST)
