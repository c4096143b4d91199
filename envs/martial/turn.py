"""The sequence of play of Martial (D61 to D66, TD1 to TD7).

A turn begins with the effects that end or happen at its start, continues while action points or
free actions are left, and ends. Reactions may interrupt an action, and an attack runs through its
own steps (`attack_steps.py`). `play_on` plays all this until a fighter has a real choice.
"""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import (
    DRAW,
    MAX_STEPS,
    NOBODY,
    abort_battle,
    close_window,
    log_event,
    open_window,
)
from .actions.forced_passes import can_choose
from .enums import Ending, Event, Stage, TurnAction, Window
from .rules.endings import end_battle, end_if_decided
from .rules.initiative import active_fighter, find_hidden, locate_hearts, may_hide, roll_initiative
from .rules.injuries.bodies import is_conscious, is_gone
from .rules.injuries.conditions import end_lost_grapples
from .rules.injuries.confusion import MASTER, take_confused_action
from .rules.rounds_and_actions.attack_steps import attack_step
from .rules.rounds_and_actions.declare import begin_charge_attack
from .rules.rounds_and_actions.movement import can_act, continue_movement
from .rules.rounds_and_actions.posture import come_down, land, stand_up, take_off
from .rules.rounds_and_actions.upkeep import end_turn, roll_confusion, start_turn
from .state import (
    NO_FRAME,
    TURN_FRAME,
)

# --- Before the first turn (D1 to D3, QD10) -------------------------------------------------------


@njit
def ask_ambushers(battle):
    """Ask each ambusher whether it hides; then everyone rolls for initiative (D1, D3)."""
    while battle.asking < battle.num_fighters:
        actor = battle.asking
        battle.asking += 1
        if may_hide(battle, actor):
            open_window(battle, actor, Window.HIDE)
            return
    battle.asking = 0
    roll_initiative(battle)
    log_event(battle, Event.ROUND, NOBODY, NOBODY, 0, battle.round_number, 0)
    battle.stage = Stage.TURN_START


# --- Start of a turn (TD2 a) ----------------------------------------------------------------------


@njit
def look_around(battle, actor):
    """Find the hidden and look for hearts at the start of a turn (D42, RD33, RD46)."""
    if is_conscious(battle.fighters[actor]):
        find_hidden(battle, actor)
        locate_hearts(battle, actor)


@njit
def begin_turn(battle):
    """Start of a turn: exposures end, blood is lost, AP and reactions come back (TD2, D62)."""
    actor = active_fighter(battle)
    if is_gone(battle.fighters[actor]):
        next_turn(battle)
        return
    life = battle.fighters[actor].life
    log_event(battle, Event.TURN, actor, NOBODY, life, battle.round_number, 0)
    start_turn(battle, actor)
    look_around(battle, actor)
    face = roll_confusion(battle, actor)
    battle.confusion = 0 if face == MASTER else face
    battle.stage = Stage.TURN
    end_if_decided(battle)


# --- The actions of a turn (TD2 b) ----------------------------------------------------------------


@njit
def take_turn(battle):
    """Wait for the next action, if any is possible (QD1); the confused are not asked (RD10)."""
    actor = active_fighter(battle)
    if not can_act(battle.fighters[actor]):
        battle.stage = Stage.TURN_OVER
    elif battle.confusion != 0:
        take_confused_action(battle, actor)
    else:
        open_window(battle, actor, Window.TURN)
        if not can_choose(battle):
            close_window(battle)
            battle.stage = Stage.TURN_OVER


@njit
def end_charge(battle, actor):
    """The attack at the end of a Charge, from the air after landing; True if it begins (RD15)."""
    target = battle.attacks[TURN_FRAME].target
    if can_act(battle.fighters[actor]) and not battle.fighters[target].flying:
        come_down(battle, actor)
    return can_act(battle.fighters[actor]) and begin_charge_attack(battle, actor)


@njit
def carry_out(battle):
    """Carry out the chosen action until a fighter is asked for a reaction (D88, TD3)."""
    actor = active_fighter(battle)
    is_done = True
    if battle.act == TurnAction.MOVE:
        is_done = continue_movement(battle, actor)
    elif battle.act == TurnAction.CHARGE:
        is_done = continue_movement(battle, actor) and not end_charge(battle, actor)
    elif battle.act == TurnAction.STAND_UP:
        is_done = stand_up(battle, actor)
    elif battle.act == TurnAction.TAKE_OFF:
        is_done = take_off(battle, actor)
    elif battle.act == TurnAction.LAND:
        is_done = land(battle, actor)
    if is_done:
        battle.stage = Stage.ACTION_OVER


@njit
def look_again(battle, actor):
    """Before a blow, look for the hearts of enemies who have come into sight (D42, RD33)."""
    if battle.has_obstacles or battle.is_ambush:
        if is_conscious(battle.fighters[actor]):
            locate_hearts(battle, actor)


@njit
def finish_action(battle):
    """After an action lost grapples and the battle end, or the turn goes on (RD17, RD35)."""
    battle.act = TurnAction.NOTHING
    battle.path_length = 0
    battle.path_at = 0
    battle.steps_left = 0
    battle.provoked = 0
    battle.stage = Stage.TURN
    end_lost_grapples(battle)
    end_if_decided(battle)
    if not battle.over:
        look_again(battle, active_fighter(battle))


# --- End of a turn (TD2 c) ------------------------------------------------------------------------


@njit
def finish_turn(battle):
    """End of a turn, then the next one (TD1, TD2, RD37)."""
    end_turn(battle, active_fighter(battle))
    battle.confusion = 0
    next_turn(battle)


@njit
def next_turn(battle):
    """The next fighter in the order of initiative; after the last a new round begins (D1, D61)."""
    battle.stage = Stage.TURN_START
    battle.turn += 1
    if battle.turn < battle.num_fighters:
        return
    battle.turn = 0
    battle.round_number += 1
    if battle.round_number >= battle.round_limit:
        end_battle(battle, DRAW, Ending.ROUND_LIMIT)
        return
    log_event(battle, Event.ROUND, NOBODY, NOBODY, 0, battle.round_number, 0)


# --- Playing on -----------------------------------------------------------------------------------


@njit
def play_stage(battle):
    """One step of the sequence of play."""
    if battle.stage == Stage.HIDING:
        ask_ambushers(battle)
    elif battle.stage == Stage.TURN_START:
        begin_turn(battle)
    elif battle.stage == Stage.TURN:
        take_turn(battle)
    elif battle.stage == Stage.ACTION:
        carry_out(battle)
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
        if battle.frame != NO_FRAME:
            attack_step(battle)
        else:
            play_stage(battle)
    abort_battle(battle)
