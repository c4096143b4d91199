"""The tactician's odds, compared with enumeration and with the rules."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from quintain.agents.heuristics.mythic_epoch import exchange, odds, tempo
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.mythic_epoch.rules.wounds import damage_after_armour, outcome_of_blow
from quintain.envs.mythic_epoch.state import FIGHTER
from quintain.envs.mythic_epoch.tables import (
    ARMOUR_COVERAGE,
    ARMOUR_NAMES,
    WEAPON_BONUS,
    WEAPON_DICE,
    WEAPON_NAMES,
    WEAPON_SIDES,
)

pytestmark = pytest.mark.interpreted
POOL = (5 / 6) ** np.arange(120) / 6


def test_chances_are_the_nearest_numbers_on_every_processor():
    misses = [float(Fraction(5, 6) ** dice) for dice in range(64)]
    assert odds.MISSES.tolist() == misses
    d20 = [Fraction(min(20, 21 - face), 20) for face in range(22)]
    for net in range(-checks.MOST_NET, checks.MOST_NET + 1):
        dice = 1 + abs(net)
        kept = [1 - (1 - one) ** dice if net > 0 else one**dice for one in d20]
        assert checks.AT_LEAST[net + checks.MOST_NET].tolist() == [float(one) for one in kept]


@pytest.mark.parametrize("least", [-3, 0, 1, 2, 8, 20])
def test_pool_reaches_is_the_tail_of_the_pool(least):
    assert odds.pool_reaches(least) == pytest.approx(POOL[max(0, least) :].sum(), abs=1e-8)


@pytest.mark.parametrize("least", [-9, -1, 0, 1, 2, 8])
def test_wins_by_is_the_tail_of_the_difference_of_two_pools(least):
    own, other = np.meshgrid(np.arange(120), np.arange(120), indexing="ij")
    expected = np.outer(POOL, POOL)[own - other >= least].sum()
    assert odds.wins_by(least) == pytest.approx(expected, abs=1e-8)


def rolls(weapon):
    """Every total of a weapon's dice, each with the same probability."""
    dice = itertools.product(range(1, WEAPON_SIDES[weapon] + 1), repeat=WEAPON_DICE[weapon])
    return [sum(faces) + WEAPON_BONUS[weapon] for faces in dice]


def mean_of(weapon, armour, net, defence):
    """Mean damage of a blow with a net result, by the rules."""
    target = np.zeros(1, FIGHTER)[0]
    target.armour = armour
    outcome = outcome_of_blow(net, defence, defence + ARMOUR_COVERAGE[armour])
    if outcome == 0:
        return 0.0
    damage = [damage_after_armour(target, rolled, outcome == 2) for rolled in rolls(weapon)]
    return sum(damage) / len(damage)


@pytest.mark.parametrize("weapon", [WEAPON_NAMES.index(n) for n in ("unarmed", "sword", "axe")])
@pytest.mark.parametrize("armour", range(len(ARMOUR_NAMES)))
@pytest.mark.parametrize("defence", [-2, 0, 3])
def test_free_blow_is_the_mean_over_the_pool_by_the_rules(weapon, armour, defence):
    by_net = {net: mean_of(weapon, armour, net, defence) for net in range(-1, 20)}
    expected = sum(chance * by_net[min(19, k - 1)] for k, chance in enumerate(POOL))
    assert odds.free_blow(-1, defence, weapon, armour) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("edge", [-4, 0, 3])
@pytest.mark.parametrize("hurdle", [odds.NO_HURDLE, 1])
def test_opposed_blow_is_the_mean_over_both_pools_by_the_rules(edge, hurdle):
    sword, light = WEAPON_NAMES.index("sword"), ARMOUR_NAMES.index("light")
    by_net = {net: mean_of(sword, light, net, 0) for net in range(-200, 200)}
    expected = sum(
        POOL[a] * POOL[b] * (by_net[edge + a - b] if edge + a - b >= hurdle else 0)
        for a in range(100)
        for b in range(100)
    )
    assert odds.opposed_blow(edge, hurdle, 0, sword, light) == pytest.approx(expected, abs=1e-4)


def solve(attack, feint):
    """Value and row shares of a game of two rows by linear programming."""
    rows = np.array([attack, feint])
    best = linprog(
        [0, 0, -1], A_ub=np.hstack([-rows.T, np.ones((4, 1))]), b_ub=np.zeros(4),
        A_eq=[[1, 1, 0]], b_eq=[1], bounds=[(0, 1), (0, 1), (None, None)],
    )  # fmt: skip
    return -best.fun


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(30))
def test_honest_share_and_best_answer_are_an_equilibrium(seed):
    generator = np.random.default_rng(seed)
    attack, feint = (tuple(generator.normal(size=4)) for _ in range(2))
    value = solve(attack, feint)
    share = exchange.real_attack_share(attack, feint)
    assert exchange.game_value(attack, feint, share) == pytest.approx(value)
    draws = (np.arange(4000) + 0.5) / 4000
    answers = [exchange.best_answer(attack, feint, draw) for draw in draws]
    mixed = np.bincount(answers, minlength=4) / len(answers)
    assert max(mixed @ attack, mixed @ feint) <= value + 2e-3
    assert tempo.game_values(np.array(attack), np.array(feint)) == pytest.approx(value)


def test_recovery_odds_have_the_means_of_the_rulings():
    means = [tempo.recovery_odds(endurance) @ np.arange(13) for endurance in (0, 5, 10)]
    assert means == pytest.approx([6.8, 9.9, 11.2], abs=0.05)  # RM5


@pytest.mark.parametrize("values", [tempo.TURN_VALUE, tempo.END_VALUE])
def test_own_points_are_never_worth_less_and_the_others_never_more(values):
    assert (np.diff(values, axis=2) > -1e-9).all()
    assert (np.diff(values, axis=3) < 1e-9).all()


def test_continuing_is_never_worse_than_ending_the_turn():
    assert (tempo.TURN_VALUE >= tempo.END_VALUE - 1e-9).all()
