"""What a turn can be spent on: standard, free, ongoing and simultaneous actions (H80 to H83)."""

from __future__ import annotations

import numpy as np

from ...core.compile import njit
from ..state import Role, Stage
from ..tables import ACTION_TYPE, IS_SIMULTANEOUS
from ..terms import ActionType, Deed

# --- Free actions (H80, H104) ---------------------------------------------------------------------


@njit
def kind_of(deed):
    """Which free action a deed counts as: the three observations are one (H80, H104)."""
    if deed == Deed.FRISK or deed == Deed.SIZE_UP:
        return np.int64(Deed.LOOK)
    return np.int64(deed)


@njit
def has_done(fighter, deed):
    """Whether it has used a free action in this turn (H80)."""
    return (np.int64(fighter.free) >> kind_of(deed)) & 1 != 0


# --- Simultaneous actions (H83, H97, H98) ---------------------------------------------------------


@njit
def is_move(deed):
    """Whether a deed is a Move: to another location or out of a cluster (H89)."""
    return deed == Deed.MOVE or deed == Deed.LEAVE_CLUSTER


@njit
def goes_with(fighter, deed):
    """Whether a deed still goes with this turn's standard action: Draw with a Move (H83, H97)."""
    if not fighter.moved_only:
        return False
    return is_move(deed) if fighter.simultaneous else IS_SIMULTANEOUS[deed]


# --- Spending (H80 to H83, RH36) ------------------------------------------------------------------


@njit
def may_spend(fighter, deed):
    """Whether the turn still has an action for a deed (H80 to H83).

    One may drop several items at once, and let go at any time (H99, H112).
    """
    way = ACTION_TYPE[deed]
    if deed == Deed.LET_GO or deed == Deed.DROP_ITEM or way == ActionType.UPCOMING:
        return True
    if way == ActionType.FREE:
        return not has_done(fighter, deed)
    return not fighter.standard or goes_with(fighter, deed)


@njit
def ends_turn(deed):
    """Whether an action ends the turn: ongoing and upcoming ones, Ready (H81, H82, RH36)."""
    way = ACTION_TYPE[deed]
    return way == ActionType.ONGOING or way == ActionType.UPCOMING or deed == Deed.READY


@njit
def spend_standard(fighter, deed):
    """This turn's standard action, or what is simultaneous with it (H80, H83)."""
    was_used = fighter.standard
    fighter.standard = True
    fighter.moved_only = not was_used and (is_move(deed) or IS_SIMULTANEOUS[deed])
    if IS_SIMULTANEOUS[deed]:
        fighter.simultaneous = True


@njit
def spend(battle, actor, deed, role):
    """A deed is paid with its kind of action; out of turn it costs none (H80 to H83, RH17, RH36).

    An ongoing one hinders all defences until the next turn in any case.
    """
    fighter = battle.fighters[actor]
    way = ACTION_TYPE[deed]
    if way == ActionType.ONGOING:
        fighter.ongoing = True
    if role != Role.TURN:
        return
    if way == ActionType.FREE:
        fighter.free = np.int64(fighter.free) | (1 << kind_of(deed))
    elif way != ActionType.UPCOMING:
        spend_standard(fighter, deed)
    if ends_turn(deed):
        battle.stage = Stage.ACTED
