"""Reasons why orders and attacks cannot be carried out, for the log (RP31).

Play does not depend on them: the rules decide, and these functions ask their predicates one by one.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ..enums import Act, Event, Failure, Life, Mode, Spell, Verb
from ..tables import IS_THROWN, NONE, RANGE_INCREMENTS, SPELL_NAMES, SPELL_RANGE, WEAPON_RANGE
from .bodies import (
    are_enemies,
    has_free_hand,
    has_missile_weapon,
    is_able,
    is_reloadable,
    knows_spell,
    reach,
)
from .modifiers import had_line, start_gap
from .sight import gap, is_concealed_from, is_unaware


@njit
def lose_order(battle, actor, failure):
    """Lose an order that cannot be carried out; nothing replaces it (RP31)."""
    log_event(battle, Event.LOST, actor, NOBODY, battle.phases[actor].act, failure, 0)


@njit
def log_lost(battle, actor, target, failure, squares):
    """Log an order on a target that cannot be carried out, with the distance if it counts."""
    log_event(battle, Event.LOST, actor, target, battle.phases[actor].act, failure, squares)


@njit
def why_not_reloaded(fighter):
    """Why the weapon in hand is not reloaded (P78, P124)."""
    return np.int64(Failure.ALREADY_LOADED if is_reloadable(fighter) else Failure.NO_RELOAD)


# --- Attacks (P57, P61, P65, P108, P120, P121, RP14) ----------------------------------------------


@njit
def wrong_target(battle, attacker, target):
    """Why the target is no living enemy that the attacker is aware of; NONE if it is (P57)."""
    if target == NOBODY:
        return np.int64(Failure.NO_TARGET)
    if not are_enemies(battle, attacker, target):
        return np.int64(Failure.NO_ENEMY)
    if battle.fighters[target].life == Life.DEAD:
        return np.int64(Failure.TARGET_DEAD)
    return np.int64(Failure.UNAWARE if is_unaware(battle, attacker, target) else Failure.NONE)


@njit
def named_target(battle, actor):
    """The fighter whom the order names, -1 if it describes one: the dead are no target (RP15)."""
    directive = battle.phases[actor].directive
    target = battle.orders[actor].target[directive] if directive >= 0 else NOBODY
    return np.int64(target if target < battle.num_fighters else NOBODY)


@njit
def wrong_shooter(battle, attacker, number):
    """Why the weapon in hand cannot make the action's shot of this number; NONE if it can."""
    fighter = battle.fighters[attacker]
    if not has_missile_weapon(fighter) or (IS_THROWN[fighter.hand] and fighter.stock <= number):
        return np.int64(Failure.NO_MISSILE)
    if not is_reloadable(fighter):
        return np.int64(Failure.NONE)
    if battle.phases[attacker].act == Act.RAPID_FIRE:
        return np.int64(Failure.NEEDS_RELOAD)
    return np.int64(Failure.NOT_LOADED if fighter.loaded == 0 else Failure.NONE)


@njit
def log_out_of_range(battle, attacker, target, squares):
    """Log that a target of a missile or spell is out of sight or out of range (P31, P108)."""
    away = start_gap(battle, attacker, target)
    if not had_line(battle, attacker, target):
        log_lost(battle, attacker, target, Failure.OUT_OF_SIGHT, away)
    elif away > squares:
        log_lost(battle, attacker, target, Failure.OUT_OF_RANGE, away)
    else:
        log_lost(battle, attacker, target, Failure.NONE, 0)


@njit
def log_lost_strike(battle, attacker, target):
    """Log why nobody can be struck: out of sight or out of reach (P25, RP14)."""
    away = gap(battle, attacker, target)
    if is_concealed_from(battle, target, attacker):
        log_lost(battle, attacker, target, Failure.OUT_OF_SIGHT, away)
    elif away > reach(battle.fighters[attacker]):
        log_lost(battle, attacker, target, Failure.OUT_OF_REACH, away)
    else:
        log_lost(battle, attacker, target, Failure.NONE, 0)


