"""Four fighters of one idea each: berserker, guardian, fencer, wrestler."""

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
    first_of,
    gap,
    has_shooter,
    nearest_gap,
    nearest_slot,
    on_weakest,
    parry_cost,
    reach,
    single,
    take_arms,
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
WARD = np.array([Verb.PARRY, Verb.WIND, Verb.STRUGGLE, Verb.DODGE, Verb.EVADE], np.int64)

# --- Berserker ------------------------------------------------------------------------------------


@njit
def berserker(battle, mask, rng_state):
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
        on_weakest(battle, mask, actor, Verb.MELEE_ATTACK),
        shoot(battle, mask, actor),
        on_weakest(battle, mask, actor, Verb.UNARMED_ATTACK),
    ):
        if action != NONE:
            return action
    return close_in(battle, mask, actor)


# --- Guardian -------------------------------------------------------------------------------------

GUARD = 8
"""Points for parries that the guardian keeps at most."""
LEAN_RECOVERY = 4
"""Points that Recover Stamina gives back nearly always (nine times in ten to the trained)."""
PATIENCE = 2
"""Rounds for which the guardian lets the enemy come."""


@njit
def guardian(battle, mask, rng_state):
    """Keeps action points for parries, and strikes when the other is spent."""
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
    """Strike at who walks in, ward off every blow."""
    fighter = battle.fighters[actor]
    if is_movement(battle.action):
        spare = fighter.action_points - blade_cost(fighter) >= 2
        action = single(mask, Verb.COUNTER_ATTACK)
        return action if spare and action != NONE else WAIT
    action = first_of(mask, WARD)
    return max(WAIT, action if action != NONE else single(mask, Verb.COUNTER_FIRE))


@njit
def guard_needed(battle, actor):
    """Points for a Parry of each blow that the enemies in reach could strike in their turns."""
    needed = 0
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy != NOBODY:
            fighter = battle.fighters[enemy]
            if gap(battle, actor, enemy) <= reach(fighter):
                needed += 2 * (np.int64(fighter.action_points) // blade_cost(fighter))
    return needed


@njit
def keeps_guard(battle, actor, price):
    """Whether enough is left after an action to parry what may come."""
    left = np.int64(battle.fighters[actor].action_points) - price
    return left + LEAN_RECOVERY >= min(GUARD, guard_needed(battle, actor))


@njit
def guardian_blow(battle, mask, actor):
    """A blow that leaves the guard, or at somebody who has none, -1 for none."""
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
    return single(mask, Verb.RELOAD)


@njit
def guardian_advance(battle, mask, actor):
    """Let the enemy come for a while, unless it shoots; then go, keeping the guard, -1 to stay."""
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
    """Feints and takes the counter-tempo; presses those who are short of action points."""
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
    """Attack who cannot answer, else attack or Feint; -1 if nobody is in reach."""
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
    """Mostly a Parry; the counter-time now and then, and always on who cannot afford a reply."""
    fighter = battle.fighters[actor]
    counter = single(mask, Verb.COUNTER_ATTACK)
    if counter != NONE:
        if is_movement(battle.action) or below(rng_state, 8) == 0:
            return counter
        if announced_act(battle, actor) == Act.UNARMED_ATTACK and fighter.action_points >= 6:
            return counter
    return max(WAIT, first_of(mask, WARD))


@njit
def careful_entry(battle, mask, actor):
    """A Combat Move across the last square if the enemy could strike at a mover, else -1."""
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
"""Points with which a Pin is tried against a Struggle: two blows can follow."""
BIND = np.array(
    [Verb.PARRY_TO_BIND, Verb.STRUGGLE, Verb.WIND, Verb.PARRY, Verb.EVADE, Verb.DODGE], np.int64
)


@njit
def wrestler(battle, mask, rng_state):
    """Seeks the bind, grapples out of it, pins, and beats who is pinned."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return max(WAIT, first_of(mask, BIND))
    if battle.window == Window.COUNTER_TEMPO:
        return counter_tempo(mask)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    for action in (
        single(mask, Verb.READY),
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
    """Tire the partner of a bind, grapple, pin, and beat the Pinned; -1 if nobody is held."""
    fighter = battle.fighters[actor]
    if fighter.status == Status.BOUND:
        action = single(mask, Verb.GRAPPLE)
        if action != NONE and is_spent(battle, actor):
            return action
        return press(battle, mask, actor)
    if fighter.status == Status.GRAPPLED:
        action = single(mask, Verb.PIN)
        if action != NONE and (is_spent(battle, actor) or fighter.action_points >= PIN_AND_BEAT):
            return action
    return strike_held(battle, mask, actor)


@njit
def is_spent(battle, actor):
    """Whether the partner is too short of action points to Wind, Double or Struggle."""
    partner = battle.fighters[battle.fighters[actor].partner]
    if partner.status == Status.BOUND:
        return partner.action_points < 2
    return partner.action_points < STRUGGLE_COST


@njit
def wrestler_blow(battle, mask, actor):
    """A blow with the better hand, which a parry may turn into a bind, -1 if none is in reach."""
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return NONE
    is_fist = better_hand(battle, actor, enemy_at(battle, actor, slot)) == UNARMED
    fist, blade = Verb.UNARMED_ATTACK, Verb.MELEE_ATTACK
    action = on_weakest(battle, mask, actor, fist if is_fist else blade)
    if action == NONE:
        action = on_weakest(battle, mask, actor, blade if is_fist else fist)
    return action
