"""Handling items: draw, put away, get, conceal, swap (H97 to H102, RH29, RH42)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Ability, Effect, Event, Hand, Wielding
from ...state import GROUND_CAPACITY, HANDS, PACK
from ...tables import IS_WEAPON, NEEDS_AMMUNITION, NONE, WIELDING
from ..characters.conditions import can_act, is_hand_usable
from ..dice_challenges.checks import roll_ability
from ..modules.armoury import (
    IN_BAG,
    IN_HANDS,
    free_hands,
    item_in_use,
    lies_in,
    may_be_held,
    pick_up,
    reveal_item,
    takes_both_hands,
)
from .climbs import hands_needed

MISSILE = PACK
"""Argument of Draw for a missile; 0 to 2 is a place of the pack."""
HELD_MISSILE = HANDS
"""Argument of Put away for the missile in hand; 0 and 1 are the hands."""
FROM_BAG = GROUND_CAPACITY
"""Argument of Get for the bag; below it a place of the ground."""

# --- Hands ----------------------------------------------------------------------------------------


@njit
def hand_to_take(battle, fighter, item):
    """The hand that can take an item now, the sword hand first, -1 (H107, RH42, RH44, HH32).

    A climber keeps the hands free with which it holds on (H138).
    """
    taken = HANDS if takes_both_hands(item) else 1
    if free_hands(fighter) - taken < hands_needed(battle, fighter):
        return NONE
    for hand in range(HANDS):
        if may_be_held(fighter, item, hand):
            return hand
    return NONE


@njit
def can_choose_hand(battle, fighter, item):
    """Whether either hand can take an item, so that its owner may choose (H107, HH32)."""
    if hand_to_take(battle, fighter, item) == NONE:
        return False
    return may_be_held(fighter, item, Hand.SWORD) and may_be_held(fighter, item, Hand.OFF)


@njit
def hand_needing_missile(fighter):
    """The hand whose weapon needs missiles, -1 (RH29)."""
    for hand in range(HANDS):
        item = item_in_use(fighter, hand)
        if item != NONE and NEEDS_AMMUNITION[item]:
            return hand
    return NONE


# --- Draw (H97, RH29) -----------------------------------------------------------------------------


@njit
def may_draw_missile(fighter):
    """Whether a missile can be drawn: one left, none in hand, a weapon for it (RH29)."""
    return fighter.missiles > 0 and not fighter.missile and hand_needing_missile(fighter) != NONE


@njit
def may_draw(battle, actor, place):
    """Whether a weapon of the pack, or a missile, can be drawn now (H97, H138, RH29, RH42)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter):
        return False
    if place == MISSILE:
        return may_draw_missile(fighter)
    item = fighter.pack[place]
    return item != NONE and IS_WEAPON[item] and hand_to_take(battle, fighter, item) != NONE


@njit
def draw(battle, actor, place, hand):
    """Take an easily reached weapon, or a missile, in hand (H97, RH29).

    `hand` is the one that takes a weapon, -1: the first that can.
    """
    fighter = battle.fighters[actor]
    if place == MISSILE:
        fighter.missiles = fighter.missiles - 1
        fighter.missile = True
        item = fighter.held[hand_needing_missile(fighter)]
    else:
        item = fighter.pack[place]
        fighter.held[hand if hand != NONE else hand_to_take(battle, fighter, item)] = item
        fighter.pack[place] = NONE
        reveal_item(fighter, place)
    log_event(battle, Event.TAKES, actor, NOBODY, item, place == MISSILE, 0)


# --- Put away (H98) -------------------------------------------------------------------------------


@njit
def free_pack_place(fighter):
    """A place of the pack that is empty, -1."""
    for place in range(PACK):
        if fighter.pack[place] == NONE:
            return place
    return NONE


@njit
def may_put_away(fighter, hand):
    """Whether the weapon of a hand, or the missile, can be put away now (H98, RH42)."""
    if not can_act(fighter):
        return False
    if hand == HELD_MISSILE:
        return fighter.missile and hand_needing_missile(fighter) != NONE
    item = item_in_use(fighter, hand)
    return item != NONE and IS_WEAPON[item] and free_pack_place(fighter) != NONE


@njit
def put_away(battle, actor, hand):
    """A weapon goes into the pack, a missile into the quiver, also with its bow (H98, RH29)."""
    fighter = battle.fighters[actor]
    which = hand_needing_missile(fighter) if hand == HELD_MISSILE else hand
    item = fighter.held[which]
    if NEEDS_AMMUNITION[item] and fighter.missile:
        fighter.missile = False
        fighter.missiles = fighter.missiles + 1
    if hand != HELD_MISSILE:
        fighter.pack[free_pack_place(fighter)] = item
        fighter.held[hand] = NONE
        reveal_item(fighter, IN_HANDS + hand)
    log_event(battle, Event.STOWS, actor, NOBODY, item, hand == HELD_MISSILE, 0)


