"""Enumerations of Platemail: the book's terms, clauses, events, endings."""

from __future__ import annotations

from enum import IntEnum

from ..core.engine.battle import MAX_FIGHTERS


class Act(IntEnum):
    """The book's actions (P50 to P90), as carried out in a phase."""

    NOTHING = 0  # not able to act
    MOVE = 1
    SPRINT = 2
    FALL_BACK = 3
    SKULK = 4
    CHARGE = 5
    FULL_ATTACK = 6
    COUNTER = 7
    RANGED_ATTACK = 8
    RAPID_FIRE = 9
    AIM = 10
    DEFEND = 11
    GUARD = 12
    PREPARE_SPELL = 13
    RELEASE_SPELL = 14
    FOCUS_SPELL = 15
    QUICK_ITEM = 16
    COMPLEX_ITEM = 17
    RESCUE = 18
    STABILIZE = 19
    DAZED = 20
    TERROR = 21
    CARRIED = 22  # RP42: a conscious ally who is carried has lost its action


class Reload(IntEnum):
    """Action needed between two shots (P120, P121, P124)."""

    NONE = 0
    QUICK = 1
    COMPLEX = 2


class Spell(IntEnum):
    """The spells (RP23), in the order of spells.yaml."""

    BOLT = 0
    BLAST = 1
    MEND = 2
    FEAR = 3
    BIND = 4


class Window(IntEnum):
    """The kinds of clauses of an order (QP1 to QP5, QP10, QP11); `actions/clauses.py` has all."""

    NONE = 0
    FIRST = 1  # the first action (P7)
    CONDITION = 2  # IF (P8, RP16)
    THEN = 3  # the second action, or that of the condition
    ELSE = 4  # the action if the condition fails
    STANDING = 5  # attacks of opportunity, and a stand in Terror, where they matter (QP10, QP11)
    SECOND_TARGET = 6  # the target of the second attack (P61, P64, QP3)
    THIRD_TARGET = 7  # the target of the third attack (RP19)
    OPENINGS = 8  # whose openings to take (P24, QP11)
    AT_BAY = 9  # whom to attack in Terror (P90, QP10)
    STEP = 10  # the next step of a walk, or the place of a Blast (P14, QP2)


class Event(IntEnum):
    """Kinds of logged events; `text/` has a sentence for each."""

    NONE = 0
    ROUND = 1  # amount: the round's number, from 1
    PHASE = 2  # amount: 1 or 2
    CONDITION = 3  # actor; what: the condition's kind; target: its argument; amount: 1 it holds
    ACTION = 4  # actor, target; what: Verb; amount: Act that is carried out; dice: bits of State
    MOVED = 5  # actor; what: steps; amount: x + 32 * y, his new square
    CLASH = 6  # actor, target
    CRASH = 7  # actor, target; what: 1 the actor stays up (his SAVE stands before it)
    OPPORTUNITY = 8  # actor attacks target as it leaves
    ATTACK = 9  # actor, target; what: weapon, or SPELL_WEAPON + spell; amount: total; dice: die
    MISS = 10  # what: as of ATTACK; amount: the Defense that stopped it; dice: die
    HIT = 11  # what: Wounds; amount: Penetration; dice: the Defense it beat, 0 without a roll
    CRITICAL = 12  # the same
    BLOCKED = 13  # actor guards target; what: as of ATTACK; amount: guard's Defense; dice: die
    TAKEN = 14  # actor takes the attack on target (P71, P81); amount: as of BLOCKED; dice: even die
    LET_THROUGH = 15  # the attack on target passes actor; amount: as of BLOCKED; dice: odd die
    LOST = 16  # actor's order is not carried out (RP31); what: Act; amount: Failure; dice: squares
    SAVE = 17  # actor; what: Save; amount: total; dice: die
    WOUNDED = 18  # actor; what: Wounds taken; amount: Wounds in all
    STOPPED = 19  # actor; what: Wounds stopped (P38); amount: bits of Gear
    DOWN = 20  # actor falls Unconscious (P46)
    DEAD = 21
    DAZED = 22  # actor; amount: actions
    TERROR = 23  # actor; amount: actions
    ENTRAPPED = 24  # actor; what: 0 net, 1 Bind
    FREED = 25  # actor frees target (or himself)
    SEVERED = 26  # actor; what: limb 1 to 4 (P105)
    LIMB_SAVED = 27  # actor; what: limb; dice: die (P135)
    POISONED = 28  # actor; amount: actions
    PRONE = 29  # actor
    STOOD_UP = 30
    PREPARED = 31  # actor; what: spell (for his own side's eyes)
    RELEASED = 32  # actor, target; what: spell
    DISRUPTED = 33  # actor: preparation or focus lost
    HEALED = 34  # actor, target; what: Wounds healed, amount: Wounds left
    STABLE = 35  # actor, target; amount: total; dice: die
    FAILED_TO_STABILIZE = 36
    HIDES = 37  # actor; amount: Stealth roll; dice: die
    REVEALED = 38  # actor
    RELOADED = 39
    SWAPPED = 40  # actor; what: weapon in hand now
    DOOR = 41  # actor; what: 1 open
    PICKED_UP = 42  # actor carries target
    SET_DOWN = 43
    AIMED = 44
    OVER = 45  # what: Ending; amount: the winner's side, -1 nobody's
    REASONS = 46  # of actor's next roll; what: bits of rolls.py; amount: range; dice: Wounds
    UNAWARE = 47  # actor; amount: bits of the enemies who are Unaware of him from now on


