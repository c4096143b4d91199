"""Six simple heuristics of Heimr: their turns and their defences."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.heimr.actions.table import (
    CHARGE_HIT,
    CHARGES,
)
from ....envs.heimr.enums import Act, Hand, Verb, Window
from ....envs.heimr.rules.grid import direction_to, square_of
from ....envs.heimr.rules.modules.armoury import is_armed, is_shooting_hand
from ....envs.heimr.state import PACK
from ....envs.heimr.tables import NONE
from .action_value import worth_of_attack
from .answers import WAIT, answer, least_used_defence
from .queries import (
    any_attack,
    at_ally,
    at_foe,
    attack_with,
    back_off,
    closest,
    come_near,
    fatigue_gained,
    foes_within,
    gap,
    has_shooting_foe,
    has_shooting_friend,
    is_foe,
    is_friend,
    make_ready,
    ready,
    shoots,
    untargeted_action,
    way_toward,
)
from .risk import usual_chance_to_reach

WEARY = 2
"""Rise of fatigue at which a wearer-down rests."""
EXHAUSTED = 4
"""Rise of fatigue at which the other heuristics rest."""
PATIENCE = 4
"""Rounds that a sentinel waits for enemies."""
OUT_OF_BREATH = 0.25
"""Chance that an attack reaches the fatigue below which even the attacker rests."""

# --- Coming to blows ------------------------------------------------------------------------------


@njit
def charge(battle, mask, foe):
    """Charge an enemy armed or with bare hands, -1 if neither is legal."""
    for how in range(CHARGES):
        if how <= CHARGE_HIT:
            action = at_foe(battle, mask, Verb.CHARGE, how, foe)
            if action != NONE:
                return action
    return np.int64(NONE)


@njit
def strike_somebody(battle, mask, actor):
    """An attack on the nearest legal target, weapon first; -1 if there is none."""
    foe = closest(battle, actor)
    action = any_attack(battle, mask, foe) if foe != NOBODY else np.int64(NONE)
    if action != NONE:
        return action
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other):
            action = any_attack(battle, mask, other)
            if action == NONE and not is_armed(battle.fighters[actor]):
                action = at_foe(battle, mask, Verb.BRAWL_HIT, 0, other)
            if action != NONE:
                return action
    return np.int64(NONE)


@njit
def look_about(battle, mask, actor):
    """With no enemy visible: attack, search, or go to a place of the last notice; -1 if none."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        is_known = (np.int64(fighter.known_by) >> actor) & 1 != 0 and fighter.last_seen != NONE
        if battle.side[other] != battle.side[actor] and is_known:
            square = np.int64(square_of(battle, fighter.last_seen))
            action = untargeted_action(mask, Verb.LOOK, square)
            if action == NONE:
                action = any_attack(battle, mask, np.int64(other))
            if action == NONE:
                action = way_toward(battle, mask, actor, Verb.MOVE, np.int64(fighter.last_seen))
            if action != NONE:
                return action
    return np.int64(NONE)


@njit
def close_in(battle, mask, actor, charges):
    """Charge the nearest enemy or come nearer; search if none is visible; -1 if stuck."""
    foe = closest(battle, actor)
    if foe == NOBODY:
        return look_about(battle, mask, actor)
    action = charge(battle, mask, foe) if charges else np.int64(NONE)
    return action if action != NONE else come_near(battle, mask, actor, foe)


@njit
def draw_missile(mask):
    """Draw a missile, -1 if none is needed or left."""
    return untargeted_action(mask, Verb.DRAW, PACK)


@njit
def catch_breath(battle, mask, actor):
    """Rest if attacks would hardly reach the fatigue; -1 if they still do (H67)."""
    fighter = battle.fighters[actor]
    if usual_chance_to_reach(battle, fighter, np.int64(fighter.fatigue)) >= OUT_OF_BREATH:
        return np.int64(NONE)
    return untargeted_action(mask, Verb.BREATHER, 0)


@njit
def fight_on(battle, mask, actor):
    """Get ready, attack in reach, else draw a missile, charge, or come nearer."""
    action = make_ready(battle, mask, actor)
    if action == NONE:
        action = catch_breath(battle, mask, actor)
    if action == NONE:
        action = strike_somebody(battle, mask, actor)
    if action == NONE:
        action = draw_missile(mask)
    if action == NONE:
        action = close_in(battle, mask, actor, True)
    return action


@njit
def or_wait(action):
    """The action, or 0 (end the turn) if it is -1."""
    return action if action != NONE else np.int64(WAIT)


# --- Attacker -------------------------------------------------------------------------------------


@njit
def attacker(battle, mask, actor, window):
    """Closes in and always attacks."""
    if window == Window.TURN:
        return or_wait(fight_on(battle, mask, actor))
    return answer(battle, mask, actor, window)


# --- Shield ---------------------------------------------------------------------------------------


@njit
def rest_if(battle, mask, actor, weary):
    """Rest if fatigue has risen by `weary` or more, else -1."""
    if fatigue_gained(battle.fighters[actor]) < weary:
        return np.int64(NONE)
    return untargeted_action(mask, Verb.BREATHER, 0)


@njit
def shield(battle, mask, actor, window):
    """Blocks, changes its defence before the repetition penalty grows, rests when exhausted."""
    if window == Window.DEFENCE:
        return least_used_defence(battle, mask, actor)
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    action = rest_if(battle, mask, actor, EXHAUSTED)
    return action if action != NONE else or_wait(fight_on(battle, mask, actor))


