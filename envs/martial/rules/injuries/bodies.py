"""Bodies and what injuries leave of them (D26 to D44, D94, RD20, RD39, RD45).

A hand or foot that is destroyed with its limb counts as injured and holds nothing, but only its own
injuries add to costs and disadvantages (RULING RD20).
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import any_set, next_set, union
from ....core.compiler.compile import njit
from ...enums import (
    Life,
    Part,
)
from ...state import (
    HANDS,
)
from ...tables import (
    BODY_HANDS,
    BODY_LIMB,
    BODY_NUM_PARTS,
    BODY_PART,
    BODY_SIZE,
    DROPS_AT,
    FIRST_PART,
    HAS_CONSTITUTION,
    INJURY_VALUE,
    MARTIAL_BONUS,
    MAX_PARTS,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_DISABLED,
    PART_SEVERITY,
)

SEVERAL = np.int64(0x7E7E7E7E7E7E7E7E)  # where eight numbers have a bit if one is 2 or more

# --- Size, level, attributes ----------------------------------------------------------------------


@njit
def size(fighter):
    """Size category (D53)."""
    return BODY_SIZE[fighter.body]


@njit
def martial_bonus(fighter):
    """Martial Bonus, by level (D6, RD24)."""
    return MARTIAL_BONUS[fighter.level]


@njit
def attribute(fighter, which):
    """An attribute modifier (RD24)."""
    return fighter.attributes[which]


@njit
def has_constitution(fighter):
    """Whether a fighter has a Constitution, and so Stamina and consciousness (D14, D19)."""
    return HAS_CONSTITUTION[fighter.body]


# --- Parts (D94, RD20) ----------------------------------------------------------------------------


@njit
def num_parts(fighter):
    """Number of parts of the body (D94)."""
    return BODY_NUM_PARTS[fighter.body]


@njit
def kind_of(fighter, part):
    """The kind of a part (D94)."""
    return BODY_PART[fighter.body, part]


@njit
def count_of(fighter, kind):
    """Number of parts of a kind, destroyed ones included (D94)."""
    return PART_COUNT[fighter.body, kind]


@njit
def part_of(fighter, kind, number):
    """The part with a number among its kind, NONE if the body has fewer."""
    if number >= PART_COUNT[fighter.body, kind]:
        return NONE
    return FIRST_PART[fighter.body, kind] + number


@njit
def limb_of(fighter, part):
    """The arm of a hand, the leg of a foot, NONE for other parts (RD20)."""
    return BODY_LIMB[fighter.body, part]


@njit
def is_unhurt(fighter):
    """Whether no part has an injury (D26 to D44)."""
    return not any_set(fighter.injuries)


@njit
def is_hurt_twice(fighter):
    """Whether any part has two injuries; if not, none is destroyed (D26 to D44)."""
    return union(fighter.injuries) & SEVERAL != 0


@njit
def is_destroyed(fighter, part):
    """Whether a part is destroyed, by its injuries or with its limb (D26 to D43, RD20)."""
    if fighter.injuries[part] >= PART_DESTROYED[kind_of(fighter, part)]:
        return True
    limb = limb_of(fighter, part)
    return limb != NONE and fighter.injuries[limb] >= PART_DESTROYED[kind_of(fighter, limb)]


@njit
def is_injured(fighter, part):
    """Whether a part has an injury or is destroyed with its limb (RD20)."""
    return fighter.injuries[part] > 0 or is_destroyed(fighter, part)


@njit
def parts_with(fighter, kind, injuries):
    """Number of parts of a kind with at least `injuries` injuries of their own, 1 or more (RD43).

    RULING RD20: a part that was destroyed with its limb adds nothing that it did not add before.
    """
    count = 0
    if is_unhurt(fighter) if injuries == 1 else not is_hurt_twice(fighter):
        return count
    for number in range(count_of(fighter, kind)):
        count += fighter.injuries[part_of(fighter, kind, number)] >= injuries
    return count


@njit
def injured_parts(fighter, kind):
    """Number of parts of a kind with an injury of their own, destroyed ones included (RD43)."""
    return parts_with(fighter, kind, 1)


@njit
def all_injured(fighter, kind):
    """Whether the body has parts of a kind and every one of them is injured (D26 to D36, RD20)."""
    if is_unhurt(fighter):
        return False
    for number in range(count_of(fighter, kind)):
        if not is_injured(fighter, part_of(fighter, kind, number)):
            return False
    return count_of(fighter, kind) > 0


@njit
def all_destroyed(fighter, kind):
    """Whether the body had parts of a kind and every one of them is destroyed (D41, D44)."""
    for number in range(count_of(fighter, kind)):
        if not is_destroyed(fighter, part_of(fighter, kind, number)):
            return False
    return count_of(fighter, kind) > 0


@njit
def heads_with(fighter, injuries):
    """Whether more than half of the heads have at least `injuries` injuries (D41).

    RULING: "the same number" is read as at least that number, or a head hurt further would end what
    the whole creature suffers.
    """
    return 2 * parts_with(fighter, Part.HEAD, injuries) > count_of(fighter, Part.HEAD)


@njit
def injury_sum(fighter):
    """The values of all current injuries, on destroyed parts too (D17, RD25)."""
    total = 0
    part = next_set(fighter.injuries, 0)
    while part < MAX_PARTS:
        value = INJURY_VALUE[PART_SEVERITY[kind_of(fighter, part)]]
        total += value * fighter.injuries[part]
        part = next_set(fighter.injuries, part + 1)
    return total


@njit
def is_part_open(fighter, part, severity):
    """Whether an injury of a severity can go to a part: low enough a class, not destroyed (D21).

    Parts of lower classes too (D22, RD44).
    """
    if part < 0 or part >= num_parts(fighter):
        return False
    return PART_SEVERITY[kind_of(fighter, part)] <= severity and not is_destroyed(fighter, part)


# --- Senses (D26, D30) ----------------------------------------------------------------------------


@njit
def is_blinded(fighter):
    """Whether all eyes are injured (D30, RD11)."""
    return all_injured(fighter, Part.EYE)


@njit
def is_deafened(fighter):
    """Whether all ears are injured (D26, RD11)."""
    return all_injured(fighter, Part.EAR)


# --- Hands and natural weapons (D28 to D36, RD39) -------------------------------------------------


@njit
def has_hand(fighter, hand):
    """Whether the body has this hand, or an arm that grasps in its place (D35)."""
    return (BODY_HANDS[fighter.body] >> hand) & 1 == 1


@njit
def is_hand_usable(fighter, hand):
    """Whether a hand can hold things: neither it nor its arm has two injuries (D31, D35, RD39)."""
    if not has_hand(fighter, hand):
        return False
    if not is_hurt_twice(fighter):
        return True
    for kind in (Part.HAND, Part.ARM):  # with a destroyed arm its own injuries are enough
        part = part_of(fighter, kind, hand)
        if part != NONE and fighter.injuries[part] >= DROPS_AT:
            return False
    return True


@njit(forceinline=True)
def usable_hands(fighter):
    """The hands that can hold things, a bit each (D31, D35, RD39)."""
    hands = BODY_HANDS[fighter.body]
    if is_hurt_twice(fighter):
        for hand in range(HANDS):
            if not is_hand_usable(fighter, hand):
                hands &= ~(1 << hand)
    return hands


@njit
def is_part_disabled(fighter, part):
    """Whether injuries of a part or of its limb disable its natural attack (D28 to D36)."""
    if fighter.injuries[part] >= PART_DISABLED[kind_of(fighter, part)]:
        return True
    limb = limb_of(fighter, part)
    return limb != NONE and fighter.injuries[limb] >= PART_DISABLED[kind_of(fighter, limb)]


@njit
def can_attack_with(fighter, kind):
    """Whether one part of a kind is left for a natural weapon (D28 to D36, HOUSE)."""
    if is_unhurt(fighter):
        return count_of(fighter, kind) > 0
    for number in range(count_of(fighter, kind)):
        if not is_part_disabled(fighter, part_of(fighter, kind, number)):
            return True
    return False


# --- Conditions -----------------------------------------------------------------------------------


@njit
def is_conscious(fighter):
    """Whether a fighter is alive and conscious."""
    return fighter.life == Life.ALIVE


@njit
def is_gone(fighter):
    """Whether a fighter is dead or destroyed."""
    return fighter.life == Life.DEAD


@njit
def is_unconscious(fighter):
    """Whether a fighter lives but is unconscious (D15, D39, RD7)."""
    return not is_conscious(fighter) and not is_gone(fighter)


@njit
def is_helpless(fighter):
    """Whether a fighter is helpless: unconscious, or dead (D15, RD29)."""
    return not is_conscious(fighter)


@njit
def is_stunned(fighter):
    """Whether a fighter is stunned (RD9)."""
    return fighter.stunned > 0


@njit
def is_dazed(fighter):
    """Whether a fighter is dazed (RD9)."""
    return fighter.dazed > 0


@njit
def is_exhausted(fighter):
    """Whether the Stamina is at 0 (D12, RD7)."""
    return has_constitution(fighter) and fighter.stamina <= 0


@njit
def is_off_guard(fighter):
    """Whether a fighter is off-guard: before its first turn, stunned, tricked, helpless (D4, RD8).

    The blinded also have the off-guarded DV but keep their reactions (RD11): they are not off-
    guard.
    """
    if is_helpless(fighter) or is_stunned(fighter):
        return True
    return not fighter.acted or fighter.tricked


@njit
def can_react(fighter):
    """Whether a fighter has a usable reaction: not off-guard, not dazed (D4, RD8, RD9)."""
    return fighter.reactions > 0 and not is_off_guard(fighter) and not is_dazed(fighter)
