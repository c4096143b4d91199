"""What anybody sees of a fighter, as numbers in [-1, 1] (XD4)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit, next_set
from ...core.compiler.compile import njit, unset
from ...core.engine.battle import MAX_SIDE
from ..enums import (
    Attribute,
    Size,
)
from ..rules.injuries.bodies import (
    attribute,
    has_constitution,
    is_conscious,
    is_exhausted,
    is_hurt_twice,
    is_off_guard,
    is_unhurt,
    kind_of,
    martial_bonus,
    size,
    stage_of,
)
from ..rules.injuries.mobility import fly_squares, speed_squares
from ..rules.rounds_and_actions.items import longest_among, usable_slots
from ..state import HANDS, WEAPON_SLOTS
from ..tables import (
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
)
from .layout import (
    CARRIED,
    ITEM,
    NUM_PARTS,
    length_of,
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
WHOLE_PARTS = np.where(BODY_PART == NONE, -1, 0).astype(np.float32)
"""How far each part of an unhurt body is destroyed, by its number, -1 where there is none."""
PART_CLASS = np.where(BODY_PART == NONE, 0, PART_SEVERITY[BODY_PART] + 1).astype(np.float32) / 5
KIND_BITS, KIND_MASK = 4, 15
"""Bits that hold what has been counted of a kind of parts, `NUM_PARTS` of them in a word."""
KIND_SHARE = (np.arange(KIND_MASK + 1) / np.maximum(1, np.arange(KIND_MASK + 1))[:, None]).astype(
    np.float32
)
"""Shares of a whole, by the whole and what there is of it."""
FAR = 16
"""Squares that count as 1 in a distance."""
FAR_REACH = 15
"""Feet that count as 1 in a reach."""
LIFE_LOOK = np.array([[0, 1], [1, 0]], np.float32)
"""Whether somebody is conscious, and whether it is down."""
SLOT_LOOK = ((np.arange(1 << WEAPON_SLOTS)[:, None] >> np.arange(WEAPON_SLOTS)) & 1).astype(
    np.float32
)
"""Which weapons are in use, by their slots as bits."""
REACH_LOOK = (np.arange(WEAPON_REACH.max() + 1) / FAR_REACH).astype(np.float32)
"""How a reach in feet is shown."""
REACH_PLACE = 2 + 2 * ITEM_TRAITS + WEAPON_SLOTS
"""Where the reach stands in a block."""
PER_SQUARE = np.float32(1 / FAR)
PER_FIGHTER = np.float32(1 / MAX_SIDE)
ONE, HALF, THIRD, QUARTER, FIFTH = (np.float32(1 / part) for part in (1, 2, 3, 4, 5))
FIFTEEN = np.float32(15)
TENTH, TWELFTH = np.float32(1 / 10), np.float32(1 / 12)
STATE_SCALE = np.array(
    [
        *(HALF, TENTH, TENTH, THIRD, QUARTER, QUARTER, TWELFTH, TWELFTH),
        *(ONE, ONE, HALF, ONE, QUARTER, HALF, HALF, ONE, ONE, ONE, ONE, ONE, THIRD),
        *(FIFTH, THIRD, THIRD, ONE, ONE, ONE),
    ],
    np.float32,
)
"""What a whole number of build and state counts, in the order of the layout."""
NUM_STATES = len(STATE_SCALE)
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
def count_stage(fighter, part):
    """How far a part is destroyed, in the bits of its kind."""
    kind = kind_of(fighter, part)
    return min(stage_of(fighter, part), PART_FULL[kind]) << (KIND_BITS * kind)


@njit
def count_injuries(fighter):
    """How far the parts of each kind are destroyed, taken together, in the bits of the kind."""
    counted = np.int64(0)
    if is_unhurt(fighter):
        return counted
    is_any_destroyed = is_hurt_twice(fighter)
    part = next_set(fighter.injuries, 0)
    while part < MAX_PARTS:
        if not is_any_destroyed:
            counted += np.int64(1) << (KIND_BITS * kind_of(fighter, part))
        else:
            counted += count_stage(fighter, part)
            end = BODY_END[fighter.body, part]
            if end != NONE and fighter.injuries[end] == 0:  # it may go with its limb
                counted += count_stage(fighter, end)
        part = next_set(fighter.injuries, part + 1)
    return counted


@njit
def see_injuries(fighter, counted, out, at):
    """How far each kind of part is destroyed, -1 where there is none (D26 to D44)."""
    body = np.int64(fighter.body)
    for kind in range(NUM_PARTS):
        out[at + kind] = WHOLE_LOOK[body, kind]
    while counted != 0:
        kind = lowest_bit(counted) // KIND_BITS
        here = counted >> (KIND_BITS * kind) & KIND_MASK
        out[at + kind] = KIND_SHARE[KIND_FULL[body, kind], here]
        counted &= ~(np.int64(KIND_MASK) << (KIND_BITS * kind))


@njit
def see_arms(fighter, slots, out, at):
    """What is in the hands, which weapons are in use, and how far they reach."""
    see_item(fighter.held[0], out, at)
    see_item(fighter.held[1], out, at + ITEM_TRAITS)
    at += 2 * ITEM_TRAITS
    for slot in range(WEAPON_SLOTS):
        out[at + slot] = SLOT_LOOK[slots, slot]
    out[at + WEAPON_SLOTS] = REACH_LOOK[longest_among(fighter, slots)]


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of a fighter; the place after it (XD4).

    First all is counted, then it is written: in between the compiler would read everything again.
    """
    fighter = battle.fighters[actor]
    numbers = unset(1, NUM_STATES)[0]
    slots, counted = usable_slots(fighter), count_injuries(fighter)
    count_build(fighter, numbers)
    count_conditions(fighter, numbers)
    count_turn(battle, fighter, numbers)
    for place in range(2):
        out[at + place] = LIFE_LOOK[np.int64(is_conscious(fighter)), place]
    see_arms(fighter, slots, out, at + 2)
    at += REACH_PLACE + 1
    see_injuries(fighter, counted, out, at)
    at += NUM_PARTS
    for state in range(NUM_STATES):
        out[at + state] = np.float32(numbers[state]) * STATE_SCALE[state]
    return at + NUM_STATES


