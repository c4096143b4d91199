"""Queries of a battle that return only what a fighter may know, and choices of legal actions.

Assumed values have already replaced what the fighter cannot know (`hidden_info.py`).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, ally_in_slot, slot_of
from ....envs.heimr.actions.table import (
    AIMS,
    OFFSET,
    OPPONENT_TRIGGERS,
    READIABLE,
    WAYS_UP,
    action_id,
)
from ....envs.heimr.enums import Act, Hand, Trigger, Verb
from ....envs.heimr.rules.characters.conditions import is_able
from ....envs.heimr.rules.combat_basics.fatigue import base_fatigue
from ....envs.heimr.rules.grid import FAR, distance, distance_between, floor_of, neighbour
from ....envs.heimr.rules.modules.armoury import is_armed, is_shooting_hand
from ....envs.heimr.state import GROUND_CAPACITY, HANDS, PACK
from ....envs.heimr.tables import DIRECTIONS, IS_WEAPON, NEEDS_AMMUNITION, NONE
from ..choosing import if_legal

PLACE_OF_READIABLE = np.full(len(Act), NONE, np.int64)
PLACE_OF_READIABLE[READIABLE] = np.arange(len(READIABLE))
"""The argument of READY for each action that can be readied."""
PLACE_OF_TRIGGER = np.full(len(Trigger), NONE, np.int64)
PLACE_OF_TRIGGER[OPPONENT_TRIGGERS] = np.arange(len(OPPONENT_TRIGGERS))
"""The argument of TRIGGER for each action of an opponent."""

# --- Choosing -------------------------------------------------------------------------------------


@njit
def untargeted_action(mask, verb, argument):
    """The action of a verb without a fighter if it is legal, else -1."""
    return if_legal(mask, action_id(verb, argument, 0))


@njit
def at_foe(battle, mask, verb, argument, foe):
    """The action of a verb against an enemy if it is legal, else -1."""
    if foe == NOBODY:
        return np.int64(NONE)
    return if_legal(mask, action_id(verb, argument, slot_of(battle, foe)))


@njit
def at_ally(battle, mask, actor, verb, argument, ally):
    """The action of a verb about an ally if it is legal, else -1."""
    for slot in range(battle.max_side - 1):
        if ally_in_slot(battle, actor, slot) == ally:
            return if_legal(mask, action_id(verb, argument, slot))
    return np.int64(NONE)


@njit
def first_of(mask, verb, count):
    """The first legal action of a verb without a fighter among `count` arguments, -1 if none."""
    for argument in range(count):
        if mask[OFFSET[verb] + argument]:
            return np.int64(OFFSET[verb] + argument)
    return np.int64(NONE)


@njit
def attack_with(battle, mask, hand, aim, foe):
    """The attack with the weapon in a hand and this aim if it is legal, else -1."""
    return at_foe(battle, mask, Verb.ATTACK, hand * AIMS + aim - NONE, foe)


@njit
def ready(mask, combat_action):
    """The choice that readies a combat action, -1 if it is illegal."""
    return untargeted_action(mask, Verb.READY, PLACE_OF_READIABLE[combat_action])


# --- Enemies and allies ---------------------------------------------------------------------------


@njit
def is_foe(battle, actor, other):
    """Whether another fighter is a visible enemy on the field who can still fight."""
    if battle.side[other] == battle.side[actor]:
        return False
    fighter = battle.fighters[other]
    return is_able(fighter) and fighter.location != NONE


@njit
def is_friend(battle, actor, other):
    """Whether another fighter is an ally on the field who can still fight."""
    if other == actor or battle.side[other] != battle.side[actor]:
        return False
    fighter = battle.fighters[other]
    return is_able(fighter) and fighter.location != NONE


@njit
def gap(battle, actor, other):
    """Distance to another fighter in turns, more than any field if none or unreachable."""
    if other == NOBODY or battle.fighters[actor].location == NONE:
        return np.int64(FAR)
    return np.int64(distance_between(battle, actor, other))


@njit
def closest(battle, actor):
    """The closest visible enemy, of equals the more injured one; -1 if none is seen."""
    best, least = np.int64(NOBODY), np.int64(1 << 20)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other):
            rank = 4 * gap(battle, actor, other)
            rank -= np.int64(battle.fighters[other].injured != 0)
            if rank < least:
                best, least = np.int64(other), rank
    return best


@njit
def foes_within(battle, actor, reach):
    """Number of visible enemies within `reach` turns."""
    count = np.int64(0)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and gap(battle, actor, other) <= reach:
            count += 1
    return count


@njit
def shoots(fighter):
    """Whether the fighter has a weapon that shoots in hand, loaded or not."""
    item = np.int64(fighter.held[Hand.SWORD])
    if item == NONE:
        return False
    return NEEDS_AMMUNITION[item] or is_shooting_hand(fighter, Hand.SWORD)


@njit
def has_shooting_foe(battle, actor):
    """Whether an enemy in sight can shoot."""
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and shoots(battle.fighters[other]):
            return True
    return False


@njit
def has_shooting_friend(battle, actor):
    """Whether the fighter or an ally can shoot."""
    for other in range(battle.num_fighters):
        if (other == actor or is_friend(battle, actor, other)) and shoots(battle.fighters[other]):
            return True
    return False


@njit
def fatigue_gained(fighter):
    """Points of fatigue that the fighter has gained."""
    return np.int64(fighter.fatigue) - base_fatigue(fighter)


# --- Ways -----------------------------------------------------------------------------------------


@njit
def turns_from(battle, location, place):
    """Distance from one location to another in turns."""
    return distance(battle, location, floor_of(battle, location), place, floor_of(battle, place))


@njit
def way_toward(battle, mask, actor, verb, place):
    """The step that leads nearer to a location, -1 if none does."""
    here = np.int64(battle.fighters[actor].location)
    if here == NONE or place == NONE:
        return np.int64(NONE)
    best, least = np.int64(NONE), np.int64(turns_from(battle, here, place))
    for direction in range(DIRECTIONS):
        action = untargeted_action(mask, verb, direction)
        other = neighbour(battle, here, direction)
        if action != NONE and other != NONE:
            far = np.int64(turns_from(battle, other, place))
            if far < least:
                best, least = action, far
    return best


@njit
def change_height(battle, mask, actor, foe):
    """Climb or jump to the enemy's height, -1 if that does not help."""
    fighter, other = battle.fighters[actor], battle.fighters[foe]
    is_above = fighter.height > floor_of(battle, np.int64(fighter.location))
    is_elsewhere = fighter.location != other.location
    if (is_above and is_elsewhere) or fighter.height > other.height:
        action = first_of(mask, Verb.CLIMB_DOWN, WAYS_UP)
        return action if action != NONE else untargeted_action(mask, Verb.JUMP_DOWN, 0)
    if fighter.location == other.location and fighter.height < other.height:
        return first_of(mask, Verb.CLIMB_UP, WAYS_UP)
    return np.int64(NONE)


