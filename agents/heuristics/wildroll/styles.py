"""Five simple heuristics of Wildroll. Each returns an action, or -1 to wait."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit, scratch
from ....envs.core.engine.battle import NOBODY
from ....envs.core.maps.hex_grid import HEX_SIDES, hex_neighbour_x, hex_neighbour_y
from ....envs.wildroll.enums import (
    Act,
    Posture,
    Verb,
    Window,
)
from ....envs.wildroll.navigation.move_targets import can_shoot
from ....envs.wildroll.navigation.pathfinding import find_way
from ....envs.wildroll.rules.combat_sequence.action_stack import top_frame
from ....envs.wildroll.rules.common_actions.items import longest_reach
from ....envs.wildroll.rules.defense.defences import opening_against
from ....envs.wildroll.rules.flanking.lines import has_line, is_line_clear
from ....envs.wildroll.rules.grappling.grapples import holds
from ....envs.wildroll.rules.health.bodies import is_pinned
from ....envs.wildroll.rules.movement.spaces import gap_from
from ....envs.wildroll.state import (
    PATH,
)
from ....envs.wildroll.tables import ACT_POINTS, NONE
from .action_value import chance_of_power
from .answers import (
    answer,
    begin_turn,
    come_near,
    command_mount,
    has_shot,
    is_declared_by_foe,
    measured_strike,
    plain_turn,
    seek,
    shoot,
    strike,
)
from .queries import (
    CROUCHING,
    FAR,
    STANDING,
    at_foe,
    closest,
    foe_within_reach,
    foes_in_reach,
    gap_to,
    get_free,
    get_up,
    highest_initiative,
    holds_bow,
    is_foe,
    is_threatened,
    is_under_fire,
    lies,
    paid,
    paid_at,
    points_too_many,
    untargeted_action,
)
from .tempo import draws_rebuff, is_ahead

KEPT = 5
"""AP that a canceller saves for the turns of others: the cost of a Standard Attack."""
LIKELY = 0.5
"""Least chance of success for which a Shove is tried."""

# --- Aggressor ------------------------------------------------------------------------------------


@njit
def pass_by(mask):
    """Pass for the rest of this turn; -1 if only the current window can be passed (RW14)."""
    return untargeted_action(mask, Verb.PASS, 0)


@njit
def aggressor(battle, mask, rng_state, actor):
    """Goes for the nearest enemy, strikes as hard as its AP allow, acts in its own turn only."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return plain_turn(battle, mask, actor)
    if window == Window.INTERRUPT:
        return pass_by(mask)
    return answer(battle, mask, actor, window)


# --- Waiter ---------------------------------------------------------------------------------------


@njit
def seize_back(battle, mask, actor):
    """Seize Initiative from an enemy with as much or more; -1 if none has or AP lack."""
    if np.int64(battle.fighters[actor].initiative) > highest_initiative(battle, actor):
        return np.int64(NONE)
    return paid(battle, mask, actor, Verb.SEIZE, 0)


@njit
def wait_for_them(battle, mask, actor):
    """Save AP while ahead and none are lost; else seize initiative, or strike."""
    action = begin_turn(battle, mask, actor)
    if action != NONE:
        return action
    if not is_ahead(battle, actor):
        action = seize_back(battle, mask, actor)
    elif points_too_many(battle, actor) <= 0:
        return action
    if action != NONE:
        return action
    foe = foe_within_reach(battle, actor)
    if foe != NOBODY:
        return measured_strike(battle, mask, actor, foe)
    return seek(battle, mask, actor) if points_too_many(battle, actor) > 0 else action


@njit
def waiter(battle, mask, rng_state, actor):
    """Saves AP and initiative, and attacks during or after the actions of enemies."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return wait_for_them(battle, mask, actor)
    if window == Window.INTERRUPT:
        return measured_strike(battle, mask, actor, foe_within_reach(battle, actor))
    return answer(battle, mask, actor, window)


# --- Canceller ------------------------------------------------------------------------------------


@njit
def reach_over(battle, actor, x, y):
    """Number of enemies who would reach the fighter in melee on a hex."""
    count = 0
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            if gap_from(battle, actor, x, y, foe) <= longest_reach(battle.fighters[foe]):
                count += 1
    return count


@njit
def step_out(battle, mask, actor):
    """A step out of every enemy's reach; -1 if there is none."""
    fighter = battle.fighters[actor]
    for side in range(HEX_SIDES):
        action = untargeted_action(mask, Verb.STEP, side)
        if action != NONE:
            x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
            if reach_over(battle, actor, x, y) == 0:
                return action
    return np.int64(NONE)


