"""Skills, ratings and action checks (RM1, RM2, RM10, RM29)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.engine.dice import misses_before_hit
from ..enums import Act, Event, Skill
from ..tables import (
    ARMOUR_LOAD,
    BLADE,
    COUNTER_UNARMED_BONUS,
    CT_COUNTER_ATTACK_BONUS,
    DAMAGE_POINTS,
    DAMAGE_POINTS_PER_ENDURANCE,
    DOUBLE_PENALTY,
    FEINT_BONUS,
    HALF_DAMAGE_PENALTY,
    POOL_SIDES,
    UNARMED,
    WEAPON_ACCURACY,
    WEAPON_AIMED_ACCURACY,
    WEAPON_COST,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_SKILL,
)


@njit
def skill(fighter, which):
    """Rating in a skill, 0 to 10 (RM29)."""
    return fighter.skills[which]


@njit
def damage_points(fighter):
    """Damage that incapacitates (RM10)."""
    return DAMAGE_POINTS + DAMAGE_POINTS_PER_ENDURANCE * skill(fighter, Skill.ENDURANCE)


@njit
def is_out(fighter):
    """Whether the fighter is incapacitated or dead (RM10)."""
    return fighter.damage >= damage_points(fighter)


@njit
def is_half_spent(fighter):
    """Whether half the damage points or fewer are left (RM10)."""
    return 2 * fighter.damage >= damage_points(fighter)


@njit
def is_melee_weapon(weapon):
    """Whether it is a melee weapon: neither a missile weapon nor the bare hand."""
    return weapon != UNARMED and WEAPON_RANGE[weapon] == 0


@njit
def has_melee_weapon(fighter):
    """Whether a melee weapon is in hand (RM35)."""
    return is_melee_weapon(fighter.hand)


@njit
def has_missile_weapon(fighter):
    """Whether a missile weapon is in hand."""
    return WEAPON_RANGE[fighter.hand] > 0


@njit
def can_parry(fighter):
    """Whether the weapon in hand can Parry, CT Parry and Wind (RM9, RM35)."""
    return has_melee_weapon(fighter) and WEAPON_PARRY_COST[fighter.hand] > 0


@njit
def needs_reload(fighter):
    """Whether the weapon in hand must be reloaded before it can shoot (RM9)."""
    return not fighter.loaded


@njit
def blade(fighter):
    """The weapon for strikes and binds: the melee weapon in hand, else the bare hand."""
    return BLADE[fighter.hand]


@njit
def blade_cost(fighter):
    """Action points of an action "by weapon" (RM9)."""
    return WEAPON_COST[blade(fighter)]


@njit
def reach(fighter):
    """Squares that the fighter threatens (RM18)."""
    return WEAPON_REACH[blade(fighter)]


@njit
def melee_rating(fighter, weapon):
    """Melee skill of the weapon and its accuracy (RM2)."""
    return skill(fighter, WEAPON_SKILL[weapon]) + WEAPON_ACCURACY[weapon]


@njit
def agility_rating(fighter):
    """Agility skill less the load of armour (RM2, RM10)."""
    return skill(fighter, Skill.AGILITY) + ARMOUR_LOAD[fighter.armour]


@njit
def footwork_rating(fighter):
    """Combat Move and Retreat: agility, or melee skill and accuracy if better; load (RM2, RM10)."""
    best = skill(fighter, Skill.AGILITY)
    if has_melee_weapon(fighter):
        best = max(best, melee_rating(fighter, fighter.hand))
    return best + ARMOUR_LOAD[fighter.armour]


@njit
def missile_rating(fighter, target):
    """Ranged skill and accuracy, aimed if the aim is on this target (RM2, M17)."""
    if fighter.aim_target == target:
        accuracy = WEAPON_AIMED_ACCURACY[fighter.hand]
    else:
        accuracy = WEAPON_ACCURACY[fighter.hand]
    return skill(fighter, Skill.RANGED) + accuracy


@njit
def strike_bonus(act):
    """Bonus of the kind of strike on the melee rating (RM2, M23)."""
    if act == Act.CT_COUNTER_ATTACK:
        return CT_COUNTER_ATTACK_BONUS
    if act == Act.FEINT_COUNTER_ATTACK:
        return FEINT_BONUS
    if act == Act.DOUBLE or act == Act.UNARMED_DOUBLE:
        return DOUBLE_PENALTY
    return 0


@njit
def is_unarmed(act):
    """Whether the action strikes with the bare hand (M30, RM35)."""
    return (
        act == Act.UNARMED_ATTACK
        or act == Act.UNARMED_PRESS
        or act == Act.UNARMED_COUNTER_ATTACK
        or act == Act.UNARMED_DOUBLE
    )


@njit
def is_wrestling(act):
    """Whether the action is checked against brawling alone (RM2)."""
    return act == Act.GRAPPLE or act == Act.PIN or act == Act.STRUGGLE or act == Act.ESCAPE


@njit
def rating(fighter, act, target):
    """Skill rating and modifiers of an action, before the pool (RM2)."""
    if act == Act.RANGED_ATTACK or act == Act.COUNTER_FIRE:
        return missile_rating(fighter, target)
    if act == Act.EVADE or act == Act.DODGE or act == Act.WITHDRAW:
        return agility_rating(fighter)
    if act == Act.COMBAT_MOVE or act == Act.RETREAT:
        return footwork_rating(fighter)
    if is_wrestling(act):
        return skill(fighter, Skill.BRAWLING)
    if is_unarmed(act):
        return melee_rating(fighter, UNARMED) + strike_bonus(act)
    return melee_rating(fighter, fighter.hand) + strike_bonus(act)


@njit
def condition_penalty(fighter):
    """Penalty of wounds on every check but Recover Stamina (RM10)."""
    return HALF_DAMAGE_PENALTY if is_half_spent(fighter) else 0


@njit
def has_check(act):
    """Whether the action rolls; Move and Aim count as a result of 0 (M18, RM2)."""
    return act != Act.MOVE and act != Act.AIM


@njit
def counter_bonus(act, against):
    """Bonus of a Counter-Attack with a melee weapon on an Unarmed Attack (M30)."""
    if act == Act.COUNTER_ATTACK and against == Act.UNARMED_ATTACK:
        return COUNTER_UNARMED_BONUS
    return 0


@njit
def roll_pool(battle):
    """The Prismatic Dice Pool: 0, 1, 2, ... with chance (5/6)**k / 6 (RM1)."""
    return misses_before_hit(battle, POOL_SIDES)


@njit
def check(battle, actor, act, target, bonus):
    """Roll an action check: rating, modifiers and pool (RM1, RM2)."""
    if not has_check(act):
        return 0
    fighter = battle.fighters[actor]
    pool = roll_pool(battle)
    total = rating(fighter, act, target) + bonus + condition_penalty(fighter) + pool
    log_event(battle, Event.CHECK, actor, target, act, total, pool)
    return total


@njit
def roll_initiative(battle, actor):
    """Agility skill, load and pool (RM4, RM10)."""
    pool = roll_pool(battle)
    total = agility_rating(battle.fighters[actor]) + pool
    log_event(battle, Event.INITIATIVE, actor, NOBODY, 0, total, pool)
    return total
