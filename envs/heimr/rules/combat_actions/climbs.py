"""Climbing, and holding on (H91, H136, H138, H152, H154, H173 to H175, RH30).

The argument of Climb is what is climbed, a Direction for the border or ON_OBJECT; plus DOWNWARD for
the way down. A climber at the top or the bottom stands there; in between it is in the climbing
position.
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Act, Event, Role, Step
from ...state import (
    HANDS,
    ON_NOTHING,
    ON_OBJECT,
)
from ...tables import HOLD_ON_CONSISTENCY, NONE
from ..characters.abilities import climbing_ability, consistency
from ..characters.conditions import (
    can_act,
    has_bound_feet,
    is_climbing,
    is_felled,
    is_helpless,
    is_immobilised,
    is_on_field,
    is_prone,
)
from ..defence.current_defence import review_defence
from ..dice_challenges.checks import passes, roll_ability
from ..effects import fall_prone
from ..environment.border_crossing import ask_reroll
from ..forced_movement.restraint import let_go
from ..grid import barrier_top, border_of, floor_of, is_barred, is_walkable_height, neighbour
from ..health.health import reopen_injured_arms
from ..modules.armoury import free_hands
from .action_stack import go_to, push, top_frame
from .falls import come_down, leave_cluster_out_of_reach

DOWNWARD = ON_OBJECT + 1
"""Added to the argument of a climb that leads down."""

# --- Things to climb (H91, H152, H174) ------------------------------------------------------------


@njit
def climb_place(argument):
    """The way of a climb: Direction or ON_OBJECT (H91)."""
    return argument % DOWNWARD


@njit
def climbs_down(argument):
    """Whether a climb goes down (H91)."""
    return argument >= DOWNWARD


@njit
def top_at_border(battle, location, direction):
    """Height of the top of the climb at a border, -1: none (H152, H174)."""
    other = neighbour(battle, location, direction)
    if battle.plain or other == NONE:
        return NONE
    if is_barred(battle, location, direction):
        return barrier_top(battle, location, direction)
    border = battle.borders[border_of(location, direction)]
    top = floor_of(battle, other)
    if border.climb < 0 or top <= floor_of(battle, location):
        return NONE
    return NONE if is_walkable_height(top - floor_of(battle, location)) else top


@njit
def top_of(battle, location, place):
    """Height of the top of what can be climbed in a location, -1: nothing (H91, H151, H152)."""
    if place != ON_OBJECT:
        return top_at_border(battle, location, place)
    top = battle.locations[location].top
    return NONE if top <= 0 else floor_of(battle, location) + top


@njit
def climb_cr(battle, location, place):
    """CR of a climb, 0: none, as of ladders and stairs (H154)."""
    if place == ON_OBJECT:
        return battle.locations[location].climb
    return battle.borders[border_of(location, place)].climb


@njit
def hands_for(battle, location, place):
    """Empty hands that a climb needs: one, or both to hold on at all (H91, H138, H173)."""
    if place != ON_OBJECT and battle.borders[border_of(location, place)].hands:
        return HANDS
    return 1


@njit
def hands_needed(battle, fighter):
    """Hands with which a fighter holds on now, 0 if it does not climb (H138, H173)."""
    if not is_climbing(fighter):
        return 0
    return hands_for(battle, fighter.location, fighter.climbs_on)


@njit
def may_attack_climbing(battle, fighter):
    """Whether the fighter has a hand left to attack with while it climbs (H173)."""
    return hands_needed(battle, fighter) < HANDS


# --- Climbing (H91, H138, H152) -------------------------------------------------------------------


@njit
def is_at_climb(battle, fighter, place, down):
    """Whether a fighter can start or continue a climb: on it, at its foot or at its top (H91)."""
    location, height = fighter.location, fighter.height
    top = top_of(battle, location, place)
    if top == NONE:
        return False
    if is_climbing(fighter):
        return fighter.climbs_on == place
    return height == top if down else height == floor_of(battle, location)


@njit
def can_climb(fighter):
    """Whether a fighter can climb at all: able to act, upright, not bound (H91, H127)."""
    if not can_act(fighter) or not is_on_field(fighter):
        return False
    return not (is_prone(fighter) or is_immobilised(fighter) or has_bound_feet(fighter))


@njit
def may_climb(battle, actor, argument):
    """Whether a fighter may climb one height up or down: upright, with free hands (H91, H138)."""
    fighter = battle.fighters[actor]
    place = climb_place(argument)
    if not can_climb(fighter) or not is_at_climb(battle, fighter, place, climbs_down(argument)):
        return False
    return free_hands(fighter) >= hands_for(battle, fighter.location, place)


@njit
def roll_climb(battle, frame):
    """Roll to climb against the CR, if there is one (H91, H154, RH34)."""
    actor = frame.actor
    fighter = battle.fighters[actor]
    let_go(battle, actor)
    go_to(frame, Step.CHALLENGED)
    location = fighter.location
    frame.challenge = climb_cr(battle, location, climb_place(frame.argument))
    frame.passed = frame.challenge == 0
    if frame.challenge > 0:
        roll_ability(battle, actor, climbing_ability(), 0, 0, True)
        frame.passed = passes(battle, frame.challenge)
        ask_reroll(battle, frame)


@njit
def resolve_climb(battle, frame):
    """Climb one height; a climber who fails falls from the height aimed at (H91, H152)."""
    actor, argument = frame.actor, frame.argument
    fighter = battle.fighters[actor]
    location, place = fighter.location, climb_place(argument)
    ground, top = floor_of(battle, location), top_of(battle, location, place)
    aimed = fighter.height + (-1 if climbs_down(argument) else 1)
    if not frame.passed:
        come_down(battle, frame, aimed - ground)
        return
    fighter.height = aimed
    fighter.climbs_on = place if ground < aimed < top else ON_NOTHING
    log_event(battle, Event.CLIMBS, actor, NOBODY, place, aimed, 0)
    if is_felled(fighter):
        fall_prone(battle, actor)
    leave_cluster_out_of_reach(battle, actor)
    reopen_injured_arms(battle, actor)
    review_defence(battle, actor)
    go_to(frame, Step.OVER)


# --- Holding on (H136, H152, H175, RH30) ----------------------------------------------------------


@njit
def must_hold_on(battle, fighter):
    """Whether a climber who is hit must hold on: a CR, or it is felled (RH30, HH50)."""
    if not is_climbing(fighter) or not is_on_field(fighter):
        return False
    if is_felled(fighter) or is_helpless(fighter):
        return True
    return climb_cr(battle, fighter.location, fighter.climbs_on) > 0


@njit
def require_hold_on(battle, actor):
    """A climber hit by an effect or an attack must hold on (H152, H175, RH30).

    Each hit starts one check, an action of its own on the stack. Others are not affected.
    """
    fighter = battle.fighters[actor]
    if must_hold_on(battle, fighter):
        push(battle, Role.TURN, Act.HOLD_ON, actor, NOBODY, fighter.climbs_on)
        go_to(top_frame(battle), Step.CHALLENGED)


@njit
def roll_hold_on(battle, frame):
    """Roll Climbing with consistency 1 against the CR; the helpless fail (H152, RH30).

    So does a fighter who is felled on a climb without a CR (HH50).
    """
    actor, place = frame.actor, frame.argument
    fighter = battle.fighters[actor]
    frame.asked = 1 << actor
    frame.passed = False
    frame.challenge = climb_cr(battle, fighter.location, place)
    if is_helpless(fighter) or frame.challenge == 0:
        return
    ability = climbing_ability()
    lowered = consistency(fighter, ability) - HOLD_ON_CONSISTENCY
    roll_ability(battle, actor, ability, lowered, 0, True)
    frame.passed = passes(battle, frame.challenge)
    ask_reroll(battle, frame)


@njit
def resolve_hold_on(battle, frame):
    """Roll to hold on; a climber who fails falls from its present height (H136, RH30)."""
    fighter = battle.fighters[frame.actor]
    if frame.asked == 0:
        roll_hold_on(battle, frame)
    elif frame.passed:
        go_to(frame, Step.OVER)
    else:
        ground = floor_of(battle, fighter.location)
        come_down(battle, frame, fighter.height - ground)
