"""Aim, Ranged Attack and Counter-Fire (M17, M28, M33, M34, RM9, RM14, RM36)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import log_event
from ..enums import Act, Event
from ..state import NO_OPPOSITION
from ..tables import AIM_SUCCESS, WEAPON_RELOAD_COST
from .blows import is_stopped
from .checks import check, is_out
from .declare import active_fighter
from .defence import cover_from, defence_at_range
from .wounds import land_blow

# --- Results against several opponents ------------------------------------------------------------


@njit
def oppose(battle, result):
    """Remember the highest result against the action (RM14)."""
    battle.opposition = max(battle.opposition, result)


@njit
def net_result(battle):
    """The action's result less the highest opposing one (M7, RM14)."""
    if battle.opposition == NO_OPPOSITION:
        return battle.result
    return battle.result - battle.opposition


# --- Shots ----------------------------------------------------------------------------------------


@njit
def spend_shot(battle, actor):
    """After each shot a weapon that needs it must be reloaded (RM9)."""
    fighter = battle.fighters[actor]
    if WEAPON_RELOAD_COST[fighter.hand] > 0:
        fighter.loaded = False


@njit
def hit_with_missile(battle, shooter, target, net):
    """Roll a missile against the target where it stands. Returns whether it hit (M28, M33, RM6)."""
    victim = battle.fighters[target]
    behind = cover_from(battle, shooter, victim.x, victim.y)
    defence = defence_at_range(battle, shooter, target, victim.x, victim.y) + behind
    weapon = battle.fighters[shooter].hand
    return land_blow(battle, shooter, target, weapon, net, defence, behind)


@njit
def resolve_shot(battle):
    """Resolve a Ranged Attack against Dodge or no reaction (M28, M34)."""
    actor, target = active_fighter(battle), battle.target
    answer = battle.fighters[target].reaction
    net = check(battle, actor, Act.RANGED_ATTACK, target, 0)
    spend_shot(battle, actor)
    if answer != Act.NOTHING:
        other = check(battle, target, answer, actor, 0)
        if is_stopped(Act.RANGED_ATTACK, answer, other - net):
            log_event(battle, Event.STOPPED, target, actor, answer, other - net, 0)
            return
        net -= other
    hit_with_missile(battle, actor, target, net)


@njit
def counter_fire(battle, reactor, own):
    """Counter-Fire at the active fighter, who has the result `own`; True: a hit (M33, RM14)."""
    actor = active_fighter(battle)
    result = check(battle, reactor, Act.COUNTER_FIRE, actor, 0)
    oppose(battle, result)
    spend_shot(battle, reactor)
    return hit_with_missile(battle, reactor, actor, result - own)


@njit
def resolve_aim(battle):
    """Resolve Aim: a result of 0 against every Counter-Fire (M17, RM14, RM36)."""
    actor = active_fighter(battle)
    was_hit = False
    for place_in_order in range(battle.num_fighters):
        reactor = battle.order[place_in_order]
        if battle.fighters[reactor].reaction != Act.COUNTER_FIRE:
            continue
        if is_out(battle.fighters[actor]):
            log_event(battle, Event.FAILED, reactor, actor, Act.COUNTER_FIRE, 0, 0)
        else:
            was_hit = counter_fire(battle, reactor, 0) or was_hit
    if net_result(battle) >= AIM_SUCCESS and not was_hit:
        battle.fighters[actor].aim_target = battle.target
        log_event(battle, Event.SUCCEEDED, actor, battle.target, Act.AIM, net_result(battle), 0)
    else:
        log_event(battle, Event.FAILED, actor, battle.target, Act.AIM, net_result(battle), 0)
