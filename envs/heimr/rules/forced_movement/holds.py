"""Holding somebody: taking hold and letting go (H112, H113, H115, RH44)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
)
from ...tables import NONE
from ..defence.stances import review_defence
from ..guarding.guards import review_guard


@njit
def is_holding(fighter):
    """Whether it holds somebody, and so cannot defend itself (H112)."""
    return fighter.holds != NOBODY


@njit
def take_hold(battle, holder, held, part):
    """A brawl has bound a body part; the holder no longer defends itself (H112, H113)."""
    battle.fighters[holder].holds = held
    battle.fighters[held].held_by = holder
    battle.fighters[held].held_part = part
    log_event(battle, Event.HOLDS, holder, held, part, 0, 0)
    review_guard(battle, holder)
    review_defence(battle, holder)
    review_defence(battle, held)


@njit
def let_go(battle, holder):
    """The hold ends; the holder can defend itself again, at once (H112, RH44)."""
    held = np.int64(battle.fighters[holder].holds)
    if held == NOBODY:
        return
    battle.fighters[holder].holds = NOBODY
    battle.fighters[held].held_by = NOBODY
    battle.fighters[held].held_part = NONE
    log_event(battle, Event.LETS_GO, holder, held, 0, 0, 0)
    review_defence(battle, holder)
