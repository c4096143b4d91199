"""Applies the chosen action of each window (QD1 to QD10)."""

from __future__ import annotations

from ..core.compiler.compile import njit
from ..core.engine.battle import begin_decision, close_window
from .actions.table import RECKLESS_CHOICES, WAIT, argument_of, fighter_of, verb_of
from .enums import (
    Kind,
    Stage,
    Verb,
    Window,
)
from .navigation.pathfinding import plan_step
from .rules.initiative import hide
from .rules.reactions.reactive_attack import use_reaction
from .rules.rounds_and_actions.attack_steps import (
    begin_attack,
    choose_cleave,
    choose_direction,
    choose_extra,
    choose_item,
    choose_next_target,
    choose_parry,
    choose_part,
    choose_riders,
)
from .rules.rounds_and_actions.declare import declare
from .state import (
    REACTION_FRAME,
)
from .turn import play_on


@njit
def take_action(battle, actor, action):
    """The choice of the turn: an action, or the end of the turn (QD1)."""
    if action == WAIT:
        battle.stage = Stage.TURN_OVER
        return
    target = fighter_of(battle, actor, action)
    declare(battle, actor, verb_of(action), argument_of(action), target)


@njit
def answer_provocation(battle, reactor, action):
    """A Reactive Attack by a strike or a maneuver, or none (D93, QD7, RD42)."""
    if action == WAIT:
        return
    provoker = battle.provoker
    use_reaction(battle, reactor)
    argument = argument_of(action)
    if verb_of(action) == Verb.STRIKE:
        begin_attack(battle, REACTION_FRAME, reactor, provoker, Kind.MELEE, argument)
    else:
        begin_attack(battle, REACTION_FRAME, reactor, provoker, Kind.MANEUVER, 0)
        battle.attacks[REACTION_FRAME].maneuver = argument
    battle.attacks[REACTION_FRAME].reactive = True
    battle.frame = REACTION_FRAME


@njit
def answer_in_attack(battle, actor, window, action):
    """A decision within an attack; "wait" changes nothing (QD3 to QD6, QD8, D72, D79)."""
    if action == WAIT:
        return
    argument = argument_of(action)
    if window == Window.RIDERS:
        choose_riders(battle, argument // RECKLESS_CHOICES, argument % RECKLESS_CHOICES)
    elif window == Window.PARRY:
        choose_parry(battle, argument)
    elif window == Window.PART:
        choose_part(battle, argument)
    elif window == Window.EXTRA:
        choose_extra(battle, argument)
    elif window == Window.CLEAVE:
        choose_cleave(battle, fighter_of(battle, actor, action))
    elif window == Window.DIRECTION:
        choose_direction(battle, argument)
    elif window == Window.ITEM:
        choose_item(battle, argument)
    elif window == Window.NEXT_TARGET:
        choose_next_target(battle, fighter_of(battle, actor, action))


@njit
def go_on(battle, actor, action):
    """The next square of a Move step by step, or its end (RD13)."""
    if action == WAIT:
        battle.steps_left = 0
        return
    battle.steps_left -= 1
    plan_step(battle, actor, argument_of(action))


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    actor, window = battle.to_act, battle.window
    close_window(battle)
    if window == Window.TURN:
        take_action(battle, actor, action)
    elif window == Window.REACTIVE_ATTACK:
        answer_provocation(battle, actor, action)
    elif window == Window.HIDE:
        if action != WAIT:
            hide(battle, actor)
    elif window == Window.STEP:
        go_on(battle, actor, action)
    else:
        answer_in_attack(battle, actor, window, action)
    play_on(battle)
