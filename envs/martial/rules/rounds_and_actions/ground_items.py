"""Items on the ground that a fighter can pick up (RD39)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.maps import square_grid
from ...state import GROUND_CAPACITY
from ...tables import IS_SHIELD, ITEM_HANDS, NONE
from .items import fits, hands_left


@njit
def places_near(battle, fighter):
    """Places of the ground with items in the own or an adjacent square, a bit each (RD39)."""
    places = 0
    x, y = fighter.x, fighter.y
    for place in range(GROUND_CAPACITY):  # without a branch: nobody could guess it
        across, down = battle.ground_x[place] - x, battle.ground_y[place] - y
        is_near = (abs(across) <= 1) & (abs(down) <= 1) & (battle.ground_item[place] != NONE)
        places |= np.int64(is_near) << place
    return places


@njit
def kinds_near(battle, actor):
    """Whether weapons (bit 0) and shields (bit 1) are near to pick up (RD39)."""
    fighter = battle.fighters[actor]
    hands, kinds = hands_left(fighter), 0
    if fighter.flying or hands == 0:
        return kinds
    places = places_near(battle, fighter)
    while places != 0:
        item = battle.ground_item[lowest_bit(places)]
        places &= places - 1
        if ITEM_HANDS[item] <= hands:
            kinds |= 2 if IS_SHIELD[item] else 1
    return kinds


@njit
def nearest_on_ground(battle, actor, shields):
    """The nearest weapon, or shield, that a fighter can pick up, -1 if none (RD39).

    The own square first, then the adjacent ones. HOUSE: nothing from the air.
    """
    fighter = battle.fighters[actor]
    nearest, least = -1, 2
    hands = hands_left(fighter)
    if fighter.flying or hands == 0:
        return nearest
    for place in range(GROUND_CAPACITY):
        item = battle.ground_item[place]
        if not fits(item, hands) or IS_SHIELD[item] != shields:
            continue
        away = square_grid.distance(
            fighter.x, fighter.y, battle.ground_x[place], battle.ground_y[place]
        )
        if away < least:
            nearest, least = place, away
    return nearest


@njit
def may_pick_up(battle, actor, shields):
    """Whether a weapon, or shield, is near to pick up (RD39)."""
    return kinds_near(battle, actor) & (2 if shields else 1) != 0
