"""The veteran in positions set up by hand."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.actions.table import AIMS, DEFENCES, argument_of, verb_of
from quintain.envs.heimr.enums import (
    Act,
    BodyPart,
    Defence,
    Direction,
    Skill,
    Step,
    Verb,
    Window,
)

from .styles import BEHIND, HIGH, LOW, chosen, looked, target, verb

pytestmark = pytest.mark.interpreted


# --- Veteran --------------------------------------------------------------------------------------


@pytest.mark.rule("H104")
def test_H104_a_veteran_sizes_its_enemy_up_first(battle_of):
    assert verb(battle_of(), "veteran") == "size_up"


@pytest.mark.rule("H106")
@pytest.mark.parametrize(("defences", "slot"), [((LOW, HIGH), 0), ((HIGH, LOW), 1)])
def test_H106_a_veteran_attacks_the_low_defence(battle_of, defences, slot):
    battle = battle_of(red=[looked()], blue=list(defences))
    assert target(battle, "veteran") == slot


def test_a_veteran_attacks_whom_a_hit_brings_down(battle_of):
    hurt = {**LOW, "sized_up_by": [0], "seen_hp": 1, "seen_wp": 3, "seen_fatigue": 4}
    battle = battle_of(red=[looked()], blue=[LOW, hurt])
    assert target(battle, "veteran") == 1


@pytest.mark.rule("H117")
def test_H117_a_veteran_aims_at_the_torso_of_who_is_open_and_nearly_beaten(battle_of):
    open_to = {"defence": Defence.NONE, "sized_up_by": [0], "seen_hp": 1, "seen_fatigue": 4}
    battle = battle_of(red=[looked(trained={"swordsmanship": [4, 4]})], blue=[open_to])
    action = chosen(battle, "veteran")
    assert argument_of(action) % AIMS == 1 + BodyPart.TORSO
    battle.fighters[1].seen_hp = 4
    assert argument_of(chosen(battle, "veteran")) % AIMS == 0


@pytest.mark.rule("H103", "H67")
def test_H67_a_tired_veteran_rests_against_a_defence_that_it_cannot_beat(battle_of):
    battle = battle_of(red=[looked(fatigue=10)], blue=[{**HIGH, "defence_value": 17}])
    battle.round_number = 20
    assert verb(battle, "veteran") == "breather"
    battle.fighters[1].defence_fails = True
    battle.fighters[0].fatigue = 5
    assert verb(battle, "veteran") == "attack"


@pytest.mark.rule("H81", "H87")
def test_H87_a_veteran_steps_back_from_a_defence_that_it_cannot_beat(battle_of):
    battle = battle_of(red=[looked()], blue=[{**HIGH, "defence_value": 17}])
    assert verb(battle, "veteran") == "move"
    battle.round_number = 10  # it has no patience any more
    assert verb(battle, "veteran") == "attack"
    battle.round_number = 0
    battle.fighters[1].prone = True  # who lies does not charge
    assert verb(battle, "veteran") == "attack"


@pytest.mark.rule("H82")
def test_H82_a_veteran_breathes_at_the_end_of_its_turn_and_gives_it_up_for_a_good_blow(battle_of):
    battle = battle_of(red=[looked(fatigue=6, standard=True)], blue=[LOW])
    assert verb(battle, "veteran") == "breather_later"
    battle.fighters[0].upcoming = Act.BREATHER_LATER
    assert verb(battle, "veteran", Window.START) == "give_up"
    battle.fighters[1].defence_value = 20
    assert verb(battle, "veteran", Window.START) == "wait"


@pytest.mark.rule("H46")
def test_H46_a_veteran_lets_enemies_come_but_not_for_ever(battle_of):
    battle = battle_of(red=[looked(**BEHIND)], blue=[{"at": (1, 1), **HIGH}])
    assert verb(battle, "veteran") == "ready"
    battle.round_number = 20
    assert verb(battle, "veteran") == "charge"


def test_a_veteran_joins_an_ally_before_enemies_are_near(battle_of):
    red = [looked(at=(0, 0)), {"at": (0, 1)}]
    battle = battle_of(red=red, blue=[{"at": (2, 0), **HIGH}])
    action = chosen(battle, "veteran")
    assert verb_of(action) == Verb.MOVE
    assert argument_of(action) == Direction.SOUTH
    battle.fighters[2].location = 1
    assert verb(battle, "veteran") == "ready"
    battle.fighters[0].location = battle.fighters[1].location
    assert verb(battle, "veteran") == "ready"


def test_a_veteran_helps_an_ally_who_fights_next_to_it(battle_of):
    battle = battle_of(red=[looked(**BEHIND), {"at": (1, 1)}], blue=[{"at": (1, 1), **HIGH}])
    assert verb(battle, "veteran") == "charge"
    battle.fighters[1].location = battle.fighters[0].location
    assert verb(battle, "veteran") == "ready"


@pytest.mark.rule("H126", "H160")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"defence_value": 9}, "decline"),  # the least that reaches a fatigue of 4 shows 10
        ({"defence_value": 10}, "wait"),
        ({"defence_value": 14, "defence_fails": True}, "decline"),
        ({"defence_value": 9, "tired": True}, "wait"),  # it cannot tire again in this turn
    ],
)
def test_H160_a_veteran_saves_its_breath_where_a_defence_stops_nothing(
    battle_of, attack, fields, expected
):
    battle = battle_of(blue=[{"defence": Defence.PARRY, "defence_d6": 2, **fields}])
    attack(battle, step=Step.MET)
    action = chosen(battle, "veteran", Window.DEFEND, actor=1)
    assert Verb(int(verb_of(action))).name.lower() == expected


@pytest.mark.rule("H126")
def test_H126_a_veteran_uses_a_bad_defence_up_if_another_enemy_is_near(battle_of, attack):
    battle = battle_of(red=["fighter", "fighter"], blue=[{**LOW, "defence_value": 3}])
    attack(battle, step=Step.MET, target=2)
    assert verb_of(chosen(battle, "veteran", Window.DEFEND, actor=2)) == Verb.WAIT
    battle.fighters[1].life = 3
    assert verb_of(chosen(battle, "veteran", Window.DEFEND, actor=2)) == Verb.DECLINE


@pytest.mark.rule("H139")
def test_H139_a_veteran_guards_who_is_worse_off(battle_of):
    battle = battle_of(red=[looked(standard=True), {"hp": 1}])
    assert verb(battle, "veteran") == "guard"


@pytest.mark.rule("QH7")
def test_QH7_a_veteran_takes_the_defence_that_is_beaten_least(battle_of):
    battle = battle_of(red=["shieldman"])
    assert DEFENCES[argument_of(chosen(battle, "veteran", Window.DEFENCE))] == Defence.BLOCK
    battle.fighters[0].blocks = 3
    assert DEFENCES[argument_of(chosen(battle, "veteran", Window.DEFENCE))] == Defence.PARRY


@pytest.mark.rule("QH10")
def test_QH10_a_veteran_calls_a_skill_only_where_it_adds_something(battle_of, attack):
    battle = battle_of(red=["champion"])
    battle.fighters[0].free_used = 1 << 2  # the great weapon's Stumble is gone
    frame = attack(battle, step=Step.DAMAGE)
    frame.part, frame.hit = BodyPart.TORSO, True
    assert verb(battle, "veteran", Window.SKILL) == "wait"  # Hit 2 in place of 3
    battle.fighters[0].free_used = 0
    assert argument_of(chosen(battle, "veteran", Window.SKILL)) == Skill.SHOVING_STRIKE
    assert frame.skill == -1
