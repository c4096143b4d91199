"""Costs, and legality of proactive actions (M17-M31, RM3, RM26, RM35, RM37).

The action mask asks these predicates and those of `reactions.py`; nothing else decides legality.
"""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.maps.square_grid import distance
from ..enums import Act, Status
from ..tables import (
    FIXED_COST,
    NO_WEAPON,
    UNARMED,
    WEAPON_COST,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD_COST,
)
from .checks import (
    blade,
    blade_cost,
    has_melee_weapon,
    has_missile_weapon,
    is_unarmed,
    needs_reload,
    reach,
)
from .defence import is_in_line, strike_gap
from .equipment import is_at_hand, nearest_of_kind, nearest_weapon

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


@njit
def active_fighter(battle):
    """Whose turn it is (M2)."""
    return battle.order[battle.turn]


# --- Strikes and missiles -------------------------------------------------------------------------


@njit
def is_blow(act):
    """Whether the action strikes within reach (M25, M30); a Feint looks like a strike."""
    return act == Act.MELEE_ATTACK or act == Act.FEINT or act == Act.UNARMED_ATTACK


@njit
def may_attack(battle, actor, target):
    """Melee Attack or Feint: On Guard, melee weapon, within reach (M23, M25, RM37)."""
    fighter = battle.fighters[actor]
    return (
        is_on_guard(fighter)
        and has_melee_weapon(fighter)
        and can_pay(fighter, Act.MELEE_ATTACK)
        and strike_gap(battle, actor, target) <= reach(fighter)
    )


@njit
def may_attack_unarmed(battle, actor, target):
    """Unarmed Attack: On Guard against any adjacent enemy, Grappled against the partner (M30)."""
    fighter = battle.fighters[actor]
    if not can_pay(fighter, Act.UNARMED_ATTACK):
        return False
    if fighter.status == Status.GRAPPLED:
        return fighter.partner == target
    return is_on_guard(fighter) and strike_gap(battle, actor, target) <= WEAPON_REACH[UNARMED]


@njit
def is_in_range(archer, x, y):
    """Whether a square lies within the range of the weapon in hand (RM9)."""
    return distance(archer.x, archer.y, x, y) <= WEAPON_RANGE[archer.hand]


@njit
def is_in_fire(battle, archer, x, y):
    """Whether a square lies within the archer's range and line (RM9, RM32)."""
    fighter = battle.fighters[archer]
    return is_in_range(fighter, x, y) and is_in_line(battle, fighter.x, fighter.y, x, y)


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
def may_reload(fighter):
    """Reload: On Guard, with an unloaded weapon (RM9)."""
    return is_on_guard(fighter) and needs_reload(fighter) and can_pay(fighter, Act.RELOAD)


# --- Movement and readiness -----------------------------------------------------------------------


@njit
def is_movement(act):
    """Whether the action is a Move or Combat Move (M18, M20)."""
    return act == Act.MOVE or act == Act.COMBAT_MOVE


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
def may_draw_weapon(fighter):
    """Take the carried weapon in hand: On Guard (RM27)."""
    return (
        is_on_guard(fighter) and fighter.carried != NO_WEAPON and can_pay(fighter, Act.DRAW_WEAPON)
    )


@njit
def may_pick_up_weapon(battle, actor):
    """Pick up a weapon in one's own square or next to it, with an empty hand: On Guard (RM27)."""
    fighter = battle.fighters[actor]
    if not (
        is_on_guard(fighter) and fighter.hand == UNARMED and can_pay(fighter, Act.PICK_UP_WEAPON)
    ):
        return False
    item = nearest_weapon(battle, actor)
    return item >= 0 and is_at_hand(battle, actor, item)


@njit
def may_pick_up_other(battle, actor, weapon):
    """Pick up a weapon of this kind that lies at hand though another is nearer (RM27)."""
    item = nearest_of_kind(battle, actor, weapon)
    return may_pick_up_weapon(battle, actor) and item >= 0 and item != nearest_weapon(battle, actor)


# --- Held fighters --------------------------------------------------------------------------------


@njit
def is_bound_within(battle, actor, squares):
    """Whether the fighter is Bound to an enemy within a reach of `squares` (RM37)."""
    fighter = battle.fighters[actor]
    return fighter.status == Status.BOUND and strike_gap(battle, actor, fighter.partner) <= squares


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
    return (fighter.status == Status.GRAPPLED or fighter.status == Status.PINNED) and can_pay(
        fighter, Act.ESCAPE
    )


@njit
def may_pin(battle, actor):
    """Pin: Grappled, the other not yet Pinned (M26)."""
    fighter = battle.fighters[actor]
    return (
        fighter.status == Status.GRAPPLED
        and battle.fighters[fighter.partner].status == Status.GRAPPLED
        and can_pay(fighter, Act.PIN)
    )


# --- The weapon used ------------------------------------------------------------------------------


@njit
def weapon_of(fighter, act):
    """The weapon that an action uses."""
    if is_unarmed(act):
        return UNARMED
    if act == Act.RANGED_ATTACK or act == Act.COUNTER_FIRE:
        return fighter.hand
    return blade(fighter)