@njit
def come_near(battle, mask, actor, foe):
    """Move towards an enemy, by crawling, climbing, jumping or opening a door; -1 if stuck."""
    if foe == NOBODY:
        return np.int64(NONE)
    place = np.int64(battle.fighters[foe].location)
    action = way_toward(battle, mask, actor, Verb.MOVE, place)
    if action == NONE:
        action = way_toward(battle, mask, actor, Verb.CRAWL, place)
    if action == NONE:
        action = first_of(mask, Verb.OPEN, DIRECTIONS)
    if action == NONE:
        action = way_toward(battle, mask, actor, Verb.CLIMB_UP, place)
    return action if action != NONE else change_height(battle, mask, actor, foe)


@njit
def least_gap_from(battle, actor, place):
    """Distance from a location to the nearest visible enemy in turns."""
    least = np.int64(FAR)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other):
            foe = np.int64(battle.fighters[other].location)
            least = min(least, np.int64(turns_from(battle, foe, place)))
    return least


@njit
def back_off(battle, mask, actor):
    """The Move that ends farthest from all enemies, -1 if none leads away."""
    here = np.int64(battle.fighters[actor].location)
    best, most = np.int64(NONE), np.int64(least_gap_from(battle, actor, here))
    for direction in range(DIRECTIONS):
        action = untargeted_action(mask, Verb.MOVE, direction)
        other = neighbour(battle, here, direction)
        if action != NONE and other != NONE:
            far = np.int64(least_gap_from(battle, actor, other))
            if far > most:
                best, most = action, far
    return best


# --- What comes before all else -------------------------------------------------------------------


@njit
def is_disarmed(fighter):
    """Whether the fighter has nothing in hand with which to strike or shoot."""
    return not is_armed(fighter) and not shoots(fighter)


@njit
def take_weapon(battle, mask, actor):
    """Draw or pick up a weapon; -1 if there is none."""
    fighter = battle.fighters[actor]
    for place in range(PACK):
        item = np.int64(fighter.pack[place])
        if item != NONE and IS_WEAPON[item]:
            action = untargeted_action(mask, Verb.DRAW, place)
            if action != NONE:
                return action
    for place in range(GROUND_CAPACITY):
        item = np.int64(battle.ground_item[place])
        if item != NONE and IS_WEAPON[item]:
            action = untargeted_action(mask, Verb.GET_ITEM, place)
            if action != NONE:
                return action
    return np.int64(NONE)


@njit
def make_ready(battle, mask, actor):
    """Stand up and take a weapon in hand; -1 if both are done."""
    action = untargeted_action(mask, Verb.STAND_UP, 0)
    if action == NONE and is_disarmed(battle.fighters[actor]):
        action = untargeted_action(mask, Verb.SWAP, 0)
        if action == NONE or battle.fighters[actor].held[Hand.OFF] == NONE:
            action = take_weapon(battle, mask, actor)
        elif not IS_WEAPON[battle.fighters[actor].held[Hand.OFF]]:
            action = take_weapon(battle, mask, actor)
    return action


@njit
def any_attack(battle, mask, foe):
    """An unaimed attack on an enemy with either hand, -1 if none is legal."""
    for hand in range(HANDS):
        action = attack_with(battle, mask, hand, NONE, foe)
        if action != NONE:
            return action
    return np.int64(NONE)
