"""Standing, walking, climbing and flying with injuries (D29, D32, D36, RD7, RD13, RD45)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Part
from ...tables import (
    ACTION_POINTS,
    ARMOUR_SPEED,
    BODY_CLIMB,
    BODY_FLY,
    BODY_SPEED,
    EXHAUSTED_DIVISOR,
    FOOT_FEET,
    FOOT_STAND_COST,
    LEG_FEET,
    LEG_STAND_COST,
    SPEED_AT,
    SQUARE,
    STAND_COST,
    WING_FEET,
    WINGS_TO_FLY,
)
from .bodies import all_injured, count_of, injured_parts, is_exhausted, parts_with


@njit
def can_stand(fighter):
    """Whether one foot and one leg are uninjured (D32, D36, RD40)."""
    return not all_injured(fighter, Part.FOOT) and not all_injured(fighter, Part.LEG)


@njit
def stand_cost(fighter):
    """AP to stand up, more for each injured foot and leg (D32, D36, RD43).

    RULING RD13: at most the AP of a turn. Only a fighter whose feet or legs are all injured cannot
    stand.
    """
    feet = FOOT_STAND_COST * injured_parts(fighter, Part.FOOT)
    legs = LEG_STAND_COST * injured_parts(fighter, Part.LEG)
    return min(ACTION_POINTS, STAND_COST + feet + legs)


@njit(forceinline=True)
def lost_feet(fighter):
    """Feet of base and climb speed lost by injured feet and legs (D32, D36, RD43)."""
    feet = FOOT_FEET * parts_with(fighter, Part.FOOT, SPEED_AT)
    return feet + LEG_FEET * parts_with(fighter, Part.LEG, SPEED_AT)


@njit
def squares_of(fighter, feet):
    """Whole squares of a speed in feet, halved by exhaustion, never below 0 (RD7, RD27)."""
    if is_exhausted(fighter):
        feet = feet // EXHAUSTED_DIVISOR
    return max(0, feet // SQUARE)


@njit(forceinline=True)
def speed_squares(fighter):
    """Squares of the base speed, at least 1 (RD13, RD19); HOUSE: injuries leave that much."""
    feet = min(BODY_SPEED[fighter.body], ARMOUR_SPEED[fighter.armour])
    return max(1, squares_of(fighter, feet - lost_feet(fighter)))


@njit
def climb_squares(fighter):
    """Squares of the climb speed, 0 without one (D32, D36)."""
    if BODY_CLIMB[fighter.body] == 0:
        return 0
    return squares_of(fighter, BODY_CLIMB[fighter.body] - lost_feet(fighter))


@njit
def can_fly(fighter):
    """Whether the wings carry the body: not with one or no uninjured wing (D29, RD45)."""
    if BODY_FLY[fighter.body] == 0:
        return False
    wings = count_of(fighter, Part.WING)
    return wings == 0 or wings - injured_parts(fighter, Part.WING) >= WINGS_TO_FLY


@njit
def fly_squares(fighter):
    """Squares of the fly speed, less for each injured wing, 0 if it cannot fly (D29)."""
    if not can_fly(fighter):
        return 0
    feet = BODY_FLY[fighter.body] - WING_FEET * injured_parts(fighter, Part.WING)
    return squares_of(fighter, feet)
