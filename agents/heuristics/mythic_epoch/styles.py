"""Four heuristics with one main idea each: berserker, guardian, fencer, wrestler."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.core.engine.dice import below
from ....envs.mythic_epoch.actions.table import WAIT, first_id
from ....envs.mythic_epoch.enums import (
    Act,
    Status,
    Verb,
    Window,
)
from ....envs.mythic_epoch.rules.declare import is_movement
from ....envs.mythic_epoch.tables import (
    MOVE_COST,
    STRUGGLE_COST,
    UNARMED,
)
from .queries import (
    NONE,
    announced_act,
    blade_cost,
    can_defend,
    enemy_at,
    first_answer,
    first_of,
    gap,
    has_shooter,
    likely_answer,
    nearest_gap,
    nearest_slot,
    on_weakest,
    parry_cost,
    reach,
    strike_gap,
    take_weapon,
    untargeted_action,
    weakest_slot,
)
from .shared_tactics import (
    better_hand,
    can_reply,
    close_in,
    counter_tempo,
    prepare,
    press,
    shoot,
    step_in,
    strike_held,
)

STRIKE_BACK = np.array(
    [Verb.COUNTER_ATTACK, Verb.COUNTER_FIRE, Verb.UNARMED_COUNTER_ATTACK, Verb.DOUBLE], np.int64
)
DEFENCES = np.array([Verb.PARRY, Verb.WIND, Verb.STRUGGLE, Verb.DODGE, Verb.EVADE], np.int64)

# --- Berserker ------------------------------------------------------------------------------------


@njit
def berserker(battle, mask, rng_state):
    """Always attacks and advances; counter-attacks instead of parrying."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return max(WAIT, first_answer(battle, mask, actor, STRIKE_BACK))
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        prepare(battle, mask, actor),
        strike_held(battle, mask, actor),
        on_weakest(battle, mask, actor, Verb.MELEE_ATTACK),
        shoot(battle, mask, actor),
        on_weakest(battle, mask, actor, Verb.UNARMED_ATTACK),
    ):
        if action != NONE:
            return action
    return close_in(battle, mask, actor)


# --- Guardian -------------------------------------------------------------------------------------

GUARD = 8
"""Most action points that the guardian keeps for parries."""
LEAN_RECOVERY = 4
"""Action points that Recover Stamina restores nearly always: nine times in ten to a trained
fighter."""
PATIENCE = 2
"""Rounds that the guardian waits for the enemy to come."""


@njit
def guardian(battle, mask, rng_state):
    """Keeps action points for parries, and attacks when the enemy has little AP left."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return guardian_reaction(battle, mask, actor)
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
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
    """Strike an enemy who walks into reach, and defend against every blow."""
    fighter = battle.fighters[actor]
    if is_movement(battle.action):
        spare = fighter.action_points - blade_cost(fighter) >= 2
        action = likely_answer(battle, mask, actor, Verb.COUNTER_ATTACK)
        return action if spare and action != NONE else WAIT
    action = first_of(mask, DEFENCES)
    return max(WAIT, action if action != NONE else untargeted_action(mask, Verb.COUNTER_FIRE))


@njit
def guard_needed(battle, actor):
    """AP to parry every blow that the enemies in reach could strike in their turns."""
    needed = 0
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy != NOBODY:
            fighter = battle.fighters[enemy]
            if strike_gap(battle, enemy, actor) <= reach(fighter):
                needed += 2 * (np.int64(fighter.action_points) // blade_cost(fighter))
    return needed


@njit
def keeps_guard(battle, actor, price):
    """Whether the AP left after an action suffice for the expected parries."""
    left = np.int64(battle.fighters[actor].action_points) - price
    return left + LEAN_RECOVERY >= min(GUARD, guard_needed(battle, actor))


@njit
def guardian_blow(battle, mask, actor):
    """An attack that leaves enough AP to parry, or on a defenceless enemy; -1 if none."""
    fighter = battle.fighters[actor]
    keeps = keeps_guard(battle, actor, blade_cost(fighter))
    if fighter.status != Status.ON_GUARD:
        return strike_held(battle, mask, actor) if keeps else NONE
    for verb in (Verb.MELEE_ATTACK, Verb.RANGED_ATTACK, Verb.UNARMED_ATTACK):
        slot = weakest_slot(battle, mask, actor, verb)
        if slot == NONE:
            continue
        is_open = not can_defend(battle.fighters[enemy_at(battle, actor, slot)])
        if keeps or is_open or verb == Verb.RANGED_ATTACK:
            return first_id(verb, slot)
        return NONE
    return untargeted_action(mask, Verb.RELOAD)


@njit
def guardian_advance(battle, mask, actor):
    """Wait some rounds unless the enemy shoots, then advance and keep AP; -1 to stay."""
    fighter = battle.fighters[actor]
    is_armed = fighter.hand != UNARMED
    is_waiting = battle.round_number < PATIENCE and not has_shooter(battle, actor)
    if (is_waiting and is_armed) or not keeps_guard(battle, actor, np.int64(MOVE_COST)):
        return NONE
    if is_armed and nearest_gap(battle, actor) <= reach(fighter):
        return NONE
    return close_in(battle, mask, actor)


# --- Fencer ---------------------------------------------------------------------------------------

FEINTS_IN_TEN = 4


@njit
def fencer(battle, mask, rng_state):
    """Feints, uses counter-tempo, and presses enemies who are short of action points."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return fencer_reaction(battle, mask, rng_state, actor)
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        prepare(battle, mask, actor),
        strike_held(battle, mask, actor),
        fencer_blow(battle, mask, rng_state, actor),
        shoot(battle, mask, actor),
        on_weakest(battle, mask, actor, Verb.UNARMED_ATTACK),
        careful_entry(battle, mask, actor),
    ):
        if action != NONE:
            return action
    return close_in(battle, mask, actor)


