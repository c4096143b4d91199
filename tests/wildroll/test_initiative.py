"""Initiative: rolled, lost to surprise, compared with lots among equals, moved."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.rules.combat_sequence import initiative
from quintain.envs.wildroll.rules.combat_sequence.initiative import TIE_SIDES

pytestmark = pytest.mark.interpreted

THREE = [3, 3, 3]
"""Dice of a check that shows 9."""


def everybody(*initiatives: int) -> list[dict]:
    """Fighters with these initiatives."""
    return [{"initiative": points} for points in initiatives]


@pytest.mark.rule("W52", "RW13")
def test_W52_perception_reflex_initiative_and_5(battle_of, loaded):
    battle = battle_of(red=["duellist"], blue=[{"wounds": {"severe": 1}}])
    with loaded(battle, [*THREE, 6, 6, 6]):
        initiative.roll_initiative(battle)
    assert battle.fighters[0].initiative == 9 + 5 + 1 + 2 + 1
    assert battle.fighters[1].initiative == 18 + 5 - 2  # ordinary: no critical


@pytest.mark.rule("RW13", "RW1")
@pytest.mark.parametrize("faces", [[1, 1, 1], [2, 4, 5], [6, 6, 6]])
def test_RW13_three_dice_and_no_criticals(battle_of, loaded, events, faces):
    battle = battle_of(red=["fighter"], blue=["fighter"])
    with loaded(battle, [*faces, *THREE]):
        initiative.roll_initiative(battle)
    assert battle.fighters[0].initiative == sum(faces) + 5
    told = [(actor, amount) for _, actor, _, _, amount, _ in events(battle, "initiative")]
    assert told == [(0, sum(faces) + 5), (1, 9 + 5)]


@pytest.mark.rule("W52", "W55")
def test_W55_it_never_begins_below_0(battle_of, loaded):
    battle = battle_of(red=[{"perception": -5, "surprised": True}])
    with loaded(battle, [1, 1, 1, *THREE]):
        initiative.roll_initiative(battle)
    assert battle.fighters[0].initiative == 0  # 3 + 5 - 5 - 10


# --- Surprise (W56, RW22, RW23) -------------------------------------------------------------------


@pytest.mark.rule("W56", "RW23", "H26")
@pytest.mark.parametrize(
    ("watching", "surprised", "hidden"),
    [
        ([6, 6, 6], False, [False, False]),
        ([5, 5, 4], False, [True, False]),
        ([3, 4, 4], True, [True, True]),
    ],
)  # fmt: skip
def test_W56_surprised_is_who_notices_nobody(battle_of, loaded, watching, surprised, hidden):
    red = [
        {"base": "thug", "hidden": True, "skills": {"stealth": 3}},
        {"base": "thug", "hidden": True},
    ]
    battle = battle_of(red=red, blue=["thug"], hiding_side=0, wary_side=1)
    with loaded(battle, [4, 4, 4, 4, 3, 3, *watching]):  # 16 and 11
        initiative.surprise(battle)
    assert battle.fighters[2].surprised == surprised
    assert [bool(battle.fighters[one].hidden) for one in range(2)] == hidden


@pytest.mark.rule("H26", "XW1")
def test_H26_who_is_noticed_by_any_is_seen_by_all(battle_of, loaded, events):
    hidden = {"base": "thug", "hidden": True}
    battle = battle_of(red=[hidden], blue=["thug", "thug"], hiding_side=0, wary_side=1)
    with loaded(battle, [3, 3, 4, 3, 3, 4, 6, 6, 6]):  # 11 against 10, then 18
        initiative.surprise(battle)
    assert [bool(fighter.surprised) for fighter in battle.fighters[:3]] == [False, True, False]
    assert not battle.fighters[0].hidden
    assert [event[:2] for event in events(battle, "found")] == [("found", 0)]


@pytest.mark.rule("W56", "XW4")
def test_W56_the_rolls_for_surprise_are_told(battle_of, loaded, events, told):
    battle = battle_of(red=["thug", "thug"], blue=["thug"], wary_side=1)
    with loaded(battle, [4, 4, 4, *THREE, 2, 2, 2]):  # a Dexterity and a Perception of 1 and 0
        initiative.surprise(battle)
    rolls = events(battle)
    assert rolls == [
        ("lurks", 0, -1, 12, 13, 0), ("lurks", 1, -1, 9, 10, 0), ("watches", 2, -1, 6, 6, 10)
    ]  # fmt: skip
    text = told(battle)
    assert "Stealth 12 + 1 = 13" in text
    assert "Observation 6 against a Stealth of 10 at least, and notices no enemy" in text


@pytest.mark.rule("W56")
@pytest.mark.parametrize(("perception", "surprised"), [(4, True), (5, True), (6, False)])
def test_W56_only_above_a_perception_of_5_nobody_is_surprised(
    battle_of, loaded, perception, surprised
):
    battle = battle_of(red=["thug"], blue=[{"perception": perception}], wary_side=1)
    with loaded(battle, [6, 6, 6, 1, 1, 1]):
        initiative.surprise(battle)
    assert battle.fighters[1].surprised == surprised


@pytest.mark.rule("H25", "W56", "H26")
def test_H26_animals_neither_lurk_nor_watch(battle_of, loaded):
    red = [{"base": "knight", "rides": 1, "hidden": True}, {"base": "horse", "hidden": True}]
    blue = [{"base": "knight", "rides": 3}, "horse"]
    battle = battle_of(red=red, blue=blue, hiding_side=0, wary_side=1)
    with loaded(battle, [*THREE, 1, 1, 1]):
        initiative.surprise(battle)
    assert [bool(fighter.surprised) for fighter in battle.fighters[:4]] == [0, 0, 1, 0]


@pytest.mark.rule("W56", "RW23")
@pytest.mark.parametrize(("watching", "surprised"), [([3, 3, 4], True), ([3, 4, 4], False)])
def test_RW23_the_acting_side_needs_equal_or_more(battle_of, loaded, watching, surprised):
    battle = battle_of(red=["thug"], blue=["thug"], wary_side=1)
    with loaded(battle, [*THREE, *watching]):  # 10 with Dexterity
        initiative.surprise(battle)
    assert battle.fighters[1].surprised == surprised


@pytest.mark.rule("W56")
@pytest.mark.parametrize(("perception", "points"), [(0, 9), (2, 13), (5, 19), (-1, 7)])
def test_W56_the_surprised_lose_5_less_their_perception(battle_of, loaded, perception, points):
    battle = battle_of(red=[{"perception": perception, "surprised": True}])
    with loaded(battle, [*THREE, *THREE]):
        initiative.roll_initiative(battle)
    assert battle.fighters[0].initiative == points


@pytest.mark.rule("W56")
def test_W56_above_perception_5_nobody_is_surprised(battle_of, loaded):
    battle = battle_of(red=["thug"], blue=[{"base": "thug", "perception": 6}], wary_side=1)
    with loaded(battle, [6, 6, 6, 1, 1, 1]):
        initiative.surprise(battle)
    assert not battle.fighters[1].surprised


@pytest.mark.rule("W56")
def test_W56_nobody_rolls_where_nobody_may_be_surprised(battle_of, loaded):
    battle = battle_of()
    with loaded(battle, []):
        initiative.surprise(battle)
    assert not battle.fighters["surprised"].any()


# --- Who comes first (W53, RW16, H6) --------------------------------------------------------------


@pytest.mark.rule("W53")
def test_W53_the_highest_comes_first_without_dice(battle_of, loaded):
    battle = battle_of(red=everybody(7, 12), blue=everybody(11, 3))
    with loaded(battle, []):
        assert initiative.first_of(battle, 0b1111) == 1
        assert initiative.first_of(battle, 0b1101) == 2
        assert initiative.first_of(battle, 0b1000) == 3
        assert initiative.first_of(battle, 0) == -1


@pytest.mark.rule("W53", "RW16", "H6")
def test_RW16_equals_draw_lots_once_a_round(battle_of, loaded):
    battle = battle_of(red=everybody(12, 12), blue=everybody(12, 5))
    with loaded(battle, [40, 90, 70]):
        assert initiative.first_of(battle, 0b1111) == 1
    with loaded(battle, []):
        assert initiative.first_of(battle, 0b1101) == 2
        assert initiative.first_of(battle, 0b1001) == 0
    battle.fighters[3].initiative = 12  # a new equal draws, the others keep their lots
    with loaded(battle, [100]):
        assert initiative.first_of(battle, 0b1111) == 3


@pytest.mark.rule("RW16")
def test_RW16_the_same_lot_is_drawn_again(battle_of, loaded):
    battle = battle_of(red=everybody(9), blue=everybody(9))
    with loaded(battle, [50, 50, 60]):
        assert initiative.first_of(battle, 0b11) == 0
    assert 50 < TIE_SIDES


@pytest.mark.rule("W106")
def test_W106_a_rider_counts_with_the_worse_of_two(battle_of):
    red = [{"base": "knight", "rides": 1, "initiative": 15}, {"base": "warhorse", "initiative": 9}]
    battle = battle_of(red=red, blue=everybody(10))
    assert [int(initiative.initiative_in_turn(battle, one)) for one in range(3)] == [9, 9, 10]
    assert initiative.goes_before(battle, 2, 0)
    red[1]["base"] = "griffin"
    battle = battle_of(red=red)
    assert [int(initiative.initiative_in_turn(battle, one)) for one in range(2)] == [15, 9]


# --- Moving it (W55, W98, RW41) -------------------------------------------------------------------


@pytest.mark.rule("W55", "RW41", "TW5")
@pytest.mark.parametrize(
    ("before", "points", "after"), [(5, -2, 3), (1, -2, 0), (0, -2, 0), (0, 4, 4)]
)
def test_RW41_initiative_never_falls_below_0(battle_of, events, before, points, after):
    battle = battle_of(red=everybody(before))
    initiative.change_initiative(battle, 0, points)
    assert battle.fighters[0].initiative == after
    moves = [("initiative_moves", 0, -1, after - before, after, after)]
    assert events(battle, "initiative_moves") == (moves if before != after else [])


@pytest.mark.rule("W98", "RW41")
def test_W98_seize_initiative_is_1d6_at_0_too(battle_of, loaded):
    for before in (0, 14):
        battle = battle_of(red=everybody(before))
        with loaded(battle, [5]):
            initiative.seize(battle, 0)
        assert battle.fighters[0].initiative == before + 5


@pytest.mark.rule("W98", "W106")
def test_W98_in_the_saddle_one_raises_ones_own_only(battle_of, loaded):
    red = [{"base": "knight", "rides": 1, "initiative": 9}, {"base": "horse", "initiative": 6}]
    battle = battle_of(red=red)
    with loaded(battle, [5]):
        initiative.seize(battle, 0)
    assert [int(battle.fighters[i].initiative) for i in (0, 1)] == [14, 6]
    assert initiative.initiative_in_turn(battle, 0) == 6
