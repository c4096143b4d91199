"""The next yard of a path, push, jump or entered space, and its mover (W74, W84, W89)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from ...core.maps.square_grid import COLUMNS, is_on_map
from ..enums import Act
from ..state import PATH

START = PATH - 1
"""Index of the path's first hex in its array."""
NOWHERE = -1


@njit
def goer_of(frame):
    """The fighter who moves: the one who is shoved, else the actor."""
    return frame.target if frame.act == Act.SHOVE else frame.actor


@njit
def hex_ahead(battle, actor, side, yards):
    """The hex `yards` ahead on a side, y * 32 + x; -1 beyond the map."""
    fighter = battle.fighters[actor]
    x, y = fighter.x, fighter.y
    for _ in range(yards):
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
    if not is_on_map(x, y, battle.width, battle.height):
        return NOWHERE
    return y * COLUMNS + x


@njit
def next_hex(battle, frame):
    """The next hex, y * 32 + x; -1 if there is none."""
    if frame.act == Act.WAY:
        if battle.path_at >= battle.path_length:
            return NOWHERE
        at = battle.path_at
        return battle.path_y[at] * COLUMNS + battle.path_x[at]
    if frame.act == Act.ENTER:
        it = battle.fighters[frame.target]
        return it.y * COLUMNS + it.x
    yards = frame.yards if frame.act == Act.JUMP else 1
    return hex_ahead(battle, goer_of(frame), frame.side, yards)


@njit
def is_on_path(battle, mover):
    """Whether the mover is still on its path."""
    fighter = battle.fighters[mover]
    at = battle.path_at - 1 if battle.path_at > 0 else START
    return fighter.x == battle.path_x[at] and fighter.y == battle.path_y[at]
