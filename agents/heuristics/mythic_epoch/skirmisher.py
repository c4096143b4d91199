"""The skirmisher: it keeps its distance and shoots, or strikes and steps away."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.mythic_epoch.actions.table import WAIT, first_id
from ....envs.mythic_epoch.enums import (
    Verb,
    Window,
)
from ....envs.mythic_epoch.tables import (
    MOVE_COST,
    RETREAT_COST,
)
from .missiles import pays_to_aim
from .queries import (
    NONE,
    approach,
    blade_cost,
    can_counter,
    enemy_at,
    first_answer,
    gap,
    has_missile_weapon,
    likely_answer,
    nearest_slot,
    on_weakest,
    reach,
    step_away,
    strike_gap,
    untargeted_action,
    weakest_slot,
)
from .shared_tactics import can_reply, counter_tempo, prepare, step_in, strike_held

SHOT = 6
"""Action points that the skirmisher keeps for a shot."""
NEAR = 4
"""Distance in squares at which a skirmisher with a missile weapon gives ground."""
SLIP = np.array(
    [Verb.COUNTER_FIRE, Verb.DODGE, Verb.PARRY, Verb.EVADE, Verb.STRUGGLE, Verb.WIND], np.int64
)


@njit
def skirmisher(battle, mask, rng_state):
    """Aims, shoots and dodges at a distance; with a melee weapon, strikes and steps away."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return skirmisher_reaction(battle, mask, actor)
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return skirmisher_step(battle, mask, actor)
    for action in (prepare(battle, mask, actor), strike_held(battle, mask, actor)):
        if action != NONE:
            return action
    if has_missile_weapon(battle.fighters[actor]):
        return max(WAIT, skirmish(battle, mask, actor))
    return max(WAIT, hit_and_run(battle, mask, actor))


@njit
def skirmisher_step(battle, mask, actor):
    """Step in with a melee weapon; step away with a missile weapon or in a Retreat."""
    if has_missile_weapon(battle.fighters[actor]):
        return step_away(battle, mask, actor)
    return step_in(battle, mask, actor)


@njit
def skirmisher_reaction(battle, mask, actor):
    """Shoot or strike at an enemy who moves, retreat from one who closes in, evade blows."""
    action = first_answer(battle, mask, actor, SLIP)
    if action != NONE:
        return action
    action = likely_answer(battle, mask, actor, Verb.COUNTER_ATTACK)
    if action == NONE and battle.fighters[actor].action_points >= RETREAT_COST + SHOT:
        action = untargeted_action(mask, Verb.RETREAT)
    return max(WAIT, action)


@njit
def skirmish(battle, mask, actor):
    """Shoot, aim first if it pays, or leave a near enemy who is low on AP; -1 to stop."""
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return NONE
    action = shot_at_aim(battle, mask, actor)
    if action != NONE:
        return action
    enemy = enemy_at(battle, actor, slot)
    far = gap(battle, actor, enemy)
    if far <= NEAR:
        is_free = not can_counter(battle, enemy, actor, far)
        away = first_id(Verb.MOVE_AWAY, slot)
        return away if is_free and mask[away] else NONE
    for other in range(battle.max_side):
        if mask[first_id(Verb.AIM, other)]:
            return NONE
    return approach(battle, mask, slot) if battle.fighters[actor].action_points >= SHOT else NONE


@njit
def shot_at_aim(battle, mask, actor):
    """Shoot at the aimed target or the easiest one, aim if that pays, or reload."""
    slot = NONE
    for other in range(battle.max_side):
        if mask[first_id(Verb.RANGED_ATTACK, other)]:
            if battle.fighters[actor].aim_target == enemy_at(battle, actor, other):
                slot = other
    if slot == NONE:
        slot = weakest_slot(battle, mask, actor, Verb.RANGED_ATTACK)
    if slot == NONE:
        return untargeted_action(mask, Verb.RELOAD)
    aim = first_id(Verb.AIM, slot)
    if mask[aim] and pays_to_aim(battle, actor, enemy_at(battle, actor, slot)):
        return aim
    return first_id(Verb.RANGED_ATTACK, slot)


@njit
def hit_and_run(battle, mask, actor):
    """Strike, then step away with the last AP from an enemy who cannot follow; -1 to wait."""
    fighter = battle.fighters[actor]
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return NONE
    enemy = enemy_at(battle, actor, slot)
    far = gap(battle, actor, enemy)
    is_free = not can_counter(battle, enemy, actor, far)
    away = first_id(Verb.MOVE_AWAY, slot)
    if far <= NEAR and is_free and fighter.action_points < blade_cost(fighter) and mask[away]:
        return away
    action = on_weakest(battle, mask, actor, Verb.MELEE_ATTACK)
    if action != NONE:
        return action
    if (
        strike_gap(battle, actor, enemy) <= reach(fighter)
        or fighter.action_points < blade_cost(fighter) + MOVE_COST
    ):
        return NONE
    combat = first_id(Verb.COMBAT_MOVE, slot)
    if far == reach(fighter) + 1 and can_reply(battle, actor) and mask[combat]:
        return combat
    return approach(battle, mask, slot)
