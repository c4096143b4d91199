"""Six simple heuristics of Platemail. Each writes its order clause by clause.

Every function with a `window` argument returns an action, or -1 for the passing choice.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.platemail.enums import (
    Condition,
    Description,
    Spell,
    Verb,
    Window,
)
from ....envs.platemail.rules.bodies import has_missile_weapon, is_reloadable, reach
from ....envs.platemail.rules.sight import gap
from ....envs.platemail.tables import (
    ARMOUR_ABSORB,
)
from .queries import (
    NONE,
    ask,
    can_charge,
    closest,
    distance_to,
    draw_share,
    enemies_within,
    get_up,
    is_known_hostile,
    is_open,
    make_ready_to_shoot,
    make_ready_to_strike,
    pick,
    shooting_target,
    strike_all_out,
    take_up_bow,
    untargeted_action,
    ward_of,
)

FULL_IN_ARMOUR, FULL_UNARMOURED = 0.77, 0.1
"""Probability of a Full Attack between equals, by whether the enemy has Absorb (RP49)."""
PATIENCE = 2
"""Rounds without a Wound after which a duelist advances."""
CLOSE = 2
"""Distance in squares at which an archer or caster feels threatened."""
GUARDED = 3
"""Distance in squares from the ward at which an enemy is a danger."""

# --- Charger --------------------------------------------------------------------------------------


@njit
def close_in(battle, mask, actor, foe):
    """Charge if the Charge reaches, else run towards the enemy."""
    if can_charge(battle, actor, foe):
        action = pick(battle, mask, actor, Verb.CHARGE, foe)
        if action != NONE:
            return action
    action = pick(battle, mask, actor, Verb.SPRINT_TO, foe)
    return action if action != NONE else pick(battle, mask, actor, Verb.MOVE_TO, foe)


@njit
def charge_first(battle, mask, actor):
    """The first action of a charger, who always advances."""
    action = make_ready_to_strike(battle, mask, actor)
    foe = closest(battle, actor)
    if action != NONE or foe == NOBODY:
        return action
    if gap(battle, actor, foe) <= reach(battle.fighters[actor]):
        return strike_all_out(battle, mask, actor, foe)
    return close_in(battle, mask, actor, foe)


@njit
def charger(battle, mask, rng_state, actor, window):
    """The order printed in the book: Charge; IF reached Full Attack, ELSE Charge again (P10)."""
    if window == Window.FIRST:
        return charge_first(battle, mask, actor)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.REACHED_ANY, NOBODY)
    if window == Window.THEN:
        return strike_all_out(battle, mask, actor, np.int64(Description.CLOSEST))
    return pick(battle, mask, actor, Verb.CHARGE, np.int64(Description.CLOSEST))


# --- Duelist --------------------------------------------------------------------------------------


@njit
def full_attack_share(battle, foe):
    """Probability of Full Attack: low against an enemy without armour (RP49)."""
    absorb = ARMOUR_ABSORB[battle.fighters[foe].armour]
    return FULL_IN_ARMOUR if absorb > 0 else FULL_UNARMOURED


@njit
def fence(battle, mask, rng_state, actor, foe):
    """Full Attack on an enemy who cannot Counter, else a mixture of both."""
    if is_open(battle, foe) or draw_share(rng_state) < full_attack_share(battle, foe):
        return strike_all_out(battle, mask, actor, foe)
    return pick(battle, mask, actor, Verb.COUNTER, foe)


@njit
def duel_first(battle, mask, rng_state, actor):
    """Fence within reach; else wait for the enemy for some rounds, then close in."""
    action = make_ready_to_strike(battle, mask, actor)
    foe = closest(battle, actor)
    if action != NONE or foe == NOBODY:
        return action
    far = gap(battle, actor, foe)
    if far <= reach(battle.fighters[actor]):
        return fence(battle, mask, rng_state, actor, foe)
    if can_charge(battle, actor, foe):
        if battle.quiet_rounds < PATIENCE:
            return pick(battle, mask, actor, Verb.COUNTER, foe)
        return pick(battle, mask, actor, Verb.CHARGE, foe)
    return pick(battle, mask, actor, Verb.MOVE_TO, foe)


@njit
def duelist(battle, mask, rng_state, actor, window):
    """Mixes Counter and Full Attack by the enemy's visible readiness and armour (RP49)."""
    if window == Window.FIRST:
        return duel_first(battle, mask, rng_state, actor)
    foe = np.int64(Description.CLOSEST)
    if window == Window.CONDITION:
        if battle.quiet_rounds < PATIENCE:
            return ask(battle, mask, actor, Condition.REACHED_ANY, NOBODY)
        return np.int64(0)
    if window == Window.THEN:
        near = closest(battle, actor)
        share = full_attack_share(battle, near) if near != NOBODY else FULL_IN_ARMOUR
        is_out_of_reach = distance_to(battle, actor, near) > reach(battle.fighters[actor])
        if is_out_of_reach and battle.quiet_rounds >= PATIENCE:
            return pick(battle, mask, actor, Verb.CHARGE, foe)
        if draw_share(rng_state) < share or (near != NOBODY and is_open(battle, near)):
            return strike_all_out(battle, mask, actor, foe)
    return pick(battle, mask, actor, Verb.COUNTER, foe)


