"""The language of written orders: verbs, descriptions of targets, conditions (P5-P10, QP1-QP5).

A directive is a verb and a target. A target is the number of a fighter, or a description that is
resolved when the directive is carried out (RP15), or a direction, or a spell.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.battle import MAX_FIGHTERS
from .tables import Act


class Verb(IntEnum):
    """What a directive orders."""

    # without a target
    DEFEND = 0  # P67
    SKULK_STILL = 1  # roll Stealth anew (P55)
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
    STEP = 16  # Move 15 feet in a direction; target: 0 north, clockwise
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


FIRST_WITH_ENEMY, FIRST_WITH_ALLY, NUM_VERBS = Verb.MOVE_TO, Verb.MOVE_NEXT_TO, len(Verb)

VERB_ACT = np.zeros(NUM_VERBS, np.int64)  # the book's action behind each verb
for _act, _verbs in {
    Act.DEFEND: (Verb.DEFEND,),
    Act.SKULK: (Verb.SKULK_STILL, Verb.SKULK_KEEP, Verb.SKULK_TO_COVER, Verb.SKULK_TO),
    Act.AIM: (Verb.AIM,),
    Act.QUICK_ITEM: (Verb.RELOAD, Verb.SWAP, Verb.CUT_FREE, Verb.DOOR, Verb.FREE),
    Act.FALL_BACK: (Verb.FALL_BACK,),
    Act.MOVE: (
        Verb.STAND_UP, Verb.MOVE_TO_COVER, Verb.STEP, Verb.MOVE_TO, Verb.MOVE_TO_REACH,
        Verb.MOVE_AWAY, Verb.MOVE_NEXT_TO,
    ),
    Act.SPRINT: (Verb.SPRINT_TO_COVER, Verb.SPRINT_TO, Verb.SPRINT_AWAY, Verb.SPRINT_NEXT_TO),
    Act.FOCUS_SPELL: (Verb.FOCUS,),
    Act.PREPARE_SPELL: (Verb.PREPARE,),
    Act.RELEASE_SPELL: (Verb.RELEASE, Verb.MEND, Verb.MEND_SELF),
    Act.CHARGE: (Verb.CHARGE, Verb.CHARGE_TO_REACH),
    Act.FULL_ATTACK: (
        Verb.FULL_ATTACK, Verb.FULL_ATTACK_SPREAD, Verb.THREE_ATTACKS, Verb.THREE_ATTACKS_SPREAD,
    ),
    Act.COUNTER: (Verb.COUNTER,),
    Act.RANGED_ATTACK: (Verb.SHOOT,),
    Act.RAPID_FIRE: (Verb.RAPID_FIRE, Verb.RAPID_FIRE_SPREAD),
    Act.GUARD: (Verb.GUARD, Verb.GUARD_ONCE),
    Act.RESCUE: (Verb.RESCUE,),
    Act.STABILIZE: (Verb.STABILIZE,),
}.items():  # fmt: skip
    VERB_ACT[list(_verbs)] = _act
# A Reload of a heavy crossbow is a complex item: rules/readiness.py says so when it is carried out.


class Description(IntEnum):
    """Targets that are described (P18, P19); numbers below `MAX_FIGHTERS` name a fighter."""

    CLOSEST = MAX_FIGHTERS
    MOST_WOUNDED = MAX_FIGHTERS + 1
    BIGGEST_THREAT = MAX_FIGHTERS + 2  # the most Penetration of those in sight
    WARDS_ATTACKER = MAX_FIGHTERS + 3  # who attacked the ward in the last phase, or stands by it
    CASTER = MAX_FIGHTERS + 4  # who prepares or holds a spell, else any who has cast
    MOST_WOUNDED_ALLY = MAX_FIGHTERS + 5


ENEMY_DESCRIPTIONS = 5
NO_TARGET = -1


class Condition(IntEnum):
    """What can be written after IF (RP16); with what its argument says."""

    ALWAYS = 0
    REACHED = 1  # within melee range of an enemy: its number
    REACHED_ANY = 2  # of any enemy
    DOWN = 3  # an enemy: its number
    WOUNDED = 4  # I have at least 1, 2, 3 Wounds
    HINDERED = 5  # I am entrapped or prone
    ALLY_DOWN = 6
    MOVED = 7  # an enemy, in phase 1: its number
    ATTACKED = 8  # I was, in phase 1
    NEAR = 9  # the closest enemy is at most so many squares away
    USED_WEAPON = 10  # an enemy, in phase 1: its number


WOUND_THRESHOLDS = (1, 2, 3)
NEAR_SQUARES = (1, 2, 3, 6, 12)
"""5, 10, 15, 30 and 60 feet."""
