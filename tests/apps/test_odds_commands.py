"""The commands about odds: output for people and programs, names, mistakes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quintain.agents.base import strongest
from quintain.apps.cli import app
from quintain.envs.core.engine.system import get_system, system_names

pytestmark = pytest.mark.interpreted

runner = CliRunner()
SYSTEMS = sorted(system_names())
each_system = pytest.mark.parametrize("system", SYSTEMS)


def run(*words):
    result = runner.invoke(app, words)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def odds_of(*words):
    return json.loads(run("odds", *words, "--json"))


@each_system
def test_odds_for_programs(system):
    found = odds_of(f"{system}/duel", "--battles", "2", "--red", "random", "--blue", "random")
    assert set(found) >= {"encounter", "note", "title", "battles", "seed", "verdict", "rounds"}
    assert found["note"] == ""
    assert sum(found[name]["estimate"] for name in ("red", "blue", "draw")) == pytest.approx(1)
    for one in found["fighters"]:
        assert set(one) == {
            *("fighter", "side", "kind", "agent", "out", "falls", "dies", "leaves", "wounds"),
            *("dealt_by", "shown"),
        }  # fmt: skip
        for name in ("falls", "dies", "leaves", "wounds"):
            assert one[name]["low"] <= one[name]["estimate"] <= one[name]["high"]


def test_odds_for_people():
    told = run("odds", "mythic_epoch/two_on_one", "--battles", "20")
    for word in (
        "red wins",
        "falls",
        "dies",
        "damage",
        "knight",
        "Blue militiaman (B2)",
        "20 battles, seed 0",
    ):
        assert word in told


@each_system
def test_the_players_that_nobody_named_are_told(system):
    best = strongest(get_system(system))
    result = runner.invoke(app, ["odds", f"{system}/duel", "--battles", "2", "--red", "random"])
    told = " ".join(result.stderr.split())
    assert f"You named nobody for blue: {best} plays" in told
    assert "see --blue" in told


def test_each_fighter_may_have_its_own_player():
    words = ("mythic_epoch/two_on_one", "--battles", "4", "--red", "tactician", "--blue", "fencer")
    found = odds_of(*words, "--fighter", "militia_2: patient", "--fighter", "Red 1:berserker")
    assert [one["agent"] for one in found["fighters"]] == ["berserker", "fencer", "patient"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("mythic_epoch/dual",), "duel"),
        (("mythic_epoch/duel", "--red", "beserker"), "berserker"),
        (("mythic_epoch/duel", "--fighter", "red 7: random"), "no fighter 'red 7'"),
        (("mythic_epoch/duel", "--fighter", "random"), "'red 2: archer', got 'random'"),
        (
            ("mythic_epoch/skirmish", "--red", "mythic_epoch-duel"),
            "trained with 1 fighter a side",
        ),
    ],
)
def test_mistakes_are_told_in_a_sentence(words, hint):
    result = runner.invoke(app, ["odds", *words, "--battles", "2"])
    assert isinstance(result.exception, ValueError | KeyError)
    assert hint in str(result.exception)
    assert "\n" not in str(result.exception)


@pytest.mark.compiled
def test_changes_are_fought_beside_the_fight_as_written(tmp_path):
    changes = ("--without", "blue 2", "--armour", "red: heavy", "--with", "blue knight at 5,5")
    words = ("mythic_epoch/two_on_one", "--battles", "40", *changes)
    found = odds_of(*words, "--picture", str(tmp_path / "odds.svg"))
    alone = ["without blue 2", "with blue knight at 5,5", "armour red: heavy"]
    assert [one["change"] for one in found["changed"]] == [*alone, "all together"]
    fewer, more = found["changed"][:2]
    assert fewer["gain_of_red"]["estimate"] == pytest.approx(
        fewer["red"]["estimate"] - found["red"]["estimate"]
    )
    assert len(fewer["fighters"]) == 2
    assert len(more["fighters"]) == 4
    assert (tmp_path / "odds.svg").read_text().startswith("<?xml")
    told = " ".join(run("odds", *words).split())
    for text in ("as written", "without blue 2", "red gains"):
        assert text in told


def full_side(tmp_path):
    """The file of a fight between one fighter and six, on a side with no room for a seventh."""
    written = get_system("mythic_epoch").load_scenario("two_on_one")
    data = written.model_dump(mode="json", exclude_none=True)
    data["blue"] = [{"fighter": "militia", "at": [3 + at, 0]} for at in range(6)]
    (tmp_path / "fight.yaml").write_text(json.dumps(data))
    return str(tmp_path / "fight.yaml")


@pytest.mark.compiled
def test_a_change_that_is_possible_only_with_another_is_fought_with_it(tmp_path):
    changes = ("--without", "militia 2", "--with", "blue knight at 5,5")
    words = ["odds", full_side(tmp_path), "--battles", "2", *changes]
    result = runner.invoke(app, [*words, "--json"])
    found = json.loads(result.stdout)
    assert [one["change"] for one in found["changed"]] == ["without militia 2", "all together"]
    assert [len(one["fighters"]) for one in found["changed"]] == [6, 7]
    told = " ".join(result.stderr.split())
    assert "Not fought alone: with blue knight at 5,5 (blue: a side has at most 6 figh" in told


def test_a_full_side_hides_no_other_mistake(tmp_path):
    words = ["odds", full_side(tmp_path), "--without", "milita 2", "--with", "blue knigt at 5,5"]
    result = runner.invoke(app, words)
    assert "no fighter 'milita 2': did you mean militia 2" in str(result.exception)
    assert "with blue knigt at 5,5: no fighter in the cast 'knigt'" in str(result.exception)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--without", "red 9", "no fighter 'red 9'"),
        ("--with", "a knight", "as 'blue militia at 8,2'"),
        ("--armour", "heavy", "as 'blue: medium'"),
        ("--picture", "odds.txt", "ends in .png, .svg, .pdf"),
    ],
)
def test_mistakes_in_changes_get_a_sentence(option, value, message):
    result = runner.invoke(app, ["odds", "mythic_epoch/duel", option, value])
    told = " ".join((result.output + result.stderr + str(result.exception)).split())
    assert message in told
    assert result.exit_code != 0


@pytest.mark.compiled
@each_system
def test_a_fight_under_way_is_reckoned_from_where_it_stands(system, tmp_path):
    begun = run("watch", f"{system}/skirmish", "--agents", "random,random", "--rounds", "2",
        "--seed", "3", "--save", str(tmp_path / "fight.yaml"), "--json")  # fmt: skip
    assert json.loads(begun)["rounds"] >= 2
    file = f"{system}/{tmp_path}/fight.yaml"
    words = (file, "--battles", "20", "--without", "red 3", "--armour", "blue: none")
    found = odds_of(*words, "--picture", str(tmp_path / "odds.svg"), "--fighter", "red 1: random")
    assert found["first_round"] >= 2
    assert found["fighters"][0]["agent"] == "random"
    assert [len(one["fighters"]) for one in found["changed"]] == [5, 6, 5]
    assert all(one["first_round"] == found["first_round"] for one in found["changed"])
    told = run("odds", file, "--battles", "20")
    assert f"from round {found['first_round']} on" in " ".join(told.split())
    names = f"random,{strongest(get_system(system))}"
    played = json.loads(run("tournament", file, "--agents", names, "--battles", "4", "--json"))
    assert played["pairs"][0]["battles"] == 4


def test_a_change_that_contradicts_the_state_is_named(tmp_path):
    data = (
        get_system("mythic_epoch")
        .load_scenario("two_on_one")
        .model_dump(mode="json", exclude_defaults=True)
    )
    data["red"][0]["state"] = {"at": [3, 3], "status": "grappled", "partner": "blue 2"}
    data["blue"][1]["state"] = {"at": [4, 3], "status": "grappled", "partner": "red 1"}
    (tmp_path / "fight.yaml").write_text(json.dumps(data))
    words = ["odds", f"mythic_epoch/{tmp_path}/fight.yaml", "--battles", "2"]
    result = runner.invoke(app, [*words, "--without", "blue 2"])
    assert str(result.exception).startswith("without blue 2: ")
    assert "is grappled but held by nobody" in str(result.exception)


def test_a_fighter_who_has_fallen_before_is_told_apart(tmp_path):
    data = (
        get_system("mythic_epoch")
        .load_scenario("two_on_one")
        .model_dump(mode="json", exclude_defaults=True)
    )
    data["blue"][1]["state"] = {"damage": 90}
    (tmp_path / "fight.yaml").write_text(json.dumps(data))
    told = run("odds", f"mythic_epoch/{tmp_path}/fight.yaml", "--battles", "10")
    assert "out already" in " ".join(told.split())


def test_commands_that_cannot_begin_in_the_middle_say_which_can(tmp_path):
    data = (
        get_system("mythic_epoch")
        .load_scenario("duel")
        .model_dump(mode="json", exclude_defaults=True)
    )
    (tmp_path / "fight.yaml").write_text(json.dumps(data | {"now": {"round": 3}}))
    result = runner.invoke(app, ["bench", f"mythic_epoch/{tmp_path}/fight.yaml"])
    assert "begins in the middle of a battle: odds, tournament," in str(result.exception)