# --- Bodyguard ------------------------------------------------------------------------------------


@njit
def ward_is_in_danger(battle, actor, ward):
    """Whether a visible enemy is near the ward."""
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other) and gap(battle, ward, other) <= GUARDED:
            return True
    return False


@njit
def bodyguard(battle, mask, rng_state, actor, window):
    """Guards the ward while an enemy is near it; a ward itself avoids the fight."""
    ward = ward_of(battle, actor)
    if battle.fighters[actor].is_ward != 0:
        return hide_behind(battle, mask, actor, window)
    if ward == NOBODY or not ward_is_in_danger(battle, actor, ward):
        return duelist(battle, mask, rng_state, actor, window)
    if window == Window.FIRST:
        action = get_up(battle, mask, actor)
        return action if action != NONE else pick(battle, mask, actor, Verb.GUARD, ward)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.ATTACKED, NOBODY)
    if window == Window.THEN:
        return strike_all_out(battle, mask, actor, np.int64(Description.CLOSEST))
    return pick(battle, mask, actor, Verb.GUARD, ward)


@njit
def hide_behind(battle, mask, actor, window):
    """The ward's action: Defend, or Fall Back from an enemy who is near."""
    is_near = enemies_within(battle, actor, CLOSE) > 0
    if window == Window.FIRST:
        action = get_up(battle, mask, actor)
        if action == NONE and is_near:
            action = untargeted_action(battle, mask, actor, Verb.FALL_BACK)
        return action
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.NEAR, CLOSE)
    if window == Window.THEN:
        return untargeted_action(battle, mask, actor, Verb.FALL_BACK)
    return np.int64(NONE)


# --- Skulker --------------------------------------------------------------------------------------


@njit
def skulk_first(battle, mask, rng_state, actor):
    """Attack or throw while Hidden, else go into cover; fence in the open."""
    action = get_up(battle, mask, actor)
    foe = closest(battle, actor)
    if action != NONE or foe == NOBODY:
        return action
    me = battle.fighters[actor]
    if me.hides_from == 0:
        action = untargeted_action(battle, mask, actor, Verb.SKULK_TO_COVER)
        if action == NONE or enemies_within(battle, actor, 1) > 0:
            return duel_first(battle, mask, rng_state, actor)
        return action
    if gap(battle, actor, foe) <= reach(me):
        return strike_all_out(battle, mask, actor, foe)
    action = pick(battle, mask, actor, Verb.SHOOT, foe) if has_missile_weapon(me) else NONE
    if action == NONE and can_charge(battle, actor, foe):
        action = pick(battle, mask, actor, Verb.CHARGE, foe)
    return action if action != NONE else pick(battle, mask, actor, Verb.SKULK_TO, foe)


@njit
def skulker(battle, mask, rng_state, actor, window):
    """Stays Hidden, attacks enemies who are Unaware, and returns to cover (P53 to P58)."""
    if window == Window.FIRST:
        return skulk_first(battle, mask, rng_state, actor)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.REACHED_ANY, NOBODY)
    if window == Window.THEN:
        return strike_all_out(battle, mask, actor, np.int64(Description.CLOSEST))
    action = untargeted_action(battle, mask, actor, Verb.SKULK_TO_COVER)
    if action == NONE:
        action = pick(battle, mask, actor, Verb.SHOOT, np.int64(Description.CLOSEST))
    return action if action != NONE else untargeted_action(battle, mask, actor, Verb.SKULK_STILL)


# --- Archer ---------------------------------------------------------------------------------------


@njit
def shoot_first(battle, mask, rng_state, actor):
    """Fall Back from a near enemy, reload, aim at a distant one, or shoot."""
    action = get_up(battle, mask, actor)
    if action == NONE:
        action = take_up_bow(battle, mask, actor)
    if action != NONE:
        return action
    me = battle.fighters[actor]
    if not has_missile_weapon(me):
        return duel_first(battle, mask, rng_state, actor)
    foe = closest(battle, actor)
    if distance_to(battle, actor, foe) <= 1:
        action = untargeted_action(battle, mask, actor, Verb.FALL_BACK)
    if action == NONE:
        action = make_ready_to_shoot(battle, mask, actor)
    target = shooting_target(battle, actor)
    if action != NONE or target == NOBODY:
        return action if action != NONE else pick(battle, mask, actor, Verb.MOVE_TO, foe)
    if me.aimed == 0 and gap(battle, actor, foe) > 4:
        action = untargeted_action(battle, mask, actor, Verb.AIM)
    return action if action != NONE else pick(battle, mask, actor, Verb.SHOOT, target)


