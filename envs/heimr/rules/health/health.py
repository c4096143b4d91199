"""Hit points and injuries (H31 to H36, RH1, RH4, RH5, RH19, RH20, RH58)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, has_full_choices, log_event
from ...enums import Act, BodyPart, Event, Hand, Injury, Life, Skill
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
from ..characters.conditions import can_act, is_conscious, is_dead, is_part_injured
from ..combat_basics.clusters import leave_cluster
from ..defence.current_defence import review_defence, void_defence
from ..effects import cancel_upcoming, fall_prone, receive_effect
from ..forced_movement.restraint import let_go
from ..guarding import end_guard
from ..modules.armoury import drop_item

READIED_LOST = 4
"""Amount of the event CANCELLED: a fighter who drops out loses its readied action (RH37)."""

# --- Hit points and willpower (H1, RH1, RH4) ------------------------------------------------------


@njit
def is_armour_broken(fighter):
    """Whether the armour has its last damage counter and gives nothing (RH4)."""
    return fighter.armour_wear >= ARMOUR_BREAKS


@njit
def most_hp(fighter):
    """Maximum hit points: race, unbroken armour, Combat Mobility (RH1, RH4)."""
    points = RACE_HP[fighter.race]
    if not IS_HEAVY[fighter.armour]:
        points += SKILL_HP[Skill.COMBAT_MOBILITY, skill_level(fighter, Skill.COMBAT_MOBILITY)]
    return points if is_armour_broken(fighter) else points + ARMOUR_HP[fighter.armour]


@njit
def most_wp(fighter):
    """Maximum willpower (RH1)."""
    return RACE_WP[fighter.race]


# --- Levels of injury (H31, H33 to H35, RH5) ------------------------------------------------------


@njit
def injury_of(hp):
    """Level of injury at a number of hit points (H31, H33 to H35, RH5)."""
    level = np.int64(Injury.NONE)
    while hp < INJURY_HP[level]:
        level += 1
    return level


@njit
def is_injured(fighter):
    """Whether a fighter is injured: 0 HP or fewer (H31)."""
    return fighter.hp <= 0


@njit
def recover(fighter):
    """A fighter above 0 HP is no longer injured or dying (H31, H32)."""
    if not is_injured(fighter):
        fighter.injured = 0
        fighter.dying = 0
        fighter.stable = False


@njit
def is_dying(fighter):
    """Whether a fighter is dying: mangled or mutilated, and not stable (H34 to H36)."""
    level = injury_of(fighter.hp)
    return DYING_TURNS[level] > 0 and not fighter.stable and not is_dead(fighter)


# --- Dropping out (RH20, RH28, RH38, RH44) --------------------------------------------------------


@njit
def lose_preparations(battle, actor):
    """Lose readied and upcoming actions and the guard (RH25, RH37)."""
    fighter = battle.fighters[actor]
    cancel_upcoming(battle, actor)
    if fighter.readied != Act.NONE:
        log_event(battle, Event.CANCELLED, actor, NOBODY, fighter.readied, READIED_LOST, 0)
    fighter.readied = Act.NONE
    end_guard(battle, actor)


@njit
def drop_out(battle, actor):
    """All who drop out of the fight end holds and leave their cluster (RH38, RH44)."""
    fighter = battle.fighters[actor]
    lose_preparations(battle, actor)
    let_go(battle, actor)
    if fighter.held_by != NOBODY:
        let_go(battle, fighter.held_by)
    leave_cluster(battle, actor)
    void_defence(fighter)
    review_defence(battle, actor)


@njit
def may_surrender(battle, actor):
    """Whether a fighter may surrender: injured (H104, HH49)."""
    fighter = battle.fighters[actor]
    return has_full_choices(battle, actor) and can_act(fighter) and is_injured(fighter)


@njit
def surrender(battle, actor):
    """Give up the fight for good (H104, HH49)."""
    battle.fighters[actor].life = Life.SURRENDERED
    log_event(battle, Event.SURRENDERS, actor, NOBODY, 0, 0, 0)
    drop_out(battle, actor)


@njit
def faint(battle, actor):
    """Fall unconscious (H34, H35, H130)."""
    fighter = battle.fighters[actor]
    if not is_conscious(fighter):
        return
    fighter.life = Life.UNCONSCIOUS
    fighter.prone = True
    log_event(battle, Event.FAINTS, actor, NOBODY, 0, fighter.hp, 0)
    drop_out(battle, actor)


@njit
def die_of_wounds(battle, actor):
    """Die (H34, H35, RH5)."""
    fighter = battle.fighters[actor]
    was_out = not is_conscious(fighter)
    fighter.life = Life.DEAD
    fighter.prone = True
    log_event(battle, Event.DIES, actor, NOBODY, np.int64(was_out), fighter.hp, 0)
    drop_out(battle, actor)


# --- Being injured (H32, RH4, RH20, RH42) ---------------------------------------------------------


@njit
def wear_armour(battle, actor):
    """The armour of a fighter who drops to 0 HP or less gains a damage counter (RH4)."""
    fighter = battle.fighters[actor]
    if fighter.armour != 0 and not is_armour_broken(fighter):
        fighter.armour_wear += 1
        log_event(battle, Event.ARMOUR, actor, NOBODY, 0, fighter.armour_wear, 0)


@njit
def injure_part(battle, actor, part):
    """Injure a body part: an arm drops its item, a leg falls, the torso dazes (H32, RH20)."""
    fighter = battle.fighters[actor]
    receive_effect(battle, actor)
    fighter.injured = fighter.injured | (1 << part)
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
    """Apply the level of injury; a new level is counted from 0 (H35, RH5)."""
    fighter = battle.fighters[actor]
    level = injury_of(fighter.hp)
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
    """Lower HP to a value; at 0 or less the armour wears (H31, RH4)."""
    fighter = battle.fighters[actor]
    was_whole = not is_injured(fighter)
    fighter.hp = max(LOWEST_HP, min(fighter.hp, hp))
    receive_effect(battle, actor)
    if was_whole and is_injured(fighter):
        wear_armour(battle, actor)


@njit
def lose_hp(battle, actor, points):
    """A hit costs HP, which counts as an effect; 0 HP does not (H21, RH44)."""
    if points > 0:
        reduce_hp(battle, actor, battle.fighters[actor].hp - points)


@njit
def take_injury(battle, actor, part, before):
    """A hit that leaves the target at 0 HP or less injures the part (H31, H32).

    `before` is the level of injury before the hit.
    """
    if is_injured(battle.fighters[actor]):
        injure_part(battle, actor, part)
        apply_injury_level(battle, actor, before)
    review_defence(battle, actor)


# --- Falls (H153) ---------------------------------------------------------------------------------


@njit
def hp_after_fall(hp, height):
    """HP after a harmful fall: 3 less the height, never more than before (H153)."""
    return min(hp, FALL_HP - height)


@njit
def suffer_fall(battle, actor, height):
    """A harmful fall injures the legs, a deep one the torso too (H153)."""
    fighter = battle.fighters[actor]
    before = injury_of(fighter.hp)
    reduce_hp(battle, actor, hp_after_fall(fighter.hp, height))
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
    """Count one more turn towards unconsciousness and death (H34, H35, RH19)."""
    fighter = battle.fighters[actor]
    if not is_dying(fighter):
        return
    level = injury_of(fighter.hp)
    fighter.dying += 1
    if fighter.dying >= DYING_TURNS[level]:
        die_of_wounds(battle, actor)
    elif FAINT_TURNS[level] > 0 and fighter.dying >= FAINT_TURNS[level]:
        faint(battle, actor)


@njit
def stabilise(battle, actor):
    """Stabilise: no longer dying, conscious again, still injured (H36, RH58)."""
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
    """The injured part has moved: the injury counts from 0 again (H36, RH58)."""
    fighter = battle.fighters[actor]
    if not fighter.stable:
        return
    fighter.stable = False
    fighter.dying = 0
    log_event(battle, Event.REOPENED, actor, NOBODY, 0, fighter.hp, 0)
    if injury_of(fighter.hp) == Injury.MUTILATED:
        faint(battle, actor)


@njit
def reopen_injured_arms(battle, actor):
    """Climbing or brawling with an injured arm reopens the injury (H36, RH58)."""
    fighter = battle.fighters[actor]
    if is_part_injured(fighter, BodyPart.SWORD_ARM) or is_part_injured(fighter, BodyPart.OTHER_ARM):
        reopen(battle, actor)
