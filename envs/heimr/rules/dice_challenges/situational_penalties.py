"""Situational penalties of attacks and defences (H17, H54, H56, H81, H117, H121, H127, H136, H147).

Each is a number by which consistency falls; a negative one raises it. For concealment see
`concealment.py`, for blind spots `blind_spots.py`.
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Defence
from ...tables import (
    AIM_PENALTY,
    CLIMBING_PENALTY,
    DIFFICULT_PENALTY,
    DISTANCE_DIVISOR,
    DODGE_BONUS,
    HEIGHT_PENALTY,
    MELEE_HEIGHT,
    NONE,
    ONGOING_PENALTY,
    PRONE_PENALTY,
    PRONE_TARGET_PENALTY,
    REPEATED_PENALTY,
)
from ..characters.conditions import is_climbing, is_on_field, is_prone
from ..combat_basics.clusters import cluster_size
from ..grid import distance_between

# --- Position (H127, H136, H147, RH11) ------------------------------------------------------------


@njit
def position_penalty(fighter):
    """Penalty on attacks and defences of a prone or climbing fighter (H127, H136, RH11)."""
    penalty = 0
    if is_prone(fighter):
        penalty += PRONE_PENALTY
    if is_climbing(fighter):
        penalty += CLIMBING_PENALTY
    return penalty


@njit
def terrain_penalty(battle, fighter):
    """Penalty of difficult terrain, on melee attacks, parries and dodges (H147)."""
    if is_on_field(fighter) and battle.locations[fighter.location].difficult:
        return DIFFICULT_PENALTY
    return 0


# --- Attacks (H54, H56, H117, H127, H151) ---------------------------------------------------------


@njit
def aim_penalty(aim):
    """Penalty of aiming at a body part or an item (H117, RH16)."""
    return AIM_PENALTY if aim != NONE else 0


@njit
def height_penalty(rise):
    """Penalty of a melee attack upwards, bonus downwards (H151)."""
    if rise > 0:
        return HEIGHT_PENALTY
    return -HEIGHT_PENALTY if rise < 0 else 0


@njit
def is_height_in_reach(height, other):
    """Whether melee reaches from one height to another: one up or down (H151)."""
    return abs(other - height) <= MELEE_HEIGHT


@njit
def is_in_melee_reach(battle, actor, target):
    """Whether two fighters are in melee reach: one square, one height apart (H50, H151)."""
    one, other = battle.fighters[actor], battle.fighters[target]
    if one.location != other.location or one.location == NONE:
        return False
    return is_height_in_reach(one.height, other.height)


@njit
def distance_penalty(distance):
    """Penalty of a shot into another square: half the distance, rounded down (H54)."""
    return distance // DISTANCE_DIVISOR


@njit
def cluster_penalty(battle, target, link):
    """Penalty of a shot into a cluster: its size, less 1 for each dodge (H56, H57)."""
    size = cluster_size(battle, battle.fighters[target].cluster)
    return max(0, size - link)


@njit
def melee_attack_penalty(battle, actor, target, aim):
    """Penalty of a melee attack (H117, H127, H136, H147, H151)."""
    fighter = battle.fighters[actor]
    rise = battle.fighters[target].height - fighter.height
    total = position_penalty(fighter) + terrain_penalty(battle, fighter)
    return total + height_penalty(rise) + aim_penalty(aim)


@njit
def ranged_attack_penalty(battle, actor, target, aim, link):
    """Penalty of a ranged attack, all added up (H54, H56, H57, H117, H127, H136, RH48)."""
    fighter, other = battle.fighters[actor], battle.fighters[target]
    total = position_penalty(fighter) + aim_penalty(aim) + cluster_penalty(battle, target, link)
    if fighter.location != other.location:
        total += distance_penalty(distance_between(battle, actor, target))
    if is_prone(other):
        total += PRONE_TARGET_PENALTY
    return total


# --- Defences (H81, H96, H121, H127, H136, H147, RH60) --------------------------------------------


@njit
def repeated_penalty(times):
    """Penalty of a dodge or block after earlier ones (H121)."""
    return REPEATED_PENALTY * times


@njit
def use_penalty(fighter, defence):
    """Penalty of earlier defences of this kind since the last turn; parries have none (H121)."""
    if defence == Defence.DODGE:
        return repeated_penalty(fighter.dodges)
    if defence == Defence.BLOCK:
        return repeated_penalty(fighter.blocks)
    return 0


@njit
def stance_penalty(battle, fighter, defence):
    """Penalty of a defence by position, terrain, ongoing action (H81, H127, H136, H147, RH39)."""
    penalty = position_penalty(fighter)
    if fighter.ongoing:
        penalty += ONGOING_PENALTY
    if defence != Defence.BLOCK:
        penalty += terrain_penalty(battle, fighter)
    return penalty


@njit
def defence_penalty(battle, fighter, defence):
    """Penalty of a defence: position, and earlier defences of its kind (H121)."""
    return stance_penalty(battle, fighter, defence) + use_penalty(fighter, defence)


@njit
def dodge_bonus(fighter, is_ranged):
    """Potential that the Dodge action adds to dodges of ranged attacks (H96, RH60)."""
    return DODGE_BONUS if fighter.dodge_ready and is_ranged else 0
