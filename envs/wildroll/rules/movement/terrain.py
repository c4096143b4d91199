"""The ground: cost of a yard, water, cliffs, barriers (W68, W71, W105, H22, H24)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.maps.square_grid import has_square, is_on_map
from ...enums import Water
from ...tables import (
    IS_CLIMB,
    IS_FALL,
    IS_SLIPPERY,
    OPEN_GROUND,
    TERRAIN_FACTOR,
    TERRAIN_WATER,
    UNDERWATER_FACTOR,
)
from ..health.bodies import is_aquatic, is_mounted, is_prone

# --- Hexes (W68, W71, H22) ------------------------------------------------------------------------


@njit
def ground_at(battle, x, y):
    """The kind of ground of a hex on the map (W68)."""
    if not battle.has_ground:
        return OPEN_GROUND
    return battle.ground[y, x]


@njit
def water_at(battle, x, y):
    """How deep the water of a hex is (W68)."""
    return TERRAIN_WATER[ground_at(battle, x, y)]


@njit
def is_bad_ground(battle, x, y):
    """Whether the ground endangers the footing of one who lands: slow or slippery (W71)."""
    kind = ground_at(battle, x, y)
    return IS_SLIPPERY[kind] or TERRAIN_FACTOR[kind] > 1


@njit
def is_blocked(battle, x, y):
    """Whether no fighter can be there: beyond the map, a wall, a low wall, a shut door (H22)."""
    if not is_on_map(x, y, battle.width, battle.height):
        return True
    return battle.has_obstacles and (has_square(battle.low, x, y) or has_square(battle.high, x, y))


@njit
def is_walkable(battle, x, y):
    """Whether one can go there by oneself; into a pit one only falls (H22)."""
    return not is_blocked(battle, x, y) and not IS_FALL[ground_at(battle, x, y)]


@njit
def can_tread(battle, actor, x, y):
    """Whether a fighter can go there by itself; one who lies cannot climb a cliff (W105, H22)."""
    if not is_walkable(battle, x, y):
        return False
    return not (IS_CLIMB[ground_at(battle, x, y)] and is_prone(battle.fighters[actor]))


# --- Who is on it (W68, W105, H22, H24) -----------------------------------------------------------


@njit
def is_swimming(battle, actor):
    """Whether a fighter keeps itself on the surface of deep water (W68, W105, H24)."""
    fighter = battle.fighters[actor]
    if is_mounted(fighter) or fighter.underwater:
        return False
    return water_at(battle, fighter.x, fighter.y) == Water.DEEP


@njit
def is_climbing(battle, actor):
    """Whether a fighter hangs on a cliff or in a pit; one who fell lies on its floor (W105)."""
    fighter = battle.fighters[actor]
    if is_mounted(fighter) or is_prone(fighter):
        return False
    return IS_CLIMB[ground_at(battle, fighter.x, fighter.y)]


@njit
def ground_factor(battle, actor, x, y):
    """Points that a yard into a hex costs on foot or swimming, for the mover (W68, H24)."""
    kind = ground_at(battle, x, y)
    fighter = battle.fighters[actor]
    if TERRAIN_WATER[kind] != Water.DRY and is_aquatic(fighter):
        return 1
    if TERRAIN_WATER[kind] == Water.DEEP and fighter.underwater:
        return UNDERWATER_FACTOR
    return TERRAIN_FACTOR[kind]
