"""The steps that every action begins with, and the chapter that takes the later ones (TH3, TH4).

Attacks go on in `attack_steps.py`, movement in `movement_actions.py`, all else in
`other_actions.py`. The function that brings an action to Step.OVER leaves in `frame.outcome` what
the action below it reads.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    ATTACK_STEPS,
    DECLARATION_STEPS,
    INTERRUPTIBLE_STEPS,
    MOVEMENT_STEPS,
    OTHER_STEPS,
    Act,
    ActionType,
    Event,
    Outcome,
    Step,
)
from ...tables import ACTION_TYPE, ATTACKS, MOVEMENTS
from ..attacks.attack_choices import ask_aim
from ..attacks.attack_steps import attack_step
from ..characters.conditions import can_act, is_conscious
from ..characters.powers import feed_rage
from ..combat_basics.clusters import leave_cluster
from ..combat_basics.readied import ask_readied
from ..forced_movement.restraint import ask_holder
from ..guarding import is_shot
from ..positions.hiding import unaware_of
from ..positions.sounds import make_sound
from .action_stack import go_to, is_unprovoked, pop, top_frame
from .action_types import spend
from .movement_actions import movement_step
from .other_actions import other_action_step
from .upcoming_actions import begin_upcoming


@njit
def first_own_step(act):
    """The step with which an action goes on after its declaration (TH3)."""
    if contains(ATTACKS, act):
        return np.int64(Step.GUARDED)
    return np.int64(Step.BORDER_GUARDED if contains(MOVEMENTS, act) else Step.CHECK)


# --- The beginning of every action (H80 to H82, H114) ----------------------------------------


@njit
def declare_attack(battle, frame, actor):
    """Declare an attack: melee is loud (RH49).

    The frame keeps from whom the attacker was hidden, for guards and for the roll (H134, H144). The
    target is attacked only once no guard steps in (`engage_target`).
    """
    feed_rage(battle.fighters[actor])
    frame.unseen_by = frame.unseen_by | unaware_of(battle, actor)
    if not is_shot(battle, frame):
        make_sound(battle, actor, True)


@njit
def declare(battle, frame):
    """Pay for an action; an upcoming one waits for the next turn (H82)."""
    actor, act = frame.actor, frame.act
    spend(battle, actor, act, frame.role)
    if ACTION_TYPE[act] == ActionType.UPCOMING:
        begin_upcoming(battle, actor, act, frame.argument)
        go_to(frame, Step.OVER)
        return
    if contains(ATTACKS, act):
        declare_attack(battle, frame, actor)
    elif act == Act.CHARGE:
        frame.unseen_by = unaware_of(battle, actor)
    go_to(frame, Step.INTENDED)
    if contains(ATTACKS, act):
        ask_aim(battle, frame)


@njit
def has_intention(frame):
    """Whether readied actions may answer the intention to attack (H49).

    An attack that answers a brawl or a guard has none. A charge has it where its attack begins, so
    that the answer comes just before that attack (HH41).
    """
    return contains(ATTACKS, frame.act) and is_unprovoked(frame)


@njit
def declaration_step(battle, frame, step):
    """One step of the declaration, until the action goes its own way (H49, H114)."""
    if step == Step.DECLARED:
        declare(battle, frame)
    elif step == Step.INTENDED:
        if not has_intention(frame) or not ask_readied(battle):
            go_to(frame, Step.RESTRAINED)
    elif not ask_holder(battle):
        go_to(frame, first_own_step(frame.act))


@njit
def is_interrupted(battle, frame, step):
    """Whether the actor cannot act any more and the action has not been resolved (H65, RH37).

    An actor who slips past a guard and is hit is stopped by that guard instead (RH47).
    """
    if can_act(battle.fighters[frame.actor]):
        return False
    return contains(INTERRUPTIBLE_STEPS, step)


@njit
def interrupt(battle, frame):
    """Fail an action whose actor cannot act any more (H65)."""
    log_event(battle, Event.FAILS, frame.actor, frame.target, frame.act, 0, 0)
    frame.outcome = Outcome.FAILED
    go_to(frame, Step.OVER)


@njit
def leave_cluster_if_unconscious(battle, target):
    """After an attack an unconscious target leaves its cluster (RH38)."""
    if target != NOBODY and not is_conscious(battle.fighters[target]):
        leave_cluster(battle, target)


@njit
def end_action(battle, frame):
    """End an action and hand its outcome to the one below it (RH38, TH3)."""
    if contains(ATTACKS, frame.act):
        leave_cluster_if_unconscious(battle, frame.target)
        leave_cluster_if_unconscious(battle, frame.first_target)
    pop(battle, frame.outcome)


# --- Which step goes on ---------------------------------------------------------------------------


@njit
def action_step(battle):
    """One step of the last action under way (TH3)."""
    frame = top_frame(battle)
    step = frame.step
    if is_interrupted(battle, frame, step):
        interrupt(battle, frame)
    elif contains(DECLARATION_STEPS, step):
        declaration_step(battle, frame, step)
    elif contains(ATTACK_STEPS, step):
        attack_step(battle)
    elif contains(MOVEMENT_STEPS, step):
        movement_step(battle)
    elif contains(OTHER_STEPS, step):
        other_action_step(battle)
    else:
        end_action(battle, frame)