# --- Drop (H99) -----------------------------------------------------------------------------------


@njit
def may_drop(fighter, hand):
    """Whether a hand holds something to drop (H99)."""
    return can_act(fighter) and fighter.held[hand] != NONE


# --- Get (H24, H100) ------------------------------------------------------------------------------


@njit
def item_at(battle, actor, place):
    """The item in the bag, or in a place of the ground of its location, -1 (H100)."""
    fighter = battle.fighters[actor]
    if place == FROM_BAG:
        return fighter.bag
    if lies_in(battle, place, fighter.location):
        return battle.ground_item[place]
    return NONE


@njit
def may_get(battle, actor, place):
    """Whether an item can be taken from the bag or the ground; not while Drop lasts (H24, H100)."""
    fighter = battle.fighters[actor]
    item = item_at(battle, actor, place)
    if item == NONE or not can_act(fighter):
        return False
    if place != FROM_BAG and fighter.seconds[Effect.DROP] > 0:
        return False
    return hand_to_take(battle, fighter, item) != NONE


@njit
def get_item(battle, actor, place, hand):
    """Take an item from the bag or the ground in a hand, -1: the first that can (H100)."""
    fighter = battle.fighters[actor]
    item = item_at(battle, actor, place)
    if hand == NONE:
        hand = hand_to_take(battle, fighter, item)
    if place != FROM_BAG:
        pick_up(battle, actor, place, hand)
        return
    fighter.held[hand] = item
    fighter.bag = NONE
    reveal_item(fighter, IN_BAG)
    log_event(battle, Event.TAKES, actor, NOBODY, item, 0, 0)


# --- Conceal (H101, RH51) -------------------------------------------------------------------------


@njit
def carried_at(fighter, place):
    """The item in a place of the pack, in the bag or in a hand, -1."""
    if place >= IN_HANDS:
        return fighter.held[place - IN_HANDS]
    return fighter.bag if place == IN_BAG else fighter.pack[place]


@njit
def may_conceal(fighter, place):
    """Whether an item that one holds or carries can be concealed, with a hand for it (H101)."""
    if not can_act(fighter) or fighter.concealed_item == place:
        return False
    has_hand = is_hand_usable(fighter, Hand.SWORD) or is_hand_usable(fighter, Hand.OFF)
    return has_hand and carried_at(fighter, place) != NONE


@njit
def roll_conceal(battle, actor):
    """Roll the Agility that Perception must reach later (H101, RH51)."""
    roll_ability(battle, actor, Ability.AGILITY, 0, 0, True)


@njit
def conceal_item(battle, actor, place, total):
    """Conceal an item with the result of the roll (H101, RH51)."""
    fighter = battle.fighters[actor]
    fighter.concealed_item = place
    fighter.conceal = total
    fighter.item_found_by = 0
    log_event(battle, Event.CONCEALS, actor, NOBODY, carried_at(fighter, place), 0, 0)


# --- Swap (H102, H107) ----------------------------------------------------------------------------


@njit
def may_be_in_hand(item, hand):
    """Whether an item, or none, may be held in a hand (H107, H169)."""
    if item == NONE or WIELDING[item] == Wielding.EITHER_HAND:
        return True
    return hand == Hand.OFF if WIELDING[item] == Wielding.OFF_HAND else hand == Hand.SWORD


@njit
def may_swap(fighter):
    """Whether the hands can swap their items: both usable, nobody held (H102, RH42)."""
    if not can_act(fighter) or fighter.holds != NOBODY:
        return False
    sword, off = fighter.held[Hand.SWORD], fighter.held[Hand.OFF]
    if takes_both_hands(sword) or (sword == NONE and off == NONE) or sword == off:
        return False
    if not may_be_in_hand(sword, Hand.OFF) or not may_be_in_hand(off, Hand.SWORD):
        return False
    return is_hand_usable(fighter, Hand.SWORD) and is_hand_usable(fighter, Hand.OFF)


@njit
def swap(battle, actor):
    """Each hand takes what the other held (H102)."""
    fighter = battle.fighters[actor]
    for hand in range(HANDS):
        reveal_item(fighter, IN_HANDS + hand)
    sword = fighter.held[Hand.SWORD]
    fighter.held[Hand.SWORD] = fighter.held[Hand.OFF]
    fighter.held[Hand.OFF] = sword
    log_event(battle, Event.SWAPS, actor, NOBODY, 0, 0, 0)
