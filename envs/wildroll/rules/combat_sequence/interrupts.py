"""Interrupts: legality, order, cost and effect (W57 to W59, RW14, RW15)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Act,
    Event,
    Role,
    Step,
    Window,
)
from ...state import (
    NO_FRAME,
)
from ...tables import DEPTH, INTERRUPT_COST
from ..health.bodies import animal_of, decider, everybody, is_able, is_animal
from ..movement.spaces import witnesses_of
from .action_stack import frame_below, interrupts_under_way, top_frame
from .initiative import change_initiative, first_of, initiative_in_turn
from .legality import can_interrupt
from .windows import open_window

# --- Legality (W55, W57, RW14, RW15, H2) ----------------------------------------------------------


@njit
def active_fighter(battle):
    """The active fighter: actor of the top action, else of the turn (W57, RW15)."""
    if battle.top != NO_FRAME:
        return top_frame(battle).actor
    return battle.active


@njit
def active_initiative(battle):
    """The initiative that an interrupter must exceed (W57)."""
    return initiative_in_turn(battle, active_fighter(battle))


@njit
def may_interrupt(battle, actor):
    """Whether a fighter may act out of turn now (W55, W57, RW14, H2).

    The pinned may, to escape (W92). An initiative above the active one is never 0. A fighter whose
    own action was interrupted may answer the interrupter.
    """
    fighter = battle.fighters[actor]
    if fighter.passing or initiative_in_turn(battle, actor) <= active_initiative(battle):
        return False
    return is_able(fighter) and not is_animal(fighter)


@njit
def quicker_ones(battle):
    """Set of the fighters above the active initiative who have not passed (W57).

    One comparison for all is cheaper than one for each.
    """
    initiative, mask = active_initiative(battle), 0
    left = everybody(battle)
    while left != 0:
        actor = lowest_bit(left)
        left &= left - 1
        fighter = battle.fighters[actor]
        mask |= np.int64(fighter.initiative > initiative and not fighter.passing) << actor
    return mask


# --- Asking (W58, RW14, TW3, XW3) -----------------------------------------------------------------


@njit
def asked_now(battle):
    """Set of the fighters already asked at this moment (RW14)."""
    if battle.top != NO_FRAME:
        return top_frame(battle).asked
    return battle.asked


@njit
def mark_asked(battle, actor):
    """Note that a fighter was asked at this moment (RW14)."""
    if battle.top != NO_FRAME:
        frame = top_frame(battle)
        frame.asked = frame.asked | (1 << actor)
    else:
        battle.asked = battle.asked | (1 << actor)


@njit
def ask_again(battle, actor):
    """Note that a fighter is still to be asked at this moment: a free choice ends none (W43)."""
    if battle.top != NO_FRAME:
        frame = top_frame(battle)
        frame.asked = frame.asked & ~(1 << actor)
    else:
        battle.asked = battle.asked & ~(1 << actor)


@njit
def onlookers(battle):
    """Set of the fighters who see the active fighter; of a hidden one its own side (XW1, H26)."""
    return witnesses_of(battle, active_fighter(battle))


@njit
def interrupters(battle):
    """Set of the fighters who can interrupt and have not been asked (W57, RW14, XW1)."""
    others = quicker_ones(battle) & onlookers(battle) & ~asked_now(battle)
    mask = 0
    while others != 0:
        actor = lowest_bit(others)
        others &= others - 1
        if may_interrupt(battle, actor) and can_interrupt(battle, actor):
            mask |= 1 << actor
    return mask


@njit
def ask_interrupter(battle):
    """Ask the next fighter who can interrupt, by initiative (W58, TW3, XW3).

    Returns:
        Whether a fighter is asked; if not, the moment is over.
    """
    if interrupts_under_way(battle) >= DEPTH:
        return False
    actor = first_of(battle, interrupters(battle))
    if actor == NOBODY:
        return False
    mark_asked(battle, actor)
    open_window(battle, actor, Window.INTERRUPT)
    return True


# --- Interrupting (W57, W59, W66, H1) -------------------------------------------------------------


@njit
def log_interrupt(battle, actor, act):
    """Log an interrupt and its moment (W58)."""
    active, moment, under_way = active_fighter(battle), np.int64(battle.stage), np.int64(Act.NONE)
    if battle.top != NO_FRAME:
        moment, under_way = top_frame(battle).step, top_frame(battle).act
    log_event(battle, Event.INTERRUPTS, actor, active, act, moment, under_way)


@njit
def interrupt(battle, actor, act):
    """Act out of turn: costs 2 initiative at once, nothing for movement (W57, W66, H1).

    A rider's animal loses it too, as the lower of both counts (W106).
    """
    log_interrupt(battle, actor, act)
    if act == Act.WAY:
        return
    change_initiative(battle, actor, -INTERRUPT_COST)
    animal = animal_of(battle, actor)
    if animal != NOBODY:
        change_initiative(battle, animal, -INTERRUPT_COST)


@njit
def cancel_below(battle):
    """Cancel the declaration below an interrupt that takes place (W59, H1)."""
    below = frame_below(battle)
    if below == NO_FRAME or top_frame(battle).role != Role.INTERRUPT:
        return
    frame = battle.frames[below]
    if frame.step == Step.DECLARED:
        frame.cancelled = True
        frame.canceller = decider(battle, top_frame(battle).actor)
