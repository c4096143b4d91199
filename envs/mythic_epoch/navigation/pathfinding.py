"""Pathfinding of Moves: goals and paths (M18, RM8, RM32, RM33)."""

from __future__ import annotations

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import (
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
    fill_map,
    flood,
    is_obstacle,
    last_stop,
    remove_rows,
    remove_square,
    row,
    walk,
)
from ..enums import MoveGoal
from ..rules.checks import has_missile_weapon, is_out, reach
from ..rules.defence import gap, is_in_line
from ..rules.equipment import nearest_weapon
from ..rules.movement import (
    can_pass,
    free_around,
    free_directions,
    is_free,
    path_square_x,
    path_square_y,
)
from ..tables import BASE_COMBAT_MOVEMENT

SETS_OF_WAVES = WAVES + 1

# --- Goals ----------------------------------------------------------------------------------------


@njit
def nearest_archer(battle, actor):
    """The nearest enemy with a missile weapon in hand, -1 if there is none."""
    best = NOBODY
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if battle.side[other] == battle.side[actor] or is_out(fighter):
            continue
        if has_missile_weapon(fighter) and (
            best == NOBODY or gap(battle, actor, other) < gap(battle, actor, best)
        ):
            best = other
    return best


@njit
def shields_square(battle, x, y, archer_x, archer_y):
    """Whether an obstacle shields the square on the archer's side."""
    side = direction(x, y, archer_x, archer_y)
    if side < 0:
        return False
    ahead_x, ahead_y = x + DX[side], y + DY[side]
    return is_obstacle(battle.low, ahead_x, ahead_y) or is_obstacle(battle.high, ahead_x, ahead_y)


@njit
def beside_obstacles(battle, y):
    """Columns of a row without an obstacle but next to one, as a mask."""
    around = 0
    for near in range(max(0, y - 1), min(ROWS, y + 2)):
        around |= row(battle.low, near) | row(battle.high, near)
    around |= (around << 1) | (around >> 1)
    return around & ~(row(battle.low, y) | row(battle.high, y))


@njit
def sheltered_square(battle, actor, enough):
    """Nearest free square within a Move with an obstacle towards the nearest archer, -1 if none.

    Squares are numbered y * 32 + x. A fighter who has such shelter gets -1. The search ends at the
    first square that is at most `enough` steps away.
    """
    archer = nearest_archer(battle, actor)
    if archer == NOBODY or not battle.has_obstacles:
        return -1
    fighter = battle.fighters[actor]
    foe = battle.fighters[archer]
    x, y = fighter.x, fighter.y
    if shields_square(battle, x, y, foe.x, foe.y):
        return -1
    best = -1
    nearest = BASE_COMBAT_MOVEMENT + 1
    left = max(0, x - BASE_COMBAT_MOVEMENT)
    for square_y in range(max(0, y - BASE_COMBAT_MOVEMENT), min(ROWS, y + nearest)):
        if abs(square_y - y) >= nearest:
            continue
        beside = beside_obstacles(battle, square_y)
        beside = (beside & columns_between(left, x + BASE_COMBAT_MOVEMENT)) >> left
        while beside != 0:
            square_x = left + lowest_bit(beside)
            if (
                distance(x, y, square_x, square_y) < nearest
                and shields_square(battle, square_x, square_y, foe.x, foe.y)
                and is_free(battle, square_x, square_y)
            ):
                best = square_y * COLUMNS + square_x
                nearest = distance(x, y, square_x, square_y)
                if nearest <= enough:
                    return best
            beside &= beside - 1
    return best


@njit
def goal_distance(battle, actor, goal):
    """Distance to its goal at which a Move towards a fighter stops."""
    return reach(battle.fighters[actor]) if goal == MoveGoal.TO_REACH else 1


# --- Paths ----------------------------------------------------------------------------------------


@njit
def plan_step(battle, side):
    """A Move of one square."""
    battle.path_length = 0
    extend_path(battle, side)


