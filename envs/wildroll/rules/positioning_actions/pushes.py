"""Direction and distance of a Shove (W96, QW9)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.maps.hex_grid import HEX_SIDES, hex_neighbour_x, hex_neighbour_y
from ....core.maps.square_grid import COLUMNS
from ...enums import (
    Step,
    Window,
)
from ...navigation.path_cursor import NOWHERE, hex_ahead
from ...tables import MOST_SHOVE, SHOVE_MARGIN, SHOVE_YARDS
from ..combat_sequence.action_stack import go_to, top_frame
from ..combat_sequence.windows import open_window
from ..movement.spaces import has_room, looks_free
from ..movement.terrain import is_blocked


@njit
def is_open_to(battle, actor, x, y):
    """Whether a fighter can be pushed into a hex: pits are open, walls and the living not (H21)."""
    return not is_blocked(battle, x, y) and has_room(battle, actor, x, y)


@njit
def looks_open_to(battle, viewer, actor, x, y):
    """Whether a fighter can be pushed into a hex as far as a viewer knows (XW1, H21)."""
    return not is_blocked(battle, x, y) and looks_free(battle, viewer, actor, x, y)


@njit
def push_sides(battle, frame):
    """Sides where the target seems to have room for a yard, as a mask (W96, XW1, QW9)."""
    actor, target = frame.actor, frame.target
    it = battle.fighters[target]
    sides = 0
    for side in range(HEX_SIDES):
        x, y = hex_neighbour_x(it.x, it.y, side), hex_neighbour_y(it.y, side)
        if looks_open_to(battle, actor, target, x, y):
            sides |= 1 << side
    return sides


@njit
def yards_of_margin(frame):
    """Yards that a Shove is worth: 1, and one more for each 3 points of its margin (W96)."""
    margin = frame.total - frame.value
    return min(MOST_SHOVE, SHOVE_YARDS + max(0, margin) // SHOVE_MARGIN)


@njit
def most_yards(battle, frame):
    """Yards that the target seems to have room for on the chosen side (W96, XW1, QW9)."""
    actor, target = frame.actor, frame.target
    most = yards_of_margin(frame)
    for yards in range(1, most + 1):
        place = hex_ahead(battle, target, frame.side, yards)
        if place == NOWHERE:
            return yards - 1
        if not looks_open_to(battle, actor, target, place % COLUMNS, place // COLUMNS):
            return yards - 1
    return most


@njit
def ask_direction(battle):
    """Ask for the direction of a push; without an answer there is none (W96, QW9)."""
    frame = top_frame(battle)
    go_to(frame, Step.RESOLVED)
    if push_sides(battle, frame) != 0:
        open_window(battle, frame.actor, Window.DIRECTION)


@njit
def push_towards(battle, side):
    """The side is chosen: now how far (W96, QW9)."""
    frame = top_frame(battle)
    frame.side = side
    go_to(frame, Step.DISTANCE)


@njit
def ask_distance(battle):
    """Ask for the distance of a push; without an answer the most (QW9)."""
    frame = top_frame(battle)
    frame.yards = most_yards(battle, frame)
    go_to(frame, Step.SET_OUT)
    if frame.yards > 1:
        open_window(battle, frame.actor, Window.DISTANCE)
