"""Spells: knowledge, mana, Force shield and Heal (W16, W77, RW19)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Act,
    Event,
)
from ...tables import (
    FIRE_BOLT,
    FORCE_SHIELD,
    HEAL,
    IS_INVESTED,
    NONE,
    SPELL_LEVELS,
    SPELL_MANA,
    SPELL_ROUNDS,
)
from ..health.healing import heal_wound, is_patient
from ..health.wounds import wounds_at
from ..stamina.stamina import has_mana, invest_mana, return_mana, spend_mana

# --- Casting (W15, W16, W77) ----------------------------------------------------------------------


@njit
def spell_of(act):
    """The spell that an action casts, -1 of any other (W77)."""
    if act == Act.FIRE_BOLT:
        return FIRE_BOLT
    if act == Act.FORCE_SHIELD:
        return FORCE_SHIELD
    return HEAL if act == Act.HEAL else NONE


@njit
def knows(fighter, spell):
    """Whether a fighter has learnt a spell (W77, RW19)."""
    return (fighter.spells >> spell) & 1 == 1


@njit
def may_cast(fighter, spell):
    """Whether a fighter knows a spell and has the mana for it (W15, W77)."""
    return knows(fighter, spell) and has_mana(fighter, SPELL_MANA[spell])


@njit
def pay_mana(battle, actor, act):
    """The mana of a spell is spent, or invested while the spell lasts (W15, W16, W109)."""
    spell = spell_of(act)
    if spell == NONE:
        return
    if IS_INVESTED[spell]:
        invest_mana(battle, actor, SPELL_MANA[spell])
    else:
        spend_mana(battle, actor, SPELL_MANA[spell])


# --- Force shield (RW19, W61) ---------------------------------------------------------------------


@njit
def may_shield(fighter):
    """Whether a fighter may cast a Force shield: one at a time (RW19)."""
    return fighter.shield_rounds == 0 and may_cast(fighter, FORCE_SHIELD)


@njit
def cast_shield(battle, actor):
    """A Force shield stands for two rounds, this one counted (W61, RW19)."""
    fighter = battle.fighters[actor]
    fighter.shield_rounds = SPELL_ROUNDS[FORCE_SHIELD]
    fighter.shield_since = battle.serial
    battle.serial += 1
    log_event(battle, Event.CASTS, actor, NOBODY, FORCE_SHIELD, 0, 0)


@njit
def end_shield(battle, actor):
    """A Force shield is over and gives its mana back (W16, RW19)."""
    battle.fighters[actor].shield_rounds = 0
    log_event(battle, Event.SHIELD_ENDS, actor, NOBODY, 0, 0, 0)
    return_mana(battle, actor, SPELL_MANA[FORCE_SHIELD])


# --- Heal (RW19) ----------------------------------------------------------------------------------


@njit
def may_heal(battle, actor, target, level):
    """Whether a fighter may heal a wound of this level of a patient (RW19, H28)."""
    if not may_cast(battle.fighters[actor], HEAL) or not is_patient(battle, actor, target):
        return False
    return wounds_at(battle.fighters[target], level) > 0


@njit
def cast_heal(battle, actor, target, level):
    """A wound becomes a level lighter (RW19)."""
    log_event(battle, Event.CASTS, actor, target, HEAL, level, 0)
    heal_wound(battle, target, level, SPELL_LEVELS[HEAL])
