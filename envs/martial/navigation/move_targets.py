"""Destinations of a Move: reach, flanks, cover, weapons (D56, D58, RD27, RD39)."""

from __future__ import annotations

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit
from ...core.engine.battle import first_of_side
from ...core.maps.square_grid import (
    COLUMNS,
    DX,
    DY,
    ROWS,
    add_square,
    columns_between,
    direction,
    distance,
    farther_directions,
    is_obstacle,
    row,
)
from ...core.maps.square_los import corners_obstructed
from ..rules.positioning.sight import are_enemies, are_level, squares_between, threatens
from ..rules.rounds_and_actions.items import longest_reach
from ..rules.rounds_and_actions.movement import move_squares
from ..state import GROUND_CAPACITY, HANDS
from ..tables import IS_RANGED, IS_SHIELD, NONE, SQUARE, WEAPON_THROWN

NEXT_TO = 1
"""Squares between neighbours."""

# --- Goals ----------------------------------------------------------------------------------------


@njit
def reach_squares(fighter):
    """Squares within the reach of the longest weapon in hand (RD27)."""
    return longest_reach(fighter) // SQUARE


@njit
def directions_away(battle, actor, other):
    """Mask of the directions that lead away from a fighter."""
    fighter, foe = battle.fighters[actor], battle.fighters[other]
    return farther_directions(fighter.x, fighter.y, foe.x, foe.y)


@njit
def nearest_weapon(battle, actor):
    """The nearest weapon on the ground, -1 if there is none (RD39)."""
    fighter = battle.fighters[actor]
    best, nearest = -1, COLUMNS
    for item in range(GROUND_CAPACITY):
        if battle.ground_item[item] == NONE or IS_SHIELD[battle.ground_item[item]]:
            continue
        far = distance(fighter.x, fighter.y, battle.ground_x[item], battle.ground_y[item])
        if far < nearest:
            best, nearest = item, far
    return best


@njit
def holds_missile(fighter):
    """Whether a fighter holds a ranged or thrown weapon (D75, D80)."""
    for hand in range(HANDS):
        item = fighter.held[hand]
        if item != NONE and (IS_RANGED[item] or WEAPON_THROWN[item] > 0):
            return True
    return False


# --- Flanking (D58) -------------------------------------------------------------------------------


@njit
def can_be_flanked_with(battle, actor, ally, target):
    """Whether an ally threatens the target, so that the opposite square flanks it (D58)."""
    if squares_between(battle, ally, target) != NEXT_TO:
        return False
    if ally == actor or are_enemies(battle, actor, ally) or not are_level(battle, ally, target):
        return False
    return threatens(battle, ally, target)


@njit
def opposite(one, middle):
    """Coordinate of the square opposite to another one."""
    return 2 * middle - one


@njit
def write_flanks(battle, actor, target, free, goals):
    """Write the free squares opposite to allies who threaten the target (D58)."""
    foe = battle.fighters[target]
    for ally in range(battle.num_fighters):
        if can_be_flanked_with(battle, actor, ally, target):
            friend = battle.fighters[ally]
            x, y = opposite(friend.x, foe.x), opposite(friend.y, foe.y)
            if is_obstacle(free, x, y):
                add_square(goals, x, y)


@njit
def can_flank(battle, actor, target, free):
    """Whether a flanking square is free; False if the fighter flanks already (D58)."""
    me, foe = battle.fighters[actor], battle.fighters[target]
    found = False
    first = first_of_side(battle, battle.side[actor])
    for ally in range(first, first + battle.side_size[battle.side[actor]]):
        if squares_between(battle, ally, target) == NEXT_TO:
            friend = battle.fighters[ally]
            x, y = opposite(friend.x, foe.x), opposite(friend.y, foe.y)
            is_here = x == me.x and y == me.y
            if is_here or (not found and is_obstacle(free, x, y)):
                if can_be_flanked_with(battle, actor, ally, target):
                    if is_here:
                        return False
                    found = True
    return found


# --- Cover (D56, D57) -----------------------------------------------------------------------------


@njit
def obstacles_in(battle, y):
    """Columns of a row with an obstacle, as a mask; none beyond the map."""
    if y < 0 or y >= ROWS:
        return 0
    return row(battle.low, y) | row(battle.high, y)


@njit
def widen(columns):
    """Columns of a mask and their neighbours."""
    return columns | (columns << 1) | (columns >> 1)


@njit
def gives_cover(battle, x, y, foe_x, foe_y):
    """Whether an obstacle gives a square cover from another (D56)."""
    side = direction(x, y, foe_x, foe_y)
    if side < 0:
        return False
    ahead_x, ahead_y = x + DX[side], y + DY[side]
    if not (
        is_obstacle(battle.low, ahead_x, ahead_y) or is_obstacle(battle.high, ahead_x, ahead_y)
    ):
        return False
    return corners_obstructed(battle.low, battle.high, foe_x, foe_y, x, y) > 0


@njit
def nearest_cover(battle, actor, other, free, enough):
    """Nearest free square of a Move with cover from a fighter, -1 if none (D56).

    Squares are numbered y * 32 + x. A fighter who has cover needs none; the search ends with the
    first square at most `enough` steps away.
    """
    fighter, foe = battle.fighters[actor], battle.fighters[other]
    foe_x, foe_y = foe.x, foe.y
    x, y = fighter.x, fighter.y
    if not battle.has_obstacles or gives_cover(battle, x, y, foe_x, foe_y):
        return -1
    best, steps = -1, move_squares(fighter)
    nearest = steps + 1
    first, span = max(0, y - steps), columns_between(x - steps, x + steps)
    above, here = obstacles_in(battle, first - 1), obstacles_in(battle, first)
    for there_y in range(first, min(ROWS, y + steps + 1)):
        below = obstacles_in(battle, there_y + 1)
        columns = widen(above | here | below) & row(free, there_y) & span
        above, here = here, below
        while columns != 0:
            there_x = lowest_bit(columns)
            columns &= columns - 1
            far = distance(x, y, there_x, there_y)
            if far < nearest and gives_cover(battle, there_x, there_y, foe_x, foe_y):
                best, nearest = there_y * COLUMNS + there_x, far
                if nearest <= enough:
                    return best
    return best
