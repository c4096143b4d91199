"""The table of actions: what each id means (QH1 to QH14).

Ids never shift: what needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of
slot 1, and so on. So the table of a duel is the beginning of the table of a skirmish. Id 0 waits:
it ends the turn, and passes in the other windows: it keeps the pre-roll, dodges where one has to be
rolled, goes into the guard that stands in the way, and readies for whoever enters the square.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.action_table import action_table
from ..core.compile import njit
from .state import GROUND_CAPACITY, HANDS, ON_OBJECT, PACK
from .tables import BODY_PARTS, CAN_BE_READIED, DIRECTIONS, LOCATIONS, NONE, SKILLS
from .terms import Deed, Defence, Hand, Trigger

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


class Verb(IntEnum):
    """What an action does; the first ones need no slot, the last ones name a fighter."""

    WAIT = 0
    # Windows besides the turn.
    GIVE_UP = 1  # an upcoming action (QH1)
    SLIP = 2  # past a guard (QH13)
    STRIKE = 3  # Hand: who slips past, or brawls (QH5, QH13)
    STOP = 4  # what the held does (QH11)
    DECLINE = 5  # not to defend (QH9)
    DEFENCE = 6  # block, parry with either hand (QH7, QH8)
    SKILL = 7  # Skill (QH10)
    REROLL = 8  # QH10
    DIRECTION = 9  # Direction (QH12)
    TERRAIN = 10  # to climb (H79)
    TRIGGER = 11  # of an opponent, whoever it is: Trigger (QH6)
    # Without a fighter.
    LET_GO = 12
    BREAK_BARRIER = 13  # Direction
    OPEN = 14  # Direction
    GUARD_BORDER = 15  # Direction
    GUARD_ITEMS = 16
    MOVE = 17  # Direction
    LEAVE_CLUSTER = 18
    RUN = 19  # Direction
    CLIMB_UP = 20  # Direction, or ON_OBJECT
    CLIMB_DOWN = 21  # Direction, or ON_OBJECT
    JUMP_DOWN = 22
    DROP_PRONE = 23
    STAND_UP = 24
    CRAWL = 25  # Direction
    HIDE = 26
    DODGE = 27
    DRAW = 28  # place of the pack, PACK: a missile
    PUT_AWAY = 29  # Hand, HANDS: the missile
    DROP_ITEM = 30  # Hand
    GET_ITEM = 31  # place of the ground, FROM_BAG
    CONCEAL_ITEM = 32  # place of the pack, PACK: the bag
    SWAP = 33
    BREATHER = 34
    BREATHER_LATER = 35
    LOOK = 36  # location
    SPEAK = 37
    READY = 38  # place in READIABLE
    POWER = 39
    # About an enemy.
    ATTACK = 40  # Hand of the first weapon * AIMS + aim + 1
    BRAWL_HIT = 41  # aim + 1
    BRAWL_BIND = 42  # aim + 1
    SHIELD_BASH = 43  # 0 stumble, 1 fall
    SHOVING_STRIKE = 44
    CHARGE = 45  # Hand of the first weapon, CHARGE_HIT, CHARGE_BIND
    FRISK = 46
    SIZE_UP = 47
    TRIGGER_BY = 48  # Trigger of this one (QH6)
    DELAY = 49  # 0 before it, 1 behind it (QH1)
    CARRY_ENEMY = 50  # Direction
    # About an ally.
    GUARD = 51
    SURGERY = 52
    TRIGGER_FOR = 53  # an attack on it (QH6)
    DELAY_FOR = 54  # 0 before it, 1 behind it
    CARRY = 55  # Direction


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

DEED_OF = np.full(NUM_VERBS, Deed.NONE, np.int64)  # the deed that a verb declares
for _verb in Verb:
    if _verb >= FIRST_OF_TURN:
        DEED_OF[_verb] = Deed.__members__.get(_verb.name, Deed.NONE)
DEED_OF[Verb.ATTACK] = Deed.WEAPON_ATTACK
DEED_OF[[Verb.GUARD_BORDER, Verb.GUARD_ITEMS]] = Deed.GUARD
DEED_OF[[Verb.CLIMB_UP, Verb.CLIMB_DOWN]] = Deed.CLIMB
DEED_OF[Verb.CARRY_ENEMY] = Deed.CARRY

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
