"""The open facts of a fighter, as numbers in [-1, 1] (XD4)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit, next_set
from ...core.compiler.compile import njit, unset
from ...core.engine.battle import MAX_FIGHTERS, MAX_SIDE, NOBODY, slot_of
from ...core.engine.layout import scale_row, table
from ..enums import (
    Attribute,
    Life,
    Part,
    Size,
)
from ..rules.injuries.bodies import (
    attribute,
    has_constitution,
    is_conscious,
    is_destroyed,
    is_exhausted,
    is_hurt_twice,
    is_off_guard,
    is_unhurt,
    kind_of,
    martial_bonus,
    size,
)
from ..rules.injuries.mobility import fly_squares, speed_squares
from ..rules.rounds_and_actions.items import longest_among, usable_slots
from ..state import HANDS, WEAPON_SLOTS
from ..tables import (
    ACTION_POINTS,
    ARMOUR_BONUS,
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
    WEAPON_CRITICAL,
    WEAPON_INCREMENT,
    WEAPON_PARRY,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_THROWN,
)
from .layout import (
    BODY,
    CARRIED_PIECES,
    FULL,
    ITEM_LENGTH,
    ITEM_PIECES,
    STATE,
    STATE_PIECES,
    TRAIT_PIECES,
)

# --- Numbers by index, ready to be copied; row 0 of the items is no item --------------------------

FIRST_ITEM = 1
"""Row of the first item."""
ITEM_LOOK = table(
    ITEM_PIECES,
    {
        "is_melee": IS_MELEE,
        "two_hands": ITEM_HANDS == HANDS,
        "reach": WEAPON_REACH - REACH,
        "increment": WEAPON_INCREMENT,
        "thrown": (WEAPON_THROWN > 0) & ~IS_NATURAL,
        "reload": WEAPON_RELOAD,
        "critical": NATURAL_HIGHEST - WEAPON_CRITICAL,
        "parry": np.where(WEAPON_PARRY > NO_PARRY, WEAPON_PARRY, SHIELD_BONUS),
        "can_parry": (WEAPON_PARRY > NO_PARRY) | IS_SHIELD,
        "effect_bleed": EFFECT_BLEED,
        "effect_dazed": EFFECT_DAZED,
        "effect_degree": EFFECT_DEGREE,
        "shield": SHIELD_BONUS,
    },
    empty=FIRST_ITEM,
)
CARRIED_LOOK = table(
    CARRIED_PIECES,
    {
        "is_melee": IS_MELEE,
        "is_ranged": IS_RANGED,
        "is_thrown": WEAPON_THROWN > 0,
        "is_shield": IS_SHIELD,
    },
    empty=FIRST_ITEM,
)
TRAIT_LOOK = table(
    TRAIT_PIECES,
    {
        "two_hands": ITEM_HANDS == HANDS,
        "bleed": EFFECT_BLEED,
        "dazed": EFFECT_DAZED,
        "reload": WEAPON_RELOAD,
        "shield": SHIELD_BONUS,
    },
    empty=FIRST_ITEM,
)
IS_MISSILE = np.concatenate([[False] * FIRST_ITEM, IS_RANGED | (WEAPON_THROWN > 0)])
"""Whether an item is shot or made for throwing, from `FIRST_ITEM` on."""
KIND_SHARE_OF_ITEM = np.select(
    [IS_SHIELD, IS_RANGED, WEAPON_THROWN > 0], [4, 3, 2], default=1
).astype(np.float32) / np.float32(4)
"""The kind of an item in one number: 1/4 melee, 1/2 thrown, 3/4 shoots, 1 a shield."""
PART_FULL = np.where(PART_DESTROYED == ENDLESS, 1, PART_DESTROYED)
"""Injuries of a part that count as 1: those that destroy it, of a nose one."""
KIND_FULL = PART_COUNT * PART_FULL
"""The same of all parts of a kind, by body."""
WHOLE_LOOK = np.where(KIND_FULL == 0, -1, 0).astype(np.float32)
"""How far each kind of part of an unhurt body is destroyed, -1 where there is none."""
WHOLE_PARTS = np.where(BODY_PART == NONE, -1, 0).astype(np.float32)
"""How far each part of an unhurt body is destroyed, by its number, -1 where there is none."""
CLASSES = np.where(BODY_PART == NONE, 0, PART_SEVERITY[BODY_PART] + 1)
PART_CLASS = (CLASSES / FULL.target_classes).astype(np.float32)
"""Severity of each part of a body, by its number."""
KIND_BITS, KIND_MASK = 4, 15
"""Bits that hold what has been counted of a kind of parts, `NUM_PARTS` of them in a word."""
KIND_SHARE = (np.arange(KIND_MASK + 1) / np.maximum(1, np.arange(KIND_MASK + 1))[:, None]).astype(
    np.float32
)
"""Shares: `[whole, part]`."""
SLOT_LOOK = ((np.arange(1 << WEAPON_SLOTS)[:, None] >> np.arange(WEAPON_SLOTS)) & 1).astype(
    np.float32
)
"""The weapons in use, by their slots as bits."""
REACH_LOOK = (np.arange(WEAPON_REACH.max() + 1) / FULL.reach).astype(np.float32)
"""The number that shows a reach, by feet."""
SLOT_LOOK_AT = (np.arange(MAX_SIDE + 1) / MAX_SIDE).astype(np.float32)
"""The number that shows a slot, from 1; 0 is nobody."""
STATE_SCALE = scale_row(STATE_PIECES)
NUM_PARTS, NUM_STATES = len(Part), len(STATE_SCALE)


@njit
def see_item(item, out, at):
    """Write the properties of an item in a hand, all 0 for an empty hand."""
    for trait in range(ITEM_LENGTH):
        out[at + trait] = ITEM_LOOK[item + FIRST_ITEM, trait]


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def injuries_seen(fighter, part):
    """Injuries of a part, cut off at `PART_FULL`; that many of a destroyed part (RD20)."""
    full = PART_FULL[kind_of(fighter, part)]
    return full if is_destroyed(fighter, part) else min(full, fighter.injuries[part])


@njit
def count_stage(fighter, part):
    """How far a part is destroyed, in the bits of its kind."""
    return np.int64(injuries_seen(fighter, part)) << (KIND_BITS * kind_of(fighter, part))


@njit
def count_injuries(fighter):
    """How far the parts of each kind are destroyed, taken together, in the bits of the kind."""
    counted = 0
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
    """Write how far each kind of part is destroyed, -1 where there is none (D26 to D44)."""
    body = fighter.body
    for kind in range(NUM_PARTS):
        out[at + kind] = WHOLE_LOOK[body, kind]
    while counted != 0:
        kind = lowest_bit(counted) // KIND_BITS
        here = counted >> (KIND_BITS * kind) & KIND_MASK
        out[at + kind] = KIND_SHARE[KIND_FULL[body, kind], here]
        counted &= ~(KIND_MASK << (KIND_BITS * kind))


@njit
def see_arms(fighter, slots, out, at):
    """Write the items in the hands, the usable weapons, and their reach."""
    see_item(fighter.held[0], out, at + BODY.main_is_melee)
    see_item(fighter.held[1], out, at + BODY.off_is_melee)
    for slot in range(WEAPON_SLOTS):
        out[at + BODY.slots + slot] = SLOT_LOOK[slots, slot]
    out[at + BODY.reach] = REACH_LOOK[longest_among(fighter, slots)]


@njit
def slot_seen(battle, viewer, of, other):
    """Slot from 1 in which the viewer sees an opponent of `of`; 0 for itself, nobody, a friend."""
    if other == NOBODY or other == viewer or battle.side[other] == battle.side[of]:
        return 0
    slot = slot_of(battle, other)
    if battle.side[other] != battle.side[viewer]:
        return slot + 1
    return slot + (other < viewer)  # the viewer has no slot among its allies


@njit
def see_ties(battle, viewer, actor, turns, out, at):
    """Write what is sundered, whose turn it is, and whom the fighter holds and attacks."""
    fighter = battle.fighters[actor]
    for hand in range(HANDS):
        out[at + BODY.sundered + hand] = fighter.damaged[hand] > 0
    out[at + BODY.is_active] = turns[actor] == 0
    out[at + BODY.turn_in] = max(0, turns[actor]) / turns[MAX_FIGHTERS]
    out[at + BODY.partner] = SLOT_LOOK_AT[slot_seen(battle, viewer, actor, fighter.grapple)]
    out[at + BODY.aim] = SLOT_LOOK_AT[slot_seen(battle, viewer, actor, fighter.last_target)]


@njit
def see_body(battle, viewer, actor, turns, out, at):
    """Write what everyone can see of a fighter (XD4).

    It counts everything before it writes: otherwise the compiler reads the fighter again after each
    write.
    """
    fighter = battle.fighters[actor]
    numbers = unset(1, NUM_STATES)[0]
    conscious = is_conscious(fighter)
    slots, counted = usable_slots(fighter), count_injuries(fighter)
    count_build(fighter, numbers)
    count_conditions(fighter, numbers)
    count_turn(fighter, numbers)
    out[at + BODY.is_conscious] = conscious
    out[at + BODY.is_down] = not conscious
    see_arms(fighter, slots, out, at)
    see_injuries(fighter, counted, out, at + BODY.injuries)
    for state in range(NUM_STATES):
        out[at + BODY.size + state] = np.float32(numbers[state]) * STATE_SCALE[state]
    see_ties(battle, viewer, actor, turns, out, at)


@njit
def count_turn(fighter, numbers):
    """Count what is left of a turn, and whether it can have one again."""
    numbers[STATE.reactions] = fighter.reactions
    numbers[STATE.action_points] = min(ACTION_POINTS, fighter.action_points)
    numbers[STATE.attacks] = min(FULL.attacks, fighter.attacks)
    numbers[STATE.must_reload] = must_reload(fighter)
    numbers[STATE.may_wake] = fighter.life == Life.KNOCKED_OUT
    numbers[STATE.is_spent] = fighter.life == Life.EXHAUSTION


@njit
def reach_seen(out, at):
    """The reach in feet that a block shows."""
    return np.int64(np.round(out[at + BODY.reach] * FULL.reach))


@njit
def must_reload(fighter):
    """Whether the weapon in hand shoots, and is not loaded (RD18)."""
    main = fighter.held[0]
    return main != NONE and WEAPON_RELOAD[main] > 0 and not fighter.loaded


@njit
def count_build(fighter, numbers):
    """Count size, armour, bonuses and speeds."""
    best = max(attribute(fighter, Attribute.STRENGTH), attribute(fighter, Attribute.DEXTERITY))
    armour = ARMOUR_BONUS[fighter.armour] + fighter.natural_armour
    numbers[STATE.size] = size(fighter) - Size.MEDIUM
    numbers[STATE.armour] = min(FULL.armour, armour)
    numbers[STATE.attack] = martial_bonus(fighter) + best
    numbers[STATE.martial_bonus] = martial_bonus(fighter)
    numbers[STATE.dexterity] = attribute(fighter, Attribute.DEXTERITY)
    numbers[STATE.constitution] = -FULL.constitution
    if has_constitution(fighter):
        numbers[STATE.constitution] = attribute(fighter, Attribute.CONSTITUTION)
    numbers[STATE.speed_on_the_ground] = min(FULL.speed, speed_squares(fighter))
    numbers[STATE.speed_in_the_air] = 0
    if BODY_FLY[fighter.body] > 0:
        numbers[STATE.speed_in_the_air] = min(FULL.speed, fly_squares(fighter))


@njit
def count_conditions(fighter, numbers):
    """Count the conditions of a fighter."""
    numbers[STATE.prone] = fighter.prone
    numbers[STATE.flying] = fighter.flying
    numbers[STATE.grappled] = (fighter.grapple >= 0) * (1 if fighter.is_grappler else 2)
    numbers[STATE.exhausted] = is_exhausted(fighter)
    numbers[STATE.bleed] = min(FULL.bleed, fighter.bleed)
    numbers[STATE.dazed] = min(FULL.dazed, fighter.dazed)
    numbers[STATE.stunned] = min(FULL.stunned, fighter.stunned)
    numbers[STATE.sickened] = fighter.sickened
    numbers[STATE.confused] = fighter.confused
    numbers[STATE.off_guard] = is_off_guard(fighter)
    numbers[STATE.defending] = fighter.defending
    numbers[STATE.shield_ready] = fighter.shield_ready
    numbers[STATE.exposed] = min(FULL.exposed, fighter.exposed)
