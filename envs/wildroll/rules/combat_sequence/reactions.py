"""Reactions: legality and order (W55, W60, RW15, TW4, XW3, H2, H16)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
)
from ...state import (
    NO_FRAME,
)
from ..health.bodies import can_act, is_animal
from .action_stack import begin_act, top_frame
from .initiative import first_of, initiative_in_turn
from .points import pay_points


@njit
def can_react(battle, actor):
    """Whether a fighter is able to react, and has initiative left (W55, H25).

    For a rider the worse of its own and its animal's counts (W106).
    """
    fighter = battle.fighters[actor]
    if not can_act(fighter) or is_animal(fighter):
        return False
    return initiative_in_turn(battle, actor) > 0


@njit
def may_react(battle, actor):
    """Whether a fighter may react to the action under way: able, not twice (W55, W60, H16)."""
    if not can_react(battle, actor):
        return False
    if battle.top == NO_FRAME:
        return True
    return (top_frame(battle).reacted >> actor) & 1 == 0


@njit
def next_to_ask(battle, mask):
    """The next fighter of a set to ask at this step, -1 if none (XW3, TW4)."""
    frame = top_frame(battle)
    actor = first_of(battle, mask & ~frame.asked)
    if actor != NOBODY:
        frame.asked = frame.asked | (1 << actor)
    return actor


@njit
def note_reaction(battle, actor, act, cost):
    """Note a reaction: one for each trigger; it ends readiness (W60, W80)."""
    frame = top_frame(battle)
    frame.reacted = frame.reacted | (1 << actor)
    begin_act(battle, actor, act)
    pay_points(battle, actor, cost)
    left = battle.fighters[actor].action_points
    log_event(battle, Event.PAYS, actor, frame.actor, act, cost, left)
