"""Expected Wounds of an exchange, and the equilibrium of Full Attack and Counter.

Two fighters within reach of each other play a two-by-two game. Each makes a Full Attack (two
attacks, no shield, and the enemy attacks with Favor) or Counters (one attack, and the enemy attacks
with Disfavor). An enemy's attributes are hidden; they count as 0.
"""

from __future__ import annotations

import math

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.platemail.rules.bodies import (
    absorb_of,
    deflection_of,
    has_two_weapons,
    melee_weapon,
    reach,
)
from ....envs.platemail.rules.modifiers import range_penalty, weapon_modifier
from ....envs.platemail.rules.sight import gap
from ....envs.platemail.tables import (
    AIM_PENETRATION,
    BASE_DEFENSE,
    DIE,
    FAVOR,
    MAX_WOUNDS,
    THREE_ATTACKS_PENALTY,
    WEAPON_PENETRATION,
    WEAPON_RANGE,
)
from .queries import is_known_hostile

COUNTER, FULL = 0, 1
CRITICAL_CHANCE = 1 / DIE
MOST_ATTACKS = 3
WAYS = np.zeros((MOST_ATTACKS + 1,) * 3, np.int64)
"""`WAYS[attacks, criticals, hits]`: number of ways in which a number of attacks can contain these
numbers of critical and other hits."""
for _attacks, _criticals, _hits in np.ndindex(WAYS.shape):
    if _criticals + _hits <= _attacks:
        WAYS[_attacks, _criticals, _hits] = math.comb(_attacks, _criticals) * math.comb(
            _attacks - _criticals, _hits
        )


@njit
def hit_chance(bonus, defense):
    """Chance that d20 + bonus is greater than the Defense, a natural 20 in any case (P34, P36)."""
    faces = min(DIE, max(1, DIE + bonus - defense))
    return faces / DIE


@njit
def defense_of(fighter, is_ready):
    """Defense of a fighter who is Ready or is not (P33, P39)."""
    return BASE_DEFENSE + deflection_of(fighter, is_ready)


@njit
def wounds_past(hits, criticals, absorb, pierce):
    """Number of Wounds that Absorb does not stop, lowest Penetration first (P36, RP6)."""
    left, past = absorb, 0
    for wound in range(hits + 2 * criticals):
        if pierce + (wound >= hits) >= left:
            past += 1
        else:
            left -= 1
    return past


@njit
def expected_wounds(attacks, chance, absorb, pierce):
    """Mean Wounds of some attacks, each of which hits with the same chance (P36, RP6).

    Args:
        attacks: number of attacks, 1 to 3.
        chance: of a hit, critical hits included, 0 to 1.
        absorb: Absorb of the target in this phase.
        pierce: Penetration of a hit that is not critical.
    """
    plain = max(0.0, chance - CRITICAL_CHANCE)
    miss = 1 - plain - CRITICAL_CHANCE
    total = 0.0
    for criticals in range(attacks + 1):
        for hits in range(attacks - criticals + 1):
            share = float(WAYS[attacks, criticals, hits])
            for attack in range(attacks):
                if attack < criticals:
                    share *= CRITICAL_CHANCE
                elif attack < criticals + hits:
                    share *= plain
                else:
                    share *= miss
            total += share * wounds_past(hits, criticals, absorb, pierce)
    return total


@njit
def attack_bonus(battle, actor, other):
    """Attack bonus as `other` knows it: exact on its own side, 0 for enemies (XP4)."""
    if battle.side[actor] == battle.side[other]:
        return np.int64(battle.fighters[actor].attack_bonus)
    return np.int64(0)


@njit
def dealt(battle, observer, attacker, target, mine, its, wounds):
    """Mean Wounds that the attacker deals in a phase, with both choices given.

    `mine` and `its` are COUNTER or FULL for the attacker and the target. `wounds` are the
    attacker's.
    """
    fighter, foe = battle.fighters[attacker], battle.fighters[target]
    is_ready = its == COUNTER
    bonus = attack_bonus(battle, attacker, observer) - wounds
    bonus += FAVOR if its == FULL else -FAVOR
    attacks = 1 if mine == COUNTER else 2
    if mine == FULL and has_two_weapons(fighter):
        attacks = 3
        bonus += THREE_ATTACKS_PENALTY
    chance = hit_chance(bonus, defense_of(foe, is_ready))
    pierce = WEAPON_PENETRATION[melee_weapon(fighter)]
    return expected_wounds(attacks, chance, absorb_of(foe, is_ready), pierce)


@njit
def worth(battle, actor, foe, mine, its, wounds):
    """Wounds dealt minus Wounds taken, each as a share of the Wounds left to take."""
    me, its_wounds = battle.fighters[actor], np.int64(battle.fighters[foe].wounds)
    left = max(1, np.int64(me.max_wounds) + 1 - wounds)
    its_left = max(1, MAX_WOUNDS + 1 - its_wounds)
    value = dealt(battle, actor, actor, foe, mine, its, wounds) / its_left
    return value - dealt(battle, actor, foe, actor, its, mine, its_wounds) / left


@njit
def full_attack_share(battle, actor, foe, more):
    """Probability of Full Attack in equilibrium, 0 to 1.

    Args:
        battle: a battle between rounds.
        actor: the fighter who chooses.
        foe: the enemy.
        more: Wounds that the actor expects to receive before the exchange.
    """
    wounds = np.int64(battle.fighters[actor].wounds) + more
    full_full = worth(battle, actor, foe, FULL, FULL, wounds)
    full_counter = worth(battle, actor, foe, FULL, COUNTER, wounds)
    counter_full = worth(battle, actor, foe, COUNTER, FULL, wounds)
    counter_counter = worth(battle, actor, foe, COUNTER, COUNTER, wounds)
    if full_full >= counter_full and full_counter >= counter_counter:
        return 1.0
    if full_full <= counter_full and full_counter <= counter_counter:
        return 0.0
    down = full_full - counter_full
    right = full_counter - counter_counter
    if down == right:
        return 0.5
    # Equilibrium: both answers of the enemy are worth the same.
    spread = full_full - full_counter - counter_full + counter_counter
    if spread == 0:
        return 0.5
    return min(1.0, max(0.0, (counter_counter - counter_full) / spread))


@njit
def pressure_on(battle, actor):
    """Number of visible enemies who could strike the fighter where it stands."""
    count = 0
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
            if gap(battle, actor, other) <= reach(battle.fighters[other]):
                count += 1
    return count


@njit
def shot_worth(battle, actor, foe, shots, favors):
    """Mean Wounds of a number of shots at a Ready enemy (P66).

    `favors` is 1 after Aim, which also raises the Penetration, -1 for Rapid Fire, else 0.
    """
    me, it = battle.fighters[actor], battle.fighters[foe]
    bonus = attack_bonus(battle, actor, actor) - np.int64(me.wounds) + FAVOR * favors
    bonus += weapon_modifier(battle, actor, foe, me.hand)
    bonus += range_penalty(gap(battle, actor, foe), WEAPON_RANGE[me.hand])
    chance = hit_chance(bonus, defense_of(it, True))
    pierce = WEAPON_PENETRATION[me.hand] + AIM_PENETRATION * (favors > 0)
    return expected_wounds(shots, chance, absorb_of(it, True), pierce)
