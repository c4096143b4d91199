"""The surroundings of a fighter: ways, guards of borders, items on the ground (H7, H100)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, unset
from ...core.engine.layout import capped
from ..enums import Guarded
from ..rules.environment.border_crossing import challenge_of
from ..rules.grid import (
    border_of,
    column_of,
    direction_to,
    floor_of,
    is_walkable,
    leads_off,
    neighbour,
    opposite,
    row_of,
    steps_between,
)
from ..rules.positions.hiding import is_hidden_from
from ..state import GROUND_CAPACITY
from ..tables import DIRECTIONS, IS_MELEE, LOCATIONS, NONE
from .body import signed
from .layout import GROUND, GROUND_LENGTH, ON_GROUND, PER, WAYS

NO_ITEM = LOCATIONS * GROUND_CAPACITY
"""The number that `write_nearest` writes where no item is left, above that of any item."""

# --- Ways (H7, H9, H149 to H155, RH55) ------------------------------------------------------------


@njit
def open_squares(battle, location, height, direction):
    """Number of locations that one could walk through in a direction (H7, H150 to H152)."""
    count = 0
    while is_walkable(battle, location, height, direction):
        location = neighbour(battle, location, direction)
        height = floor_of(battle, location)
        count += 1
    return count


@njit
def see_border(battle, me, direction, out, at):
    """Write what lies on a border and beyond it (H149 to H151, H154, H155)."""
    here = me.location
    other = neighbour(battle, here, direction)
    if other == NONE:
        return
    border = battle.borders[border_of(here, direction)]
    rise = floor_of(battle, other) - me.height
    challenge = max(challenge_of(battle, here, direction), border.climb)
    cover = battle.locations[other].concealment
    out[at + WAYS.rise + direction] = signed(rise, PER.rise)
    out[at + WAYS.barrier + direction] = capped(border.toughness, PER.barrier)
    out[at + WAYS.crossing + direction] = capped(max(0, challenge), PER.crossing)
    out[at + WAYS.cover + direction] = capped(cover, PER.cover)


@njit
def guarded_way(battle, location, other):
    """The direction in which an opponent guards a border of a location, -1: none (H143).

    The guard of a whole location guards the border that leads into it.
    """
    guard = battle.fighters[other]
    if guard.guard == Guarded.BORDER and guard.location == location:
        return guard.guarded
    direction = direction_to(location, guard.location)
    if direction == NONE or guard.guard == Guarded.PLACE:
        return direction
    is_border = guard.guard == Guarded.BORDER and guard.guarded == opposite(direction)
    return direction if is_border else NONE


@njit
def see_guards(battle, actor, out, at):
    """Write which ways the opponents that the fighter sees guard (H143)."""
    here = battle.fighters[actor].location
    for other in range(battle.num_fighters):
        guard = battle.fighters[other]
        is_guard = guard.guard != Guarded.NOTHING and guard.location != NONE
        if is_guard and battle.side[other] != battle.side[actor]:
            direction = guarded_way(battle, here, other)
            if direction != NONE and not is_hidden_from(battle, other, actor):
                out[at + WAYS.guarded_way + direction] = 1


@njit
def see_ways(battle, actor, out, at):
    """Write the ways from the fighter's location, border by border (H7, H9, H143, RH55)."""
    me = battle.fighters[actor]
    for direction in range(DIRECTIONS):
        count = open_squares(battle, me.location, me.height, direction)
        if leads_off(battle, me.location, direction):
            count = -1
        out[at + WAYS.open_squares + direction] = count if count < 0 else count * PER.open_squares
        see_border(battle, me, direction, out, at)
    see_guards(battle, actor, out, at)


# --- Items on the ground (H100) -------------------------------------------------------------------


@njit
def write_nearest(battle, here, nearest):
    """Write the nearest items on the ground in order, as steps times the places plus the place.

    Of equals the first place counts; `NO_ITEM` stands behind the last.
    """
    for rank in range(GROUND):
        nearest[rank] = NO_ITEM
    for place in range(GROUND_CAPACITY):
        if battle.ground_item[place] != NONE:
            steps = steps_between(here, battle.ground_location[place])
            left = np.int64(steps) * GROUND_CAPACITY + place
            for rank in range(GROUND):
                nearer = min(left, nearest[rank])
                left = max(left, nearest[rank])
                nearest[rank] = nearer


@njit
def see_ground(battle, here, out, at):
    """Write the nearest items on the ground (H100)."""
    nearest = unset(1, GROUND)[0]
    write_nearest(battle, here, nearest)
    for rank in range(GROUND):
        if nearest[rank] == NO_ITEM:
            return
        place = nearest[rank] % GROUND_CAPACITY
        is_melee = IS_MELEE[battle.ground_item[place]]
        out[at + (ON_GROUND.item_melee_weapon if is_melee else ON_GROUND.item_other)] = 1
        there = battle.ground_location[place]
        columns, rows = column_of(there) - column_of(here), row_of(there) - row_of(here)
        out[at + ON_GROUND.offset_columns] = columns * PER.offset
        out[at + ON_GROUND.offset_rows] = rows * PER.offset
        at += GROUND_LENGTH
