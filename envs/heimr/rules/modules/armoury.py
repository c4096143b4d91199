"""The medieval armoury: weapons and shields, wielded, broken and dropped (H161 to H169).

Also H99, H107, H178, RH13, RH16, RH24, RH29, RH42.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Ability, Event, Hand, Wielding
from ...state import GROUND_CAPACITY, HANDS, PACK
from ...tables import (
    BONUS_COUNTS_IN_PARRIES,
    CLOSED,
    IS_MELEE,
    IS_RANGED,
    IS_SHIELD,
    IS_WEAPON,
    ITEM_ABILITIES,
    ITEM_BONUS,
    ITEM_LIGHT,
    MAX_USES,
    NEEDS_AMMUNITION,
    NONE,
    TOUGHNESS,
    USES,
    WIELDING,
)
from ..characters.abilities import consistency, overall_skill, potential
from ..characters.conditions import is_hand_usable

IN_BAG = PACK
"""The bag as the place of a concealed item; below it the places of the pack."""
IN_HANDS = PACK + 1
"""The sword hand as the place of a concealed item; the off-hand follows."""

# --- Items in the hands (H107, RH42, RH44) --------------------------------------------------------


@njit
def takes_both_hands(item):
    """Whether an item is held in both hands (H107)."""
    return item != NONE and WIELDING[item] == Wielding.BOTH_HANDS


@njit
def is_hand_empty(fighter, hand):
    """Whether a hand holds no item, and is not needed for a two-handed one (H107)."""
    if fighter.held[hand] != NONE:
        return False
    return hand == Hand.SWORD or not takes_both_hands(fighter.held[Hand.SWORD])


@njit
def free_hands(fighter):
    """Number of hands that are empty, usable and hold nobody (H91, H108, RH42, RH44)."""
    free = 0
    for hand in range(HANDS):
        free += is_hand_empty(fighter, hand) and is_hand_usable(fighter, hand)
    return max(0, free - (fighter.holds != NOBODY))


@njit
def may_be_held(fighter, item, hand):
    """Whether an item can be taken into a hand now (H107, H169, RH42)."""
    if not is_hand_empty(fighter, hand) or not is_hand_usable(fighter, hand):
        return False
    way = WIELDING[item]
    if way == Wielding.OFF_HAND:
        return hand == Hand.OFF
    if way == Wielding.BOTH_HANDS:
        return hand == Hand.SWORD and free_hands(fighter) == HANDS
    return hand == Hand.SWORD or way == Wielding.EITHER_HAND


# --- Weapons and shields in use (H107, H118, H178, RH24, RH42) ------------------------------------


@njit
def item_in_use(fighter, hand):
    """The item that a hand wields, -1; a two-handed item needs both hands (H107, RH42)."""
    item = fighter.held[hand]
    if item == NONE or not is_hand_usable(fighter, hand):
        return NONE
    if takes_both_hands(item) and not is_hand_usable(fighter, Hand.OFF):
        return NONE
    return item


@njit
def fits_wielding(fighter, hand, ability):
    """Whether an ability allows the way in which the hands hold their items (H178).

    Knife fighting needs the other hand empty, or a weapon in each hand.
    """
    if ability != Ability.KNIFE_FIGHTING:
        return True
    other = fighter.held[1 - hand]
    return other == NONE or IS_WEAPON[other]


@njit
def best_ability(fighter, hand):
    """The best fitting ability for the item in a hand, -1 (H178, HH1)."""
    item = fighter.held[hand]
    best = NONE
    for place in range(MAX_USES):
        ability = USES[item, place]
        if ability != NONE and fits_wielding(fighter, hand, ability):
            if best == NONE or overall_skill(fighter, ability) > overall_skill(fighter, best):
                best = ability
    return best


@njit
def may_use_with(fighter, hand, ability):
    """Whether an ability allows the use of the item in a hand, as it is wielded (H178)."""
    item = fighter.held[hand]
    if item == NONE or not ITEM_ABILITIES[item, ability]:
        return False
    return fits_wielding(fighter, hand, ability)


@njit
def ability_of(fighter, hand):
    """The ability for the item in a hand: the chosen one if it fits, else the best; -1 (H178)."""
    chosen = fighter.uses[hand]
    if chosen != NONE and may_use_with(fighter, hand, chosen):
        return np.int64(chosen)
    return best_ability(fighter, hand)


@njit
def is_no_better(fighter, ability, other):
    """Whether an ability has neither more consistency nor more potential than another (H178).

    Of two equal ones the later in the book.
    """
    dice, more = consistency(fighter, ability), consistency(fighter, other)
    points, others = potential(fighter, ability), potential(fighter, other)
    if dice > more or points > others:
        return False
    return dice < more or points < others or ability > other


@njit
def is_alternative(fighter, hand, ability):
    """Whether an ability is a choice beside the best: no other is as good in all (H178, HH1)."""
    if not may_use_with(fighter, hand, ability) or ability == best_ability(fighter, hand):
        return False
    for place in range(MAX_USES):
        other = USES[fighter.held[hand], place]
        if other != NONE and other != ability and fits_wielding(fighter, hand, other):
            if is_no_better(fighter, ability, other):
                return False
    return True


@njit
def has_alternative(fighter, hand):
    """Whether a fighter can choose the ability for the item in a hand (H178)."""
    item = fighter.held[hand]
    if item == NONE or USES[item, 1] == NONE:
        return False
    for place in range(MAX_USES):
        ability = USES[item, place]
        if ability != NONE and is_alternative(fighter, hand, ability):
            return True
    return False


@njit
def has_ability(fighter, hand):
    """Whether any ability allows the use of the item in a hand (H178)."""
    item = fighter.held[hand]
    for place in range(MAX_USES):
        ability = USES[item, place]
        if ability != NONE and fits_wielding(fighter, hand, ability):
            return True
    return False


@njit
def is_melee_hand(fighter, hand):
    """Whether a hand wields a melee weapon that the fighter can use (H84, H118)."""
    item = fighter.held[hand]
    if item == NONE or not IS_MELEE[item] or item_in_use(fighter, hand) == NONE:
        return False
    return has_ability(fighter, hand)


@njit
def is_shooting_hand(fighter, hand):
    """Whether a hand wields a ranged weapon that is ready: a missile drawn (H53, RH29)."""
    item = fighter.held[hand]
    if item == NONE or not IS_RANGED[item] or item_in_use(fighter, hand) == NONE:
        return False
    return has_ability(fighter, hand) and (fighter.missile or not NEEDS_AMMUNITION[item])


@njit
def is_armed(fighter):
    """Whether a fighter wields a melee weapon, so that brawling with it is dangerous (H110)."""
    return is_melee_hand(fighter, Hand.SWORD) or is_melee_hand(fighter, Hand.OFF)


@njit
def is_weapon_hand(fighter, hand):
    """Whether a hand wields a weapon that can attack: in melee, or ready to shoot (H84)."""
    return is_melee_hand(fighter, hand) or is_shooting_hand(fighter, hand)


@njit
def has_two_weapons(fighter):
    """Whether each hand wields a weapon that can attack (H84, RH14, HH51)."""
    return is_weapon_hand(fighter, Hand.SWORD) and is_weapon_hand(fighter, Hand.OFF)


@njit
def has_shield(fighter):
    """Whether a fighter wields a shield and can block (H118, H169)."""
    item = item_in_use(fighter, Hand.OFF)
    return item != NONE and IS_SHIELD[item]


# --- Figures of the armoury (H161 to H169, H178, RH2, RH31) ---------------------------------------


@njit
def defence_bonus(fighter, hand):
    """Potential that a weapon adds to parries, a shield to blocks (H178, RH31)."""
    item = fighter.held[hand]
    if IS_SHIELD[item] or BONUS_COUNTS_IN_PARRIES:
        return ITEM_BONUS[item]
    return np.int64(0)


@njit
def light_of(fighter):
    """Distance that a fighter's torch lights, 0 without one (H156)."""
    light = 0
    for hand in range(HANDS):
        if fighter.held[hand] != NONE:
            light = max(light, ITEM_LIGHT[fighter.held[hand]])
    return light


