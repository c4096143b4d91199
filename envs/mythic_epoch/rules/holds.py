"""Binds and grapples (M11, M12, M15, M21, M22, M24, M26, M27, M31, M35, M39, M40, RM11, RM23)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import log_event
from ..enums import Act, Event, Status
from ..tables import DISARM_SUCCESS, ESCAPE_SUCCESS, GRAPPLE_SUCCESS, WITHDRAW_SUCCESS
from .blows import blow, is_stopped
from .checks import check
from .declare import active_fighter, weapon_of
from .defence import combat_defence, grapple_defence
from .equipment import drop_weapon
from .wounds import land_blow, part, relate

# --- In a bind ------------------------------------------------------------------------------------


@njit
def resolve_bind(battle):
    """Resolve Disarm, Grapple, Press or Withdraw against Wind, Double, nothing (RM11, RM23)."""
    actor, target = active_fighter(battle), battle.target
    act = battle.action
    answer = battle.fighters[target].reaction
    net = check(battle, actor, act, target, 0)
    other = 0
    if answer != Act.NOTHING:
        result = net
        other = check(battle, target, answer, actor, 0)
        net = result - other
        other = other - result
    if is_stopped(act, answer, other):
        log_event(battle, Event.STOPPED, target, actor, answer, other, 0)
        return
    weapon = weapon_of(battle.fighters[target], answer)
    defence_of_actor = combat_defence(battle.fighters[actor])
    is_bind_over = conclude_bind_action(battle, actor, target, act, net)
    if answer == Act.DOUBLE or answer == Act.UNARMED_DOUBLE:
        doubled = land_blow(battle, target, actor, weapon, other, defence_of_actor, 0)
        is_bind_over = is_bind_over or doubled
    if is_bind_over and battle.fighters[actor].status == Status.BOUND:
        part(battle, actor)


@njit
def conclude_bind_action(battle, actor, target, act, net):
    """Apply the action's own table. Returns whether it ends the bind (M21, M24, M27, M31, RM11)."""
    if act == Act.PRESS or act == Act.UNARMED_PRESS:
        return blow(battle, actor, target, act, net)
    if act == Act.WITHDRAW and net >= WITHDRAW_SUCCESS:
        return True
    if act == Act.DISARM and net >= DISARM_SUCCESS:
        log_event(battle, Event.DISARMED, actor, target, battle.fighters[target].hand, net, 0)
        drop_weapon(battle, target)
        return True
    if act == Act.GRAPPLE and net >= GRAPPLE_SUCCESS:
        relate(battle, actor, target, Status.GRAPPLED)
        return False
    log_event(battle, Event.FAILED, actor, target, act, net, 0)
    return False


# --- In a grapple ---------------------------------------------------------------------------------


@njit
def resolve_grapple(battle):
    """Resolve Escape, Pin or Unarmed Attack against Struggle or no reaction (RM11, RM23)."""
    actor, target = active_fighter(battle), battle.target
    act = battle.action
    answer = battle.fighters[target].reaction
    net = check(battle, actor, act, target, 0)
    if answer != Act.NOTHING:
        other = check(battle, target, answer, actor, 0)
        if is_stopped(act, answer, other - net):
            log_event(battle, Event.STOPPED, target, actor, answer, other - net, 0)
            return
        net -= other
    if act == Act.UNARMED_ATTACK:
        blow(battle, actor, target, act, net)
    elif act == Act.ESCAPE and net >= ESCAPE_SUCCESS:
        escape(battle, actor)
    elif act == Act.PIN and net >= grapple_defence(battle.fighters[target]):
        battle.fighters[target].status = Status.PINNED
        log_event(battle, Event.PIN, actor, target, 0, net, 0)
    else:
        log_event(battle, Event.FAILED, actor, target, act, net, 0)


@njit
def escape(battle, actor):
    """From Pinned to Grappled, from Grappled to On Guard (M22, RM11)."""
    fighter = battle.fighters[actor]
    if fighter.status == Status.PINNED:
        fighter.status = Status.GRAPPLED
        log_event(battle, Event.SUCCEEDED, actor, fighter.partner, Act.ESCAPE, 0, 0)
    else:
        part(battle, actor)
