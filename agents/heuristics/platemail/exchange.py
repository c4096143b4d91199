"""Expected Wounds of an exchange of blows, and the mixture of Full Attack and Counter that it asks.

Two who stand within reach play a game of two by two: each attacks with all he has (two attacks, no
shield, the other's attacks with Favor) or Counters (one attack, the other's with Disfavor). What an
enemy's attributes are cannot be seen; they count as 0.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compile import njit
from ....envs.platemail.rules.bodies import (
    absorb_of,
    deflection_of,
    has_two_weapons,
    melee_weapon,
    reach,
)
from ....envs.platemail.rules.sight import gap
from ....envs.platemail.tables import (
    BASE_DEFENSE,
    DIE,
    FAVOR,
    THREE_ATTACKS_PENALTY,
    WEAPON_PENETRATION,
)
from .sight import is_known_hostile

COUNTER, FULL = 0, 1


@njit
def hit_chance(bonus, defense):
    """Chance that d20 + bonus is greater than the Defense, a natural 20 in any case (P34, P36)."""
    faces = min(DIE, max(1, DIE + bonus - defense))
    return faces / DIE


@njit
def defense_of(fighter, is_ready):
    """Defense of a fighter, Ready or not (P33, P39)."""
    return BASE_DEFENSE + deflection_of(fighter, is_ready)


@njit
def stopped_by(fighter, is_ready, penetration):
    """Wounds of a phase that armour and shield stop (RP6)."""
    return max(0, absorb_of(fighter, is_ready) - penetration)


@njit
def expected_wounds(attacks, chance, stopped):
    """Mean Wounds of so many attacks that get past so many stopped; criticals count 2 (P36)."""
    critical = 1 / DIE
    plain = max(0.0, chance - critical)
    miss = 1 - plain - critical
    total = 0.0
    for first in range(3):
        share = miss if first == 0 else (plain if first == 1 else critical)
        if attacks == 1:
            total += share * max(0, first - stopped)
            continue
        for second in range(3):
            both = share * (miss if second == 0 else (plain if second == 1 else critical))
            total += both * max(0, first + second - stopped)
    return total


@njit
def attack_bonus(battle, actor, other):
    """Attack bonus as the other side sees it: its own fighters' bonus, 0 for enemies (XP4)."""
    me = battle.fighters[actor]
    bonus = -np.int64(me.wounds)
    if battle.side[actor] == battle.side[other]:
        bonus += np.int64(me.attack_bonus)
    return bonus


@njit
def dealt(battle, observer, attacker, target, mine, its):
    """Mean Wounds that one deals to the other in a phase if both do as said."""
    fighter, foe = battle.fighters[attacker], battle.fighters[target]
    is_ready = its == COUNTER
    bonus = attack_bonus(battle, attacker, observer)
    bonus += FAVOR if its == FULL else -FAVOR
    attacks = 1 if mine == COUNTER else 2
    stopped = stopped_by(foe, is_ready, WEAPON_PENETRATION[melee_weapon(fighter)])
    if mine == FULL and has_two_weapons(fighter):
        bonus += THREE_ATTACKS_PENALTY
        chance = hit_chance(bonus, defense_of(foe, is_ready))
        return 1.5 * expected_wounds(2, chance, stopped)
    return expected_wounds(attacks, hit_chance(bonus, defense_of(foe, is_ready)), stopped)


@njit
def worth(battle, actor, foe, mine, its):
    """Wounds dealt less Wounds taken, each in shares of what is left to take."""
    me, it = battle.fighters[actor], battle.fighters[foe]
    left = max(1, np.int64(me.max_wounds) + 1 - np.int64(me.wounds))
    its_left = max(1, 4 - np.int64(it.wounds))
    value = dealt(battle, actor, actor, foe, mine, its) / its_left
    return value - dealt(battle, actor, foe, actor, its, mine) / left


@njit
def full_attack_share(battle, actor, foe):
    """How often to attack with all one has: the mixture that no answer exploits."""
    full_full = worth(battle, actor, foe, FULL, FULL)
    full_counter = worth(battle, actor, foe, FULL, COUNTER)
    counter_full = worth(battle, actor, foe, COUNTER, FULL)
    counter_counter = worth(battle, actor, foe, COUNTER, COUNTER)
    if full_full >= counter_full and full_counter >= counter_counter:
        return 1.0
    if full_full <= counter_full and full_counter <= counter_counter:
        return 0.0
    down = full_full - counter_full
    right = full_counter - counter_counter
    if down == right:
        return 0.5
    # The other is indifferent where both of its answers leave me the same.
    spread = full_full - full_counter - counter_full + counter_counter
    if spread == 0:
        return 0.5
    return min(1.0, max(0.0, (counter_counter - counter_full) / spread))


@njit
def pressure_on(battle, actor):
    """Number of enemies seen who could strike the fighter where he stands."""
    count = 0
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
            if gap(battle, actor, other) <= reach(battle.fighters[other]):
                count += 1
    return count
