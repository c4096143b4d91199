"""The tactician: every decision by expected damage, the worth of the damaged, and AP."""

from __future__ import annotations

import numpy as np

from ....envs.core.battle import NOBODY
from ....envs.core.compile import njit
from ....envs.core.dice import next_word
from ....envs.mythic_epoch.actions import (
    AIM,
    FEINT,
    FIST,
    MELEE,
    SHOOT,
    WAIT,
    slot_action,
)
from ....envs.mythic_epoch.rules.checks import missile_rating
from ....envs.mythic_epoch.rules.declare import is_blow, is_movement
from ....envs.mythic_epoch.rules.defence import combat_defence, missile_defence
from ....envs.mythic_epoch.state import Window
from ....envs.mythic_epoch.tables import (
    DODGE_COST,
    UNARMED,
    WEAPON_ACCURACY,
    WEAPON_AIMED_ACCURACY,
    Act,
    Status,
)
from .exchange import (
    COUNTER,
    EVADE,
    IMPOSSIBLE,
    PARRY,
    POINT_PRICE,
    STOPPED_AT_ZERO,
    attack_row,
    best_answer,
    feint_row,
    free_gain,
    game_value,
    honest_share,
    parry_gain,
    worth,
)
from .odds import free_blow, opposed_blow
from .sight import (
    ASSUMED_SKILL,
    NONE,
    active_fighter,
    announced_act,
    blade,
    blade_cost,
    enemy_at,
    evade_rating,
    first_of,
    gap,
    has_missile_weapon,
    is_mine,
    penalty,
    reach,
    single,
    step_away,
    step_closer,
    step_rating,
)
from .styles import (
    WARD,
    careful_entry,
    close_in,
    counter_tempo,
    prepare,
    shot_at_aim,
    step_in,
    strike_held,
)

SPARE_PRICE = 0.35
"""What an action point left at the end of one's own turn is worth, in damage points."""
SHOTS_PER_AIM = 3.0
"""Shots that an aim is expected to serve."""


@njit
def chance(words):
    """A draw from the heuristic's own dice, at least 0 and below 1."""
    return next_word(words) / 4294967296.0


@njit
def tactician(battle, mask, words):
    """Weighs every choice by expected damage; mixes attack, Feint and answers as in equilibrium."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return react(battle, mask, words, actor)
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    action = prepare(battle, mask, actor)
    if action == NONE:
        action = strike_held(battle, mask, actor)
    if action == NONE:
        action = best_strike(battle, mask, words, actor)
    if action == NONE:
        action = careful_entry(battle, mask, actor)
    return action if action != NONE else advance_or_wait(battle, mask, actor)


@njit
def advance_or_wait(battle, mask, actor):
    """Go on while a blow can still follow, else keep the points."""
    fighter = battle.fighters[actor]
    if has_missile_weapon(fighter) and fighter.hand != UNARMED:
        action = single(mask, Act.RELOAD)
        if action != NONE:
            return action
    return close_in(battle, mask, actor)


# --- Striking -------------------------------------------------------------------------------------


@njit
def strike_value(battle, actor, enemy, weapon):
    """Equilibrium gain of attacking an enemy."""
    attack = attack_row(battle, actor, actor, enemy, weapon)
    if weapon == UNARMED:
        return min(attack)
    feint = feint_row(battle, actor, actor, enemy, weapon)
    return game_value(attack, feint, honest_share(attack, feint))


@njit
def best_strike(battle, mask, words, actor):
    """The blow or shot that gains most for its action points, -1 if none gains anything."""
    fighter = battle.fighters[actor]
    best, best_value = NONE, 0.0
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy == NOBODY:
            continue
        if mask[slot_action(slot, MELEE)]:
            value = strike_value(battle, actor, enemy, blade(fighter))
            value -= SPARE_PRICE * blade_cost(fighter)
            if value > best_value:
                best, best_value = slot_action(slot, MELEE), value
        if mask[slot_action(slot, FIST)]:
            value = strike_value(battle, actor, enemy, UNARMED) - SPARE_PRICE * 3
            if value > best_value:
                best, best_value = slot_action(slot, FIST), value
        if mask[slot_action(slot, SHOOT)]:
            value = shot_value(battle, actor, actor, enemy, fighter.aim_target == enemy)
            if value > best_value:
                best, best_value = slot_action(slot, SHOOT), value
    return refine(battle, mask, words, actor, best)


@njit
def refine(battle, mask, words, actor, action):
    """Make a Feint of some attacks, and aim before some shots."""
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if action == slot_action(slot, MELEE):
            weapon = blade(battle.fighters[actor])
            attack = attack_row(battle, actor, actor, enemy, weapon)
            feint = feint_row(battle, actor, actor, enemy, weapon)
            if chance(words) >= honest_share(attack, feint):
                return slot_action(slot, FEINT)
        elif action == slot_action(slot, SHOOT) and mask[slot_action(slot, AIM)]:
            if pays_to_aim(battle, actor, enemy):
                return slot_action(slot, AIM)
    return action


@njit
def pays_to_aim(battle, actor, enemy):
    """Whether the better shots to come make up for the points of an Aim."""
    hasty = shot_value(battle, actor, actor, enemy, False)
    aimed = shot_value(battle, actor, actor, enemy, True)
    return SHOTS_PER_AIM * (aimed - hasty) > hasty * 4 / 6 + 1


@njit
def shot_rating(battle, viewer, shooter, is_aimed):
    """Rating of a shot: exact on one's own side, assumed of an enemy."""
    fighter = battle.fighters[shooter]
    if is_aimed:
        accuracy = WEAPON_AIMED_ACCURACY[fighter.hand]
    else:
        accuracy = WEAPON_ACCURACY[fighter.hand]
    if is_mine(battle, viewer, shooter):
        return (
            missile_rating(fighter, NOBODY)
            - WEAPON_ACCURACY[fighter.hand]
            + accuracy
            + penalty(fighter)
        )
    return ASSUMED_SKILL + accuracy + penalty(fighter)


