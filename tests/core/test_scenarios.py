"""Every scenario of every system has a description, can be deployed, and is observed in range."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.maps.square_grid import has_square
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.heimr.tables import MOST_FIELD

pytestmark = pytest.mark.interpreted

SCENARIOS = {
    "heimr": {
        "castle_wall", "chase", "doorway", "duel", "duel_mixed", "forest_ambush", "outnumbered",
        "skirmish",
    },
    "martial": {
        "ambush", "beasts", "dragonling", "duel", "duel_mixed", "giant", "shield_wall", "skirmish",
    },
    "mythic_epoch": {
        "ambush", "bridge", "duel", "duel_mixed", "skirmish", "two_on_one", "wrestlers",
    },
    "platemail": {
        "ambush", "archers_and_wall", "bodyguard", "caster", "duel", "duel_mixed", "skirmish",
        "warband",
    },
    "wildroll": {
        "duel", "duel_mixed", "healers", "lancers", "marsh", "quick_and_strong", "skirmish",
        "surprise",
    },
}  # fmt: skip
EXTENT = {
    "heimr": (1, 12), "martial": (1, 80), "mythic_epoch": (4, 60), "platemail": (2, 10),
    "wildroll": (1, 12),
}  # fmt: skip
"""Numbers of battles and decisions: few without the compiler."""
each_scenario = pytest.mark.parametrize(
    ("system", "name"),
    [
        pytest.param(get_system(system), name, id=f"{system}-{name}")
        for system in system_names()
        for name in get_system(system).scenario_names()
    ],
)


each_map = pytest.mark.parametrize(
    ("system", "name"),
    [
        pytest.param(get_system(system), name, id=f"{system}-{name}")
        for system in system_names()
        for name in get_system(system).scenario_names()
        if "high" in get_system(system).dtype.names
    ],
)
"""The scenarios of systems whose spaces have room for one fighter; Heimr's locations have more."""


def test_the_scenarios_are_there(system):
    assert set(system.scenario_names()) == SCENARIOS[system.name]


def test_a_scenario_is_found_by_name_and_by_path(system, file_of):
    assert system.load_scenario(str(file_of())).title == "Test"
    assert system.load_scenario("duel").title == "Duel"
    for wrong in ("deul", "duell"):
        with pytest.raises(ScenarioError, match=rf"no scenario '{wrong}' .*: did you mean duel"):
            system.load_scenario(wrong)


@each_scenario
def test_a_scenario_has_a_title_and_a_description(system, name):
    scenario = system.load_scenario(name)
    assert scenario.title
    assert scenario.description.endswith(".")


@pytest.mark.parametrize(
    ("system", "name"),
    [
        pytest.param(get_system("heimr"), name, id=f"heimr-{name}")
        for name in get_system("heimr").scenario_names()
    ],
)
def test_all_fighters_are_placed_in_locations_of_the_field(system, name, deployed):
    for seed in range(5):
        battle = deployed(name, seed)
        for fighter in battle.fighters[: battle.num_fighters]:
            x, y = int(fighter.location) % MOST_FIELD, int(fighter.location) // MOST_FIELD
            assert 0 <= x < battle.columns
            assert 0 <= y < battle.rows
            assert not battle.locations[fighter.location].void
        assert battle.to_act >= 0
        assert battle.window > 0
        assert not battle.over


@each_map
def test_all_fighters_are_placed_on_separate_open_squares(system, name, deployed):
    for seed in range(5):
        battle = deployed(name, seed)
        fighters = battle.fighters[: battle.num_fighters]
        riders = [one for one in fighters if "mount" in one.dtype.names and one.mount >= 0]
        places = {(int(one.x), int(one.y)) for one in fighters}
        assert len(places) == battle.num_fighters - len(riders)
        for x, y in places:
            assert 0 <= x < battle.width
            assert 0 <= y < battle.height
            assert not has_square(battle.high, x, y)
            assert system.name == "platemail" or not has_square(battle.low, x, y)  # RP40
        assert battle.to_act >= 0
        assert battle.window > 0
        assert not battle.over


@pytest.mark.compiled
@each_scenario
def test_observations_are_complete_and_in_range(system, name, numbers):
    battles, steps = EXTENT.get(system.name, (2, 20))
    draw, vector = np.random.default_rng(1), BattleVector(system, battles, name, seed=1)
    for step in range(steps):
        scores = draw.random(vector.action_masks.shape) * vector.action_masks
        vector.step(scores.argmax(axis=1))
        assert np.abs(vector.observations).max() <= 1
        if step % 8 == 0:
            for fighter in range(vector.battles[0].num_fighters):
                assert np.abs(numbers(vector.battles[0], fighter)).max() <= 1
    for battle in vector.battles:
        for fighter in range(battle.num_fighters):
            assert np.abs(numbers(battle, fighter)).max() <= 1
