"""Standing, crouching, lying (W82, RW12)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
    Posture,
)
from ...tables import IS_CLIMB
from ..health.bodies import is_animal, is_mounted, is_prone
from ..movement.terrain import ground_at, is_climbing, is_swimming


@njit
def may_change_posture(battle, actor, posture):
    """Whether a fighter can take a posture: on firm ground, and not from prone to standing (W82).

    A fighter who lies at a cliff or in a pit gets up to climb at once (W105, H22).
    """
    fighter = battle.fighters[actor]
    if fighter.posture == posture or is_mounted(fighter) or fighter.underwater:
        return False
    if is_swimming(battle, actor) or is_climbing(battle, actor):
        return False
    if is_animal(fighter) and posture > fighter.posture:
        return False  # its rider lets it get up, no more (H25)
    if not is_prone(fighter):
        return True
    is_cliff = IS_CLIMB[ground_at(battle, fighter.x, fighter.y)]
    return posture == (Posture.STANDING if is_cliff else Posture.CROUCHING)


@njit
def change_posture(battle, actor, posture):
    """Stand, crouch or lie down (W82)."""
    battle.fighters[actor].posture = posture
    log_event(battle, Event.POSTURE, actor, NOBODY, posture, 0, 0)


@njit
def fall_prone(battle, actor):
    """Make a fighter fall prone, unless it lies already or swims (W97, RW12, H24)."""
    if not is_prone(battle.fighters[actor]) and not is_swimming(battle, actor):
        change_posture(battle, actor, Posture.PRONE)
