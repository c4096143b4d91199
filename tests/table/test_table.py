"""A table: typed dice, undo, edits, a kill in the middle, and damaged journals."""

from __future__ import annotations

import copy
import json
import os
import re

import numpy as np
import pytest
import yaml

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.replay import final_checksum
from quintain.envs.core.session.state_file import text_of
from quintain.table import journal
from quintain.table.dice import Die, common_beginning
from quintain.table.journal import Journal, TableError, create_journal, read_journal, sum_of
from quintain.table.notes import PERSON, names_of_players, players_of
from quintain.table.opening import new_table, open_table
from quintain.table.table import Table

pytestmark = pytest.mark.compiled

each_system = pytest.mark.parametrize("system", sorted(system_names()))
PEOPLE = {"red": PERSON, "blue": PERSON}
LONGEST = 120
"""Decisions of the battles that are played here; most end before."""


def roll(table: Table, action: int | None, chance: np.random.Generator) -> list[int]:
    """Faces for all dice of a step, as people would type them."""
    faces: list[int] = []
    while die := table.next_die(action, faces):
        faces.append(die.roll(chance))
    return faces


def played(system: str, path, decisions: int = LONGEST) -> Table:
    """A table with a battle of random choices and typed dice."""
    table, chance = new_table(get_system(system), "duel", path, PEOPLE, seed=3), rng()
    table.begin(roll(table, None, chance))
    while not table.match.is_over and table.count < decisions:
        action = int(chance.choice(table.match.mask.nonzero()[0]))
        table.take(action, roll(table, action, chance))
    return table


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_a_wound_at_the_beginning_leaves_the_dice_their_names(tmp_path):
    """A state leaves out the sentence of the initiative, which says whose die it is."""
    system = get_system("martial")
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    data["red"][0] |= {"name": "Aldric", "state": {"injuries": {"left arm": 1}}}
    scenario = parse_model(system.scenario_model, data, "test")
    table = new_table(system, scenario, tmp_path / "one.table", PEOPLE, seed=3)
    assert table.next_die(None, []).purpose == "Initiative: Aldric"
    table.begin(roll(table, None, rng()))
    assert table.lines[0] == ("The battle begins in round 1.", ())
    assert "left arm 1" in " ".join(table.system.scene(table.match.battle).fighters[0].notes)


def test_dice_of_the_beginning_are_found_on_one_match(tmp_path, monkeypatch):
    """Each die is tried about 25 times: with a copy and a template each, a face took a second."""
    table = new_table(get_system("martial"), "skirmish", tmp_path / "one.table", PEOPLE, seed=3)
    first = table.next_die(None, [])

    def refuse(*_):
        raise AssertionError("a try copied the match or compiled the scenario again")

    monkeypatch.setattr(copy, "deepcopy", refuse)
    monkeypatch.setattr(Match, "_load", refuse)
    assert first.purpose.startswith("Initiative: ")
    faces = roll(table, None, rng())
    monkeypatch.undo()
    table.begin(faces)
    assert table.steps[0].entry["faces"] == faces


def is_same(one: Table, other: Table) -> bool:
    """Whether two tables have come to the same battle by the same story."""
    found = [final_checksum(table.system, table.match.battles) for table in (one, other)]
    return found[0] == found[1] and one.lines == other.lines


@each_system
def test_typed_faces_alone_decide_a_battle(system, tmp_path):
    table = played(system, tmp_path / "one.table")
    again = new_table(table.system, "duel", tmp_path / "two.table", PEOPLE, seed=3)
    again.match.battles["dice"] = seed_rng_states(99, 1)
    for step in table.steps:
        entry = step.entry
        if "begin" in entry:
            again.begin(entry["faces"])
            continue
        before = again.match.battles["dice"].copy()
        again.match.battles["dice"] = seed_rng_states(again.count, 1)
        again.take(entry["take"], entry["faces"])
        if entry["faces"] and len(entry["faces"]) < 30:
            assert (again.match.battles["dice"] == seed_rng_states(again.count - 1, 1)).all()
        again.match.battles["dice"] = before
    assert again.lines == table.lines
    assert any(step.entry["faces"] for step in table.steps)


