"""The table of actions: what each id means (QW1 to QW12).

Ids never shift: what needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of
slot 1, and so on. So the table of a duel is the beginning of the table of a skirmish. Id 0 waits:
it ends the turn, and passes in the other windows (it goes on with a long action).
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.action_table import action_table
from ..enums import Condition, Deed, Level, Posture, Verb
from ..state import HANDS, PACK, WEAPON_SLOTS
from ..tables import CHARM_EFFECTS, JUMP_LEAST, JUMP_MOST, MOST_HINDERED, MOST_SHOVE, READIABLE

WAIT = 0
SIDES = 6  # of a hex, clockwise from north-east
JUMPS = JUMP_MOST - JUMP_LEAST + 1


FIRST_WITH_SLOT = Verb.QUICK
FIRST_WITH_ALLY = Verb.HEAL
FIRST_OF_TURN = Verb.DEFEND
"""The verbs from here on are chosen in a turn or an interrupt, but for INTERPOSE."""
NUM_VERBS = len(Verb)
WOUND_LEVELS = int(Level.FATAL)
ARGUMENTS = np.ones(NUM_VERBS, np.int64)  # ids of each verb, for one slot
for _verb, _count in {
    Verb.REBUFF: WEAPON_SLOTS,
    Verb.SPLIT: MOST_HINDERED + 1,
    Verb.DEFENCE: 4,
    Verb.LEVEL: WOUND_LEVELS,
    Verb.MERCY: 2,
    Verb.PUSH: SIDES,
    Verb.YARDS: MOST_SHOVE,
    Verb.READY: len(READIABLE),
    Verb.POSTURE: len(Posture),
    Verb.RETRIEVE: PACK,
    Verb.STOW: HANDS,
    Verb.DROP: HANDS,
    Verb.DOOR: SIDES,
    Verb.CHARM: CHARM_EFFECTS,
    Verb.END_EFFECT: CHARM_EFFECTS,
    Verb.HEAL_SELF: WOUND_LEVELS,
    Verb.TREAT_SELF: WOUND_LEVELS,
    Verb.TREAT_OWN_CONDITION: len(Condition),
    Verb.STEP: SIDES,
    Verb.JUMP: SIDES * JUMPS,
    Verb.QUICK: WEAPON_SLOTS,
    Verb.STANDARD: WEAPON_SLOTS,
    Verb.STRONG: WEAPON_SLOTS,
    Verb.NONLETHAL: WEAPON_SLOTS,
    Verb.DISARM: HANDS,
    Verb.COMMAND: WEAPON_SLOTS - HANDS,
    Verb.HEAL: WOUND_LEVELS,
    Verb.TREAT_WOUND: WOUND_LEVELS,
    Verb.TREAT_CONDITION: len(Condition),
}.items():
    ARGUMENTS[_verb] = _count
FIRST_ARGUMENT = np.zeros(NUM_VERBS, np.int64)  # the argument of a verb's first id
FIRST_ARGUMENT[[Verb.LEVEL, Verb.MERCY, Verb.YARDS]] = 1
FIRST_ARGUMENT[[Verb.HEAL_SELF, Verb.TREAT_SELF, Verb.HEAL, Verb.TREAT_WOUND]] = 1

DEED_OF = np.full(NUM_VERBS, Deed.NONE, np.int64)  # the deed that a verb declares
for _verb in Verb:
    if _verb >= FIRST_OF_TURN or _verb in (Verb.REBUFF, Verb.HARRY, Verb.CLING):
        DEED_OF[_verb] = Deed.__members__.get(_verb.name, Deed.NONE)
DEED_OF[Verb.HEAL_SELF] = Deed.HEAL
DEED_OF[Verb.TREAT_SELF] = Deed.TREAT_WOUND
DEED_OF[Verb.TREAT_OWN_CONDITION] = Deed.TREAT_CONDITION
DEED_OF[Verb.COMMAND] = Deed.STANDARD
DEED_OF[[Verb.STEP, Verb.TO_ITEM, Verb.TO_GROUND, Verb.TO_ALLY]] = Deed.WAY
DEED_OF[[Verb.TOWARD, Verb.TO_REACH, Verb.AWAY, Verb.FLANK, Verb.COVER]] = Deed.WAY

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
    """Its argument: a side, hand, slot, level, number or deed; 0 if the verb has none."""
    return ARGUMENT[action]


@njit
def slot_in(action):
    """The slot of an action that has one, -1 of the others."""
    return SLOT[action]


@njit
def action_id(verb, argument, slot):
    """The id of a verb with an argument and, where it has one, a slot."""
    return OFFSET[verb] + argument - FIRST_ARGUMENT[verb] + STRIDE[verb] * slot
