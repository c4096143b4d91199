"""Stamina that becomes fatigue, exhausted and staggered, mana spent and invested."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Npc
from quintain.envs.wildroll.rules.stamina import stamina

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("W11", "RW4")
@pytest.mark.parametrize(("vitality", "pool"), [(-5, 5), (-1, 9), (0, 10), (1, 11), (5, 15)])
def test_W11_stamina_is_10_and_vitality(battle_of, vitality, pool):
    fighter = battle_of(red=[{"vitality": vitality}]).fighters[0]
    assert stamina.normal_stamina(fighter) == pool
    assert fighter.stamina == pool


@pytest.mark.rule("W12", "W13")
@pytest.mark.parametrize(
    ("have", "lost", "left", "fatigue"),
    [(10, 3, 7, 0), (3, 3, 0, 0), (2, 3, 0, 1), (0, 3, 0, 3), (0, 0, 0, 0)],
)
def test_W12_what_goes_below_0_becomes_fatigue(battle_of, have, lost, left, fatigue):
    battle = battle_of(red=[{"stamina": have}])
    stamina.lose_stamina(battle, 0, lost)
    fighter = battle.fighters[0]
    assert (fighter.stamina, fighter.fatigue) == (left, fatigue)


@pytest.mark.rule("W13")
@pytest.mark.parametrize(("have", "left"), [(11, 8), (8, 8), (5, 5)])
def test_W13_fatigue_lowers_the_maximum_and_stamina_above_it(battle_of, have, left):
    battle = battle_of(red=[{"stamina": have}])
    stamina.gain_fatigue(battle, 0, 3)
    fighter = battle.fighters[0]
    assert (stamina.most_stamina(fighter), fighter.stamina) == (8, left)
    stamina.gain_stamina(battle, 0, 6)
    assert fighter.stamina == 8


@pytest.mark.rule("W14", "RW12")
@pytest.mark.parametrize(
    ("vitality", "fatigue", "exhausted", "staggered"),
    [
        (0, 4, False, False), (0, 5, True, False), (0, 9, True, False), (0, 10, False, True),
        (1, 5, False, False), (1, 6, True, False), (1, 11, False, True), (1, 20, False, True),
    ],
)  # fmt: skip
def test_W14_exhausted_at_half_staggered_at_all(battle_of, vitality, fatigue, exhausted, staggered):
    fighter = battle_of(red=[{"vitality": vitality, "fatigue": fatigue}]).fighters[0]
    assert stamina.is_exhausted(fighter) == exhausted
    assert stamina.is_staggered(fighter) == staggered
    assert stamina.is_spent(fighter) == staggered
    assert stamina.most_stamina(fighter) == max(0, 10 + vitality - fatigue)


@pytest.mark.rule("W9")
@pytest.mark.parametrize("npc", [Npc.MINION, Npc.ELITE])
def test_W9_npcs_are_never_staggered(battle_of, npc):
    fighter = battle_of(red=[{"fatigue": 30}]).fighters[0]
    fighter.npc = npc
    assert not stamina.is_staggered(fighter)
    assert stamina.is_exhausted(fighter)


@pytest.mark.rule("W14")
def test_W14_each_is_told_once(battle_of, events):
    battle = battle_of(red=[{"vitality": 0}])
    for _ in range(4):
        stamina.gain_fatigue(battle, 0, 3)
    kinds = [event[0] for event in events(battle)]
    assert kinds == ["fatigue", "fatigue", "exhausted", "fatigue", "fatigue", "staggered"]


@pytest.mark.rule("W15", "RW4")
@pytest.mark.parametrize(("arcana", "lore", "pool"), [(0, 2, 0), (1, 2, 12), (3, -2, 8)])
def test_RW4_mana_is_10_and_lore_and_none_without_arcana(battle_of, arcana, lore, pool):
    fighter = battle_of(red=[{"lore": lore, "skills": {"arcana": arcana}}]).fighters[0]
    assert stamina.normal_mana(fighter) == pool
    assert fighter.mana == pool


@pytest.mark.rule("W15")
def test_W15_spent_mana_is_gone(battle_of):
    battle = battle_of(red=["mage"])
    fighter = battle.fighters[0]
    stamina.spend_mana(battle, 0, 2)
    assert (fighter.mana, stamina.most_mana(fighter)) == (10, 12)
    assert stamina.has_mana(fighter, 10)
    assert not stamina.has_mana(fighter, 11)


@pytest.mark.rule("W16")
def test_W16_invested_mana_lowers_pool_and_maximum_until_it_comes_back(battle_of):
    battle = battle_of(red=["mage"])
    fighter = battle.fighters[0]
    stamina.invest_mana(battle, 0, 3)
    assert (fighter.mana, fighter.invested, stamina.most_mana(fighter)) == (9, 3, 9)
    stamina.spend_mana(battle, 0, 4)
    stamina.return_mana(battle, 0, 3)
    assert (fighter.mana, fighter.invested, stamina.most_mana(fighter)) == (8, 0, 12)
