"""Actions that go on over turns: begun, paid for, given up (W49, RW39, TW6)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Act,
    Event,
)


@njit
def is_long(fighter):
    """Whether a fighter is at an action that goes on (W49)."""
    return fighter.long_act != Act.NONE


@njit
def forget_long(fighter):
    """Nothing goes on any more."""
    fighter.long_act = Act.NONE
    fighter.long_target = NOBODY
    fighter.long_argument = 0
    fighter.long_left = 0


@njit
def lose_long(fighter):
    """All paid for the long action is lost, and the run-up of a jump (W49, W69, RW39)."""
    if fighter.long_act == Act.JUMP:
        fighter.run = 0
    forget_long(fighter)


@njit
def give_up(battle, actor):
    """Give up the long action and all paid for it (W49, RW39)."""
    fighter = battle.fighters[actor]
    if not is_long(fighter):
        return
    log_event(battle, Event.GIVES_UP, actor, NOBODY, fighter.long_act, 0, 0)
    lose_long(fighter)


@njit
def pay_on(battle, actor):
    """Pay all AP into the long action (W49)."""
    fighter = battle.fighters[actor]
    paid = min(fighter.action_points, fighter.long_left)
    fighter.action_points -= paid
    fighter.long_left -= paid
    fighter.evaded_by = 0
    log_event(battle, Event.BEGINS_LONG, actor, NOBODY, fighter.long_act, fighter.long_left, 0)


@njit
def begin_long(battle, frame):
    """An action dearer than one's AP: all of them are spent on it now (W49, W70)."""
    fighter = battle.fighters[frame.actor]
    fighter.long_act = frame.act
    fighter.long_target = frame.target
    fighter.long_argument = frame.argument
    fighter.long_left = frame.cost
    pay_on(battle, frame.actor)
