"""The steps of what is under way: what every deed begins with, and who carries it on (TH3, TH4).

Attacks go on in `strike.py`, movement in `moves.py`, all else in `doings.py`. Who brings a deed to
Step.OVER leaves in `battle.outcome` what the deed below it is to read.
"""

from __future__ import annotations

import numpy as np

from ...core.compile import njit
from ..state import Step
from ..tables import ACTION_TYPE
from ..terms import ActionType, Deed
from .effects import cancel_upcoming
from .frames import go_to, pop, top_frame
from .plans import plan
from .turns import spend

# --- Kinds of deeds -------------------------------------------------------------------------------


@njit
def is_attack(deed):
    """Whether a deed is an attack, with weapon, shield or bare hands (H84, H86, RH6)."""
    return Deed.WEAPON_ATTACK <= deed <= Deed.SHOVING_STRIKE


@njit
def is_movement(deed):
    """Whether a deed is movement (H87, H89 to H92, H94, RH57)."""
    if deed == Deed.CHARGE or deed == Deed.CARRY or deed == Deed.CRAWL:
        return True
    return Deed.MOVE <= deed <= Deed.JUMP_DOWN


@njit
def first_step(deed):
    """With which step a deed goes on once it is declared (TH3)."""
    if is_attack(deed):
        return np.int64(Step.GUARDED)
    return np.int64(Step.BORDER_GUARDED if is_movement(deed) else Step.CHECK)


# --- The beginning of every deed (H51, H80 to H82, H114) ------------------------------------------


@njit
def declare(battle, frame):
    """It is paid; an upcoming one waits for the next turn, one attacked gives his up (H82)."""
    actor, deed, target = np.int64(frame.actor), np.int64(frame.deed), np.int64(frame.target)
    spend(battle, actor, deed, np.int64(frame.role))
    if ACTION_TYPE[deed] == ActionType.UPCOMING:
        plan(battle, actor, deed, np.int64(frame.argument))
        go_to(frame, Step.OVER)
        return
    if is_attack(deed):
        cancel_upcoming(battle, target)
    go_to(frame, Step.INTENDED)


@njit
def begin_step(battle, frame, step):
    """A declaration, until the deed goes its own way (H49, H114)."""
    if step == Step.DECLARED:
        declare(battle, frame)
    elif step == Step.INTENDED:
        go_to(frame, Step.RESTRAINED)
    else:
        go_to(frame, first_step(np.int64(frame.deed)))


# --- Which step goes on ---------------------------------------------------------------------------


@njit
def frame_step(battle):
    """One step of the last thing that is under way (TH3)."""
    frame = top_frame(battle)
    step = np.int64(frame.step)
    if step <= Step.RESTRAINED:
        begin_step(battle, frame, step)
    else:
        pop(battle, np.int64(battle.outcome))
