"""Blind spots (H157 to H160, H177, RH56, QH12)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import (
    Event,
)
from ...tables import BLIND_PENALTY, LOCATIONS, NONE
from ..combat_basics.initiative import active_fighter
from ..grid import column_of, row_of

STRAIGHT, DIAGONAL, TIE = 0, 1, 2
"""Lines of a shot: along a row or column, along a diagonal, as near to both (H159, RH56)."""

# --- Lines (H159, RH56) ---------------------------------------------------------------------------


@njit
def nearest_line(location, other):
    """The line that a shot from one location at another is nearest to (H159, RH56)."""
    dx = abs(column_of(other) - column_of(location))
    dy = abs(row_of(other) - row_of(location))
    long, short = max(dx, dy), min(dx, dy)
    if long == 2 * short:
        return TIE
    return STRAIGHT if short < long - short else DIAGONAL


@njit
def is_behind(dx, dy, x, y, line):
    """Whether a square is on the far side of a shot (H157, H159, RH56).

    Args:
        dx: columns from the shooter to the victim.
        dy: rows from the shooter to the victim.
        x: columns from the victim to the square.
        y: rows from the victim to the square.
        line: STRAIGHT or DIAGONAL.
    """
    if line == DIAGONAL:
        ahead, aside = x * np.sign(dx), y * np.sign(dy)
        return ahead >= 0 and aside >= 0 and ahead + aside > 0
    if abs(dx) >= abs(dy):
        return x * np.sign(dx) >= max(1, abs(y))
    return y * np.sign(dy) >= max(1, abs(x))


@njit
def blind_side(location, other, line):
    """Locations on the far side of a shot from one location at another, a bit each (H157, H159)."""
    found = 0
    dx = column_of(other) - column_of(location)
    dy = row_of(other) - row_of(location)
    for place in range(LOCATIONS):
        x = column_of(place) - column_of(other)
        y = row_of(place) - row_of(other)
        if is_behind(dx, dy, x, y, line):
            found |= 1 << place
    return found


# --- Being blind (H157, H158, H160, H177) ---------------------------------------------------------


@njit
def is_blind_to(fighter, location):
    """Whether a location lies in a fighter's blind spot (H157)."""
    return location != NONE and (fighter.blind >> location) & 1 != 0


@njit
def may_blind(battle, actor, target):
    """Whether a shot that is defended against makes a blind spot (H157, H177, RH56).

    It does if it comes from another square that is not in a blind spot already.
    """
    one, other = battle.fighters[actor], battle.fighters[target]
    if not battle.blind_spots or one.location == other.location:
        return False
    return not is_blind_to(other, one.location)


@njit
def chooses_line(battle, actor, target):
    """Whether the shooter chooses the line, on a tie (H159, QH12)."""
    location = battle.fighters[actor].location
    if not may_blind(battle, actor, target):
        return False
    return nearest_line(location, battle.fighters[target].location) == TIE


@njit
def add_blind_spot(battle, actor, target, chosen):
    """A fighter who defends against a shot loses sight of the far side (H157, H177, RH56).

    It lasts until the fighter's next turn. `chosen` is the line chosen on a tie.
    """
    if not may_blind(battle, actor, target):
        return
    fighter = battle.fighters[target]
    location, other = battle.fighters[actor].location, fighter.location
    line = nearest_line(location, other)
    if line == TIE:
        line = chosen
    fighter.blind = fighter.blind | blind_side(location, other, line)
    log_event(battle, Event.BLIND_SPOT, target, actor, line, 0, 0)


@njit
def comes_from(battle, actor, charges):
    """The location from which a fighter has come in this turn, -1 (H158)."""
    if charges or active_fighter(battle) == actor:
        return battle.fighters[actor].entered_from
    return NONE


@njit
def blind_penalty(battle, actor, target, is_ranged, charges):
    """Penalty of a defence against an attack from the blind spot (H158).

    Shots from there, and melee attacks by fighters who have entered from there in this turn.
    """
    location = battle.fighters[actor].location
    if not is_ranged:
        location = comes_from(battle, actor, charges)
    if is_blind_to(battle.fighters[target], location):
        return BLIND_PENALTY
    return 0
