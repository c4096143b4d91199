"""What anybody sees of a fighter, as numbers in [-1, 1] (XD4)."""

from __future__ import annotations

import numpy as np

from ..core.battle import MAX_SIDE
from ..core.bits import next_set
from ..core.compile import njit
from .layout import (
    CARRIED,
    ITEM,
    NUM_PARTS,
    length_of,
)
from .rules.bodies import (
    attribute,
    fly_squares,
    has_constitution,
    is_conscious,
    is_exhausted,
    is_off_guard,
    is_unhurt,
    kind_of,
    martial_bonus,
    size,
    speed_squares,
    stage_of,
)
from .rules.items import is_usable, weapon_in
from .state import HANDS, WEAPON_SLOTS
from .tables import (
    ACTION_POINTS,
    ARMOUR_BONUS,
    ATTRIBUTE_NAMES,
    BODY_END,
    BODY_FLY,
    BODY_PART,
    EFFECT_BLEED,
    EFFECT_DAZED,
    EFFECT_DEGREE,
    ENDLESS,
    IS_MELEE,
    IS_NATURAL,
    IS_RANGED,
    IS_SHIELD,
    ITEM_HANDS,
    MAX_PARTS,
    NATURAL_HIGHEST,
    NO_PARRY,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_SEVERITY,
    REACH,
    SHIELD_BONUS,
    SKILL_NAMES,
    WEAPON_CRITICAL,
    WEAPON_INCREMENT,
    WEAPON_PARRY,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_THROWN,
    Attribute,
    Size,
)

# --- Rows of the tables, ready to be copied; row 0 is no item -------------------------------------


def _rows(*columns: np.ndarray) -> np.ndarray:
    rows = np.stack([np.asarray(column, np.float32) for column in columns], axis=1)
    return np.vstack([np.zeros((1, rows.shape[1]), np.float32), rows])


CAN_PARRY = (WEAPON_PARRY > NO_PARRY) | IS_SHIELD
ITEM_LOOK = _rows(
    IS_MELEE,
    ITEM_HANDS == HANDS,
    (WEAPON_REACH - REACH) / REACH,
    np.minimum(1, WEAPON_INCREMENT / 80),
    (WEAPON_THROWN > 0) & ~IS_NATURAL,
    np.minimum(1, WEAPON_RELOAD / 2),
    np.minimum(1, (NATURAL_HIGHEST - WEAPON_CRITICAL) / 2),
    np.clip(np.where(WEAPON_PARRY > NO_PARRY, WEAPON_PARRY, SHIELD_BONUS) / 2, -1, 1),
    CAN_PARRY,
    np.minimum(1, EFFECT_BLEED / 2),
    np.minimum(1, EFFECT_DAZED),
    np.minimum(1, EFFECT_DEGREE),
    np.minimum(1, SHIELD_BONUS / 2),
)
CARRIED_LOOK = _rows(IS_MELEE, IS_RANGED, WEAPON_THROWN > 0, IS_SHIELD)
ITEM_TRAITS, CARRIED_TRAITS = length_of(ITEM), len(CARRIED)
PART_FULL = np.where(PART_DESTROYED == ENDLESS, 1, PART_DESTROYED)
"""Injuries of a part that count as 1: those that destroy it, of a nose one."""
KIND_FULL = PART_COUNT * PART_FULL
"""The same of all parts of a kind, by body."""
WHOLE_LOOK = np.where(KIND_FULL == 0, -1, 0).astype(np.float32)
"""How far each kind of part of an unhurt body is destroyed, -1 where there is none."""
PART_CLASS = np.where(BODY_PART == NONE, 0, PART_SEVERITY[BODY_PART] + 1).astype(np.float32) / 5
FAR = 16
"""Squares that count as 1 in a distance."""
FAR_REACH = 15
"""Feet that count as 1 in a reach."""
REACH_PLACE = 2 + 2 * ITEM_TRAITS + WEAPON_SLOTS
"""Where the reach stands in a block."""
PER_SQUARE = np.float32(1 / FAR)
PER_FIGHTER = np.float32(1 / MAX_SIDE)
ONE, HALF, THIRD, QUARTER, FIFTH = (np.float32(1 / part) for part in (1, 2, 3, 4, 5))
TENTH, TWELFTH = np.float32(1 / 10), np.float32(1 / 12)
NUM_ATTRIBUTES, NUM_SKILLS = len(ATTRIBUTE_NAMES), len(SKILL_NAMES)


@njit
def within_one(number):
    """The number, cut to [-1, 1]."""
    return min(1.0, max(-1.0, number))


