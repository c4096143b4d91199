"""The module of blind spots."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.heimr.rules.modules import blind_spots
from quintain.envs.heimr.tables import MOST_FIELD

pytestmark = pytest.mark.interpreted

WIDE = "\n".join(["....."] * 5)


def at(x, y):
    """The number of a location."""
    return y * MOST_FIELD + x


def squares(mask, columns=5, rows=5):
    """The locations of a set that lie on a field."""
    return {(x, y) for y in range(rows) for x in range(columns) if int(mask) >> at(x, y) & 1}


def seen_turned(squares_, times):
    """The same squares of the field of 5 by 5, turned by quarters."""
    for _ in range(times):
        squares_ = {(4 - y, x) for x, y in squares_}
    return squares_


# --- Geometry (H157, H159, RH56) ------------------------------------------------------------------


@pytest.mark.rule("H157", "RH56")
@pytest.mark.parametrize(
    ("shooter", "found"),
    [((0, 1), {(2, 0), (2, 1), (2, 2)}), ((1, 2), {(0, 0), (1, 0), (2, 0)}),
     ((0, 0), {(2, 1), (1, 2), (2, 2)}), ((2, 0), {(0, 1), (0, 2), (1, 2)})],
)  # fmt: skip
def test_H157_three_squares_on_the_far_side_of_nine(shooter, found):
    dx, dy = 1 - shooter[0], 1 - shooter[1]
    line = blind_spots.DIAGONAL if dx * dy else blind_spots.STRAIGHT
    assert blind_spots.nearest_line(at(*shooter), at(1, 1)) == line
    assert squares(blind_spots.blind_side(at(*shooter), at(1, 1), line), 3, 3) == found


@pytest.mark.rule("H159", "RH56")
@pytest.mark.parametrize("turns", range(4))
def test_H159_it_spreads_at_a_right_angle(turns):
    victim, shooter = (2, 2), (0, 2)
    straight = {(3, 1), (3, 2), (3, 3), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4)}
    diagonal = {(x, y) for x in (2, 3, 4) for y in (2, 3, 4)} - {victim}
    [one] = seen_turned({shooter}, turns)
    found = squares(blind_spots.blind_side(at(*one), at(2, 2), blind_spots.STRAIGHT))
    assert found == seen_turned(straight, turns)
    [one] = seen_turned({(0, 0)}, turns)
    found = squares(blind_spots.blind_side(at(*one), at(2, 2), blind_spots.DIAGONAL))
    assert found == seen_turned(diagonal, turns)


@pytest.mark.rule("H159", "RH56", "QH12")
@pytest.mark.parametrize(
    ("offset", "line"),
    [((1, 0), "s"), ((4, 0), "s"), ((1, 1), "d"), ((2, 1), "tie"), ((3, 1), "s"), ((3, 2), "d"),
     ((4, 1), "s"), ((4, 2), "tie"), ((4, 3), "d"), ((1, 2), "tie"), ((1, 3), "s"), ((2, 3), "d")],
)  # fmt: skip
def test_H159_the_nearest_line(offset, line):
    expected = {"s": blind_spots.STRAIGHT, "d": blind_spots.DIAGONAL, "tie": blind_spots.TIE}[line]
    assert blind_spots.nearest_line(at(0, 0), at(*offset)) == expected
    assert blind_spots.nearest_line(at(*offset), at(0, 0)) == expected


@pytest.mark.rule("RH56")
def test_RH56_never_the_square_of_the_victim_nor_that_of_the_shooter():
    for shooter in np.ndindex(5, 5):
        for victim in np.ndindex(5, 5):
            if shooter == victim:
                continue
            for line in (blind_spots.STRAIGHT, blind_spots.DIAGONAL):
                found = squares(blind_spots.blind_side(at(*shooter), at(*victim), line))
                assert not found & {shooter, victim}


# --- Being blind (H157, H158, H177) ---------------------------------------------------------------


@pytest.mark.rule("H157")
def test_H157_a_shot_from_another_square_makes_a_blind_spot(battle_of, events):
    battle = battle_of(red=[{"at": (0, 1)}], blind_spots=True)
    blind_spots.add_blind_spot(battle, 0, 1, blind_spots.STRAIGHT)
    assert squares(battle.fighters[1].blind, 3, 3) == {(2, 0), (2, 1), (2, 2)}
    assert events(battle) == [("blind_spot", 1, 0, blind_spots.STRAIGHT, 0, 0)]


@pytest.mark.rule("H157", "RH56")
@pytest.mark.parametrize(("at_", "on"), [((1, 1), True), ((0, 1), False)])
def test_H157_none_from_the_same_square_or_without_the_module(battle_of, at_, on):
    battle = battle_of(red=[{"at": at_}], blind_spots=on)
    blind_spots.add_blind_spot(battle, 0, 1, blind_spots.STRAIGHT)
    assert battle.fighters[1].blind == 0


@pytest.mark.rule("H177")
def test_H177_a_shot_from_outside_adds_its_own_far_side(battle_of):
    red = [{"at": (0, 1)}, {"at": (1, 2)}, {"at": (2, 0)}]
    battle = battle_of(red=red, blue=[{}], blind_spots=True)
    blind_spots.add_blind_spot(battle, 0, 3, blind_spots.STRAIGHT)
    blind_spots.add_blind_spot(battle, 2, 3, blind_spots.STRAIGHT)
    assert squares(battle.fighters[3].blind, 3, 3) == {(2, 0), (2, 1), (2, 2)}
    blind_spots.add_blind_spot(battle, 1, 3, blind_spots.STRAIGHT)
    both = {(2, 0), (2, 1), (2, 2), (0, 0), (1, 0)}
    assert squares(battle.fighters[3].blind, 3, 3) == both


@pytest.mark.rule("H159", "QH12")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        (blind_spots.STRAIGHT, {(3, 1), (3, 2), (3, 3)}),
        (blind_spots.DIAGONAL, {(3, 2), (2, 3), (3, 3)}),
    ],
)
def test_H159_on_a_tie_the_shooter_chooses(battle_of, line, found):
    battle = battle_of(red=[{"at": (0, 1)}], blue=[{"at": (2, 2)}], map=WIDE, blind_spots=True)
    assert blind_spots.chooses_line(battle, 0, 1)
    blind_spots.add_blind_spot(battle, 0, 1, line)
    near = {(x, y) for x, y in squares(battle.fighters[1].blind) if max(x, y) < 4}
    assert near == found


@pytest.mark.rule("H159")
def test_H159_without_a_tie_nothing_is_chosen(battle_of):
    battle = battle_of(red=[{"at": (0, 2)}], blue=[{"at": (2, 2)}], map=WIDE, blind_spots=True)
    assert not blind_spots.chooses_line(battle, 0, 1)
    blind_spots.add_blind_spot(battle, 0, 1, blind_spots.DIAGONAL)
    assert (3, 3) in squares(battle.fighters[1].blind)
    assert (2, 3) not in squares(battle.fighters[1].blind)


@pytest.mark.rule("H158")
@pytest.mark.parametrize(("shooter", "penalty"), [((2, 0), 5), ((0, 0), 0), ((1, 1), 0)])
def test_H158_5_worse_against_shots_out_of_it(battle_of, shooter, penalty):
    east = 1 << at(2, 0) | 1 << at(2, 1) | 1 << at(2, 2)
    battle = battle_of(red=[{"at": shooter}], blue=[{"blind": east}])
    assert blind_spots.blind_penalty(battle, 0, 1, True, False) == penalty


@pytest.mark.rule("H158")
@pytest.mark.parametrize(
    ("entered", "turn", "charges", "penalty"),
    [(at(2, 1), 0, False, 5), (at(0, 1), 0, False, 0), (-1, 0, False, 0), (at(2, 1), 1, False, 0),
     (at(2, 1), 1, True, 5)],
)  # fmt: skip
def test_H158_and_against_who_has_come_out_of_it_in_this_turn(
    battle_of, entered, turn, charges, penalty
):
    red = [{"entered_from": entered}]
    battle = battle_of(red=red, blue=[{"blind": 1 << at(2, 1)}], place=turn)
    assert blind_spots.blind_penalty(battle, 0, 1, False, charges) == penalty
