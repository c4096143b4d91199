"""Bodies: the values of a fighter, and the actions that it can take at all."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Life,
)
from quintain.envs.heimr.rules.characters import conditions

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("H128", "H129", "H130", "RH28")
@pytest.mark.parametrize(
    ("life", "helpless", "able"),
    [(Life.AWAKE, False, True), (Life.ASLEEP, True, True), (Life.UNCONSCIOUS, True, False),
     (Life.DEAD, True, False), (Life.FLED, True, False)],
)  # fmt: skip
def test_H128_the_helpless_neither_act_nor_defend(battle_of, life, helpless, able):
    fighter = battle_of(red=[{"life": life}]).fighters[0]
    assert conditions.is_helpless(fighter) == helpless
    assert conditions.can_act(fighter) == conditions.can_defend(fighter) == (not helpless)
    assert conditions.is_prone(fighter) == helpless
    assert conditions.is_able(fighter) == able
    assert conditions.is_awake(fighter) == (life == Life.AWAKE)


@pytest.mark.rule("H129")
def test_H129_sleepers_lie(battle_of):
    fighter = battle_of(red=[{"life": Life.ASLEEP}]).fighters[0]
    assert conditions.is_prone(fighter)
    assert conditions.is_conscious(fighter)
    assert not conditions.is_dead(fighter)


@pytest.mark.rule("RH28")
@pytest.mark.parametrize(
    "state", [{"seconds": {"daze": 9}}, {"prone": True}, {"held": []}, {"injured": ["left_leg"]}]
)
def test_RH28_what_passes_beats_nobody(battle_of, state):
    assert conditions.is_able(battle_of(red=[state]).fighters[0])


@pytest.mark.rule("H136", "H5")
def test_H136_the_climbing_position(battle_of):
    battle = battle_of(red=[{"climbs_on": 2}, {"at": (-1, 0)}])
    assert [bool(conditions.is_climbing(battle.fighters[one])) for one in range(2)] == [True, False]
    assert [bool(conditions.is_on_field(battle.fighters[one])) for one in range(2)] == [True, False]