@njit
def count_turn(battle, fighter, numbers):
    """What is left of its turn, and whether that is now or still to come."""
    numbers[21] = fighter.reactions
    numbers[22] = min(ACTION_POINTS, fighter.action_points)
    numbers[23] = min(3, fighter.attacks)
    numbers[24] = must_reload(fighter)
    numbers[25] = fighter.seat == battle.turn
    numbers[26] = fighter.seat > battle.turn


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
def count_build(fighter, numbers):
    """Size, armour, bonuses and speeds."""
    best = max(attribute(fighter, Attribute.STRENGTH), attribute(fighter, Attribute.DEXTERITY))
    numbers[0] = size(fighter) - Size.MEDIUM
    numbers[1] = min(10, ARMOUR_BONUS[fighter.armour] + np.int64(fighter.natural_armour))
    numbers[2] = martial_bonus(fighter) + best
    numbers[3] = martial_bonus(fighter)
    numbers[4] = attribute(fighter, Attribute.DEXTERITY)
    numbers[5] = attribute(fighter, Attribute.CONSTITUTION) if has_constitution(fighter) else -4
    numbers[6] = min(12, speed_squares(fighter))
    numbers[7] = min(12, fly_squares(fighter)) if BODY_FLY[fighter.body] > 0 else 0


@njit
def count_conditions(fighter, numbers):
    """In which state somebody is."""
    numbers[8] = fighter.prone
    numbers[9] = fighter.flying
    numbers[10] = (fighter.grapple >= 0) * (1 if fighter.is_grappler else 2)
    numbers[11] = is_exhausted(fighter)
    numbers[12] = min(4, fighter.bleed)
    numbers[13] = min(2, fighter.dazed)
    numbers[14] = min(2, fighter.stunned)
    numbers[15] = fighter.sickened
    numbers[16] = fighter.confused
    numbers[17] = is_off_guard(fighter)
    numbers[18] = fighter.defending
    numbers[19] = fighter.shield_ready
    numbers[20] = min(3, fighter.exposed)
