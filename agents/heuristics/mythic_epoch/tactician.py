"""The tactician: it chooses by expected damage, the weight of damage, and the worth of AP."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.core.engine.dice import next_word
from ....envs.mythic_epoch.actions.table import WAIT, first_id
from ....envs.mythic_epoch.enums import (
    Status,
    Verb,
    Window,
)
from ....envs.mythic_epoch.tables import (
    BASE_COMBAT_MOVEMENT,
    COMBAT_MOVE_COST,
    MOVE_COST,
    UNARMED,
    UNARMED_COST,
    WEAPON_RANGE,
)
from .answers import answer
from .exchange import (
    MORE_FEINTS,
    attack_row,
    counter_edge,
    dealt,
    end_value,
    feint_row,
    free_gain,
    game_value,
    least,
    press_row,
    real_attack_share,
    trade,
    turn_value,
)
from .missiles import pays_to_aim, shot_gain
from .odds import NO_HURDLE, wins_by
from .queries import (
    NONE,
    approach,
    blade,
    blade_cost,
    blow_rating,
    brawling_rating,
    can_counter,
    enemy_at,
    gap,
    has_missile_weapon,
    nearest_slot,
    reach,
    step_rating,
    strike_gap,
    untargeted_action,
)
from .shared_tactics import prepare, step_in, strike_held
from .styles import is_spent, wrestle

STRONG_HANDS = 6
"""Brawling rating from which a Grapple is worth more than a Press."""
LOITERING = -1.0
"""Worth of staying out of reach: the enemy then enters when it suits the enemy."""
UNDER_FIRE = -4.0
"""Worth of staying out of reach for each enemy who could shoot."""
IMPATIENCE = -0.5
"""Worth of staying out of reach for each round that has passed, so that battles end."""


@njit
def draw_share(rng_state):
    """A random number from the heuristic's own generator, at least 0 and below 1."""
    return next_word(rng_state) / 4294967296.0


