"""Sets of verbs: the bits of one integer, bit v for Verb v."""

from __future__ import annotations

import numpy as np

from ..actions.orders import (
    NUM_VERBS,
    VERB_ACT,
)
from ..enums import (
    Act,
    Verb,
)


def _bits(*verbs: int) -> np.int64:
    return np.int64(sum(1 << int(verb) for verb in verbs))


def _acts(act: int) -> np.int64:
    return _bits(*(verb for verb in range(NUM_VERBS) if VERB_ACT[verb] == act))


NO_VERBS = np.int64(0)
STAND_UP = _bits(Verb.STAND_UP)
FALL_BACK = _bits(Verb.FALL_BACK)
CRAWLS = _acts(Act.MOVE) & ~STAND_UP  # possible while Prone with a lost leg, too (RP20)
ON_FOOT = CRAWLS | _bits(Verb.FALL_BACK, Verb.RESCUE)
UNENCUMBERED_MOVES = (
    _acts(Act.SPRINT) | _acts(Act.CHARGE) | _bits(Verb.SKULK_TO, Verb.SKULK_TO_COVER)
)
TO_COVER = _bits(Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.SKULK_TO_COVER)
TO_REACH = _bits(Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH)
COUNTER = _bits(Verb.COUNTER)
FULL_ATTACKS = _bits(Verb.FULL_ATTACK, Verb.FULL_ATTACK_SPREAD)
THREE_ATTACKS = _bits(Verb.THREE_ATTACKS, Verb.THREE_ATTACKS_SPREAD)
BLOWS = COUNTER | FULL_ATTACKS | THREE_ATTACKS
SPREADS = _bits(Verb.FULL_ATTACK_SPREAD, Verb.THREE_ATTACKS_SPREAD, Verb.RAPID_FIRE_SPREAD)
SHOOT, RAPID_FIRE = _bits(Verb.SHOOT), _acts(Act.RAPID_FIRE)
SHOTS = SHOOT | RAPID_FIRE
AIM, RELOAD, SWAP = _bits(Verb.AIM), _bits(Verb.RELOAD), _bits(Verb.SWAP)
CUT_FREE, DOOR = _bits(Verb.CUT_FREE), _bits(Verb.DOOR)
SKULK_STILL, SKULK_KEEP = _bits(Verb.SKULK_STILL), _bits(Verb.SKULK_KEEP)
FOCUS, PREPARE, RELEASE = _bits(Verb.FOCUS), _bits(Verb.PREPARE), _bits(Verb.RELEASE)
MEND, MEND_SELF = _bits(Verb.MEND), _bits(Verb.MEND_SELF)
GUARDS, RESCUE = _acts(Act.GUARD), _bits(Verb.RESCUE)
STABILIZE, FREE = _bits(Verb.STABILIZE), _bits(Verb.FREE)
BESIDE = _bits(Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO)
CHASES = (
    _bits(Verb.MOVE_TO, Verb.MOVE_TO_REACH, Verb.MOVE_AWAY, Verb.SKULK_TO)
    | _bits(Verb.SPRINT_TO, Verb.SPRINT_AWAY)
    | _acts(Act.CHARGE)
)
FOR_ALLIES = BESIDE | GUARDS | RESCUE | STABILIZE | FREE | MEND
