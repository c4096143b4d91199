"""Fatigue: a requirement on the dice that rises with effort (H67 to H75, RH9, RH10)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Event,
)
from ...tables import BREATHER, FATIGUE_BASE, FATIGUE_LEAST, FATIGUE_MOST, FATIGUE_STEP
from ..characters.abilities import attribute

# --- Values (H67, H69, H70) -----------------------------------------------------------------------


@njit
def base_fatigue(fighter):
    """Fatigue of a rested fighter: 4 less Stamina, at least 1 (H70)."""
    return max(FATIGUE_LEAST, FATIGUE_BASE - attribute(fighter, Attribute.STAMINA))


@njit
def reaches_fatigue(value, fatigue):
    """Whether a dice value, before potential, meets the fatigue; equal is enough (H67, RH10)."""
    return value >= fatigue


@njit
def raises_fatigue(d6, fatigue):
    """Whether the d6 of a physical challenge raises the fatigue (H68, H72)."""
    return d6 < fatigue


# --- Getting tired and resting (H68, H69, H73, H103) ----------------------------------------------


@njit
def raise_fatigue(battle, actor, d6):
    """Raise the fatigue after a physical challenge, once a turn at most (H68, H69, H73)."""
    fighter = battle.fighters[actor]
    fatigue = fighter.fatigue
    if fighter.tired or not raises_fatigue(d6, fatigue) or fatigue >= FATIGUE_MOST:
        return
    fighter.fatigue = fatigue + FATIGUE_STEP
    fighter.tired = True
    log_event(battle, Event.TIRES, actor, NOBODY, 0, fighter.fatigue, 0)


@njit
def may_take_breather(fighter):
    """Whether a breather would lower the fatigue, or let the caught flee again (H103, HH45)."""
    return fighter.caught or fighter.fatigue > base_fatigue(fighter)


@njit
def take_breather(battle, actor):
    """Lower the fatigue by 2, not below its base; the caught may flee again (H103, HH45)."""
    fighter = battle.fighters[actor]
    rested = max(base_fatigue(fighter), fighter.fatigue - BREATHER)
    fighter.fatigue = min(fighter.fatigue, rested)
    fighter.caught = False
    log_event(battle, Event.RESTS, actor, NOBODY, 0, fighter.fatigue, 0)


@njit
def reset_fatigue_rise(fighter):
    """A new turn of the fighter: its fatigue may rise once more (H73)."""
    fighter.tired = False
