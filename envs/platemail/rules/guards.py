"""Guard: blocking attacks on an ally (P68 to P73, RP27, RP41)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ..enums import (
    Act,
    Block,
    Event,
    Roll,
    Spell,
)
from ..tables import (
    BASE_DEFENSE,
    CRITICAL,
    DIE,
    GUARD_PENALTY,
    WEAPON_NAMES,
)
from .bodies import are_enemies, deflection, is_able
from .rolls import (
    roll,
    wins_tie,
)
from .sight import gap, is_unaware

SPELL_WEAPON = len(WEAPON_NAMES)
"""An attack's arm is a weapon, or this number plus that of a spell."""


@njit
def can_be_guarded(arm):
    """Whether Guard works against it: weapons and Bolt, no area, nothing past Absorb (P73)."""
    return arm < SPELL_WEAPON or arm == SPELL_WEAPON + Spell.BOLT


@njit
def worn_deflection(battle, actor, attempts):
    """Deflection after `attempts` blocks: each but the first costs one (P72)."""
    return deflection(battle, actor) - GUARD_PENALTY * max(0, attempts - 1)


@njit
def defense(battle, actor):
    """The number that an attack on the fighter must exceed (P33, P72)."""
    return BASE_DEFENSE + worn_deflection(battle, actor, battle.phases[actor].blocks)


@njit
def guards(battle, guard, ward):
    """Whether a fighter guards the other and is still Ready (P13, P68)."""
    phase = battle.phases[guard]
    is_guarding = phase.act == Act.GUARD and phase.ward == ward and guard != ward
    return is_guarding and phase.ready != 0 and is_able(battle.fighters[guard])


@njit
def stands_by_ward(battle, guard):
    """Whether a guard is Ready and adjacent to his ward, for the log (P68)."""
    ward = battle.phases[guard].ward
    return ward != NOBODY and guards(battle, guard, ward) and gap(battle, guard, ward) <= 1


@njit
def may_block(battle, guard, attacker, ward):
    """Whether a guard can and will try to block an attack on the ward (P68, P69, QP7)."""
    if not guards(battle, guard, ward) or not are_enemies(battle, guard, attacker):
        return False
    if battle.phases[guard].blocks >= battle.phases[guard].limit:
        return False
    return gap(battle, guard, ward) <= 1 and not is_unaware(battle, guard, attacker)


@njit
def is_better_guard(battle, one, other, ward):
    """Whether one guard comes before the other: more Deflection, else the higher lot (RP41)."""
    mine = worn_deflection(battle, one, battle.phases[one].blocks + 1)
    its = worn_deflection(battle, other, battle.phases[other].blocks + 1)
    if mine != its:
        return mine > its
    return wins_tie(battle, one, other, ward)


@njit
def guard_for(battle, attacker, ward):
    """The one guard who tries to block an attack on the ward, -1 if none does (P69, RP41)."""
    best = NOBODY
    for guard in range(battle.num_fighters):
        if not may_block(battle, guard, attacker, ward):
            continue
        if best == NOBODY or is_better_guard(battle, guard, best, ward):
            best = guard
    return best


@njit
def needs_order(battle, target):
    """Whether the order of attacks on the fighter matters, as Guard wears down (RP41)."""
    if battle.phases[target].act == Act.GUARD:
        return True
    for guard in range(battle.num_fighters):
        if guards(battle, guard, target):
            return True
    return False


@njit
def meet_guard(battle, guard, attacker, ward, arm, bonus, ordinal):
    """Resolve a guard's attempt to block an attack (P70, P71, P72, RP27, RP41).

    Args:
        battle: in a phase.
        guard: the fighter who tries to block; the attempt counts.
        attacker: the attacker.
        ward: the target of the attack.
        arm: the weapon, or `SPELL_WEAPON` and the spell.
        bonus: all modifiers of the attack on the ward.
        ordinal: which of the attacker's attacks it is.

    Returns:
        Block.
    """
    battle.phases[guard].blocks += 1
    number = roll(battle, DIE, Roll.GUARD, attacker, ward, ordinal)
    total, limit = number + bonus, defense(battle, guard)
    log_event(battle, Event.ATTACK, attacker, ward, arm, total, number)
    if number != CRITICAL and total <= limit:
        log_event(battle, Event.BLOCKED, guard, ward, arm, limit, number)
        return np.int64(Block.STOPPED)
    parity = roll(battle, DIE, Roll.GUARD_PARITY, attacker, ward, ordinal)
    if parity % 2 != 0:
        log_event(battle, Event.LET_THROUGH, guard, ward, arm, limit, parity)
        return np.int64(Block.LET_THROUGH)
    log_event(battle, Event.TAKEN, guard, ward, arm, limit, parity)
    return np.int64(Block.TAKEN_CRITICAL if number == CRITICAL else Block.TAKEN)
