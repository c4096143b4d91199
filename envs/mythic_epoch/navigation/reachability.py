"""The squares to which the steps of a Combat Move may lead (RM12, RM13, RM32, RM34)."""

from __future__ import annotations

from ...core.compiler.compile import njit, scratch
from ...core.maps.square_grid import (
    DX,
    DY,
    ROWS,
    add_square,
    add_within,
    fill_map,
    is_obstacle,
    remove_rows,
    remove_square,
    row,
    set_row,
    spread,
)
from ..rules.checks import is_out
from ..rules.defence import gap
from ..tables import BASE_COMBAT_MOVEMENT, STRAIGHT_STEPS

MOST_STEPS = BASE_COMBAT_MOVEMENT + STRAIGHT_STEPS
"""Squares of the longest path of a Combat Move: four aside, one nearer or farther (M20)."""
WAVES = MOST_STEPS + 1


@njit
def find_free(battle, free):
    """Write the squares where a fighter can stop (RM32)."""
    fill_map(free, battle.width, battle.height)
    remove_rows(free, battle.low)
    remove_rows(free, battle.high)
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if not is_out(fighter):
            remove_square(free, fighter.x, fighter.y)


@njit
def add_past(battle, other, free, before, after, passed):
    """Add the squares beyond a fighter for movers from a set of squares (RM12, RM32).

    Args:
        battle: the battle.
        other: the fighter who is passed.
        free: squares in which a step can end.
        before: squares from which the mover comes.
        after: squares beyond the fighter, added to.
        passed: the fighter's own square, added to.
    """
    fighter = battle.fighters[other]
    x, y = fighter.x, fighter.y
    for side in range(8):
        if is_obstacle(before, x - DX[side], y - DY[side]) and is_obstacle(
            free, x + DX[side], y + DY[side]
        ):
            add_square(after, x + DX[side], y + DY[side])
            add_square(passed, x, y)


@njit
def spread_steps(battle, mover, free, waves, most, passes_all, passed):
    """Fill wave k with the squares at most k steps from the mover, up to wave `most` (RM32).

    Past an ally, or past anybody if `passes_all`, a step goes straight on and counts as two.
    """
    add_square(waves[0], battle.fighters[mover].x, battle.fighters[mover].y)
    for step in range(1, most + 1):
        spread(free, waves[step - 1], waves[step])
        for other in range(battle.num_fighters if step > 1 else 0):
            is_met = other != mover and not is_out(battle.fighters[other])
            if is_met and (passes_all or battle.side[other] == battle.side[mover]):
                add_past(battle, other, free, waves[step - 2], waves[step], passed)


@njit
def add_ring(rows, others, x, y, radius):
    """Add the squares of another set that are exactly `radius` squares from (x, y)."""
    ring, inner = scratch(1, ROWS)[0], scratch(1, ROWS)[0]
    add_within(ring, x, y, radius)
    add_within(inner, x, y, radius - 1)
    for line in range(ROWS):
        here = row(ring, line) & ~row(inner, line) & row(others, line)
        set_row(rows, line, row(rows, line) | here)


@njit
def find_steps(battle, squares):
    """Write the squares that the announced Combat Move may touch, its start included (RM13).

    A critical success leads up to four squares any way; a plain one may end with a fifth, one
    square nearer to the named opponent or farther (RM12, RM34).
    """
    mover = battle.order[battle.turn]
    foe = battle.fighters[battle.target]
    far = gap(battle, mover, battle.target)
    free, band = scratch(1, ROWS)[0], scratch(1, ROWS)[0]
    waves, plain = scratch(WAVES, ROWS), scratch(WAVES, ROWS)
    find_free(battle, free)
    spread_steps(battle, mover, free, waves, BASE_COMBAT_MOVEMENT, True, squares)
    for radius in range(far - 1, far + 2):
        add_ring(band, free, foe.x, foe.y, radius)
    spread_steps(battle, mover, band, plain, MOST_STEPS, False, squares)
    add_ring(squares, plain[MOST_STEPS], foe.x, foe.y, far - 1)
    add_ring(squares, plain[MOST_STEPS], foe.x, foe.y, far + 1)
    for line in range(ROWS):
        set_row(squares, line, row(squares, line) | row(waves[BASE_COMBAT_MOVEMENT], line))
