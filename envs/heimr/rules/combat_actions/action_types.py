"""What a turn can be spent on: standard, free, ongoing and simultaneous actions (H80 to H83)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ...enums import Action, ActionType, Role, Stage
from ...tables import (
    ACTION_TYPE,
    ANY_TIME_ACTIONS,
    FREE_ACTIONS,
    IS_SIMULTANEOUS,
    MOVES,
    OBSERVATIONS,
    SIMULTANEOUS_ACTIONS,
    STANDARD_ACTIONS,
    UPCOMING_ACTIONS,
)

# --- Free actions (H80, H104) ---------------------------------------------------------------------


@njit
def free_action_kind(action):
    """Which free action a deed counts as: the three observations are one (H80, H104)."""
    if action == Action.FRISK or action == Action.SIZE_UP:
        return np.int64(Action.LOOK)
    return np.int64(action)


@njit
def has_used(fighter, action):
    """Whether it has used a free action in this turn (H80)."""
    return contains(fighter.free, free_action_kind(action))


@njit
def free_actions_left(fighter):
    """The free actions that it has not used in this turn, a bit each (H80, H104)."""
    left = FREE_ACTIONS & ~np.int64(fighter.free)
    return left & ~OBSERVATIONS if has_used(fighter, Action.LOOK) else left


# --- Simultaneous actions (H83, H97, H98) ---------------------------------------------------------


@njit
def is_move(action):
    """Whether a deed is a Move: to another location or out of a cluster (H89)."""
    return contains(MOVES, action)


@njit
def simultaneous_actions_left(fighter):
    """What still goes with this turn's standard action: Draw with a Move (H83, H97)."""
    if not fighter.moved_only:
        return np.int64(0)
    return MOVES if fighter.simultaneous else SIMULTANEOUS_ACTIONS


# --- Spending (H80 to H83, RH36) ------------------------------------------------------------------


@njit
def actions_left(fighter):
    """The deeds for which the turn still has an action, a bit each (H80 to H83).

    One may drop several items at once, and let go at any time (H99, H112).
    """
    left = free_actions_left(fighter) | UPCOMING_ACTIONS | ANY_TIME_ACTIONS
    return left | (simultaneous_actions_left(fighter) if fighter.standard else STANDARD_ACTIONS)


@njit
def has_action_left(fighter, action):
    """Whether the turn still has an action for a deed (H80 to H83)."""
    return contains(actions_left(fighter), action)


@njit
def ends_turn(action):
    """Whether an action ends the turn: ongoing and upcoming ones, Ready (H81, H82, RH36)."""
    way = ACTION_TYPE[action]
    return way == ActionType.ONGOING or way == ActionType.UPCOMING or action == Action.READY


@njit
def spend_standard(fighter, action):
    """This turn's standard action, or what is simultaneous with it (H80, H83)."""
    was_used = fighter.standard
    fighter.standard = True
    fighter.moved_only = not was_used and (is_move(action) or IS_SIMULTANEOUS[action])
    if IS_SIMULTANEOUS[action]:
        fighter.simultaneous = True


@njit
def spend(battle, actor, action, role):
    """A deed is paid with its kind of action; out of turn it costs none (H80 to H83, RH17, RH36).

    An ongoing one hinders all defences until the next turn in any case.
    """
    fighter = battle.fighters[actor]
    way = ACTION_TYPE[action]
    if way == ActionType.ONGOING:
        fighter.ongoing = True
    if role != Role.TURN:
        return
    if way == ActionType.FREE:
        fighter.free = np.int64(fighter.free) | (1 << free_action_kind(action))
    elif way != ActionType.UPCOMING:
        spend_standard(fighter, action)
    if ends_turn(action):
        battle.stage = Stage.ACTED
