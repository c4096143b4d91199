"""Items: in hand, in the pack, on the ground (W21, W81, W99, RW7, H29)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Container,
    Event,
)
from ...state import (
    GROUND_CAPACITY,
    HANDS,
    PACK,
)
from ...tables import (
    CONTAINER_POINTS,
    IS_KIT,
    IS_MELEE,
    IS_RANGED,
    ITEM_HANDS,
    NONE,
    RACE_HANDS,
    RACE_NATURAL,
    WEAPON_REACH,
    WEAPON_RELOAD,
)

CONTAINER_OF = np.array(  # of each place of the pack (W81)
    [Container.SCABBARD, Container.SCABBARD, Container.POUCH, Container.SACK], np.int64
)


def most_in_use(of_item: np.ndarray) -> np.ndarray:
    """The highest value of all items in use, by race and items in hand.

    Args:
        of_item: value of each item, `NONE` if nothing.

    Returns:
        Array `[races, 1 + items, 1 + items]` int8; place 0 of a hand is the empty one.
    """
    worth = np.append(NONE, of_item)
    held = np.maximum(worth[:, None], worth[None, :])
    natural = worth[RACE_NATURAL + 1].max(axis=1)
    return np.maximum(natural[:, None, None], held[None]).astype(np.int8)


LONGEST_REACH = most_in_use(np.where(IS_MELEE, WEAPON_REACH, NONE))
"""Free hexes that the longest melee weapon in use reaches over (RW32)."""

# --- Hands (RW7) ----------------------------------------------------------------------------------


@njit
def weapon_in(fighter, slot):
    """The item of a weapon slot: hands first, then natural weapons; -1 none (RW7)."""
    if slot < HANDS:
        return fighter.held[slot]
    return RACE_NATURAL[fighter.race, slot - HANDS]


@njit
def free_hands(fighter):
    """Number of empty hands; a two-handed item fills both (RW7)."""
    taken = 0
    for hand in range(HANDS):
        if fighter.held[hand] != NONE:
            taken += ITEM_HANDS[fighter.held[hand]]
    return max(0, RACE_HANDS[fighter.race] - taken)


@njit
def has_kit(fighter):
    """Whether a healing kit is in hand (W99 to W101)."""
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and IS_KIT[fighter.held[hand]]:
            return True
    return False


# --- Weapons in use (RW7, RW8, RW32) --------------------------------------------------------------


@njit
def is_melee_slot(fighter, slot):
    """Whether a slot has a weapon for melee; bows and shields are none (RW7)."""
    weapon = weapon_in(fighter, slot)
    return weapon != NONE and IS_MELEE[weapon]


@njit
def is_ranged_slot(fighter, slot):
    """Whether a slot has a weapon that shoots (RW7)."""
    weapon = weapon_in(fighter, slot)
    return weapon != NONE and IS_RANGED[weapon]


@njit
def is_loaded(fighter, slot):
    """Whether the weapon of a slot needs no loading, or is loaded (RW7)."""
    return fighter.loaded or WEAPON_RELOAD[weapon_in(fighter, slot)] == 0


@njit
def longest_reach(fighter):
    """Free hexes that the longest melee weapon in use reaches over, -1 without one (RW32)."""
    return np.int64(LONGEST_REACH[fighter.race, fighter.held[0] + 1, fighter.held[1] + 1])


# --- What may be done with items (W81, H29, RW7) --------------------------------------------------


@njit
def hand_for(fighter, item):
    """The hand that takes an item, -1 if too few are free (W81, RW7)."""
    if item == NONE or free_hands(fighter) < ITEM_HANDS[item]:
        return NONE
    for hand in range(HANDS):
        if fighter.held[hand] == NONE:
            return hand
    return NONE


@njit
def may_retrieve(fighter, place):
    """Whether something stowed there can be taken in hand (W81)."""
    return hand_for(fighter, fighter.pack[place]) != NONE


@njit
def cheapest_place(fighter):
    """The free place of the pack that costs least, -1 if all are taken (W81)."""
    best = NONE
    least = 0
    for place in range(PACK):
        points = CONTAINER_POINTS[CONTAINER_OF[place]]
        if fighter.pack[place] == NONE and (best == NONE or points < least):
            best, least = place, points
    return best


@njit
def may_stow(fighter, hand):
    """Whether a hand holds something and there is room for it (W81)."""
    return fighter.held[hand] != NONE and cheapest_place(fighter) != NONE


@njit
def may_drop(fighter, hand):
    """Whether a hand holds something to let go of (W43, W94)."""
    return fighter.held[hand] != NONE


@njit
def item_here(battle, actor):
    """Place on the ground of the first item in one's hex that one has hands for, -1 none (H29)."""
    fighter = battle.fighters[actor]
    for place in range(GROUND_CAPACITY):
        is_here = battle.ground_x[place] == fighter.x and battle.ground_y[place] == fighter.y
        if is_here and hand_for(fighter, battle.ground_item[place]) != NONE:
            return place
    return NONE


