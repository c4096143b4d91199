"""Sleeping and waking up."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Life,
)
from quintain.envs.heimr.rules.positions import sounds

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("H129")
@pytest.mark.parametrize(
    ("loud", "face", "wakes"), [(False, 9, True), (False, 8, False), (True, 5, True), (True, 4, 0)]
)
def test_H129_soft_and_loud_sounds(battle_of, loaded, loud, face, wakes):
    battle = battle_of(blue=[{"life": Life.ASLEEP}, "fighter"])
    with loaded(battle, [1, face]):
        sounds.make_sound(battle, 0, loud)
    assert (battle.fighters[1].life == Life.AWAKE) == bool(wakes)


@pytest.mark.rule("H129", "RH39")
def test_H129_who_wakes_lies_and_owes_a_defence(battle_of, events):
    battle = battle_of(red=[{"life": Life.ASLEEP}])
    sounds.wake_up(battle, 0)
    assert (battle.fighters[0].life, battle.fighters[0].prone, battle.owed) == (0, True, 1)
    sounds.wake_up(battle, 0)
    assert events(battle) == [("wakes", 0, -1, 0, 0, 0)]


@pytest.mark.rule("H129", "H130")
@pytest.mark.parametrize("life", [Life.UNCONSCIOUS, Life.DEAD])
def test_H130_no_sound_wakes_the_unconscious(battle_of, loaded, life):
    battle = battle_of(blue=[{"life": life}])
    with loaded(battle, []):
        sounds.make_sound(battle, 0, True)
    sounds.wake_up(battle, 1)
    assert battle.fighters[1].life == life
