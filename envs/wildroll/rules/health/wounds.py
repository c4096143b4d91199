"""Wound levels and the slots that they fill (W1 to W10, RW20, RW33).

A level is a `Level`: 1 light to 5 fatal, 0 no wound, 6 a wound for which no slot was left. The
effects of a wound stand in `harm.py`.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ...enums import Attribute, Level, Npc
from ...tables import (
    ATTRIBUTE_LEAST,
    FATAL_SLOTS,
    LEVELS,
    LIGHT_SLOTS,
    VITALITY_SLOTS,
    WOUND_THRESHOLD,
)

# --- Levels (W1, W2, W72 to W74) ------------------------------------------------------------------


@njit
def level_of(damage):
    """The wound level of a final damage: the highest whose threshold it reaches (W1, W2)."""
    level = np.int64(Level.NONE)
    while level < LEVELS and damage >= WOUND_THRESHOLD[level]:
        level += 1
    return level


@njit
def shifted(level, steps):
    """A wound level some steps higher or lower; none stays none, fatal is the end (RW33)."""
    if level == Level.NONE:
        return np.int64(Level.NONE)
    return min(np.int64(Level.FATAL), max(np.int64(Level.NONE), np.int64(level) + steps))


# --- Slots (W4, W5, W10, RW20) --------------------------------------------------------------------


@njit
def slots(fighter, level):
    """Slots for wounds of a level: by Persona, Vitality, or the kind of NPC (W4, W5, W10)."""
    if level == Level.FATAL:
        return FATAL_SLOTS
    if level == Level.LIGHT:
        return max(0, LIGHT_SLOTS + fighter.attributes[Attribute.PERSONA])
    if fighter.npc != Npc.NOT:
        return fighter.npc
    vitality = fighter.attributes[Attribute.VITALITY]
    return VITALITY_SLOTS[vitality - ATTRIBUTE_LEAST, level - Level.MODERATE]


@njit
def wounds_at(fighter, level):
    """How many wounds of a level a fighter has."""
    return fighter.wounds[level - 1]


@njit
def has_free_slot(fighter, level):
    """Whether one more wound of a level finds a slot (W6)."""
    return wounds_at(fighter, level) < slots(fighter, level)


@njit
def level_in_slots(fighter, level):
    """The level that a wound comes to have: full ones push it upwards (W6, RW33).

    `Level.DEATH` if the fatal slot is full as well.
    """
    if level == Level.NONE:
        return np.int64(Level.NONE)
    level = level
    while level <= Level.FATAL and not has_free_slot(fighter, level):
        level += 1
    return level


# --- How badly a fighter is wounded (W7, W99) -----------------------------------------------------


@njit
def severity(fighter):
    """The level of the worst wound, 0 for the unhurt (W7)."""
    for level in range(LEVELS, 0, -1):
        if fighter.wounds[level - 1] > 0:
            return level
    return np.int64(Level.NONE)


@njit
def number_of_wounds(fighter):
    """How many wounds a fighter has, whatever their level (W99)."""
    total = 0
    for level in range(LEVELS):
        total += fighter.wounds[level]
    return total


# --- Filling and emptying slots (W6, W101, RW33) --------------------------------------------------


@njit
def fill_slot(fighter, level):
    """Put a wound into its slot; the caller knows by `level_in_slots` that there is one (W6)."""
    fighter.wounds[level - 1] += 1


@njit
def lower_wound(fighter, level, steps):
    """Make one wound of a level lighter; it rises again where slots are full (W101, RW33).

    It comes back at most to where it was, for there its own slot is free.
    """
    fighter.wounds[level - 1] -= 1
    lower = level - steps
    if lower >= Level.LIGHT:
        fill_slot(fighter, level_in_slots(fighter, lower))


@njit
def level_after(fighter, level, steps):
    """Level of a wound after it becomes lighter by some steps (W101, RW33)."""
    lower = level - steps
    if lower < Level.LIGHT:
        return np.int64(Level.NONE)
    while lower < level and not has_free_slot(fighter, lower):
        lower += 1
    return lower
