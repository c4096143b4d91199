"""Attacks with bare hands, and the reactions of armed fighters to them."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Defence, Outcome, Role, Skill, Step, Window
from quintain.envs.heimr.rules.attacks import brawl
from quintain.envs.heimr.rules.combat_actions import skills
from quintain.envs.heimr.rules.health import health
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted

HIT, BIND = Act.BRAWL_HIT, Act.BRAWL_BIND
UNARMED = {"base": "brawler", "skills": {}}


def dodging(value, base="brawler", **more):
    """A fighter with a pre-rolled dodge."""
    dodge = {"defence": Defence.DODGE, "defence_value": value, "defence_d6": 6}
    return {"base": base, "skills": {}, **dodge, **more}


# --- Who may (H86, H108, RH44) --------------------------------------------------------------------


@pytest.mark.rule("H86", "H108", "RH44")
@pytest.mark.parametrize(
    ("red", "blue", "found"),
    [({}, {}, {"hit", "bind"}), ({"held": ["medium"]}, {}, {"hit", "bind"}),
     ({"held": ["medium", "buckler"]}, {}, {"hit"}), ({"held": ["great"]}, {}, {"hit"}),
     ({"injured": ["sword_arm", "other_arm"]}, {}, {"hit"}), ({"at": (0, 0)}, {}, set()),
     ({"held": ["medium"], "injured": ["other_arm"]}, {}, {"hit"}), ({}, {"held_by": 2}, {"hit"}),
     ({"holds": 2}, {}, {"hit"}), ({"seconds": {"daze": 2}}, {}, set())],
)  # fmt: skip
def test_H108_a_bind_needs_a_free_hand_and_one_holds_one(battle_of, red, blue, found):
    battle = battle_of(red=[{"base": "brawler", **red}], blue=[blue, {}])
    kinds = {"hit": HIT, "bind": BIND}
    assert {one for one, act in kinds.items() if brawl.may_brawl(battle, 0, 1, act, NONE)} == found


@pytest.mark.rule("H86", "H117", "RH16")
def test_H86_a_brawl_is_aimed_at_body_parts_and_at_no_items(battle_of):
    battle = battle_of(red=["brawler"])
    found = [aim for aim in range(7) if brawl.may_brawl(battle, 0, 1, HIT, aim)]
    assert found == [*BodyPart][:5]


# --- Inside the reach of an armed one (H110, H111, RH17, QH5) -------------------------------------


@pytest.mark.rule("H110", "H111", "RH44", "QH5")
@pytest.mark.parametrize(
    ("act", "red", "blue", "asked"),
    [(HIT, {}, {}, True), (BIND, {}, {}, True), (HIT, {"dodged": [1]}, {}, False),
     (HIT, {"holds": 1}, {"held_by": 0, "held_part": 4}, False), (HIT, {}, {"held": []}, False),
     (HIT, {}, {"held": ["bow"]}, False), (HIT, {}, {"seconds": {"daze": 1}}, False),
     (HIT, {}, {"injured": ["sword_arm"]}, False), (HIT, {}, {"held": ["buckler"]}, False),
     (Act.WEAPON_ATTACK, {"held": ["medium"]}, {}, False)],
)  # fmt: skip
def test_H111_an_armed_one_may_attack_who_brawls(battle_of, attack, act, red, blue, asked):
    battle = battle_of(red=[{"base": "brawler", **red}], blue=[blue])
    frame = attack(battle, act, step=Step.PROVOKED)
    brawl.ask_provoked(battle, frame)
    assert (battle.window == Window.PROVOKED) == asked
    assert battle.to_act == (1 if asked else -1)
    assert frame.step == Step.CLOSED_IN


@pytest.mark.rule("RH17", "H111", "RH14")
def test_RH17_the_provoked_attack_is_free_and_has_one_weapon(battle_of, attack):
    battle = battle_of(red=["brawler"], blue=[{"held": ["light", "light"]}])
    attack(battle, HIT, step=Step.CLOSED_IN)
    assert all(brawl.may_be_provoked(battle, battle.frames[battle.top], hand) for hand in (0, 1))
    brawl.answer_provoked(battle, 1)
    frame = battle.frames[battle.top]
    assert (frame.act, frame.role, frame.actor) == (Act.WEAPON_ATTACK, Role.PROVOKED, 1)
    assert (frame.target, frame.hand) == (0, 1)
    assert not battle.fighters[1].standard


@pytest.mark.rule("H111", "HH14")
@pytest.mark.parametrize(
    ("outcome", "step"),
    [(Outcome.HIT, Step.ANSWERED), (Outcome.STOPPED, Step.ANSWERED), (Outcome.DODGED, Step.LUCKY),
     (Outcome.NONE, Step.LUCKY), (Outcome.FAILED, Step.LUCKY)],
)  # fmt: skip
def test_H111_only_who_dodges_gets_inside(battle_of, attack, events, outcome, step):
    battle = battle_of(red=["brawler"])
    frame = attack(battle, HIT, step=Step.CLOSED_IN)
    battle.outcome = outcome
    brawl.resolve_provoked_attack(battle, frame)
    assert frame.step == step
    assert len(events(battle, "fails")) == (step == Step.ANSWERED)


# --- The blow (H108, H109, H113, RH43, RH58) ------------------------------------------------------


@pytest.mark.rule("H109", "RH43")
@pytest.mark.parametrize(("total", "found"), [(9, True), (8, True), (7, True), (6, False)])
def test_H109_equal_or_1_below_touches(total, found):
    assert brawl.touches(total, 8) == found


@pytest.mark.rule("RH43", "H109", "H108")
@pytest.mark.parametrize(
    ("act", "defence", "hp", "holds"),
    [(HIT, 10, 3, NONE), (HIT, 11, 4, NONE), (HIT, 12, 4, NONE), (BIND, 10, 4, 1),
     (BIND, 11, 4, 1), (BIND, 12, 4, 1), (BIND, 13, 4, NONE)],
)  # fmt: skip
def test_RH43_a_touch_costs_nothing_but_lets_a_bind_take_hold(
    battle_of, attack, play_attack, load, act, defence, hp, holds
):
    battle = battle_of(red=[UNARMED], blue=[dodging(defence, hp=4)])
    attack(battle, act, step=Step.DEFENDED)
    load(battle, [2, 7, 3, 5, 1])  # the value 7, potential 4; then the next pre-roll
    play_attack(battle)
    assert (battle.fighters[1].hp, battle.fighters[0].holds) == (hp, holds)


@pytest.mark.rule("H113", "H116", "H82")
@pytest.mark.parametrize(
    ("d6", "aim", "part"),
    [(2, NONE, BodyPart.RIGHT_LEG), (5, NONE, BodyPart.TORSO), (4, NONE, BodyPart.SWORD_ARM),
     (2, BodyPart.OTHER_ARM, BodyPart.OTHER_ARM)],
)  # fmt: skip
def test_H113_the_bound_part_is_the_one_rolled(
    battle_of, attack, play_attack, load, events, d6, aim, part
):
    battle = battle_of(red=[UNARMED], blue=[dodging(0, upcoming=Act.CRAWL)])
    attack(battle, BIND, aim=aim, step=Step.DEFENDED)
    load(battle, [d6, 9, 9, 9, 9])
    play_attack(battle)
    held = battle.fighters[1]
    assert (held.held_by, held.held_part, held.upcoming) == (0, part, Act.NONE)
    assert events(battle, "holds") == [("holds", 0, 1, part, 0, 0)]
    assert battle.fighters[0].defence == Defence.NONE


@pytest.mark.rule("H30", "RH6", "H108")
def test_H30_a_master_of_the_sturdy_stance_resists_a_bind(battle_of, attack, play_attack, load):
    battle = battle_of(red=[UNARMED], blue=[dodging(0, skills={"sturdy_stance": 3})])
    attack(battle, BIND, step=Step.DEFENDED)
    load(battle, [2, 9, 9, 9, 9])
    asked = play_attack(battle, resist=lambda it: skills.resist(it, Skill.STURDY_STANCE))
    assert "resist" in asked
    assert (battle.fighters[0].holds, battle.fighters[1].wp) == (NONE, 8)


@pytest.mark.rule("RH58", "H36")
@pytest.mark.parametrize(("part", "stable"), [("other_arm", False), ("left_leg", True)])
def test_RH58_who_brawls_with_an_injured_arm_reopens_the_injury(battle_of, part, stable):
    battle = battle_of(red=[{**UNARMED, "hp": -2, "injured": [part], "stable": True}])
    health.reopen_injured_arms(battle, 0)
    assert battle.fighters[0].stable == stable


# --- A whole brawl against an armed one (H110, H111, RH17, QH5) -----------------------------------


@pytest.mark.rule("H111", "RH17", "QH5", "H110")
@pytest.mark.parametrize(
    ("dodge", "faces", "hp", "inside"),
    [(20, [5, 3, 3, 3, 6, 2, 2, 2, 5, 9, 9, 9, 9, 6, 6, 6], (4, 3), True),
     (0, [5, 3, 3, 3, 6, 2, 2, 2], (2, 4), False)],
)  # fmt: skip
def test_H111_a_brawl_against_an_armed_one(
    battle_of, attack, play_attack, load, events, dodge, faces, hp, inside
):
    red = [dodging(dodge, armour="medium", skills={"combat_mobility": 1}, hp=4)]
    blue = [{"base": "fighter", "defence": Defence.DODGE, "defence_value": 5, "defence_d6": 6}]
    battle = battle_of(red=red, blue=blue)
    attack(battle, HIT)
    load(battle, faces)
    asked = play_attack(battle, provoked=lambda it: brawl.answer_provoked(it, 0))
    assert asked[0] == "provoked"
    assert (battle.fighters[0].hp, battle.fighters[1].hp) == hp
    rolls = [event[1] for event in events(battle, "rolls")]
    assert rolls[:2] == [1, 0]  # the sword, then the brawler's next defence
    assert ([*rolls].count(0) == 2) == inside
    assert battle.fighters[0].dodged == 0


@pytest.mark.rule("RH17", "QH5", "H111")
def test_RH17_it_may_be_declined(battle_of, attack, play_attack, load, events):
    battle = battle_of(red=[dodging(0)], blue=[dodging(0, "fighter")])
    attack(battle, HIT)
    load(battle, [6, 9, 9, 9, 9])
    assert play_attack(battle)[:2] == ["provoked", "defend"]
    assert [event[1] for event in events(battle, "hits")] == [0]
    assert battle.fighters[1].hp == 3
