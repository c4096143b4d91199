"""The worth of an exchange of blows: attack or Feint against each possible answer.

An attack is a small game of hidden moves. The striker secretly chooses Melee Attack or Feint; the
defender answers with nothing, a Parry, an Evade or a Counter-Attack. Both play the equilibrium of
this game. Gains are the striker's: mean damage, weighted by how much it matters to the fighter who
suffers it, plus the worth of the action points that both have left (`tempo.py`).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.mythic_epoch.enums import (
    Status,
)
from ....envs.mythic_epoch.rules.defence import combat_defence
from ....envs.mythic_epoch.tables import (
    COUNTER_UNARMED_BONUS,
    CT_COUNTER_ATTACK_BONUS,
    DOUBLE_PENALTY,
    EVADE_COST,
    FEINT_BONUS,
    UNARMED,
)
from .odds import NO_HURDLE, free_blow, opposed_blow
from .queries import (
    FRESH,
    band,
    blade,
    blade_cost,
    blow_rating,
    evade_rating,
    is_mine,
    parry_cost,
    reach,
    strike_gap,
)
from .tempo import END_VALUE, TURN_VALUE

NOTHING, PARRY, EVADE, COUNTER = 0, 1, 2, 3
WIND, DOUBLE = PARRY, COUNTER
IMPOSSIBLE = 1e6
STOPPED_AT_ZERO = 1
"""The lowest net result that beats a reaction which stops the blow at a net of 0 (RM31)."""
WORTH_DEALT = np.array([[1.1, 1.6, 3.0], [0.92, 1.25, 2.6]])
"""Weight of a point of damage to the enemy, relative to action points. The row says whether the
viewer is at half health or less, the column is the enemy's band of damage. Damage weighs more when
the end is near, since unspent points are then lost. From solved duels (docs)."""
WORTH_TAKEN = np.array([[1.1, 2.1, 3.2], [0.75, 1.3, 2.4]])
"""The same for damage to the viewer's side."""
MORE_FEINTS = 2.0
"""Factor on the equilibrium share of Feints. Most other agents parry too often, so that more Feints
gain; against the rest it costs next to nothing."""


# --- What things are worth ------------------------------------------------------------------------


@njit
def worth(battle, viewer, striker, victim):
    """Weight of one point of damage to `victim` in a fight between the two."""
    own, enemy = striker, victim
    if not is_mine(battle, viewer, striker):
        own, enemy = victim, striker
    is_spent = 1 if band(battle.fighters[own]) != FRESH else 0
    table = WORTH_DEALT if enemy == victim else WORTH_TAKEN
    return table[is_spent, band(battle.fighters[enemy])]


@njit
def turn_value(battle, striker, victim, left, rest):
    """Worth of the action points that both have left while the striker's turn continues."""
    own, other = battle.fighters[striker].hand, battle.fighters[victim].hand
    return TURN_VALUE[own, other, left, rest]


@njit
def end_value(battle, striker, victim):
    """Worth of the action points that both have now if the striker ends the turn."""
    own, other = battle.fighters[striker], battle.fighters[victim]
    return END_VALUE[own.hand, other.hand, own.action_points, other.action_points]


@njit
def dealt(battle, viewer, striker, victim, weapon, edge, hurdle):
    """Weighted mean damage of a blow that is opposed by a roll."""
    target = battle.fighters[victim]
    mean = opposed_blow(edge, hurdle, combat_defence(target), weapon, target.armour)
    return mean * worth(battle, viewer, striker, victim)


@njit
def free_gain(battle, viewer, striker, victim, weapon):
    """Weighted mean damage of a blow that nobody answers."""
    target = battle.fighters[victim]
    rating = blow_rating(battle, viewer, striker, weapon)
    mean = free_blow(rating, combat_defence(target), weapon, target.armour)
    return mean * worth(battle, viewer, striker, victim)


# --- The answers ----------------------------------------------------------------------------------