@njit
def tactician(battle, mask, rng_state):
    """Chooses by expected gain, and mixes attacks, Feints and answers as in equilibrium."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.REACTION:
        return answer(battle, mask, draw_share(rng_state), actor)
    if battle.window == Window.COUNTER_TEMPO:
        return replace(battle, mask, actor)
    if battle.window == Window.STEP:
        return step_in(battle, mask, actor)
    action = prepare(battle, mask, actor)
    if action != NONE:
        return action
    status = battle.fighters[actor].status
    if status == Status.BOUND:
        return in_bind(battle, mask, actor)
    if status != Status.ON_GUARD and status != Status.OFF_GUARD:
        return in_grapple(battle, mask, actor)
    action = best_strike(battle, mask, rng_state, actor)
    return action if action != NONE else manoeuvre(battle, mask, actor)


# --- Counter-tempo --------------------------------------------------------------------------------


@njit
def replace(battle, mask, actor):
    """Replace a Feint that drew a Parry, or answer a Counter-Attack, in its tempo."""
    action = untargeted_action(mask, Verb.FEINT_COUNTER_ATTACK)
    if action != NONE:
        return action
    target = np.int64(battle.target)
    weapon = blade(battle.fighters[actor])
    edge = counter_edge(battle, actor, actor, target, weapon)
    meets = trade(battle, actor, actor, target, weapon, edge)
    strike, parry = (
        untargeted_action(mask, Verb.CT_COUNTER_ATTACK),
        untargeted_action(mask, Verb.CT_PARRY),
    )
    if parry != NONE:
        answer_weapon = blade(battle.fighters[target])
        taken = dealt(battle, actor, target, actor, answer_weapon, 2 - edge, 1)
        if -taken > meets:
            return parry
    return max(WAIT, strike)


# --- Held -----------------------------------------------------------------------------------------


@njit
def in_bind(battle, mask, actor):
    """Grapple an exhausted partner if strong enough; else Press if that beats waiting."""
    partner = np.int64(battle.fighters[actor].partner)
    action = untargeted_action(mask, Verb.GRAPPLE)
    is_strong = brawling_rating(battle, actor, actor) >= STRONG_HANDS
    if action != NONE and is_strong and is_spent(battle, actor):
        return action
    best, best_gain = WAIT, end_value(battle, actor, partner)
    points = np.int64(battle.fighters[actor].action_points)
    for verb in (Verb.PRESS, Verb.UNARMED_PRESS):
        action = untargeted_action(mask, verb)
        if action == NONE:
            continue
        weapon = np.int64(UNARMED)
        price = np.int64(UNARMED_COST)
        if verb == Verb.PRESS:
            weapon = blade(battle.fighters[actor])
            price = blade_cost(battle.fighters[actor])
        gain = least(press_row(battle, actor, actor, partner, weapon, points - price))
        if gain > best_gain:
            best, best_gain = action, gain
    return best


@njit
def in_grapple(battle, mask, actor):
    """Pin and strike if stronger, or if the partner is pinned or exhausted; else escape."""
    partner = np.int64(battle.fighters[actor].partner)
    is_better = brawling_rating(battle, actor, actor) > brawling_rating(battle, actor, partner)
    is_pinned = battle.fighters[partner].status == Status.PINNED
    if is_better or is_pinned or is_spent(battle, actor):
        return max(WAIT, wrestle(battle, mask, actor))
    action = untargeted_action(mask, Verb.ESCAPE)
    return max(WAIT, action if action != NONE else strike_held(battle, mask, actor))


# --- Striking -------------------------------------------------------------------------------------


@njit
def strike_gain(battle, actor, enemy, weapon, price):
    """Gain of attacking an enemy in equilibrium compared with ending the turn."""
    left = np.int64(battle.fighters[actor].action_points) - price
    attack = attack_row(battle, actor, actor, enemy, weapon, left)
    value = least(attack)
    if weapon != UNARMED:
        feint = feint_row(battle, actor, actor, enemy, weapon, left)
        value = game_value(attack, feint, real_attack_share(attack, feint))
    return value - end_value(battle, actor, enemy)


@njit
def best_strike(battle, mask, rng_state, actor):
    """The blow or shot that gains most compared with ending the turn, -1 if none gains."""
    fighter = battle.fighters[actor]
    best, best_gain = NONE, 0.0
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy == NOBODY:
            continue
        for verb in (Verb.MELEE_ATTACK, Verb.UNARMED_ATTACK, Verb.RANGED_ATTACK):
            action = first_id(verb, slot)
            if not mask[action]:
                continue
            if verb == Verb.MELEE_ATTACK:
                gain = strike_gain(battle, actor, enemy, blade(fighter), blade_cost(fighter))
            elif verb == Verb.UNARMED_ATTACK:
                gain = strike_gain(battle, actor, enemy, np.int64(UNARMED), np.int64(UNARMED_COST))
            else:
                gain = shot_gain(battle, actor, enemy)
            if gain > best_gain:
                best, best_gain = action, gain
    if best == NONE:
        return untargeted_action(mask, Verb.RELOAD)
    return refine(battle, mask, rng_state, actor, best)


@njit
def refine(battle, mask, rng_state, actor, action):
    """Replace some attacks with a Feint, and aim before some shots."""
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if action == first_id(Verb.MELEE_ATTACK, slot):
            fighter = battle.fighters[actor]
            left = np.int64(fighter.action_points) - blade_cost(fighter)
            attack = attack_row(battle, actor, actor, enemy, blade(fighter), left)
            feint = feint_row(battle, actor, actor, enemy, blade(fighter), left)
            if draw_share(rng_state) < MORE_FEINTS * (1 - real_attack_share(attack, feint)):
                return first_id(Verb.FEINT, slot)
        elif action == first_id(Verb.RANGED_ATTACK, slot) and mask[first_id(Verb.AIM, slot)]:
            if pays_to_aim(battle, actor, enemy):
                return first_id(Verb.AIM, slot)
    return action


# --- Manoeuvring ----------------------------------------------------------------------------------


@njit
def manoeuvre(battle, mask, actor):
    """Enter reach if that is worth the enemy's first blow; else come nearer, or wait."""
    if mask[first_id(Verb.MOVE_TO_WEAPON, 0)]:
        return first_id(Verb.MOVE_TO_WEAPON, 0)
    fighter = battle.fighters[actor]
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return WAIT
    if has_missile_weapon(fighter):
        return shooting_place(battle, mask, actor, slot)
    enemy = enemy_at(battle, actor, slot)
    if strike_gap(battle, actor, enemy) <= reach(fighter):
        return WAIT
    far = max(1, gap(battle, actor, enemy) - reach(fighter))  # there may be an obstacle between
    staying = staying_value(battle, actor)
    walking = entry_value(battle, actor, enemy, far)
    combat = first_id(Verb.COMBAT_MOVE, slot)
    if far == 1 and mask[combat]:
        stepping = step_value(battle, actor, enemy, staying)
        if stepping > walking and stepping > staying:
            return combat
    action = approach(battle, mask, slot)
    if action != NONE and (walking > staying or stays_clear(battle, actor, enemy)):
        return action
    return WAIT