@njit
def cancel(battle, mask, actor):
    """Spoil a declared action: step out of reach, Shove the enemy, or strike first."""
    frame = top_frame(battle)
    foe = np.int64(frame.actor)
    action = np.int64(NONE)
    if frame.target == actor:
        action = step_out(battle, mask, actor)
    if action == NONE:
        shove = paid_at(battle, mask, actor, Verb.SHOVE, 0, foe)
        if shove != NONE and chance_of_power(battle, actor, foe) >= LIKELY:
            return shove
    return action if action != NONE else measured_strike(battle, mask, actor, foe)


@njit
def hold_back(battle, mask, actor):
    """Attack with the AP above the saved ones while ahead of the enemies, else as usual."""
    action = begin_turn(battle, mask, actor)
    if action != NONE:
        return action
    foe = foe_within_reach(battle, actor)
    if foe == NOBODY:
        return seek(battle, mask, actor)
    if not is_ahead(battle, actor):
        return strike(battle, mask, actor, foe)
    points = np.int64(battle.fighters[actor].action_points)
    if points >= ACT_POINTS[Act.STANDARD] + KEPT or points_too_many(battle, actor) > 0:
        return measured_strike(battle, mask, actor, foe)
    return np.int64(NONE)


@njit
def canceller(battle, mask, rng_state, actor):
    """Interrupts declared actions of enemies, and saves AP for that."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return hold_back(battle, mask, actor)
    if window == Window.INTERRUPT:
        return cancel(battle, mask, actor) if is_declared_by_foe(battle, actor) else np.int64(NONE)
    return answer(battle, mask, actor, window)


# --- Grappler -------------------------------------------------------------------------------------


@njit
def held_enemy(battle, actor):
    """An enemy whom the fighter grapples, the pinned first; -1 if there is none."""
    best = np.int64(NOBODY)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and holds(battle, actor, foe):
            if best == NOBODY or is_pinned(battle.fighters[foe]):
                best = np.int64(foe)
    return best


@njit
def pin_or_strike(battle, mask, actor, foe):
    """Pin a held enemy, strike a pinned one; -1 if the AP do not suffice."""
    if is_pinned(battle.fighters[foe]):
        return strike(battle, mask, actor, foe)
    return paid_at(battle, mask, actor, Verb.PIN, 0, foe)


@njit
def get_inside(battle, mask, actor, foe):
    """Move next to an enemy, after an Opening if it could Rebuff; saves AP for that."""
    points = np.int64(battle.fighters[actor].action_points)
    has_opening = opening_against(battle, actor, foe) > 0
    if points >= ACT_POINTS[Act.OPENING] + ACT_POINTS[Act.GRAPPLE] + 1:
        action = at_foe(battle, mask, Verb.OPENING, 0, foe)
        if action != NONE and not has_opening:
            return action
    elif not has_opening and foes_in_reach(battle, actor) == 0:
        if points_too_many(battle, actor) <= 0:
            return np.int64(NONE)
    return at_foe(battle, mask, Verb.TOWARD, 0, foe)


@njit
def take_hold(battle, mask, actor):
    """Grapple the nearest enemy or move next to it; strike one who cannot be grappled."""
    foe = closest(battle, actor)
    if foe == NOBODY:
        return np.int64(NONE)
    action = at_foe(battle, mask, Verb.GRAPPLE, 0, foe)
    if action != NONE:
        return paid_at(battle, mask, actor, Verb.GRAPPLE, 0, foe)
    if draws_rebuff(battle, actor, Verb.TOWARD, foe):
        return get_inside(battle, mask, actor, foe)
    action = at_foe(battle, mask, Verb.TOWARD, 0, foe)
    return action if action != NONE else plain_turn(battle, mask, actor)


@njit
def wrestle(battle, mask, actor):
    """Grapple, pin, strike the pinned enemy."""
    action = begin_turn(battle, mask, actor)
    if action != NONE:
        return action
    foe = held_enemy(battle, actor)
    return (
        pin_or_strike(battle, mask, actor, foe) if foe != NOBODY else take_hold(battle, mask, actor)
    )


@njit
def grapple_out_of_turn(battle, mask, actor):
    """Pin or strike a held enemy, grapple a neighbouring one; -1 if neither is legal."""
    foe = held_enemy(battle, actor)
    if foe != NOBODY:
        return pin_or_strike(battle, mask, actor, foe)
    return paid_at(battle, mask, actor, Verb.GRAPPLE, 0, closest(battle, actor))


@njit
def grappler(battle, mask, rng_state, actor):
    """Grapples, pins, strikes pinned enemies, and clings to enemies who leave."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return wrestle(battle, mask, actor)
    if window == Window.INTERRUPT:
        return grapple_out_of_turn(battle, mask, actor)
    if window == Window.CLING:
        return untargeted_action(mask, Verb.CLING, 0)
    return answer(battle, mask, actor, window)


