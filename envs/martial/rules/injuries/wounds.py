"""Injuries and their immediate effects; unconsciousness, death (D16 to D44, RD34, RD44, RD48)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Condition,
    Event,
    Life,
    Part,
    Peril,
    Severity,
)
from ...tables import (
    BASE_EXHAUSTION,
    HEAD_STUN_DC,
    HEAD_STUN_ROUNDS,
    HEAD_WAKE_DC,
    HEART_DC,
    HEART_STUN_ROUNDS,
    INJURIES_OF_DESTRUCTION,
    LEAST_POOL,
    NONE,
    WAKING_STAMINA,
)
from ..attack_roll.checks import (
    CRITICAL_SUCCESS,
    FAILURE,
    SUCCESS,
    constitution_check,
    constitution_save,
)
from ..initiative import reveal
from ..rounds_and_actions.items import drop_what_hands_cannot_hold
from .bodies import (
    all_destroyed,
    attribute,
    count_of,
    has_constitution,
    heads_with,
    injury_sum,
    is_blinded,
    is_conscious,
    is_deafened,
    is_destroyed,
    is_gone,
    is_unconscious,
    kind_of,
    limb_of,
    num_parts,
    parts_with,
)
from .conditions import (
    confuse,
    daze,
    end_lost_grapple,
    fall_from_air,
    fall_prone,
    sicken,
    stun,
)
from .mobility import can_fly, can_stand

CONCUSSION, CONFUSION, KNOCK_OUT = 1, 2, 3  # injuries of a head (D37, D38, D39)
MOST = 100  # highest count of injuries in the record; more count as this


@njit
def open_severity(degrees):
    """The highest class that `degrees` degrees open, NONE below 0 degrees (D20, D21)."""
    if degrees < 0:
        return NONE
    return min(np.int64(degrees), np.int64(Severity.FATAL))


@njit
def exhaustion_pool(fighter):
    """Points of the full Exhaustion pool, at least 1, 0 without Constitution (RD7, D14)."""
    if not has_constitution(fighter):
        return 0
    return max(LEAST_POOL, BASE_EXHAUSTION + attribute(fighter, Attribute.CONSTITUTION))


# --- Falling, dying, waking -----------------------------------------------------------------------


@njit
def fall_down(battle, actor):
    """The unconscious and the dead lie prone, visible, holding nobody (D15, D39, RD7, RD46)."""
    fighter = battle.fighters[actor]
    fighter.action_points = 0
    reveal(battle, actor)
    fall_prone(battle, actor)
    end_lost_grapple(battle, actor)


@njit
def fall_unconscious(battle, actor, life):
    """Lose consciousness, from exhaustion or by a head injury (D15, D39, RD7)."""
    battle.fighters[actor].life = life
    battle.fighters[actor].asleep_turns = 0
    log_event(battle, Event.FALLS, actor, NOBODY, life, 0, 0)
    fall_down(battle, actor)


@njit
def die(battle, actor, killer):
    """Die, or be destroyed (D18, D19, D41, D44)."""
    if is_gone(battle.fighters[actor]):
        return
    battle.fighters[actor].life = Life.DEAD
    log_event(battle, Event.DIES, actor, killer, 0, 0, 0)
    fall_down(battle, actor)


@njit
def wake(battle, actor):
    """Become conscious again (D18, D39)."""
    battle.fighters[actor].life = Life.ALIVE
    log_event(battle, Event.WAKES, actor, NOBODY, 0, 0, 0)


@njit
def recover(battle, actor):
    """Critical save: no bleeding, all exhaustion points, 1 Stamina, conscious (D18, RD49).

    It wakes from exhaustion only; a fighter who was knocked out stays so (D39).
    """
    fighter = battle.fighters[actor]
    fighter.bleed = 0
    fighter.exhaustion = exhaustion_pool(fighter)
    fighter.stamina = max(fighter.stamina, WAKING_STAMINA)
    if fighter.life == Life.EXHAUSTION:
        wake(battle, actor)


@njit
def dying_dc(fighter):
    """DC of the save against death: values of all injuries, plus bleed (D17, RD25)."""
    return injury_sum(fighter) + fighter.bleed


@njit
def dying_save(battle, actor):
    """An injury or bleeding while unconscious: save or die (D16, D18, RD48)."""
    fighter = battle.fighters[actor]
    if not is_unconscious(fighter) or not has_constitution(fighter):
        return
    result = constitution_save(battle, actor, dying_dc(fighter))
    if result == FAILURE:
        die(battle, actor, NOBODY)
    elif result == CRITICAL_SUCCESS:
        recover(battle, actor)


# --- Immediate effects of an injury ---------------------------------------------------------------


@njit
def lose_sense(battle, actor, part):
    """Injuring the last uninjured ear or eye deafens or blinds (D26, D30)."""
    fighter = battle.fighters[actor]
    if fighter.injuries[part] != 1:
        return
    if kind_of(fighter, part) == Part.EAR and is_deafened(fighter):
        log_event(battle, Event.CONDITION, actor, NOBODY, Condition.DEAFENED, 0, 0)
    elif kind_of(fighter, part) == Part.EYE and is_blinded(fighter):
        log_event(battle, Event.CONDITION, actor, NOBODY, Condition.BLINDED, 0, 0)


@njit
def lose_use_of_limbs(battle, actor):
    """Injured wings, feet, legs, hands and arms no longer carry or hold (D29 to D36)."""
    fighter = battle.fighters[actor]
    if fighter.flying and not can_fly(fighter):
        fall_from_air(battle, actor)
    if not fighter.flying and not can_stand(fighter):
        fall_prone(battle, actor)
    drop_what_hands_cannot_hold(battle, actor)
    end_lost_grapple(battle, actor)


@njit
def knock_out(battle, actor):
    """Third head injury: unconscious; in a coma unless the check succeeds (D39, RD34).

    A creature without Constitution stays conscious, and falls prone all the same.
    """
    if not has_constitution(battle.fighters[actor]):
        fall_prone(battle, actor)
        return
    result = constitution_check(battle, actor, HEAD_WAKE_DC, Peril.COMA)
    fall_unconscious(battle, actor, Life.KNOCKED_OUT if result == SUCCESS else Life.COMA)


@njit
def stun_or_daze(battle, actor):
    """Second head injury: stunned or dazed, confused afterwards (D38, RD34).

    A creature without Constitution is neither, and confused at once.
    """
    if not has_constitution(battle.fighters[actor]):
        confuse(battle, actor)
    elif constitution_check(battle, actor, HEAD_STUN_DC, Peril.STUN) == SUCCESS:
        daze(battle, actor, HEAD_STUN_ROUNDS)
    else:
        stun(battle, actor, HEAD_STUN_ROUNDS)


@njit
def become_confused(battle, actor):
    """A second head injury confuses once the daze or stun is over (D38)."""
    fighter = battle.fighters[actor]
    if heads_with(fighter, CONFUSION) and fighter.stunned == 0 and fighter.dazed == 0:
        confuse(battle, actor)


@njit
def hurt_head(battle, actor, part):
    """Effects of a head injury, once more than half of the heads have it (D37 to D41)."""
    fighter = battle.fighters[actor]
    stage = fighter.injuries[part]
    heads = parts_with(fighter, Part.HEAD, stage)
    if not heads_with(fighter, stage) or 2 * (heads - 1) > count_of(fighter, Part.HEAD):
        return  # it stays with this head, or had the whole creature before
    if stage == CONCUSSION:
        log_event(battle, Event.CONDITION, actor, NOBODY, Condition.CONCUSSED, 0, 0)
    elif stage == CONFUSION:
        stun_or_daze(battle, actor)
    elif stage == KNOCK_OUT:
        knock_out(battle, actor)


@njit
def hurt_heart(battle, actor, part):
    """First injury of a heart: perhaps stunned, always sickened (D43, RD34)."""
    fighter = battle.fighters[actor]
    if fighter.injuries[part] != 1:
        return
    if has_constitution(fighter):
        if constitution_check(battle, actor, HEART_DC, Peril.HEART) == FAILURE:
            stun(battle, actor, HEART_STUN_ROUNDS)
    sicken(battle, actor)


@njit
def is_killed(fighter):
    """Whether the injuries kill: no head or no heart left, or too many at all (D19, D41, D44).

    The last only without Constitution.
    """
    if not has_constitution(fighter) and fighter.injured_count >= INJURIES_OF_DESTRUCTION:
        return True
    return all_destroyed(fighter, Part.HEAD) or all_destroyed(fighter, Part.HEART)


@njit
def log_destroyed(battle, actor, part):
    """Log that a part is destroyed, and the hand or foot that goes with it (RD20)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.DESTROYED, actor, NOBODY, part, 0, 0)
    for other in range(num_parts(fighter)):
        if limb_of(fighter, other) == part:
            log_event(battle, Event.DESTROYED, actor, NOBODY, other, 0, 0)


