"""The worth of injuries to body parts, as shares of a healthy fighter.

The figures are estimates of the heuristics, not rules: they say how much each further injury of a
part reduces what its owner can do.
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
    is_injured,
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
"""Worth of a healthy fighter."""
INJURIES_COUNTED = 4
"""Number of injuries of one part that have a worth."""
_INJURY_WORTH = {  # by part: the 1st, 2nd, 3rd and 4th injury
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
INJURY_WORTH = np.array([_INJURY_WORTH[part] for part in Part])
LAST_PART_WORTH = np.zeros(len(Part))
"""Extra worth of the first injury to a creature's last uninjured part of a kind."""
LAST_PART_WORTH[[Part.EYE, Part.FOOT, Part.LEG, Part.WING]] = 0.30, 0.35, 0.35, 0.25

PLAIN, DEADLY, CRIPPLING = range(3)
"""Preferences among body parts: by worth alone; head and heart first; hands, feet, legs and eyes
first."""
PREFERENCE_FACTOR = np.ones((3, len(Part)))
PREFERENCE_FACTOR[DEADLY, [Part.HEAD, Part.HEART]] = 3.0
PREFERENCE_FACTOR[CRIPPLING, [Part.FOOT, Part.LEG, Part.HAND, Part.ARM, Part.EYE]] = (
    3.0,
    3.0,
    2.5,
    2.5,
    1.5,
)
DISARMING_FACTOR = 6.0
"""Factor for hands and arms to a crippler whose target is already lame."""


@njit
def uninjured_parts(fighter, kind):
    """Number of parts of a kind that have no injury and are not destroyed with their limb."""
    count = 0
    for number in range(count_of(fighter, kind)):
        count += not is_injured(fighter, part_of(fighter, kind, number))
    return count


@njit
def worth_of_last_part(fighter, kind):
    """Extra worth of a first injury; it grows as fewer uninjured parts of the kind are left."""
    if LAST_PART_WORTH[kind] == 0.0:
        return 0.0
    return LAST_PART_WORTH[kind] / max(1, uninjured_parts(fighter, kind))


@njit
def is_lame(fighter):
    """Whether the fighter is prone or has no uninjured foot."""
    return fighter.prone or uninjured_parts(fighter, Part.FOOT) == 0


@njit
def preference_factor(fighter, kind, preference):
    """Factor on the worth of a kind of part; a crippler disarms once the target is lame."""
    factor = PREFERENCE_FACTOR[preference, kind]
    if preference == CRIPPLING and (kind == Part.HAND or kind == Part.ARM) and is_lame(fighter):
        factor *= DISARMING_FACTOR
    return factor


@njit
def worth_of_next_injury(fighter, kind, injuries, preference):
    """Worth that the owner of a part with `injuries` injuries loses by the next one."""
    if injuries >= min(INJURIES_COUNTED, PART_DESTROYED[kind]):
        return 0.0
    worth = INJURY_WORTH[kind, injuries]
    if injuries == 0:
        worth += worth_of_last_part(fighter, kind)
    if kind == Part.HEAD:
        worth /= max(1, PART_COUNT[fighter.body, kind])
    return worth * preference_factor(fighter, kind, preference)


@njit
def worth_of_part(fighter, part, injuries, preference):
    """Worth that the owner of a part loses by a number of additional injuries."""
    kind = kind_of(fighter, part)
    before = np.int64(fighter.injuries[part])
    total = 0.0
    for earlier in range(before, min(before + injuries, INJURIES_COUNTED)):
        total += worth_of_next_injury(fighter, kind, earlier, preference)
    return total


@njit
def can_choose_part(battle, actor, target, part):
    """Whether a part can be chosen: it is not destroyed, and a heart is located (D42).

    If `actor` is NOBODY (an enemy whose knowledge is hidden), no heart counts as located (XD2).
    """
    it = battle.fighters[target]
    if is_destroyed(it, part):
        return False
    if kind_of(it, part) == Part.HEART:
        return actor != NOBODY and (np.int64(battle.fighters[actor].located) >> target) & 1 == 1
    return True


@njit
def write_injury_worths(battle, actor, target, preference, worths):
    """Worth of the best injury with 0, 1, 2, ... degrees, spare degrees included (D21 to D23).

    Args:
        battle: the battle.
        actor: the attacker, or NOBODY for an enemy whose knowledge is hidden.
        target: the fighter who is injured.
        preference: preference of the actor: PLAIN, DEADLY or CRIPPLING.
        worths: int64 `[n]`, overwritten, in ten-thousandths of a healthy fighter.
    """
    it = battle.fighters[target]
    for degrees in range(len(worths)):
        worths[degrees] = 0
    for part in range(num_parts(it)):
        if not can_choose_part(battle, actor, target, part):
            continue
        kind = kind_of(it, part)
        degrees = PART_SEVERITY[kind]
        total = 0.0
        for earlier in range(it.injuries[part], min(INJURIES_COUNTED, PART_DESTROYED[kind])):
            total += worth_of_next_injury(it, kind, earlier, preference)
            worths[degrees] = max(worths[degrees], np.int64(WHOLE * total))
            degrees += 1
    for degrees in range(1, len(worths)):  # spare degrees may be left unspent
        worths[degrees] = max(worths[degrees], worths[degrees - 1])


@njit
def choose_part(battle, mask, target, degrees, preference):
    """The legal part to injure that is worth most."""
    it = battle.fighters[target]
    best, most = np.int64(NONE), -1.0
    for part in range(min(num_parts(it), MAX_PARTS)):
        action = action_id(Verb.PART, part, 0)
        if mask[action]:
            more = max(0, degrees - PART_SEVERITY[kind_of(it, part)])
            worth = worth_of_part(it, part, 1 + more, preference)
            if worth > most:
                best, most = action, worth
    return best
