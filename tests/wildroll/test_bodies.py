"""Bodies: values, helplessness, riders and mounts."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Attribute,
    Life,
    Posture,
    Skill,
    Specialisation,
    Window,
)
from quintain.envs.wildroll.rules.combat_sequence.windows import close_window, open_window
from quintain.envs.wildroll.rules.health import bodies
from quintain.envs.wildroll.tables import CAST, RACE_NAMES, RACE_SIZE

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("RW3")
@pytest.mark.parametrize("name", ["fighter", "healer", "knight", "serpent", "giant"])
def test_RW3_what_is_written_on_the_sheet(battle_of, name):
    fighter = battle_of(red=[name]).fighters[0]
    for which in Attribute:
        assert bodies.attribute(fighter, which) == CAST[name].get(which.name.lower(), 0)
    for which in Skill:
        said = CAST[name].get("skills", {})
        assert bodies.skill(fighter, which) == said.get(which.name.lower(), 0)
    for which in Specialisation:
        said = CAST[name].get("specialisations", {})
        assert bodies.specialisation(fighter, which) == said.get(which.name.lower(), 0)
    assert bodies.size_of(fighter) == RACE_SIZE[RACE_NAMES.index(CAST[name].get("race", "human"))]


@pytest.mark.rule("RW3")
def test_RW3_every_specialisation_has_two_bits_of_its_own(battle_of):
    fighter = battle_of().fighters[0]
    for which in Specialisation:
        for value in range(3):
            fighter.specialisations = value << 2 * which
            found = [int(bodies.specialisation(fighter, other)) for other in Specialisation]
            assert found == [value if other == which else 0 for other in Specialisation]


# State, and then: conscious, able, can act, immobile.
STATES = [
    ({}, (True, True, True, False)),
    ({"wounds": {"critical": 2}}, (True, True, True, False)),
    ({"wounds": {"fatal": 1}}, (True, False, False, True)),
    ({"life": Life.UNCONSCIOUS}, (False, False, False, True)),
    ({"life": Life.DEAD}, (False, False, False, True)),
    ({"helpless_rounds": 1}, (True, False, False, True)),
    ({"pinned_by": 1}, (True, True, False, True)),
    ({"pinned_by": 0}, (True, True, False, True)),
    ({"underwater": True}, (True, True, True, True)),
    ({"underwater": True, "race": "merfolk"}, (True, True, True, False)),
    ({"posture": Posture.PRONE}, (True, True, True, False)),
]


@pytest.mark.rule("RW10", "RW12", "RW31", "W37", "W92", "W104")
@pytest.mark.parametrize(("state", "expected"), STATES)
def test_RW12_who_is_helpless_and_who_is_able(battle_of, state, expected):
    fighter = battle_of(red=[{**state}]).fighters[0]
    found = (
        bool(bodies.is_conscious(fighter)),
        bool(bodies.is_able(fighter)),
        bool(bodies.can_act(fighter)),
        bool(bodies.is_immobile(fighter)),
    )
    assert found == expected
    assert bodies.is_helpless(fighter) != bodies.can_act(fighter)
    assert bodies.is_dead(fighter) == (state.get("life") == Life.DEAD)
    assert bodies.is_prone(fighter) == (state.get("posture") == Posture.PRONE)


@pytest.mark.rule("H25", "W106")
def test_H25_a_rider_decides_for_its_animal_and_a_griffin_for_itself(battle_of):
    battle = battle_of(red=[{"base": "knight", "rides": 1}, "warhorse"], blue=["horse"])
    assert [int(bodies.decider(battle, one)) for one in range(3)] == [0, 0, 2]
    assert [int(bodies.animal_of(battle, one)) for one in range(3)] == [1, -1, -1]
    assert [bool(bodies.is_animal(battle.fighters[one])) for one in range(3)] == [False, True, True]
    assert bodies.is_mounted(battle.fighters[0])
    battle = battle_of(red=[{"base": "knight", "rides": 1}, "griffin"])
    assert bodies.decider(battle, 1) == 1
    assert bodies.animal_of(battle, 0) == -1


@pytest.mark.rule("H25")
def test_H25_the_window_of_an_animal_is_its_riders(battle_of, window):
    battle = battle_of(red=[{"base": "knight", "rides": 1}, "warhorse"])
    open_window(battle, 1, Window.TURN)
    assert (int(battle.to_act), window(battle)) == (0, "turn")
    close_window(battle)
    assert (int(battle.to_act), window(battle)) == (-1, "none")


@pytest.mark.rule("H26", "XW1")
def test_H26_a_mount_is_seen_with_its_rider(battle_of, events):
    red = [{"base": "knight", "rides": 1, "hidden": True}, {"base": "horse", "hidden": True}]
    for first in (0, 1):
        battle = battle_of(red=[*red, {"hidden": True}])
        bodies.reveal(battle, first)
        assert [bool(one.hidden) for one in battle.fighters[:3]] == [False, False, True]
        assert [event[:2] for event in events(battle)] == [("found", 0), ("found", 1)]
