"""Resolution of Move, Combat Move and Retreat (M18-M20, M38, RM14, RM25, RM33, RM34)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import DX, DY
from ..enums import Act, Event
from ..tables import (
    BASE_COMBAT_MOVEMENT,
    COMBAT_MOVE_CRITICAL,
    COMBAT_MOVE_SUCCESS,
    RETREAT_CRITICAL,
    RETREAT_SUCCESS,
    STRAIGHT_STEPS,
    UNARMED,
    WEAPON_REACH,
)
from .blows import blow
from .checks import check, is_out, reach
from .declare import active_fighter, is_target_in_fire
from .defence import strike_gap
from .missiles import counter_fire, net_result, oppose
from .movement import (
    can_pass,
    clear_steps,
    count_step,
    is_retreating,
    occupant,
    place,
    squares_of_step,
)

# --- Answers to a movement ------------------------------------------------------------------------


@njit
def counter_strike(battle, reactor, own):
    """Counter-Attack a mover, whose result is `own`. Returns whether it hit (M32, RM25, RM30)."""
    actor = active_fighter(battle)
    act = battle.fighters[reactor].reaction
    result = check(battle, reactor, act, actor, 0)
    if battle.counter_attack_unopposed:
        return blow(battle, reactor, actor, act, result)
    oppose(battle, result)
    return blow(battle, reactor, actor, act, result - own)


@njit
def reaches_mover(battle, reactor):
    """Whether the mover has reached the square where this reaction takes effect (RM33)."""
    fighter = battle.fighters[reactor]
    actor = active_fighter(battle)
    if fighter.reaction == Act.COUNTER_FIRE:
        return is_target_in_fire(battle, reactor, actor)
    if fighter.reaction == Act.COUNTER_ATTACK:
        return strike_gap(battle, reactor, actor) <= reach(fighter)
    return (
        fighter.reaction == Act.UNARMED_COUNTER_ATTACK
        and strike_gap(battle, reactor, actor) <= WEAPON_REACH[UNARMED]
    )


@njit
def answer_mover(battle, reactor):
    """Carry out a reaction if it takes effect where the mover stands. Returns whether it hit.

    Each reaction is carried out once (RM14, RM33).
    """
    fighter = battle.fighters[reactor]
    if not reaches_mover(battle, reactor) or is_out(battle.fighters[active_fighter(battle)]):
        return False
    if fighter.reaction == Act.COUNTER_FIRE:
        was_hit = counter_fire(battle, reactor, battle.result)
    else:
        was_hit = counter_strike(battle, reactor, battle.result)
    fighter.reaction = Act.NOTHING
    return was_hit


@njit
def strike_mover(battle):
    """Resolve all reactions to the mover's square. Returns whether one hit (M19, RM25, RM33)."""
    was_hit = False
    for place_in_order in range(battle.num_fighters):
        was_hit = answer_mover(battle, battle.order[place_in_order]) or was_hit
    return was_hit


@njit
def log_idle_answers(battle):
    """Log the answers to a movement that no square of it gave an occasion for (RM14, RM33)."""
    actor = active_fighter(battle)
    for place_in_order in range(battle.num_fighters):
        reactor = battle.order[place_in_order]
        act = battle.fighters[reactor].reaction
        if act != Act.NOTHING and act != Act.RETREAT:
            log_event(battle, Event.FAILED, reactor, actor, act, 0, 0)


# --- Retreat and Combat Move ----------------------------------------------------------------------


@njit
def allow_steps(battle, stepper, foe, is_critical):
    """Give out the steps of a Combat Move or Retreat that succeeded (M20, M38, RM12, RM34)."""
    clear_steps(battle)
    battle.stepper = stepper
    battle.step_foe = foe
    battle.straight_steps = STRAIGHT_STEPS
    battle.sideways_steps = BASE_COMBAT_MOVEMENT
    if is_critical:
        battle.free_steps = BASE_COMBAT_MOVEMENT


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
def conclude_combat_move(battle):
    """Apply the Combat Move's table; the mover chooses its steps later (M20, RM12, RM34)."""
    actor = active_fighter(battle)
    net = net_result(battle)
    if net >= COMBAT_MOVE_SUCCESS:
        log_event(battle, Event.SUCCEEDED, actor, battle.target, Act.COMBAT_MOVE, net, 0)
        allow_steps(battle, actor, battle.target, net >= COMBAT_MOVE_CRITICAL)
    else:
        log_event(battle, Event.FAILED, actor, battle.target, Act.COMBAT_MOVE, net, 0)


@njit
def step_on(battle, side):
    """Take one step; an answer that a Combat Move steps into may end it (RM33, RM34).

    Past somebody it goes on to the next square even if it is stopped before.
    """
    stepper, length = battle.stepper, squares_of_step(battle, side)
    fighter = battle.fighters[stepper]
    count_step(battle, side, length)
    for _ in range(length):
        place(battle, stepper, fighter.x + DX[side], fighter.y + DY[side])
        if not is_retreating(battle):
            strike_mover(battle)
        if is_out(fighter):
            clear_steps(battle)
            return
    if not is_retreating(battle) and net_result(battle) < COMBAT_MOVE_SUCCESS:
        net = net_result(battle)
        log_event(battle, Event.STOPPED, stepper, NOBODY, Act.COMBAT_MOVE, net, 0)
        clear_steps(battle)


# --- Move -----------------------------------------------------------------------------------------


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


@njit
def walk_path(battle):
    """Walk a Move's path; a mover who is hit stops there or in the next free square (M19, RM33)."""
    actor = active_fighter(battle)
    fighter = battle.fighters[actor]
    last_x, last_y = fighter.x, fighter.y
    is_stopping = strike_mover(battle)
    step = 0
    while step < battle.path_length and not (is_stopping and is_alone(battle, actor)):
        x, y = battle.path_x[step], battle.path_y[step]
        if not can_pass(battle, actor, x, y) or is_out(fighter):
            break
        place(battle, actor, x, y)
        is_stopping = strike_mover(battle) or is_stopping
        if is_alone(battle, actor):
            last_x, last_y = x, y
        step += 1
    if not is_out(fighter) and not is_alone(battle, actor):
        place(battle, actor, last_x, last_y)
    went_through = step == battle.path_length and not is_stopping
    event = Event.SUCCEEDED if went_through else Event.FAILED
    log_event(battle, event, actor, NOBODY, Act.MOVE, 0, 0)
