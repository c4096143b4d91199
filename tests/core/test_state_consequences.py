"""What follows from a written state: drawn where the state is silent, refused where it differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.scenarios.sheet_keys import Speaker
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session.match import Match

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


@pytest.mark.parametrize("name", system_names())
def test_nothing_follows_from_a_state_that_occurs_in_battle(name):
    system = get_system(name)
    sheet, seen = system.scenario_model.sheet, 0
    keys = {key.name for key in sheet.fighter}
    for scenario in system.scenario_names():
        for seed in range(BATTLES):
            for match in decisions(system, scenario, seed):
                after, speaker = match.battle.copy(), Speaker(match.scenarios[0])
                for number in range(after.num_fighters):
                    assert list(sheet.follow(after, number, keys)) == []
                for number in range(after.num_fighters):
                    for key in sheet.fighter:
                        was, now = (
                            key.read(battle.fighters[number], sheet.fighter_fields, speaker)
                            for battle in (match.battle, after)
                        )
                        assert was == now, (scenario, seed, match.battle.decisions, number, key)
                assert list(sheet.problems(after)) == [], (scenario, seed, match.battle.decisions)
                seen += 1
    assert seen > 20 * len(system.scenario_names())


@pytest.mark.parametrize(
    ("name", "state", "message"),
    [
        (
            "martial",
            {"injuries": {"head": 4}, "life": "alive"},
            "red 1 cannot have life: alive; from the rest of its state follows life: dead (D15,",
        ),
        ("martial", {"injuries": {"heart": 2}, "life": "coma"}, "follows life: dead"),
        ("martial", {"injuries": {"head": 3}}, "write whether life is alive, knocked_out or coma"),
        ("martial", {"injuries": {"left arm": 30}}, "follows injuries: {left arm: 3} (D26-D44)"),
        (
            "martial",
            {"injuries": {"left leg": 1, "right leg": 1}, "prone": False},
            "red 1 cannot have prone: false; from the rest of its state follows prone: true (D59",
        ),
        ("martial", {"injuries": {"heart": 1}, "sickened": False}, "follows sickened: true (D43)"),
        ("martial", {"injuries": {"head": 2}, "confused": False}, "follows confused: true (D38)"),
        ("martial", {"injuries": {"left arm": 2}, "held": ["sword"]}, "follows held: []"),
        ("martial", {"exhaustion": 0, "life": "alive"}, "follows life: exhaustion (D15, D18"),
        ("martial", {"life": "exhaustion", "stamina": 5}, "follows stamina: 0 (D11)"),
        ("martial", {"life": "dead", "prone": False}, "follows prone: true (D59, D60)"),
        ("martial", {"life": "knocked_out"}, "knocked out by 3 injuries of the head alone"),
        ("martial", {"flying": True}, "red 1 has the body of a human and cannot fly"),
        ("martial", {"reactions": 9}, "red 1 has more reactions than the"),
        ("martial", {"life": "dead", "ap": 2}, "follows ap: 0 (D62)"),
        ("martial", {"exhaustion": 90}, "red 1 has more exhaustion points than its pool of"),
        ("martial", {"held": ["spear", "shield"]}, "cannot hold spear and shield"),
    ],
)
def test_a_state_that_the_rules_exclude_is_refused(name, state, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system(name), {"red 1": state}, tmp_path)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "state", "expected"),
    [
        ("martial", {"injuries": {"head": 4}}, {"life": "dead", "prone": True, "ap": 0}),
        ("martial", {"exhaustion": 0}, {"life": "exhaustion", "stamina": 0, "prone": True}),
        ("martial", {"injuries": {"heart": 1, "head": 2}}, {"sickened": True, "confused": True}),
        ("martial", {"injuries": {"left foot": 1, "right foot": 1}}, {"prone": True}),
        ("martial", {"injuries": {"head": 3}, "life": "alive"}, {"life": "alive", "prone": False}),
        ("martial", {"injuries": {"head": 2}, "stunned": 2}, {"confused": False, "stunned": 2}),
        ("martial", {"life": "dead"}, {"prone": True, "ap": 0}),
        ("martial", {"dazed": 1}, {"ap": 1}),
        ("martial", {"dazed": 1, "ap": 2}, {"ap": 2}),
    ],
)
def test_what_follows_by_the_rules_is_drawn(name, state, expected, tmp_path):
    system = get_system(name)
    battle = begun(system, {"red 1": state}, tmp_path)
    sheet, speaker = system.scenario_model.sheet, Speaker(system.load_scenario("skirmish"))
    keys = {key.name: key for key in sheet.fighter}
    for key, value in expected.items():
        assert keys[key].read(battle.fighters[0], sheet.fighter_fields, speaker) == value, key
