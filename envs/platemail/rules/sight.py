"""Distance, Cover, Concealment, height and awareness between fighters (RP13, RP40).

Positions are current. Functions about the start of the phase (P109) take squares.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains, lowest_bit
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY
from ...core.maps.square_grid import distance, has_square, is_on_map
from ...core.maps.square_los import line_is_clear
from ..enums import Life
from ..tables import SHIELD_COVER
from .bodies import are_enemies, is_able


@njit
def gap(battle, one, other):
    """Squares between two fighters, 1 for neighbours (RP13)."""
    a = battle.fighters[one]
    b = battle.fighters[other]
    return distance(a.x, a.y, b.x, b.y)


@njit
def is_floor(battle, x, y):
    """Whether a fighter can stand in the square: on the map and not high (RP30, RP40)."""
    return is_on_map(x, y, battle.width, battle.height) and not has_square(battle.high, x, y)


@njit
def has_line(battle, x1, y1, x2, y2):
    """Whether no high square lies between two squares (RP40)."""
    if battle.has_obstacles == 0:
        return True
    return line_is_clear(battle.high, x1, y1, x2, y2)


@njit
def may_lose_sight(battle):
    """Whether a high square or a door of the map may come between two fighters (P31, RP40)."""
    if battle.door_x[0] >= 0:
        return True
    for y in range(battle.height):
        if battle.high[y] != 0:
            return True
    return False


@njit
def is_behind_low(battle, x1, y1, x2, y2):
    """Whether low ground half hides a fighter at (x2, y2) from (x1, y1) (P30, RP40).

    The line crosses a low square, or the target stands in one; neighbours strike past it.
    """
    if battle.has_obstacles == 0 or distance(x1, y1, x2, y2) <= 1:
        return False
    return has_square(battle.low, x2, y2) or not line_is_clear(battle.low, x1, y1, x2, y2)


@njit
def is_shielded(battle, actor, observer):
    """Whether a tower shield covers the fighter: his own, or an adjacent ally's (P134, RP28).

    With an observer, only shields count whose bearers he is aware of.
    """
    for other in range(battle.num_fighters):
        if observer != NOBODY and is_unaware(battle, observer, other):
            continue
        bearer = battle.fighters[other]
        if SHIELD_COVER[bearer.shield] and battle.side[other] == battle.side[actor]:
            if is_able(bearer) and gap(battle, actor, other) <= 1:
                return True
    return False


@njit
def is_unaware(battle, observer, other):
    """Whether an observer is Unaware of another fighter (P56, RP36)."""
    return (battle.fighters[other].hidden_from >> observer) & 1 == 1


@njit
def unknown_to(battle, actor, others):
    """Those of a mask of fighters whom a fighter is Unaware of (P57, XP2)."""
    mask = 0
    while others != 0:
        other = lowest_bit(others)
        if is_unaware(battle, actor, other):
            mask |= 1 << other
        others &= others - 1
    return mask


@njit
def is_known_hostile(battle, actor, other):
    """Whether the fighter is aware of the enemy, who is able to act (P57, RP43)."""
    if not are_enemies(battle, actor, other) or is_unaware(battle, actor, other):
        return False
    return is_able(battle.fighters[other])


@njit
def is_concealed_from(battle, actor, observer):
    """Whether the fighter is fully out of sight of the observer's square (P31)."""
    if battle.is_surveyed != 0:
        return (battle.concealed[actor] >> observer) & 1 == 1
    it, eye = battle.fighters[actor], battle.fighters[observer]
    return not has_line(battle, eye.x, eye.y, it.x, it.y)


@njit
def is_covered_from(battle, actor, observer):
    """Whether the fighter has Cover from the observer's square (P30, P134, RP28, RP40)."""
    if battle.is_surveyed != 0:
        return (battle.covered[actor] >> observer) & 1 == 1
    it, eye = battle.fighters[actor], battle.fighters[observer]
    return is_behind_low(battle, eye.x, eye.y, it.x, it.y) or is_shielded(battle, actor, NOBODY)


@njit
def seems_covered(battle, actor, observer):
    """Whether the fighter has Cover as far as the observer can know (XP2)."""
    it, eye = battle.fighters[actor], battle.fighters[observer]
    return is_behind_low(battle, eye.x, eye.y, it.x, it.y) or is_shielded(battle, actor, observer)


@njit
def survey(battle):
    """Note the Cover and Concealment that fighters seem to have, valid until someone moves.

    A line is clear both ways or neither; Cover counts between enemies only.
    """
    battle.is_surveyed = 0
    for actor in range(MAX_FIGHTERS):
        battle.concealed[actor] = 0
        battle.covered[actor] = 0
    for actor in range(battle.num_fighters):
        for observer in range(actor):
            if is_concealed_from(battle, actor, observer):
                battle.concealed[actor] |= 1 << observer
                battle.concealed[observer] |= 1 << actor
            if battle.side[actor] != battle.side[observer]:
                battle.covered[actor] |= (
                    np.int64(seems_covered(battle, actor, observer)) << observer
                )
                battle.covered[observer] |= (
                    np.int64(seems_covered(battle, observer, actor)) << actor
                )
    battle.is_surveyed = 1


@njit
def is_known_dead(battle, observer, other):
    """Whether a fighter is dead and his enemy, who has seen him, has seen the body too (XP4)."""
    it = battle.fighters[other]
    if it.life != Life.DEAD:
        return False
    return not contains(it.seen_by, observer) or not is_concealed_from(battle, other, observer)


@njit
def note_seen(battle):
    """Note which enemies see each fighter when orders are written, and forget a body seen (XP4)."""
    for actor in range(battle.num_fighters):
        it = battle.fighters[actor]
        for observer in range(battle.num_fighters):
            if are_enemies(battle, actor, observer) and can_perceive(battle, observer, actor):
                it.seen_by |= 1 << observer
                if it.life == Life.DEAD:
                    it.seen_by &= ~(1 << observer)


@njit
def can_perceive(battle, observer, other):
    """Whether the observer sees the other and is aware of him, for orders and IF (P9)."""
    return not is_unaware(battle, observer, other) and not is_concealed_from(
        battle, other, observer
    )
