"""Conditions, triggers and follow-ups of an attack (D50, D72, D79, D88, RD14)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import has_full_choices
from ...enums import Kind, Trigger
from ...state import WEAPON_SLOTS
from ...tables import LUNGE_FEET, NONE, UNARMED
from ..attack_roll.checks import is_trained
from ..attack_roll.modifiers import escape_skill
from ..injuries.bodies import is_conscious, is_stunned
from ..maneuvers.directions import possible_directions
from ..maneuvers.maneuvers import is_trained_for, may_maneuver
from ..positioning.sight import are_enemies, can_target, feet_between, reaches
from .items import is_melee_slot, reach_feet, weapon_in
from .ranged_attacks import (
    can_throw,
    is_ready_to_shoot,
    next_hand_to_throw,
    next_item_to_throw,
    shooting_hand,
)
from .riders import has_opponents

# --- Conditions of an attack (D49, D60, D69, D71, D88) --------------------------------------------


@njit
def reach_of(fighter, attack):
    """Reach of a melee attack in feet, longer by a Lunge (D69, D71)."""
    feet = reach_feet(fighter, attack.slot)
    return feet + LUNGE_FEET if attack.lunge else feet


@njit
def has_weapon(fighter, attack):
    """Whether the attacker still has the weapon of the attack and can use it (D60, D69, D80)."""
    slot = attack.slot
    if weapon_in(fighter, slot) != attack.weapon:
        return False
    if attack.kind == Kind.SHOT:
        return shooting_hand(fighter) == slot and is_ready_to_shoot(fighter, slot)
    if attack.kind == Kind.THROW:
        return can_throw(fighter, slot)
    return is_melee_slot(fighter, slot)


@njit
def can_maneuver_on(battle, attack):
    """Whether the maneuver is still possible; an escape while still grappled (RD17)."""
    attacker, target = attack.attacker, attack.target
    if attack.escape:
        return battle.fighters[attacker].grapple == target
    return may_maneuver(battle, attacker, target, attack.maneuver)


@njit
def is_attack_possible(battle, attack):
    """Whether the attack can still be made after what came between (D88)."""
    attacker, target = attack.attacker, attack.target
    fighter = battle.fighters[attacker]
    if not is_conscious(fighter) or is_stunned(fighter):
        return False
    if attack.kind == Kind.MANEUVER:
        return can_maneuver_on(battle, attack)
    if not can_target(battle, attacker, target) or not has_weapon(fighter, attack):
        return False
    if attack.kind != Kind.MELEE:
        return True
    return feet_between(battle, attacker, target) <= reach_of(fighter, attack)


# --- Triggers (D50, RD14, RD42) -------------------------------------------------------------------


@njit
def is_first_roll(attack):
    """Whether the Attack action has no roll yet."""
    return attack.natural == 0


@njit
def is_trained_for_attack(battle, attack):
    """Whether the attacker is trained in the skill of its maneuver (D50)."""
    fighter = battle.fighters[attack.attacker]
    if attack.escape:
        return is_trained(fighter, escape_skill(battle, attack))
    return is_trained_for(fighter, attack.maneuver)


@njit
def trigger_of(battle, attack):
    """How the attack provokes, if at all: once an Attack action (D50, RD14, RD42)."""
    if attack.reactive or not is_first_roll(attack):
        return Trigger.NONE
    if attack.kind == Kind.MANEUVER:
        return Trigger.NONE if is_trained_for_attack(battle, attack) else Trigger.UNTRAINED
    return Trigger.NONE if attack.kind == Kind.MELEE else Trigger.SHOOTING


# --- Directions of a maneuver (RD17) --------------------------------------------------------------


@njit
def num_directions(mask):
    """Number of directions in a mask of the 8."""
    count = 0
    for side in range(8):
        count += (mask >> side) & 1
    return count


@njit
def only_direction(mask):
    """The first direction of a mask, NONE if it is empty."""
    for side in range(8):
        if (mask >> side) & 1 == 1:
            return side
    return NONE


@njit
def directions_of(battle):
    """Directions in which the maneuver under way may move its target, a bit each (RD17)."""
    attack = battle.attacks[battle.frame]
    if attack.escape:
        return 0
    attacker, target = attack.attacker, attack.target
    return possible_directions(battle, attacker, target, attack.maneuver)


# --- Follow-ups (D72, D79) ------------------------------------------------------------------------


@njit
def is_bare_hand(fighter, slot):
    """Whether a slot is the bare hand; HOUSE: not counted for a Multiweapon (D72)."""
    return weapon_in(fighter, slot) == UNARMED


@njit
def counts_for_multiweapon(fighter, slot):
    """Whether a slot's weapon takes part in a Multiweapon (D72)."""
    return is_melee_slot(fighter, slot) and not is_bare_hand(fighter, slot)