# --- In sight (H101, XH6, RH51) -------------------------------------------------------------------


@njit
def reveal_item(fighter, place):
    """An item that leaves its hiding place or is used is concealed no longer (H101)."""
    if fighter.concealed_item == place:
        fighter.concealed_item = NONE
        fighter.conceal = 0
        fighter.item_found_by = 0


@njit
def conceals_from(battle, viewer, actor, place):
    """Whether a fighter conceals what is in a place from an opponent who has not found it (H101).

    The places are those of the pack, IN_BAG, then the hands.
    """
    fighter = battle.fighters[actor]
    if fighter.concealed_item != place or battle.side[viewer] == battle.side[actor]:
        return False
    return (fighter.item_found_by >> viewer) & 1 == 0


@njit
def shown_in_hand(battle, viewer, actor, hand):
    """The item that a viewer sees in a fighter's hand, -1: none (H101, XH6)."""
    if conceals_from(battle, viewer, actor, IN_HANDS + hand):
        return np.int64(NONE)
    return battle.fighters[actor].held[hand]


# --- Breaking (H27, RH16) -------------------------------------------------------------------------


@njit
def breaks(strength, toughness):
    """Whether a Break is strong enough (H27, RH16)."""
    return toughness < CLOSED and strength >= toughness


@njit
def break_item(battle, actor, hand, strength):
    """A Break hits the item in a hand and may destroy it (H27, RH16).

    A bow takes the missile on it along (RH29).
    """
    fighter = battle.fighters[actor]
    item = fighter.held[hand]
    if item != NONE and breaks(strength, TOUGHNESS[item]):
        fighter.held[hand] = NONE
        reveal_item(fighter, IN_HANDS + hand)
        if NEEDS_AMMUNITION[item]:
            fighter.missile = False
        log_event(battle, Event.BREAKS, actor, NOBODY, item, strength, 0)


