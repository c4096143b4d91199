"""Move, Charge and Run, and the steps of every movement (H87, H89, H90, TH3, QH14).

`movement_step` carries out one step of a movement, from the guard of a border to the landing. The
argument of a movement is its Direction; `charges.py` and `climbs.py` say what theirs are.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import CROSSING_STEPS, Act, Event, Outcome, Step
from ...tables import CANNOT_RUN, NONE
from ..attacks.weapon_attack import is_target
from ..characters.conditions import (
    can_act,
    has_bound_feet,
    is_climbing,
    is_immobilised,
    is_on_field,
    is_prone,
)
from ..combat_basics.chase import run_off_field
from ..combat_basics.clusters import in_cluster, leave_cluster
from ..combat_basics.readied import ask_readied
from ..dice_challenges.situational_penalties import is_height_in_reach
from ..environment.border_crossing import can_get_over, cross, fail_to_cross, meet_challenge
from ..forced_movement.carrying import carry, may_carry
from ..forced_movement.restraint import let_go
from ..grid import (
    border_of,
    direction_to,
    floor_of,
    has_room_to_cross,
    is_walkable,
    leads_off,
    neighbour,
)
from ..guarding import (
    ask_guarded,
    ask_intercept,
    border_guard,
    end_border_guards,
    end_slip,
    far_guard,
    intercept,
    place_guard,
    redirect,
    slip_past,
)
from ..positions.hiding import is_hidden_from
from .action_stack import go_to, top_frame
from .charges import charge_direction, end_charge, end_guards_passed, may_end_charge
from .climbs import may_climb, resolve_climb, resolve_hold_on, roll_climb
from .falls import check_landing, come_down, jump_down, may_jump_down, resolve_landing
from .upcoming_actions import can_crawl

# --- Walking (H28, H64, H89, H127, RH44) ----------------------------------------------------------


@njit
def can_walk(fighter):
    """Whether a fighter can walk: able to act, upright, neither bound nor climbing (H28)."""
    if not can_act(fighter) or not is_on_field(fighter) or is_prone(fighter):
        return False
    return not (is_immobilised(fighter) or has_bound_feet(fighter) or is_climbing(fighter))


@njit
def may_cross(battle, actor, direction):
    """Whether a fighter can cross a border, by a challenge or a jump if need be (H89, H148, H152).

    A stumbling fighter cannot go towards the side that its Stumble blocks (H64).
    """
    fighter = battle.fighters[actor]
    if not can_walk(fighter) or direction == fighter.stumble_side:
        return False
    location = fighter.location
    if not can_get_over(battle, location, fighter.height, direction):
        return False
    return has_room_to_cross(battle, border_of(location, direction))


@njit
def may_cross_freely(battle, actor, direction):
    """Whether a fighter can cross a border without a CR or a jump (H87, H90, H149, RH54)."""
    if not may_cross(battle, actor, direction):
        return False
    fighter = battle.fighters[actor]
    location = fighter.location
    if not is_walkable(battle, location, fighter.height, direction):
        return False
    return battle.borders[border_of(location, direction)].challenge == 0


# --- Move, Run, Charge (H87, H89, H90, RH54, RH55) ------------------------------------------------


@njit
def may_move(battle, actor, direction):
    """Whether a fighter may Move to the next location, whatever CR it takes (H89)."""
    return may_cross(battle, actor, direction)


@njit
def may_leave_cluster(battle, actor):
    """Whether a fighter may Move out of its cluster within the location (H52, H89)."""
    fighter = battle.fighters[actor]
    return in_cluster(fighter) and can_walk(fighter)


@njit
def may_flee(battle, actor, direction):
    """Whether a fighter may Run off through an exit: not caught without a breather (RH55, HH45)."""
    fighter = battle.fighters[actor]
    if fighter.caught or not can_walk(fighter) or direction == fighter.stumble_side:
        return False
    location = fighter.location
    return leads_off(battle, location, direction) and fighter.height == floor_of(battle, location)


@njit
def may_run(battle, actor, direction):
    """Whether a fighter may Run: not across a CR; off the field through an exit (H90, RH55)."""
    if CANNOT_RUN[battle.fighters[actor].race]:
        return False
    return may_cross_freely(battle, actor, direction) or may_flee(battle, actor, direction)


@njit
def charge_ends_in_reach(battle, actor, target, direction):
    """Whether a charge ends at a height from which melee reaches its target (H87, H151).

    A charger who does not see the target assumes so.
    """
    if is_hidden_from(battle, target, actor):
        return True
    place = neighbour(battle, battle.fighters[actor].location, direction)
    return is_height_in_reach(floor_of(battle, place), battle.fighters[target].height)


@njit
def can_charge(battle, actor, target):
    """Whether a fighter can reach a neighbouring opponent by a charge (H87, H90, RH54).

    It cannot charge an opponent who has run away from the charger's location (H90).
    """
    if not is_target(battle, actor, target):
        return False
    direction = charge_direction(battle, actor, target)
    if direction == NONE or not may_cross_freely(battle, actor, direction):
        return False
    if battle.fighters[target].ran_from == battle.fighters[actor].location:
        return False
    return charge_ends_in_reach(battle, actor, target, direction)


@njit
def may_charge(battle, actor, target, argument):
    """Whether a fighter may charge an opponent (H87, H90, RH54).

    Args:
        battle: the record.
        actor: the fighter who charges.
        target: the fighter to attack.
        argument: Hand of the weapon, CHARGE_HIT, CHARGE_BIND.
    """
    if not can_charge(battle, actor, target):
        return False
    return may_end_charge(battle, actor, target, argument)


# --- The movement under way -----------------------------------------------------------------------


@njit
def direction_of(battle, frame):
    """The direction of a movement across a border (H7, H87)."""
    if frame.act == Act.CHARGE:
        return charge_direction(battle, frame.actor, frame.target)
    return frame.argument


@njit
def is_movement_possible(battle, frame):
    """Whether a readied, upcoming or delayed movement can still be made (H48, RH36)."""
    actor, target = frame.actor, frame.target
    act, argument = frame.act, frame.argument
    if act == Act.MOVE:
        return may_move(battle, actor, argument)
    if act == Act.CHARGE:
        return may_charge(battle, actor, target, argument)
    if act == Act.RUN:
        return may_run(battle, actor, argument)
    if act == Act.CRAWL:
        return can_crawl(battle, actor, argument)
    if act == Act.CARRY:
        return may_carry(battle, actor, target, argument)
    if act == Act.CLIMB:
        return may_climb(battle, actor, argument)
    if act == Act.JUMP_DOWN:
        return may_jump_down(battle, actor)
    return may_leave_cluster(battle, actor)


@njit
def fail_movement(battle, frame):
    """Fail a movement that has become impossible; its action is used up."""
    log_event(battle, Event.FAILS, frame.actor, frame.target, frame.act, 0, 0)
    frame.outcome = Outcome.FAILED
    go_to(frame, Step.OVER)


# --- Guards (H143, H145, RH46, RH47, QH13) --------------------------------------------------------


@njit
def begin_movement(battle, frame):
    """Begin a movement: within the location at once, else past the border's guard (H143)."""
    actor = frame.actor
    if not is_movement_possible(battle, frame):
        fail_movement(battle, frame)
    elif frame.act == Act.LEAVE_CLUSTER:
        let_go(battle, actor)
        leave_cluster(battle, actor)
        go_to(frame, Step.OVER)
    elif frame.act == Act.JUMP_DOWN:
        jump_down(battle, frame)
    elif frame.act == Act.CLIMB:
        go_to(frame, Step.CHALLENGE)
    else:
        other = border_guard(battle, actor, direction_of(battle, frame))
        if other != NOBODY and ask_intercept(battle, other):
            return
        go_to(frame, Step.CHALLENGE if other == NOBODY else Step.BORDER_SLIPPED)
        if other != NOBODY:
            ask_guarded(battle, other)


