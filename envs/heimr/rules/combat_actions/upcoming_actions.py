"""Upcoming actions: what goes on as the standard action of the next turn (H82, H94, H103)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Deed, Event, Role, Step
from ..characters.conditions import can_act, is_climbing, is_prone, is_rooted
from ..effects import forget_upcoming
from ..grid import border_of, has_room_to_cross, is_open_way
from .action_stack import go_to, push, top_frame

GIVEN_UP = 2
"""What the log says of an upcoming action that its owner drops."""

# --- Crawling (H94, H127) -------------------------------------------------------------------------


@njit
def can_crawl(battle, actor, direction):
    """Whether somebody who lies can get over a border: open, and without a CR (H94, H127)."""
    fighter = battle.fighters[actor]
    location = np.int64(fighter.location)
    if not is_prone(fighter) or is_climbing(fighter) or is_rooted(fighter):
        return False
    if direction == fighter.stumble_side:
        return False
    if not is_open_way(battle, location, np.int64(fighter.height), direction):
        return False
    border = border_of(location, direction)
    return battle.borders[border].challenge == 0 and has_room_to_cross(battle, border)


@njit
def may_crawl(battle, actor, direction):
    """Whether somebody may begin to crawl: in its location since its turn began (H94)."""
    return not battle.fighters[actor].came and can_crawl(battle, actor, direction)


# --- What is upcoming (H82) -----------------------------------------------------------------------


@njit
def has_plan(fighter):
    """Whether an action is upcoming (H82)."""
    return fighter.upcoming != Deed.NONE


@njit
def plan(battle, actor, deed, argument):
    """An action begins that goes on in the next turn (H82, XH3)."""
    fighter = battle.fighters[actor]
    fighter.upcoming = deed
    fighter.upcoming_argument = argument


@njit
def give_up(battle, actor):
    """Its owner drops what was upcoming, before the turn starts (H82, QH1)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.CANCELLED, actor, NOBODY, fighter.upcoming, GIVEN_UP, 0)
    forget_upcoming(fighter)


@njit
def go_on(battle, actor):
    """What was upcoming is the standard action of the turn that has started (H82)."""
    fighter = battle.fighters[actor]
    deed, argument = np.int64(fighter.upcoming), np.int64(fighter.upcoming_argument)
    forget_upcoming(fighter)
    if deed == Deed.NONE or not can_act(fighter):
        return
    fighter.standard = True
    push(battle, Role.TURN, deed, actor, NOBODY, argument)
    go_to(top_frame(battle), Step.INTENDED)
