"""What a referee of Heimr has to remember: the battle record and the scenario template.

How the play goes on, which this record only remembers, stands in `flow.py`.

A roll leaves what it showed in `battle.roll`, which is public; an attack copies into its frame what
it has to keep.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.battle import MAX_FIGHTERS, battle_dtype
from ..core.templates import seat_dtype, template_dtype
from .tables import ABILITIES, BORDERS, EFFECTS, LOCATIONS
from .terms import ATTRIBUTE_NAMES

HANDS = 2
"""Hands that hold items, the sword hand first (H107)."""
PACK = 3
"""Items within easy reach (H97)."""
GROUND_CAPACITY = 8
"""Items that can lie about; one more is lost."""
FRAMES = 8
"""Deeds under way at once."""
RESERVED_FRAMES = 3
"""Room for a readied action, the attack of a guard against it, and one that a brawl provokes."""
NO_FRAME = -1
ON_NOTHING = -1
"""What somebody climbs on who does not."""
ON_OBJECT = 4
"""What somebody climbs on in its location; 0 to 3: the border in that direction."""


class Life(IntEnum):
    """Whether somebody is still in the battle (H129, H130, RH5, RH28)."""

    AWAKE = 0
    ASLEEP = 1
    UNCONSCIOUS = 2
    DEAD = 3
    FLED = 4


class Event(IntEnum):
    """What is written into the log; narrate.py says each in a sentence."""

    NONE = 0
    INITIATIVE = 1  # amount: total
    ROUND = 2
    TURN = 3
    DELAYS = 4  # target: before or after whom; what: 0 before, 1 after
    DECLARES = 5  # what: Deed; amount: its argument; dice: Role
    CANCELLED = 6  # what: Deed; amount: 0 upcoming and interrupted, 1 readied, 2 given up
    FAILS = 7  # what: Deed, which has become impossible; amount: 1 it was only readied
    ROLLS = 8  # target: Ability, -1 an attribute; what: d6; amount: total; dice: value alone
    TIRES = 9  # amount: fatigue now
    TOO_TIRED = 10  # amount: fatigue; dice: value before potential
    RESTS = 11  # amount: fatigue now
    PREROLLS = 12  # target: whom it meets at once; what: Defence; amount: total; dice: 1 too tired
    NO_DEFENCE = 13  # what: 0 cannot, 1 does not want to
    HITS = 14  # what: BodyPart; amount: HP
    MISSES = 15  # what: Defence that stopped it
    TOUCHES = 16
    SKILL = 17  # what: Skill; amount: willpower
    RESISTS = 18  # what: Effect; amount: willpower
    EFFECT = 19  # what: Effect; amount: seconds or points
    EFFECT_ENDS = 20  # what: Effect
    INJURED = 21  # what: BodyPart; amount: HP
    FALLS = 22  # prone
    STANDS = 23
    FAINTS = 24
    DIES = 25
    STABLE = 26
    REOPENED = 27
    WAKES = 28
    REROLLS = 29  # amount: WP left; dice: what had to be reached, 0: somebody to be found
    CLUSTER = 30  # actor and target are in one cluster
    LEAVES = 31  # a cluster
    MOVES = 32  # what: Deed; amount: location; dice: location before
    CROSSING_FAILS = 33  # amount: what had to be reached
    CLIMBS = 34  # amount: height now
    CLIMB_FALLS = 35  # amount: height of the fall
    LANDS = 36  # what: 1 unhurt; amount: height
    BREAKS = 37  # what: item; amount: strength
    BARRIER = 38  # what: Direction; amount: 0 broken, 1 opened
    DROPS = 39  # what: item
    TAKES = 40  # what: item; amount: 1 a missile for it
    STOWS = 41  # what: item; amount: 1 the missile on it
    SWAPS = 42
    CONCEALS = 43
    GUARDS = 44  # what: Guarded; amount: direction
    INTERCEPTS = 45
    SLIPS = 46  # past target
    GUARD_ENDS = 47
    READIES = 48  # what: Deed (told to its own side only)
    FIRES = 49  # what: Deed; amount: Trigger
    INTENTION = 50  # amount: Persuasion; dice: Insight
    HOLDS = 51  # what: BodyPart
    LETS_GO = 52
    BREAKS_HOLD = 53
    STOPS_HELD = 54  # amount: total of the Brawl
    HIDES = 55
    FOUND = 56
    LUCKY = 57  # what: the d10
    LOOKS = 58  # target: who is searched; what: location; amount: total; dice: 1 it finds
    SIZES_UP = 59  # what: 1 succeeds
    SPEAKS = 60
    BLIND_SPOT = 61
    POWER = 62  # what: which
    TREATS = 63  # amount: turns
    CARRIES = 64
    ESCAPES = 65
    CHASES = 66  # amount: gap
    ARMOUR = 67  # amount: damage counters
    ROLLS_AGAIN = 68  # the defence, for it is worse off now
    OVER = 69


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RH28)."""

    NONE = 0
    BOTH_SIDES_BEATEN = 1
    SIDE_BEATEN = 2
    ROUND_LIMIT = 3


