"""Commands for NPC files as a user types them."""

from __future__ import annotations

import io
import json
import sys

import pytest
from rich.console import Console
from typer.testing import CliRunner

from quintain.agents.npc import read_npc
from quintain.apps import npcs
from quintain.apps.advice_command import begins_with_dice
from quintain.apps.cli import app, main
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.session.match import Match

runner = CliRunner()


def run(*words: object) -> str:
    result = runner.invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(monkeypatch, capsys, *words: object) -> str:
    monkeypatch.setattr(sys, "argv", ["quintain", *map(str, words)])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


@pytest.fixture
def novice_file(npc_file):
    return npc_file("mythic_epoch")


def test_export_writes_the_file(novice_file, tmp_path):
    out = tmp_path / "captain.npc"
    said = runner.invoke(
        app,
        ["export", str(novice_file.parent / "run"), "--out", str(out), "--battles", "2",
         "--name", "kay", "--licence", "CC0-1.0"],
    )  # fmt: skip
    assert said.exit_code == 0, said.output
    assert f"({out.stat().st_size:,} bytes)" in said.stderr
    manifest = read_npc(out).manifest
    assert (manifest.name, manifest.licence) == ("kay", "CC0-1.0")


def test_export_refuses_before_it_starts_to_measure(monkeypatch, capsys, novice_file, tmp_path):
    run_folder = novice_file.parent / "run"
    assert "no trained agent in" in refused(
        monkeypatch, capsys, "export", tmp_path, "--out", tmp_path / "a.npc"
    )
    assert "an NPC file ends in .npc" in refused(
        monkeypatch, capsys, "export", run_folder, "--out", tmp_path / "a.zip"
    )
    assert "none' does not exist" in refused(
        monkeypatch, capsys, "export", run_folder, "--out", tmp_path / "none/a.npc"
    )


def test_inspect_shows_card_and_manifest(novice_file):
    told = run("inspect", novice_file)
    assert "novice, an NPC for Mythic Epoch" in told
    assert "This quintain can use it." in told
    found = json.loads(run("inspect", novice_file, "--json"))
    assert found["usable"]
    assert found["manifest"]["actions"][0] == "wait"
    assert found["sha256"] == read_npc(novice_file).digest


def test_inspect_reads_files_of_other_rules(monkeypatch, novice_file):
    def refuse(manifest):
        raise npcs.NpcError("it learned version 7 of the rules")

    monkeypatch.setattr(npcs, "check_fits", refuse)
    told = run("inspect", novice_file)
    assert "This quintain cannot use it: it learned version 7 of the rules." in told


def test_advise_in_a_scenario(novice_file):
    words = ("advise", novice_file, "mythic_epoch/duel", "--seed", 3, "--odds", 2)
    found = json.loads(run(*words, "--json"))
    told = run(*words, "--sees")
    first, *others = found["proposals"]
    assert told.startswith(first["sentence"])
    assert f"chooses this in {100 * first['weight']:.0f} % of such moments." in told
    assert len(others) == 2
    assert all(f"Or: {one['sentence']}" in told for one in others)
    assert "Its observation, where it is not 0:" in told
    assert "observation" not in run(*words)  # it would scroll the answer out of sight
    assert run(*words, "--no-sees") == run(*words)
    assert f"own: the {found['side']} swordsman" in told
    assert found["agent"] == "novice.npc"


def test_advise_says_that_the_beginning_is_one_roll_of_its_dice(tmp_path):
    words = ["--seed", "3", "--odds", "0"]
    note = "this is about one roll of them, --seed 3"
    told = runner.invoke(app, ["advise", "tactician", "mythic_epoch/duel", *words]).output
    assert note in " ".join(told.split())
    file = tmp_path / "later.yaml"
    run("watch", "mythic_epoch/duel", "--rounds", 1, "--save", file, "--no-maps")
    told = runner.invoke(app, ["advise", "tactician", str(file), *words]).output
    assert "tactician chooses this" in told
    assert "one roll" not in told


@pytest.mark.parametrize("system", system_names())
def test_a_saved_moment_needs_no_dice_to_begin(system, tmp_path):
    if system != "platemail":  # its duel has no dice before the orders
        assert begins_with_dice(begun(system, "duel"))
    file = tmp_path / "later.yaml"
    run("watch", f"{system}/duel", "--rounds", 1, "--save", file, "--no-maps")
    assert not begins_with_dice(begun(system, str(file)))


