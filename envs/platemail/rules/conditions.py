"""Conditions after IF, and whether they hold between the phases (P8, P9, RP16)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ..enums import (
    Condition,
)
from .bodies import are_enemies, is_able, is_entrapped, reach
from .sight import can_perceive, gap

FAR_AWAY = 99
"""Distance if there is no enemy, in squares."""


@njit
def has_reached(battle, actor, enemy):
    """Whether an enemy able to act, whom the fighter perceives, is in his melee range (RP16)."""
    if not is_able(battle.fighters[enemy]) or not can_perceive(battle, actor, enemy):
        return False
    return gap(battle, actor, enemy) <= reach(battle.fighters[actor])


@njit
def squares_to_closest(battle, actor):
    """Squares to the closest enemy able to act whom the fighter perceives (RP16)."""
    closest = FAR_AWAY
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other) and is_able(battle.fighters[other]):
            if can_perceive(battle, actor, other):
                closest = min(closest, gap(battle, actor, other))
    return closest


@njit
def is_ally_down(battle, actor):
    """Whether the fighter sees an ally who is not able to act (RP16)."""
    for other in range(battle.num_fighters):
        if other != actor and not are_enemies(battle, actor, other):
            if not is_able(battle.fighters[other]) and can_perceive(battle, actor, other):
                return True
    return False


@njit
def holds_of_enemy(battle, actor, condition, enemy):
    """Whether a condition about an enemy holds; never of an unperceived one (P9, RP16)."""
    if enemy == NOBODY or not can_perceive(battle, actor, enemy):
        return False
    it = battle.fighters[enemy]
    if condition == Condition.REACHED:
        return has_reached(battle, actor, enemy)
    if condition == Condition.DOWN:
        return not is_able(it)
    if condition == Condition.MOVED:
        return it.moved != 0
    return it.used_weapon != 0


@njit
def is_about_enemy(condition):
    """Whether the argument of a condition is an enemy's number (RP16)."""
    return (
        condition == Condition.REACHED
        or condition == Condition.DOWN
        or condition == Condition.MOVED
        or condition == Condition.USED_WEAPON
    )


@njit
def holds(battle, actor, condition, argument):
    """Whether a condition holds for the fighter who wrote it (P8, P9, RP16).

    Args:
        battle: between the phases.
        actor: the fighter who wrote it.
        condition: Condition.
        argument: an enemy's number; Wounds; squares; else nothing.
    """
    me = battle.fighters[actor]
    if is_about_enemy(condition):
        return holds_of_enemy(battle, actor, condition, argument)
    if condition == Condition.REACHED_ANY:
        return squares_to_closest(battle, actor) <= reach(me)
    if condition == Condition.WOUNDED:
        return me.wounds >= argument
    if condition == Condition.HINDERED:
        return me.prone != 0 or is_entrapped(me)
    if condition == Condition.ALLY_DOWN:
        return is_ally_down(battle, actor)
    if condition == Condition.ATTACKED:
        return me.attacked != 0
    if condition == Condition.NEAR:
        return squares_to_closest(battle, actor) <= argument
    return True
