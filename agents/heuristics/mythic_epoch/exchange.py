"""What an exchange of blows is worth: attack or Feint against what the other may answer.

An attack is a small game of hidden moves: the striker chooses Melee Attack or Feint unseen, the
other answers with nothing, a Parry, an Evade or a Counter-Attack. Both choose by its equilibrium.
Gains are in damage points, weighted by what they mean to who suffers them, with a price on AP.
"""

from __future__ import annotations

from ....envs.core.compile import njit
from ....envs.mythic_epoch.rules.defence import combat_defence
from ....envs.mythic_epoch.tables import (
    COUNTER_UNARMED_BONUS,
    CT_COUNTER_ATTACK_BONUS,
    EVADE_COST,
    FEINT_BONUS,
    UNARMED,
    Status,
)
from .odds import NO_HURDLE, free_blow, opposed_blow
from .sight import (
    blade,
    blade_cost,
    blow_rating,
    damage_left,
    evade_rating,
    gap,
    parry_cost,
    reach,
)

NOTHING, PARRY, EVADE, COUNTER = 0, 1, 2, 3
IMPOSSIBLE = 1e6
STOPPED_AT_ZERO = 1
"""Net that gets past a reaction which stops the blow at 0 (RM31)."""
POINT_PRICE = 1.3
"""What an action point is worth to who must react, in damage points."""
WORTH_OF_LEFT = 30.0


@njit
def worth(battle, viewer, victim):
    """Weight of a damage point: the fewer are left, the more each means."""
    return WORTH_OF_LEFT / (damage_left(battle, viewer, victim) + 6)


@njit
def dealt(battle, viewer, striker, victim, weapon, edge, hurdle):
    """Weighted mean damage of an opposed blow."""
    target = battle.fighters[victim]
    mean = opposed_blow(edge, hurdle, combat_defence(target), weapon, target.armour)
    return mean * worth(battle, viewer, victim)


@njit
def free_gain(battle, viewer, striker, victim, weapon):
    """Weighted mean damage of a blow that is not answered."""
    target = battle.fighters[victim]
    rating = blow_rating(battle, viewer, striker, weapon)
    mean = free_blow(rating, combat_defence(target), weapon, target.armour)
    return mean * worth(battle, viewer, victim)


@njit
def can_answer(battle, striker, victim):
    """Whether the victim can react to this striker at all (TM5, RM21)."""
    fighter = battle.fighters[victim]
    return fighter.status == Status.ON_GUARD


@njit
def parry_gain(battle, viewer, striker, victim, weapon, bonus):
    """The striker's gain against a Parry; a Feint that becomes a Counter-Attack has a bonus."""
    fighter = battle.fighters[victim]
    price = parry_cost(fighter)
    if not can_answer(battle, striker, victim) or price == 0 or fighter.action_points < price:
        return IMPOSSIBLE
    edge = blow_rating(battle, viewer, striker, weapon) + bonus
    edge -= blow_rating(battle, viewer, victim, blade(fighter))
    gain = dealt(battle, viewer, striker, victim, weapon, edge, STOPPED_AT_ZERO)
    return gain + POINT_PRICE * price


@njit
def evade_gain(battle, viewer, striker, victim, weapon, is_feint):
    """The striker's gain against an Evade; a Feint does nothing."""
    if not can_answer(battle, striker, victim) or (
        battle.fighters[victim].action_points < EVADE_COST
    ):
        return IMPOSSIBLE
    if is_feint:
        return POINT_PRICE * EVADE_COST
    edge = blow_rating(battle, viewer, striker, weapon) - evade_rating(battle, viewer, victim)
    gain = dealt(battle, viewer, striker, victim, weapon, edge, STOPPED_AT_ZERO)
    return gain + POINT_PRICE * EVADE_COST