@each_system
def test_a_killed_table_goes_on_from_its_file(system, tmp_path):
    path = tmp_path / "one.table"
    table = played(system, path, 40)
    assert is_same(open_table(path), table)
    with path.open("ab") as file:
        file.write(b'{"take": 0, "fac')  # a kill in the middle of a line
    again = open_table(path)
    assert is_same(again, table)
    table.journal.close()
    if not again.match.is_over:
        again.take(int(again.match.mask.nonzero()[0][0]))
        assert is_same(open_table(path), again)


@each_system
def test_undo_goes_back_to_any_decision(system, tmp_path):
    table, short = (
        played(system, tmp_path / "a.table", 30),
        played(system, tmp_path / "b.table", 12),
    )
    table.undo(12)
    assert is_same(table, short)
    assert is_same(open_table(table.journal.path), short)
    table.undo(0)
    assert table.count == 0
    with pytest.raises(TableError, match="this is the beginning"):
        table.undo(0)


@each_system
def test_an_edited_state_goes_on_and_is_in_the_journal(system, tmp_path):
    table = played(system, tmp_path / "one.table", 25)
    while table.match.is_over:
        table.undo(table.count - 1)
    _, scenario = table.open_moment()
    data = yaml.safe_load(text_of(scenario))
    data["red"][0]["name"] = "Aldric"
    data["now"] = {**data.get("now", {}), "round": 5}
    file = tmp_path / "state.yaml"
    file.write_text(yaml.safe_dump(data), encoding="utf-8")
    table.edit(file)
    assert int(table.match.battle.round_number) == 4
    assert table.match.names[0] == "Aldric"
    assert table.lines[-1][0].startswith("The game master changes")
    assert is_same(open_table(table.journal.path), table)
    file.write_text("red: 3", encoding="utf-8")
    before = table.match.battles.tobytes()
    with pytest.raises(ValueError, match=r"state\.yaml"):
        table.edit(file)
    assert table.match.battles.tobytes() == before


@each_system
def test_a_die_refuses_faces_that_it_lacks(system, tmp_path):
    table = played(system, tmp_path / "one.table", 0)
    chance = rng()
    for _ in range(60):
        action = int(chance.choice(table.match.mask.nonzero()[0]))
        die = table.next_die(action, [])
        if die is not None and not die.is_drawn and die.lowest:
            break
        table.take(action)
        if table.match.is_over:
            return
    else:
        return
    before = table.match.battles.tobytes()
    with pytest.raises(ValueError, match="is impossible for the die"):
        table.take(action, [die.highest + 1])
    assert table.match.battles.tobytes() == before
    with pytest.raises(ValueError, match=f"from 1 to {die.highest}"):
        die.check(die.highest + 1)
    table.take(action, [die.highest])


def test_an_illegal_choice_changes_nothing(tmp_path):
    table = played("martial", tmp_path / "one.table", 3)
    size = table.journal.path.stat().st_size
    illegal = int((~table.match.mask).nonzero()[0][0])
    with pytest.raises(IllegalAction):
        table.take(illegal)
    assert table.journal.path.stat().st_size == size
    assert is_same(open_table(table.journal.path), table)


def test_a_full_disk_changes_nothing(tmp_path, monkeypatch):
    table = played("martial", tmp_path / "one.table", 3)
    before, count = table.match.battles.tobytes(), table.count

    def fail(self, entry):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", fail)
        with pytest.raises(OSError, match="No space"):
            table.take(int(table.match.mask.nonzero()[0][0]))
    assert (table.match.battles.tobytes(), table.count) == (before, count)
    table.take(int(table.match.mask.nonzero()[0][0]))
    assert is_same(open_table(table.journal.path), table)