@njit
def extend_path(battle, side):
    """Add the next square in a direction to the path of the active fighter's Move."""
    length = battle.path_length
    x, y = path_square_x(battle, length), path_square_y(battle, length)
    battle.path_x[length] = x + DX[side]
    battle.path_y[length] = y + DY[side]
    battle.path_length = length + 1


@njit
def plan_away(battle, actor, other):
    """A Move whose every step leads farther from a fighter, as straight as possible."""
    fighter = battle.fighters[actor]
    foe = battle.fighters[other]
    x, y = fighter.x, fighter.y
    length = 0
    while length < BASE_COMBAT_MOVEMENT:
        now = distance(x, y, foe.x, foe.y)
        straight = direction(foe.x, foe.y, x, y)
        best = -1
        for turn in (0, 1, 7, 2, 6):  # no other direction leads farther
            side = (straight + turn) % 8
            if distance(x + DX[side], y + DY[side], foe.x, foe.y) > now and is_free(
                battle, x + DX[side], y + DY[side]
            ):
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


@njit
def can_end_near(battle, x, y, to_x, to_y, near):
    """Whether a Move to within `near` may end in a square; a long weapon needs a line (RM18)."""
    far = distance(x, y, to_x, to_y)
    return far > near or far <= 1 or is_in_line(battle, x, y, to_x, to_y)


@njit
def remove_without_line(battle, goals, x, y, near):
    """Remove the squares within `near` from which a long weapon has no line to (x, y) (RM18)."""
    for goal_y in range(max(0, y - near), min(ROWS, y + near + 1)):
        columns = row(goals, goal_y)
        while columns != 0:
            goal_x = lowest_bit(columns)
            if not can_end_near(battle, goal_x, goal_y, x, y, near):
                remove_square(goals, goal_x, goal_y)
            columns &= columns - 1


@njit
def plan_straight(battle, actor, x, y, near, limit):
    """Write a straight path to within `near` of (x, y). Returns whether `limit` steps are free.

    Only the steps of one Move are written (RM8).
    """
    fighter = battle.fighters[actor]
    at_x, at_y = fighter.x, fighter.y
    length = 0
    while length < limit and distance(at_x, at_y, x, y) > near:
        side = direction(at_x, at_y, x, y)
        at_x += DX[side]
        at_y += DY[side]
        if not is_free(battle, at_x, at_y):
            return False
        if length < BASE_COMBAT_MOVEMENT:
            battle.path_x[length] = at_x
            battle.path_y[length] = at_y
        length += 1
    if not can_end_near(battle, at_x, at_y, x, y, near):
        return False
    battle.path_length = min(length, BASE_COMBAT_MOVEMENT)
    return length > 0


@njit
def find_room(battle, actor, free, taken):
    """Write the squares that the fighter may pass, and those where others stand (RM32)."""
    fill_map(free, battle.width, battle.height)
    remove_rows(free, battle.low)
    remove_rows(free, battle.high)
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if other != actor and not is_out(fighter):
            add_square(taken, fighter.x, fighter.y)
            if battle.side[other] != battle.side[actor]:
                remove_square(free, fighter.x, fighter.y)


@njit
def plan_around(battle, actor, x, y, near):
    """Write the first steps of a shortest path to within `near` of (x, y)."""
    free = scratch(1, ROWS)[0]
    taken = scratch(1, ROWS)[0]
    goals = scratch(1, ROWS)[0]
    waves = scratch(SETS_OF_WAVES, ROWS)
    find_room(battle, actor, free, taken)
    add_within(goals, x, y, near)
    remove_rows(goals, taken)
    remove_without_line(battle, goals, x, y, near)
    fighter = battle.fighters[actor]
    steps = walk(
        free,
        goals,
        fighter.x,
        fighter.y,
        BASE_COMBAT_MOVEMENT,
        battle.path_x,
        battle.path_y,
        waves,
    )
    battle.path_length = last_stop(taken, battle.path_x, battle.path_y, steps)


