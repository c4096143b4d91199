"""Weapons dropped, drawn and picked up (M21, RM9, RM27)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import distance
from ..enums import Event
from ..state import GROUND_CAPACITY
from ..tables import NO_WEAPON, UNARMED

# --- On the ground --------------------------------------------------------------------------------


@njit
def drop_weapon(battle, actor):
    """The weapon in hand falls into the fighter's square (M21, RM27)."""
    fighter = battle.fighters[actor]
    if fighter.hand == UNARMED:
        return
    for place in range(GROUND_CAPACITY):
        if battle.ground_weapon[place] == NO_WEAPON:
            battle.ground_weapon[place] = fighter.hand
            battle.ground_x[place] = fighter.x
            battle.ground_y[place] = fighter.y
            battle.ground_loaded[place] = fighter.loaded
            break
    fighter.hand = UNARMED
    fighter.loaded = True
    fighter.aim_target = NOBODY


@njit
def weapon_distance(battle, actor, item):
    """Squares to a weapon on the ground."""
    fighter = battle.fighters[actor]
    return distance(fighter.x, fighter.y, battle.ground_x[item], battle.ground_y[item])


@njit
def is_at_hand(battle, actor, item):
    """Whether a weapon lies in the fighter's square or next to it (RM27)."""
    return weapon_distance(battle, actor, item) <= 1


@njit
def nearest_weapon(battle, actor):
    """Index of the nearest weapon on the ground, -1 if there is none (RM27)."""
    fighter = battle.fighters[actor]
    best = -1
    best_distance = 0
    for item in range(GROUND_CAPACITY):
        if battle.ground_weapon[item] == NO_WEAPON:
            continue
        far = distance(fighter.x, fighter.y, battle.ground_x[item], battle.ground_y[item])
        if best < 0 or far < best_distance:
            best = item
            best_distance = far
    return best


@njit
def nearest_of_kind(battle, actor, weapon):
    """Index of the weapon of a kind at hand, a loaded one first, -1 if there is none (RM27)."""
    best = -1
    best_rank = 0
    for item in range(GROUND_CAPACITY):
        if battle.ground_weapon[item] == weapon and is_at_hand(battle, actor, item):
            rank = weapon_distance(battle, actor, item) - 2 * battle.ground_loaded[item]
            if best < 0 or rank < best_rank:
                best, best_rank = item, rank
    return best


# --- In hand --------------------------------------------------------------------------------------


@njit
def draw_weapon(battle, actor):
    """Swap the weapon in hand with the carried one (RM27)."""
    fighter = battle.fighters[actor]
    hand, loaded = fighter.hand, fighter.loaded
    fighter.hand, fighter.loaded = fighter.carried, fighter.carried_loaded
    fighter.carried = NO_WEAPON if hand == UNARMED else hand
    fighter.carried_loaded = loaded
    log_event(battle, Event.WEAPON, actor, NOBODY, fighter.hand, 0, 0)


@njit
def pick_up(battle, actor, item):
    """Take a weapon from the ground into the empty hand (RM27)."""
    fighter = battle.fighters[actor]
    fighter.hand = battle.ground_weapon[item]
    fighter.loaded = battle.ground_loaded[item] == 1
    battle.ground_weapon[item] = NO_WEAPON
    log_event(battle, Event.WEAPON, actor, NOBODY, fighter.hand, 0, 0)
