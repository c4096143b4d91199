"""Who may declare what: statuses, costs, distances, lines (M17-M42, RM13, RM14, RM26, RM35-RM38).

The action mask asks these predicates, and nothing else decides legality.
"""

from __future__ import annotations

import numpy as np

from ...core.battle import NOBODY
from ...core.compile import njit
from ...core.grid import distance
from ..tables import (
    FIXED_COST,
    NO_WEAPON,
    UNARMED,
    WEAPON_ATTACK_SPEED,
    WEAPON_COST,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD_COST,
    Act,
    Status,
)
from .checks import (
    blade,
    blade_cost,
    can_parry,
    has_melee_weapon,
    has_missile_weapon,
    is_out,
    is_unarmed,
    needs_reload,
    reach,
)
from .defence import gap, is_in_line
from .movement import nearest_weapon, path_square_x, path_square_y, weapon_distance

# --- Costs ----------------------------------------------------------------------------------------


@njit
def cost(fighter, act):
    """Action points of an action, "by weapon" where the book says so (M17-M42, RM9)."""
    if FIXED_COST[act] > 0:
        return FIXED_COST[act]
    if act == Act.RANGED_ATTACK or act == Act.COUNTER_FIRE:
        return WEAPON_COST[fighter.hand]
    if act == Act.RELOAD:
        return WEAPON_RELOAD_COST[fighter.hand]
    if is_parry(act) or act == Act.WIND or act == Act.CT_PARRY:
        return WEAPON_PARRY_COST[fighter.hand]
    return blade_cost(fighter)


@njit
def is_parry(act):
    """Whether it is a Parry, at will or to bind (M37, RM38)."""
    return act == Act.PARRY or act == Act.PARRY_TO_BIND


@njit
def can_pay(fighter, act):
    """Whether the full cost is in the pool (RM26)."""
    return cost(fighter, act) <= fighter.action_points


@njit
def is_on_guard(fighter):
    """Whether the fighter is On Guard (M14)."""
    return fighter.status == Status.ON_GUARD


# --- Proactive actions (QM1) ----------------------------------------------------------------------


@njit
def is_blow(act):
    """Whether the action is a blow at somebody within reach (M25, M30); a Feint looks like one."""
    return act == Act.MELEE_ATTACK or act == Act.FEINT or act == Act.UNARMED_ATTACK


@njit
def may_attack(battle, actor, target):
    """Melee Attack or Feint: On Guard, melee weapon, within reach (M23, M25, RM37)."""
    fighter = battle.fighters[actor]
    return (
        is_on_guard(fighter)
        and has_melee_weapon(fighter)
        and can_pay(fighter, Act.MELEE_ATTACK)
        and gap(battle, actor, target) <= reach(fighter)
    )


@njit
def may_attack_unarmed(battle, actor, target):
    """Unarmed Attack: On Guard on anybody adjacent, Grappled on the partner (M30)."""
    fighter = battle.fighters[actor]
    if not can_pay(fighter, Act.UNARMED_ATTACK):
        return False
    if fighter.status == Status.GRAPPLED:
        return fighter.partner == target
    return is_on_guard(fighter) and gap(battle, actor, target) <= WEAPON_REACH[UNARMED]


@njit
def is_in_fire(battle, archer, x, y):
    """Whether a square lies within the archer's range and line (RM9, RM32)."""
    fighter = battle.fighters[archer]
    far = distance(fighter.x, fighter.y, x, y)
    return far <= WEAPON_RANGE[fighter.hand] and is_in_line(battle, fighter.x, fighter.y, x, y)


@njit
def is_target_in_fire(battle, archer, target):
    """Whether a fighter is within the archer's range and line."""
    return is_in_fire(battle, archer, battle.fighters[target].x, battle.fighters[target].y)


@njit
def may_shoot(battle, actor):
    """Ranged Attack: On Guard, missile weapon, loaded; the line is asked per target (M28)."""
    fighter = battle.fighters[actor]
    return (
        is_on_guard(fighter)
        and has_missile_weapon(fighter)
        and not needs_reload(fighter)
        and can_pay(fighter, Act.RANGED_ATTACK)
    )


