"""Queries of a battle that return only what a fighter may know, and choices of legal actions.

Assumed values have already replaced what the fighter cannot know (`hidden_info.py`).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, ally_in_slot, slot_of
from ....envs.wildroll.actions.table import (
    ACTS,
    action_id,
)
from ....envs.wildroll.enums import (
    Attribute,
    Posture,
    Specialisation,
    Verb,
)
from ....envs.wildroll.navigation.move_targets import can_shoot
from ....envs.wildroll.rules.combat_sequence.costs import cost_of
from ....envs.wildroll.rules.combat_sequence.points import (
    most_points,
    round_start_points,
    turn_end_points,
)
from ....envs.wildroll.rules.common_actions.items import is_ranged_slot, longest_reach, weapon_in
from ....envs.wildroll.rules.flanking.lines import has_line
from ....envs.wildroll.rules.health.bodies import (
    animal_of,
    are_enemies,
    attribute,
    is_able,
    is_animal,
    is_prone,
    specialisation,
)
from ....envs.wildroll.rules.health.wounds import severity
from ....envs.wildroll.rules.movement.spaces import gap
from ....envs.wildroll.rules.offensive_actions.attacks import reaches
from ....envs.wildroll.state import HANDS, PACK, WEAPON_SLOTS
from ....envs.wildroll.tables import IS_MELEE, NONE, UNARMED
from ..choosing import if_legal

FAR = 1000
"""A distance in hexes that no map reaches."""
STRIDE = 4
"""Distance in hexes that an enemy can move in its turn and still attack."""
STANDING, CROUCHING = int(Posture.STANDING), int(Posture.CROUCHING)
NEAR = 2
"""Gap in hexes within which a fighter stops shooting."""

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
def at_ally(battle, mask, actor, verb, argument, ally):
    """The action of a verb about an ally if it is legal, else -1."""
    for slot in range(battle.max_side - 1):
        if ally_in_slot(battle, actor, slot) == ally:
            action = action_id(verb, argument, slot)
            if mask[action]:
                return action
    return np.int64(NONE)


@njit
def can_afford(battle, actor, verb, argument):
    """Whether the AP suffice now, so that the action does not become a long one (W49)."""
    cost = cost_of(battle, actor, ACTS[verb], argument)
    return np.int64(battle.fighters[actor].action_points) >= cost


@njit
def paid(battle, mask, actor, verb, argument):
    """The action of a verb without a target slot if it is legal and affordable, else -1."""
    if not can_afford(battle, actor, verb, argument):
        return np.int64(NONE)
    return untargeted_action(mask, verb, argument)


@njit
def paid_at(battle, mask, actor, verb, argument, foe):
    """The action of a verb against an enemy if it is legal and affordable, else -1."""
    if not can_afford(battle, actor, verb, argument):
        return np.int64(NONE)
    return at_foe(battle, mask, verb, argument, foe)


# --- Enemies and allies ---------------------------------------------------------------------------


@njit
def is_foe(battle, actor, other):
    """Whether another fighter is a visible enemy who can still fight (RW31)."""
    return are_enemies(battle, actor, other) and is_able(battle.fighters[other])


@njit
def closest(battle, actor):
    """The closest enemy, of equals the more wounded, animals last; -1 if none is seen."""
    best, least = np.int64(NOBODY), np.int64(1 << 20)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other):
            rank = 8 * gap(battle, actor, other) - severity(battle.fighters[other])
            rank += FAR * np.int64(is_animal(battle.fighters[other]))
            if rank < least:
                best, least = np.int64(other), rank
    return best


@njit
def gap_to(battle, actor, other):
    """Gap to another fighter in hexes, FAR if `other` is NOBODY."""
    return gap(battle, actor, other) if other != NOBODY else np.int64(FAR)


@njit
def reaches_with_any(battle, actor, other):
    """Whether the fighter reaches another one with any melee weapon from here."""
    for slot in range(WEAPON_SLOTS):
        if reaches(battle, actor, other, slot):
            return True
    return False


@njit
def foes_in_reach(battle, actor):
    """Number of enemies who reach the fighter where it stands."""
    count = 0
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and reaches_with_any(battle, other, actor):
            count += 1
    return count


@njit
def foe_within_reach(battle, actor):
    """The nearest enemy within the fighter's reach, animals last; -1 if there is none."""
    best, least = np.int64(NOBODY), np.int64(1 << 20)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and reaches_with_any(battle, actor, other):
            rank = FAR * np.int64(is_animal(battle.fighters[other]))
            rank -= severity(battle.fighters[other])
            if rank < least:
                best, least = np.int64(other), rank
    return best


@njit
def allies_on(battle, actor, foe):
    """Number of the fighter's allies who reach an enemy."""
    count = 0
    for other in range(battle.num_fighters):
        if other != actor and not are_enemies(battle, actor, other):
            if is_able(battle.fighters[other]) and reaches_with_any(battle, other, foe):
                count += 1
    return count


@njit
def could_come(battle, foe, actor):
    """Whether an enemy reaches the fighter now or after moving `STRIDE` hexes."""
    return gap(battle, foe, actor) <= longest_reach(battle.fighters[foe]) + STRIDE