# --- Letting fall and taking up (H24, H99, H100) --------------------------------------------------


@njit
def put_on_ground(battle, item, location):
    """Lay an item down in a location; if too many lie about already, it is lost."""
    for place in range(GROUND_CAPACITY):
        if battle.ground_item[place] == NONE:
            battle.ground_item[place] = item
            battle.ground_location[place] = location
            return


@njit
def drop_item(battle, actor, hand):
    """Drop the item in a hand; it lies in the location (H24, H99, RH42)."""
    fighter = battle.fighters[actor]
    item = fighter.held[hand]
    if item == NONE and hand == Hand.OFF and takes_both_hands(fighter.held[Hand.SWORD]):
        drop_item_in(battle, actor, Hand.SWORD)
    elif item != NONE:
        drop_item_in(battle, actor, hand)


@njit
def drop_item_in(battle, actor, hand):
    """Drop the item of just this hand, and with a bow the missile on it (H24, RH29)."""
    fighter = battle.fighters[actor]
    item = fighter.held[hand]
    fighter.held[hand] = NONE
    reveal_item(fighter, IN_HANDS + hand)
    if NEEDS_AMMUNITION[item]:
        fighter.missile = False
    put_on_ground(battle, item, fighter.location)
    log_event(battle, Event.DROPS, actor, NOBODY, item, 0, 0)


@njit
def lies_in(battle, place, location):
    """Whether a place of the ground holds an item in a location (H100)."""
    return battle.ground_item[place] != NONE and battle.ground_location[place] == location


@njit
def pick_up(battle, actor, place, hand):
    """Take an item from the ground into a hand (H100)."""
    item = battle.ground_item[place]
    battle.fighters[actor].held[hand] = item
    battle.ground_item[place] = NONE
    battle.ground_location[place] = NONE
    log_event(battle, Event.TAKES, actor, NOBODY, item, 0, 0)
