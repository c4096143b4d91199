"""The captain: it focuses attacks, mixes Full Attack and Counter, and plans with IF.

It acts as a bodyguard while its ward is in danger, as a caster or an archer if it is equipped for
that, and else as a fencer who estimates the worth of each exchange.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.platemail.enums import (
    Condition,
    Description,
    Verb,
    Window,
)
from ....envs.platemail.rules.bodies import (
    can_shoot,
    has_melee_weapon,
    has_missile_weapon,
    is_able,
    is_reloadable,
    melee_weapon,
    reach,
)
from ....envs.platemail.rules.sight import gap
from ....envs.platemail.rules.targets import is_known_caster
from ....envs.platemail.tables import WEAPON_HANDS, WEAPON_RANGE
from .exchange import full_attack_share, pressure_on, shot_worth
from .queries import (
    FAR,
    NONE,
    ask,
    can_charge,
    closest,
    distance_to,
    draw_share,
    enemies_within,
    get_up,
    is_helpless,
    is_known_hostile,
    is_open,
    make_ready_to_strike,
    pick,
    shooting_target,
    strike_all_out,
    untargeted_action,
    ward_of,
)
from .styles import archer, bodyguard, close_in, hide_behind, warcaster, ward_is_in_danger

PATIENCE = 2
"""Rounds without a Wound after which the captain advances first."""
NEAR, COMING = 4, 8
"""Distances in squares at which a thrower swaps to a melee weapon: from a standing enemy, and from
one who moves. An archer waits longer."""


@njit
def in_reach(battle, actor, other):
    """Whether the fighter could strike another one while both stay where they are."""
    return gap(battle, actor, other) <= reach(battle.fighters[actor])


@njit
def allies_on(battle, actor, foe):
    """Number of the fighter's allies who have an enemy within reach."""
    count = 0
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if other != actor and battle.side[other] == battle.side[actor] and is_able(it):
            if gap(battle, other, foe) <= reach(it):
                count += 1
    return count


@njit
def choose_target(battle, actor):
    """The enemy to fight: in reach, wounded, fought by allies, close; -1 if none is seen."""
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
def exchange_blows(battle, mask, rng_state, actor, target, foe, more):
    """Full Attack or Counter against an enemy within reach, whichever is worth more.

    `target` is the target written in the order. `foe` is the enemy whose equipment is assumed, and
    `more` is the number of Wounds that the fighter expects to have by then.
    """
    share = full_attack_share(battle, actor, foe, more)
    if is_open(battle, foe):
        share = 1.0
    if is_pressed(battle, actor):
        share *= 0.5
    if draw_share(rng_state) < share:
        return strike_all_out(battle, mask, actor, target)
    return pick(battle, mask, actor, Verb.COUNTER, target)


@njit
def should_wait(battle, actor, foe):
    """Whether to let an enemy come, who then pays for entering a Counter (RP49)."""
    if battle.quiet_rounds >= PATIENCE or WEAPON_RANGE[battle.fighters[foe].hand] > 0:
        return False
    if battle.fighters[foe].is_ward != 0 or is_known_caster(battle, actor, foe):
        return False
    return not is_helpless(battle, foe) and allies_on(battle, actor, foe) == 0


@njit
def advance_on(battle, mask, actor, foe):
    """Charge, wait for the enemy's Charge, or come nearer."""
    if can_charge(battle, actor, foe):
        if should_wait(battle, actor, foe):
            return pick(battle, mask, actor, Verb.COUNTER, foe)
        return close_in(battle, mask, actor, foe)
    if distance_to(battle, actor, foe) > 8:
        return pick(battle, mask, actor, Verb.SPRINT_TO, foe)
    return pick(battle, mask, actor, Verb.MOVE_TO, foe)


@njit
def fight_first(battle, mask, rng_state, actor):
    """The first action of a captain with a melee weapon."""
    action = make_ready_to_strike(battle, mask, actor)
    foe = choose_target(battle, actor)
    if action != NONE or foe == NOBODY:
        return action
    if in_reach(battle, actor, foe):
        return exchange_blows(battle, mask, rng_state, actor, foe, foe, 0)
    return advance_on(battle, mask, actor, foe)


@njit
def weakest(battle):
    """The most wounded enemy in reach, or the closest where that cannot be written."""
    return np.int64(Description.MOST_WOUNDED if battle.max_side > 1 else Description.CLOSEST)


@njit
def write_approach(battle, mask, rng_state, actor, foe, window):
    """IF any enemy is in reach, attack the most wounded; ELSE advance or wait."""
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.REACHED_ANY, NOBODY)
    nearest = np.int64(Description.CLOSEST)
    if window == Window.THEN:
        if foe == NOBODY:
            return strike_all_out(battle, mask, actor, nearest)
        return exchange_blows(battle, mask, rng_state, actor, weakest(battle), foe, 0)
    if foe != NOBODY and should_wait(battle, actor, foe) and can_charge(battle, actor, foe):
        return pick(battle, mask, actor, Verb.COUNTER, nearest)
    return pick(battle, mask, actor, Verb.CHARGE, nearest)


@njit
def write_duel(battle, mask, rng_state, actor, foe, window):
    """IF the first phase wounded the fighter, choose with that Wound; ELSE as before."""
    if window == Window.CONDITION:
        wounds = np.int64(battle.fighters[actor].wounds)
        return ask(battle, mask, actor, Condition.WOUNDED, wounds + 1)
    more = 1 if window == Window.THEN else 0
    return exchange_blows(battle, mask, rng_state, actor, foe, foe, more)


