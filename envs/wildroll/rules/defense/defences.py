"""Defenses: the numbers that attacks and checks must reach (W35 to W41, W78, W112, RW42)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, slot_of
from ...enums import (
    Act,
    Attribute,
    Defence,
    Event,
    Skill,
    Specialisation,
)
from ...state import (
    NO_FRAME,
    WEAPON_SLOTS,
)
from ...tables import (
    ARMOUR_SPEED,
    BASE_DEFENCE,
    DEFEND_BONUS,
    DISTRACTED_PENALTY,
    IMMOBILE_DEFENCE,
    IS_RANGED,
    IS_SHIELD,
    ITEM_BLOCK,
    LEAST_QUICKNESS,
    NONE,
    SHARED_PENALTY,
)
from ..combat_sequence.action_stack import top_frame
from ..common_actions.items import weapon_in
from ..health.bodies import attribute, can_act, is_immobile, size_of, skill, specialisation
from ..movement.spaces import shares_hex
from ..special_situations.mounts import mounted_bonus

# --- As printed (W35 to W41) ----------------------------------------------------------------------


@njit
def quickness(fighter):
    """Speed and Reason, less the load of heavy armour; at least -5 (W35, RW9)."""
    total = attribute(fighter, Attribute.SPEED) + attribute(fighter, Attribute.REASON)
    return max(LEAST_QUICKNESS, total + ARMOUR_SPEED[fighter.armour])


@njit
def block_of(fighter, defensive):
    """Block of all that is in use, or of shields only, which stop shots too (W35, W36, RW7)."""
    total = 0
    for slot in range(WEAPON_SLOTS):
        item = weapon_in(fighter, slot)
        if item != NONE and (IS_SHIELD[item] or not defensive):
            total += ITEM_BLOCK[item]
    return total


@njit
def melee_defence(fighter):
    """Melee Defense: 10 less Size, Speed and Reason, all block (W35)."""
    return BASE_DEFENCE - size_of(fighter) + quickness(fighter) + block_of(fighter, False)


@njit
def ranged_defence(fighter):
    """Ranged Defense: the same with defensive block only (W36)."""
    return BASE_DEFENCE - size_of(fighter) + quickness(fighter) + block_of(fighter, True)


@njit
def immobile_defence(fighter):
    """Immobile Defense: 5 less Size (W37)."""
    return IMMOBILE_DEFENCE - size_of(fighter)


@njit
def skill_defence(fighter, which, trained, special):
    """10 plus the check's modifiers; wounds do not lower it (RW1, RW10)."""
    bonus = attribute(fighter, which) + skill(fighter, trained) + specialisation(fighter, special)
    return BASE_DEFENCE + bonus


@njit
def power_defence(fighter):
    """Power Defense: 10, Strength, Size, Athletics and Power (W38)."""
    return size_of(fighter) + skill_defence(
        fighter, Attribute.STRENGTH, Skill.ATHLETICS, Specialisation.POWER
    )


@njit
def agility_defence(fighter):
    """Agility Defense: 10 less Size, Dexterity, Reflex and Agility (W39)."""
    return skill_defence(
        fighter, Attribute.DEXTERITY, Skill.REFLEX, Specialisation.AGILITY
    ) - size_of(fighter)


@njit
def fortitude_defence(fighter):
    """Fortitude Defense: 10, Vitality, Resistance and Fortitude (W40)."""
    return skill_defence(fighter, Attribute.VITALITY, Skill.RESISTANCE, Specialisation.FORTITUDE)


@njit
def willpower_defence(fighter):
    """Willpower Defense: 10, Persona, Resistance and Willpower (W41)."""
    return skill_defence(fighter, Attribute.PERSONA, Skill.RESISTANCE, Specialisation.WILLPOWER)


@njit
def printed_defence(fighter, defence):
    """A Defense of the mobile (W35, W36, W38 to W41)."""
    if defence == Defence.MELEE:
        return melee_defence(fighter)
    if defence == Defence.RANGED:
        return ranged_defence(fighter)
    if defence == Defence.POWER:
        return power_defence(fighter)
    if defence == Defence.AGILITY:
        return agility_defence(fighter)
    if defence == Defence.FORTITUDE:
        return fortitude_defence(fighter)
    return willpower_defence(fighter)


# --- As it stands (W84, W95, W104, W106, W112, RW12) ----------------------------------------------


