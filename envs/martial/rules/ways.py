"""Where a Move or Charge goes: its goal and its way (RD13, RD15, RD47, HOUSE H5, H6)."""

from __future__ import annotations

import numpy as np

from ...core.compile import njit, scratch
from ...core.grid import (
    COLUMNS,
    DX,
    DY,
    ROWS,
    WAVES,
    add_square,
    add_within,
    columns_between,
    direction,
    distance,
    has_square,
    is_obstacle,
    last_stop,
    remove_rows,
    row,
    walk,
)
from ...core.lines import corners_obstructed
from ..state import GROUND_CAPACITY, HANDS, PATH
from ..tables import (
    AIR_FEET,
    CHARGE_MOVES,
    IS_RANGED,
    IS_SHIELD,
    LEAST_CHARGE,
    NONE,
    SQUARE,
    WEAPON_THROWN,
)
from .bodies import climb_squares
from .items import longest_reach, reach_feet
from .movement import neighbours, pace
from .sight import are_enemies, are_level, squares_between, threatens
from .squares import (
    is_floor,
    remove_hindering,
    write_free,
    write_ground,
    write_taken,
)

SETS_OF_WAVES = WAVES + 1
NEXT_TO = 1
"""Squares between neighbours."""

# --- Goals ----------------------------------------------------------------------------------------


@njit
def reach_squares(fighter):
    """Squares that the longest weapon in hand reaches (RD27)."""
    return np.int64(longest_reach(fighter)) // SQUARE


@njit
def directions_away(battle, actor, other):
    """Mask of the directions that lead farther from somebody."""
    fighter = battle.fighters[actor]
    foe = battle.fighters[other]
    now = distance(fighter.x, fighter.y, foe.x, foe.y)
    away = 0
    for side in range(8):
        if distance(fighter.x + DX[side], fighter.y + DY[side], foe.x, foe.y) > now:
            away |= 1 << side
    return away


@njit
def nearest_weapon(battle, actor):
    """The nearest weapon on the ground, -1 if none lies there (RD39)."""
    fighter = battle.fighters[actor]
    best, nearest = np.int64(-1), np.int64(COLUMNS)
    for item in range(GROUND_CAPACITY):
        if battle.ground_item[item] == NONE or IS_SHIELD[battle.ground_item[item]]:
            continue
        far = distance(fighter.x, fighter.y, battle.ground_x[item], battle.ground_y[item])
        if far < nearest:
            best, nearest = np.int64(item), far
    return best


@njit
def can_hurl(fighter):
    """Whether a fighter has something in hand to shoot or throw (D75, D80)."""
    for hand in range(HANDS):
        item = fighter.held[hand]
        if item != NONE and (IS_RANGED[item] or WEAPON_THROWN[item] > 0):
            return True
    return False


# --- Flanking (D58) -------------------------------------------------------------------------------


@njit
def can_be_flanked_with(battle, actor, ally, target):
    """Whether an ally stands so that somebody opposite of it would flank the target (D58)."""
    if ally == actor or are_enemies(battle, actor, ally):
        return False
    if squares_between(battle, ally, target) != NEXT_TO or not are_level(battle, ally, target):
        return False
    return threatens(battle, ally, target)


@njit
def opposite(one, middle):
    """Coordinate of the square on the other side of a square."""
    return 2 * np.int64(middle) - np.int64(one)


@njit
def write_flanks(battle, actor, target, free, goals):
    """Write the free squares opposite to allies who threaten the target (D58)."""
    foe = battle.fighters[target]
    for ally in range(battle.num_fighters):
        if can_be_flanked_with(battle, actor, ally, target):
            friend = battle.fighters[ally]
            x, y = opposite(friend.x, foe.x), opposite(friend.y, foe.y)
            if is_obstacle(free, x, y):
                add_square(goals, x, y)


@njit
def can_flank(battle, actor, target, free):
    """Whether there is a square to flank the target from; not for who does so already (D58)."""
    me, foe = battle.fighters[actor], battle.fighters[target]
    found = False
    for ally in range(battle.num_fighters):
        if can_be_flanked_with(battle, actor, ally, target):
            friend = battle.fighters[ally]
            x, y = opposite(friend.x, foe.x), opposite(friend.y, foe.y)
            if x == me.x and y == me.y:
                return False
            found = found or is_obstacle(free, x, y)
    return found


