"""Dice, Favor and saving throws (P22, P23, P32, RP1, RP2, RP24, RP45).

Everything of a phase happens at once, so that no result may hang on the order in which the code
gets to it: a die is named by what it is for and by the keys of the fighters concerned.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import log_event
from ...core.engine.dice import keyed_die
from ..enums import (
    Event,
    Roll,
    Save,
)
from ..tables import BASE_SAVE, DIE, FAVOR

FAVORED, DISFAVORED = 1, 2
"""What can be in the set of all that favors a roll or not: two of a kind are one (RP24)."""
TIE_SIDES = 100
"""Of the die that orders equals; who rolls higher comes first."""


@njit
def roll(battle, sides, purpose, actor, other, ordinal):
    """One die of the actor, about another fighter (or himself); `ordinal` tells several apart."""
    fighters = battle.fighters
    moment = np.int64(battle.round_number) * 4 + np.int64(battle.phase)
    people = np.int64(fighters[actor].key) * 16 + np.int64(fighters[other].key)
    return keyed_die(battle, sides, moment, (people * 16 + purpose) * 64 + ordinal)


@njit
def source(sign):
    """The set of one Favor (1), one Disfavor (-1) or neither (0)."""
    return np.int64(sign > 0) * FAVORED + np.int64(sign < 0) * DISFAVORED


@njit
def favor(sources):
    """What a set adds to a roll: nothing stacks, and one of each cancel (P22, P23, RP24)."""
    if sources == FAVORED:
        return FAVOR
    return -FAVOR if sources == DISFAVORED else 0


@njit
def save_succeeds(total):
    """Whether a saving throw succeeds (RP2)."""
    return total > BASE_SAVE


@njit
def saving_throw(battle, actor, other, kind, attribute, sources, ordinal):
    """Roll a saving throw: whether it succeeds (RP2).

    Args:
        battle: in a phase.
        actor: who rolls.
        other: whoever causes it (the actor himself if nobody does).
        kind: Save.
        attribute: its value, with what else is added.
        sources: Favor and Disfavor, without that of Defend (P67).
        ordinal: 0 to 3, of several like it in a phase.
    """
    fighter = battle.fighters[actor]
    number = roll(battle, DIE, Roll.SAVE, actor, other, kind * 4 + ordinal)
    sources |= source(battle.phases[actor].saves)
    total = number + attribute - np.int64(fighter.wounds) + favor(sources)
    log_event(battle, Event.SAVE, actor, other, kind, total, number)
    return save_succeeds(total)


@njit
def lot(battle, actor, about, again):
    """A fighter's lot among equals, for somebody's sake; loaded faces serve (RP15, RP45)."""
    return roll(battle, TIE_SIDES, Roll.TIE, actor, about, again)


@njit
def wins_tie(battle, one, other, about):
    """Whether the first of two equals draws the higher lot (RP15, RP33, RP45)."""
    for again in range(4):
        mine, its = lot(battle, one, about, again), lot(battle, other, about, again)
        if mine != its:
            return mine > its
    return battle.fighters[one].key < battle.fighters[other].key


assert max(Save) < 16
