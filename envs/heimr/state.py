"""The state of a battle of Heimr: the battle record and the scenario template.

`turn.py` holds the sequence of play; this record only remembers where the battle is in it.

A roll leaves what it showed in `battle.roll`, which is public; an attack copies into its frame what
it has to keep.
"""

from __future__ import annotations

from ..core.engine.battle import (
    MAX_FIGHTERS,
    MAX_SIDE,
    battle_dtype,
    fighter,
    fighters,
    per_fighter,
)
from ..core.engine.record import bits, flag, index, member, nested, record, whole
from ..core.scenarios.templates import seat_dtype, template_dtype
from .enums import (
    Ability,
    Act,
    Attribute,
    BodyPart,
    Defence,
    Direction,
    Effect,
    Ending,
    Event,
    Guarded,
    Hand,
    Life,
    Outcome,
    Role,
    Skill,
    Stage,
    Step,
    Trigger,
    Window,
)
from .tables import (
    ABILITIES,
    ARMOUR_BREAKS,
    ARMOUR_NAMES,
    ATTRIBUTE_LEAST,
    ATTRIBUTE_MOST,
    BODY_PARTS,
    BORDERS,
    CAST_NAMES,
    DIRECTIONS,
    EFFECTS,
    FATIGUE_MOST,
    ITEM_NAMES,
    LEAST_FIELD,
    LOCATIONS,
    LOWEST_HP,
    MOST_DARKNESS,
    MOST_FIELD,
    MOST_SECONDS,
    RACE_NAMES,
    SKILL_BITS,
    SKILLS,
    TRAINED_MOST,
)

HANDS = 2
"""Hands that hold items, the sword hand first (H107)."""
PACK = 3
"""Items within easy reach (H97)."""
GROUND_CAPACITY = 8
"""Items that can lie about; one more is lost."""
FRAMES = 8
"""Actions under way at once."""
RESERVED_FRAMES = 3
"""Room for a readied action, the attack of a guard against it, and one that a brawl provokes."""
NO_FRAME = -1
ITEMS = len(ITEM_NAMES)
MOST, MOST_TURNS, MOST_TOTAL = 127, 32_000, 10_000
"""Small counts, turns of the dying and totals of rolls at most: far above what happens."""
ON_NOTHING, ON_OBJECT = -1, 4
"""A fighter climbs on nothing, or on the object of its location; 0 to 3: a Direction."""


ROLL = record(
    [
        whole("d6", "i1", 0, 6),  # H11
        whole("value", "i2", -MOST_TOTAL, MOST_TOTAL),  # of the dice, before potential (H67)
        whole("total", "i2", -MOST_TOTAL, MOST_TOTAL),  # with potential
        flag("tired"),  # its value did not reach the fatigue (H67)
    ]
)

PERSON_FIELDS = [
    whole("attributes", "i1", ATTRIBUTE_LEAST, ATTRIBUTE_MOST, (len(Attribute),)),  # RH22
    whole("consistency", "i1", 0, TRAINED_MOST, (ABILITIES,)),  # trained (H37)
    whole("potential", "i1", 0, TRAINED_MOST, (ABILITIES,)),  # trained (H37)
    bits("skills", "i8", SKILL_BITS * SKILLS),  # levels, two bits a Skill (RH6)
    index("race", len(RACE_NAMES)),  # index of races.yaml
    index("armour", len(ARMOUR_NAMES)),  # index of armour.yaml, 0: none
    index("held", ITEMS, -1, shape=(HANDS,)),  # one of both hands is the first
    index("pack", ITEMS, -1, shape=(PACK,)),  # items within easy reach, -1 (H97)
    index("bag", ITEMS, -1),  # an item that is not, -1 (H100)
    whole("missiles", "i1", 0, 127),  # in the quiver (RH29)
    index("cast", len(CAST_NAMES)),  # index of cast.yaml: for names only
]

