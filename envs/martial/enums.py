"""The names of the book and of the engine that Martial uses by number."""

from __future__ import annotations

from enum import IntEnum

from ..core.compiler.bits import set_of


class Attribute(IntEnum):
    """Attributes, as modifiers (RD24)."""

    STRENGTH = 0
    DEXTERITY = 1
    CONSTITUTION = 2
    INTELLIGENCE = 3
    WISDOM = 4


class Skill(IntEnum):
    """Skills that matter in a battle (D26, D29, D42, D51, RD12, RD36)."""

    ACROBATICS = 0
    ATHLETICS = 1
    THIEVERY = 2
    PERCEPTION = 3
    STEALTH = 4
    LORE = 5
    HEAL = 6
    SURVIVAL = 7
    FLY = 8


class Size(IntEnum):
    """Size categories (D53)."""

    TINY = 0
    SMALL = 1
    MEDIUM = 2
    LARGE = 3
    HUGE = 4


class Part(IntEnum):
    """Kinds of body parts, minor ones first (D26 to D44)."""

    EAR = 0
    NOSE = 1
    TAIL = 2
    WING = 3
    EYE = 4
    HAND = 5
    FOOT = 6
    HORN = 7
    MOUTH = 8
    ARM = 9
    LEG = 10
    HEAD = 11
    HEART = 12


class Severity(IntEnum):
    """Classes of body parts (D21)."""

    MINOR = 0
    MAJOR = 1
    SEVERE = 2
    DEADLY = 3
    FATAL = 4


class Maneuver(IntEnum):
    """Maneuvers, in the book's order (D51)."""

    DISARM = 0
    DRAG = 1
    GRAPPLE = 2
    OVERRUN = 3
    REPOSITION = 4
    SHOVE = 5
    STEAL = 6
    SUNDER = 7
    TRICK = 8
    TRIP = 9


class Damage(IntEnum):
    """Types of damage (RD18)."""

    BLUDGEONING = 0
    PIERCING = 1
    SLASHING = 2


class Window(IntEnum):
    """The kinds of decision (QD1 to QD10)."""

    NONE = 0
    HIDE = 1  # hide before the start or not (QD10)
    TURN = 2  # the next action, or the end of the turn (QD1, QD2, QD8, QD9)
    RIDERS = 3  # Stamina spent on the coming roll (QD3)
    REACTIVE_ATTACK = 4  # attack the provoker or not (QD7)
    PARRY = 5  # parry the attack that has hit or not (QD6)
    PART = 6  # which body part is injured (QD4)
    EXTRA = 7  # how many degrees injure it further (QD4)
    CLEAVE = 8  # strike another opponent or not (QD5)
    DIRECTION = 9  # the direction in which a maneuver moves its target (QD8)
    ITEM = 10  # the item that a Disarm, Sunder or Steal affects (QD8)
    NEXT_TARGET = 11  # the target of the next blow of a Multiweapon or Rapid Shot (D72, D79)
    STEP = 12  # the next square of a Move step by step (RD13)


class Stage(IntEnum):
    """The place in the sequence of play between two decisions (turn.py)."""

    HIDING = 0  # before the start: the ambushers are asked (QD10)
    TURN_START = 1  # TD2 (a)
    TURN = 2  # the active fighter may choose an action, TD2 (b)
    ACTION = 3  # the action chosen is carried out
    ACTION_OVER = 4
    TURN_OVER = 5  # TD2 (c)


class TurnAction(IntEnum):
    """The action of the active fighter while `Stage.ACTION` lasts."""

    NOTHING = 0
    MOVE = 1  # Move and Step, along the path
    CHARGE = 2  # along the path, then the attack
    STAND_UP = 3
    ATTACK = 4  # of any kind: see the frame
    TAKE_OFF = 5
    LAND = 6


class Trigger(IntEnum):
    """Actions that provoke a Reactive Attack (RD14)."""

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
    """Steps of an attack (TD4, RD38). The sets below group them."""

    BEGIN = 0
    RIDERS = 1
    PROVOKE = 2  # a shot, a throw or an untrained maneuver provokes
    REACTIONS = 3  # the provoked fighters are asked, one after another
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
    LEAVE = 15  # the rest of a Multiweapon or Rapid Shot is left
    EFFECT = 16  # a maneuver affects the item that was chosen


STEPS_BEFORE_ROLL = set_of(Step.BEGIN, Step.RIDERS, Step.PROVOKE, Step.REACTIONS, Step.ROLL)
"""Steps at which the attack has not been rolled yet."""
STEPS_TO_RESULT = STEPS_BEFORE_ROLL | set_of(Step.PARRY, Step.RESULT)
"""Steps of an attack until it is known to hit or miss."""
STEPS_WITHOUT_ROLL = STEPS_BEFORE_ROLL | set_of(Step.LEAVE)
"""Steps at which the die of the coming blow has not fallen."""


