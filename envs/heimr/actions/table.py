"""The actions of Heimr: the meaning of each id, in numbers and in words (QH1 to QH14).

Id 0 waits. It ends the turn and passes in the other windows: it keeps the pre-roll, dodges where a
fighter has to pre-roll, moves on into the guard, and readies the action for any opponent who
enters the square.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.action_table import ActionTable, Entry, Target
from ..enums import (
    ACT_NAMES,
    DIRECTION_NAMES,
    PART_NAMES,
    SKILL_NAMES,
    Ability,
    Act,
    Defence,
    Hand,
    Trigger,
    Verb,
)
from ..state import GROUND_CAPACITY, HANDS, PACK
from ..tables import BODY_PARTS, CAN_BE_READIED, LOCATIONS, NONE, PLACE_NAMES, SKILL_BREAK

WAIT = 0

# --- Options --------------------------------------------------------------------------------------

HAND_WORDS = ("sword_hand", "off_hand")
BRAWL_AIM_WORDS = ("anything", *PART_NAMES[:BODY_PARTS])
AIM_WORDS = (*BRAWL_AIM_WORDS, "sword_item", "off_item")
BRAWL_AIMS, AIMS = len(BRAWL_AIM_WORDS), len(AIM_WORDS)
"""At nothing, at a body part, at what a hand holds (H117, RH16)."""
ATTACK_WORDS = tuple(f"{hand}_{aim}" for hand in HAND_WORDS for aim in AIM_WORDS)
"""The argument is Hand of the first weapon * AIMS + aim + 1."""
CLIMB_WORDS = (*DIRECTION_NAMES, "here")
WAYS_UP = len(CLIMB_WORDS)
"""Number of things to climb: the four borders, and the object of the location."""
PACK_WORDS = tuple(f"pack_{place + 1}" for place in range(PACK))
GROUND_WORDS = tuple(f"ground_{place + 1}" for place in range(GROUND_CAPACITY))
FROM_BAG = GROUND_CAPACITY
"""Get an item: a place of the ground, or from the bag (H100)."""
CHARGE_WORDS = (*HAND_WORDS, "hit", "bind")
CHARGES = len(CHARGE_WORDS)
CHARGE_HIT, CHARGE_BIND = HANDS, HANDS + 1
"""A charge ends with the weapon of a hand, with a Hit, or with a Bind (H87)."""
READIABLE = np.nonzero(CAN_BE_READIED)[0]
"""The actions that can be readied, by the argument of READY (RH36)."""
READIABLE_WORDS = tuple(ACT_NAMES[action] for action in READIABLE)
OPPONENT_TRIGGERS = np.array(
    [Trigger.ENTERS, Trigger.LEAVES, Trigger.ATTACKS_ME, Trigger.INTENDS, Trigger.SHOOTS]
)
"""The triggers that name an opponent, by the argument of TRIGGER and TRIGGER_BY (RH37)."""
TRIGGER_WORDS = tuple(Trigger(one).name.lower() for one in OPPONENT_TRIGGERS)
DEFENCE_WORDS = ("block", "parry_sword_hand", "parry_off_hand")
DEFENCES = np.array([Defence.BLOCK, Defence.PARRY, Defence.PARRY])
DEFENCE_HANDS = np.array([Hand.OFF, Hand.SWORD, Hand.OFF])
"""The kind and the hand of a defence, by the argument of DEFENCE."""
WEAPON_ABILITIES = (
    Ability.KNIFE_FIGHTING, Ability.DUELLING, Ability.SWORDSMANSHIP, Ability.SHIELD_AND_SWORD,
    Ability.POLE_ARMS, Ability.ARCHERY, Ability.BLOWGUNS, Ability.THROWING,
)  # fmt: skip
"""The abilities with which items are used (H178)."""
ABILITY_WORDS = tuple(ability.name.lower() for ability in WEAPON_ABILITIES)
BREAKS = int(SKILL_BREAK.max())
"""The highest number of a Break (RH6)."""
BREAK_WORDS = tuple(f"break_{number}" for number in range(1, BREAKS + 1))
PLACE_WORDS = tuple(place.lower() for place in PLACE_NAMES)
DELAY_WORDS = ("before", "behind")
assert len(HAND_WORDS) == HANDS
assert len(PLACE_WORDS) == LOCATIONS
assert len(DEFENCE_WORDS) == len(DEFENCES)

# --- The table ------------------------------------------------------------------------------------

ENEMY, ALLY = Target.ENEMY, Target.ALLY


def _act(
    action: Act, phrase: str, options: Iterable[str] = (), target: Target = Target.NONE
) -> Entry:
    """A verb that declares the combat action of its name."""
    return Entry(Verb[action.name], phrase, options, target=target, declares=action)


TABLE = ActionTable(
    Entry(Verb.WAIT, "ends the turn"),
    Entry(Verb.GIVE_UP, "gives up {upcoming}"),
    Entry(Verb.SLIP, "tries to outmanoeuvre the guard"),
    Entry(Verb.STRIKE, "attacks {passer} with {weapon}", HAND_WORDS),
    Entry(Verb.STOP, "uses the hold to stop {passer}"),
    Entry(Verb.DECLINE, "{declined}"),
    Entry(Verb.DEFENCE, "chooses {defence}", DEFENCE_WORDS),
    Entry(Verb.SKILL, "calls {skill}", SKILL_NAMES),
    Entry(Verb.REROLL, "pays willpower to roll again"),
    Entry(Verb.DIRECTION, "chooses the {line}", DIRECTION_NAMES),
    Entry(Verb.TERRAIN, "flees over terrain that has to be climbed"),
    Entry(
        Verb.TRIGGER,
        "readies the action for the moment when {trigger}",
        TRIGGER_WORDS[1:],  # "wait" waits for any opponent who enters
        first=1,
    ),
    _act(Act.LET_GO, "lets go of {held}"),
    _act(
        Act.BREAK_BARRIER,
        "strikes to break the barrier in the {direction}",
        DIRECTION_NAMES,
    ),
    _act(Act.OPEN, "opens the closed border in the {direction}", DIRECTION_NAMES),
    Entry(
        Verb.GUARD_BORDER,
        "guards the border in the {direction}",
        DIRECTION_NAMES,
        declares=Act.GUARD,
    ),
    Entry(Verb.GUARD_ITEMS, "guards the items here", declares=Act.GUARD),
    _act(Act.MOVE, "moves {direction}", DIRECTION_NAMES),
    _act(Act.LEAVE_CLUSTER, "moves out of the cluster"),
    _act(Act.RUN, "runs {direction}", DIRECTION_NAMES),
    Entry(Verb.CLIMB_UP, "climbs up {way}", CLIMB_WORDS, declares=Act.CLIMB),
    Entry(Verb.CLIMB_DOWN, "climbs down {way}", CLIMB_WORDS, declares=Act.CLIMB),
    _act(Act.JUMP_DOWN, "jumps down"),
    _act(Act.DROP_PRONE, "drops prone"),
    _act(Act.STAND_UP, "stands up"),
    _act(Act.CRAWL, "begins to crawl {direction}", DIRECTION_NAMES),
    _act(Act.HIDE, "hides"),
    _act(Act.DODGE, "gets ready to dodge a shot"),
    _act(Act.DRAW, "draws {packed}", (*PACK_WORDS, "missile")),
    _act(Act.PUT_AWAY, "puts away {held_item}", (*HAND_WORDS, "missile")),
    _act(Act.DROP_ITEM, "drops {held_item}", HAND_WORDS),
    _act(Act.GET_ITEM, "gets {got}", (*GROUND_WORDS, "bag")),
    _act(Act.CONCEAL_ITEM, "conceals {packed}", (*PACK_WORDS, "bag")),
    _act(Act.SWAP, "swaps the items in both hands"),
    _act(Act.BREATHER, "takes a Breather now, with worse defences"),
    _act(Act.BREATHER_LATER, "begins a Breather that lasts until the next turn"),
    _act(Act.LOOK, "looks for hidden fighters in {place}", PLACE_WORDS),
    _act(Act.SPEAK, "speaks"),
    _act(Act.READY, "readies an action: {action}", READIABLE_WORDS),
    _act(Act.POWER, "uses the {power}"),
    Entry(Verb.AIM, "aims at {aimed}", AIM_WORDS),
    Entry(
        Verb.ABILITY,
        "uses the weapon with {ability}",
        ABILITY_WORDS,
        first=int(WEAPON_ABILITIES[0]),
    ),
    Entry(Verb.HAND, "takes the item with the off-hand", HAND_WORDS[1:], first=int(Hand.OFF)),
    Entry(Verb.BREAK, "calls a Break of {number}", BREAK_WORDS, first=1),
    Entry(Verb.GUARD_PLACE, "guards the whole location", declares=Act.GUARD),
    Entry(Verb.CONCEAL_HELD, "conceals {held_item}", HAND_WORDS, declares=Act.CONCEAL_ITEM),
    _act(Act.SURRENDER, "surrenders"),
    Entry(
        Verb.ATTACK,
        "attacks {target} with {weapon}{aim}",
        ATTACK_WORDS,
        target=ENEMY,
        declares=Act.WEAPON_ATTACK,
    ),
    _act(Act.BRAWL_HIT, "brawls with {target} for a Hit{aim}", BRAWL_AIM_WORDS, ENEMY),
    _act(Act.BRAWL_BIND, "brawls with {target} to bind{aim}", BRAWL_AIM_WORDS, ENEMY),
    _act(
        Act.SHIELD_BASH,
        "bashes {target} with the shield, for a {bash}",
        ("stumble", "fall"),
        ENEMY,
    ),
    _act(Act.SHOVING_STRIKE, "shoves {target} away with a strike", target=ENEMY),
    _act(Act.CHARGE, "charges {target} {charge}", CHARGE_WORDS, ENEMY),
    _act(Act.FRISK, "searches {target} for concealed items", target=ENEMY),
    _act(Act.SIZE_UP, "sizes up {target}", target=ENEMY),
    Entry(
        Verb.TRIGGER_BY,
        "readies the action for the moment when {trigger}",
        TRIGGER_WORDS,
        target=ENEMY,
    ),
    Entry(
        Verb.DELAY, "delays the turn until just {when} that of {target}", DELAY_WORDS, target=ENEMY
    ),
    Entry(
        Verb.CARRY_ENEMY,
        "drags {target} {direction}",
        DIRECTION_NAMES,
        target=ENEMY,
        declares=Act.CARRY,
    ),
    Entry(Verb.SHOW, "does not hide from {target}", target=ENEMY),
    _act(Act.GUARD, "guards {target}", target=ALLY),
    _act(Act.SURGERY, "treats {target} with Battlefield Surgery", target=ALLY),
    Entry(Verb.TRIGGER_FOR, "readies the action for the moment when {trigger}", target=ALLY),
    Entry(
        Verb.DELAY_FOR,
        "delays the turn until just {when} that of {target}",
        DELAY_WORDS,
        target=ALLY,
    ),
    _act(Act.CARRY, "carries {target} {direction}", DIRECTION_NAMES, ALLY),
)
OFFSET, ACTS = TABLE.offset, TABLE.declares
"""The first id of each verb, and the combat action that it declares."""
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, argument_of, slot_in, fighter_of, action_id, first_id = TABLE.accessors(__name__)


@njit
def hand_of(argument):
    """The hand of the first weapon of an attack (RH14)."""
    return argument // AIMS


@njit
def aim_of(argument):
    """The aim of an attack: BodyPart, or 5 + Hand of an item; -1: nothing (H117, RH16)."""
    return argument % AIMS + NONE
