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
def has_given_up_plan(battle):
    """Whether the active fighter has just planned a Move and announced none (QM2)."""
    return battle.step_foe == battle.order[battle.turn]


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
def is_opponent_ahead(battle, side):
    """Whether an opponent of the mover stands in the next square of a direction."""
    fighter = battle.fighters[battle.stepper]
    other = occupant(battle, fighter.x + DX[side], fighter.y + DY[side])
    return other != NOBODY and battle.side[other] != battle.side[battle.stepper]


@njit
def squares_of_step(battle, side):
    """Squares that a step takes: 1, or 2 past a fighter; 0 if there is no room (RM12, RM32).

    An ally may be passed, an opponent only by a critical Combat Move.
    """
    fighter = battle.fighters[battle.stepper]
    x, y = fighter.x + DX[side], fighter.y + DY[side]
    if not is_floor(battle, x, y):
        return 0
    if occupant(battle, x, y) == NOBODY:
        return 1
    if is_opponent_ahead(battle, side) and (battle.free_steps < 2 or is_retreating(battle)):
        return 0
    return 2 if is_free(battle, x + DX[side], y + DY[side]) else 0


@njit
def straight_squares(battle, side, length):
    """Squares of a step that change the distance to the named opponent (RM34)."""
    fighter = battle.fighters[battle.stepper]
    foe = battle.fighters[battle.step_foe]
    changes = 0
    before = distance(fighter.x, fighter.y, foe.x, foe.y)
    for square in range(1, length + 1):
        x, y = fighter.x + square * DX[side], fighter.y + square * DY[side]
        after = distance(x, y, foe.x, foe.y)
        changes += before != after
        before = after
    return changes


@njit
def keeps_plain_terms(battle, side, length):
    """Whether a step is one of a plain success: one square nearer or farther, four aside (RM34)."""
    straight = straight_squares(battle, side, length)
    return straight <= battle.straight_steps and length - straight <= battle.sideways_steps


@njit
def single_steps(battle):
    """Directions in which the result allows a step of one square: RM34, critical RM12.

    A critical success has the plain terms too. A Retreat never leads nearer (M38).
    """
    stepper, foe = battle.stepper, battle.step_foe
    towards = directions_towards(battle, stepper, foe)
    changing = directions_away(battle, stepper, foe) | towards
    allowed = ALL_DIRECTIONS if battle.free_steps > 0 else 0
    if battle.straight_steps > 0:
        allowed |= changing
    if battle.sideways_steps > 0:
        allowed |= ALL_DIRECTIONS & ~changing
    return allowed & ~towards if is_retreating(battle) else allowed


@njit
def steps_past(battle):
    """Directions in which the mover can pass a fighter, a step of two squares (RM12, RM32)."""
    past = 0
    fighter = battle.fighters[battle.stepper]
    for other in range(battle.num_fighters):
        near = battle.fighters[other]
        if distance(fighter.x, fighter.y, near.x, near.y) == 1 and not is_out(near):
            side = direction(fighter.x, fighter.y, near.x, near.y)
            is_allowed = battle.free_steps >= 2 or keeps_plain_terms(battle, side, 2)
            if is_allowed and squares_of_step(battle, side) == 2:
                past |= 1 << side
    if is_retreating(battle):
        past &= ~directions_towards(battle, battle.stepper, battle.step_foe)
    return past


@njit
def legal_steps(battle):
    """Directions in which the mover can go on, as a mask (QM6, RM12, RM32, RM34)."""
    free = free_directions(battle, battle.stepper)
    return free & single_steps(battle) | steps_past(battle)


@njit
def count_step(battle, side, length):
    """Count a step. One beyond the plain terms leaves only those of a critical success (RM34)."""
    if keeps_plain_terms(battle, side, length) and not is_opponent_ahead(battle, side):
        straight = straight_squares(battle, side, length)
        battle.straight_steps -= straight
        battle.sideways_steps -= length - straight
    else:
        battle.straight_steps = 0
        battle.sideways_steps = 0
    battle.free_steps = max(0, battle.free_steps - length)
