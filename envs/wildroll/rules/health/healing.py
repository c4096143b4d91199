"""Dying, waking and treatment (W8, W99 to W101, RW11, RW30, H28)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Attribute,
    Condition,
    Event,
    Level,
    Life,
    Skill,
    Specialisation,
)
from ...tables import DYING_TN, NO_KIT_PENALTY, TREAT_STEP, TREAT_TN, WAKE_TN
from ..common_actions.items import has_kit
from ..movement.spaces import is_adjacent, sees
from ..rolls.checks import fortitude_save, ordinary_check, plain_modifier, skill_modifier
from ..stamina.stamina import gain_fatigue, is_spent
from .bodies import are_enemies, is_conscious, is_dead, is_helpless
from .conditions import condition_level, condition_tn, lower_condition
from .harm import die
from .wounds import level_after, lower_wound, number_of_wounds, severity, wounds_at

MOST_DYING_ROUNDS = 100
"""Rounds of dying that the record can count; no fighter withstands them."""

# --- Dying (W8, RW11) -----------------------------------------------------------------------------


@njit
def death_check(battle, actor):
    """At a round's end the dying live on by Fortitude, harder each round (W8, RW11)."""
    fighter = battle.fighters[actor]
    if not fighter.dying:
        return
    rounds = fighter.dying_rounds
    if fortitude_save(battle, actor, DYING_TN + rounds):
        fighter.dying_rounds = min(MOST_DYING_ROUNDS, rounds + 1)
    else:
        die(battle, actor, NOBODY)


@njit
def end_dying(battle, actor):
    """A fighter is dying no longer (W99, RW11)."""
    fighter = battle.fighters[actor]
    if fighter.dying:
        fighter.dying = False
        fighter.dying_rounds = 0
        log_event(battle, Event.STABLE, actor, NOBODY, 0, 0, 0)


@njit
def clear_dying(battle, actor):
    """An awake fighter without a fatal wound stops dying (RW11)."""
    fighter = battle.fighters[actor]
    if is_conscious(fighter) and wounds_at(fighter, Level.FATAL) == 0:
        end_dying(battle, actor)


@njit
def try_to_wake(battle, actor):
    """An unconscious fighter may wake by Fortitude (W99, RW11)."""
    fighter = battle.fighters[actor]
    if fighter.life == Life.UNCONSCIOUS and fortitude_save(battle, actor, WAKE_TN):
        fighter.life = Life.ALIVE
        log_event(battle, Event.WAKES, actor, NOBODY, 0, 0, 0)
        clear_dying(battle, actor)


# --- Patients and healers (W99 to W101, H28) ------------------------------------------------------


@njit
def is_patient(battle, actor, target):
    """Whether a fighter can treat another: itself, or beside it an ally or helpless enemy (H28)."""
    if target == NOBODY or is_dead(battle.fighters[target]):
        return False
    if target == actor:
        return True
    if are_enemies(battle, actor, target):
        if not is_helpless(battle.fighters[target]) or not sees(battle, actor, target):
            return False
    return is_adjacent(battle, actor, target)


@njit
def kit_penalty(fighter):
    """Penalty of treatment without a healing kit (W99 to W101)."""
    return 0 if has_kit(fighter) else NO_KIT_PENALTY


@njit
def wounds_modifier(fighter):
    """Lore, Healing and Wounds, less the penalty without a kit (W99 to W101)."""
    modifier = skill_modifier(fighter, Attribute.LORE, Skill.HEALING, Specialisation.WOUNDS)
    return modifier - kit_penalty(fighter)


# --- Stabilize (W99) ------------------------------------------------------------------------------


@njit
def may_stabilize(battle, actor, target):
    """Whether an ally beside one is dying (W99)."""
    if target == actor or not is_patient(battle, actor, target):
        return False
    return battle.fighters[target].dying


@njit
def stabilize(battle, actor, target):
    """Stabilize: against the number of wounds that it has; it may wake at once (W99, RW11)."""
    modifier = wounds_modifier(battle.fighters[actor])
    number = number_of_wounds(battle.fighters[target])
    if ordinary_check(battle, actor, modifier, number) >= 0:
        end_dying(battle, target)
        try_to_wake(battle, target)


# --- Treat Condition (W100) -----------------------------------------------------------------------


@njit
def may_treat_condition(battle, actor, target, condition):
    """Whether a patient has a condition to be treated (W100, H28)."""
    if not is_patient(battle, actor, target):
        return False
    return condition_level(battle.fighters[target], condition) > 0


@njit
def steps_of(margin):
    """Levels by which a success lowers a wound or a condition (W100, W101)."""
    return 1 + margin // TREAT_STEP


@njit
def condition_modifier(fighter, condition):
    """Lore and Healing, with Wounds unless it is a poison, less the lack of a kit (W100)."""
    if condition != Condition.POISONED:
        return wounds_modifier(fighter)
    return plain_modifier(fighter, Attribute.LORE, Skill.HEALING) - kit_penalty(fighter)


@njit
def treat_condition(battle, actor, target, condition):
    """Treat Condition: hobbling ends, the others become lighter (W100, RW12)."""
    modifier = condition_modifier(battle.fighters[actor], condition)
    number = condition_tn(battle.fighters[target], condition)
    margin = ordinary_check(battle, actor, modifier, number)
    if margin >= 0:
        lower_condition(battle, target, condition, steps_of(margin))


# --- Treat Wound (W101, RW30, RW33) ---------------------------------------------------------------


@njit
def heal_wound(battle, target, level, steps):
    """A wound becomes lighter as far as slots are free; then its bearer may wake (RW11, RW33)."""
    fighter = battle.fighters[target]
    after = level_after(fighter, level, steps)
    lower_wound(fighter, level, steps)
    log_event(battle, Event.TREATS, target, NOBODY, level, after, 0)
    if after < level:
        try_to_wake(battle, target)
        clear_dying(battle, target)


@njit
def may_treat_wound(battle, actor, target, level):
    """Whether a patient has a wound of this level and the stamina for treatment (W101)."""
    if not is_patient(battle, actor, target):
        return False
    fighter = battle.fighters[target]
    return wounds_at(fighter, level) > 0 and not is_spent(fighter)


@njit
def treat_wound(battle, actor, target, level):
    """Treat Wound: it becomes lighter on a success, and tires in any case (W101, RW30)."""
    modifier = wounds_modifier(battle.fighters[actor])
    margin = ordinary_check(battle, actor, modifier, TREAT_TN[level])
    if margin >= 0:
        heal_wound(battle, target, level, steps_of(margin))
    gain_fatigue(battle, target, severity(battle.fighters[target]))