# --- Injuring (D20 to D23) ------------------------------------------------------------------------


@njit
def suffer_injury(battle, attacker, target, part):
    """Suffer one injury of a part and all its effects (D26 to D44)."""
    fighter = battle.fighters[target]
    fighter.injuries[part] = min(MOST, fighter.injuries[part] + 1)
    fighter.injured_count = min(MOST, fighter.injured_count + 1)
    now = fighter.injuries[part]
    log_event(battle, Event.INJURES, attacker, target, part, now, 0)
    if is_destroyed(fighter, part):
        log_destroyed(battle, target, part)
    if is_killed(fighter):
        die(battle, target, attacker)
        return
    lose_sense(battle, target, part)
    lose_use_of_limbs(battle, target)
    kind = kind_of(fighter, part)
    if kind == Part.HEAD:
        hurt_head(battle, target, part)
    elif kind == Part.HEART:
        hurt_heart(battle, target, part)


@njit
def injure(battle, attacker, target, part, count):
    """Injure a part `count` times; if unconscious before, save (D16, D23)."""
    fighter = battle.fighters[target]
    if is_destroyed(fighter, part) or count <= 0:
        return
    was_unconscious = is_unconscious(fighter)
    for _ in range(count):
        if is_gone(fighter) or is_destroyed(fighter, part):
            break
        suffer_injury(battle, attacker, target, part)
    if was_unconscious:
        dying_save(battle, target)


@njit
def begin_injured(battle, actor):
    """Apply the injuries that a fighter has at the start of the battle (D96, RD34)."""
    fighter = battle.fighters[actor]
    fighter.injured_count = 0
    for part in range(num_parts(fighter)):
        injuries = fighter.injuries[part]
        fighter.injured_count = min(MOST, fighter.injured_count + injuries)
        if kind_of(fighter, part) == Part.HEART and injuries > 0:
            fighter.sickened = True
    if is_conscious(fighter):
        become_confused(battle, actor)
    lose_use_of_limbs(battle, actor)
