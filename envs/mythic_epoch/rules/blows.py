"""Attacks, Feints, their answers, counter-tempo (M7, M23, M25, M30, M32, M36, M37)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import log_event
from ..enums import Act, Event, Status
from ..tables import (
    DODGE_SUCCESS,
    EVADE_SUCCESS,
    PARRY_BIND,
    PARRY_SUCCESS,
    STRUGGLE_SUCCESS,
    WIND_SUCCESS,
)
from .checks import check, counter_bonus
from .declare import active_fighter, is_parry, weapon_of
from .defence import combat_defence
from .wounds import land_blow, relate

# --- Parts of every exchange ----------------------------------------------------------------------


@njit
def strikes(act):
    """Whether the action, as carried out, strikes (M25, M27, M30, M32, M35, M41)."""
    return (
        act == Act.MELEE_ATTACK
        or act == Act.UNARMED_ATTACK
        or act == Act.PRESS
        or act == Act.UNARMED_PRESS
        or act == Act.COUNTER_ATTACK
        or act == Act.UNARMED_COUNTER_ATTACK
        or act == Act.CT_COUNTER_ATTACK
        or act == Act.FEINT_COUNTER_ATTACK
        or act == Act.DOUBLE
        or act == Act.UNARMED_DOUBLE
    )


@njit
def is_stopped(act, answer, net):
    """Whether a reaction makes the action fail without effect, at the reactor's net (RM31)."""
    if is_parry(answer):
        return net >= PARRY_BIND
    if answer == Act.EVADE:
        return net >= EVADE_SUCCESS
    if answer == Act.DODGE:
        return net >= DODGE_SUCCESS
    if answer == Act.WIND:
        return net >= WIND_SUCCESS
    if answer == Act.STRUGGLE:
        return net >= STRUGGLE_SUCCESS
    return False


@njit
def parry_binds(act, net):
    """Whether a Parry or CT Parry at this net becomes a Bind (M37, M42, RM38)."""
    if act == Act.PARRY_TO_BIND:
        return net >= PARRY_BIND
    return PARRY_BIND <= net and net < PARRY_SUCCESS


@njit
def blow(battle, striker, victim, act, net):
    """Strike against the target's Combat Defence. Returns whether it hit."""
    weapon = weapon_of(battle.fighters[striker], act)
    defence = combat_defence(battle.fighters[victim])
    return land_blow(battle, striker, victim, weapon, net, defence, 0)


# --- The exchange of blows ------------------------------------------------------------------------


@njit
def resolve_blow(battle):
    """Resolve an attack, Feint or replacement against the reaction (M7, RM16, RM30, RM31)."""
    actor, target = active_fighter(battle), battle.target
    act = battle.counter_tempo if battle.counter_tempo != Act.NOTHING else battle.action
    answer = battle.fighters[target].reaction
    own = check(battle, actor, act, target, 0)
    if answer == Act.NOTHING:
        conclude_unopposed_blow(battle, actor, target, act, own)
        return
    bonus = counter_bonus(answer, battle.action)
    other = check(battle, target, answer, actor, bonus)
    if is_stopped(act, answer, other - own):
        log_event(battle, Event.STOPPED, target, actor, answer, other - own, 0)
        if is_parry(answer) and parry_binds(answer, other - own):
            relate(battle, target, actor, Status.BOUND)
    elif answer == Act.COUNTER_ATTACK or answer == Act.UNARMED_COUNTER_ATTACK:
        trade_blows(battle, actor, target, act, answer, own, other)
    else:
        conclude_unopposed_blow(battle, actor, target, act, own - other)


@njit
def conclude_unopposed_blow(battle, actor, target, act, net):
    """The attack's own table; a Feint that resolves itself has no effect (M23, M25)."""
    if strikes(act):
        blow(battle, actor, target, act, net)
    else:
        log_event(battle, Event.FAILED, actor, target, act, net, 0)


@njit
def trade_blows(battle, actor, target, act, answer, own, other):
    """A Counter-Attack meets an attack, a Feint, a CT Counter-Attack or a CT Parry (M32, RM30)."""
    opposed = not battle.counter_attack_unopposed or act == Act.CT_PARRY
    own_net = own - other if opposed else own
    other_net = other - own if opposed else other
    if act == Act.CT_PARRY and own_net >= PARRY_BIND:
        log_event(battle, Event.STOPPED, actor, target, act, own_net, 0)
        if parry_binds(act, own_net):
            relate(battle, actor, target, Status.BOUND)
        return
    defence_of_actor = combat_defence(battle.fighters[actor])
    weapon = weapon_of(battle.fighters[target], answer)
    conclude_unopposed_blow(battle, actor, target, act, own_net)
    land_blow(battle, target, actor, weapon, other_net, defence_of_actor, 0)
