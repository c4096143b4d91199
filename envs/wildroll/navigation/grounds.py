"""Sets of hexes by what a yard of them costs (W68, XW1, H21)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch
from ...core.maps.square_grid import (
    ROWS,
    add_square,
    clear,
    columns_between,
    row,
)
from ..rules.movement.spaces import add_body, bars_way, sees
from ..rules.movement.terrain import can_tread, ground_factor
from ..tables import OPEN_GROUND, WAY_COSTS

KINDS = len(WAY_COSTS)

PLACE_OF_COST = np.searchsorted(WAY_COSTS, np.arange(WAY_COSTS.max() + 1))


@njit
def write_barred(battle, mover, rows):
    """Add the hexes that the mover may not pass because of enemies that it knows of (H21)."""
    for other in range(battle.num_fighters):
        if bars_way(battle, other, mover) and sees(battle, mover, other):
            add_body(battle, mover, other, rows)


@njit
def write_even_ground(battle, mover, rows):
    """Write the hexes that the mover may pass if all ground is open (W68, H21)."""
    barred = scratch(1, ROWS)[0]
    write_barred(battle, mover, barred)
    columns = columns_between(0, battle.width - 1)
    for y in range(ROWS):
        rows[y] = 0
        if y < battle.height:
            rows[y] = columns & ~(row(battle.low, y) | row(battle.high, y) | row(barred, y))


@njit
def sets_of(battle):
    """Number of sets of ground: one if all of it is open."""
    return KINDS if battle.has_ground else 1


@njit
def uneven_columns(battle, y):
    """The hexes of a row whose ground is not open, by column."""
    columns = 0
    for x in range(battle.width):
        if battle.ground[y, x] != OPEN_GROUND:
            columns |= 1 << x
    return columns


@njit
def write_grounds(battle, mover, ground):
    """Write the hexes that the mover may pass, a set for each of WAY_COSTS (W68, H21).

    Args:
        battle: the battle.
        mover: the fighter who moves.
        ground: `[K, ROWS]`, written; K is `sets_of(battle)`.
    """
    write_even_ground(battle, mover, ground[0])
    if not battle.has_ground:
        return
    for kind in range(1, len(ground)):
        clear(ground[kind])
    for y in range(battle.height):
        columns = row(ground[0], y) & uneven_columns(battle, y)
        ground[0, y] &= ~columns
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            if can_tread(battle, mover, x, y):
                points = ground_factor(battle, mover, x, y)
                add_square(ground[PLACE_OF_COST[points]], x, y)