def test_a_refused_table_leaves_no_file(tmp_path):
    with pytest.raises(TableError, match="players must be"):
        new_table(get_system("mythic_epoch"), "duel", tmp_path / "one.table", {})
    assert not list(tmp_path.iterdir())


def test_a_table_grows_no_larger_than_can_be_read(tmp_path, monkeypatch):
    table = played("mythic_epoch", tmp_path / "one.table", 2)
    most = len(table.journal.text()) + 500
    monkeypatch.setattr(journal, "MAX_BYTES", most)
    with pytest.raises(TableError, match=r"one\.table is full: save its state"):
        [table.note(dice="typed") for _ in range(500)]
    assert most - 100 < table.journal.path.stat().st_size <= most
    assert is_same(open_table(table.journal.path), table)


@pytest.mark.parametrize("broken", ["write", "fsync"])
def test_an_entry_that_cannot_be_written_is_not_in_the_file(tmp_path, monkeypatch, broken):
    """As when the disk is full, or reports an error only when it is asked to keep the data."""
    table = played("martial", tmp_path / "one.table", 3)
    path = table.journal.path
    content, count = path.read_bytes(), table.count

    def fail(handle):
        if broken == "write":
            os.ftruncate(handle, path.stat().st_size - 3)  # only a part was written
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output"):
            take_first(table)
        with pytest.raises(OSError, match="Input/output"):
            table.note(dice="typed")
    assert path.read_bytes() == content
    assert table.count == count
    take_first(table)
    assert is_same(open_table(path), table)


def take_first(table: Table) -> None:
    """Take the first legal action."""
    table.take(int(table.match.mask.nonzero()[0][0]))


def test_one_program_at_a_time_writes_to_a_table(tmp_path):
    """Otherwise each would write over the other's entries, and the file would be damaged."""
    table = played("martial", tmp_path / "one.table", 3)
    path = table.journal.path
    other = open_table(path)
    before = other.match.battles.tobytes()
    with pytest.raises(TableError, match="is open in another program: close it there"):
        take_first(other)
    assert (other.match.battles.tobytes(), other.count) == (before, 3)
    take_first(table)
    table.journal.close()
    for _ in range(2):
        with pytest.raises(TableError, match=r"another program has changed .*: open it again"):
            other.note(dice="typed")
    assert is_same(open_table(path), table)
    other = open_table(path)
    take_first(other)
    with pytest.raises(TableError, match="open in another"):
        take_first(table)
    assert is_same(open_table(path), other)


@pytest.mark.parametrize("change", ["longer", "shorter", "replaced", "gone"])
def test_a_table_that_others_changed_is_not_written_to(tmp_path, change):
    """A program that takes no lock, such as an editor."""
    table = played("martial", tmp_path / "one.table", 3)
    path = table.journal.path
    content = path.read_bytes()
    if change in ("longer", "shorter"):
        path.write_bytes(content + b"x" if change == "longer" else content[:-1])
    else:
        path.rename(tmp_path / "old")
        if change == "replaced":
            path.write_bytes(content)
    with pytest.raises(OSError if change == "gone" else TableError, match=r"changed|No such"):
        take_first(table)
    assert table.count == 3


def test_players_are_those_of_sides_and_of_single_fighters():
    names = ["person", "guardian", "person", "search", "search"]
    players = players_of(names, 3)
    assert players == {"red": "person", "red_1": "guardian", "blue": "search"}
    assert names_of_players(players, 3, 2) == names


def beginning(*sentences: str) -> str:
    """The purpose of a die whose faces tell these sentences, one each."""
    return common_beginning([[["The same.", one] for one in sentences]])


