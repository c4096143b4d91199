"""What it is worth to injure a body part, in shares of a whole fighter.

The figures are the styles' own judgement, no rule: how much each next injury of a part takes from
what its owner can still do.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.martial.actions.table import (
    action_id,
)
from ....envs.martial.enums import (
    Part,
    Verb,
)
from ....envs.martial.rules.injuries.bodies import (
    count_of,
    is_destroyed,
    kind_of,
    num_parts,
    part_of,
)
from ....envs.martial.tables import (
    MAX_PARTS,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_SEVERITY,
)

WHOLE = 10000
"""The worth of a whole fighter."""
STAGES = 4
_WORTH = {  # of the 1st, 2nd, 3rd and 4th injury of a part
    Part.EAR: (0.01, 0.01, 0.0, 0.0),
    Part.NOSE: (0.01, 0.005, 0.005, 0.005),
    Part.TAIL: (0.05, 0.01, 0.0, 0.0),
    Part.WING: (0.12, 0.02, 0.0, 0.0),
    Part.EYE: (0.20, 0.03, 0.0, 0.0),
    Part.HAND: (0.04, 0.20, 0.03, 0.0),
    Part.FOOT: (0.08, 0.05, 0.03, 0.0),
    Part.HORN: (0.08, 0.01, 0.0, 0.0),
    Part.MOUTH: (0.01, 0.08, 0.01, 0.0),
    Part.ARM: (0.08, 0.22, 0.04, 0.0),
    Part.LEG: (0.12, 0.08, 0.04, 0.0),
    Part.HEAD: (0.25, 0.60, 1.00, 1.00),
    Part.HEART: (0.45, 1.20, 0.0, 0.0),
}
WORTH = np.array([_WORTH[part] for part in Part])
LAST_OF_KIND = np.zeros(len(Part))
"""What the first injury of a creature's last sound part of a kind takes besides."""
LAST_OF_KIND[[Part.EYE, Part.FOOT, Part.LEG, Part.WING]] = 0.30, 0.35, 0.35, 0.25

PLAIN, DEADLY, CRIPPLING = range(3)
"""Tastes: what it is worth; heads and hearts before all; hands, feet, legs and eyes."""
TASTE = np.ones((3, len(Part)))
TASTE[DEADLY, [Part.HEAD, Part.HEART]] = 3.0
TASTE[CRIPPLING, [Part.FOOT, Part.LEG, Part.HAND, Part.ARM, Part.EYE]] = 3.0, 3.0, 2.5, 2.5, 1.5
DISARMING = 6.0
"""How much more hands and arms are worth to a crippler once the other is lame."""


@njit
def sound_parts(fighter, kind):
    """How many parts of a kind have no injury."""
    count = 0
    for number in range(count_of(fighter, kind)):
        count += fighter.injuries[part_of(fighter, kind, number)] == 0
    return count


@njit
def worth_of_last(fighter, kind):
    """What the first injury of one more part of a kind takes besides, the last one most of all."""
    if LAST_OF_KIND[kind] == 0.0:
        return 0.0
    return LAST_OF_KIND[kind] / max(1, sound_parts(fighter, kind))


@njit
def is_lame(fighter):
    """Whether somebody lies there, or has no sound foot left."""
    return fighter.prone or sound_parts(fighter, Part.FOOT) == 0


@njit
def taste_for(fighter, kind, taste):
    """What a kind of part is worth to a style; a crippler takes feet and legs first, then hands."""
    factor = TASTE[taste, kind]
    if taste == CRIPPLING and (kind == Part.HAND or kind == Part.ARM) and is_lame(fighter):
        factor *= DISARMING
    return factor


@njit
def worth_of_stage(fighter, kind, stage, taste):
    """What the next injury takes from the owner of a part that has had so many."""
    if stage >= min(STAGES, PART_DESTROYED[kind]):
        return 0.0
    worth = WORTH[kind, stage]
    if stage == 0:
        worth += worth_of_last(fighter, kind)
    if kind == Part.HEAD:
        worth /= max(1, PART_COUNT[fighter.body, kind])
    return worth * taste_for(fighter, kind, taste)


@njit
def worth_of_part(fighter, part, injuries, taste):
    """What so many more injuries of a part take from its owner."""
    kind = kind_of(fighter, part)
    before = np.int64(fighter.injuries[part])
    total = 0.0
    for stage in range(before, min(before + injuries, STAGES)):
        total += worth_of_stage(fighter, kind, stage, taste)
    return total


@njit
def may_aim_at(battle, actor, target, part):
    """Whether a part could be chosen: not destroyed, and a heart once it is located (D42).

    By an opponent, NOBODY, no heart: who knows where one is, one does not know (XD2).
    """
    it = battle.fighters[target]
    if is_destroyed(it, part):
        return False
    if kind_of(it, part) == Part.HEART:
        return actor != NOBODY and (np.int64(battle.fighters[actor].located) >> target) & 1 == 1
    return True


@njit
def write_part_worths(battle, actor, target, taste, worths):
    """What an injury takes at best with 0, 1, 2, ... degrees, those left over spent (D21 to D23).

    Args:
        battle: the battle.
        actor: who injures, NOBODY of an opponent of who reckons.
        target: who is injured.
        taste: what is worth more to the actor.
        worths: int64, overwritten, in ten-thousandths of a whole fighter.
    """
    it = battle.fighters[target]
    for degrees in range(len(worths)):
        worths[degrees] = 0
    for part in range(num_parts(it)):
        if not may_aim_at(battle, actor, target, part):
            continue
        kind = kind_of(it, part)
        degrees = PART_SEVERITY[kind]
        total = 0.0
        for stage in range(it.injuries[part], min(STAGES, PART_DESTROYED[kind])):
            total += worth_of_stage(it, kind, stage, taste)
            worths[degrees] = max(worths[degrees], np.int64(WHOLE * total))
            degrees += 1
    for degrees in range(1, len(worths)):  # nobody has to spend what is left over
        worths[degrees] = max(worths[degrees], worths[degrees - 1])


@njit
def choose_part(battle, mask, target, degrees, taste):
    """The part to injure, among the legal ones."""
    it = battle.fighters[target]
    best, best_worth_yet = np.int64(NONE), -1.0
    for part in range(min(num_parts(it), MAX_PARTS)):
        action = action_id(Verb.PART, part, 0)
        if mask[action]:
            more = max(0, degrees - PART_SEVERITY[kind_of(it, part)])
            worth = worth_of_part(it, part, 1 + more, taste)
            if worth > best_worth_yet:
                best, best_worth_yet = action, worth
    return best
