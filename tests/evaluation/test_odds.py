"""The odds of encounters: exact where they can be, the same for any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.dice import FAULT_ENDLESS
from quintain.envs.core.engine.roles import require
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.evaluation import odds as module
from quintain.evaluation.figures import percent
from quintain.evaluation.odds import fight, find_odds, results, verdict
from quintain.evaluation.statistics import Interval

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")
SYSTEMS = [get_system(name) for name in system_names()]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
ABLE = {
    "platemail": "rules.bodies.is_able",
    "heimr": "rules.characters.conditions.is_able",
    "martial": "rules.injuries.bodies.is_conscious",
    "wildroll": "rules.health.bodies.is_able",
    "mythic_epoch": "rules.checks.is_out",
}
"""The rule that says who is still in the fight, or in Mythic Epoch who is not."""


def crew(system, scenario, name=""):
    agent = make_agent(name or strongest(system), system)
    return [agent] * (len(scenario.red) + len(scenario.blue))


def duel(**changes):
    """A duel of Mythic Epoch with other fields."""
    data = SYSTEM.load_scenario("duel").model_dump(mode="json", exclude_unset=True)
    return parse_model(SYSTEM.scenario_model, {**data, **changes}, "test")


@each_system
def test_every_battle_has_one_result(system):
    scenario = system.load_scenario("duel")
    odds = find_odds(system, scenario, crew(system, scenario), 2)
    assert odds.red.estimate + odds.blue.estimate + odds.draw.estimate == pytest.approx(1)
    assert [one.label for one in odds.fighters] == ["red 1", "blue 1"]
    for one in odds.fighters:
        assert 0 <= one.dies.estimate <= one.falls.estimate <= 1
        assert one.agent == strongest(system)
    loser = odds.battles.winner == 0
    assert (odds.battles.outcome.fallen[:, 1] | odds.battles.outcome.left[:, 1])[loser].all()


@each_system
def test_the_outcome_agrees_with_the_rules(system, monkeypatch):
    finals = []

    def keep(system, battles, *rest):
        finals.append(battles)
        return results(system, battles, *rest)

    monkeypatch.setattr(module, "results", keep)
    scenario = system.load_scenario("duel")
    played = fight(system, scenario, crew(system, scenario), 4, 5)
    is_able = require(system.package, ABLE[system.name])
    stands_when = system is not SYSTEM  # Mythic Epoch's rule says who is out
    able = [[bool(is_able(one)) is stands_when for one in b.fighters[:2]] for b in finals[0]]
    assert ((played.outcome.fallen | played.outcome.left) == ~np.array(able)).all()
    assert played.outcome.fallen.any()
    assert (played.outcome.wounds >= 0).all()
    assert played.dealt.sum() > 0
    assert not played.dealt[:, [0, 1], [0, 1]].any()  # nobody wounds himself


def test_the_harm_in_the_log_is_the_damage_taken():
    scenario = SYSTEM.load_scenario("skirmish")
    played = fight(SYSTEM, scenario, crew(SYSTEM, scenario), 10, 1)
    assert (played.dealt.sum(axis=1) == played.outcome.wounds).all()


def test_a_side_swapped_is_the_mirror():
    """A duel of two alike on an even map: neither side is ahead."""
    scenario = SYSTEM.load_scenario("duel")
    odds = find_odds(SYSTEM, scenario, crew(SYSTEM, scenario, "berserker"), 200)
    assert odds.red.low <= 0.5 <= odds.red.high
    assert odds.blue.low <= 0.5 <= odds.blue.high


def test_a_fighter_without_enemies_in_reach_is_never_hurt():
    """Two fighters who only wait draw, unhurt, in every battle."""
    scenario = duel(round_limit=3, map="................................\n" * 2, red=[
        {"fighter": "swordsman", "at": [0, 0]}], blue=[{"fighter": "swordsman", "at": [31, 0]}],
    )  # fmt: skip
    odds = find_odds(SYSTEM, scenario, crew(SYSTEM, scenario, "patient"), 20)
    assert odds.draw.estimate == 1
    assert odds.rounds == Interval(3, 3, 3)
    for one in odds.fighters:
        assert (one.falls.estimate, one.dies.estimate, one.wounds.estimate) == (0, 0, 0)
        assert one.falls.high > 0  # 20 battles prove little
        assert one.dealt_by == {}
    assert verdict(odds).startswith("Most battles have no winner: 100 % [84, 100]")


def test_threads_and_more_battles_change_no_battle():
    scenario = SYSTEM.load_scenario("duel")
    players = crew(SYSTEM, scenario, "berserker")
    few, many = (fight(SYSTEM, scenario, players, count, 7) for count in (10, 30))
    threaded = fight(SYSTEM, scenario, players, 30, 7, threads=3)
    assert (many.winner[:10] == few.winner).all()
    assert (many.dealt == threaded.dealt).all()


class Echo:
    """A heuristic that hides its number, so that Python asks it each decision."""

    name = "echo"

    def __init__(self, agent):
        """Show no number."""
        self.agent = agent
        self.watch, self.predict = agent.watch, agent.predict


def test_agents_in_python_fight_the_same_battles():
    scenario = SYSTEM.load_scenario("two_on_one")
    compiled = crew(SYSTEM, scenario, "tactician")
    slow = [Echo(compiled[0])] * 3
    one, other = (fight(SYSTEM, scenario, players, 6, 2) for players in (compiled, slow))
    assert (one.winner == other.winner).all()
    assert (one.dealt == other.dealt).all()
    assert (one.outcome.wounds == other.outcome.wounds).all()


def test_each_fighter_has_its_own_agent():
    scenario = SYSTEM.load_scenario("two_on_one")
    knight, spear, idle = (make_agent(name, SYSTEM) for name in ("tactician", "fencer", "patient"))
    odds = find_odds(SYSTEM, scenario, [knight, spear, idle], 20)
    assert [one.agent for one in odds.fighters] == ["tactician", "fencer", "patient"]
    assert odds.fighters[0].dealt_by.keys() == {"blue 1", "blue 2"}
    with pytest.raises(ValueError, match="give an agent for each of the 3 fighters, got 2"):
        find_odds(SYSTEM, scenario, [knight, spear], 20)


def test_agents_with_different_choices_cannot_share_a_side():
    scenario = SYSTEM.load_scenario("two_on_one")
    quick, full = (Echo(make_agent("tactician", SYSTEM)) for _ in range(2))
    quick.choices, full.choices = "quick", "full"
    with pytest.raises(ValueError, match="the agents of blue learned with different choices"):
        find_odds(SYSTEM, scenario, [full, quick, full], 2)


def test_a_battle_without_end_is_an_error():
    battles = SYSTEM.new_battles(2)
    begun = battles["round_number"].copy()
    before = module.outcomes(SYSTEM, battles, 2)
    battles["fault"] = FAULT_ENDLESS
    with pytest.raises(RuntimeError, match="did not end"):
        results(SYSTEM, battles, before, begun, np.zeros((2, 12, 12)))


def test_percentages_show_a_decimal_where_the_interval_is_narrow():
    assert percent(Interval(0.62, 0.6, 0.64)) == "62 % [60, 64]"
    assert percent(Interval(0, 0, 0.0019)) == "0.0 % [0.0, 0.2]"


@pytest.mark.parametrize(
    ("red", "blue", "words"),
    [
        (0.5, 0.5, "It is an even fight"),
        (0.47, 0.05, "Most often nobody wins: 48 % [47, 49] are draws, red wins 47 %"),
        (0.2, 0.2, "Most battles have no winner: 60 %"),
        (0.3, 0.3, "Most often nobody wins: 40 %"),
        (0.33, 0.33, "It is an even fight"),
        (0.45, 0.2, "Red wins more often than blue, in 45 %"),
        (0.2, 0.45, "Blue wins more often than red, in 45 %"),
        (0.7, 0.01, "Red wins more often than not, in 70 %"),
        (0.94, 0.0, "Red usually wins, in 94 %"),
        (0.99, 0.01, "Red almost always wins, in 99 %"),
        (0.2, 0.8, "Blue usually wins, in 80 %"),
        (0.6, 0.4, "Red wins more often than not, in 60 %"),
        (0.755, 0.2, "Red wins more often than not, in 76 %"),  # perhaps below three quarters
    ],
)
def test_the_verdict_in_words(red, blue, words):
    scenario = duel(round_limit=1)
    odds = find_odds(SYSTEM, scenario, crew(SYSTEM, scenario, "random"), 2)
    near = [Interval(one, one - 0.01, one + 0.01) for one in (red, blue, 1 - red - blue)]
    object.__setattr__(odds, "red", near[0])
    object.__setattr__(odds, "blue", near[1])
    object.__setattr__(odds, "draw", near[2])
    assert verdict(odds).startswith(words)


@pytest.mark.parametrize("battles", [2, 4, 20])
def test_few_battles_do_not_tell_who_is_ahead(battles):
    scenario = duel()
    odds = find_odds(SYSTEM, scenario, crew(SYSTEM, scenario, "tactician"), battles)
    said = verdict(odds)
    assert odds.red.high > 0.6 or odds.blue.high > 0.6
    assert said.startswith("So few battles do not tell who is ahead: red wins ")
    assert said.endswith("Fight more of them.")


def test_the_system_and_the_encounter_may_be_names():
    agents = [make_agent("random", SYSTEM)] * 2
    named = find_odds("mythic_epoch", "duel", agents, 4)
    whole = find_odds(SYSTEM, SYSTEM.load_scenario("duel"), agents, 4)
    assert named.to_json() == whole.to_json()
    assert isinstance(find_odds(SYSTEM, "duel", agents, 2, seed=None).seed, int)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"system": "chess"}, "no system 'chess'"),
        ({"system": None}, "a system is given by its name"),
        ({"scenario": "nope"}, "no scenario 'nope'"),
        ({"scenario": 5}, "a scenario of Mythic Epoch is given by"),
        ({"scenario": ["duel", "wrestlers"]}, "odds are of one scenario, got 2"),
        ({"battles": 1}, "battles must be a whole number between 2"),
        ({"seed": -1}, "seed must be an integer of 0 or more"),
        ({"seed": "a"}, "seed must be an integer of 0 or more"),
        ({"seed": 1.5}, "seed must be an integer of 0 or more"),
        ({"threads": 0}, "threads must be a whole number"),
        ({"threads": "a"}, "threads must be a whole number"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(changes, message):
    agents = [make_agent("random", SYSTEM)] * 2
    given = {"system": SYSTEM, "scenario": "duel", "agents": agents, "battles": 2}
    with pytest.raises((KeyError, TypeError, ValueError), match=message):
        find_odds(**(given | changes))
