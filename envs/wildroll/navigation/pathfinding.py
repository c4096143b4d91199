"""Pathfinding: from a choice to the hexes of its path (W65, W68, H8, H21, QW12).

A path is straight where that is open, else found by waves of equal cost. It is as long as the
points allow and ends where the mover may stop.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch, unset
from ...core.engine.battle import NOBODY
from ...core.maps.hex_grid import (
    add_disc,
    hex_direction,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
    nearer_sides,
    nearest_hex,
    turned,
)
from ...core.maps.hex_paths import hex_path, hex_reach, hex_walk
from ...core.maps.square_grid import (
    COLUMNS,
    ROWS,
    last_stop,
    remove_rows,
    remove_square,
)
from ..enums import (
    Verb,
)
from ..rules.health.bodies import is_prone
from ..rules.movement.movement import (
    burden,
    can_go,
    free_sides,
    may_step,
    may_step_anywhere,
    mover_of,
    paid_sides,
    points_within,
    yard_cost,
)
from ..rules.movement.spaces import may_stop_at, write_taken
from ..rules.movement.terrain import ground_factor
from ..state import PATH
from ..tables import MOVE_PARTS, PRONE_FACTOR, WAY_COSTS
from .grounds import KINDS, sets_of, write_grounds
from .move_targets import (
    goes_by_steps,
    is_nearing,
    is_way_of_use,
    sheltered_hex,
    wanted_steps,
    write_goals,
)
from .path_cursor import START

LONGEST = START
"""Hexes of a path; the last place of the array is its start."""
WAVES = 128
"""One more than the cost of the most expensive path."""
TURNS = np.array([0, 1, -1, 2, -2, 3], np.int64)
"""Sides of a flight, the straightest first."""

# --- Length (W65, RW12, H8, H21) ------------------------------------------------------------------


@njit
def steps_paid_for(battle, mover, path_x, path_y, length, points):
    """Yards of a path that `points` pay for (W65, W68, W84, RW12)."""
    fighter = battle.fighters[mover]
    for at in range(length):
        if at == 0:
            points -= yard_cost(battle, mover, path_x[0], path_y[0])
        else:
            factor = PRONE_FACTOR if is_prone(fighter) else 1
            points -= factor * ground_factor(battle, mover, path_x[at], path_y[at])
        if points < 0:
            return at
    return length


@njit
def cut(battle, mover, taken, path_x, path_y, length, points):
    """Length of the paid part of a path that ends where the mover may stop (H8, H21)."""
    length = steps_paid_for(battle, mover, path_x, path_y, length, points)
    return last_stop(taken, path_x, path_y, length)


# --- Searches -------------------------------------------------------------------------------------


@njit
def go_straight(battle, mover, target, near, path_x, path_y, points):
    """Write a straight path to within `near` steps of a fighter; 0 if it is blocked."""
    fighter, it = battle.fighters[mover], battle.fighters[target]
    x, y = fighter.x, fighter.y
    length = 0
    while length < min(LONGEST, points) and hex_distance(x, y, it.x, it.y) > near:
        side = hex_direction(x, y, it.x, it.y)
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
        if not may_stop_at(battle, mover, x, y):
            return 0
        path_x[length] = x
        path_y[length] = y
        length += 1
    return length


@njit
def go_away(battle, mover, foe, path_x, path_y):
    """Write a path that leads farther from a fighter with every yard, as straight as possible."""
    fighter, it = battle.fighters[mover], battle.fighters[foe]
    x, y = fighter.x, fighter.y
    length = 0
    while length < LONGEST:
        now = hex_distance(x, y, it.x, it.y)
        straight = max(0, hex_direction(it.x, it.y, x, y))
        found = False
        for turn in range(len(TURNS)):
            side = turned(straight, TURNS[turn])
            to_x, to_y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
            if not found and hex_distance(to_x, to_y, it.x, it.y) > now:
                if may_stop_at(battle, mover, to_x, to_y):
                    path_x[length] = to_x
                    path_y[length] = to_y
                    found = True
        if not found:
            break
        x, y = path_x[length], path_y[length]
        length += 1
    return length


@njit
def go_round(battle, mover, goals, ground, taken, path_x, path_y, points):
    """Write the first yards of a cheapest path to one of the hexes."""
    reach = unset(WAVES, ROWS)
    remove_rows(goals, taken)
    fighter = battle.fighters[mover]
    return hex_walk(
        ground,
        WAY_COSTS[: len(ground)],
        goals,
        fighter.x,
        fighter.y,
        min(LONGEST, points),
        path_x,
        path_y,
        reach,
    )


@njit
def write_reach(battle, mover, points, ground, taken, reach, rows):
    """Write the hexes that the points reach, and those where the mover may stop (H21)."""
    fighter = battle.fighters[mover]
    hex_reach(ground, WAY_COSTS[: len(ground)], fighter.x, fighter.y, points, reach)
    for y in range(ROWS):
        rows[y] = reach[points, y]
    remove_rows(rows, taken)
    remove_square(rows, fighter.x, fighter.y)


@njit
def go_nearer(battle, mover, x, y, ground, taken, path_x, path_y, points):
    """Write the path to the reachable hex nearest to a goal, if it is nearer."""
    reach, rows = unset(WAVES, ROWS), scratch(1, ROWS)[0]
    points = min(points, LONGEST)
    write_reach(battle, mover, points, ground, taken, reach, rows)
    best = nearest_hex(rows, x, y)
    fighter = battle.fighters[mover]
    now = hex_distance(fighter.x, fighter.y, x, y)
    if best < 0 or hex_distance(best % COLUMNS, best // COLUMNS, x, y) >= now:
        return 0
    return hex_path(ground, WAY_COSTS[: len(ground)], reach, best, points, path_x, path_y)


@njit
def go_behind_cover(battle, mover, foe, ground, taken, path_x, path_y, points):
    """Write the path to the nearest reachable hex with better cover from a fighter (W31)."""
    reach, rows = unset(WAVES, ROWS), scratch(1, ROWS)[0]
    points = min(points, LONGEST)
    write_reach(battle, mover, points, ground, taken, reach, rows)
    best = sheltered_hex(battle, mover, foe, rows)
    if best < 0:
        return 0
    return hex_path(ground, WAY_COSTS[: len(ground)], reach, best, points, path_x, path_y)


@njit
def go_toward(battle, mover, target, near, ground, taken, path_x, path_y, points):
    """Write the path to within `near` steps of a fighter, as near as possible (RW32)."""
    if not battle.has_ground:
        length = go_straight(battle, mover, target, near, path_x, path_y, points)
        if length > 0:
            return length
    it = battle.fighters[target]
    goals = scratch(1, ROWS)[0]
    add_disc(goals, it.x, it.y, near)
    length = go_round(battle, mover, goals, ground, taken, path_x, path_y, points)
    if length > 0:
        return length
    return go_nearer(battle, mover, it.x, it.y, ground, taken, path_x, path_y, points)


# --- The first yard (W65, H8, H21) ----------------------------------------------------------------


@njit
def first_sides(battle, mover, points):
    """Mask of the sides on which a path of at most `points` can begin (W65, H21)."""
    taken = scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    sides = free_sides(battle, mover, taken)
    return paid_sides(battle, mover, sides, points, burden(battle, mover))


@njit
def sides_nearer(battle, mover, target, sides):
    """The subset of sides that lead nearer to a fighter."""
    fighter, it = battle.fighters[mover], battle.fighters[target]
    return sides & nearer_sides(fighter.x, fighter.y, it.x, it.y)


@njit
def step_nearer(battle, mover, target, path_x, path_y, points):
    """Write a single yard that leads nearer to a fighter, if no longer path does (H21)."""
    fighter = battle.fighters[mover]
    sides = sides_nearer(battle, mover, target, first_sides(battle, mover, points))
    if sides == 0:
        return 0
    side = lowest_bit(sides)
    path_x[0] = hex_neighbour_x(fighter.x, fighter.y, side)
    path_y[0] = hex_neighbour_y(fighter.y, side)
    return 1


# --- Planning (H8, QW12) --------------------------------------------------------------------------


@njit
def search(battle, actor, mover, verb, target, ground, taken, path_x, path_y, points):
    """Write a path to a goal, before it is cut to the paid part."""
    if verb == Verb.AWAY:
        return go_away(battle, mover, target, path_x, path_y)
    if verb == Verb.COVER:
        return go_behind_cover(battle, mover, target, ground, taken, path_x, path_y, points)
    if is_nearing(verb):
        near = max(0, wanted_steps(battle, actor, mover, verb, target))
        return go_toward(battle, mover, target, near, ground, taken, path_x, path_y, points)
    goals = scratch(1, ROWS)[0]
    write_goals(battle, actor, mover, verb, target, goals)
    return go_round(battle, mover, goals, ground, taken, path_x, path_y, points)


@njit
def find_by_goal(battle, actor, mover, verb, target, ground, taken, path_x, path_y, points):
    """Write the paid part of a path to a goal. Returns its hexes (H8, H21, QW12).

    Args:
        battle: the battle.
        actor: the fighter who chooses.
        mover: the fighter who moves: the actor or its mount.
        verb: the goal.
        target: the fighter whom the goal names, or NOBODY.
        ground: `[K, ROWS]` hexes that the mover may pass, as `write_grounds` writes them; K is 1 if
            all ground is open.
        taken: `[ROWS]` hexes where it may not stop.
        path_x: columns of the path, written.
        path_y: rows of the path, written.
        points: movement points to spend.
    """
    length = search(battle, actor, mover, verb, target, ground, taken, path_x, path_y, points)
    length = cut(battle, mover, taken, path_x, path_y, length, points)
    if length == 0 and is_nearing(verb):
        return step_nearer(battle, mover, target, path_x, path_y, points)
    return length


@njit
def find_way(battle, actor, verb, argument, target, path_x, path_y):
    """Write the path of a choice. Returns its hexes, 0 if there is none (H8, QW12)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY or not can_go(battle, mover):
        return 0
    if verb == Verb.STEP:
        if not may_step(battle, actor, argument):
            return 0
        fighter = battle.fighters[mover]
        path_x[0] = hex_neighbour_x(fighter.x, fighter.y, argument)
        path_y[0] = hex_neighbour_y(fighter.y, argument)
        return 1
    points = points_within(battle, mover, MOVE_PARTS)
    if points < burden(battle, mover) or goes_by_steps(battle, mover):
        return 0
    if not is_way_of_use(battle, actor, mover, verb, target):
        return 0
    ground, taken = unset(KINDS, ROWS)[: sets_of(battle)], scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    write_grounds(battle, mover, ground)
    return find_by_goal(battle, actor, mover, verb, target, ground, taken, path_x, path_y, points)


