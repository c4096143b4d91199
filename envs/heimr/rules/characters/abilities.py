"""Attributes and abilities: their consistency and potential (H17, H37 to H42)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ...enums import Ability, Attribute, Hand
from ...tables import (
    ABILITY_ATTRIBUTES,
    BASE_CONSISTENCY,
    IS_PHYSICAL,
    ITEM_STAMINA,
    NONE,
    NUM_ATTRIBUTES,
    SKILL_BITS,
)

ATTRIBUTES = len(Attribute)

# --- Attributes (H2, H169) ------------------------------------------------------------------------


@njit
def attribute(fighter, which):
    """An attribute as it is now: a tower shield in hand lowers Stamina (H2, H169, RH13)."""
    value = fighter.attributes[which]
    item = fighter.held[Hand.OFF]
    if which == Attribute.STAMINA and item != NONE:
        value += ITEM_STAMINA[item]
    return value


# --- Abilities (H37 to H39) -----------------------------------------------------------------------


@njit
def base_potential(fighter, ability):
    """Average of an ability's attributes, rounded down (H39)."""
    total = 0
    for which in range(ATTRIBUTES):
        if ABILITY_ATTRIBUTES[ability, which]:
            total += attribute(fighter, which)
    return total // NUM_ATTRIBUTES[ability]


@njit
def consistency(fighter, ability):
    """Consistency of an ability: base and trained (H37, H38)."""
    return BASE_CONSISTENCY[ability] + fighter.consistency[ability]


@njit
def potential(fighter, ability):
    """Potential of an ability: base and trained (H37)."""
    return base_potential(fighter, ability) + fighter.potential[ability]


@njit
def is_physical(ability):
    """Whether an ability rests on a physical attribute, so that fatigue counts (H67, RH34)."""
    return IS_PHYSICAL[ability]


# --- Skills (RH6) ---------------------------------------------------------------------------------


@njit
def skill_level(fighter, skill):
    """Level of a skill, 0 without it (RH6)."""
    return (fighter.skills >> (SKILL_BITS * skill)) & ((1 << SKILL_BITS) - 1)


# --- Comparison (H42, H178) -----------------------------------------------------------------------


@njit
def climbing_ability():
    """The ability for climbing: Climbing replaces the more general Agility (H41, H42)."""
    return np.int64(Ability.CLIMBING)


@njit
def overall_skill(fighter, ability):
    """Consistency and potential of an ability together (H178, HH1)."""
    return consistency(fighter, ability) + potential(fighter, ability)
