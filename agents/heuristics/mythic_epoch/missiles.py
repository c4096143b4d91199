"""The worth of shots, and whether to aim first."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.mythic_epoch.enums import (
    Skill,
    Status,
)
from ....envs.mythic_epoch.rules.defence import missile_defence
from ....envs.mythic_epoch.tables import (
    AIM_COST,
    DODGE_COST,
    WEAPON_ACCURACY,
    WEAPON_AIMED_ACCURACY,
    WEAPON_ATTACK_SPEED,
    WEAPON_COST,
    WEAPON_RELOAD_COST,
)
from .exchange import STOPPED_AT_ZERO, end_value, turn_value, worth
from .odds import free_blow, opposed_blow
from .queries import ASSUMED_SKILL, evade_rating, gap, is_mine, penalty, skill

SHOTS_PER_AIM = 3.0
"""Expected number of shots that profit from one Aim."""


@njit
def shot_rating(battle, viewer, shooter, is_aimed):
    """Rating of a shot: exact for the viewer's own side, assumed for enemies."""
    fighter = battle.fighters[shooter]
    if is_aimed:
        accuracy = WEAPON_AIMED_ACCURACY[fighter.hand]
    else:
        accuracy = WEAPON_ACCURACY[fighter.hand]
    if is_mine(battle, viewer, shooter):
        return skill(fighter, Skill.RANGED) + accuracy + penalty(fighter)
    return ASSUMED_SKILL + accuracy + penalty(fighter)


@njit
def shot_defence(battle, shooter, victim):
    """The victim's Combat Defence against this shot, with range and cover (RM6)."""
    target = battle.fighters[victim]
    return missile_defence(battle, shooter, victim, np.int64(target.x), np.int64(target.y))


@njit
def free_shot(battle, viewer, shooter, victim, is_aimed):
    """Weighted mean damage of a shot that nobody dodges."""
    target = battle.fighters[victim]
    weapon = np.int64(battle.fighters[shooter].hand)
    rating = shot_rating(battle, viewer, shooter, is_aimed)
    mean = free_blow(rating, shot_defence(battle, shooter, victim), weapon, target.armour)
    return mean * worth(battle, viewer, shooter, victim)


@njit
def dodged_shot(battle, viewer, shooter, victim, is_aimed):
    """Weighted mean damage of a shot against a Dodge."""
    target = battle.fighters[victim]
    weapon = np.int64(battle.fighters[shooter].hand)
    edge = shot_rating(battle, viewer, shooter, is_aimed) - evade_rating(battle, viewer, victim)
    defence = shot_defence(battle, shooter, victim)
    mean = opposed_blow(edge, STOPPED_AT_ZERO, defence, weapon, target.armour)
    return mean * worth(battle, viewer, shooter, victim)


@njit
def can_dodge(battle, shooter, victim):
    """Whether the victim has the AP and the status to dodge the shot (M34, RM17)."""
    target = battle.fighters[victim]
    speed = WEAPON_ATTACK_SPEED[battle.fighters[shooter].hand]
    return (
        target.status == Status.ON_GUARD
        and target.action_points >= DODGE_COST
        and gap(battle, shooter, victim) > speed
    )


@njit
def shot_gain(battle, actor, enemy):
    """Gain of a Ranged Attack compared with ending the turn."""
    fighter = battle.fighters[actor]
    points = np.int64(battle.fighters[enemy].action_points)
    left = np.int64(fighter.action_points) - WEAPON_COST[fighter.hand]
    is_aimed = fighter.aim_target == enemy
    gain = free_shot(battle, actor, actor, enemy, is_aimed)
    gain += turn_value(battle, actor, enemy, left, points)
    if can_dodge(battle, actor, enemy):
        dodged = dodged_shot(battle, actor, actor, enemy, is_aimed)
        dodged += turn_value(battle, actor, enemy, left, points - DODGE_COST)
        gain = min(gain, dodged)
    return gain - end_value(battle, actor, enemy)


@njit
def expected_shot(battle, viewer, shooter, victim, is_aimed):
    """Weighted mean damage of a shot, dodged if the victim can."""
    if can_dodge(battle, shooter, victim):
        return dodged_shot(battle, viewer, shooter, victim, is_aimed)
    return free_shot(battle, viewer, shooter, victim, is_aimed)


@njit
def pays_to_aim(battle, actor, enemy):
    """Whether the better shots that follow are worth the AP of an Aim."""
    hasty = expected_shot(battle, actor, actor, enemy, False)
    aimed = expected_shot(battle, actor, actor, enemy, True)
    weapon = battle.fighters[actor].hand
    price = AIM_COST * hasty / (WEAPON_COST[weapon] + WEAPON_RELOAD_COST[weapon])
    return SHOTS_PER_AIM * (aimed - hasty) > price
