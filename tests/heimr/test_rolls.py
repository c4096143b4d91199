"""The dice challenge: a d6 and many d10."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from quintain.envs.core.engine.dice import load_dice
from quintain.envs.heimr.enums import Ability
from quintain.envs.heimr.rules.dice_challenges import checks, rolls

pytestmark = pytest.mark.interpreted


def rolled(battle, consistency, potential):
    """d6, value and total of the last roll, after one."""
    rolls.roll_challenge(battle, consistency, potential)
    roll = battle.roll
    return int(roll.d6), int(roll.value), int(roll.total)


# --- Exact odds -----------------------------------------------------------------------------------


def multinomial(faces):
    """In how many orders some dice can show these faces."""
    ways = math.factorial(len(faces))
    for count in Counter(faces).values():
        ways //= math.factorial(count)
    return ways


def enumerated(battle, consistency):
    """Probability of each dice value, by enumeration of all rolls."""
    chances = Counter()
    for d6 in range(1, 7):
        for faces in combinations_with_replacement(range(1, 11), abs(consistency)):
            load_dice(battle, [d6, *faces])
            value = rolled(battle, consistency, 0)[1]
            chances[value] += Fraction(multinomial(faces), 6 * 10 ** abs(consistency))
    return chances


def binomial(times, hits, chance):
    """Chance of exactly this number of hits."""
    return math.comb(times, hits) * chance**hits * (1 - chance) ** (times - hits)


def closed(consistency):
    """Chances of each dice value, by formula."""
    dice = abs(consistency)
    if consistency == 0:
        return {value: Fraction(1, 6) for value in range(1, 7)}
    chances = {}
    if consistency > 0:
        below = [Fraction(min(top, 6), 6) * Fraction(top, 10) ** dice for top in range(10)]
        chances = {value: below[value] - below[value - 1] for value in range(1, 10)}
        for tens in range(1, dice + 1):
            chances[9 + tens] = binomial(dice, tens, Fraction(1, 10))
    else:
        above = [
            Fraction(7 - low, 6) * Fraction(11 - low, 10) ** dice if low < 7 else Fraction(0)
            for low in range(1, 8)
        ]
        chances = {value: above[value - 1] - above[value] for value in range(2, 7)}
        for ones in range(1, dice + 2):
            chance = Fraction(5, 6) * (binomial(dice, ones, Fraction(1, 10)) if ones <= dice else 0)
            chance += Fraction(1, 6) * binomial(dice, ones - 1, Fraction(1, 10))
            chances[2 - ones] = chance
    return {value: chance for value, chance in chances.items() if chance}


@pytest.mark.compiled
@pytest.mark.rule("H10", "H11", "H12", "H13", "H14")
@pytest.mark.parametrize("consistency", range(-6, 7))
def test_H11_exact_odds_of_the_dice(battle_of, consistency):
    chances = enumerated(battle_of(), consistency)
    assert sum(chances.values()) == 1
    assert dict(chances) == closed(consistency)


@pytest.mark.rule("H16")
@pytest.mark.parametrize(
    ("consistency", "values", "percent"), [(5, (9, 10, 11, 12, 13, 14), 67), (-5, (1, 2), 78)]
)
def test_H16_how_reliable_many_dice_are(consistency, values, percent):
    """The book's 67 % for a C of 5 is right, its 89 % for -5 is not: all values up to 2 count."""
    chances = closed(consistency)
    least = min(values)
    good = sum(chance for value, chance in chances.items() if value <= 2 or least > 2)
    if least > 2:
        good = sum(chance for value, chance in chances.items() if value >= least)
    assert round(100 * good) == percent


# --- The printed examples, corrected (H16) --------------------------------------------------------


@pytest.mark.rule("H12", "H13", "H14", "H16")
@pytest.mark.parametrize(
    ("consistency", "potential", "faces", "total"),
    [
        (3, 3, [1, 4, 9, 10], 13),
        (5, 6, [1, 3, 5, 7, 10, 10], 17),
        (0, 0, [3], 3),
        (4, 3, [1, 1, 2, 4, 6], 9),
        (2, -3, [3, 10, 10], 8),
        (-4, -4, [1, 1, 1, 4, 9], -5),
    ],
)
def test_H16_the_printed_examples(battle_of, loaded, consistency, potential, faces, total):
    battle = battle_of()
    with loaded(battle, faces):
        d6, value, result = rolled(battle, consistency, potential)
    assert (d6, value, result) == (faces[0], total - potential, total)