@njit
def see_item(item, out, at):
    """The look of an item in a hand, all 0 of none."""
    for trait in range(ITEM_TRAITS):
        out[at + trait] = ITEM_LOOK[np.int64(item) + 1, trait]


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def count_stage(fighter, part, out, at):
    """Add how far a part is destroyed to what is seen of its kind."""
    kind = kind_of(fighter, part)
    out[at + kind] += min(stage_of(fighter, part), PART_FULL[kind])


@njit
def see_injuries(fighter, out, at):
    """How far each kind of part is destroyed, -1 where there is none (D26 to D44)."""
    body = np.int64(fighter.body)
    for kind in range(NUM_PARTS):
        out[at + kind] = WHOLE_LOOK[body, kind]
    if is_unhurt(fighter):
        return
    part = next_set(fighter.injuries, 0)
    while part < MAX_PARTS:
        count_stage(fighter, part, out, at)
        end = BODY_END[body, part]
        if end != NONE and fighter.injuries[end] == 0:  # it may go with its limb
            count_stage(fighter, end, out, at)
        part = next_set(fighter.injuries, part + 1)
    for kind in range(NUM_PARTS):
        if out[at + kind] > 0:
            out[at + kind] /= KIND_FULL[body, kind]


@njit
def see_arms(fighter, out, at):
    """What is in the hands, which weapons are in use, and how far they reach."""
    see_item(fighter.held[0], out, at)
    see_item(fighter.held[1], out, at + ITEM_TRAITS)
    at += 2 * ITEM_TRAITS
    feet = np.int64(0)
    for slot in range(WEAPON_SLOTS):
        if is_usable(fighter, slot):
            out[at + slot] = 1
            weapon = weapon_in(fighter, slot)
            if IS_MELEE[weapon]:
                feet = max(feet, WEAPON_REACH[weapon])
    out[at + WEAPON_SLOTS] = feet / FAR_REACH


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of a fighter; the place after it (XD4)."""
    fighter = battle.fighters[actor]
    out[at] = is_conscious(fighter)
    out[at + 1] = not is_conscious(fighter)
    see_arms(fighter, out, at + 2)
    at += REACH_PLACE + 1
    see_injuries(fighter, out, at)
    at = see_build(fighter, out, at + NUM_PARTS)
    at = see_conditions(fighter, out, at)
    out[at] = fighter.reactions * FIFTH
    out[at + 1] = min(ACTION_POINTS, fighter.action_points) * THIRD
    out[at + 2] = min(3, fighter.attacks) * THIRD
    out[at + 3] = must_reload(fighter)
    out[at + 4] = fighter.seat == battle.turn
    out[at + 5] = fighter.seat > battle.turn
    return at + 6


@njit
def reach_seen(out, at):
    """The reach in feet that a block shows."""
    return np.int64(np.round(out[at + REACH_PLACE] * FAR_REACH))


@njit
def must_reload(fighter):
    """Whether the weapon in hand shoots, and is not loaded (RD18)."""
    main = np.int64(fighter.held[0])
    return main != NONE and WEAPON_RELOAD[main] > 0 and not fighter.loaded


@njit
def see_build(fighter, out, at):
    """Size, armour, bonuses and speeds; the place after them."""
    best = max(attribute(fighter, Attribute.STRENGTH), attribute(fighter, Attribute.DEXTERITY))
    out[at] = (size(fighter) - Size.MEDIUM) * HALF
    armour = ARMOUR_BONUS[fighter.armour] + np.int64(fighter.natural_armour)
    out[at + 1] = min(10, armour) * TENTH
    out[at + 2] = (martial_bonus(fighter) + best) * TENTH
    out[at + 3] = martial_bonus(fighter) * THIRD
    out[at + 4] = attribute(fighter, Attribute.DEXTERITY) * QUARTER
    out[at + 5] = -1.0
    if has_constitution(fighter):
        out[at + 5] = attribute(fighter, Attribute.CONSTITUTION) * QUARTER
    out[at + 6] = min(12, speed_squares(fighter)) * TWELFTH
    if BODY_FLY[fighter.body] > 0:
        out[at + 7] = min(12, fly_squares(fighter)) * TWELFTH
    return at + 8


@njit
def see_conditions(fighter, out, at):
    """In which state somebody is; the place after it."""
    out[at] = fighter.prone
    out[at + 1] = fighter.flying
    out[at + 2] = (fighter.grapple >= 0) * (HALF if fighter.is_grappler else ONE)
    out[at + 3] = is_exhausted(fighter)
    out[at + 4] = min(4, fighter.bleed) * QUARTER
    out[at + 5] = min(2, fighter.dazed) * HALF
    out[at + 6] = min(2, fighter.stunned) * HALF
    out[at + 7] = fighter.sickened
    out[at + 8] = fighter.confused
    out[at + 9] = is_off_guard(fighter)
    out[at + 10] = fighter.defending
    out[at + 11] = fighter.shield_ready
    out[at + 12] = min(3, fighter.exposed) * THIRD
    return at + 13
