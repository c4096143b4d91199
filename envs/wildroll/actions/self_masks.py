"""Choices about oneself, about things and for allies (QW1, QW2).

An action that a chapter calls possible is offered if the AP are there or it may be begun.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import NOBODY, ally_in_slot, has_full_choices
from ...core.maps.hex_grid import HEX_SIDES
from ...core.maps.square_grid import ROWS
from ..enums import (
    Act,
    Verb,
)
from ..rules.combat_sequence.costs import cost_of
from ..rules.combat_sequence.legality import may_bid
from ..rules.combat_sequence.points import can_pay
from ..rules.combat_sequence.requirements import (
    MEANS_FOR,
    doer_of,
    may_for_oneself,
    may_move_about,
    may_with_things,
    means_of,
    num_readiable,
)
from ..rules.common_actions.items import may_retrieve, may_stow
from ..rules.common_actions.spells import may_heal, may_shield
from ..rules.grappling.grapples import may_grapple
from ..rules.health.bodies import is_mounted
from ..rules.health.healing import is_patient, may_stabilize, may_treat_condition, may_treat_wound
from ..rules.health.wounds import severity
from ..rules.miscellaneous_actions.objects import may_call_up, may_end_effect, may_open
from ..rules.movement.jumps import can_take_off, leaps, write_obstacles
from ..rules.positioning_actions.posture import may_change_posture
from ..state import HANDS, PACK
from ..tables import CHARM_EFFECTS, JUMP_LEAST, NONE, READIED_ACT
from .table import (
    ACTS,
    ARGUMENTS,
    JUMPS,
    OFFSET,
    action_id,
)

ONESELF = np.array([Verb.DEFEND, Verb.SEIZE, Verb.ESCAPE, Verb.DRAG])
BIDDEN = np.array([Verb.ESCAPE, Verb.DASH])
SINGLE_THINGS = np.array([Verb.RELOAD, Verb.PICK_UP, Verb.POTION])
MOVING = np.array([Verb.DASH, Verb.MOUNT, Verb.DISMOUNT, Verb.CALM, Verb.SURFACE])
CURES_OF_ONESELF = np.array([Verb.HEAL_SELF, Verb.TREAT_SELF, Verb.TREAT_OWN_CONDITION])
CURES_OF_ENEMIES = np.array([Verb.HEAL_ENEMY, Verb.TREAT_ENEMY_WOUND, Verb.TREAT_ENEMY_CONDITION])
CURES = np.array([Verb.HEAL, Verb.TREAT_WOUND, Verb.TREAT_CONDITION])
MEANS_TO_READY = MEANS_FOR[READIED_ACT]

# --- Writing --------------------------------------------------------------------------------------


@njit
def allow(mask, verb, argument, slot, is_legal):
    """Set the mask of one action."""
    mask[action_id(verb, argument, slot)] = is_legal


@njit
def offer(battle, actor, mask, verb, argument, slot, begins):
    """Offer a possible action if it can be paid, or begun (W49, W114, RW14)."""
    is_paid = begins or can_pay(battle, actor, cost_of(battle, actor, ACTS[verb], argument))
    mask[action_id(verb, argument, slot)] = is_paid


# --- About oneself (W78, W80 to W82, W85 to W87, W93, W98 to W103, RW19) --------------------------


@njit
def mask_ready(battle, actor, mask, begins):
    """The actions to ready, all at the same cost, except the readied one (W80, H14)."""
    if not begins and not can_pay(battle, actor, cost_of(battle, actor, Act.READY, 0)):
        return
    means = means_of(battle, actor)
    readied = battle.fighters[actor].readied
    for place in range(num_readiable(battle, actor)):
        is_possible = (means >> MEANS_TO_READY[place]) & 1 == 1
        mask[OFFSET[Verb.READY] + place] = is_possible and readied != READIED_ACT[place]


@njit
def mask_bidding(battle, actor, mask):
    """Bidding the animal in the saddle: it gets up, frees itself, dashes (W106, H25)."""
    doer = doer_of(battle, actor, Act.POSTURE)
    if doer != actor:
        for posture in range(ARGUMENTS[Verb.POSTURE]):
            if may_bid(battle, actor, doer, Act.POSTURE, posture):
                mask[action_id(Verb.POSTURE, posture, 0)] = True
    for place in range(len(BIDDEN)):
        verb = BIDDEN[place]
        doer = doer_of(battle, actor, ACTS[verb])
        if doer != actor and may_bid(battle, actor, doer, ACTS[verb], 0):
            mask[action_id(verb, 0, 0)] = True


@njit
def mask_oneself(battle, actor, mask, begins):
    """Defend, Ready, postures, Escape, Drag (W78, W80, W82, W85, W90, W98)."""
    mask_ready(battle, actor, mask, begins)
    if is_mounted(battle.fighters[actor]):
        mask_bidding(battle, actor, mask)
    for posture in range(ARGUMENTS[Verb.POSTURE]):
        if may_change_posture(battle, actor, posture):
            offer(battle, actor, mask, Verb.POSTURE, posture, 0, begins)
    for place in range(len(ONESELF)):
        verb = ONESELF[place]
        if may_for_oneself(battle, actor, ACTS[verb], 0):
            offer(battle, actor, mask, verb, 0, 0, begins)


@njit
def mask_things(battle, actor, mask, begins):
    """Items, doors, potions, magical items (W81, W93, W102, W110, RW7, H29)."""
    mask_pack(battle, actor, mask, begins)
    for place in range(len(SINGLE_THINGS)):
        verb = SINGLE_THINGS[place]
        if may_with_things(battle, actor, ACTS[verb], 0):
            offer(battle, actor, mask, verb, 0, 0, begins)
    if battle.has_ground:
        for side in range(HEX_SIDES):
            if may_open(battle, actor, side):
                offer(battle, actor, mask, Verb.DOOR, side, 0, begins)
    if battle.fighters[actor].charm != NONE:
        mask_charm(battle, actor, mask, begins)


@njit
def mask_pack(battle, actor, mask, begins):
    """Items to take out of the pack and to put into it (W81)."""
    fighter = battle.fighters[actor]
    for place in range(PACK):
        if may_retrieve(fighter, place):
            offer(battle, actor, mask, Verb.RETRIEVE, place, 0, begins)
    for hand in range(HANDS):
        if may_stow(fighter, hand):
            offer(battle, actor, mask, Verb.STOW, hand, 0, begins)


@njit
def mask_charm(battle, actor, mask, begins):
    """The effects of the charm to call up or to end (W93, W110)."""
    fighter = battle.fighters[actor]
    for effect in range(CHARM_EFFECTS):
        if may_call_up(fighter, effect):
            offer(battle, actor, mask, Verb.CHARM, effect, 0, begins)
        if may_end_effect(fighter, effect):
            offer(battle, actor, mask, Verb.END_EFFECT, effect, 0, begins)


@njit
def mask_moving(battle, actor, mask, begins):
    """Dash, mounts, coming up, jumps (W69, W86, W87, W105, W106)."""
    for place in range(len(MOVING)):
        verb = MOVING[place]
        if may_move_about(battle, actor, ACTS[verb], 0):
            offer(battle, actor, mask, verb, 0, 0, begins)
    if can_take_off(battle, actor):
        mask_jumps(battle, actor, mask, begins)


@njit
def jumps_paid_for(battle, actor, begins):
    """Yards of the jumps whose AP are there, a bit each (W51, W70)."""
    yards = 0
    for jump in range(JUMPS):
        if begins or can_pay(battle, actor, cost_of(battle, actor, Act.JUMP, jump)):
            yards |= np.int64(1) << (JUMP_LEAST + jump)
    return yards


@njit
def mask_jumps(battle, actor, mask, begins):
    """Jumps to all sides (W69, H23)."""
    paid = jumps_paid_for(battle, actor, begins)
    if paid == 0:
        return
    rows = scratch(2, ROWS)
    write_obstacles(battle, actor, rows[0], rows[1])
    for side in range(HEX_SIDES):
        yards = paid & leaps(battle, actor, side, rows[0], rows[1])
        for jump in range(JUMPS):
            mask[OFFSET[Verb.JUMP] + side * JUMPS + jump] = (yards >> (JUMP_LEAST + jump)) & 1 == 1


# --- Spells and treatment (W77, W99 to W101, RW19, H28) -------------------------------------------


@njit
def mask_cures(battle, actor, patient, slot, mask, verbs, begins):
    """Treatment of a patient's wounds and conditions (W100, W101, RW19, H28).

    Args:
        battle: The battle.
        actor: The healer.
        patient: A fighter that can be treated.
        slot: Its slot, 0 of oneself.
        mask: The mask.
        verbs: Of Heal, Treat Wound and Treat Condition.
        begins: Whether an action may be begun without its AP.
    """
    fighter = battle.fighters[patient]
    for level in range(1, severity(fighter) + 1):
        if may_heal(battle, actor, patient, level):
            offer(battle, actor, mask, verbs[0], level, slot, begins)
        if may_treat_wound(battle, actor, patient, level):
            offer(battle, actor, mask, verbs[1], level, slot, begins)
    for condition in range(ARGUMENTS[Verb.TREAT_CONDITION]):
        if may_treat_condition(battle, actor, patient, condition):
            offer(battle, actor, mask, verbs[2], condition, slot, begins)


@njit
def mask_own_craft(battle, actor, mask, begins):
    """Force shield, and healing oneself (W77, W100, W101, RW19, H28)."""
    if may_shield(battle.fighters[actor]):
        offer(battle, actor, mask, Verb.FORCE_SHIELD, 0, 0, begins)
    mask_cures(battle, actor, actor, 0, mask, CURES_OF_ONESELF, begins)


@njit
def mask_allies(battle, actor, mask, begins):
    """Treatment of allies (W99 to W101, RW19, H28)."""
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally == NOBODY or not is_patient(battle, actor, ally):
            continue
        mask_cures(battle, actor, ally, slot, mask, CURES, begins)
        if may_stabilize(battle, actor, ally):
            offer(battle, actor, mask, Verb.STABILIZE, 0, slot, begins)
    if has_full_choices(battle, actor):
        mask_grappling_allies(battle, actor, mask, begins)


@njit
def mask_grappling_allies(battle, actor, mask, begins):
    """Taking hold of an ally, to drag it along or to put it before a blow (W88, W90, W91)."""
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and may_grapple(battle, actor, ally):
            offer(battle, actor, mask, Verb.GRAPPLE_ALLY, 0, slot, begins)


@njit
def mask_enemy_patient(battle, actor, enemy, slot, mask, begins):
    """Treatment of a helpless enemy (W99 to W101, RW19)."""
    mask_cures(battle, actor, enemy, slot, mask, CURES_OF_ENEMIES, begins)
    if may_stabilize(battle, actor, enemy):
        offer(battle, actor, mask, Verb.STABILIZE_ENEMY, 0, slot, begins)
