"""The heuristics' tables of odds, against fractions and enumeration (H11 to H16, H67)."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import pytest

from quintain.agents.heuristics.heimr import odds
from quintain.envs.heimr.rules.dice_challenges.rolls import value_of_highest, value_of_lowest

pytestmark = pytest.mark.interpreted

DICE = range(-odds.MOST_DICE, odds.MOST_DICE + 1)


def value_of(dice, d6, faces):
    """The value of a challenge by the rules."""
    if dice > 0:
        return value_of_highest(max(d6, *faces), faces.count(10))
    if dice < 0:
        return value_of_lowest(min(d6, *faces), (d6, *faces).count(1))
    return d6


def enumerated(dice):
    """The chance of each face of the d6 with each value, from all rolls."""
    chances = {}
    weight = Fraction(1, 6 * 10 ** abs(dice))
    for d6 in range(1, 7):
        for faces in itertools.product(range(1, 11), repeat=abs(dice)):
            key = d6, value_of(dice, d6, faces)
            chances[key] = chances.get(key, 0) + weight
    return chances


@pytest.mark.rule("H11", "H12", "H13", "H14", "H15")
@pytest.mark.parametrize("dice", [-3, -2, -1, 0, 1, 2, 3])
def test_H12_tables_hold_what_enumeration_finds(dice):
    chances = enumerated(dice)
    row = odds.row_of(dice)
    for d6 in range(7):
        for value in range(odds.LEAST, odds.MOST + 1):
            ways = int(odds.WAYS_BY_FACE[row, d6, value - odds.LEAST])
            assert Fraction(ways, int(odds.TOTAL[row])) == chances.get((d6, value), 0)


@pytest.mark.rule("H11")
@pytest.mark.parametrize("dice", DICE)
def test_H11_every_roll_is_counted_once(dice):
    assert odds.TOTAL[odds.row_of(dice)] == 6 * 10 ** abs(dice)


def many(count, least, share):
    """Chance that at least a number of dice show a face with this probability."""
    each = [comb(count, n) * share**n * (1 - share) ** (count - n) for n in range(count + 1)]
    return sum(each[least:], Fraction(0))


def closed_form(dice, value):
    """The chance of a value or more by a formula: the highest or lowest die, tens and ones."""
    count = abs(dice)
    if dice > 0:
        if value > 10:
            return many(count, value - 9, Fraction(1, 10))
        return 1 - min(Fraction(1), Fraction(value - 1, 6)) * Fraction(value - 1, 10) ** count
    if value >= 2:
        return max(Fraction(0), Fraction(7 - value, 6)) * Fraction(11 - value, 10) ** count
    ones = 2 - value  # with one more the value would be lower
    tail = many(count, ones, Fraction(1, 10)) * 5 + many(count, ones - 1, Fraction(1, 10))
    return 1 - tail / 6 if ones > 1 else Fraction(1)


@pytest.mark.rule("H12", "H14", "H15")
@pytest.mark.parametrize("dice", [one for one in DICE if one != 0])
def test_H12_up_to_eight_dice_the_tails_are_those_of_the_formula(dice):
    row = odds.row_of(dice)
    for value in range(1, odds.MOST + 1):
        ways = int(odds.ways_at_least(row, value))
        if dice < 0 and value == 1:
            chance = 1 - (5 * many(-dice, 2, Fraction(1, 10)) + many(-dice, 1, Fraction(1, 10))) / 6
        else:
            chance = closed_form(dice, value)
        assert Fraction(ways, int(odds.TOTAL[row])) == chance
        assert odds.chance_at_least(dice, value) == ways / int(odds.TOTAL[row])


@pytest.mark.rule("H16")
def test_H16_the_corrected_chances_of_the_book():
    assert odds.chance_at_least(5, 9) == pytest.approx(1 - 0.8**5)  # 67 %
    assert odds.chance_at_least(-5, 3) == pytest.approx(1 - 0.78, abs=0.01)


def test_more_dice_than_the_tables_hold_count_as_eight():
    assert odds.chance_at_least(12, 9) == odds.chance_at_least(8, 9)
    assert odds.chance_at_least(-12, 3) == odds.chance_at_least(-8, 3)
    assert odds.chance_at_least(3, 40) == odds.chance_with_face(3, 40, 6) == 0
    assert odds.chance_at_least(3, -40) == 1


@pytest.mark.rule("H116")
@pytest.mark.parametrize("dice", DICE)
def test_H116_the_faces_add_up(dice):
    for value in (2, 5, 9, 11):
        total = sum(odds.chance_with_face(dice, value, d6) for d6 in range(1, 7))
        assert total == pytest.approx(odds.chance_at_least(dice, value), abs=1e-12)


@pytest.mark.rule("H67", "H119", "RH10", "RH23")
@pytest.mark.parametrize(("attack", "defence"), [(2, 1), (1, -1), (-1, 2), (0, 0)])
@pytest.mark.parametrize(("breath", "other_breath", "edge"), [(4, 4, 0), (1, 6, 2), (7, 1, -3)])
def test_H119_an_attack_against_a_defence(attack, defence, breath, other_breath, edge):
    expected = Fraction(0)
    for (_, value), chance in enumerated(attack).items():
        for (_, met), other in enumerated(defence).items():
            if value >= breath and (met < other_breath or value + edge > met):
                expected += chance * other
    found = odds.chance_of_hit(attack, breath, defence, other_breath, edge)
    assert found == pytest.approx(float(expected), abs=1e-14)
