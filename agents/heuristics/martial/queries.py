"""Queries of a battle that return only what a fighter may know, and choices of legal actions.

A fighter does not know the Stamina, strain and exhaustion of enemies, ambushers who have not been
found, or the coming dice (XD1 to XD4).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, slot_of
from ....envs.martial.actions.table import (
    action_id,
)
from ....envs.martial.enums import (
    Verb,
)
from ....envs.martial.rules.injuries.bodies import is_conscious
from ....envs.martial.rules.positioning.sight import are_enemies, feet_between, is_unseen
from ....envs.martial.rules.rounds_and_actions.items import longest_reach, weapon_in
from ....envs.martial.state import HANDS, PACK, WEAPON_SLOTS
from ....envs.martial.tables import IS_MELEE, IS_RANGED, NONE, UNARMED
from ..choosing import if_legal

FAR = 1000
"""A distance in feet that no map reaches."""
NEAR = 10
"""Distance in feet at which an archer feels threatened."""

# --- Choosing -------------------------------------------------------------------------------------


@njit
def untargeted_action(mask, verb, argument):
    """The action of a verb without a target slot if it is legal, else -1."""
    return if_legal(mask, action_id(verb, argument, 0))


@njit
def at_foe(battle, mask, verb, argument, foe):
    """The action of a verb against an enemy if it is legal, else -1."""
    if foe == NOBODY:
        return np.int64(NONE)
    return if_legal(mask, action_id(verb, argument, slot_of(battle, foe)))


@njit
def with_first_weapon(battle, mask, actor, verb, foe):
    """The action of a verb with a weapon in hand, main hand first, or unarmed; -1 if none."""
    fighter = battle.fighters[actor]
    unarmed = np.int64(NONE)
    for slot in range(WEAPON_SLOTS):
        action = at_foe(battle, mask, verb, slot, foe)
        if action != NONE:
            if weapon_in(fighter, slot) != UNARMED:
                return action
            unarmed = action
    return unarmed


# --- Enemies and allies ---------------------------------------------------------------------------


@njit
def is_foe(battle, actor, other):
    """Whether another fighter is a visible enemy who can still fight."""
    if not are_enemies(battle, actor, other) or not is_conscious(battle.fighters[other]):
        return False
    return not is_unseen(battle, actor, other)


@njit
def closest(battle, actor):
    """The closest visible enemy, the first of equals; -1 if there is none."""
    best, nearest = np.int64(NOBODY), np.int64(FAR)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other):
            feet = feet_between(battle, actor, other)
            if feet < nearest:
                best, nearest = np.int64(other), feet
    return best


@njit
def distance_to(battle, actor, other):
    """Distance to another fighter in feet, FAR if `other` is NOBODY."""
    return feet_between(battle, actor, other) if other != NOBODY else np.int64(FAR)


@njit
def is_in_reach(battle, actor, other):
    """Whether the fighter reaches another one while both stay where they are."""
    return feet_between(battle, actor, other) <= longest_reach(battle.fighters[actor])


@njit
def foes_in_reach(battle, actor):
    """Number of visible enemies who reach the fighter where it stands."""
    count = 0
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and is_in_reach(battle, other, actor):
            count += 1
    return count


@njit
def allies_on(battle, actor, foe):
    """Number of the fighter's allies who reach an enemy."""
    count = 0
    for other in range(battle.num_fighters):
        if other != actor and not are_enemies(battle, actor, other):
            if is_conscious(battle.fighters[other]) and is_in_reach(battle, other, foe):
                count += 1
    return count


# --- Arms -----------------------------------------------------------------------------------------


@njit
def holds_blade(fighter):
    """Whether the fighter has a melee weapon in hand."""
    for hand in range(HANDS):
        item = fighter.held[hand]
        if item != NONE and IS_MELEE[item]:
            return True
    return False


@njit
def holds_bow(fighter):
    """Whether the fighter has a weapon that shoots in hand."""
    return fighter.held[0] != NONE and IS_RANGED[fighter.held[0]]


@njit
def has_natural_weapon(fighter):
    """Whether the body has a natural weapon other than a bare hand."""
    weapon = weapon_in(fighter, HANDS)
    return weapon != NONE and weapon != UNARMED


@njit
def place_of_blade(fighter):
    """Index of a melee weapon in the pack, -1 if there is none."""
    for place in range(PACK):
        item = fighter.pack[place]
        if item != NONE and IS_MELEE[item]:
            return place
    return NONE


@njit
def can_shoot_freely(battle, actor):
    """Whether the fighter holds a weapon that shoots and no enemy is near."""
    return (
        holds_bow(battle.fighters[actor])
        and distance_to(battle, actor, closest(battle, actor)) > NEAR
    )


@njit
def take_up_blade(battle, mask, actor):
    """Draw or pick up a melee weapon, dropping a bow for it; -1 if that is not needed."""
    fighter = battle.fighters[actor]
    if holds_blade(fighter) or has_natural_weapon(fighter) or can_shoot_freely(battle, actor):
        return np.int64(NONE)
    place = place_of_blade(fighter)
    if place != NONE:
        action = untargeted_action(mask, Verb.DRAW, place)
        if action == NONE and holds_bow(fighter):
            action = untargeted_action(mask, Verb.DROP, 0)
        if action != NONE:
            return action
    return untargeted_action(mask, Verb.PICK_UP_WEAPON, 0)


@njit
def get_up(mask):
    """Stand up from prone; -1 if that is not needed or not legal."""
    return untargeted_action(mask, Verb.STAND_UP, 0)


@njit
def make_ready(battle, mask, actor):
    """Get up, then take a melee weapon in hand; -1 if neither is needed or possible."""
    action = get_up(mask)
    return action if action != NONE else take_up_blade(battle, mask, actor)
