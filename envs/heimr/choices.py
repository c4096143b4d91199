"""What one can choose to do to others, and the choices of a deed as a whole (QH2 to QH6, QH14)."""

from __future__ import annotations

import numpy as np

from ..core.battle import NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ..core.compile import njit
from .action_ids import (
    AIMS,
    BRAWL_AIMS,
    CHARGES,
    DEED_OF,
    FIRST_OF_TURN,
    NUM_VERBS,
    OFFSET,
    STRIDE,
    Verb,
)
from .own_choices import (
    mask_borders,
    mask_looks,
    mask_oneself,
    mask_ready,
    mask_things,
    mask_ways,
)
from .rules.attacks import is_target, may_aim, may_attack, may_bash, may_fight, may_shove
from .rules.brawl import may_brawl
from .rules.carrying import may_carry
from .rules.guards import may_guard
from .rules.healing import may_operate
from .rules.looking import may_frisk, may_size_up
from .rules.moves import may_charge
from .state import HANDS
from .tables import DIRECTIONS, NONE
from .terms import Deed

VERB_OF = np.zeros(len(Deed), np.int64)  # the one verb of a deed that is about nothing else
for _verb in range(int(FIRST_OF_TURN), NUM_VERBS):
    if VERB_OF[DEED_OF[_verb]] == 0:
        VERB_OF[DEED_OF[_verb]] = _verb

# --- Attacks (H84, H86, H87, H117, RH6, RH14, RH16, QH4, QH5) -------------------------------------


@njit
def mask_attacks(battle, actor, target, slot, mask):
    """Weapon attacks by hand and aim; with two weapons by which strikes first (H84, RH14, QH4)."""
    first = OFFSET[Verb.ATTACK] + STRIDE[Verb.ATTACK] * slot
    for hand in range(HANDS):
        if may_attack(battle, actor, target, hand, np.int64(NONE)):
            for place in range(AIMS):
                is_legal = may_aim(battle, actor, target, hand, place + NONE)
                mask[first + hand * AIMS + place] = is_legal


@njit
def mask_brawl(battle, actor, target, slot, mask, deed):
    """Brawl attacks by aim: to hit, or to bind (H86, H108, H117, QH5)."""
    verb = np.int64(Verb.BRAWL_HIT if deed == Deed.BRAWL_HIT else Verb.BRAWL_BIND)
    first = OFFSET[verb] + STRIDE[verb] * slot
    if may_brawl(battle, actor, target, deed, np.int64(NONE)):
        for place in range(BRAWL_AIMS):
            mask[first + place] = may_brawl(battle, actor, target, deed, place + NONE)


@njit
def mask_assault(battle, actor, target, slot, mask, deed):
    """Any attack on an enemy, or a charge (H84, H86, H87, RH6)."""
    if deed == Deed.WEAPON_ATTACK:
        mask_attacks(battle, actor, target, slot, mask)
    elif deed == Deed.SHIELD_BASH:
        first = OFFSET[Verb.SHIELD_BASH] + STRIDE[Verb.SHIELD_BASH] * slot
        mask[first] = may_bash(battle, actor, target, False)
        mask[first + 1] = mask[first] and may_bash(battle, actor, target, True)
    elif deed == Deed.SHOVING_STRIKE:
        first = OFFSET[Verb.SHOVING_STRIKE] + STRIDE[Verb.SHOVING_STRIKE] * slot
        mask[first] = may_shove(battle, actor, target)
    elif deed == Deed.CHARGE:
        first = OFFSET[Verb.CHARGE] + STRIDE[Verb.CHARGE] * slot
        for how in range(CHARGES):
            mask[first + how] = may_charge(battle, actor, target, how)
    else:
        mask_brawl(battle, actor, target, slot, mask, deed)


@njit
def mask_quarry(battle, actor, mask):
    """What who has caught up in a chase can do to its quarry, and to nobody else (H77)."""
    quarry = np.int64(battle.fighters[actor].chases)
    slot = np.int64(slot_of(battle, quarry))
    for deed in range(np.int64(Deed.WEAPON_ATTACK), np.int64(Deed.SHOVING_STRIKE) + 1):
        mask_assault(battle, actor, quarry, slot, mask, deed)


@njit
def mask_assaults(battle, actor, mask, deed):
    """An attack on each enemy of whom one is aware (H132, QH4)."""
    if not may_fight(battle, actor):
        return
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and is_target(battle, actor, enemy):
            mask_assault(battle, actor, enemy, slot, mask, deed)


