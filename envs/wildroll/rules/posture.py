"""Standing, crouching, lying (W82, RW12)."""

from __future__ import annotations

from ...core.battle import NOBODY, log_event
from ...core.compile import njit
from ..state import Event
from ..terms import Posture
from .bodies import is_mounted, is_prone
from .terrain import is_climbing, is_swimming


@njit
def may_change_posture(battle, actor, posture):
    """Whether somebody can take a posture: on firm ground, and not from prone to standing (W82)."""
    fighter = battle.fighters[actor]
    if fighter.posture == posture or (is_prone(fighter) and posture == Posture.STANDING):
        return False
    if is_mounted(fighter) or fighter.underwater:
        return False
    return not is_swimming(battle, actor) and not is_climbing(battle, actor)


@njit
def change_posture(battle, actor, posture):
    """Stand, crouch or lie down (W82)."""
    battle.fighters[actor].posture = posture
    log_event(battle, Event.POSTURE, actor, NOBODY, posture, 0, 0)


@njit
def fall_prone(battle, actor):
    """Somebody falls; who lies already stays as it is (W97, RW12)."""
    if not is_prone(battle.fighters[actor]):
        change_posture(battle, actor, Posture.PRONE)