@njit
def next_targets(battle, attack, slot):
    """The enemies whom the weapon of a slot can attack next, a bit each (D72, D79)."""
    attacker, targets = attack.attacker, np.int64(0)
    for target in range(battle.num_fighters):
        if are_enemies(battle, attacker, target) and can_target(battle, attacker, target):
            if attack.kind != Kind.MELEE or reaches(battle, attacker, slot, target):
                targets |= np.int64(1) << target
    return targets


@njit
def has_next_target(battle, attack, slot):
    """Whether the next weapon has a target; quick choices keep to the first one (HOUSE H8)."""
    if has_full_choices(battle, attack.attacker):
        return next_targets(battle, attack, slot) != 0
    return attack.kind != Kind.MELEE or reaches(battle, attack.attacker, slot, attack.first_target)


@njit
def next_weapon(battle, attack):
    """The slot of the next weapon of a Multiweapon, NONE if there is none (D72)."""
    fighter = battle.fighters[attack.attacker]
    for slot in range(attack.slot + 1, WEAPON_SLOTS):
        if counts_for_multiweapon(fighter, slot) and has_next_target(battle, attack, slot):
            return slot
    return NONE


@njit
def next_slot(battle, attack):
    """The slot of the next weapon of a Multiweapon or missile of a Rapid Shot, NONE if none."""
    if attack.multi:
        return next_weapon(battle, attack)
    if attack.shots <= 0 or not has_next_target(battle, attack, attack.slot):
        return NONE
    fighter = battle.fighters[attack.attacker]
    return shooting_hand(fighter) if attack.kind == Kind.SHOT else next_hand_to_throw(fighter)


@njit
def ready_next_weapon(battle, attack, slot):
    """The next weapon is that of a slot; a missile is not drawn before it has a target (D79)."""
    fighter = battle.fighters[attack.attacker]
    attack.slot = slot
    attack.weapon = weapon_in(fighter, slot)
    if not attack.multi:
        attack.shots -= 1
        if attack.kind == Kind.THROW:
            attack.weapon = next_item_to_throw(fighter, slot)


@njit
def may_follow_up(battle, attack):
    """Whether attacks are left, and the attacker and an enemy stand (D72, D79, RD35).

    HOUSE: with quick choices the first target must stand, or the rest is lost.
    """
    if not attack.multi and attack.shots <= 0:
        return False
    attacker = attack.attacker
    if not is_conscious(battle.fighters[attacker]):
        return False
    if has_full_choices(battle, attacker):
        return has_opponents(battle, attacker)
    return is_conscious(battle.fighters[attack.first_target])


@njit
def must_choose_target(battle, attack):
    """Whether the next target is a choice: others are possible, or the first has fallen (H8)."""
    if not has_full_choices(battle, attack.attacker):
        return False
    first = attack.first_target
    only_first = next_targets(battle, attack, attack.slot) == np.int64(1) << first
    return not only_first or not is_conscious(battle.fighters[first])
