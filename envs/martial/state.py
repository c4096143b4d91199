"""What a referee of Martial has to remember: the battle record and the scenario template."""

from __future__ import annotations

from enum import IntEnum

from ..core.battle import (
    MAP_HEIGHT,
    MAP_WIDTH,
    MAX_FIGHTERS,
    battle_dtype,
    column,
    fighter,
    fighters,
    per_fighter,
    row,
    row_masks,
)
from ..core.record import bits, flag, index, member, nested, record, whole
from ..core.templates import seat_dtype, template_dtype
from .tables import (
    ACTION_POINTS,
    ARMOUR_NAMES,
    ATTRIBUTE_LEAST,
    ATTRIBUTE_MOST,
    ATTRIBUTE_NAMES,
    BODY_NAMES,
    CAST_NAMES,
    CONFUSION_DIE,
    DIE,
    ITEM_NAMES,
    LEVEL_LIMIT,
    MAX_PARTS,
    NATURAL_SLOTS,
    RAPID_LIMIT,
    RECKLESS_LIMIT,
    Maneuver,
    Skill,
)

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
ITEMS = len(ITEM_NAMES)
MOST = 100
"""Injuries, turns and other small counts at most: what the record can hold without care."""
MOST_POINTS = 10_000
"""Points of Stamina, totals of rolls and the like at most: far above what happens."""
TIE_SIDES = 1 << 20
"""Lots that are drawn among equal initiatives (RD26)."""
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


PERSON_FIELDS = [
    whole("attributes", "i1", ATTRIBUTE_LEAST, ATTRIBUTE_MOST, (len(ATTRIBUTE_NAMES),)),  # RD24
    whole("level", "i1", 0, LEVEL_LIMIT),  # RD24
    bits("trained", "i4", len(Skill)),  # a bit a Skill (RD36)
    index("body", len(BODY_NAMES)),  # index of bodies.yaml (D94)
    index("armour", len(ARMOUR_NAMES)),  # index of armour.yaml (RD19)
    whole("natural_armour", "i1", 0, MOST),  # of creatures, counts as armour (D8)
    flag("quick_draw"),  # draws thrown weapons as a free action (D79)
    index("held", ITEMS, -1, shape=(HANDS,)),  # one of two hands is the first
    index("pack", ITEMS, -1, shape=(PACK,)),  # items stowed, -1 (RD39)
    whole("injuries", "i1", 0, MOST, (MAX_PARTS,)),  # of each part (D26 to D44)
    index("cast", len(CAST_NAMES)),  # index of cast.yaml: for names only
]

FIGHTER = record(
    [
        *PERSON_FIELDS,
        column("x", -1),  # square
        row("y", -1),  # square
        member("life", Life),
        whole("stamina", "i2", 0, MOST_POINTS),  # points left, never above the maximum (D11)
        whole("max_stamina", "i2", 0, MOST_POINTS),  # RD5
        whole("exhaustion", "i2", 0, MOST_POINTS),  # points of the Exhaustion pool left (RD7)
        whole("strain", "i2", 0, MOST_POINTS),  # D24
        whole("bleed", "i2", 0, MOST_POINTS),  # Stamina lost a turn (RD12)
        whole("dazed", "i1", 0, MOST),  # own turns still to end dazed, 0: not (RD37)
        whole("stunned", "i1", 0, MOST),  # the same (RD37)
        flag("sickened"),  # D43
        flag("confused"),  # D38
        flag("tricked"),  # off-guard until its next turn (RD17)
        flag("prone"),  # D59, D60
        flag("flying"),  # aloft
        fighter("grapple"),  # the other one of a grapple, -1 (RD17)
        flag("is_grappler"),  # it holds the other one
        flag("acted"),  # has begun its first turn (D4)
        flag("defending"),  # D83
        flag("shield_ready"),  # D84
        whole("exposed", "i1", 0, MOST),  # advantage against it: Cleave, Lunge, Charge
        whole("action_points", "i1", 0, ACTION_POINTS),  # D62
        whole("attacks", "i1", 0, MOST),  # Attack actions of this turn (D68)
        bits("used", "i2", len(Free)),  # free actions of this turn, bits of Free (D63, RD28)
        whole("reactions", "i1", 0, MOST),  # left (D89)
        whole("asleep_turns", "i1", 0, MOST),  # turns since it was knocked out, at most 100 (D39)
        whole("injured_count", "i1", 0, MOST),  # all injuries that it has, at most 100 (RD34)
        whole("damaged", "i1", 0, MOST, (HANDS,)),  # injuries of the items held (D51 Sunder)
        whole("damaged_pack", "i1", 0, MOST, (PACK,)),  # of the items stowed
        flag("loaded"),  # the crossbow held is loaded (RD18)
        whole("disabled", "i1", 0, MOST, (NATURAL_SLOTS,)),  # own turns without it (D48)
        flag("hidden"),  # RD46
        whole("initiative", "i2", -MOST, MOST),  # D1
        whole("tie_roll", "i4", 0, TIE_SIDES),  # RD26
        fighter("seat", 0),  # place in the order of turns, 0 first (D1)
        fighters("located", "i4"),  # fighters whose heart it has located, a bit each (D42)
        fighters("looked", "i4"),  # fighters whose heart it has tried to locate (RD33)
    ]
)


