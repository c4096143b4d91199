"""What a referee of Wildroll has to remember: the battle record and the scenario template."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.battle import MAP_HEIGHT, MAP_WIDTH, MAX_FIGHTERS, MAX_SIDE, battle_dtype
from ..core.templates import seat_dtype, template_dtype
from .tables import DEPTH, LEVELS, NATURAL_SLOTS
from .terms import ATTRIBUTE_NAMES, SKILL_NAMES

HANDS = 2
"""Hands that hold items, the main one first."""
PACK = 4
"""Items that somebody carries stowed: two scabbards, a pouch, a sack (W81)."""
WEAPON_SLOTS = HANDS + NATURAL_SLOTS
"""What one can attack with: the item in each hand, then the natural weapons of the race."""
GROUND_CAPACITY = 8
"""Items that can lie on the ground; one more is lost."""
PATH = 24
"""Hexes of the longest way."""
FRAMES = 1 + DEPTH + 2
"""Actions under way at once: of the turn, three interrupts, a reaction, and a Cling to that."""
NO_FRAME = -1


class Window(IntEnum):
    """The kinds of decision (QW1 to QW12)."""

    NONE = 0
    TURN = 1  # the next action or way, or the end of the turn (QW1, QW5, QW10, QW12)
    INTERRUPT = 2  # act out of turn or not (QW2, QW3)
    LONG = 3  # go on paying for a long action or give it up (QW11)
    REBUFF = 4  # strike at who approaches (QW4)
    HARRY = 5  # hinder who shoots (QW4)
    CLING = 6  # hold on to who leaves (QW4)
    SPLIT = 7  # follow it or hold it back (QW8)
    INTERPOSE = 8  # put somebody one grapples before the blow (QW4)
    READIED = 9  # take the readied action (QW4)
    FLANKED = 10  # ignore one of those who flank (QW4, QW5)
    DEFENCE = 11  # which Defense of Defend (QW6)
    DISARMED = 12  # Agility Defense or a check of one's own (QW9)
    LEVEL = 13  # wound level of a nonlethal hit (QW7)
    KNOCK_OUT = 14  # how a nonlethal hit knocks out (QW7)
    DIRECTION = 15  # where a Shove goes (QW9)
    DISTANCE = 16  # how far (QW9)


class Stage(IntEnum):
    """Where the play stands between two actions (turn.py, TW1 to TW7)."""

    ROUND_START = 0  # AP for all, order of turns (TW1)
    CHOOSE = 1  # whose turn is next (TW5)
    TURN_START = 2  # what ends at its start; others may interrupt (TW3)
    LONG = 3  # a long action goes on or not (TW6)
    TURN = 4  # actions and ways (TW2)
    TURN_END = 5  # others may interrupt (TW3)
    TURN_OVER = 6  # AP again (TW2)
    ROUND_END = 7  # TW7


class Role(IntEnum):
    """Why somebody acts."""

    TURN = 0  # in its own turn
    INTERRUPT = 1  # out of turn (W57)
    REACTION = 2  # on a trigger (W60)


class Step(IntEnum):
    """Steps of what is under way, in their order; each deed goes through some of them."""

    DECLARED = 0  # others may interrupt and cancel it (W58, W59)
    ANSWERED = 1  # readied actions answer the declaration (RW38)
    TAKES_PLACE = 2  # still possible, and paid for
    HARRIED = 3  # Harry (RW29)
    INTERPOSED = 4  # Interpose (W91)
    DEFENDED = 5  # the Defense of Defend (RW27)
    ROLL = 6
    DAMAGE = 7
    LEVEL = 8  # the wound level of a nonlethal hit
    WOUND = 9
    FALL = 10  # how a nonlethal hit knocks out
    OPPOSED = 11  # Disarm: the defender chooses
    EFFECT = 12  # a deed that is no attack takes effect
    DIRECTION = 13  # of a Shove
    DISTANCE = 14
    SET_OUT = 15  # of a way, a push or a drag: the next yard
    APPROACHED = 16  # Rebuff
    CLUNG = 17  # Cling
    GO = 18  # the yard is gone
    GONE = 19  # who is flanked now may ignore somebody (W34)
    PASSED = 20  # readied actions answer the yard (RW38)
    RESOLVED = 21  # others may interrupt (W58)
    ENDED = 22  # readied actions answer the end of the action (RW38)
    OVER = 23


class Life(IntEnum):
    """How far gone somebody is (RW11)."""

    ALIVE = 0
    UNCONSCIOUS = 1
    DEAD = 2


class Event(IntEnum):
    """What is written into the log; narrate.py says each in a sentence."""

    NONE = 0
    INITIATIVE = 1  # amount: total; what: 1 surprised
    ROUND = 2
    TURN = 3
    GAINS = 4  # amount: AP
    DECLARES = 5  # what: Deed; amount: its argument; dice: Role
    # actor acts out of turn, while target is active; what: Deed; dice: Deed under way, amount: its
    # Step, or the Stage where there is none
    INTERRUPTS = 6
    CANCELLED = 7  # what: Deed; target: who cancelled it
    FAILS = 8  # a declared deed has become impossible; what: Deed
    BEGINS_LONG = 9  # what: Deed; amount: AP still to pay
    GIVES_UP = 10  # what: Deed
    REACTS = 11  # Harry or Interpose; what: Deed
    ROLLS = 12  # what: natural; amount: total; dice: number to reach
    CRITICAL = 13  # what: 1 success, 0 failure
    HITS = 14  # amount: final damage; what: Level; dice: of a Strong Attack
    MISSES = 15
    SAVES = 16  # actor's own check: what: natural; amount: total; dice: TN
    WOUNDED = 17  # what: Level; amount: wounds of it now
    UNHURT = 18
    FALLS = 19  # unconscious; what: 1 dying
    HELPLESS = 20  # amount: rounds
    DYING = 21
    DIES = 22
    WAKES = 23
    STABLE = 24
    MOVES = 25  # amount: yards; what: Role; dice: Posture at the start
    PUSHED = 26  # amount: yards; target: by whom
    FOLLOWS = 27  # amount: yards; what: yards that the target loses
    POSTURE = 28  # what: Posture
    DEFENDS = 29
    DEFENCE = 30  # what: Defence that actor, who defends itself, has in place of the usual
    READIES = 31
    HARRIED = 32  # actor harries target
    OPENING = 33  # amount: total
    ENTERS = 34
    GRAPPLES = 35
    PINS = 36
    FREED = 37  # what: 1 of the pin only
    LETS_GO = 38
    DRAGS = 39
    INTERPOSES = 40  # actor puts target before the blow
    DISARMED = 41  # amount: item
    DISTRACTED = 42
    SEIZES = 43  # amount: points
    INITIATIVE_MOVES = 44  # amount: value now
    DASHES = 45  # amount: rate now
    MOUNTS = 46
    DISMOUNTS = 47
    UNCONTROLLED = 48
    CALMED = 49
    BOLTS = 50
    STAMINA = 51  # amount: points lost; what: fatigue that it brings
    FATIGUE = 52  # amount
    EXHAUSTED = 53
    STAGGERED = 54
    MANA = 55  # amount: points; what: 1 invested, 2 given back
    CASTS = 56  # what: spell
    SHIELD_ENDS = 57
    CHARM = 58  # what: effect; amount: 1 begins, 0 ends
    CONDITION = 59  # what: Condition; amount: level now, 0: over
    BURNS = 60  # amount: damage
    TREATS = 61  # what: Level before; amount: level after
    TAKES = 62  # amount: item
    STOWS = 63  # amount: item
    DROPS = 64  # amount: item
    RELOADS = 65
    DRINKS = 66
    DOOR = 67  # what: 1 opens, 0 shuts
    HURRIES = 68  # amount: AP saved, negative: lost
    JUMPS = 69  # amount: yards
    LANDS = 70  # what: 1 on its feet, 0 prone, 2 grabs the ledge
    CLIMB_FALLS = 71
    SINKS = 72
    SURFACES = 73
    DRIFTS = 74  # amount: yards
    IGNORES = 75  # what: 1 ignores, 0 heeds again
    FLANKED = 76
    FOUND = 77  # a hidden fighter is seen
    OVER = 78
    PAYS = 79  # what: Deed, which takes place now; amount: AP; dice: AP left


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RW31)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    ROUND_LIMIT = 3


PERSON_FIELDS = [
    ("attributes", "i1", (len(ATTRIBUTE_NAMES),)),  # -5..5, Speed -10..10 (RW3)
    ("skills", "i1", (len(SKILL_NAMES),)),  # 0..3 (RW3)
    ("specialisations", "i8"),  # 0..2 each, two bits a Specialisation (RW3)
    ("race", "i1"),  # index of races.yaml
    ("armour", "i1"),  # index of armour.yaml (RW9)
    ("npc", "i1"),  # Npc (W10)
    ("held", "i1", (HANDS,)),  # items, -1; one of two hands is held by the first, the second is -1
    ("pack", "i1", (PACK,)),  # items stowed, -1: scabbard, scabbard, pouch, sack (W81)
    ("spells", "i1"),  # a bit a spell of spells.yaml (RW19)
    ("charm", "i1"),  # index of charms.yaml, -1 (W93)
    ("potions", "i1"),  # W102
    ("is_trained", "?"),  # a mount that is trained for battle (W106)
    ("wounds", "i1", (LEVELS,)),  # of each level, light first (W1)
    ("fatigue", "i2"),  # 0.. (W13)
    ("bleeding", "i1"),  # level 0..3 (RW12)
    ("burning", "i1"),  # level 0..3 (RW12)
    ("poisoned", "i1"),  # level 0..3 (RW12)
    ("hobbled", "?"),  # RW12
    ("cast", "i1"),  # index of cast.yaml: for names only
]

FIGHTER = np.dtype(
    (
        np.record,
        [
            ("life", "i1"),  # Life
            *PERSON_FIELDS,
            ("x", "i1"),  # hex, column 0..31
            ("y", "i1"),  # row 0..15, odd rows are shifted half a hex east
            ("dying", "?"),  # RW11
            ("dying_rounds", "i1"),  # full rounds since it began to die (RW11)
            ("helpless_rounds", "i1"),  # rounds, this one counted, helpless but awake (W72)
            ("helpless_since", "i2"),  # serial number of that (W61)
            ("stamina", "i2"),  # 0..maximum (W11)
            ("mana", "i2"),  # 0..maximum (W15)
            ("invested", "i2"),  # mana (W16)
            ("action_points", "i1"),  # 0..72 (W45)
            ("initiative", "i2"),  # 0.. (W52, W55)
            ("tie_roll", "i4"),  # of this round, 0: not drawn (RW16)
            ("acted", "?"),  # has had its turn in this round (W54)
            ("surprised", "?"),  # no AP before the end of its first turn (W56, RW22)
            ("passing", "?"),  # interrupts no more in this turn (RW14)
            ("posture", "i1"),  # Posture (W30)
            ("defending", "?"),  # W78
            ("readied", "i1"),  # Deed, 0: none (W80)
            ("long_deed", "i1"),  # Deed that goes on over turns, 0: none (W49)
            ("long_target", "i1"),  # whom it is about, -1
            ("long_argument", "i1"),
            ("long_left", "i1"),  # AP still to be paid
            ("evaded_by", "i2"),  # who cancelled by moving since it last spent AP, bits (RW37)
            ("evaded_deed", "i1"),  # which Deed of it
            ("evaded_target", "i1"),
            ("move_quarters", "i2"),  # rate x AP bought in this round (RW36)
            ("move_used", "i2"),  # movement points spent in this round (W65)
            ("run", "i1"),  # yards gone just before, 0..100 (W69)
            ("dash", "i1"),  # 0 no, 1 doubled, 2 raised by a check too (W87)
            ("dash_rate", "i1"),  # what the check added
            ("drag_points", "i1"),  # AP of movement that a Drag still allows (W90)
            ("holding", "i2"),  # whom it holds in a grapple, a bit each (W88, RW34)
            ("pinned_by", "i1"),  # -1 (W92)
            ("follows", "i1"),  # whom a Cling lets it follow, -1 (W89)
            ("follow_yards", "i1"),  # how far still
            ("ignoring", "i2"),  # whose flank it ignores, a bit each (W34)
            ("switched", "i2"),  # of whom it has changed that in this turn
            ("harried", "i1"),  # times in this round (W79)
            ("harried_by", "i2"),  # by whom, a bit each
            ("distracted", "i1"),  # times in this round (W95)
            ("rebuffed_by", "i2"),  # who had its trigger in this turn, a bit each (RW28)
            ("opening", "i1", (MAX_SIDE,)),  # results of openings by enemy slot, 0 none (W83)
            ("shield_rounds", "i1"),  # of Force shield, this one counted (RW19)
            ("shield_since", "i2"),  # serial number of that (W61)
            ("effects", "i1"),  # of the charm that are called up, a bit each (W111)
            ("loaded", "?"),  # the crossbow held is loaded (RW7)
            ("underwater", "?"),  # W104, W105
            ("mount", "i1"),  # which fighter it rides, -1 (W106)
            ("rider", "i1"),  # who rides it, -1
            ("uncontrolled", "?"),  # a mount out of control (W106)
            ("calming", "i1"),  # actions in a row to regain control (W106)
            ("hurrying", "?"),  # does the next such action more quickly (W103)
            ("hidden", "?"),  # not seen by the other side (XW1)
        ],
    )
)

FRAME = np.dtype(
    (
        np.record,
        [
            ("deed", "i1"),  # Deed
            ("role", "i1"),  # Role
            ("step", "i1"),  # Step
            ("actor", "i1"),  # who does it
            ("target", "i1"),  # to whom, -1
            ("first_target", "i1"),  # before an Interpose
            ("argument", "i1"),  # weapon slot, hand, posture, level, side, ...
            ("weapon", "i1"),  # item it is done with, -1
            ("cost", "i1"),  # AP still to be paid when it takes place
            ("is_completion", "?"),  # the last of a long action (RW39)
            ("cancelled", "?"),  # an interrupt has taken place before it (W59)
            ("canceller", "i1"),  # whose, -1
            ("asked", "i2"),  # who has been asked at this step, a bit each (RW14)
            ("reacted", "i2"),  # who has taken a reaction to it, a bit each (W60)
            ("unseen", "?"),  # the actor was hidden (XW1)
            ("natural", "i1"),  # sum of the dice before a critical one (RW2)
            ("total", "i2"),  # of the roll (W18)
            ("defence", "i1"),  # Defence (W112)
            ("value", "i2"),  # its number, or the TN
            ("hit", "?"),
            ("damage", "i2"),  # final damage (W2)
            ("level", "i1"),  # Level of the wound
            ("knocks_out", "i1"),  # 0 unconscious and dying, 1 not dying, 2 helpless (W72)
            ("side", "i1"),  # of a push or jump: 0..5
            ("yards", "i1"),  # still to be gone, pushed or jumped
            ("gone", "i1"),  # yards gone
        ],
    )
)

BATTLE = battle_dtype(
    [
        ("fighters", FIGHTER, (MAX_FIGHTERS,)),
        ("active", "i1"),  # whose turn it is, -1
        ("stage", "i1"),  # Stage
        ("asked", "i2"),  # who has been asked at this stage, a bit each
        ("frames", FRAME, (FRAMES,)),  # what is under way, the last one first to go on
        ("top", "i1"),  # the last frame, -1: none
        ("serial", "i2"),  # effects begun so far (W61)
        ("flanked", "i2"),  # who is flanked, a bit each (W32)
        ("path_x", "i1", (PATH,)),  # hexes of the way under way
        ("path_y", "i1", (PATH,)),
        ("path_length", "i1"),
        ("path_at", "i1"),  # hexes gone
        ("ground_item", "i1", (GROUND_CAPACITY,)),  # items lying about, -1
        ("ground_x", "i1", (GROUND_CAPACITY,)),
        ("ground_y", "i1", (GROUND_CAPACITY,)),
        ("width", "i1"),  # 1..32
        ("height", "i1"),  # 1..16
        ("low", "i4", (MAP_HEIGHT,)),  # low walls, a bit a column
        ("high", "i4", (MAP_HEIGHT,)),  # walls that nobody passes or sees through
        ("has_obstacles", "?"),
        ("ground", "i1", (MAP_HEIGHT, MAP_WIDTH)),  # index of terrain.yaml, row by row (W68)
        ("has_ground", "?"),  # any that is not open
        ("current_side", "i1"),  # where deep water drifts, 0..5
        ("current_yards", "i1"),  # yards a turn (W68)
        ("hiding_side", "i1"),  # the side that begins hidden, -1 (XW1)
        ("wary_side", "i1"),  # the side that may be surprised, 2 both, -1 none (W56)
    ]
)

PERSON = np.dtype((np.record, PERSON_FIELDS))
SEAT = seat_dtype([("posture", "i1"), ("mount", "i1")])  # which seat it rides, -1
TEMPLATE = template_dtype(
    PERSON,
    SEAT,
    [
        ("ground", "i1", (MAP_HEIGHT, MAP_WIDTH)),
        ("current_side", "i1"),
        ("current_yards", "i1"),
        ("hiding_side", "i1"),
        ("wary_side", "i1"),
    ],
)