@njit
def archer(battle, mask, rng_state, actor, window):
    """Aims, shoots, and Falls Back from enemies who come near."""
    me = battle.fighters[actor]
    if window == Window.FIRST:
        return shoot_first(battle, mask, rng_state, actor)
    if not has_missile_weapon(me):
        return duelist(battle, mask, rng_state, actor, window)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.NEAR, 1)
    if window == Window.THEN:
        return untargeted_action(battle, mask, actor, Verb.FALL_BACK)
    if is_reloadable(me) and battle.orders[actor].verb[0] == Verb.SHOOT:
        return untargeted_action(battle, mask, actor, Verb.RELOAD)
    target = shooting_target(battle, actor)
    if target == NOBODY:
        target = np.int64(Description.CLOSEST)
    return pick(battle, mask, actor, Verb.SHOOT, target)


# --- Warcaster ------------------------------------------------------------------------------------


@njit
def wounded_ally(battle, actor):
    """The ally, or the fighter itself, who most needs a Mend, fallen first; -1 if none."""
    best, best_rank = np.int64(NOBODY), 0
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if battle.side[other] == battle.side[actor] and it.wounds > 0 and it.life <= 1:
            rank = 16 * np.int64(it.life) + np.int64(it.wounds)
            if rank > best_rank:
                best, best_rank = np.int64(other), rank
    return best


@njit
def release_prepared(battle, mask, actor):
    """Release the Prepared spell at the target with most effect; -1 if none is in range."""
    me = battle.fighters[actor]
    if me.prepared == Spell.MEND:
        friend = wounded_ally(battle, actor)
        if friend == actor:
            return untargeted_action(battle, mask, actor, Verb.MEND_SELF)
        return pick(battle, mask, actor, Verb.MEND, friend)
    foe = closest(battle, actor)
    return pick(battle, mask, actor, Verb.RELEASE, foe)


@njit
def prepare_best(battle, mask, actor):
    """Prepare a spell: Mend, Blast on several, Fear on a near enemy, Bolt or Bind."""
    action = np.int64(NONE)
    friend = wounded_ally(battle, actor)
    if friend != NOBODY and battle.fighters[friend].wounds >= 2:
        action = pick(battle, mask, actor, Verb.PREPARE, np.int64(Spell.MEND))
    if action == NONE and enemies_within(battle, actor, 12) >= 2:
        action = pick(battle, mask, actor, Verb.PREPARE, np.int64(Spell.BLAST))
    if action == NONE and enemies_within(battle, actor, CLOSE) > 0:
        action = pick(battle, mask, actor, Verb.PREPARE, np.int64(Spell.FEAR))
    for spell in (Spell.BOLT, Spell.BLAST, Spell.BIND):
        if action == NONE:
            action = pick(battle, mask, actor, Verb.PREPARE, np.int64(spell))
    return action


@njit
def cast_first(battle, mask, actor):
    """Maintain a Bind, release a Prepared spell, leave a near enemy, or prepare one."""
    action = get_up(battle, mask, actor)
    if action == NONE:
        action = untargeted_action(battle, mask, actor, Verb.FOCUS)
    if action == NONE:
        action = release_prepared(battle, mask, actor)
    if action == NONE and enemies_within(battle, actor, 1) > 0:
        action = untargeted_action(battle, mask, actor, Verb.FALL_BACK)
    return action if action != NONE else prepare_best(battle, mask, actor)


@njit
def warcaster(battle, mask, rng_state, actor, window):
    """Prepares and releases spells away from enemies; without spells it fences."""
    if battle.fighters[actor].spells == 0:
        return duelist(battle, mask, rng_state, actor, window)
    order = battle.orders[actor]
    if window == Window.FIRST:
        return cast_first(battle, mask, actor)
    if order.verb[0] == Verb.PREPARE:
        return release_after(battle, mask, actor, window)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.NEAR, 1)
    if window == Window.THEN:
        return untargeted_action(battle, mask, actor, Verb.FALL_BACK)
    return prepare_best(battle, mask, actor)


@njit
def release_after(battle, mask, actor, window):
    """The second half of an order whose first action is Prepare."""
    if window == Window.CONDITION:
        return np.int64(0)
    if battle.orders[actor].target[0] == Spell.MEND:
        friend = wounded_ally(battle, actor)
        if friend == actor:
            return untargeted_action(battle, mask, actor, Verb.MEND_SELF)
        return pick(battle, mask, actor, Verb.MEND, friend)
    return pick(battle, mask, actor, Verb.RELEASE, np.int64(Description.CLOSEST))
