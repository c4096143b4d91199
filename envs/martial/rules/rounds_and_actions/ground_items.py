"""Items on the ground that a fighter can pick up (RD39)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit, unset
from ....core.maps import square_grid
from ...state import GROUND_CAPACITY, GROUND_RANKS
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
def is_listed(battle, place, places, rank):
    """Whether an item like the one at a place of the ground is among the first `rank` places."""
    for listed in range(rank):
        other = places[listed]
        if battle.ground_item[other] == battle.ground_item[place]:
            if battle.ground_damaged[other] == battle.ground_damaged[place]:
                return True
    return False


@njit
def next_item(battle, actor, places, rank):
    """The place of the nearest item that the first `rank` places do not list, -1 if none (H9)."""
    fighter = battle.fighters[actor]
    best, nearest = NONE, 0
    for place in range(GROUND_CAPACITY):
        if battle.ground_item[place] == NONE or is_listed(battle, place, places, rank):
            continue
        x, y = battle.ground_x[place], battle.ground_y[place]
        away = square_grid.distance(fighter.x, fighter.y, x, y)
        if best == NONE or away < nearest:
            best, nearest = place, away
    return best


@njit
def write_nearest_items(battle, actor, places):
    """Write the places of the nearest items on the ground, equal items once, then NONE (H9)."""
    best = 0
    for rank in range(GROUND_RANKS):
        if best != NONE:
            best = next_item(battle, actor, places, rank)
        places[rank] = best


@njit
def other_ranks_near(battle, actor):
    """The ranks of the items that a fighter can pick up, a bit each (RD39, H9).

    Without the nearest weapon and the nearest shield, which have verbs of their own.
    """
    fighter, ranks = battle.fighters[actor], 0
    near, hands = places_near(battle, fighter), hands_left(fighter)
    near &= ~place_bit(nearest_on_ground(battle, actor, False))
    near &= ~place_bit(nearest_on_ground(battle, actor, True))
    if fighter.flying or near == 0:
        return ranks
    places = unset(1, GROUND_RANKS)[0]
    write_nearest_items(battle, actor, places)
    for rank in range(GROUND_RANKS):
        place = places[rank]
        if place != NONE and (near >> place) & 1 == 1:
            ranks |= np.int64(fits(battle.ground_item[place], hands)) << rank
    return ranks


@njit
def place_bit(place):
    """The bit of a place of the ground, none for NONE."""
    return np.int64(0) if place == NONE else np.int64(1) << place


@njit
def may_pick_up(battle, actor, shields):
    """Whether a weapon, or shield, is near to pick up (RD39)."""
    return kinds_near(battle, actor) & (2 if shields else 1) != 0
