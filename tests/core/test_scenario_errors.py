"""Errors in a scenario file are reported in one sentence: file, line, key, the right value."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.model import Zone
from quintain.envs.core.scenarios.yaml_files import MAX_BYTES, parse_model, read_model
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.mythic_epoch.scenario import load_scenario

pytestmark = pytest.mark.interpreted

RED = "{fighter: swordsman, at: [0, 0]}"
MAP = "  .....\n  ..#.."

CASES = {
    "unknown key": (("", "rond_limit: 3"), "line 9: rond_limit: unknown key: did you mean round"),
    "unknown key of a seat": (
        (RED, "{fighter: swordsman, att: [0, 0]}"),
        "line 6: red 1: att: unknown key: did you mean at",
    ),
    "unknown key of a fighter": (
        (RED, "{fighter: {base: axeman, amour: light}, at: [0, 0]}"),
        "line 6: red 1: amour: unknown key: did you mean armour?",
    ),
    "unknown switch": (
        ("", "rules: {bind_at_wil: true}"),
        "line 9: rules.bind_at_wil: unknown key: did you mean bind_at_will?",
    ),
    "half of a letter": (
        ("", 'description: "\\ud800"'),
        "line 9: '\\ud800' has half of a letter: write the whole letter",
    ),
    "half of a letter in a key": (("", '"\\udfff": 1'), "line 9: '\\udfff' has half of a letter"),
    "key twice": (("", "title: Again"), "line 9: the key 'title' stands twice"),
    "not a number": (
        ("", "round_limit: many"),
        "line 9: round_limit: must be a whole number, got 'many'",
    ),
    "not whole": (("", "round_limit: 2.5"), "round_limit: must be a whole number, got 2.5"),
    "too many rounds": (("", "round_limit: 20000"), "must be 10000 or less, got 20000"),
    "not a switch": (
        ("", "rules: {bind_at_will: perhaps}"),
        "rules.bind_at_will: must be true or false, got 'perhaps'",
    ),
    "not a list": (
        (f"red:\n  - {RED}", "red: swordsman"),
        "line 5: red: must be a list, got 'swordsman'",
    ),
    "not a seat": ((RED, "swordsman"), "red 1: must be a mapping with the keys at, zone, fighter"),
    "not a fighter": ((RED, "{fighter: 3, at: [0, 0]}"), "a name of the cast or a mapping"),
    "nothing to draw from": (
        (RED, "{fighter: [], at: [0, 0]}"),
        "red 1: fighter: holds at least 1 entries, got 0",
    ),
    "an empty side": ((f"red:\n  - {RED}", "red: []"), "red: holds at least 1 entries, got 0"),
    "no such fighter": ((RED, "{fighter: swordman, at: [0, 0]}"), "did you mean swordsman"),
    "no such weapon": (
        (RED, "{fighter: {base: axeman, hand: sward}, at: [0, 0]}"),
        "red 1: hand: no weapon 'sward': did you mean sword",
    ),
    "a weapon that cannot be carried": (
        (RED, "{fighter: {base: axeman, carried: unarmed}, at: [0, 0]}"),
        "red 1: carried: the bare hand cannot be carried",
    ),
    "a skill too high": (
        (RED, "{fighter: {base: axeman, skills: {axes: 11}}, at: [0, 0]}"),
        "red 1: skills.axes: must be between 0 and 10, got 11",
    ),
    "no such status": (
        (RED, "{fighter: swordsman, at: [0, 0], status: asleep}"),
        "red 1: status: must be 'on_guard' or 'off_guard', got 'asleep'",
    ),
    "no place": ((RED, "{fighter: swordsman}"), "red 1: give either at: [x, y] or zone:"),
    "a square of three": ((RED, "{fighter: axeman, at: [0, 0, 1]}"), "a square is [column, row]"),
    "a zone of three": ((RED, "{fighter: axeman, zone: [0, 0, 1]}"), "a zone is [left, top, right"),
    "a zone backwards": ((RED, "{fighter: axeman, zone: [3, 0, 1, 1]}"), "with left <= right"),
    "two in a square": (
        ("[1, 0]", "[0, 0]"),
        "line 8: blue 1: stands at [0, 0] like red 1: [1, 0] is free",
    ),
    "outside": (
        ("[1, 0]", "[5, 0]"),
        "blue 1: lies outside the map of 5 x 2 squares: columns go from 0 to 4, rows from 0 to",
    ),
    "before the edge": (("[1, 0]", "[-1, 0]"), "blue 1: at: must be 0 or more, got -1"),
    "in an obstacle": (
        ("[1, 0]", "[2, 1]"),
        "blue 1: stands in the obstacle at [2, 1]: [1, 0] is free",
    ),
    "a zone without room": (
        (RED, "{fighter: axeman, zone: [0, 0, 0, 0]}\n  - {fighter: axeman, zone: [0, 0, 0, 0]}"),
        "line 7: red 2: may find no free square: its zone has 1",
    ),
    "unequal rows": ((MAP, "  .....\n  ...."), "line 2: map: all rows of a map are equally long"),
    "a strange letter": ((MAP, "  ..x.."), "but row 0 (..x..) has 'x'"),
    "too wide": ((MAP, "  " + 33 * "."), "map: a map is at most 32 squares wide, got 33"),
    "too high": ((MAP, "\n".join(17 * ["  ..."])), "map: a map has 1 to 16 rows, got 17"),
    "no map": ((f"map: |\n{MAP}\n", ""), "map: must be given"),
    "too few slots": (
        (RED, f"{RED}\n  - {{fighter: axeman, at: [0, 1]}}\nmax_side: 1"),
        "max_side: must be 0 or at least 2",
    ),
    "a key of the fighter": (
        (RED, "{fighter: axeman, at: [0, 0], armor: light}"),
        "line 6: red 1: armor: belongs to fighter: write {base: ..., armour: ...}",
    ),
    "no value": (
        (RED, "{fighter: {base: axeman, skills:}, at: [0, 0]}"),
        "red 1: skills: must be a mapping, got nothing",
    ),
    "no number": (
        (RED, "{fighter: {base: axeman, skills: {axes: true}}, at: [0, 0]}"),
        "red 1: skills.axes: must be a whole number, got true",
    ),
    "no list": (
        (RED, "{fighter: {base: axeman, skills: axes}, at: [0, 0]}"),
        "red 1: skills: must be a mapping, got 'axes'",
    ),
    "the second of several": (
        (RED, "{fighter: [axeman, {base: axeman, hand: sward}], at: [0, 0]}"),
        "red 1: fighter 2.hand: no weapon 'sward': did you mean sword?",
    ),
    "of a fighter with a name": (
        (RED, "{name: Aldric, fighter: {base: axeman, skills: {axes: 11}}, at: [0, 0]}"),
        "line 6: red 1 (Aldric): skills.axes: must be between 0 and 10, got 11",
    ),
    "of a fighter with a wrong name": (
        (RED, '{name: "Al\\e[2J", fighter: 3, at: [0, 0]}'),
        "line 6: red 1: fighter: a fighter is a name",
    ),
    "like no weapon": (
        (RED, "{fighter: {base: axeman, hand: musket}, at: [0, 0]}"),
        "hand: no weapon 'musket': choose from unarmed, dagger, sword, axe, mace, spear,",
    ),
    "like none of many": (
        (RED, "{fighter: elephant, at: [0, 0]}"),
        "no fighter in the cast 'elephant': `quintain new SYSTEM` lists the names",
    ),
    "a place without brackets": (
        (RED, "{fighter: axeman, at: 1,6}"),
        "line 6: red 1: at: several values need brackets: write at: [1, 6]",
    ),
    "a place without brackets in its own line": (
        (RED, "fighter: axeman\n    at: 1,6"),
        "red 1: at: a square is [column, row], got '1,6'",
    ),
    "a zone without brackets": ((RED, "{fighter: axeman, zone: 0, 1, 4, 2}"), "[0, 1, 4, 2]"),
    "a key without a colon": (
        (RED, "{fighter axeman, at: [0, 0]}"),
        "red 1: fighter axeman: a key ends with a colon and a space: write fighter: axeman",
    ),
    "a key without a space": ((RED, "{fighter:axeman, at: [0, 0]}"), "write fighter: axeman"),
    "a key without a value": ((RED, "{fighter: axeman, naem, at: [0, 0]}"), "did you mean name?"),
    "a program": (("", "description: !!python/name:os.system x"), "not readable as YAML"),
    "deeper than deep": ("[" * 5000, "not readable as YAML"),
    "a list": ("- red\n- blue", "must hold keys, at least title, map, red, blue; got a list"),
    "nothing": ("", "it is empty: begin with `quintain new SYSTEM`"),
    "remarks alone": ("# to do", "it is empty: begin with `quintain new SYSTEM`"),
}


@pytest.fixture
def system():
    """One system suffices: all share the reading of scenarios."""
    return get_system("mythic_epoch")


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_file_is_refused_in_one_sentence(case, refusal):
    change, message = CASES[case]
    assert message in refusal(change)


def test_several_faults_are_counted(refusal):
    said = refusal(("", "round_limit: many\nmax_side: few\n"))
    assert re.search(r"max_side: .* \(and 1 more\)", said)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(ScenarioError, match=r"none\.yaml: cannot be read: No such file"):
        load_scenario(str(tmp_path / "none.yaml"))
    file = tmp_path / "picture.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScenarioError, match="it is not text in UTF-8"):
        load_scenario(str(file))


HOSTILE = {
    "itself": (RED, "&self {fighter: axeman, at: [*self, 0]}"),
    "an alias": ("[1, 0]", "*place"),
    "an anchor": ("[1, 0]", "&place [1, 0]"),
    "a tag": ("[1, 0]", "!!python/tuple [1, 0]"),
    "a plain tag": ("[0, 0]", "[!!int '0', 0]"),
    "merged": ("", "<<: {round_limit: 3}"),
    "a key that is none": ("", "? [round_limit]\n: 3"),
    "two documents": ("", "---\ntitle: Another"),
    "nested": ("[1, 0]", 20 * "[" + "0" + 20 * "]"),
    "no letter": ("", 'description: "\\UFFFFFFFF"'),
    "half a letter": ("", 'description: "\\ud800"'),
    "a date that is none": ("", "round_limit: 2026-99-99"),
    "a number too long": ("", f"round_limit: {'9' * 5000}"),
    "a far zone": (RED, "{fighter: axeman, zone: [0, 0, 100000, 100000]}"),
    "a far place": (RED, f"{{fighter: axeman, at: [0, 1{'0' * 400}]}}"),
    "truth as a number": ("", "round_limit: true"),
    "text as a number": ("", "round_limit: '5'"),
    "a fraction as a number": ("", "round_limit: 5.0"),
    "a number as truth": ("", "rules: {bind_at_will: 1}"),
    "text as truth": ("", "rules: {bind_at_will: 'true'}"),
    "truth as a place": ("[1, 0]", "[true, 0]"),
    "an escape": ("title: Test", 'title: "\\e[2J"'),
    "turned round": ("title: Test", 'title: "\\u202E"'),
    "a long title": ("title: Test", f"title: {'x' * 101}"),
    "a long description": ("", f"description: {'x ' * 2000}"),
    "a long map": (MAP, 3000 * " " + MAP),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_refused_in_a_printable_sentence(case, refusal):
    said = refusal(HOSTILE[case])
    assert said.isprintable()
    assert len(said) < 700


def test_an_error_names_the_command_of_the_system(system_named):
    duel = system_named.load_scenario("duel").model_dump(mode="json", exclude_none=True)
    duel |= {"system": system_named.name, "red": [{"fighter": "elephant", "at": [0, 0]}]}
    with pytest.raises(ScenarioError, match=f"`quintain new {system_named.name}` lists the names"):
        parse_model(system_named.scenario_model, duel, "duel")


def test_every_system_bounds_zones_before_it_builds_them(system_named):
    duel = system_named.load_scenario("duel").model_dump(mode="json", exclude_none=True)
    duel["red"][0].pop("at", None)
    duel["red"][0]["zone"] = [0, 0, 10**9, 10**9]
    with pytest.raises(ScenarioError, match=r"red 1: zone\.right: must be 31 or less"):
        parse_model(system_named.scenario_model, duel, "duel")


@pytest.fixture(params=system_names())
def system_named(request):
    """Each system."""
    return get_system(request.param)


def test_only_regular_files_of_bearable_size_are_read(tmp_path):
    large, pipe = tmp_path / "large.yaml", tmp_path / "pipe.yaml"
    large.write_text("# " + MAX_BYTES * "x")
    os.mkfifo(pipe)
    for file, reason in (
        (large, "larger than 65,536 bytes"),
        (pipe, "no regular file"),
        (tmp_path, "no regular file"),
        ("/dev/zero", "no regular file"),
        ("a\0b", "no file can have this name"),
    ):
        with pytest.raises(ScenarioError, match=f"cannot be read: .*{reason}"):
            read_model(Zone, Path(file))


def test_white_space_in_texts_becomes_single_spaces(file_of):
    said = "One.\n\n  Two.\tThree."
    scenario = load_scenario(str(file_of(("", f"description: {json.dumps(said)}"))))
    assert scenario.description == "One. Two. Three."


def test_small_numbers_are_read_as_yaml_writes_them(tmp_path):
    file = tmp_path / "numbers.yaml"
    file.write_text("left: 1\ntop: +2\nright: 1_0\nbottom: 03\n")
    assert read_model(Zone, file) == Zone(left=1, top=2, right=10, bottom=3)


@pytest.mark.parametrize("system", system_names())
def test_a_seventh_fighter_is_refused_with_the_reason(system):
    found = get_system(system)
    data = found.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    data["blue"] = data["blue"] * 7
    with pytest.raises(ScenarioError, match="blue: a side has at most 6 fighters, got 7"):
        parse_model(found.scenario_model, data, "test")


UNREADABLE = {
    "a tab": ("red:\n\t- x", "line 2: a tab cannot indent a line: use spaces"),
    "an open [": ("a: [0, 1\nb: 2", "line 1: a [ is not closed: ] is missing"),
    "an open [ in {": ("- {at: [0, 2}", "line 1: a [ is not closed: ] is missing"),
    "an open {": ("red:\n- {at: [0, 2]\n- {b: 1}", "line 2: a { is not closed: } is missing"),
    "no comma": (
        "- {at: [0, 2] hand: axe}",
        "line 1: a comma or a } is missing before 'hand: axe}'",
    ),
    "a lone ]": ("a: [1, 2]]", "line 1: a ] closes what nothing opens"),
    "two commas": ("a: [1,,2]", "line 1: a value is missing before ,"),
    "two colons": ("a: : b", "line 1: a second colon: leave it out, or put the whole value into"),
    "a colon in a text": ("title: Camp: night", "line 1: a second colon: leave it out"),
    "no space": ("title:Camp\nmap: x", "line 1: a space is missing after title:"),
    "no space later": ("map: x\nred:x\nblue: x", "line 2: a space is missing after red:"),
    "no colon": ("a: 1\nblue\nred: 2", "line 2: a colon is missing after 'blue'"),
    "an open quote": ('a: "b\nc: d', "line 1: a quotation mark is not closed"),
    "an apostrophe": ("a: 'Al's'", 'line 1: a quoted text ends before "s\'": use the other kind'),
    "a row too far left": (
        "map: |\n....\n....",
        "line 2: the lines of a text after | begin with sp",
    ),
    "too far right": ("a: 1\n b: 2", "line 2: it begins farther right than the line before it"),
    "between columns": ("red:\n  - x\n y: 2", "line 3: it begins in a column where nothing above"),
    "a list in the line": ("red: - x", "line 1: a list begins below its key: put - into a new"),
    "a text in the line": ("map: | ...", "line 1: a text after | begins in the next line"),
    "a star": ("a: *b*", "line 1: a text that begins with * needs quotes"),
    "an and": ("a: & b", "line 1: a text that begins with & needs quotes"),
    "an at": ("a: @b", "line 1: a text that begins with @ needs quotes"),
    "a backslash": ('a: "\\y"', "line 1: a text with a backslash needs single quotes"),
    "a bell": ("a: b\nc: \a", "line 2: unacceptable character #x0007: leave it out"),
    "two documents": ("a: 1\n---\nb: 2", "line 2: --- begins a second document: a file holds one"),
    "something else": ("a: !x!y z", "line 1: not readable as YAML: found undefined tag handle"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_is_no_yaml_is_refused_in_plain_words(case, tmp_path):
    text, message = UNREADABLE[case]
    file = tmp_path / "camp.yaml"
    file.write_text(text)
    with pytest.raises(ScenarioError, match=re.escape(f"camp.yaml: {message}")):
        read_model(Zone, file)
