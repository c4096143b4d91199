"""Swimming and climbing in a fight, sinking, currents (W68, W105, H22, H24)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from ...enums import (
    Attribute,
    Event,
    Posture,
    Skill,
    Specialisation,
    Water,
)
from ...tables import GM_TN
from ..flanking.lines import be_seen, find_hidden
from ..health.bodies import animal_of, can_act, is_aquatic, is_dead, is_laid_low, is_mounted
from ..positioning_actions.posture import fall_prone
from ..rolls.checks import ordinary_check, skill_modifier
from ..special_situations.mount_control import check_mounts, reached
from ..special_situations.mounts import throw_off
from .spaces import has_room, put_into
from .terrain import is_climbing, is_swimming, is_walkable, water_at

# --- Keeping one's hold (W105, RW35) --------------------------------------------------------------


@njit
def climbing_modifier(fighter):
    """Strength, Athletics and Climbing (W105)."""
    return skill_modifier(fighter, Attribute.STRENGTH, Skill.ATHLETICS, Specialisation.CLIMBING)


@njit
def swimming_modifier(fighter):
    """Strength, Athletics and Swimming (W105)."""
    return skill_modifier(fighter, Attribute.STRENGTH, Skill.ATHLETICS, Specialisation.SWIMMING)


@njit
def must_swim(battle, actor):
    """Whether a fighter has to keep itself above water; the aquatic need not (W104, W105)."""
    return is_swimming(battle, actor) and not is_aquatic(battle.fighters[actor])


@njit
def holds_on(battle, actor, modifier, penalty):
    """Whether a check keeps a fighter from falling or sinking; the helpless do not try (W105)."""
    if not can_act(battle.fighters[actor]):
        return False
    return ordinary_check(battle, actor, modifier - penalty, GM_TN) >= 0


@njit
def keep_hold(battle, actor, penalty):
    """A swimmer or climber keeps its hold, or sinks or falls; True: it holds (W105, RW35)."""
    fighter = battle.fighters[actor]
    if must_swim(battle, actor):
        if not holds_on(battle, actor, swimming_modifier(fighter), penalty):
            sink(battle, actor)
            return False
    elif is_climbing(battle, actor):
        if not holds_on(battle, actor, climbing_modifier(fighter), penalty):
            climb_fall(battle, actor)
            return False
    return True


@njit
def sink(battle, actor):
    """Sink to the ground of the water; the rider is left to itself (W105, H24, H33)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.SINKS, actor, NOBODY, 0, 0, 0)
    if fighter.rider != NOBODY:
        throw_off(battle, fighter.rider)
    fighter.underwater = True
    if is_laid_low(fighter):
        fall_prone(battle, actor)


@njit
def climb_fall(battle, actor):
    """A fighter falls off a cliff or into a pit, and lies at its foot unhurt (W105, H22)."""
    log_event(battle, Event.CLIMB_FALLS, actor, NOBODY, 0, 0, 0)
    fall_prone(battle, actor)


# --- Coming up (W105, H24) ------------------------------------------------------------------------


@njit
def may_surface(battle, actor):
    """Whether a fighter is under deep water (W105)."""
    fighter = battle.fighters[actor]
    return fighter.underwater and water_at(battle, fighter.x, fighter.y) == Water.DEEP


@njit
def surface(battle, actor):
    """Swim up by a check, or stay below; a swimmer neither lies nor crouches (W105)."""
    fighter = battle.fighters[actor]
    if ordinary_check(battle, actor, swimming_modifier(fighter), GM_TN) >= 0:
        fighter.underwater = False
        fighter.posture = Posture.STANDING
        log_event(battle, Event.SURFACES, actor, NOBODY, 0, 0, 0)


# --- Currents (W68, H24) --------------------------------------------------------------------------


@njit
def who_drifts(battle, actor):
    """The fighter whom a current carries: the swimmer, or the animal ridden (H24)."""
    if is_mounted(battle.fighters[actor]):
        return animal_of(battle, actor)
    return actor


@njit
def may_drift_to(battle, actor, x, y):
    """Whether a current carries a fighter on into a hex: more deep water, and free (H21, H24).

    A hidden fighter is in the way as well.
    """
    if not is_walkable(battle, x, y) or water_at(battle, x, y) != Water.DEEP:
        return False
    return has_room(battle, actor, x, y)


@njit
def drift(battle, actor):
    """The current carries a swimmer at the end of its turn, as far as it is free (W68, H24)."""
    mover = who_drifts(battle, actor)
    if mover == NOBODY or is_dead(battle.fighters[mover]) or not is_swimming(battle, mover):
        return
    fighter = battle.fighters[mover]
    yards = 0
    side = battle.current_side
    before = reached(battle, mover)
    while yards < battle.current_yards:
        x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
        if not may_drift_to(battle, mover, x, y):
            break
        put_into(battle, mover, x, y)
        be_seen(battle, mover)
        yards += 1
    if yards > 0:
        fighter.run = 0
        log_event(battle, Event.DRIFTS, mover, NOBODY, 0, yards, 0)
        find_hidden(battle)
        check_mounts(battle, mover, before)