@njit
def is_threatened(battle, actor):
    """Whether any enemy could approach and attack in its turn."""
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and could_come(battle, other, actor):
            return True
    return False


@njit
def is_under_fire(battle, actor):
    """Whether an enemy with a missile weapon has a line of fire to the fighter."""
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and can_shoot(battle.fighters[other]):
            if has_line(battle, other, actor):
                return True
    return False


@njit
def highest_initiative(battle, actor):
    """Highest initiative of the visible enemies, 0 if none is seen."""
    most = np.int64(0)
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other):
            most = max(most, np.int64(battle.fighters[other].initiative))
    return most


# --- Action points (W44, W45) ---------------------------------------------------------------------


@njit
def points_to_come(battle, actor):
    """AP that the fighter gains next: at the end of its turn or at a round's start (W44)."""
    speed = attribute(battle.fighters[actor], Attribute.SPEED)
    if battle.active == actor:
        return turn_end_points(speed)
    return round_start_points(speed)


@njit
def points_too_many(battle, actor):
    """AP of the next gain above the maximum, which would be lost (W45, W48)."""
    fighter = battle.fighters[actor]
    most = most_points(attribute(fighter, Attribute.SPEED))
    return np.int64(fighter.action_points) + points_to_come(battle, actor) - most


# --- Arms -----------------------------------------------------------------------------------------


@njit
def holds_blade(fighter):
    """Whether the fighter has a melee weapon in hand."""
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and IS_MELEE[fighter.held[hand]]:
            return True
    return False


@njit
def holds_bow(fighter):
    """Whether the fighter has a weapon that shoots in hand."""
    for hand in range(HANDS):
        if is_ranged_slot(fighter, hand):
            return True
    return False


@njit
def fights_bare(fighter):
    """Whether the fighter fights unarmed: natural weapons or trained in wrestling."""
    if specialisation(fighter, Specialisation.UNARMED) > 0:
        return True
    for slot in range(HANDS, WEAPON_SLOTS):
        weapon = weapon_in(fighter, slot)
        if weapon != NONE and weapon != UNARMED:
            return True
    return False


@njit
def place_of_blade(fighter):
    """Index of a melee weapon in the pack, -1 if there is none."""
    for place in range(PACK):
        if fighter.pack[place] != NONE and IS_MELEE[fighter.pack[place]]:
            return np.int64(place)
    return np.int64(NONE)


@njit
def empty_hands(battle, mask, actor):
    """Sheathe or drop a bow to free the hands for a melee weapon; -1 if not possible."""
    for hand in range(HANDS):
        if is_ranged_slot(battle.fighters[actor], hand):
            action = untargeted_action(mask, Verb.STOW, hand)
            if action != NONE and cost_of(battle, actor, ACTS[Verb.STOW], hand) == 1:
                return action
            return untargeted_action(mask, Verb.DROP, hand)
    return np.int64(NONE)


@njit
def can_shoot_freely(battle, actor):
    """Whether the fighter holds a weapon that shoots and no enemy is near."""
    return (
        holds_bow(battle.fighters[actor]) and gap_to(battle, actor, closest(battle, actor)) > NEAR
    )


@njit
def take_up_blade(battle, mask, actor):
    """Draw or pick up a melee weapon; -1 if none is needed or available."""
    fighter = battle.fighters[actor]
    if holds_blade(fighter) or fights_bare(fighter) or can_shoot_freely(battle, actor):
        return np.int64(NONE)
    place = place_of_blade(fighter)
    if place == NONE:
        return paid(battle, mask, actor, Verb.PICK_UP, 0)
    action = paid(battle, mask, actor, Verb.RETRIEVE, place)
    return action if action != NONE else empty_hands(battle, mask, actor)


# --- Getting ready --------------------------------------------------------------------------------


@njit
def lies(battle, actor):
    """Whether the fighter or its mount is prone."""
    animal = animal_of(battle, actor)
    if animal != NOBODY and is_prone(battle.fighters[animal]):
        return True
    return is_prone(battle.fighters[actor])


@njit
def get_up(battle, mask, actor):
    """Stand up, from prone by way of crouching if needed (W82); -1 if standing or unable."""
    action = paid(battle, mask, actor, Verb.POSTURE, STANDING)
    if action == NONE and lies(battle, actor):
        return paid(battle, mask, actor, Verb.POSTURE, CROUCHING)
    return action


@njit
def get_free(battle, mask, actor):
    """Escape a pin, leave water, or regain control of a mount; -1 if none is needed."""
    action = np.int64(NONE)
    if battle.fighters[actor].pinned_by != NOBODY:
        action = untargeted_action(mask, Verb.ESCAPE, 0)
    if action == NONE:
        action = paid(battle, mask, actor, Verb.SURFACE, 0)
    if action == NONE:
        action = untargeted_action(mask, Verb.CALM, 0)
    return action


@njit
def make_ready(battle, mask, actor):
    """Get free, get up, take a melee weapon; -1 if none is needed or possible."""
    action = get_free(battle, mask, actor)
    if action == NONE:
        action = get_up(battle, mask, actor)
    return action if action != NONE else take_up_blade(battle, mask, actor)
