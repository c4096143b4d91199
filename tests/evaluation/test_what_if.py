"""Changed encounters: their fighters, players and dice."""

from __future__ import annotations

import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.evaluation.odds import find_odds, gain
from quintain.evaluation.pictures import check_picture, odds_figure, save_picture
from quintain.evaluation.what_if import Changes, Encounter, change

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")
WILDROLL = get_system("wildroll")
MAP = "..........\n" * 6
RED = [{"fighter": "knight", "at": [0, 0], "name": "Aldric"}, {"fighter": "militia", "at": [0, 1]}]
BLUE = [{"fighter": "militia", "at": [8, place]} for place in range(3)]


def camp(system=SYSTEM, **changes):
    """Two of red, each with an agent of its own, against three of blue."""
    data = {"title": "Camp", "map": MAP, "red": RED, "blue": BLUE, **changes}
    scenario = parse_model(system.scenario_model, data, "test")
    agents = [f"agent {at}" for at in range(len(scenario.red) + len(scenario.blue))]
    return Encounter(scenario, agents, {"red": "new red", "blue": "new blue"})


def kinds(encounter):
    scenario = encounter.scenario
    return [seat.fighter[0].base for seat in (*scenario.red, *scenario.blue)]


@pytest.mark.parametrize(
    ("label", "left"),
    [("Aldric", [1, 2, 3, 4]), ("red 2", [0, 2, 3, 4]), ("militia_3", [0, 1, 2, 4])],
)
def test_a_fighter_stays_away_and_the_others_keep_their_agents(label, left):
    found = change(SYSTEM, camp(), Changes(without=(label,)))
    assert found.agents == [f"agent {at}" for at in left]
    assert kinds(found) == [kinds(camp())[at] for at in left]


def test_a_newcomer_joins_with_the_agent_of_its_side():
    found = change(SYSTEM, camp(), Changes(joining=("red knight at 3,4",)))
    assert found.agents == ["agent 0", "agent 1", "new red", "agent 2", "agent 3", "agent 4"]
    assert kinds(found)[2] == "knight"
    assert found.scenario.red[2].at == (3, 4)


def test_a_newcomer_whose_kind_stands_on_one_side_joins_it():
    named, unnamed = (
        change(SYSTEM, camp(), Changes(joining=(text,)))
        for text in ("red knight at 3,4", "knight at 3,4")
    )
    assert named == unnamed


@pytest.mark.parametrize(
    ("system", "scenario", "text", "base", "at"),
    [
        ("martial", "giant", "red two-headed giant at 6,7", "giant", (6, 7)),
        ("platemail", "duel", "Red Shield bearer at [3, 4]", "shield_bearer", (3, 4)),
        ("heimr", "skirmish", "red knife fighter at B1", "knife_fighter", (1, 2)),
    ],
)
def test_a_newcomer_is_called_as_on_the_map(system, scenario, text, base, at):
    system = get_system(system)
    model = system.load_scenario(scenario)
    fight = Encounter(model, ["a"] * (len(model.red) + len(model.blue)), {"red": "r", "blue": "b"})
    found = change(system, fight, Changes(joining=(text,))).scenario
    seat = (found.red if text.casefold().startswith("red") else found.blue)[-1]
    assert (seat.fighter[0].base, seat.at) == (base, at)


def test_the_words_of_an_item_may_be_joined_by_spaces():
    found = change(SYSTEM, camp(), Changes(weapons=("red 2: Great Weapon",)))
    assert found.scenario.red[1].fighter[0].hand == "great_weapon"


@pytest.mark.parametrize(
    ("text", "wearers"), [("blue: heavy", [2, 3, 4]), ("Aldric:light", [0]), ("red 2 : none", [1])]
)
def test_a_side_or_a_fighter_wears_armour(text, wearers):
    before, after = camp().scenario, change(SYSTEM, camp(), Changes(armour=(text,))).scenario
    changed = [
        at
        for at, seats in enumerate(
            zip((*before.red, *before.blue), (*after.red, *after.blue), strict=True)
        )
        if seats[0] != seats[1]
    ]
    assert changed == wearers
    assert {(*after.red, *after.blue)[at].fighter[0].armour for at in wearers} == {
        text.rpartition(":")[2].strip()
    }


