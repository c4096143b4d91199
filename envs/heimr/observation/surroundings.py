"""The surroundings of a fighter: ways, guards of borders, items on the ground (H7, H100)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, unset
from ...core.engine.layout import capped, put
from ..enums import Direction, Guarded
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
from ..tables import DIRECTIONS, IS_MELEE, LOCATIONS, MOST_FIELD, NONE
from .body import signed
from .layout import GROUND, GROUND_LENGTH, ON_GROUND, OWN, PER, PLACE, RAYS, WAYS
from .sheets import FIRST_ITEM, PACK_LOOK

NO_ITEM = LOCATIONS * GROUND_CAPACITY
"""The number that `write_nearest` writes where no item is left, above that of any item."""

# --- Ways (H7, H9, H149 to H155, RH55) ------------------------------------------------------------


@njit
def squares_to_edge(battle, location, direction):
    """Number of squares between a location and the edge of the field (H5)."""
    if direction == Direction.NORTH:
        return row_of(location)
    if direction == Direction.EAST:
        return battle.columns - 1 - column_of(location)
    if direction == Direction.SOUTH:
        return battle.rows - 1 - row_of(location)
    return column_of(location)


@njit
def open_squares(battle, location, height, direction):
    """Number of locations that one could walk through in a direction (H7, H150 to H152)."""
    if battle.plain:
        return squares_to_edge(battle, location, direction)
    count = 0
    while is_walkable(battle, location, height, direction):
        location = neighbour(battle, location, direction)
        height = floor_of(battle, location)
        count += 1
    return count


@njit
def see_border(battle, here, direction, out, at):
    """Write what lies on a border that is not open (H148 to H150, H154, H174)."""
    border = battle.borders[border_of(here, direction)]
    challenge = max(0, border.challenge, border.climb)
    out[at + WAYS.barrier + direction] = capped(border.toughness, PER.barrier)
    out[at + WAYS.crossing + direction] = capped(challenge, PER.crossing)
    if border.limit > 0:
        left = border.limit - border.crossed
        out[at + WAYS.room + direction] = capped(left, PER.room) if left > 0 else -1
    wall = border.height if border.climb >= 0 else -1 / PER.wall
    out[at + WAYS.wall + direction] = capped(wall, PER.wall)


@njit
def see_way(battle, me, direction, out, at):
    """Write what lies beyond a border, and on it (H147, H151, H155)."""
    other = neighbour(battle, me.location, direction)
    if other == NONE:
        return
    place = battle.locations[other]
    out[at + WAYS.rise + direction] = signed(place.floor - me.height, PER.rise)
    out[at + WAYS.cover + direction] = capped(place.concealment, PER.cover)
    out[at + WAYS.difficult_way + direction] = place.difficult
    if not battle.plain:
        see_border(battle, me.location, direction, out, at)


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
        see_way(battle, me, direction, out, at)
    see_guards(battle, actor, out, at)


# --- Terrain in each direction (H147, H151, H154 to H156) -----------------------------------------


@njit
def see_nearest(is_there, near, out, at):
    """Write how near something is, unless a nearer one is written already."""
    if is_there and out[at] == 0:
        out[at] = near


@njit
def see_ray(battle, me, direction, out, at):
    """Write how near each kind of terrain lies in a direction, 1 in the next location."""
    there, steps = neighbour(battle, me.location, direction), 0
    while there != NONE:
        steps += 1
        near, place = 1 / steps, battle.locations[there]
        see_nearest(place.concealment > 0, near, out, at + RAYS.cover_squares + direction)
        see_nearest(place.difficult, near, out, at + RAYS.difficult_squares + direction)
        see_nearest(place.floor > me.height, near, out, at + RAYS.high_squares + direction)
        see_nearest(place.top > 0, near, out, at + RAYS.object_squares + direction)
        see_nearest(place.light > 0, near, out, at + RAYS.fire_squares + direction)
        there = neighbour(battle, there, direction)


@njit
def see_rays(battle, me, out, at):
    """Write how near each kind of terrain lies in every direction."""
    for direction in range(DIRECTIONS):
        see_ray(battle, me, direction, out, at)


# --- The nearest exit (RH55) ----------------------------------------------------------------------


@njit
def see_offset(here, there, out, at):
    """Write where a location is, seen from another: columns, then rows."""
    out[at + PLACE.offset_columns] = (column_of(there) - column_of(here)) * PER.offset
    out[at + PLACE.offset_rows] = (row_of(there) - row_of(here)) * PER.offset


@njit
def see_exit(battle, here, out, at):
    """Write where the nearest location with an exit is (RH55)."""
    nearest = np.int64(NONE)
    for there in range((battle.rows - 1) * MOST_FIELD + battle.columns):
        if battle.locations[there].exits != 0:
            if nearest == NONE or steps_between(here, there) < steps_between(here, nearest):
                nearest = there
    if nearest != NONE:
        see_offset(here, nearest, out, at + OWN.exit)
        out[at + OWN.field_has_exit] = 1


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
            left = steps * GROUND_CAPACITY + place
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
        item = battle.ground_item[place]
        is_melee = IS_MELEE[item]
        out[at + (ON_GROUND.item_melee_weapon if is_melee else ON_GROUND.item_other)] = 1
        see_offset(here, battle.ground_location[place], out, at + ON_GROUND.offset_columns)
        out[at + ON_GROUND.place] = (place + 1) * PER.place
        put(PACK_LOOK[item + FIRST_ITEM], out, at + ON_GROUND.damage)
        at += GROUND_LENGTH
