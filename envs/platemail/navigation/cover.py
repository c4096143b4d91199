"""The nearest square of Cover or Concealment (P30, P31, P53)."""

from __future__ import annotations

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.maps.square_grid import COLUMNS, add_square, clear, row, spread, squared_length
from ..rules.bodies import are_enemies, is_able
from ..rules.clashes import draw_one, only
from ..rules.sight import can_perceive, gap, has_line, is_behind_low, is_covered_from
from .pathfinding import FIRST_WAVE, OPEN, PASSABLE


@njit
def nearest_seen_enemy(battle, actor):
    """The nearest enemy able to act whom the fighter perceives, by lot among equals; -1 if none."""
    nearest = COLUMNS
    mask = 0
    for other in range(battle.num_fighters):
        if not are_enemies(battle, actor, other) or not is_able(battle.fighters[other]):
            continue
        if not can_perceive(battle, actor, other):
            continue
        squares = gap(battle, actor, other)
        if squares < nearest:
            nearest, mask = squares, 0
        if squares == nearest:
            mask |= only(other)
    return draw_one(battle, mask, actor)


@njit
def hidden_square(battle, actor, land, wave, enemy):
    """Open square of a wave with Cover or Concealment, y * 32 + x, -1 if none (P30, P31).

    Of several, the nearest in a straight line.
    """
    fighter, eye = battle.fighters[actor], battle.fighters[enemy]
    best, shortest = -1, 2 * COLUMNS * COLUMNS
    for y in range(battle.height):
        mask = row(land[wave], y) & ~row(land[wave - 1], y) & row(land[OPEN], y)
        while mask != 0:
            x = lowest_bit(mask)
            mask &= mask - 1
            length = squared_length(fighter.x, fighter.y, x, y)
            if length < shortest and (
                is_behind_low(battle, eye.x, eye.y, x, y)
                or not has_line(battle, eye.x, eye.y, x, y)
            ):
                best, shortest = y * COLUMNS + x, length
    return best


@njit
def choose_cover(battle, actor, land):
    """Choose a square with Cover or Concealment from the nearest enemy (P53).

    It is the nearest free square within the action's feet; a fighter who has Cover stays.
    """
    enemy = nearest_seen_enemy(battle, actor)
    if enemy == NOBODY or is_covered_from(battle, actor, enemy):
        return
    fighter, phase = battle.fighters[actor], battle.phases[actor]
    passable = land[PASSABLE + battle.side[actor]]
    clear(land[FIRST_WAVE])
    add_square(land[FIRST_WAVE], fighter.x, fighter.y)
    for wave in range(FIRST_WAVE, FIRST_WAVE + phase.left):
        if not spread(passable, land[wave], land[wave + 1]):
            return
        square = hidden_square(battle, actor, land, wave + 1, enemy)
        if square >= 0:
            phase.destination_x = square % COLUMNS
            phase.destination_y = square // COLUMNS
            return
