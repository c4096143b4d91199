"""Attributes and abilities: consistency and potential."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Ability, Attribute, Skill
from quintain.envs.heimr.rules.characters import abilities

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("H3", "RH22")
@pytest.mark.parametrize("value", [-3, -2, 0, 4])
def test_H3_attributes_can_be_negative(battle_of, value):
    fighter = battle_of(red=[{"strength": value, "stamina": value}]).fighters[0]
    assert abilities.attribute(fighter, Attribute.STRENGTH) == value
    assert abilities.potential(fighter, Ability.BRAWL) == value


@pytest.mark.rule("H4", "H37")
def test_H4_H37_base_and_trained_add_up(battle_of):
    one = {"strength": 3, "trained": {"brawl": [2, 1]}}
    fighter = battle_of(red=[one]).fighters[0]
    assert abilities.consistency(fighter, Ability.BRAWL) == 1 + 2
    assert abilities.potential(fighter, Ability.BRAWL) == 3 + 1
    assert abilities.consistency(fighter, Ability.SURVIVAL) == 1
    assert abilities.potential(fighter, Ability.SURVIVAL) == 0


@pytest.mark.rule("H37")
def test_H37_the_potential_follows_the_attribute(battle_of):
    fighter = battle_of(red=[{"strength": 3}]).fighters[0]
    before = abilities.potential(fighter, Ability.BRAWL)
    fighter.attributes[Attribute.STRENGTH] = 1
    assert (before, abilities.potential(fighter, Ability.BRAWL)) == (3, 1)


@pytest.mark.rule("H39")
@pytest.mark.parametrize(
    ("dexterity", "strength", "average"), [(0, 3, 1), (2, 2, 2), (-1, 0, -1), (-3, 0, -2)]
)
def test_H39_the_average_is_rounded_down(battle_of, dexterity, strength, average):
    fighter = battle_of(red=[{"dexterity": dexterity, "strength": strength}]).fighters[0]
    assert abilities.base_potential(fighter, Ability.DUELLING) == average
    assert abilities.base_potential(fighter, Ability.AGILITY) == dexterity


@pytest.mark.rule("H169", "RH13")
def test_RH13_only_a_tower_shield_in_hand_takes_stamina(battle_of):
    red = [{"held": ["medium", name]} for name in ("medium_shield", "tower_shield")]
    battle = battle_of(red=red)
    found = [abilities.attribute(battle.fighters[one], Attribute.STAMINA) for one in range(2)]
    assert found == [0, -1]
    assert abilities.potential(battle.fighters[1], Ability.SURVIVAL) == -1


@pytest.mark.rule("H42")
def test_H42_climbing_replaces_agility_even_where_that_is_better(battle_of):
    fighter = battle_of(red=[{"trained": {"agility": [4, 4]}}]).fighters[0]
    assert abilities.overall_skill(fighter, Ability.AGILITY) > abilities.overall_skill(
        fighter, Ability.CLIMBING
    )
    assert abilities.climbing_ability() == Ability.CLIMBING


@pytest.mark.rule("RH6")
def test_RH6_levels_of_skills(battle_of):
    fighter = battle_of(red=["veteran"]).fighters[0]
    levels = {skill: int(abilities.skill_level(fighter, skill)) for skill in Skill}
    assert {skill: level for skill, level in levels.items() if level} == {
        Skill.FOCUSED_STRIKE: 2,
        Skill.STURDY_STANCE: 3,
        Skill.STURDY_HANDS: 2,
        Skill.CLEAR_HEAD: 2,
    }
