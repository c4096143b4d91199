"""Delaying one's turn (H45, RH35)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
    Stage,
)
from ..characters.bodies import can_act, is_gone, is_in_chase
from .initiative import move_in_order


@njit
def may_delay(battle, actor):
    """Whether somebody may delay at all: able to act, once between two own turns (RH35)."""
    fighter = battle.fighters[actor]
    return not fighter.delayed and can_act(fighter) and not is_in_chase(fighter)


@njit
def may_delay_to(battle, actor, other, behind):
    """Whether somebody may move to just before or just behind another in the order (H45, RH35).

    Not to before whom it stands already, and not to one who has no turns any more.
    """
    if other == NOBODY or other == actor or is_gone(battle.fighters[other]):
        return False
    following = battle.order[(np.int64(battle.place) + 1) % np.int64(battle.num_fighters)]
    return may_delay(battle, actor) and (behind or other != following)


@njit
def delay(battle, actor, other, behind):
    """It gives up its place; its turn starts at the new one (H45, RH35, TH7)."""
    battle.fighters[actor].delayed = True
    log_event(battle, Event.DELAYS, actor, other, behind, 0, 0)
    move_in_order(battle, actor, other, behind)
    battle.stage = Stage.NEXT
