"""The attack roll, criticals, and the effects of a hit (D5, D20 to D24, D46 to D48, D54)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...actions.table import EXTRA_CHOICES
from ...enums import (
    Event,
    Kind,
    Part,
    Reason,
    Severity,
)
from ...state import (
    HANDS,
)
from ...tables import (
    CRITICAL_DEGREES,
    EFFECT_BLEED,
    EFFECT_DAZED,
    EFFECT_DEGREE,
    FUMBLE_DEGREES,
    FUMBLE_TURNS,
    HIT_STRAIN,
    NATURAL_HIGHEST,
    NATURAL_LOWEST,
    NONE,
    PART_DESTROYED,
    PART_SEVERITY,
    WEAPON_CRITICAL,
)
from ..initiative import has_located
from ..injuries.bodies import is_gone, is_part_open, kind_of, num_parts
from ..injuries.conditions import bleed, daze, turns_to_end
from ..injuries.wounds import injure, open_severity
from ..rounds_and_actions.items import drop
from ..rounds_and_actions.ranged_attacks import land_hit, land_miss, spend_missile
from ..stamina import strain
from .checks import degrees_of_success, log_reason, roll_d20
from .defence import defence_against
from .modifiers import attack_bonus, net_advantage, size_difference
from .reasons import log_attack_reasons

WEAPON_DROPPED, WEAPON_DISABLED = 1, 2
"""Values of a FUMBLES event (D48)."""

# --- Hit or miss (D20, D46, D47, D49, RD2, RD23) --------------------------------------------------


@njit
def has_natural_meaning(attack):
    """Whether a natural 1 or 20 counts: not in a maneuver (RD16)."""
    return attack.kind != Kind.MANEUVER


@njit
def is_natural_highest(attack):
    """Whether the attack's natural roll is a 20 that counts (D46)."""
    return attack.natural == NATURAL_HIGHEST and has_natural_meaning(attack)


@njit
def is_natural_lowest(attack):
    """Whether the attack's natural roll is a 1 that counts (D48)."""
    return attack.natural == NATURAL_LOWEST and has_natural_meaning(attack)


@njit
def is_hit(attack):
    """Whether the roll hits: above DV, a maneuver from DV on, a natural 20 always (D20, D49)."""
    if attack.kind == Kind.MANEUVER:
        return attack.total >= attack.dv
    return attack.total > attack.dv or is_natural_highest(attack)


@njit
def is_critical(attack):
    """Whether the roll is a critical hit (D46, D47, RD23).

    A natural 20 that at least equals the defence value; in a wider range only a roll that hits by
    itself.
    """
    if not has_natural_meaning(attack):
        return False
    if attack.natural == NATURAL_HIGHEST:
        return attack.total >= attack.dv
    return attack.total > attack.dv and attack.natural >= WEAPON_CRITICAL[attack.weapon]


@njit
def critical_degrees(weapon):
    """Degrees of a critical hit: 1, and 1 more as the effect of some weapons (D46, RD18)."""
    return CRITICAL_DEGREES + EFFECT_DEGREE[weapon]


@njit
def degrees_of_roll(attack):
    """Degrees of the roll and the critical, before any Parry (RD2, RD38)."""
    degrees = degrees_of_success(attack.total, attack.dv)
    if is_critical(attack):
        degrees += critical_degrees(attack.weapon)
    return degrees


@njit
def is_minor_anyway(attack):
    """Whether a natural 20 below the Defence Value gives exactly a minor injury (D46)."""
    return is_natural_highest(attack) and attack.total < attack.dv


# --- The roll (D5, D48, RD1) ----------------------------------------------------------------------


@njit
def fumble(battle, attack):
    """A natural 1 below DV: drop the weapon; a natural weapon is disabled for a time (D48)."""
    attacker, slot = attack.attacker, attack.slot
    target = attack.target
    if slot < HANDS:
        log_event(battle, Event.FUMBLES, attacker, target, WEAPON_DROPPED, 0, 0)
        drop(battle, attacker, slot)
        return
    log_event(battle, Event.FUMBLES, attacker, target, WEAPON_DISABLED, 0, 0)
    turns = turns_to_end(battle, attacker, FUMBLE_TURNS)
    battle.fighters[attacker].disabled[slot - HANDS] = turns


@njit
def use_up_missile(battle, attack):
    """A shot uses up its missile; a thrown object lands (D81, D82, RD18)."""
    if attack.kind == Kind.SHOT:
        spend_missile(battle, attack.attacker)
    elif attack.kind == Kind.THROW and attack.hit:
        land_hit(battle, attack)
    elif attack.kind == Kind.THROW:
        land_miss(battle, attack)


@njit
def log_result(battle, attack):
    """Log the hit or miss (TD4)."""
    attacker, target = attack.attacker, attack.target
    if not attack.hit:
        log_event(battle, Event.MISSES, attacker, target, attack.kind, 0, 0)
        return
    log_event(battle, Event.HITS, attacker, target, attack.kind, attack.degrees, 0)
    if attack.critical:
        log_event(battle, Event.CRITICAL, attacker, target, 0, attack.weapon, 0)


