"""What a body is and what its injuries leave of it (D26 to D44, D94, RD20, RD39, RD45).

A destroyed part suffers all that the injury which destroys it entails, also where it went with its
limb and has fewer injuries of its own (`stage_of`, RD20).
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

# --- Who it is ------------------------------------------------------------------------------------


@njit
def size(fighter):
    """Its size category (D53)."""
    return BODY_SIZE[fighter.body]


@njit
def martial_bonus(fighter):
    """Its Martial Bonus, by level (D6, RD24)."""
    return MARTIAL_BONUS[fighter.level]


@njit
def attribute(fighter, which):
    """One of its attribute modifiers (RD24)."""
    return np.int64(fighter.attributes[which])


@njit
def has_constitution(fighter):
    """Whether it has a Constitution at all, and so Stamina and consciousness (D14, D19)."""
    return HAS_CONSTITUTION[fighter.body]


# --- Parts (D94, RD20) ----------------------------------------------------------------------------


@njit
def num_parts(fighter):
    """How many parts its body has (D94)."""
    return BODY_NUM_PARTS[fighter.body]


@njit
def kind_of(fighter, part):
    """Which kind of part one is (D94)."""
    return BODY_PART[fighter.body, part]


@njit
def count_of(fighter, kind):
    """How many parts of a kind the body has, destroyed ones too (D94)."""
    return PART_COUNT[fighter.body, kind]


@njit
def part_of(fighter, kind, number):
    """The part that is this one of its kind, NONE if the body has no more of them."""
    if number >= PART_COUNT[fighter.body, kind]:
        return np.int64(NONE)
    return FIRST_PART[fighter.body, kind] + number


@njit
def limb_of(fighter, part):
    """The arm that a hand belongs to, the leg of a foot, NONE of other parts (RD20)."""
    return BODY_LIMB[fighter.body, part]


@njit
def is_unhurt(fighter):
    """Whether no part of it has an injury (D26 to D44)."""
    return not any_set(fighter.injuries)


@njit
def is_hurt_twice(fighter):
    """Whether any part of it has two injuries or more; if not, none is destroyed (D26 to D44)."""
    return union(fighter.injuries) & SEVERAL != 0


@njit
def is_destroyed(fighter, part):
    """Whether a part is destroyed, by its own injuries or with its limb (D26 to D43, RD20)."""
    if fighter.injuries[part] >= PART_DESTROYED[kind_of(fighter, part)]:
        return True
    limb = limb_of(fighter, part)
    return limb != NONE and fighter.injuries[limb] >= PART_DESTROYED[kind_of(fighter, limb)]


@njit
def stage_of(fighter, part):
    """How many injuries' effects a part suffers: if destroyed, all (RD20)."""
    if is_destroyed(fighter, part):
        return max(PART_DESTROYED[kind_of(fighter, part)], np.int64(fighter.injuries[part]))
    return np.int64(fighter.injuries[part])


@njit
def parts_with(fighter, kind, injuries):
    """How many parts of a kind suffer at least so many injuries, 1 or more (RD43)."""
    count = np.int64(0)
    if is_unhurt(fighter) if injuries == 1 else not is_hurt_twice(fighter):
        return count
    for number in range(count_of(fighter, kind)):
        count += stage_of(fighter, part_of(fighter, kind, number)) >= injuries
    return count


@njit
def injured_parts(fighter, kind):
    """How many parts of a kind are injured; a destroyed part counts as injured (RD20)."""
    return parts_with(fighter, kind, 1)


@njit
def all_injured(fighter, kind):
    """Whether the body has parts of a kind and every one of them is injured (D26 to D36)."""
    count = count_of(fighter, kind)
    return count > 0 and injured_parts(fighter, kind) == count


@njit
def all_destroyed(fighter, kind):
    """Whether the body had parts of a kind and every one of them is destroyed (D41, D44)."""
    for number in range(count_of(fighter, kind)):
        if not is_destroyed(fighter, part_of(fighter, kind, number)):
            return False
    return count_of(fighter, kind) > 0


@njit
def heads_with(fighter, injuries):
    """Whether more than half of the heads have at least so many injuries (D41).

    RULING: "the same number" is read as at least that number, or a head hurt further would end what
    the whole creature suffers.
    """
    return 2 * parts_with(fighter, Part.HEAD, injuries) > count_of(fighter, Part.HEAD)


@njit
def injury_sum(fighter):
    """The values of all current injuries, on destroyed parts too (D17, RD25)."""
    total = np.int64(0)
    part = next_set(fighter.injuries, 0)
    while part < MAX_PARTS:
        value = INJURY_VALUE[PART_SEVERITY[kind_of(fighter, part)]]
        total += value * np.int64(fighter.injuries[part])
        part = next_set(fighter.injuries, part + 1)
    return total


@njit
def is_part_open(fighter, part, severity):
    """Whether an injury of this severity can go to a part: a class as low, not destroyed yet.

    Parts of lower classes too (D21, D22, RD44).
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
    if stage_of(fighter, part) >= PART_DISABLED[kind_of(fighter, part)]:
        return True
    limb = limb_of(fighter, part)
    return limb != NONE and stage_of(fighter, limb) >= PART_DISABLED[kind_of(fighter, limb)]


@njit
def can_attack_with(fighter, kind):
    """Whether one part of a kind is left that a natural weapon needs (D28 to D36, HOUSE)."""
    if is_unhurt(fighter):
        return count_of(fighter, kind) > 0
    for number in range(count_of(fighter, kind)):
        if not is_part_disabled(fighter, part_of(fighter, kind, number)):
            return True
    return False


# --- Conditions -----------------------------------------------------------------------------------


@njit
def is_conscious(fighter):
    """Whether it is alive and awake."""
    return fighter.life == Life.ALIVE


@njit
def is_gone(fighter):
    """Whether it is dead or destroyed."""
    return fighter.life == Life.DEAD


@njit
def is_unconscious(fighter):
    """Whether it lives without consciousness (D15, D39, RD7)."""
    return not is_conscious(fighter) and not is_gone(fighter)


@njit
def is_helpless(fighter):
    """Whether it is unconscious, and so helpless; the dead are too (D15, RD29)."""
    return not is_conscious(fighter)


@njit
def is_stunned(fighter):
    """Whether it is stunned (RD9)."""
    return fighter.stunned > 0


@njit
def is_dazed(fighter):
    """Whether it is dazed (RD9)."""
    return fighter.dazed > 0


@njit
def is_exhausted(fighter):
    """Whether its Stamina is at 0 (D12, RD7)."""
    return has_constitution(fighter) and fighter.stamina <= 0


@njit
def is_off_guard(fighter):
    """Whether it is off-guard: before its first turn, stunned, tricked or helpless (D4, RD8).

    The blinded too have the off-guarded DV but keep their reactions (RD11): they are not among
    these.
    """
    if is_helpless(fighter) or is_stunned(fighter):
        return True
    return not fighter.acted or fighter.tricked


@njit
def can_react(fighter):
    """Whether it has a reaction left and may use it: not off-guard nor dazed (D4, RD8, RD9)."""
    return fighter.reactions > 0 and not is_off_guard(fighter) and not is_dazed(fighter)
