"""Five fighters of one idea each: berserker, guardian, fencer, wrestler, skirmisher."""

from __future__ import annotations

import numpy as np

from ....envs.core.battle import NOBODY
from ....envs.core.compile import njit
from ....envs.core.dice import below
from ....envs.mythic_epoch.actions import (
    AIM,
    AWAY,
    COMBAT,
    FEINT,
    FIST,
    MELEE,
    MOVE_TO_WEAPON,
    SHOOT,
    WAIT,
    slot_action,
)
from ....envs.mythic_epoch.rules.declare import is_blow, is_movement
from ....envs.mythic_epoch.state import Window
from ....envs.mythic_epoch.tables import UNARMED, Act, Status
from .sight import (
    NONE,
    active_fighter,
    announced_act,
    approach,
    blade,
    blade_cost,
    blow_rating,
    brawling_rating,
    can_counter,
    can_defend,
    enemy_at,
    first_of,
    gap,
    has_missile_weapon,
    has_shooter,
    nearest_gap,
    nearest_slot,
    on_weakest,
    parry_cost,
    reach,
    single,
    step_away,
    step_closer,
    take_arms,
    weakest_slot,
)

STRIKE_BACK = np.array(
    [Act.COUNTER_ATTACK, Act.COUNTER_FIRE, Act.UNARMED_COUNTER_ATTACK, Act.DOUBLE], np.int64
)
WARD = np.array([Act.PARRY, Act.WIND, Act.STRUGGLE, Act.DODGE, Act.EVADE], np.int64)
STRIKE_IN_BIND = np.array([Act.PRESS, Act.UNARMED_PRESS], np.int64)
LEAVE = np.array([Act.WITHDRAW, Act.ESCAPE], np.int64)

# --- What all of them do --------------------------------------------------------------------------


@njit
def prepare(battle, mask, actor):
    """Ready, and a weapon in hand, -1 if all that is done."""
    action = single(mask, Act.READY)
    if action == NONE:
        action = take_arms(battle, mask, actor)
    return action


@njit
def shoot(battle, mask, actor):
    """Shoot at the easiest victim, or reload, -1 if neither is possible."""
    action = on_weakest(battle, mask, actor, SHOOT)
    return action if action != NONE else single(mask, Act.RELOAD)


@njit
def strike_held(battle, mask, actor):
    """Strike the partner of a bind or grapple, or get out of a Pin, -1 if there is none."""
    action = first_of(mask, STRIKE_IN_BIND)
    if action == NONE and battle.fighters[actor].status != Status.ON_GUARD:
        action = on_weakest(battle, mask, actor, FIST)
    return action if action != NONE else single(mask, Act.ESCAPE)


@njit
def close_in(battle, mask, actor):
    """Go to the nearest enemy, or to a weapon if the hand is empty; wait if neither is possible."""
    if mask[MOVE_TO_WEAPON]:
        return MOVE_TO_WEAPON
    return max(WAIT, approach(battle, mask, nearest_slot(battle, actor)))


@njit
def step_in(battle, mask, actor):
    """Step towards the opponent of a Combat Move, away from one who is retreated from."""
    if active_fighter(battle) != actor:
        return step_away(battle, mask, actor)
    return step_closer(battle, mask, actor, np.int64(battle.step_foe), reach(battle.fighters[actor]))


@njit
def counter_tempo(mask):
    """The Counter-Attack that the other's answer invites."""
    action = single(mask, Act.FEINT_COUNTER_ATTACK)
    return max(WAIT, action if action != NONE else single(mask, Act.CT_COUNTER_ATTACK))


@njit
def can_reply(battle, actor):
    """Whether an enemy could Counter-Attack a Move to the weapon's reach of the nearest one."""
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return False
    near = reach(battle.fighters[actor])
    return can_counter(battle, enemy_at(battle, actor, slot), actor, near)


# --- Berserker ------------------------------------------------------------------------------------