class State(IntEnum):
    """Bits of what the log tells of a fighter with its action: the state once all have moved."""

    READY = 1  # P11, P84, P86
    ENTRAPPED = 2  # P122
    GUARDS = 4  # Ready and adjacent to the ward (P68)


class Gear(IntEnum):
    """Bits of what the log tells of the gear that stops Wounds (P38, P39)."""

    ARMOUR = 1
    SHIELD = 2


class Failure(IntEnum):
    """Reasons why an order, or an attack of it, cannot be carried out, for the log (RP31)."""

    NONE = 0
    NO_TARGET = 1  # nobody fits the description (RP15)
    NO_ENEMY = 2
    TARGET_DEAD = 3
    UNAWARE = 4  # of the target (P57)
    OUT_OF_SIGHT = 5  # no line to the target (P31)
    OUT_OF_REACH = 6  # squares to the target (P25)
    OUT_OF_RANGE = 7  # squares to the target (P108)
    NO_MISSILE = 8  # no weapon to shoot or throw in hand (RP38)
    NOT_LOADED = 9  # P120, P121
    NEEDS_RELOAD = 10  # no Rapid Fire with it (P65)
    ALREADY_LOADED = 11
    NO_RELOAD = 12  # the weapon in hand needs none (P124)
    NO_OTHER_SET = 13  # to swap to (P78)
    ARM_LOST = 14  # RP20
    NOT_PRONE = 15
    LEG_LOST = 16  # RP20
    NO_SPELL = 17  # Prepared (P75)
    NO_FREE_HAND = 18  # RP38
    SPELL_UNKNOWN = 19  # RP23
    NO_MEND_LEFT = 20  # RP23
    TARGET_DOWN = 21  # Fear and Bind need somebody able to act (RP23)
    WRONG_SIDE = 22  # Mend on an enemy, or an attack spell on an ally (RP23)
    NOT_ENTRAPPED = 23
    NOT_DYING = 24  # P82
    NO_DOOR = 25  # adjacent, or it is already as ordered (P77)
    DOORWAY_TAKEN = 26  # P77
    NO_PLACE = 27  # beside the target that a Blast could reach (P75, RP23)


class Save(IntEnum):
    """Dangers that a saving throw is rolled against (RP2)."""

    CONCENTRATION = 0  # Will (RP3)
    CRASH = 1  # Dexterity (P83)
    BLAST = 2  # Dexterity
    FEAR = 3  # Will
    BIND = 4  # Strength
    POISON = 5  # Strength (RP21)


