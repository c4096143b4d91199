"""Battlefield Surgery."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Life
from quintain.envs.heimr.rules.combat_basics import upkeep
from quintain.envs.heimr.rules.health import surgery
from quintain.envs.heimr.tables import SURGERY_TURNS

pytestmark = pytest.mark.interpreted
PATIENT = {"hp": -4, "life": Life.UNCONSCIOUS, "injured": ["right_leg"], "dying": 9, "prone": True}


@pytest.mark.rule("RH58", "H36")
@pytest.mark.parametrize(
    ("healer", "patient", "may"),
    [({}, {}, True), ({"base": "fighter"}, {}, False), ({"wp": 0}, {}, False),
     ({"wp": 1, "seconds": {"weaken": 2}}, {}, False), ({}, {"at": (0, 1)}, False),
     ({}, {"hp": 0, "life": Life.AWAKE}, False), ({}, {"stable": True}, False),
     ({}, {"life": Life.DEAD}, False), ({"seconds": {"daze": 2}}, {}, False),
     ({}, {"hp": -2, "life": Life.AWAKE}, True)],
)  # fmt: skip
def test_RH58_who_can_be_treated_by_whom(battle_of, healer, patient, may):
    battle = battle_of(red=[{"base": "surgeon", **healer}, {**PATIENT, **patient}])
    assert bool(surgery.may_treat(battle, 0, 1)) == may
    assert not surgery.may_treat(battle, 0, 2)
    assert not surgery.may_treat(battle, 0, 0)


@pytest.mark.rule("RH58", "H36", "RH6")
def test_RH58_after_30_turns_the_patient_is_stable_and_both_have_paid(battle_of, do):
    battle = battle_of(red=["surgeon", {**PATIENT, "wp": 3}])
    patient = battle.fighters[1]
    for number in range(SURGERY_TURNS):
        assert (patient.treated, patient.stable) == (number, False)
        battle.fighters[0].standard = False
        do(battle, Act.SURGERY, target=1)
    assert (patient.life, patient.stable, patient.hp) == (Life.AWAKE, True, -4)
    assert (patient.wp, battle.fighters[0].wp, patient.treated) == (2, 7, 0)


@pytest.mark.rule("RH58", "RH40")
def test_RH58_a_patient_without_willpower_is_saved_too(battle_of):
    battle = battle_of(red=["surgeon", {**PATIENT, "wp": 0, "treated": 29, "treated_by": 0}])
    surgery.treat(battle, 0, 1)
    assert (battle.fighters[1].stable, battle.fighters[1].wp) == (True, 0)


@pytest.mark.rule("HH31", "RH58")
def test_HH31_a_turn_of_something_else_ends_it(battle_of):
    battle = battle_of(red=["surgeon", PATIENT])
    surgery.treat(battle, 0, 1)
    surgery.end_neglected_treatments(battle, 0)
    upkeep.start_turn(battle, 0)
    assert battle.fighters[1].treated == 1
    surgery.treat(battle, 0, 1)
    surgery.end_neglected_treatments(battle, 0)
    assert battle.fighters[1].treated == 2
    upkeep.start_turn(battle, 0)
    surgery.end_neglected_treatments(battle, 0)
    assert (battle.fighters[1].treated, battle.fighters[1].treated_by) == (0, -1)


@pytest.mark.rule("HH31", "RH58")
@pytest.mark.parametrize(("target", "treated"), [(0, 0), (1, 0), (2, 12)])
def test_HH31_an_attack_on_healer_or_patient_alone_disturbs_it(battle_of, do, target, treated):
    battle = battle_of(red=["surgeon", {**PATIENT, "treated": 12, "treated_by": 0}, "fighter"])
    do(battle, Act.WEAPON_ATTACK, actor=3, target=target)
    assert battle.fighters[1].treated == treated


@pytest.mark.rule("RH58")
def test_RH58_another_healer_begins_anew(battle_of):
    patient = {**PATIENT, "treated": 12, "treated_by": 2}
    battle = battle_of(red=["surgeon", patient, "surgeon"])
    surgery.treat(battle, 0, 1)
    assert (battle.fighters[1].treated, battle.fighters[1].treated_by) == (1, 0)
