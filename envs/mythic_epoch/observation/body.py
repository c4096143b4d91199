"""The public facts of a fighter's body: status, weapons, armour, place in the order, foe (XM3)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.engine.layout import put, table
from ..enums import Skill
from ..rules.checks import is_half_spent, is_out, needs_reload
from ..tables import (
    ARMOUR_COVERAGE,
    ARMOUR_PROTECTION,
    CAST,
    CAST_NAMES,
    NO_WEAPON,
    SKILL_NAMES,
    WEAPON_ACCURACY,
    WEAPON_BONUS,
    WEAPON_COST,
    WEAPON_DICE,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_SIDES,
)
from .layout import (
    ARMOUR_PIECES,
    BODY,
    CAST_PIECES,
    FAR,
    KIND_PIECES,
    MELEE_SKILLS,
    PER,
    WEAPON_PIECES,
)

MEAN_DAMAGE = WEAPON_BONUS + WEAPON_DICE * (WEAPON_SIDES + 1) / 2

# Rows of numbers by weapon, entry in the cast and armour, ready to be copied.
WEAPON_LOOK = table(
    WEAPON_PIECES,
    {
        "weapon_cost": WEAPON_COST,
        "parry_cost": WEAPON_PARRY_COST,
        "weapon_accuracy": WEAPON_ACCURACY,
        "weapon_damage": MEAN_DAMAGE,
        "reach": WEAPON_REACH,
        "missile_range": WEAPON_RANGE,
    },
)
KIND_LOOK = table(
    KIND_PIECES,
    {"damage": MEAN_DAMAGE, "reach": WEAPON_REACH, "range": WEAPON_RANGE},
    empty=1,  # NO_WEAPON
)
RATING = np.array(
    [[CAST[name]["skills"].get(skill, 0) for skill in SKILL_NAMES] for name in CAST_NAMES], np.int64
)
CAST_LOOK = table(
    CAST_PIECES,
    {
        "cast_melee": RATING[:, list(MELEE_SKILLS)].max(axis=1),
        "cast_ranged": RATING[:, Skill.RANGED],
        "cast_brawling": RATING[:, Skill.BRAWLING],
        "cast_agility": RATING[:, Skill.AGILITY],
    },
)
ARMOUR_LOOK = table(ARMOUR_PIECES, {"armour": ARMOUR_PROTECTION, "coverage": ARMOUR_COVERAGE})


@njit
def see_body(battle, actor, foe, out, at):
    """Write the public facts of a fighter with its foe (XM3)."""
    fighter = battle.fighters[actor]
    out[at + BODY.is_here] = 1
    out[at + BODY.status + fighter.status] = 1
    out[at + BODY.action_points] = fighter.action_points * PER.action_points
    out[at + BODY.half_spent] = is_half_spent(fighter)
    put(WEAPON_LOOK[fighter.hand], out, at + BODY.weapon_cost)
    out[at + BODY.must_reload] = needs_reload(fighter)
    put(KIND_LOOK[fighter.carried - NO_WEAPON], out, at + BODY.second_damage)
    out[at + BODY.second_unloaded] = not fighter.carried_loaded
    put(ARMOUR_LOOK[fighter.armour], out, at + BODY.armour)
    see_turn(battle, fighter.seat, out, at)
    out[at + BODY.is_target] = battle.target == actor
    if foe != NOBODY:
        it = battle.fighters[foe]
        out[at + BODY.aims] = fighter.aim_target == foe
        out[at + BODY.foe_offset_columns] = columns_away(it.x - fighter.x)
        out[at + BODY.foe_offset_rows] = (it.y - fighter.y) * PER.offset


@njit
def see_turn(battle, seat, out, at):
    """Write a fighter's place in the order of turns (M2)."""
    turns = seat - battle.turn
    if turns < 0:
        turns += battle.num_fighters
    fighters = np.float32(battle.num_fighters)
    out[at + BODY.seat] = np.float32(seat) / fighters
    out[at + BODY.turn_in] = np.float32(turns) / fighters


@njit
def columns_away(across):
    """A difference of columns as a number of the observation."""
    return min(FAR, max(-FAR, across)) * PER.offset


@njit
def foe_of(battle, actor):
    """The standing opponent a fighter is held with or named last, -1 if none (RM20, M4)."""
    fighter = battle.fighters[actor]
    foe = fighter.partner if fighter.partner != NOBODY else fighter.last_target
    return NOBODY if foe == NOBODY or is_out(battle.fighters[foe]) else foe
