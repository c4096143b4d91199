"""Order of a phase's attacks: it matters where a guard may meet several of them (P72, RP41)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ..enums import Roll
from .guards import needs_order
from .rolls import TIE_SIDES, roll

ATTACKER, TARGET, ARM, MODE, ORDINAL, LOT = range(6)
"""Columns of the list of a phase's attacks."""
COLUMNS = LOT + 1


@njit
def draw_lots(battle, attacks, count):
    """Draw a lot for each attack that a guard may meet, if there are several (P72, RP41)."""
    concerned = 0
    for place in range(count):
        concerned += np.int64(needs_order(battle, attacks[place, TARGET]))
    if concerned < 2:
        return
    for place in range(count):
        if needs_order(battle, attacks[place, TARGET]):
            attacks[place, LOT] = attack_lot(battle, attacks[place], 0)


@njit
def attack_lot(battle, attack, again):
    """One lot of an attack (RP41, RP45)."""
    ordinal = attack[ORDINAL] + 4 * again
    return roll(battle, TIE_SIDES, Roll.GUARD_ORDER, attack[ATTACKER], attack[TARGET], ordinal)


@njit
def comes_before(battle, one, other):
    """Whether an attack's lot is higher; equal ones that matter draw again (RP41)."""
    if one[LOT] != other[LOT]:
        return one[LOT] > other[LOT]
    if one[LOT] == 0:
        return False
    for again in range(1, 4):
        mine, its = attack_lot(battle, one, again), attack_lot(battle, other, again)
        if mine != its:
            return mine > its
    return battle.fighters[one[ATTACKER]].key < battle.fighters[other[ATTACKER]].key


@njit
def sort_by_lot(battle, attacks, count):
    """Put the attacks into the order in which they are tried (P72, RP41)."""
    for place in range(1, count):
        while place > 0 and comes_before(battle, attacks[place], attacks[place - 1]):
            for column in range(attacks.shape[1]):
                kept = attacks[place, column]
                attacks[place, column] = attacks[place - 1, column]
                attacks[place - 1, column] = kept
            place -= 1
