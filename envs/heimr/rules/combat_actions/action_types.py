"""What a turn can be spent on: standard, free, ongoing and simultaneous actions (H80 to H83)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ...enums import ActionType, Deed, Role, Stage
from ...tables import (
    ACTION_TYPE,
    ANY_TIME,
    FREE_DEEDS,
    IS_SIMULTANEOUS,
    MOVES,
    OBSERVATIONS,
    SIMULTANEOUS_DEEDS,
    STANDARD_DEEDS,
    UPCOMING_DEEDS,
)

# --- Free actions (H80, H104) ---------------------------------------------------------------------


@njit
def kind_of(deed):
    """Which free action a deed counts as: the three observations are one (H80, H104)."""
    if deed == Deed.FRISK or deed == Deed.SIZE_UP:
        return np.int64(Deed.LOOK)
    return np.int64(deed)


@njit
def includes(deeds, deed):
    """Whether a set of deeds, a bit each, holds one of them."""
    return (np.int64(deeds) >> np.int64(deed)) & 1 != 0


@njit
def has_done(fighter, deed):
    """Whether it has used a free action in this turn (H80)."""
    return includes(fighter.free, kind_of(deed))


@njit
def free_deeds(fighter):
    """The free actions that it has not used in this turn, a bit each (H80, H104)."""
    left = FREE_DEEDS & ~np.int64(fighter.free)
    return left & ~OBSERVATIONS if has_done(fighter, Deed.LOOK) else left


# --- Simultaneous actions (H83, H97, H98) ---------------------------------------------------------


@njit
def is_move(deed):
    """Whether a deed is a Move: to another location or out of a cluster (H89)."""
    return includes(MOVES, deed)


@njit
def goes_with(fighter):
    """What still goes with this turn's standard action: Draw with a Move (H83, H97)."""
    if not fighter.moved_only:
        return np.int64(0)
    return MOVES if fighter.simultaneous else SIMULTANEOUS_DEEDS


# --- Spending (H80 to H83, RH36) ------------------------------------------------------------------


@njit
def deeds_left(fighter):
    """The deeds for which the turn still has an action, a bit each (H80 to H83).

    One may drop several items at once, and let go at any time (H99, H112).
    """
    left = free_deeds(fighter) | UPCOMING_DEEDS | ANY_TIME
    return left | (goes_with(fighter) if fighter.standard else STANDARD_DEEDS)


@njit
def may_spend(fighter, deed):
    """Whether the turn still has an action for a deed (H80 to H83)."""
    return includes(deeds_left(fighter), deed)


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
