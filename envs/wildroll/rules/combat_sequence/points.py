"""Action points: gained by Speed, kept and spent (W44 to W49, W114, RW12, RW22)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Event,
)
from ...tables import (
    EXHAUSTED_DIVISOR,
    MOST_ACTION_POINTS,
    ROUND_START_POINTS,
    SPEED_LEAST,
    TURN_END_POINTS,
)
from ..health.bodies import attribute, is_dead
from ..stamina.stamina import is_exhausted, is_staggered
from .multi_turn_actions import give_up

# --- By Speed (W45 to W48, RW12) ------------------------------------------------------------------


@njit
def round_start_points(speed):
    """AP that a Speed gains when a round starts (W46)."""
    return ROUND_START_POINTS[speed - SPEED_LEAST]


@njit
def turn_end_points(speed):
    """AP that a Speed gains at the end of a turn (W47)."""
    return TURN_END_POINTS[speed - SPEED_LEAST]


@njit
def most_points(speed):
    """AP that a Speed can keep (W45, W48)."""
    return MOST_ACTION_POINTS[speed - SPEED_LEAST]


@njit
def exhausted_points(points):
    """AP gained while exhausted: half, rounded up (RW12)."""
    return (points + EXHAUSTED_DIVISOR - 1) // EXHAUSTED_DIVISOR


@njit
def points_after(points, gain, speed):
    """AP after a gain, cut at the maximum (W45)."""
    return min(points + gain, most_points(speed))


# --- Gaining and spending (W44, W49, W114, RW12, RW22, H5) ----------------------------------------


@njit
def gain_of(fighter, gain):
    """AP that come in: to the exhausted half of them (RW12)."""
    return exhausted_points(gain) if is_exhausted(fighter) else gain


@njit
def excess_at_turn_end(fighter):
    """AP above the maximum that the end of the turn takes away (W45, W47)."""
    speed = attribute(fighter, Attribute.SPEED)
    after = fighter.action_points + gain_of(fighter, turn_end_points(speed))
    return min(fighter.action_points, max(0, after - most_points(speed)))


@njit
def gain_points(battle, actor, gain):
    """AP come in, but nothing beyond the most (W45, RW12)."""
    fighter = battle.fighters[actor]
    gain = gain_of(fighter, gain)
    before = fighter.action_points
    fighter.action_points = points_after(before, gain, attribute(fighter, Attribute.SPEED))
    gained = fighter.action_points - before
    log_event(battle, Event.GAINS, actor, NOBODY, 0, gained, 0)


@njit
def gain_at_round_start(battle, actor):
    """The first AP of a round: not of the surprised, nor of the staggered (W44, RW12, RW22)."""
    fighter = battle.fighters[actor]
    if is_dead(fighter) or fighter.surprised or is_staggered(fighter):
        return
    gain_points(battle, actor, round_start_points(attribute(fighter, Attribute.SPEED)))


@njit
def gain_at_turn_end(battle, actor):
    """The second AP of a round, at the end of one's turn (W44)."""
    fighter = battle.fighters[actor]
    if not is_dead(fighter):
        gain_points(battle, actor, turn_end_points(attribute(fighter, Attribute.SPEED)))


@njit
def can_pay(battle, actor, cost):
    """Whether a fighter has the AP in full (W114, RW14)."""
    return battle.fighters[actor].action_points >= cost


@njit
def pay_points(battle, actor, cost):
    """AP are spent, and a long action is given up for it (W49, W114, RW37)."""
    if cost <= 0:
        return
    fighter = battle.fighters[actor]
    fighter.action_points -= cost
    fighter.evaded_by = 0
    give_up(battle, actor)
