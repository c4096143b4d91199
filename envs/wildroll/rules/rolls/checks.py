"""Modifiers of checks, combat checks and ordinary ones (W20 to W27, RW1, RW2, RW10, RW12)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Event,
    Skill,
    Specialisation,
)
from ...state import WEAPON_SLOTS
from ...tables import (
    NONE,
    SPELL_SCHOOL,
    TIRED_PENALTY,
    WEAPON_ACCURACY,
    WEAPON_GROUP,
    WEAPON_REACH,
    WOUND_PENALTY,
)
from ..common_actions.items import is_melee_slot, weapon_in
from ..health.bodies import attribute, size_of, skill, specialisation
from ..health.wounds import severity
from ..stamina.stamina import is_exhausted, is_staggered
from .rolls import ordinary_roll, roll_wild, succeeds, wild_roll

# --- Modifiers (W21 to W27, RW10, RW12) -----------------------------------------------------------


@njit
def check_penalty(fighter):
    """Penalty of wounds and tiredness on every check and attack roll (RW10, RW12)."""
    penalty = WOUND_PENALTY[severity(fighter)]
    if is_exhausted(fighter) or is_staggered(fighter):
        penalty += TIRED_PENALTY
    return penalty


@njit
def skill_modifier(fighter, which, trained, special):
    """Attribute, skill and specialisation, less the penalties (RW1, RW10)."""
    bonus = attribute(fighter, which) + skill(fighter, trained) + specialisation(fighter, special)
    return bonus - check_penalty(fighter)


@njit
def plain_modifier(fighter, which, trained):
    """Attribute and skill where no specialisation fits, less the penalties (W95, W100, W103)."""
    return attribute(fighter, which) + skill(fighter, trained) - check_penalty(fighter)


@njit
def melee_modifier(fighter, slot):
    """Melee weapon: Dexterity, Melee, the weapon's group and accuracy (W21)."""
    weapon = weapon_in(fighter, slot)
    group = WEAPON_GROUP[weapon]
    return WEAPON_ACCURACY[weapon] + skill_modifier(
        fighter, Attribute.DEXTERITY, Skill.MELEE, group
    )


@njit
def is_slot_of_reach(fighter, slot, least, most):
    """Whether a slot has a melee weapon of this reach (RW32)."""
    return is_melee_slot(fighter, slot) and least <= WEAPON_REACH[weapon_in(fighter, slot)] <= most


@njit
def chosen_slot(fighter, chosen, least, most):
    """The chosen weapon slot if it serves still, else the most accurate one (H18)."""
    if chosen != NONE and is_slot_of_reach(fighter, chosen, least, most):
        return np.int64(chosen)
    return np.int64(most_accurate_slot(fighter, WEAPON_SLOTS, least, most))


@njit
def most_accurate_slot(fighter, slots, least, most):
    """The slot of this reach with the best melee check, -1 none (H18)."""
    best = NONE
    for slot in range(slots):
        if is_slot_of_reach(fighter, slot, least, most):
            if best == NONE or melee_modifier(fighter, slot) > melee_modifier(fighter, best):
                best = slot
    return best


@njit
def ranged_modifier(fighter, slot):
    """Ranged weapon: Dexterity, Aim, the weapon's group and accuracy (W22)."""
    weapon = weapon_in(fighter, slot)
    group = WEAPON_GROUP[weapon]
    return WEAPON_ACCURACY[weapon] + skill_modifier(fighter, Attribute.DEXTERITY, Skill.AIM, group)


@njit
def spell_modifier(fighter, spell):
    """Spell: Reason, Arcana and the school (W23)."""
    return skill_modifier(fighter, Attribute.REASON, Skill.ARCANA, SPELL_SCHOOL[spell])


@njit
def power_modifier(fighter):
    """Power: Strength, Athletics, Power and Size (W24)."""
    return size_of(fighter) + skill_modifier(
        fighter, Attribute.STRENGTH, Skill.ATHLETICS, Specialisation.POWER
    )


@njit
def agility_modifier(fighter):
    """Agility: Dexterity, Reflex and Agility, less Size (W25)."""
    return skill_modifier(
        fighter, Attribute.DEXTERITY, Skill.REFLEX, Specialisation.AGILITY
    ) - size_of(fighter)


@njit
def better_of_power_and_agility(fighter):
    """The better modifier of Power and Agility (H10)."""
    return max(power_modifier(fighter), agility_modifier(fighter))


@njit
def fortitude_modifier(fighter):
    """Fortitude: Vitality, Resistance and Fortitude (W26)."""
    return skill_modifier(fighter, Attribute.VITALITY, Skill.RESISTANCE, Specialisation.FORTITUDE)


# --- Checks (W20, RW1, RW2, H31) ------------------------------------------------------------------


@njit
def wild_check(battle, frame, modifier, number):
    """A combat check of the actor. Returns whether it reaches the number (W20, RW2)."""
    roll_wild(battle, frame, modifier)
    frame.value = number
    log_event(
        battle, Event.ROLLS, frame.actor, frame.target, frame.natural, frame.total, frame.value
    )
    return succeeds(frame.total, number)


@njit
def wild_save(battle, actor, modifier, number):
    """A combat check of a fighter outside of a frame of its own; whether it succeeds (W20, RW2)."""
    natural, total = wild_roll(battle, actor, modifier)
    log_event(battle, Event.SAVES, actor, NOBODY, natural, total, number)
    return succeeds(total, number)


@njit
def fortitude_save(battle, actor, number):
    """A Fortitude check, which is a combat check and so wild (W26, H31)."""
    return wild_save(battle, actor, fortitude_modifier(battle.fighters[actor]), number)


@njit
def ordinary_check(battle, actor, modifier, number):
    """Points by which an ordinary check is above its number, negative if it fails (RW1, RW2)."""
    total = ordinary_roll(battle, modifier)
    log_event(battle, Event.SAVES, actor, NOBODY, total - modifier, total, number)
    return total - number
