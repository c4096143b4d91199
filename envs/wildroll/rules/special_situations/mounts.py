"""Riders and their mounts: getting on and off, control, advantages (W86, W106, W108, H25)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.hex_grid import HEX_SIDES, hex_distance, hex_neighbour_x, hex_neighbour_y
from ...enums import (
    Attribute,
    Event,
    Posture,
    Skill,
    Specialisation,
)
from ...tables import CALM_BONUS_MOST, CALM_ENEMY_YARDS, IS_MOUNT, MOUNTED_BONUS, RACE_RIDING
from ..health.bodies import (
    animal_of,
    are_enemies,
    can_act,
    is_animal,
    is_conscious,
    is_dead,
    is_mounted,
    is_prone,
    size_of,
)
from ..movement.spaces import has_room, is_adjacent, may_stop_at, put_into
from ..movement.terrain import can_tread
from ..positioning_actions.posture import fall_prone
from ..rolls.checks import ordinary_check, skill_modifier

NO_SIDE = -1

# --- Advantages of riding (W106) ------------------------------------------------------------------


@njit
def size_ridden(battle, actor):
    """Size of the fighter's mount (W106)."""
    return size_of(battle.fighters[battle.fighters[actor].mount])


@njit
def mounted_bonus(battle, actor, other):
    """Bonus to melee attacks and Melee Defense against those lower than one's mount (W106).

    Lower is who is smaller than the mount, unless it rides one at least as large.
    """
    if not is_mounted(battle.fighters[actor]):
        return 0
    size = size_ridden(battle, actor)
    if size_of(battle.fighters[other]) >= size:
        return 0
    if is_mounted(battle.fighters[other]) and size_ridden(battle, other) >= size:
        return 0
    return MOUNTED_BONUS


# --- Getting on (W86, W108) -----------------------------------------------------------------------


@njit
def can_carry(battle, mount, actor):
    """Whether a creature can carry a fighter: a mount of its side, awake, large enough (W108)."""
    fighter = battle.fighters[mount]
    if not IS_MOUNT[fighter.race] or fighter.rider != NOBODY or are_enemies(battle, mount, actor):
        return False
    if not is_conscious(fighter) or fighter.underwater:
        return False
    return size_of(fighter) >= size_of(battle.fighters[actor])


@njit
def mount_for(battle, actor):
    """The first mount beside a fighter that can carry it, -1 if there is none (W86, W108)."""
    for mount in range(battle.num_fighters):
        if mount != actor and may_mount_this(battle, actor, mount):
            return mount
    return NOBODY


@njit
def may_mount(battle, actor):
    """Whether a fighter on foot has a mount beside it, and is none that is ridden (W86, W108).

    Not from the ground, as a rider sits upright (W82). Whether it grapples is asked where the
    action is declared.
    """
    fighter = battle.fighters[actor]
    if is_mounted(fighter) or fighter.rider != NOBODY or fighter.underwater:
        return False
    if is_prone(fighter):
        return False
    return mount_for(battle, actor) != NOBODY


@njit
def may_mount_this(battle, actor, mount):
    """Whether a mount is beside a fighter and can carry it (W86, W108)."""
    if mount == NOBODY or not can_carry(battle, mount, actor):
        return False
    return is_adjacent(battle, actor, mount)


@njit
def mount_up(battle, actor, chosen):
    """Climb onto the mount: the rider shares its hex, and sits upright (W86, W106)."""
    fighter = battle.fighters[actor]
    number = np.int64(chosen)
    if not may_mount_this(battle, actor, number):
        number = np.int64(mount_for(battle, actor))
    mount = battle.fighters[number]
    fighter.mount = number
    mount.rider = actor
    put_into(battle, actor, mount.x, mount.y)
    fighter.posture = Posture.STANDING
    log_event(battle, Event.MOUNTS, actor, number, 0, 0, 0)


# --- Getting off (W86, H25) -----------------------------------------------------------------------


@njit
def may_dismount(battle, actor):
    """Whether a rider knows of a free hex to step into (W86, XW1)."""
    fighter = battle.fighters[actor]
    if not is_mounted(fighter):
        return False
    for side in range(HEX_SIDES):
        x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
        if may_stop_at(battle, actor, x, y):
            return True
    return False


