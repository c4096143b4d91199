"""Hit points, injuries and what they bring (H31 to H36, RH1, RH4, RH5, RH19, RH20, RH58)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Action, BodyPart, Event, Guarded, Hand, Injury, Life, Skill
from ...tables import (
    ARMOUR_BREAKS,
    ARMOUR_HP,
    DYING_TURNS,
    FAINT_TURNS,
    FALL_HP,
    FALL_TORSO_HP,
    INJURY_HP,
    IS_HEAVY,
    LOWEST_HP,
    RACE_HP,
    RACE_WP,
    SKILL_HP,
)
from ..characters.abilities import skill_level
from ..characters.conditions import is_conscious, is_dead
from ..combat_basics.clusters import leave_cluster
from ..defence.current_defence import review_defence, void_defence
from ..effects import cancel_upcoming, fall_prone, receive_effect
from ..forced_movement.restraint import let_go
from ..modules.armoury import drop_item

# --- Hit points and willpower (H1, RH1, RH4) ------------------------------------------------------


@njit
def is_armour_broken(fighter):
    """Whether its armour has had its last damage counter and gives nothing (RH4)."""
    return fighter.armour_wear >= ARMOUR_BREAKS


@njit
def most_hp(fighter):
    """Maximum of hit points: race, armour while it is whole, Combat Mobility (RH1, RH4)."""
    points = RACE_HP[fighter.race]
    if not IS_HEAVY[fighter.armour]:
        points += SKILL_HP[Skill.COMBAT_MOBILITY, skill_level(fighter, Skill.COMBAT_MOBILITY)]
    return points if is_armour_broken(fighter) else points + ARMOUR_HP[fighter.armour]


@njit
def most_wp(fighter):
    """Willpower of the rested (RH1)."""
    return RACE_WP[fighter.race]


# --- Levels of injury (H31, H33 to H35, RH5) ------------------------------------------------------


@njit
def injury_of(hp):
    """Level of injury of some hit points (H31, H33 to H35, RH5)."""
    level = np.int64(Injury.NONE)
    while hp < INJURY_HP[level]:
        level += 1
    return level


@njit
def is_injured(fighter):
    """Whether it is injured: 0 HP or fewer (H31)."""
    return fighter.hp <= 0


@njit
def recover(fighter):
    """Who is above 0 HP again is injured no more, in no part, and does not die (H31, H32)."""
    if not is_injured(fighter):
        fighter.injured = 0
        fighter.dying = 0
        fighter.stable = False


@njit
def is_dying(fighter):
    """Whether its injury kills it in time: mangled or mutilated, and not stable (H34 to H36)."""
    level = injury_of(np.int64(fighter.hp))
    return DYING_TURNS[level] > 0 and not fighter.stable and not is_dead(fighter)


# --- Dropping out (RH20, RH28, RH38, RH44) --------------------------------------------------------


@njit
def lose_preparations(battle, actor):
    """What it had prepared is lost: readied and upcoming actions, a guard (RH25, RH37)."""
    fighter = battle.fighters[actor]
    cancel_upcoming(battle, actor)
    fighter.readied = Action.NONE
    fighter.guard = Guarded.NOTHING
    fighter.guarded = NOBODY


@njit
def drop_out(battle, actor):
    """Who is dead, unconscious or gone lets go, is let go of, leaves its cluster (RH38, RH44)."""
    fighter = battle.fighters[actor]
    lose_preparations(battle, actor)
    let_go(battle, actor)
    if fighter.held_by != NOBODY:
        let_go(battle, np.int64(fighter.held_by))
    leave_cluster(battle, actor)
    void_defence(fighter)
    review_defence(battle, actor)


@njit
def faint(battle, actor):
    """It falls unconscious (H34, H35, H130)."""
    fighter = battle.fighters[actor]
    if not is_conscious(fighter):
        return
    fighter.life = Life.UNCONSCIOUS
    fighter.prone = True
    log_event(battle, Event.FAINTS, actor, NOBODY, 0, fighter.hp, 0)
    drop_out(battle, actor)


@njit
def die_of_wounds(battle, actor):
    """It is dead (H34, H35, RH5)."""
    fighter = battle.fighters[actor]
    fighter.life = Life.DEAD
    fighter.prone = True
    log_event(battle, Event.DIES, actor, NOBODY, 0, fighter.hp, 0)
    drop_out(battle, actor)


# --- Being injured (H32, RH4, RH20, RH42) ---------------------------------------------------------


@njit
def wear_armour(battle, actor):
    """The armour of who drops to 0 HP or less gains a damage counter (RH4)."""
    fighter = battle.fighters[actor]
    if fighter.armour != 0 and not is_armour_broken(fighter):
        fighter.armour_wear += 1
        log_event(battle, Event.ARMOUR, actor, NOBODY, 0, fighter.armour_wear, 0)


@njit
def injure_part(battle, actor, part):
    """A body part is injured: an arm drops its item, a leg fells, the torso dazes (H32, RH20)."""
    fighter = battle.fighters[actor]
    receive_effect(battle, actor)
    fighter.injured = np.int64(fighter.injured) | (1 << part)
    log_event(battle, Event.INJURED, actor, NOBODY, part, fighter.hp, 0)
    if part == BodyPart.SWORD_ARM:
        drop_item(battle, actor, Hand.SWORD)
    elif part == BodyPart.OTHER_ARM:
        drop_item(battle, actor, Hand.OFF)
    elif part == BodyPart.TORSO:
        lose_preparations(battle, actor)
    else:
        fall_prone(battle, actor)


@njit
def apply_injury_level(battle, actor, before):
    """What the level of an injury brings at once; a new level is counted from 0 (H35, RH5)."""
    fighter = battle.fighters[actor]
    level = injury_of(np.int64(fighter.hp))
    fighter.stable = False
    fighter.treated = 0
    if level != before:
        fighter.dying = 0
    if level == Injury.DEATH and not is_dead(fighter):
        die_of_wounds(battle, actor)
    elif level == Injury.MUTILATED:
        faint(battle, actor)


@njit
def reduce_hp(battle, actor, hp):
    """HP sink to a value, never rise; whoever drops to 0 or less wears its armour (H31, RH4)."""
    fighter = battle.fighters[actor]
    was_whole = not is_injured(fighter)
    fighter.hp = max(LOWEST_HP, min(np.int64(fighter.hp), hp))
    receive_effect(battle, actor)
    if was_whole and is_injured(fighter):
        wear_armour(battle, actor)


@njit
def lose_hp(battle, actor, points):
    """A hit costs HP, which counts as an effect; one that costs none does not (H21, RH44)."""
    if points > 0:
        reduce_hp(battle, actor, np.int64(battle.fighters[actor].hp) - points)


@njit
def take_injury(battle, actor, part, before):
    """Whom a hit on a body part leaves at 0 HP or less is injured there (H31, H32).

    `before` is the level of injury that it had before the hit.
    """
    if is_injured(battle.fighters[actor]):
        injure_part(battle, actor, part)
        apply_injury_level(battle, actor, before)
    review_defence(battle, actor)


# --- Falls (H153) ---------------------------------------------------------------------------------


@njit
def hp_after_fall(hp, height):
    """HP after a fall that hurts: 3 less the height, never more than before (H153)."""
    return min(hp, FALL_HP - height)


@njit
def suffer_fall(battle, actor, height):
    """A fall that hurts injures the legs, a deep one the torso too (H153)."""
    fighter = battle.fighters[actor]
    before = injury_of(np.int64(fighter.hp))
    reduce_hp(battle, actor, hp_after_fall(np.int64(fighter.hp), height))
    if is_injured(fighter):
        injure_part(battle, actor, BodyPart.RIGHT_LEG)
        injure_part(battle, actor, BodyPart.LEFT_LEG)
        if fighter.hp <= FALL_TORSO_HP:
            injure_part(battle, actor, BodyPart.TORSO)
        apply_injury_level(battle, actor, before)
    review_defence(battle, actor)


# --- Dying, and being saved from it (H34 to H36, RH19, RH58) --------------------------------------


@njit
def count_dying(battle, actor):
    """One turn nearer to unconsciousness and death (H34, H35, RH19)."""
    fighter = battle.fighters[actor]
    if not is_dying(fighter):
        return
    level = injury_of(np.int64(fighter.hp))
    fighter.dying += 1
    if fighter.dying >= DYING_TURNS[level]:
        die_of_wounds(battle, actor)
    elif FAINT_TURNS[level] > 0 and fighter.dying >= FAINT_TURNS[level]:
        faint(battle, actor)


@njit
def stabilise(battle, actor):
    """It no longer dies and is conscious again, still injured (H36, RH58)."""
    fighter = battle.fighters[actor]
    fighter.stable = True
    fighter.dying = 0
    fighter.treated = 0
    if fighter.life == Life.UNCONSCIOUS:
        fighter.life = Life.AWAKE
        log_event(battle, Event.WAKES, actor, NOBODY, 0, 0, 0)
    log_event(battle, Event.STABLE, actor, NOBODY, 0, fighter.hp, 0)
    review_defence(battle, actor)


@njit
def reopen(battle, actor):
    """The injured part has been moved: the injury counts from 0 again (H36, RH58)."""
    fighter = battle.fighters[actor]
    if not fighter.stable:
        return
    fighter.stable = False
    fighter.dying = 0
    log_event(battle, Event.REOPENED, actor, NOBODY, 0, fighter.hp, 0)
    if injury_of(np.int64(fighter.hp)) == Injury.MUTILATED:
        faint(battle, actor)
