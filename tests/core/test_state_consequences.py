"""Consequences of a written state: drawn where it is silent, and it is refused where it differs."""

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


def pairs(one: np.record, other: np.record) -> list[tuple[Any, Any]]:
    """The records of two battles and those of their fighters."""
    return [
        (one, other),
        *((one.fighters[at], other.fighters[at]) for at in range(one.num_fighters)),
    ]


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


@pytest.mark.parametrize(
    ("name", "state", "message"),
    [
        (
            "martial",
            {"injuries": {"head": 4}, "life": "alive"},
            "red 1 cannot have life: alive; from the rest of the state follows life: dead (D15,",
        ),
        ("martial", {"injuries": {"heart": 2}, "life": "coma"}, "follows life: dead"),
        ("martial", {"injuries": {"head": 3}}, "write whether life is alive, knocked_out or coma"),
        ("martial", {"injuries": {"left arm": 30}}, "follows injuries: {left arm: 3} (D26-D44)"),
        (
            "martial",
            {"injuries": {"left leg": 1, "right leg": 1}, "prone": False},
            "red 1 cannot have prone: false; from the rest of the state follows prone: true (D59",
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
        ("mythic_epoch", {"damage": 90, "hand": "sword"}, "follows hand: unarmed (RM27)"),
        ("mythic_epoch", {"hand": "sword", "loaded": False}, "follows loaded: true (RM9)"),
        (
            "mythic_epoch",
            {"hand": "sword", "aims_at": "blue 1"},
            "red 1 cannot have aims_at: blue 1; from the rest of the state follows aims_at: ",
        ),
        (
            "mythic_epoch",
            {"hand": "bow", "status": "off_guard", "aims_at": "blue 1"},
            "nobody (M17",
        ),
        ("mythic_epoch", {"hand": "bow", "aims_at": "red 2"}, "aims_at of its own side"),
        ("mythic_epoch", {"last_target": "red 2"}, "last_target of its own side"),
        ("mythic_epoch", {"carried": "unarmed"}, "follows carried: none (RM27)"),
        ("wildroll", {"wounds": {"critical": 9}}, "follows wounds: {critical: "),
        (
            "wildroll",
            {"life": "unconscious", "posture": "standing"},
            "red 1 cannot have posture: standing; from the rest of the state follows posture:",
        ),
        ("wildroll", {"life": "dead", "holding": ["blue 1"]}, "follows holding: [] (W88, RW34)"),
        ("wildroll", {"holding": ["blue 1"]}, "follows holding: []"),
        (
            "wildroll",
            {"wounds": {"fatal": 1}, "readied": "standard"},
            "follows readied: none (W80)",
        ),
        ("wildroll", {"helpless_rounds": 2, "defending": True}, "follows defending: false (W78)"),
        ("wildroll", {"dying_rounds": 3}, "follows dying_rounds: 0 (RW11)"),
        ("wildroll", {"fatigue": 3, "stamina": 30}, "red 1 cannot have stamina: 30; from the rest"),
        ("wildroll", {"mana": 30}, "follows mana: 0 (W15)"),
        ("wildroll", {"invested": 9}, "follows invested: 0 (W16)"),
        ("wildroll", {"effects": ["first"]}, "follows effects: [] (W111)"),
        ("wildroll", {"held": ["great_weapon", "shield"]}, "has 2 hands and cannot hold"),
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
        ("mythic_epoch", {"damage": 90}, {"hand": "unarmed", "partner": "nobody"}),
        ("mythic_epoch", {"hand": "bow", "aims_at": "blue 1"}, {"aims_at": "blue 1"}),
        ("wildroll", {"wounds": {"fatal": 1}}, {"dying": True, "posture": "prone"}),
        ("wildroll", {"wounds": {"fatal": 1}, "dying": False}, {"dying": False}),
        ("wildroll", {"life": "unconscious"}, {"posture": "prone", "defending": False}),
    ],
)
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
        ("grappled", "grappled", "red 1 is grappled but its partner is more than 1 squares away"),
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


def test_W32_only_the_surrounded_can_be_flanked(tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("wildroll"), {}, tmp_path, flanked=["red 1"])
    message = (
        "the battle cannot have flanked: [red 1]; from the rest of the state follows flanked: []"
    )
    assert message in str(error.value)