@njit
def fencer_blow(battle, mask, rng_state, actor):
    """Attack an enemy who cannot answer, else attack or Feint; -1 if nobody is in reach."""
    slot = weakest_slot(battle, mask, actor, Verb.MELEE_ATTACK)
    if slot == NONE:
        return NONE
    enemy = battle.fighters[enemy_at(battle, actor, slot)]
    price = parry_cost(enemy)
    if price == 0 or not can_defend(enemy) or enemy.action_points < price:
        return first_id(Verb.MELEE_ATTACK, slot)
    feints = below(rng_state, 10) < FEINTS_IN_TEN
    return first_id(Verb.FEINT if feints else Verb.MELEE_ATTACK, slot)


@njit
def fencer_reaction(battle, mask, rng_state, actor):
    """Usually Parry; sometimes counter, and always if the enemy lacks the AP to reply."""
    fighter = battle.fighters[actor]
    counter = likely_answer(battle, mask, actor, Verb.COUNTER_ATTACK)
    if counter != NONE:
        if is_movement(battle.action) or below(rng_state, 8) == 0:
            return counter
        if announced_act(battle, actor) == Act.UNARMED_ATTACK and fighter.action_points >= 6:
            return counter
    return max(WAIT, first_of(mask, DEFENCES))


@njit
def careful_entry(battle, mask, actor):
    """A Combat Move into reach if an enemy could strike at a plain Move; else -1."""
    slot = nearest_slot(battle, actor)
    combat = first_id(Verb.COMBAT_MOVE, slot)
    if slot == NONE or not mask[combat] or not can_reply(battle, actor):
        return NONE
    far = gap(battle, actor, enemy_at(battle, actor, slot))
    if far == reach(battle.fighters[actor]) + 1:
        return combat
    return NONE


# --- Wrestler -------------------------------------------------------------------------------------

PIN_AND_BEAT = 9
"""Action points from which a Pin is tried against a Struggle: enough for two blows afterwards."""
BIND = np.array(
    [Verb.PARRY_TO_BIND, Verb.STRUGGLE, Verb.WIND, Verb.PARRY, Verb.EVADE, Verb.DODGE], np.int64
)


@njit
def wrestler(battle, mask, rng_state):
    """Seeks a bind, grapples from it, pins, and strikes the pinned enemy."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return max(WAIT, first_of(mask, BIND))
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        untargeted_action(mask, Verb.READY),
        wrestle(battle, mask, actor),
        wrestler_blow(battle, mask, actor),
        shoot(battle, mask, actor),
        take_weapon(battle, mask, actor),
    ):
        if action != NONE:
            return action
    if nearest_gap(battle, actor) <= 1:
        return WAIT
    return close_in(battle, mask, actor)


@njit
def wrestle(battle, mask, actor):
    """Exhaust the partner of a bind, grapple, pin, strike the Pinned; -1 if nobody is held."""
    fighter = battle.fighters[actor]
    if fighter.status == Status.BOUND:
        action = untargeted_action(mask, Verb.GRAPPLE)
        if action != NONE and is_spent(battle, actor):
            return action
        return press(battle, mask, actor)
    if fighter.status == Status.GRAPPLED:
        action = untargeted_action(mask, Verb.PIN)
        if action != NONE and (is_spent(battle, actor) or fighter.action_points >= PIN_AND_BEAT):
            return action
    return strike_held(battle, mask, actor)


@njit
def is_spent(battle, actor):
    """Whether the partner lacks the AP to Wind, Double or Struggle."""
    partner = battle.fighters[battle.fighters[actor].partner]
    if partner.status == Status.BOUND:
        return partner.action_points < 2
    return partner.action_points < STRUGGLE_COST


@njit
def wrestler_blow(battle, mask, actor):
    """Attack with the better hand, hoping for a bind from a Parry; -1 if none in reach."""
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return NONE
    is_fist = better_hand(battle, actor, enemy_at(battle, actor, slot)) == UNARMED
    fist, blade = Verb.UNARMED_ATTACK, Verb.MELEE_ATTACK
    action = on_weakest(battle, mask, actor, fist if is_fist else blade)
    if action == NONE:
        action = on_weakest(battle, mask, actor, blade if is_fist else fist)
    return action
