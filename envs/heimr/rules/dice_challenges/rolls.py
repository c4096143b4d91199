"""The dice challenge: one d6 and |C| d10, and what they are worth (H10 to H20, H171)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.dice import die
from ...tables import BONUS_FACE, D6, D10, PENALTY_FACE

# --- Values (H12 to H15) --------------------------------------------------------------------------


@njit
def value_of_highest(highest, tens):
    """Dice value with C above 0: the highest die, plus the further tens (H12)."""
    return highest + max(0, tens - 1)


@njit
def value_of_lowest(lowest, ones):
    """Dice value with C below 0: the lowest die, minus the further ones (H14, H15)."""
    return lowest - max(0, ones - 1)


@njit
def roll_value(battle, consistency, d6):
    """Roll the d10 besides the d6; the value of all dice before potential (H11 to H14)."""
    highest, lowest = d6, d6
    tens = 0
    ones = 1 if d6 == PENALTY_FACE else 0
    for _ in range(abs(consistency)):
        face = die(battle, D10)
        highest, lowest = max(highest, face), min(lowest, face)
        tens += face == BONUS_FACE
        ones += face == PENALTY_FACE
    if consistency > 0:
        return value_of_highest(highest, tens)
    if consistency < 0:
        return value_of_lowest(lowest, ones)
    return d6


# --- The challenge (H10, H11, H17) ----------------------------------------------------------------


@njit
def roll_challenge(battle, consistency, potential):
    """Roll a dice challenge into `battle.roll`: the d6 first, then the d10 (H10, H11, XH4)."""
    roll = battle.roll
    d6 = die(battle, D6)
    value = roll_value(battle, consistency, d6)
    roll.d6 = d6
    roll.value = value
    roll.total = value + potential
    roll.tired = False


# --- Comparisons (H18, H119, RH32) ----------------------------------------------------------------


@njit
def meets(total, requirement):
    """Whether a result meets a requirement; equal is enough (H18, RH32)."""
    return total >= requirement


@njit
def beats_defence(attack, defence):
    """Whether an attack hits: its result must exceed the defence (H119)."""
    return attack > defence
