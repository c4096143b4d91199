"""Falling, jumping down and landing (H92, H152, H153, RH53)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Ability, Act, Event, Step
from ...state import (
    ON_NOTHING,
)
from ...tables import FALL_CR_BASE, FALL_CR_FACTOR, JUMP_CR_FACTOR
from ..characters.conditions import (
    can_act,
    is_climbing,
    is_felled,
    is_held,
    is_helpless,
    is_immobilised,
    is_on_field,
    is_prone,
)
from ..combat_basics.clusters import cluster_mates, leave_cluster
from ..defence.current_defence import review_defence
from ..dice_challenges.checks import passes, roll_ability
from ..dice_challenges.situational_penalties import is_in_melee_reach
from ..effects import fall_prone
from ..environment.border_crossing import ask_reroll
from ..forced_movement.restraint import let_go
from ..grid import floor_of, is_walkable_height
from ..health.health import suffer_fall
from .action_stack import go_to

# --- Requirements (H153) --------------------------------------------------------------------------


@njit
def jump_cr(height):
    """CR of a jump down: twice the height (H153)."""
    return JUMP_CR_FACTOR * height


@njit
def fall_cr(height):
    """CR of a fall: 2, and twice the height (H153)."""
    return FALL_CR_BASE + FALL_CR_FACTOR * height


@njit
def is_fall(act):
    """Whether an action that ends in a descent was a fall, and no jump (H152, H153, RH53)."""
    return act == Act.CLIMB or act == Act.HOLD_ON


# --- Jumping down (H92) ---------------------------------------------------------------------------


@njit
def may_jump_down(battle, actor):
    """Whether a fighter is above the ground of its location, and free to jump (H28, H92)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter) or not is_on_field(fighter) or is_immobilised(fighter):
        return False
    if is_prone(fighter) and not is_climbing(fighter):
        return False
    return fighter.height > floor_of(battle, fighter.location)


@njit
def jump_down(battle, frame):
    """Jump from higher to lower in the same location (H92, H153)."""
    fighter = battle.fighters[frame.actor]
    ground = floor_of(battle, fighter.location)
    come_down(battle, frame, fighter.height - ground)


# --- Out of a cluster by height (H52, HH44) -------------------------------------------------------


@njit
def leave_cluster_out_of_reach(battle, actor):
    """Leave the cluster when no other member is within reach any more (H52, HH44)."""
    mates = cluster_mates(battle, actor)
    for other in range(battle.num_fighters):
        if (mates >> other) & 1 != 0 and is_in_melee_reach(battle, actor, other):
            return
    leave_cluster(battle, actor)


# --- Coming down (H152, H153, RH53) ---------------------------------------------------------------


@njit
def come_down(battle, frame, height):
    """Fall or jump from a height above the ground of the location (H152, H153).

    Every hold ends: the other one stays above (RH44).
    """
    actor = frame.actor
    fighter = battle.fighters[actor]
    let_go(battle, actor)
    if is_held(fighter):
        let_go(battle, fighter.held_by)
    fighter.height = floor_of(battle, fighter.location)
    fighter.climbs_on = ON_NOTHING
    leave_cluster_out_of_reach(battle, actor)
    frame.height = height
    if is_fall(frame.act):
        log_event(battle, Event.CLIMB_FALLS, frame.actor, NOBODY, 0, height, 0)
    go_to(frame, Step.LANDING)


@njit
def check_landing(battle, frame):
    """The Agility check of a fall or jump from 2 or more; the helpless fail it (H153, RH53)."""
    actor, height = frame.actor, frame.height
    go_to(frame, Step.LANDED)
    frame.passed = is_walkable_height(height)
    if frame.passed or is_helpless(battle.fighters[actor]):
        return
    frame.challenge = fall_cr(height) if is_fall(frame.act) else jump_cr(height)
    roll_ability(battle, actor, Ability.AGILITY, 0, 0, True)
    frame.passed = passes(battle, frame.challenge)
    ask_reroll(battle, frame)


@njit
def resolve_landing(battle, frame):
    """A failed check hurts; a fall from 2 or more leaves the fighter prone (H153, RH53).

    So does any way down if a Fall lasts or a leg is injured (HH50).
    """
    actor, height = frame.actor, frame.height
    log_event(battle, Event.LANDS, actor, NOBODY, frame.passed, height, 0)
    if not frame.passed:
        suffer_fall(battle, actor, height)
    is_deep = is_fall(frame.act) and not is_walkable_height(height)
    if is_deep or is_felled(battle.fighters[actor]):
        fall_prone(battle, actor)
    review_defence(battle, actor)
    go_to(frame, Step.OVER)
