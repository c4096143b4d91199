"""Wounds received, and what they do: unconscious, dying, helpless, dead (W6 to W9, RW10, RW21)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Act,
    Event,
    Level,
    Life,
    Npc,
)
from ...tables import HOLD_STEP, UNCONSCIOUS_TN
from ..combat_sequence.multi_turn_actions import give_up
from ..grappling.grapples import end_grips, let_go
from ..movement.water import keep_hold
from ..positioning_actions.posture import fall_prone
from ..rolls.checks import fortitude_save
from ..special_situations.mounts import check_control, part
from .bodies import is_animal, is_conscious, is_dead, is_mounted
from .wounds import fill_slot, level_in_slots, wounds_at

# --- Laid low (W8, W9, W72, RW10 to RW12, H33) ----------------------------------------------------


@njit
def stop_everything(battle, target):
    """End what a fighter has begun or readied (W49, W78, W80)."""
    fighter = battle.fighters[target]
    fighter.readied = Act.NONE
    fighter.defending = False
    fighter.drag_points = 0
    fighter.calming = 0
    fighter.run = 0
    give_up(battle, target)


@njit
def lay_low(battle, target):
    """A fighter falls where it is: off its mount, off a cliff, to the ground (RW11, H25, H33)."""
    stop_everything(battle, target)
    part(battle, target)
    keep_hold(battle, target, 0)
    fall_prone(battle, target)


@njit
def begin_dying(battle, target):
    """Begin to die; for a dying fighter nothing changes (RW11)."""
    fighter = battle.fighters[target]
    if not fighter.dying:
        fighter.dying = True
        fighter.dying_rounds = 0
        log_event(battle, Event.DYING, target, NOBODY, 0, 0, 0)


@njit
def fall_unconscious(battle, target, dying):
    """Unconscious, prone, and dying unless it was spared that (W72, RW11, RW21)."""
    fighter = battle.fighters[target]
    if is_conscious(fighter):
        fighter.life = Life.UNCONSCIOUS
        log_event(battle, Event.FALLS, target, NOBODY, dying or fighter.dying, 0, 0)
        lay_low(battle, target)
        end_grips(battle, target)
    if dying:
        begin_dying(battle, target)


@njit
def fall_fatally(battle, target):
    """A fatal wound lays one low: prone, helpless and dying, awake or not (RW10, RW11, H33)."""
    begin_dying(battle, target)
    lay_low(battle, target)
    let_go(battle, target)


@njit
def become_helpless(battle, target, rounds):
    """Become awake but helpless for some rounds, this one included (W61, W72)."""
    fighter = battle.fighters[target]
    fighter.helpless_rounds = rounds
    fighter.helpless_since = battle.serial
    battle.serial += 1
    log_event(battle, Event.HELPLESS, target, NOBODY, 0, rounds, 0)
    stop_everything(battle, target)
    keep_hold(battle, target, 0)
    let_go(battle, target)


@njit
def die(battle, target, by):
    """A fighter dies (W8, W9, RW11, RW33)."""
    fighter = battle.fighters[target]
    fighter.life = Life.DEAD
    fighter.dying = False
    log_event(battle, Event.DIES, target, by, 0, 0, 0)
    lay_low(battle, target)
    end_grips(battle, target)


# --- Wounds (W6, W9, RW20, RW21, RW33, H30) -------------------------------------------------------


@njit
def receive_wound(battle, target, level, by):
    """A wound lodges in a free slot; the level that it has there counts (W6, W8, W9, RW33, H30).

    Returns that level: NONE without a wound, DEATH if it killed.
    """
    fighter = battle.fighters[target]
    lodged = level_in_slots(fighter, level)
    if lodged == Level.NONE:
        return np.int64(Level.NONE)
    if lodged <= Level.FATAL:
        fill_slot(fighter, lodged)
        log_event(battle, Event.WOUNDED, target, by, lodged, wounds_at(fighter, lodged), 0)
    if lodged == Level.DEATH or (lodged == Level.FATAL and fighter.npc != Npc.NOT):
        die(battle, target, by)
        return np.int64(Level.DEATH)
    if lodged == Level.FATAL:
        fall_fatally(battle, target)
    return lodged


@njit
def stays_awake(battle, target):
    """Whether a fighter withstands a critical wound: Fortitude, else it falls (RW20, RW21)."""
    return fortitude_save(battle, target, UNCONSCIOUS_TN)


@njit
def after_wound(battle, target, level):
    """Side effects of a wound: Defend ends, holds are tested, mounts shy (W78, W105, W106)."""
    fighter = battle.fighters[target]
    if level == Level.NONE or is_dead(fighter):
        return
    fighter.defending = False
    keep_hold(battle, target, HOLD_STEP * (level - Level.LIGHT))
    if is_animal(fighter):
        check_control(battle, target)
    elif is_mounted(fighter):
        check_control(battle, fighter.mount)


@njit
def suffer_wound(battle, target, level, by):
    """A wound that no attack roll dealt, with all that it brings (RW12, RW21)."""
    lodged = receive_wound(battle, target, level, by)
    if lodged == Level.CRITICAL and not stays_awake(battle, target):
        fall_unconscious(battle, target, True)
    after_wound(battle, target, lodged)
    return lodged
