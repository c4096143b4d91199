"""Fighters at bay in Terror: one attack with the weapon in hand (P90, QP10, RP15)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ..enums import Act, Description, Verb
from .bodies import can_shoot, has_melee_weapon
from .sight import can_perceive
from .targets import find, is_within, resolve_for


@njit
def target_at_bay(battle, actor, verb):
    """The target in Terror: whom the order names, if he is in reach or range, else the closest."""
    written = battle.orders[actor].at_bay
    if written != NOBODY:
        target = resolve_for(battle, actor, verb, written)
        if target != NOBODY and is_within(battle, actor, verb, target):
            if can_perceive(battle, actor, target):
                return target
    return find(battle, actor, verb, np.int64(Description.CLOSEST), NOBODY)


@njit
def aim_at_bay(battle):
    """Find the targets of shots in Terror at the phase's start, as of all missiles (P90, RP15)."""
    for actor in range(battle.num_fighters):
        phase = battle.phases[actor]
        if phase.act == Act.TERROR and can_shoot(battle.fighters[actor]):
            phase.second_target = target_at_bay(battle, actor, np.int64(Verb.SHOOT))


@njit
def stands_in_terror(battle, actor):
    """Whether a fighter in Terror who did not get away attacks, by his order (P90, QP10)."""
    phase = battle.phases[actor]
    is_cornered = phase.able != 0 and phase.act == Act.TERROR and phase.steps == 0
    return is_cornered and battle.orders[actor].stand != 0


@njit
def turn_at_bay(battle):
    """Find the targets of those who stand in Terror, after movement (P90, QP10, RP15).

    A fighter without a melee weapon, or with nobody in reach of it, uses his missile weapon.
    """
    for actor in range(battle.num_fighters):
        if not stands_in_terror(battle, actor):
            continue
        phase = battle.phases[actor]
        phase.target = target_at_bay(battle, actor, np.int64(Verb.COUNTER))
        strikes = phase.target != NOBODY and has_melee_weapon(battle.fighters[actor])
        if phase.second_target != NOBODY and not strikes:
            phase.target = phase.second_target
            phase.verb = Verb.SHOOT