@njit
def may_aim(battle, actor):
    """Aim: On Guard, missile weapon; the line is asked per target (M17)."""
    fighter = battle.fighters[actor]
    return is_on_guard(fighter) and has_missile_weapon(fighter) and can_pay(fighter, Act.AIM)


@njit
def may_move(fighter):
    """Move: Off Guard or On Guard (M18, RM20)."""
    return (is_on_guard(fighter) or fighter.status == Status.OFF_GUARD) and can_pay(
        fighter, Act.MOVE
    )


@njit
def may_combat_move(fighter):
    """Combat Move: On Guard (M20)."""
    return is_on_guard(fighter) and can_pay(fighter, Act.COMBAT_MOVE)


@njit
def may_ready(fighter):
    """Ready: Off Guard (M29, RM22)."""
    return fighter.status == Status.OFF_GUARD and can_pay(fighter, Act.READY)


@njit
def may_reload(fighter):
    """Reload: On Guard, with a weapon that was shot (RM9)."""
    return is_on_guard(fighter) and needs_reload(fighter) and can_pay(fighter, Act.RELOAD)


@njit
def may_draw_weapon(fighter):
    """Take the carried weapon in hand: On Guard (RM27)."""
    return (
        is_on_guard(fighter)
        and fighter.carried != NO_WEAPON
        and can_pay(fighter, Act.DRAW_WEAPON)
    )


@njit
def may_pick_up_weapon(battle, actor):
    """Pick up a weapon in one's own square or next to it, with an empty hand: On Guard (RM27)."""
    fighter = battle.fighters[actor]
    if not (
        is_on_guard(fighter)
        and fighter.hand == UNARMED
        and can_pay(fighter, Act.PICK_UP_WEAPON)
    ):
        return False
    item = nearest_weapon(battle, actor)
    return item >= 0 and weapon_distance(battle, actor, item) <= 1


@njit
def is_bound_within(battle, actor, squares):
    """Whether the fighter is Bound to somebody so near (RM37)."""
    fighter = battle.fighters[actor]
    return fighter.status == Status.BOUND and gap(battle, actor, fighter.partner) <= squares


@njit
def may_disarm(battle, actor):
    """Disarm: Bound, one's own melee weapon against a weapon (M21)."""
    fighter = battle.fighters[actor]
    return (
        fighter.status == Status.BOUND
        and has_melee_weapon(fighter)
        and battle.fighters[fighter.partner].hand != UNARMED
        and can_pay(fighter, Act.DISARM)
    )


@njit
def may_grapple(battle, actor):
    """Grapple: Bound, adjacent (M24)."""
    return is_bound_within(battle, actor, WEAPON_REACH[UNARMED]) and can_pay(
        battle.fighters[actor], Act.GRAPPLE
    )


@njit
def may_strike_bound(battle, actor, act):
    """Press or Double, armed or not: Bound, within reach (M27, M35, RM35, RM37)."""
    fighter = battle.fighters[actor]
    if is_unarmed(act):
        return is_bound_within(battle, actor, WEAPON_REACH[UNARMED]) and can_pay(fighter, act)
    return (
        has_melee_weapon(fighter)
        and is_bound_within(battle, actor, reach(fighter))
        and can_pay(fighter, act)
    )


@njit
def may_withdraw(fighter):
    """Withdraw: Bound (M31)."""
    return fighter.status == Status.BOUND and can_pay(fighter, Act.WITHDRAW)


@njit
def may_escape(fighter):
    """Escape: Grappled or Pinned (M22)."""
    return (
        fighter.status == Status.GRAPPLED or fighter.status == Status.PINNED
    ) and can_pay(fighter, Act.ESCAPE)


@njit
def may_pin(battle, actor):
    """Pin: Grappled, the other not yet Pinned (M26)."""
    fighter = battle.fighters[actor]
    return (
        fighter.status == Status.GRAPPLED
        and battle.fighters[fighter.partner].status == Status.GRAPPLED
        and can_pay(fighter, Act.PIN)
    )


