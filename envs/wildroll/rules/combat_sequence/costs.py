"""Costs in action points (W51, W81, W102, W104, W110, RW5, RW19)."""

from __future__ import annotations

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ...actions.table import JUMPS
from ...enums import (
    MELEE_ROLLS,
    Act,
)
from ...state import HANDS
from ...tables import (
    ACT_POINTS,
    CONTAINER_POINTS,
    DOOR_POINTS,
    EFFECT_POINTS,
    JUMP_LEAST,
    LEAST_COST,
    NONE,
    POTION_POINTS,
    UNDER_WATER_POINTS,
    WEAPON_RELOAD,
)
from ..common_actions.items import CONTAINER_OF, cheapest_place, is_melee_slot
from ..health.bodies import is_hampered
from ..movement.jumps import jump_cost

# --- Items (W81, W102, W110, RW7) -----------------------------------------------------------------


@njit
def stow_points(fighter):
    """AP to stow an item in the cheapest place, 0 if there is none (W81)."""
    place = cheapest_place(fighter)
    return 0 if place == NONE else CONTAINER_POINTS[CONTAINER_OF[place]]


@njit
def reload_points(fighter):
    """AP to reload the weapon in hand, 0 if it needs no loading (RW7)."""
    points = 0
    for hand in range(HANDS):
        if fighter.held[hand] != NONE:
            points = max(points, WEAPON_RELOAD[fighter.held[hand]])
    return points


@njit
def thing_points(fighter, act, argument):
    """AP of actions with items and objects; some have a printed cost (W81, W102, W110)."""
    if act == Act.RETRIEVE:
        return CONTAINER_POINTS[CONTAINER_OF[argument]]
    if act == Act.STOW:
        return stow_points(fighter)
    if act == Act.RELOAD:
        return reload_points(fighter)
    if act == Act.DOOR:
        return DOOR_POINTS
    if act == Act.POTION:
        return POTION_POINTS
    if act == Act.CHARM and fighter.charm != NONE:
        return EFFECT_POINTS[fighter.charm, argument]
    return 0


# --- Attacks (W104) -------------------------------------------------------------------------------


@njit
def is_melee_attack(fighter, act, argument):
    """Whether an action makes a melee attack roll (W72 to W76, W83, W88)."""
    if act == Act.STANDARD:
        return is_melee_slot(fighter, argument)
    return contains(MELEE_ROLLS, act)


@njit
def under_water_points(fighter, act, argument):
    """Extra AP of a melee attack under water, 0 for the aquatic (W104)."""
    if is_hampered(fighter) and is_melee_attack(fighter, act, argument):
        return UNDER_WATER_POINTS
    return 0


# --- All actions (W51, RW5) -----------------------------------------------------------------------


@njit
def cost_of(battle, actor, act, argument):
    """Cost of an action in AP now, never below 1 (W51, W69, W104, RW5)."""
    fighter = battle.fighters[actor]
    points = ACT_POINTS[act] + thing_points(fighter, act, argument)
    points += under_water_points(fighter, act, argument)
    if act == Act.JUMP:
        points += jump_cost(battle, actor, argument % JUMPS + JUMP_LEAST)
    return max(LEAST_COST, points)
