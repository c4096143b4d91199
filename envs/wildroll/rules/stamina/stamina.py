"""Stamina, fatigue and mana (W11 to W16, RW4, RW12)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Event,
    Npc,
    Skill,
)
from ...tables import MOST_POINTS, RACE_MANA, RACE_STAMINA
from ..health.bodies import attribute, skill

INVESTED, GIVEN_BACK = 1, 2
"""Kinds of unspent mana in a MANA event (W16)."""

# --- Stamina and fatigue (W11 to W14) -------------------------------------------------------------


@njit
def normal_stamina(fighter):
    """The stamina pool without fatigue, never below 0 (W11, RW4)."""
    return max(0, RACE_STAMINA[fighter.race] + attribute(fighter, Attribute.VITALITY))


@njit
def most_stamina(fighter):
    """The stamina that fatigue leaves room for (W13)."""
    return max(0, normal_stamina(fighter) - fighter.fatigue)


@njit
def is_spent(fighter):
    """Whether fatigue has reached the normal maximum (W14, W101)."""
    return fighter.fatigue >= normal_stamina(fighter)


@njit
def is_staggered(fighter):
    """Whether a fighter is staggered; NPCs never are (W9, W14)."""
    return fighter.npc == Npc.NOT and is_spent(fighter)


@njit
def is_exhausted(fighter):
    """Whether a fighter is exhausted, and not staggered in its place (W14, RW12)."""
    if is_staggered(fighter):
        return False
    return 2 * fighter.fatigue >= normal_stamina(fighter)


@njit
def gain_fatigue(battle, actor, points):
    """Fatigue lowers the maximum, and stamina above it (W13, W14)."""
    if points <= 0:
        return
    fighter = battle.fighters[actor]
    was_exhausted, was_staggered = is_exhausted(fighter), is_staggered(fighter)
    fighter.fatigue = min(MOST_POINTS, fighter.fatigue + points)
    fighter.stamina = min(fighter.stamina, most_stamina(fighter))
    log_event(battle, Event.FATIGUE, actor, NOBODY, 0, points, 0)
    if is_staggered(fighter) and not was_staggered:
        log_event(battle, Event.STAGGERED, actor, NOBODY, 0, 0, 0)
    elif is_exhausted(fighter) and not was_exhausted:
        log_event(battle, Event.EXHAUSTED, actor, NOBODY, 0, 0, 0)


@njit
def lose_stamina(battle, actor, points):
    """Pay or lose stamina; below 0 it becomes fatigue (W12, W109)."""
    if points <= 0:
        return
    fighter = battle.fighters[actor]
    excess = max(0, points - fighter.stamina)
    fighter.stamina = max(0, fighter.stamina - points)
    log_event(battle, Event.STAMINA, actor, NOBODY, excess, points, 0)
    gain_fatigue(battle, actor, excess)


@njit
def gain_stamina(battle, actor, points):
    """Stamina comes back, as far as fatigue leaves room (W13, W102)."""
    fighter = battle.fighters[actor]
    before = fighter.stamina
    fighter.stamina = min(most_stamina(fighter), before + points)
    log_event(battle, Event.STAMINA, actor, NOBODY, 0, before - fighter.stamina, 0)


# --- Mana (W15, W16) ------------------------------------------------------------------------------


@njit
def normal_mana(fighter):
    """The mana pool, none for those untrained in Arcana (W15, RW4)."""
    if skill(fighter, Skill.ARCANA) == 0:
        return 0
    return max(0, RACE_MANA[fighter.race] + attribute(fighter, Attribute.LORE))


@njit
def most_mana(fighter):
    """The mana that is not invested (W16)."""
    return max(0, normal_mana(fighter) - fighter.invested)


@njit
def has_mana(fighter, points):
    """Whether so much mana is there to be spent or invested (W15)."""
    return fighter.mana >= points


@njit
def spend_mana(battle, actor, points):
    """Mana is spent (W15)."""
    battle.fighters[actor].mana -= points
    log_event(battle, Event.MANA, actor, NOBODY, 0, points, 0)


@njit
def invest_mana(battle, actor, points):
    """Tie up mana, in the pool and in its maximum (W16)."""
    battle.fighters[actor].mana -= points
    battle.fighters[actor].invested += points
    log_event(battle, Event.MANA, actor, NOBODY, INVESTED, points, 0)


@njit
def return_mana(battle, actor, points):
    """Mana that was invested comes back (W16)."""
    fighter = battle.fighters[actor]
    fighter.invested -= points
    fighter.mana = min(most_mana(fighter), fighter.mana + points)
    log_event(battle, Event.MANA, actor, NOBODY, GIVEN_BACK, points, 0)