@njit
def berserker(battle, mask, words):
    """Always attacks, and moves in: answers a blow by a blow, never parries."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return max(WAIT, first_of(mask, STRIKE_BACK))
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        prepare(battle, mask, actor),
        strike_held(battle, mask, actor),
        on_weakest(battle, mask, actor, MELEE),
        shoot(battle, mask, actor),
        on_weakest(battle, mask, actor, FIST),
    ):
        if action != NONE:
            return action
    return close_in(battle, mask, actor)


# --- Guardian -------------------------------------------------------------------------------------

GUARD = 4
"""Action points that the guardian keeps: two Parries."""
PATIENCE = 2
"""Rounds for which the guardian lets the enemy come."""


@njit
def guardian(battle, mask, words):
    """Keeps action points for parries, and strikes when the other is spent."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return guardian_reaction(battle, mask, actor)
    if battle.window == Window.COUNTER_TEMPO:
        action = single(mask, Act.CT_PARRY)
        return max(WAIT, action if action != NONE else counter_tempo(mask))
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    action = prepare(battle, mask, actor)
    if action == NONE:
        action = guardian_blow(battle, mask, actor)
    if action == NONE:
        action = guardian_advance(battle, mask, actor)
    return max(WAIT, action)


@njit
def guardian_reaction(battle, mask, actor):
    """Strike at who walks in, ward off every blow."""
    fighter = battle.fighters[actor]
    if is_movement(battle.action):
        spare = fighter.action_points - blade_cost(fighter) >= 2
        action = single(mask, Act.COUNTER_ATTACK)
        return action if spare and action != NONE else WAIT
    action = first_of(mask, WARD)
    return max(WAIT, action if action != NONE else single(mask, Act.COUNTER_FIRE))


@njit
def guardian_blow(battle, mask, actor):
    """A blow that leaves the guard, or at somebody who has none, -1 for none."""
    fighter = battle.fighters[actor]
    keeps = fighter.action_points - blade_cost(fighter) >= GUARD
    if fighter.status != Status.ON_GUARD:
        action = single(mask, Act.WITHDRAW)
        if action != NONE:
            return action
        return strike_held(battle, mask, actor) if keeps else NONE
    for verb in (MELEE, FIST, SHOOT):
        slot = weakest_slot(battle, mask, actor, verb)
        if slot != NONE and (
            keeps or verb == SHOOT or not can_defend(battle.fighters[enemy_at(battle, actor, slot)])
        ):
            return slot_action(slot, verb)
        if slot != NONE:
            return NONE
    return single(mask, Act.RELOAD)


@njit
def guardian_advance(battle, mask, actor):
    """Let the enemy come for a while, unless it shoots; then go, keeping the guard, -1 to stay."""
    fighter = battle.fighters[actor]
    is_waiting = battle.round_number < PATIENCE and not has_shooter(battle, actor)
    if is_waiting and fighter.hand != UNARMED or fighter.action_points < GUARD + 2:
        return NONE
    if nearest_gap(battle, actor) <= reach(fighter) and fighter.hand != UNARMED:
        return NONE
    return close_in(battle, mask, actor)


# --- Fencer ---------------------------------------------------------------------------------------

FEINTS_IN_TEN = 4


