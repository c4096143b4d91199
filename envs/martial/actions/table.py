"""The table of actions: what each id means (QD1 to QD10).

Ids never shift: what needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of
slot 1, and so on. So the table of a duel is the beginning of the table of a skirmish. Id 0 waits:
it ends the turn, and passes in the other windows.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.action_table import action_table
from ..enums import (
    Maneuver,
    Verb,
)
from ..state import HANDS, PACK, WEAPON_SLOTS
from ..tables import (
    MARTIAL_BONUS,
    MAX_PARTS,
    RAPID_LIMIT,
    RECKLESS_LIMIT,
)

WAIT = 0
DIRECTIONS = 8
POWER_CHOICES = int(MARTIAL_BONUS.max()) + 1  # 0..3 (D73)
RECKLESS_CHOICES = RECKLESS_LIMIT + 1
EXTRA_CHOICES = 6


FIRST_WITH_SLOT = Verb.STRIKE
FIRST_WITH_ALLY = Verb.HEAL
NUM_VERBS = len(Verb)
ARGUMENTS = np.ones(NUM_VERBS, np.int64)  # ids of each verb, for one slot
for _verb, _count in {
    Verb.DRAW: PACK,
    Verb.STOW: HANDS,
    Verb.DROP: HANDS,
    Verb.STEP: DIRECTIONS,
    Verb.MOVE: DIRECTIONS,
    Verb.DIRECTION: DIRECTIONS,
    Verb.RIDERS: POWER_CHOICES * RECKLESS_CHOICES - 1,
    Verb.PARRY: HANDS,
    Verb.PART: MAX_PARTS,
    Verb.EXTRA: EXTRA_CHOICES,
    Verb.STRIKE: WEAPON_SLOTS,
    Verb.LUNGE: WEAPON_SLOTS,
    Verb.CHARGE: WEAPON_SLOTS,
    Verb.SHOOT: RAPID_LIMIT,
    Verb.THROW: HANDS,
    Verb.RAPID_THROW: RAPID_LIMIT - 1,
    Verb.MANEUVER: len(Maneuver),
}.items():
    ARGUMENTS[_verb] = _count
FIRST_ARGUMENT = np.zeros(NUM_VERBS, np.int64)  # the argument of a verb's first id
FIRST_ARGUMENT[[Verb.RIDERS, Verb.EXTRA, Verb.SHOOT]] = 1
FIRST_ARGUMENT[Verb.RAPID_THROW] = 2

TABLE = action_table(ARGUMENTS, FIRST_ARGUMENT, FIRST_WITH_SLOT)
FIRST_SLOT, SLOT_ACTIONS = TABLE.first_slot, TABLE.slot_actions
OFFSET, STRIDE = TABLE.offset, TABLE.stride
VERB, ARGUMENT, SLOT = TABLE.verb, TABLE.argument, TABLE.slot
num_actions = TABLE.num_actions


@njit
def verb_of(action):
    """The verb of an action."""
    return VERB[action]


@njit
def argument_of(action):
    """Its argument: a direction, hand, slot, part, number or maneuver; 0 if the verb has none."""
    return ARGUMENT[action]


@njit
def slot_in(action):
    """The slot of an action that has one, -1 of the others."""
    return SLOT[action]


@njit
def action_id(verb, argument, slot):
    """The id of a verb with an argument and, where it has one, a slot."""
    return OFFSET[verb] + argument - FIRST_ARGUMENT[verb] + STRIDE[verb] * slot
