"""Pathfinding: the path of a Move to its destination (RD13, RD47, HOUSE H5, H6)."""

from __future__ import annotations

from ...core.compiler.compile import njit, scratch, unset
from ...core.maps.square_grid import (
    COLUMNS,
    DX,
    DY,
    ROWS,
    WAVES,
    add_within,
    direction,
    distance,
    is_obstacle,
    last_stop,
    remove_rows,
    walk,
)
from ..rules.injuries.mobility import climb_squares
from ..rules.positioning.squares import (
    blocks,
    occupies_square,
    write_free,
    write_passable,
    write_taken,
)
from ..rules.rounds_and_actions.movement import crosses_obstacles, move_squares, neighbours
from .move_targets import NEXT_TO, nearest_cover, nearest_weapon, write_flanks

SETS_OF_WAVES = WAVES + 1

# --- Writing ways ---------------------------------------------------------------------------------


@njit
def plan_step(battle, actor, side):
    """Plan one more square: the next in a direction from the end of the path, where one stands."""
    fighter = battle.fighters[actor]
    battle.path_x[battle.path_length] = fighter.x + DX[side]
    battle.path_y[battle.path_length] = fighter.y + DY[side]
    battle.path_length += 1


@njit
def limit_climbing(battle, actor):
    """Over low obstacles a climber moves at most its climb speed (HOUSE H6)."""
    fighter = battle.fighters[actor]
    if not fighter.flying and crosses_obstacles(battle):
        battle.path_length = min(battle.path_length, climb_squares(fighter))


@njit
def end_on_free_square(battle, actor, taken):
    """Cut the path so that it ends on a free square (RD47)."""
    limit_climbing(battle, actor)
    battle.path_length = last_stop(taken, battle.path_x, battle.path_y, battle.path_length)


@njit
def plan_straight_on(battle, actor, side):
    """Plan a Move in one direction, as far as it goes (RD13)."""
    passable = unset(1, ROWS)[0]
    taken = scratch(1, ROWS)[0]
    write_passable(battle, actor, passable)
    write_taken(battle, actor, taken)
    fighter = battle.fighters[actor]
    x, y = fighter.x + DX[side], fighter.y + DY[side]
    length, steps = 0, move_squares(fighter)
    while length < steps and is_obstacle(passable, x, y):
        battle.path_x[length] = x
        battle.path_y[length] = y
        x += DX[side]
        y += DY[side]
        length += 1
    battle.path_length = length
    end_on_free_square(battle, actor, taken)


@njit
def has_passable_neighbour(battle, actor):
    """Whether a fighter who may be passed is adjacent (RD47)."""
    me = battle.fighters[actor]
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if other != actor and occupies_square(it) and not blocks(battle, other, actor):
            if distance(me.x, me.y, it.x, it.y) == NEXT_TO:
                return True
    return False


@njit
def reaches_free_square(fighter, side, passable, free):
    """Whether a Move in a direction reaches a free square (RD13, RD47)."""
    x, y = fighter.x, fighter.y
    for _ in range(move_squares(fighter)):
        x += DX[side]
        y += DY[side]
        if not is_obstacle(passable, x, y):
            return False
        if is_obstacle(free, x, y):
            return True
    return False


@njit
def move_directions(battle, actor, free):
    """Mask of the directions of a Move, past allies too (RD13, RD47)."""
    fighter = battle.fighters[actor]
    sides = neighbours(free, fighter.x, fighter.y)
    if not has_passable_neighbour(battle, actor):
        return sides
    passable = unset(1, ROWS)[0]
    write_passable(battle, actor, passable)
    for side in range(len(DX)):
        if (sides >> side) & 1 == 0 and reaches_free_square(fighter, side, passable, free):
            sides |= 1 << side
    return sides


@njit
def plan_away(battle, actor, other):
    """Plan a Move that leads away from a fighter with every step, as straight as possible."""
    free = unset(1, ROWS)[0]
    write_free(battle, actor, free)
    fighter, foe = battle.fighters[actor], battle.fighters[other]
    x, y = fighter.x, fighter.y
    length, steps = 0, move_squares(fighter)
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
    limit_climbing(battle, actor)


@njit
def plan_direct(battle, actor, x, y, near, free):
    """Plan a straight path to within `near` of (x, y); False if it is blocked."""
    fighter = battle.fighters[actor]
    at_x, at_y = fighter.x, fighter.y
    length, steps = 0, move_squares(fighter)
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
    limit_climbing(battle, actor)
    return length > 0


@njit
def plan_around(battle, actor, goals):
    """Plan the first steps of a shortest path to one of the squares."""
    passable = unset(1, ROWS)[0]
    taken = scratch(1, ROWS)[0]
    waves = unset(SETS_OF_WAVES, ROWS)
    write_passable(battle, actor, passable)
    write_taken(battle, actor, taken)
    remove_rows(goals, taken)
    fighter = battle.fighters[actor]
    battle.path_length = walk(
        passable,
        goals,
        fighter.x,
        fighter.y,
        move_squares(fighter),
        battle.path_x,
        battle.path_y,
        waves,
    )
    end_on_free_square(battle, actor, taken)


@njit
def plan_nearest_step(battle, actor, x, y, free):
    """Plan a step to the free neighbour nearest to (x, y), if no path leads there."""
    fighter = battle.fighters[actor]
    open_sides = neighbours(free, fighter.x, fighter.y)
    best, nearest = -1, 0
    for side in range(8):
        if (open_sides >> side) & 1 == 1:
            far = distance(fighter.x + DX[side], fighter.y + DY[side], x, y)
            if best < 0 or far < nearest:
                best, nearest = side, far
    if best >= 0:
        plan_step(battle, actor, best)


@njit
def plan_to(battle, actor, x, y, near):
    """Plan a Move to within `near` of (x, y), a step at least if one is free (RD13)."""
    free = unset(1, ROWS)[0]
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
    """Plan a Move to within `near` squares of a fighter."""
    fighter = battle.fighters[other]
    plan_to(battle, actor, fighter.x, fighter.y, near)


@njit
def plan_flank(battle, actor, target):
    """Plan a Move to a square that flanks the target with an ally (D58)."""
    free = unset(1, ROWS)[0]
    goals = scratch(1, ROWS)[0]
    write_free(battle, actor, free)
    write_flanks(battle, actor, target, free, goals)
    plan_around(battle, actor, goals)
    if battle.path_length == 0:
        foe = battle.fighters[target]
        plan_nearest_step(battle, actor, foe.x, foe.y, free)


@njit
def plan_cover(battle, actor, other):
    """Plan a Move to the nearest square with cover from a fighter (D56)."""
    free = unset(1, ROWS)[0]
    write_free(battle, actor, free)
    square = nearest_cover(battle, actor, other, free, 1)
    plan_to(battle, actor, square % COLUMNS, square // COLUMNS, 0)


@njit
def plan_to_weapon(battle, actor):
    """Plan a Move to where the nearest weapon can be picked up (RD39)."""
    item = nearest_weapon(battle, actor)
    x, y = battle.ground_x[item], battle.ground_y[item]
    plan_to(battle, actor, x, y, NEXT_TO)
