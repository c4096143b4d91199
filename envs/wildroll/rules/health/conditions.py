"""Bleeding, burning, hobbled, poisoned: begun, suffered, lowered (W100, RW9, RW12, H27)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Condition,
    Event,
)
from ...tables import (
    BURNING_DAMAGE,
    CONCUSSION_FATIGUE,
    CONCUSSION_FROM,
    CONDITION_FROM,
    CONDITION_LEVELS,
    CONDITION_TN,
    CONDITION_TN_STEP,
    HOBBLES,
    IS_CONCUSSIVE,
    NONE,
    POISON_FATIGUE,
    UNDER_WATER_DIVISOR,
    WEAPON_BLEEDING,
    WEAPON_BURNING,
    WEAPON_POISON,
)
from ..stamina.stamina import gain_fatigue, lose_stamina
from .bodies import is_dead
from .damage import base_toughness
from .harm import suffer_wound
from .wounds import level_of

# --- Levels (W100, RW12) --------------------------------------------------------------------------


@njit
def condition_level(fighter, condition):
    """Level of a condition, 1 to 3, 0 without it; hobbled has 1 (RW12)."""
    if condition == Condition.BLEEDING:
        return fighter.bleeding
    if condition == Condition.BURNING:
        return fighter.burning
    if condition == Condition.POISONED:
        return fighter.poisoned
    return np.int64(fighter.hobbled)


@njit
def condition_tn(fighter, condition):
    """TN to treat a condition: 10 and 2 per level; hobbling has no levels (W100, RW12)."""
    if condition == Condition.HOBBLED:
        return CONDITION_TN
    return CONDITION_TN + CONDITION_TN_STEP * condition_level(fighter, condition)


@njit
def set_condition(battle, actor, condition, level):
    """A condition has a level now, 0 to be over."""
    fighter = battle.fighters[actor]
    if condition == Condition.BLEEDING:
        fighter.bleeding = level
    elif condition == Condition.BURNING:
        fighter.burning = level
    elif condition == Condition.POISONED:
        fighter.poisoned = level
    else:
        fighter.hobbled = level > 0
    log_event(battle, Event.CONDITION, actor, NOBODY, condition, level, 0)


@njit
def begin_condition(battle, actor, condition, level):
    """A condition begins or gets worse; one that is as bad already stays as it is (RW12)."""
    level = min(np.int64(CONDITION_LEVELS), np.int64(level))
    if level > condition_level(battle.fighters[actor], condition):
        set_condition(battle, actor, condition, level)


@njit
def lower_condition(battle, actor, condition, steps):
    """Lower a condition by some levels; below light it ends (W100, RW12)."""
    level = condition_level(battle.fighters[actor], condition) - steps
    set_condition(battle, actor, condition, max(0, level))


# --- At the end of a round (RW12, TW7) ------------------------------------------------------------


@njit
def suffer_bleeding(battle, actor):
    """Bleeding costs a point of stamina per level (RW12)."""
    lose_stamina(battle, actor, battle.fighters[actor].bleeding)


@njit
def burning_damage(fighter):
    """Final damage of burning: by its level, halved under water, less base Toughness (RW12)."""
    damage = BURNING_DAMAGE[fighter.burning]
    if fighter.underwater:
        damage //= UNDER_WATER_DIVISOR
    return damage - base_toughness(fighter)


@njit
def suffer_burning(battle, actor):
    """Burning wounds where its damage is high enough (W1, W104, RW12)."""
    fighter = battle.fighters[actor]
    if fighter.burning == 0:
        return
    damage = burning_damage(fighter)
    log_event(battle, Event.BURNS, actor, NOBODY, 0, damage, 0)
    suffer_wound(battle, actor, level_of(damage), NOBODY)


@njit
def suffer_poison(battle, actor):
    """Poison tires, at every level alike; the dead no more (RW12)."""
    fighter = battle.fighters[actor]
    if fighter.poisoned > 0 and not is_dead(fighter):
        gain_fatigue(battle, actor, POISON_FATIGUE)


# --- What a weapon leaves (RW9, RW12, H27, H30) ---------------------------------------------------


@njit
def weapon_marks(battle, target, weapon, nonlethal, level):
    """Conditions from a wound by a weapon, by its final level (RW9, H27, H30).

    A Nonlethal Attack ignores that the weapon is concussive, no other condition (W72).
    """
    if weapon == NONE or is_dead(battle.fighters[target]):
        return
    if IS_CONCUSSIVE[weapon] and level >= CONCUSSION_FROM and not nonlethal:
        gain_fatigue(battle, target, CONCUSSION_FATIGUE)
    if level < CONDITION_FROM[weapon]:
        return
    begin_condition(battle, target, Condition.BLEEDING, WEAPON_BLEEDING[weapon])
    begin_condition(battle, target, Condition.BURNING, WEAPON_BURNING[weapon])
    begin_condition(battle, target, Condition.POISONED, WEAPON_POISON[weapon])
    begin_condition(battle, target, Condition.HOBBLED, HOBBLES[weapon])
