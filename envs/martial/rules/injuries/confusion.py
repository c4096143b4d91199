"""The forced actions of confused fighters (RD10, HOUSE H7)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ....core.engine.dice import die
from ...actions.table import (
    DIRECTIONS,
)
from ...enums import FreeAction, Stage, TurnAction, Verb
from ...navigation.move_targets import NEXT_TO
from ...navigation.pathfinding import plan_straight_on
from ...state import (
    WEAPON_SLOTS,
)
from ..positioning.sight import can_target, feet_between, reaches, squares_between
from ..rounds_and_actions.declare import declare
from ..rounds_and_actions.items import is_melee_slot, reach_feet
from ..rounds_and_actions.legality import can_attack, may_land, may_move, may_stand_up
from ..rounds_and_actions.movement import begin_movement, free_directions
from .bodies import is_conscious

NOTHING, ATTACKS, STAGGERS, MASTER = 1, 2, 3, 4
"""Faces of the d4 of a confused fighter (RD10)."""
ALL_FREE = int(sum(FreeAction))

# --- The nearest creature, friend or foe (RD10) ---------------------------------------------------


@njit
def is_attackable_within(battle, actor, other, feet):
    """Whether a creature is conscious, can be attacked and is within `feet` feet."""
    if other == actor or not is_conscious(battle.fighters[other]):
        return False
    return feet_between(battle, actor, other) <= feet and can_target(battle, actor, other)


@njit
def feet_to_nearest(battle, actor):
    """Feet to the nearest creature, friend or foe, 1000 if there is none (RD10)."""
    nearest = 1000
    for other in range(battle.num_fighters):
        if is_attackable_within(battle, actor, other, nearest):
            nearest = feet_between(battle, actor, other)
    return nearest


@njit
def nearest_creature(battle, actor):
    """The nearest creature, friend or foe, by lot among equals, -1 if there is none (RD10)."""
    feet = feet_to_nearest(battle, actor)
    count = 0
    for other in range(battle.num_fighters):
        count += is_attackable_within(battle, actor, other, feet)
    if count == 0:
        return NOBODY
    skip = die(battle, count) - 1 if count > 1 else 0
    for other in range(battle.num_fighters):
        if is_attackable_within(battle, actor, other, feet):
            if skip == 0:
                return other
            skip -= 1
    return NOBODY


@njit
def weapon_at_hand(battle, actor, target):
    """Slot of the weapon that reaches, the longest first, -1 if none does (H7)."""
    fighter = battle.fighters[actor]
    best, longest = -1, 0
    for slot in range(WEAPON_SLOTS):
        if is_melee_slot(fighter, slot) and reaches(battle, actor, slot, target):
            if reach_feet(fighter, slot) > longest:
                best, longest = slot, reach_feet(fighter, slot)
    return best


# --- Acting (RD10) --------------------------------------------------------------------------------


@njit
def approach(battle, actor, target):
    """Stand up, land or move towards the nearest creature; False if nothing helps."""
    fighter = battle.fighters[actor]
    if may_stand_up(fighter):
        declare(battle, actor, Verb.STAND_UP, 0, NOBODY)
    elif squares_between(battle, actor, target) > NEXT_TO:
        if not may_move(fighter) or free_directions(battle, actor) == 0:
            return False
        declare(battle, actor, Verb.TOWARD, 0, target)
    elif not battle.fighters[target].flying and may_land(battle, actor):
        declare(battle, actor, Verb.LAND, 0, NOBODY)
    else:
        return False
    return True


@njit
def attack_nearest(battle, actor):
    """Spend the AP on attacking the nearest creature, without riders (RD10)."""
    fighter = battle.fighters[actor]
    fighter.used = ALL_FREE
    target = nearest_creature(battle, actor)
    if target != NOBODY and fighter.action_points > 0:
        slot = weapon_at_hand(battle, actor, target)
        if slot >= 0 and can_attack(fighter):
            declare(battle, actor, Verb.STRIKE, slot, target)
            return
        if approach(battle, actor, target):
            return
    battle.stage = Stage.TURN_OVER


@njit
def move_at_random(battle, actor):
    """Move in a random direction; the turn ends with it (RD10)."""
    side = die(battle, DIRECTIONS) - 1
    battle.confusion = NOTHING
    if not may_move(battle.fighters[actor]):
        battle.stage = Stage.TURN_OVER
        return
    battle.fighters[actor].action_points = 0
    plan_straight_on(battle, actor, side)
    battle.stage = Stage.ACTION
    begin_movement(battle, actor, TurnAction.MOVE, False)


@njit
def take_confused_action(battle, actor):
    """Take the next action that confusion forces on a fighter (RD10)."""
    if battle.confusion == ATTACKS:
        attack_nearest(battle, actor)
    elif battle.confusion == STAGGERS:
        move_at_random(battle, actor)
    else:
        battle.stage = Stage.TURN_OVER