@njit
def shooting_place(battle, mask, actor, slot):
    """Come nearer only if no enemy can be shot at from here."""
    if battle.fighters[actor].action_points < MOVE_COST + 2:
        return WAIT
    for other in range(battle.max_side):
        if mask[first_id(Verb.AIM, other)]:
            return WAIT
    return max(WAIT, approach(battle, mask, slot))


@njit
def staying_value(battle, actor):
    """Worth of staying out of reach this turn."""
    value = LOITERING + IMPATIENCE * battle.round_number
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy != NOBODY and WEAPON_RANGE[battle.fighters[enemy].hand] > 0:
            value += UNDER_FIRE
    return value


@njit
def stays_clear(battle, actor, enemy):
    """Whether a full Move towards an enemy ends out of its reach."""
    far = gap(battle, actor, enemy) - BASE_COMBAT_MOVEMENT
    return far > max(reach(battle.fighters[actor]), reach(battle.fighters[enemy]))


@njit
def entry_value(battle, actor, enemy, far):
    """Worth of walking into reach, where the enemy may strike first (M49)."""
    moves = (far + BASE_COMBAT_MOVEMENT - 1) // BASE_COMBAT_MOVEMENT
    left = np.int64(battle.fighters[actor].action_points) - MOVE_COST * moves
    if left < 0:
        return -1000.0
    foe = battle.fighters[enemy]
    points = np.int64(foe.action_points)
    value = turn_value(battle, actor, enemy, left, points)
    if can_counter(battle, enemy, actor, reach(battle.fighters[actor])):
        rest = points - blade_cost(foe)
        struck = turn_value(battle, actor, enemy, left, rest)
        struck -= free_gain(battle, actor, enemy, actor, blade(foe))
        value = min(value, struck)
    return value


@njit
def step_value(battle, actor, enemy, staying):
    """Worth of a Combat Move over the last square into reach (M20)."""
    left = np.int64(battle.fighters[actor].action_points) - COMBAT_MOVE_COST
    foe = battle.fighters[enemy]
    points = np.int64(foe.action_points)
    value = turn_value(battle, actor, enemy, left, points)
    if can_counter(battle, enemy, actor, reach(battle.fighters[actor])):
        rest = points - blade_cost(foe)
        weapon = blade(foe)
        edge = step_rating(battle, actor, actor) - blow_rating(battle, actor, enemy, weapon)
        is_far = gap(battle, actor, enemy) > reach(foe)  # it strikes after the step (RM33, RM37)
        comes_in = 1.0 if is_far else wins_by(1 - edge)
        struck = comes_in * turn_value(battle, actor, enemy, left, rest)
        struck += (1 - comes_in) * staying
        struck -= dealt(battle, actor, enemy, actor, weapon, -edge, NO_HURDLE)
        value = min(value, struck)
    return value
