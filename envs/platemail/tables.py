"""Every number of Platemail, with its row; weapons, armour, spells and cast lie in `configs`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import yaml

from .enums import Act, Reload, Spell

CONFIGS = Path(str(files(__package__.partition(".")[0]) / "configs" / "platemail"))
"""Folder of the data files and scenarios of this system."""


def read_yaml(name: str) -> dict:
    """A data file of this system."""
    return yaml.safe_load((CONFIGS / name).read_text(encoding="utf-8"))


IS_READY = np.zeros(len(Act), np.bool_)  # the tag R of each action (P11)
IS_READY[
    [
        Act.MOVE,  # P50
        Act.FALL_BACK,  # P52
        Act.SKULK,  # P53
        Act.COUNTER,  # P62
        Act.RANGED_ATTACK,  # P63
        Act.DEFEND,  # P67
        Act.GUARD,  # P68
        Act.QUICK_ITEM,  # P78
    ]
] = True

# --- The round (P3, P4, RP30) ---------------------------------------------------------------------
PHASES = 2  # P4
ROUND_LIMIT = 50  # RP30
QUIET_LIMIT = 15  # RP30: rounds in a row without a Wound taken

# --- Rolls (P22, P23, P32, P33, RP1, RP2) ---------------------------------------------------------
DIE = 20  # P32
FAVOR = 3  # P22, P23
BASE_DEFENSE = 10  # P33
BASE_SAVE = 10  # RP2, RP4, RP5
CRITICAL = 20  # P36
ATTRIBUTE_LIMIT, SKILL_LIMIT, ATTACK_BONUS_LIMIT = 3, 3, 4  # RP1

# --- Space: squares of 5 feet (RP13) --------------------------------------------------------------
SQUARE_FEET = 5  # RP13
MOVE_STEPS, SPRINT_STEPS = 3, 6  # P50, P51: 15 and 30 feet
CHARGE_FAVOR_STEPS = 2  # P60: 10 feet
CRAWL_STEPS = 1  # RP20

# --- Attacks (P30, P60 to P66, P107 to P110, RP8, RP19) -------------------------------------------
COVER_PENALTY = -2  # P30
RANGE_PENALTY = -2  # P107
RANGE_INCREMENTS = 4  # P108
HIGH_GROUND = 2  # P110
THREE_ATTACKS_PENALTY = -2  # RP19
AIM_PENETRATION, CRITICAL_PENETRATION = 1, 1  # P66, P36
CRITICAL_WOUNDS = 1  # P36
GUARD_PENALTY = 1  # P72: Deflection lost for each further block

# --- Wounds (P42, P49, RP12) ----------------------------------------------------------------------
MAX_WOUNDS = 3  # P42
PENETRATIONS = 8
"""Penetrations 0 to 6; the last place is for Wounds that ignore Absorb (P41)."""
IGNORES_ABSORB = PENETRATIONS - 1
DAZE_SIDES = 4  # P103, RP21, RP23: 1d4 actions
LIMBS = 4  # P105
STOCK = 3  # RP38: thrown weapons of a kind

# --- Weapons (P91 to P125) ------------------------------------------------------------------------
_WEAPONS = read_yaml("weapons.yaml")
WEAPON_NAMES = tuple(_WEAPONS)
UNARMED = WEAPON_NAMES.index("unarmed")
NONE = -1
"""No weapon in the left hand, no carried set, no spell."""


def _column(data: dict, key: str, default: int = 0) -> np.ndarray:
    return np.array([int(entry.get(key, default)) for entry in data.values()], np.int64)


WEAPON_PENETRATION = _column(_WEAPONS, "penetration")
WEAPON_HANDS = _column(_WEAPONS, "hands", 1)
WEAPON_REACH = _column(_WEAPONS, "reach", 1)  # squares (P25, RP19)
WEAPON_STRENGTH = _column(_WEAPONS, "strength", -ATTRIBUTE_LIMIT)
WEAPON_DEFLECTION = _column(_WEAPONS, "deflection")
WEAPON_SHIELD_BONUS = _column(_WEAPONS, "shield_bonus")
WEAPON_UNAWARE_PENETRATION = _column(_WEAPONS, "unaware_penetration")
WEAPON_CHARGE_PENETRATION = _column(_WEAPONS, "charge_penetration")
WEAPON_CHARGED_PENETRATION = _column(_WEAPONS, "charged_penetration")
WEAPON_MOUNTED_PENETRATION = _column(_WEAPONS, "mounted_penetration")
WEAPON_RANGE = _column(_WEAPONS, "range") // SQUARE_FEET  # squares; 0: not for shooting
WEAPON_WOUNDS = _column(_WEAPONS, "wounds", 1)
SEVERS, DAZES, ENTRAPS, IS_THROWN, IS_SILENT, IS_MISSILE_ONLY, MAY_BE_POISONED = (
    _column(_WEAPONS, key).astype(np.bool_)
    for key in (
        "severs", "dazes", "entraps", "thrown", "silent", "missile_only", "may_be_poisoned",
    )
)  # fmt: skip


WEAPON_RELOAD = np.array(
    [Reload[weapon.get("reload", "none").upper()] for weapon in _WEAPONS.values()], np.int64
)

# --- Armour and shields (P126 to P135) ------------------------------------------------------------
_ARMOUR = read_yaml("armour.yaml")
ARMOUR_NAMES = tuple(_ARMOUR)
ARMOUR_DEFLECTION = _column(_ARMOUR, "deflection")
ARMOUR_ABSORB = _column(_ARMOUR, "absorb")
ARMOUR_WHILE_READY = _column(_ARMOUR, "while_ready").astype(np.bool_)
ARMOUR_PROTECTS_LIMBS = _column(_ARMOUR, "protects_limbs")

_SHIELDS = read_yaml("shields.yaml")
SHIELD_NAMES = tuple(_SHIELDS)
NO_SHIELD = SHIELD_NAMES.index("none")
SHIELD_DEFLECTION = _column(_SHIELDS, "deflection")
SHIELD_ABSORB = _column(_SHIELDS, "absorb")
SHIELD_COVER = _column(_SHIELDS, "cover").astype(np.bool_)

# --- Spells (RP23) --------------------------------------------------------------------------------
_SPELLS = read_yaml("spells.yaml")


SPELL_NAMES = tuple(spell.name.lower() for spell in Spell)
SPELL_RANGE = _column(_SPELLS, "range") // SQUARE_FEET  # squares
SPELL_PENETRATION = _column(_SPELLS, "penetration")
SPELL_WOUNDS = _column(_SPELLS, "wounds")
BLAST_RADIUS = int(_SPELLS["blast"]["radius"]) // SQUARE_FEET
MEND_HEALS = int(_SPELLS["mend"]["heals"])
MEND_USES = int(_SPELLS["mend"]["uses"])

# --- The cast -------------------------------------------------------------------------------------
CAST = read_yaml("cast.yaml")
CAST_NAMES = tuple(CAST)
