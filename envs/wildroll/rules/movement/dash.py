"""Dash (W87)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Event,
    Skill,
    Specialisation,
)
from ..health.bodies import (
    is_mounted,
)
from ..rolls.checks import skill_modifier
from ..rolls.rolls import ordinary_roll
from .movement import rate_of
from .rates import dash_yards
from .terrain import is_climbing, is_swimming


@njit
def may_dash(battle, actor):
    """Whether a fighter may double its rate, or raise it once more in this round (W87).

    Not in the saddle, where one goes by the rate of one's mount: the animal dashes (W106, H25).
    """
    fighter = battle.fighters[actor]
    return fighter.dash < 2 and not is_mounted(fighter) and rate_of(battle, actor) > 0


@njit
def way_of_moving(battle, actor):
    """The specialisation of how a fighter moves here: swimming, climbing, running (W87)."""
    if is_swimming(battle, actor):
        return np.int64(Specialisation.SWIMMING)
    if is_climbing(battle, actor):
        return np.int64(Specialisation.CLIMBING)
    return np.int64(Specialisation.RUNNING)


@njit
def dash(battle, actor):
    """Dash doubles the rate until the round ends; a second one raises it by a check (W87)."""
    fighter = battle.fighters[actor]
    result = 0
    if fighter.dash > 0:
        special = way_of_moving(battle, actor)
        result = ordinary_roll(
            battle, skill_modifier(fighter, Attribute.STRENGTH, Skill.ATHLETICS, special)
        )
        fighter.dash_rate = dash_yards(result)
    fighter.dash += 1
    log_event(battle, Event.DASHES, actor, NOBODY, 0, rate_of(battle, actor), result)
