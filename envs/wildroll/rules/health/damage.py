"""Toughness, weapon damage and final damage (W2, W3, W19, W104, RW9)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Act, Attribute
from ...tables import (
    ARMOUR_TOUGHNESS,
    FIRE_BOLT,
    FORCE_SHIELD,
    IS_AQUATIC,
    IS_MELEE,
    IS_NATURAL,
    IS_PIERCING,
    IS_SLICING,
    NONE,
    PIERCED,
    SLICING_DAMAGE,
    SPELL_DAMAGE,
    SPELL_TOUGHNESS,
    UNDER_WATER_DIVISOR,
    WEAPON_DAMAGE,
)
from ..miscellaneous_actions.objects import effect_damage, effect_toughness
from .bodies import attribute, is_hampered, size_of

# --- Toughness (W3, RW9, RW19) --------------------------------------------------------------------


@njit
def base_toughness(fighter):
    """Toughness without armour and effects: Vitality and Size (W3)."""
    return attribute(fighter, Attribute.VITALITY) + size_of(fighter)


@njit
def added_toughness(fighter):
    """Toughness from Force shield and magical items, which nothing pierces (W3, RW19)."""
    total = effect_toughness(fighter)
    if fighter.shield_rounds > 0:
        total += SPELL_TOUGHNESS[FORCE_SHIELD]
    return total


@njit
def armour_against(fighter, weapon, nonlethal):
    """Toughness of armour against a weapon: piercing ignores up to 2 of it (RW9, W72)."""
    armour = ARMOUR_TOUGHNESS[fighter.armour]
    if weapon == NONE or nonlethal or not IS_PIERCING[weapon]:
        return armour
    return max(0, armour - PIERCED)


@njit
def toughness(fighter):
    """Toughness: Vitality, Size, armour, effects (W3)."""
    armour = armour_against(fighter, NONE, False)
    return base_toughness(fighter) + armour + added_toughness(fighter)


# --- Damage (W2, W19, W104) -----------------------------------------------------------------------


@njit
def weapon_damage(battle, actor, weapon, nonlethal, target):
    """Damage of a weapon, above 0 halved under water, rounded down (W19, W104, RW9, H27).

    Slicing adds to it against those without armour, a magical item in attacks with what is held.
    """
    damage = WEAPON_DAMAGE[weapon]
    bare = ARMOUR_TOUGHNESS[battle.fighters[target].armour] == 0
    if IS_SLICING[weapon] and bare and not nonlethal:
        damage += SLICING_DAMAGE
    if IS_MELEE[weapon] and not IS_NATURAL[weapon]:
        damage += effect_damage(battle.fighters[actor])
    if damage > 0 and is_hampered(battle.fighters[actor]) and not IS_AQUATIC[weapon]:
        damage //= UNDER_WATER_DIVISOR
    return damage


@njit
def fire_damage(battle, actor, target):
    """Damage of a Fire bolt, halved where either is under water (W104, RW19)."""
    damage = SPELL_DAMAGE[FIRE_BOLT]
    if battle.fighters[actor].underwater or battle.fighters[target].underwater:
        damage //= UNDER_WATER_DIVISOR
    return damage


@njit
def damage_added(battle, frame):
    """Damage that a hit adds: weapon with Strength, or nothing for a spell (W19)."""
    actor, target = frame.actor, frame.target
    if frame.act == Act.FIRE_BOLT:
        return fire_damage(battle, actor, target)
    strength = attribute(battle.fighters[actor], Attribute.STRENGTH)
    nonlethal = frame.act == Act.NONLETHAL
    return strength + weapon_damage(battle, actor, frame.weapon, nonlethal, target)


@njit
def toughness_against(fighter, frame):
    """Toughness against an attack, some of whose armour it may pierce (W3, W72, RW9)."""
    armour = armour_against(fighter, frame.weapon, frame.act == Act.NONLETHAL)
    return base_toughness(fighter) + armour + added_toughness(fighter)


@njit
def final_damage(battle, frame, extra):
    """Attack roll and damage less the Defense, once, and Toughness (W2, W19, W76)."""
    against = toughness_against(battle.fighters[frame.target], frame)
    return frame.total + damage_added(battle, frame) + extra - frame.value - against
