"""Checks of 3d6, and wild rolls with their critical successes and failures."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.wildroll import tables
from quintain.envs.wildroll.rules.rolls import rolls
from quintain.envs.wildroll.state import BATTLE

pytestmark = pytest.mark.interpreted

IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
DRAWS = 400_000 if IS_COMPILED else 4_000
FACES = range(1, 7)
THREE_DICE = list(product(FACES, repeat=3))


def new_battle(faces: tuple[int, ...] = ()) -> np.record:
    """An empty battle with loaded dice."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(3, 1)[0]
    load_dice(battle, list(faces))
    return battle


def rolled(roll, faces: tuple[int, ...], modifier: int = 0) -> int:
    """The result of a roll for the dice thrown, all of which must be used."""
    battle = new_battle(faces)
    result = int(roll(battle, modifier))
    assert loaded_left(battle) == []
    return result


def wild(battle: np.record, modifier: int) -> int:
    """The result of a wild roll (RW2)."""
    return rolls.wild_roll(battle, 0, modifier)[1]


def more_dice(natural: int) -> list[tuple[int, ...]]:
    """The possible further dice after the first three dice of a wild roll (RW2)."""
    return [(face,) for face in FACES] if natural >= 16 or natural <= 5 else [()]


def change(natural: int, more: tuple[int, ...]) -> int:
    """The effect of the last die on a wild roll (RW2)."""
    if natural >= 16:
        return more[0]
    return -more[0] if natural <= 5 else 0


def wild_distribution() -> dict[int, Fraction]:
    """Chances of the results of a wild roll, in closed form (RW2)."""
    chances: Counter[int] = Counter()
    for dice in THREE_DICE:
        last = more_dice(sum(dice))
        for more in last:
            result = sum(dice) + change(sum(dice), more)
            chances[result] += Fraction(1, 216 * len(last))
    return dict(chances)


@njit
def count_wild(battle: np.record, draws: int, counts: np.ndarray) -> None:
    """Roll a number of times and count the results, shifted by 10."""
    for _ in range(draws):
        counts[rolls.wild_roll(battle, 0, 10)[1]] += 1


@pytest.mark.rule("RW1")
def test_RW1_the_dice_are_three_with_six_sides():
    assert (tables.DICE_COUNT, tables.DICE_SIDES) == (3, 6)
    assert Fraction(sum(sum(dice) for dice in THREE_DICE), 216) == Fraction(21, 2)


@pytest.mark.rule("RW1")
def test_RW1_an_ordinary_check_is_the_sum_of_the_dice_and_its_modifier():
    for dice in THREE_DICE:
        assert rolled(rolls.ordinary_roll, dice) == sum(dice)
    assert rolled(rolls.ordinary_roll, (6, 6, 6), 4) == 22


@pytest.mark.rule("RW1")
@pytest.mark.boundscheck
def test_RW1_results_may_be_negative():
    assert rolled(rolls.ordinary_roll, (1, 1, 1), -9) == -6
    assert rolled(wild, (1, 1, 1, 6), -1) == -4


@pytest.mark.rule("RW2")
@pytest.mark.boundscheck
@pytest.mark.parametrize(
    ("natural", "success", "failure"),
    [(3, False, True), (5, False, True), (6, False, False), (15, False, False), (16, True, False)],
)
def test_RW2_critical_from_16_and_up_to_5(natural, success, failure):
    assert rolls.is_critical_success(natural) == success
    assert rolls.is_critical_failure(natural) == failure


@pytest.mark.rule("RW2", "W17")
def test_RW2_every_throw_of_a_wild_roll():
    for dice in THREE_DICE:
        natural = sum(dice)
        for more in more_dice(natural):
            assert rolled(wild, (*dice, *more)) == natural + change(natural, more)


@pytest.mark.rule("RW2")
def test_RW2_each_critical_is_10_of_216():
    sums = Counter(sum(dice) for dice in THREE_DICE)
    assert sum(sums[natural] for natural in sums if rolls.is_critical_success(natural)) == 10
    assert sum(sums[natural] for natural in sums if rolls.is_critical_failure(natural)) == 10


@pytest.mark.rule("RW2")
def test_RW2_exact_distribution_of_a_wild_roll():
    # Every throw of three dice and of the one that a critical adds, weighted by its chance.
    counts: Counter[int] = Counter()
    for dice in THREE_DICE:
        last = more_dice(sum(dice))
        for more in last:
            result = rolled(wild, (*dice, *more))
            counts[result] += 6 // len(last)
    assert sum(counts.values()) == 216 * 6
    chances = wild_distribution()
    assert {result: Fraction(count, 1296) for result, count in counts.items()} == chances
    assert (min(chances), max(chances)) == (-3, 24)
    assert chances[24] == chances[-3] == Fraction(1, 1296)
    assert sum(result * chance for result, chance in chances.items()) == Fraction(21, 2)
    assert all(chances[result] == chances[21 - result] for result in chances)  # symmetrical


@pytest.mark.rule("RW2")
def test_RW2_rolled_distribution():
    battle = new_battle()
    counts = np.zeros(64, np.int64)
    count_wild(battle, DRAWS, counts)
    for result, chance in wild_distribution().items():
        error = sqrt(DRAWS * float(chance) * (1 - float(chance)))
        assert abs(counts[result + 10] - DRAWS * float(chance)) < 4.5 * error + 1


@pytest.mark.rule("RW2")
def test_RW2_a_roll_notes_its_dice_and_its_result():
    for dice, natural, total in (((6, 6, 4, 5), 16, 23), ((1, 2, 2, 3), 5, 4), ((3, 3, 3), 9, 11)):
        battle = new_battle(dice)
        rolls.roll_wild(battle, battle.frames[0], 2)
        assert (battle.frames[0].natural, battle.frames[0].total) == (natural, total)
        assert loaded_left(battle) == []


@pytest.mark.rule("W18", "RW18")
def test_RW18_equal_succeeds():
    assert rolls.succeeds(12, 12)
    assert rolls.succeeds(13, 12)
    assert not rolls.succeeds(11, 12)
    assert rolls.succeeds(-3, -3)


@pytest.mark.rule("RW1")
@pytest.mark.parametrize(
    ("kind", "dice", "criticals"),
    [("3d6", (3, 6), (16, 5)), ("2d10", (2, 10), (19, 3)), ("1d20", (1, 20), (20, 1))],
)
def test_RW1_the_dice_are_a_parameter(kind, dice, criticals):
    found = tables.DICE_KINDS[kind]
    assert (found["count"], found["sides"]) == dice
    assert (found["success"], found["failure"]) == criticals
    assert found["more"] == 6
