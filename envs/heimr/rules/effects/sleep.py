"""Sleeping, and what wakes a sleeper (H129)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Ability,
    Event,
    Life,
)
from ...tables import WAKE_CR_LOUD, WAKE_CR_SOFT
from ..defence.stances import review_defence
from ..dice_challenges.checks import passes, roll_ability


@njit
def is_asleep(fighter):
    """Whether it sleeps (H129)."""
    return fighter.life == Life.ASLEEP


@njit
def wake_up(battle, actor):
    """Who slept is awake, and still lies (H129)."""
    fighter = battle.fighters[actor]
    if is_asleep(fighter):
        fighter.life = Life.AWAKE
        fighter.prone = True
        log_event(battle, Event.WAKES, actor, NOBODY, 0, 0, 0)
        review_defence(battle, actor)


@njit
def wake_cr(is_loud):
    """What the Perception of a sleeper has to reach (H129)."""
    return np.int64(WAKE_CR_LOUD if is_loud else WAKE_CR_SOFT)


@njit
def hear(battle, actor, is_loud):
    """A sound may wake a sleeper (H129)."""
    if is_asleep(battle.fighters[actor]):
        roll_ability(battle, actor, Ability.PERCEPTION, 0, 0, True)
        if passes(battle, wake_cr(is_loud)):
            wake_up(battle, actor)
