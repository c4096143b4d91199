"""Skill checks, Constitution checks and saves (RD3, RD7, RD10, RD36)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Attribute,
    Peril,
    Skill,
)
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.martial.tables import (
    BODY_NAMES,
    SKILL_NAMES,
)

pytestmark = pytest.mark.interpreted

ATTRIBUTE_OF = {
    "acrobatics": "dexterity",
    "athletics": "strength",
    "thievery": "dexterity",
    "perception": "wisdom",
    "stealth": "dexterity",
    "lore": "intelligence",
    "heal": "wisdom",
    "survival": "wisdom",
    "fly": "dexterity",
}
PLAIN = {"held": [], "armour": "none", "trained": []}


@pytest.fixture
def one(battle_of):
    """A battle whose first fighter is as said."""
    return lambda **said: battle_of([{**PLAIN, **said}])


@pytest.mark.rule("RD36", "RD16")
@pytest.mark.parametrize("skill", SKILL_NAMES)
def test_RD36_a_skill_adds_its_attribute_and_training(one, skill):
    attributes = {name: 0 for name in ("strength", "dexterity", "intelligence", "wisdom")}
    attributes[ATTRIBUTE_OF[skill]] = 4
    number = Skill[skill.upper()]
    assert checks.skill_modifier(one(**attributes, level=10).fighters[0], number) == 4
    trained = one(**attributes, level=10, trained=[skill]).fighters[0]
    assert checks.skill_modifier(trained, number) == 9
    assert checks.is_trained(trained, number)


@pytest.mark.rule("RD36")
@pytest.mark.parametrize("level", range(1, 11))
def test_RD36_training_is_half_the_level_rounded_up(one, level):
    fighter = one(level=level, trained=["lore"]).fighters[0]
    assert checks.training(fighter, Skill.LORE) == (level + 1) // 2
    assert checks.training(fighter, Skill.HEAL) == 0


@pytest.mark.rule("RD36")
@pytest.mark.parametrize(("natural", "succeeds"), [(19, 0), (20, 1)])
def test_RD36_a_constitution_check_equal_to_the_dc_succeeds(one, loaded, events, natural, succeeds):
    battle = one(constitution=2, level=3)
    with loaded(battle, [natural]):
        assert checks.constitution_check(battle, 0, 25, Peril.HEART) == succeeds
    assert events(battle) == [("check", 0, Peril.HEART, natural, natural + 5, 25)]


@pytest.mark.rule("RD3", "RD36")
def test_RD3_a_natural_20_means_nothing_in_a_check(one, loaded):
    battle = one(constitution=2, level=3)
    with loaded(battle, [20]):
        assert checks.constitution_check(battle, 0, 26, Peril.HEART) == 0


@pytest.mark.rule("RD3", "D18")
@pytest.mark.parametrize(
    ("natural", "dc", "result"),
    [
        (4, 10, 0),  # 9
        (5, 10, 1),  # 10
        (14, 10, 1),  # 19
        (15, 10, 2),  # 20: 10 above
        (20, 60, 2),  # a natural 20, however high the DC
        (19, 60, 0),
    ],
)
def test_RD3_critical_saves(one, loaded, natural, dc, result):
    battle = one(constitution=2, level=3)
    with loaded(battle, [natural]):
        assert checks.constitution_save(battle, 0, dc) == result


@pytest.mark.rule("RD10")
def test_RD10_sickened_lose_2_on_every_roll(one, loaded):
    battle = one(constitution=2, level=3, wisdom=1, sickened=True)
    assert checks.flat_penalty(battle.fighters[0]) == 2
    with loaded(battle, [10]):
        assert checks.skill_check(battle, 0, Skill.HEAL) == 9
    with loaded(battle, [10]):
        assert checks.constitution_check(battle, 0, 13, Peril.HEART) == 1
    with loaded(battle, [10]):
        assert checks.constitution_save(battle, 0, 14) == 0


@pytest.mark.rule("RD7", "D37", "RD43")
@pytest.mark.parametrize(
    ("state", "dice"),
    [
        ({}, 1),
        ({"injuries": {"head": 1}}, 2),
        ({"stamina": 0}, 2),
        ({"stamina": 0, "injuries": {"head": 2}}, 3),
    ],
)
def test_RD7_concussion_and_exhaustion_worsen_every_d20(one, loaded, state, dice):
    battle = one(constitution=0, level=1, **state)
    assert checks.d20_disadvantage(battle.fighters[0]) == dice - 1
    with loaded(battle, [15, 9, 12][:dice]):
        assert checks.skill_check(battle, 0, Skill.LORE) == (15 if dice == 1 else 9)
    with loaded(battle, [9, 15, 12][:dice]):
        assert checks.constitution_check(battle, 0, 11, Peril.HEART) == 0


@pytest.mark.rule("RD19")
@pytest.mark.parametrize("armour", ["none", "light", "medium", "heavy"])
def test_RD19_heavy_armour_hinders_acrobatics_and_stealth(one, armour):
    fighter = one(armour=armour).fighters[0]
    for skill in Skill:
        hinders = armour == "heavy" and skill in (Skill.ACROBATICS, Skill.STEALTH)
        assert checks.check_disadvantage(fighter, skill) == hinders


@pytest.mark.rule("D28")
@pytest.mark.parametrize("body", BODY_NAMES)
def test_D28_a_tail_gives_an_advantage_on_acrobatics(one, loaded, body):
    battle = one(body=body, dexterity=0, strength=0)
    has_tail = body in ("winged_beast", "horned_brute", "wolf")
    assert checks.check_disadvantage(battle.fighters[0], Skill.ACROBATICS) == -has_tail
    with loaded(battle, [4, 17] if has_tail else [4]):
        assert checks.skill_check(battle, 0, Skill.ACROBATICS) == (17 if has_tail else 4)


@pytest.mark.rule("RD36")
def test_RD36_constitution_and_level_are_added(one):
    fighter = one(constitution=-1, level=10).fighters[0]
    assert checks.constitution_modifier(fighter) == 9
    assert fighter.attributes[Attribute.CONSTITUTION] == -1
