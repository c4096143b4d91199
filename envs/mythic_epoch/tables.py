"""Every number of Mythic Epoch, with its row; weapons, armour and the cast come from `configs`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import yaml

from .enums import Act, Skill

CONFIGS = Path(str(files(__package__.partition(".")[0]) / "configs" / "mythic_epoch"))
"""Folder of the data files and scenarios of this system."""


def read_yaml(name: str) -> dict:
    """A data file of this system."""
    return yaml.safe_load((CONFIGS / name).read_text(encoding="utf-8"))


SKILL_NAMES = tuple(skill.name.lower() for skill in Skill)
SKILL_MAXIMUM = 10  # RM29

# --- The round (M1, RM15, RM28) -------------------------------------------------------------------
ACTION_POINTS = 12  # M1, RM15
ROUND_LIMIT = 50  # RM28

# --- Action points of the actions (M17 to M40, RM27) ----------------------------------------------
AIM_COST = 4  # M17
MOVE_COST = 2  # M18
COMBAT_MOVE_COST = 3  # M20
ESCAPE_COST = 3  # M22
PIN_COST = 3  # M26
READY_COST = 1  # M29
UNARMED_COST = 3  # M30, RM35
WITHDRAW_COST = 2  # M31
DODGE_COST = 2  # M34
EVADE_COST = 2  # M36
RETREAT_COST = 3  # M38
STRUGGLE_COST = 3  # M39
TAKE_WEAPON_COST = 4  # RM27

FIXED_COST = np.zeros(len(Act), np.int64)  # 0: the action goes by weapon
for _act, _points in {
    Act.AIM: AIM_COST,
    Act.MOVE: MOVE_COST,
    Act.COMBAT_MOVE: COMBAT_MOVE_COST,
    Act.ESCAPE: ESCAPE_COST,
    Act.PIN: PIN_COST,
    Act.READY: READY_COST,
    Act.UNARMED_ATTACK: UNARMED_COST,
    Act.UNARMED_PRESS: UNARMED_COST,
    Act.UNARMED_COUNTER_ATTACK: UNARMED_COST,
    Act.UNARMED_DOUBLE: UNARMED_COST,
    Act.WITHDRAW: WITHDRAW_COST,
    Act.DRAW_WEAPON: TAKE_WEAPON_COST,
    Act.PICK_UP_WEAPON: TAKE_WEAPON_COST,
    Act.DODGE: DODGE_COST,
    Act.EVADE: EVADE_COST,
    Act.RETREAT: RETREAT_COST,
    Act.STRUGGLE: STRUGGLE_COST,
}.items():
    FIXED_COST[_act] = _points

# --- Thresholds of the outcome tables -------------------------------------------------------------
AIM_SUCCESS = 0  # M17
COMBAT_MOVE_SUCCESS, COMBAT_MOVE_CRITICAL = 1, 10  # M20
RETREAT_SUCCESS, RETREAT_CRITICAL = 1, 10  # M38
DISARM_SUCCESS = 8  # M21
ESCAPE_SUCCESS = 1  # M22
GRAPPLE_SUCCESS = 8  # M24
WITHDRAW_SUCCESS = 1  # M31
DODGE_SUCCESS = 0  # M34
EVADE_SUCCESS = 0  # M36
PARRY_BIND, PARRY_SUCCESS = 0, 1  # M37, M42
STRUGGLE_SUCCESS = 0  # M39
WIND_SUCCESS = 0  # M40

# --- Modifiers ------------------------------------------------------------------------------------
FEINT_BONUS = 3  # M23: the Counter-Attack after a Feint drew a Parry
COUNTER_UNARMED_BONUS = 5  # M30: Counter-Attack with a melee weapon on an Unarmed Attack
CT_COUNTER_ATTACK_BONUS = 2  # RM2
DOUBLE_PENALTY = -2  # RM2
HALF_DAMAGE_PENALTY = -2  # RM10

# --- Recover Stamina (M44): thresholds from the top, and the AP regained --------------------------
RECOVERY_THRESHOLDS = np.array([0, -1, -2, -3, -4, -6, -8, -9, -13], np.int64)
RECOVERY_POINTS = np.array([12, 11, 10, 8, 6, 4, 3, 2, 1], np.int64)

# --- The Prismatic Dice Pool (RM1) ----------------------------------------------------------------
POOL_SIDES = 6

# --- Defence (RM6, RM7) ---------------------------------------------------------------------------
COMBAT_DEFENCE = 0
OFF_GUARD_DEFENCE = -2
HALF_COVER, THREE_QUARTER_COVER = 2, 4
DEFENCE_PER_RANGE, RANGE_STEP = 1, 10
HALF_COVER_CORNERS, THREE_QUARTER_COVER_CORNERS = 2, 3  # of four corners hidden (RULES.md, H4)

# --- Damage (RM10) --------------------------------------------------------------------------------
DAMAGE_POINTS, DAMAGE_POINTS_PER_ENDURANCE = 20, 2
DEAD_BELOW = -10
NEAR_COLLAPSE_QUARTERS = 3  # of four: the last band of damage that others can see (XM3)

# --- Movement (RM8, RM34) -------------------------------------------------------------------------
BASE_COMBAT_MOVEMENT = 4
STRAIGHT_STEPS = 1

# --- Dodge (RM17) ---------------------------------------------------------------------------------
MISSING_ATTACK_SPEED = 10

# --- Weapons (RM9) --------------------------------------------------------------------------------
_WEAPONS = read_yaml("weapons.yaml")
WEAPON_NAMES = tuple(_WEAPONS)
UNARMED = WEAPON_NAMES.index("unarmed")
NO_WEAPON = -1


def _column(key: str, default: int) -> np.ndarray:
    return np.array([weapon.get(key, default) for weapon in _WEAPONS.values()], np.int64)


WEAPON_COST = _column("cost", 0)
WEAPON_PARRY_COST = _column("parry_cost", 0)  # 0: cannot parry
WEAPON_ACCURACY = _column("accuracy", 0)
WEAPON_AIMED_ACCURACY = _column("aimed_accuracy", 0)
WEAPON_REACH = _column("reach", 1)
MOST_REACH = int(WEAPON_REACH.max())
WEAPON_RANGE = _column("range", 0)  # 0: not a missile weapon
WEAPON_ATTACK_SPEED = _column("attack_speed", MISSING_ATTACK_SPEED)
WEAPON_RELOAD_COST = _column("reload_cost", 0)  # 0: needs no reloading
WEAPON_SKILL = np.array([Skill[w["group"].upper()] for w in _WEAPONS.values()], np.int64)
BLADE = np.where(WEAPON_RANGE == 0, np.arange(len(WEAPON_NAMES)), UNARMED)  # what one strikes with
WEAPON_DICE, WEAPON_SIDES, WEAPON_BONUS = np.array(
    [weapon["damage"] for weapon in _WEAPONS.values()], np.int64
).T.copy()

# --- Armour (RM6, RM10) ---------------------------------------------------------------------------
_ARMOUR = read_yaml("armour.yaml")
ARMOUR_NAMES = tuple(_ARMOUR)
ARMOUR_PROTECTION, ARMOUR_COVERAGE, ARMOUR_LOAD, ARMOUR_RECOVERY_LOAD = (
    np.array([armour[key] for armour in _ARMOUR.values()], np.int64)
    for key in ("protection", "coverage", "load", "recovery_load")
)

# --- The cast -------------------------------------------------------------------------------------
CAST = read_yaml("cast.yaml")
CAST_NAMES = tuple(CAST)
