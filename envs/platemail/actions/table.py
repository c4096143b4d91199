"""The table of actions: what each id writes into an order, and back (P5 to P8, QP1 to QP5).

An action is a directive (a verb with a target), a condition, or a standing choice. Ids never shift:
what needs no slot comes first (directives with a described target among it), then the verbs and
conditions of enemy slot 0 and ally slot 0, of slot 1, and so on. So the table of a duel is the
beginning of the table of a skirmish. Id 0 passes: it Defends, sets no condition, and leaves the
standing choices as they are.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, ally_in_slot, enemy_in_slot, slot_of
from ..enums import (
    Condition,
    Description,
    Spell,
    Verb,
)
from ..rules.conditions import is_about_enemy
from .orders import (
    ENEMY_DESCRIPTIONS,
    FIRST_WITH_ALLY,
    FIRST_WITH_ENEMY,
    NEAR_SQUARES,
    NO_TARGET,
    NUM_VERBS,
    WOUND_THRESHOLDS,
)

# --- The table ------------------------------------------------------------------------------------

WAIT = 0
NO_VERB = -1
NUM_SPELLS = len(Spell)
DIRECTIONS = 8
ENEMY_VERBS = int(FIRST_WITH_ALLY - FIRST_WITH_ENEMY)
ALLY_VERBS = int(NUM_VERBS - FIRST_WITH_ALLY)
DIRECTED_VERBS = ENEMY_VERBS + ALLY_VERBS

# Verbs without a target have their own number as id; Defend is 0.
PREPARE = int(Verb.PREPARE)  # 5 spells
STEP = PREPARE + NUM_SPELLS  # 8 directions
DESCRIBED = STEP + DIRECTIONS  # the verbs with an enemy, for each description
DESCRIBED_ALLY = DESCRIBED + ENEMY_DESCRIPTIONS * ENEMY_VERBS
IF_PLAIN = DESCRIBED_ALLY + ALLY_VERBS  # conditions about nobody in particular

_PLAIN = (
    (Condition.REACHED_ANY, NO_TARGET),
    *((Condition.WOUNDED, wounds) for wounds in WOUND_THRESHOLDS),
    (Condition.HINDERED, NO_TARGET),
    (Condition.ALLY_DOWN, NO_TARGET),
    (Condition.ATTACKED, NO_TARGET),
    *((Condition.NEAR, squares) for squares in NEAR_SQUARES),
)
PLAIN_CONDITIONS = np.array([int(condition) for condition, _ in _PLAIN], np.int64)
PLAIN_ARGUMENTS = np.array([argument for _, argument in _PLAIN], np.int64)
NUM_PLAIN = len(_PLAIN)

STANDING = IF_PLAIN + NUM_PLAIN  # see `standing_of`: 1 to 3
NUM_STANDING = 3
NO_OPPORTUNITY, NO_STAND = 1, 2
"""Bits of a standing choice: no attacks of opportunity, no stand in Terror (QP10, QP11)."""

FIRST_SLOT = STANDING + NUM_STANDING
SLOT_CONDITIONS = np.array(
    [Condition.REACHED, Condition.DOWN, Condition.MOVED, Condition.USED_WEAPON], np.int64
)
NUM_SLOT_CONDITIONS = len(SLOT_CONDITIONS)
SLOT_ACTIONS = DIRECTED_VERBS + NUM_SLOT_CONDITIONS
"""Of a slot: verbs with the enemy in it, verbs with the ally in it, conditions about the enemy."""


def num_actions(max_side: int) -> int:
    """Length of the table with so many slots a side."""
    return FIRST_SLOT + SLOT_ACTIONS * max_side


# --- What an action says --------------------------------------------------------------------------


@njit
def slot_in(action):
    """The slot of an action that has one."""
    return (action - FIRST_SLOT) // SLOT_ACTIONS


@njit
def place_in_slot(action):
    """Which of a slot's actions it is."""
    return (action - FIRST_SLOT) % SLOT_ACTIONS


@njit
def verb_of(action, max_side):
    """The verb of a directive, -1 for conditions and standing choices (QP1).

    The table does not need to know how many slots there are.
    """
    if action < PREPARE:
        return np.int64(action)
    if action < STEP:
        return np.int64(Verb.PREPARE)
    if action < DESCRIBED:
        return np.int64(Verb.STEP)
    if action < DESCRIBED_ALLY:
        return np.int64(FIRST_WITH_ENEMY + (action - DESCRIBED) % ENEMY_VERBS)
    if action < IF_PLAIN:
        return np.int64(FIRST_WITH_ALLY + action - DESCRIBED_ALLY)
    if action < FIRST_SLOT or place_in_slot(action) >= DIRECTED_VERBS:
        return np.int64(NO_VERB)
    return np.int64(FIRST_WITH_ENEMY + place_in_slot(action))


