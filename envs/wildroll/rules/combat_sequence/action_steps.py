"""The steps of an action under way (W58, W59, RW38, H3)."""

from __future__ import annotations

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import (
    ATTACK_STEPS,
    DECLARATION_STEPS,
    EFFECT_STEPS,
    MOVEMENT_STEPS,
    Act,
    Event,
    Role,
    Stage,
    Step,
)
from ..common_actions.readied import ask_readied
from ..miscellaneous_actions.hinder import oppose
from ..movement.movement_resolution import move_step
from ..offensive_actions.strike import attack_step
from ..positioning_actions.pushes import ask_direction, ask_distance
from .action_stack import go_to, pop, top_frame
from .declare import is_still_possible, take_place
from .effects import take_effect
from .interrupts import ask_interrupter
from .post_action import update_derived_state

# --- The moments of an action (W58, W59, RW38, RW39) ----------------------------------------------


@njit
def end_cancelled(battle, frame):
    """End a cancelled declaration, whose AP stay unspent (W59).

    A long action keeps what was paid before, and its actor may continue it at once (W49, RW39).
    """
    is_completion = frame.is_completion
    log_event(battle, Event.CANCELLED, frame.actor, frame.canceller, frame.act, is_completion, 0)
    if is_completion and is_still_possible(battle, frame):
        battle.stage = Stage.LONG
    pop(battle)


@njit
def stand_declared(battle):
    """After a declaration: the next fighter may interrupt and cancel it (W58, W59, H3)."""
    frame = top_frame(battle)
    if frame.cancelled:
        end_cancelled(battle, frame)
    elif not ask_interrupter(battle):
        go_to(frame, Step.ANSWERED)


@njit
def answer_declaration(battle):
    """Readied actions answer a declaration before it takes place (RW38)."""
    if not ask_readied(battle):
        go_to(top_frame(battle), Step.TAKES_PLACE)


@njit
def stand_resolved(battle):
    """After an action: others may interrupt, unless it was a reaction (W58, RW15)."""
    frame = top_frame(battle)
    if frame.asked == 0:
        update_derived_state(battle)
    if battle.over:
        return
    if frame.role == Role.REACTION:
        go_to(frame, Step.OVER)
    elif not ask_interrupter(battle):
        go_to(frame, Step.ENDED)


@njit
def answer_end(battle):
    """Readied actions answer the end of an action (RW38)."""
    if not ask_readied(battle):
        go_to(top_frame(battle), Step.OVER)


@njit
def end_frame(battle):
    """End the top frame; after movement, update derived state (TW8)."""
    if top_frame(battle).act == Act.WAY:
        update_derived_state(battle)
    pop(battle)


# --- Dispatch -------------------------------------------------------------------------------------


@njit
def begin_step(battle, step):
    """Steps of a declaration, until it takes place (W58, RW38)."""
    if step == Step.DECLARED:
        stand_declared(battle)
    elif step == Step.ANSWERED:
        answer_declaration(battle)
    else:
        take_place(battle)


@njit
def effect_step(battle, step):
    """Steps of an action that is no attack, and its choices (QW9)."""
    if step == Step.OPPOSED:
        oppose(battle, top_frame(battle))
    elif step == Step.EFFECT:
        take_effect(battle, top_frame(battle))
    elif step == Step.DIRECTION:
        ask_direction(battle)
    else:
        ask_distance(battle)


@njit
def end_step(battle, step):
    """Steps after the action (W58, RW38)."""
    if step == Step.RESOLVED:
        stand_resolved(battle)
    elif step == Step.ENDED:
        answer_end(battle)
    else:
        end_frame(battle)


@njit
def frame_step(battle):
    """Carry out one step of the top frame."""
    step = top_frame(battle).step
    if contains(DECLARATION_STEPS, step):
        begin_step(battle, step)
    elif contains(ATTACK_STEPS, step):
        attack_step(battle)
    elif contains(EFFECT_STEPS, step):
        effect_step(battle, step)
    elif contains(MOVEMENT_STEPS, step):
        move_step(battle)
    else:
        end_step(battle, step)