@pytest.mark.parametrize(
    ("system", "items", "held"),
    [
        ("heimr", "light+small_shield", {"held": ["light", "small_shield"]}),
        ("martial", "axe + buckler", {"held": ["axe", "buckler"]}),
        ("mythic_epoch", "axe", {"hand": "axe"}),
        ("platemail", "axe+shield", {"hand": "axe", "second": "none", "shield": "shield"}),
        ("platemail", "sword+dagger", {"hand": "sword", "second": "dagger", "shield": "none"}),
        ("platemail", "great_axe", {"hand": "great_axe", "second": "none", "shield": "none"}),
        ("wildroll", "spear", {"held": ["spear"]}),
    ],
)
def test_a_fighter_holds_other_weapons(system, items, held):
    system = get_system(system)
    scenario = system.load_scenario("duel")
    duel = Encounter(scenario, ["a", "b"], {})
    found = change(system, duel, Changes(weapons=(f"blue: {items}",)))
    person = found.scenario.blue[0].fighter[0]
    assert {key: getattr(person, key) for key in held} == held
    assert found.scenario.red == scenario.red


@pytest.mark.parametrize(
    ("system", "items", "message"),
    [
        ("mythic_epoch", "axe+sword", "holds one weapon"),
        ("mythic_epoch", "rake", "no weapon 'rake'"),
        ("platemail", "sword+axe+club", "two hands do not hold sword and axe and club"),
        ("platemail", "great_axe+shield", "both hands"),
        ("heimr", "great+great", "hand"),
        ("wildroll", "great_weapon+shield", "hand"),
    ],
)
def test_two_hands_hold_no_more_than_two_hands_do(system, items, message):
    system = get_system(system)
    duel = Encounter(system.load_scenario("duel"), ["a", "b"], {})
    with pytest.raises((ValueError, ScenarioError), match=message):
        change(system, duel, Changes(weapons=(f"blue: {items}",)))


def test_all_changes_together_mean_the_fighters_as_written():
    """Red 2 is the same fighter though red 1 stays away."""
    changes = Changes(("red 1",), ("blue knight at 9,5",), ("red 2: heavy",))
    found = change(SYSTEM, camp(), changes)
    assert kinds(found) == ["militia", "militia", "militia", "militia", "knight"]
    assert found.scenario.red[0].fighter[0].armour == "heavy"
    assert found.agents == ["agent 1", "agent 2", "agent 3", "agent 4", "new blue"]
    titles = [one.title() for one in changes.each()]
    *alone, last = titles
    assert alone == ["without red 1", "with blue knight at 9,5", "armour red 2: heavy"]
    assert last == ", ".join(alone)


def test_one_change_is_not_fought_twice():
    assert Changes(without=("red 1",)).each() == [Changes(without=("red 1",))]
    assert Changes().each() == []


def test_held_pairs_keep_their_fighters():
    pairs = [
        {"red": 0, "blue": 0, "status": "bound"},
        {"red": 1, "blue": 2, "status": "grappled"},
    ]
    close = [{**seat, "at": [1, seat["at"][1]]} for seat in BLUE]
    close[2]["at"] = [1, 2]
    found = change(SYSTEM, camp(blue=close, held=pairs), Changes(without=("red 1", "blue 2")))
    (pair,) = found.scenario.held
    assert (pair.red, pair.blue, pair.status) == (0, 1, "grappled")