@njit
def target_of(battle, actor, action):
    """Whom a directive names: a fighter, a Description, a spell or a direction; -1 (QP2, QP3)."""
    if action < PREPARE:
        return np.int64(NO_TARGET)
    if action < STEP:
        return np.int64(action - PREPARE)
    if action < DESCRIBED:
        return np.int64(action - STEP)
    if action < DESCRIBED_ALLY:
        return np.int64(Description.CLOSEST + (action - DESCRIBED) // ENEMY_VERBS)
    if action < IF_PLAIN:
        return np.int64(Description.MOST_WOUNDED_ALLY)
    if action < FIRST_SLOT or place_in_slot(action) >= DIRECTED_VERBS:
        return np.int64(NO_TARGET)
    if place_in_slot(action) >= ENEMY_VERBS:
        return ally_in_slot(battle, actor, slot_in(action))
    return enemy_in_slot(battle, actor, slot_in(action))


@njit
def condition_of(action, max_side):
    """The condition that an action writes: ALWAYS for id 0, -1 for what is none (QP5)."""
    if action == WAIT:
        return np.int64(Condition.ALWAYS)
    if IF_PLAIN <= action < STANDING:
        return PLAIN_CONDITIONS[action - IF_PLAIN]
    if action >= FIRST_SLOT and place_in_slot(action) >= DIRECTED_VERBS:
        return SLOT_CONDITIONS[place_in_slot(action) - DIRECTED_VERBS]
    return np.int64(-1)


@njit
def argument_of(battle, actor, action):
    """What a condition is about: an enemy's number, Wounds, squares; else -1 (RP16)."""
    if IF_PLAIN <= action < STANDING:
        return PLAIN_ARGUMENTS[action - IF_PLAIN]
    if action >= FIRST_SLOT and place_in_slot(action) >= DIRECTED_VERBS:
        return enemy_in_slot(battle, actor, slot_in(action))
    return np.int64(NO_TARGET)


@njit
def standing_of(action, max_side):
    """The bits NO_OPPORTUNITY and NO_STAND of a standing choice, 0 for id 0 (QP10, QP11)."""
    if STANDING <= action < FIRST_SLOT:
        return np.int64(1 + action - STANDING)
    return np.int64(0)


# --- And the other way ----------------------------------------------------------------------------


@njit
def slot_action(slot, place):
    """Id of one of a slot's actions."""
    return np.int64(FIRST_SLOT + SLOT_ACTIONS * slot + place)


@njit
def ally_slot_of(battle, actor, ally):
    """The ally slot of a fighter before another of his side, the inverse of `ally_in_slot`."""
    return slot_of(battle, ally) - (1 if ally > actor else 0)


@njit
def directive_action(battle, actor, verb, target):
    """Id of a directive, the inverse of `verb_of` and `target_of`."""
    if verb < Verb.PREPARE:
        return np.int64(verb)
    if verb == Verb.PREPARE:
        return np.int64(PREPARE + target)
    if verb == Verb.STEP:
        return np.int64(STEP + target)
    if target == Description.MOST_WOUNDED_ALLY:
        return np.int64(DESCRIBED_ALLY + verb - FIRST_WITH_ALLY)
    if target >= MAX_FIGHTERS:
        described = target - Description.CLOSEST
        return np.int64(DESCRIBED + ENEMY_VERBS * described + verb - FIRST_WITH_ENEMY)
    place = verb - FIRST_WITH_ENEMY
    if verb >= FIRST_WITH_ALLY:
        return slot_action(ally_slot_of(battle, actor, target), place)
    return slot_action(slot_of(battle, target), place)


@njit
def condition_action(battle, actor, condition, argument):
    """Id of a condition, the inverse of `condition_of` and `argument_of`."""
    if is_about_enemy(condition):
        for kind in range(NUM_SLOT_CONDITIONS):
            if SLOT_CONDITIONS[kind] == condition:
                return slot_action(slot_of(battle, argument), DIRECTED_VERBS + kind)
    for plain in range(NUM_PLAIN):
        if PLAIN_CONDITIONS[plain] == condition and PLAIN_ARGUMENTS[plain] == argument:
            return np.int64(IF_PLAIN + plain)
    return np.int64(WAIT)


@njit
def standing_action(no_opportunity, no_stand):
    """Id of a standing choice, the inverse of `standing_of`."""
    bits = NO_OPPORTUNITY * np.int64(no_opportunity) + NO_STAND * np.int64(no_stand)
    return np.int64(WAIT) if bits == 0 else np.int64(STANDING - 1 + bits)
