"""What a referee of Martial has to remember: the battle record and the scenario template."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.battle import MAP_HEIGHT, MAX_FIGHTERS, battle_dtype
from ..core.templates import seat_dtype, template_dtype
from .tables import ATTRIBUTE_NAMES, MAX_PARTS, NATURAL_SLOTS

HANDS = 2
"""Hands that hold items, the main one first."""
PACK = 4
"""Items that somebody carries stowed (RD39)."""
WEAPON_SLOTS = HANDS + NATURAL_SLOTS
"""What one can attack with: the item in each hand, then the natural weapons of the body."""
GROUND_CAPACITY = 16
"""Items that can lie on the ground; one more is lost."""
PATH = 24
"""Squares of the longest way: a charge through the air (RD15)."""
FRAMES = 2
"""Attacks that can be under way at once: that of a turn, and a Reactive Attack on it (RD42)."""
TURN_FRAME, REACTION_FRAME, NO_FRAME = 0, 1, -1


class Window(IntEnum):
    """The kinds of decision (QD1 to QD10)."""

    NONE = 0
    HIDE = 1  # hide before the start or not (QD10)
    TURN = 2  # the next action, or the end of the turn (QD1, QD2, QD8, QD9)
    RIDERS = 3  # Stamina spent on the coming roll (QD3)
    REACTIVE_ATTACK = 4  # strike at who provokes or not (QD7)
    PARRY = 5  # parry the attack that has hit or not (QD6)
    PART = 6  # which body part is injured (QD4)
    EXTRA = 7  # how many degrees injure it further (QD4)
    CLEAVE = 8  # strike another one or not (QD5)
    DIRECTION = 9  # where a maneuver moves its target (QD8)


class Stage(IntEnum):
    """Where the play stands between two decisions (turn.py)."""

    HIDING = 0  # before the start: the ambushers are asked (QD10)
    TURN_START = 1  # TD2 (a)
    TURN = 2  # the active fighter may choose an action, TD2 (b)
    ACTION = 3  # the action chosen is carried out
    ACTION_OVER = 4
    TURN_OVER = 5  # TD2 (c)


class Act(IntEnum):
    """What the active fighter is doing while `Stage.ACTION` lasts."""

    NOTHING = 0
    MOVE = 1  # Move and Step, along the path
    CHARGE = 2  # along the path, then the attack
    STAND_UP = 3
    ATTACK = 4  # of whatever kind: see the frame
    TAKE_OFF = 5
    LAND = 6


class Trigger(IntEnum):
    """What provokes a Reactive Attack (RD14)."""

    NONE = 0
    LEAVING = 1  # leaving a threatened square
    SHOOTING = 2  # a ranged attack or throw in melee reach
    STANDING = 3  # standing up
    UNTRAINED = 4  # a maneuver with an untrained skill, from its target only


class Kind(IntEnum):
    """Kinds of attack (D49, D69, D75, D80)."""

    MELEE = 0
    SHOT = 1
    THROW = 2
    MANEUVER = 3


class Step(IntEnum):
    """Steps of an attack, in their order (TD4, RD38)."""

    BEGIN = 0
    RIDERS = 1
    PROVOKE = 2  # a shot, a throw or an untrained maneuver provokes
    REACTIONS = 3  # those provoked are asked, one after another
    ROLL = 4
    PARRY = 5
    RESULT = 6  # Parry, Reckless, size and natural 1 are known
    PART = 7
    EXTRA = 8
    INJURE = 9
    DIRECTION = 10
    GO = 11  # a Drag or an Overrun, square by square
    CLEAVE = 12
    NEXT = 13  # the next weapon of a Multiweapon, the next shot of a Rapid Shot
    OVER = 14


class Life(IntEnum):
    """How far gone somebody is."""

    ALIVE = 0
    EXHAUSTION = 1  # unconscious: the exhaustion pool is spent (RD7)
    KNOCKED_OUT = 2  # unconscious: head, may wake by a check a turn (D39)
    COMA = 3  # unconscious: head, until healed (D39)
    DEAD = 4  # dead or destroyed (D18, D19, D41, D44)


class Event(IntEnum):
    """What is written into the log; narrate.py says each in a sentence."""

    NONE = 0
    INITIATIVE = 1  # amount: total
    ROUND = 2
    TURN = 3
    HIDES = 4
    FOUND = 5  # target is seen by actor
    LOCATES = 6  # actor finds the heart of target (D42); amount 1 success
    MOVES = 7  # what: Act; amount: squares; dice: 1 crawling
    PROVOKES = 8  # actor provokes target; what: Trigger
    REACTS = 9  # actor uses a Reactive Attack on target
    ATTACKS = 10  # what: Kind; amount: item, or maneuver; dice: 1 Lunge, 2 Cleave
    RIDERS = 11  # what: Reckless degrees; amount: Stamina for power; dice: 1 Deadly Aim
    ROLLS = 12  # what: natural; amount: total; dice: DV
    MISSES = 13
    HITS = 14  # amount: degrees of roll and critical
    CRITICAL = 15
    FUMBLES = 16  # natural 1; what: 1 the weapon is dropped, 2 a natural weapon is disabled
    PARRIES = 17  # what: natural, 0 by the last point; amount: total; dice: degrees taken
    DEFLECTED = 18
    INJURES = 19  # what: part's number; amount: injuries it has now
    NO_INJURY = 20
    DESTROYED = 21  # actor's part: what
    STRAIN = 22  # amount: strain added
    CONDITION = 23  # actor suffers what (Condition); amount: rounds or points
    CONDITION_OVER = 24
    CHECK = 25  # Constitution of actor; what: 1 success, 2 critical; amount: total; dice: DC
    BLEEDS = 26  # amount: Stamina
    FALLS = 27  # actor is unconscious; what: Life
    DIES = 28
    WAKES = 29
    EXHAUSTED = 30
    MANEUVER = 31  # succeeds on target; what: Maneuver; amount: degrees
    DROPS = 32  # amount: item
    TAKES = 33  # picks up, draws, steals; amount: item
    SUNDERED = 34  # target's item is damaged; amount: item; what: 2 destroyed
    LANDS = 35  # a thrown item comes to lie; amount: item
    DEFENDS = 36
    READIES_SHIELD = 37
    STANDS = 38
    PRONE = 39
    RELOADS = 40
    HEALS = 41  # actor stops target's bleeding; amount: total; what: success
    FREED = 42  # out of a grapple
    FLIES = 43  # what: 1 takes off, 0 lands, 2 falls
    STOWS = 44  # amount: item
    OVER = 45


class Condition(IntEnum):
    """Conditions, for the log and for what starts or ends (RD7 to RD12)."""

    NONE = 0
    DAZED = 1
    STUNNED = 2
    SICKENED = 3
    CONFUSED = 4
    BLEEDING = 5
    BLINDED = 6
    DEAFENED = 7
    CONCUSSED = 8
    GRAPPLED = 9
    TRICKED = 10


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RD35)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    ROUND_LIMIT = 3


PERSON_FIELDS = [
    ("attributes", "i1", (len(ATTRIBUTE_NAMES),)),  # -1..4, by Attribute (RD24)
    ("level", "i1"),  # 1..10 (RD24)
    ("trained", "i4"),  # a bit a Skill (RD36)
    ("body", "i1"),  # index of bodies.yaml (D94)
    ("armour", "i1"),  # index of armour.yaml (RD19)
    ("natural_armour", "i1"),  # of creatures, counts as armour (D8)
    ("quick_draw", "?"),  # draws thrown weapons as a free action (D79)
    ("held", "i1", (HANDS,)),  # items, -1; one of two hands is held by the first, the second is -1
    ("pack", "i1", (PACK,)),  # items stowed, -1 (RD39)
    ("injuries", "i1", (MAX_PARTS,)),  # of each part (D26 to D44)
    ("cast", "i1"),  # index of cast.yaml: for names only
]

FIGHTER = np.dtype(
    (
        np.record,
        [
            *PERSON_FIELDS,
            ("x", "i1"),  # square, 0..31
            ("y", "i1"),  # square, 0..15
            ("life", "i1"),  # Life
            ("stamina", "i2"),  # points left, never above the maximum (D11)
            ("max_stamina", "i2"),  # RD5
            ("exhaustion", "i2"),  # points of the Exhaustion pool left (RD7)
            ("strain", "i2"),  # D24
            ("bleed", "i2"),  # Stamina lost a turn (RD12)
            ("dazed", "i1"),  # own turns still to end dazed, 0: not (RD37)
            ("stunned", "i1"),  # the same (RD37)
            ("sickened", "?"),  # D43
            ("confused", "?"),  # D38
            ("tricked", "?"),  # off-guard until its next turn (RD17)
            ("prone", "?"),  # D59, D60
            ("flying", "?"),  # aloft
            ("grapple", "i1"),  # the other one of a grapple, -1 (RD17)
            ("is_grappler", "?"),  # it holds the other one
            ("acted", "?"),  # has begun its first turn (D4)
            ("defending", "?"),  # D83
            ("shield_ready", "?"),  # D84
            ("exposed", "i1"),  # advantage of melee attacks against it: Cleave, Lunge, Charge
            ("action_points", "i1"),  # 0..3 (D62)
            ("attacks", "i1"),  # Attack actions of this turn (D68)
            ("used", "i2"),  # free actions of this turn, bits of Free (D63, RD28)
            ("reactions", "i1"),  # left (D89)
            ("asleep_turns", "i1"),  # turns since it was knocked out, at most 100 (D39)
            ("injured_count", "i1"),  # all injuries that it has, at most 100 (RD34)
            ("damaged", "i1", (HANDS,)),  # injuries of the items held (D51 Sunder)
            ("damaged_pack", "i1", (PACK,)),  # of the items stowed
            ("loaded", "?"),  # the crossbow held is loaded (RD18)
            ("disabled", "i1", (NATURAL_SLOTS,)),  # own turns still to end without it (D48)
            ("hidden", "?"),  # RD46
            ("initiative", "i2"),  # D1
            ("tie_roll", "i4"),  # RD26
            ("seat", "i1"),  # place in the order of turns, 0 first (D1)
            ("located", "i4"),  # fighters whose heart it has located, a bit each (D42)
            ("looked", "i4"),  # fighters whose heart it has tried to locate (RD33)
        ],
    )
)


class Free(IntEnum):
    """Free actions, once per turn each (RD21, RD28)."""

    POWER = 1
    RECKLESS = 2
    AIM = 4  # Deadly Aim
    LUNGE = 8
    CLEAVE = 16
    DROP = 32
    PRONE = 64
    RELEASE = 128


ATTACK = np.dtype(
    (
        np.record,
        [
            ("attacker", "i1"),
            ("target", "i1"),
            ("kind", "i1"),  # Kind
            ("step", "i1"),  # Step
            ("slot", "i1"),  # which weapon: 0, 1 hands, 2.. natural ones
            ("weapon", "i1"),  # the item
            ("maneuver", "i1"),  # Maneuver, -1
            ("escape", "?"),  # the maneuver frees from a grapple (RD17)
            ("power", "i1"),  # Stamina on Power Attack or Deadly Aim (D73, D78)
            ("reckless", "i1"),  # degrees of Reckless Attack (D74)
            ("lunge", "?"),  # D71
            ("charge", "?"),  # RD15
            ("multi", "?"),  # of a Multiweapon: the next slot follows (D72)
            ("shots", "i1"),  # shots of a Rapid Shot that follow (D79)
            ("penalty", "i1"),  # disadvantages of D68, D72 and D79
            ("reactive", "?"),  # a Reactive Attack (RD42)
            ("cleave", "?"),  # follows from a Cleave (D70)
            ("first_target", "i1"),  # that of the action, before a Cleave (D70, D72)
            ("natural", "i1"),  # the kept die (RD1)
            ("total", "i2"),  # D5
            ("dv", "i2"),  # D8
            ("degrees", "i2"),  # left so far (RD38)
            ("critical", "?"),  # with the weapon's effect (D46, D47)
            ("hit", "?"),
            ("part", "i1"),  # chosen body part, -1
            ("extra", "i1"),  # more injuries to it (D23)
            ("side", "i1"),  # where a Drag or an Overrun leads (RD17)
            ("gone", "i1"),  # squares that it has led
        ],
    )
)

BATTLE = battle_dtype(
    [
        ("fighters", FIGHTER, (MAX_FIGHTERS,)),
        ("order", "i1", (MAX_FIGHTERS,)),  # fighters in initiative order (D1)
        ("turn", "i1"),  # whose turn it is: place in the order
        ("stage", "i1"),  # Stage
        ("act", "i1"),  # Act of the active fighter
        ("attacks", ATTACK, (FRAMES,)),  # that of the turn, and a Reactive Attack on it
        ("frame", "i1"),  # the attack under way, -1 none
        ("trigger", "i1"),  # Trigger that is being answered
        ("provoker", "i1"),  # who provokes, -1
        ("asking", "i1"),  # place in the order of the next fighter to be asked
        ("provoked", "i4"),  # fighters who had their trigger in this Move, a bit each (RD14)
        ("path_x", "i1", (PATH,)),  # the way of a Move
        ("path_y", "i1", (PATH,)),
        ("path_length", "i1"),  # squares
        ("path_at", "i1"),  # squares gone
        ("is_step", "?"),  # the way provokes nobody (RD13)
        ("is_crawl", "?"),  # the mover set out prone (RD40)
        ("from_x", "i1"),  # where the way begins
        ("from_y", "i1"),
        ("confusion", "i1"),  # the face of whom confusion rules in this turn, 0: nobody (RD10)
        ("ground_item", "i1", (GROUND_CAPACITY,)),  # items lying about, -1
        ("ground_x", "i1", (GROUND_CAPACITY,)),
        ("ground_y", "i1", (GROUND_CAPACITY,)),
        ("ground_damaged", "i1", (GROUND_CAPACITY,)),
        ("width", "i1"),  # 1..32
        ("height", "i1"),  # 1..16
        ("low", "i4", (MAP_HEIGHT,)),  # low obstacles, a bit a column
        ("high", "i4", (MAP_HEIGHT,)),  # high obstacles
        ("has_obstacles", "?"),
        ("is_ready", "?"),  # all add their Dexterity to initiative (D2)
        ("is_ambush", "?"),  # one side may hide (D3)
        ("hiding_side", "i1"),  # which, -1
    ]
)

PERSON = np.dtype((np.record, [*PERSON_FIELDS, ("training", "i2")]))  # Stamina beyond RD5
SEAT = seat_dtype([("prone", "?"), ("flying", "?")])
TEMPLATE = template_dtype(PERSON, SEAT, [("hiding_side", "i1"), ("is_ready", "?")])
