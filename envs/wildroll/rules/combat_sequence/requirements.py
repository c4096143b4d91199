"""Requirements of each action besides AP: a dispatch to the chapters (W72 to W106, H7, H14)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, has_full_choices
from ...actions.table import JUMPS
from ...enums import (
    HINDRANCES,
    WEAPON_ATTACKS,
    Act,
    Means,
)
from ...state import HANDS
from ...tables import (
    FIRE_BOLT,
    FORCE_SHIELD,
    HEAL,
    IS_GRASPABLE,
    JUMP_LEAST,
    QUICK_READIABLE,
    READIABLE,
    READIED_ACT,
    SPELL_INCREMENT,
    SPELL_NAMES,
)
from ..common_actions.items import (
    is_ranged_slot,
    longest_reach,
    may_pick_up,
    may_reload,
    may_retrieve,
    may_stow,
)
from ..common_actions.spells import may_cast, may_heal, may_shield
from ..grappling.grapples import has_grip, is_grappling, may_drag, may_escape, may_grapple, may_pin
from ..health.bodies import animal_of, can_act, is_able
from ..health.healing import may_stabilize, may_treat_condition, may_treat_wound
from ..miscellaneous_actions.hinder import may_hinder
from ..miscellaneous_actions.objects import may_call_up, may_drink, may_end_effect, may_open
from ..movement.dash import may_dash
from ..movement.jumps import may_jump
from ..movement.movement import who_pays_too
from ..movement.water import may_surface
from ..offensive_actions.attacks import is_in_range, is_target, may_attack
from ..offensive_actions.rebuffs import may_attack_mover
from ..positioning_actions.openings import may_create_opening, may_enter
from ..positioning_actions.posture import may_change_posture
from ..special_situations.mounts import may_calm, may_dismount, may_mount

NUM_SPELLS = len(SPELL_NAMES)
MEANS_FOR = np.full(len(Act), Means.MELEE, np.int64)  # the means that each action needs
MEANS_FOR[[Act.DEFEND, Act.DASH, Act.SEIZE, Act.STABILIZE]] = Means.NOTHING
MEANS_FOR[list(set(READIABLE[QUICK_READIABLE:]) - {Act.OPENING})] = Means.NOTHING
MEANS_FOR[Act.STANDARD] = Means.WEAPON
MEANS_FOR[Act.ESCAPE], MEANS_FOR[Act.PIN], MEANS_FOR[Act.GRAPPLE] = (
    *(Means.BONDS, Means.HOLD, Means.GRIP),
)
MEANS_FOR[Act.FIRE_BOLT] = Means.SPELL + FIRE_BOLT
MEANS_FOR[Act.FORCE_SHIELD] = Means.SPELL + FORCE_SHIELD
MEANS_FOR[Act.HEAL] = Means.SPELL + HEAL

# --- Readying (W80, H14) --------------------------------------------------------------------------


@njit
def can_fight_with(fighter, act):
    """Whether a fighter has a weapon for this attack, be it a fist (H14)."""
    if longest_reach(fighter) >= 0:
        return True
    if act != Act.STANDARD:
        return False
    for hand in range(HANDS):
        if is_ranged_slot(fighter, hand):
            return True
    return False


@njit
def means_of(battle, actor):
    """Set of `Means` that a fighter has, for any target (W80, H14)."""
    fighter = battle.fighters[actor]
    means = 1 << np.int64(Means.NOTHING)
    means |= np.int64(can_fight_with(fighter, Act.QUICK)) << Means.MELEE
    means |= np.int64(can_fight_with(fighter, Act.STANDARD)) << Means.WEAPON
    means |= np.int64(IS_GRASPABLE[fighter.race] and has_grip(fighter)) << Means.GRIP
    means |= np.int64(fighter.holding != 0) << Means.HOLD
    means |= np.int64(may_escape(battle, actor)) << Means.BONDS
    for spell in range(NUM_SPELLS):
        means |= np.int64(may_cast(fighter, spell)) << (Means.SPELL + spell)
    return means


@njit
def could_ever(battle, actor, act):
    """Whether a fighter has the means for an action that it readies (W80, H14)."""
    return (means_of(battle, actor) >> MEANS_FOR[act]) & 1 == 1


@njit
def num_readiable(battle, actor):
    """How many of `READIABLE` a fighter may name: with quick choices the first ones only (W80)."""
    return len(READIED_ACT) if has_full_choices(battle, actor) else QUICK_READIABLE


@njit
def may_ready(battle, actor, place):
    """Whether a fighter may ready an action, by its index, instead of another (W80, H14)."""
    if place >= num_readiable(battle, actor):
        return False
    if battle.fighters[actor].readied == READIED_ACT[place]:
        return False
    return could_ever(battle, actor, READIED_ACT[place])


# --- Riders (W82, W85, W106, H25) -----------------------------------------------------------------


@njit
def is_bid(act):
    """Whether an animal performs an action at its rider's bidding (W82, W85, W87, W106, H25)."""
    return act == Act.POSTURE or act == Act.ESCAPE or act == Act.DASH


@njit
def doer_of(battle, actor, act):
    """The performer of a choice: an animal performs its rider's Stand and Escape (W106, H25).

    A trained one also performs its Dash.
    """
    if not is_bid(act):
        return actor
    animal = animal_of(battle, actor)
    if animal == NOBODY or battle.fighters[animal].uncontrolled:
        return actor
    if act == Act.DASH and not battle.fighters[animal].is_trained:
        return actor
    if not can_act(battle.fighters[actor]) or (act == Act.ESCAPE and may_escape(battle, actor)):
        return actor
    return animal


