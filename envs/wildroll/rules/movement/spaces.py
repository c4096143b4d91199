"""Gaps between creatures, and who is where (W67, W84, W106, W113, RW32, XW1, H20, H21)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, fighters_of_side
from ....core.maps.hex_grid import add_disc, hex_distance
from ....core.maps.square_grid import add_square
from ...enums import Posture, Water
from ...tables import MOUNTED_YARDS, RACE_SPACE, SHARING_SIZES
from ..health.bodies import (
    are_enemies,
    enemies_of,
    everybody,
    is_dead,
    is_laid_low,
    is_mounted,
    is_prone,
    size_of,
)
from .terrain import can_tread, water_at

TOGETHER = -1
"""The gap of two in one hex."""

# --- Gaps (W106, W113, RW32, H20) -----------------------------------------------------------------


@njit
def space_of(fighter):
    """Hexes that a creature fills all round its own (W113, H20)."""
    return RACE_SPACE[fighter.race]


@njit
def is_above(battle, actor, other):
    """Whether a fighter sits on a mount that is larger than a creature on the ground (W106)."""
    rider, lower = battle.fighters[actor], battle.fighters[other]
    if not is_mounted(rider) or is_mounted(lower):
        return False
    return size_of(lower) < size_of(battle.fighters[rider.mount])


@njit
def yards_above(battle, actor, other):
    """Yards that two are farther apart since one of them rides (W106)."""
    if is_above(battle, actor, other) or is_above(battle, other, actor):
        return MOUNTED_YARDS
    return 0


@njit
def body_gap(battle, actor, x, y, other):
    """Hexes between a fighter at (x, y) and another one on the map, -1 in one hex (W113, H20)."""
    fighter, it = battle.fighters[actor], battle.fighters[other]
    steps = hex_distance(x, y, it.x, it.y)
    return max(TOGETHER, steps - 1 - space_of(fighter) - space_of(it))


@njit
def gap_from(battle, actor, x, y, other):
    """The gap that there would be if a fighter were at (x, y) (W106, RW32)."""
    return body_gap(battle, actor, x, y, other) + yards_above(battle, actor, other)


@njit
def gap(battle, actor, other):
    """Free hexes between two spaces, 0 for the adjacent, -1 for two in one hex (RW32)."""
    fighter = battle.fighters[actor]
    return gap_from(battle, actor, fighter.x, fighter.y, other)


@njit
def is_adjacent(battle, actor, other):
    """Whether two are adjacent or in one hex (RW32)."""
    return gap(battle, actor, other) <= 0


# --- One hex for two (W84, H20) -------------------------------------------------------------------


@njit
def ride_together(battle, actor, other):
    """Whether one of two rides the other (W106)."""
    return battle.fighters[actor].mount == other or battle.fighters[other].mount == actor


@njit
def shares_freely(battle, actor, other):
    """Whether two do not get in each other's way: rider and mount, sizes far apart (W84, H20)."""
    if ride_together(battle, actor, other):
        return True
    sizes = size_of(battle.fighters[actor]) - size_of(battle.fighters[other])
    return abs(sizes) >= SHARING_SIZES


@njit
def bodies_at(battle, actor, x, y, left):
    """The subset of fighters who share a space with a fighter at (x, y) (W113, H20).

    All are measured alike: few are ever there, and to tell one by one who is costs more.
    """
    own, mask = space_of(battle.fighters[actor]), 0
    while left != 0:
        other = lowest_bit(left)
        left &= left - 1
        it = battle.fighters[other]
        is_there = hex_distance(x, y, it.x, it.y) <= own + space_of(it)
        mask |= np.int64(is_there) << other
    return mask


@njit
def is_crowded_by(battle, actor, other):
    """Whether a living enemy in a fighter's space is in its way (W84)."""
    if is_dead(battle.fighters[other]) or yards_above(battle, actor, other) != 0:
        return False
    return not shares_freely(battle, actor, other)


@njit
def shares_hex(battle, actor):
    """Whether a fighter has entered an occupied space, or is in one that was entered (W84).

    Only Enter leads into an enemy's space; allies are passed.
    """
    fighter = battle.fighters[actor]
    others = bodies_at(battle, actor, fighter.x, fighter.y, enemies_of(battle, actor))
    while others != 0:
        if is_crowded_by(battle, actor, lowest_bit(others)):
            return True
        others &= others - 1
    return False


# --- Who is there (W67, XW1, H21) -----------------------------------------------------------------


@njit
def sees(battle, actor, other):
    """Whether a fighter knows where another is; only its own side sees a hidden one (XW1)."""
    return not battle.fighters[other].hidden or not are_enemies(battle, actor, other)


