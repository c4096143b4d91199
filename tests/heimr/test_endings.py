"""When a battle is over."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Ending,
    Life,
)
from quintain.envs.heimr.rules import endings

pytestmark = pytest.mark.interpreted

GONE = [
    {"life": Life.DEAD},
    {"life": Life.UNCONSCIOUS},
    {"life": Life.FLED},
    {"injured": ["torso"]},
]


@pytest.mark.rule("RH28")
@pytest.mark.parametrize("state", GONE)
def test_RH28_a_side_is_beaten_when_nobody_is_able(battle_of, state):
    battle = battle_of(red=["fighter"], blue=[state, {"life": Life.ASLEEP}])
    endings.end_if_decided(battle)
    assert not battle.over
    battle = battle_of(red=["fighter"], blue=[state, *GONE])
    endings.end_if_decided(battle)
    assert (battle.over, battle.winner, battle.ending) == (True, 0, Ending.SIDE_BEATEN)
    assert battle.reward.tolist() == [1, -1]


@pytest.mark.rule("RH28")
def test_RH28_both_at_once_is_a_draw(battle_of):
    battle = battle_of(red=GONE, blue=GONE)
    endings.end_if_decided(battle)
    assert (battle.winner, battle.ending) == (-1, Ending.BOTH_SIDES_BEATEN)


@pytest.mark.rule("RH28")
@pytest.mark.parametrize(("rounds", "over"), [(59, False), (60, True)])
def test_RH28_60_rounds(battle_of, rounds, over):
    battle = battle_of(round_number=rounds)
    endings.end_if_decided(battle)
    assert battle.over == over
    assert battle.winner == -1


@pytest.mark.rule("RH28")
def test_strength_falls_from_1_to_0(battle_of):
    battle = battle_of(["fighter", "fighter"], ["fighter"])
    whole = endings.strength(battle, 0)
    battle.fighters[0].hp = 1
    hurt = endings.strength(battle, 0)
    battle.fighters[0].injured, battle.fighters[0].hp = 1, 0
    out = endings.strength(battle, 0)
    battle.fighters[1].life = 3
    assert 1 >= whole > hurt > out > endings.strength(battle, 0) == 0
    assert out == pytest.approx(whole / 2)
