"""Sounds: they give away hidden fighters and wake sleeping ones (H129, H135, RH49)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Ability, Event, Life
from ...tables import SOFT_SOUND, WAKE_CR_LOUD, WAKE_CR_SOFT
from ..defence.current_defence import review_defence
from ..dice_challenges.checks import passes, roll_ability
from .hiding import be_seen, stop_hiding


@njit
def is_asleep(fighter):
    """Whether a fighter sleeps (H129)."""
    return fighter.life == Life.ASLEEP


@njit
def wake_up(battle, actor):
    """Wake up; the fighter is still prone (H129)."""
    fighter = battle.fighters[actor]
    if is_asleep(fighter):
        fighter.life = Life.AWAKE
        fighter.prone = True
        log_event(battle, Event.WAKES, actor, NOBODY, 0, 0, 0)
        review_defence(battle, actor)


@njit
def wake_cr(is_loud):
    """CR of a sleeper's Perception (H129)."""
    return WAKE_CR_LOUD if is_loud else WAKE_CR_SOFT


@njit
def hear(battle, actor, is_loud):
    """A sound may wake a sleeper (H129)."""
    if is_asleep(battle.fighters[actor]):
        roll_ability(battle, actor, Ability.PERCEPTION, 0, 0, True)
        if passes(battle, wake_cr(is_loud)):
            wake_up(battle, actor)


@njit
def make_sound(battle, actor, is_loud):
    """A soft sound lowers the Hide result, a loud one ends hiding; sleepers hear (H129, H135).

    Bow, crossbow, blowgun and throw are soft; melee and speech are loud (RH49).
    """
    fighter = battle.fighters[actor]
    if is_loud:
        stop_hiding(battle, actor)
    elif fighter.hidden:
        fighter.hide = fighter.hide - SOFT_SOUND
        be_seen(battle, actor)
    for other in range(battle.num_fighters):
        if other != actor:
            hear(battle, other, is_loud)
