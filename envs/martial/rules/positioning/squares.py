"""Squares: floor, occupants, and where a fighter can stand (RD27, RD47)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ....core.maps.square_grid import (
    COLUMNS,
    DIRECTIONS,
    FULL_ROW,
    ROWS,
    add_square,
    columns_between,
    distance,
    has_square,
    is_on_map,
    remove_square,
    row,
    set_row,
    three_squares,
)
from ...enums import (
    Life,
)
from ..injuries.mobility import climb_squares

# --- Floor (H5, H6) -------------------------------------------------------------------------------


@njit
def is_floor(battle, x, y):
    """Whether the square is on the map and holds no obstacle."""
    if not is_on_map(x, y, battle.width, battle.height):
        return False
    return not battle.has_obstacles or not (
        has_square(battle.low, x, y) or has_square(battle.high, x, y)
    )


@njit
def crosses_low(fighter):
    """Whether a fighter crosses low obstacles: flying, or a climber (HOUSE H5, H6)."""
    return fighter.flying or climb_squares(fighter) > 0


@njit
def blocking_low_obstacles(battle, actor):
    """The low obstacles that stop a fighter, as a row mask: all or none (H5, H6)."""
    if not battle.has_obstacles or crosses_low(battle.fighters[actor]):
        return 0
    return FULL_ROW


@njit
def ground_row(battle, low, y):
    """Columns of a map row without high obstacles and without those low ones."""
    columns = columns_between(0, battle.width - 1)
    return columns & ~(row(battle.high, y) | row(battle.low, y) & low)


@njit
def is_ground(battle, actor, x, y):
    """Whether a fighter can be in a square, apart from occupants (HOUSE H5, H6)."""
    if not is_on_map(x, y, battle.width, battle.height):
        return False
    if not battle.has_obstacles:
        return True
    if has_square(battle.high, x, y):
        return False
    return not has_square(battle.low, x, y) or crosses_low(battle.fighters[actor])


# --- Occupants (RD47) -----------------------------------------------------------------------------


@njit
def occupies_square(fighter):
    """Whether a fighter occupies its square; the dead do not (RD47)."""
    return fighter.life != Life.DEAD


@njit
def occupant(battle, x, y):
    """The fighter in a square, -1 if none (RD47)."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if fighter.x == x and fighter.y == y and fighter.life != Life.DEAD:
            return other
    return NOBODY


@njit
def is_free_for(battle, actor, x, y):
    """Whether a fighter could enter a square (RD47, HOUSE H5, H6)."""
    return is_ground(battle, actor, x, y) and occupant(battle, x, y) == NOBODY


@njit
def nearest_free_square(battle, actor):
    """The nearest free square, in one number; the own one if there is none (RD47, HOUSE H5, H6)."""
    fighter = battle.fighters[actor]
    best, nearest = COLUMNS * fighter.y + fighter.x, COLUMNS
    for y in range(battle.height):
        for x in range(battle.width):
            far = distance(fighter.x, fighter.y, x, y)
            if far < nearest and is_free_for(battle, actor, x, y):
                best, nearest = COLUMNS * y + x, far
    return best


@njit
def is_unseen_by(battle, other, actor):
    """Whether another fighter is a hidden opponent (RD46)."""
    return battle.fighters[other].hidden and battle.side[other] != battle.side[actor]


@njit
def ground_beside(battle, low, x, y):
    """The enterable squares among the 3 x 3 around one, apart from occupants, as 9 bits."""
    ground = 0
    for near in range(max(0, y - 1), min(battle.height, y + 2)):
        ground |= three_squares(ground_row(battle, low, near), x) << (3 * (near - y + 1))
    return ground


@njit
def sides_that_seem_free(battle, eye, actor, around):
    """Directions from `around` that look free for `actor` to `eye`, as a mask (RD46).

    Of two fighters in one square the first counts, as in `occupant`.
    """
    middle = battle.fighters[around]
    x, y = middle.x, middle.y
    taken = 0
    for other in range(battle.num_fighters - 1, -1, -1):
        fighter = battle.fighters[other]
        across, down = fighter.x - x, fighter.y - y
        if occupies_square(fighter) and max(abs(across), abs(down)) <= 1:
            square = np.int64(1) << (3 * (down + 1) + across + 1)
            taken &= ~square
            if not is_unseen_by(battle, other, eye):
                taken |= square
    ground = ground_beside(battle, blocking_low_obstacles(battle, actor), x, y)
    return DIRECTIONS[ground & ~taken]


@njit
def blocks(battle, other, actor):
    """Whether a fighter may not be passed: an enemy at the same height (RD47, H5)."""
    fighter = battle.fighters[other]
    return (
        occupies_square(fighter)
        and battle.side[other] != battle.side[actor]
        and fighter.flying == battle.fighters[actor].flying
    )


# --- Sets of squares ------------------------------------------------------------------------------


@njit(forceinline=True)
def write_ground(battle, actor, rows):
    """Write the squares that a fighter can be in, apart from occupants (HOUSE H5, H6)."""
    low = blocking_low_obstacles(battle, actor)
    for y in range(battle.height):
        set_row(rows, y, ground_row(battle, low, y))
    for y in range(battle.height, ROWS):
        rows[y] = 0


@njit
def write_taken(battle, actor, rows):
    """Add the squares of all other fighters that the fighter knows of (RD46, RD47)."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if other != actor and occupies_square(fighter) and not is_unseen_by(battle, other, actor):
            add_square(rows, fighter.x, fighter.y)


@njit
def remove_hindering(battle, actor, rows):
    """Remove the squares of fighters known to block the way (RD46, RD47)."""
    for other in range(battle.num_fighters):
        if blocks(battle, other, actor) and not battle.fighters[other].hidden:
            remove_square(rows, battle.fighters[other].x, battle.fighters[other].y)


@njit
def write_passable(battle, actor, rows):
    """Write the squares that a fighter may move through, as far as it knows (RD47)."""
    write_ground(battle, actor, rows)
    remove_hindering(battle, actor, rows)


@njit
def write_free(battle, actor, rows):
    """Write the squares that a fighter could enter, as far as it knows (RD46, RD47)."""
    write_ground(battle, actor, rows)
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if other != actor and occupies_square(fighter) and not is_unseen_by(battle, other, actor):
            remove_square(rows, fighter.x, fighter.y)