ROLL = np.dtype(
    (
        np.record,
        [
            ("d6", "i1"),  # 1..6 (H11)
            ("value", "i2"),  # dice with bonus or penalty, before potential (H67)
            ("total", "i2"),  # with potential
            ("tired", "?"),  # its value did not reach the fatigue (H67)
        ],
    )
)

PERSON_FIELDS = [
    ("attributes", "i1", (len(ATTRIBUTE_NAMES),)),  # -3..4 (RH22)
    ("consistency", "i1", (ABILITIES,)),  # trained, 0..4 (H37)
    ("potential", "i1", (ABILITIES,)),  # trained, 0..4 (H37)
    ("skills", "i8"),  # level 0..3 of each, two bits a Skill (RH6)
    ("race", "i1"),  # index of races.yaml
    ("armour", "i1"),  # index of armour.yaml, 0: none
    ("held", "i1", (HANDS,)),  # items, -1; one of both hands is held by the first, the second is -1
    ("pack", "i1", (PACK,)),  # items within easy reach, -1 (H97)
    ("bag", "i1"),  # an item that is not, -1 (H100)
    ("missiles", "i1"),  # in the quiver (RH29)
    ("cast", "i1"),  # index of cast.yaml: for names only
]

FIGHTER = np.dtype(
    (
        np.record,
        [
            ("life", "i1"),  # Life
            *PERSON_FIELDS,
            ("location", "i1"),  # y * 5 + x, -1: off the field
            ("height", "i1"),  # above the lowest ground (H151)
            ("climbs_on", "i1"),  # in the climbing position: Direction or ON_OBJECT, -1: not (H136)
            ("prone", "?"),  # H127
            ("cluster", "i1"),  # number of the cluster, -1 (H51)
            ("hp", "i1"),  # H1, H31
            ("wp", "i1"),  # willpower, 0.. (H1)
            ("fatigue", "i1"),  # 1..20 (H69)
            ("tired", "?"),  # fatigue has risen since the start of its turn (H73)
            ("injured", "i1"),  # body parts, a bit each (H32)
            ("dying", "i2"),  # own turns since the injury that kills (H34, H35, RH19)
            ("stable", "?"),  # H36
            ("treated", "i1"),  # turns of surgery (RH58)
            ("treated_by", "i1"),  # whose, -1
            ("treats", "i1"),  # whom it has treated in this turn, -1 (RH58)
            ("armour_wear", "i1"),  # damage counters (RH4)
            ("seconds", "i1", (EFFECTS,)),  # that each Effect still lasts (H60, RH40)
            ("stumble_side", "i1"),  # Direction that Stumble blocks, -1 (H64)
            ("bind_part", "i1"),  # BodyPart of a Bind that was called, -1 (H28)
            ("standard", "?"),  # this turn's standard action is used (H80)
            ("simultaneous", "?"),  # and the simultaneous one (H83)
            ("moved_only", "?"),  # the standard action was a Move, or Draw or Put away (H97)
            ("free", "i8"),  # Deeds used as free actions this turn, a bit each (H80)
            ("ongoing", "?"),  # -2 on all defences until the next turn (H81)
            ("delayed", "?"),  # since its last turn (RH35)
            ("upcoming", "i1"),  # Deed, 0: none (H82)
            ("upcoming_argument", "i1"),
            ("readied", "i1"),  # Deed, 0: none (H46)
            ("readied_argument", "i1"),
            ("trigger", "i1"),  # Trigger
            ("trigger_by", "i1"),  # which fighter the trigger names, -1: any
            ("defence", "i1"),  # Defence that is pre-rolled, 0: none (H106)
            ("defence_d6", "i1"),  # its d6, compared with the fatigue at use (RH10)
            ("defence_value", "i2"),  # its total
            ("defence_fails", "?"),  # it did not reach the fatigue (RH10)
            ("defence_penalty", "i1"),  # of its position, with which it was rolled (RH39)
            ("defence_hand", "i1"),  # with which it parries or blocks
            ("dodge_ready", "?"),  # the Dodge action: +2 against shots (RH60)
            ("dodges", "i1"),  # used since the start of its turn (H121)
            ("blocks", "i1"),
            ("parried", "i1"),  # hands whose weapon has parried, a bit each (H122)
            ("struck_late", "?"),  # a guard's free attack used since its last turn (RH47)
            ("dodged", "i2"),  # whose melee weapon attack of their last turn it dodged (H110)
            ("holds", "i1"),  # whom, -1 (H112, RH44)
            ("held_by", "i1"),  # by whom, -1
            ("held_part", "i1"),  # BodyPart (H113)
            ("guard", "i1"),  # Guarded (RH25)
            ("guarded", "i1"),  # which ally, or Direction, -1
            ("entered_from", "i1"),  # location, in this turn, -1 (H158)
            ("ran_from", "i1"),  # location that it ran away from, -1 (H90)
            ("came", "?"),  # has changed its location in this turn (H94)
            ("began_with", "i2"),  # cluster at the start of its turn, a bit each (H95)
            ("shot_by", "i2"),  # who shot at it in their last turn (H95)
            ("blind", "i4"),  # locations of its blind spots, a bit each (H157)
            ("has_hidden", "?"),  # in this location (RH49)
            ("hidden", "?"),  # H132
            ("hide", "i2"),  # result of Hide, less the sounds since (H95, H135)
            ("found_by", "i2"),  # who has found it or was told (RH49, RH50)
            ("known_by", "i2"),  # who knows that it is hidden (RH50)
            ("last_seen", "i1"),  # location where it was last seen or heard, -1 (RH50)
            ("concealed_item", "i1"),  # place of the pack, PACK: bag, -1: none (H101)
            ("conceal", "i2"),  # result of the Agility roll (RH51)
            ("item_found_by", "i2"),
            ("sized_up_by", "i2"),  # who has the figures below by Insight (RH51)
            ("seen_hp", "i1"),
            ("seen_wp", "i1"),
            ("seen_fatigue", "i1"),
            ("missile", "?"),  # in hand (RH29)
            ("spent", "i8"),  # used once a battle: skills, two bits each (RH62)
            ("free_used", "i1"),  # free skills of weapon, shield or race that are used
            ("stumbles_ignored", "i1"),  # by armour (RH62)
            ("power_used", "?"),  # of the race (RH62)
            ("raging", "i1"),  # turns in a rage without an attack, from 1; -1: it has attacked
            ("poisoned", "?"),  # the next hit also dazes
            ("arm_hits", "i1"),  # on the weapon arm by Disarming Strike, this battle
            ("chases", "i1"),  # whom it pursues off the field, -1 (RH55)
            ("gap", "i1"),  # squares between
            ("chase_turns", "i1"),  # since the chase began
            ("chase_roll", "i2"),  # of who flees, this turn
            ("flees", "?"),  # off the field, and not yet escaped
            ("exit", "i1"),  # location by which it left, -1
            ("terrain", "i1"),  # Ability with which it flees (H79)
        ],
    )
)

