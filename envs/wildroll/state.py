"""What a referee of Wildroll has to remember: the battle record and the scenario template."""

from __future__ import annotations

from enum import IntEnum

from ..core.battle import (
    MAP_HEIGHT,
    MAP_WIDTH,
    MAX_FIGHTERS,
    MAX_SIDE,
    battle_dtype,
    column,
    fighter,
    fighters,
    row,
    row_masks,
)
from ..core.record import bits, flag, index, member, nested, record, whole
from ..core.templates import seat_dtype, template_dtype
from .tables import (
    ARMOUR_NAMES,
    CAST_NAMES,
    CHARM_EFFECTS,
    CHARM_NAMES,
    DEPTH,
    ITEM_NAMES,
    LEVELS,
    MOST_INITIATIVE,
    MOST_POINTS,
    NATURAL_SLOTS,
    RACE_NAMES,
    SKILL_MOST,
    SPECIALISATION_BITS,
    SPEED_LEAST,
    SPEED_MOST,
    SPELL_NAMES,
    TERRAIN_NAMES,
)
from .terms import ATTRIBUTE_NAMES, SKILL_NAMES, Deed, Defence, Level, Npc, Posture, Specialisation

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
ITEMS = len(ITEM_NAMES)
MOST, MOST_TOTAL, MOST_SERIAL, MOST_WAY = 127, 10_000, 32_000, 32_000
"""Small counts, totals of rolls, effects begun, quarter yards: far above what happens."""
TIE_SIDES = 1 << 20
"""Lots that are drawn among equal initiatives (RW16)."""


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
    whole("attributes", "i1", SPEED_LEAST, SPEED_MOST, (len(ATTRIBUTE_NAMES),)),  # RW3
    whole("skills", "i1", 0, SKILL_MOST, (len(SKILL_NAMES),)),  # RW3
    bits("specialisations", "i8", SPECIALISATION_BITS * len(Specialisation)),  # RW3
    index("race", len(RACE_NAMES)),  # index of races.yaml
    index("armour", len(ARMOUR_NAMES)),  # index of armour.yaml (RW9)
    member("npc", Npc),  # Npc (W10)
    index("held", ITEMS, -1, shape=(HANDS,)),  # one of two hands is the first
    index("pack", ITEMS, -1, shape=(PACK,)),  # scabbard, scabbard, pouch, sack (W81)
    bits("spells", "i1", len(SPELL_NAMES)),  # a bit a spell of spells.yaml (RW19)
    index("charm", len(CHARM_NAMES), -1),  # index of charms.yaml, -1 (W93)
    whole("potions", "i1", 0, MOST),  # W102
    flag("is_trained"),  # a mount that is trained for battle (W106)
    whole("wounds", "i1", 0, MOST, (LEVELS,)),  # of each level, light first (W1)
    whole("fatigue", "i2", 0, MOST_POINTS),  # W13
    whole("bleeding", "i1", 0, 3),  # level (RW12)
    whole("burning", "i1", 0, 3),  # level (RW12)
    whole("poisoned", "i1", 0, 3),  # level (RW12)
    flag("hobbled"),  # RW12
    index("cast", len(CAST_NAMES)),  # index of cast.yaml: for names only
]

FIGHTER = record(
    [
        member("life", Life),
        *PERSON_FIELDS,
        column("x", -1),  # hex, column
        row("y", -1),  # row, odd rows are shifted half a hex east
        flag("dying"),  # RW11
        whole("dying_rounds", "i1", 0, MOST),  # full rounds since it began to die (RW11)
        whole("helpless_rounds", "i1", 0, MOST),  # helpless but awake, this one too (W72)
        whole("helpless_since", "i2", 0, MOST_SERIAL),  # serial number of that (W61)
        whole("stamina", "i2", 0, MOST_POINTS),  # maximum (W11)
        whole("mana", "i2", 0, MOST_POINTS),  # maximum (W15)
        whole("invested", "i2", 0, MOST_POINTS),  # mana (W16)
        whole("action_points", "i1", 0, 72),  # W45
        whole("initiative", "i2", 0, MOST_INITIATIVE),  # W52, W55
        whole("tie_roll", "i4", 0, TIE_SIDES),  # of this round, 0: not drawn (RW16)
        flag("acted"),  # has had its turn in this round (W54)
        flag("surprised"),  # no AP before the end of its first turn (W56, RW22)
        flag("passing"),  # interrupts no more in this turn (RW14)
        member("posture", Posture),  # Posture (W30)
        flag("defending"),  # W78
        member("readied", Deed),  # Deed, 0: none (W80)
        member("long_deed", Deed),  # Deed that goes on over turns, 0: none (W49)
        fighter("long_target"),  # whom it is about, -1
        whole("long_argument", "i1", 0, 127),
        whole("long_left", "i1", 0, MOST),  # AP still to be paid
        fighters("evaded_by"),  # who cancelled by moving since it last spent AP, bits (RW37)
        member("evaded_deed", Deed),  # which Deed of it
        fighter("evaded_target"),
        whole("move_quarters", "i2", 0, MOST_WAY),  # rate x AP bought in this round (RW36)
        whole("move_used", "i2", 0, MOST_WAY),  # movement points spent in this round (W65)
        whole("run", "i1", 0, 100),  # yards gone just before (W69)
        whole("dash", "i1", 0, 2),  # 0 no, 1 doubled, 2 raised by a check too (W87)
        whole("dash_rate", "i1", 0, MOST),  # what the check added
        whole("drag_points", "i1", -1, MOST),  # AP of movement that a Drag still allows (W90)
        fighters("holding"),  # whom it holds in a grapple, a bit each (W88, RW34)
        fighter("pinned_by"),  # -1 (W92)
        fighter("follows"),  # whom a Cling lets it follow, -1 (W89)
        whole("follow_yards", "i1", 0, MOST),  # how far still
        fighters("ignoring"),  # whose flank it ignores, a bit each (W34)
        fighters("switched"),  # of whom it has changed that in this turn
        whole("harried", "i1", 0, MOST),  # times in this round (W79)
        fighters("harried_by"),  # by whom, a bit each
        whole("distracted", "i1", 0, MOST),  # times in this round (W95)
        fighters("rebuffed_by"),  # who had its trigger in this turn, a bit each (RW28)
        whole("opening", "i1", 0, 127, (MAX_SIDE,)),  # of openings by enemy slot (W83)
        whole("shield_rounds", "i1", 0, MOST),  # of Force shield, this one counted (RW19)
        whole("shield_since", "i2", 0, MOST_SERIAL),  # serial number of that (W61)
        bits("effects", "i1", CHARM_EFFECTS),  # of the charm that are called up (W111)
        flag("loaded"),  # the crossbow held is loaded (RW7)
        flag("underwater"),  # W104, W105
        fighter("mount"),  # which fighter it rides, -1 (W106)
        fighter("rider"),  # who rides it, -1
        flag("uncontrolled"),  # a mount out of control (W106)
        whole("calming", "i1", 0, MOST),  # actions in a row to regain control (W106)
        flag("hurrying"),  # does the next such action more quickly (W103)
        flag("hidden"),  # not seen by the other side (XW1)
    ]
)