class Ending(IntEnum):
    """Reasons why a battle ends, in the order of their checks (RP30)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    WARD_DOWN = 3
    ROUND_LIMIT = 4
    QUIET = 5


class Life(IntEnum):
    """Conditions from sound to dead (P46 to P49)."""

    ABLE = 0
    FATALLY_WOUNDED = 1
    STABLE = 2
    DEAD = 3


class Verb(IntEnum):
    """Verbs of directives."""

    # without a target
    DEFEND = 0  # P67
    SKULK_STILL = 1  # roll Stealth again (P55)
    SKULK_KEEP = 2  # keep the last roll (P55, QP6)
    AIM = 3  # P66
    RELOAD = 4  # P78, P79, P124
    SWAP = 5  # take up the other set (P78, RP38)
    CUT_FREE = 6  # oneself (RP47)
    STAND_UP = 7  # a Move (RP10)
    DOOR = 8  # open or close the adjacent one (P77)
    FALL_BACK = 9  # P52
    MOVE_TO_COVER = 10
    SPRINT_TO_COVER = 11
    SKULK_TO_COVER = 12
    FOCUS = 13  # P76
    MEND_SELF = 14  # Release Mend on oneself (P75)
    # with a spell, a direction
    PREPARE = 15  # P74; target: Spell
    MOVE_STRAIGHT = 16  # Move 15 feet in a direction; target: 0 north, clockwise
    # with an enemy
    MOVE_TO = 17  # P50, until adjacent
    MOVE_TO_REACH = 18  # until 10 feet away (RP32)
    MOVE_AWAY = 19
    SPRINT_TO = 20  # P51
    SPRINT_AWAY = 21
    SKULK_TO = 22  # P53
    CHARGE = 23  # P60
    CHARGE_TO_REACH = 24
    FULL_ATTACK = 25  # both attacks on one (P61)
    FULL_ATTACK_SPREAD = 26  # the second on the closest other one
    THREE_ATTACKS = 27  # with two weapons, all at -2 (RP19)
    THREE_ATTACKS_SPREAD = 28  # the second and third on the closest other one
    COUNTER = 29  # P62
    SHOOT = 30  # Ranged Attack (P63)
    RAPID_FIRE = 31  # both shots at one (P64)
    RAPID_FIRE_SPREAD = 32
    RELEASE = 33  # P75, at an enemy
    # with an ally
    MOVE_NEXT_TO = 34
    SPRINT_NEXT_TO = 35
    GUARD = 36  # P68, block all
    GUARD_ONCE = 37  # block only the first attack (QP7)
    RESCUE = 38  # P81
    STABILIZE = 39  # P82
    FREE = 40  # cut an adjacent ally loose (RP47)
    MEND = 41  # Release Mend (RP23)
    # with full choices
    MOVE_STEPS = 42  # Move along the steps of the order (P14)
    SPRINT_STEPS = 43
    SKULK_STEPS = 44
    FALL_BACK_STEPS = 45
    OPEN_DOOR = 46  # target: the direction of the adjacent door (P77)
    CLOSE_DOOR = 47
    RELEASE_BESIDE = 48  # a Blast at the place to which the steps lead from an enemy (RP23)
    STABILIZE_ENEMY = 49  # P48, P82
    MEND_ENEMY = 50  # P48
    RESCUE_ENEMY = 51  # pick up a fallen enemy and carry him along the steps (P81)
    CARRY = 52  # Rescue an ally and carry him along the steps (P81)


class Description(IntEnum):
    """Targets that are described (P18, P19); numbers below `MAX_FIGHTERS` name a fighter."""

    CLOSEST = MAX_FIGHTERS
    MOST_WOUNDED = MAX_FIGHTERS + 1
    BIGGEST_THREAT = MAX_FIGHTERS + 2  # the most Penetration of those in sight
    WARDS_ATTACKER = (
        MAX_FIGHTERS + 3
    )  # the enemy who attacked the ward in the last phase, or stands beside it
    CASTER = MAX_FIGHTERS + 4  # an enemy who prepares or holds a spell, else one who has cast
    MOST_WOUNDED_ALLY = MAX_FIGHTERS + 5


class Condition(IntEnum):
    """Conditions after IF (RP16), with the meaning of the argument."""

    ALWAYS = 0
    REACHED = 1  # within melee range of an enemy: its number
    REACHED_ANY = 2  # of any enemy
    DOWN = 3  # an enemy: its number
    WOUNDED = 4  # I have at least 1, 2, 3 Wounds
    HINDERED = 5  # I am entrapped or prone
    ALLY_DOWN = 6
    MOVED = 7  # an enemy, in phase 1: its number
    ATTACKED = 8  # I was, in phase 1
    NEAR = 9  # the closest enemy is at most this many squares away
    USED_WEAPON = 10  # an enemy, in phase 1: its number


class Errand(IntEnum):
    """Purposes of a movement (P14)."""

    NONE = 0
    FIGHTER = 1  # to a fighter
    SQUARE = 2  # to a square of cover
    COURSE = 3  # straight on in one of the 8 directions
    AWAY = 4  # from a fighter
    RETREAT = 5  # from all hostiles, nearer to none (RP43)
    ESCAPE = 6  # from the nearest hostile, with someone to carry (P81)
    STEPS = 7  # along the steps of the order


class Block(IntEnum):
    """Results of an attempt to block (P70, P71)."""

    STOPPED = 0
    TAKEN = 1
    TAKEN_CRITICAL = 2
    LET_THROUGH = 3


class Mode(IntEnum):
    """Modes of attack."""

    OPPORTUNITY = 0
    MELEE = 1
    MISSILE = 2
    SPELL = 3


class Roll(IntEnum):
    """Purposes of a die."""

    ATTACK = 0  # other: the target
    GUARD = 1  # the attack against the guard (P70); other: the guarded
    GUARD_PARITY = 2  # P71
    RESCUE_PARITY = 3  # P81
    SAVE = 4  # other: the fighter who caused it; ordinal holds the kind
    STEALTH = 5
    MEDICAL = 6
    DURATION = 7  # 1d4 actions
    LIMB = 8
    LIMB_SAVED = 9
    TIE = 10
    GUARD_ORDER = 11  # RP41