FIGHTER = record(
    [
        member("life", Life),
        *PERSON_FIELDS,
        index("location", LOCATIONS, -1),  # y * 5 + x, -1: off the field
        whole("height", "i1", 0, MOST),  # above the lowest ground (H151)
        whole("climbs_on", "i1", ON_NOTHING, ON_OBJECT),  # Direction or ON_OBJECT (H136)
        flag("prone"),  # H127
        fighter("cluster"),  # number of the cluster, -1 (H51)
        whole("hp", "i1", LOWEST_HP, MOST),  # H1, H31
        whole("wp", "i1", 0, MOST),  # willpower (H1)
        whole("fatigue", "i1", 0, FATIGUE_MOST),  # H69
        flag("tired"),  # fatigue has risen since the start of its turn (H73)
        bits("injured", "i1", BODY_PARTS),  # body parts, a bit each (H32)
        whole("dying", "i2", 0, MOST_TURNS),  # own turns since the fatal injury (H34, H35, RH19)
        flag("stable"),  # H36
        whole("treated", "i1", 0, MOST),  # turns of surgery (RH58)
        fighter("treated_by"),  # whose, -1
        fighter("treats"),  # whom it has treated in this turn, -1 (RH58)
        whole("armour_wear", "i1", 0, ARMOUR_BREAKS),  # damage counters (RH4)
        whole("seconds", "i1", 0, MOST_SECONDS, (EFFECTS,)),  # left of each Effect (H60)
        member("stumble_side", Direction, -1),  # Direction that Stumble blocks, -1 (H64)
        member("bind_part", BodyPart, -1),  # BodyPart of a Bind that was called, -1 (H28)
        flag("standard"),  # this turn's standard action is used (H80)
        flag("simultaneous"),  # and the simultaneous one (H83)
        flag("moved_only"),  # the standard action was a Move, or Draw or Put away (H97)
        bits("free", "i8", len(Act)),  # Acts used as free actions this turn, a bit each (H80)
        flag("ongoing"),  # -2 on all defences until the next turn (H81)
        flag("delayed"),  # since its last turn (RH35)
        member("upcoming", Act),  # Act, 0: none (H82)
        whole("upcoming_argument", "i1", -1, 127),
        member("readied", Act),  # Act, 0: none (H46)
        whole("readied_argument", "i1", -1, 127),
        member("trigger", Trigger),  # Trigger
        fighter("trigger_by"),  # which fighter the trigger names, -1: any
        member("defence", Defence),  # Defence that is pre-rolled, 0: none (H106)
        whole("defence_d6", "i1", 0, 6),  # its d6, compared with the fatigue at use (RH10)
        whole("defence_value", "i2", -MOST_TOTAL, MOST_TOTAL),  # its total
        flag("defence_fails"),  # it did not reach the fatigue (RH10)
        whole("defence_penalty", "i1", 0, MOST),  # of its position, with which it was rolled (RH39)
        member("defence_hand", Hand),  # with which it parries or blocks
        flag("dodge_ready"),  # the Dodge action: +2 against shots (RH60)
        whole("dodges", "i1", 0, MOST),  # used since the start of its turn (H121)
        whole("blocks", "i1", 0, MOST),
        bits("parried", "i1", HANDS),  # hands whose weapon has parried, a bit each (H122)
        member("uses", Ability, -1, shape=(HANDS,)),  # chosen for each hand, -1: the best (H178)
        fighter("last_target"),  # whom it attacked last, -1
        flag("struck_late"),  # a guard's free attack used since its last turn (RH47)
        fighters("dodged"),  # whose melee weapon attack of their last turn it dodged (H110)
        fighter("holds"),  # whom, -1 (H112, RH44)
        fighter("held_by"),  # by whom, -1
        member("held_part", BodyPart, -1),  # BodyPart (H113)
        member("guard", Guarded),  # Guarded (RH25)
        whole("guarded", "i1", -1, MAX_FIGHTERS - 1),  # which ally, or Direction, -1
        index("entered_from", LOCATIONS, -1),  # location, in this turn, -1 (H158)
        index("ran_from", LOCATIONS, -1),  # location that it ran away from, -1 (H90)
        flag("came"),  # has changed its location in this turn (H94)
        fighters("began_with"),  # cluster at the start of its turn, a bit each (H95)
        fighters("shot_by"),  # who shot at it in their last turn (H95)
        bits("blind", "i4", LOCATIONS),  # locations of its blind spots, a bit each (H157)
        flag("gave_away"),  # has been hidden and is no longer, since its turn began (RH49)
        flag("hidden"),  # H132
        whole("hide", "i2", -MOST_TOTAL, MOST_TOTAL),  # Hide, less the sounds since (H95, H135)
        fighters("found_by"),  # who has found it or was told (RH49, RH50)
        fighters("known_by"),  # who knows that it is hidden (RH50)
        index("last_seen", LOCATIONS, -1),  # location where it was last seen or heard, -1 (RH50)
        whole("concealed_item", "i1", -1, PACK + HANDS),  # place of the pack, PACK: bag, then hands
        whole("conceal", "i2", -MOST_TOTAL, MOST_TOTAL),  # result of the Agility roll (RH51)
        fighters("item_found_by"),
        fighters("sized_up_by"),  # who has figures of it by Insight (RH51)
        whole("seen_hp", "i1", LOWEST_HP, MOST, (MAX_SIDE,)),  # by the slot of each, as it saw it
        whole("seen_wp", "i1", 0, MOST, (MAX_SIDE,)),
        whole("seen_fatigue", "i1", 0, FATIGUE_MOST, (MAX_SIDE,)),
        flag("missile"),  # in hand (RH29)
        bits("spent", "i8", SKILL_BITS * SKILLS),  # once a battle, two bits a Skill (RH62)
        whole("free_used", "i1", 0, 127),  # free skills of weapon, shield or race that are used
        whole("stumbles_ignored", "i1", 0, MOST),  # by armour (RH62)
        flag("power_used"),  # of the race (RH62)
        whole("raging", "i1", -1, MOST),  # turns without an attack, from 1; -1: it attacked
        flag("poisoned"),  # the next hit also dazes
        whole("arm_hits", "i1", 0, MOST),  # on the weapon arm by Disarming Strike, this battle
        fighter("chases"),  # whom it pursues off the field, -1 (RH55)
        whole("gap", "i1", 0, MOST),  # squares between
        whole("chase_turns", "i1", 0, MOST),  # since the chase began
        whole("chase_roll", "i2", -MOST_TOTAL, MOST_TOTAL),  # of the fighter who flees, this turn
        flag("flees"),  # off the field, and not yet escaped
        index("exit", LOCATIONS, -1),  # location by which it left, -1
        member("terrain", Ability),  # Ability with which it flees (H79)
        flag("caught"),  # in a chase, and without a breather since (HH45)
    ]
)

