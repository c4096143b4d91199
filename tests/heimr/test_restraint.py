"""The holder's answers to actions of the held fighter."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Defence, Role, Step, Window
from quintain.envs.heimr.rules.attacks import brawl
from quintain.envs.heimr.rules.combat_actions import action_stack
from quintain.envs.heimr.rules.forced_movement import restraint

pytestmark = pytest.mark.interpreted

HELD = {"held_by": 1, "held_part": BodyPart.LEFT_LEG}
HOLDER = {"base": "brawler", "holds": 0, "skills": {}}


def act_of(battle, act, actor=0, target=1):
    """A fighter takes an action, and its holder may answer."""
    action_stack.push(battle, Role.TURN, act, actor, target, 0)
    frame = battle.frames[battle.top]
    action_stack.go_to(frame, Step.RESTRAINED)
    return frame


@pytest.mark.rule("H114", "QH11")
@pytest.mark.parametrize(
    ("act", "asked"),
    [(Act.WEAPON_ATTACK, True), (Act.BRAWL_HIT, True), (Act.SHIELD_BASH, True),
     (Act.CONCEAL_ITEM, True), (Act.HIDE, True), (Act.DRAW, False), (Act.SPEAK, False),
     (Act.LOOK, False), (Act.BREATHER, False), (Act.DROP_ITEM, False)],
)  # fmt: skip
def test_H114_what_needs_a_physical_challenge_can_be_stopped(battle_of, act, asked):
    battle = battle_of(red=[HELD], blue=[HOLDER])
    act_of(battle, act)
    assert restraint.ask_holder(battle) == asked
    assert (battle.window == Window.HOLD) == asked
    if asked:
        assert battle.to_act == 1
        assert not restraint.ask_holder(battle)


@pytest.mark.rule("H114", "RH44")
@pytest.mark.parametrize(
    ("red", "blue"), [({"held_by": -1}, {}), (HELD, {"seconds": {"daze": 1}}), (HELD, {"life": 2})]
)
def test_H114_only_a_holder_who_can_act_stops_anything(battle_of, red, blue):
    battle = battle_of(red=[red], blue=[{**HOLDER, **blue}])
    act_of(battle, Act.WEAPON_ATTACK)
    assert not restraint.ask_holder(battle)


@pytest.mark.rule("H114", "RH34")
def test_H114_the_result_of_the_brawl_is_the_cr(battle_of, loaded, events):
    battle = battle_of(red=[HELD], blue=[HOLDER])
    frame = act_of(battle, Act.WEAPON_ATTACK)
    with loaded(battle, [3, 8, 2, 4, 5]):
        restraint.restrain(battle)
    assert (frame.restrained, frame.challenge) == (1, 8 + 4)
    assert battle.fighters[1].fatigue == 5
    assert events(battle, "stops_held") == [("stops_held", 1, 0, Act.WEAPON_ATTACK, 12, 0)]


@pytest.mark.rule("H114", "H67")
def test_H114_a_brawl_too_tired_stops_nothing(battle_of, loaded):
    battle = battle_of(red=[HELD], blue=[{**HOLDER, "fatigue": 9}])
    frame = act_of(battle, Act.WEAPON_ATTACK)
    with loaded(battle, [3, 8, 2, 4, 5]):
        restraint.restrain(battle)
    assert (frame.restrained, frame.challenge) == (0, 0)


@pytest.mark.rule("QH11", "H112")
def test_QH11_the_holder_may_let_go(battle_of):
    battle = battle_of(red=[HELD], blue=[HOLDER])
    act_of(battle, Act.WEAPON_ATTACK)
    restraint.release(battle)
    assert (battle.fighters[1].holds, battle.fighters[0].held_by, battle.owed) == (-1, -1, 2)


@pytest.mark.rule("H114", "RH44", "RH32")
@pytest.mark.parametrize(
    ("challenge", "hits"), [(16, True), (15, True), (17, False)]
)  # the attack: 9 + 7 = 16
def test_H114_who_meets_it_acts_and_is_free(
    battle_of, attack, play_attack, load, events, challenge, hits
):
    red = [{**HELD, "trained": {"swordsmanship": [2, 2]}}]
    battle = battle_of(red=red, blue=[{**HOLDER, "defence": Defence.NONE}])
    frame = attack(battle, step=Step.DEFENDED)
    frame.restrained, frame.challenge = True, challenge
    load(battle, [3, 9, 2, 2])
    asked = play_attack(battle)
    assert "defend" not in asked
    assert (battle.fighters[1].hp < 5) == hits
    assert (battle.fighters[0].held_by == -1) == hits
    assert (len(events(battle, "breaks_hold")) == 1) == hits


@pytest.mark.rule("H114", "H111", "HH14")
@pytest.mark.parametrize(("face", "hp"), [(9, 3), (1, 4)])  # 13 or 10 against an attack of 11
def test_H114_a_provoked_attack_that_the_holder_stops_keeps_no_brawl_out(
    battle_of, attack, play_attack, load, face, hp
):
    unready = {"base": "brawler", "skills": {}, "defence": Defence.DODGE, "defence_value": 5}
    held = {"held_by": 1, "held_part": BodyPart.LEFT_LEG, "cluster": 0}
    red = [unready, {**HOLDER, "holds": 2, "cluster": 0}]
    battle = battle_of(red=red, blue=[held])
    attack(battle, Act.BRAWL_HIT, target=2, hand=-1, step=Step.PROVOKED)
    load(battle, [6, face, face, face, face, 5, 2, 2, 2, 6, 9, 9, 9, 9, 6, 6, 6, 6])
    play_attack(battle, provoked=lambda it: brawl.answer_provoked(it, 0), hold=restraint.restrain)
    assert battle.fighters[2].hp == hp


@pytest.mark.rule("H114")
def test_H114_against_a_third_one_the_attack_still_has_to_hit(battle_of, attack, play_attack, load):
    parry = {"defence": Defence.PARRY, "defence_value": 30, "defence_d6": 6}
    battle = battle_of(red=[HELD], blue=[HOLDER, parry])
    frame = attack(battle, target=2, step=Step.DEFENDED)
    frame.restrained, frame.challenge = True, 10
    load(battle, [3, 9, 2, 2])
    play_attack(battle)
    assert (battle.fighters[0].held_by, battle.fighters[2].hp) == (-1, 4)
    assert battle.fighters[2].parried == 1


@pytest.mark.rule("H114", "H115", "RH44", "HH53")
def test_HH53_a_holder_who_has_lost_its_hold_stops_nothing_any_more(
    battle_of, attack, play_attack, load
):
    parry = {"defence": Defence.PARRY, "defence_value": 5, "defence_d6": 6}
    battle = battle_of(red=[HELD], blue=[HOLDER, parry])
    frame = attack(battle, target=2, step=Step.DEFENDED)
    frame.restrained, frame.challenge = True, 30
    restraint.let_go(battle, 1)
    assert not frame.restrained
    load(battle, [3, 9, 2, 2])
    play_attack(battle)
    assert battle.fighters[2].hp < 5
