"""Initiative and the order of turns."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.heimr.rules.combat_basics import initiative
from quintain.envs.heimr.rules.combat_basics.initiative import active_fighter

pytestmark = pytest.mark.interpreted

FOUR = {"red": ["fighter"] * 2, "blue": ["fighter"] * 2}


def order(battle):
    """The fighters in the order of their turns."""
    return battle.order[: battle.num_fighters].tolist()


@pytest.mark.rule("H44", "RH33")
def test_H44_dexterity_is_the_consistency_willpower_the_potential(battle_of, loaded):
    red = [{"dexterity": 2, "wp": 3}, {"dexterity": 0, "wp": 8, "fatigue": 20}]
    battle = battle_of(red=red, blue=[{"dexterity": -1, "wp": 5}])
    with loaded(battle, [4, 9, 2, 6, 3, 5]):
        initiative.roll_initiative(battle)
    assert order(battle) == [1, 0, 2]
    assert [int(one.fatigue) for one in battle.fighters[:3]] == [4, 20, 4]


@pytest.mark.rule("H44")
def test_H44_equal_rolls_more_willpower(battle_of, loaded):
    battle = battle_of(red=[{"dexterity": 0, "wp": 4}], blue=[{"dexterity": 0, "wp": 6}])
    with loaded(battle, [5, 3]):
        initiative.roll_initiative(battle)
    assert order(battle) == [1, 0]


@pytest.mark.rule("RH33")
def test_RH33_then_a_number_is_drawn(battle_of, load):
    found = set()
    for seed in range(20):
        battle = battle_of(red=[{"dexterity": 0}], blue=[{"dexterity": 0}])
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        load(battle, [3, 3])
        initiative.roll_initiative(battle)
        found.add(tuple(order(battle)))
    assert found == {(0, 1), (1, 0)}


@pytest.mark.rule("H58", "H141")
@pytest.mark.parametrize(
    ("mask", "start", "first"),
    [(0b1011, 2, 3), (0b0011, 2, 0), (0b0100, 2, 2), (0, 1, -1), (0b1010, -1, 1)],
)
def test_H58_the_first_in_order_from_somebody(battle_of, mask, start, first):
    battle = battle_of(**FOUR)
    assert initiative.first_from(battle, mask, start) == first


@pytest.mark.rule("H45", "RH35", "TH7")
@pytest.mark.parametrize(
    ("place", "other", "behind", "after", "next_one"),
    [
        (0, 1, 1, [1, 0, 2, 3], 1),
        (0, 3, 1, [1, 2, 3, 0], 1),
        (0, 3, 0, [1, 2, 0, 3], 1),
        (1, 0, 0, [1, 0, 2, 3], 2),
        (3, 0, 1, [0, 3, 1, 2], None),
        (3, 1, 0, [0, 3, 1, 2], None),
    ],
)
def test_H45_who_delays_leaves_the_turn_to_the_next(
    battle_of, place, other, behind, after, next_one
):
    """In the next round, where the new place has passed."""
    battle = battle_of(**FOUR, place=place)
    initiative.move_in_order(battle, place, other, behind)
    assert order(battle) == after
    if next_one is None:
        assert battle.place == battle.num_fighters
    else:
        assert active_fighter(battle) == next_one


@pytest.mark.rule("H47", "TH7")
@pytest.mark.parametrize(
    ("place", "readier", "after"),
    [(2, 0, [1, 0, 2, 3]), (1, 3, [0, 3, 1, 2]), (1, 0, [0, 1, 2, 3])],
)
def test_H47_a_readier_stands_before_whom_it_answers(battle_of, place, readier, after):
    battle = battle_of(**FOUR, place=place)
    initiative.move_in_order(battle, readier, place, 0)
    assert order(battle) == after
    assert active_fighter(battle) == place
