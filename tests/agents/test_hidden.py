"""No observation, mask, heuristic or sample depends on the hidden fields of `hidden.py`."""

from __future__ import annotations

import functools
import importlib
from dataclasses import replace

import numba
import numpy as np
import pytest

import quintain.agents  # noqa: F401  it registers the heuristics
from quintain.envs.core.engine import hidden_checks
from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.core.engine.hidden import Hidden
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.text.rulebook import read_rows

pytestmark = pytest.mark.interpreted

SCENARIOS = {
    "heimr": ("duel_mixed", "forest_ambush", "castle_wall"),
    "martial": ("duel_mixed", "ambush", "skirmish"),
    "mythic_epoch": ("duel_mixed", "skirmish", "wrestlers"),
    "platemail": ("duel_mixed", "caster", "ambush"),
    "wildroll": ("duel_mixed", "healers", "surprise"),
}
"""Scenarios in which fighters hide, cast and ready actions."""
BATTLES = [(system, scenario) for system in SCENARIOS for scenario in SCENARIOS[system]]
CHOICES = [
    (system, scenario, policy)
    for system, scenario in BATTLES
    for policy in get_system(system).policies
    if policy != "random"
]
SETS_ASIDE = ("heimr", "wildroll")
"""Systems whose heuristics replace the hidden fields before they decide."""
COUNT = 2 if numba.config.DISABLE_JIT else 32
"""Number of battles in a walk."""
STEPS = (7,) if numba.config.DISABLE_JIT else (5, 40)
"""Number of random decisions in a walk."""
each_system = pytest.mark.parametrize("name", system_names())
each_battle = pytest.mark.parametrize(("name", "scenario"), BATTLES)


@pytest.fixture(scope="module")
def states(walk):
    """Battles of a scenario after some random decisions, except finished ones."""

    @functools.cache
    def build(name, scenario):
        found = [walk(scenario, COUNT, steps, steps, name).battles for steps in STEPS]
        battles = np.concatenate(found)
        return battles[~battles["over"]]

    return build


@pytest.fixture(scope="module")
def pairs(states):
    """The masks of `states`, and the same battles with other hidden fields."""

    @functools.cache
    def build(name, scenario):
        system, battles = get_system(name), states(name, scenario)
        others = hidden_checks.redrawn(battles, system.hidden, np.random.default_rng(3))
        return hidden_checks.look(system, battles).masks, others

    return build


@pytest.fixture
def draw():
    """Other values for hidden fields."""
    return np.random.default_rng(3)


# --- The list -------------------------------------------------------------------------------------


@each_system
def test_every_system_declares_hidden_fields_of_its_record(name):
    system = get_system(name)
    rows = {row.id for row in read_rows(system)}
    assert system.hidden
    for entry in system.hidden:
        field = hidden_checks.find_field(system.dtype, entry.field)
        assert not field.parts
        assert all(place < field.shape[0] for place in entry.places)
        assert entry.rows
        assert set(entry.rows) <= rows


@each_battle
def test_a_redrawn_battle_differs_in_hidden_fields_only(name, scenario, states, pairs):
    system, battles, (_, copies) = get_system(name), states(name, scenario), pairs(name, scenario)
    free = {entry.field for entry in system.hidden if entry.is_free}
    changed = [hidden_checks.changed_fields(*pair) for pair in zip(battles, copies, strict=True)]
    assert all("dice" in fields for fields in changed)
    assert set().union(*changed) <= free
    assert len(set().union(*changed)) > 1


# --- Who is held to it ----------------------------------------------------------------------------


@each_battle
def test_observations_and_masks_do_not_depend_on_hidden_fields(name, scenario, states, draw):
    battles = states(name, scenario)
    assert len(battles) > 0
    hidden_checks.check_hidden_from_sight(get_system(name), battles, draw)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "scenario", "policy"), CHOICES)
def test_heuristics_do_not_depend_on_hidden_fields(name, scenario, policy, states, pairs, draw):
    system, battles, (masks, others) = (
        get_system(name),
        states(name, scenario),
        pairs(name, scenario),
    )
    assert len(battles) > 0
    here, there = (hidden_checks.chosen(system, policy, them, masks) for them in (battles, others))
    if (here != there).any():
        hidden_checks.check_hidden_from_heuristic(system, policy, battles, draw)  # names the fields
    np.testing.assert_array_equal(here, there)


@each_battle
def test_conceal_overwrites_hidden_fields_and_no_others(name, scenario, states, draw):
    changed = hidden_checks.check_conceal(get_system(name), states(name, scenario), draw)
    assert len(changed) > 2


@pytest.mark.parametrize(("name", "scenario"), [it for it in BATTLES if it[0] in SETS_ASIDE])
def test_heuristics_replace_all_hidden_fields(name, scenario, states, pairs):
    battles, others = states(name, scenario).copy(), pairs(name, scenario)[1].copy()
    view = importlib.import_module(f"quintain.agents.heuristics.{name}.hidden_info")
    record = get_system(name).dtype["fighters"].base
    for battle, other in zip(battles, others, strict=True):
        before, kept = battle.tobytes(), np.zeros(MAX_FIGHTERS, record)
        actor = int(battle.to_act)
        view.set_aside(other, actor, np.zeros(MAX_FIGHTERS, record))
        view.set_aside(battle, actor, kept)
        assert battle.fighters.tobytes() == other.fighters.tobytes()
        view.put_back(battle, actor, kept)
        assert battle.tobytes() == before


# --- The checks find what they look for -----------------------------------------------------------


def test_a_visible_field_is_named(states, draw):
    system = get_system("mythic_epoch")
    battles = np.resize(states("mythic_epoch", "duel_mixed"), 40)
    points = Hidden("fighters.action_points", ("XM3",))
    leaky = replace(system, hidden=(*system.hidden, points))
    with pytest.raises(AssertionError, match=r"a mask depends on .*action_points"):
        hidden_checks.check_hidden_from_sight(leaky, battles, draw)
    with pytest.raises(AssertionError, match=r"tactician depends on .*action_points"):
        hidden_checks.check_hidden_from_heuristic(leaky, "tactician", battles, draw)


def test_a_sample_that_keeps_or_changes_too_much_is_refused(states, draw):
    system, battles = get_system("mythic_epoch"), states("mythic_epoch", "duel_mixed")
    fewer = tuple(entry for entry in system.hidden if entry.field != "fighters.damage")
    with pytest.raises(AssertionError, match=r"conceal changes .*damage"):
        hidden_checks.check_conceal(replace(system, hidden=fewer), battles, draw)
    more = (*system.hidden, Hidden("fighters.action_points", ("XM3",)))
    with pytest.raises(AssertionError, match=r"conceal keeps .*action_points"):
        hidden_checks.check_conceal(replace(system, hidden=more), battles, draw)