class Life(IntEnum):
    """Whether a fighter is alive and conscious."""

    ALIVE = 0
    EXHAUSTION = 1  # unconscious: the exhaustion pool is spent (RD7)
    KNOCKED_OUT = 2  # unconscious: head, may wake by a check a turn (D39)
    COMA = 3  # unconscious: head, until healed (D39)
    DEAD = 4  # dead or destroyed (D18, D19, D41, D44)


class Peril(IntEnum):
    """The purpose of a Constitution check or save (D16, D38, D39, D43)."""

    DEATH = 0  # a save: an injury or bleeding while unconscious
    STUN = 1  # second injury of a head
    COMA = 2  # third injury of a head
    SLEEP = 3  # to wake from a head injury
    HEART = 4  # first injury of a heart


class Manner(IntEnum):
    """The manner of an attack, for the log (D70 to D72, D79)."""

    PLAIN = 0
    LUNGE = 1
    CLEAVE = 2
    MULTIWEAPON = 3
    RAPID_SHOT = 4


class Taking(IntEnum):
    """How an item comes to a fighter, for the log (RD17, RD39)."""

    DRAWS = 0
    PICKS_UP = 1
    STEALS = 2


class Reason(IntEnum):
    """Why a roll or an injury changes, for the log: by dice, if nothing else is said."""

    NONE = 0
    CHARGE = 1  # RD15
    FLANKING = 2  # D58
    EXPOSED_TARGET = 3  # by its Cleave, Lunge or Charge (D70, D71)
    PRONE_TARGET = 4  # D59
    PRONE = 5  # D60
    HELPLESS_TARGET = 6  # RD29
    EYES = 7  # injured ones, the blinded too (D30, RD11)
    COVER = 8  # D56, D57
    CONCUSSION = 9  # D37
    EXHAUSTION = 10  # RD7
    BODY = 11  # injuries, armour and tail in the skill of a maneuver (D26 to D36, RD19)
    DISTANCE = 12  # D75
    ALLY_ENGAGED = 13  # D76
    EARLIER_ATTACKS = 14  # D68
    MULTIWEAPON = 15  # D72
    RAPID_SHOT = 16  # D79
    RECKLESS = 17  # D74
    SIZE = 18  # points of the roll (D53, D55)
    PATH = 19  # points of the target's Defence Value (D77)
    SIZE_OF_TARGET = 20  # degrees of the injury (D54)
    RECKLESS_DEGREES = 21  # D74
    NATURAL_LOWEST = 22  # D48
    NATURAL_HIGHEST = 23  # exactly a minor injury (D46)


class Event(IntEnum):
    """The kinds of events in the log; `text/events.py` has a sentence for each."""

    NONE = 0
    INITIATIVE = 1  # amount: total
    ROUND = 2
    TURN = 3  # what: Life as the turn begins
    HIDES = 4
    FOUND = 5  # target is seen by actor
    LOCATES = 6  # actor finds the heart of target (D42); amount 1 success
    MOVES = 7  # what: TurnAction; amount: squares; dice: 1 crawling
    PROVOKES = 8  # actor provokes target; what: Trigger
    REACTS = 9  # actor uses a Reactive Attack on target
    ATTACKS = 10  # what: Kind; amount: item, or maneuver; dice: Manner
    RIDERS = 11  # what: Reckless degrees; amount: Stamina for power; dice: 1 Deadly Aim
    ROLLS = 12  # what: natural; amount: total; dice: DV
    MISSES = 13  # what: Kind
    HITS = 14  # what: Kind; amount: degrees of roll and critical
    CRITICAL = 15
    FUMBLES = 16  # natural 1; what: 1 the weapon is dropped, 2 a natural weapon is disabled
    PARRIES = 17  # what: natural, 0 by the last point; amount: total; dice: degrees taken
    DEFLECTED = 18
    INJURES = 19  # what: part's number; amount: injuries it has now
    NO_INJURY = 20
    DESTROYED = 21  # actor's part: what
    STRAIN = 22  # amount: strain added; dice: Stamina before, what: exhaustion points before
    CONDITION = 23  # actor suffers what (Condition); amount: rounds or points; dice: bleed in all
    CONDITION_OVER = 24
    CHECK = 25  # Constitution of actor; target: Peril; what: natural; amount: total; dice: DC
    BLEEDS = 26  # amount: Stamina; dice: Stamina before, what: exhaustion points before
    FALLS = 27  # actor is unconscious; what: Life
    DIES = 28
    WAKES = 29
    EXHAUSTED = 30
    MANEUVER = 31  # succeeds on target; what: Maneuver; amount: degrees
    DROPS = 32  # amount: item
    TAKES = 33  # what: Taking; amount: item; target: the victim of a theft
    SUNDERED = 34  # target's item is damaged; amount: item; what: 2 destroyed
    LANDS = 35  # a thrown item comes to lie; amount: item
    DEFENDS = 36
    READIES_SHIELD = 37
    STANDS = 38
    PRONE = 39  # what: 1 by choice
    RELOADS = 40
    HEALS = 41  # actor stops target's bleeding; amount: total; what: success
    FREED = 42  # out of a grapple
    FLIES = 43  # what: 1 takes off, 0 lands, 2 falls
    STOWS = 44  # amount: item
    OVER = 45
    # of the coming roll or injury; what: Reason; amount: dice, points or degrees; dice: points of a
    # PATH by bodies that the attacker does not know of (D77, XD1), 1 for help by hidden allies only
    MODIFIER = 46


