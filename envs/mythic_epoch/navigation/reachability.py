"""The squares to which the steps of a Combat Move may lead (RM12, RM13, RM32, RM34)."""

from __future__ import annotations

from ...core.compiler.compile import njit, scratch
from ...core.maps.square_grid import (
    DX,
    DY,
    ROWS,
    add_square,
    add_within,
    distance,
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
def spread_critical(battle, mover, free, waves, passed):
    """Fill wave k with the squares at most k steps from the mover, whom nobody stops (RM12, RM32).

    Past anybody a step goes straight on and counts as two.
    """
    add_square(waves[0], battle.fighters[mover].x, battle.fighters[mover].y)
    for step in range(1, BASE_COMBAT_MOVEMENT + 1):
        spread(free, waves[step - 1], waves[step])
        for other in range(battle.num_fighters if step > 1 else 0):
            if other != mover and not is_out(battle.fighters[other]):
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
def pass_ally(battle, ally, far, level, changed, step, aside, beyond, passed):
    """Add the squares beyond an ally for plain steps; the arguments as in `spread_plain`."""
    fighter, foe = battle.fighters[ally], battle.fighters[battle.target]
    at = distance(fighter.x, fighter.y, foe.x, foe.y)
    before = step - 2
    if at == far:
        add_past(battle, ally, level, aside[before], aside[step], passed)
        add_past(battle, ally, changed, aside[before], beyond[step], passed)
    elif abs(at - far) == 1:
        add_past(battle, ally, changed, aside[before], beyond[step], passed)
        add_past(battle, ally, changed, beyond[before], beyond[step], passed)


@njit
def spread_plain(battle, mover, level, changed, aside, beyond, passed):
    """Find the ends of plain steps: four aside, and one that changes the distance (RM12, M20).

    Args:
        battle: the battle.
        mover: the fighter whose Combat Move it is.
        level: free squares as far from the foe as the mover.
        changed: free squares that are one square nearer to the foe, or farther.
        aside: in row k the squares of `level` at most k steps away, written.
        beyond: those of `changed`, written.
        passed: the squares of allies who are passed, added to.
    """
    far = gap(battle, mover, battle.target)
    both = scratch(1, ROWS)[0]
    add_square(aside[0], battle.fighters[mover].x, battle.fighters[mover].y)
    for step in range(1, MOST_STEPS + 1):
        for line in range(ROWS):
            set_row(both, line, row(aside[step - 1], line) | row(beyond[step - 1], line))
        spread(changed, both, beyond[step])
        for line in range(ROWS):
            set_row(beyond[step], line, row(beyond[step], line) & row(changed, line))
        spread(level, aside[step - 1], aside[step])
        for ally in range(battle.num_fighters if step > 1 else 0):
            is_met = ally != mover and not is_out(battle.fighters[ally])
            if is_met and battle.side[ally] == battle.side[mover]:
                pass_ally(battle, ally, far, level, changed, step, aside, beyond, passed)


@njit
def find_steps(battle, squares):
    """Write the squares that the announced Combat Move may touch, its start included (RM13).

    A critical success leads up to four squares any way. A plain one leads four squares aside, and
    one nearer to the named opponent or farther (RM12, RM34).
    """
    mover = battle.order[battle.turn]
    foe = battle.fighters[battle.target]
    far = gap(battle, mover, battle.target)
    free, waves = scratch(1, ROWS)[0], scratch(WAVES, ROWS)
    level = scratch(1, ROWS)[0]
    find_free(battle, free)
    spread_critical(battle, mover, free, waves, squares)
    add_ring(level, free, foe.x, foe.y, far)
    for radius in (far - 1, far + 1):
        changed = scratch(1, ROWS)[0]
        aside, beyond = scratch(WAVES, ROWS), scratch(WAVES, ROWS)
        add_ring(changed, free, foe.x, foe.y, radius)
        spread_plain(battle, mover, level, changed, aside, beyond, squares)
        for line in range(ROWS):
            set_row(squares, line, row(squares, line) | row(beyond[MOST_STEPS], line))
    for line in range(ROWS):
        set_row(squares, line, row(squares, line) | row(waves[BASE_COMBAT_MOVEMENT], line))
