"""Weapons and shields in the hands, in the pack and on the ground (RD18, RD19, RD39)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Event, Taking
from ...state import (
    GROUND_CAPACITY,
    HANDS,
    PACK,
)
from ...tables import (
    BODY_NATURAL,
    BODY_WEAPONS,
    HANDS_NEEDED,
    HELD_REACH,
    IS_MELEE,
    IS_SHIELD,
    ITEM_HANDS,
    NATURAL_REACH,
    NATURAL_SLOTS,
    NEEDS_PARTS,
    NONE,
    SHIELD_BONUS,
    WEAPON_PART,
    WEAPON_REACH,
    WEAPON_RELOAD,
)
from ..injuries.bodies import can_attack_with, is_hand_usable, is_unhurt, usable_hands

# --- Items in the hands ---------------------------------------------------------------------------


@njit
def weapon_in(fighter, slot):
    """The item of a slot: hands first, then natural weapons; NONE if there is none."""
    if slot < HANDS:
        return fighter.held[slot]
    return BODY_NATURAL[fighter.body, slot - HANDS]


@njit
def takes_both_hands(item):
    """Whether an item is held in both hands (RD18)."""
    return item != NONE and ITEM_HANDS[item] == HANDS


@njit
def is_hand_free(fighter, hand):
    """Whether a hand holds nothing and does not help the other one (RD39)."""
    if fighter.held[hand] != NONE:
        return False
    return not takes_both_hands(fighter.held[1 - hand])


@njit
def can_take(fighter, hand):
    """Whether a hand is free and usable (RD39)."""
    return is_hand_free(fighter, hand) and is_hand_usable(fighter, hand)


@njit(forceinline=True)
def hands_left(fighter):
    """Number of hands that can take an item (RD39)."""
    hands = 0
    if fighter.held[0] != NONE and fighter.held[1] != NONE:
        return hands
    for hand in range(HANDS):
        hands += can_take(fighter, hand)
    return hands


@njit
def fits(item, hands):
    """Whether an item can be held in `hands` hands (RD18, RD39)."""
    return item != NONE and ITEM_HANDS[item] <= hands


@njit
def can_hold(fighter, item):
    """Whether enough hands are free and usable for an item (RD18, RD39)."""
    return fits(item, hands_left(fighter))


@njit
def hand_for(fighter, item):
    """The hand into which an item can be taken, NONE if too few are free and usable (RD39)."""
    if not can_hold(fighter, item):
        return NONE
    return 0 if can_take(fighter, 0) else 1


@njit(forceinline=True)
def hands_keeping(fighter):
    """Hands that hold an item and are usable, with all that it needs, a bit each (D31, D35)."""
    useless = ~usable_hands(fighter)
    main = HANDS_NEEDED[0, fighter.held[0] + 1] & useless == 0
    off = HANDS_NEEDED[1, fighter.held[1] + 1] & useless == 0
    return np.int64(main) | np.int64(off) << 1


@njit
def can_keep(fighter, hand):
    """Whether a hand holds an item, and the hands that it needs are still usable (D31, D35)."""
    return (hands_keeping(fighter) >> hand) & 1 == 1


# --- Usable weapons -------------------------------------------------------------------------------


@njit
def has_part_of(fighter, place):
    """Whether the parts of a natural weapon are uninjured enough (D28 to D36)."""
    part = WEAPON_PART[BODY_NATURAL[fighter.body, place]]
    return part == NONE or can_attack_with(fighter, part)


@njit
def is_natural_usable(fighter, place):
    """Whether a natural weapon can be used: its parts, and not disabled (D28 to D48)."""
    return fighter.disabled[place] == 0 and has_part_of(fighter, place)


@njit
def is_usable(fighter, slot):
    """Whether the weapon of a slot can be used: hands, parts, not disabled (D28 to D36, D48)."""
    if slot < HANDS:
        return can_keep(fighter, slot)
    has_it = (BODY_WEAPONS[fighter.body] >> (slot - HANDS)) & 1 == 1
    return has_it and is_natural_usable(fighter, slot - HANDS)


@njit
def has_all_naturals(fighter):
    """Whether all natural weapons can be used, so that none must be checked (D48)."""
    for place in range(NATURAL_SLOTS):
        if fighter.disabled[place] > 0:
            return False
    return not NEEDS_PARTS[fighter.body] or is_unhurt(fighter)


@njit(forceinline=True)
def usable_naturals(fighter):
    """The places of the natural weapons that can be used, a bit each (D28 to D36, D48)."""
    weapons = BODY_WEAPONS[fighter.body]
    if has_all_naturals(fighter):
        return weapons
    for place in range(NATURAL_SLOTS):
        if (weapons >> place) & 1 == 1 and not is_natural_usable(fighter, place):
            weapons &= ~(1 << place)
    return weapons


@njit(forceinline=True)
def usable_slots(fighter):
    """The slots with a usable item, a bit each (D28 to D36, D48)."""
    return hands_keeping(fighter) | usable_naturals(fighter) << HANDS


@njit
def is_melee_slot(fighter, slot):
    """Whether a slot holds a melee weapon that can be used (D69)."""
    item = weapon_in(fighter, slot)
    return item != NONE and IS_MELEE[item] and is_usable(fighter, slot)


@njit
def held_reach(fighter, hand):
    """Melee reach of the item in a hand in feet, 0 without a melee weapon (RD18)."""
    return HELD_REACH[fighter.held[hand] + 1]


@njit
def melee_slots(fighter):
    """The slots with a usable melee weapon, a bit each (D69)."""
    slots = usable_slots(fighter)
    for hand in range(HANDS):
        if held_reach(fighter, hand) == 0:
            slots &= ~(1 << hand)
    return slots


@njit
def reach_feet(fighter, slot):
    """Reach of a slot's weapon in feet (RD18, RD27)."""
    return WEAPON_REACH[weapon_in(fighter, slot)]


