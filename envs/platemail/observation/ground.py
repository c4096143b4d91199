"""The map from where a fighter stands: rays in 8 directions, high ground, a door (RP40)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.engine.layout import capped
from ...core.maps.square_grid import (
    COLUMNS,
    COMPASS,
    distance,
    is_empty,
    row,
    squared_length,
    squares_ahead,
    squares_to_edge,
)
from ..rules.support import is_closed
from ..state import DOORS
from .layout import FAR, OWN, PER

DIRECTIONS = len(COMPASS)
NEARNESS = (1 / np.arange(1, COLUMNS)).astype(np.float32)
"""1 / squares to a square, by the number of squares before it."""


@njit
def see_ground(battle, actor, out, at):
    """Write the open squares and the low ones in each direction, high ground and a door."""
    me = battle.fighters[actor]
    for side in range(DIRECTIONS):
        room = squares_to_edge(me.x, me.y, side, battle.width, battle.height)
        if battle.has_obstacles != 0:
            room = squares_ahead(battle.high, me.x, me.y, side, room)
            low = squares_ahead(battle.low, me.x, me.y, side, room)
            if low < room:
                out[at + OWN.low_squares + side] = NEARNESS[low]
        out[at + OWN.open_squares + side] = capped(room, PER.open_squares)
    if not is_empty(battle.raised):
        see_high_ground(battle, me, out, at)
    if battle.has_obstacles != 0:
        see_door(battle, me, out, at)


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