@njit
def has_crossed(battle, frame):
    """Whether a charge has crossed the border and meets the guard beyond it (H143, RH46)."""
    return battle.fighters[frame.actor].location != frame.from_location


@njit
def meet_border_guard(battle, frame):
    """The guard stops the mover; a charge beyond the border attacks the guard (RH46).

    Another movement ends beside the guard of the location that it has entered (HH47).
    """
    if not has_crossed(battle, frame):
        intercept(battle, frame)
        frame.outcome = Outcome.FAILED
        go_to(frame, Step.OVER)
        return
    if frame.act == Act.CHARGE:
        redirect(battle, frame)
    else:
        intercept(battle, frame)
    go_to(frame, Step.ARRIVED)


@njit
def pass_border_guard(battle, frame):
    """Stopped by the border's guard, or past it unless its attack hits (H145, RH47)."""
    if not frame.slips:
        meet_border_guard(battle, frame)
    elif not slip_past(battle, frame):
        if end_slip(battle, frame):
            end_guards_passed(battle, frame)
            frame.outcome = Outcome.FAILED
            lands = has_crossed(battle, frame) and frame.act != Act.CHARGE
            go_to(frame, Step.ARRIVED if lands else Step.OVER)
        else:
            frame.guard = NOBODY
            go_to(frame, Step.ARRIVED if has_crossed(battle, frame) else Step.CHALLENGE)


