"""Ranged attacks: range, missiles, the chain through a cluster (H53 to H59, RH29, RH48, TH5)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Outcome, Step
from ...tables import IS_THROWN, NEEDS_AMMUNITION, NONE, WEAPON_RANGE
from ..combat_actions.action_stack import go_to
from ..grid import FAR, distance, floor_of
from ..modules.armoury import is_shooting_hand, put_on_ground
from ..positions.hiding import is_hidden_from
from .clusters import members
from .initiative import first_from

# --- Reach (H53, H55, RH48) -----------------------------------------------------------------------


@njit
def distance_to_place(battle, actor, place):
    """Distance from a fighter to the ground of a location (H55, RH48)."""
    one = battle.fighters[actor]
    height = floor_of(battle, place)
    return distance(battle, one.location, one.height, place, height)


@njit
def distance_to_target(battle, actor, target, place):
    """Distance to a target where the attacker sees or believes it to be (H55, RH50).

    The height of a fighter who hides is not known, so that it counts as on the ground (XH1).
    """
    other = battle.fighters[target]
    if other.location != place or is_hidden_from(battle, target, actor):
        return distance_to_place(battle, actor, place)
    one = battle.fighters[actor]
    here, height = one.location, one.height
    return distance(battle, here, height, place, other.height)


@njit
def may_shoot_at(battle, actor, target, place, hand):
    """Whether a shot or throw reaches: weapon ready, within its range (H53, RH29, RH48).

    `place` is where the target is, as far as the attacker knows.
    """
    fighter = battle.fighters[actor]
    if not is_shooting_hand(fighter, hand):
        return False
    far = distance_to_target(battle, actor, target, place)
    return far < FAR and far <= WEAPON_RANGE[fighter.held[hand]]


# --- Missiles (H167, RH29) ------------------------------------------------------------------------


@njit
def use_missile(battle, frame, place):
    """A shot uses up the missile; a thrown weapon lands at the place aimed at (RH29)."""
    fighter = battle.fighters[frame.actor]
    weapon = frame.weapon
    if NEEDS_AMMUNITION[weapon]:
        fighter.missile = False
    elif IS_THROWN[weapon]:
        fighter.held[frame.hand] = NONE
        put_on_ground(battle, weapon, place)


# --- The chain (H57 to H59, RH45, RH48, TH5) ------------------------------------------------------


@njit
def can_raise_fatigue(frame):
    """Whether an attack roll can raise the fatigue: only the first of a chain (H59)."""
    return frame.link == 0


@njit
def mark_reached(frame, target):
    """The shot has met a fighter and does not return to it (H57)."""
    frame.reached = frame.reached | (1 << target)


@njit
def next_in_cluster(battle, frame):
    """The next target of a dodged shot: initiative order from the first one (H57, H58, RH48).

    Friend or foe, but not the shooter; -1 if all have dodged.
    """
    cluster = battle.fighters[frame.first_target].cluster
    others = members(battle, cluster) & ~frame.reached & ~(1 << frame.actor)
    return first_from(battle, others, frame.first_target)


@njit
def threatens_guarded(frame):
    """Whether a shot that the guard has dodged goes on to the original target (H140, RH45)."""
    return (
        frame.outcome == Outcome.DODGED
        and frame.target != frame.first_target
        and (frame.link == 0 and frame.guard == frame.target)
    )


@njit
def redirect_to_guarded(frame):
    """The same roll now threatens the guarded fighter (H140, RH45)."""
    frame.target = frame.first_target
    frame.stays = True
    go_to(frame, Step.DEFENDED)


@njit
def continue_in_cluster(battle, frame):
    """A dodged shot at a cluster goes on to the next member; whether it does (H57, TH5)."""
    if frame.outcome != Outcome.DODGED:
        return False
    target = next_in_cluster(battle, frame)
    if target == NONE:
        return False
    frame.target = target
    frame.link += 1
    frame.stays = False
    go_to(frame, Step.DEFENDED)
    return True