@pytest.mark.rule("H12", "H14")
@pytest.mark.parametrize(
    ("consistency", "faces", "value"),
    [
        (3, [6, 10, 10, 10], 12),
        (3, [1, 1, 1, 1], 1),
        (1, [6, 2], 6),
        (-2, [6, 10, 10], 6),
        (-2, [1, 1, 1], -1),
        (-1, [1, 1], 0),
        (-1, [1, 5], 1),
    ],
)
def test_H12_H14_ones_and_tens(battle_of, loaded, consistency, faces, value):
    """Ones do not matter above 0, tens not below; the d6 counts among the ones."""
    battle = battle_of()
    with loaded(battle, faces):
        assert rolled(battle, consistency, 0)[1] == value


@pytest.mark.rule("H15")
@pytest.mark.parametrize("consistency", range(-6, 0))
def test_H15_the_lowest_die_is_never_above_6(consistency):
    assert max(closed(consistency)) == 6


@pytest.mark.rule("H171")
def test_H171_when_a_result_can_be_0_or_less():
    assert all(min(closed(consistency)) >= 1 for consistency in range(7))
    assert [min(closed(consistency)) for consistency in range(-6, 0)] == [-5, -4, -3, -2, -1, 0]


# --- Comparisons ----------------------------------------------------------------------------------


@pytest.mark.rule("H18", "RH32")
@pytest.mark.parametrize(("total", "passed"), [(4, False), (5, True), (6, True)])
def test_H18_equal_meets_a_requirement(total, passed):
    assert rolls.meets(total, 5) == passed


@pytest.mark.rule("H119")
@pytest.mark.parametrize(("attack", "hit"), [(7, False), (8, False), (9, True)])
def test_H119_equal_misses(attack, hit):
    assert rolls.beats_defence(attack, 8) == hit


# --- Rolling abilities and attributes -------------------------------------------------------------


@pytest.mark.rule("H17")
def test_H17_a_penalty_takes_dice_away(battle_of, loaded):
    battle = battle_of(red=[{"trained": {"perception": [2, 1]}}])
    with loaded(battle, [2, 9]):
        checks.roll_ability(battle, 0, Ability.PERCEPTION, 2, 0, True)
    assert (battle.roll.value, battle.roll.total) == (9, 10)
    with loaded(battle, [4, 9, 7]):
        checks.roll_ability(battle, 0, Ability.PERCEPTION, 5, 0, True)
    assert (battle.roll.value, battle.roll.total) == (4, 5)


@pytest.mark.rule("H40", "RH31")
def test_H40_a_bonus_is_added_after_the_dice(battle_of, loaded):
    battle = battle_of(red=[{"trained": {"perception": [0, 1]}}])
    with loaded(battle, [2, 6]):
        checks.roll_ability(battle, 0, Ability.PERCEPTION, 0, 3, True)
    assert (battle.roll.value, battle.roll.total) == (6, 10)


@pytest.mark.rule("H18", "H67", "RH34")
@pytest.mark.parametrize(
    ("ability", "value", "passed"),
    [(Ability.AGILITY, 6, False), (Ability.AGILITY, 7, True), (Ability.PERCEPTION, 6, True)],
)
def test_RH34_a_physical_roll_must_pass_fatigue_and_requirement(
    battle_of, loaded, ability, value, passed
):
    one = {"fatigue": 7, "trained": {"agility": [0, 4], "perception": [0, 4]}, "dexterity": 4}
    battle = battle_of(red=[one])
    with loaded(battle, [6, value]):
        checks.roll_ability(battle, 0, ability, 0, 0, True)
    assert checks.passes(battle, 8) == passed
    assert not checks.passes(battle, 40)


@pytest.mark.rule("H19", "RH7")
def test_H19_a_failed_challenge_again_for_1_wp(battle_of):
    battle = battle_of(red=[{"wp": 1}])
    assert checks.may_reroll(battle.fighters[0])
    checks.pay_reroll(battle, 0, 5)
    assert battle.fighters[0].wp == 0
    assert not checks.may_reroll(battle.fighters[0])
