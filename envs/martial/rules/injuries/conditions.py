"""Conditions: dazed, stunned, sickened, confused, bleeding, prone, grappled (RD9 to RD12, RD37)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.square_grid import COLUMNS
from ...enums import (
    Condition,
    Event,
    Skill,
    Stage,
)
from ...state import (
    HANDS,
)
from ...tables import (
    HEAL_DC,
    REACH,
)
from ..attack_roll.checks import skill_check
from ..positioning.sight import are_level, feet_between
from ..positioning.squares import is_ground, nearest_free_square
from ..rounds_and_actions.items import drop_all, reach_to_hold
from .bodies import has_constitution, has_hand, is_conscious, is_gone, is_hand_usable, is_stunned

# --- Duration (RD37) ------------------------------------------------------------------------------


@njit
def is_in_its_turn(battle, actor):
    """Whether a fighter's turn has begun and is not over."""
    if battle.stage == Stage.HIDING or battle.stage == Stage.TURN_START:
        return False
    return battle.order[battle.turn] == actor


@njit
def turns_to_end(battle, actor, rounds):
    """Own turns until `rounds` rounds are over; a turn already begun does not count (RD37)."""
    return rounds + 1 if is_in_its_turn(battle, actor) else rounds


# --- Grapples (RD17) ------------------------------------------------------------------------------


@njit
def can_grip(fighter):
    """Whether a fighter can hold on to another: able to act, with a usable hand if any (RD17)."""
    if not is_conscious(fighter) or is_stunned(fighter):
        return False
    if not has_hand(fighter, 0):
        return True
    for hand in range(HANDS):
        if is_hand_usable(fighter, hand):
            return True
    return False


@njit
def end_grapple(battle, actor):
    """End a grapple: both fighters are free (RD17)."""
    other = np.int64(battle.fighters[actor].grapple)  # a loop over a tuple asks for one type
    if other == NOBODY:
        return
    log_event(battle, Event.FREED, actor, other, 0, 0, 0)
    for one in (np.int64(actor), other):
        battle.fighters[one].grapple = NOBODY
        battle.fighters[one].is_grappler = False


@njit
def is_hold_lost(battle, actor):
    """Whether the grappler cannot hold on or reach so far, or one falls or dies (D49, RD17)."""
    other = battle.fighters[actor].grapple
    if is_gone(battle.fighters[actor]) or is_gone(battle.fighters[other]):
        return True
    grappler = battle.fighters[actor if battle.fighters[actor].is_grappler else other]
    if not can_grip(grappler) or not are_level(battle, actor, other):
        return True
    return feet_between(battle, actor, other) > reach_to_hold(grappler)


@njit
def end_lost_grapple(battle, actor):
    """End a grapple that the grappler cannot hold (RD17)."""
    if battle.fighters[actor].grapple != NOBODY and is_hold_lost(battle, actor):
        end_grapple(battle, actor)


@njit
def end_lost_grapples(battle):
    """End all grapples that the grapplers cannot hold, their weapons being gone (D49, RD17)."""
    for actor in range(battle.num_fighters):
        end_lost_grapple(battle, actor)


# --- Conditions -----------------------------------------------------------------------------------


@njit
def roll_off(battle, actor):
    """A fighter on an obstacle that it cannot climb comes to lie on the nearest floor (H5, H6)."""
    fighter = battle.fighters[actor]
    if not is_ground(battle, actor, fighter.x, fighter.y):
        square = nearest_free_square(battle, actor)
        fighter.x = square % COLUMNS
        fighter.y = square // COLUMNS