@njit
def counter_gain(battle, viewer, striker, victim, weapon):
    """The striker's gain against a Counter-Attack, answered in counter-tempo where that is legal."""
    fighter = battle.fighters[victim]
    answer = blade(fighter)
    price = blade_cost(fighter)
    far = gap(battle, striker, victim)
    if not can_answer(battle, striker, victim) or (
        fighter.action_points < price or far > reach(fighter)
    ):
        return IMPOSSIBLE
    edge = blow_rating(battle, viewer, striker, weapon) - blow_rating(
        battle, viewer, victim, answer
    )
    if weapon != UNARMED:
        edge += CT_COUNTER_ATTACK_BONUS
    elif answer != UNARMED:
        edge -= COUNTER_UNARMED_BONUS
    gain = dealt(battle, viewer, striker, victim, weapon, edge, NO_HURDLE)
    loss = dealt(battle, viewer, victim, striker, answer, -edge, NO_HURDLE)
    return gain - loss + POINT_PRICE * price


@njit
def attack_row(battle, viewer, striker, victim, weapon):
    """The striker's gains of an attack against each answer."""
    return (
        free_gain(battle, viewer, striker, victim, weapon),
        parry_gain(battle, viewer, striker, victim, weapon, 0),
        evade_gain(battle, viewer, striker, victim, weapon, False),
        counter_gain(battle, viewer, striker, victim, weapon),
    )


@njit
def feint_row(battle, viewer, striker, victim, weapon):
    """The striker's gains of a Feint against each answer."""
    return (
        0.0,
        parry_gain(battle, viewer, striker, victim, weapon, FEINT_BONUS),
        evade_gain(battle, viewer, striker, victim, weapon, True),
        counter_gain(battle, viewer, striker, victim, weapon),
    )


# --- The game of two rows and four columns --------------------------------------------------------


@njit
def worst(attack, feint, share):
    """The column that is best for the answerer when so many of the attacks are no Feints."""
    best = 0
    least = share * attack[0] + (1 - share) * feint[0]
    for column in range(1, 4):
        value = share * attack[column] + (1 - share) * feint[column]
        if value < least:
            best, least = column, value
    return best


@njit
def game_value(attack, feint, share):
    """What the striker gets against the best answer."""
    column = worst(attack, feint, share)
    return share * attack[column] + (1 - share) * feint[column]


@njit
def crossing(attack, feint, one, other):
    """Share of true attacks at which two answers are equally good, -1 if there is none."""
    slope_one = attack[one] - feint[one]
    slope_other = attack[other] - feint[other]
    if slope_one == slope_other:
        return -1.0
    return (feint[other] - feint[one]) / (slope_one - slope_other)


@njit
def honest_share(attack, feint):
    """The striker's best share of true attacks among attacks and Feints."""
    best, value = 1.0, game_value(attack, feint, 1.0)
    if game_value(attack, feint, 0.0) > value:
        best, value = 0.0, game_value(attack, feint, 0.0)
    for one in range(3):
        for other in range(one + 1, 4):
            share = crossing(attack, feint, one, other)
            if 0 < share < 1 and game_value(attack, feint, share) > value:
                best, value = share, game_value(attack, feint, share)
    return best


@njit
def answer_share(attack, feint, steep, flat):
    """The answerer's share of `steep` beside `flat` that makes attack and Feint equally good."""
    steep_slope = attack[steep] - feint[steep]
    flat_slope = attack[flat] - feint[flat]
    if steep_slope == flat_slope:
        return 1.0
    return min(1.0, max(0.0, flat_slope / (flat_slope - steep_slope)))


@njit
def best_answer(attack, feint, chance):
    """The answerer's choice in the equilibrium; `chance` in 0 to 1 draws among two answers."""
    share = honest_share(attack, feint)
    first = worst(attack, feint, share)
    if share == 0 or share == 1:
        return first
    level = game_value(attack, feint, share)
    slope = attack[first] - feint[first]
    for other in range(4):
        value = share * attack[other] + (1 - share) * feint[other]
        if other != first and value - level < 1e-9:
            if slope * (attack[other] - feint[other]) <= 0:
                keep = answer_share(attack, feint, first, other)
                return first if chance < keep else other
    return first