# --- Reactive actions (QM4) -----------------------------------------------------------------------


@njit
def is_movement(act):
    """Whether the action is a Move or Combat Move (M18, M20)."""
    return act == Act.MOVE or act == Act.COMBAT_MOVE


@njit
def is_bind_action(act):
    """Whether Double and Wind answer it (M35, M40)."""
    return (
        act == Act.DISARM
        or act == Act.GRAPPLE
        or act == Act.PRESS
        or act == Act.UNARMED_PRESS
        or act == Act.WITHDRAW
    )


@njit
def is_grapple_action(act):
    """Whether Struggle answers it (M39)."""
    return act == Act.ESCAPE or act == Act.PIN or act == Act.UNARMED_ATTACK


@njit
def active_fighter(battle):
    """Whose turn it is (M2)."""
    return np.int64(battle.order[battle.turn])


@njit
def comes_within(battle, reactor, squares):
    """Whether the announced movement begins, passes or ends so near to the reactor (RM13).

    The way of a Combat Move is chosen later (RM34): for the opponent whom it names one step
    nearer counts, for the others the square where it begins.
    """
    fighter = battle.fighters[reactor]
    if battle.action == Act.COMBAT_MOVE:
        nearest = gap(battle, reactor, active_fighter(battle))
        return nearest - (1 if battle.target == reactor else 0) <= squares
    for step in range(battle.path_length + 1):
        x, y = path_square_x(battle, step), path_square_y(battle, step)
        if distance(fighter.x, fighter.y, x, y) <= squares:
            return True
    return False


@njit
def comes_into_fire(battle, reactor):
    """Whether the announced movement has a square within the reactor's range and line (RM13)."""
    if battle.action == Act.COMBAT_MOVE:
        return is_target_in_fire(battle, reactor, active_fighter(battle))
    for step in range(battle.path_length + 1):
        if is_in_fire(battle, reactor, path_square_x(battle, step), path_square_y(battle, step)):
            return True
    return False


@njit
def comes_nearer(battle, reactor):
    """Whether the announced movement would end nearer to the reactor (RM13)."""
    now = gap(battle, reactor, active_fighter(battle))
    if battle.action == Act.COMBAT_MOVE:
        return battle.target == reactor and now > 1
    last = battle.path_length
    fighter = battle.fighters[reactor]
    x, y = path_square_x(battle, last), path_square_y(battle, last)
    return distance(fighter.x, fighter.y, x, y) < now


@njit
def may_counter_attack(battle, reactor, act):
    """Counter-Attack on a blow or a movement within one's own reach (M32, RM13, RM35, RM37)."""
    fighter = battle.fighters[reactor]
    if not is_on_guard(fighter) or not can_pay(fighter, act):
        return False
    if act == Act.COUNTER_ATTACK and not has_melee_weapon(fighter):
        return False
    squares = WEAPON_REACH[UNARMED] if is_unarmed(act) else reach(fighter)
    if is_movement(battle.action):
        return comes_within(battle, reactor, squares)
    return is_blow(battle.action) and gap(battle, reactor, active_fighter(battle)) <= squares


@njit
def may_counter_fire(battle, reactor):
    """Counter-Fire on an Aim or a movement in the line of fire (M33, RM13)."""
    if not may_fire_back(battle.fighters[reactor]):
        return False
    if is_movement(battle.action):
        return comes_into_fire(battle, reactor)
    return battle.action == Act.AIM and is_target_in_fire(battle, reactor, active_fighter(battle))


@njit
def may_fire_back(fighter):
    """On Guard, with a loaded missile weapon and the action points (M33)."""
    return (
        is_on_guard(fighter)
        and has_missile_weapon(fighter)
        and not needs_reload(fighter)
        and can_pay(fighter, Act.COUNTER_FIRE)
    )


