"""The table of actions: what each id means (QH1 to QH14).

Ids never shift: what needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of
slot 1, and so on. So the table of a duel is the beginning of the table of a skirmish. Id 0 waits:
it ends the turn, and passes in the other windows: it keeps the pre-roll, dodges where one has to be
rolled, goes into the guard that stands in the way, and readies for whoever enters the square.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.action_table import action_table
from ..enums import Action, Defence, Hand, Trigger, Verb
from ..state import GROUND_CAPACITY, HANDS, ON_OBJECT, PACK
from ..tables import BODY_PARTS, CAN_BE_READIED, DIRECTIONS, LOCATIONS, NONE, SKILLS

WAIT = 0
AIMS = 1 + BODY_PARTS + HANDS
"""At nothing, at a body part, at what a hand holds (H117, RH16)."""
BRAWL_AIMS = 1 + BODY_PARTS
WAYS_UP = ON_OBJECT + 1
"""What can be climbed, and jumped down from: four borders, and the object of the location."""
READIABLE = np.nonzero(CAN_BE_READIED)[0]
"""The deeds that can be readied (RH36)."""
FROM_BAG = GROUND_CAPACITY
"""Get an item: a place of the ground, or from the bag (H100)."""
CHARGES = HANDS + 2
"""A charge ends with the weapon of a hand, with a Hit, or with a Bind (H87)."""
CHARGE_HIT, CHARGE_BIND = HANDS, HANDS + 1


FIRST_WITH_SLOT = Verb.ATTACK
FIRST_WITH_ALLY = Verb.GUARD
FIRST_OF_TURN = Verb.LET_GO
"""The verbs from here on are chosen in a turn, but for the triggers and delays."""
NUM_VERBS = len(Verb)
OPPONENT_TRIGGERS = np.array(
    [Trigger.ENTERS, Trigger.LEAVES, Trigger.ATTACKS_ME, Trigger.INTENDS, Trigger.SHOOTS]
)
"""What an opponent can trigger, by the argument of TRIGGER and TRIGGER_BY (RH37)."""
DEFENCES = np.array([Defence.BLOCK, Defence.PARRY, Defence.PARRY])
DEFENCE_HANDS = np.array([Hand.OFF, Hand.SWORD, Hand.OFF])
"""The kind and the hand of a defence, by the argument of DEFENCE."""
ARGUMENTS = np.ones(NUM_VERBS, np.int64)  # ids of each verb, for one slot
for _verb, _count in {
    Verb.STRIKE: HANDS,
    Verb.DEFENCE: len(DEFENCES),
    Verb.SKILL: SKILLS,
    Verb.DIRECTION: DIRECTIONS,
    Verb.TRIGGER: len(OPPONENT_TRIGGERS) - 1,
    Verb.BREAK_BARRIER: DIRECTIONS,
    Verb.OPEN: DIRECTIONS,
    Verb.GUARD_BORDER: DIRECTIONS,
    Verb.MOVE: DIRECTIONS,
    Verb.RUN: DIRECTIONS,
    Verb.CLIMB_UP: WAYS_UP,
    Verb.CLIMB_DOWN: WAYS_UP,
    Verb.CRAWL: DIRECTIONS,
    Verb.DRAW: PACK + 1,
    Verb.PUT_AWAY: HANDS + 1,
    Verb.DROP_ITEM: HANDS,
    Verb.GET_ITEM: GROUND_CAPACITY + 1,
    Verb.CONCEAL_ITEM: PACK + 1,
    Verb.LOOK: LOCATIONS,
    Verb.READY: len(READIABLE),
    Verb.ATTACK: HANDS * AIMS,
    Verb.BRAWL_HIT: BRAWL_AIMS,
    Verb.BRAWL_BIND: BRAWL_AIMS,
    Verb.SHIELD_BASH: 2,
    Verb.CHARGE: CHARGES,
    Verb.TRIGGER_BY: len(OPPONENT_TRIGGERS),
    Verb.DELAY: 2,
    Verb.CARRY_ENEMY: DIRECTIONS,
    Verb.DELAY_FOR: 2,
    Verb.CARRY: DIRECTIONS,
}.items():
    ARGUMENTS[_verb] = _count
FIRST_ARGUMENT = np.zeros(NUM_VERBS, np.int64)  # the argument of a verb's first id
FIRST_ARGUMENT[Verb.TRIGGER] = 1  # who waits says that somebody enters

ACTION_OF = np.full(NUM_VERBS, Action.NONE, np.int64)  # the deed that a verb declares
for _verb in Verb:
    if _verb >= FIRST_OF_TURN:
        ACTION_OF[_verb] = Action.__members__.get(_verb.name, Action.NONE)
ACTION_OF[Verb.ATTACK] = Action.WEAPON_ATTACK
ACTION_OF[[Verb.GUARD_BORDER, Verb.GUARD_ITEMS]] = Action.GUARD
ACTION_OF[[Verb.CLIMB_UP, Verb.CLIMB_DOWN]] = Action.CLIMB
ACTION_OF[Verb.CARRY_ENEMY] = Action.CARRY

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
    """Its argument: a direction, hand, aim, place or skill; 0 if the verb has none."""
    return ARGUMENT[action]


@njit
def slot_in(action):
    """The slot of an action that has one, -1 of the others."""
    return SLOT[action]


@njit
def action_id(verb, argument, slot):
    """The id of a verb with an argument and, where it has one, a slot."""
    return OFFSET[verb] + argument - FIRST_ARGUMENT[verb] + STRIDE[verb] * slot


@njit
def hand_of(argument):
    """The hand of the first weapon of an attack (RH14)."""
    return argument // AIMS


@njit
def aim_of(argument):
    """What an attack is aimed at: BodyPart, or 5 + Hand of an item; -1: nothing (H117, RH16)."""
    return argument % AIMS + np.int64(NONE)