# --- Others (H88, H104, H146, RH57, RH58) ---------------------------------------------------------


@njit
def mask_carrying(battle, actor, mask):
    """Whom one could carry or drag where (H146, RH57)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        ally = ally_in_slot(battle, actor, slot)
        for direction in range(DIRECTIONS):
            if enemy != NOBODY:
                first = OFFSET[Verb.CARRY_ENEMY] + STRIDE[Verb.CARRY_ENEMY] * slot
                mask[first + direction] = may_carry(battle, actor, enemy, direction)
            if ally != NOBODY:
                first = OFFSET[Verb.CARRY] + STRIDE[Verb.CARRY] * slot
                mask[first + direction] = may_carry(battle, actor, ally, direction)


@njit
def mask_allies(battle, actor, mask, deed):
    """Whom one could guard or treat (H139, RH58)."""
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally == NOBODY:
            continue
        if deed == Deed.GUARD:
            is_legal = may_guard(battle, actor, 0, ally)
            mask[OFFSET[Verb.GUARD] + STRIDE[Verb.GUARD] * slot] = is_legal
        else:
            is_legal = may_operate(battle, actor, ally)
            mask[OFFSET[Verb.SURGERY] + STRIDE[Verb.SURGERY] * slot] = is_legal


@njit
def mask_watching(battle, actor, mask, deed):
    """Whom one could search for hidden things, or size up (H104)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy == NOBODY:
            continue
        if deed == Deed.FRISK:
            is_legal = may_frisk(battle, actor, enemy)
            mask[OFFSET[Verb.FRISK] + STRIDE[Verb.FRISK] * slot] = is_legal
        else:
            is_legal = may_size_up(battle, actor, enemy)
            mask[OFFSET[Verb.SIZE_UP] + STRIDE[Verb.SIZE_UP] * slot] = is_legal


# --- A deed (QH2 to QH4, QH14) --------------------------------------------------------------------


@njit
def is_assault(deed):
    """Whether a deed attacks an enemy, if need be after a charge."""
    return deed <= Deed.SHOVING_STRIKE or deed == Deed.CHARGE


@njit
def is_way(deed):
    """Whether a deed takes one elsewhere."""
    return Deed.MOVE <= deed <= Deed.JUMP_DOWN or deed == Deed.CRAWL


@njit
def is_handling(deed):
    """Whether a deed is about an item, hand by hand or place by place."""
    return Deed.DRAW <= deed <= Deed.CONCEAL_ITEM


@njit
def mask_about_others(battle, actor, mask, deed):
    """The ways to do a deed that is about a border, a place or another fighter."""
    if deed == Deed.BREAK_BARRIER or deed == Deed.OPEN:
        mask_borders(battle, actor, mask, deed)
    elif deed == Deed.GUARD:
        mask_borders(battle, actor, mask, deed)
        mask_allies(battle, actor, mask, deed)
    elif deed == Deed.FRISK or deed == Deed.SIZE_UP:
        mask_watching(battle, actor, mask, deed)
    elif deed == Deed.LOOK:
        mask_looks(battle, actor, mask)
    elif deed == Deed.CARRY:
        mask_carrying(battle, actor, mask)
    else:
        mask_allies(battle, actor, mask, deed)


@njit
def is_about_oneself(deed):
    """Whether a deed is about nothing and nobody else, but for what is readied."""
    is_rest = deed == Deed.BREATHER or deed == Deed.BREATHER_LATER
    is_stand = Deed.DROP_PRONE <= deed <= Deed.STAND_UP or Deed.HIDE <= deed <= Deed.DODGE
    return is_rest or is_stand or Deed.SPEAK <= deed <= Deed.POWER or deed == Deed.SWAP


@njit
def mask_deed(battle, actor, mask, deed):
    """All the ways to do a deed now, whatever kind of action it is (QH2 to QH4, QH14)."""
    if is_assault(deed):
        mask_assaults(battle, actor, mask, deed)
    elif is_way(deed):
        mask_ways(battle, actor, mask, deed)
    elif is_handling(deed):
        mask_things(battle, actor, mask, deed)
    elif deed == Deed.READY:
        mask_ready(battle, actor, mask)
    elif is_about_oneself(deed):
        mask_oneself(battle, actor, mask, deed, VERB_OF[deed])
    else:
        mask_about_others(battle, actor, mask, deed)
