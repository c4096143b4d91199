"""The odds of fights under way: scenarios that begin in the middle of a battle."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
import yaml

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.loops import deploy_battles
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.loading import load_templates
from quintain.envs.core.scenarios.sheets import apply_states
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.state_file import scenario_at
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.balance import balance
from quintain.evaluation.choice_odds import copies_of, play_position
from quintain.evaluation.odds import find_odds, verdict
from quintain.evaluation.statistics import proportion_interval
from quintain.evaluation.what_if import Changes, Encounter, change

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")
SYSTEMS = [get_system(name) for name in system_names()]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


def crew(system, scenario):
    agent = make_agent(strongest(system), system)
    return [agent] * (len(scenario.red) + len(scenario.blue))


def under_way(system, name="skirmish", rounds=2):
    """A match of random choices, at a decision after some rounds that a file can hold."""
    match, chance = Match(system, name), np.random.default_rng(3)
    match.reset(3)
    sheet = system.scenario_model.sheet
    while match.battle.round_number < rounds or not sheet.is_open(match.battle):
        match.step(int(chance.choice(match.mask.nonzero()[0])))
    return match


def deployed(system, scenario, count):
    """Battles of a scenario, each with its own dice, before its state is written."""
    models, templates = load_templates(system, scenario, with_states=True)
    battles = system.new_battles(count)
    battles["dice"] = seed_rng_states(1, count)
    deploy_battles(battles, templates, seed_rng_states(2, count))
    return models, battles


@each_system
def test_a_state_is_written_into_many_battles_as_into_one(system):
    scenario = under_way(system)
    data = scenario_at(scenario, scenario.battle).model_dump(mode="json", exclude_defaults=True)
    for seat in data["red"]:
        seat["state"] = {}  # where the zones are large, these stand elsewhere in each battle
    for name in ("turn", "order"):
        data["now"].pop(name, None)
    models, battles = deployed(system, parse_model(system.scenario_model, data, "test"), 5)
    apart = battles.copy()
    apply_states(system, battles, models)
    for number in range(5):
        apply_states(system, apart[number : number + 1], models)
    assert battles.tobytes() == apart.tobytes()
    assert (battles["round_number"] == scenario.battle.round_number).all()


@pytest.mark.compiled
@each_system
def test_the_odds_of_a_state_are_those_of_playing_on(system):
    match, count = under_way(system), 300
    scenario = scenario_at(match, match.battle)
    odds = find_odds(system, scenario, crew(system, scenario), count)
    winners = play_position(match, copies_of(match, count, 7), 7)
    on = proportion_interval(int((winners == 0).sum()), count, 0.999)
    assert on.low <= odds.red.high
    assert odds.red.low <= on.high
    assert len(np.unique(odds.battles.dealt.reshape(count, -1), axis=0)) > 1  # dice of their own
    assert odds.battles.first_round == 1 + match.battle.round_number
    assert 1 <= odds.rounds.estimate < match.battle.round_limit - match.battle.round_number
    assert "more rounds on average" in verdict(odds)


DATA = """
title: At the ford
map: |
  ..........
  ..........
  ..........
red:
  - {fighter: knight, name: Aldric, at: [0, 0], state: {damage: 12, ap: 4, last_target: blue 3}}
  - {fighter: militia, at: [0, 1], state: {damage: 90}}
blue:
  - {fighter: militia, at: [5, 0]}
  - {fighter: militia, at: [5, 1], state: {damage: 2, aims_at: Aldric, hand: bow}}
  - {fighter: militia, at: [1, 0], state: {ap: 3}}
