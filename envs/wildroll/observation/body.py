"""What anybody sees of a fighter, as numbers in [-1, 1] (XW2)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_SIDE
from ..enums import Water
from ..rules.common_actions.items import longest_reach, may_reload, weapon_in
from ..rules.grappling.grapples import holders_of
from ..rules.health.bodies import can_act, is_conscious, is_dead, is_helpless, is_mounted, size_of
from ..rules.health.conditions import condition_level
from ..rules.health.wounds import severity, wounds_at
from ..rules.miscellaneous_actions.objects import is_called_up
from ..rules.movement.movement import points_left
from ..rules.movement.terrain import is_climbing, water_at
from ..rules.stamina.stamina import is_exhausted, is_staggered
from ..state import HANDS
from ..tables import (
    ARMOUR_TOUGHNESS,
    CHARM_EFFECTS,
    CONDITION_LEVELS,
    DASH_FACTOR,
    DRAG_POINTS,
    HELPLESS_ROUNDS,
    IS_CONCUSSIVE,
    IS_KIT,
    IS_MELEE,
    IS_PENETRATING,
    IS_PIERCING,
    IS_RANGED,
    IS_SHIELD,
    IS_SLICING,
    ITEM_BLOCK,
    ITEM_HANDS,
    LEVELS,
    WEAPON_ACCURACY,
    WEAPON_DAMAGE,
    WEAPON_INCREMENT,
    WEAPON_REACH,
    WEAPON_RELOAD,
)
from .layout import CARRIED, ITEM, NUM_CONDITIONS, NUM_DEEDS, NUM_POSTURES, NUM_WATERS, length_of

# --- Rows of the tables, ready to be copied; row 0 is no item -------------------------------------


def _rows(*columns: np.ndarray) -> np.ndarray:
    rows = np.stack([np.asarray(column, np.float32) for column in columns], axis=1)
    return np.vstack([np.zeros((1, rows.shape[1]), np.float32), np.clip(rows, -1, 1)])


ITEM_LOOK = _rows(
    IS_MELEE,
    ITEM_HANDS == HANDS,
    WEAPON_REACH / 2,
    WEAPON_INCREMENT / 25,
    WEAPON_RELOAD / 6,
    WEAPON_DAMAGE / 4,
    WEAPON_ACCURACY,
    ITEM_BLOCK / 2,
    IS_PIERCING,
    IS_SLICING,
    IS_CONCUSSIVE,
    IS_PENETRATING,
    IS_SHIELD,
    IS_KIT,
)
CARRIED_LOOK = _rows(IS_MELEE, IS_RANGED, IS_SHIELD, IS_KIT)
ITEM_TRAITS, CARRIED_TRAITS = length_of(ITEM), len(CARRIED)
SEEN_SLOTS = HANDS + 1
"""Weapon slots that are shown: the hands and the first natural weapon."""
HALF, THIRD, QUARTER, FIFTH, SIXTH, SEVENTH = (np.float32(1 / part) for part in range(2, 8))
TENTH, TWELFTH, FIFTEENTH, TWENTIETH = (np.float32(1 / part) for part in (10, 12, 15, 20))
PER_AP, PER_LONG, PER_INITIATIVE = (np.float32(1 / part) for part in (24, 18, 30))
PER_FIGHTER = np.float32(1 / MAX_SIDE)
IS_DEAD = 2
"""Where it stands in a block that somebody is dead: of the dead, nothing else is said."""


@njit
def capped(number, scale):
    """A number of nothing or more, scaled, at most 1."""
    return min(1.0, np.int64(number) * scale)


@njit
def within_one(number):
    """The number, cut to [-1, 1]."""
    return min(1.0, max(-1.0, number))


@njit
def count_bits(mask):
    """How many a set has."""
    count = np.int64(0)
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@njit
def see_item(item, out, at):
    """The look of an item, all 0 of none."""
    for trait in range(ITEM_TRAITS):
        out[at + trait] = ITEM_LOOK[np.int64(item) + 1, trait]


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of a living fighter; the place after it (XW2)."""
    fighter = battle.fighters[actor]
    at = see_life(fighter, out, at)
    at = see_arms(fighter, out, at)
    at = see_build(fighter, out, at)
    at = see_health(fighter, out, at)
    at = see_plans(fighter, out, at)
    at = see_grapples(battle, actor, out, at)
    at = see_hindrances(battle, actor, out, at)
    at = see_ground(battle, actor, out, at)
    out[at] = battle.active == actor
    out[at + 1] = not fighter.acted
    return at + 2