LOCATION = record(
    [
        flag("void"),  # nobody is ever there
        whole("floor", "i1", 0, MOST),  # height of the ground (H151)
        whole("top", "i1", 0, MOST),  # height above it of what can be climbed there, 0: nothing
        whole("climb", "i1", 0, MOST),  # CR of that climb, 0: none (H154)
        flag("difficult"),  # H147
        whole("concealment", "i1", 0, MOST),  # of its object (H155)
        whole("concealment_height", "i1", 0, MOST),
        flag("roof"),  # H156
        whole("light", "i1", 0, MOST),  # distance that a camp fire lights, 0: none (H156)
        bits("exits", "i1", DIRECTIONS),  # Directions that lead off the field (RH55)
    ]
)

BORDER = record(
    [
        whole("limit", "i1", 0, MOST),  # how many may cross, 0: any number (H148)
        whole("challenge", "i1", 0, MOST),  # CR to cross, 0: none (H149)
        whole("toughness", "i1", 0, MOST),  # of a structural barrier, 0: none or broken (H150)
        whole("height", "i1", 0, MOST),  # above the higher ground, of a barrier (H174)
        whole("climb", "i1", -1, MOST),  # CR of the climb, 0: none, -1: it cannot be climbed (H154)
        flag("hands"),  # both are needed to hold on (H173)
        flag("opens"),  # door or gate (H174)
        flag("unlocked"),  # which anybody can open (HH24)
        whole("crossed", "i1", 0, MOST),  # counted by the limit (H148)
        fighter("first"),  # the first of them, -1
    ]
)

