"""Skulking and hiding: a relation between skulker and observer (P53 to P59, P125, RP4, RP36)."""

from __future__ import annotations

from ...core.compiler.bits import contains, set_of
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ..enums import (
    Act,
    Event,
    Roll,
    Verb,
)
from ..tables import (
    BASE_SAVE,
    DIE,
    IS_SILENT,
    SHIELD_COVER,
)
from .bodies import are_enemies, is_able
from .rolls import log_reasons, roll
from .sight import is_concealed_from, is_covered_from, is_unaware
from .support import can_swap

COVERT_ACTS = set_of(Act.SKULK, Act.AIM, Act.QUICK_ITEM)
"""The actions that reveal nobody (RP36)."""
MISSILE_ACTS = set_of(Act.RANGED_ATTACK, Act.RAPID_FIRE)
"""The actions that shoot or throw, and reveal nobody if the weapon is Silent (P125)."""

# --- Where one can hide (P54, P134) ---------------------------------------------------------------


@njit
def can_ever_hide(battle, actor):
    """Whether anything on the map, or an own tower shield, could give Cover (P54, P134)."""
    if battle.has_obstacles != 0 or battle.door_x[0] >= 0:
        return True
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if battle.side[other] == battle.side[actor] and is_able(it):
            carried = it.carried_shield
            if SHIELD_COVER[it.shield] or (can_swap(it) and SHIELD_COVER[carried]):
                return True
    return False


# --- The Stealth roll (P55, RP4) ------------------------------------------------------------------


@njit
def has_roll_to_keep(fighter):
    """Whether he has rolled Stealth; 0 and less hide from nobody Ready and do not count (P55)."""
    return fighter.stealth_roll > 0


@njit
def rolls_for_stealth(battle, actor):
    """Whether a skulker rolls: he moved, or has no last roll to keep, or does not (P55, QP6)."""
    phase = battle.phases[actor]
    is_kept = phase.verb == Verb.SKULK_KEEP and has_roll_to_keep(battle.fighters[actor])
    return phase.act == Act.SKULK and (not is_kept or phase.steps > 0)


@njit
def roll_stealth(battle):
    """Skulkers roll Stealth after movement, before the phase's Wounds count (P55, P45, RP4)."""
    for actor in range(battle.num_fighters):
        if rolls_for_stealth(battle, actor):
            fighter = battle.fighters[actor]
            number = roll(battle, DIE, Roll.STEALTH, actor, actor, 0)
            total = number + fighter.stealth - fighter.wounds
            fighter.stealth_roll = total
            log_reasons(battle, actor, actor, 0, 0, fighter.wounds)
            log_event(battle, Event.HIDES, actor, NOBODY, 0, total, number)


# --- Overt acts (P59, P125, RP36) -----------------------------------------------------------------


@njit
def note_noise(battle):
    """Before the attacks of the actions, note the fighters whose missiles are heard (P125).

    A weapon that is dropped or exchanged later in the phase has been heard or not.
    """
    for actor in range(battle.num_fighters):
        is_missile = contains(MISSILE_ACTS, battle.phases[actor].act)
        if is_missile and not IS_SILENT[battle.fighters[actor].hand]:
            battle.phases[actor].loud = 1


@njit
def is_overt(battle, actor):
    """Whether an act of the phase reveals the fighter, or an attack that is heard (P59, RP36).

    All but Skulk, Aim, quick items and Silent missiles do; every melee attack does (P113).
    """
    act = battle.phases[actor].act
    is_covert = contains(COVERT_ACTS | MISSILE_ACTS, act)
    return not is_covert or battle.phases[actor].loud != 0


# --- Unaware observers (P54, P56, RP4, RP36) ------------------------------------------------------


@njit
def has_hiding_place(battle, actor, observer):
    """Whether his square gives Cover or Concealment from the observer (P54)."""
    return is_covered_from(battle, actor, observer) or is_concealed_from(battle, actor, observer)


@njit
def overlooks(battle, observer, actor):
    """Whether the observer misses a skulker: Not Ready, or Perception below the roll (P56, RP4)."""
    if battle.phases[observer].ready == 0:
        return True
    perception = BASE_SAVE + battle.fighters[observer].perception
    return perception < battle.fighters[actor].stealth_roll


@njit
def may_overlook(battle, observer, actor):
    """Whether the observer may miss a skulker, who knows nobody's Perception (P56, XP4).

    He sees who is Not Ready; of those out of his sight, all may be.
    """
    if battle.phases[observer].ready == 0 or is_concealed_from(battle, observer, actor):
        return True
    return battle.fighters[actor].stealth_roll > BASE_SAVE


@njit
def stays_out_of_sight(battle, actor, observer):
    """Whether nothing but the comparison of RP4 gives the fighter away (P54, P59, RP36)."""
    if not are_enemies(battle, actor, observer) or not is_able(battle.fighters[observer]):
        return False
    if not is_able(battle.fighters[actor]) or is_overt(battle, actor):
        return False
    return has_hiding_place(battle, actor, observer)


@njit
def is_hidden_from(battle, actor, observer):
    """Whether an enemy is Unaware of the fighter from the next phase on (P54, P56, P59, RP36)."""
    may_hide = battle.phases[actor].act == Act.SKULK or is_unaware(battle, observer, actor)
    return may_hide and overlooks(battle, observer, actor)


@njit
def seems_hidden_from(battle, actor, observer):
    """Whether an enemy may be Unaware of the fighter, as far as he can tell (P56, XP4).

    An enemy who attacked him in the phase was aware of him.
    """
    it = battle.fighters[actor]
    may_hide = battle.phases[actor].act == Act.SKULK or (
        contains(it.hides_from, observer) and not contains(it.attacked, observer)
    )
    return may_hide and may_overlook(battle, observer, actor)


@njit
def tells_unaware(battle, actor, unaware):
    """Whether the report should say who is Unaware of a fighter: others than before, or nobody."""
    before = battle.fighters[actor].hidden_from
    if unaware == 0:
        return before == 0 and rolls_for_stealth(battle, actor)
    return unaware != before


@njit
def has_able_unaware(battle, actor):
    """Whether anybody able to act was Unaware of the fighter: only such notice him (P59, RP36)."""
    for observer in range(battle.num_fighters):
        if is_unaware(battle, observer, actor) and is_able(battle.fighters[observer]):
            return True
    return False


@njit
def update_hiding(battle):
    """At the phase's end, update who is hidden from whom (P53 to P59, RP36).

    An observer who became aware again grants the Favor of a first attack once more (P58, RP24).
    """
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        was_hidden = has_able_unaware(battle, actor)
        unaware, seems_unaware = 0, 0
        for observer in range(battle.num_fighters):
            if not stays_out_of_sight(battle, actor, observer):
                continue
            if is_hidden_from(battle, actor, observer):
                unaware |= 1 << observer
            if seems_hidden_from(battle, actor, observer):
                seems_unaware |= 1 << observer
        if tells_unaware(battle, actor, unaware):
            log_event(battle, Event.UNAWARE, actor, NOBODY, 0, unaware, 0)
        fighter.hidden_from = unaware
        fighter.hides_from = seems_unaware
        fighter.struck = fighter.struck & unaware
        fighter.surprised = fighter.surprised & seems_unaware
        if was_hidden and unaware == 0:
            log_event(battle, Event.REVEALED, actor, NOBODY, 0, 0, 0)
