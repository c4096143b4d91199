"""Tactics that several heuristics share: get ready, strike a held opponent, close in."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.maps.square_grid import DX, DY, distance, squared_length
from ....envs.mythic_epoch.actions.table import WAIT, action_id, first_id
from ....envs.mythic_epoch.enums import (
    Status,
    Verb,
)
from ....envs.mythic_epoch.navigation.pathfinding import can_end_path
from ....envs.mythic_epoch.rules.defence import combat_defence
from ....envs.mythic_epoch.rules.movement import path_square_x, path_square_y
from ....envs.mythic_epoch.tables import (
    UNARMED,
    UNARMED_COST,
    WEAPON_COST,
)
from .odds import opposed_blow
from .queries import (
    NONE,
    active_fighter,
    approach,
    blade,
    blow_rating,
    can_counter,
    enemy_at,
    nearest_slot,
    on_weakest,
    reach,
    step_away,
    step_closer,
    take_weapon,
    untargeted_action,
)


@njit
def prepare(battle, mask, actor):
    """Get ready and take a weapon in hand; -1 if both are done."""
    action = untargeted_action(mask, Verb.READY)
    if action == NONE:
        action = take_weapon(battle, mask, actor)
    return action


@njit
def shoot(battle, mask, actor):
    """Shoot at the easiest target, or reload; -1 if neither is legal."""
    action = on_weakest(battle, mask, actor, Verb.RANGED_ATTACK)
    return action if action != NONE else untargeted_action(mask, Verb.RELOAD)


@njit
def better_hand(battle, actor, target):
    """The weapon in hand or the fist, the one with more damage through a Parry or Wind."""
    weapon = blade(battle.fighters[actor])
    armed = blow_at_parry(battle, actor, target, weapon) / WEAPON_COST[weapon]
    fist = blow_at_parry(battle, actor, target, UNARMED) / UNARMED_COST
    return weapon if armed >= fist else np.int64(UNARMED)


@njit
def blow_at_parry(battle, actor, target, weapon):
    """Mean damage of a blow against a Parry."""
    foe = battle.fighters[target]
    edge = blow_rating(battle, actor, actor, weapon)
    edge -= blow_rating(battle, actor, target, blade(foe))
    return opposed_blow(edge, 1, combat_defence(foe), weapon, foe.armour)


@njit
def press(battle, mask, actor):
    """Press with the better hand, -1 if that is illegal."""
    hand = better_hand(battle, actor, np.int64(battle.fighters[actor].partner))
    armed, fist = untargeted_action(mask, Verb.PRESS), untargeted_action(mask, Verb.UNARMED_PRESS)
    if (hand == UNARMED or armed == NONE) and fist != NONE:
        return fist
    return armed


@njit
def strike_held(battle, mask, actor):
    """Strike the partner of a bind or grapple, or escape from a Pin; -1 if neither is legal."""
    status = battle.fighters[actor].status
    if status == Status.BOUND:
        return press(battle, mask, actor)
    if status == Status.ON_GUARD or status == Status.OFF_GUARD:
        return NONE
    action = on_weakest(battle, mask, actor, Verb.UNARMED_ATTACK)
    return action if action != NONE else untargeted_action(mask, Verb.ESCAPE)


@njit
def close_in(battle, mask, actor):
    """Move to the nearest enemy, or to a weapon if the hand is empty; else wait."""
    if mask[first_id(Verb.MOVE_TO_WEAPON, 0)]:
        return first_id(Verb.MOVE_TO_WEAPON, 0)
    return max(WAIT, approach(battle, mask, nearest_slot(battle, actor)))


@njit
def step_in(battle, mask, actor):
    """Step towards the opponent of a Combat Move, or away from the opponent of a Retreat."""
    if active_fighter(battle) != actor:
        return step_away(battle, mask, actor)
    return step_closer(
        battle, mask, actor, np.int64(battle.step_foe), reach(battle.fighters[actor])
    )


@njit
def plan_on(battle, mask):
    """Plan a Move to weapon's reach of the nearest enemy, square by square.

    The heuristics do not begin such plans, but a search asks them to continue one.
    """
    actor = np.int64(battle.to_act)
    enemy = enemy_at(battle, actor, nearest_slot(battle, actor))
    foe, length = battle.fighters[enemy], battle.path_length
    x, y = path_square_x(battle, length), path_square_y(battle, length)
    best, shortest = NONE, np.int64(9999)
    if can_end_path(battle):
        best, shortest = WAIT, squared_length(x, y, foe.x, foe.y)
        if distance(x, y, foe.x, foe.y) <= reach(battle.fighters[actor]):
            return best
    for side in range(8):
        action = action_id(Verb.STEP, side, NONE)
        if mask[action]:
            after = squared_length(x + DX[side], y + DY[side], foe.x, foe.y)
            if after < shortest:
                best, shortest = action, after
    return best


@njit
def counter_tempo(mask):
    """The Counter-Attack that the enemy's answer makes possible, -1 if it is illegal."""
    action = untargeted_action(mask, Verb.FEINT_COUNTER_ATTACK)
    return max(WAIT, action if action != NONE else untargeted_action(mask, Verb.CT_COUNTER_ATTACK))


@njit
def can_reply(battle, actor):
    """Whether an enemy could Counter-Attack a Move to weapon's reach of the nearest enemy."""
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return False
    near = reach(battle.fighters[actor])
    return can_counter(battle, enemy_at(battle, actor, slot), actor, near)
