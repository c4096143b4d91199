"""The stack of actions under way: the last one on it goes on first (TH3, TH4)."""

from __future__ import annotations

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import RESOLVING_STEPS, Act, Event, Outcome, Role, Step
from ...state import FRAMES, NO_FRAME, RESERVED_FRAMES
from ...tables import NONE

# --- Looking at the stack -------------------------------------------------------------------------


@njit
def top_frame(battle):
    """The action that goes on next; call it only while an action is under way."""
    return battle.frames[battle.top]


@njit
def is_action_under_way(battle):
    """Whether any action is under way."""
    return battle.top != NO_FRAME


@njit
def has_room_for_reaction(battle):
    """Whether the stack has room for another readied action (HH2)."""
    return battle.top + 1 + RESERVED_FRAMES <= FRAMES


@njit
def is_attack_resolving(battle):
    """Whether an attack has been rolled and is not over yet: owed pre-rolls wait (TH4).

    A check to hold on belongs to the attack that asks for it (H152).
    """
    number = battle.top
    while number != NO_FRAME and battle.frames[number].act == Act.HOLD_ON:
        number -= 1
    if number == NO_FRAME:
        return False
    return contains(RESOLVING_STEPS, battle.frames[number].step)


@njit
def is_unprovoked(frame):
    """Whether an action was chosen in a turn or readied, and answers no brawl and no guard."""
    return frame.role == Role.TURN or frame.role == Role.READIED


# --- Out of hiding (H134, H144, RH37) -------------------------------------------------------------


@njit
def was_hidden_from(frame, other):
    """Whether the actor was hidden from another when it declared the action (H134, HH40)."""
    return (frame.unseen_by >> other) & 1 != 0


# --- Putting on and taking off --------------------------------------------------------------------


@njit
def clear_progress(frame):
    """Clear what an action has gone through: nobody has been asked, no guard interposes."""
    frame.asked = 0
    frame.fired = 0
    frame.late = 0
    frame.guard = NOBODY
    frame.let_by = 0
    frame.slips = False
    frame.unseen_by = 0
    frame.lucky = 0
    frame.charges = False
    frame.from_location = NONE
    frame.challenge = 0
    frame.restrained = False
    frame.passed = False
    frame.link = 0
    frame.reached = 0
    frame.height = 0


@njit
def clear_attack(frame):
    """Clear the roll, the defence and the hit of an attack."""
    frame.skill = NONE
    frame.defence = 0
    frame.defence_value = 0
    frame.defence_d6 = 0
    frame.defence_fails = False
    frame.undefended = False
    frame.used = False
    frame.d6 = 0
    frame.value = 0
    frame.total = 0
    frame.stays = False
    frame.outcome = Outcome.NONE
    frame.line = 0
    frame.hit = False
    frame.part = NONE
    frame.damage = 0
    frame.effect = 0
    frame.seconds = 0


@njit
def clear_frame(frame):
    """Empty a frame: no action is under way in it."""
    clear_progress(frame)
    clear_attack(frame)
    frame.act = Act.NONE
    frame.role = Role.TURN
    frame.step = Step.OVER
    frame.actor = NOBODY
    frame.target = NOBODY
    frame.first_target = NOBODY
    frame.argument = 0
    frame.hand = NONE
    frame.weapon = NONE
    frame.ability = NONE
    frame.both = False
    frame.aim = NONE


@njit
def push(battle, role, act, actor, target, argument):
    """Start an action; the one below it waits until this one is over (TH3)."""
    battle.top += 1
    frame = battle.frames[battle.top]
    clear_frame(frame)
    frame.act = act
    frame.role = role
    frame.step = Step.DECLARED
    frame.actor = actor
    frame.target = target
    frame.first_target = target
    frame.argument = argument
    frame.from_location = battle.fighters[actor].location
    battle.outcome = Outcome.NONE
    log_event(battle, Event.DECLARES, actor, target, act, argument, role)


@njit
def pop(battle, outcome):
    """Take the last action off the stack; the one below it reads its outcome."""
    clear_frame(battle.frames[battle.top])
    battle.top -= 1
    battle.outcome = outcome


@njit
def go_to(frame, step):
    """Go to a step at which nobody has been asked yet."""
    frame.step = step
    frame.asked = 0
