"""The agent of each fighter: the command line's, else the scenario file's, else the usual one."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quintain.agents.base import strongest
from quintain.agents.registry import agent_names, scenario_agents
from quintain.apps.cli import app
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.scenarios.yaml_models import ScenarioError

pytestmark = pytest.mark.interpreted

runner = CliRunner()
SYSTEMS = sorted(system_names())
each_system = pytest.mark.parametrize("system", SYSTEMS)


def written(system, folder, red="", blue="", own=""):
    """A skirmish of a system whose file names agents of its sides, and of red's first fighter."""
    data = get_system(system).load_scenario("skirmish").model_dump(
        mode="json", exclude_defaults=True
    )  # fmt: skip
    sides = {"red": red, "blue": blue}
    data["agents"] = {side: name for side, name in sides.items() if name}
    if own:
        data["red"][0]["agent"] = own
    (folder / "fight.yaml").write_text(json.dumps(data))
    return f"{system}/{folder}/fight.yaml"


def players_of(*words):
    result = runner.invoke(app, ["odds", *words, "--battles", "2", "--json"])
    assert result.exit_code == 0, (result.output, result.exception)
    found = json.loads(result.stdout)
    return [one["agent"] for one in found["fighters"]], found["note"]


@each_system
def test_the_file_names_players_of_sides_and_of_fighters(system, tmp_path):
    one, other = agent_names(system)[1:3]
    file = written(system, tmp_path, red=one, own=f"{other}?difficulty=novice")
    players, note = players_of(file)
    best = strongest(get_system(system))
    assert players == [f"{other}?difficulty=novice", one, one, best, best, best]
    assert f"The file says who plays: {other}?difficulty=novice plays red 1; {one} plays" in note
    assert f"You named nobody for the other fighters of blue: {best} plays" in note


def test_the_command_line_wins(tmp_path):
    file = written("mythic_epoch", tmp_path, red="fencer", blue="patient", own="berserker")
    players, note = players_of(file, "--red", "random", "--fighter", "blue 2: guardian")
    assert players == ["random"] * 3 + ["patient", "guardian", "patient"]
    assert note == "The file says who plays: patient plays blue 1, blue 2 and blue 3."
    assert players_of(file, "--red", "random", "--blue", "random")[1] == ""


def test_a_battle_is_watched_with_the_players_of_the_file(tmp_path):
    file = written("mythic_epoch", tmp_path, red="fencer", own="berserker")
    result = runner.invoke(app, ["watch", file, "--json"])
    blue = strongest(get_system("mythic_epoch"))  # red's usual agent is a released NPC
    assert json.loads(result.stdout)["players"] == {"red": "berserker, fencer", "blue": blue}
    assert "The file says who plays: berserker plays red 1; fencer plays red 2" in " ".join(
        result.stderr.split()
    )
    named = runner.invoke(app, ["watch", file, "--json", "--agents", "random,patient"])
    assert json.loads(named.stdout)["players"] == {"red": "random", "blue": "patient"}


def test_a_person_plays_against_the_players_of_the_file(tmp_path):
    file = written("mythic_epoch", tmp_path, red="fencer", blue="patient")
    data = json.loads((tmp_path / "fight.yaml").read_text())
    data["blue"][0]["agent"] = "guardian"
    (tmp_path / "fight.yaml").write_text(json.dumps(data))
    table = tmp_path / "game.table"
    begun = runner.invoke(app, ["play", file, "--table", str(table)], input="quit\n")
    told = " ".join(begun.stderr.split())
    assert "You named nobody for red: you play it" in told
    assert "You named nobody for blue: guardian, patient play; see --blue" in told
    again = runner.invoke(app, ["play", str(table)], input="quit\n")
    assert again.exit_code == 0, again.exception
    assert "Red" in again.stdout or "red" in again.stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("evil.py:Class", "no agent 'evil.py:Class' of Mythic Epoch"),
        ("runs/x", "got 'runs/x': name files and runs on the command line"),
        ("captain.npc", "name files and runs on the command line"),
        ("../../etc", "name files and runs on the command line"),
        ("warlord", "no agent 'warlord' of Mythic Epoch"),
        (
            "fencer?courage=1",
            "cannot read 'courage=1': write caution, aggression, loyalty or cunning",
        ),
        ("fencer?cauton=0.5", "cannot read 'cauton=0.5': did you mean caution?"),
        ("fencer?target=weak", "cannot read 'target=weak': did you mean weakest?"),
        ("fencer?caution=5", "'caution=5': caution goes from 0 to 1 (0.5 changes nothing)"),
        ("fencer?caution=-1", "'caution=-1': caution goes from 0 to 1"),
        ("fencer?caution=abc", "'caution=abc': caution must be a number from 0 to 1"),
        ("runs?caution=1", "no agent 'runs' of Mythic Epoch"),
        ("search:99999999", "a search in a scenario has a budget of at most 10000"),
        ("search:20:nobody", "no agent 'search:20:nobody'"),
        ("search:20:captain.npc", "name files and runs on the command line"),
        ("search:20:runs/x", "name files and runs on the command line"),
        ("fencer\n", "name files and runs on the command line"),
        (7, "must be text, got 7"),
    ],
)
def test_a_file_names_no_code_and_no_other_file(name, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    (tmp_path / "evil.py").write_text("raise SystemExit('loaded')")
    for part in ({"red": name}, {"own": name}):
        file = written("mythic_epoch", tmp_path, **part)
        for command in ("check", "odds", "watch"):
            result = runner.invoke(app, [command, file])
            assert isinstance(result.exception, ValueError)
            assert message in str(result.exception)
            assert "\n" not in str(result.exception)


def test_all_kinds_of_names_may_stand_in_a_file():
    system = get_system("mythic_epoch")
    names = [
        "random",
        "search",
        "search:20",
        "search:20ms",
        "search:20:fencer",
        "search:20:mythic_epoch-duel",
        "mythic_epoch-duel",
    ]
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    for name in [*names, "fencer?caution=0.8&target=weakest&difficulty=easy"]:
        data["agents"] = {"blue": name}
        assert scenario_agents(parse_model(system.scenario_model, data, "test"), system) == [
            "",
            name,
        ]


def test_a_side_has_no_other_keys():
    system = get_system("heimr")
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    with pytest.raises(ScenarioError, match=r"agents\.green"):
        parse_model(system.scenario_model, data | {"agents": {"green": "random"}}, "test")


def test_a_check_shows_the_players_of_the_file(tmp_path):
    file = written("wildroll", tmp_path, own="marshal?caution=0.8")
    result = runner.invoke(app, ["check", file])
    assert "Players in the file: red 1: marshal?caution=0.8." in " ".join(result.stdout.split())


@each_system
def test_a_blank_scenario_shows_a_player_of_its_system(system):
    text = runner.invoke(app, ["new", system]).stdout
    assert f"agent: '{strongest(get_system(system))}?caution=0.8'" in text
    assert "#   agent: text of at most 100 characters; the agent that plays it" in text


def test_play_says_who_plays_whom(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = written("mythic_epoch", tmp_path, blue="fencer", own="berserker")
    for words in ((file,), ("tables/fight-1.table",)):
        result = runner.invoke(app, ["play", *words, "--no-maps"], input="quit\n")
        told = " ".join(result.stdout.split())
        assert "You play red: red 1, red 2 and Red archer (R3). fencer plays bl" in told