def test_purposes_of_dice_are_in_words():
    checks = ["Red's Attack 3 + 1 = 4 against Blue's Parry 6 + 2 = 8: it misses."]
    checks += ["Red's Attack 3 + 1 = 4 against Blue's Parry 6 + 5 = 11: it misses."]
    assert beginning(*checks) == "Red's Attack 3 + 1 = 4 against Blue's Parry"
    jumps = ["Red rolls 3 + 1 = 4 for the Jump.", "Red rolls 9 + 1 = 10 for the Jump."]
    assert beginning(*jumps) == "Red rolls for the Jump"
    assert beginning("Initiative: a 3; b 2.", "Initiative: b 2; a 1.") == "Initiative: a"
    tie = "Initiative: b 2, then 1; a 2, then 0."
    assert beginning("Initiative: b 2; a 1.", tie, "Initiative: a 3; b 2.") == "Initiative: a"
    assert beginning("Red runs.", "Red runs.") == ""
    assert Die(1, 10).name == "d10"
    assert Die(1, 10).question("Red runs.") == "d10, for Red runs"


def test_a_question_for_a_die_does_not_tell_its_result():
    hits = ["Red's Attack 6 + 1 = 7: it hits Blue, but the armour stops all 2."]
    hits += [f"Red's Attack 6 + 1 = 7: it hits Blue for {n} ({n + 2} rolled)." for n in (1, 2)]
    assert beginning(*hits) == "Red's Attack 6 + 1 = 7: it hits Blue"
    counters = [
        f"Red's Attack 6 + {n} = {6 + n}: it is a Critical Hit on Blue for 8." for n in (3, 5)
    ]
    assert beginning(*counters, "Red's Attack 6 + 0 = 6: it misses.") == "Red's Attack"


def test_a_name_full_of_signs_does_not_hold_up_a_question():
    """A stranger's scenario names its fighters freely."""
    name = f"A{28 * '-'}B"
    assert beginning(f"It hits {name} by 3.", f"It hits {name} by 4.") == f"It hits {name}"


@each_system
def test_questions_for_dice_hold_only_what_is_decided(system, tmp_path):
    """The sentence that follows begins as the question says, whatever face is typed."""
    table, chance = new_table(get_system(system), "duel", tmp_path / "one", PEOPLE, seed=3), rng()
    table.begin(roll(table, None, chance))
    asked = 0
    while not table.match.is_over and table.count < 60:
        action = int(chance.choice(table.match.mask.nonzero()[0]))
        purposes, faces = [], []
        while die := table.next_die(action, faces):
            faces.append(die.roll(chance))
            purposes += [die.purpose] if die.purpose else []
        before = len(table.lines)
        table.take(action, faces)
        told = [plain(text) for text, _ in table.lines[before:]]
        for purpose in purposes:
            assert any(words_in(plain(purpose), text) for text in told), (purpose, told)
        asked += len(purposes)
    assert asked


def plain(text: str) -> str:
    """A sentence without its sums and signs."""
    return re.sub(r"[-+=,;:.()]|\d+", " ", text)


def words_in(part: str, text: str) -> bool:
    """Whether the words of a part occur in a text, in this order."""
    words = iter(text.split())
    return all(word in words for word in part.split())


def test_RM1_a_count_says_which_dice_to_throw_and_has_a_limit(tmp_path):
    table = new_table(get_system("mythic_epoch"), "duel", tmp_path / "one.table", PEOPLE, seed=3)
    die = table.next_die(None, [])
    title = "Number of throws of a d6 before the first 6, for Initiative: the"
    assert die.question("") == f"{title} red swordsman"
    other = table.next_die(None, [0])
    assert other.question("") == f"{title} blue swordsman"
    assert "type how many throws came before" in " ".join(die.help.split())
    with pytest.raises(
        ValueError, match=r"before the first 6 is a whole number from 0 to 63, got 99"
    ):
        die.check(99)


# --- Files from anywhere --------------------------------------------------------------------------


@pytest.fixture
def lines(tmp_path):
    return played("mythic_epoch", tmp_path / "one.table", 6).journal.path.read_bytes().splitlines()


def refusal(tmp_path, data: bytes) -> str:
    file = tmp_path / "other.table"
    file.write_bytes(data)
    with pytest.raises(TableError) as error:
        open_table(file)
    assert "\n" not in str(error.value)
    return str(error.value)