FRAME = record(
    [
        member("deed", Deed),
        member("role", Role),
        member("step", Step),
        fighter("actor"),  # who does it
        fighter("target"),  # to whom, -1
        fighter("first_target"),  # before an Interpose
        whole("argument", "i1", 0, 127),  # weapon slot, hand, posture, level, side, ...
        index("weapon", ITEMS, -1),  # item it is done with, -1
        whole("cost", "i1", 0, MOST),  # AP still to be paid when it takes place
        flag("is_completion"),  # the last of a long action (RW39)
        flag("cancelled"),  # an interrupt has taken place before it (W59)
        fighter("canceller"),  # whose, -1
        bits("asked", "i2", 13),  # who has been asked at this step, a bit each (RW14)
        fighters("reacted"),  # who has taken a reaction to it, a bit each (W60)
        flag("unseen"),  # the actor was hidden (XW1)
        whole("natural", "i1", 0, MOST),  # sum of the dice before a critical one (RW2)
        whole("total", "i2", -MOST_TOTAL, MOST_TOTAL),  # of the roll (W18)
        member("defence", Defence),  # Defence (W112)
        whole("value", "i2", -MOST_TOTAL, MOST_TOTAL),  # its number, or the TN
        flag("hit"),
        whole("damage", "i2", -MOST_TOTAL, MOST_TOTAL),  # final damage (W2)
        member("level", Level),  # Level of the wound
        whole("knocks_out", "i1", 0, 2),  # 0 unconscious and dying, 1 not dying, 2 helpless (W72)
        whole("side", "i1", 0, 5),  # of a push or jump
        whole("yards", "i1", 0, MOST),  # still to be gone, pushed or jumped
        whole("gone", "i1", 0, MOST),  # yards gone
    ]
)

BATTLE = battle_dtype(
    [
        nested("fighters", FIGHTER, (MAX_FIGHTERS,), used="num_fighters"),
        fighter("active"),  # whose turn it is, -1
        member("stage", Stage),
        fighters("asked"),  # who has been asked at this stage, a bit each
        nested("frames", FRAME, (FRAMES,)),  # what is under way, the last one first to go on
        whole("top", "i1", NO_FRAME, FRAMES - 1),  # the last frame, -1: none
        whole("serial", "i2", 0, MOST_SERIAL),  # effects begun so far (W61)
        fighters("flanked"),  # who is flanked, a bit each (W32)
        column("path_x", shape=(PATH,)),  # hexes of the way under way
        row("path_y", shape=(PATH,)),
        whole("path_length", "i1", 0, PATH),
        whole("path_at", "i1", 0, PATH),  # hexes gone
        index("ground_item", ITEMS, -1, shape=(GROUND_CAPACITY,)),  # items lying about, -1
        column("ground_x", shape=(GROUND_CAPACITY,)),
        row("ground_y", shape=(GROUND_CAPACITY,)),
        whole("width", "i1", 1, MAP_WIDTH),
        whole("height", "i1", 1, MAP_HEIGHT),
        row_masks("low"),  # low walls, a bit a column
        row_masks("high"),  # walls that nobody passes or sees through
        flag("has_obstacles"),
        index("ground", len(TERRAIN_NAMES), shape=(MAP_HEIGHT, MAP_WIDTH)),  # W68
        flag("has_ground"),  # any that is not open
        whole("current_side", "i1", 0, 5),  # where deep water drifts
        whole("current_yards", "i1", 0, MOST),  # yards a turn (W68)
        whole("hiding_side", "i1", -1, 1),  # the side that begins hidden, -1 (XW1)
        whole("wary_side", "i1", -1, 2),  # the side that may be surprised, 2 both, -1 none (W56)
    ],
    Window,
    Event,
    Ending,
)

PERSON = record(PERSON_FIELDS)
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
