"""Small changes that bring a fight near wanted odds: their list, their search, their figures."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.evaluation import balance as module
from quintain.evaluation.balance import balance, equipped, free_places, single_changes
from quintain.evaluation.odds import find_odds
from quintain.evaluation.statistics import Interval
from quintain.evaluation.what_if import Changes, Encounter, change

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")
SYSTEMS = sorted(system_names())


def fight_of(system, name):
    scenario = system.load_scenario(name)
    agent = make_agent(strongest(system), system)
    count = len(scenario.red) + len(scenario.blue)
    return Encounter(scenario, [agent] * count, {"red": agent, "blue": agent})


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_kind_of_change_is_there_and_most_are_possible(system):
    system = get_system(system)
    encounter = fight_of(system, "skirmish")
    singles = list(single_changes(encounter.scenario))
    done = {"without": 0, "joining": 0, "armour": 0, "weapons": 0}
    for one in singles:
        (kind,) = [name for name in done if getattr(one, name)]
        try:
            change(system, encounter, one)
        except ValueError:
            continue
        done[kind] += 1
    assert all(done.values()), done
    assert len(set(singles)) == len(singles)


def test_a_side_of_one_keeps_its_fighter():
    scenario = SYSTEM.load_scenario("two_on_one")
    labels = {label for one in single_changes(scenario) for label in one.without}
    assert labels == {"blue 1"}  # the two of blue are alike, and red has only one


def test_changes_call_fighters_by_their_names():
    data = SYSTEM.load_scenario("two_on_one").model_dump(mode="json", exclude_defaults=True)
    data["blue"][0]["name"] = "Klotz"
    scenario = parse_model(SYSTEM.scenario_model, data, "test")
    titles = {one.title() for one in single_changes(scenario)}
    assert {"without Klotz", "armour Klotz: heavy", "armour red 1: heavy"} <= titles


def test_newcomers_stand_where_nobody_else_may():
    rows = "..#\n...\n"
    seats = {"red": [{"fighter": "knight", "at": [0, 0]}], "blue": [
        {"fighter": "militia", "zone": [1, 1, 2, 1]}]}  # fmt: skip
    data = {"title": "Small", "map": rows, **seats}
    scenario = parse_model(SYSTEM.scenario_model, data, "test")
    assert {tuple(place) for place in free_places(scenario)} == {(1, 0), (0, 1)}
    joining = {text for one in single_changes(scenario) for text in one.joining}
    assert joining == {"red knight at 0,1", "blue militia at 1,0"}


def test_one_fighter_does_not_get_two_armours():
    one, other = Changes(armour=("red 1: light",)), Changes(armour=("red 1: heavy",))
    assert equipped(one) & equipped(other)
    assert not equipped(one) & equipped(Changes(weapons=("red 1: axe",)))
    assert (one | other).armour == ("red 1: light", "red 1: heavy")


@pytest.mark.compiled
def test_the_nearest_changes_are_found_and_fought_again():
    """Red wins 88 % of two_on_one as written."""
    encounter, reports = fight_of(SYSTEM, "two_on_one"), []
    found = balance(
        SYSTEM, encounter, 0.6, 400, 3, report=lambda done, of_all: reports.append((done, of_all))
    )
    assert len(found) == 3
    away = [abs(one.odds.red.estimate - 0.6) for one in found]
    assert away == sorted(away)
    assert away[0] < 0.1
    for one in found:
        changed = change(SYSTEM, encounter, one.changes)
        odds = find_odds(SYSTEM, changed.scenario, changed.agents, 400, 3)
        assert odds.red == one.odds.red
    assert reports[-1][0] == reports[-1][1]
    assert all(done <= of_all for done, of_all in reports)


@pytest.mark.compiled
def test_the_figures_are_of_battles_that_chose_nothing(monkeypatch):
    """Of changes that are equally far away the luckiest would be told, with its luck."""
    asked = []

    class Told:
        def __init__(self, number):
            self.red = Interval(0.4 + 0.02 * number, 0, 1)

    def fake(*arguments, **_):
        asked.append(arguments[4])
        return Told(len(asked))

    monkeypatch.setattr(module, "FIRST_BATTLES", 3)
    monkeypatch.setattr(module, "TRIAL_BATTLES", 4)
    monkeypatch.setattr(module, "find_odds", fake)
    found = balance(SYSTEM, fight_of(SYSTEM, "two_on_one"), 0.5, 10, 3)
    last = asked[-len(found) :]
    assert set(last).isdisjoint(asked[: -len(found)])
    assert len(asked) > len(found) == len(last)


def test_a_change_that_changes_nothing_is_not_offered(monkeypatch):
    """The knight wears its armour already, and an encounter that nobody may change stays."""
    monkeypatch.setattr(module, "FIRST_BATTLES", 3)
    monkeypatch.setattr(module, "TRIAL_BATTLES", 4)
    encounter = fight_of(SYSTEM, "two_on_one")
    own = "heavy"
    armed = change(SYSTEM, encounter, Changes(armour=(f"red 1: {own}",)))
    monkeypatch.setattr(
        module, "single_changes", lambda _: iter([Changes(armour=(f"red 1: {own}",))])
    )
    assert balance(SYSTEM, armed, 0.5, 4) == []
    assert balance(SYSTEM, encounter, 0.5, 4, fits=lambda _: False) == []


def test_only_the_nearest_quarter_is_fought_more_often(monkeypatch):
    """Twelve of 48 changes, those whose first battles come nearest to 60 %."""
    singles = [Changes(weapons=(f"red 1: {number}",)) for number in range(48)]
    asked = []

    def ends(_, scenario, agents, seed, threads, count):
        asked.append((scenario, count))
        rounds = np.full(count, scenario)
        return np.array([np.arange(count) >= scenario * count // 48, rounds])  # red is 0

    monkeypatch.setattr(module, "find_ends", ends)
    monkeypatch.setattr(
        module._Search, "_changed", lambda _, one: Encounter(singles.index(one), [], {})
    )
    search = module._Search(SYSTEM, Encounter(-1, [], {}), 0.6, 0, bool, 1, None, module.HERE)
    asked.clear()
    tried = search.try_all(singles)
    assert [count for _, count in asked] == [module.FIRST_BATTLES] * 48 + [
        module.TRIAL_BATTLES
    ] * 12
    again = {number for number, count in asked if count == module.TRIAL_BATTLES}
    assert all(abs(number / 48 - 0.6) < 0.2 for number in again)
    assert search.distance(tried[0]) == min(map(search.distance, tried)) < 0.02


@pytest.mark.compiled
def test_weapons_that_the_rules_do_not_tell_apart_are_offered_once(monkeypatch):
    """A fencer throws a bolo and a net alike."""
    platemail = get_system("platemail")
    encounter = fight_of(platemail, "duel")
    singles = [Changes(weapons=(f"blue 1: {name}",)) for name in ("bolo", "net", "sling")]
    monkeypatch.setattr(module, "single_changes", lambda _: iter(singles))
    found = [one.changes.weapons for one in balance(platemail, encounter, 0.78, 40)]
    assert sorted(found) == [("blue 1: bolo",), ("blue 1: sling",)]


def test_the_three_proposals_differ_in_kind_if_they_are_about_as_near():
    weapons = [Changes(weapons=(f"red 1: {name}",)) for name in ("axe", "mace", "spear")]
    other = Changes(armour=("red 1: light",))
    far = Changes(without=("blue 2",))
    tried = [*zip(weapons, (0.01, 0.011, 0.012), strict=True), (other, 0.05), (far, 0.4)]
    assert module.varied(tried, 3) == [weapons[0], other, weapons[1]]
    assert module.varied(tried[:2], 3) == weapons[:2]
    assert len({module.kind_of(one) for one, _ in tried}) == 3


def test_the_nearest_place_is_the_nearest():
    seat = SYSTEM.load_scenario("two_on_one").red[0]
    zone = seat.place()
    places = np.array([[zone.left + 5, zone.top], [zone.left, zone.top + 1], [zone.left + 2, 0]])
    assert module.nearest(places, seat) == (zone.left, zone.top + 1)