@njit
def fall_from_air(battle, actor):
    """A fighter who can no longer fly falls prone, off what it cannot climb (D29, HOUSE H5, H6)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.FLIES, actor, NOBODY, 2, 0, 0)
    fighter.flying = False
    fighter.prone = True
    roll_off(battle, actor)
    end_lost_grapple(battle, actor)


@njit
def fall_prone(battle, actor):
    """Fall prone, from the air too (D32, D36, D39, RD17)."""
    fighter = battle.fighters[actor]
    if fighter.flying:
        fall_from_air(battle, actor)
    elif not fighter.prone:
        fighter.prone = True
        log_event(battle, Event.PRONE, actor, NOBODY, 0, 0, 0)


@njit
def drop_prone(battle, actor):
    """Lie down by choice (RD40)."""
    battle.fighters[actor].prone = True
    log_event(battle, Event.PRONE, actor, NOBODY, 1, 0, 0)


@njit
def daze(battle, actor, rounds):
    """Dazed: 1 AP a turn and no reactions; the longer of two lasts (RD9, RD37)."""
    fighter = battle.fighters[actor]
    if rounds <= 0:
        return
    fighter.dazed = max(fighter.dazed, turns_to_end(battle, actor, rounds))
    log_event(battle, Event.CONDITION, actor, NOBODY, Condition.DAZED, rounds, 0)


@njit
def stun(battle, actor, rounds):
    """Stunned: no AP, no reactions, off-guard, drops its items (RD9, RD34, RD37)."""
    fighter = battle.fighters[actor]
    if rounds <= 0 or not has_constitution(fighter):
        return
    fighter.stunned = max(fighter.stunned, turns_to_end(battle, actor, rounds))
    fighter.action_points = 0
    log_event(battle, Event.CONDITION, actor, NOBODY, Condition.STUNNED, rounds, 0)
    drop_all(battle, actor)
    end_lost_grapple(battle, actor)


@njit
def sicken(battle, actor):
    """Sickened until healed (D43, RD10)."""
    if not battle.fighters[actor].sickened:
        battle.fighters[actor].sickened = True
        log_event(battle, Event.CONDITION, actor, NOBODY, Condition.SICKENED, 0, 0)


@njit
def confuse(battle, actor):
    """Confused until healed (D38, RD10); the log leaves it out for the unconscious."""
    fighter = battle.fighters[actor]
    if not fighter.confused and is_conscious(fighter):
        log_event(battle, Event.CONDITION, actor, NOBODY, Condition.CONFUSED, 0, 0)
    fighter.confused = True


@njit
def log_recovery(battle, actor, condition):
    """Log the end of a condition, except for the unconscious (RD37)."""
    if is_conscious(battle.fighters[actor]):
        log_event(battle, Event.CONDITION_OVER, actor, NOBODY, condition, 0, 0)


@njit
def trick(battle, actor):
    """Off-guard until its next turn (RD17)."""
    battle.fighters[actor].tricked = True
    log_event(battle, Event.CONDITION, actor, NOBODY, Condition.TRICKED, 0, 0)


@njit
def bleed(battle, actor, points):
    """Bleed `points` more each turn; creatures without Stamina do not bleed (RD12, RD34)."""
    fighter = battle.fighters[actor]
    if points <= 0 or not has_constitution(fighter):
        return
    fighter.bleed += points
    log_event(battle, Event.CONDITION, actor, NOBODY, Condition.BLEEDING, points, fighter.bleed)


# --- Stopping a bleeding (RD12) -------------------------------------------------------------------


@njit
def may_heal(battle, actor, target):
    """Whether a bleeding can be stopped: the actor's own or an adjacent fighter's (RD12)."""
    patient = battle.fighters[target]
    if patient.bleed <= 0 or is_gone(patient):
        return False
    return actor == target or feet_between(battle, actor, target) <= REACH


@njit
def heal(battle, actor, target):
    """Try to stop a bleeding by a Heal check (RD12)."""
    total = skill_check(battle, actor, Skill.HEAL)
    succeeds = total >= HEAL_DC
    if succeeds:
        battle.fighters[target].bleed = 0
    log_event(battle, Event.HEALS, actor, target, 1 if succeeds else 0, total, HEAL_DC)