class Condition(IntEnum):
    """Conditions, for the log (RD7 to RD12)."""

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
    """Why a battle ended, in the order of the checks (RD35)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    ROUND_LIMIT = 3


class FreeAction(IntEnum):
    """Free actions, once per turn each (RD21, RD28)."""

    POWER = 1
    RECKLESS = 2
    AIM = 4  # Deadly Aim
    LUNGE = 8
    CLEAVE = 16
    DROP = 32
    PRONE = 64
    RELEASE = 128


class Verb(IntEnum):
    """The verbs of the actions."""

    WAIT = 0
    DEFEND = 1
    READY_SHIELD = 2
    STAND_UP = 3
    DROP_PRONE = 4
    RELOAD = 5
    HEAL_SELF = 6
    RELEASE = 7
    ESCAPE = 8
    PICK_UP_WEAPON = 9
    PICK_UP_SHIELD = 10
    TAKE_OFF = 11
    LAND = 12
    HIDE = 13
    TO_WEAPON = 14  # Move to the nearest weapon on the ground
    DRAW = 15  # argument: place in the pack
    STOW = 16  # hand
    DROP = 17  # hand
    STEP = 18  # direction, 1 AP, provokes nobody
    MOVE = 19  # direction: Move straight on as far as the speed allows
    DIRECTION = 20  # of a maneuver's target
    RIDERS = 21  # power * RECKLESS_CHOICES + reckless, from 1
    PARRY = 22  # hand
    PART = 23  # part
    EXTRA = 24  # how many more injuries, from 1
    STRIKE = 25  # weapon slot; also a Reactive Attack
    LUNGE = 26  # weapon slot
    CHARGE = 27  # weapon slot
    MULTIWEAPON = 28
    SHOOT = 29  # shots, from 1
    THROW = 30  # hand
    RAPID_THROW = 31  # throws, from 2
    MANEUVER = 32  # Maneuver; also as a Reactive Attack
    CLEAVE = 33
    TOWARD = 34  # Move as near as the speed allows
    TO_REACH = 35  # Move until the longest weapon in hand reaches
    AWAY = 36
    FLANK = 37
    COVER = 38  # Move behind cover from it
    HEAL = 39  # the ally in the slot
    TO_ALLY = 40  # Move next to it
    STEPS = 41  # Move step by step: a window asks for each square
    PICK_UP = 42  # rank among the items on the ground, from the nearest
    ITEM = 43  # hand, then place in the pack, of a maneuver's target
    NEXT = 44  # the target of the next blow


ATTACK_VERBS = set_of(
    Verb.STRIKE,
    Verb.LUNGE,
    Verb.MULTIWEAPON,
    Verb.SHOOT,
    Verb.THROW,
    Verb.RAPID_THROW,
    Verb.MANEUVER,
    Verb.ESCAPE,
)
"""Attack actions (D67)."""
MOVE_VERBS = set_of(
    Verb.TO_WEAPON,
    Verb.STEP,
    Verb.MOVE,
    Verb.TOWARD,
    Verb.TO_REACH,
    Verb.AWAY,
    Verb.FLANK,
    Verb.COVER,
    Verb.TO_ALLY,
    Verb.STEPS,
)
"""Moves and Steps (RD13)."""
ITEM_VERBS = set_of(
    Verb.PICK_UP_WEAPON,
    Verb.PICK_UP_SHIELD,
    Verb.PICK_UP,
    Verb.RELOAD,
    Verb.DRAW,
    Verb.STOW,
    Verb.DROP,
)
"""Handling of items (RD18, RD39)."""