# --- Cover (D56, D57) -----------------------------------------------------------------------------


@njit
def beside_obstacles(battle, y):
    """Columns of a row with an obstacle in them or next to them, as a mask."""
    around = np.int64(0)
    for near in range(max(0, y - 1), min(ROWS, y + 2)):
        around |= row(battle.low, near) | row(battle.high, near)
    return around | (around << 1) | (around >> 1)


@njit
def shelters(battle, x, y, foe_x, foe_y):
    """Whether a square has cover from another, by the obstacle before it (D56)."""
    side = direction(x, y, foe_x, foe_y)
    if side < 0:
        return False
    ahead_x, ahead_y = x + DX[side], y + DY[side]
    if not (
        is_obstacle(battle.low, ahead_x, ahead_y) or is_obstacle(battle.high, ahead_x, ahead_y)
    ):
        return False
    return corners_obstructed(battle.low, battle.high, foe_x, foe_y, x, y) > 0


@njit
def sheltered_square(battle, actor, other, free, enough):
    """Nearest free square of a Move with cover from somebody, -1 if none (D56).

    Squares are numbered y * 32 + x. Who has cover already needs none; the search ends with the
    first square that is at most `enough` steps away.
    """
    fighter, foe = battle.fighters[actor], battle.fighters[other]
    foe_x, foe_y = np.int64(foe.x), np.int64(foe.y)
    x, y = np.int64(fighter.x), np.int64(fighter.y)
    if not battle.has_obstacles or shelters(battle, x, y, foe_x, foe_y):
        return np.int64(-1)
    best, steps = np.int64(-1), np.int64(pace(fighter))
    nearest = steps + 1
    left = max(np.int64(0), x - steps)
    for there_y in range(max(np.int64(0), y - steps), min(np.int64(ROWS), y + steps + 1)):
        columns = beside_obstacles(battle, there_y) & row(free, there_y)
        columns = (columns & columns_between(left, x + steps)) >> left
        there_x = left
        while columns != 0 and abs(there_y - y) < nearest:
            far = distance(x, y, there_x, there_y)
            if columns & 1 == 1 and far < nearest:
                if shelters(battle, there_x, there_y, foe_x, foe_y):
                    best, nearest = there_y * COLUMNS + there_x, far
                    if nearest <= enough:
                        return best
            columns >>= 1
            there_x += 1
    return best


# --- Writing ways ---------------------------------------------------------------------------------


@njit
def plan_step(battle, actor, side):
    """A way of one square."""
    fighter = battle.fighters[actor]
    battle.path_x[0] = fighter.x + DX[side]
    battle.path_y[0] = fighter.y + DY[side]
    battle.path_length = 1


@njit
def stop_climbing(battle, actor):
    """Over low obstacles a climber goes no farther than its climb speed (HOUSE H6)."""
    fighter = battle.fighters[actor]
    if fighter.flying or not battle.has_obstacles:
        return
    for at in range(battle.path_length):
        if is_obstacle(battle.low, battle.path_x[at], battle.path_y[at]):
            battle.path_length = min(np.int64(battle.path_length), climb_squares(fighter))
            return


@njit
def stop_where_free(battle, actor, taken):
    """Cut the way so that it ends where nobody is (RD47)."""
    stop_climbing(battle, actor)
    battle.path_length = last_stop(taken, battle.path_x, battle.path_y, battle.path_length)


@njit
def write_passable(battle, actor, rows):
    """Write the squares that the fighter may walk through, as far as it knows (RD47)."""
    write_ground(battle, actor, rows)
    remove_hindering(battle, actor, rows)