@njit(forceinline=True)
def longest_among(fighter, slots):
    """The longest reach of the melee weapons of some slots in feet, 0 without any (RD27)."""
    main = held_reach(fighter, 0) if slots & 1 == 1 else 0
    off = held_reach(fighter, 1) if slots & 2 == 2 else 0
    return max(max(main, off), NATURAL_REACH[fighter.body, slots >> HANDS])


@njit(forceinline=True)
def longest_reach(fighter):
    """The longest reach of its usable melee weapons in feet, 0 without any (RD27)."""
    return longest_among(fighter, usable_slots(fighter))


@njit
def reach_to_hold(fighter):
    """How far in feet a fighter holds on: as its weapons, the disabled too (D48, D49, RD17)."""
    naturals = BODY_WEAPONS[fighter.body]
    for place in range(NATURAL_SLOTS):
        if (naturals >> place) & 1 == 1 and not has_part_of(fighter, place):
            naturals &= ~(1 << place)
    return longest_among(fighter, hands_keeping(fighter) | naturals << HANDS)


@njit
def is_armed(fighter):
    """Whether a fighter holds a usable weapon (RD18)."""
    for hand in range(HANDS):
        if can_keep(fighter, hand) and not IS_SHIELD[fighter.held[hand]]:
            return True
    return False


@njit
def is_shield_slot(fighter, hand):
    """Whether a hand holds a shield that it can use (D84, RD19)."""
    item = fighter.held[hand]
    return item != NONE and IS_SHIELD[item] and can_keep(fighter, hand)


@njit
def shield_bonus(fighter):
    """The bonus of the better shield held, 0 without any (D84, RD19)."""
    bonus = 0
    for hand in range(HANDS):
        if is_shield_slot(fighter, hand):
            bonus = max(bonus, SHIELD_BONUS[fighter.held[hand]])
    return bonus


@njit
def shield_bonus_ready(fighter):
    """Bonus of a readied shield on DV (D84, RD4)."""
    return shield_bonus(fighter) if fighter.shield_ready else 0


# --- Handling items (RD39) ------------------------------------------------------------------------


@njit
def may_draw(fighter, place):
    """Whether an item of the pack can be drawn (RD39)."""
    return can_hold(fighter, fighter.pack[place])


