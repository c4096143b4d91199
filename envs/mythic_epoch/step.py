"""Carries out an action that a fighter chose (QM1 to QM6)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import begin_decision
from .actions.table import WAIT, act_of, argument_of, fighter_of, goal_of, target_of
from .enums import Act, MoveGoal, Stage, Window
from .navigation.pathfinding import plan_move
from .rules.declare import active_fighter
from .turn import continue_steps, declare, play_on, react, replace


@njit
def declare_action(battle, action):
    """The choice of the turn: an action, or the end of the turn (QM1)."""
    if action == WAIT:
        battle.stage = Stage.TURN_OVER
        return
    actor = active_fighter(battle)
    act = act_of(action)
    target = target_of(battle, actor, action)
    if act == Act.MOVE:
        goal = goal_of(action)
        where = argument_of(action) if goal == MoveGoal.STEP else fighter_of(battle, actor, action)
        plan_move(battle, actor, goal, where)
    declare(battle, act, target)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
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
        continue_steps(battle, argument_of(action) if action != WAIT else -1)
    play_on(battle)
