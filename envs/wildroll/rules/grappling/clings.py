"""Cling: follow a fighter who leaves the grip, or hold it back (W89, QW8)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from ....core.maps.square_grid import COLUMNS
from ...enums import (
    Act,
    Event,
    Window,
)
from ...navigation.path_cursor import NOWHERE, goer_of, next_hex
from ...tables import FOLLOW_COST, HINDER_COST, MOST_HINDERED
from ..combat_sequence.action_stack import frame_below, top_frame
from ..combat_sequence.costs import cost_of
from ..combat_sequence.points import can_pay
from ..combat_sequence.reactions import may_react, next_to_ask
from ..combat_sequence.windows import open_window
from ..health.bodies import can_act, is_mounted
from ..movement.spaces import gap_from, has_room, put_into
from ..movement.terrain import can_tread
from ..rolls.checks import power_modifier
from ..rolls.rolls import roll_wild
from .grapples import grappling_group, holds, is_grappling

# --- Who may (W89) --------------------------------------------------------------------------------


@njit
def has_grip_on(battle, actor, mover):
    """Whether a fighter holds the mover or its rider (W89, W106)."""
    rider = battle.fighters[mover].rider
    return holds(battle, actor, mover) or (rider != NOBODY and holds(battle, actor, rider))


@njit
def slips_away(battle, actor, mover, place):
    """Whether a held fighter would leave the reach in the next hex (W89)."""
    x, y = place % COLUMNS, place // COLUMNS
    if holds(battle, actor, mover) and gap_from(battle, mover, x, y, actor) > 0:
        return True
    rider = battle.fighters[mover].rider
    if rider == NOBODY or not holds(battle, actor, rider):
        return False
    return gap_from(battle, rider, x, y, actor) > 0


@njit
def may_cling(battle, actor):
    """Whether a fighter may cling to a mover who leaves its grip (W89).

    Not who is dragged along, nor who follows already, nor to one whom it pushes away itself.
    """
    if battle.fighters[actor].holding == 0:
        return False
    frame = top_frame(battle)
    mover, place = goer_of(frame), next_hex(battle, frame)
    if actor == frame.actor or place == NOWHERE:
        return False
    if frame.act != Act.SHOVE and battle.fighters[mover].drag_points != 0:
        return False
    fighter = battle.fighters[actor]
    if fighter.follows == mover and fighter.follow_yards > 0:
        return False
    if not slips_away(battle, actor, mover, place) or not may_react(battle, actor):
        return False
    return can_pay(battle, actor, cost_of(battle, actor, Act.CLING, 0))


@njit
def ask_clinger(battle):
    """Ask the next fighter who may cling to the mover (W89, QW4, XW3).

    Returns:
        Whether a fighter is asked; if not, the yard may be gone.
    """
    mask = 0
    for actor in range(battle.num_fighters):
        if may_cling(battle, actor):
            mask |= 1 << actor
    actor = next_to_ask(battle, mask)
    if actor == NOBODY:
        return False
    open_window(battle, actor, Window.CLING)
    return True


# --- What it does (W89, QW8) ----------------------------------------------------------------------


@njit
def most_hindered(frame):
    """Yards of its movement at most that a Cling can cost the other one (W89)."""
    return max(0, min(MOST_HINDERED, frame.total // HINDER_COST))


@njit
def hold_on(battle, frame, hindered):
    """Follow with the rest of the result, after the yards of hindering (W89)."""
    fighter = battle.fighters[frame.actor]
    fighter.follows = goer_of(battle.frames[frame_below(battle)])
    fighter.follow_yards = (frame.total - HINDER_COST * hindered) // FOLLOW_COST


@njit
def cling(battle, frame):
    """Make the Power check of a Cling; ask how to use it if there is a choice (W89, RW2)."""
    actor = frame.actor
    mover = goer_of(battle.frames[frame_below(battle)])
    roll_wild(battle, frame, power_modifier(battle.fighters[actor]))
    log_event(battle, Event.ROLLS, actor, mover, frame.natural, frame.total, 0)
    if most_hindered(frame) > 0:
        hold_on(battle, frame, 0)
        open_window(battle, actor, Window.SPLIT)
    elif frame.total >= FOLLOW_COST:
        split(battle, 0)


@njit
def split(battle, hindered):
    """Take some yards off the other one's movement, and follow it with the rest (W89, QW8)."""
    frame = top_frame(battle)
    below = battle.frames[frame_below(battle)]
    hold_on(battle, frame, hindered)
    if below.act == Act.SHOVE:
        below.yards = max(0, below.yards - hindered)
    else:
        battle.fighters[goer_of(below)].move_used += hindered
    fighter = battle.fighters[frame.actor]
    log_event(
        battle, Event.FOLLOWS, frame.actor, fighter.follows, hindered, fighter.follow_yards, 0
    )


# --- Following (W89) ------------------------------------------------------------------------------


@njit
def may_follow_to(battle, actor, x, y):
    """Whether a fighter can follow into a hex: never by itself into a pit (W89, H21, H22)."""
    return can_tread(battle, actor, x, y) and has_room(battle, actor, x, y)


@njit
def follow(battle, actor, side, left_x, left_y):
    """Go a yard after a fighter: the same way, else where it was, else not at all (W89).

    A rider does not follow out of its saddle (H25).
    """
    fighter = battle.fighters[actor]
    fighter.follow_yards -= 1
    if not can_act(fighter) or is_mounted(fighter):
        return
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    if may_follow_to(battle, actor, x, y):
        put_into(battle, actor, x, y)
    elif may_follow_to(battle, actor, left_x, left_y):
        put_into(battle, actor, left_x, left_y)


@njit
def followers_of(battle, mover):
    """Set of the fighters who cling to one who goes, with yards left to follow it (W89)."""
    mask = 0
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if fighter.follows == mover and fighter.follow_yards > 0:
            mask |= 1 << actor
    return mask


@njit
def those_who_go(battle, mover):
    """Set of the fighters who go a yard of a way: all of a Drag, all followers (W89, W90)."""
    followers = followers_of(battle, mover)
    if is_grappling(battle, mover):
        return followers | grappling_group(battle, mover)
    return followers | np.int64(1) << mover


@njit
def follow_all(battle, mover, side, left_x, left_y):
    """All who cling to a fighter follow it by a yard, as far as they can (W89)."""
    followers = followers_of(battle, mover)
    for actor in range(battle.num_fighters):
        if (followers >> actor) & 1 == 1 and has_grip_on(battle, actor, mover):
            follow(battle, actor, side, left_x, left_y)


@njit
def stop_following(battle, mover):
    """The way or the push is over: no fighter follows the one who went any more (W89)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if fighter.follows == mover:
            fighter.follows = NOBODY
            fighter.follow_yards = 0
