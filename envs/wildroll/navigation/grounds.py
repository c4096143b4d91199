"""Sets of hexes by what a yard of them costs (W68, XW1, H21)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.maps.square_grid import (
    ROWS,
    add_square,
    clear,
    columns_between,
    remove_rows,
    row,
)
from ..rules.movement.spaces import add_body, bars_way, sees
from ..rules.movement.terrain import can_tread, ground_factor
from ..tables import WAY_COSTS

KINDS = len(WAY_COSTS)

PLACE_OF_COST = np.searchsorted(WAY_COSTS, np.arange(WAY_COSTS.max() + 1))


@njit
def write_barred(battle, mover, rows):
    """Add the hexes that the mover may not pass because of enemies that it knows of (H21)."""
    for other in range(battle.num_fighters):
        if bars_way(battle, other, mover) and sees(battle, mover, other):
            add_body(battle, mover, other, rows)


@njit
def write_by_cost(battle, mover, ground):
    """Put each walkable hex into the set of its cost (W68)."""
    for y in range(battle.height):
        for x in range(battle.width):
            if can_tread(battle, mover, x, y):
                points = ground_factor(battle, mover, x, y)
                add_square(ground[PLACE_OF_COST[points]], x, y)


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
def write_grounds(battle, mover, ground):
    """Write the hexes that the mover may pass, a set for each of WAY_COSTS (W68, H21).

    If all ground is open, only the first set is written.
    """
    if not battle.has_ground:
        write_even_ground(battle, mover, ground[0])
        return
    barred = scratch(1, ROWS)[0]
    write_barred(battle, mover, barred)
    for kind in range(KINDS):
        clear(ground[kind])
    write_by_cost(battle, mover, ground)
    for kind in range(KINDS):
        remove_rows(ground[kind], barred)