@njit
def free_place(fighter):
    """The first free place of the pack, NONE if it is full."""
    for place in range(PACK):
        if fighter.pack[place] == NONE:
            return place
    return NONE


@njit
def may_stow(fighter, hand):
    """Whether what a hand holds can be stowed (RD39)."""
    return fighter.held[hand] != NONE and free_place(fighter) != NONE


@njit
def may_drop(fighter, hand):
    """Whether a hand holds something to drop (RD39)."""
    return fighter.held[hand] != NONE


# --- Phases ---------------------------------------------------------------------------------------


@njit
def put_on_ground(battle, x, y, item, damaged):
    """Lay an item down in a square; if the ground is full it is lost."""
    for place in range(GROUND_CAPACITY):
        if battle.ground_item[place] == NONE:
            battle.ground_item[place] = item
            battle.ground_x[place] = x
            battle.ground_y[place] = y
            battle.ground_damaged[place] = damaged
            return


@njit
def empty_hand(battle, actor, hand):
    """Empty a hand; a crossbow loses its bolt, a readied shield its use."""
    fighter = battle.fighters[actor]
    if WEAPON_RELOAD[fighter.held[hand]] > 0:
        fighter.loaded = False
    fighter.held[hand] = NONE
    fighter.damaged[hand] = 0
    if shield_bonus(fighter) == 0:
        fighter.shield_ready = False


@njit
def drop(battle, actor, hand):
    """Drop the item in a hand (RD39, D31, D35, D48)."""
    fighter = battle.fighters[actor]
    item = fighter.held[hand]
    if item == NONE:
        return
    log_event(battle, Event.DROPS, actor, NOBODY, 0, item, 0)
    put_on_ground(battle, fighter.x, fighter.y, item, fighter.damaged[hand])
    empty_hand(battle, actor, hand)


@njit
def drop_all(battle, actor):
    """Drop the items in both hands (RD9)."""
    for hand in range(HANDS):
        drop(battle, actor, hand)


@njit
def drop_what_hands_cannot_hold(battle, actor):
    """Drop the items that injured hands and arms cannot hold (D31, D35, RD39)."""
    fighter = battle.fighters[actor]
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and not can_keep(fighter, hand):
            drop(battle, actor, hand)


@njit
def take_in_hand(battle, actor, item, damaged):
    """Take an item into the first free hand, or both hands; a crossbow is not loaded (RD39)."""
    fighter = battle.fighters[actor]
    hand = hand_for(fighter, item)
    if WEAPON_RELOAD[item] > 0:
        fighter.loaded = False
    fighter.held[hand] = item
    fighter.damaged[hand] = damaged


@njit
def draw(battle, actor, place):
    """Draw an item from the pack (RD39)."""
    fighter = battle.fighters[actor]
    item, damaged = fighter.pack[place], fighter.damaged_pack[place]
    fighter.pack[place] = NONE
    fighter.damaged_pack[place] = 0
    log_event(battle, Event.TAKES, actor, NOBODY, Taking.DRAWS, item, 0)
    take_in_hand(battle, actor, item, damaged)


@njit
def put_in_pack(fighter, item, damaged):
    """Put an item into the first free place of the pack."""
    place = free_place(fighter)
    fighter.pack[place] = item
    fighter.damaged_pack[place] = damaged


@njit
def stow(battle, actor, hand):
    """Put what a hand holds into the pack (RD39)."""
    fighter = battle.fighters[actor]
    put_in_pack(fighter, fighter.held[hand], fighter.damaged[hand])
    log_event(battle, Event.STOWS, actor, NOBODY, 0, fighter.held[hand], 0)
    empty_hand(battle, actor, hand)


@njit
def pick_up(battle, actor, place):
    """Take something from the ground (RD39)."""
    item, damaged = battle.ground_item[place], battle.ground_damaged[place]
    battle.ground_item[place] = NONE
    log_event(battle, Event.TAKES, actor, NOBODY, Taking.PICKS_UP, item, 0)
    take_in_hand(battle, actor, item, damaged)
