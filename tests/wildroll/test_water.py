"""Under water, swimming and climbing in a fight, currents."""

from __future__ import annotations

import pytest

from quintain.envs.core.maps.hex_grid import EAST, WEST
from quintain.envs.wildroll.enums import (
    Life,
    Posture,
)
from quintain.envs.wildroll.rules.health.bodies import is_hampered, is_immobile
from quintain.envs.wildroll.rules.movement import water
from quintain.envs.wildroll.rules.movement.terrain import is_climbing, is_swimming

pytestmark = pytest.mark.interpreted

POND = "ddddd.c"
"""Deep water, a bank, a cliff."""
PLAIN = {"base": "thug", "strength": 0, "at": (1, 0)}
"""A fighter in the water without modifiers to checks."""


def pond(battle_of, *red, **fields):
    """Red in the pond, blue far from it."""
    return battle_of(red=red, blue=[{"at": (5, 0)}], map=POND, **fields)


# --- Under water (W104) ---------------------------------------------------------------------------


@pytest.mark.rule("W104")
@pytest.mark.parametrize(
    ("race", "underwater", "hampered"),
    [
        ("human", True, True),
        ("human", False, False),
        ("merfolk", True, False),
        ("crab", True, False),
    ],
)
def test_W104_only_who_is_not_at_home_there_is_hampered(battle_of, race, underwater, hampered):
    one = {"base": "thug", "race": race, "underwater": underwater}
    fighter = battle_of(red=[one]).fighters[0]
    assert is_hampered(fighter) == hampered
    assert is_immobile(fighter) == hampered


# --- Keeping one's hold (W105, RW35) --------------------------------------------------------------


@pytest.mark.rule("W105", "RW35")
@pytest.mark.parametrize(
    ("special", "place", "lost"), [("swimming", 1, "sinks"), ("climbing", 6, "climb_falls")]
)
@pytest.mark.parametrize(
    ("skill", "penalty", "faces", "keeps"),
    [
        (0, 0, [3, 3, 4], True), (0, 0, [3, 3, 3], False), (2, 0, [2, 2, 2], True),
        (2, 0, [1, 2, 2], False), (2, 5, [3, 4, 4], True), (2, 5, [3, 3, 4], False),
    ],
)  # fmt: skip
def test_W105_strength_athletics_and_swimming_or_climbing_against_10(
    battle_of, loaded, events, special, place, lost, skill, penalty, faces, keeps
):
    skills = {"athletics": skill}, {special: skill}
    one = {**PLAIN, "at": (place, 0), "skills": skills[0], "specialisations": skills[1]}
    battle = pond(battle_of, one)
    with loaded(battle, faces):
        assert water.keep_hold(battle, 0, penalty) == keeps
    assert len(events(battle, "sinks", "climb_falls")) == (not keeps)
    assert len(events(battle, lost)) == (not keeps)


@pytest.mark.rule("W105")
@pytest.mark.parametrize(
    "one",
    [
        {"at": (5, 0)}, {"race": "merfolk"}, {"underwater": True},
        {"at": (6, 0), "posture": Posture.PRONE},
    ],
)  # fmt: skip
def test_W105_nobody_else_has_to_hold_on(battle_of, loaded, one):
    battle = pond(battle_of, {**PLAIN, **one})
    with loaded(battle, []):
        assert water.keep_hold(battle, 0, 20)


@pytest.mark.rule("W105", "W106")
def test_W105_the_mount_swims_for_its_rider(battle_of, loaded):
    battle = pond(battle_of, {**PLAIN, "rides": 1}, {"base": "horse", "at": (1, 0)})
    with loaded(battle, []):
        assert water.keep_hold(battle, 0, 0)
    with loaded(battle, [1, 1, 1]):  # Strength 4 and Athletics 3 make it 10
        assert water.keep_hold(battle, 1, 0)


@pytest.mark.rule("H24", "H33", "W105")
@pytest.mark.parametrize(
    ("state", "posture"),
    [
        ({"life": Life.UNCONSCIOUS}, Posture.PRONE), ({"wounds": {"fatal": 1}}, Posture.PRONE),
        ({"helpless_rounds": 1}, Posture.STANDING),
    ],
)  # fmt: skip
def test_H24_who_is_laid_low_lies_on_the_ground_of_the_water(battle_of, loaded, state, posture):
    battle = pond(battle_of, {**PLAIN, **state})
    with loaded(battle, []):
        assert not water.keep_hold(battle, 0, 0)
    assert (battle.fighters[0].underwater, battle.fighters[0].posture) == (True, posture)


@pytest.mark.rule("H24", "H25", "W105")
def test_H24_who_rides_a_mount_that_sinks_is_left_swimming(battle_of, loaded, events):
    battle = pond(battle_of, {**PLAIN, "rides": 1}, {"base": "horse", "at": (1, 0)})
    with loaded(battle, [1, 1, 1]):
        assert not water.keep_hold(battle, 1, 5)
    rider, mount = battle.fighters[0], battle.fighters[1]
    assert (rider.mount, rider.underwater, mount.underwater) == (-1, False, True)
    assert is_swimming(battle, 0)
    assert rider.posture == Posture.STANDING  # nobody lies on the water
    assert [event[0] for event in events(battle, "sinks", "dismounts")] == ["sinks", "dismounts"]


