"""The medic: it stabilizes, heals and treats its side, shields itself, then fights."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.wildroll.enums import (
    Condition,
    Level,
    Skill,
    Verb,
    Window,
)
from ....envs.wildroll.rules.health.bodies import are_enemies, is_dead, skill
from ....envs.wildroll.rules.health.conditions import condition_level, condition_tn
from ....envs.wildroll.rules.health.healing import condition_modifier, wounds_modifier
from ....envs.wildroll.rules.health.wounds import number_of_wounds, severity, wounds_at
from ....envs.wildroll.rules.movement.spaces import gap
from ....envs.wildroll.rules.stamina.stamina import most_stamina
from ....envs.wildroll.tables import NONE
from .answers import answer, plain_turn
from .odds import chance_of_ordinary
from .queries import (
    FAR,
    at_ally,
    can_afford,
    foes_in_reach,
    get_free,
    get_up,
    is_threatened,
    paid,
    untargeted_action,
)

BAD = Level.SEVERE
"""Lightest wound that is healed in battle: lighter ones hardly matter."""
CONDITIONS = len(Condition)
LEAST_CHANCE = 0.4
"""Least chance of success for which a treatment is tried."""
LOW_STAMINA = 4
"""Stamina below which a potion is drunk."""

# --- Patients -------------------------------------------------------------------------------------


@njit
def is_ally(battle, actor, other):
    """Whether another fighter is a living ally."""
    if other == actor or are_enemies(battle, actor, other):
        return False
    return not is_dead(battle.fighters[other])


@njit
def chance_to_stabilise(battle, actor, ally):
    """Chance that a Stabilize succeeds (W99)."""
    needed = number_of_wounds(battle.fighters[ally]) - wounds_modifier(battle.fighters[actor])
    return chance_of_ordinary(needed)


@njit
def chance_to_treat(battle, actor, other, condition):
    """Chance that a Treat Condition succeeds (W100)."""
    modifier = condition_modifier(battle.fighters[actor], condition)
    return chance_of_ordinary(condition_tn(battle.fighters[other], condition) - modifier)


@njit
def stabilise(battle, mask, actor):
    """Stabilize a dying ally on a neighbouring hex, over several turns if needed; -1 if none."""
    for ally in range(battle.num_fighters):
        if is_ally(battle, actor, ally) and battle.fighters[ally].dying:
            action = at_ally(battle, mask, actor, Verb.STABILIZE, 0, ally)
            if action != NONE and chance_to_stabilise(battle, actor, ally) >= LEAST_CHANCE:
                return action
    return np.int64(NONE)


@njit
def worst_case(battle, actor):
    """The worst wounded ally in sight, the dying first; -1 if none is badly hurt."""
    best, most = np.int64(NOBODY), np.int64(0)
    for ally in range(battle.num_fighters):
        if not is_ally(battle, actor, ally):
            continue
        fighter = battle.fighters[ally]
        need = np.int64(0)
        if fighter.dying:
            need = np.int64(FAR)
        elif severity(fighter) >= BAD:
            need = 10 * severity(fighter)
        if need > 0 and need - gap(battle, actor, ally) > most:
            best, most = np.int64(ally), need - gap(battle, actor, ally)
    return best


@njit
def mend(battle, mask, actor, own_verb, verb, least, at_once):
    """Heal or treat the worst wound of the fighter or a neighbour; -1 if there is none.

    Only wounds of at least level `least` count. With `at_once` the AP must suffice now.
    """
    for level in range(np.int64(Level.FATAL), least - 1, -1):
        if at_once and not can_afford(battle, actor, verb, level):
            break
        for ally in range(battle.num_fighters):
            if is_ally(battle, actor, ally) and wounds_at(battle.fighters[ally], level) > 0:
                action = at_ally(battle, mask, actor, verb, level, ally)
                if action != NONE:
                    return action
        action = untargeted_action(mask, own_verb, level)
        if action != NONE:
            return action
    return np.int64(NONE)


@njit
def treat_conditions(battle, mask, actor):
    """Treat the worst condition of the fighter or of a neighbouring ally; -1 if none."""
    best, most = np.int64(NONE), np.int64(0)
    for condition in range(CONDITIONS):
        if not can_afford(battle, actor, Verb.TREAT_CONDITION, condition):
            return best
        for other in range(battle.num_fighters):
            level = condition_level(battle.fighters[other], condition)
            if are_enemies(battle, actor, other) or level <= most:
                continue
            if chance_to_treat(battle, actor, other, condition) < LEAST_CHANCE:
                continue
            action = untargeted_action(mask, Verb.TREAT_OWN_CONDITION, condition)
            if other != actor:
                action = at_ally(battle, mask, actor, Verb.TREAT_CONDITION, condition, other)
            if action != NONE:
                best, most = action, level
    return best


# --- Its turn -------------------------------------------------------------------------------------


@njit
def drink(battle, mask, actor):
    """Drink a potion when tired; -1 if none is needed or left."""
    fighter = battle.fighters[actor]
    if fighter.stamina >= LOW_STAMINA or most_stamina(fighter) < 2 * LOW_STAMINA:
        return np.int64(NONE)
    return paid(battle, mask, actor, Verb.POTION, 0)


@njit
def care(battle, mask, actor):
    """Stabilize, heal by magic, treat conditions, treat wounds; -1 if nobody needs it."""
    action = np.int64(NONE)
    if can_afford(battle, actor, Verb.STABILIZE, 0) or foes_in_reach(battle, actor) == 0:
        action = stabilise(battle, mask, actor)
    if action == NONE:
        action = mend(battle, mask, actor, Verb.HEAL_SELF, Verb.HEAL, np.int64(BAD), True)
    if action != NONE or foes_in_reach(battle, actor) > 0:
        return action
    action = treat_conditions(battle, mask, actor)
    is_skilled = skill(battle.fighters[actor], Skill.HEALING) > 0
    if action == NONE and is_skilled and not is_threatened(battle, actor):
        action = mend(battle, mask, actor, Verb.TREAT_SELF, Verb.TREAT_WOUND, np.int64(BAD), False)
    return action


@njit
def go_to_patient(battle, mask, actor):
    """Move to the worst wounded ally, unless an enemy is near; -1 if nobody is hurt."""
    if foes_in_reach(battle, actor) > 0 or skill(battle.fighters[actor], Skill.HEALING) == 0:
        return np.int64(NONE)
    return at_ally(battle, mask, actor, Verb.TO_ALLY, 0, worst_case(battle, actor))


@njit
def heal_turn(battle, mask, actor):
    """Care for the fighter and its allies, then fight."""
    action = get_free(battle, mask, actor)
    if action == NONE and foes_in_reach(battle, actor) > 0:
        action = get_up(battle, mask, actor)
    if action == NONE:
        action = care(battle, mask, actor)
    if action == NONE:
        action = go_to_patient(battle, mask, actor)
    if action == NONE and is_threatened(battle, actor):
        action = paid(battle, mask, actor, Verb.FORCE_SHIELD, 0)
    if action == NONE:
        action = drink(battle, mask, actor)
    return action if action != NONE else plain_turn(battle, mask, actor)


@njit
def medic(battle, mask, rng_state, actor):
    """Heals its side first, then fights; out of turn it only helps the dying."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return heal_turn(battle, mask, actor)
    if window == Window.INTERRUPT:
        return stabilise(battle, mask, actor)
    return answer(battle, mask, actor, window)
