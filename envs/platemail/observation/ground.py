"""The map from where a fighter stands: rays in 8 directions, high ground, a door (RP40)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, unset
from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import (
    COLUMNS,
    ROWS,
    distance,
    row,
    squared_length,
)
from ...core.maps.square_rays import SIDES, write_squares_before, write_squares_to_edge
from ..rules.support import is_closed
from ..state import DOORS
from .body import SHARE_OF_FAR
from .layout import FAR, OWN

NEARNESS = (1 / np.arange(1, COLUMNS)).astype(np.float32)
"""1 / squares to a square, by the number of squares before it."""


@njit
def see_ground(battle, actor, is_high, out, at):
    """Write the open squares and the low ones in each direction, high ground and a door."""
    me = battle.fighters[actor]
    to_edge, lows, highs = unset(3, SIDES)
    write_squares_to_edge(me.x, me.y, battle.width, battle.height, to_edge)
    if battle.has_obstacles == 0:
        for side in range(SIDES):
            out[at + OWN.open_squares + side] = SHARE_OF_FAR[to_edge[side]]
    else:
        x, y, height = np.int64(me.x), np.int64(me.y), np.int64(battle.height)
        write_squares_before(battle.low, battle.high, x, y, height, to_edge, lows, highs)
        for side in range(SIDES):
            out[at + OWN.open_squares + side] = SHARE_OF_FAR[highs[side]]
            if lows[side] < highs[side]:
                out[at + OWN.low_squares + side] = NEARNESS[lows[side]]
    if is_high:
        see_high_ground(battle, me, out, at)
    if battle.door_x[0] >= 0:
        see_door(battle, me, out, at)


@njit
def is_hilly(raised):
    """Whether any square is raised; no early exit, so that several rows are read at once."""
    squares = 0
    for y in range(ROWS):
        squares |= raised[y]
    return squares != 0


@njit
def see_offset(me, x, y, out, at):
    """Write where a square is, seen from a fighter, as columns and rows."""
    out[at] = min(FAR, max(-FAR, x - me.x)) / FAR
    out[at + OWN.door_rows - OWN.door] = min(FAR, max(-FAR, y - me.y)) / FAR


@njit
def see_high_ground(battle, me, out, at):
    """Write where the nearest high ground is (P110)."""
    best_x, best_y, least = 0, 0, 2 * COLUMNS * COLUMNS
    for y in range(battle.height):
        mask = row(battle.raised, y)
        while mask != 0:
            x = lowest_bit(mask)
            mask &= mask - 1
            length = squared_length(me.x, me.y, x, y)
            if length < least:
                best_x, best_y, least = x, y, length
    see_offset(me, best_x, best_y, out, at + OWN.high_squares)


@njit
def see_door(battle, me, out, at):
    """The nearest door and where it is (P77)."""
    nearest, least = NOBODY, COLUMNS
    for door in range(DOORS):
        if battle.door_x[door] >= 0:
            squares = distance(me.x, me.y, battle.door_x[door], battle.door_y[door])
            if squares < least:
                nearest, least = door, squares
    if nearest == NOBODY:
        return
    out[at + OWN.door_open] = -1 if is_closed(battle, nearest) else 1
    see_offset(me, battle.door_x[nearest], battle.door_y[nearest], out, at + OWN.door)
