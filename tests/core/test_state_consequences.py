"""Consequences of a written state: drawn where it is silent, and it is refused where it differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.scenarios.sheet_keys import Speaker
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session.match import Match
from quintain.envs.platemail.enums import Act

from .written_states import DRAWN, EXCLUDED

pytestmark = pytest.mark.interpreted

BATTLES, MOST_DECISIONS = 3, 150
"""Battles of each scenario, and decisions of a battle, whose states are compared."""


def begun(system: System, states: dict[str, Any], folder: Path, **now: Any) -> np.record:
    """A skirmish that begins with states of its fighters (`red 1`), as a battle record."""
    data = system.load_scenario("skirmish").model_dump(mode="json", exclude_defaults=True)
    for side in ("red", "blue"):
        for place, seat in enumerate(data[side], 1):
            seat.pop("name", None)
            if f"{side} {place}" in states:
                seat["state"] = states[f"{side} {place}"]
    file = folder / "state.yaml"
    file.write_text(yaml.safe_dump(data | {"now": now}), encoding="utf-8")
    match = Match(system, str(file))
    match.reset(7)
    return match.battle


def decisions(system: System, scenario: str, seed: int) -> Any:
    """The battles of a match of random choices whose decisions a file can hold."""
    match, chance = Match(system, scenario, log=False), np.random.default_rng(seed)
    match.reset(seed)
    while not match.is_over and match.battle.decisions < MOST_DECISIONS:
        if system.scenario_model.sheet.is_open(match.battle):
            yield match
        match.step(int(chance.choice(match.mask.nonzero()[0])))


def pairs(one: np.record, other: np.record) -> list[tuple[Any, Any]]:
    """The records of two battles and of their fighters, those that differ."""
    fighters = [(one.fighters[at], other.fighters[at]) for at in range(one.num_fighters)]
    return [each for each in [(one, other), *fighters] if each[0].tobytes() != each[1].tobytes()]


@pytest.mark.parametrize("name", system_names())
def test_nothing_follows_from_a_state_that_occurs_in_battle(name):
    system = get_system(name)
    sheet, seen = system.scenario_model.sheet, 0
    names = {key.name for key in sheet.fighter}
    for scenario in system.scenario_names():
        for seed in range(BATTLES):
            for match in decisions(system, scenario, seed):
                after, speaker = match.battle.copy(), Speaker(match.scenarios[0])
                for number in range(after.num_fighters):
                    assert list(sheet.follow(after, number, names)) == []
                for one, other in pairs(match.battle, after):
                    keys, fields = (
                        (sheet.battle, sheet.battle_fields)
                        if "fighters" in one.dtype.names
                        else (sheet.fighter, sheet.fighter_fields)
                    )
                    for key in keys:
                        was, now = (key.read(each, fields, speaker) for each in (one, other))
                        assert was == now, (scenario, seed, match.battle.decisions, key.name)
                assert list(sheet.problems(after)) == [], (scenario, seed, match.battle.decisions)
                seen += 1
    assert seen > 20 * len(system.scenario_names())


@pytest.mark.parametrize(("name", "state", "message"), EXCLUDED)
def test_a_state_that_the_rules_exclude_is_refused(name, state, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system(name), {"red 1": state}, tmp_path)
    assert message in str(error.value)


@pytest.mark.parametrize(("name", "state", "expected"), DRAWN)
def test_what_follows_by_the_rules_is_drawn(name, state, expected, tmp_path):
    system = get_system(name)
    battle = begun(system, {"red 1": state}, tmp_path)
    sheet, speaker = system.scenario_model.sheet, Speaker(system.load_scenario("skirmish"))
    keys = {key.name: key for key in sheet.fighter}
    for key, value in expected.items():
        assert keys[key].read(battle.fighters[0], sheet.fighter_fields, speaker) == value, key


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ("bound", "grappled", "red 1 is bound, so its partner must be bound"),
        ("pinned", "pinned", "red 1 is pinned, so its partner must be grappled"),
        ("grappled", "bound", "red 1 is grappled, so its partner must be grappled or pinned"),
        ("grappled", "grappled", "red 1 is grappled but its partner is more than 1 square away"),
        ("bound", "bound", "red 1 is bound but its partner is more than 2 squares away"),
    ],
)
def test_RM20_partners_are_held_alike_and_near(one, other, message, tmp_path):
    states = {
        "red 1": {"status": one, "partner": "blue 1"},
        "blue 1": {"status": other, "partner": "red 1"},
    }
    with pytest.raises(ScenarioError) as error:
        begun(get_system("mythic_epoch"), states, tmp_path)
    assert message in str(error.value)


HELD = {"grapple": "blue 1", "at": [2, 0]}
HOLDS = {"grapple": "red 1", "is_grappler": True}


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red 1": {"at": [2, 0]}, "blue 1": {"at": [2, 0]}},
            "blue 1 shares its square with another: write at (RD47)",
        ),
        ({"red 1": {"at": [5, 2]}}, "red 1 is on an obstacle that it cannot climb: write at (H6)"),
        (
            {"red 1": HELD, "blue 1": {**HOLDS, "at": [7, 0]}},
            "cannot have grapple: blue 1; from the rest of the state follows grapple: nobody (RD17",
        ),
        (
            {"red 1": HELD, "blue 1": {**HOLDS, "at": [4, 0], "held": ["sword"]}},
            "follows grapple: nobody (RD17)",
        ),
    ],
)
def test_RD17_fighters_are_where_they_can_stand_and_hold(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("martial"), states, tmp_path)
    assert message in str(error.value)


def test_RD17_a_long_weapon_holds_farther(tmp_path):
    states = {"red 1": HELD, "blue 1": {**HOLDS, "at": [4, 0], "held": ["spear"]}}
    battle = begun(get_system("martial"), states, tmp_path)
    assert battle.fighters[0].grapple != NOBODY


def test_W32_only_the_surrounded_can_be_flanked(tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("wildroll"), {}, tmp_path, flanked=["red 1"])
    message = (
        "the battle cannot have flanked: [red 1]; from the rest of the state follows flanked: []"
    )
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ({"round": 20, "quiet_rounds": 15}, "the battle would be over after 15 such rounds"),
        ({"round": 2, "quiet_rounds": 5}, "at most the rounds that are over, got 5: write round"),
    ],
)
def test_RP30_quiet_rounds_that_no_battle_has_are_refused(now, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("platemail"), {}, tmp_path, **now)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red 1": {"at": [2, 2]}, "red 2": {"at": [2, 2]}},
            "red 2 shares its square with another who is able to act: write at (RP33)",
        ),
        (
            {"red 1": {"carrying": "blue 1"}, "blue 1": {"carried_by": "red 1"}},
            "red 1 can carry no enemy who is able to act: write carrying: nobody (RP42)",
        ),
        (
            {"red 1": {"carrying": "red 2", "wounds": 4}, "red 2": {"carried_by": "red 1"}},
            "red 1 is carried or unable to act, and cannot carry",
        ),
        (
            {
                "red 1": {"carrying": "red 2", "acted": "sprint"},
                "red 2": {"carried_by": "red 1"},
            },
            "red 1 cannot have acted: sprint; from the rest of the state follows acted: rescue",
        ),
    ],
)
def test_RP42_fighters_whose_states_exclude_each_other_are_refused(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("platemail"), states, tmp_path)
    assert message in str(error.value)


def test_RP42_carried_fighters_are_where_their_carriers_are(tmp_path):
    states = {
        "red 1": {"carrying": "red 2", "at": [4, 4]},
        "red 2": {"carried_by": "red 1"},
    }
    red = begun(get_system("platemail"), states, tmp_path).fighters
    assert (red[1].x, red[1].y) == (4, 4)
    assert (red[0].acted, red[1].acted) == (Act.RESCUE, Act.CARRIED)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red 1": {"holds": "blue 1", "at": [0, 0]}, "blue 1": {"held_by": "red 1"}},
            "red 1 holds one in another square: write at (RH44)",
        ),
        (
            {
                "red 1": {"holds": "blue 1", "at": [1, 1], "held": []},
                "blue 1": {"held_by": "red 1", "at": [1, 1]},
            },
            "blue 1 is held by a part that the dice have chosen: write held_part (H113)",
        ),
        (
            {
                "red 1": {"holds": "red 2", "at": [1, 1], "held": []},
                "red 2": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
            },
            "red 1 holds one of its own side: write holds (H112)",
        ),
        (
            {
                "red 1": {"holds": "blue 1", "at": [1, 1], "held": ["great"]},
                "blue 1": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
            },
            "red 1 holds with a hand that holds nothing else: write held (RH44)",
        ),
        (
            {
                "red 1": {"holds": "blue 1", "seconds": {"daze": 2}, "at": [1, 1]},
                "blue 1": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
            },
            "red 1 cannot have holds: blue 1; from the rest of the state follows holds: nobody",
        ),
        (
            {"red 1": {"cluster": "red 1"}, "blue 1": {"cluster": "red 1"}},
            "blue 1 is in a cluster with one in another square: write at and cluster (H51)",
        ),
        (
            {"red 1": {"chases": "blue 1", "exit": [0, 0]}},
            "red 1 leaves the field by a square with an exit: write exit (RH55)",
        ),
    ],
)
def test_H112_opponents_whose_states_exclude_each_other_are_refused(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("heimr"), states, tmp_path)
    assert message in str(error.value)


def test_RH38_a_hold_puts_both_fighters_into_one_cluster(tmp_path):
    states = {
        "red 1": {"holds": "blue 1", "at": [1, 1], "held": ["medium"]},
        "blue 1": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
    }
    fighters = begun(get_system("heimr"), states, tmp_path).fighters
    assert fighters[0].cluster == fighters[3].cluster >= 0


def test_RH42_the_item_of_an_injured_arm_lies_on_the_ground(tmp_path):
    states = {"red 1": {"hp": 0, "injured": ["sword_arm"], "at": [0, 0]}}
    battle = begun(get_system("heimr"), states, tmp_path)
    assert battle.fighters[0].held[0] == -1
    assert (battle.ground_item[0] >= 0, battle.ground_location[0]) == (True, 0)


def test_H65_the_dazed_cannot_have_the_turn(tmp_path):
    states = {"red 1": {"hp": 0, "injured": ["torso"]}}
    with pytest.raises(ScenarioError, match="red 1 is out of action, dazed or in a chase"):
        begun(get_system("heimr"), states, tmp_path, turn="red 1")


@pytest.mark.parametrize(
    ("name", "state", "message"),
    [
        ("heimr", {"entered_from": [99, 99]}, "red 1: state.entered_from: "),
        ("wildroll", {"mount": "blue 1"}, "red 1: state.mount: mount and rider must name"),
        ("martial", {"at": [-1, 0]}, "red 1: state.at: fighters must stand on the map"),
    ],
)
def test_a_state_that_no_battle_can_have_is_told_by_the_key_to_blame(
    name, state, message, tmp_path
):
    with pytest.raises(ScenarioError) as error:
        begun(get_system(name), {"red 1": state}, tmp_path)
    assert message in str(error.value)