@njit
def plan_straight_on(battle, actor, side):
    """A Move in one direction, as far as it goes (RD13)."""
    passable = scratch(1, ROWS)[0]
    taken = scratch(1, ROWS)[0]
    write_passable(battle, actor, passable)
    write_taken(battle, actor, taken)
    fighter = battle.fighters[actor]
    x, y = np.int64(fighter.x) + DX[side], np.int64(fighter.y) + DY[side]
    length, steps = 0, pace(fighter)
    while length < steps and is_obstacle(passable, x, y):
        battle.path_x[length] = x
        battle.path_y[length] = y
        x += DX[side]
        y += DY[side]
        length += 1
    battle.path_length = length
    stop_where_free(battle, actor, taken)


@njit
def plan_away(battle, actor, other):
    """A Move that gets farther from somebody with every step, as straight as it can."""
    free = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    fighter, foe = battle.fighters[actor], battle.fighters[other]
    x, y = np.int64(fighter.x), np.int64(fighter.y)
    length, steps = 0, pace(fighter)
    while length < steps:
        now = distance(x, y, foe.x, foe.y)
        straight = direction(foe.x, foe.y, x, y)
        best = -1
        for turn in (0, 1, 7, 2, 6):
            side = (straight + turn) % 8
            if is_obstacle(free, x + DX[side], y + DY[side]):
                if distance(x + DX[side], y + DY[side], foe.x, foe.y) > now:
                    best = side
                    break
        if best < 0:
            break
        x += DX[best]
        y += DY[best]
        battle.path_x[length] = x
        battle.path_y[length] = y
        length += 1
    battle.path_length = length
    stop_climbing(battle, actor)


@njit
def plan_direct(battle, actor, x, y, near, free):
    """Write a straight way to within `near` of (x, y); whether nothing stands in it."""
    fighter = battle.fighters[actor]
    at_x, at_y = np.int64(fighter.x), np.int64(fighter.y)
    length, steps = 0, pace(fighter)
    while length < steps and distance(at_x, at_y, x, y) > near:
        side = direction(at_x, at_y, x, y)
        at_x += DX[side]
        at_y += DY[side]
        if not is_obstacle(free, at_x, at_y):
            return False
        battle.path_x[length] = at_x
        battle.path_y[length] = at_y
        length += 1
    battle.path_length = length
    stop_climbing(battle, actor)
    return length > 0


@njit
def plan_around(battle, actor, goals):
    """Write the first steps of a shortest way to one of the squares, round what is between."""
    passable = scratch(1, ROWS)[0]
    taken = scratch(1, ROWS)[0]
    waves = scratch(SETS_OF_WAVES, ROWS)
    write_passable(battle, actor, passable)
    write_taken(battle, actor, taken)
    remove_rows(goals, taken)
    fighter = battle.fighters[actor]
    battle.path_length = walk(
        passable,
        goals,
        fighter.x,
        fighter.y,
        pace(fighter),
        battle.path_x,
        battle.path_y,
        waves,
    )
    stop_where_free(battle, actor, taken)


@njit
def plan_nearest_step(battle, actor, x, y, free):
    """One step to the free neighbour nearest to (x, y): what is left when no way leads there."""
    fighter = battle.fighters[actor]
    open_sides = neighbours(free, np.int64(fighter.x), np.int64(fighter.y))
    best, nearest = -1, np.int64(0)
    for side in range(8):
        if (open_sides >> side) & 1 == 1:
            far = distance(fighter.x + DX[side], fighter.y + DY[side], x, y)
            if best < 0 or far < nearest:
                best, nearest = side, far
    if best >= 0:
        plan_step(battle, actor, best)


@njit
def plan_to(battle, actor, x, y, near):
    """Write the way of a Move to within `near` of (x, y), a step at least if one is free (RD13)."""
    free = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    if plan_direct(battle, actor, x, y, near, free):
        return
    goals = scratch(1, ROWS)[0]
    add_within(goals, x, y, near)
    plan_around(battle, actor, goals)
    if battle.path_length == 0:
        plan_nearest_step(battle, actor, x, y, free)


@njit
def plan_to_fighter(battle, actor, other, near):
    """Write the way of a Move to within `near` squares of somebody."""
    fighter = battle.fighters[other]
    plan_to(battle, actor, np.int64(fighter.x), np.int64(fighter.y), near)