def summed(entries: list[dict]) -> bytes:
    """A journal with right checksums."""
    last, found = "", b""
    for entry in entries:
        last = sum_of(entry, last)
        found += json.dumps({**entry, "sum": last}).encode() + b"\n"
    return found


def test_damaged_files_are_refused(lines, tmp_path):
    whole = b"\n".join([*lines, b""])
    assert "line 2 is damaged" in refusal(tmp_path, b"\n".join([lines[0], *lines[2:], b""]))
    assert "line 3 is damaged" in refusal(tmp_path, whole.replace(lines[2], b"{}"))
    assert "this is no table" in refusal(tmp_path, b"hello\n")
    assert "this is no table" in refusal(tmp_path, b"")
    assert "cannot be read" in refusal_of_missing(tmp_path)
    head = json.loads(lines[0]) | {"version": 9}
    assert "newer quintain" in refusal(tmp_path, json.dumps(head).encode() + b"\n")


def refusal_of_missing(tmp_path) -> str:
    with pytest.raises(TableError) as error:
        read_journal(tmp_path / "missing.table")
    return str(error.value)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"take": 10**9, "faces": []}, "line 3"),
        ({"take": "x", "faces": []}, "line 3"),
        ({"take": 0, "faces": [200]}, "between 0 and 127"),
        ({"take": 0, "faces": None}, "line 3"),
        ({"take": 0, "faces": [], "state": "0"}, "another course"),
        ({"undo": -1}, "no decision -1"),
        ({"undo": True}, "no decision True"),
        ({"edit": {"red": 3}, "dice": [1, 2, 3, 4]}, "line 3"),
        ({"edit": {}, "dice": "x"}, "line 3"),
        ({"begin": [1, 2, 3, 4], "faces": []}, "must be there once"),
        ({}, "line 3"),
    ],
)
def test_impossible_entries_are_refused(lines, tmp_path, entry, message):
    known = [{k: v for k, v in json.loads(line).items() if k != "sum"} for line in lines[:2]]
    assert message in refusal(tmp_path, summed([*known, entry]))


def test_what_was_undone_is_not_played_when_a_file_is_read(lines, tmp_path, monkeypatch):
    """A file that goes back a thousand times is read as fast as one that never does."""
    known = [{k: v for k, v in json.loads(line).items() if k != "sum"} for line in lines]
    steps = len(known) - 1
    file, taken = tmp_path / "other.table", []
    file.write_bytes(summed([*known, *500 * [{"undo": steps - 2}, known[-1]]]))
    play = Table._play
    monkeypatch.setattr(
        Table, "_play", lambda *args, **named: taken.append(1) or play(*args, **named)
    )
    assert open_table(file).match.actions == open_table(tmp_path / "one.table").match.actions
    assert len(taken) == 2 * steps
    for count in (steps - 1, -1, True, None):
        assert f"line {len(lines) + 1}: no decision" in refusal(
            tmp_path, summed([*known, {"undo": count}])
        )


@pytest.mark.parametrize(
    "change",
    [
        {"system": "chess"}, {"scenario": []}, {"max_side": 1000}, {"max_side": "x"},
        {"choices": ["full"]}, {"choices": 3}, {"players": []}, {"dice": [0, 0, 0, 0]},
        {"memory": -1},
    ],
)  # fmt: skip
def test_impossible_heads_are_refused(lines, tmp_path, change):
    head = {k: v for k, v in json.loads(lines[0]).items() if k != "sum"} | change
    assert "line 1" in refusal(tmp_path, summed([head]))


def test_no_file_is_overwritten(tmp_path):
    path = tmp_path / "one.table"
    kept = create_journal(path, {}).text()
    with pytest.raises(FileExistsError, match="it exists"):
        create_journal(path, {})
    assert path.read_bytes() == kept


def test_a_table_that_cannot_begin_leaves_no_file(tmp_path, monkeypatch):
    def fail(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        create_journal(tmp_path / "one.table", {})
    assert list(tmp_path.iterdir()) == []
