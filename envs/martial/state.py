"""The state of a battle of Martial: the battle record and the scenario template."""

from __future__ import annotations

from ..core.engine.battle import (
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
from ..core.engine.record import bits, flag, index, member, nested, record, whole
from ..core.scenarios.templates import seat_dtype, template_dtype
from .enums import (
    Ending,
    Event,
    FreeAction,
    Kind,
    Life,
    Maneuver,
    Skill,
    Stage,
    Step,
    Trigger,
    TurnAction,
    Window,
)
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
)

HANDS = 2
"""Hands that hold items, the main one first."""
PACK = 4
"""Items that a fighter can stow (RD39)."""
WEAPON_SLOTS = HANDS + NATURAL_SLOTS
"""Weapon slots: the item in each hand, then the natural weapons of the body."""
GROUND_CAPACITY = 16
"""Items that can lie on the ground; one more is lost."""
GROUND_RANKS = 3
"""Different items on the ground that a fighter is shown and can choose, the nearest ones."""
PATH = 24
"""Squares of the longest path: a Charge through the air (RD15)."""
FRAMES = 2
"""Attacks that can be under way at once: that of a turn, and a Reactive Attack on it (RD42)."""
ITEMS = len(ITEM_NAMES)
MOST = 100
"""Highest number of injuries, turns and other small counts; larger ones are cut off."""
MOST_POINTS = 10_000
"""Highest points of Stamina, totals of rolls and the like: far above what occurs."""
TIE_SIDES = 1 << 20
"""Lots that are drawn among equal initiatives (RD26)."""
TURN_FRAME, REACTION_FRAME, NO_FRAME = 0, 1, -1


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
        fighter("grapple"),  # the other fighter of a grapple, -1 (RD17)
        flag("is_grappler"),  # it holds the other fighter
        fighter("last_target"),  # whom it attacked last, -1
        flag("acted"),  # has begun its first turn (D4)
        flag("defending"),  # D83
        flag("shield_ready"),  # D84
        whole("exposed", "i1", 0, MOST),  # advantage against it: Cleave, Lunge, Charge
        whole("action_points", "i1", 0, ACTION_POINTS),  # D62
        whole("attacks", "i1", 0, MOST),  # Attack actions of this turn (D68)
        bits("used", "i2", len(FreeAction)),  # free actions of this turn, bits of Free (D63, RD28)
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
        whole("rapid", "i1", 0, RAPID_LIMIT),  # shots of its Rapid Shot beyond the first (D79)
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
        whole("taken", "i1", -1, HANDS + PACK - 1),  # chosen item: hand, then place in the pack
    ]
)

BATTLE = battle_dtype(
    [
        nested("fighters", FIGHTER, (MAX_FIGHTERS,), used="num_fighters"),
        per_fighter(fighter("order", 0)),  # fighters in initiative order (D1)
        fighter("turn", 0),  # whose turn it is: place in the order
        member("stage", Stage),
        member("act", TurnAction),  # TurnAction of the active fighter
        nested("attacks", ATTACK, (FRAMES,)),  # that of the turn, and a Reactive Attack on it
        whole("frame", "i1", NO_FRAME, FRAMES - 1),  # the attack under way, -1 none
        member("trigger", Trigger),  # Trigger that is being answered
        fighter("provoker"),  # the fighter who provokes, -1
        whole("asking", "i1", 0, MAX_FIGHTERS),  # place in the order of the next to be asked
        fighters("provoked", "i4"),  # fighters who had their trigger in this Move (RD14)
        column("path_x", shape=(PATH,)),  # the path of a Move
        row("path_y", shape=(PATH,)),
        whole("path_length", "i1", 0, PATH),  # squares
        whole("path_at", "i1", 0, PATH),  # squares gone
        whole("steps_left", "i1", 0, PATH),  # squares still to be chosen in a Move step by step
        flag("is_step"),  # the path provokes nobody (RD13)
        flag("is_crawl"),  # the mover set out prone (RD40)
        column("from_x"),  # the start of the path
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