@njit
def defence_of_attack(act, weapon):
    """The Defense that an attack targets: Ranged by bow and Fire bolt, else Melee (W112, RW19)."""
    if act == Act.FIRE_BOLT or (weapon != NONE and IS_RANGED[weapon]):
        return np.int64(Defence.RANGED)
    return np.int64(Defence.MELEE)


@njit
def is_dodging(defence):
    """Whether a Defense is the Melee or the Ranged one, which Defend replaces or raises (W78)."""
    return defence == Defence.MELEE or defence == Defence.RANGED


@njit
def current_defence(battle, attacker, target, defence):
    """A Defense with all that helps or hinders it, except Defend and an opening (W37, RW12).

    The immobile have one value in place of Melee, Ranged and Agility; the modifiers of these go on
    to count.
    """
    fighter = battle.fighters[target]
    value = printed_defence(fighter, defence)
    if is_immobile(fighter) and (is_dodging(defence) or defence == Defence.AGILITY):
        value = immobile_defence(fighter)
    value -= DISTRACTED_PENALTY * fighter.distracted
    if is_dodging(defence) and shares_hex(battle, target):
        value -= SHARED_PENALTY
    if defence == Defence.MELEE:
        value += mounted_bonus(battle, target, attacker)
    return value


@njit
def defence_value(battle, attacker, target, defence):
    """The number that an attack or a check has to reach (W18, W78, W83, W112)."""
    if can_defend(battle, attacker, target):
        value = defend_value(battle, attacker, target, defence)
    else:
        value = current_defence(battle, attacker, target, defence)
    if meets_opening(battle, attacker, target):
        value = max(value, opening_against(battle, target, attacker))
    return value


@njit
def higher_of_power_and_agility(battle, attacker, target):
    """The higher of Power and Agility Defense, which the target may choose from (W96, W97, H10)."""
    return max(
        defence_value(battle, attacker, target, Defence.POWER),
        defence_value(battle, attacker, target, Defence.AGILITY),
    )


# --- An opening against a Rebuff (W83, H18) -------------------------------------------------------


@njit
def is_rebuff_of(battle, attacker):
    """Whether the top action is a fighter's Rebuff (W74)."""
    if battle.top == NO_FRAME:
        return False
    frame = top_frame(battle)
    return frame.act == Act.REBUFF and frame.actor == attacker


@njit
def opening_against(battle, actor, other):
    """Result of a fighter's opening against an enemy in this turn, 0 without one (W83)."""
    return battle.fighters[actor].opening[slot_of(battle, other)]


@njit
def meets_opening(battle, attacker, target):
    """Whether the target's opening replaces its Defense, where it is higher (W83, H18)."""
    return opening_against(battle, target, attacker) > 0 and is_rebuff_of(battle, attacker)


# --- Defend (W78, RW27, RW42, H11) ----------------------------------------------------------------


@njit
def defend(battle, actor):
    """Defend, until its next turn or a wound; done again it does nothing more (W78, RW42)."""
    battle.fighters[actor].defending = True
    log_event(battle, Event.DEFENDS, actor, NOBODY, 0, 0, 0)


@njit
def is_unseen(battle, attacker):
    """Whether the actor of the top action was hidden (XW1)."""
    if battle.fighters[attacker].hidden:
        return True
    if battle.top == NO_FRAME:
        return False
    frame = top_frame(battle)
    return frame.actor == attacker and frame.unseen


@njit
def can_defend(battle, attacker, target):
    """Whether the target defends itself against an attacker: able to, and sees it (W78)."""
    fighter = battle.fighters[target]
    return fighter.defending and can_act(fighter) and not is_unseen(battle, attacker)


@njit
def defend_value(battle, attacker, target, defence):
    """A Defense of a defender: Melee and Ranged 2 more, others unchanged (RW42).

    So a Defense that takes their place gets neither the bonus nor any block.
    """
    value = current_defence(battle, attacker, target, defence)
    return value + DEFEND_BONUS if is_dodging(defence) else value


@njit
def may_choose_defence(battle):
    """Whether Defend leaves a choice: another Defense is as high as the raised one (RW27, H11)."""
    frame = top_frame(battle)
    attacker, target = frame.actor, frame.target
    if not is_dodging(frame.defence) or not can_defend(battle, attacker, target):
        return False
    usual = defence_value(battle, attacker, target, frame.defence)
    for defence in range(np.int64(Defence.POWER), np.int64(Defence.WILLPOWER) + 1):
        if current_defence(battle, attacker, target, defence) >= usual:
            return True
    return False