# --- Wearer down ----------------------------------------------------------------------------------


@njit
def wearer_down(battle, mask, actor, window):
    """Makes simple attacks without skills and charges as often as possible, and rests early."""
    if window == Window.SKILL:
        return np.int64(WAIT)
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    action = rest_if(battle, mask, actor, WEARY)
    if action == NONE:
        action = make_ready(battle, mask, actor)
    if action == NONE:
        action = strike_somebody(battle, mask, actor)
    if action == NONE:
        action = draw_missile(mask)
    return action if action != NONE else or_wait(close_in(battle, mask, actor, False))


# --- Archer ---------------------------------------------------------------------------------------


@njit
def best_shot(battle, mask, actor):
    """The shot that is worth most by defence, range and cover; -1 if none is legal."""
    best, most = np.int64(NONE), np.int64(-1)
    if not is_shooting_hand(battle.fighters[actor], Hand.SWORD):
        return best
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            action = attack_with(battle, mask, Hand.SWORD, NONE, np.int64(foe))
            if action != NONE:
                worth = worth_of_attack(battle, actor, foe, np.int64(Hand.SWORD), NONE, False)
                if worth > most:
                    best, most = action, np.int64(worth)
    return best


@njit
def keep_away(battle, mask, actor):
    """Back off from near enemies and draw a missile; -1 if neither is needed."""
    action = np.int64(NONE)
    if foes_within(battle, actor, 1) > 0:
        action = back_off(battle, mask, actor)
    if action == NONE:
        action = draw_missile(mask)
    return action


@njit
def shoot(battle, mask, actor):
    """Shoot, back off or draw a missile; -1 if none is legal."""
    can_shoot = is_shooting_hand(battle.fighters[actor], Hand.SWORD)
    if not can_shoot and foes_within(battle, actor, 0) > 0:
        action = keep_away(battle, mask, actor)
        if action != NONE:
            return action
    action = best_shot(battle, mask, actor)
    return action if action != NONE else keep_away(battle, mask, actor)


@njit
def is_out_of_missiles(fighter):
    """Whether a fighter with a weapon that shoots has no missile left."""
    return not is_shooting_hand(fighter, Hand.SWORD) and fighter.missiles == 0


@njit
def archer(battle, mask, actor, window):
    """Keeps its distance, draws and shoots; without missiles it fights in melee."""
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    fighter = battle.fighters[actor]
    if not shoots(fighter):
        return or_wait(fight_on(battle, mask, actor))
    if is_out_of_missiles(fighter) and not fighter.standard:
        action = untargeted_action(mask, Verb.DROP_ITEM, Hand.SWORD)
        if action != NONE:
            return action
    action = shoot(battle, mask, actor)
    if action == NONE and closest(battle, actor) != NOBODY:
        if gap(battle, actor, closest(battle, actor)) > 1:
            action = close_in(battle, mask, actor, False)
    return or_wait(action)


# --- Sentinel -------------------------------------------------------------------------------------


@njit
def weakest_friend(battle, actor):
    """The ally on the same square with the least HP, less than the fighter's; -1 if none."""
    best, least = np.int64(NOBODY), np.int64(battle.fighters[actor].hp)
    for other in range(battle.num_fighters):
        if is_friend(battle, actor, other) and gap(battle, actor, other) == 0:
            hp = np.int64(battle.fighters[other].hp)
            if hp < least:
                best, least = np.int64(other), hp
    return best


@njit
def guard_weak(battle, mask, actor):
    """Guard the weakest ally on the square, -1 if none needs it."""
    friend = weakest_friend(battle, actor)
    if friend == NOBODY:
        return np.int64(NONE)
    return at_ally(battle, mask, actor, Verb.GUARD, 0, friend)


@njit
def guard_border(battle, mask, actor):
    """Guard the border towards the nearest enemy, -1 if none is there."""
    foe = closest(battle, actor)
    if foe == NOBODY or gap(battle, actor, foe) == 0:
        return np.int64(NONE)
    here, there = battle.fighters[actor].location, battle.fighters[foe].location
    direction = direction_to(np.int64(here), np.int64(there))
    if direction == NONE:
        return np.int64(NONE)
    return untargeted_action(mask, Verb.GUARD_BORDER, direction)


@njit
def stand_guard(battle, mask, actor):
    """Guard a weak ally, else a border; -1 if there is nothing to guard."""
    action = guard_weak(battle, mask, actor)
    return action if action != NONE else guard_border(battle, mask, actor)


@njit
def is_besieged(battle, actor):
    """Whether waiting is useless: only enemies can shoot, or they do not come."""
    if has_shooting_foe(battle, actor) and not has_shooting_friend(battle, actor):
        return True
    return battle.round_number >= PATIENCE


@njit
def sentinel(battle, mask, actor, window):
    """Guards allies and borders, attacks in reach, and readies attacks on enemies who enter."""
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    action = make_ready(battle, mask, actor)
    if action == NONE:
        action = stand_guard(battle, mask, actor)
    if action == NONE:
        action = catch_breath(battle, mask, actor)
    if action == NONE:
        action = strike_somebody(battle, mask, actor)
    if action == NONE and is_besieged(battle, actor):
        action = fight_on(battle, mask, actor)
    if action == NONE:
        action = ready(mask, np.int64(Act.WEAPON_ATTACK))
    return or_wait(action)
