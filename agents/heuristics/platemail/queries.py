"""Queries of a battle that return only what a fighter may know.

A fighter does not know sealed orders, the attributes of enemies, or which enemies hide unseen by
it: those it is Unaware of (XP1 to XP6).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.core.engine.dice import next_word
from ....envs.platemail.actions.table import FIRST_ARGUMENT, condition_action, directive_action
from ....envs.platemail.enums import (
    Verb,
)
from ....envs.platemail.rules.bodies import (
    are_enemies,
    can_shoot,
    has_melee_weapon,
    has_missile_weapon,
    has_two_weapons,
    is_able,
    is_entrapped,
    is_melee_weapon,
    is_reloadable,
    reach,
)
from ....envs.platemail.rules.sight import gap, is_concealed_from, is_known_hostile
from ....envs.platemail.tables import MOVE_STEPS, WEAPON_RANGE
from ..choosing import if_legal

NONE = -1
"""No action."""
FAR = 100
"""A distance in squares that no map reaches."""


@njit
def draw_share(rng_state):
    """A random number from the heuristic's own generator, at least 0 and below 1."""
    return next_word(rng_state) / 4294967296.0


# --- Choosing -------------------------------------------------------------------------------------


@njit
def pick(battle, mask, actor, verb, target):
    """The action of a directive against a target if it is legal, else -1."""
    if target == NOBODY and FIRST_ARGUMENT[verb] != NOBODY:
        return np.int64(NONE)
    return if_legal(mask, directive_action(battle, actor, np.int64(verb), np.int64(target)))


@njit
def untargeted_action(battle, mask, actor, verb):
    """The action of a verb without a target if it is legal, else -1."""
    return pick(battle, mask, actor, verb, np.int64(NOBODY))


@njit
def ask(battle, mask, actor, condition, argument):
    """The action of a condition if it is legal, else 0: the condition "always"."""
    action = condition_action(battle, actor, np.int64(condition), np.int64(argument))
    return action if mask[action] else np.int64(0)


# --- Enemies and allies ---------------------------------------------------------------------------


@njit
def distance_to(battle, actor, other):
    """Distance to another fighter in squares, FAR if `other` is NOBODY."""
    return gap(battle, actor, other) if other != NOBODY else FAR


@njit
def closest(battle, actor):
    """The closest visible enemy; of equals the most wounded, then the first; -1 if none."""
    best, best_rank = np.int64(NOBODY), 1 << 30
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
            rank = 64 * gap(battle, actor, other) - np.int64(battle.fighters[other].wounds)
            if rank < best_rank:
                best, best_rank = np.int64(other), rank
    return best


@njit
def enemies_within(battle, actor, squares):
    """Number of visible enemies within a number of squares."""
    count = 0
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other) and gap(battle, actor, other) <= squares:
            count += 1
    return count


@njit
def ward_of(battle, actor):
    """The ward of the fighter's side, -1 if it has none or the fighter is the ward."""
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if other != actor and it.is_ward != 0 and not are_enemies(battle, actor, other):
            if is_able(it):
                return np.int64(other)
    return np.int64(NOBODY)


@njit
def can_hit_from_here(battle, actor, other):
    """Whether a missile reaches another fighter from here without a penalty for distance."""
    me = battle.fighters[actor]
    if is_concealed_from(battle, other, actor):
        return False
    return gap(battle, actor, other) <= 2 * WEAPON_RANGE[me.hand]


@njit
def shooting_target(battle, actor):
    """The target to shoot at: the most wounded in range, then the closest; -1 if none."""
    best, best_rank = np.int64(NOBODY), -(1 << 30)
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other) and can_hit_from_here(battle, actor, other):
            rank = 64 * np.int64(battle.fighters[other].wounds) - gap(battle, actor, other)
            if rank > best_rank:
                best, best_rank = np.int64(other), rank
    return best


@njit
def is_helpless(battle, other):
    """Whether a fighter has visibly lost its next action (P89, P90)."""
    it = battle.fighters[other]
    return it.dazed != 0 or it.terror != 0


@njit
def is_open(battle, other):
    """Whether attacks on a fighter run no risk of a Counter, as far as can be seen.

    The fighter has lost its next action, is prone, is entrapped and so Not Ready, or bears no melee
    weapon (P62, P89, P90, RP10, RP39, RP47).
    """
    it = battle.fighters[other]
    if is_helpless(battle, other) or it.prone != 0 or is_entrapped(it):
        return True
    return not has_melee_weapon(it)


@njit
def can_charge(battle, actor, other):
    """Whether a Charge would bring another fighter within reach (P60)."""
    me = battle.fighters[actor]
    return distance_to(battle, actor, other) <= MOVE_STEPS + reach(me)


# --- What every fighter does first ----------------------------------------------------------------


@njit
def get_up(battle, mask, actor):
    """Escape from entrapment, or stand up; -1 if neither is needed."""
    me = battle.fighters[actor]
    if is_entrapped(me):
        return untargeted_action(battle, mask, actor, Verb.CUT_FREE)
    if me.prone != 0:
        return untargeted_action(battle, mask, actor, Verb.STAND_UP)
    return np.int64(NONE)


@njit
def strike_all_out(battle, mask, actor, target):
    """Full Attack, with two weapons if the fighter has them; -1 if it is not legal."""
    if has_two_weapons(battle.fighters[actor]):
        action = pick(battle, mask, actor, Verb.THREE_ATTACKS, target)
        if action != NONE:
            return action
    return pick(battle, mask, actor, Verb.FULL_ATTACK, target)


@njit
def take_up_blade(battle, mask, actor):
    """Swap to a carried melee weapon if none is in hand; -1 if that is not possible."""
    me = battle.fighters[actor]
    if has_melee_weapon(me) or not is_melee_weapon(me.carried_hand):
        return np.int64(NONE)
    return untargeted_action(battle, mask, actor, Verb.SWAP)


@njit
def make_ready_to_strike(battle, mask, actor):
    """Get up, then take a melee weapon in hand; -1 if neither is needed."""
    action = get_up(battle, mask, actor)
    return action if action != NONE else take_up_blade(battle, mask, actor)


@njit
def take_up_bow(battle, mask, actor):
    """Swap to a carried missile weapon if none is in hand; -1 if that is not possible."""
    me = battle.fighters[actor]
    if me.carried_hand < 0 or WEAPON_RANGE[me.hand] > 0 or WEAPON_RANGE[me.carried_hand] == 0:
        return np.int64(NONE)
    return untargeted_action(battle, mask, actor, Verb.SWAP)


@njit
def make_ready_to_shoot(battle, mask, actor):
    """Reload if the weapon in hand is unloaded; -1 if not."""
    me = battle.fighters[actor]
    if has_missile_weapon(me) and is_reloadable(me) and not can_shoot(me):
        return untargeted_action(battle, mask, actor, Verb.RELOAD)
    return np.int64(NONE)