@njit
def points_after(battle, victim, price):
    """AP that the victim has left after an answer, below 0 if it cannot answer (TM5, RM21)."""
    fighter = battle.fighters[victim]
    if price == 0 or fighter.status != Status.ON_GUARD:
        return np.int64(-1)
    return np.int64(fighter.action_points) - price


@njit
def unanswered(battle, viewer, striker, victim, left, gain):
    """Gain if the victim does not answer: the damage and the worth of the AP left."""
    rest = np.int64(battle.fighters[victim].action_points)
    return gain + turn_value(battle, striker, victim, left, rest)


@njit
def parry_gain(battle, viewer, striker, victim, weapon, left, bonus):
    """Gain against a Parry; a Feint replaced by a Counter-Attack has a bonus (M23)."""
    fighter = battle.fighters[victim]
    rest = points_after(battle, victim, parry_cost(fighter))
    if rest < 0:
        return IMPOSSIBLE
    edge = blow_rating(battle, viewer, striker, weapon) + bonus
    edge -= blow_rating(battle, viewer, victim, blade(fighter))
    gain = dealt(battle, viewer, striker, victim, weapon, edge, STOPPED_AT_ZERO)
    return gain + turn_value(battle, striker, victim, left, rest)


@njit
def evade_gain(battle, viewer, striker, victim, weapon, left, is_feint):
    """Gain against an Evade; a Feint has no effect on it."""
    rest = points_after(battle, victim, EVADE_COST)
    if rest < 0:
        return IMPOSSIBLE
    value = turn_value(battle, striker, victim, left, rest)
    if is_feint:
        return value
    edge = blow_rating(battle, viewer, striker, weapon) - evade_rating(battle, viewer, victim)
    return value + dealt(battle, viewer, striker, victim, weapon, edge, STOPPED_AT_ZERO)


@njit
def counter_edge(battle, viewer, striker, victim, weapon):
    """Advantage of a blow over a Counter-Attack, counter-tempo included (M30, M41)."""
    answer = blade(battle.fighters[victim])
    edge = blow_rating(battle, viewer, striker, weapon)
    edge -= blow_rating(battle, viewer, victim, answer)
    if weapon != UNARMED:
        return edge + CT_COUNTER_ATTACK_BONUS
    return edge - (COUNTER_UNARMED_BONUS if answer != UNARMED else 0)


@njit
def trade(battle, viewer, striker, victim, weapon, edge):
    """Gain of two simultaneous blows: damage dealt minus damage taken (RM30)."""
    answer = blade(battle.fighters[victim])
    gain = dealt(battle, viewer, striker, victim, weapon, edge, NO_HURDLE)
    return gain - dealt(battle, viewer, victim, striker, answer, -edge, NO_HURDLE)


@njit
def counter_gain(battle, viewer, striker, victim, weapon, left):
    """Gain against a Counter-Attack, which the striker replaces in counter-tempo if legal."""
    fighter = battle.fighters[victim]
    rest = points_after(battle, victim, blade_cost(fighter))
    if rest < 0 or strike_gap(battle, victim, striker) > reach(fighter):
        return IMPOSSIBLE
    edge = counter_edge(battle, viewer, striker, victim, weapon)
    gain = trade(battle, viewer, striker, victim, weapon, edge)
    return gain + turn_value(battle, striker, victim, left, rest)


@njit
def attack_row(battle, viewer, striker, victim, weapon, left):
    """Gains of an attack, one for each answer; `left` are the striker's AP after it."""
    free = free_gain(battle, viewer, striker, victim, weapon)
    return (
        unanswered(battle, viewer, striker, victim, left, free),
        parry_gain(battle, viewer, striker, victim, weapon, left, 0),
        evade_gain(battle, viewer, striker, victim, weapon, left, False),
        counter_gain(battle, viewer, striker, victim, weapon, left),
    )


