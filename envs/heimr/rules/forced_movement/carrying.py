"""Forced movement: carrying the wounded, dragging the unwilling (H146, RH57)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Act, Effect, Event
from ...tables import CARRIERS_BOUND, CARRIERS_LEG, CARRIERS_LIMP, CARRIERS_UNWILLING
from ..characters.conditions import (
    can_act,
    has_bound_feet,
    is_climbing,
    is_gone,
    is_held,
    is_immobilised,
    is_leg_injured,
    is_prone,
)
from ..combat_basics.clusters import join_clusters, leave_cluster
from ..combat_basics.initiative import first_from
from ..combat_basics.readied import forget_readied
from ..dice_challenges.situational_penalties import is_in_melee_reach
from ..environment.border_crossing import has_room_for, move_across
from ..grid import border_of, is_walkable
from ..guarding import end_border_guards, end_guard
from ..positions.hiding import is_hidden_from
from .restraint import let_go

# --- Number of carriers (H146) --------------------------------------------------------------------


@njit
def is_limp(fighter):
    """Whether a fighter cannot stand or resist: helpless or dazed (H146)."""
    return not can_act(fighter)


@njit
def is_bound(fighter):
    """Whether a fighter is bound, by a holder or a called Bind (H28, H146)."""
    return is_held(fighter) or fighter.seconds[Effect.BIND] > 0


@njit
def carriers_needed(battle, actor, target):
    """Characters needed to move a fighter, 0: it is not moved (H146)."""
    fighter = battle.fighters[target]
    if is_limp(fighter):
        return CARRIERS_LIMP
    if battle.side[actor] == battle.side[target]:
        return CARRIERS_LEG if is_leg_injured(fighter) else 0
    return CARRIERS_BOUND if is_bound(fighter) else CARRIERS_UNWILLING


# --- Participants (RH57) --------------------------------------------------------------------------


@njit
def can_carry(battle, actor, target):
    """Whether a fighter can help to carry: beside the other, upright, free to go (H146, RH57)."""
    fighter = battle.fighters[actor]
    if actor == target or not is_in_melee_reach(battle, actor, target):
        return False
    if not can_act(fighter) or is_prone(fighter) or is_climbing(fighter):
        return False
    return not is_immobilised(fighter) and not has_bound_feet(fighter)


@njit
def helpers(battle, actor, target):
    """Allies who have readied to carry and can help, a bit each (RH57)."""
    mask = 0
    for other in range(battle.num_fighters):
        is_ally = other != actor and battle.side[other] == battle.side[actor]
        if is_ally and battle.fighters[other].readied == Act.CARRY:
            if can_carry(battle, other, target):
                mask |= 1 << other
    return mask


@njit
def carriers(battle, actor, target):
    """The carriers: the actor and the helpers needed, a holder first (RH44, RH57).

    An empty set if there are too few.
    """
    needed = carriers_needed(battle, actor, target)
    mask, free = np.int64(1) << actor, helpers(battle, actor, target)
    holder = battle.fighters[target].held_by
    count = 1
    while count < needed and free != 0:
        is_holding = holder != NOBODY and (free >> holder) & 1 != 0
        other = holder if is_holding else first_from(battle, free, actor)
        mask |= 1 << other
        free &= ~(1 << other)
        count += 1
    return mask if 0 < needed <= count else 0


@njit
def is_held_by_others(battle, target, mask):
    """Whether someone other than its carriers holds the target (RH44)."""
    holder = battle.fighters[target].held_by
    return holder != NOBODY and (mask >> holder) & 1 == 0


@njit
def may_lift(battle, actor, target):
    """Whether a fighter and its helpers could move one whom it sees (H146, RH44, RH57, XH1)."""
    other = battle.fighters[target]
    if not can_carry(battle, actor, target) or is_gone(other) or is_climbing(other):
        return False
    if is_hidden_from(battle, target, actor):
        return False
    mask = carriers(battle, actor, target)
    return mask != 0 and not is_held_by_others(battle, target, mask)


@njit
def is_kept_back(battle, mask, direction):
    """Whether a Stumble keeps any carrier from going in a direction (H64)."""
    for other in range(battle.num_fighters):
        if (mask >> other) & 1 != 0 and battle.fighters[other].stumble_side == direction:
            return True
    return False


@njit
def may_carry(battle, actor, target, direction):
    """Whether a fighter and its helpers may move another across a border (H146, RH57).

    The border must have no CR, and its limit must let all of them cross.
    """
    fighter = battle.fighters[actor]
    if not may_lift(battle, actor, target):
        return False
    if is_kept_back(battle, carriers(battle, actor, target), direction):
        return False
    location = fighter.location
    if not is_walkable(battle, location, fighter.height, direction):
        return False
    if battle.borders[border_of(location, direction)].challenge > 0:
        return False
    going = carriers_needed(battle, actor, target) + 1
    return has_room_for(battle, location, direction, going)


# --- Going (RH44, RH57) ---------------------------------------------------------------------------


@njit
def leave_with_carriers(battle, actor, target):
    """Leave the cluster, the guard and any other hold (H52, RH44)."""
    leave_cluster(battle, actor)
    end_guard(battle, actor)
    if battle.fighters[actor].holds != target:
        let_go(battle, actor)


@njit
def carry(battle, frame):
    """All carriers and the carried cross one border; the helpers' readied actions end (RH57).

    They go in the order of the round, the actor first.
    """
    actor, target = frame.actor, frame.target
    direction, here = frame.argument, battle.fighters[actor].location
    mask = carriers(battle, actor, target)
    going = mask | (1 << target)
    while going != 0:
        other = first_from(battle, going, actor)
        going &= ~(1 << other)
        frame.reached = frame.reached | (1 << other)
        leave_with_carriers(battle, other, target)
        move_across(battle, other, direction, Act.CARRY)
        if other != actor and other != target:
            forget_readied(battle.fighters[other])
    end_border_guards(battle, actor, here, direction)
    log_event(battle, Event.CARRIES, actor, target, direction, 0, 0)
    holder = battle.fighters[target].held_by
    if holder != NOBODY:
        join_clusters(battle, holder, target)