now: {round: 4, turn: blue 3}
"""


def ford(**changes):
    data = {**yaml.safe_load(DATA), **changes}
    scenario = parse_model(SYSTEM.scenario_model, data, "test")
    players = crew(SYSTEM, scenario)
    return Encounter(scenario, players, {"red": players[0], "blue": players[0]})


def states(scenario):
    return [seat.state or {} for _, seat in scenario.seats()]


def test_a_fighter_who_is_out_already_is_told_apart():
    encounter = ford()
    odds = find_odds(SYSTEM, encounter.scenario, encounter.agents, 10)
    assert [one.out for one in odds.fighters] == [False, True, False, False, False]
    assert odds.fighters[1].wounds.estimate == 0  # only wounds from here on
    assert odds.to_json()["first_round"] == 4


@pytest.mark.parametrize(
    ("away", "turn", "last_target"),
    [("blue 1", "blue 2", "blue 2"), ("blue 3", None, None), ("militia_1", "blue 3", "blue 3")],
)
def test_states_name_the_same_fighters_when_somebody_stays_away(away, turn, last_target):
    changed = change(SYSTEM, ford(), Changes(without=(away,)))
    assert changed.scenario.now.get("turn") == turn
    assert states(changed.scenario)[0].get("last_target") == last_target
    find_odds(SYSTEM, changed.scenario, changed.agents, 2)


def test_a_newcomer_changes_no_label():
    changed = change(SYSTEM, ford(), Changes(joining=("red knight at 3,2", "blue knight at 8,2")))
    assert changed.scenario.now["turn"] == "blue 3"
    assert states(changed.scenario)[0]["last_target"] == "blue 3"
    find_odds(SYSTEM, changed.scenario, changed.agents, 2)


def test_the_one_who_holds_somebody_cannot_stay_away():
    red = [{"fighter": "knight", "at": [0, 0], "state": {"status": "pinned", "partner": "blue 2"}}]
    blue = [
        {"fighter": "militia", "at": [5, 0]},
        {"fighter": "militia", "at": [1, 0], "state": {"status": "grappled", "partner": "red 1"}},
    ]
    changed = change(SYSTEM, ford(red=red, blue=blue, now={}), Changes(without=("blue 2",)))
    with pytest.raises(ScenarioError, match="red 1 is pinned but held by nobody: write partner"):
        find_odds(SYSTEM, changed.scenario, changed.agents, 2)


def test_other_weapons_void_the_weapons_of_the_state():
    changed = change(SYSTEM, ford(), Changes(weapons=("blue: axe",)))
    assert states(changed.scenario)[3] == {"damage": 2}
    _, battles = deployed(SYSTEM, changed.scenario, 1)
    apply_states(SYSTEM, battles, [changed.scenario])
    fighters = battles[0].fighters
    assert len({fighters[number].hand for number in (2, 3, 4)}) == 1


@pytest.mark.compiled
@each_system
def test_all_kinds_of_changes_fit_a_fight_under_way(system):
    match = under_way(system)
    scenario = scenario_at(match, match.battle)
    players = crew(system, scenario)
    encounter = Encounter(scenario, players, {"red": players[0], "blue": players[0]})
    x, y = match.battle.fighters[2].x if system.name != "heimr" else 0, 0
    kinds = system.scenario_model.vocabulary
    weapons = next(names for key, names in kinds.items() if key.startswith("weapon"))
    tried = [Changes(without=("red 3",)), Changes(armour=("blue: none",))]
    tried += [Changes(weapons=(f"blue 1: {name}",)) for name in weapons[1:3]]
    tried += [Changes(joining=(f"red {kinds['cast'][0]} at {int(x)},{y}",))]
    fought = 0
    for one in tried:
        with contextlib.suppress(ScenarioError):  # a square that is taken, a weapon without skill
            changed = change(system, encounter, one)
            find_odds(system, changed.scenario, changed.agents, 2)
            fought += 1
    assert fought >= 3


def test_enemies_by_place_are_renumbered_in_heimr():
    system = get_system("heimr")
    match = under_way(system)
    data = scenario_at(match, match.battle).model_dump(mode="json", exclude_defaults=True)
    data["red"][0]["state"]["seen_hp"] = [7, 5, 3]
    order = data["now"]["order"] = ["red 1", "blue 1", "blue 2", "blue 3", "red 2", "red 3"]
    scenario = parse_model(system.scenario_model, data, "test")
    players = crew(system, scenario)
    encounter = Encounter(scenario, players, {"red": players[0], "blue": players[0]})
    changes = Changes(without=("blue 2",), joining=("red fighter at 0,0",))
    changed = change(system, encounter, changes).scenario
    assert states(changed)[0]["seen_hp"] == [7, 3]
    assert changed.now["order"] == ["red 1", "blue 1", "blue 2", "red 2", "red 3", "red 4"]
    assert len(order) == 6


@pytest.mark.compiled
def test_a_fight_under_way_is_balanced():
    found = balance(SYSTEM, ford(), 0.5, 100)
    assert found
    assert all(one.odds.battles.first_round == 4 for one in found)


def test_two_agents_play_a_fight_under_way_from_both_sides():
    agents = [make_agent(name, SYSTEM) for name in ("tactician", "berserker")]
    result = final_result(play_pairs(SYSTEM, ford().scenario, *agents, 10))
    assert result.battles == 20
    assert result.mean_rounds < 20
