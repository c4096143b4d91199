"""How a battle ends, and how strong a side still is (RD35)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Ending, Life
from quintain.envs.martial.rules import endings

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
FAR = {**PLAIN, "at": (20, 3)}


@pytest.mark.rule("RD35")
@pytest.mark.parametrize(
    ("red", "blue", "winner", "ending"),
    [
        (Life.ALIVE, Life.COMA, 0, Ending.SIDE_DOWN),
        (Life.DEAD, Life.ALIVE, 1, Ending.SIDE_DOWN),
        (Life.EXHAUSTION, Life.DEAD, -1, Ending.BOTH_SIDES_DOWN),
        (Life.KNOCKED_OUT, Life.ALIVE, 1, Ending.SIDE_DOWN),
    ],
)
def test_RD35_a_side_with_nobody_conscious_has_lost(battle_of, red, blue, winner, ending):
    battle = battle_of([{**PLAIN, "life": red}], [{**FAR, "life": blue}])
    endings.end_if_decided(battle)
    assert (battle.over, battle.winner, battle.ending) == (True, winner, ending)
    expected = [0, 0] if winner < 0 else [1 - 2 * winner, 2 * winner - 1]
    assert list(battle.reward) == expected


@pytest.mark.rule("RD35")
def test_RD35_one_who_stands_is_enough(battle_of):
    down = {**PLAIN, "life": Life.DEAD}
    battle = battle_of([down, PLAIN], [FAR, down])
    endings.end_if_decided(battle)
    assert not battle.over


@pytest.mark.rule("D12", "D19", "RD35")
def test_RD35_strength_is_the_share_that_is_left(battle_of):
    battle = battle_of([PLAIN], [PLAIN])
    assert endings.strength(battle, 0) == endings.strength(battle, 1) == 1
    battle.fighters[0].stamina //= 2
    assert 0 < endings.strength(battle, 0) < 1
    hurt = endings.strength(battle, 0)
    battle.fighters[0].injuries[0] = 1
    assert endings.strength(battle, 0) < hurt
    battle.fighters[0].life = 1
    assert endings.strength(battle, 0) == 0
    bones = battle_of([{"base": "skeleton", "injured_count": 4}], [PLAIN])
    assert endings.strength(bones, 0) == pytest.approx(0.6)
