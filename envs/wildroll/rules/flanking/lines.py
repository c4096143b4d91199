"""Lines of sight, partial cover, and who comes in sight (W30, W31, XW1, H22, H26).

A line leads from the centre of one hex to that of another. Where it runs along an edge, it passes
between the two hexes unless there is the same kind of obstacle in both. Slits are kept among the
high walls, but one sees and shoots through them.
"""

from __future__ import annotations

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit, scratch
from ....core.maps.hex_grid import (
    HEX_SIDES,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
    sides_in,
)
from ....core.maps.hex_los import comes_in_by, hex_line_is_clear
from ....core.maps.square_grid import ROWS, add_square, is_obstacle, remove_square, row, set_row
from ...tables import IS_WALL, LOW_WALL_COVER, TERRAIN_COVER
from ..health.bodies import are_enemies, is_conscious, is_dead, reveal
from ..movement.spaces import is_adjacent
from ..movement.terrain import ground_at

SLIT_COVER = int(TERRAIN_COVER[IS_WALL].max())
"""Quarters of cover of an arrow slit (W30)."""
NEXT_TO = 1
"""Steps between neighbours."""

# --- Lines (H22) ----------------------------------------------------------------------------------


@njit
def is_slit(battle, x, y):
    """Whether a wall has an arrow slit (W30)."""
    kind = ground_at(battle, x, y)
    return IS_WALL[kind] and TERRAIN_COVER[kind] > 0


@njit
def part_walls(battle, walls, slits):
    """Write the walls that no fighter sees through, and those with a slit (H22)."""
    for y in range(ROWS):
        mask = row(battle.high, y)
        set_row(walls, y, mask)
        while mask != 0:
            x = lowest_bit(mask)
            mask &= mask - 1
            if is_slit(battle, x, y):
                remove_square(walls, x, y)
                add_square(slits, x, y)


@njit
def is_line_clear(battle, x1, y1, x2, y2):
    """Whether no wall and no shut door is between two hexes (H22)."""
    if not battle.has_obstacles or hex_line_is_clear(battle.high, x1, y1, x2, y2):
        return True
    if not battle.has_ground:
        return False
    walls = scratch(1, ROWS)[0]
    slits = scratch(1, ROWS)[0]
    part_walls(battle, walls, slits)
    return hex_line_is_clear(walls, x1, y1, x2, y2)


@njit
def has_line(battle, actor, other):
    """Whether the line from a fighter to another one is clear, seen or not (H22)."""
    fighter, it = battle.fighters[actor], battle.fighters[other]
    return is_line_clear(battle, fighter.x, fighter.y, it.x, it.y)


# --- Cover (W30, W31, H22) ------------------------------------------------------------------------


@njit
def ground_cover(battle, x, y):
    """Quarters of cover from the ground in a hex: undergrowth (W30, H22)."""
    kind = ground_at(battle, x, y)
    return 0 if IS_WALL[kind] else TERRAIN_COVER[kind]


@njit
def is_behind_low_wall(battle, from_x, from_y, x, y):
    """Whether a low wall next to a hex is on the line to it (W31, H22)."""
    return comes_in_by(sides_in(battle.low, x, y), from_x, from_y, x, y)


@njit
def leave_own_slits(slits, from_x, from_y, x, y):
    """Take out the slits through which only the shooter looks out (H22)."""
    for side in range(HEX_SIDES):
        near_x, near_y = hex_neighbour_x(from_x, from_y, side), hex_neighbour_y(from_y, side)
        if is_obstacle(slits, near_x, near_y) and hex_distance(near_x, near_y, x, y) > NEXT_TO:
            remove_square(slits, near_x, near_y)


@njit
def slit_cover(battle, from_x, from_y, x, y):
    """Quarters of cover that arrow slits on the line give to a hex (W30, H22)."""
    if not battle.has_ground or hex_line_is_clear(battle.high, from_x, from_y, x, y):
        return 0
    walls = scratch(1, ROWS)[0]
    slits = scratch(1, ROWS)[0]
    part_walls(battle, walls, slits)
    leave_own_slits(slits, from_x, from_y, x, y)
    if hex_line_is_clear(slits, from_x, from_y, x, y):
        return 0
    return SLIT_COVER


@njit
def cover_at(battle, from_x, from_y, x, y, posture):
    """Quarters of cover, 4 for 9/10, in a hex and a posture from another hex (W31).

    Of several kinds only the best one counts.
    """
    cover = ground_cover(battle, x, y)
    if not battle.has_obstacles:
        return cover
    if is_behind_low_wall(battle, from_x, from_y, x, y):
        cover = max(cover, LOW_WALL_COVER[posture])
    return max(cover, slit_cover(battle, from_x, from_y, x, y))


@njit
def cover_from(battle, x, y, target):
    """Quarters of cover of a fighter from another hex (W30, W31)."""
    it = battle.fighters[target]
    return cover_at(battle, x, y, it.x, it.y, it.posture)


@njit
def cover_between(battle, actor, target):
    """Quarters of cover that a target has against a fighter (W30, W31)."""
    fighter = battle.fighters[actor]
    return cover_from(battle, fighter.x, fighter.y, target)


# --- Coming in sight (XW1, H26) -------------------------------------------------------------------


@njit
def be_seen(battle, actor):
    """Reveal a hidden fighter who goes a yard in sight of an enemy (XW1, H26)."""
    if not battle.fighters[actor].hidden:
        return
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other) and is_conscious(battle.fighters[other]):
            if has_line(battle, other, actor):
                reveal(battle, actor)
                return


@njit
def find_neighbours(battle, actor):
    """Reveal a hidden fighter next to an enemy who is awake (XW1, H26)."""
    fighter = battle.fighters[actor]
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if (fighter.hidden or it.hidden) and are_enemies(battle, actor, other):
            if is_dead(it) or is_dead(fighter) or not is_adjacent(battle, actor, other):
                continue
            if is_conscious(fighter):
                reveal(battle, other)
            if is_conscious(it):
                reveal(battle, actor)


@njit
def find_hidden(battle):
    """Reveal every hidden fighter next to an enemy who is awake (XW1, H26)."""
    for actor in range(battle.num_fighters):
        if battle.fighters[actor].hidden:
            find_neighbours(battle, actor)
