"""Modifiers and penalties of checks, combat checks and ordinary ones."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Attribute,
    Role,
    Skill,
    Specialisation,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.rolls import checks
from quintain.envs.wildroll.tables import FIRE_BOLT

pytestmark = pytest.mark.interpreted

ODD = {
    "base": "thug",
    **dict(
        zip("strength dexterity vitality reason persona".split(), (1, 2, 3, 4, -2), strict=True)
    ),
    "skills": {"melee": 1, "aim": 2, "arcana": 3, "athletics": 2, "reflex": 1, "resistance": 3},
    "specialisations": {
        **{"blade": 2, "bow": 1, "fire": 2, "power": 1, "agility": 2},
        **{"fortitude": 1, "willpower": 2},
    },
}
"""A fighter with a different value for each sum."""


def one(battle_of, **more):
    """The odd fighter, with changes."""
    return battle_of(red=[{**ODD, **more}]).fighters[0]


@pytest.mark.rule("W21")
def test_W21_melee_weapon(battle_of):
    fighter = one(battle_of, held=["sword", "dagger"])
    assert checks.melee_modifier(fighter, 0) == 2 + 1 + 2 + 1
    assert checks.melee_modifier(fighter, 1) == 2 + 1 + 2 + 1
    assert checks.melee_modifier(fighter, 2) == 2 + 1  # unarmed
    assert checks.melee_modifier(one(battle_of, held=["axe"]), 0) == 2 + 1


@pytest.mark.rule("W22")
def test_W22_ranged_weapon(battle_of):
    assert checks.ranged_modifier(one(battle_of, held=["bow"]), 0) == 2 + 2 + 1 + 1
    assert checks.ranged_modifier(one(battle_of, held=["crossbow"]), 0) == 2 + 2 + 1


@pytest.mark.rule("W23")
def test_W23_spell(battle_of):
    assert checks.spell_modifier(one(battle_of), FIRE_BOLT) == 4 + 3 + 2


SIZES = [("human", 0), ("halfling", -2), ("ogre", 3)]


@pytest.mark.rule("W24")
@pytest.mark.parametrize(("race", "size"), SIZES)
def test_W24_size_helps_power(battle_of, race, size):
    assert checks.power_modifier(one(battle_of, race=race)) == 1 + 2 + 1 + size


@pytest.mark.rule("W25")
@pytest.mark.parametrize(("race", "size"), SIZES)
def test_W25_size_hinders_agility(battle_of, race, size):
    assert checks.agility_modifier(one(battle_of, race=race)) == 2 + 1 + 2 - size


@pytest.mark.rule("W26")
def test_W26_fortitude(battle_of):
    assert checks.fortitude_modifier(one(battle_of)) == 3 + 3 + 1


@pytest.mark.rule("H10", "W24", "W25")
@pytest.mark.parametrize(("race", "size"), SIZES)
def test_H10_the_better_of_power_and_agility(battle_of, race, size):
    fighter = one(battle_of, race=race)
    assert checks.better_of_power_and_agility(fighter) == max(4 + size, 5 - size)
    wrestler = battle_of(red=["wrestler"]).fighters[0]
    assert checks.better_of_power_and_agility(wrestler) == checks.power_modifier(wrestler)
    halfling = battle_of(red=["halfling"]).fighters[0]
    assert checks.better_of_power_and_agility(halfling) == checks.agility_modifier(halfling)


# --- What worsens them (RW10, RW12) ---------------------------------------------------------------


@pytest.mark.rule("RW10")
@pytest.mark.parametrize(
    ("wounds", "penalty"),
    [
        ({}, 0), ({"light": 5}, 0), ({"moderate": 1}, 1), ({"severe": 1, "light": 2}, 2),
        ({"critical": 1, "severe": 2}, 4), ({"fatal": 1}, 4), ({"fatal": 1, "critical": 2}, 4),
    ],
)  # fmt: skip
def test_RW10_the_worst_wound_worsens_every_check(battle_of, wounds, penalty):
    fighter, sound = one(battle_of, wounds=wounds), one(battle_of)
    assert checks.check_penalty(fighter) == penalty
    for modifier in (
        checks.power_modifier, checks.agility_modifier, checks.fortitude_modifier,
    ):  # fmt: skip
        assert modifier(sound) - modifier(fighter) == penalty
    assert checks.melee_modifier(sound, 2) - checks.melee_modifier(fighter, 2) == penalty
    assert checks.ranged_modifier(sound, 2) - checks.ranged_modifier(fighter, 2) == penalty
    assert checks.spell_modifier(sound, 0) - checks.spell_modifier(fighter, 0) == penalty
    plain = (Attribute.PERSONA, Skill.DECEPTION)
    assert checks.plain_modifier(sound, *plain) - checks.plain_modifier(fighter, *plain) == penalty


@pytest.mark.rule("RW12")
@pytest.mark.parametrize(("fatigue", "penalty"), [(6, 0), (7, 2), (12, 2), (13, 2), (40, 2)])
def test_RW12_exhausted_or_staggered_take_2_and_add_to_wounds(battle_of, fatigue, penalty):
    assert checks.check_penalty(one(battle_of, fatigue=fatigue)) == penalty
    worse = one(battle_of, fatigue=fatigue, wounds={"critical": 1})
    assert checks.check_penalty(worse) == penalty + 4


# --- Rolling (W20, RW2, H31) ----------------------------------------------------------------------


@pytest.mark.rule("W20", "RW2", "RW18")
@pytest.mark.parametrize(
    ("faces", "total", "succeeds"),
    [
        ((4, 4, 4), 15, True), ((4, 4, 3), 14, False),
        ((6, 6, 4, 2), 21, True), ((1, 1, 3, 6), 2, False),
    ],
)  # fmt: skip
def test_W20_a_combat_check_is_wild_and_equal_succeeds(battle_of, loaded, faces, total, succeeds):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Act.ESCAPE, 0, 1, 0)
    frame = battle.frames[battle.top]
    with loaded(battle, faces):
        assert checks.wild_check(battle, frame, 3, 15) == succeeds
    assert (frame.total, frame.value) == (total, 15)


@pytest.mark.rule("W26", "H31", "RW2")
@pytest.mark.parametrize(
    ("faces", "succeeds"),
    [((3, 3, 2), False), ((3, 3, 3), True), ((1, 2, 2, 1), False), ((6, 5, 5, 1), True)],
)
def test_H31_fortitude_checks_are_wild(battle_of, loaded, events, faces, succeeds):
    battle = battle_of()  # Vitality 1
    with loaded(battle, faces):
        assert checks.fortitude_save(battle, 0, 10) == succeeds
    natural = sum(faces[:3])
    more = faces[3] if natural >= 16 else -faces[3] if natural <= 5 else 0
    saves = [one for one in events(battle) if one[0] == "saves"]
    assert saves == [("saves", 0, -1, natural, natural + more + 1, 10)]


@pytest.mark.rule("RW1", "RW2")
@pytest.mark.parametrize(("faces", "margin"), [((6, 6, 6), 10), ((1, 1, 1), -5), ((3, 3, 2), 0)])
def test_RW2_an_ordinary_check_has_no_criticals(battle_of, loaded, faces, margin):
    battle = battle_of()
    modifier = checks.skill_modifier(
        battle.fighters[0], Attribute.STRENGTH, Skill.ATHLETICS, Specialisation.JUMPING
    )
    assert modifier == 1
    with loaded(battle, faces):
        assert checks.ordinary_check(battle, 0, modifier + 1, 10) == margin
