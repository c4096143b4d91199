"""The record of a battle of Wildroll, and the template of a scenario."""

from __future__ import annotations

from ..core.engine.battle import (
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
from ..core.engine.record import bits, flag, index, member, nested, record, whole
from ..core.scenarios.templates import seat_dtype, template_dtype
from .enums import (
    ATTRIBUTE_NAMES,
    SKILL_NAMES,
    Act,
    Defence,
    Ending,
    Event,
    Level,
    Life,
    Npc,
    Posture,
    Role,
    Specialisation,
    Stage,
    Step,
    Window,
)
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

HANDS = 2
"""Hands that hold items, the main one first."""
PACK = 4
"""Items that somebody carries stowed: two scabbards, a pouch, a sack (W81)."""
WEAPON_SLOTS = HANDS + NATURAL_SLOTS
"""Weapon slots: the item in each hand, then the natural weapons of the race."""
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
TIE_SIDES = (1 << 15) - 1
"""Lots that are drawn among equal initiatives (RW16)."""


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
        whole("stamina", "i2", 0, MOST_POINTS),  # left (W11, W12)
        whole("mana", "i2", 0, MOST_POINTS),  # left (W15)
        whole("invested", "i2", 0, MOST_POINTS),  # mana (W16)
        whole("action_points", "i1", 0, 72),  # W45
        whole("initiative", "i2", 0, MOST_INITIATIVE),  # W52, W55
        whole("tie_roll", "i2", 0, TIE_SIDES),  # of this round, 0: not drawn (RW16)
        flag("acted"),  # has had its turn in this round (W54)
        flag("surprised"),  # no AP before the end of its first turn (W56, RW22)
        flag("passing"),  # interrupts no more in this turn (RW14)
        member("posture", Posture),  # Posture (W30)
        flag("defending"),  # W78
        member("readied", Act),  # Act, 0: none (W80)
        member("long_act", Act),  # Act that goes on over turns, 0: none (W49)
        fighter("long_target"),  # whom it is about, -1
        whole("long_argument", "i1", 0, 127),
        whole("long_left", "i1", 0, MOST),  # AP still to be paid
        fighters("evaded_by"),  # who cancelled by moving since it last spent AP, bits (RW37)
        member("evaded_act", Act),  # which Act of it
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
        fighter("last_target"),  # whom its last attack was at, -1
        fighters("ignoring"),  # whose flank it ignores, a bit each (W34)
        fighters("switched"),  # enemies whom it began or stopped to ignore in this turn
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
        member("act", Act),
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
        fighters("asked"),  # who has been asked at this step, a bit each (RW14)
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
        whole("manner", "i1", -1, 5),  # chosen weapon slot or side, -1: the usual one (W86, W88)
        flag("is_stepwise"),  # a walk whose yards are chosen one by one (W65)
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
        fighters("newly_flanked"),  # who has become so and is still to be asked (W34)
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
