"""The tactician's reactions: it compares the damage that an answer saves with its cost in AP."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.mythic_epoch.actions.table import WAIT
from ....envs.mythic_epoch.enums import (
    Act,
    Status,
    Verb,
)
from ....envs.mythic_epoch.rules.declare import is_blow, is_movement
from ....envs.mythic_epoch.tables import (
    DODGE_COST,
    UNARMED,
    WEAPON_COST,
    WEAPON_RELOAD_COST,
)
from .exchange import (
    COUNTER,
    DOUBLE,
    EVADE,
    PARRY,
    WIND,
    attack_row,
    best_answer,
    dealt,
    feint_row,
    free_gain,
    press_row,
    turn_value,
)
from .missiles import dodged_shot, free_shot
from .odds import NO_HURDLE
from .queries import (
    NONE,
    active_fighter,
    announced_act,
    blade,
    blade_cost,
    blow_rating,
    first_answer,
    first_of,
    gap,
    likely_answer,
    reach,
    step_rating,
    untargeted_action,
)

STEPS_IN = 0.5
"""Chance that a mover who sees a Counter-Attack beyond its reach steps into it (RM33, RM37)."""
COUNTER_ATTACKS = np.array([Verb.COUNTER_ATTACK, Verb.UNARMED_COUNTER_ATTACK], np.int64)
HELD = np.array([Verb.WIND, Verb.STRUGGLE], np.int64)


@njit
def answer(battle, mask, draw, actor):
    """The tactician's reaction to the action that another fighter has announced."""
    striker = active_fighter(battle)
    act = announced_act(battle, actor)
    if is_blow(act) and battle.fighters[actor].status == Status.ON_GUARD:
        return answer_blow(battle, mask, draw, actor, striker, act)
    if act == Act.RANGED_ATTACK:
        return answer_shot(battle, mask, actor, striker)
    if is_movement(act) or act == Act.AIM:
        return answer_movement(battle, mask, actor, striker, act)
    if act == Act.PRESS or act == Act.UNARMED_PRESS:
        return answer_press(battle, mask, actor, striker, act)
    return max(WAIT, first_of(mask, HELD))


@njit
def points_price(battle, actor, enemy, cost):
    """Worth of `cost` action points to the actor during the enemy's turn."""
    left = np.int64(battle.fighters[enemy].action_points)
    points = np.int64(battle.fighters[actor].action_points)
    now = turn_value(battle, enemy, actor, left, points)
    return turn_value(battle, enemy, actor, left, max(0, points - cost)) - now


@njit
def answer_blow(battle, mask, draw, actor, striker, act):
    """No reaction, Parry, Evade or Counter-Attack, in equilibrium shares."""
    weapon = blade(battle.fighters[striker])
    if act == Act.UNARMED_ATTACK:
        weapon = np.int64(UNARMED)
    left = np.int64(battle.fighters[striker].action_points)
    attack = attack_row(battle, actor, striker, actor, weapon, left)
    feint = attack
    if act != Act.UNARMED_ATTACK:
        feint = feint_row(battle, actor, striker, actor, weapon, left)
    choice = best_answer(attack, feint, draw)
    action = NONE
    if choice == PARRY:
        action = untargeted_action(mask, Verb.PARRY)
    elif choice == EVADE:
        action = untargeted_action(mask, Verb.EVADE)
    elif choice == COUNTER:
        action = strike_back(battle, mask, actor)
    return max(WAIT, action)


@njit
def strike_back(battle, mask, actor):
    """The Counter-Attack with the weapon in hand or unarmed, -1 without a chance for either."""
    return first_answer(battle, mask, actor, COUNTER_ATTACKS)


@njit
def answer_press(battle, mask, actor, striker, act):
    """No reaction, Wind or Double: the best answer to a Press."""
    weapon = blade(battle.fighters[striker])
    if act == Act.UNARMED_PRESS:
        weapon = np.int64(UNARMED)
    left = np.int64(battle.fighters[striker].action_points)
    row = press_row(battle, actor, striker, actor, weapon, left)
    choice = best_answer(row, row, 0.0)
    action = NONE
    if choice == WIND:
        action = untargeted_action(mask, Verb.WIND)
    elif choice == DOUBLE:
        action = untargeted_action(mask, Verb.DOUBLE)
    return max(WAIT, action)


@njit
def answer_movement(battle, mask, actor, mover, act):
    """Counter-Attack or Counter-Fire at an enemy who moves or aims, if it is worth its AP."""
    fighter = battle.fighters[actor]
    best, best_value = WAIT, 0.0
    action = strike_back(battle, mask, actor)
    if action != NONE:
        value = movement_blow(battle, actor, mover, act)
        value -= points_price(battle, actor, mover, blade_cost(fighter))
        if value > best_value:
            best, best_value = action, value
    action = likely_answer(battle, mask, actor, Verb.COUNTER_FIRE)
    if action != NONE:
        price = WEAPON_COST[fighter.hand] + WEAPON_RELOAD_COST[fighter.hand]
        value = free_shot(battle, actor, actor, mover, fighter.aim_target == mover)
        value -= points_price(battle, actor, mover, min(price, np.int64(fighter.action_points)))
        if value > best_value:
            best, best_value = action, value
    return best


@njit
def movement_blow(battle, actor, mover, act):
    """Weighted mean damage of a Counter-Attack on a mover (RM25, RM37)."""
    weapon = blade(battle.fighters[actor])
    if act == Act.MOVE:
        return free_gain(battle, actor, actor, mover, weapon)
    edge = blow_rating(battle, actor, actor, weapon) - step_rating(battle, actor, mover)
    mean = dealt(battle, actor, actor, mover, weapon, edge, NO_HURDLE)
    if gap(battle, actor, mover) > reach(battle.fighters[actor]):
        mean *= STEPS_IN
    return mean


@njit
def answer_shot(battle, mask, actor, shooter):
    """Dodge if the damage that the Dodge prevents is worth its AP."""
    action = untargeted_action(mask, Verb.DODGE)
    if action == NONE:
        return WAIT
    is_aimed = battle.fighters[shooter].aim_target == actor
    saved = free_shot(battle, actor, shooter, actor, is_aimed)
    saved -= dodged_shot(battle, actor, shooter, actor, is_aimed)
    return action if saved > points_price(battle, actor, shooter, DODGE_COST) else WAIT