@njit
def fencer(battle, mask, words):
    """Feints and takes the counter-tempo; presses those who are short of action points."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return fencer_reaction(battle, mask, words, actor)
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        prepare(battle, mask, actor),
        strike_held(battle, mask, actor),
        fencer_blow(battle, mask, words, actor),
        shoot(battle, mask, actor),
        on_weakest(battle, mask, actor, FIST),
        careful_entry(battle, mask, actor),
    ):
        if action != NONE:
            return action
    return close_in(battle, mask, actor)


@njit
def fencer_blow(battle, mask, words, actor):
    """Attack who cannot answer, else attack or Feint; -1 if nobody is in reach."""
    slot = weakest_slot(battle, mask, actor, MELEE)
    if slot == NONE:
        return NONE
    enemy = battle.fighters[enemy_at(battle, actor, slot)]
    price = parry_cost(enemy)
    if price == 0 or not can_defend(enemy) or enemy.action_points < price:
        return slot_action(slot, MELEE)
    return slot_action(slot, FEINT if below(words, 10) < FEINTS_IN_TEN else MELEE)


@njit
def fencer_reaction(battle, mask, words, actor):
    """Mostly a Parry; the counter-time now and then, and always on who cannot afford a reply."""
    fighter = battle.fighters[actor]
    counter = single(mask, Act.COUNTER_ATTACK)
    if counter != NONE:
        if is_movement(battle.action) or below(words, 8) == 0:
            return counter
        if announced_act(battle, actor) == Act.UNARMED_ATTACK and fighter.action_points >= 6:
            return counter
    return max(WAIT, first_of(mask, WARD))


@njit
def careful_entry(battle, mask, actor):
    """A Combat Move across the last square if the enemy could strike at a mover, else -1."""
    slot = nearest_slot(battle, actor)
    if slot == NONE or not mask[slot_action(slot, COMBAT)] or not can_reply(battle, actor):
        return NONE
    far = gap(battle, actor, enemy_at(battle, actor, slot))
    if far == reach(battle.fighters[actor]) + 1:
        return slot_action(slot, COMBAT)
    return NONE


# --- Wrestler -------------------------------------------------------------------------------------

BIND = np.array([Act.PARRY_TO_BIND, Act.STRUGGLE, Act.WIND, Act.PARRY, Act.EVADE, Act.DODGE], np.int64)


@njit
def wrestler(battle, mask, words):
    """Seeks the bind, grapples out of it, pins, and beats who is pinned."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return max(WAIT, first_of(mask, BIND))
    if battle.window == Window.COUNTER_TEMPO:
        action = single(mask, Act.CT_PARRY)
        return max(WAIT, action if action != NONE else counter_tempo(mask))
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        single(mask, Act.READY),
        wrestle(battle, mask, actor),
        wrestler_blow(battle, mask, actor),
        shoot(battle, mask, actor),
        take_arms(battle, mask, actor),
    ):
        if action != NONE:
            return action
    if nearest_gap(battle, actor) <= 1:
        return WAIT
    return close_in(battle, mask, actor)


@njit
def wrestle(battle, mask, actor):
    """Grapple in a bind, Pin in a grapple, beat the Pinned, get out of a Pin, else -1."""
    fighter = battle.fighters[actor]
    if fighter.status == Status.GRAPPLED:
        action = single(mask, Act.PIN)
        return action if action != NONE else on_weakest(battle, mask, actor, FIST)
    action = single(mask, Act.GRAPPLE)
    if action != NONE:
        return action
    return strike_held(battle, mask, actor) if fighter.status != Status.ON_GUARD else NONE


@njit
def wrestler_blow(battle, mask, actor):
    """A blow with the better of weapon and fist, which a parry may turn into a bind, else -1."""
    weapon = blade(battle.fighters[actor])
    better = blow_rating(battle, actor, actor, weapon) >= blow_rating(battle, actor, actor, UNARMED)
    action = on_weakest(battle, mask, actor, MELEE if better else FIST)
    if action == NONE:
        action = on_weakest(battle, mask, actor, FIST if better else MELEE)
    return action


# --- Skirmisher -----------------------------------------------------------------------------------

NEAR = 4
"""Squares within which the skirmisher with a missile weapon gives ground."""
SLIP = np.array([Act.COUNTER_FIRE, Act.RETREAT, Act.DODGE, Act.EVADE, Act.STRUGGLE, Act.WIND], np.int64)
STAND = np.array([Act.COUNTER_FIRE, Act.COUNTER_ATTACK, Act.DODGE, Act.PARRY, Act.EVADE], np.int64)