LOCATION = np.dtype(
    (
        np.record,
        [
            ("void", "?"),  # nobody is ever there
            ("floor", "i1"),  # height of the ground (H151)
            ("top", "i1"),  # height above it of what can be climbed there, 0: nothing
            ("climb", "i1"),  # CR of that climb, 0: none (H154)
            ("difficult", "?"),  # H147
            ("concealment", "i1"),  # of its object (H155)
            ("concealment_height", "i1"),
            ("roof", "?"),  # H156
            ("light", "i1"),  # distance that a camp fire lights, 0: none (H156)
            ("exits", "i1"),  # Directions that lead off the field, a bit each (RH55)
        ],
    )
)

BORDER = np.dtype(
    (
        np.record,
        [
            ("limit", "i1"),  # how many may cross, 0: any number (H148)
            ("challenge", "i1"),  # CR to cross, 0: none (H149)
            ("toughness", "i1"),  # of a structural barrier, 0: none or broken (H150)
            ("height", "i1"),  # above the higher ground, of a barrier that can be climbed (H174)
            ("climb", "i1"),  # CR of the climb, 0: none, -1: it cannot be climbed (H154)
            ("hands", "?"),  # both are needed to hold on (H173)
            ("opens", "?"),  # door or gate (H174)
            ("crossed", "i1"),  # counted by the limit (H148)
            ("first", "i1"),  # the first of them, -1
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
            ("first_target", "i1"),  # before a guard or a chain (RH45, H57)
            ("argument", "i1"),  # direction, place, item, what the deed wants
            ("hand", "i1"),  # Hand of the weapon, -1: unarmed
            ("weapon", "i1"),  # the item in it when the attack began, -1
            ("ability", "i1"),  # that is rolled, -1
            ("both", "?"),  # another weapon strikes afterwards (RH14)
            ("aim", "i1"),  # BodyPart, or 5 + Hand of an item; -1: none (H117, RH16)
            ("skill", "i1"),  # called or announced, -1 (RH6)
            ("asked", "i2"),  # who has been asked at this step, a bit each
            ("fired", "i2"),  # whose readied action this deed has triggered (RH37)
            ("late", "i2"),  # whose was lost to a hidden intention: it comes afterwards (H49)
            ("guard", "i1"),  # who stands between, -1 (H140)
            ("slips", "?"),  # past that guard (H145)
            ("unseen_by", "i2"),  # from whom the actor was hidden, a bit each (H134, H144)
            ("lucky", "i1"),  # penalty of a lucky shot, 0: it is none (H133)
            ("charges", "?"),  # part of a Charge (H87)
            ("from_location", "i1"),  # where the actor was before (H158)
            ("challenge", "i2"),  # CR to meet: of the border, the climb, the holder (H18, H114)
            ("restrained", "?"),  # the CR is that of the holder
            ("passed", "?"),
            ("defence", "i1"),  # Defence that meets it, 0: none (H118)
            ("defence_value", "i2"),
            ("defence_d6", "i1"),  # compared with the fatigue if it is used (H126)
            ("defence_fails", "?"),  # it did not reach the fatigue (RH10)
            ("undefended", "?"),  # by choice (H160)
            ("used", "?"),  # the pre-roll is used up (H124)
            ("d6", "i1"),  # of the attack roll (RH26)
            ("value", "i2"),
            ("total", "i2"),
            ("stays", "?"),  # the roll counts for who was guarded too (RH45)
            ("outcome", "i1"),  # Outcome of the last roll
            ("line", "i1"),  # of a shot along no line: 0 the straight one, 1 the diagonal (H159)
            ("hit", "?"),
            ("part", "i1"),  # BodyPart that is hit, -1
            ("damage", "i1"),  # HP
            ("effect", "i1"),  # Effect that is called
            ("seconds", "i1"),  # for how long
            ("link", "i1"),  # of a chain: how many have dodged before (H57)
            ("reached", "i2"),  # whom the chain has passed, or who goes along (RH57), a bit each
            ("height", "i1"),  # of a fall or jump (H153)
        ],
    )
)

