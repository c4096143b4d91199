"""Carries out an action that a fighter chose (QM1 to QM6)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import begin_decision
from .actions.table import (
    TAKEN_UP,
    WAIT,
    act_of,
    argument_of,
    fighter_of,
    goal_of,
    target_of,
    verb_of,
)
from .enums import Act, MoveGoal, Stage, Verb, Window
from .navigation.pathfinding import plan_move
from .rules.declare import active_fighter
from .rules.equipment import nearest_of_kind, nearest_weapon
from .rules.movement import clear_steps, is_planning
from .turn import begin_plan, continue_plan, continue_steps, declare, play_on, react, replace


@njit
def declare_action(battle, action):
    """The choice of the turn: an action, or the end of the turn (QM1)."""
    clear_steps(battle)
    if action == WAIT:
        battle.stage = Stage.TURN_OVER
        return
    actor = active_fighter(battle)
    act = act_of(action)
    target = target_of(battle, actor, action)
    if act == Act.PICK_UP_WEAPON:
        battle.ground_item = item_of(battle, actor, action)
    if act == Act.MOVE:
        goal = goal_of(action)
        if goal == MoveGoal.STEPS:
            begin_plan(battle)
            return
        where = argument_of(action) if goal == MoveGoal.STEP else fighter_of(battle, actor, action)
        plan_move(battle, actor, goal, where)
    declare(battle, act, target)


@njit
def item_of(battle, actor, action):
    """The weapon on the ground that an action picks up (RM27)."""
    if verb_of(action) == Verb.PICK_UP_OTHER:
        return nearest_of_kind(battle, actor, TAKEN_UP[argument_of(action)])
    return nearest_weapon(battle, actor)


@njit
def apply_action(battle, action):
    """Apply a legal action to the window it answers, without playing on."""
    window = battle.window
    battle.window = Window.NONE
    if window == Window.TURN:
        declare_action(battle, action)
    elif window == Window.REACTION:
        if action != WAIT:
            react(battle, act_of(action))
    elif window == Window.COUNTER_TEMPO:
        if action != WAIT:
            replace(battle, act_of(action))
    elif window == Window.STEP:
        side = argument_of(action) if action != WAIT else -1
        if is_planning(battle):
            continue_plan(battle, side)
        else:
            continue_steps(battle, side)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    apply_action(battle, action)
    play_on(battle)
