"""Rescue: carrying the fallen (P81, RP42)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.platemail.enums import Act, Life, Verb
from quintain.envs.platemail.rules.movement import move_all
from quintain.envs.platemail.rules.phase_setup import begin_phase, set_stances
from quintain.envs.platemail.rules.targets import resolve_early

from .movement_phase import IDLE, STILL, at

pytestmark = [pytest.mark.interpreted]


# --- Rescue (P81, RP42) ---------------------------------------------------------------------------

RESCUER = {"at": (4, 3), "does": Verb.RESCUE, "to": 1}
FALLEN = {"life": Life.FATALLY_WOUNDED}


@pytest.mark.rule("P81", "RP42")
@pytest.mark.parametrize(("x", "end"), [(5, 1), (6, 3), (7, 5)])
def test_RP42_15_feet_in_all_to_the_one_picked_up_and_on(moved, events, x, end):
    battle = moved(
        [RESCUER, {"at": (x, 3), **FALLEN}],
        [{"at": (12, 3), **IDLE}],
        map="\n".join(["." * 20] * 9),
    )
    assert at(battle)[0] == end
    assert battle.phases[0].steps == 3
    assert at(battle, 1) == at(battle)
    assert [int(battle.fighters[0].carrying), int(battle.fighters[1].carried_by)] == [1, 0]
    assert events(battle, "picked_up") == [("picked_up", 0, 1, 0, 0, 0)]
    assert battle.fighters[1].moved == 0


@pytest.mark.rule("RP42")
@pytest.mark.parametrize(("x", "carried"), [(8, 1), (9, -1)])
def test_RP42_who_is_not_reached_is_not_picked_up(moved, x, carried):
    battle = moved([RESCUER, {"at": (x, 3), **FALLEN}], [{"at": (31, 3), **IDLE}])
    assert at(battle) == (7, 3)
    assert battle.fighters[0].carrying == carried


@pytest.mark.rule("RP42")
def test_RP42_a_second_rescue_carries_on(moved, events):
    battle = moved(
        [{**RESCUER, "carrying": 1}, {"at": (9, 9), "x": 4, "y": 3, "carried_by": 0, **FALLEN}],
        [{"at": (3, 3), **IDLE}],
    )
    assert at(battle)[0] == 7
    assert at(battle, 1) == at(battle)
    assert events(battle, "picked_up") == []


@pytest.mark.rule("RP42")
def test_RP42_a_conscious_ally_loses_his_action(moved):
    battle = moved(
        [RESCUER, {"at": (5, 3), "does": Verb.COUNTER, "to": 2}], [{"at": (9, 3), **IDLE}]
    )
    phase = battle.phases[1]
    assert [int(phase.act), int(phase.verb), int(phase.ready)] == [Act.CARRIED, -1, 0]
    assert at(battle, 1) == at(battle) == (1, at(battle)[1])


@pytest.mark.rule("RP42", "P62", "P67")
@pytest.mark.parametrize("verb", [Verb.DEFEND, Verb.COUNTER, Verb.PREPARE, Verb.FALL_BACK])
def test_RP42_who_is_picked_up_loses_the_stance_of_his_action_too(fight, loaded, verb):
    carrier = {"order": {"verb": [Verb.RESCUE, -1, -1], "target": [1, -1, -1]}}
    ally = {"order": {"verb": [verb, -1, -1], "target": [2, -1, -1]}, "spells": ["bolt"]}
    battle = fight([carrier, ally], [{"at": (20, 3)}])
    battle.phase = 1
    begin_phase(battle, np.zeros(MAX_FIGHTERS, np.int64))
    resolve_early(battle)
    set_stances(battle)
    phase = battle.phases[1]
    assert phase.melee != 0
    with loaded(battle, []):
        move_all(battle)
    assert phase.act == Act.CARRIED
    assert [int(phase[key]) for key in ("melee", "missiles", "saves", "slips")] == [0] * 4


@pytest.mark.rule("RP42")
@pytest.mark.parametrize(
    "other",
    [
        {"life": Life.DEAD},
        {"does": Verb.RESCUE, "to": 0},  # each wants to lift the other
        {"carried_by": 2, **FALLEN},
    ],
)
def test_RP42_who_cannot_be_lifted(moved, other):
    battle = moved(
        [RESCUER, {"at": (5, 3), **other}, {"at": (5, 4), "life": Life.DEAD}],
        [{"at": (20, 3), **IDLE}],
    )
    assert battle.fighters[0].carrying == -1
    assert at(battle) == (4, 3)


@pytest.mark.rule("RP42")
@pytest.mark.parametrize(("faces", "carrier"), [((80, 20), 2), ((20, 80), 0)])
def test_RP42_of_two_rescuers_one_by_lot(moved, faces, carrier):
    battle = moved(
        [RESCUER, {"at": (5, 3), **FALLEN}, {"at": (5, 4), "does": Verb.RESCUE, "to": 1}],
        [{"at": (20, 3), "life": Life.STABLE}, {"at": (30, 3), "hidden_from": 5, **IDLE}],
        faces=faces,
    )
    assert battle.fighters[1].carried_by == carrier


@pytest.mark.rule("RP42", "RP18")
def test_RP18_who_is_carried_out_of_range_is_not_struck(moved, events):
    battle = moved(
        [RESCUER, {"at": (5, 3), **FALLEN}],
        [{"at": (6, 3), **STILL}],
    )
    assert at(battle, 1)[0] == 1
    assert events(battle, "opportunity") == []
