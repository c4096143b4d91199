"""Resolution of an action and the reaction to it (M7, M17-M42, RM11, RM14, RM25, RM30, RM31, RM33)."""

from __future__ import annotations

import numpy as np

from ...core.battle import NOBODY, log_event
from ...core.compile import njit
from ..state import Event
from ..tables import (
    AIM_SUCCESS,
    BASE_COMBAT_MOVEMENT,
    COMBAT_MOVE_CRITICAL,
    COMBAT_MOVE_SUCCESS,
    DISARM_SUCCESS,
    DODGE_SUCCESS,
    ESCAPE_SUCCESS,
    EVADE_SUCCESS,
    GRAPPLE_SUCCESS,
    NO_WEAPON,
    PARRY_BIND,
    PARRY_SUCCESS,
    RETREAT_CRITICAL,
    RETREAT_SUCCESS,
    STRAIGHT_STEPS,
    STRUGGLE_SUCCESS,
    UNARMED,
    WEAPON_RELOAD_COST,
    WIND_SUCCESS,
    WITHDRAW_SUCCESS,
    Act,
    Status,
)
from .checks import check, counter_bonus, is_out, reach
from .declare import active_fighter, is_parry, is_target_in_fire, weapon_of
from .defence import combat_defence, gap, grapple_defence, missile_defence
from .movement import can_pass, clear_steps, occupant, place
from .wounds import drop_weapon, land_blow, part, relate

NO_OPPOSITION = -30000


# --- What every exchange has in common ------------------------------------------------------------


@njit
def strikes(act):
    """Whether the action as it is carried out is a blow (M25, M27, M30, M32, M35, M41)."""
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
def spend_shot(battle, actor):
    """After each shot a weapon that needs it must be reloaded (RM9)."""
    fighter = battle.fighters[actor]
    if WEAPON_RELOAD_COST[fighter.hand] > 0:
        fighter.loaded = False


@njit
def blow(battle, striker, victim, act, net):
    """One blow against the target's Combat Defence; whether it hit."""
    weapon = weapon_of(battle.fighters[striker], act)
    defence = combat_defence(battle.fighters[victim])
    return land_blow(battle, striker, victim, weapon, net, defence)


# --- Melee Attack, Feint, Unarmed Attack and their answers (M23, M25, M30, M32, M36, M37) -----------


@njit
def resolve_blow(battle):
    """An attack or Feint, perhaps replaced, against the target's answer (M7, RM16, RM30, RM31)."""
    actor, target = active_fighter(battle), np.int64(battle.target)
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
    land_blow(battle, target, actor, weapon, other_net, defence_of_actor)


# --- In a bind (M21, M24, M27, M31, M35, M40) -------------------------------------------------------


@njit
def resolve_bind(battle):
    """Disarm, Grapple, Press or Withdraw against Wind, Double or nothing (RM11, RM23)."""
    actor, target = active_fighter(battle), np.int64(battle.target)
    act = np.int64(battle.action)
    answer = np.int64(battle.fighters[target].reaction)
    net = check(battle, actor, act, target, 0)
    other = np.int64(0)
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
        doubled = land_blow(battle, target, actor, weapon, other, defence_of_actor)
        is_bind_over = is_bind_over or doubled
    if is_bind_over and battle.fighters[actor].status == Status.BOUND:
        part(battle, actor)


@njit
def conclude_bind_action(battle, actor, target, act, net):
    """The action's own table; whether it ends the bind (M21, M24, M27, M31, RM11)."""
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


# --- In a grapple (M22, M26, M30, M39) --------------------------------------------------------------


@njit
def resolve_grapple(battle):
    """Escape, Pin or an Unarmed Attack in a grapple against Struggle or nothing (RM11, RM23)."""
    actor, target = active_fighter(battle), np.int64(battle.target)
    act = np.int64(battle.action)
    answer = np.int64(battle.fighters[target].reaction)
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


# --- Missiles (M17, M28, M33, M34) ------------------------------------------------------------------


