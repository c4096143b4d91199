"""Stamina, exhaustion and strain (D11 to D14, D24, RD5 to RD7)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ..enums import Attribute, Event, Life
from ..tables import BASE_STAMINA, LEAST_POOL, STAMINA_PER_STRAIN
from .injuries.bodies import attribute, has_constitution, is_conscious, is_exhausted
from .injuries.wounds import exhaustion_pool, fall_unconscious


@njit
def stamina_pool(fighter, training):
    """Points of the full Stamina pool, at least 1, 0 without Constitution (D11, D14, RD5)."""
    if not has_constitution(fighter):
        return 0
    modifier = attribute(fighter, Attribute.CONSTITUTION) * fighter.level
    return max(LEAST_POOL, BASE_STAMINA + modifier + training)


@njit
def begin_pools(fighter, training):
    """Begin with full pools of Stamina and exhaustion (D11, RD5, RD7)."""
    fighter.max_stamina = stamina_pool(fighter, training)
    fighter.stamina = fighter.max_stamina
    fighter.exhaustion = exhaustion_pool(fighter)


@njit
def points_left(fighter):
    """Points left in both pools (RD7)."""
    return max(0, fighter.stamina) + fighter.exhaustion


@njit
def can_spend(fighter, points):
    """Whether a fighter can pay a Stamina action, from the Exhaustion pool too (D13, D14, RD7)."""
    return has_constitution(fighter) and points_left(fighter) >= points


@njit
def lose(battle, actor, points):
    """Lose Stamina; beyond 0 the Exhaustion pool, at its end consciousness (D12, RD7).

    Creatures without Constitution lose nothing (D14).
    """
    fighter = battle.fighters[actor]
    if points <= 0 or not has_constitution(fighter):
        return
    was_exhausted = is_exhausted(fighter)
    beyond = max(0, points - max(0, fighter.stamina))
    fighter.stamina = max(0, fighter.stamina - points)
    fighter.exhaustion = max(0, fighter.exhaustion - beyond)
    if is_exhausted(fighter) and not was_exhausted:
        log_event(battle, Event.EXHAUSTED, actor, NOBODY, 0, 0, 0)
    if fighter.exhaustion == 0 and is_conscious(fighter):
        fall_unconscious(battle, actor, Life.EXHAUSTION)


@njit
def spend(battle, actor, points):
    """Pay for a Stamina action (D13, RD7)."""
    lose(battle, actor, points)


@njit
def strain(battle, attacker, target, points):
    """A hit strains: each point counts and costs Stamina at once (D24, RD6)."""
    fighter = battle.fighters[target]
    if points <= 0 or not has_constitution(fighter):
        return
    fighter.strain += points
    before, beyond = fighter.stamina, fighter.exhaustion
    log_event(battle, Event.STRAIN, attacker, target, beyond, points, before)
    lose(battle, target, STAMINA_PER_STRAIN * points)