@njit
def shot_value(battle, viewer, shooter, victim, is_aimed):
    """Weighted mean damage of a shot, against a Dodge where that is worth its points."""
    target = battle.fighters[victim]
    weapon = np.int64(battle.fighters[shooter].hand)
    rating = shot_rating(battle, viewer, shooter, is_aimed)
    defence = missile_defence(battle, shooter, victim, np.int64(target.x), np.int64(target.y))
    free = free_blow(rating, defence, weapon, target.armour) * worth(battle, viewer, victim)
    if target.status != Status.ON_GUARD or target.action_points < DODGE_COST:
        return free
    if gap(battle, shooter, victim) <= 10:
        return free
    edge = rating - evade_rating(battle, viewer, victim)
    dodged = opposed_blow(edge, STOPPED_AT_ZERO, defence, weapon, target.armour)
    return min(free, dodged * worth(battle, viewer, victim) + POINT_PRICE * DODGE_COST)


# --- Reacting -------------------------------------------------------------------------------------


@njit
def react(battle, mask, words, actor):
    """The answer to what was announced."""
    striker = active_fighter(battle)
    act = announced_act(battle, actor)
    if is_blow(act):
        return answer_blow(battle, mask, words, actor, striker, act)
    if is_movement(act) or act == Act.AIM:
        return answer_movement(battle, mask, actor, striker, act)
    if act == Act.RANGED_ATTACK:
        return answer_shot(battle, mask, actor, striker)
    return max(WAIT, first_of(mask, WARD))


@njit
def answer_blow(battle, mask, words, actor, striker, act):
    """Nothing, Parry, Evade or Counter-Attack, mixed so that no Feint and no attack exploits it."""
    weapon = UNARMED if act == Act.UNARMED_ATTACK else blade(battle.fighters[striker])
    attack = attack_row(battle, actor, striker, actor, weapon)
    feint = attack
    if act != Act.UNARMED_ATTACK:
        feint = feint_row(battle, actor, striker, actor, weapon)
    answer = best_answer(attack, feint, chance(words))
    action = NONE
    if answer == PARRY:
        action = single(mask, Act.PARRY)
    elif answer == EVADE:
        action = single(mask, Act.EVADE)
    elif answer == COUNTER:
        action = single(mask, Act.COUNTER_ATTACK)
        if action == NONE:
            action = single(mask, Act.UNARMED_COUNTER_ATTACK)
    return max(WAIT, action)


@njit
def answer_movement(battle, mask, actor, mover, act):
    """Strike or shoot at who moves if that is worth the points."""
    fighter = battle.fighters[actor]
    best, best_value = WAIT, 0.0
    if single(mask, Act.COUNTER_ATTACK) != NONE:
        value = free_gain(battle, actor, actor, mover, blade(fighter))
        if act == Act.COMBAT_MOVE:
            value *= 0.6
        value -= POINT_PRICE * blade_cost(fighter)
        if value > best_value:
            best, best_value = single(mask, Act.COUNTER_ATTACK), value
    if single(mask, Act.COUNTER_FIRE) != NONE:
        value = shot_value(battle, actor, actor, mover, fighter.aim_target == mover)
        value -= 0.7 * POINT_PRICE * 4
        if value > best_value:
            best, best_value = single(mask, Act.COUNTER_FIRE), value
    return best


@njit
def answer_shot(battle, mask, actor, shooter):
    """Dodge if the damage saved is worth the points."""
    action = single(mask, Act.DODGE)
    if action == NONE:
        return WAIT
    target = battle.fighters[actor]
    weapon = np.int64(battle.fighters[shooter].hand)
    rating = shot_rating(battle, actor, shooter, battle.fighters[shooter].aim_target == actor)
    defence = missile_defence(battle, shooter, actor, np.int64(target.x), np.int64(target.y))
    free = free_blow(rating, defence, weapon, target.armour)
    edge = rating - evade_rating(battle, actor, actor)
    dodged = opposed_blow(edge, STOPPED_AT_ZERO, defence, weapon, target.armour)
    saved = (free - dodged) * worth(battle, actor, actor)
    return action if saved > POINT_PRICE * DODGE_COST else WAIT