@njit
def write_melee(battle, mask, rng_state, actor, foe, window):
    """IF the target is down, Charge the closest; ELSE attack the most wounded in reach."""
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.DOWN, foe)
    if window == Window.THEN:
        return pick(battle, mask, actor, Verb.CHARGE, np.int64(Description.CLOSEST))
    return exchange_blows(battle, mask, rng_state, actor, weakest(battle), foe, 0)


@njit
def stays_put(battle, actor, foe):
    """Whether an enemy is in reach and will probably stay there in the second phase."""
    it = battle.fighters[foe]
    shoots = has_missile_weapon(it) and melee_weapon(it) != it.hand
    if not in_reach(battle, actor, foe) or shoots or it.is_ward != 0:
        return False
    return not is_known_caster(battle, actor, foe)


@njit
def fighter(battle, mask, rng_state, actor, window):
    """The order of a captain with a melee weapon, clause by clause."""
    if window == Window.FIRST:
        return fight_first(battle, mask, rng_state, actor)
    foe = choose_target(battle, actor)
    if foe == NOBODY or not stays_put(battle, actor, foe):
        return write_approach(battle, mask, rng_state, actor, foe, window)
    if enemies_within(battle, actor, FAR) == 1:
        return write_duel(battle, mask, rng_state, actor, foe, window)
    return write_melee(battle, mask, rng_state, actor, foe, window)


@njit
def needs_blade(battle, actor):
    """Whether an archer needs its melee weapon: it has one, and an enemy is near or comes."""
    me = battle.fighters[actor]
    foe = closest(battle, actor)
    if foe == NOBODY or not (has_melee_weapon(me) or me.carried_hand >= 0):
        return False
    if WEAPON_HANDS[me.hand] > 1:
        return gap(battle, actor, foe) <= 1
    return gap(battle, actor, foe) <= (COMING if battle.fighters[foe].moved != 0 else NEAR)


@njit
def shoot_best(battle, mask, actor, target):
    """Two shots, one shot, or Aim first: the choice with most Wounds for its actions."""
    me = battle.fighters[actor]
    once, aimed = shot_worth(battle, actor, target, 1, 0), shot_worth(battle, actor, target, 1, 1)
    twice = shot_worth(battle, actor, target, 2, -1)
    action = NONE
    if is_reloadable(me):
        is_worth_aiming = 2 * aimed > 3 * once  # each Reload costs an action
    else:
        is_worth_aiming = aimed > 2 * max(once, twice)
    if me.aimed == 0 and is_worth_aiming:
        action = untargeted_action(battle, mask, actor, Verb.AIM)
    elif me.aimed == 0 and twice >= once:
        action = pick(battle, mask, actor, Verb.RAPID_FIRE, target)
    return action if action != NONE else pick(battle, mask, actor, Verb.SHOOT, target)


@njit
def shoot(battle, mask, rng_state, actor, window):
    """The order of an archer with no enemy near: the shots that are worth most."""
    me = battle.fighters[actor]
    target = shooting_target(battle, actor)
    is_ready = has_missile_weapon(me) and not (is_reloadable(me) and not can_shoot(me))
    is_own_shot = window == Window.FIRST or window == Window.ELSE
    if target == NOBODY or not is_ready or me.prone != 0 or not is_own_shot:
        return archer(battle, mask, rng_state, actor, window)
    if window == Window.FIRST:
        action = get_up(battle, mask, actor)
        return action if action != NONE else shoot_best(battle, mask, actor, target)
    if battle.orders[actor].verb[0] == Verb.AIM:
        return pick(battle, mask, actor, Verb.SHOOT, target)
    if is_reloadable(me):
        return untargeted_action(battle, mask, actor, Verb.RELOAD)
    return shoot_best(battle, mask, actor, target)


@njit
def archer_order(battle, mask, rng_state, actor, window):
    """The order of an archer, who swaps to a melee weapon when an enemy is near."""
    if needs_blade(battle, actor):
        return fighter(battle, mask, rng_state, actor, window)
    return shoot(battle, mask, rng_state, actor, window)


@njit
def is_archer(battle, actor):
    """Whether the fighter holds a missile weapon, or carries one and no enemy is near."""
    me = battle.fighters[actor]
    if has_missile_weapon(me) and melee_weapon(me) != me.hand:
        return True
    carries_bow = me.carried_hand >= 0 and WEAPON_RANGE[me.carried_hand] > 3
    return carries_bow and distance_to(battle, actor, closest(battle, actor)) > NEAR


@njit
def captain(battle, mask, rng_state, actor, window):
    """Guards a ward in danger, casts or shoots if equipped for it, else fights in melee."""
    me = battle.fighters[actor]
    if me.is_ward != 0 and me.spells == 0:
        return hide_behind(battle, mask, actor, window)
    ward = ward_of(battle, actor)
    if ward != NOBODY and ward_is_in_danger(battle, actor, ward) and gap(battle, actor, ward) <= 3:
        if pressure_on(battle, actor) == 0 and has_melee_weapon(me):
            return bodyguard(battle, mask, rng_state, actor, window)
    if me.spells != 0:
        return warcaster(battle, mask, rng_state, actor, window)
    if is_archer(battle, actor):
        return archer_order(battle, mask, rng_state, actor, window)
    return fighter(battle, mask, rng_state, actor, window)