@njit
def may_dodge(battle, reactor):
    """Dodge a Ranged Attack from farther than its weapon's attack speed (M34, RM17)."""
    fighter = battle.fighters[reactor]
    archer = active_fighter(battle)
    return (
        is_on_guard(fighter)
        and battle.action == Act.RANGED_ATTACK
        and can_pay(fighter, Act.DODGE)
        and gap(battle, reactor, archer) > WEAPON_ATTACK_SPEED[battle.fighters[archer].hand]
    )


@njit
def may_evade(battle, reactor):
    """Evade a Melee Attack or Unarmed Attack (M36)."""
    fighter = battle.fighters[reactor]
    return is_on_guard(fighter) and is_blow(battle.action) and can_pay(fighter, Act.EVADE)


@njit
def may_parry(battle, reactor):
    """Parry a Melee Attack or Unarmed Attack with a melee weapon (M37, RM35)."""
    fighter = battle.fighters[reactor]
    return (
        is_on_guard(fighter)
        and is_blow(battle.action)
        and can_parry(fighter)
        and can_pay(fighter, Act.PARRY)
    )


@njit
def may_retreat(battle, reactor):
    """Retreat from a movement that comes nearer (M38, RM13)."""
    fighter = battle.fighters[reactor]
    return (
        is_on_guard(fighter)
        and is_movement(battle.action)
        and can_pay(fighter, Act.RETREAT)
        and comes_nearer(battle, reactor)
    )


@njit
def may_double(battle, reactor, act):
    """Double against the partner's action in a bind (M35)."""
    return is_bind_action(battle.action) and may_strike_bound(battle, reactor, act)


@njit
def may_wind(battle, reactor):
    """Wind against the partner's action in a bind, with a melee weapon (M40, RM35)."""
    fighter = battle.fighters[reactor]
    return (
        fighter.status == Status.BOUND
        and is_bind_action(battle.action)
        and can_parry(fighter)
        and can_pay(fighter, Act.WIND)
    )


@njit
def may_struggle(battle, reactor):
    """Struggle against the partner's action in a grapple (M39)."""
    fighter = battle.fighters[reactor]
    return (
        fighter.status == Status.GRAPPLED
        and is_grapple_action(battle.action)
        and can_pay(fighter, Act.STRUGGLE)
    )


@njit
def is_addressed(battle, reactor):
    """Whether the announced action is one that this opponent may answer at all (RM14, RM21).

    The target alone, or every opponent for Move, Combat Move and Aim. Who is held by somebody
    else cannot answer.
    """
    fighter = battle.fighters[reactor]
    actor = active_fighter(battle)
    if battle.side[reactor] == battle.side[actor] or is_out(fighter):
        return False
    if is_movement(battle.action) or battle.action == Act.AIM:
        return is_on_guard(fighter)
    if battle.target != reactor:
        return False
    return fighter.partner == NOBODY or fighter.partner == actor


# --- Counter-tempo actions (QM5) ------------------------------------------------------------------


@njit
def replacement_cost(fighter, original, replacement):
    """What a replacement costs beyond the original action (M6)."""
    return max(0, cost(fighter, replacement) - cost(fighter, original))


@njit
def may_replace(battle, replacement):
    """Whether a counter-tempo action may replace the attack or Feint (M23, M41, M42, RM26)."""
    actor = battle.fighters[active_fighter(battle)]
    if battle.action != Act.MELEE_ATTACK and battle.action != Act.FEINT:
        return False
    if replacement_cost(actor, battle.action, replacement) > actor.action_points:
        return False
    answer = battle.fighters[battle.target].reaction
    if replacement == Act.FEINT_COUNTER_ATTACK:
        return battle.action == Act.FEINT and is_parry(answer)
    if answer != Act.COUNTER_ATTACK and answer != Act.UNARMED_COUNTER_ATTACK:
        return False
    return replacement == Act.CT_COUNTER_ATTACK or can_parry(actor)


@njit
def weapon_of(fighter, act):
    """What an action strikes with."""
    if is_unarmed(act):
        return np.int64(UNARMED)
    if act == Act.RANGED_ATTACK or act == Act.COUNTER_FIRE:
        return np.int64(fighter.hand)
    return blade(fighter)
