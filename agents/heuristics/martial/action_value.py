"""The worth of a blow, a maneuver or a parry, in ten-thousandths of a healthy fighter.

The modifiers and the DV come from the rules themselves, which get a `Blow` in place of the attack
that would be made. An enemy's Stamina is hidden: it counts as full until the enemy is seen to be
exhausted (XD4).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....envs.core.compiler.compile import njit, scratch
from ....envs.core.engine.battle import NOBODY
from ....envs.martial.enums import (
    Attribute,
    Kind,
)
from ....envs.martial.rules.attack_roll.checks import chance_of_face
from ....envs.martial.rules.attack_roll.defence import defence_seen
from ....envs.martial.rules.attack_roll.modifiers import attack_bonus, net_advantage
from ....envs.martial.rules.injuries.bodies import attribute, has_constitution, is_exhausted, size
from ....envs.martial.rules.positioning.sight import are_flanking, flanks_with
from ....envs.martial.rules.reactions.parry import parry_advantage, parry_bonus
from ....envs.martial.tables import (
    BASE_EXHAUSTION,
    BASE_STAMINA,
    DEGREE,
    EFFECT_BLEED,
    EFFECT_DAZED,
    EFFECT_DEGREE,
    FLANKING_ADVANTAGE,
    LEAST_POOL,
    NONE,
    POWER_BONUS,
    STAMINA_PER_STRAIN,
    WEAPON_CRITICAL,
)
from .body_parts import WHOLE, write_injury_worths
from .odds import MOST_DEGREES, chance_of_degrees, chance_of_success

TABULATED_DEGREES = 16
"""Number of degrees for which the worth of an injury is tabulated: 0 to 15."""
BLEED_WORTH, DAZE_WORTH = 900, 1200
"""Worth of a point of bleeding, and of a dazed round, that a critical hit causes."""


class Blow(NamedTuple):
    """A hypothetical attack with the fields that the rules read (`state.ATTACK`)."""

    attacker: int
    target: int
    kind: int
    weapon: int
    maneuver: int
    escape: bool
    charge: bool
    power: int
    reckless: int
    penalty: int


@njit
def blow_with(actor, target, kind, weapon, penalty):
    """A hypothetical blow or shot with a weapon."""
    return Blow(actor, target, kind, weapon, NONE, False, False, 0, 0, penalty)


# --- Stamina --------------------------------------------------------------------------------------


@njit
def stamina_price(fighter):
    """Worth of one point of the fighter's own Stamina."""
    return WHOLE // max(1, np.int64(fighter.stamina) + np.int64(fighter.exhaustion))


@njit
def assumed_stamina(fighter):
    """Assumed Stamina and exhaustion that an enemy has left (RD5, RD7, XD4)."""
    constitution = attribute(fighter, Attribute.CONSTITUTION)
    pool = max(LEAST_POOL, BASE_EXHAUSTION + constitution)
    if is_exhausted(fighter):
        return pool
    return pool + max(LEAST_POOL, BASE_STAMINA + constitution * np.int64(fighter.level))


@njit
def strain_worth(fighter):
    """Worth that an enemy loses with a point of strain (RD6)."""
    if not has_constitution(fighter):
        return WHOLE // 10
    return STAMINA_PER_STRAIN * WHOLE // assumed_stamina(fighter)


# --- Blows ----------------------------------------------------------------------------------------


@njit
def size_difference(battle, actor, target):
    """Number of size categories by which the target is smaller (D54)."""
    return size(battle.fighters[actor]) - size(battle.fighters[target])


@njit
def critical_worth(weapon, net):
    """Mean worth that the effect of a critical hit adds to a blow (D46, RD18)."""
    effect = BLEED_WORTH * EFFECT_BLEED[weapon] + DAZE_WORTH * EFFECT_DAZED[weapon]
    effect += BLEED_WORTH * EFFECT_DEGREE[weapon]
    return effect * chance_of_face(net, WEAPON_CRITICAL[weapon])


@njit
def injury_worth(worths, degrees):
    """Worth of an injury with a number of degrees; 0 below 0 degrees (D54)."""
    return worths[min(degrees, TABULATED_DEGREES - 1)] if degrees >= 0 else 0


