"""Dice, Favor and saving throws (P22, P23, P32, RP1, RP2, RP24, RP45).

Everything in a phase happens at once, so no result may depend on the order of the code: each die
is identified by its purpose and the keys of the fighters concerned.
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
"""Members of a set of Favor and Disfavor; two of a kind count once (RP24)."""
COVERED, FROM_HIGH_GROUND, WITH_BOTH, AGAINST_SHIELD = 4, 8, 16, 32
"""The other reasons of an attack roll that are logged (P30, P94, P110, RP19)."""
TIE_SIDES = 100
"""Faces of the die that orders equals; the higher roll comes first."""


@njit
def roll(battle, sides, purpose, actor, other, ordinal):
    """Roll one die of the actor about another fighter or himself; `ordinal` tells dice apart."""
    fighters = battle.fighters
    moment = battle.round_number * 4 + battle.phase
    people = fighters[actor].key * 16 + fighters[other].key
    return keyed_die(battle, sides, moment, (people * 16 + purpose) * 64 + ordinal)


@njit
def source(sign):
    """The set with one Favor (1), one Disfavor (-1) or neither (0)."""
    return np.int64(sign > 0) * FAVORED + np.int64(sign < 0) * DISFAVORED


@njit
def favor(sources):
    """Modifier of a set: nothing stacks, and one of each cancel (P22, P23, RP24)."""
    if sources == FAVORED:
        return FAVOR
    return -FAVOR if sources == DISFAVORED else 0


@njit
def log_reasons(battle, actor, other, reasons, distance, wounds):
    """Log what changes the roll that follows, if anything does (P22, P23, P30, P45, P107).

    Args:
        battle: in a phase.
        actor: the fighter who rolls.
        other: the fighter whom the roll is about, or the actor.
        reasons: bits of Favor, Disfavor and the other reasons.
        distance: penalty for range.
        wounds: that count against the roll.
    """
    if reasons != 0 or distance != 0 or wounds != 0:
        log_event(battle, Event.REASONS, actor, other, reasons, distance, wounds)


@njit
def save_succeeds(total):
    """Whether a saving throw succeeds (RP2)."""
    return total > BASE_SAVE


@njit
def saving_throw(battle, actor, other, kind, attribute, sources, ordinal):
    """Roll a saving throw. Returns whether it succeeds (RP2).

    Args:
        battle: in a phase.
        actor: the fighter who rolls.
        other: the fighter who causes it, or the actor.
        kind: Save.
        attribute: its value with all modifiers.
        sources: Favor and Disfavor, without that of Defend (P67).
        ordinal: 0 to 3, tells several in a phase apart.
    """
    fighter = battle.fighters[actor]
    number = roll(battle, DIE, Roll.SAVE, actor, other, kind * 4 + ordinal)
    sources |= source(battle.phases[actor].saves)
    total = number + attribute - fighter.wounds + favor(sources)
    log_reasons(battle, actor, other, sources, 0, fighter.wounds)
    log_event(battle, Event.SAVE, actor, other, kind, total, number)
    return save_succeeds(total)


@njit
def lot(battle, actor, about, again):
    """A fighter's lot among equals, named by `sake`; loaded dice count (RP15, RP45)."""
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
