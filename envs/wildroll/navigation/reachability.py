"""Reachability of goals, mostly decided without a search (H21, QW12)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch, unset
from ...core.engine.battle import NOBODY
from ...core.maps.hex_grid import (
    add_beside_between,
    columns_within,
    farther_sides,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
    nearer_sides,
    nearest_hex,
    sides_in,
)
from ...core.maps.hex_paths import hex_search
from ...core.maps.square_grid import (
    COLUMNS,
    ROWS,
    add_square,
    columns_between,
    has_square,
    is_empty,
    remove_rows,
    remove_square,
    row,
)
from ..enums import (
    Verb,
)
from ..rules.common_actions.items import longest_reach
from ..rules.health.bodies import is_prone
from ..state import GROUND_CAPACITY, PATH
from ..tables import NONE, PRONE_FACTOR
from .move_targets import (
    can_get_away,
    could_flank_with,
    is_better_shelter,
    is_far_from,
    is_flank,
    is_way_of_use,
    is_worth_hiding_from,
    shelter_at,
    steps_at_gap,
    write_goals,
)
from .pathfinding import LONGEST, WAVES, find_by_goal, sides_nearer

ONE_COST = np.ones(1, np.int64)
"""Cost of a yard on even ground."""


class MoveContext(NamedTuple):
    """Facts about a mover that all goals share.

    Attributes:
        actor: the fighter who chooses.
        mover: the fighter who moves: the actor or its mount.
        points: of a full movement (W65).
        sides: mask of the sides on which a path can begin.
        taken: `[ROWS]` hexes where the mover may not stop.
        ground: `[K, ROWS]` hexes that it may pass; K is 1 if all ground is open.
        is_even: all ground is even, and a path may end before taken hexes: no search is needed.
        is_connected: every hex of the ground is reachable.
    """

    actor: Any
    mover: Any
    points: Any
    sides: Any
    taken: Any
    ground: Any
    is_even: Any
    is_connected: Any


# --- Even ground, where every yard costs the same (H21) -------------------------------------------


@njit
def greedy_path_exists(ground, x, y, goal_x, goal_y):
    """Whether a greedy path reaches the goal."""
    while x != goal_x or y != goal_y:
        sides = sides_in(ground, x, y) & nearer_sides(x, y, goal_x, goal_y)
        if sides == 0:
            return False
        side = lowest_bit(sides)
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
    return True


@njit
def goes_round_to(ground, goals, x, y):
    """Whether a detour reaches any of the hexes."""
    if is_empty(goals):
        return False
    reach, found = unset(WAVES, ROWS), unset(1, ROWS)[0]
    return hex_search(ground, ONE_COST, goals, x, y, reach, found) >= 0


@njit
def cut_off(here, nearer, y):
    """Hexes of a row that are cut off from the row beside it."""
    slanted = nearer | (nearer >> 1 if y & 1 == 1 else nearer << 1)
    touching = here & slanted
    return here & ~(touching | touching << 1 | touching >> 1)


@njit
def is_connected(battle, mover, ground):
    """Whether every hex of even ground is reachable; False if a quick look cannot tell.

    The look needs one uninterrupted row and, from each hex, steps row by row towards it.
    """
    fighter, whole = battle.fighters[mover], columns_between(0, battle.width - 1)
    spine, lost = -1, 0
    for y in range(battle.height):
        spine = y if ground[0, y] == whole else spine
    if spine < 0 or not has_square(ground[0], fighter.x, fighter.y):
        return False
    for y in range(spine):
        lost |= cut_off(ground[0, y], ground[0, y + 1], y)
    for y in range(spine + 1, battle.height):
        lost |= cut_off(ground[0, y], ground[0, y - 1], y)
    return lost == 0


@njit
def is_any_in(ground, goals):
    """Whether any of the hexes is part of the ground."""
    common = 0
    for y in range(ROWS):
        common |= ground[0, y] & row(goals, y)
    return common != 0


@njit
def goes_to_one(ground, goals, x, y, whole):
    """Whether a greedy path or a detour reaches any of the hexes."""
    if whole:
        return is_any_in(ground, goals)
    nearest = nearest_hex(goals, x, y)
    if nearest < 0:
        return False
    if greedy_path_exists(ground[0], x, y, nearest % COLUMNS, nearest // COLUMNS):
        return True
    return goes_round_to(ground, goals, x, y)


@njit
def crossed(battle, mover, ground, taken, yards):
    """Number of hexes within `steps` that the mover may pass but not stop in."""
    fighter = battle.fighters[mover]
    x, y, count = fighter.x, fighter.y, 0
    for row_y in range(max(0, y - yards), min(battle.height, y + yards + 1)):
        columns = columns_within(x, y, yards, row_y) & ground[0, row_y] & row(taken, row_y)
        while columns != 0:
            columns &= columns - 1
            count += 1
    return count


@njit
def goes_beyond(battle, mover, ground, taken, points, factor):
    """Whether the points pay for more yards than there are hexes to pass without stopping.

    Then every path can be walked at least to a hex where the mover may stop.
    """
    each = PRONE_FACTOR if is_prone(battle.fighters[mover]) else 1
    yards = min(LONGEST, 1 + (points - factor) // each)
    return yards > crossed(battle, mover, ground, taken, yards)


@njit
def is_open(battle, context, verb, target):
    """Whether any hex where a path to a goal may end is reachable (QW12, H21)."""
    fighter = battle.fighters[context.mover]
    x, y = fighter.x, fighter.y
    goals = scratch(1, ROWS)[0]
    write_goals(battle, context.actor, context.mover, verb, target, goals)
    remove_rows(goals, context.taken)
    if has_square(goals, x, y):
        return False
    return goes_to_one(context.ground, goals, x, y, context.is_connected)


@njit
def finds_item(battle, context):
    """Whether a fighter who is at no item can reach one (H29, QW12)."""
    fighter, ground = battle.fighters[context.mover], context.ground
    from_x, from_y = fighter.x, fighter.y
    goals = scratch(1, ROWS)[0]
    for item in range(GROUND_CAPACITY):
        x, y = battle.ground_x[item], battle.ground_y[item]
        if battle.ground_item[item] != NONE and not has_square(context.taken, x, y):
            is_near = context.is_connected or greedy_path_exists(ground[0], from_x, from_y, x, y)
            if is_near and has_square(ground[0], x, y):
                return True
            add_square(goals, x, y)
    return not context.is_connected and goes_round_to(ground, goals, from_x, from_y)


@njit
def is_at_flank(battle, mover, target, steps, mask, taken):
    """Whether a fighter already stands where it would flank a target, and may stop there."""
    fighter, it = battle.fighters[mover], battle.fighters[target]
    x, y = fighter.x, fighter.y
    if hex_distance(x, y, it.x, it.y) > steps or has_square(taken, x, y):
        return False
    return is_flank(battle, target, x, y, mask)


@njit
def finds_flank(battle, context, target, mask):
    """Whether a hex from which the fighter would flank a target is reachable (W32, QW12)."""
    actor, mover, ground, taken = context.actor, context.mover, context.ground, context.taken
    steps = steps_at_gap(battle, actor, target, longest_reach(battle.fighters[actor]))
    if is_at_flank(battle, mover, target, steps, mask, taken):
        return False
    fighter, it = battle.fighters[mover], battle.fighters[target]
    from_x, from_y = fighter.x, fighter.y
    goals = scratch(1, ROWS)[0]
    first, last = max(0, it.y - steps), min(battle.height - 1, it.y + steps)
    for y in range(first, last + 1):
        columns = columns_within(it.x, it.y, steps, y) & ground[0, y] & ~row(taken, y)
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            if is_flank(battle, target, x, y, mask):
                if context.is_connected or greedy_path_exists(ground[0], from_x, from_y, x, y):
                    return True
                add_square(goals, x, y)
    return goes_round_to(ground, goals, from_x, from_y)


# --- Cover on even ground (W31) -------------------------------------------------------------------


@njit
def write_near(battle, context, points, near, likely):
    """Write the hexes to stop in `steps` away, and those of them beside low walls."""
    fighter, ground, taken = battle.fighters[context.mover], context.ground, context.taken
    x, y = fighter.x, fighter.y
    for row_y in range(battle.height):
        near[row_y] = columns_within(x, y, points, row_y) & ground[0, row_y] & ~row(taken, row_y)
    remove_square(near, x, y)
    last = battle.height - 1
    add_beside_between(likely, battle.low, near, 0, last)


@njit
def goes_to_better(battle, mover, foe, ground, rows, cover, farther):
    """Whether a greedy path reaches a hex of a set with better cover; writes the others (W31)."""
    fighter = battle.fighters[mover]
    for y in range(battle.height):
        columns = row(rows, y)
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            if is_better_shelter(battle, mover, foe, x, y, cover):
                if greedy_path_exists(ground[0], fighter.x, fighter.y, x, y):
                    return True
                add_square(farther, x, y)
    return False


@njit
def reaches_one(battle, mover, ground, rows, points):
    """Whether the points reach any hex of a set on even ground."""
    fighter = battle.fighters[mover]
    reach, found = unset(WAVES, ROWS), unset(1, ROWS)[0]
    waves = reach[: points + 1]
    return hex_search(ground, ONE_COST, rows, fighter.x, fighter.y, waves, found) >= 0


@njit
def finds_cover(battle, context, foe):
    """Whether a full movement leads to better cover on even ground (W31).

    Hexes beside low walls come first; others count only if there are walls.
    """
    mover, ground = context.mover, context.ground
    fighter = battle.fighters[mover]
    now = shelter_at(battle, mover, foe, fighter.x, fighter.y)
    points = min(context.points, LONGEST)
    near, likely, farther = unset(1, ROWS)[0], scratch(1, ROWS)[0], scratch(1, ROWS)[0]
    write_near(battle, context, points, near, likely)
    if goes_to_better(battle, mover, foe, ground, likely, now, farther):
        return True
    if not is_empty(battle.high):
        for y in range(battle.height):
            near[y] &= ~likely[y]
        if goes_to_better(battle, mover, foe, ground, near, now, farther):
            return True
    return not is_empty(farther) and reaches_one(battle, mover, ground, farther, points)


# --- Paths to goals (H21, QW12) -------------------------------------------------------------------


@njit
def is_found(battle, context, verb, target):
    """Whether a search finds a path to the goal (H21, QW12)."""
    path = scratch(2, PATH)
    length = find_by_goal(
        battle,
        context.actor,
        context.mover,
        verb,
        target,
        context.ground,
        context.taken,
        path[0],
        path[1],
        context.points,
    )
    return length > 0


@njit
def leads_nearer(battle, context, verb, target):
    """Whether a path leads nearer to a known fighter (QW12, RW32).

    A side that leads nearer is enough; the search runs only without one.
    """
    if not is_far_from(battle, context.actor, context.mover, verb, target):
        return False
    if sides_nearer(battle, context.mover, target, context.sides) != 0:
        return True
    if context.is_even and is_open(battle, context, verb, target):
        return True
    return is_found(battle, context, verb, target)


@njit
def leads_away(battle, context, foe):
    """Whether a path leads away from a known fighter (QW12).

    On even ground a side that leads away is enough.
    """
    if battle.has_ground:
        if not can_get_away(battle, context.mover, foe):
            return False
        return is_found(battle, context, np.int64(Verb.AWAY), foe)
    fighter, it = battle.fighters[context.mover], battle.fighters[foe]
    return context.sides & farther_sides(fighter.x, fighter.y, it.x, it.y) != 0


@njit
def leads_round(battle, context, target):
    """Whether a path leads to a flank of a known enemy (W32, QW12)."""
    mask = could_flank_with(battle, context.actor, target)
    if mask == 0:
        return False
    if context.is_even:
        return finds_flank(battle, context, target, mask)
    return is_found(battle, context, np.int64(Verb.FLANK), target)


@njit
def leads_behind_cover(battle, context, foe):
    """Whether a path leads to better cover from a known enemy (W31, QW12)."""
    if not is_worth_hiding_from(battle, context.mover, foe):
        return False
    if context.is_even:
        return finds_cover(battle, context, foe)
    return is_found(battle, context, np.int64(Verb.COVER), foe)


@njit
def leads_to_item(battle, context):
    """Whether a path leads to an item on the ground (H29, QW12)."""
    verb = np.int64(Verb.TO_ITEM)
    if not is_way_of_use(battle, context.actor, context.mover, verb, NOBODY):
        return False
    if context.is_even:
        return finds_item(battle, context)
    return is_found(battle, context, verb, NOBODY)


@njit
def leads_to_ground(battle, context):
    """Whether a path leads out of the water or off the cliff (W68, W105, QW12)."""
    verb = np.int64(Verb.TO_GROUND)
    if not is_way_of_use(battle, context.actor, context.mover, verb, NOBODY):
        return False
    return is_found(battle, context, verb, NOBODY)
