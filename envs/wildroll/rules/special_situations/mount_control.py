"""Mounts that come into reach of an enemy have to be kept in hand (W106)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import MAX_FIGHTERS, NOBODY
from ....core.maps.hex_grid import hex_distance
from ..common_actions.items import longest_reach
from ..health.bodies import are_enemies, can_act, is_conscious
from ..offensive_actions.attacks import is_within
from .mounts import check_control


@njit
def is_in_reach(battle, mount, foe):
    """Whether a ridden mount is within reach of the melee weapon of an enemy seen (W106, XW1)."""
    fighter, it = battle.fighters[mount], battle.fighters[foe]
    if fighter.rider == NOBODY or not are_enemies(battle, mount, foe) or not can_act(it):
        return False
    if it.hidden:
        return False
    reach = longest_reach(it)
    return is_within(battle, foe, mount, reach) or is_within(battle, foe, fighter.rider, reach)


@njit
def is_reached_by(battle, mount, mover):
    """Whether a ridden mount, or its rider, is within reach of a mover (W106)."""
    rider = battle.fighters[mover].rider
    if rider != NOBODY and is_in_reach(battle, mount, rider):
        return True
    return is_in_reach(battle, mount, mover)


@njit
def is_any_ridden(battle):
    """Whether any fighter is a mount with a rider (W106)."""
    riders = 0
    for actor in range(battle.num_fighters):
        riders += battle.fighters[actor].rider - NOBODY
    return riders != 0


@njit
def reached(battle, mover):
    """Set of the fighters with the mover in reach, and of mounts in its reach (W106).

    Those in whose reach it is have bit i, the mounts in its own reach, or its rider's, bit i + 12.
    """
    mask = 0
    if not is_any_ridden(battle):
        return mask
    for other in range(battle.num_fighters):
        if is_in_reach(battle, mover, other):
            mask |= np.int64(1) << other
        if is_reached_by(battle, other, mover):
            mask |= np.int64(1) << (other + MAX_FIGHTERS)
    return mask


@njit
def check_mounts(battle, mover, before):
    """Mounts that have come into reach of an enemy by this yard have to be controlled (W106)."""
    now = reached(battle, mover) & ~before
    if now & ((np.int64(1) << MAX_FIGHTERS) - 1) != 0:
        check_control(battle, mover)
    for mount in range(battle.num_fighters):
        if (now >> (mount + MAX_FIGHTERS)) & 1 == 1:
            check_control(battle, mount)


@njit
def write_reached(battle, group, before):
    """Write `reached` of each fighter of a set, `[MAX_FIGHTERS]`, before they go a yard (W106)."""
    for mover in range(battle.num_fighters):
        if (group >> mover) & 1 == 1:
            before[mover] = reached(battle, mover)


@njit
def check_all_mounts(battle, group, before):
    """Check the mounts that the yard of a set of fighters brought into reach (W106)."""
    for mover in range(battle.num_fighters):
        if (group >> mover) & 1 == 1:
            check_mounts(battle, mover, before[mover])


@njit
def nearest_enemy(battle, actor):
    """The nearest enemy that is awake, -1 without one."""
    fighter = battle.fighters[actor]
    nearest, fewest = NOBODY, 0
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if are_enemies(battle, actor, other) and is_conscious(it) and not it.hidden:
            steps = hex_distance(fighter.x, fighter.y, it.x, it.y)
            if nearest == NOBODY or steps < fewest:
                nearest, fewest = other, steps
    return nearest