def test_riders_keep_their_mounts():
    scenario = WILDROLL.load_scenario("lancers")
    lancers = Encounter(scenario, [*"abcdefgh"], {})
    found = change(WILDROLL, lancers, Changes(without=("red 1",)))
    assert [seat.rides for seat in found.scenario.red] == [2, None, None]
    with pytest.raises(ValueError, match="red 1 rides red 3: leave both out, or neither"):
        change(WILDROLL, lancers, Changes(without=("red 3",)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (Changes(without=("red 1", "red 2")), "nobody of red would be left"),
        (Changes(without=("red 7",)), "no fighter 'red 7'"),
        (Changes(joining=("knight in the east",)), "as 'blue militia at 8,2'"),
        (Changes(joining=("militia at 1,1",)), "militia stands on both sides: write red or blue"),
        (Changes(joining=("axeman at 1,1",)), "axeman stands on no side: write red or blue"),
        (Changes(joining=("red knave at 1,1",)), "no fighter in the cast 'knave'"),
        (
            Changes(joining=("red knight at 99,1",)),
            r"with red knight at 99,1: \[99, 1\] lies outside the map of 10 x 6 squares: columns",
        ),
        (Changes(joining=("red knight at B2",)), "a square is column,row, as in 8,2, got 'B2'"),
        (Changes(armour=("blue: tin",), weapons=("red: axe+tub",)), "'tin': .*; .* 'tub'"),
        (
            Changes(without=("red 9",), joining=("red knave at 1,1",)),
            "no fighter 'red 9'.*; with red knave at 1,1: no fighter in the cast 'knave'",
        ),
        (Changes(joining=("red knight at 8,0",)), "stands at"),
        (Changes(armour=("blue heavy",)), "as 'blue: medium'"),
        (Changes(armour=("blue: tin",)), "no armour 'tin'"),
        (Changes(weapons=("blue",)), "as 'red 2: sword.shield'"),
    ],
)
def test_mistakes_get_a_sentence(changes, message):
    with pytest.raises((ValueError, ScenarioError), match=message) as caught:
        change(SYSTEM, camp(), changes)
    assert "\n" not in str(caught.value)


def fought(encounter, count=50):
    agent = make_agent("berserker", SYSTEM)
    players = [agent] * len(encounter.agents)
    return find_odds(SYSTEM, encounter.scenario, players, count, 3)


@pytest.mark.compiled
def test_the_gain_is_that_of_the_same_dice():
    """Without a change nothing is gained, and an enemy less is a clear gain."""
    before = fought(camp())
    same = gain(before, fought(camp()))
    assert same.estimate == 0
    fewer = fought(change(SYSTEM, camp(), Changes(without=("blue 1", "blue 2"))))
    assert gain(before, fewer).low > 0
    assert gain(fewer, before).estimate == -gain(before, fewer).estimate


def test_the_picture_shows_each_form_and_each_fighter(tmp_path):
    odds = fought(camp(), 20)
    figure = odds_figure({"as written": odds, "without $x$": odds})
    upper, lower = figure.axes
    assert [text.get_text() for text in upper.get_yticklabels()] == ["as written", "without $x$"]
    names = ["Aldric", "red 2", "blue 1", "blue 2", "blue 3"]
    assert [text.get_text() for text in lower.get_yticklabels()] == names
    assert upper.get_xlim() == lower.get_xlim() == (0, 100)
    (bars,) = (one for one in upper.containers if hasattr(one, "has_xerr"))
    ends = [segment[:, 0].tolist() for segment in bars.lines[2][0].get_segments()]
    assert ends == [pytest.approx([100 * odds.red.low, 100 * odds.red.high])] * 2
    falls, dies = lower.containers[:2]
    assert [bar.get_width() for bar in falls] == [100 * one.falls.estimate for one in odds.fighters]
    assert [bar.get_width() for bar in dies] == [100 * one.dies.estimate for one in odds.fighters]
    for ending in (".png", ".svg"):
        save_picture(figure, tmp_path / f"odds{ending}")
        assert (tmp_path / f"odds{ending}").stat().st_size > 1000


def test_a_file_that_is_no_picture_is_refused(tmp_path):
    check_picture(None)
    check_picture(tmp_path / "odds.PNG")
    with pytest.raises(ValueError, match=r"ends in \.png, \.svg, \.pdf"):
        check_picture(tmp_path / "odds.txt")