ATTACK = record(
    [
        fighter("attacker"),
        fighter("target"),
        member("kind", Kind),
        member("step", Step),
        whole("slot", "i1", 0, WEAPON_SLOTS - 1),  # which weapon: 0, 1 hands natural ones
        index("weapon", ITEMS, -1),  # the item
        member("maneuver", Maneuver, -1),  # Maneuver, -1
        flag("escape"),  # the maneuver frees from a grapple (RD17)
        whole("power", "i1", 0, MOST),  # Stamina on Power Attack or Deadly Aim (D73, D78)
        whole("reckless", "i1", 0, RECKLESS_LIMIT),  # degrees of Reckless Attack (D74)
        flag("lunge"),  # D71
        flag("charge"),  # RD15
        flag("multi"),  # of a Multiweapon: the next slot follows (D72)
        whole("shots", "i1", 0, RAPID_LIMIT),  # shots of a Rapid Shot that follow (D79)
        whole("penalty", "i1", 0, MOST),  # disadvantages of D68, D72 and D79
        flag("reactive"),  # a Reactive Attack (RD42)
        flag("cleave"),  # follows from a Cleave (D70)
        fighter("first_target"),  # that of the action, before a Cleave (D70, D72)
        whole("natural", "i1", 0, DIE),  # the kept die (RD1)
        whole("total", "i2", -MOST_POINTS, MOST_POINTS),  # D5
        whole("dv", "i2", -MOST_POINTS, MOST_POINTS),  # D8
        whole("degrees", "i2", -MOST_POINTS, MOST_POINTS),  # left so far (RD38)
        flag("critical"),  # with the weapon's effect (D46, D47)
        flag("hit"),
        whole("part", "i1", -1, MAX_PARTS - 1),  # chosen body part, -1
        whole("extra", "i1", 0, MOST),  # more injuries to it (D23)
        whole("side", "i1", 0, 7),  # where a Drag or an Overrun leads (RD17)
        whole("gone", "i1", 0, PATH),  # squares that it has led
    ]
)

BATTLE = battle_dtype(
    [
        nested("fighters", FIGHTER, (MAX_FIGHTERS,), used="num_fighters"),
        per_fighter(fighter("order", 0)),  # fighters in initiative order (D1)
        fighter("turn", 0),  # whose turn it is: place in the order
        member("stage", Stage),
        member("act", Act),  # Act of the active fighter
        nested("attacks", ATTACK, (FRAMES,)),  # that of the turn, and a Reactive Attack on it
        whole("frame", "i1", NO_FRAME, FRAMES - 1),  # the attack under way, -1 none
        member("trigger", Trigger),  # Trigger that is being answered
        fighter("provoker"),  # who provokes, -1
        whole("asking", "i1", 0, MAX_FIGHTERS),  # place in the order of the next to be asked
        fighters("provoked", "i4"),  # who had their trigger in this Move (RD14)
        column("path_x", shape=(PATH,)),  # the way of a Move
        row("path_y", shape=(PATH,)),
        whole("path_length", "i1", 0, PATH),  # squares
        whole("path_at", "i1", 0, PATH),  # squares gone
        flag("is_step"),  # the way provokes nobody (RD13)
        flag("is_crawl"),  # the mover set out prone (RD40)
        column("from_x"),  # where the way begins
        row("from_y"),
        whole("confusion", "i1", 0, CONFUSION_DIE),  # face of the confused, 0: none (RD10)
        index("ground_item", ITEMS, -1, shape=(GROUND_CAPACITY,)),  # items lying about, -1
        column("ground_x", shape=(GROUND_CAPACITY,)),
        row("ground_y", shape=(GROUND_CAPACITY,)),
        whole("ground_damaged", "i1", 0, MOST, (GROUND_CAPACITY,)),
        whole("width", "i1", 1, MAP_WIDTH),
        whole("height", "i1", 1, MAP_HEIGHT),
        row_masks("low"),  # low obstacles, a bit a column
        row_masks("high"),  # high obstacles
        flag("has_obstacles"),
        flag("is_ready"),  # all add their Dexterity to initiative (D2)
        flag("is_ambush"),  # one side may hide (D3)
        whole("hiding_side", "i1", -1, 1),  # which, -1
    ],
    Window,
    Event,
    Ending,
)

PERSON = record([*PERSON_FIELDS, whole("training", "i2", 0, MOST_POINTS)])  # Stamina beyond RD5
SEAT = seat_dtype([("prone", "?"), ("flying", "?")])
TEMPLATE = template_dtype(PERSON, SEAT, [("hiding_side", "i1"), ("is_ready", "?")])
