"""Upcoming actions: each becomes the standard action of the next turn (H82, H94, H103)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Act, Event, Role, Step
from ..characters.conditions import can_act, is_climbing, is_immobilised, is_prone
from ..effects import forget_upcoming
from ..grid import border_of, has_room_to_cross, is_walkable
from .action_stack import go_to, push, top_frame

DROPPED = 2
"""The log's value for an upcoming action that its owner drops."""

# --- Crawling (H94, H127) -------------------------------------------------------------------------


@njit
def can_crawl(battle, actor, direction):
    """Whether a prone fighter can crawl across a border: open, and without a CR (H94, H127)."""
    fighter = battle.fighters[actor]
    location = fighter.location
    if not is_prone(fighter) or is_climbing(fighter) or is_immobilised(fighter):
        return False
    if direction == fighter.stumble_side:
        return False
    if not is_walkable(battle, location, fighter.height, direction):
        return False
    border = border_of(location, direction)
    return battle.borders[border].challenge == 0 and has_room_to_cross(battle, border)


@njit
def may_crawl(battle, actor, direction):
    """Whether a fighter may begin to crawl: in its location since its turn began (H94)."""
    return not battle.fighters[actor].came and can_crawl(battle, actor, direction)


# --- Upcoming actions (H82) -----------------------------------------------------------------------


@njit
def has_upcoming(fighter):
    """Whether the fighter has an upcoming action (H82)."""
    return fighter.upcoming != Act.NONE


@njit
def begin_upcoming(battle, actor, act, argument):
    """Begin an action that goes on in the next turn (H82, XH3)."""
    fighter = battle.fighters[actor]
    fighter.upcoming = act
    fighter.upcoming_argument = argument


@njit
def drop_upcoming(battle, actor):
    """Drop the upcoming action before the turn starts (H82, QH1)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.CANCELLED, actor, NOBODY, fighter.upcoming, DROPPED, 0)
    forget_upcoming(fighter)


@njit
def resume_upcoming(battle, actor):
    """Resume the upcoming action as the standard action of the turn (H82)."""
    fighter = battle.fighters[actor]
    act, argument = fighter.upcoming, fighter.upcoming_argument
    forget_upcoming(fighter)
    if act == Act.NONE or not can_act(fighter):
        return
    fighter.standard = True
    push(battle, Role.TURN, act, actor, NOBODY, argument)
    go_to(top_frame(battle), Step.INTENDED)
