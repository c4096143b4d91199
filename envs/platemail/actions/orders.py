"""The language of written orders: verbs, descriptions of targets, conditions (P5-P10, QP1-QP5).

A directive is a verb and a target. A target is the number of a fighter, or a description that is
resolved when the directive is carried out (RP15), or a direction, or a spell.
"""

from __future__ import annotations

import numpy as np

from ..enums import (
    Act,
    Verb,
)

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


ENEMY_DESCRIPTIONS = 5
NO_TARGET = -1


WOUND_THRESHOLDS = (1, 2, 3)
NEAR_SQUARES = (1, 2, 3, 6, 12)
"""5, 10, 15, 30 and 60 feet."""
