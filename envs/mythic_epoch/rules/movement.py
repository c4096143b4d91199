"""Squares, and the steps of a Combat Move or Retreat (RM12, RM32, RM34)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import (
    ALL_DIRECTIONS,
    DIRECTIONS,
    DX,
    DY,
    ONE,
    direction,
    distance,
    farther_directions,
    has_square,
    is_on_map,
    nearer_directions,
    row,
    three_squares,
)
from ..enums import Act, Event
from .checks import is_out

# --- Squares --------------------------------------------------------------------------------------


@njit
def is_floor(battle, x, y):
    """Whether the square is on the map and holds no obstacle (RM32)."""
    if not is_on_map(x, y, battle.width, battle.height):
        return False
    return not battle.has_obstacles or not (
        has_square(battle.low, x, y) or has_square(battle.high, x, y)
    )


@njit
def occupant(battle, x, y):
    """The fighter who stands in the square, -1 if none; fallen fighters leave room (RM32)."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if fighter.x == x and fighter.y == y and not is_out(fighter):
            return other
    return NOBODY


@njit
def is_free(battle, x, y):
    """Whether a fighter can stop in the square (RM32)."""
    return is_floor(battle, x, y) and occupant(battle, x, y) == NOBODY


@njit
def floor_columns(battle, y):
    """Columns of a row that hold floor, as a mask (RM32)."""
    if y < 0 or y >= battle.height:
        return 0
    columns = (ONE << battle.width) - 1
    return columns & ~(row(battle.low, y) | row(battle.high, y))


@njit
def free_directions(battle, actor):
    """Mask of the 8 directions in which the next square is free."""
    fighter = battle.fighters[actor]
    return free_around(battle, fighter.x, fighter.y)


@njit
def free_around(battle, x, y):
    """Mask of the 8 directions from a square in which the next one is free."""
    free = three_squares(floor_columns(battle, y - 1), x)
    free |= three_squares(floor_columns(battle, y), x) << 3
    free |= three_squares(floor_columns(battle, y + 1), x) << 6
    for other in range(battle.num_fighters):
        near = battle.fighters[other]
        across = near.x - x
        if abs(across) <= 1:
            down = near.y - y
            if abs(down) <= 1 and not is_out(near):
                free &= ~(1 << (3 * down + across + 4))
    return DIRECTIONS[free]


@njit
def can_pass(battle, actor, x, y):
    """Whether the fighter may walk through the square: allies may be passed (RM32)."""
    if not is_floor(battle, x, y):
        return False
    other = occupant(battle, x, y)
    return other == NOBODY or battle.side[other] == battle.side[actor]


@njit
def place(battle, actor, x, y):
    """Put a fighter into a square."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.MOVED, actor, NOBODY, direction(fighter.x, fighter.y, x, y), x, y)
    fighter.x = x
    fighter.y = y


# --- The planned path -----------------------------------------------------------------------------


@njit
def is_planning(battle):
    """Whether a fighter plans the path of a Move that it has not announced yet (QM2)."""
    return battle.stepper != NOBODY and battle.action == Act.NOTHING


@njit
def path_square_x(battle, step):
    """Column of the mover after `step` steps of the planned path; step 0 is its start."""
    if step == 0:
        return battle.fighters[battle.order[battle.turn]].x
    return battle.path_x[step - 1]


@njit
def path_square_y(battle, step):
    """Row of the mover after `step` steps of the planned path."""
    if step == 0:
        return battle.fighters[battle.order[battle.turn]].y
    return battle.path_y[step - 1]


# --- Steps of a Combat Move or Retreat ------------------------------------------------------------


@njit
def clear_steps(battle):
    """Forget the remaining steps of a Combat Move or Retreat."""
    battle.stepper = NOBODY
    battle.step_foe = NOBODY
    battle.straight_steps = 0
    battle.sideways_steps = 0
    battle.free_steps = 0


@njit
def is_retreating(battle):
    """Whether the fighter who steps is retreating."""
    return battle.stepper != battle.order[battle.turn]


@njit
def directions_away(battle, actor, other):
    """Mask of the directions that lead farther from a fighter."""
    fighter = battle.fighters[actor]
    foe = battle.fighters[other]
    return farther_directions(fighter.x, fighter.y, foe.x, foe.y)


@njit
def directions_towards(battle, actor, other):
    """Mask of the directions that lead nearer to a fighter."""
    fighter = battle.fighters[actor]
    foe = battle.fighters[other]
    return nearer_directions(fighter.x, fighter.y, foe.x, foe.y)


@njit
def directions_aside(battle, actor, other):
    """Mask of the directions that keep the distance to a fighter."""
    away = directions_away(battle, actor, other)
    return ALL_DIRECTIONS & ~(away | directions_towards(battle, actor, other))


@njit
def steps_within_terms(battle):
    """Directions that the result allows, as a mask: RM34, critical RM12.

    A Retreat leads away only: the title and the description of M38 against its effect line.
    """
    stepper, foe = battle.stepper, battle.step_foe
    away = directions_away(battle, stepper, foe)
    if battle.free_steps > 0:
        return away if is_retreating(battle) else ALL_DIRECTIONS
    terms = 0
    if battle.sideways_steps > 0:
        terms |= directions_aside(battle, stepper, foe)
    if battle.straight_steps > 0:
        terms |= away
        if not is_retreating(battle):
            terms |= directions_towards(battle, stepper, foe)
    return terms


@njit
def is_past_free(battle, side):
    """Whether the square two steps away in that direction is free (RM32)."""
    fighter = battle.fighters[battle.stepper]
    return is_free(battle, fighter.x + 2 * DX[side], fighter.y + 2 * DY[side])


@njit
def directions_past(battle):
    """Directions in which a critical Combat Move can pass a fighter (RM12, RM32)."""
    if battle.free_steps < 2 or is_retreating(battle):
        return 0
    past = 0
    fighter = battle.fighters[battle.stepper]
    for other in range(battle.num_fighters):
        near = battle.fighters[other]
        if distance(fighter.x, fighter.y, near.x, near.y) == 1 and not is_out(near):
            side = direction(fighter.x, fighter.y, near.x, near.y)
            if is_past_free(battle, side):
                past |= 1 << side
    return past


@njit
def legal_steps(battle):
    """Directions in which the mover can go on, as a mask (QM6, RM12, RM32, RM34)."""
    free = free_directions(battle, battle.stepper) | directions_past(battle)
    return free & steps_within_terms(battle)


@njit
def take_step(battle, side):
    """Take one legal step and count it (RM34)."""
    stepper, length = battle.stepper, 1
    fighter = battle.fighters[stepper]
    if battle.free_steps > 0:
        length = 1 if (free_directions(battle, stepper) >> side) & 1 == 1 else 2
        battle.free_steps -= length
    elif (directions_aside(battle, stepper, battle.step_foe) >> side) & 1 == 1:
        battle.sideways_steps -= 1
    else:
        battle.straight_steps -= 1
    place(battle, stepper, fighter.x + DX[side] * length, fighter.y + DY[side] * length)
