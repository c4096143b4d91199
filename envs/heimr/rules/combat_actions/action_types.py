"""The actions of a turn: standard, free, ongoing and simultaneous (H80 to H83)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ...enums import Act, ActionType, Role, Stage
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
from ..characters.conditions import may_stand_up

# --- Free actions (H80, H104) ---------------------------------------------------------------------


@njit
def free_action_kind(act):
    """The free action that an action counts as: the three observations are one (H80, H104)."""
    if act == Act.FRISK or act == Act.SIZE_UP:
        return np.int64(Act.LOOK)
    return act


@njit
def has_used(fighter, act):
    """Whether the fighter has used a free action in this turn (H80)."""
    return contains(fighter.free, free_action_kind(act))


@njit
def free_actions_left(fighter):
    """The free actions left in this turn, a bit each (H80, H104)."""
    left = FREE_ACTIONS & ~fighter.free
    return left & ~OBSERVATIONS if has_used(fighter, Act.LOOK) else left


@njit
def may_rise(fighter):
    """Whether a fighter can stand up: not in the turn in which it fell or dropped prone (RH41)."""
    return may_stand_up(fighter) and not has_used(fighter, Act.STAND_UP)


# --- Simultaneous actions (H83, H97, H98) ---------------------------------------------------------


@njit
def is_move(act):
    """Whether an action is a Move: to another location or out of a cluster (H89)."""
    return contains(MOVES, act)


@njit
def simultaneous_actions_left(fighter):
    """Actions that may still accompany the standard action: Draw with a Move (H83, H97)."""
    if not fighter.moved_only:
        return 0
    return MOVES if fighter.simultaneous else SIMULTANEOUS_ACTIONS


# --- Spending (H80 to H83) ------------------------------------------------------------------


@njit
def actions_left(fighter):
    """The actions that the turn still allows, a bit each (H80 to H83).

    Several items may be dropped at once, and a hold may end at any time (H99, H112).
    """
    left = free_actions_left(fighter) | UPCOMING_ACTIONS | ANY_TIME_ACTIONS
    return left | (simultaneous_actions_left(fighter) if fighter.standard else STANDARD_ACTIONS)


@njit
def has_action_left(fighter, act):
    """Whether the turn still allows an action (H80 to H83)."""
    return contains(actions_left(fighter), act)


@njit
def ends_turn(act):
    """Whether an action ends the turn: ongoing and upcoming ones (H81, H82)."""
    way = ACTION_TYPE[act]
    return way == ActionType.ONGOING or way == ActionType.UPCOMING


@njit
def spend_standard(fighter, act):
    """Use up the standard action, or the one simultaneous with it (H80, H83)."""
    was_used = fighter.standard
    fighter.standard = True
    fighter.moved_only = not was_used and (is_move(act) or IS_SIMULTANEOUS[act])
    if IS_SIMULTANEOUS[act]:
        fighter.simultaneous = True


@njit
def spend(battle, actor, act, role):
    """Use up what an action costs in the turn (H80 to H83, RH17).

    Out of turn it costs nothing. An ongoing action lowers all defences until the next turn in any
    case.
    """
    fighter = battle.fighters[actor]
    way = ACTION_TYPE[act]
    if way == ActionType.ONGOING:
        fighter.ongoing = True
    if role != Role.TURN:
        return
    if way == ActionType.FREE:
        fighter.free = fighter.free | (1 << free_action_kind(act))
    elif way != ActionType.UPCOMING:
        spend_standard(fighter, act)
    if ends_turn(act):
        battle.stage = Stage.ACTED