@njit
def may_pick_up(battle, actor):
    """Whether something lies in one's hex that one can take up (H29)."""
    return item_here(battle, actor) != NONE


@njit
def may_reload(fighter):
    """Whether the weapon in hand must be reloaded (RW7)."""
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and not is_loaded(fighter, hand):
            return True
    return False


# --- Taking up and putting away (W43, W81, W94, H29, RW7) -----------------------------------------


@njit
def take_in_hand(battle, actor, item):
    """An item is in hand now; a crossbow has to be loaded (W81, RW7)."""
    fighter = battle.fighters[actor]
    fighter.held[hand_for(fighter, item)] = item
    if WEAPON_RELOAD[item] > 0:
        fighter.loaded = False
    log_event(battle, Event.TAKES, actor, NOBODY, 0, item, 0)


@njit
def retrieve(battle, actor, place):
    """Take an item from its place into an empty hand (W81)."""
    fighter = battle.fighters[actor]
    item = fighter.pack[place]
    fighter.pack[place] = NONE
    take_in_hand(battle, actor, item)


@njit
def stow(battle, actor, hand):
    """Put a hand's item where it costs least (W81)."""
    fighter = battle.fighters[actor]
    item = fighter.held[hand]
    fighter.pack[cheapest_place(fighter)] = item
    fighter.held[hand] = NONE
    log_event(battle, Event.STOWS, actor, NOBODY, 0, item, 0)


@njit
def put_on_ground(battle, x, y, item):
    """An item comes to lie in a hex; where the ground is full it is lost (H29)."""
    for place in range(GROUND_CAPACITY):
        if battle.ground_item[place] == NONE:
            battle.ground_item[place] = item
            battle.ground_x[place] = x
            battle.ground_y[place] = y
            return


@njit
def drop(battle, actor, hand):
    """Drop a hand's item into the hex (W43, W94, H29)."""
    fighter = battle.fighters[actor]
    item = fighter.held[hand]
    fighter.held[hand] = NONE
    put_on_ground(battle, fighter.x, fighter.y, item)
    log_event(battle, Event.DROPS, actor, NOBODY, 0, item, 0)


@njit
def pick_up(battle, actor):
    """Take up the first item in one's hex that one has hands for (H29)."""
    place = item_here(battle, actor)
    item = battle.ground_item[place]
    battle.ground_item[place] = NONE
    take_in_hand(battle, actor, item)


@njit
def reload(battle, actor):
    """Reload the weapon in hand (RW7)."""
    battle.fighters[actor].loaded = True
    log_event(battle, Event.RELOADS, actor, NOBODY, 0, 0, 0)


@njit
def unload(battle, actor, weapon):
    """A shot unloads a weapon that must be reloaded (RW7)."""
    if weapon != NONE and WEAPON_RELOAD[weapon] > 0:
        battle.fighters[actor].loaded = False
