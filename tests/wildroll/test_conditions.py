"""Bleeding, burning, hobbled, poisoned: causes and effects."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Condition,
    Level,
    Life,
)
from quintain.envs.wildroll.rules.health import conditions
from quintain.envs.wildroll.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

FRAIL = {"base": "thug", "npc": "not", "vitality": 0}
"""Base Toughness 0, stamina 10."""


def levels(fighter) -> list[int]:
    """The level of each condition."""
    return [int(conditions.condition_level(fighter, one)) for one in Condition]


def marks(battle_of, weapon, level, **blue):
    """Blue_0 after a wound of a level by a weapon."""
    battle = battle_of(blue=[{**FRAIL, **blue}])
    item = NONE if weapon is None else ITEM_NAMES.index(weapon)
    conditions.weapon_marks(battle, 1, item, False, level)
    return battle.fighters[1]


# --- Levels (W100, RW12) --------------------------------------------------------------------------


@pytest.mark.rule("RW12", "W100")
@pytest.mark.parametrize(
    ("condition", "state", "level", "tn"),
    [
        (Condition.BLEEDING, {"bleeding": 1}, 1, 12), (Condition.BLEEDING, {"bleeding": 3}, 3, 16),
        (Condition.BURNING, {"burning": 2}, 2, 14), (Condition.POISONED, {"poisoned": 1}, 1, 12),
        (Condition.HOBBLED, {"hobbled": True}, 1, 10), (Condition.BLEEDING, {"burning": 2}, 0, 10),
    ],
)  # fmt: skip
def test_RW12_levels_and_the_tn_to_treat_them(battle_of, condition, state, level, tn):
    fighter = battle_of(red=[state]).fighters[0]
    assert conditions.condition_level(fighter, condition) == level
    assert conditions.condition_tn(fighter, condition) == tn


@pytest.mark.rule("RW12")
@pytest.mark.parametrize("condition", [Condition.BLEEDING, Condition.BURNING, Condition.POISONED])
@pytest.mark.parametrize(
    ("before", "new", "after"), [(0, 1, 1), (1, 3, 3), (2, 2, 2), (3, 1, 3), (0, 4, 3), (0, 0, 0)]
)
def test_RW12_the_higher_level_stays(battle_of, events, condition, before, new, after):
    battle = battle_of()
    fighter = battle.fighters[0]
    conditions.set_condition(battle, 0, condition, before)
    battle.num_events = 0
    conditions.begin_condition(battle, 0, condition, new)
    assert levels(fighter) == [after if one == condition else 0 for one in Condition]
    told = [("condition", 0, -1, condition, after, 0)] if after > before else []
    assert events(battle) == told


@pytest.mark.rule("RW12")
def test_RW12_hobbled_or_not(battle_of):
    battle = battle_of()
    conditions.begin_condition(battle, 0, Condition.HOBBLED, 1)
    assert levels(battle.fighters[0]) == [0, 0, 1, 0]
    assert battle.fighters[0].hobbled


@pytest.mark.rule("W100", "RW12")
@pytest.mark.parametrize("condition", [Condition.BLEEDING, Condition.BURNING, Condition.POISONED])
@pytest.mark.parametrize(("before", "steps", "after"), [(3, 1, 2), (2, 2, 0), (1, 1, 0), (1, 4, 0)])
def test_W100_below_light_a_condition_is_over(battle_of, events, condition, before, steps, after):
    battle = battle_of()
    conditions.set_condition(battle, 0, condition, before)
    conditions.lower_condition(battle, 0, condition, steps)
    assert conditions.condition_level(battle.fighters[0], condition) == after
    assert events(battle)[-1] == ("condition", 0, -1, condition, after, 0)


@pytest.mark.rule("W100")
def test_W100_hobbling_just_ends(battle_of):
    battle = battle_of(red=[{"hobbled": True}])
    conditions.lower_condition(battle, 0, Condition.HOBBLED, 1)
    assert not battle.fighters[0].hobbled


# --- At the end of a round (RW12) -----------------------------------------------------------------


@pytest.mark.rule("RW12", "W12")
@pytest.mark.parametrize(
    ("level", "before", "stamina", "fatigue"),
    [(0, 5, 5, 0), (1, 5, 4, 0), (3, 5, 2, 0), (3, 3, 0, 0), (3, 1, 0, 2), (2, 0, 0, 2)],
)
def test_RW12_bleeding_costs_stamina_and_then_fatigue(battle_of, level, before, stamina, fatigue):
    battle = battle_of(red=[{**FRAIL, "bleeding": level, "stamina": before}])
    conditions.suffer_bleeding(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.stamina, fighter.fatigue) == (stamina, fatigue)
    assert fighter.bleeding == level


@pytest.mark.rule("RW12")
@pytest.mark.parametrize(
    ("level", "life", "fatigue"),
    [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 0, 1), (3, Life.UNCONSCIOUS, 1), (3, Life.DEAD, 0)],
)
def test_RW12_poison_tires_at_any_level(battle_of, level, life, fatigue):
    battle = battle_of(red=[{"poisoned": level, "life": life}])
    conditions.suffer_poison(battle, 0)
    assert battle.fighters[0].fatigue == fatigue
    assert battle.fighters[0].poisoned == level


BURNS = [
    (1, 0, Level.LIGHT), (1, 1, Level.NONE), (1, -2, Level.MODERATE), (2, 0, Level.MODERATE),
    (2, 1, Level.LIGHT), (2, 2, Level.LIGHT), (2, 3, Level.NONE), (3, 0, Level.SEVERE),
    (3, 2, Level.MODERATE), (3, 4, Level.LIGHT), (3, 5, Level.NONE),
]  # fmt: skip


@pytest.mark.rule("RW12", "W1")
@pytest.mark.parametrize(("level", "vitality", "wound"), BURNS)
def test_RW12_burning_wounds_by_its_damage_less_base_toughness(
    battle_of, loaded, events, level, vitality, wound
):
    one = {**FRAIL, "vitality": vitality, "burning": level, "armour": "heavy", "shield_rounds": 1}
    battle = battle_of(red=[one])
    with loaded(battle, []):
        conditions.suffer_burning(battle, 0)
    fighter = battle.fighters[0]
    assert fighter.wounds.tolist() == [int(place == wound) for place in range(1, 6)]
    assert events(battle, "burns") == [("burns", 0, -1, 0, (0, 0, 2, 4)[level] - vitality, 0)]


@pytest.mark.rule("W104", "RW12")
@pytest.mark.parametrize(("level", "damage"), [(1, 0), (2, 1), (3, 2)])
def test_W104_fire_is_halved_under_water(battle_of, level, damage):
    fighter = battle_of(red=[{**FRAIL, "burning": level, "underwater": True}]).fighters[0]
    assert conditions.burning_damage(fighter) == damage


@pytest.mark.rule("RW12")
def test_RW12_who_does_not_burn_is_not_burnt(battle_of, events):
    battle = battle_of(red=[{**FRAIL, "vitality": -5}])
    conditions.suffer_burning(battle, 0)
    assert events(battle) == []


@pytest.mark.rule("RW12", "RW21", "W6")
@pytest.mark.parametrize(
    ("faces", "life"), [([4, 5, 5], Life.ALIVE), ([4, 4, 5], Life.UNCONSCIOUS)]
)
def test_RW12_burning_can_bring_a_critical_wound(battle_of, loaded, faces, life):
    one = {**FRAIL, "burning": 3, "wounds": {"severe": 2}, "defending": True}
    battle = battle_of(red=[one])
    with loaded(battle, faces):  # 10 is needed, with 4 off
        conditions.suffer_burning(battle, 0)
    fighter = battle.fighters[0]
    assert fighter.wounds.tolist() == [0, 0, 2, 1, 0]
    assert (fighter.life, fighter.defending) == (life, False)
    assert fighter.dying == (life == Life.UNCONSCIOUS)


# --- What weapons leave (RW9, H27, H30) -----------------------------------------------------------


@pytest.mark.rule("RW9", "H30")
@pytest.mark.parametrize(
    ("level", "fatigue"),
    [(Level.MODERATE, 0), (Level.SEVERE, 1), (Level.CRITICAL, 1), (Level.FATAL, 1)],
)
def test_RW9_concussive_weapons_tire_from_severe_wounds_on(battle_of, level, fatigue):
    for weapon in ("mace", "hooves", "slam"):
        assert marks(battle_of, weapon, level).fatigue == fatigue
    assert marks(battle_of, "sword", level).fatigue == 0


@pytest.mark.rule("H27", "RW12")
@pytest.mark.parametrize(
    ("weapon", "first", "brought"),
    [
        ("torch", Level.MODERATE, [0, 1, 0, 0]), ("bite", Level.SEVERE, [0, 0, 1, 0]),
        ("claws", Level.MODERATE, [1, 0, 0, 0]), ("fangs", Level.LIGHT, [0, 0, 0, 1]),
        ("pincers", Level.SEVERE, [1, 0, 0, 0]), ("sword", Level.DEATH, [0, 0, 0, 0]),
        (None, Level.DEATH, [0, 0, 0, 0]),
    ],
)  # fmt: skip
def test_H27_what_a_wound_brings_from_its_level_on(battle_of, weapon, first, brought):
    for level in range(Level.NONE, Level.FATAL + 1):
        got = levels(marks(battle_of, weapon, level))
        assert got == (brought if level >= first else [0, 0, 0, 0])


@pytest.mark.rule("H27")
def test_H27_a_mark_never_lowers_what_was_there(battle_of):
    assert levels(marks(battle_of, "claws", Level.SEVERE, bleeding=3)) == [3, 0, 0, 0]


@pytest.mark.rule("H27")
def test_H27_the_dead_bear_no_marks(battle_of):
    fighter = marks(battle_of, "fangs", Level.DEATH, life=Life.DEAD)
    assert levels(fighter) == [0, 0, 0, 0]
