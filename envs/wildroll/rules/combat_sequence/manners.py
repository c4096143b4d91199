"""How a declared action is done: the weapon, the mount, the side to get down (W83, W86, W88, W94).

A side with full choices is asked where there is more than one way. Without an answer it is the most
accurate weapon, the first mount beside the fighter, the first free side (H18, H25).
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains, set_of
from ....core.compiler.compile import njit
from ....core.engine.battle import has_full_choices
from ....core.maps.hex_grid import HEX_SIDES, hex_neighbour_x, hex_neighbour_y
from ...enums import Act, Verb, Window
from ...state import WEAPON_SLOTS
from ...tables import WEAPON_REACH
from ..common_actions.items import weapon_in
from ..health.bodies import decider
from ..movement.spaces import gap, may_stop_at
from ..rolls.checks import is_slot_of_reach
from ..special_situations.mounts import may_mount_this
from .action_stack import top_frame
from .windows import open_window

BY_WEAPON = set_of(Act.GRAPPLE, Act.OPENING, Act.DISARM)
"""Actions that are done with a melee weapon of one's choice."""
ANY_REACH = int(WEAPON_REACH.max())


@njit
def slots_for(battle, frame):
    """Weapon slots with which an action can be done, a bit each (W83, W88, W94)."""
    fighter = battle.fighters[frame.actor]
    least = gap(battle, frame.actor, frame.target) if frame.act == Act.DISARM else 0
    most = 0 if frame.act == Act.GRAPPLE else ANY_REACH
    slots = 0
    for slot in range(WEAPON_SLOTS):
        slots |= np.int64(is_slot_of_reach(fighter, slot, least, most)) << slot
    return slots


@njit
def mounts_for(battle, actor):
    """The mounts beside a fighter that can carry it, a bit each (W86, W108)."""
    mounts = 0
    for mount in range(battle.num_fighters):
        if mount != actor and may_mount_this(battle, actor, mount):
            mounts |= np.int64(1) << mount
    return mounts


@njit
def sides_to_get_down(battle, actor):
    """Sides on which a rider knows of a free hex, a bit each (W86, XW1)."""
    fighter = battle.fighters[actor]
    sides = 0
    for side in range(HEX_SIDES):
        x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
        sides |= np.int64(may_stop_at(battle, actor, x, y)) << side
    return sides


@njit
def manners_of(battle, frame):
    """The ways to do an action, a bit each: weapon slots, fighters or sides; 0 without a choice."""
    if contains(BY_WEAPON, frame.act):
        return slots_for(battle, frame)
    if frame.act == Act.MOUNT:
        return mounts_for(battle, frame.actor)
    if frame.act == Act.DISMOUNT:
        return sides_to_get_down(battle, frame.actor)
    return 0


@njit
def ask_manner(battle):
    """Ask how the action just declared is done, where there is more than one way."""
    frame = top_frame(battle)
    if not has_full_choices(battle, decider(battle, frame.actor)):
        return
    ways = manners_of(battle, frame)
    if ways & (ways - 1) != 0:
        open_window(battle, frame.actor, Window.MANNER)


@njit
def choose_manner(battle, verb, argument, target):
    """The answer: a weapon slot, a mount or a side (W83, W86, W88, W94)."""
    frame = top_frame(battle)
    if verb == Verb.RIDE:
        frame.target = target
        return
    frame.manner = argument
    if frame.act == Act.GRAPPLE:
        frame.weapon = weapon_in(battle.fighters[frame.actor], argument)
