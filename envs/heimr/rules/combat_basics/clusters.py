"""Combat clusters: fighters who are in melee together (H51, H52, H56, RH38)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
)
from ...tables import NONE
from ..characters.conditions import is_conscious

# --- Members --------------------------------------------------------------------------------------


@njit
def in_cluster(fighter):
    """Whether a fighter is in a cluster (H51)."""
    return fighter.cluster != NONE


@njit
def share_cluster(battle, one, other):
    """Whether two fighters are in one cluster (H51, H131)."""
    cluster = battle.fighters[one].cluster
    return cluster != NONE and cluster == battle.fighters[other].cluster


@njit
def members(battle, cluster):
    """The fighters in a cluster, a bit each (H51)."""
    found = 0
    for actor in range(battle.num_fighters):
        if cluster != NONE and battle.fighters[actor].cluster == cluster:
            found |= 1 << actor
    return found


@njit
def cluster_mates(battle, actor):
    """The other fighters in a fighter's cluster, a bit each (H51, H95)."""
    return members(battle, battle.fighters[actor].cluster) & ~(1 << actor)


@njit
def cluster_size(battle, cluster):
    """Number of characters in a cluster (H56)."""
    count = 0
    for actor in range(battle.num_fighters):
        count += cluster != NONE and battle.fighters[actor].cluster == cluster
    return count


# --- Coming and going (H51, H52, RH38) ------------------------------------------------------------


@njit
def new_cluster(battle):
    """The lowest number that no cluster has."""
    cluster = 0
    while members(battle, cluster) != 0:
        cluster += 1
    return cluster


@njit
def join_clusters(battle, actor, target):
    """A melee attack puts both fighters and their clusters into one (H51, RH38)."""
    if share_cluster(battle, actor, target):
        return
    cluster = battle.fighters[target].cluster
    if cluster == NONE:
        cluster = new_cluster(battle)
        battle.fighters[target].cluster = cluster
    before = battle.fighters[actor].cluster
    for other in range(battle.num_fighters):
        if other == actor or (before != NONE and battle.fighters[other].cluster == before):
            battle.fighters[other].cluster = cluster
    log_event(battle, Event.CLUSTER, actor, target, 0, cluster, 0)


@njit
def has_opponents(battle, cluster):
    """Whether two conscious opponents are in a cluster (RH38)."""
    sides = 0
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if fighter.cluster == cluster and is_conscious(fighter):
            sides |= 1 << battle.side[actor]
    return sides == 3


@njit
def end_cluster_without_opponents(battle, cluster):
    """End a cluster in which no two conscious opponents are left (RH38)."""
    if cluster == NONE or has_opponents(battle, cluster):
        return
    for actor in range(battle.num_fighters):
        if battle.fighters[actor].cluster == cluster:
            battle.fighters[actor].cluster = NONE


@njit
def leave_cluster(battle, actor):
    """Leave the cluster: pushed out, moved away, or unconscious (H52, RH38)."""
    cluster = battle.fighters[actor].cluster
    if cluster == NONE:
        return
    battle.fighters[actor].cluster = NONE
    log_event(battle, Event.LEAVES, actor, NOBODY, 0, 0, 0)
    end_cluster_without_opponents(battle, cluster)