@njit
def plan_nearest_step(battle, actor, x, y):
    """One step to the free neighbour nearest to (x, y), for goals that no path reaches."""
    fighter = battle.fighters[actor]
    free = free_directions(battle, actor)
    best = -1
    best_distance = 0
    for side in range(8):
        if free & (1 << side):
            far = distance(fighter.x + DX[side], fighter.y + DY[side], x, y)
            if best < 0 or far < best_distance:
                best = side
                best_distance = far
    plan_step(battle, best)


@njit
def plan_to(battle, actor, x, y, near):
    """Write the path of a Move to within `near` of (x, y), at least one step (RM8, RM33).

    A straight path that is free to its end is a shortest one. If no path exists, the Move takes
    the beginning of the straight path, or else the nearest step.
    """
    if plan_straight(battle, actor, x, y, near, COLUMNS):
        return
    plan_around(battle, actor, x, y, near)
    if battle.path_length > 0:
        return
    if not plan_straight(battle, actor, x, y, near, BASE_COMBAT_MOVEMENT):
        plan_nearest_step(battle, actor, x, y)


@njit
def plan_move(battle, actor, goal, where):
    """Write the path of a Move; `where` is a direction or a fighter."""
    if goal == MoveGoal.STEP:
        plan_step(battle, where)
    elif goal == MoveGoal.AWAY:
        plan_away(battle, actor, where)
    elif goal == MoveGoal.TO_COVER:
        square = sheltered_square(battle, actor, 1)
        plan_to(battle, actor, square % COLUMNS, square // COLUMNS, 0)
    elif goal == MoveGoal.TO_WEAPON:
        item = nearest_weapon(battle, actor)
        x, y = battle.ground_x[item], battle.ground_y[item]
        plan_to(battle, actor, x, y, 1)
    else:
        other = battle.fighters[where]
        near = goal_distance(battle, actor, goal)
        plan_to(battle, actor, other.x, other.y, near)


# --- A path that the mover plans square by square (QM2) -------------------------------------------


@njit
def leads_out(battle, actor, x, y, steps):
    """Whether at most `steps` steps lead from an ally's square to a free one (RM32)."""
    free = scratch(1, ROWS)[0]
    goals = scratch(1, ROWS)[0]
    taken = scratch(1, ROWS)[0]
    waves = scratch(BASE_COMBAT_MOVEMENT, ROWS)
    find_room(battle, actor, free, taken)
    add_square(taken, battle.fighters[actor].x, battle.fighters[actor].y)
    fill_map(goals, battle.width, battle.height)
    remove_rows(goals, taken)
    wave = flood(free, goals, x, y, waves)
    return 0 <= wave and wave < steps


@njit
def path_directions(battle, actor, x, y, steps):
    """Directions in which a path with `steps` squares left may leave a square (RM8, RM32).

    It may pass allies, and must be able to end in a free square.
    """
    if steps <= 0:
        return 0
    sides = free_around(battle, x, y)
    for side in range(8):
        to_x, to_y = x + DX[side], y + DY[side]
        if (sides >> side) & 1 == 0 and can_pass(battle, actor, to_x, to_y):
            if leads_out(battle, actor, to_x, to_y, steps - 1):
                sides |= 1 << side
    return sides


@njit
def planned_directions(battle):
    """Directions in which the planned path can go on."""
    length = battle.path_length
    x, y = path_square_x(battle, length), path_square_y(battle, length)
    return path_directions(battle, battle.stepper, x, y, BASE_COMBAT_MOVEMENT - length)


@njit
def can_end_path(battle):
    """Whether the planned path leads to a free square, or cannot go on."""
    length = battle.path_length
    x, y = path_square_x(battle, length), path_square_y(battle, length)
    return (length > 0 and is_free(battle, x, y)) or planned_directions(battle) == 0