@njit
def feint_row(battle, viewer, striker, victim, weapon, left):
    """Gains of a Feint, one for each answer; `left` are the striker's AP after it."""
    return (
        unanswered(battle, viewer, striker, victim, left, 0.0),
        parry_gain(battle, viewer, striker, victim, weapon, left, FEINT_BONUS),
        evade_gain(battle, viewer, striker, victim, weapon, left, True),
        counter_gain(battle, viewer, striker, victim, weapon, left),
    )


@njit
def press_row(battle, viewer, striker, victim, weapon, left):
    """Gains of a Press against no reaction, Wind and Double (M27, M35, M40)."""
    fighter = battle.fighters[victim]
    points = np.int64(fighter.action_points)
    free = free_gain(battle, viewer, striker, victim, weapon)
    nothing = free + turn_value(battle, striker, victim, left, points)
    edge = blow_rating(battle, viewer, striker, weapon)
    edge -= blow_rating(battle, viewer, victim, blade(fighter))
    wind, double = IMPOSSIBLE, IMPOSSIBLE
    price = parry_cost(fighter)
    if price > 0 and price <= points:
        wind = dealt(battle, viewer, striker, victim, weapon, edge, STOPPED_AT_ZERO)
        wind += turn_value(battle, striker, victim, left, points - price)
    price = blade_cost(fighter)
    if price <= points and strike_gap(battle, victim, striker) <= reach(fighter):
        double = trade(battle, viewer, striker, victim, weapon, edge - DOUBLE_PENALTY)
        double += turn_value(battle, striker, victim, left, points - price)
    return (nothing, wind, IMPOSSIBLE, double)


# --- The game of two rows and four columns --------------------------------------------------------


@njit
def least(row):
    """The striker's gain if the defender gives the best answer to this row."""
    return min(row[0], row[1], row[2], row[3])


@njit
def worst(attack, feint, share):
    """Index of the defender's best answer when a `share` of the attacks are no Feints."""
    best = 0
    lowest = share * attack[0] + (1 - share) * feint[0]
    for column in range(1, 4):
        value = share * attack[column] + (1 - share) * feint[column]
        if value < lowest:
            best, lowest = column, value
    return best


@njit
def game_value(attack, feint, share):
    """The striker's gain against the best answer to a `share` of attacks without Feint."""
    column = worst(attack, feint, share)
    return share * attack[column] + (1 - share) * feint[column]


@njit
def break_even_share(attack, feint, one, other):
    """Share of true attacks at which two answers are equally good, -1 if there is none."""
    steep = (attack[one] - feint[one]) - (attack[other] - feint[other])
    if steep == 0:
        return -1.0
    return (feint[other] - feint[one]) / steep


@njit
def real_attack_share(attack, feint):
    """The striker's best share of real attacks among attacks and Feints, 0 to 1."""
    best, value = 1.0, game_value(attack, feint, 1.0)
    feigned = game_value(attack, feint, 0.0)
    if feigned > value:
        best, value = 0.0, feigned
    for one in range(3):
        for other in range(one + 1, 4):
            share = break_even_share(attack, feint, one, other)
            if 0 < share and share < 1:
                mixed = game_value(attack, feint, share)
                if mixed > value:
                    best, value = share, mixed
    return best


@njit
def best_answer(attack, feint, draw):
    """The defender's choice in the equilibrium; `draw`, 0 to 1, decides between two answers.

    Where the striker mixes attacks and Feints, two answers are equally good to the defender: one is
    better against attacks, the other against Feints. Their shares make attack and Feint equally
    good to the striker.
    """
    share = real_attack_share(attack, feint)
    first = worst(attack, feint, share)
    slope = attack[first] - feint[first]
    level = game_value(attack, feint, share)
    if share == 0 or share == 1 or slope == 0:
        return first
    for other in range(4):
        value = share * attack[other] + (1 - share) * feint[other]
        counter_slope = attack[other] - feint[other]
        if other != first and value - level < 1e-6 and slope * counter_slope <= 0:
            keep = counter_slope / (counter_slope - slope)
            return first if draw < keep else other
    return first
