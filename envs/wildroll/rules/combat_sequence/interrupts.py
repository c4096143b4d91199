"""Acting out of turn: who may, when, what it costs, what it cancels (W57 to W59, RW14, RW15)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Deed,
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
from .action_stack import frame_below, interrupts_under_way, is_busy, top_frame
from .initiative import change_initiative, first_of, initiative_in_turn
from .legality import can_interrupt
from .windows import open_window

# --- Who may (W55, W57, RW14, RW15, H2) -----------------------------------------------------------


@njit
def active_fighter(battle):
    """Who is active: whose action is under way, else whose turn it is (W57, RW15)."""
    if battle.top != NO_FRAME:
        return np.int64(top_frame(battle).actor)
    return np.int64(battle.active)


@njit
def active_initiative(battle):
    """The initiative that an interrupt has to be above (W57)."""
    return initiative_in_turn(battle, active_fighter(battle))


@njit
def may_interrupt(battle, actor):
    """Whether somebody may act out of turn at this moment at all (W55, W57, RW14, H2).

    The pinned may, if only to escape (W92). What is above the active initiative is never 0.
    """
    fighter = battle.fighters[actor]
    if fighter.passing or initiative_in_turn(battle, actor) <= active_initiative(battle):
        return False
    if not is_able(fighter) or is_animal(fighter):
        return False
    return actor != battle.active and not is_busy(battle, actor)


@njit
def quicker_ones(battle):
    """Those whose own initiative is above the active one and who do not let pass, as a set (W57).

    All are asked alike: that is cheaper than to tell one by one who is quick enough.
    """
    initiative, mask = active_initiative(battle), np.int64(0)
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
    """Who has been asked at this moment, as a set (RW14)."""
    if battle.top != NO_FRAME:
        return np.int64(top_frame(battle).asked)
    return np.int64(battle.asked)


@njit
def mark_asked(battle, actor):
    """Nobody is asked twice at one moment (RW14)."""
    if battle.top != NO_FRAME:
        frame = top_frame(battle)
        frame.asked = np.int64(frame.asked) | (1 << actor)
    else:
        battle.asked = np.int64(battle.asked) | (1 << actor)


@njit
def onlookers(battle):
    """Those who see the deed under way, as a set; where there is none, everybody (XW1, H26)."""
    if battle.top == NO_FRAME:
        return everybody(battle)
    return witnesses_of(battle, np.int64(top_frame(battle).actor))


@njit
def interrupters(battle):
    """Those who may and can interrupt and have not been asked yet, as a set (W57, RW14, XW1)."""
    others = quicker_ones(battle) & onlookers(battle) & ~asked_now(battle)
    mask = np.int64(0)
    while others != 0:
        actor = lowest_bit(others)
        others &= others - 1
        if may_interrupt(battle, actor) and can_interrupt(battle, actor):
            mask |= 1 << actor
    return mask


@njit
def ask_interrupter(battle):
    """Ask the next one who can act out of turn, the highest initiative first (W58, TW3, XW3).

    Returns:
        Whether somebody is asked; if not, the moment is over.
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
def log_interrupt(battle, actor, deed):
    """Write down who acts out of turn, and at which moment (W58)."""
    active, moment, under_way = active_fighter(battle), np.int64(battle.stage), np.int64(Deed.NONE)
    if battle.top != NO_FRAME:
        moment, under_way = np.int64(top_frame(battle).step), np.int64(top_frame(battle).deed)
    log_event(battle, Event.INTERRUPTS, actor, active, deed, moment, under_way)


@njit
def interrupt(battle, actor, deed):
    """Somebody acts out of turn: 2 initiative at once, none for a move (W57, W66, H1).

    A rider's animal loses them too: the worse of the two is what counts (W106).
    """
    log_interrupt(battle, actor, deed)
    if deed == Deed.WAY:
        return
    change_initiative(battle, actor, -INTERRUPT_COST)
    animal = animal_of(battle, actor)
    if animal != NOBODY:
        change_initiative(battle, animal, -INTERRUPT_COST)


@njit
def cancel_below(battle):
    """The interrupt takes place: a declaration that it was put before does not (W59, H1)."""
    below = frame_below(battle)
    if below == NO_FRAME or top_frame(battle).role != Role.INTERRUPT:
        return
    frame = battle.frames[below]
    if frame.step == Step.DECLARED:
        frame.cancelled = True
        frame.canceller = decider(battle, np.int64(top_frame(battle).actor))
