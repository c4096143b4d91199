"""The ground along the six sides of one's hex, and the offset of a place (W31, W67, W68, H22)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.layout import within_one
from ...core.maps.hex_grid import DX, DY, HEX_SIDES, hex_neighbour_x, hex_neighbour_y
from ...core.maps.square_grid import has_square, is_on_map
from ..rules.movement.terrain import ground_at, is_walkable
from ..tables import IS_CLIMB, IS_FALL, IS_SLIPPERY, TERRAIN_COVER, TERRAIN_FACTOR
from .layout import FAR, OFFSET_PLACE, OWN, PER

IS_ROUGH = IS_SLIPPERY | (TERRAIN_FACTOR > 1)
"""Grounds that are slow or slippery (W68, W71)."""
IS_COVER = TERRAIN_COVER > 0
"""Undergrowth and slits (W30)."""
IS_DROP = IS_CLIMB | IS_FALL
"""Cliffs and pits, where a push ends in a fall (H22)."""
HALF = np.float32(1 / 2)
"""An odd row lies half a hex farther to the east."""


@njit
def see_offset(from_x, from_y, x, y, out, at):
    """Where a hex lies, seen from another one: hexes to the east and to the south."""
    east = x - from_x + ((y & 1) - (from_y & 1)) * HALF
    out[at + OFFSET_PLACE.offset_east] = within_one(east * PER.offset)
    out[at + OFFSET_PLACE.offset_south] = within_one((y - from_y) * PER.offset)


@njit
def see_rays(battle, x, y, out, at):
    """The way along each side, and what stands in it (W31, W68, H22)."""
    for side in range(HEX_SIDES):
        see_ray(battle, x, y, side, out, at)


@njit
def see_ray(battle, x, y, side, out, at):
    """Walk along a side to the first wall, pit or edge, and note the first of each ground."""
    open_hexes = 0
    for steps in range(FAR):
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
        if not is_on_map(x, y, battle.width, battle.height):
            break
        nearness = (FAR - steps) * PER.open_squares
        if battle.has_ground:
            see_kind(ground_at(battle, x, y), side, nearness, out, at)
        if not is_walkable(battle, x, y):
            if battle.has_obstacles and has_square(battle.low, x, y):
                note(out, at + OWN.cover_squares + side, nearness)
            break
        open_hexes += 1
    out[at + OWN.open_squares + side] = open_hexes * PER.open_squares


@njit
def see_kind(kind, side, nearness, out, at):
    """Note a hex of a ground that is rough, gives cover or lets one fall."""
    if IS_ROUGH[kind]:
        note(out, at + OWN.rough_squares + side, nearness)
    if IS_COVER[kind]:
        note(out, at + OWN.cover_squares + side, nearness)
    if IS_DROP[kind]:
        note(out, at + OWN.drop_squares + side, nearness)


@njit
def note(out, at, nearness):
    """Keep the nearness of the first hex of its kind."""
    if out[at] == 0:
        out[at] = nearness


def drift_by_side() -> np.ndarray:
    """Hexes to the east and to the south of a yard to each side: float32 `[6, 2]`."""
    return np.array([[DX[0, side] + abs(DY[side]) / 2, DY[side]] for side in range(HEX_SIDES)])


DRIFT = drift_by_side()


@njit
def see_current(battle, out, at):
    """Where deep water carries a swimmer in a turn (W68, H24)."""
    east, south = DRIFT[battle.current_side, 0], DRIFT[battle.current_side, 1]
    out[at + OWN.current_east] = battle.current_yards * east * PER.current
    out[at + OWN.current_south] = battle.current_yards * south * PER.current