@pytest.mark.rule("H22", "W105")
def test_H22_who_falls_off_a_cliff_lies_at_its_foot_unhurt(battle_of, events):
    battle = pond(battle_of, {**PLAIN, "at": (6, 0)})
    assert is_climbing(battle, 0)
    water.climb_fall(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.posture, fighter.x, fighter.y) == (Posture.PRONE, 6, 0)
    assert fighter.wounds.tolist() == [0] * 5
    assert not is_climbing(battle, 0)
    assert [event[0] for event in events(battle)] == ["climb_falls", "posture"]


@pytest.mark.rule("W105", "RW12")
@pytest.mark.parametrize("state", [{"helpless_rounds": 1}, {"life": Life.UNCONSCIOUS}])
def test_W105_the_helpless_go_down_without_a_check(battle_of, loaded, state):
    battle = pond(battle_of, {**PLAIN, **state})
    with loaded(battle, []):
        assert not water.keep_hold(battle, 0, 0)
    assert battle.fighters[0].underwater


# --- Coming up (W105) -----------------------------------------------------------------------------


@pytest.mark.rule("W105")
@pytest.mark.parametrize(
    ("one", "may"),
    [({"underwater": True}, True), ({}, False), ({"underwater": True, "at": (5, 0)}, False)],
)
def test_W105_who_can_surface(battle_of, one, may):
    assert water.may_surface(pond(battle_of, {**PLAIN, **one}), 0) == may


@pytest.mark.rule("W105", "RW35", "H24")
@pytest.mark.parametrize(("faces", "up"), [([3, 3, 4], True), ([3, 3, 3], False)])
def test_W105_surfacing_by_a_swimming_check(battle_of, loaded, events, faces, up):
    battle = pond(battle_of, {**PLAIN, "underwater": True, "posture": Posture.PRONE})
    with loaded(battle, faces):
        water.surface(battle, 0)
    fighter = battle.fighters[0]
    assert fighter.underwater == (not up)
    assert is_swimming(battle, 0) == up
    assert fighter.posture == (Posture.STANDING if up else Posture.PRONE)
    assert len(events(battle, "surfaces")) == up


# --- Currents (W68, H24) --------------------------------------------------------------------------


@pytest.mark.rule("W68", "H24")
@pytest.mark.parametrize(
    ("x", "side", "yards", "reached"),
    [(1, EAST, 2, 3), (1, EAST, 9, 4), (4, EAST, 2, 4), (3, WEST, 1, 2), (3, WEST, 9, 0),
     (2, EAST, 0, 2)],
)  # fmt: skip
def test_H24_a_current_carries_who_swims_as_far_as_the_water_is_deep(
    battle_of, events, x, side, yards, reached
):
    fields = {"current_side": side, "current_yards": yards}
    battle = pond(battle_of, {**PLAIN, "at": (x, 0), "run": 4}, **fields)
    water.drift(battle, 0)
    fighter = battle.fighters[0]
    gone = abs(reached - x)
    assert (fighter.x, fighter.y, fighter.run) == (reached, 0, 0 if gone else 4)
    assert events(battle) == ([("drifts", 0, -1, 0, gone, 0)] if gone else [])


@pytest.mark.rule("W68", "H24")
@pytest.mark.parametrize(
    "one", [{"at": (5, 0)}, {"underwater": True}, {"life": Life.DEAD}, {"at": (6, 0)}]
)
def test_H24_nobody_else_drifts(battle_of, one):
    battle = pond(battle_of, {**PLAIN, **one}, current_side=WEST, current_yards=2)
    before = battle.fighters[0].x
    water.drift(battle, 0)
    assert battle.fighters[0].x == before


@pytest.mark.rule("W68", "H24", "H21")
@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("hidden", [False, True])
def test_H24_a_body_in_the_way_stops_the_drift_seen_or_not(battle_of, side, hidden):
    other = {**PLAIN, "at": (4, 0), "hidden": hidden}
    sides = {"red": [PLAIN], "blue": [{"at": (5, 0)}]}
    sides[side].append(other)
    battle = battle_of(**sides, map=POND, current_side=EAST, current_yards=9)
    water.drift(battle, 0)
    assert battle.fighters[0].x == 3


@pytest.mark.rule("W68", "W106", "H24")
def test_H24_a_current_carries_mount_and_rider_in_their_one_turn(battle_of):
    horse = {"base": "horse", "at": (1, 0)}
    fields = {"current_side": EAST, "current_yards": 2}
    battle = pond(battle_of, {**PLAIN, "rides": 1}, horse, **fields)
    water.drift(battle, 0)
    assert [int(one.x) for one in battle.fighters[:2]] == [3, 3]
    griffin = {"base": "griffin", "at": (1, 0)}
    battle = pond(battle_of, {**PLAIN, "rides": 1}, griffin, **fields)
    water.drift(battle, 0)  # the turn of a sentient mount is its own
    assert [int(one.x) for one in battle.fighters[:2]] == [1, 1]
    water.drift(battle, 1)
    assert [int(one.x) for one in battle.fighters[:2]] == [3, 3]
