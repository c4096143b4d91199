"""The action stack: actions, interrupts and reactions under way (W57, W60, RW15).

The top frame is resolved first; when it is over, the one below goes on.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Act,
    Event,
    Level,
    Role,
    Step,
)
from ...state import (
    NO_FRAME,
)
from ...tables import NONE

# --- Reading the stack ----------------------------------------------------------------------------


@njit
def top_frame(battle):
    """The top frame; only valid if the stack is not empty."""
    return battle.frames[battle.top]


@njit
def frame_below(battle):
    """Index of the frame below the top, -1 if none."""
    return battle.top - 1 if battle.top > 0 else NO_FRAME


@njit
def interrupts_under_way(battle):
    """Number of nested interrupts (RW15)."""
    count = 0
    for number in range(battle.top + 1):
        count += battle.frames[number].role == Role.INTERRUPT
    return count


@njit
def first_step(role, act):
    """First step of an action; movement and reactions skip the interrupts (RW15, TW8)."""
    if act == Act.WAY:
        return np.int64(Step.SET_OUT)
    return np.int64(Step.TAKES_PLACE if role == Role.REACTION else Step.DECLARED)


# --- Push and pop ---------------------------------------------------------------------------------


@njit
def blank_frame(frame):
    """Clear what a frame has asked and rolled."""
    frame.cost = 0
    frame.is_completion = False
    frame.cancelled = False
    frame.canceller = NOBODY
    frame.asked = 0
    frame.reacted = 0
    frame.unseen = False
    frame.natural = 0
    frame.total = 0
    frame.defence = 0
    frame.value = 0
    frame.hit = False
    frame.damage = 0
    frame.level = Level.NONE
    frame.knocks_out = 0
    frame.side = 0
    frame.manner = NONE
    frame.is_stepwise = False
    frame.yards = 0
    frame.gone = 0
    frame.weapon = NONE


@njit
def clear_frame(frame):
    """Make a frame empty."""
    blank_frame(frame)
    frame.act = Act.NONE
    frame.role = Role.TURN
    frame.step = Step.OVER
    frame.actor = NOBODY
    frame.target = NOBODY
    frame.first_target = NOBODY
    frame.argument = 0


@njit
def push(battle, role, act, actor, target, argument):
    """Begin an action; the one below waits until it is over (W57, W60)."""
    battle.top += 1
    frame = battle.frames[battle.top]
    blank_frame(frame)
    frame.act = act
    frame.role = role
    frame.step = first_step(role, act)
    frame.actor = actor
    frame.target = target
    frame.first_target = target
    frame.argument = argument
    if act != Act.WAY:
        log_event(battle, Event.DECLARES, actor, target, act, argument, role)


@njit
def pop(battle):
    """Remove the top frame."""
    clear_frame(battle.frames[battle.top])
    battle.top -= 1


@njit
def go_to(frame, step):
    """Go to a step, at which no one has been asked yet."""
    frame.step = step
    frame.asked = 0


# --- Side effects of beginning an action (W69, W80, W106) -----------------------------------------


@njit
def begin_act(battle, actor, act):
    """An action ends readiness, a run-up and the calming of a mount (W69, W80, W106)."""
    fighter = battle.fighters[actor]
    if act != Act.WAY:
        fighter.readied = Act.NONE
    if act != Act.WAY and act != Act.JUMP:
        fighter.run = 0
    if act != Act.CALM:
        fighter.calming = 0