@njit
def blow_worth(battle, blow, net, bonus, dv, reckless, worths):
    """Mean worth of a blow with this roll and a number of Reckless degrees (D20 to D24)."""
    strain = strain_worth(battle.fighters[blow.target])
    more = reckless + size_difference(battle, blow.attacker, blow.target)
    critical = WEAPON_CRITICAL[blow.weapon]
    total = critical_worth(blow.weapon, net)
    chance = chance_of_degrees(net, bonus, dv, critical, 0)
    for degrees in range(MOST_DEGREES):
        better = chance_of_degrees(net, bonus, dv, critical, degrees + 1)
        total += (chance - better) * (strain * (1 + degrees) + injury_worth(worths, degrees + more))
        chance = better
        if chance <= 0.0:
            break
    return np.int64(total)


@njit
def best_blow_worth(battle, blow, more_net, most_reckless, preference):
    """Mean worth of a blow with the best number of Reckless degrees, minus their cost."""
    worths = scratch(1, TABULATED_DEGREES)[0]
    write_injury_worths(battle, blow.attacker, blow.target, preference, worths)
    net = net_advantage(battle, blow) + more_net
    bonus, dv = attack_bonus(battle, blow), defence_seen(battle, blow)
    price = stamina_price(battle.fighters[blow.attacker])
    best = blow_worth(battle, blow, net, bonus, dv, 0, worths)
    for reckless in range(1, most_reckless + 1):
        worth = blow_worth(battle, blow, net - reckless, bonus, dv, reckless, worths)
        best = max(best, worth - reckless * price)
    return best


@njit
def undetected_flanking_bonus(battle, foe, target):
    """Flanking bonus of an enemy whose flanking ally the target has not detected (D58, XD1)."""
    if not are_flanking(battle, foe, target):
        return np.int64(0)
    for ally in range(battle.num_fighters):
        if not battle.fighters[ally].hidden and flanks_with(battle, foe, ally, target):
            return np.int64(0)
    return np.int64(FLANKING_ADVANTAGE)


@njit
def worth_saved_by_dv(battle, blow, points, blows, preference):
    """Worth that additional points of DV save from a sequence of an enemy's blows (D68)."""
    worths = scratch(1, TABULATED_DEGREES)[0]
    write_injury_worths(battle, NOBODY, blow.target, preference, worths)
    net = net_advantage(battle, blow) - undetected_flanking_bonus(
        battle, blow.attacker, blow.target
    )
    bonus, dv = attack_bonus(battle, blow), defence_seen(battle, blow)
    saved = np.int64(0)
    for earlier in range(blows):
        before = blow_worth(battle, blow, net - earlier, bonus, dv, 0, worths)
        after = blow_worth(battle, blow, net - earlier, bonus, dv + points, 0, worths)
        saved += max(0, before - after)
    return saved


# --- Maneuvers and parries ------------------------------------------------------------------------


@njit
def chance_of_maneuver(battle, actor, target, maneuver):
    """Chance that a maneuver succeeds now (D49, RD16)."""
    penalty = np.int64(battle.fighters[actor].attacks)
    blow = Blow(actor, target, Kind.MANEUVER, NONE, maneuver, False, False, 0, 0, penalty)
    net, bonus = net_advantage(battle, blow), attack_bonus(battle, blow)
    return chance_of_success(net, bonus, defence_seen(battle, blow))


@njit
def parry_worth(battle, actor, hand, preference):
    """Mean worth that a parry of the current attack saves (D92, RD31)."""
    frame = battle.attacks[battle.frame]
    worths = scratch(1, TABULATED_DEGREES)[0]
    attacker = np.int64(frame.attacker)
    write_injury_worths(battle, NOBODY, actor, preference, worths)
    degrees, total = np.int64(frame.degrees), np.int64(frame.total)
    more = np.int64(frame.reckless) + size_difference(battle, attacker, actor)
    strain = STAMINA_PER_STRAIN * stamina_price(battle.fighters[actor])
    net, bonus = parry_advantage(battle, frame), parry_bonus(battle.fighters[actor], hand)
    saved = 0.0
    chance = chance_of_face(net, total + 1 - bonus)
    for taken in range(1, degrees + 2):
        # each 5 points above the attack remove one more degree; removing the last deflects it
        better = chance_of_face(net, total + DEGREE * taken - bonus)
        if taken == degrees + 1:
            better = 0.0
        left = degrees - taken
        before = strain * (1 + degrees) + injury_worth(worths, degrees + more)
        after = strain * (1 + left) + injury_worth(worths, left + more) if left >= 0 else 0
        saved += (chance - better) * (before - after)
        chance = better
    return np.int64(saved)


@njit
def bonus_with_power(bonus, power):
    """The bonus of an attack after an amount of Stamina is spent on power (D73, D78)."""
    return bonus + POWER_BONUS * power
