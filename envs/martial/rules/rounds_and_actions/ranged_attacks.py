"""Shooting, throwing, and where thrown objects land (D60, D75, D79 to D82, RD18, RD41)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.engine.dice import die
from ....core.maps import square_grid
from ...enums import Damage, Event, Kind
from ...state import HANDS, PACK
from ...tables import (
    DIRECTION_DIE,
    IS_KNEELING,
    IS_RANGED,
    IS_SHIELD,
    NONE,
    RAPID_LIMIT,
    WEAPON_DAMAGE,
    WEAPON_RELOAD,
    WEAPON_THROWN,
)
from ..attack_roll.modifiers import increments
from ..positioning.squares import is_floor
from .items import can_hold, can_keep, draw, empty_hand, hand_for, hands_keeping, put_on_ground

FALLS, STICKS = 0, 1
"""Values of a LANDS event: a thrown object that has hit falls down or sticks (D81)."""

# --- Shooting (D60, D75, D79, RD18, RD28) ---------------------------------------------------------


@njit
def shooting_hand(fighter):
    """The hand that holds a usable bow or crossbow, NONE if none does (RD18)."""
    for hand in range(HANDS):
        item = fighter.held[hand]
        if item != NONE and IS_RANGED[item] and can_keep(fighter, hand):
            return hand
    return NONE


@njit
def is_ready_to_shoot(fighter, hand):
    """Whether the weapon is loaded, and no bow while prone (D60, RD18)."""
    item = fighter.held[hand]
    if fighter.prone and not IS_KNEELING[item]:
        return False
    return WEAPON_RELOAD[item] == 0 or bool(fighter.loaded)


@njit
def can_shoot(fighter):
    """Whether a fighter could shoot now (D60, D75, RD18)."""
    hand = shooting_hand(fighter)
    return hand != NONE and is_ready_to_shoot(fighter, hand)


@njit
def most_shots(fighter):
    """Shots of one Attack action: several only where loading is free (D79, RD18, RD28)."""
    if not can_shoot(fighter):
        return 0
    item = fighter.held[shooting_hand(fighter)]
    return RAPID_LIMIT if WEAPON_RELOAD[item] == 0 else 1


@njit
def may_reload(fighter):
    """Whether a fighter holds a crossbow that is not loaded (RD18)."""
    hand = shooting_hand(fighter)
    return hand != NONE and WEAPON_RELOAD[fighter.held[hand]] > 0 and not fighter.loaded


@njit
def reload_cost(fighter):
    """AP to load the weapon in hand, 0 if it needs none (RD18)."""
    hand = shooting_hand(fighter)
    return 0 if hand == NONE else WEAPON_RELOAD[fighter.held[hand]]


@njit
def reload(battle, actor):
    """Load the crossbow again (RD18)."""
    fighter = battle.fighters[actor]
    fighter.loaded = True
    item = fighter.held[shooting_hand(fighter)]
    log_event(battle, Event.RELOADS, actor, NOBODY, 0, item, 0)


@njit
def spend_missile(battle, actor):
    """After a shot a crossbow is not loaded any more (RD18)."""
    fighter = battle.fighters[actor]
    hand = shooting_hand(fighter)
    if hand != NONE and WEAPON_RELOAD[fighter.held[hand]] > 0:
        fighter.loaded = False


# --- Throwing (D79, D80, D84) ---------------------------------------------------------------------


@njit
def hands_to_throw(fighter):
    """The hands that hold an object to throw: no readied shield; a bit each (D80, D84)."""
    hands = hands_keeping(fighter)
    if fighter.shield_ready:
        for hand in range(HANDS):
            if (hands >> hand) & 1 == 1 and IS_SHIELD[fighter.held[hand]]:
                hands &= ~(1 << hand)
    return hands


@njit
def can_throw(fighter, hand):
    """Whether the hand holds an object to throw: any but a readied shield (D80, D84)."""
    return (hands_to_throw(fighter) >> hand) & 1 == 1


@njit
def is_thrown_weapon(item):
    """Whether the item has the Thrown trait (D79, D80)."""
    return item != NONE and WEAPON_THROWN[item] > 0


@njit
def throwing_hand(fighter):
    """The first hand that holds a thrown weapon, NONE if none does (D79)."""
    for hand in range(HANDS):
        if is_thrown_weapon(fighter.held[hand]) and can_throw(fighter, hand):
            return hand
    return NONE


@njit
def most_throws(fighter):
    """Throws of a Rapid Shot: thrown weapons held and stowed, drawn freely (D79, RD21, RD28)."""
    if not fighter.quick_draw or throwing_hand(fighter) == NONE:
        return 0
    throws = 0
    for hand in range(HANDS):
        throws += can_throw(fighter, hand) and is_thrown_weapon(fighter.held[hand])
    for place in range(PACK):
        throws += is_thrown_weapon(fighter.pack[place])
    return min(throws, RAPID_LIMIT)


@njit
def place_to_draw(fighter):
    """The place of the first thrown weapon in the pack that can be drawn, NONE if none (D79)."""
    for place in range(PACK):
        if is_thrown_weapon(fighter.pack[place]) and can_hold(fighter, fighter.pack[place]):
            return place
    return NONE


@njit
def next_hand_to_throw(fighter):
    """The hand for the next throw of a Rapid Shot, NONE without a weapon to throw (D79)."""
    hand = throwing_hand(fighter)
    if hand != NONE:
        return hand
    place = place_to_draw(fighter)
    return NONE if place == NONE else hand_for(fighter, fighter.pack[place])


@njit
def next_item_to_throw(fighter, hand):
    """The weapon of the next throw of a Rapid Shot: in that hand, or still stowed (D79)."""
    item = fighter.held[hand]
    return fighter.pack[place_to_draw(fighter)] if item == NONE else item


@njit
def draw_to_throw(battle, actor):
    """Draw the next thrown weapon of a Rapid Shot if no hand holds one (D79, RD21)."""
    fighter = battle.fighters[actor]
    if throwing_hand(fighter) == NONE and place_to_draw(fighter) != NONE:
        draw(battle, actor, place_to_draw(fighter))


# --- Landing (D81, D82, RD41) ---------------------------------------------------------------------


@njit
def come_to_lie(battle, actor, hand, target, x, y, manner):
    """A thrown object lands in a square (D81, D82)."""
    fighter = battle.fighters[actor]
    item, damaged = fighter.held[hand], fighter.damaged[hand]
    empty_hand(battle, actor, hand)
    put_on_ground(battle, x, y, item, damaged)
    log_event(battle, Event.LANDS, actor, target, manner, item, 0)


@njit
def scatter(battle, actor, target, squares):
    """The square where a miss lands, in one number: 1d8 clockwise, then straight on (D82).

    The count begins with the neighbour of the target that points to the thrower. From the square
    counted the object goes on for `squares` squares, up to an obstacle or the edge of the map.
    """
    thrower, victim = battle.fighters[actor], battle.fighters[target]
    x, y = victim.x, victim.y
    first = max(0, square_grid.direction(x, y, thrower.x, thrower.y))
    side = (first + die(battle, DIRECTION_DIE) - 1) % len(square_grid.DX)
    for _ in range(1 + squares):
        if not is_floor(battle, x + square_grid.DX[side], y + square_grid.DY[side]):
            break
        x += square_grid.DX[side]
        y += square_grid.DY[side]
    return square_grid.COLUMNS * y + x


@njit
def land_hit(battle, attack):
    """A thrown object that hits lies in the target's square (D81)."""
    victim = battle.fighters[attack.target]
    manner = FALLS if WEAPON_DAMAGE[attack.weapon] == Damage.BLUDGEONING else STICKS
    come_to_lie(
        battle, attack.attacker, attack.slot, attack.target,
        victim.x, victim.y, manner,
    )  # fmt: skip


@njit
def land_miss(battle, attack):
    """A thrown object that misses flies on, one square an increment (D82, RD41)."""
    actor, target = attack.attacker, attack.target
    squares = increments(battle, actor, target, Kind.THROW, attack.weapon)
    place = scatter(battle, actor, target, squares)
    x, y = place % square_grid.COLUMNS, place // square_grid.COLUMNS
    come_to_lie(battle, actor, attack.slot, NOBODY, x, y, FALLS)
