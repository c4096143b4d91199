"""A way yard by yard: where its mover can go on, and where it comes to rest (W65, H21)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.hex_grid import (
    HEX_SIDES,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
)
from ...enums import Event
from ...navigation.path_cursor import START, is_on_path
from ..combat_sequence.action_stack import top_frame
from ..combat_sequence.interrupts import cancel_below
from ..grappling.grapples import is_grappling
from ..health.bodies import is_dead
from ..positioning_actions.evasions import note_evasion
from .movement import (
    can_pay_yards,
    drag_fits,
    yard_cost,
)
from .spaces import has_room, looks_passable, put_into, unseen_by
from .terrain import can_tread


@njit
def is_open_to_step(battle, frame, side):
    """Whether the next yard of a walk may lead to a side, as far as its mover knows (W65, H21)."""
    mover = frame.actor
    fighter = battle.fighters[mover]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    if is_grappling(battle, mover):
        if not drag_fits(battle, mover, side, unseen_by(battle, mover)):
            return False
    elif not can_tread(battle, mover, x, y) or not looks_passable(battle, mover, x, y):
        return False
    return can_pay_yards(battle, mover, yard_cost(battle, mover, x, y), frame.cost)


@njit
def sides_to_step(battle, frame):
    """Sides to which a walk step by step may go on, as a mask (W65)."""
    sides = 0
    for side in range(HEX_SIDES):
        sides |= np.int64(is_open_to_step(battle, frame, side)) << side
    return sides


@njit
def step_on(battle, side):
    """The next yard of a walk is chosen (W65)."""
    fighter = battle.fighters[top_frame(battle).actor]
    at = battle.path_length
    battle.path_x[at] = hex_neighbour_x(fighter.x, fighter.y, side)
    battle.path_y[at] = hex_neighbour_y(fighter.y, side)
    battle.path_length = at + 1


@njit
def settle(battle, mover):
    """A fighter stopped in an occupied hex returns to the last free one of its path (H21)."""
    fighter = battle.fighters[mover]
    if is_dead(fighter) or is_grappling(battle, mover) or not is_on_path(battle, mover):
        return
    at = battle.path_at - 1
    while at > 0 and not has_room(battle, mover, battle.path_x[at], battle.path_y[at]):
        at -= 1
    if at == 0 and not has_room(battle, mover, battle.path_x[0], battle.path_y[0]):
        at = START
    x, y = battle.path_x[at], battle.path_y[at]
    yards = hex_distance(fighter.x, fighter.y, x, y)
    if yards > 0:
        put_into(battle, mover, x, y)
        log_event(battle, Event.TURNS_BACK, mover, NOBODY, 0, yards, 0)


@njit
def cancel_by_going(battle, mover):
    """A way out of turn cancels if it ends a yard at least from where it began (RW37, H1)."""
    fighter = battle.fighters[mover]
    if fighter.x != battle.path_x[START] or fighter.y != battle.path_y[START]:
        cancel_below(battle)
        note_evasion(battle, mover)
