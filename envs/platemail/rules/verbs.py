"""Sets of verbs: the bits of one integer, bit v for Verb v."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains, set_of
from ...core.compiler.compile import njit
from ...core.engine.action_table import Target
from ..actions.table import ACTS, TARGETS
from ..enums import (
    Act,
    Verb,
)
from ..tables import BLAST_RADIUS, MOVE_STEPS, SPRINT_STEPS


def _acts(act: int) -> np.int64:
    return set_of(*(verb for verb in Verb if ACTS[verb] == act))


def _targets(target: Target) -> np.int64:
    return set_of(*(verb for verb in Verb if TARGETS[verb] == target))


NO_VERBS = np.int64(0)
STAND_UP = set_of(Verb.STAND_UP)
FALL_BACK = set_of(Verb.FALL_BACK)
CRAWLS = _acts(Act.MOVE) & ~STAND_UP  # possible while Prone with a lost leg, too (RP20)
ON_FOOT = CRAWLS | _acts(Act.FALL_BACK) | _acts(Act.RESCUE)
CHARGES, SPRINTS = _acts(Act.CHARGE), _acts(Act.SPRINT) & ~set_of(Verb.SPRINT_STEPS)
UNENCUMBERED_MOVES = (
    _acts(Act.SPRINT) | CHARGES | set_of(Verb.SKULK_TO, Verb.SKULK_TO_COVER, Verb.SKULK_STEPS)
)
TO_COVER = set_of(Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.SKULK_TO_COVER)
TO_REACH = set_of(Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH)
COUNTER = set_of(Verb.COUNTER)
FULL_ATTACKS = set_of(Verb.FULL_ATTACK, Verb.FULL_ATTACK_SPREAD)
THREE_ATTACKS = set_of(Verb.THREE_ATTACKS, Verb.THREE_ATTACKS_SPREAD)
BLOWS = COUNTER | FULL_ATTACKS | THREE_ATTACKS
SPREADS = set_of(Verb.FULL_ATTACK_SPREAD, Verb.THREE_ATTACKS_SPREAD, Verb.RAPID_FIRE_SPREAD)
SHOOT, RAPID_FIRE = set_of(Verb.SHOOT), _acts(Act.RAPID_FIRE)
SHOTS = SHOOT | RAPID_FIRE
AIM, RELOAD, SWAP = set_of(Verb.AIM), set_of(Verb.RELOAD), set_of(Verb.SWAP)
CUT_FREE = set_of(Verb.CUT_FREE)
DOOR = set_of(Verb.DOOR, Verb.OPEN_DOOR, Verb.CLOSE_DOOR)
SKULK_STILL, SKULK_KEEP = set_of(Verb.SKULK_STILL), set_of(Verb.SKULK_KEEP)
FOCUS, PREPARE, RELEASE = set_of(Verb.FOCUS), set_of(Verb.PREPARE), set_of(Verb.RELEASE)
RELEASE_BESIDE = set_of(Verb.RELEASE_BESIDE)
MEND, MEND_SELF = set_of(Verb.MEND), set_of(Verb.MEND_SELF)
GUARDS, RESCUE = _acts(Act.GUARD), set_of(Verb.RESCUE, Verb.CARRY)
STABILIZE_ENEMY, MEND_ENEMY = set_of(Verb.STABILIZE_ENEMY), set_of(Verb.MEND_ENEMY)
RESCUE_ENEMY = set_of(Verb.RESCUE_ENEMY)
MENDS = MEND | MEND_SELF | MEND_ENEMY
STABILIZE, FREE = set_of(Verb.STABILIZE), set_of(Verb.FREE)
BESIDE = set_of(Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO)
CHASES = (
    set_of(Verb.MOVE_TO, Verb.MOVE_TO_REACH, Verb.MOVE_AWAY, Verb.SKULK_TO)
    | set_of(Verb.SPRINT_TO, Verb.SPRINT_AWAY)
    | CHARGES
)
FOR_ALLIES = _targets(Target.ALLY)
AT_FIGHTERS = _targets(Target.ENEMY) | FOR_ALLIES

STEPS_NAMED = np.zeros(len(Verb), np.int64)
"""Steps that the order of a verb can name: of a walk, or from an enemy to the place of a Blast."""
STEPS_NAMED[[Verb.MOVE_STEPS, Verb.SKULK_STEPS, Verb.FALL_BACK_STEPS]] = MOVE_STEPS
STEPS_NAMED[[Verb.CARRY, Verb.RESCUE_ENEMY]] = MOVE_STEPS
STEPS_NAMED[Verb.SPRINT_STEPS] = SPRINT_STEPS
STEPS_NAMED[Verb.RELEASE_BESIDE] = BLAST_RADIUS
BY_STEPS = set_of(*np.flatnonzero(STEPS_NAMED).tolist())
ON_STEPS = BY_STEPS & ~RELEASE_BESIDE
FULL_CHOICES = BY_STEPS | STABILIZE_ENEMY | MEND_ENEMY | set_of(Verb.OPEN_DOOR, Verb.CLOSE_DOOR)
"""The verbs that only fighters with full choices can order."""


@njit
def is_mend(verb):
    """Whether a verb, or none (-1), releases a Mend, and no other spell in hand (P75, RP23)."""
    return verb >= 0 and contains(MENDS, verb)