def begun(system, scenario):
    """A new battle of a scenario."""
    match = Match(get_system(system), scenario)
    match.reset(3)
    return match


def test_advise_says_that_it_shows_only_what_the_one_who_decides_sees():
    words = ["advise", "tactician", "mythic_epoch/skirmish", "--seed", "2"]
    told = run(*words, "--odds", "20", "--fighter", "blue 2", "--sees")
    assert told.splitlines()[-1] == (
        "--sees shows only who decides now, and that is not the blue greatswordsman."
    )


def test_advise_at_a_step_of_a_replay(novice_file, tmp_path):
    file = tmp_path / "fight.json"
    agents = "berserker,fencer"
    run("watch", "mythic_epoch/duel", "--seed", 2, "--agents", agents, "--save", file)
    match = Match("mythic_epoch", "duel")
    match.reset(2)
    steps, quick = json.loads(file.read_text())["actions"], ("--json", "--odds", 0)
    for number, action in enumerate(steps, 1):
        found = json.loads(run("advise", novice_file, file, *quick, "--step", number))
        assert found["window"] == match.window
        assert found["legal"] == match.mask.sum()
        match.step(action)
    assert json.loads(run("advise", novice_file, file, *quick)) == found


def test_advise_about_a_state(novice_file, tmp_path):
    match = Match("mythic_epoch", "duel")
    match.reset(7)
    for _ in range(3):
        match.step(int(match.mask.nonzero()[0][-1]))
    file = tmp_path / "now.state"
    file.write_bytes(match.get_state())
    found = json.loads(run("advise", novice_file, file, "--json", "--odds", 0))
    assert (found["window"], found["legal"]) == (match.window, match.mask.sum())
    assert found["fighter"] == match.system.fighter_names(match.battle)[match.to_act]
    other = json.loads(run("advise", "berserker", file, "--json", "--odds", 0))
    assert (other["agent"], other["legal"]) == ("berserker", found["legal"])


def test_the_usual_adviser_of_a_battle_is_the_released_npc_that_fits(tmp_path):
    file = tmp_path / "now.state"
    match = Match("heimr", "duel")
    match.reset(0)
    file.write_bytes(match.get_state())
    usual = {"mythic_epoch/duel": "duel", "mythic_epoch/two_on_one": "general", file: "duel"}
    for battle, kind in usual.items():
        found = json.loads(run("advise", battle, "--json", "--odds", 0))
        assert found["agent"].endswith(f"-{kind}")


def test_advise_refuses_with_one_sentence(monkeypatch, capsys, novice_file, tmp_path):
    def told(*words):
        return refused(monkeypatch, capsys, "advise", *words)

    assert f"say in which battle: quintain advise {novice_file} SYSTEM" in told(novice_file)
    assert "fights by Mythic Epoch, not Martial" in told(novice_file, "martial/duel")
    assert "--step counts the decisions of a replay" in told(
        novice_file, "mythic_epoch/duel", "--step", "1"
    )
    assert "no NPC file 'nobody.npc'" in told("nobody.npc", "mythic_epoch/duel")
    (tmp_path / "x.json").write_text("{}")
    assert "this is no replay" in told(novice_file, tmp_path / "x.json")
    file = tmp_path / "fight.json"
    run("watch", "mythic_epoch/duel", "--agents", "random,random", "--save", file)
    count = len(json.loads(file.read_text())["actions"])
    assert f"the replay has the decisions 1 to {count}" in told(
        novice_file, file, "--step", count + 1
    )
    assert "No such file" in told(novice_file, tmp_path / "none.json")


def test_watch_and_tournament_take_files(novice_file):
    story = json.loads(
        run("watch", "mythic_epoch/duel", "--agents", f"{novice_file},berserker", "--json")
    )
    assert story["players"] == {"red": str(novice_file), "blue": "berserker"}
    found = json.loads(
        run("tournament", "mythic_epoch/duel", "--battles", 4, "--json",
            "--agents", f"{novice_file},random")
    )  # fmt: skip
    assert found["pairs"][0]["battles"] == 4


def test_links_of_a_card_are_not_links_of_the_terminal(npc_file, monkeypatch):
    found = npcs.inspect(str(npc_file("mythic_epoch"))) | {"card": "[all](http://evil.example)"}
    out = io.StringIO()
    monkeypatch.setattr(npcs, "console", Console(file=out, force_terminal=True, width=100))
    npcs.print_inspected(found)
    assert "\x1b]8;" not in out.getvalue()
    assert "http://evil.example" in out.getvalue()