@njit
def witnesses_of(battle, actor):
    """Set of the fighters who see what a fighter does; a hidden one, only its side (XW1, H26)."""
    if battle.fighters[actor].hidden:
        return fighters_of_side(battle, battle.side[actor])
    return everybody(battle)


@njit
def holds_space(battle, other, actor):
    """Whether another one keeps a fighter from stopping where it is; riders do not (H20, H21)."""
    fighter = battle.fighters[other]
    if other == actor or is_dead(fighter) or is_mounted(fighter):
        return False
    return not shares_freely(battle, actor, other)


@njit
def bars_way(battle, other, actor):
    """Whether another one may not be passed: a living enemy (H21)."""
    return are_enemies(battle, actor, other) and holds_space(battle, other, actor)


@njit
def holders_at(battle, actor, x, y, others):
    """The subset of fighters who keep another from stopping at (x, y) (H20, H21)."""
    others, holders = bodies_at(battle, actor, x, y, others), 0
    while others != 0:
        other = lowest_bit(others)
        others &= others - 1
        holders |= np.int64(holds_space(battle, other, actor)) << other
    return holders


@njit
def is_free_but_for(battle, actor, x, y, left_out):
    """Whether no fighter, but those of a set, keeps a fighter from stopping (H21)."""
    return holders_at(battle, actor, x, y, everybody(battle) & ~left_out) == 0


@njit
def unseen_by(battle, viewer):
    """Set of the hidden enemies of a fighter, which it does not know (XW1)."""
    left, mask = enemies_of(battle, viewer), np.int64(0)
    while left != 0:
        other = lowest_bit(left)
        left &= left - 1
        mask |= np.int64(battle.fighters[other].hidden) << other
    return mask


@njit
def looks_free(battle, viewer, actor, x, y):
    """Whether no fighter that a viewer knows of keeps another from stopping (XW1, H21)."""
    others = holders_at(battle, actor, x, y, everybody(battle))
    return others == 0 or others & ~unseen_by(battle, viewer) == 0


@njit
def has_room(battle, actor, x, y):
    """Whether no fighter, seen or unseen, keeps a fighter from being in a hex (H21)."""
    return holders_at(battle, actor, x, y, everybody(battle)) == 0


@njit
def lets_in(battle, mover, x, y):
    """Whether no enemy bars the next yard, seen or unseen (XW1, H21)."""
    return holders_at(battle, mover, x, y, enemies_of(battle, mover)) == 0


@njit
def looks_passable(battle, mover, x, y):
    """Whether no enemy that the mover knows of bars the next yard (XW1, H21)."""
    barring = holders_at(battle, mover, x, y, enemies_of(battle, mover))
    return barring == 0 or barring & ~unseen_by(battle, mover) == 0


@njit
def may_stop_at(battle, actor, x, y):
    """Whether a fighter could end a way there, as far as it knows (XW1, H21)."""
    return can_tread(battle, actor, x, y) and looks_free(battle, actor, actor, x, y)


# --- Sets of hexes (XW1, H20, H21, H23) -----------------------------------------------------------


@njit
def add_body(battle, mover, other, rows):
    """Add the hexes in which two would be in one space (H20)."""
    it = battle.fighters[other]
    radius = space_of(battle.fighters[mover]) + space_of(it)
    if radius == 0:
        add_square(rows, it.x, it.y)
    else:
        add_disc(rows, it.x, it.y, radius)


@njit
def write_taken(battle, mover, rows):
    """Add the hexes where the mover may not stop because of others that it knows of (H21)."""
    for other in range(battle.num_fighters):
        if holds_space(battle, other, mover) and sees(battle, mover, other):
            add_body(battle, mover, other, rows)


@njit
def write_standing(battle, actor, rows):
    """Add the hexes of known fighters who are on their feet (XW1, H23)."""
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if is_dead(it) or is_mounted(it) or is_prone(it) or not sees(battle, actor, other):
            continue
        if space_of(it) == 0:
            add_square(rows, it.x, it.y)
        else:
            add_disc(rows, it.x, it.y, space_of(it))


# --- Coming to be somewhere (H24, H25) ------------------------------------------------------------


@njit
def put_into(battle, actor, x, y):
    """Put a fighter and its rider into a hex; shallow water hides no fighter (H24).

    A swimmer neither lies nor crouches; a fighter laid low lies wherever it does not swim (H33).
    """
    fighter = battle.fighters[actor]
    fighter.x = x
    fighter.y = y
    is_deep = water_at(battle, x, y) == Water.DEEP
    fighter.underwater = fighter.underwater and is_deep
    if is_deep and not fighter.underwater:
        fighter.posture = Posture.STANDING
    elif is_laid_low(fighter):
        fighter.posture = Posture.PRONE
    if fighter.rider != NOBODY:
        rider = battle.fighters[fighter.rider]
        rider.x = x
        rider.y = y
        rider.underwater = fighter.underwater
