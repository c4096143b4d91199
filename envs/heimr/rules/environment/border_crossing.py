"""Crossing a border: its height, its limit, its challenge (H74, H89, H148, H149, H152, RH54)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import Ability, Act, Event, Step, Window
from ...state import (
    ON_NOTHING,
)
from ...tables import NONE
from ..characters.conditions import is_leg_injured
from ..combat_actions.action_stack import go_to, top_frame
from ..combat_basics.clusters import leave_cluster
from ..defence.current_defence import review_defence
from ..dice_challenges.checks import may_reroll, passes, pay_reroll, roll_ability
from ..effects import fall_prone
from ..forced_movement.restraint import let_go
from ..grid import (
    barrier_top,
    border_of,
    count_crossing,
    floor_of,
    has_room_to_cross,
    is_barred,
    is_walkable_height,
    neighbour,
    with_height,
)
from ..guarding import end_border_guards, end_guard
from ..health.health import reopen
from ..positions.hiding import change_place

# --- Heights of a border (H151, H152, H174) -------------------------------------------------------


@njit
def can_get_over(battle, location, height, direction):
    """Whether a fighter at some height can get over a border, or jump down (H151, H152, H174).

    Over a barrier only at its top; into a lower location from the edge of the ground.
    """
    other = neighbour(battle, location, direction)
    if other == NONE:
        return False
    if battle.plain:
        return True
    if is_barred(battle, location, direction):
        return height == barrier_top(battle, location, direction)
    rise = floor_of(battle, other) - height
    return is_walkable_height(rise) or (rise < 0 and height == floor_of(battle, location))


@njit
def is_edge(battle, location, direction):
    """Whether a fighter can stand on the border's top or edge and climb down beyond."""
    return battle.borders[border_of(location, direction)].climb >= 0


@njit
def height_beyond(battle, location, height, direction):
    """Height in the other location: on the top or edge, or on the ground."""
    ground = floor_of(battle, neighbour(battle, location, direction))
    is_walk = is_walkable_height(ground - height) and not is_barred(battle, location, direction)
    if is_walk or not is_edge(battle, location, direction):
        return ground
    return height


@njit
def jump_beyond(battle, location, height, direction):
    """Height of the jump into a lower location without a climb, else 0 (H151, H153)."""
    drop = height - height_beyond(battle, location, height, direction)
    return 0 if is_walkable_height(drop) else drop


# --- Challenges (H19, H149, RH7) ------------------------------------------------------------------


@njit
def challenge_of(battle, location, direction):
    """CR of a border, 0: none (H149)."""
    if neighbour(battle, location, direction) == NONE:
        return 0
    return battle.borders[border_of(location, direction)].challenge


@njit
def ask_reroll(battle, frame):
    """A fighter who has failed may re-roll for willpower first (H19, RH7)."""
    if not frame.passed and may_reroll(battle.fighters[frame.actor]):
        open_window(battle, frame.actor, Window.REROLL)


@njit
def reroll(battle):
    """Pay for a re-roll: back to the step that rolls (H19, RH7, QH10)."""
    frame = top_frame(battle)
    pay_reroll(battle, frame.actor, frame.challenge)
    if frame.act == Act.HOLD_ON and frame.step == Step.CHALLENGED:
        go_to(frame, Step.CHALLENGED)
    elif frame.step == Step.CHALLENGED:
        go_to(frame, Step.CHALLENGE)
    elif frame.step == Step.LANDED:
        go_to(frame, Step.LANDING)
    else:
        go_to(frame, Step.CHECK)


@njit
def meet_challenge(battle, frame, direction):
    """Roll Agility against the CR of the border, if it has one (H149, RH34)."""
    actor = frame.actor
    go_to(frame, Step.CHALLENGED)
    location = battle.fighters[actor].location
    frame.challenge = challenge_of(battle, location, direction)
    frame.passed = frame.challenge == 0
    if frame.challenge > 0:
        roll_ability(battle, actor, Ability.AGILITY, 0, 0, True)
        frame.passed = passes(battle, frame.challenge)
        ask_reroll(battle, frame)


@njit
def fail_to_cross(battle, frame):
    """A fighter who fails the challenge stays and falls prone (H149)."""
    actor = frame.actor
    log_event(battle, Event.CROSSING_FAILS, actor, NOBODY, frame.argument, frame.challenge, 0)
    fall_prone(battle, actor)
    review_defence(battle, actor)
    go_to(frame, Step.OVER)


# --- Limits (H148, RH54) --------------------------------------------------------------------------


@njit
def has_room_for(battle, location, direction, count):
    """Whether the limit of a border lets `count` more cross (H148, RH54)."""
    border = battle.borders[border_of(location, direction)]
    if count == 1:
        return has_room_to_cross(battle, border_of(location, direction))
    return border.limit == 0 or border.crossed + count <= border.limit


# --- Being somewhere else (H52, H74, H158, RH25, RH44, RH49) --------------------------------------


@njit
def leave_location(battle, actor):
    """Leaving a location ends cluster, guard and hold (H52, RH25, RH44)."""
    leave_cluster(battle, actor)
    end_guard(battle, actor)
    let_go(battle, actor)
    battle.fighters[actor].climbs_on = ON_NOTHING


@njit
def arrive_in(battle, actor, location, height):
    """Arrive in another location, seen by all; that alone does not tire (H74, RH49)."""
    fighter = battle.fighters[actor]
    fighter.entered_from = fighter.location
    fighter.location = location
    fighter.height = height
    fighter.came = True
    change_place(battle, actor)
    review_defence(battle, actor)


@njit
def move_across(battle, actor, direction, act):
    """Move across a border, which counts for its limit (H148)."""
    fighter = battle.fighters[actor]
    here, height = fighter.location, fighter.height
    other = neighbour(battle, here, direction)
    count_crossing(battle, border_of(here, direction), actor)
    above = height_beyond(battle, here, height, direction)
    before, now = with_height(here, height), with_height(other, above)
    log_event(battle, Event.MOVES, actor, NOBODY, act, now, before)
    arrive_in(battle, actor, other, above)


@njit
def cross(battle, frame, direction):
    """Move into the next location (H74, H89, H143, H148, RH58).

    The guard beyond the border, which a charge meets, still stands.
    """
    actor = frame.actor
    fighter = battle.fighters[actor]
    here = fighter.location
    frame.height = jump_beyond(battle, here, fighter.height, direction)
    leave_location(battle, actor)
    move_across(battle, actor, direction, frame.act)
    if frame.act == Act.RUN:
        fighter.ran_from = here
    if frame.act != Act.CHARGE:
        end_border_guards(battle, actor, here, direction)
    if is_leg_injured(fighter):
        reopen(battle, actor)
