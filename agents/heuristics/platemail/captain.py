"""The captain: focuses blows, mixes Full Attack and Counter as the game asks, and plans with IF.

It is a bodyguard where the ward is in danger, a caster or an archer where its arms make it one, and
else a fencer who reckons what each exchange is worth.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.battle import NOBODY
from ....envs.core.compile import njit
from ....envs.platemail.orders import Condition, Description, Verb
from ....envs.platemail.rules.bodies import (
    has_melee_weapon,
    has_missile_weapon,
    is_able,
    melee_weapon,
    reach,
)
from ....envs.platemail.rules.sight import gap
from ....envs.platemail.state import Window
from ....envs.platemail.tables import WEAPON_RANGE
from .exchange import full_attack_share, pressure_on
from .sight import (
    NONE,
    alone,
    ask,
    can_charge,
    closest,
    distance_to,
    draw_share,
    is_helpless,
    is_known_hostile,
    make_ready_to_strike,
    pick,
    strike_all_out,
    ward_of,
)
from .styles import archer, bodyguard, close_in, hide_behind, warcaster, ward_is_in_danger

PATIENCE = 2
"""Rounds without a Wound after which somebody must go first."""
NEAR = 3
"""Squares within which an archer takes up a blade."""


@njit
def in_reach(battle, actor, other):
    """Whether the fighter could strike another where both stand."""
    return gap(battle, actor, other) <= reach(battle.fighters[actor])


@njit
def allies_on(battle, actor, foe):
    """Number of the fighter's allies who have a foe within reach."""
    count = 0
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if other != actor and battle.side[other] == battle.side[actor] and is_able(it):
            if gap(battle, other, foe) <= reach(it):
                count += 1
    return count


@njit
def quarry(battle, actor):
    """Whom to fight: in reach, wounded, fought by allies, close; -1 if nobody is seen."""
    best, best_rank = np.int64(NOBODY), -(1 << 30)
    for other in range(battle.num_fighters):
        if not is_known_hostile(battle, actor, other):
            continue
        it = battle.fighters[other]
        rank = -8 * gap(battle, actor, other) + 6 * np.int64(it.wounds)
        rank += 4 * allies_on(battle, actor, other) + 40 * np.int64(it.is_ward)
        if in_reach(battle, actor, other):
            rank += 200
        if is_helpless(battle, other):
            rank += 8
        if rank > best_rank:
            best, best_rank = np.int64(other), rank
    return best


@njit
def is_pressed(battle, actor):
    """Whether more than one enemy can strike the fighter."""
    return pressure_on(battle, actor) > 1


@njit
def exchange_blows(battle, mask, words, actor, target, foe):
    """Full Attack or Counter against who is within reach, by their worth."""
    share = full_attack_share(battle, actor, foe)
    if is_helpless(battle, foe) or battle.fighters[foe].prone != 0:
        share = 1.0
    if is_pressed(battle, actor):
        share *= 0.5
    if draw_share(words) < share:
        return strike_all_out(battle, mask, actor, target)
    return pick(battle, mask, actor, Verb.COUNTER, target)


@njit
def should_wait(battle, actor, foe):
    """Whether to let a foe come: who walks into a Counter pays for it (RP49)."""
    if battle.quiet_rounds >= PATIENCE or WEAPON_RANGE[battle.fighters[foe].hand] > 0:
        return False
    if battle.fighters[foe].is_ward != 0 or battle.fighters[foe].spells != 0:
        return False
    return not is_helpless(battle, foe) and allies_on(battle, actor, foe) == 0


@njit
def advance_on(battle, mask, actor, foe):
    """Charge, wait for the other's Charge, or come nearer."""
    if can_charge(battle, actor, foe):
        if should_wait(battle, actor, foe):
            return pick(battle, mask, actor, Verb.COUNTER, foe)
        return close_in(battle, mask, actor, foe)
    if distance_to(battle, actor, foe) > 8:
        return pick(battle, mask, actor, Verb.SPRINT_TO, foe)
    return pick(battle, mask, actor, Verb.MOVE_TO, foe)


@njit
def fight_first(battle, mask, words, actor):
    """The first action of a captain with a blade."""
    action = make_ready_to_strike(battle, mask, actor)
    foe = quarry(battle, actor)
    if action != NONE or foe == NOBODY:
        return action
    if in_reach(battle, actor, foe):
        return exchange_blows(battle, mask, words, actor, foe, foe)
    return advance_on(battle, mask, actor, foe)


@njit
def fight_then(battle, mask, words, actor):
    """THEN, with somebody in reach: exchange blows with whoever is closest by then."""
    foe = quarry(battle, actor)
    target = np.int64(Description.CLOSEST)
    if foe == NOBODY:
        return strike_all_out(battle, mask, actor, target)
    return exchange_blows(battle, mask, words, actor, target, foe)


@njit
def fight_else(battle, mask, actor):
    """ELSE, with nobody in reach: go after the closest unless it pays to wait."""
    foe = quarry(battle, actor)
    target = np.int64(Description.CLOSEST)
    if foe != NOBODY and should_wait(battle, actor, foe) and can_charge(battle, actor, foe):
        return pick(battle, mask, actor, Verb.COUNTER, target)
    return pick(battle, mask, actor, Verb.CHARGE, target)


@njit
def fighter(battle, mask, words, actor, window):
    """The order of a captain with a blade."""
    if window == Window.FIRST:
        return fight_first(battle, mask, words, actor)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.REACHED_ANY, NOBODY)
    if window == Window.THEN:
        return fight_then(battle, mask, words, actor)
    return fight_else(battle, mask, actor)


@njit
def needs_blade(battle, actor):
    """Whether an archer should fight hand to hand: an enemy is near and a blade at hand."""
    me = battle.fighters[actor]
    foe = closest(battle, actor)
    if distance_to(battle, actor, foe) > NEAR:
        return False
    return has_melee_weapon(me) or me.carried_hand >= 0


@njit
def bowman(battle, mask, words, actor, window):
    """An archer who takes up a blade when an enemy is near."""
    me = battle.fighters[actor]
    if distance_to(battle, actor, closest(battle, actor)) <= 1 and needs_blade(battle, actor):
        if window == Window.FIRST and not has_melee_weapon(me):
            action = alone(battle, mask, actor, Verb.SWAP)
            if action != NONE:
                return action
        return fighter(battle, mask, words, actor, window)
    return archer(battle, mask, words, actor, window)


@njit
def is_archer(battle, actor):
    """Whether the fighter has a missile weapon in hand, or carries one and nobody is near."""
    me = battle.fighters[actor]
    if has_missile_weapon(me) and melee_weapon(me) != me.hand:
        return True
    carries_bow = me.carried_hand >= 0 and WEAPON_RANGE[me.carried_hand] > 3
    return carries_bow and distance_to(battle, actor, closest(battle, actor)) > NEAR


@njit
def captain(battle, mask, words, actor, window):
    """Guards a ward in danger, casts or shoots where that is its trade, else fights."""
    me = battle.fighters[actor]
    if me.is_ward != 0 and me.spells == 0:
        return hide_behind(battle, mask, actor, window)
    ward = ward_of(battle, actor)
    if ward != NOBODY and ward_is_in_danger(battle, actor, ward) and gap(battle, actor, ward) <= 3:
        if pressure_on(battle, actor) == 0 and has_melee_weapon(me):
            return bodyguard(battle, mask, words, actor, window)
    if me.spells != 0:
        return warcaster(battle, mask, words, actor, window)
    if is_archer(battle, actor):
        return bowman(battle, mask, words, actor, window)
    return fighter(battle, mask, words, actor, window)
