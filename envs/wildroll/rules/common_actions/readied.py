"""Readied actions: named, kept, taken as a reaction to any event (W80, RW38, H14, H15)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...actions.table import (
    ACTS,
    TURN_VERBS,
)
from ...enums import (
    Act,
    Event,
    Role,
    Verb,
    Window,
)
from ...state import (
    NO_FRAME,
)
from ...tables import ACT_POINTS
from ..combat_sequence.action_stack import top_frame
from ..combat_sequence.legality import has_choice, may_choose
from ..combat_sequence.points import can_pay
from ..combat_sequence.reactions import may_react, next_to_ask
from ..combat_sequence.windows import open_window
from ..health.bodies import decider, everybody
from ..movement.spaces import sees

NO_VERB = -1


def verbs_of_acts() -> np.ndarray:
    """The verbs by which each action is chosen, except commands, `NO_VERB` after the last one.

    Returns:
        Array `[actions, most verbs of one]`.
    """
    found: list[list[int]] = [[] for _ in Act]
    for verb in TURN_VERBS.tolist():
        if verb != Verb.COMMAND and ACTS[verb] != Act.WAY:
            found[ACTS[verb]].append(verb)
    most = max(len(verbs) for act, verbs in enumerate(found) if act != Act.NONE)
    return np.array([(verbs + [NO_VERB] * most)[:most] for verbs in found], np.int64)


VERBS_OF = verbs_of_acts()


@njit
def ready(battle, actor, act):
    """Ready an Action, which stays secret (W80, RW26)."""
    battle.fighters[actor].readied = act
    log_event(battle, Event.READIES, actor, NOBODY, 0, 0, 0)


# --- The event (RW38, H15) ------------------------------------------------------------------------


@njit
def is_event_for(battle, actor):
    """Whether the top action is an event for a fighter: seen, no reaction (RW38, H15)."""
    if battle.top == NO_FRAME:
        return False
    frame = top_frame(battle)
    doer = frame.actor
    if frame.role == Role.REACTION or decider(battle, doer) == actor:
        return False
    return sees(battle, actor, doer)


@njit
def may_use_readied(battle, actor, verb, argument, target):
    """Whether a fighter may take its readied action now: paid in full and possible (W80, RW38).

    In the saddle its animal performs a Stand or an Escape, as in its turn (H25).
    """
    if ACTS[verb] != battle.fighters[actor].readied or verb == Verb.COMMAND:
        return False
    if not is_event_for(battle, actor) or not may_react(battle, actor):
        return False
    return may_choose(battle, actor, verb, argument, target, Role.REACTION)


@njit
def can_use_readied(battle, actor):
    """Whether there is any way for a fighter to take its readied action now (RW38)."""
    readied = battle.fighters[actor].readied
    if readied == Act.NONE or not can_pay(battle, actor, ACT_POINTS[readied]):
        return False
    if not is_event_for(battle, actor) or not may_react(battle, actor):
        return False
    for place in range(VERBS_OF.shape[1]):
        verb = VERBS_OF[readied, place]
        if verb != NO_VERB and has_choice(battle, actor, verb, Role.REACTION):
            return True
    return False


@njit
def ready_ones(battle):
    """Set of the fighters with a readied action (W80)."""
    left, mask = everybody(battle), 0
    while left != 0:
        actor = lowest_bit(left)
        left &= left - 1
        mask |= np.int64(battle.fighters[actor].readied != Act.NONE) << actor
    return mask


@njit
def ask_readied(battle):
    """Ask the next fighter who can answer by its readied action (W80, RW38, XW3).

    Returns:
        Whether a fighter is asked; if not, the event is over.
    """
    others = ready_ones(battle) & ~top_frame(battle).asked
    mask = 0
    while others != 0:
        actor = lowest_bit(others)
        others &= others - 1
        if can_use_readied(battle, actor):
            mask |= 1 << actor
    actor = next_to_ask(battle, mask)
    if actor == NOBODY:
        return False
    open_window(battle, actor, Window.READIED)
    return True
