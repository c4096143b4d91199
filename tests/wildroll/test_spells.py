"""Spells: known and paid for, Force shield, Heal."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Level,
    Life,
)
from quintain.envs.wildroll.rules.common_actions import spells
from quintain.envs.wildroll.rules.health.damage import toughness
from quintain.envs.wildroll.rules.stamina.stamina import most_mana
from quintain.envs.wildroll.tables import FIRE_BOLT, FORCE_SHIELD, HEAL

pytestmark = pytest.mark.interpreted


def pools(fighter) -> tuple[int, int, int]:
    """Mana, invested mana, and the capacity of the pool."""
    return int(fighter.mana), int(fighter.invested), int(most_mana(fighter))


# --- Casting (W16, W77, RW19) ---------------------------------------------------------------------


@pytest.mark.rule("W77", "RW19")
@pytest.mark.parametrize(
    ("base", "known"),
    [("mage", [True, True, False]), ("healer", [False, True, True]), ("fighter", [False] * 3)],
)
def test_W77_who_knows_which_spell(battle_of, base, known):
    fighter = battle_of(red=[base]).fighters[0]
    assert [bool(spells.knows(fighter, one)) for one in (FIRE_BOLT, FORCE_SHIELD, HEAL)] == known


@pytest.mark.rule("W77", "W15")
@pytest.mark.parametrize(
    ("mana", "bolt", "shield"), [(1, False, False), (2, True, False), (3, True, True)]
)
def test_W77_only_with_the_mana_for_it(battle_of, mana, bolt, shield):
    fighter = battle_of(red=[{"base": "mage", "mana": mana}]).fighters[0]
    assert spells.may_cast(fighter, FIRE_BOLT) == bolt
    assert spells.may_cast(fighter, FORCE_SHIELD) == shield
    assert not spells.may_cast(fighter, HEAL)  # never learnt


@pytest.mark.rule("W77")
def test_W77_which_action_casts_what():
    casting = {Act.FIRE_BOLT: FIRE_BOLT, Act.FORCE_SHIELD: FORCE_SHIELD, Act.HEAL: HEAL}
    assert [int(spells.spell_of(act)) for act in Act] == [casting.get(act, -1) for act in Act]


@pytest.mark.rule("W15", "W16", "RW19", "W109")
@pytest.mark.parametrize(
    ("act", "left"),
    [
        (Act.FIRE_BOLT, (10, 0, 12)), (Act.FORCE_SHIELD, (9, 3, 9)), (Act.HEAL, (8, 0, 12)),
        (Act.QUICK, (12, 0, 12)),
    ],
)  # fmt: skip
def test_W16_mana_is_spent_or_invested(battle_of, act, left):
    battle = battle_of(red=["mage"])
    spells.pay_mana(battle, 0, act)
    assert pools(battle.fighters[0]) == left


# --- Force shield (RW19, W16, W61) ----------------------------------------------------------------


@pytest.mark.rule("RW19", "W16", "W61")
def test_RW19_a_force_shield_adds_2_toughness_while_its_mana_is_invested(battle_of, events):
    battle = battle_of(red=["mage"], serial=7)
    fighter = battle.fighters[0]
    before = toughness(fighter)
    assert spells.may_shield(fighter)
    spells.pay_mana(battle, 0, Act.FORCE_SHIELD)
    spells.cast_shield(battle, 0)
    assert toughness(fighter) == before + 2
    assert (fighter.shield_rounds, fighter.shield_since, battle.serial) == (2, 7, 8)
    assert pools(fighter) == (9, 3, 9)
    assert not spells.may_shield(fighter)  # one at a time
    spells.end_shield(battle, 0)
    assert toughness(fighter) == before
    assert pools(fighter) == (12, 0, 12)
    assert spells.may_shield(fighter)
    assert [event[0] for event in events(battle)] == ["mana", "casts", "shield_ends", "mana"]


@pytest.mark.rule("W16")
def test_W16_what_was_spent_meanwhile_does_not_come_back(battle_of):
    battle = battle_of(red=["mage"])
    spells.pay_mana(battle, 0, Act.FORCE_SHIELD)
    spells.cast_shield(battle, 0)
    for _ in range(3):
        spells.pay_mana(battle, 0, Act.FIRE_BOLT)
    spells.end_shield(battle, 0)
    assert pools(battle.fighters[0]) == (12 - 6, 0, 12)


# --- Heal (RW19, RW11) ----------------------------------------------------------------------------


@pytest.mark.rule("RW19", "H28")
def test_RW19_heal_is_for_oneself_and_an_ally_beside_one(battle_of):
    wounded = {"wounds": {"severe": 1}}
    battle = battle_of(
        red=[{"base": "healer", **wounded}, wounded, {"at": (9, 9), **wounded}],
        blue=[{"at": (3, 3), **wounded}],
    )
    assert [bool(spells.may_heal(battle, 0, one, Level.SEVERE)) for one in range(4)] == [
        True, True, False, False,
    ]  # fmt: skip
    assert not spells.may_heal(battle, 0, 1, Level.CRITICAL)
    assert not spells.may_heal(battle, 1, 1, Level.SEVERE)  # it knows no spell
    battle.fighters[0].mana = 3
    assert not spells.may_heal(battle, 0, 1, Level.SEVERE)


@pytest.mark.rule("RW19", "RW33")
@pytest.mark.parametrize(
    ("has", "level", "left"),
    [
        ({"light": 1}, Level.LIGHT, [0, 0, 0, 0, 0]),
        ({"critical": 2}, Level.CRITICAL, [0, 0, 1, 1, 0]),
        ({"moderate": 1, "light": 5}, Level.MODERATE, [5, 1, 0, 0, 0]),
    ],
)
def test_RW19_heal_makes_one_wound_a_level_lighter(battle_of, loaded, events, has, level, left):
    battle = battle_of(red=["healer", {"wounds": has}])
    with loaded(battle, []):
        spells.cast_heal(battle, 0, 1, level)
    fighter = battle.fighters[1]
    assert (fighter.wounds.tolist(), fighter.fatigue) == (left, 0)
    assert events(battle, "casts") == [("casts", 0, 1, HEAL, level, 0)]


@pytest.mark.rule("RW19", "RW11")
@pytest.mark.parametrize(
    ("faces", "life"), [([3, 4, 4], Life.ALIVE), ([3, 3, 4], Life.UNCONSCIOUS)]
)
def test_RW11_who_is_healed_may_wake(battle_of, loaded, faces, life):
    down = {"life": Life.UNCONSCIOUS, "dying": True, "wounds": {"critical": 1}}
    battle = battle_of(red=["healer", down])
    with loaded(battle, faces):  # Vitality 1, severely wounded now: 11 are needed
        spells.cast_heal(battle, 0, 1, Level.CRITICAL)
    fighter = battle.fighters[1]
    assert (fighter.life, fighter.dying) == (life, life == Life.UNCONSCIOUS)
