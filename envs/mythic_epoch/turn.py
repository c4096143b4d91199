"""The sequence of play of Mythic Epoch (M1-M10, TM1-TM8).

A turn is a series of actions. Each action goes through four steps: the active fighter declares it,
the opponents react, the active fighter may replace it, both sides roll. `play_on` goes through
these stages until a fighter has a choice.
"""

from __future__ import annotations

from ..core.compiler.bits import lowest_bit
from ..core.compiler.compile import njit
from ..core.engine.battle import DRAW, MAX_STEPS, NOBODY, abort_battle, log_event
from .actions.masks import can_choose
from .enums import Act, Ending, Event, Stage, Status, Window
from .navigation.pathfinding import can_end_path, extend_path, planned_directions
from .rules.blows import resolve_blow
from .rules.checks import check, is_out
from .rules.declare import active_fighter, cost, is_movement
from .rules.endings import end_battle, end_if_decided, is_decided
from .rules.equipment import draw_weapon, pick_up
from .rules.holds import resolve_bind, resolve_grapple
from .rules.missiles import resolve_aim, resolve_shot
from .rules.movement import clear_steps, legal_steps
from .rules.movement_actions import (
    answer_mover,
    conclude_combat_move,
    log_idle_answers,
    retreat,
    step_on,
    walk_path,
)
from .rules.reactions import is_addressed, is_grapple_action, replacement_cost
from .rules.stamina import pay, recover_stamina
from .state import NO_ITEM, NO_OPPOSITION

# --- Declaring (M4, M5, M6) -----------------------------------------------------------------------


@njit
def declare(battle, act, target):
    """The active fighter declares a proactive action and pays for it (M4, TM3)."""
    actor = active_fighter(battle)
    fighter = battle.fighters[actor]
    price = cost(fighter, act)
    battle.action = act
    battle.target = target
    battle.counter_tempo = Act.NOTHING
    battle.opposition = NO_OPPOSITION
    battle.result = 0
    battle.asking = 0
    battle.stage = Stage.REACTIONS
    for other in range(battle.num_fighters):
        battle.fighters[other].reaction = Act.NOTHING
    pay(battle, actor, price)
    if target != NOBODY:
        fighter.last_target = target
    log_event(battle, Event.DECLARE, actor, target, act, price, 0)
    if act != Act.RELOAD and not (act == Act.RANGED_ATTACK and fighter.aim_target == target):
        fighter.aim_target = NOBODY


@njit
def react(battle, act):
    """The deciding opponent declares a reaction and pays for it (M5)."""
    reactor = battle.to_act
    actor = active_fighter(battle)
    fighter = battle.fighters[reactor]
    price = cost(fighter, act)
    fighter.reaction = act
    pay(battle, reactor, price)
    log_event(battle, Event.REACT, reactor, actor, act, price, 0)
    if not (act == Act.COUNTER_FIRE and fighter.aim_target == actor):
        fighter.aim_target = NOBODY


@njit
def replace(battle, act):
    """The active fighter replaces the action; the total is the larger cost (M6)."""
    actor = active_fighter(battle)
    price = replacement_cost(battle.fighters[actor], battle.action, act)
    battle.counter_tempo = act
    pay(battle, actor, price)
    log_event(battle, Event.REPLACE, actor, battle.target, act, price, 0)


# --- Planning a Move (QM2) ------------------------------------------------------------------------


@njit
def begin_plan(battle):
    """The active fighter begins to plan the path of a Move square by square (QM2)."""
    battle.stepper = active_fighter(battle)
    battle.path_length = 0
    plan_on(battle)


@njit
def plan_on(battle):
    """Ask for the next square while there is a choice; then announce the Move (QM2, M4)."""
    while True:
        sides = planned_directions(battle)
        if sides == 0:
            announce_plan(battle)
            return
        if sides & (sides - 1) != 0 or can_end_path(battle):
            open_window(battle, battle.stepper, Window.STEP)
            return
        extend_path(battle, lowest_bit(sides))