@njit
def resolve_shot(battle):
    """Ranged Attack against Dodge or nothing (M28, M34)."""
    actor, target = active_fighter(battle), np.int64(battle.target)
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
def hit_with_missile(battle, shooter, target, net):
    """A missile against the target where it stands; whether it hit (M28, M33, RM6)."""
    victim = battle.fighters[target]
    defence = missile_defence(battle, shooter, target, np.int64(victim.x), np.int64(victim.y))
    weapon = np.int64(battle.fighters[shooter].hand)
    return land_blow(battle, shooter, target, weapon, net, defence)


@njit
def counter_fire(battle, reactor, own):
    """Counter-Fire at the active fighter, whose result is `own`; whether it hit (M33, RM14)."""
    actor = active_fighter(battle)
    result = check(battle, reactor, Act.COUNTER_FIRE, actor, 0)
    oppose(battle, result)
    spend_shot(battle, reactor)
    return hit_with_missile(battle, reactor, actor, result - own)


@njit
def oppose(battle, result):
    """Remember the highest result against the action (RM14)."""
    battle.opposition = max(battle.opposition, result)


@njit
def net_result(battle):
    """The action's result less the highest opposing one (M7, RM14)."""
    if battle.opposition == NO_OPPOSITION:
        return np.int64(battle.result)
    return np.int64(battle.result) - battle.opposition


@njit
def resolve_aim(battle):
    """Aim: a result of 0 against the Counter-Fire of every opponent (M17, RM14, RM36)."""
    actor = active_fighter(battle)
    was_hit = False
    for place_in_order in range(battle.num_fighters):
        reactor = np.int64(battle.order[place_in_order])
        if battle.fighters[reactor].reaction == Act.COUNTER_FIRE and not is_out(
            battle.fighters[actor]
        ):
            was_hit = counter_fire(battle, reactor, 0) or was_hit
    if net_result(battle) >= AIM_SUCCESS and not was_hit:
        battle.fighters[actor].aim_target = battle.target
        log_event(battle, Event.SUCCEEDED, actor, battle.target, Act.AIM, net_result(battle), 0)
    else:
        log_event(battle, Event.FAILED, actor, battle.target, Act.AIM, net_result(battle), 0)


# --- Movement (M18-M20, M38, RM25, RM33, RM34) ------------------------------------------------------


@njit
def counter_strike(battle, reactor, own):
    """Counter-Attack on a mover, whose result is `own`; whether it hit (M32, RM25)."""
    actor = active_fighter(battle)
    act = np.int64(battle.fighters[reactor].reaction)
    result = check(battle, reactor, act, actor, 0)
    oppose(battle, result)
    net = result if battle.counter_attack_unopposed else result - own
    return blow(battle, reactor, actor, act, net)


@njit
def allow_steps(battle, stepper, foe, is_critical):
    """Give out the steps of a Combat Move or Retreat that succeeded (M20, M38, RM12, RM34)."""
    clear_steps(battle)
    battle.stepper = stepper
    battle.step_foe = foe
    if is_critical:
        battle.free_steps = BASE_COMBAT_MOVEMENT
    else:
        battle.straight_steps = STRAIGHT_STEPS
        battle.sideways_steps = BASE_COMBAT_MOVEMENT


@njit
def retreat(battle, reactor):
    """Retreat from the mover (M38, RM12)."""
    actor = active_fighter(battle)
    result = check(battle, reactor, Act.RETREAT, actor, 0)
    oppose(battle, result)
    net = result - battle.result
    if net >= RETREAT_SUCCESS:
        log_event(battle, Event.SUCCEEDED, reactor, actor, Act.RETREAT, net, 0)
        allow_steps(battle, reactor, actor, net >= RETREAT_CRITICAL)
    else:
        log_event(battle, Event.FAILED, reactor, actor, Act.RETREAT, net, 0)


@njit
def answer_combat_move(battle, reactor):
    """One reaction to a Combat Move, where the mover stands (RM14, RM34)."""
    answer = battle.fighters[reactor].reaction
    if answer == Act.COUNTER_FIRE:
        counter_fire(battle, reactor, battle.result)
    elif answer == Act.COUNTER_ATTACK or answer == Act.UNARMED_COUNTER_ATTACK:
        counter_strike(battle, reactor, battle.result)