# --- Archer ---------------------------------------------------------------------------------------


@njit
def shooting_target(battle, mask, actor):
    """The target to shoot at: the nearest with a legal shot; -1 if there is none."""
    best, least = np.int64(NOBODY), np.int64(FAR)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and has_shot(battle, mask, foe):
            if gap_to(battle, actor, foe) < least:
                best, least = np.int64(foe), gap_to(battle, actor, foe)
    return best


@njit
def leave_reach(battle, mask, actor):
    """Leave reach: by one step if that is enough, else as far as possible; -1 if stuck."""
    action = step_out(battle, mask, actor)
    if action == NONE:
        action = at_foe(battle, mask, Verb.AWAY, 0, closest(battle, actor))
    return action


@njit
def is_open_cover(battle, actor, foe):
    """Whether an enemy can still be shot at from the place behind cover."""
    path = scratch(2, PATH)
    length = find_way(battle, actor, Verb.COVER, 0, foe, path[0], path[1])
    it = battle.fighters[foe]
    return length > 0 and is_line_clear(
        battle, path[0, length - 1], path[1, length - 1], it.x, it.y
    )


@njit
def take_cover(battle, mask, actor):
    """Move behind cover from a shooter, or crouch; -1 if not needed or not possible."""
    if not is_under_fire(battle, actor) or is_threatened(battle, actor):
        return np.int64(NONE)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and can_shoot(battle.fighters[foe]):
            action = at_foe(battle, mask, Verb.COVER, 0, foe)
            if (
                action != NONE
                and has_line(battle, foe, actor)
                and is_open_cover(battle, actor, foe)
            ):
                return action
    if battle.fighters[actor].posture != Posture.STANDING:
        return np.int64(NONE)
    return paid(battle, mask, actor, Verb.POSTURE, CROUCHING)


@njit
def rise(battle, mask, actor):
    """Get up from prone, and from crouching when an enemy comes; -1 if not needed."""
    if lies(battle, actor):
        return get_up(battle, mask, actor)
    if battle.fighters[actor].posture == Posture.CROUCHING and is_threatened(battle, actor):
        return paid(battle, mask, actor, Verb.POSTURE, STANDING)
    return np.int64(NONE)


@njit
def shoot_turn(battle, mask, actor):
    """Get up, leave reach, take cover, shoot; draw a weapon and fight if stuck in reach."""
    action = get_free(battle, mask, actor)
    if action == NONE:
        action = rise(battle, mask, actor)
    if action == NONE:
        action = command_mount(battle, mask, actor)
    if action == NONE and foes_in_reach(battle, actor) > 0:
        action = leave_reach(battle, mask, actor)
        if action == NONE:
            return plain_turn(battle, mask, actor)
    if action == NONE:
        action = take_cover(battle, mask, actor)
    if action != NONE:
        return action
    foe = shooting_target(battle, mask, actor)
    if foe == NOBODY:
        action = untargeted_action(mask, Verb.RELOAD, 0)
        return action if action != NONE else come_near(battle, mask, closest(battle, actor))
    return shoot(battle, mask, actor, foe)


@njit
def evade(battle, mask, actor):
    """A step out of reach of a declared blow; -1 if it is no blow or there is no such step."""
    if not is_declared_by_foe(battle, actor) or top_frame(battle).target != actor:
        return np.int64(NONE)
    return step_out(battle, mask, actor)


@njit
def is_archer(fighter):
    """Whether the fighter holds a bow or knows Fire bolt."""
    return holds_bow(fighter) or can_shoot(fighter)


@njit
def archer(battle, mask, rng_state, actor):
    """Keeps its distance, takes cover, shoots, sidesteps blows; else fights in melee."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        if is_archer(battle.fighters[actor]):
            return shoot_turn(battle, mask, actor)
        return plain_turn(battle, mask, actor)
    if window == Window.INTERRUPT:
        return evade(battle, mask, actor)
    return answer(battle, mask, actor, window)