@njit
def announce_plan(battle):
    """The Move along the planned path is announced, and opponents may react to it (M5, RM13)."""
    clear_steps(battle)
    declare(battle, Act.MOVE, NOBODY)


@njit
def give_up_plan(battle):
    """The fighter announces no Move; it plans none before it has done something else (QM2)."""
    clear_steps(battle)
    battle.path_length = 0
    battle.step_foe = active_fighter(battle)


@njit
def continue_plan(battle, side):
    """Add a square to the planned path, or end it at -1 (QM2).

    A path that cannot end yet is given up: nothing is announced or paid (M4).
    """
    if side >= 0:
        extend_path(battle, side)
        plan_on(battle)
    elif can_end_path(battle):
        announce_plan(battle)
    else:
        give_up_plan(battle)


# --- Stages ---------------------------------------------------------------------------------------


@njit
def open_window(battle, actor, window):
    """Let a fighter decide if it has a choice. Returns whether the window opened."""
    battle.to_act = actor
    battle.window = window
    if can_choose(battle):
        return True
    battle.to_act = NOBODY
    battle.window = Window.NONE
    return False


@njit
def take_turn(battle):
    """Step 1 of a turn: declare actions until finished or out of action points (M3, QM1)."""
    actor = active_fighter(battle)
    if is_out(battle.fighters[actor]) or not open_window(battle, actor, Window.TURN):
        clear_steps(battle)
        battle.stage = Stage.TURN_OVER


@njit
def ask_for_reactions(battle):
    """Opponents may react, each once, in initiative order (M5, RM14, XM4)."""
    while battle.asking < battle.num_fighters:
        reactor = battle.order[battle.asking]
        battle.asking += 1
        if is_addressed(battle, reactor) and open_window(battle, reactor, Window.REACTION):
            return
    battle.stage = Stage.COUNTER_TEMPO


@njit
def ask_for_counter_tempo(battle):
    """The active fighter may replace the action because of the reaction (M6, TM8)."""
    battle.stage = Stage.RESOLVE
    if battle.action == Act.MELEE_ATTACK or battle.action == Act.FEINT:
        open_window(battle, active_fighter(battle), Window.COUNTER_TEMPO)


@njit
def resolve(battle):
    """Both sides roll and compare with their tables (M7)."""
    actor = active_fighter(battle)
    fighter = battle.fighters[actor]
    battle.stage = Stage.ACTION_OVER
    act = battle.action
    if is_movement(act):
        start_movement(battle, actor)
    elif act == Act.AIM:
        resolve_aim(battle)
    elif act == Act.RANGED_ATTACK:
        resolve_shot(battle)
    elif act == Act.READY:
        fighter.status = Status.ON_GUARD
    elif act == Act.RELOAD:
        fighter.loaded = True
    elif act == Act.DRAW_WEAPON:
        draw_weapon(battle, actor)
    elif act == Act.PICK_UP_WEAPON:
        pick_up(battle, actor, battle.ground_item)
    elif fighter.status == Status.BOUND:
        resolve_bind(battle)
    elif is_grapple_action(act) and fighter.status != Status.ON_GUARD:
        resolve_grapple(battle)
    else:
        resolve_blow(battle)


@njit
def start_movement(battle, actor):
    """A Move counts as 0; a Combat Move is rolled before the answers to it (M18, M20)."""
    if battle.action == Act.COMBAT_MOVE:
        battle.result = check_combat_move(battle, actor)
    battle.asking = 0
    battle.stage = Stage.REACTORS


@njit
def check_combat_move(battle, actor):
    """The Combat Move's result (RM2)."""
    return check(battle, actor, Act.COMBAT_MOVE, battle.target, 0)