@njit
def may_go(battle, actor, verb, argument, target):
    """Whether a step, or the first yard of a path to a goal, is possible and paid (QW1, QW12)."""
    if verb == Verb.STEP:
        return may_step(battle, actor, argument)
    if verb == Verb.STEPS:
        return may_step_anywhere(battle, actor)
    path = scratch(2, PATH)
    return find_way(battle, actor, verb, argument, target, path[0], path[1]) > 0


@njit
def begin_path(battle, mover):
    """Begin an empty path where the mover stands."""
    battle.path_x[LONGEST] = battle.fighters[mover].x
    battle.path_y[LONGEST] = battle.fighters[mover].y
    battle.path_length = 0
    battle.path_at = 0


@njit
def write_path(battle, mover, path_x, path_y, length):
    """Set the path to walk; the last place of the array keeps its start."""
    for at in range(length):
        battle.path_x[at] = path_x[at]
        battle.path_y[at] = path_y[at]
    begin_path(battle, mover)
    battle.path_length = length


@njit
def plan_way(battle, actor, verb, argument, target):
    """Set the path of a choice as the path to walk. Returns its hexes (H8, QW12)."""
    path = scratch(2, PATH)
    length = find_way(battle, actor, verb, argument, target, path[0], path[1])
    if length > 0:
        write_path(battle, mover_of(battle, actor), path[0], path[1], length)
    return length


@njit
def plan_flight(battle, mover, foe, limit):
    """Set the path of a bolting mount, for at most `points` AP (W106, H25)."""
    path = scratch(2, PATH)
    points = points_within(battle, mover, limit)
    taken = scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    length = go_away(battle, mover, foe, path[0], path[1])
    length = cut(battle, mover, taken, path[0], path[1], length, points)
    write_path(battle, mover, path[0], path[1], length)
    return length
