"""The marshal: it compares by exact odds the worth of each use of AP and initiative.

Worth is counted in ten-thousandths of a healthy fighter (`action_value.py`, `tempo.py`).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit, scratch
from ....envs.core.engine.battle import NOBODY, enemy_in_slot
from ....envs.wildroll.actions.table import (
    argument_of,
    slot_in,
    verb_of,
)
from ....envs.wildroll.enums import (
    Act,
    Skill,
    Verb,
    Window,
)
from ....envs.wildroll.navigation.pathfinding import find_way
from ....envs.wildroll.rules.combat_sequence.action_stack import top_frame
from ....envs.wildroll.rules.defense.defences import opening_against
from ....envs.wildroll.rules.flanking.flanking import helps_flank
from ....envs.wildroll.rules.health.bodies import skill
from ....envs.wildroll.rules.health.wounds import severity
from ....envs.wildroll.rules.movement.spaces import gap
from ....envs.wildroll.state import (
    PATH,
)
from ....envs.wildroll.tables import (
    ACT_POINTS,
    CHARM_EFFECTS,
    FLANKING_BONUS,
    NONE,
    READIABLE,
    REAR_BONUS,
)
from .action_value import points_of, usual_worth
from .answers import (
    answer,
    begin_turn,
    come_near,
    command_mount,
    is_declared_by_foe,
)
from .blows import PATIENCE, best_attack, per_point
from .medic import care, go_to_patient
from .queries import (
    FAR,
    allies_on,
    at_foe,
    could_come,
    foes_in_reach,
    get_free,
    highest_initiative,
    is_foe,
    is_threatened,
    is_under_fire,
    paid,
    points_too_many,
    reaches_with_any,
    untargeted_action,
)
from .styles import is_archer, leave_reach, rise, step_out, take_cover
from .tempo import (
    POINT_WORTH,
    draws_rebuff,
    gain_of_striking_first,
    is_ahead,
    next_blow,
    points_after_way,
    points_lost,
    price_of_interrupt,
    step_to_advantage,
    worth_of_defend,
    worth_of_evading,
    yards_to_reach,
)

TRAINED = 2
"""Healing skill from which the marshal heals others."""
LONGEST_WAIT = 4
"""Number of rounds that the marshal waits for enemies at most."""
READY_STANDARD = READIABLE.index(Act.STANDARD)

# --- Fighting who is in reach ---------------------------------------------------------------------


@njit
def can_wait(battle, actor):
    """Whether saving AP loses none of them and the fighter still acts before the enemies."""
    return points_too_many(battle, actor) <= 0 and is_ahead(battle, actor)


@njit
def guard_instead(battle, mask, actor, action, rate):
    """Defend if worth more per AP than the attack, and AP do not suffice for both; else -1."""
    defend = paid(battle, mask, actor, Verb.DEFEND, 0)
    if defend == NONE:
        return defend
    if action != NONE:
        points = points_of(battle, actor, verb_of(action), argument_of(action))
        if battle.fighters[actor].action_points >= points + ACT_POINTS[Act.DEFEND]:
            return np.int64(NONE)
    guard = per_point(worth_of_defend(battle, actor), ACT_POINTS[Act.DEFEND])
    return defend if guard > rate else np.int64(NONE)


@njit
def fight(battle, mask, actor):
    """The attack, Trip or Defend worth most per AP; -1 to save AP for something better."""
    action, rate, wait = best_attack(battle, mask, actor)
    if 100 * wait > PATIENCE * rate and can_wait(battle, actor):
        return np.int64(NONE)
    guard = guard_instead(battle, mask, actor, action, rate)
    return guard if guard != NONE else action


@njit
def flank(battle, mask, actor):
    """Move behind an enemy whom allies fight, if that is worth its AP; -1 if not."""
    if foes_in_reach(battle, actor) > 1:
        return np.int64(NONE)
    path = scratch(2, PATH)
    for foe in range(battle.num_fighters):
        action = np.int64(NONE)
        if is_foe(battle, actor, foe) and allies_on(battle, actor, foe) > 0:
            action = at_foe(battle, mask, Verb.FLANK, 0, foe)
        if action == NONE or draws_rebuff(battle, actor, Verb.FLANK, foe):
            continue
        yards = find_way(battle, actor, Verb.FLANK, 0, foe, path[0], path[1])
        left = points_after_way(battle, actor, yards)
        if left < ACT_POINTS[Act.STANDARD]:
            continue
        spent = np.int64(battle.fighters[actor].action_points) - left
        gain = usual_worth(battle, actor, foe, -FLANKING_BONUS) - usual_worth(battle, actor, foe, 0)
        if gain * (1 + allies_on(battle, actor, foe)) > POINT_WORTH * spent:
            return action
    return np.int64(NONE)


# --- Coming near ----------------------------------------------------------------------------------


@njit
def choose_target(battle, actor):
    """The enemy to go for: near, fought by allies, wounded; -1 if none is seen."""
    best, most = np.int64(NOBODY), np.int64(-(1 << 30))
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            rank = 3 * allies_on(battle, actor, foe) - 2 * gap(battle, actor, foe)
            rank += 2 * severity(battle.fighters[foe])
            if battle.fighters[foe].rider != NOBODY:
                rank -= FAR
            if rank > most:
                best, most = np.int64(foe), rank
    return best


@njit
def is_battle_joined(battle, actor):
    """Whether an ally of the fighter has an enemy within reach."""
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and allies_on(battle, actor, foe) > 0:
            return True
    return False


@njit
def has_to_come(battle, actor, foe):
    """Whether waiting for this enemy is useless."""
    if points_lost(battle, actor) > 0 and not could_come(battle, foe, actor):
        return True
    if points_too_many(battle, actor) > 0 or battle.round_number >= LONGEST_WAIT:
        return True
    return is_under_fire(battle, actor) or is_battle_joined(battle, actor)


@njit
def approach(battle, mask, actor, foe):
    """Move nearer, after an Opening if a Rebuff threatens and AP suffice; -1 if stuck."""
    if draws_rebuff(battle, actor, Verb.TO_REACH, foe) or (
        draws_rebuff(battle, actor, Verb.TOWARD, foe)
        and at_foe(battle, mask, Verb.TO_REACH, 0, foe) == NONE
    ):
        left = points_after_way(battle, actor, yards_to_reach(battle, actor, foe))
        if left >= ACT_POINTS[Act.OPENING] + ACT_POINTS[Act.QUICK]:
            action = at_foe(battle, mask, Verb.OPENING, 0, foe)
            if action != NONE and opening_against(battle, actor, foe) == 0:
                return action
    return come_near(battle, mask, foe)


@njit
def make_use_of_wait(battle, mask, actor, foe):
    """With no enemy in reach: shield, charm, initiative, a readied attack; -1 to save AP."""
    if is_threatened(battle, actor):
        action = paid(battle, mask, actor, Verb.FORCE_SHIELD, 0)
        if action != NONE:
            return action
    for effect in range(CHARM_EFFECTS):
        action = paid(battle, mask, actor, Verb.CHARM, effect)
        if action != NONE:
            return action
    points = np.int64(battle.fighters[actor].action_points)
    is_behind = np.int64(battle.fighters[actor].initiative) <= highest_initiative(battle, actor)
    needed = ACT_POINTS[Act.READY] + ACT_POINTS[Act.STANDARD]
    if is_behind and points >= needed and could_come(battle, foe, actor):
        return untargeted_action(mask, Verb.READY, READY_STANDARD)
    if is_behind and points_too_many(battle, actor) > 0:
        return paid(battle, mask, actor, Verb.SEIZE, 0)
    return np.int64(NONE)


@njit
def advance(battle, mask, actor):
    """Approach if AP for an attack remain or waiting is useless; else prepare while waiting."""
    foe = choose_target(battle, actor)
    if foe == NOBODY:
        return np.int64(NONE)
    left = points_after_way(battle, actor, yards_to_reach(battle, actor, foe))
    is_spent = battle.fighters[actor].action_points <= ACT_POINTS[Act.QUICK]
    if is_spent and could_come(battle, foe, actor):
        return np.int64(NONE)
    if left >= ACT_POINTS[Act.STANDARD] or has_to_come(battle, actor, foe):
        action = approach(battle, mask, actor, foe)
        if action != NONE:
            return action
    return make_use_of_wait(battle, mask, actor, foe)


# --- The turn -------------------------------------------------------------------------------------


@njit
def heal_others(battle, mask, actor):
    """Heal others while no enemy is near, if trained; -1 if nobody needs it."""
    fighter = battle.fighters[actor]
    if skill(fighter, Skill.HEALING) < TRAINED or foes_in_reach(battle, actor) > 0:
        return np.int64(NONE)
    action = care(battle, mask, actor)
    return action if action != NONE else go_to_patient(battle, mask, actor)


@njit
def blade_turn(battle, mask, actor):
    """The turn of a marshal who fights in melee."""
    action = begin_turn(battle, mask, actor)
    if action == NONE:
        action = heal_others(battle, mask, actor)
    if action == NONE:
        action = step_to_advantage(battle, mask, actor)
    if action == NONE:
        action = flank(battle, mask, actor)
    if action != NONE:
        return action
    best, _, wait = best_attack(battle, mask, actor)
    if best != NONE or wait > 0:
        return fight(battle, mask, actor)
    return advance(battle, mask, actor)


@njit
def bow_turn(battle, mask, actor):
    """The turn of a marshal who shoots: leave reach, take cover, then the best attack."""
    action = rise(battle, mask, actor)
    if action == NONE:
        action = command_mount(battle, mask, actor)
    if action == NONE and foes_in_reach(battle, actor) > 0:
        if battle.fighters[actor].action_points <= ACT_POINTS[Act.STANDARD]:
            return blade_turn(battle, mask, actor)
        action = leave_reach(battle, mask, actor)
        if action == NONE:
            return blade_turn(battle, mask, actor)
    if action == NONE:
        action = take_cover(battle, mask, actor)
    if action == NONE:
        action = untargeted_action(mask, Verb.RELOAD, 0)
    if action != NONE:
        return action
    best, _, wait = best_attack(battle, mask, actor)
    if best != NONE or wait > 0:
        return best
    return come_near(battle, mask, choose_target(battle, actor))


# --- Out of turn (W57 to W59) ---------------------------------------------------------------------


@njit
def strike_first(battle, mask, actor):
    """Interrupt with an attack if that is worth more than the 2 initiative; -1 if not."""
    action, rate, _ = best_attack(battle, mask, actor)
    if action == NONE:
        return action
    foe = np.int64(enemy_in_slot(battle, actor, slot_in(action)))
    points = points_of(battle, actor, verb_of(action), argument_of(action))
    worth = rate * points // 100
    gain = gain_of_striking_first(battle, actor, foe, worth)
    if points_too_many(battle, actor) > 0:
        gain += POINT_WORTH * min(points, points_too_many(battle, actor))
    return action if gain > price_of_interrupt(battle, actor) else np.int64(NONE)


@njit
def step_aside(battle, mask, actor):
    """Step aside from a declared blow if that saves more than the AP; -1 if not."""
    if not is_declared_by_foe(battle, actor) or top_frame(battle).target != actor:
        return np.int64(NONE)
    if worth_of_evading(battle, actor) <= POINT_WORTH:
        return np.int64(NONE)
    return step_out(battle, mask, actor)


@njit
def out_of_turn(battle, mask, actor):
    """Get free, step aside, or strike first; -1 to pass."""
    action = get_free(battle, mask, actor)
    if action == NONE:
        action = step_aside(battle, mask, actor)
    return action if action != NONE else strike_first(battle, mask, actor)


# --- Flankers (W34) -------------------------------------------------------------------------------


@njit
def blows_taken(battle, actor, ignored):
    """Worth that the fighter loses to all flankers if it ignores one of them (W33, W34).

    `ignored` is NOBODY to ignore none.
    """
    total = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and reaches_with_any(battle, foe, actor):
            more = FLANKING_BONUS if ignored != NOBODY else 0
            if foe == ignored:
                more = FLANKING_BONUS - REAR_BONUS
            total += next_blow(battle, foe, actor, more)
    return total


@njit
def ignore_one(battle, mask, actor):
    """Ignore the flanker for whom the expected damage is least; -1 to ignore none.

    A fighter with a readied action keeps it, since reacting would end it (W80).
    """
    if battle.window == Window.FLANKED and battle.fighters[actor].readied != Act.NONE:
        return np.int64(NONE)
    best, least = np.int64(NONE), blows_taken(battle, actor, np.int64(NOBODY))
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and helps_flank(battle, foe, actor):
            action = at_foe(battle, mask, Verb.IGNORE, 0, foe)
            if action != NONE and blows_taken(battle, actor, np.int64(foe)) < least:
                best, least = action, blows_taken(battle, actor, np.int64(foe))
    return best


# --- All windows ----------------------------------------------------------------------------------


@njit
def marshal(battle, mask, rng_state, actor):
    """Strikes, trips, flanks, defends or waits, whichever is worth most AP and initiative."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        if is_archer(battle.fighters[actor]):
            return bow_turn(battle, mask, actor)
        return blade_turn(battle, mask, actor)
    if window == Window.INTERRUPT:
        return out_of_turn(battle, mask, actor)
    if window == Window.FLANKED:
        return ignore_one(battle, mask, actor)
    return answer(battle, mask, actor, window)
