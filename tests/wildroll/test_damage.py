"""Toughness, weapon damage and final damage."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Level,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.health import damage
from quintain.envs.wildroll.rules.health.wounds import level_of
from quintain.envs.wildroll.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

BARE = {"base": "thug", "vitality": 0, "armour": "none"}
"""Toughness 0."""


def struck(battle, weapon, total, value, extra=0, act=Act.STANDARD) -> int:
    """Final damage of an attack of red_0 on blue_0."""
    action_stack.push(battle, Role.TURN, act, 0, 1, 0)
    frame = battle.frames[battle.top]
    frame.weapon = NONE if weapon is None else ITEM_NAMES.index(weapon)
    frame.total, frame.value = total, value
    return int(damage.final_damage(battle, frame, extra))


def dealt(battle, weapon, nonlethal=False) -> int:
    """Damage of a weapon of red_0 against blue_0."""
    return int(damage.weapon_damage(battle, 0, ITEM_NAMES.index(weapon), nonlethal, 1))


# --- Toughness (W3, RW9) --------------------------------------------------------------------------


@pytest.mark.rule("W3", "RW9")
@pytest.mark.parametrize(
    ("race", "vitality", "armour", "base", "total"),
    [
        ("human", 1, "none", 1, 1), ("human", 1, "light", 1, 2), ("human", 1, "medium", 1, 3),
        ("human", 1, "heavy", 1, 5), ("halfling", 1, "light", -1, 0), ("ogre", 3, "none", 6, 6),
        ("giant", 5, "heavy", 11, 15), ("serpent", -5, "none", -8, -8),
    ],
)  # fmt: skip
def test_W3_vitality_size_and_armour(battle_of, race, vitality, armour, base, total):
    one = {"base": "thug", "race": race, "vitality": vitality, "armour": armour}
    fighter = battle_of(red=[one]).fighters[0]
    assert damage.base_toughness(fighter) == base
    assert damage.toughness(fighter) == total


@pytest.mark.rule("W3", "RW19", "H27")
@pytest.mark.parametrize(
    ("state", "more"),
    [
        ({}, 0), ({"shield_rounds": 1}, 2), ({"charm": "warden_torc", "effects": 1}, 1),
        ({"charm": "warden_torc", "effects": 2}, 0),
        ({"charm": "warden_torc", "effects": 3, "shield_rounds": 2}, 3),
    ],
)  # fmt: skip
def test_W3_effects_add_to_toughness(battle_of, state, more):
    fighter = battle_of(red=[{**BARE, **state}]).fighters[0]
    assert damage.toughness(fighter) == more
    assert damage.base_toughness(fighter) == 0


@pytest.mark.rule("RW9", "W72")
@pytest.mark.parametrize(
    ("armour", "whole", "pierced"),
    [("none", 0, 0), ("light", 1, 0), ("medium", 2, 0), ("heavy", 4, 2)],
)
def test_RW9_piercing_ignores_two_of_the_armour_at_most(battle_of, armour, whole, pierced):
    fighter = battle_of(red=[{**BARE, "armour": armour}]).fighters[0]
    dagger, sword = ITEM_NAMES.index("dagger"), ITEM_NAMES.index("sword")
    assert damage.armour_against(fighter, sword, False) == whole
    assert damage.armour_against(fighter, dagger, False) == pierced
    assert damage.armour_against(fighter, dagger, True) == whole  # nonlethal
    assert damage.armour_against(fighter, NONE, False) == whole  # a spell


@pytest.mark.rule("RW9", "W3")
def test_RW9_piercing_does_not_touch_vitality_or_effects(battle_of):
    state = {"vitality": 3, "armour": "light", "shield_rounds": 2}
    battle = battle_of(red=[{**BARE, "strength": 0}], blue=[{**BARE, **state}])
    assert struck(battle, "dagger", 20, 10) == 10 - 1 - 3 - 2
    assert struck(battle, "sword", 20, 10) == 10 - 3 - 1 - 2


# --- Weapons (W19, W104, RW9, H27) ----------------------------------------------------------------


@pytest.mark.rule("W19", "RW7")
@pytest.mark.parametrize(
    ("weapon", "printed"),
    [("unarmed", -3), ("dagger", -1), ("sword", 0), ("mace", 2), ("great_weapon", 4), ("bow", 0)],
)
def test_W19_weapon_damage(battle_of, weapon, printed):
    assert dealt(battle_of(), weapon) == printed


@pytest.mark.rule("RW9", "W72")
def test_RW9_slicing_hurts_the_unarmoured_more(battle_of):
    bare, clad = battle_of(blue=[BARE]), battle_of(blue=[{**BARE, "armour": "light"}])
    assert dealt(bare, "axe") == 3
    assert dealt(clad, "axe") == 2
    assert dealt(bare, "axe", nonlethal=True) == 2
    assert dealt(bare, "sword") == 0


@pytest.mark.rule("H27", "W93")
def test_H27_a_magical_edge_is_on_what_is_held_for_blows(battle_of):
    battle = battle_of(red=[{"charm": "warden_torc", "effects": 2}])
    assert dealt(battle, "sword") == 1
    assert dealt(battle, "unarmed") == -3
    assert dealt(battle, "bow") == 0
    battle.fighters[0].effects = 1  # bark hardens nobody's blade
    assert dealt(battle, "sword") == 0


@pytest.mark.rule("W104")
@pytest.mark.parametrize(
    ("weapon", "wet"),
    [("great_weapon", 2), ("axe", 1), ("sword", 0), ("dagger", -1), ("spear", 2), ("unarmed", -3)],
)
def test_W104_weapon_damage_is_halved_under_water_but_of_aquatic_weapons(battle_of, weapon, wet):
    battle = battle_of(red=[{"underwater": True}])  # axe: 3 on bare skin, 1 either way
    assert dealt(battle, weapon) == wet
    battle.fighters[1].armour = 0
    assert dealt(battle, weapon) == wet


@pytest.mark.rule("W104")
@pytest.mark.parametrize(("weapon", "printed"), [("torch", -2), ("fangs", -2), ("dagger", -1)])
def test_W104_water_makes_no_damage_below_0_better(battle_of, weapon, printed):
    for underwater in (False, True):
        battle = battle_of(red=[{"underwater": underwater}])
        assert dealt(battle, weapon) == printed


@pytest.mark.rule("W104")
def test_W104_the_aquatic_strike_whole_and_strength_counts_fully(battle_of):
    wet = {"race": "merfolk", "underwater": True, "strength": 3}
    assert dealt(battle_of(red=[wet]), "great_weapon") == 4
    human = {"underwater": True, "strength": 3}
    battle = battle_of(red=[human], blue=[BARE])
    assert struck(battle, "great_weapon", 12, 10) == 2 + 3 + 2


# --- Final damage (W2, W19, W76, RW19) ------------------------------------------------------------


@pytest.mark.rule("W2", "W19")
@pytest.mark.parametrize(
    ("total", "level"),
    [
        (8, Level.NONE), (9, Level.LIGHT), (10, Level.LIGHT), (11, Level.MODERATE),
        (13, Level.SEVERE), (14, Level.SEVERE), (15, Level.CRITICAL), (16, Level.CRITICAL),
        (17, Level.FATAL), (30, Level.FATAL),
    ],
)  # fmt: skip
def test_W2_the_level_that_the_final_damage_reaches(battle_of, total, level):
    battle = battle_of(red=[{"strength": 2}], blue=[{**BARE, "vitality": 1}])
    assert level_of(struck(battle, "sword", total, 10)) == level  # total + 2 - 10 - 1


@pytest.mark.rule("W2", "W19")
def test_W2_the_defense_is_taken_off_once(battle_of):
    battle = battle_of(red=[{"strength": 2}], blue=["fighter"])  # Toughness 1 + 2
    assert struck(battle, "sword", 14, 11) == 14 + 2 + 0 - 11 - 3
    assert struck(battle, "mace", 14, 11) == 14 + 2 + 2 - 11 - 3


@pytest.mark.rule("W19", "W3")
def test_W19_a_negative_strength_and_toughness_count_as_they_are(battle_of):
    frail = {**BARE, "race": "halfling", "vitality": -5}
    battle = battle_of(red=[{"strength": -5}], blue=[frail])
    assert struck(battle, "sword", 12, 11) == 1 - 5 + 7


@pytest.mark.rule("W19")
def test_W19_strength_draws_the_bow_too(battle_of):
    battle = battle_of(red=[{"base": "archer", "strength": 3}], blue=[BARE])
    assert struck(battle, "bow", 12, 10) == 2 + 3


@pytest.mark.rule("W76", "W2")
def test_W76_the_die_of_a_strong_attack_is_part_of_the_damage(battle_of):
    battle = battle_of(red=[{"strength": 0}], blue=[BARE])
    assert struck(battle, "mace", 10, 10, extra=6, act=Act.STRONG) == 8


@pytest.mark.rule("W72", "RW9")
def test_W72_a_nonlethal_attack_neither_pierces_nor_slices(battle_of):
    battle = battle_of(red=[{"strength": 0}], blue=[{**BARE, "armour": "medium"}])
    assert struck(battle, "dagger", 14, 10) == 3
    assert struck(battle, "dagger", 14, 10, act=Act.NONLETHAL) == 1
    battle = battle_of(red=[{"strength": 0}], blue=[BARE])
    assert struck(battle, "axe", 14, 10) == 7
    assert struck(battle, "axe", 14, 10, act=Act.NONLETHAL) == 6


@pytest.mark.rule("RW19", "W104")
@pytest.mark.parametrize(
    ("red", "blue", "fire"),
    [(False, False, 2), (True, False, 1), (False, True, 1), (True, True, 1)],
)
def test_RW19_a_fire_bolt_has_no_strength_and_is_halved_under_water(battle_of, red, blue, fire):
    battle = battle_of(
        red=[{"base": "mage", "strength": 5, "underwater": red}],
        blue=[{**BARE, "armour": "medium", "underwater": blue}],
    )
    assert struck(battle, None, 15, 10, act=Act.FIRE_BOLT) == 5 + fire - 2
