"""The effect of a choice when it is taken (QW1 to QW12)."""

from __future__ import annotations

from ..core.compiler.bits import contains, lowest_bit
from ..core.compiler.compile import njit
from ..core.engine.battle import begin_decision
from .actions.table import (
    ACTS,
    argument_of,
    slot_in,
    verb_of,
)
from .enums import (
    WINDOWS_WITHIN_ACTION,
    Defence,
    Role,
    Stage,
    Verb,
    Window,
)
from .navigation.path_cursor import goer_of
from .rules.combat_sequence.action_stack import top_frame
from .rules.combat_sequence.declare import declare, go_on
from .rules.combat_sequence.interrupts import ask_again, interrupt
from .rules.combat_sequence.legality import is_free, target_of
from .rules.combat_sequence.manners import choose_manner
from .rules.combat_sequence.multi_turn_actions import give_up
from .rules.combat_sequence.windows import close_window
from .rules.flanking.flanking import ignore_at_once
from .rules.grappling.clings import split
from .rules.grappling.interpose import interpose
from .rules.miscellaneous_actions.hinder import parry_disarm
from .rules.movement.movement_resolution import end_way
from .rules.movement.steps import sides_to_step, step_on
from .rules.offensive_actions.missiles import harry
from .rules.offensive_actions.strike import defend_with
from .rules.positioning_actions.pushes import push_towards
from .turn import begin_stage, play_on

# --- In a turn (QW1, QW2, QW11) -------------------------------------------------------------------


@njit
def answer_turn(battle, actor, verb, argument, target):
    """The next action or way, or the end of the turn (QW1, RW25)."""
    if verb == Verb.WAIT:
        begin_stage(battle, Stage.TURN_END)
    else:
        declare(battle, actor, verb, argument, target, Role.TURN)


@njit
def answer_interrupt(battle, actor, verb, argument, target):
    """Act out of turn, let this pass, or let all of this turn pass (QW2, W57, RW14)."""
    if verb == Verb.PASS:
        battle.fighters[actor].passing = True
    elif is_free(verb):
        declare(battle, actor, verb, argument, target, Role.INTERRUPT)
        ask_again(battle, actor)
    elif verb != Verb.WAIT:
        interrupt(battle, actor, ACTS[verb])
        declare(battle, actor, verb, argument, target, Role.INTERRUPT)


@njit
def answer_long(battle, actor, verb):
    """Give the long action up, or pay on (QW11, W49)."""
    if verb == Verb.GIVE_UP:
        give_up(battle, actor)
    else:
        go_on(battle, actor)


# --- Reactions (QW4, W60) -------------------------------------------------------------------------


@njit
def react(battle, actor, verb, argument, target):
    """A reaction that is an action of its own begins: one to a trigger (W60, RW38)."""
    frame = top_frame(battle)
    frame.reacted = frame.reacted | (1 << actor)
    declare(battle, actor, verb, argument, target, Role.REACTION)


@njit
def answer_reaction(battle, actor, window, verb, argument, target):
    """React, or let it happen (QW4, W60)."""
    if verb == Verb.WAIT:
        return
    if window == Window.REBUFF or window == Window.CLING:
        react(battle, actor, verb, argument, goer_of(top_frame(battle)))
    elif window == Window.READIED:
        react(battle, actor, verb, argument, target)
    elif window == Window.FLANKED:
        ignore_at_once(battle, actor, target)
    elif window == Window.HARRY:
        harry(battle, actor)
    elif window == Window.INTERPOSE:
        interpose(battle, actor, target)


# --- Within an action (QW6 to QW9) ----------------------------------------------------------------


@njit
def answer_step(battle, verb, side):
    """The next yard of a walk, or its end; waiting begins a walk by the first open side (W65)."""
    if verb == Verb.STEP:
        step_on(battle, side)
    elif battle.path_length == 0:
        step_on(battle, lowest_bit(sides_to_step(battle, top_frame(battle))))
    else:
        end_way(battle, top_frame(battle))


@njit
def answer_within_act(battle, window, verb, argument):
    """A decision within an action; waiting leaves it as it is (QW6 to QW9)."""
    frame = top_frame(battle)
    if window == Window.SPLIT:
        split(battle, argument)  # waiting has the argument 0
    elif verb == Verb.WAIT:
        return
    elif window == Window.DIRECTION:
        push_towards(battle, argument)
    elif window == Window.DISTANCE:
        frame.yards = argument
    elif window == Window.DISARMED:
        parry_disarm(frame)
    elif window == Window.DEFENCE:
        defend_with(battle, Defence.POWER + argument)
    elif window == Window.LEVEL:
        frame.level = argument
    elif window == Window.KNOCK_OUT:
        frame.knocks_out = argument


# --- Advancing ------------------------------------------------------------------------------------


@njit
def answer(battle, actor, window, action):
    """Hand an answer to where it was asked."""
    verb, argument = verb_of(action), argument_of(action)
    target = target_of(battle, actor, verb, slot_in(action))
    if window == Window.TURN:
        answer_turn(battle, actor, verb, argument, target)
    elif window == Window.INTERRUPT:
        answer_interrupt(battle, actor, verb, argument, target)
    elif window == Window.LONG:
        answer_long(battle, actor, verb)
    elif window == Window.STEP:
        answer_step(battle, verb, argument)
    elif window == Window.MANNER and verb != Verb.WAIT:
        choose_manner(battle, verb, argument, target)
    elif contains(WINDOWS_WITHIN_ACTION, window):
        answer_within_act(battle, window, verb, argument)
    else:
        answer_reaction(battle, actor, window, verb, argument, target)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    actor, window = battle.to_act, battle.window
    close_window(battle)
    answer(battle, actor, window, action)
    play_on(battle)