@njit
def has_room_on(battle, actor, side):
    """Whether a rider has room on a side; a hidden fighter is in the way as well (H25)."""
    fighter = battle.fighters[actor]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    return can_tread(battle, actor, x, y) and has_room(battle, actor, x, y)


@njit
def side_with_room(battle, actor):
    """The first side with room for a rider, clockwise from north-east, -1 none (H25)."""
    for side in range(HEX_SIDES):
        if has_room_on(battle, actor, side):
            return side
    return -1


@njit
def dismount(battle, actor, chosen):
    """A fighter rides no more and is beside its mount; without a free hex it is below it (W86)."""
    fighter = battle.fighters[actor]
    side = np.int64(chosen)
    if side == NO_SIDE or not has_room_on(battle, actor, side):
        side = np.int64(side_with_room(battle, actor))
    number = fighter.mount
    battle.fighters[number].rider = NOBODY
    fighter.mount = NOBODY
    if side >= 0:
        x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
        put_into(battle, actor, x, y)
    log_event(battle, Event.DISMOUNTS, actor, number, 0, 0, 0)


@njit
def throw_off(battle, actor):
    """A rider falls beside its mount, and lies there unless it is in deep water (H25)."""
    dismount(battle, actor, NO_SIDE)
    fall_prone(battle, actor)


@njit
def part(battle, actor):
    """A rider who cannot ride falls off, as does one whose animal cannot carry (H25)."""
    fighter = battle.fighters[actor]
    if is_mounted(fighter):
        throw_off(battle, actor)
    if fighter.rider != NOBODY:
        throw_off(battle, fighter.rider)


# --- Control (W106, H25, RW35) --------------------------------------------------------------------


@njit
def riding_modifier(fighter):
    """Persona, Nature and Riding (W106)."""
    return skill_modifier(fighter, Attribute.PERSONA, Skill.NATURE, Specialisation.RIDING)


@njit
def is_to_be_controlled(battle, mount):
    """Whether a mount may be lost control of: an animal, ridden, untrained, not yet lost (W106)."""
    fighter = battle.fighters[mount]
    if fighter.rider == NOBODY or not is_animal(fighter):
        return False
    return not fighter.is_trained and not fighter.uncontrolled


@njit
def check_control(battle, mount):
    """The rider of an untrained mount keeps control of it, or loses it (W106).

    A helpless rider loses it without a check.
    """
    if not is_to_be_controlled(battle, mount):
        return
    fighter = battle.fighters[mount]
    actor = fighter.rider
    rider = battle.fighters[actor]
    number = RACE_RIDING[fighter.race]
    if can_act(rider) and ordinary_check(battle, actor, riding_modifier(rider), number) >= 0:
        return
    fighter.uncontrolled = True
    log_event(battle, Event.UNCONTROLLED, mount, actor, 0, 0, 0)


@njit
def may_calm(battle, actor):
    """Whether a fighter rides an animal that is out of control (W106)."""
    mount = animal_of(battle, actor)
    return mount != NOBODY and battle.fighters[mount].uncontrolled


@njit
def enemies_near(battle, actor):
    """How many living enemies are seen within 30 feet (W106, XW1)."""
    fighter = battle.fighters[actor]
    count = 0
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if are_enemies(battle, actor, other) and not is_dead(it) and not it.hidden:
            count += hex_distance(fighter.x, fighter.y, it.x, it.y) <= CALM_ENEMY_YARDS
    return count


@njit
def calm(battle, actor):
    """Try to regain control: harder by enemies near, easier by each try just before (W106)."""
    rider = battle.fighters[actor]
    mount = battle.fighters[rider.mount]
    bonus = min(CALM_BONUS_MOST, rider.calming)
    modifier = riding_modifier(rider) + bonus - enemies_near(battle, actor)
    if ordinary_check(battle, actor, modifier, RACE_RIDING[mount.race]) < 0:
        rider.calming = min(CALM_BONUS_MOST, rider.calming + 1)
        return
    rider.calming = 0
    mount.uncontrolled = False
    log_event(battle, Event.CALMED, rider.mount, actor, 0, 0, 0)
