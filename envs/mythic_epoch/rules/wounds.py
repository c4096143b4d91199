"""Hits, damage, relations between fighters, and dropping out (M45, M46, RM10, RM20, RM27)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.engine.dice import die
from ..enums import Event, Status
from ..tables import ARMOUR_PROTECTION, WEAPON_BONUS, WEAPON_DICE, WEAPON_SIDES
from .checks import is_out
from .defence import armoured_defence
from .equipment import drop_weapon

BLOW_MISSES, BLOW_HITS, BLOW_IS_CRITICAL = 0, 1, 2
MOST_NET = 127  # the highest result in the log; more is written as this


@njit
def outcome_of_blow(net, defence, armoured):
    """Miss, Hit or Critical: the higher target first, at or above it counts (M25, RM24)."""
    if net >= armoured:
        return BLOW_IS_CRITICAL
    if net >= defence:
        return BLOW_HITS
    return BLOW_MISSES


@njit
def damage_after_armour(fighter, rolled, is_critical):
    """Damage less the armour's protection, which a critical hit ignores (M45, M46, RM10)."""
    if is_critical:
        return rolled
    return max(0, rolled - ARMOUR_PROTECTION[fighter.armour])


@njit
def roll_damage(battle, weapon):
    """A weapon's damage dice (RM9)."""
    total = WEAPON_BONUS[weapon]
    for _ in range(WEAPON_DICE[weapon]):
        total += die(battle, WEAPON_SIDES[weapon])
    return total


@njit
def relate(battle, one, other, status):
    """Bind or grapple two fighters (RM20)."""
    for actor, partner in ((one, other), (other, one)):
        fighter = battle.fighters[actor]
        fighter.status = status
        fighter.partner = partner
        fighter.aim_target = NOBODY
    log_event(battle, Event.BIND if status == Status.BOUND else Event.GRAPPLE, one, other, 0, 0, 0)


@njit
def part(battle, one):
    """End a bind or grapple: both are On Guard again (RM11, RM20)."""
    fighter = battle.fighters[one]
    if fighter.partner == NOBODY:
        return
    other = np.int64(fighter.partner)  # a loop over a tuple asks for one type
    for actor in (np.int64(one), other):
        battle.fighters[actor].status = Status.ON_GUARD
        battle.fighters[actor].partner = NOBODY
    log_event(battle, Event.PARTED, one, other, 0, 0, 0)


@njit
def drop_out(battle, actor):
    """Incapacitate a fighter: its bind or grapple ends, its weapon falls (RM10, RM20)."""
    log_event(battle, Event.DOWN, actor, NOBODY, 0, battle.fighters[actor].damage, 0)
    part(battle, actor)
    drop_weapon(battle, actor)


@njit
def suffer(battle, victim, damage):
    """Take damage; being hit ends an aim (RM10, RM36)."""
    fighter = battle.fighters[victim]
    was_out = is_out(fighter)
    fighter.damage += damage
    fighter.aim_target = NOBODY
    if is_out(fighter) and not was_out:
        drop_out(battle, victim)


@njit
def land_blow(battle, striker, victim, weapon, net, defence, behind):
    """Look up a strike in the outcome table, deal its damage; True: a hit (M25, RM24).

    `behind` is the part of the defence that cover gives; the log tells it.
    """
    target = battle.fighters[victim]
    armoured = armoured_defence(target, defence)
    log_event(battle, Event.DEFENCE, striker, min(net, MOST_NET), behind, defence, armoured)
    outcome = outcome_of_blow(net, defence, armoured)
    if outcome == BLOW_MISSES:
        log_event(battle, Event.MISS, striker, victim, weapon, net, defence)
        return False
    is_critical = outcome == BLOW_IS_CRITICAL
    rolled = roll_damage(battle, weapon)
    damage = damage_after_armour(target, rolled, is_critical)
    event = Event.CRITICAL if is_critical else Event.HIT
    log_event(battle, event, striker, victim, weapon, damage, rolled)
    suffer(battle, victim, damage)
    return True