@njit
def log_lost_attack(battle, attacker, target, mode, number):
    """Log that the action's attack of this number is lost, with the reason (RP31)."""
    if not battle.log:
        return
    fighter = battle.fighters[attacker]
    failure = np.int64(Failure.NONE)
    if mode == Mode.MISSILE:
        failure = wrong_shooter(battle, attacker, number)
    elif mode == Mode.SPELL and not has_free_hand(fighter):
        failure = np.int64(Failure.NO_FREE_HAND)
    if target == NOBODY:
        target = named_target(battle, attacker)
    if failure == Failure.NONE:
        failure = wrong_target(battle, attacker, target)
    if failure != Failure.NONE:
        log_lost(battle, attacker, target, failure, 0)
    elif mode == Mode.MISSILE:
        squares = RANGE_INCREMENTS * WEAPON_RANGE[fighter.hand]
        log_out_of_range(battle, attacker, target, squares)
    elif mode == Mode.SPELL:
        log_out_of_range(battle, attacker, target, SPELL_RANGE[Spell.BOLT])
    else:
        log_lost_strike(battle, attacker, target)


# --- Help (P122, RP47) ----------------------------------------------------------------------------


@njit
def log_lost_freeing(battle, actor):
    """Log why nobody is cut free: no such ally, or he is dead or out of reach (RP31, RP47)."""
    target = named_target(battle, actor)
    if target == NOBODY or target == actor or are_enemies(battle, actor, target):
        lose_order(battle, actor, Failure.NO_TARGET)
    elif battle.fighters[target].life == Life.DEAD:
        log_lost(battle, actor, target, Failure.TARGET_DEAD, 0)
    else:
        away = gap(battle, actor, target)
        log_lost(battle, actor, target, Failure.OUT_OF_REACH, away)


# --- Spells (P74, P75, RP23) ----------------------------------------------------------------------


@njit
def why_not_prepared(fighter, spell):
    """Why a caster cannot prepare a spell (P74, RP23)."""
    if spell < 0 or spell >= len(SPELL_NAMES) or not knows_spell(fighter, spell):
        return np.int64(Failure.SPELL_UNKNOWN)
    return np.int64(Failure.NO_MEND_LEFT if has_free_hand(fighter) else Failure.NO_FREE_HAND)


@njit
def wrong_receiver(battle, caster, target):
    """Why the Prepared spell cannot be meant for the target; NONE if it can (RP23)."""
    fighter = battle.fighters[caster]
    if fighter.prepared != Spell.MEND:
        failure = wrong_target(battle, caster, target)
        is_fallen = fighter.prepared > Spell.BLAST and not is_able(battle.fighters[target])
        is_fallen = is_fallen and failure == Failure.NONE
        return np.int64(Failure.TARGET_DOWN) if is_fallen else failure
    if fighter.mends <= 0:
        return np.int64(Failure.NO_MEND_LEFT)
    is_for_enemy = battle.phases[caster].verb == Verb.MEND_ENEMY
    if are_enemies(battle, caster, target) != is_for_enemy:
        return np.int64(Failure.WRONG_SIDE)
    is_dead = battle.fighters[target].life == Life.DEAD
    return np.int64(Failure.TARGET_DEAD if is_dead else Failure.NONE)


@njit
def log_lost_release(battle, caster, target):
    """Log that a release has no legal target, with the reason (P75, RP31, RP37)."""
    if not battle.log:
        return
    fighter = battle.fighters[caster]
    failure = np.int64(Failure.NONE)
    if fighter.prepared == NONE:
        failure = np.int64(Failure.NO_SPELL)
    elif not has_free_hand(fighter):
        failure = np.int64(Failure.NO_FREE_HAND)
    elif target < 0 or target >= battle.num_fighters:
        failure = np.int64(Failure.NO_TARGET)
    else:
        failure = wrong_receiver(battle, caster, target)
        is_beside = battle.phases[caster].verb == Verb.RELEASE_BESIDE
        if failure == Failure.NONE and is_beside and fighter.prepared == Spell.BLAST:
            failure = np.int64(Failure.NO_PLACE)
    if failure != Failure.NONE:
        log_lost(battle, caster, target, failure, 0)
    else:
        log_out_of_range(battle, caster, target, SPELL_RANGE[fighter.prepared])