FRAME = record(
    [
        member("act", Act),
        member("role", Role),
        member("step", Step),
        fighter("actor"),  # who does it
        fighter("target"),  # to whom, -1
        fighter("first_target"),  # before a guard or a chain (RH45, H57)
        whole("argument", "i1", -1, 127),  # direction, place or item, by the action
        member("hand", Hand, -1),  # Hand of the weapon, -1: unarmed
        index("weapon", ITEMS, -1),  # the item in it when the attack began, -1
        member("ability", Ability, -1),  # that is rolled, -1
        flag("both"),  # another weapon strikes afterwards (RH14)
        whole("aim", "i1", -1, BODY_PARTS + HANDS - 1),  # BodyPart, or 5 + Hand (H117, RH16)
        member("skill", Skill, -1),  # called or announced, -1 (RH6)
        fighters("asked"),  # who has been asked at this step, a bit each
        fighters("fired"),  # whose readied action this action has triggered (RH37)
        fighters("late"),  # whose was lost to a hidden intention: it comes afterwards (H49)
        fighter("guard"),  # who stands between, -1 (H140)
        fighters("let_by"),  # guards who let the actor by, a bit each (H139)
        flag("slips"),  # past that guard (H145)
        fighters("unseen_by"),  # from whom the actor was hidden, a bit each (H134, H144)
        whole("lucky", "i1", 0, 10),  # penalty of a lucky shot, 0: it is none (H133)
        flag("charges"),  # part of a Charge (H87)
        index("from_location", LOCATIONS, -1),  # where the actor was before (H158)
        whole("challenge", "i2", -MOST_TOTAL, MOST_TOTAL),  # CR to meet (H18, H114)
        flag("restrained"),  # the CR is that of the holder
        flag("passed"),
        member("defence", Defence),  # Defence that meets it, 0: none (H118)
        whole("defence_value", "i2", -MOST_TOTAL, MOST_TOTAL),
        whole("defence_d6", "i1", 0, 6),  # compared with the fatigue if it is used (H126)
        flag("defence_fails"),  # it did not reach the fatigue (RH10)
        flag("undefended"),  # by choice (H160)
        flag("used"),  # the pre-roll is used up (H124)
        whole("d6", "i1", 0, 6),  # of the attack roll (RH26)
        whole("value", "i2", -MOST_TOTAL, MOST_TOTAL),
        whole("total", "i2", -MOST_TOTAL, MOST_TOTAL),
        flag("stays"),  # the roll counts for the guarded fighter too (RH45)
        member("outcome", Outcome),  # Outcome of the last roll
        whole("line", "i1", 0, 1),  # of a shot along no line: 0 straight, 1 diagonal (H159)
        flag("hit"),
        member("part", BodyPart, -1),  # BodyPart that is hit, -1
        whole("damage", "i1", -MOST, MOST),  # HP
        member("effect", Effect),  # Effect that is called
        whole("seconds", "i1", 0, MOST),  # for how long
        whole("link", "i1", 0, MOST),  # of a chain: how many have dodged before (H57)
        fighters("reached"),  # whom the chain has passed, or who goes along (RH57), a bit each
        whole("height", "i1", 0, MOST),  # of a fall or jump (H153)
    ]
)

BATTLE = battle_dtype(
    [
        nested("fighters", FIGHTER, (MAX_FIGHTERS,), used="num_fighters"),
        per_fighter(fighter("order", -1)),  # initiative order (H44, TH7)
        fighter("place", 0),  # in it, of whose turn it is
        member("stage", Stage),
        fighters("owed"),  # who has to pre-roll a defence, a bit each (H106, H124)
        nested("frames", FRAME, (FRAMES,)),  # what is under way, the last one first to go on
        whole("top", "i1", NO_FRAME, FRAMES - 1),  # the last frame, -1: none
        member("outcome", Outcome),  # Outcome of the last nested action
        nested("roll", ROLL),  # the last dice challenge
        whole("columns", "i1", LEAST_FIELD, MOST_FIELD),  # H5
        whole("rows", "i1", LEAST_FIELD, MOST_FIELD),
        flag("plain"),  # ground of one height, all borders open
        nested("locations", LOCATION, (LOCATIONS,)),  # y * 5 + x
        nested("borders", BORDER, (BORDERS,)),  # 2 * location: its eastern one, + 1: southern
        whole("darkness", "i1", 0, MOST_DARKNESS),  # H155
        whole("weather", "i1", 0, MOST_DARKNESS),  # H155
        flag("blind_spots"),  # the module is on (RH56)
        index("ground_item", ITEMS, -1, shape=(GROUND_CAPACITY,)),  # items lying about, -1
        index("ground_location", LOCATIONS, -1, shape=(GROUND_CAPACITY,)),
    ],
    Window,
    Event,
    Ending,
)

PERSON = record(PERSON_FIELDS)
SEAT = seat_dtype([("hidden", "?"), ("prone", "?"), ("on_top", "?")])  # RH59
TEMPLATE = template_dtype(
    PERSON,
    SEAT,
    [
        ("locations", LOCATION, (LOCATIONS,)),
        ("borders", BORDER, (BORDERS,)),
        ("plain", "?"),
        ("darkness", "i1"),
        ("weather", "i1"),
        ("blind_spots", "?"),
    ],
)
