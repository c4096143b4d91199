"""Hit points, injuries and their consequences."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Guarded, Injury, Life
from quintain.envs.heimr.rules.characters import conditions
from quintain.envs.heimr.rules.health import health
from quintain.envs.heimr.tables import ITEM_NAMES, NONE


def suffer(battle, actor, points, part):
    """A hit on a body part, as an attack deals it: the loss of HP, then the injury."""
    before = health.injury_of(int(battle.fighters[actor].hp))
    health.lose_hp(battle, actor, points)
    health.take_injury(battle, actor, part, before)


pytestmark = pytest.mark.interpreted


def held(fighter):
    """Names of the items that a fighter holds."""
    return [ITEM_NAMES[item] for item in fighter.held if item != NONE]


@pytest.mark.rule("H1", "RH1")
@pytest.mark.parametrize(
    ("one", "hp", "wp"),
    [({}, 4, 8), ({"armour": "none"}, 1, 8), ({"race": "ogre", "armour": "massive"}, 6, 6),
     ({"armour": "medium", "skills": {"combat_mobility": 2}}, 5, 8),
     ({"skills": {"combat_mobility": 2}}, 4, 8)],
)  # fmt: skip
def test_H1_RH1_hp_and_wp_of_race_armour_and_mobility(battle_of, one, hp, wp):
    fighter = battle_of(red=[one]).fighters[0]
    assert (fighter.hp, fighter.wp) == (hp, wp)
    assert (health.most_hp(fighter), health.most_wp(fighter)) == (hp, wp)


@pytest.mark.rule("H31", "H33", "H34", "H35", "RH5")
@pytest.mark.parametrize(
    ("hp", "level"),
    [(4, Injury.NONE), (1, Injury.NONE), (0, Injury.BLOODIED), (-1, Injury.BLOODIED),
     (-2, Injury.MANGLED), (-3, Injury.MANGLED), (-4, Injury.MUTILATED), (-5, Injury.MUTILATED),
     (-6, Injury.DEATH), (-50, Injury.DEATH)],
)  # fmt: skip
def test_H33_the_levels_of_injury(battle_of, hp, level):
    fighter = battle_of(red=[{"hp": hp}]).fighters[0]
    assert health.injury_of(hp) == level
    assert health.is_injured(fighter) == (level != Injury.NONE)


@pytest.mark.rule("H21", "H31")
def test_H31_above_0_nothing_is_injured(battle_of):
    battle = battle_of(red=[{"hp": 4}])
    suffer(battle, 0, 3, BodyPart.TORSO)
    fighter = battle.fighters[0]
    assert (fighter.hp, fighter.injured, fighter.armour_wear) == (1, 0, 0)
    assert conditions.is_able(fighter)


@pytest.mark.rule("H32", "RH42")
@pytest.mark.parametrize(
    ("part", "kept"),
    [(BodyPart.SWORD_ARM, ["medium_shield"]), (BodyPart.OTHER_ARM, ["medium"])],
)
def test_H32_an_injured_arm_drops_what_it_holds(battle_of, part, kept):
    battle = battle_of(red=[{"base": "swordsman", "hp": 1}])
    suffer(battle, 0, 1, part)
    assert held(battle.fighters[0]) == kept
    assert battle.ground_location[0] == battle.fighters[0].location
    assert conditions.is_able(battle.fighters[0])


@pytest.mark.rule("RH42")
def test_RH42_either_arm_loses_what_both_hold(battle_of):
    battle = battle_of(red=[{"held": ["great"], "hp": 1}])
    suffer(battle, 0, 1, BodyPart.OTHER_ARM)
    assert held(battle.fighters[0]) == []
    assert ITEM_NAMES[battle.ground_item[0]] == "great"


@pytest.mark.rule("H32", "RH41")
@pytest.mark.parametrize("part", [BodyPart.RIGHT_LEG, BodyPart.LEFT_LEG])
def test_H32_an_injured_leg_fells(battle_of, part):
    battle = battle_of(red=[{"hp": 2}])
    suffer(battle, 0, 2, part)
    fighter = battle.fighters[0]
    assert conditions.is_prone(fighter)
    assert not conditions.may_stand_up(fighter)
    assert conditions.can_act(fighter)


@pytest.mark.rule("H32", "RH20", "RH28")
def test_RH20_an_injured_torso_dazes_for_as_long(battle_of):
    battle = battle_of(red=[{"hp": 1}])
    suffer(battle, 0, 1, BodyPart.TORSO)
    fighter = battle.fighters[0]
    assert conditions.is_dazed(fighter)
    assert not conditions.can_act(fighter)
    assert not conditions.can_defend(fighter)
    assert not conditions.is_able(fighter)


@pytest.mark.rule("H32", "RH2")
def test_H32_further_hits_add_the_effects_of_their_parts(battle_of):
    battle = battle_of(red=[{"hp": 1}])
    suffer(battle, 0, 0, BodyPart.TORSO)
    assert battle.fighters[0].injured == 0
    suffer(battle, 0, 1, BodyPart.RIGHT_LEG)
    suffer(battle, 0, 0, BodyPart.SWORD_ARM)
    assert battle.fighters[0].injured == 1 << BodyPart.RIGHT_LEG | 1 << BodyPart.SWORD_ARM
    assert battle.fighters[0].hp == 0


@pytest.mark.rule("H35", "HH5")
def test_H35_the_mutilated_faint_at_once(battle_of):
    battle = battle_of(red=[{"hp": 1, "cluster": 0, "guard": Guarded.BORDER}], blue=["fighter"])
    suffer(battle, 0, 5, BodyPart.LEFT_LEG)
    fighter = battle.fighters[0]
    assert (fighter.hp, fighter.life, fighter.cluster, fighter.guard) == (
        -4,
        Life.UNCONSCIOUS,
        NONE,
        Guarded.NOTHING,
    )


@pytest.mark.rule("RH5")
def test_RH5_below_minus_5_one_is_dead(battle_of, events):
    battle = battle_of(red=[{"hp": 1}])
    suffer(battle, 0, 7, BodyPart.LEFT_LEG)
    assert conditions.is_dead(battle.fighters[0])
    assert [event[0] for event in events(battle)] == ["armour", "injured", "falls", "dies"]


@pytest.mark.rule("H34", "RH19")
def test_H34_the_mangled_faint_after_150_turns_and_die_after_300(battle_of):
    battle = battle_of(red=[{"hp": -2, "dying": 148}])
    lives = []
    for _ in range(2):
        health.count_dying(battle, 0)
        lives.append(int(battle.fighters[0].life))
    battle.fighters[0].dying = 298
    for _ in range(2):
        health.count_dying(battle, 0)
        lives.append(int(battle.fighters[0].life))
    assert lives == [Life.AWAKE, Life.UNCONSCIOUS, Life.UNCONSCIOUS, Life.DEAD]


@pytest.mark.rule("H35", "RH19")
@pytest.mark.parametrize(
    ("hp", "dead"), [(1, False), (0, False), (-1, False), (-3, False), (-4, True), (-5, True)]
)
def test_RH19_the_mutilated_die_after_60_turns(battle_of, hp, dead):
    battle = battle_of(red=[{"hp": hp, "dying": 58}])
    health.count_dying(battle, 0)
    assert not conditions.is_dead(battle.fighters[0])
    health.count_dying(battle, 0)
    assert conditions.is_dead(battle.fighters[0]) == dead


@pytest.mark.rule("H36", "RH58")
def test_H36_the_stable_wake_and_die_no_longer(battle_of):
    battle = battle_of(red=[{"hp": -4, "dying": 59, "life": Life.UNCONSCIOUS, "prone": True}])
    health.stabilise(battle, 0)
    for _ in range(100):
        health.count_dying(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.life, fighter.dying, fighter.hp) == (Life.AWAKE, 0, -4)


@pytest.mark.rule("H36", "RH58", "HH5")
def test_H36_a_reopened_injury_counts_from_0(battle_of):
    battle = battle_of(red=[{"hp": -4, "stable": True}])
    health.reopen(battle, 0)
    assert battle.fighters[0].life == Life.UNCONSCIOUS
    health.count_dying(battle, 0)
    assert battle.fighters[0].dying == 1


@pytest.mark.rule("HH5")
def test_HH5_a_new_level_counts_from_0_and_ends_stability(battle_of):
    battle = battle_of(red=[{"hp": -2, "dying": 100, "stable": True}])
    suffer(battle, 0, 1, BodyPart.LEFT_LEG)
    assert (battle.fighters[0].dying, battle.fighters[0].stable) == (100, False)
    suffer(battle, 0, 1, BodyPart.LEFT_LEG)
    assert battle.fighters[0].dying == 0


@pytest.mark.rule("RH4")
def test_RH4_armour_wears_and_breaks(battle_of):
    battle = battle_of(red=[{"hp": 1}])
    found = []
    for _ in range(4):
        battle.fighters[0].hp = 1
        suffer(battle, 0, 1, BodyPart.LEFT_LEG)
        suffer(battle, 0, 1, BodyPart.LEFT_LEG)  # already down: no further counter
        found.append((int(battle.fighters[0].armour_wear), int(health.most_hp(battle.fighters[0]))))
    assert found == [(1, 4), (2, 4), (3, 1), (3, 1)]


@pytest.mark.rule("H153")
@pytest.mark.parametrize(
    ("hp", "height", "after", "parts"),
    [(4, 2, 1, []), (4, 3, 0, ["RIGHT_LEG", "LEFT_LEG"]), (4, 6, -3, ["RIGHT_LEG", "LEFT_LEG"]),
     (4, 7, -4, ["RIGHT_LEG", "LEFT_LEG", "TORSO"]), (-2, 3, -2, ["RIGHT_LEG", "LEFT_LEG"])],
)  # fmt: skip
def test_H153_a_fall_leaves_3_hp_less_its_height(battle_of, hp, height, after, parts):
    battle = battle_of(red=[{"hp": hp}])
    health.suffer_fall(battle, 0, height)
    assert battle.fighters[0].hp == after
    assert battle.fighters[0].injured == sum(1 << BodyPart[part] for part in parts)


@pytest.mark.rule("H82", "H115")
def test_H115_losing_hp_ends_a_hold_and_an_upcoming_action(battle_of):
    red = [{"hp": 4, "holds": 1, "upcoming": Act.CRAWL}]
    battle = battle_of(red=red, blue=[{"held_by": 0, "held_part": BodyPart.TORSO}])
    suffer(battle, 0, 1, BodyPart.TORSO)
    assert (battle.fighters[0].holds, battle.fighters[1].held_by) == (-1, -1)
    assert battle.fighters[0].upcoming == Act.NONE


@pytest.mark.rule("H130")
def test_H130_the_unconscious_lie_helpless(battle_of):
    battle = battle_of(red=[{"defence": 1}])
    health.faint(battle, 0)
    fighter = battle.fighters[0]
    assert conditions.is_helpless(fighter)
    assert conditions.is_prone(fighter)
    assert (fighter.defence, battle.owed) == (0, 0)


@pytest.mark.rule("RH25", "RH37", "RH38")
def test_RH37_what_a_fighter_who_drops_out_had_prepared_is_told(battle_of, events, told):
    battle = battle_of(red=[{"readied": Act.RUN, "guard": Guarded.PLACE}])
    health.drop_out(battle, 0)
    assert len(events(battle, "guard_ends")) == 1
    assert "Red's readied Run is lost. Red stops guarding." in told(battle)
