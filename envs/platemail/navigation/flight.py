"""Whether a step leads away from those whom a fighter flees (P14, RP42, RP43)."""

from __future__ import annotations

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit
from ...core.maps.square_grid import (
    COLUMNS,
    direction,
    distance,
)
from ..enums import (
    Errand,
)
from ..rules.clashes import holds_square, only
from ..rules.sight import is_known_hostile


@njit
def fled_from(battle, actor, kind):
    """Mask of the fighters that the movement flees from (P14, RP42, RP43)."""
    if kind == Errand.AWAY:
        return only(battle.phases[actor].target)
    mask = 0
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
            mask |= only(other)
    return mask


@njit
def distance_to_nearest(battle, foes, x, y):
    """Distance from a square to the nearest of a mask of fighters (RP43)."""
    nearest = COLUMNS
    while foes != 0:
        foe = battle.fighters[lowest_bit(foes)]
        nearest = min(nearest, distance(x, y, foe.x, foe.y))
        foes &= foes - 1
    return nearest


@njit
def turns(battle, actor, foes, side, nearest):
    """Eighths of a circle between a direction and straight away from the nearest."""
    fighter = battle.fighters[actor]
    total = 0
    while foes != 0:
        foe = battle.fighters[lowest_bit(foes)]
        if distance(fighter.x, fighter.y, foe.x, foe.y) == nearest:
            turn = (side - direction(foe.x, foe.y, fighter.x, fighter.y)) & 7
            total += min(turn, 8 - turn)
        foes &= foes - 1
    return total


@njit
def comes_nearer(battle, actor, foes, x, y):
    """Whether a square is nearer to any of a mask of fighters (RP43)."""
    fighter = battle.fighters[actor]
    while foes != 0:
        foe = battle.fighters[lowest_bit(foes)]
        if distance(x, y, foe.x, foe.y) < distance(fighter.x, fighter.y, foe.x, foe.y):
            return True
        foes &= foes - 1
    return False


@njit
def is_held_by_enemy(battle, actor, x, y):
    """Whether an enemy he knows of stands in the square when the step begins (P57, RP33)."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if fighter.x == x and fighter.y == y and holds_square(fighter):
            if is_known_hostile(battle, actor, other):
                return True
    return False


@njit
def leads_away(battle, actor, foes, x, y):
    """Whether a square without an enemy is farther from the nearest of a mask of them (RP43)."""
    fighter = battle.fighters[actor]
    nearest = distance_to_nearest(battle, foes, fighter.x, fighter.y)
    if distance_to_nearest(battle, foes, x, y) <= nearest:
        return False
    return not is_held_by_enemy(battle, actor, x, y)
