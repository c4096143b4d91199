"""Attacks: the legal attackers, targets, weapons and aims."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Ability, Act, BodyPart, Direction, Hand, Life, Role, Skill
from quintain.envs.heimr.rules.attacks import weapon_attack
from quintain.envs.heimr.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

SHIELD_AIM, SWORD_AIM = 5 + Hand.OFF, 5 + Hand.SWORD


def may(battle, hand=Hand.SWORD, aim=NONE):
    """Whether red_0 may attack the first of blue."""
    return bool(weapon_attack.may_attack(battle, 0, int(battle.side_size[0]), hand, aim))


@pytest.mark.rule("H84", "H50")
@pytest.mark.parametrize(
    ("red", "blue", "found"),
    [({}, {}, True), ({"at": (1, 0)}, {}, False), ({"held": []}, {}, False),
     ({"height": 1}, {}, True), ({"height": 2}, {}, False), ({}, {"life": Life.DEAD}, False),
     ({}, {"life": Life.UNCONSCIOUS}, True), ({"seconds": {"daze": 2}}, {}, False),
     ({"injured": ["sword_arm"]}, {}, False), ({"prone": True}, {}, True),
     ({"life": Life.ASLEEP}, {}, False)],
)  # fmt: skip
def test_H84_who_may_strike_whom(battle_of, red, blue, found):
    assert may(battle_of(red=[red], blue=[blue])) == found


@pytest.mark.rule("H84")
def test_H84_no_friend_is_attacked(battle_of):
    battle = battle_of(red=["fighter"] * 2)
    assert not weapon_attack.may_attack(battle, 0, 1, Hand.SWORD, NONE)
    assert weapon_attack.may_attack(battle, 0, 2, Hand.SWORD, NONE)


@pytest.mark.rule("H63")
@pytest.mark.parametrize(
    ("held", "cluster", "found"),
    [("medium", NONE, False), ("medium", 0, True), ("bow", NONE, False), ("bow", 0, False)],
)
def test_H63_who_stumbles_does_not_shoot_and_strikes_only_in_its_cluster(
    battle_of, held, cluster, found
):
    red = [{"held": [held], "missile": True, "cluster": cluster, "seconds": {"stumble": 2}}]
    battle = battle_of(red=red, blue=[{"cluster": cluster}])
    assert may(battle) == found
    battle.fighters[0].seconds[:] = 0
    assert may(battle)


@pytest.mark.rule("H132", "H133", "RH50")
@pytest.mark.parametrize(
    ("known", "last", "found"),
    [([], (1, 1), False), ([0], (1, 1), True), ([0], (1, 0), False)],
)
def test_H132_the_hidden_are_attacked_only_where_one_believes_them(battle_of, known, last, found):
    blue = [{"at": (1, 1), "hidden": True, "known_by": known, "last_seen": last[1] * 5 + last[0]}]
    battle = battle_of(blue=blue, map="sss\nsss\nsss")
    assert may(battle) == found
    battle.fighters[1].location = 0
    assert may(battle) == found


@pytest.mark.rule("H173")
@pytest.mark.parametrize(("hands", "found"), [(False, True), (True, False)])
def test_H173_who_holds_on_with_both_hands_does_not_attack(battle_of, hands, found):
    battle = battle_of(
        red=[{"climbs_on": Direction.EAST, "height": 1}],
        heights="000\n004\n000",
        borders=[((1, 1), "east", "rope")],
    )
    battle.borders[2 * 6].hands = hands
    assert may(battle) == found


@pytest.mark.rule("H117")
@pytest.mark.parametrize("part", [BodyPart.TORSO, BodyPart.LEFT_LEG])
def test_H117_any_body_part_can_be_aimed_at(battle_of, part):
    assert may(battle_of(), aim=part)
    assert may(battle_of(red=[{"base": "archer", "at": (0, 0)}]), aim=part)


@pytest.mark.rule("RH16", "RH6")
@pytest.mark.parametrize(
    ("red", "blue", "found"),
    [({}, "swordsman", {SWORD_AIM, SHIELD_AIM}), ({}, "fighter", {SWORD_AIM}),
     ({"wp": 1}, "swordsman", set()), ({"skills": {"breaking_strike": 0}}, "swordsman", set()),
     ({"held": ["bow"], "missile": True}, "swordsman", set())],
)  # fmt: skip
def test_RH16_only_a_breaking_strike_is_aimed_at_an_item(battle_of, red, blue, found):
    battle = battle_of(red=[{"base": "axeman", **red}], blue=[blue])
    assert {aim for aim in (SWORD_AIM, SHIELD_AIM) if may(battle, aim=aim)} == found


@pytest.mark.rule("RH6")
@pytest.mark.parametrize(
    ("held", "level", "falls", "found"),
    [(["medium", "medium_shield"], 1, False, True), (["medium", "medium_shield"], 1, True, False),
     (["medium", "tower_shield"], 2, True, True), (["medium", "buckler"], 1, False, False),
     (["medium"], 1, False, False), (["medium", "medium_shield"], 0, False, False)],
)  # fmt: skip
def test_RH6_a_shield_bash_needs_a_shield_that_is_no_buckler(battle_of, held, level, falls, found):
    battle = battle_of(red=[{"held": held, "skills": {"shield_bash": level}}])
    assert weapon_attack.may_bash(battle, 0, 1, falls) == found


@pytest.mark.rule("RH6", "H107")
@pytest.mark.parametrize(
    ("held", "found"),
    [(["great"], True), (["medium"], True), (["pole_arm"], True), (["light"], False),
     (["medium", "buckler"], False), (["bow"], False), ([], False)],
)  # fmt: skip
def test_RH6_a_shove_needs_both_hands_on_the_weapon(battle_of, held, found):
    battle = battle_of(red=[{"held": held, "skills": {"shoving_strike": 1}}])
    assert weapon_attack.may_shove(battle, 0, 1) == found
    battle.fighters[0].wp = 0
    assert not weapon_attack.may_shove(battle, 0, 1)


@pytest.mark.rule("H84", "RH14")
@pytest.mark.parametrize(
    ("held", "role", "both"),
    [(["light", "light"], Role.TURN, True), (["light", "light"], Role.READIED, True),
     (["light", "light"], Role.PROVOKED, False), (["light", "light"], Role.GUARD, False),
     (["light"], Role.TURN, False), (["throwing", "light"], Role.TURN, True),
     (["throwing", "light"], Role.GUARD, False), (["blowgun", "light"], Role.TURN, True),
     (["medium", "torch"], Role.TURN, False), (["bow"], Role.TURN, False)],
)  # fmt: skip
def test_RH14_a_weapon_in_each_hand_strikes_twice_but_not_out_of_turn(
    battle_of, attack, held, role, both
):
    battle = battle_of(red=[{"held": held, "missile": True}])
    frame = attack(battle, role=role)
    assert frame.both == both
    assert ITEM_NAMES[frame.weapon] == held[0]


@pytest.mark.rule("H84", "H86", "RH6", "RH16")
@pytest.mark.parametrize(
    ("act", "aim", "hand", "ability", "skill"),
    [(Act.WEAPON_ATTACK, NONE, 0, Ability.SHIELD_AND_SWORD, NONE),
     (Act.WEAPON_ATTACK, SHIELD_AIM, 0, Ability.SHIELD_AND_SWORD, Skill.BREAKING_STRIKE),
     (Act.BRAWL_HIT, NONE, NONE, Ability.BRAWL, NONE),
     (Act.SHIELD_BASH, NONE, 1, Ability.SHIELD_AND_SWORD, Skill.SHIELD_BASH),
     (Act.SHOVING_STRIKE, NONE, 0, Ability.SHIELD_AND_SWORD, Skill.SHOVING_STRIKE)],
)  # fmt: skip
def test_H84_what_an_attack_is_made_with(battle_of, act, aim, hand, ability, skill):
    battle = battle_of(red=["swordsman"], blue=["swordsman"])
    weapon_attack.begin_attack(battle, Role.TURN, act, 0, 1, Hand.SWORD, aim)
    frame = battle.frames[battle.top]
    weapon_attack.choose_weapon(battle, frame)
    assert (frame.hand, frame.ability, frame.skill) == (hand, ability, skill)
    assert not weapon_attack.is_shot(frame)