@njit
def roll_attack(battle, attack):
    """Roll the attack against the defence value and log the result (D5, D20, D46 to D49)."""
    attacker, target = attack.attacker, attack.target
    if battle.log:
        log_attack_reasons(battle, attack)
    bonus = attack_bonus(battle, attack)
    attack.dv = defence_against(battle, attack)
    attack.natural = roll_d20(battle, net_advantage(battle, attack))
    attack.total = attack.natural + bonus
    attack.hit = is_hit(attack)
    attack.critical = attack.hit and is_critical(attack)
    attack.degrees = degrees_of_roll(attack) if attack.hit else 0
    log_event(battle, Event.ROLLS, attacker, target, attack.natural, attack.total, attack.dv)
    log_result(battle, attack)
    if is_natural_lowest(attack) and attack.total < attack.dv:
        fumble(battle, attack)
    else:
        use_up_missile(battle, attack)


# --- Parts that a hit can injure (D20 to D23, D42, D48, D54, D74, RD32, RD38, RD44) ---------------


@njit
def injury_degrees(battle, attack):
    """Degrees for the injury: Reckless and size add, a natural 1 subtracts (RD38, D54, D74).

    Below 0 there is no injury. Nothing changes the minor injury of a natural 20 that is below the
    Defence Value (D46).
    """
    if is_minor_anyway(attack):
        return 0
    larger = size_difference(battle, attack.attacker, attack.target)
    degrees = attack.degrees + attack.reckless - larger
    return degrees - FUMBLE_DEGREES if is_natural_lowest(attack) else degrees


@njit
def log_injury_reasons(battle, attack):
    """Log what changes the degrees for the injury (D46, D48, D54, D74)."""
    attacker, target = attack.attacker, attack.target
    if is_minor_anyway(attack):
        log_reason(battle, attacker, target, Reason.NATURAL_HIGHEST, 1)
        return
    smaller = -size_difference(battle, attacker, target)
    log_reason(battle, attacker, target, Reason.SIZE_OF_TARGET, smaller)
    log_reason(battle, attacker, target, Reason.RECKLESS_DEGREES, attack.reckless)
    if is_natural_lowest(attack):
        log_reason(battle, attacker, target, Reason.NATURAL_LOWEST, -FUMBLE_DEGREES)


@njit
def highest_severity(battle, attack):
    """The highest class that a hit opens, NONE if it injures nobody (D20, D21, D48).

    A natural 1 opens a class less, however many degrees there are: never the fatal one.
    """
    severity = open_severity(injury_degrees(battle, attack))
    if is_natural_lowest(attack):
        return min(severity, np.int64(Severity.FATAL - FUMBLE_DEGREES))
    return severity


@njit
def may_injure(battle, part):
    """Whether the hit under way can injure a part of its target (D20 to D22, D42, RD44)."""
    attack = battle.attacks[battle.frame]
    fighter = battle.fighters[attack.target]
    severity = highest_severity(battle, attack)
    if not attack.hit or not is_part_open(fighter, part, severity):
        return False
    if kind_of(fighter, part) != Part.HEART:
        return True
    return has_located(battle.fighters[attack.attacker], attack.target)


@njit
def parts_open(battle):
    """Number of parts that the hit under way can injure (D20, RD44)."""
    attack = battle.attacks[battle.frame]
    count = 0
    for part in range(num_parts(battle.fighters[attack.target])):
        if may_injure(battle, part):
            count += 1
    return count


@njit
def first_part_open(battle):
    """The first part that the hit under way can injure, NONE if there is none (D20, RD44)."""
    attack = battle.attacks[battle.frame]
    for part in range(num_parts(battle.fighters[attack.target])):
        if may_injure(battle, part):
            return part
    return NONE


@njit
def injuries_left(fighter, part):
    """Injuries that destroy a part, less those that it has."""
    return PART_DESTROYED[kind_of(fighter, part)] - fighter.injuries[part]


@njit
def most_extra(battle):
    """Most further injuries of the chosen part: unused degrees (D23).

    HOUSE: no more than destroy the part.
    """
    attack = battle.attacks[battle.frame]
    if attack.part == NONE:
        return 0
    fighter = battle.fighters[attack.target]
    part = attack.part
    unused = injury_degrees(battle, attack) - PART_SEVERITY[kind_of(fighter, part)]
    unused = min(unused, injuries_left(fighter, part) - 1)
    return max(0, min(unused, EXTRA_CHOICES))


# --- Effects of a hit (D24, D46, RD6, RD38) -------------------------------------------------------


@njit
def strain_of(attack):
    """Strain of a hit: 1, and 1 for each degree of roll and critical left (D24, RD38)."""
    return HIT_STRAIN + attack.degrees


@njit
def apply_critical_effect(battle, attack):
    """Apply the weapon's critical effect (D46, RD18)."""
    if not attack.critical:
        return
    target, weapon = attack.target, attack.weapon
    bleed(battle, target, EFFECT_BLEED[weapon])
    daze(battle, target, EFFECT_DAZED[weapon])


@njit
def inflict(battle, attack):
    """Inflict injuries, then strain and critical effect on a living target (D20 to D24, TD4)."""
    attacker, target = attack.attacker, attack.target
    if attack.part == NONE:
        log_event(battle, Event.NO_INJURY, attacker, target, 0, 0, 0)
    else:
        injure(battle, attacker, target, attack.part, 1 + attack.extra)
    if is_gone(battle.fighters[target]):
        return
    strain(battle, attacker, target, strain_of(attack))
    apply_critical_effect(battle, attack)
