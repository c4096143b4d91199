"""Rolling abilities, and re-rolling what has failed (H17 to H19, RH7, RH34)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
)
from ...tables import REROLL_WILLPOWER
from ..characters.abilities import consistency, is_physical, potential
from ..combat_basics.fatigue import raise_fatigue, reaches_fatigue
from .rolls import meets, roll_challenge

# --- Rolling (H17, H20, H67, H68) -----------------------------------------------------------------


@njit
def check_fatigue(battle, actor, tires):
    """A physical roll must meet the fatigue before it may raise it (H67, H68, RH10)."""
    roll, fatigue = battle.roll, battle.fighters[actor].fatigue
    roll.tired = not reaches_fatigue(roll.value, fatigue)
    if roll.tired:
        log_event(battle, Event.TOO_TIRED, actor, NOBODY, 0, fatigue, roll.value)
    if tires:
        raise_fatigue(battle, actor, roll.d6)


@njit
def roll_ability(battle, actor, ability, penalty, bonus, tires):
    """Roll an ability into `battle.roll` (H17, H40, H67, H68).

    A situational penalty lowers consistency, an item's bonus raises potential. Pre-rolls and the
    later rolls of a chain do not tire (H59, H126).
    """
    fighter = battle.fighters[actor]
    dice = consistency(fighter, ability) - penalty
    roll_challenge(battle, dice, potential(fighter, ability) + bonus)
    roll = battle.roll
    log_event(battle, Event.ROLLS, actor, ability, roll.d6, roll.total, roll.value)
    if is_physical(ability):
        check_fatigue(battle, actor, tires)


@njit
def passes(battle, requirement):
    """Whether the last roll meets both the fatigue and the CR (H18, H67, RH34)."""
    return not battle.roll.tired and meets(battle.roll.total, requirement)


# --- Once more (H19, RH7) -------------------------------------------------------------------------


@njit
def may_reroll(fighter):
    """Whether the fighter has the willpower to re-roll a failed challenge (H19)."""
    return fighter.wp >= REROLL_WILLPOWER


@njit
def pay_reroll(battle, actor, requirement):
    """Pay 1 WP to re-roll a failed challenge; requirement 0: a search (H19, RH7)."""
    battle.fighters[actor].wp -= REROLL_WILLPOWER
    wp = battle.fighters[actor].wp
    log_event(battle, Event.REROLLS, actor, NOBODY, 0, wp, requirement)