@njit
def plan_flank(battle, actor, target):
    """Write the way of a Move to where an ally stands opposite of the target (D58)."""
    free = scratch(1, ROWS)[0]
    goals = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    write_flanks(battle, actor, target, free, goals)
    plan_around(battle, actor, goals)
    if battle.path_length == 0:
        foe = battle.fighters[target]
        plan_nearest_step(battle, actor, np.int64(foe.x), np.int64(foe.y), free)


@njit
def plan_cover(battle, actor, other):
    """Write the way of a Move to the nearest square with cover from somebody (D56)."""
    free = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    square = sheltered_square(battle, actor, other, free, 1)
    plan_to(battle, actor, square % COLUMNS, square // COLUMNS, 0)


@njit
def plan_to_weapon(battle, actor):
    """Write the way of a Move to where the nearest weapon can be picked up (RD39)."""
    item = nearest_weapon(battle, actor)
    x, y = np.int64(battle.ground_x[item]), np.int64(battle.ground_y[item])
    plan_to(battle, actor, x, y, NEXT_TO)


# --- Charging (RD15) ------------------------------------------------------------------------------


@njit
def along(start, end, step, length):
    """Coordinate of a straight line after so many of its steps, halves away from the start."""
    rise = abs(end - start)
    gone = (2 * rise * step + length) // (2 * length)
    return start + gone if end >= start else start - gone


@njit
def line_x(battle, actor, target, step):
    """Column of a square of the straight line to the target."""
    length = squares_between(battle, actor, target)
    x, goal = np.int64(battle.fighters[actor].x), np.int64(battle.fighters[target].x)
    return along(x, goal, step, length)


@njit
def line_y(battle, actor, target, step):
    """Row of a square of the straight line to the target."""
    length = squares_between(battle, actor, target)
    y, goal = np.int64(battle.fighters[actor].y), np.int64(battle.fighters[target].y)
    return along(y, goal, step, length)


@njit
def open_line(battle, actor, target, free):
    """Squares of the straight line to the target that a Charge can go: free, in range (RD15).

    It walks along as `line_x` and `line_y` say, without their divisions.
    """
    me, foe = battle.fighters[actor], battle.fighters[target]
    x, y = np.int64(me.x), np.int64(me.y)
    across, down = np.int64(foe.x) - x, np.int64(foe.y) - y
    length = max(abs(across), abs(down))
    limit = min(min(CHARGE_MOVES * pace(me), np.int64(PATH)), length - 1)
    side_x, side_y = (1 if across >= 0 else -1), (1 if down >= 0 else -1)
    rest_x = rest_y = length
    for step in range(limit):
        rest_x += 2 * abs(across)
        rest_y += 2 * abs(down)
        if rest_x >= 2 * length:
            rest_x -= 2 * length
            x += side_x
        if rest_y >= 2 * length:
            rest_y -= 2 * length
            y += side_y
        if not has_square(free, x, y):
            return np.int64(step)
    return max(np.int64(0), limit)


@njit
def charge_length(battle, actor, slot, target, line):
    """Squares of a Charge with a weapon along a line so far open, 0 if there is none (RD15, H5).

    It ends where the weapon first reaches, 10 feet from its beginning at least; who charges from
    the air at somebody on the ground ends on the ground.
    """
    fighter = battle.fighters[actor]
    reach = np.int64(reach_feet(fighter, slot))
    if battle.fighters[target].flying and not fighter.flying and reach < AIR_FEET:
        return np.int64(0)
    squares = squares_between(battle, actor, target)
    length = max(np.int64(LEAST_CHARGE // SQUARE), squares - reach // SQUARE)
    if length > line:
        return np.int64(0)
    if fighter.flying and not battle.fighters[target].flying:
        x, y = line_x(battle, actor, target, length), line_y(battle, actor, target, length)
        if not is_floor(battle, x, y):
            return np.int64(0)
    return length


@njit
def plan_charge(battle, actor, slot, target):
    """Write the way of a Charge (RD15)."""
    free = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    line = open_line(battle, actor, target, free)
    length = charge_length(battle, actor, slot, target, line)
    for step in range(1, length + 1):
        battle.path_x[step - 1] = line_x(battle, actor, target, step)
        battle.path_y[step - 1] = line_y(battle, actor, target, step)
    battle.path_length = length
