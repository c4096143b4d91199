"""Where a Charge goes: straight, 10 feet or more, up to twice the speed (D85, RD15, HOUSE H5)."""

from __future__ import annotations

from ....core.compiler.compile import njit, unset
from ....core.maps.square_grid import ROWS, has_square
from ...state import PATH
from ...tables import AIR_FEET, CHARGE_MOVES, LEAST_CHARGE, SQUARE
from ..positioning.sight import squares_between
from ..positioning.squares import is_floor, write_free
from .items import reach_feet
from .movement import move_squares


@njit
def along(start, end, step, length):
    """Coordinate of a straight line after `step` of its steps, halves away from the start."""
    rise = abs(end - start)
    gone = (2 * rise * step + length) // (2 * length)
    return start + gone if end >= start else start - gone


@njit
def line_x(battle, actor, target, step):
    """Column of a square of the straight line to the target."""
    length = squares_between(battle, actor, target)
    x, goal = battle.fighters[actor].x, battle.fighters[target].x
    return along(x, goal, step, length)


@njit
def line_y(battle, actor, target, step):
    """Row of a square of the straight line to the target."""
    length = squares_between(battle, actor, target)
    y, goal = battle.fighters[actor].y, battle.fighters[target].y
    return along(y, goal, step, length)


@njit
def open_line(battle, actor, target, free):
    """Squares of the straight line to the target open to a Charge, in range (RD15).

    It steps along as `line_x` and `line_y` say, without their divisions.
    """
    me, foe = battle.fighters[actor], battle.fighters[target]
    x, y = me.x, me.y
    across, down = foe.x - x, foe.y - y
    length = max(abs(across), abs(down))
    limit = min(min(CHARGE_MOVES * move_squares(me), PATH), length - 1)
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
            return step
    return max(0, limit)


@njit
def charge_length(battle, actor, slot, target, line):
    """Squares of a Charge with a weapon along an open line, 0 if impossible (RD15, H5).

    It ends where the weapon first reaches, at least 10 feet from its beginning. A flying charger
    must end above floor, to land, if the target is on the ground.
    """
    fighter = battle.fighters[actor]
    reach = reach_feet(fighter, slot)
    if battle.fighters[target].flying and not fighter.flying and reach < AIR_FEET:
        return 0
    squares = squares_between(battle, actor, target)
    length = max(LEAST_CHARGE // SQUARE, squares - reach // SQUARE)
    if length > line:
        return 0
    if fighter.flying and not battle.fighters[target].flying:
        x, y = line_x(battle, actor, target, length), line_y(battle, actor, target, length)
        if not is_floor(battle, x, y):
            return 0
    return length


@njit
def plan_charge(battle, actor, slot, target):
    """Write the path of a Charge (RD15)."""
    free = unset(1, ROWS)[0]
    write_free(battle, actor, free)
    line = open_line(battle, actor, target, free)
    length = charge_length(battle, actor, slot, target, line)
    for step in range(1, length + 1):
        battle.path_x[step - 1] = line_x(battle, actor, target, step)
        battle.path_y[step - 1] = line_y(battle, actor, target, step)
    battle.path_length = length