@njit
def who_bids(battle, actor, act):
    """The rider who also pays for the animal's action, -1 if none (W106, H25)."""
    return who_pays_too(battle, actor) if is_bid(act) else NOBODY


# --- By chapter (W77 to W106) ---------------------------------------------------------------------


@njit
def may_for_oneself(battle, actor, act, argument):
    """Whether an action without a target is possible (W78, W80, W82, W85, W90, W98)."""
    if act == Act.DEFEND:
        return not battle.fighters[actor].defending
    if act == Act.READY:
        return may_ready(battle, actor, argument)
    if act == Act.POSTURE:
        return may_change_posture(battle, actor, argument)
    if act == Act.ESCAPE:
        return may_escape(battle, actor)
    if act == Act.DRAG:
        return may_drag(battle, actor)
    return act == Act.SEIZE


@njit
def may_with_things(battle, actor, act, argument):
    """Whether an action with items and objects is possible (W81, W93, W102, W110, RW7, H29)."""
    fighter = battle.fighters[actor]
    if act == Act.RETRIEVE:
        return may_retrieve(fighter, argument)
    if act == Act.STOW:
        return may_stow(fighter, argument)
    if act == Act.PICK_UP:
        return may_pick_up(battle, actor)
    if act == Act.RELOAD:
        return may_reload(fighter)
    if act == Act.DOOR:
        return may_open(battle, actor, argument)
    if act == Act.POTION:
        return may_drink(fighter)
    if act == Act.CHARM:
        return may_call_up(fighter, argument)
    return act == Act.END_EFFECT and may_end_effect(fighter, argument)


@njit
def may_move_about(battle, actor, act, argument):
    """Whether a movement is possible; grapplers do not mount (W69, W86, W87, W105, W106)."""
    if act == Act.JUMP:
        side, yards = argument // JUMPS, argument % JUMPS + JUMP_LEAST
        return may_jump(battle, actor, side, yards)
    if act == Act.DASH:
        return may_dash(battle, actor)
    if act == Act.MOUNT:
        return may_mount(battle, actor) and not is_grappling(battle, actor)
    if act == Act.DISMOUNT:
        return may_dismount(battle, actor)
    if act == Act.CALM:
        return may_calm(battle, actor)
    return act == Act.SURFACE and may_surface(battle, actor)


@njit
def may_bolt_at(battle, actor, target):
    """Whether a fighter may cast a Fire bolt at another: within its increments (W77, RW19)."""
    if not may_cast(battle.fighters[actor], FIRE_BOLT) or not is_target(battle, actor, target):
        return False
    return is_in_range(battle, actor, target, SPELL_INCREMENT[FIRE_BOLT])


@njit
def may_by_craft(battle, actor, act, argument, target):
    """Whether a spell or a treatment is possible (W77, W99 to W101, RW19)."""
    if act == Act.FIRE_BOLT:
        return may_bolt_at(battle, actor, target)
    if act == Act.FORCE_SHIELD:
        return may_shield(battle.fighters[actor])
    if act == Act.HEAL:
        return may_heal(battle, actor, target, argument)
    if act == Act.STABILIZE:
        return may_stabilize(battle, actor, target)
    if act == Act.TREAT_CONDITION:
        return may_treat_condition(battle, actor, target, argument)
    return act == Act.TREAT_WOUND and may_treat_wound(battle, actor, target, argument)


@njit
def is_weapon_attack(act):
    """Whether an action is an attack with the weapon of a slot (W72 to W76)."""
    return contains(WEAPON_ATTACKS, act)


@njit
def may_against(battle, actor, act, argument, target):
    """Whether an action against a fighter is possible (W72 to W76, W83, W84, W88, W92, W94)."""
    if act == Act.REBUFF:
        return may_attack_mover(battle, actor, target, argument)
    if is_weapon_attack(act):
        return may_attack(battle, actor, target, act, argument)
    if contains(HINDRANCES, act):
        return may_hinder(battle, actor, target, act, argument)
    if act == Act.GRAPPLE:
        return may_grapple(battle, actor, target)
    if act == Act.OPENING:
        return may_create_opening(battle, actor, target)
    if act == Act.ENTER:
        return may_enter(battle, actor, target)
    if act == Act.CLING:
        return True  # checked just before
    return act == Act.PIN and may_pin(battle, actor, target)


# --- All together (H7) ----------------------------------------------------------------------------


@njit
def is_up_to(fighter, act):
    """Whether a fighter can act; the pinned can only escape (RW12, W92)."""
    return can_act(fighter) or (act == Act.ESCAPE and is_able(fighter))


@njit
def meets_requirements(battle, actor, act, argument, target):
    """Whether an action is possible now, AP aside; checked again when it takes place (H7)."""
    argument, target = argument, target
    if not is_up_to(battle.fighters[actor], act):
        return False
    return (
        may_against(battle, actor, act, argument, target)
        or may_for_oneself(battle, actor, act, argument)
        or may_with_things(battle, actor, act, argument)
        or may_move_about(battle, actor, act, argument)
        or may_by_craft(battle, actor, act, argument, target)
    )
