"""The d20 with advantages and disadvantages, degrees of success."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod, sqrt

import numpy as np
import pytest

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.martial.state import BATTLE

pytestmark = pytest.mark.interpreted

IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
DRAWS = 400_000 if IS_COMPILED else 4_000
FACES = range(1, 21)
NETS = range(-4, 5)


def chance_of_kept(net: int, face: int) -> Fraction:
    """Chance that the kept die shows a face, in closed form (RD1)."""
    dice = 1 + abs(net)
    if net < 0:
        face = 21 - face
    return Fraction(face**dice - (face - 1) ** dice, 20**dice)


def kept(battle: np.record, net: int, faces: tuple[int, ...]) -> int:
    """The natural roll for the dice thrown, all of which must be used."""
    load_dice(battle, list(faces))
    natural = int(checks.roll_d20(battle, net))
    assert loaded_left(battle) == []
    return natural


@njit
def count_rolls(battle: np.record, net: int, draws: int, counts: np.ndarray) -> None:
    """Roll a number of times and count the natural results."""
    for _ in range(draws):
        counts[checks.roll_d20(battle, net)] += 1


@pytest.mark.rule("RD1", "D5")
@pytest.mark.parametrize("net", NETS)
def test_RD1_one_die_more_for_each_net_advantage(net):
    battle = np.zeros(1, BATTLE)[0]
    dice = 1 + abs(net)
    assert checks.num_dice(net) == dice
    for faces in product((1, 2, 10, 19, 20), repeat=dice):
        assert kept(battle, net, faces) == (max(faces) if net > 0 else min(faces))


@pytest.mark.rule("RD1")
@pytest.mark.parametrize("net", range(-2, 3))
def test_RD1_exact_distribution_of_up_to_three_dice(net):
    battle = np.zeros(1, BATTLE)[0]
    dice = 1 + abs(net)
    counts = Counter(kept(battle, net, faces) for faces in product(FACES, repeat=dice))
    assert {face: Fraction(counts[face], 20**dice) for face in FACES} == {
        face: chance_of_kept(net, face) for face in FACES
    }


@pytest.mark.compiled
@pytest.mark.rule("RD1")
@pytest.mark.parametrize("net", [-4, -3, 3, 4])
def test_RD1_exact_distribution_of_four_and_five_dice(net):
    """Each set of faces once, for all the orders in which it can fall."""
    battle = np.zeros(1, BATTLE)[0]
    dice = 1 + abs(net)
    counts: Counter[int] = Counter()
    for faces in combinations_with_replacement(FACES, dice):
        orders = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        counts[kept(battle, net, faces)] += orders
    assert {face: Fraction(counts[face], 20**dice) for face in FACES} == {
        face: chance_of_kept(net, face) for face in FACES
    }


@pytest.mark.compiled
@pytest.mark.rule("RD1")
@pytest.mark.parametrize("net", NETS)
def test_RD1_rolled_distribution(net):
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(7, 1)[0]
    counts = np.zeros(21, np.int64)
    count_rolls(battle, net, DRAWS, counts)
    assert counts.sum() == DRAWS
    for face in FACES:
        chance = float(chance_of_kept(net, face))
        error = sqrt(DRAWS * chance * (1 - chance))
        assert abs(counts[face] - DRAWS * chance) < 4.5 * error + 1


@pytest.mark.rule("RD1", "RD39")
def test_RD1_a_natural_1_gets_frequent_with_disadvantages():
    assert [round(float(chance_of_kept(net, 1)) * 100) for net in (0, -1, -2)] == [5, 10, 14]


@pytest.mark.rule("RD2")
@pytest.mark.boundscheck
@pytest.mark.parametrize(
    ("beyond", "degrees"),
    [(-30, 0), (-1, 0), (0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (20, 4)],
)
def test_RD2_a_degree_for_each_full_5_above(beyond, degrees):
    for target in (0, 11, 25):
        assert checks.degrees_of_success(target + beyond, target) == degrees


@pytest.mark.rule("RD2")
def test_RD2_a_heart_needs_20_above():
    assert min(total for total in range(60) if checks.degrees_of_success(total, 15) >= 4) == 35


@pytest.mark.rule("RD2", "D20", "D21")
@pytest.mark.parametrize("net", range(-4, 5))
def test_RD2_exact_chances_of_degrees(net):
    # Bonus 5 against DV 16: the natural roll must beat 11; 16 and 20 more open a class each.
    chances = Counter()
    for face in FACES:
        total = face + 5
        outcome = checks.degrees_of_success(total, 16) if total > 16 else -1
        chances[int(outcome)] += chance_of_kept(net, face)
    dice = 1 + abs(net)
    below, low = Fraction(11, 20), Fraction(15, 20)
    if net < 0:
        below, low = 1 - Fraction(9, 20) ** dice, 1 - Fraction(5, 20) ** dice
    else:
        below, low = below**dice, low**dice
    assert chances == Counter({-1: below, 0: low - below, 1: 1 - low})