# --- The challenge (H149, H152, H154) -------------------------------------------------------------


@njit
def roll_border_challenge(battle, frame):
    """Roll against the CR of the climb or the border, if it can still be crossed (H149, H152)."""
    if not is_movement_possible(battle, frame):
        fail_movement(battle, frame)
    elif frame.act == Act.CLIMB:
        roll_climb(battle, frame)
    else:
        meet_challenge(battle, frame, direction_of(battle, frame))


@njit
def resolve_challenge(battle, frame):
    """Apply the result of the challenge, after any re-roll (H19, H149, H152)."""
    if frame.act == Act.CLIMB:
        resolve_climb(battle, frame)
    elif frame.act == Act.HOLD_ON:
        resolve_hold_on(battle, frame)
    elif not frame.passed:
        fail_to_cross(battle, frame)
    else:
        cross_border(battle, frame)


# --- Across (H74, H87, H90, H143, RH37, RH55) -----------------------------------------------------


@njit
def cross_border(battle, frame):
    """Cross the border, or leave the field by an exit (H89, H143, RH55, RH57)."""
    actor, direction = frame.actor, direction_of(battle, frame)
    go_to(frame, Step.CROSSED)
    if frame.act == Act.CARRY:
        carry(battle, frame)
    elif frame.act == Act.RUN and leads_off(battle, frame.from_location, direction):
        run_off_field(battle, actor)
        end_border_guards(battle, actor, frame.from_location, direction)
    else:
        cross(battle, frame, direction)


@njit
def guard_beyond(battle, frame):
    """The guard whom a fighter meets beyond a border: of it, by a charge, or of the location.

    H143, RH46, HH47. A guard who is the target of the charge itself steps in for nobody.
    """
    actor, other = frame.actor, np.int64(NOBODY)
    if frame.act == Act.CHARGE:
        direction = direction_to(frame.from_location, battle.fighters[actor].location)
        if direction != NONE:
            other = np.int64(far_guard(battle, actor, direction))
    if other == NOBODY:
        other = np.int64(place_guard(battle, actor))
    return NOBODY if other == frame.target else other


@njit
def enter_location(battle, frame):
    """Ask readied actions about the entering; then the fighter may meet a guard (H143, RH37)."""
    if ask_readied(battle):
        return
    other = guard_beyond(battle, frame)
    if other == NOBODY:
        go_to(frame, Step.ARRIVED)
    elif not ask_intercept(battle, other):
        go_to(frame, Step.BORDER_SLIPPED)
        ask_guarded(battle, other)


@njit
def finish_movement(battle, frame):
    """End a movement: the attack of a charge, the landing of a jump (H87, H153)."""
    if frame.act == Act.CHARGE:
        end_charge(battle, frame)
    elif frame.height > 0:
        come_down(battle, frame, frame.height)
    else:
        go_to(frame, Step.OVER)


# --- The machine ----------------------------------------------------------------------------------


@njit
def crossing_step(battle, frame, step):
    """One step of a movement up to the crossing of the border."""
    if step == Step.BORDER_GUARDED:
        begin_movement(battle, frame)
    elif step == Step.BORDER_SLIPPED:
        pass_border_guard(battle, frame)
    elif step == Step.CHALLENGE:
        roll_border_challenge(battle, frame)
    else:
        resolve_challenge(battle, frame)


@njit
def movement_step(battle):
    """One step of the movement under way; it may open a window (TH3)."""
    frame = top_frame(battle)
    step = frame.step
    if contains(CROSSING_STEPS, step):
        crossing_step(battle, frame, step)
    elif step == Step.CROSSED:
        if not ask_readied(battle):
            go_to(frame, Step.ENTERED)
    elif step == Step.ENTERED:
        enter_location(battle, frame)
    elif step == Step.ARRIVED:
        finish_movement(battle, frame)
    elif step == Step.LANDING:
        check_landing(battle, frame)
    else:
        resolve_landing(battle, frame)
