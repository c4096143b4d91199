"""The table of actions: what each id means (QD1 to QD10).

Ids never shift: what needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of
slot 1, and so on. So the table of a duel is the beginning of the table of a skirmish. Id 0 waits:
it ends the turn, and passes in the other windows.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.action_table import action_table
from ..core.compile import njit
from .state import HANDS, PACK, WEAPON_SLOTS
from .tables import MARTIAL_BONUS, MAX_PARTS, RAPID_LIMIT, RECKLESS_LIMIT, Maneuver

WAIT = 0
DIRECTIONS = 8
POWER_CHOICES = int(MARTIAL_BONUS.max()) + 1  # 0..3 (D73)
RECKLESS_CHOICES = RECKLESS_LIMIT + 1
EXTRA_CHOICES = 6


class Verb(IntEnum):
    """What an action does; the first ones need no slot, the last ones name a fighter."""

    WAIT = 0
    DEFEND = 1
    READY_SHIELD = 2
    STAND_UP = 3
    DROP_PRONE = 4
    RELOAD = 5
    HEAL_SELF = 6
    RELEASE = 7
    ESCAPE = 8
    PICK_UP_WEAPON = 9
    PICK_UP_SHIELD = 10
    TAKE_OFF = 11
    LAND = 12
    HIDE = 13
    TO_WEAPON = 14  # Move to the nearest weapon on the ground
    DRAW = 15  # argument: place in the pack
    STOW = 16  # hand
    DROP = 17  # hand
    STEP = 18  # direction, 1 AP, provokes nobody
    MOVE = 19  # direction: Move straight on as far as the speed allows
    DIRECTION = 20  # of a maneuver's target
    RIDERS = 21  # power * RECKLESS_CHOICES + reckless, from 1
    PARRY = 22  # hand
    PART = 23  # part
    EXTRA = 24  # how many more injuries, from 1
    STRIKE = 25  # weapon slot; also a Reactive Attack
    LUNGE = 26  # weapon slot
    CHARGE = 27  # weapon slot
    MULTIWEAPON = 28
    SHOOT = 29  # shots, from 1
    THROW = 30  # hand
    RAPID_THROW = 31  # throws, from 2
    MANEUVER = 32  # Maneuver; also as a Reactive Attack
    CLEAVE = 33
    TOWARD = 34  # Move as near as the speed allows
    TO_REACH = 35  # Move until the longest weapon in hand reaches
    AWAY = 36
    FLANK = 37
    COVER = 38  # Move behind cover from it
    HEAL = 39  # the ally in the slot
    TO_ALLY = 40  # Move next to it


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