@njit
def see_life(fighter, out, at):
    """Whether somebody is up; the place after it."""
    out[at] = can_act(fighter)
    out[at + 1] = not is_conscious(fighter) or is_helpless(fighter)
    out[at + IS_DEAD] = is_dead(fighter)
    out[at + 3] = fighter.dying
    out[at + 4] = capped(fighter.dying_rounds, FIFTH)
    return at + 5


@njit
def see_arms(fighter, out, at):
    """What is in the hands, what nature gave, and how far it reaches; the place after it."""
    for slot in range(SEEN_SLOTS):
        see_item(weapon_in(fighter, slot), out, at)
        at += ITEM_TRAITS
    reach = longest_reach(fighter)
    out[at] = reach * HALF if reach >= 0 else -1.0
    return at + 1


@njit
def see_build(fighter, out, at):
    """Wounds, kind, size, armour, AP, initiative and posture; the place after them (XW2)."""
    for level in range(LEVELS):
        out[at + level] = capped(wounds_at(fighter, level + 1), FIFTH)
    at += LEVELS
    out[at] = severity(fighter) * FIFTH
    out[at + 1] = fighter.npc * THIRD
    out[at + 2] = size_of(fighter) * SEVENTH
    out[at + 3] = ARMOUR_TOUGHNESS[fighter.armour] * QUARTER
    out[at + 4] = capped(fighter.action_points, PER_AP)
    out[at + 5] = capped(fighter.initiative, PER_INITIATIVE)
    out[at + 6 + np.int64(fighter.posture)] = 1
    return at + 6 + NUM_POSTURES


@njit
def see_health(fighter, out, at):
    """Weariness and conditions; the place after them (RW12, W72)."""
    out[at] = is_exhausted(fighter)
    out[at + 1] = is_staggered(fighter)
    out[at + 2] = capped(fighter.helpless_rounds, 1 / HELPLESS_ROUNDS)
    for condition in range(NUM_CONDITIONS):
        out[at + 3 + condition] = condition_level(fighter, condition) / CONDITION_LEVELS
    return at + 3 + NUM_CONDITIONS


@njit
def see_plans(fighter, out, at):
    """Defend, that something is readied, a long action, ways; the place after them (RW26)."""
    out[at] = fighter.defending
    out[at + 1] = fighter.readied != 0
    out[at + 2] = capped(fighter.long_left, PER_LONG)
    if fighter.long_deed != 0:
        out[at + 2 + np.int64(fighter.long_deed)] = 1
    at += 3 + NUM_DEEDS
    out[at] = within_one(points_left(fighter) * TENTH)
    out[at + 1] = fighter.dash / DASH_FACTOR
    out[at + 2] = max(0, np.int64(fighter.drag_points)) / DRAG_POINTS
    return at + 3


@njit
def see_grapples(battle, actor, out, at):
    """Whom somebody grapples with; the place after it (W88, W92, RW34)."""
    fighter = battle.fighters[actor]
    out[at] = fighter.holding != 0
    out[at + 1] = holders_of(battle, actor) != 0
    out[at + 2] = fighter.pinned_by >= 0
    return at + 3


@njit
def see_hindrances(battle, actor, out, at):
    """Harries, Distracts, flanks, magic, an empty crossbow; the place after them."""
    fighter = battle.fighters[actor]
    out[at] = capped(fighter.harried, THIRD)
    out[at + 1] = capped(fighter.distracted, THIRD)
    out[at + 2] = (np.int64(battle.flanked) >> actor) & 1
    out[at + 3] = capped(count_bits(np.int64(fighter.ignoring)), THIRD)
    out[at + 4] = capped(fighter.shield_rounds, HALF)
    for effect in range(CHARM_EFFECTS):
        out[at + 5 + effect] = is_called_up(fighter, effect)
    out[at + 5 + CHARM_EFFECTS] = may_reload(fighter)
    return at + 6 + CHARM_EFFECTS


@njit
def see_ground(battle, actor, out, at):
    """Water, cliffs, mounts; the place after them (W68, W104 to W106)."""
    fighter = battle.fighters[actor]
    water = water_at(battle, fighter.x, fighter.y)
    if water != Water.DRY:
        out[at + water - 1] = 1
    at += NUM_WATERS - 1
    out[at] = fighter.underwater
    out[at + 1] = is_climbing(battle, actor)
    out[at + 2] = is_mounted(fighter)
    out[at + 3] = fighter.rider >= 0
    out[at + 4] = fighter.uncontrolled
    return at + 5