BATTLE = battle_dtype(
    [
        ("fighters", FIGHTER, (MAX_FIGHTERS,)),
        ("order", "i1", (MAX_FIGHTERS,)),  # initiative order (H44, TH7)
        ("place", "i1"),  # in it, of whose turn it is
        ("stage", "i1"),  # Stage
        ("owed", "i2"),  # who has to pre-roll a defence, a bit each (H106, H124)
        ("frames", FRAME, (FRAMES,)),  # what is under way, the last one first to go on
        ("top", "i1"),  # the last frame, -1: none
        ("outcome", "i1"),  # Outcome of the last nested deed
        ("roll", ROLL),  # the last dice challenge
        ("columns", "i1"),  # 3..5 (H5)
        ("rows", "i1"),
        ("plain", "?"),  # ground of one height, all borders open
        ("locations", LOCATION, (LOCATIONS,)),  # y * 5 + x
        ("borders", BORDER, (BORDERS,)),  # 2 * location: its eastern one, + 1: its southern one
        ("darkness", "i1"),  # 0..3 (H155)
        ("weather", "i1"),  # 0..3 (H155)
        ("blind_spots", "?"),  # the module is on (RH56)
        ("ground_item", "i1", (GROUND_CAPACITY,)),  # items lying about, -1
        ("ground_location", "i1", (GROUND_CAPACITY,)),
    ]
)

PERSON = np.dtype((np.record, PERSON_FIELDS))
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