@njit
def skirmisher(battle, mask, words):
    """Keeps its distance, aims, shoots and dodges; without a missile weapon hits and steps back."""
    actor = np.int64(battle.to_act)
    fighter = battle.fighters[actor]
    if battle.window == Window.REACTION:
        if has_missile_weapon(fighter):
            return max(WAIT, first_of(mask, SLIP))
        action = first_of(mask, STAND)
        return max(WAIT, action if action != NONE else first_of(mask, SLIP))
    if battle.window == Window.COUNTER_TEMPO:
        action = single(mask, Act.CT_PARRY)
        return max(WAIT, action if action != NONE else counter_tempo(mask))
    if battle.window == Window.STEP:
        if active_fighter(battle) == actor and not has_missile_weapon(fighter):
            return step_from_reach(battle, mask, actor)
        return step_away(battle, mask, actor)
    for action in (prepare(battle, mask, actor), first_of(mask, LEAVE)):
        if action != NONE:
            return action
    if has_missile_weapon(fighter):
        return max(WAIT, skirmish(battle, mask, actor))
    return max(WAIT, hit_and_run(battle, mask, actor))


@njit
def step_from_reach(battle, mask, actor):
    """A step of a Combat Move: out of the enemies' reach if in it, else to the enemy."""
    enemy = np.int64(battle.step_foe)
    if gap(battle, actor, enemy) <= reach(battle.fighters[enemy]):
        return step_away(battle, mask, actor)
    return step_closer(battle, mask, actor, enemy, reach(battle.fighters[actor]))


@njit
def skirmish(battle, mask, actor):
    """Give ground to who comes near, else aim once and shoot, -1 if nothing is left to do."""
    fighter = battle.fighters[actor]
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return NONE
    enemy = enemy_at(battle, actor, slot)
    is_near = gap(battle, actor, enemy) <= NEAR and not has_missile_weapon(battle.fighters[enemy])
    is_free = not can_counter(battle, enemy, actor, gap(battle, actor, enemy))
    if is_near and is_free and fighter.action_points < 6 and mask[slot_action(slot, AWAY)]:
        return slot_action(slot, AWAY)
    if fighter.aim_target == NOBODY and gap(battle, actor, enemy) > NEAR:
        action = on_weakest(battle, mask, actor, AIM)
        if action != NONE and fighter.action_points >= 10:
            return action
    action = shot_at_aim(battle, mask, actor)
    if action != NONE or nearest_gap(battle, actor) <= NEAR:
        return action
    return approach(battle, mask, slot) if fighter.action_points >= 8 else NONE


@njit
def shot_at_aim(battle, mask, actor):
    """Shoot at whom the aim is on, else at the easiest victim; reload, -1 if neither is possible."""
    for slot in range(battle.max_side):
        action = slot_action(slot, SHOOT)
        if mask[action] and battle.fighters[actor].aim_target == enemy_at(battle, actor, slot):
            return action
    return shoot(battle, mask, actor)


@njit
def hit_and_run(battle, mask, actor):
    """Strike while in reach, keep the points for a step back, take it; -1 to wait."""
    fighter = battle.fighters[actor]
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return NONE
    far = gap(battle, actor, enemy_at(battle, actor, slot))
    action = on_weakest(battle, mask, actor, MELEE)
    if action != NONE:
        if fighter.action_points >= blade_cost(fighter) + 3 or not mask[slot_action(slot, COMBAT)]:
            return action
        return slot_action(slot, COMBAT)
    if far <= reach(fighter):
        return NONE
    if far == reach(fighter) + 1 and fighter.action_points >= blade_cost(fighter) + 3:
        action = slot_action(slot, COMBAT)
        if mask[action] and can_reply(battle, actor):
            return action
    if fighter.action_points >= blade_cost(fighter) + 2:
        return approach(battle, mask, slot)
    return NONE
