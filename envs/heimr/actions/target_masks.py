"""Masks of actions with a target, and of a whole set of actions (QH2 to QH6, QH14).

The argument `actions` is a set with a bit for each `enums.Act`: the actions that the turn still
allows, or the readied action. Only the choices of these actions are written to the mask.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ..enums import Act, Verb
from ..rules.attacks.brawl import may_brawl
from ..rules.attacks.weapon_attack import (
    is_target,
    may_aim,
    may_attack,
    may_bash,
    may_fight,
    may_shove,
    reaches_in_melee,
)
from ..rules.combat_actions.movement_actions import can_charge, may_charge
from ..rules.combat_actions.perception import may_frisk, may_size_up
from ..rules.forced_movement.carrying import may_carry, may_lift
from ..rules.guarding import may_guard
from ..rules.health.surgery import may_treat
from ..state import HANDS
from ..tables import ATTACKS_AND_CHARGE, DIRECTIONS, NONE
from .self_masks import mask_items, mask_movement, mask_oneself, mask_place
from .table import (
    AIMS,
    BRAWL_AIMS,
    CHARGES,
    first_id,
)

# --- Attacks (H84, H86, H87, H117, RH6, RH14, RH16, QH4, QH5) -------------------------------------


@njit
def mask_attacks(battle, actor, target, slot, mask):
    """Weapon attacks by hand and aim; with two weapons by which strikes first (H84, RH14, QH4)."""
    first = first_id(Verb.ATTACK, slot)
    for hand in range(HANDS):
        if may_attack(battle, actor, target, hand, NONE):
            for place in range(AIMS):
                is_legal = may_aim(battle, actor, target, hand, place + NONE)
                mask[first + hand * AIMS + place] = is_legal


@njit
def mask_brawl(battle, actor, target, first, mask, act):
    """Brawl attacks by aim: to hit, or to bind (H86, H108, H117, QH5)."""
    if may_brawl(battle, actor, target, act, NONE):
        for place in range(BRAWL_AIMS):
            mask[first + place] = may_brawl(battle, actor, target, act, place + NONE)


@njit
def mask_bashes(battle, actor, target, slot, mask):
    """Shield bashes, to make the target stumble or fall (RH6)."""
    if may_bash(battle, actor, target, False):
        first = first_id(Verb.SHIELD_BASH, slot)
        mask[first] = True
        mask[first + 1] = may_bash(battle, actor, target, True)


@njit
def mask_charges(battle, actor, target, slot, mask):
    """Charges by the attack with which they end (H87)."""
    if can_charge(battle, actor, target):
        first = first_id(Verb.CHARGE, slot)
        for how in range(CHARGES):
            mask[first + how] = may_charge(battle, actor, target, how)


@njit
def mask_hand_to_hand(battle, actor, target, slot, mask, actions):
    """Attacks other than weapon attacks on an enemy within the reach of melee (H86, RH6)."""
    if contains(actions, Act.BRAWL_HIT):
        first = first_id(Verb.BRAWL_HIT, slot)
        mask_brawl(battle, actor, target, first, mask, np.int64(Act.BRAWL_HIT))
    if contains(actions, Act.BRAWL_BIND):
        first = first_id(Verb.BRAWL_BIND, slot)
        mask_brawl(battle, actor, target, first, mask, np.int64(Act.BRAWL_BIND))
    if contains(actions, Act.SHIELD_BASH):
        mask_bashes(battle, actor, target, slot, mask)
    if contains(actions, Act.SHOVING_STRIKE):
        mask[first_id(Verb.SHOVING_STRIKE, slot)] = may_shove(battle, actor, target)


@njit
def mask_assaults(battle, actor, target, slot, mask, actions):
    """Any attack on an enemy, or a charge (H84, H86, H87, RH6)."""
    if contains(actions, Act.WEAPON_ATTACK):
        mask_attacks(battle, actor, target, slot, mask)
    if contains(actions, Act.CHARGE):
        mask_charges(battle, actor, target, slot, mask)
    if reaches_in_melee(battle, actor, target):
        mask_hand_to_hand(battle, actor, target, slot, mask, actions)


@njit
def mask_quarry(battle, actor, mask):
    """A pursuer who has caught up can attack its quarry, and nobody else (H77)."""
    quarry = battle.fighters[actor].chases
    attacks = ATTACKS_AND_CHARGE & ~(1 << np.int64(Act.CHARGE))
    mask_assaults(battle, actor, quarry, slot_of(battle, quarry), mask, attacks)


# --- Others (H88, H104, H132, H139, H146, RH57, RH58) ---------------------------------------------


@njit
def mask_carry(battle, actor, other, first, mask):
    """The directions in which the fighter could carry or drag another (H146, RH57)."""
    if may_lift(battle, actor, other):
        for direction in range(DIRECTIONS):
            mask[first + direction] = may_carry(battle, actor, other, direction)


@njit
def mask_enemy(battle, actor, enemy, slot, mask, actions):
    """Actions on an enemy other than attacks (H104, H146, RH57)."""
    if contains(actions, Act.FRISK):
        mask[first_id(Verb.FRISK, slot)] = may_frisk(battle, actor, enemy)
    if contains(actions, Act.SIZE_UP):
        mask[first_id(Verb.SIZE_UP, slot)] = may_size_up(battle, actor, enemy)
    if contains(actions, Act.CARRY):
        mask_carry(battle, actor, enemy, first_id(Verb.CARRY_ENEMY, slot), mask)


@njit
def mask_ally(battle, actor, ally, slot, mask, actions):
    """Actions for an ally: guard, treat or carry it (H139, H146, RH57, RH58)."""
    if contains(actions, Act.GUARD):
        mask[first_id(Verb.GUARD, slot)] = may_guard(battle, actor, 0, ally)
    if contains(actions, Act.SURGERY):
        mask[first_id(Verb.SURGERY, slot)] = may_treat(battle, actor, ally)
    if contains(actions, Act.CARRY):
        mask_carry(battle, actor, ally, first_id(Verb.CARRY, slot), mask)


@njit
def mask_others(battle, actor, mask, actions):
    """Actions with a target; a fighter attacks only enemies that it is aware of (H132, QH4)."""
    can_assault = actions & ATTACKS_AND_CHARGE != 0 and may_fight(battle, actor)
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            if can_assault and is_target(battle, actor, enemy):
                mask_assaults(battle, actor, enemy, slot, mask, actions)
            mask_enemy(battle, actor, enemy, slot, mask, actions)
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            mask_ally(battle, actor, ally, slot, mask, actions)


# --- Sets of actions (QH2 to QH4, QH14) -----------------------------------------------------------


@njit
def mask_actions(battle, actor, mask, actions):
    """Every legal choice of a set of actions, of any kind (QH2 to QH4, QH14)."""
    mask_others(battle, actor, mask, actions)
    mask_movement(battle, actor, mask, actions)
    mask_place(battle, actor, mask, actions)
    mask_items(battle, actor, mask, actions)
    mask_oneself(battle, actor, mask, actions)
