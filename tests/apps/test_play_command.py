"""The command `play`: piped input, typed dice, undo, edits, tables to continue."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app
from quintain.envs.core.engine.system import system_names

pytestmark = pytest.mark.compiled

runner = CliRunner()
each_system = pytest.mark.parametrize("system", sorted(system_names()))
TABLE = "tables/duel-1.table"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(*words, typed="", code=0):
    result = runner.invoke(app, ["play", *words], input=typed)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


@each_system
def test_a_battle_is_played_and_continued(system):
    told = play(f"{system}/duel", "--seed", "2", "--dice", "typed", typed="all\n")
    assert "you play it; see --red" in told
    assert f"To go on: quintain play {TABLE}" in told
    told = play(TABLE, "--no-maps", typed="help\nlist\nadvice\nadvice blue 1\nstory\nundo\nquit\n")
    assert "decisions so far" in told
    assert told.count("estimates from 200 battles each") == 2
    assert "no choice has" not in told


def test_any_agent_advises_for_any_fighter():
    typed = "advice by martial-duel\nadvice blue 1 by brawler\nadvice by martial-skirmish\n"
    typed += "advice by brawlr\nadvice by mythic_epoch-duel\nquit\n"
    told = play("martial/duel", "--seed", "2", "--no-maps", typed=typed)
    assert "martial-duel chooses this in" in told
    assert "brawler chooses this in" in told
    assert "martial-skirmish learned battles with 3 fighters a side: search advises" in told
    assert "did you mean brawler" in told
    assert "was trained for Mythic Epoch, not for Martial" in told


@each_system
def test_agents_alone_play_to_the_end(system):
    told = play(f"{system}/duel", "--red", "random", "--blue", "random", "--seed", "1")
    assert "wins." in told or "Nobody wins" in told


def test_mistakes_get_a_sentence_and_the_game_goes_on(folder):
    typed = "99\n-1\nxyzzy\nadvise\nshow\n"
    typed += "undo 7\nsave a.txt\nedit missing.yaml\ndice blue and red\ndice typed\n"
    told = play("martial/duel", "--seed", "1", typed=typed)
    for message in (
        "choose a number from 1 to", "got -1", "no choice has the words 'xyzzy': type list",
        "'advise': did you mean advice?", "'show': map draws the map", "no decision of yours",
        "ends in .yaml", "missing.yaml", "dice are machine, typed, red or blue", "dice: typed",
        "To go on",
    ):  # fmt: skip
        assert message in told


def test_a_choice_is_found_by_its_words_or_its_kind():
    told = play("wildroll/duel", "--seed", "3", "--no-maps", typed="ready quick\nmove toward\n")
    assert "readies a Quick Attack" in told
    assert "no choice has" not in told


NAMED = """\
system: wildroll
title: Two
map: |
  ........
  ........
red:
- {fighter: swordsman, name: Aldric, at: [0, 1]}
blue:
- {fighter: swordsman, name: Dee, at: [5, 1]}
"""


@pytest.mark.parametrize("dice", ["machine", "typed"])
def test_a_choice_that_the_story_tells_in_the_same_words_is_told_once(folder, dice):
    (folder / "two.yaml").write_text(NAMED, encoding="utf-8")
    typed = "all\n" * (dice == "typed") + "drop the sword\nquit\n"
    told = play("two.yaml", "--seed", "1", "--no-maps", "--dice", dice, typed=typed)
    lines = told.split("> drop the sword")[1].splitlines()
    assert lines.count("Aldric drops the sword.") == 1


def test_misspelt_words_list_the_choices_that_they_mean_and_take_none():
    typed = "readyy quickk attackk\nquit\n"
    told = play("wildroll/duel", "--seed", "3", "--no-maps", typed=typed)
    asked = told.split("> readyy quickk attackk")[1]
    assert "did you mean ready quick attack? Type its number:" in asked
    assert "   1  The red fighter readies a Quick Attack" in asked
    assert asked.count("readies a Quick Attack") == 1


def test_misspelt_words_are_taken_by_their_number():
    typed = "readyy quickk attackk\n1\nquit\n"
    told = play("wildroll/duel", "--seed", "3", "--no-maps", typed=typed)
    assert told.split("> 1")[1].splitlines()[1].startswith("The red fighter readies a Quick")


def test_a_face_that_the_die_lacks_is_asked_again():
    told = play("martial/duel", "--dice", "typed", typed="21\nx\n\n20\n3\n3\nquit\n")
    assert "a face of this d20 is a whole number from 1 to 20, got 21" in told
    assert "type a number, got 'x'" in told
    assert "The machine rolls" in told


def test_dice_and_the_decision_before_them_can_be_taken_back():
    typed = "undo\n5\nundo\nhelp\n4\n2\nall\nend\nundo\nend\nall\nundo\nquit\n"
    told = play("mythic_epoch/duel", "--seed", "1", "--dice", "typed", "--no-maps", typed=typed)
    assert "nothing lies before this die" in told
    assert "take the decision back" in told
    assert "type how many throws came before" in " ".join(told.split())
    assert "face that this die shows" not in told
    assert "type a number" not in told
    assert told.count("The red swordsman ends the turn, keeping") == 2 + 3  # taken, and listed
    dice = [line for line in told.splitlines() if "for Initiative: the red" in line]
    assert [line.rpartition(": ")[2] for line in dice[:4]] == ["undo", "5", "help", "4"]


def test_undo_without_a_decision_says_so():
    told = play("mythic_epoch/duel", "--seed", "1", "--no-maps", typed="undo\nquit\n")
    assert "there is no decision of yours to take back" in told


def test_the_state_is_saved_and_edited(folder):
    play("martial/duel", "--seed", "1", typed="save a.yaml\nsave b.table\nedit a.yaml\nquit\n")
    assert "now:" in (folder / "a.yaml").read_text(encoding="utf-8")
    assert "The game master changes" in play(TABLE, typed="story\n")
    assert "0 decisions so far" in play("b.table")


def test_code_in_a_strangers_table_is_not_run(folder):
    code = "open('ran', 'w')\nclass A:\n    def choose(self, view): return 0\n"
    (folder / "own.py").write_text(code, encoding="utf-8")
    play("martial/duel", "--blue", "own.py:A", typed="quit\n")
    (folder / "ran").unlink()
    play(TABLE, code=1)
    assert not (folder / "ran").exists()


def test_hostile_names_are_printed_without_control_characters(folder):
    play("martial/duel", "--seed", "1", typed="save a.yaml\n")
    text = (folder / "a.yaml").read_text(encoding="utf-8")
    (folder / "a.yaml").write_text(text.replace("at:", 'name: "\\e[31mX", at:', 1), "utf-8")
    told = play(TABLE, typed="edit a.yaml\nquit\n")
    assert "\x1b[31mX" not in told
