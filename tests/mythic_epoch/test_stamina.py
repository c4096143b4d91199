"""Recover Stamina and the pool of action points (M8, M43, M44, RM5, RM15, TM4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.envs.mythic_epoch.rules.stamina import points_regained, recovery_result

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("RM15", "M1")
def test_RM15_everybody_starts_with_12(fight):
    battle = fight([{}, {}], [{}])
    assert [int(fighter.action_points) for fighter in battle.fighters[:3]] == [12, 12, 12]


@pytest.mark.rule("RM15", "M5")
def test_RM15_what_is_left_pays_reactions_until_the_next_turn(duel, act, who):
    battle = duel()
    act(battle, "melee_attack")
    act(battle, "parry", faces=[2, 3])
    assert battle.fighters[1].action_points == 10
    act(battle, "wait", faces=[0])
    assert who(battle) == ("blue_0", "turn")
    assert battle.fighters[1].action_points == 10


@pytest.mark.rule("M43", "M8")
def test_M43_at_the_end_of_the_turn_and_only_for_its_owner(duel, act, who):
    battle = duel({"action_points": 5}, {"action_points": 5})
    act(battle, "wait", faces=[9])
    assert [int(fighter.action_points) for fighter in battle.fighters[:2]] == [5 + 6, 5]
    assert who(battle) == ("blue_0", "turn")


@pytest.mark.rule("M43", "M3")
def test_M43_when_the_points_are_spent_the_turn_ends_by_itself(duel, play, who):
    """No choice is left: Recover Stamina follows the blow without a decision."""
    battle = duel({"action_points": 4})
    play(battle, "melee_attack", "evade", faces=[0, 9, 14])
    assert battle.fighters[0].action_points == 2
    assert who(battle) == ("blue_0", "turn")


@pytest.mark.rule("M43", "M8")
def test_M43_at_the_end_of_a_turn_without_a_choice(duel, act, who):
    """Blue has no point to spend: its turn is its recovery, then it is red's turn."""
    battle = duel({}, {"action_points": 0})
    act(battle, "wait", faces=[0, 8])
    assert battle.fighters[1].action_points == 8
    assert who(battle) == ("red_0", "turn")
    assert battle.round_number == 1


@pytest.mark.rule("M43", "TM4")
@pytest.mark.parametrize("held", ["bound", "grappled", "pinned"])
def test_M43_in_a_bind_a_grapple_or_pinned(duel, act, who, held):
    battle = duel(held=held)
    for fighter in battle.fighters[:2]:
        fighter.action_points = 3
    act(battle, "wait", faces=[9])
    assert battle.fighters[0].action_points == 3 + 6
    assert who(battle) == ("blue_0", "turn")
    act(battle, "wait", faces=[11])
    assert battle.fighters[1].action_points == 3 + 4


@pytest.mark.rule("M43")
def test_M43_off_guard(duel, act):
    battle = duel({"status": "off_guard", "action_points": 2})
    act(battle, "wait", faces=[14])
    assert battle.fighters[0].action_points == 2 + 2


@pytest.mark.rule("M44")
@pytest.mark.parametrize(
    ("result", "points"),
    [
        (-99, 0),
        (-14, 0),
        (-13, 1),
        (-10, 1),
        (-9, 2),
        (-8, 3),
        (-7, 3),
        (-6, 4),
        (-5, 4),
        (-4, 6),
        (-3, 8),
        (-2, 10),
        (-1, 11),
        (0, 12),
        (1, 12),
        (99, 12),
    ],
)
def test_M44_points_regained(result, points):
    assert points_regained(result) == points


@pytest.mark.rule("M44", "RM5")
@pytest.mark.parametrize(
    ("pool", "points"),
    [
        (0, 12),
        (1, 11),
        (2, 10),
        (3, 8),
        (4, 6),
        (5, 4),
        (6, 4),
        (7, 3),
        (8, 3),
        (9, 2),
        (10, 1),
        (13, 1),
        (14, 0),
        (40, 0),
    ],
)
def test_M44_each_row_at_the_end_of_a_turn(duel, act, pool, points):
    battle = duel({"endurance": 0, "action_points": 0})
    act(battle, "wait", faces=[pool])
    assert battle.fighters[0].action_points == points


@pytest.mark.rule("RM15", "RM5")
@pytest.mark.parametrize(("left", "after"), [(3, 11), (4, 12), (5, 12), (12, 12)])
def test_RM15_never_more_than_12(duel, act, left, after):
    battle = duel({"action_points": left})
    act(battle, "wait", faces=[8])
    assert battle.fighters[0].action_points == after


@pytest.mark.rule("RM5", "RM10")
@pytest.mark.parametrize(
    ("armour", "load"), [("none", 0), ("light", 0), ("medium", -1), ("heavy", -3)]
)
def test_RM5_endurance_less_pool_and_load(duel, armour, load):
    battle = duel({"endurance": 7, "armour": armour})
    assert recovery_result(battle.fighters[0], 4, False) == 7 - 4 + load


@pytest.mark.rule("RM5", "RM10")
def test_RM5_load_at_the_end_of_a_turn(duel, act):
    battle = duel({"endurance": 5, "armour": "heavy", "action_points": 2})
    act(battle, "wait", faces=[5])
    assert battle.fighters[0].action_points == 2 + 8


@pytest.mark.rule("RM10", "RM5")
def test_RM10_wounds_take_nothing_off_recovery(duel, act):
    battle = duel({"endurance": 5, "damage": 29, "action_points": 2})
    act(battle, "wait", faces=[8])
    assert battle.fighters[0].action_points == 2 + 8


@pytest.mark.rule("RM5")
def test_RM5_switch_adds_the_pool(duel, act):
    battle = duel({"endurance": 0, "armour": "heavy", "action_points": 2}, recovery_adds_pool=True)
    assert recovery_result(battle.fighters[0], 4, True) == 0 + 4 - 3
    act(battle, "wait", faces=[1])
    assert battle.fighters[0].action_points == 2 + 10


@pytest.mark.rule("RM5", "M44")
@pytest.mark.parametrize(("endurance", "mean"), [(0, 6.8), (5, 9.9), (10, 11.2)])
def test_RM5_mean_recovery(duel, endurance, mean):
    """The sum over the whole pool, to the printed digit."""
    fighter = duel({"endurance": endurance}).fighters[0]
    chances = [Fraction(5, 6) ** pool * Fraction(1, 6) for pool in range(40)]
    total = sum(
        chance * int(points_regained(recovery_result(fighter, pool, False)))
        for pool, chance in enumerate(chances)
    )
    assert round(float(total), 1) == mean


@pytest.mark.rule("RM39", "M43")
def test_RM39_dropped_in_ones_own_turn_no_recovery(fight, play, who):
    """Red_0 is dropped by the Counter-Attack: no Recover Stamina, the next fighter's turn."""
    battle = fight([{"damage": 29}, {"at": (4, 5)}], [{}])
    play(battle, "melee_attack", "counter_attack", "wait", faces=[0, 3, 1, 1])
    assert battle.fighters[0].damage == 31
    assert battle.fighters[0].action_points == 12 - 4
    assert who(battle) == ("red_1", "turn")