@njit
def answer_movement(battle):
    """Retreats, and answers to a Combat Move, in initiative order (RM14, RM33)."""
    while battle.asking < battle.num_fighters:
        reactor = battle.order[battle.asking]
        battle.asking += 1
        if battle.fighters[reactor].reaction == Act.RETREAT:
            retreat(battle, reactor)
            if offer_steps(battle):
                return
        elif battle.action == Act.COMBAT_MOVE:
            answer_mover(battle, reactor)
    battle.stage = Stage.MOVEMENT


@njit
def offer_steps(battle):
    """Let the mover choose a step if one is left, unless the battle is decided (QM6, RM28).

    Returns whether the window opened.
    """
    if battle.stepper != NOBODY and not is_decided(battle) and legal_steps(battle) != 0:
        return open_window(battle, battle.stepper, Window.STEP)
    clear_steps(battle)
    return False


@njit
def carry_out_movement(battle):
    """The mover walks its declared path, or begins to choose its steps (RM33, RM34)."""
    battle.stage = Stage.ACTION_OVER
    if is_out(battle.fighters[active_fighter(battle)]):
        return
    if battle.action == Act.MOVE:
        walk_path(battle)
    else:
        conclude_combat_move(battle)
        offer_steps(battle)


@njit
def finish_action(battle):
    """After each action: end the battle or continue the turn (RM28, RM39)."""
    if is_movement(battle.action):
        log_idle_answers(battle)
    battle.action = Act.NOTHING
    battle.target = NOBODY
    battle.ground_item = NO_ITEM
    battle.stage = Stage.TURN
    end_if_decided(battle)


@njit
def finish_turn(battle):
    """Step 2 of a turn: Recover Stamina, unless dropped; then the next fighter (M8, RM39)."""
    actor = active_fighter(battle)
    if not is_out(battle.fighters[actor]):
        log_event(battle, Event.TURN_END, actor, NOBODY, 0, battle.fighters[actor].action_points, 0)
        recover_stamina(battle, actor)
    next_turn(battle)


@njit
def next_turn(battle):
    """The next fighter in the order; after the last one the round counter rises (M2, M9)."""
    battle.stage = Stage.TURN
    battle.turn += 1
    if battle.turn == battle.num_fighters:
        battle.turn = 0
        battle.round_number += 1
        if battle.round_number >= battle.round_limit:
            end_battle(battle, DRAW, Ending.ROUND_LIMIT)
            return
        log_event(battle, Event.ROUND, NOBODY, NOBODY, 0, battle.round_number, 0)
    actor = active_fighter(battle)
    if not is_out(battle.fighters[actor]):
        log_event(battle, Event.TURN, actor, NOBODY, 0, battle.fighters[actor].action_points, 0)


# --- Playing on -----------------------------------------------------------------------------------


@njit
def play_stage(battle):
    """Play one stage."""
    if battle.stage == Stage.TURN:
        take_turn(battle)
    elif battle.stage == Stage.REACTIONS:
        ask_for_reactions(battle)
    elif battle.stage == Stage.COUNTER_TEMPO:
        ask_for_counter_tempo(battle)
    elif battle.stage == Stage.RESOLVE:
        resolve(battle)
    elif battle.stage == Stage.REACTORS:
        answer_movement(battle)
    elif battle.stage == Stage.MOVEMENT:
        carry_out_movement(battle)
    elif battle.stage == Stage.ACTION_OVER:
        finish_action(battle)
    else:
        finish_turn(battle)


@njit(shared=True)
def play_on(battle):
    """Play until a fighter has a choice or the battle is over."""
    for _ in range(MAX_STEPS):
        if battle.over or battle.window != Window.NONE:
            return
        play_stage(battle)
    abort_battle(battle)


@njit
def continue_steps(battle, side):
    """Take a step in direction `side`, or stop at -1; then offer the next one, if any (QM6)."""
    if side >= 0:
        step_on(battle, side)
    else:
        clear_steps(battle)
    offer_steps(battle)
