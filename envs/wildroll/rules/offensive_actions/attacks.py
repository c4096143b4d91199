"""Legality of attacks, and the initiative of criticals (W29, W75, RW24, RW32, H32)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import (
    Act,
    Event,
)
from ...state import (
    HANDS,
)
from ...tables import (
    CRITICAL_INITIATIVE,
    FIRE_BOLT,
    IS_RANGED,
    ITEM_HANDS,
    MOST_INCREMENTS,
    NONE,
    WEAPON_INCREMENT,
    WEAPON_REACH,
)
from ..combat_sequence.initiative import change_initiative
from ..common_actions.items import is_loaded, is_melee_slot, is_ranged_slot, most_in_use, weapon_in
from ..flanking.lines import has_line
from ..health.bodies import are_enemies, is_dead, is_hampered
from ..movement.spaces import gap, sees
from ..rolls.rolls import is_critical_failure, is_critical_success

SHOOTS = most_in_use(np.where(IS_RANGED, 0, NONE))
"""`NONE` of those with nothing in use that shoots (RW7)."""

# --- Whom and how far (RW24, RW32, H22, H32) ------------------------------------------------------


@njit
def is_target(battle, actor, other):
    """Whether a fighter may aim at another: a visible enemy, not dead (H32, XW1)."""
    if is_dead(battle.fighters[other]) or not are_enemies(battle, actor, other):
        return False
    return sees(battle, actor, other)


@njit
def is_within(battle, actor, other, reach):
    """Whether a reach is long enough, and no wall is between: its hex is not free (RW32, H22)."""
    hexes = gap(battle, actor, other)
    if hexes > reach:
        return False
    return hexes <= 0 or has_line(battle, actor, other)


@njit
def reaches(battle, actor, other, slot):
    """Whether the weapon of a slot serves for melee and reaches a fighter (RW7, RW32)."""
    fighter = battle.fighters[actor]
    if not is_melee_slot(fighter, slot):
        return False
    return is_within(battle, actor, other, WEAPON_REACH[weapon_in(fighter, slot)])


@njit
def increments_to(battle, actor, other, yards):
    """Range increments of `yards` to a fighter; adjacent ones are 1 yard away (RW24)."""
    return 1 + max(0, gap(battle, actor, other)) // yards


@njit
def is_in_range(battle, actor, other, yards):
    """Whether a shot with this increment can be aimed at a fighter (RW24, H22)."""
    if increments_to(battle, actor, other, yards) > MOST_INCREMENTS:
        return False
    return has_line(battle, actor, other)


# --- With what (W72 to W76, W104, RW7) ------------------------------------------------------------


@njit
def has_both_hands(fighter, slot):
    """Whether a slot's weapon needs but one hand, or has the other one free (RW7)."""
    return ITEM_HANDS[weapon_in(fighter, slot)] < HANDS or fighter.held[HANDS - 1 - slot] == NONE


@njit
def can_shoot_at_all(fighter):
    """Whether a fighter has a ranged weapon or knows an attack spell (RW7)."""
    if SHOOTS[fighter.race, fighter.held[0] + 1, fighter.held[1] + 1] != NONE:
        return True
    return (fighter.spells >> FIRE_BOLT) & 1 == 1


@njit
def can_shoot_with(fighter, slot):
    """Whether the weapon of a slot is ready to be shot with (W104, RW7)."""
    if not is_ranged_slot(fighter, slot) or not is_loaded(fighter, slot):
        return False
    return not is_hampered(fighter) and has_both_hands(fighter, slot)


@njit
def may_shoot(battle, actor, other, slot):
    """Whether a fighter may shoot at another with the weapon of a slot (W104, RW7, RW24)."""
    fighter = battle.fighters[actor]
    if not can_shoot_with(fighter, slot):
        return False
    return is_in_range(battle, actor, other, WEAPON_INCREMENT[weapon_in(fighter, slot)])


@njit
def may_attack(battle, actor, other, act, slot):
    """Whether a fighter may attack with a slot's weapon; shots are Standard (W72 to W76)."""
    if not is_target(battle, actor, other):
        return False
    if act == Act.STANDARD and is_ranged_slot(battle.fighters[actor], slot):
        return may_shoot(battle, actor, other, slot)
    return reaches(battle, actor, other, slot)


# --- Criticals (W29) ------------------------------------------------------------------------------


@njit
def shift_initiative(battle, frame):
    """A critical attack roll moves initiative: of both by success, its own by failure (W29)."""
    actor, target = frame.actor, frame.target
    if is_critical_success(frame.natural):
        log_event(battle, Event.CRITICAL, actor, target, 1, 0, 0)
        change_initiative(battle, actor, CRITICAL_INITIATIVE)
        change_initiative(battle, target, -CRITICAL_INITIATIVE)
    elif is_critical_failure(frame.natural):
        log_event(battle, Event.CRITICAL, actor, target, 0, 0, 0)
        change_initiative(battle, actor, -CRITICAL_INITIATIVE)