@njit
def conclude_combat_move(battle):
    """The Combat Move's own table; its steps are chosen afterwards (M20, RM12, RM34)."""
    actor = active_fighter(battle)
    net = net_result(battle)
    if net >= COMBAT_MOVE_SUCCESS:
        log_event(battle, Event.SUCCEEDED, actor, battle.target, Act.COMBAT_MOVE, net, 0)
        allow_steps(battle, actor, np.int64(battle.target), net >= COMBAT_MOVE_CRITICAL)
    else:
        log_event(battle, Event.FAILED, actor, battle.target, Act.COMBAT_MOVE, net, 0)


@njit
def reaches_mover(battle, reactor):
    """Whether the mover has come to where this reactor's answer takes effect (RM33)."""
    fighter = battle.fighters[reactor]
    actor = active_fighter(battle)
    if fighter.reaction == Act.COUNTER_FIRE:
        return is_target_in_fire(battle, reactor, actor)
    if fighter.reaction == Act.COUNTER_ATTACK:
        return gap(battle, reactor, actor) <= reach(fighter)
    return fighter.reaction == Act.UNARMED_COUNTER_ATTACK and gap(battle, reactor, actor) <= 1


@njit
def strike_mover(battle):
    """All answers that take effect in the mover's square; whether one hit (M19, RM25, RM33)."""
    actor = active_fighter(battle)
    was_hit = False
    for place_in_order in range(battle.num_fighters):
        reactor = np.int64(battle.order[place_in_order])
        fighter = battle.fighters[reactor]
        if fighter.reaction == Act.NOTHING or is_out(battle.fighters[actor]):
            continue
        if not reaches_mover(battle, reactor):
            continue
        if fighter.reaction == Act.COUNTER_FIRE:
            was_hit = counter_fire(battle, reactor, 0) or was_hit
        else:
            was_hit = counter_strike(battle, reactor, 0) or was_hit
        fighter.reaction = Act.NOTHING
    return was_hit


@njit
def walk_the_way(battle):
    """A Move along its way; who is hit stops there or in the next free square (M19, RM33)."""
    actor = active_fighter(battle)
    fighter = battle.fighters[actor]
    last_x, last_y = np.int64(fighter.x), np.int64(fighter.y)
    is_stopping = strike_mover(battle)
    step = 0
    while step < battle.path_length and not (is_stopping and is_alone(battle, actor)):
        x, y = np.int64(battle.path_x[step]), np.int64(battle.path_y[step])
        if not can_pass(battle, actor, x, y) or is_out(fighter):
            break
        place(battle, actor, x, y)
        is_stopping = strike_mover(battle) or is_stopping
        if is_alone(battle, actor):
            last_x, last_y = x, y
        step += 1
    if not is_alone(battle, actor):
        place(battle, actor, last_x, last_y)
    went_through = step == battle.path_length
    event = Event.SUCCEEDED if went_through else Event.FAILED
    log_event(battle, event, actor, NOBODY, Act.MOVE, 0, 0)


@njit
def is_alone(battle, actor):
    """Whether nobody else stands in the fighter's square."""
    fighter = battle.fighters[actor]
    first = occupant(battle, fighter.x, fighter.y)
    if first == NOBODY:
        return True
    if first != actor:
        return False
    for other in range(actor + 1, battle.num_fighters):
        near = battle.fighters[other]
        if near.x == fighter.x and near.y == fighter.y and not is_out(near):
            return False
    return True


# --- Taking weapons (RM9, RM27) ---------------------------------------------------------------------


@njit
def draw_weapon(battle, actor):
    """Change the weapon in hand for the carried one (RM27)."""
    fighter = battle.fighters[actor]
    hand, loaded = fighter.hand, fighter.loaded
    fighter.hand, fighter.loaded = fighter.carried, fighter.carried_loaded
    fighter.carried = NO_WEAPON if hand == UNARMED else hand
    fighter.carried_loaded = loaded
    log_event(battle, Event.WEAPON, actor, NOBODY, fighter.hand, 0, 0)


@njit
def pick_up(battle, actor, item):
    """Take a weapon from the ground into the empty hand (RM27)."""
    fighter = battle.fighters[actor]
    fighter.hand = battle.ground_weapon[item]
    fighter.loaded = battle.ground_loaded[item] == 1
    battle.ground_weapon[item] = NO_WEAPON
    log_event(battle, Event.WEAPON, actor, NOBODY, fighter.hand, 0, 0)

