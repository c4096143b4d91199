"""The command `replay`: its page and its pictures."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app
from quintain.apps.replay_page import frames_of, lines_of, replay_page
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.rendering.picture import draw
from quintain.envs.core.rendering.svg import to_svg
from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.recording import recording_of
from quintain.evaluation.turning_points import find_course
from quintain.table.notes import PERSON
from quintain.table.opening import new_table

HOSTILE = "</script><img src=x onerror=alert(1)>{{DATA}}"
pytestmark = pytest.mark.compiled


def recorded(system: str, name: str = "") -> replays.Replay:
    """The first forty decisions of a battle between random agents."""
    match = Match(system, "duel")
    match.reset(1)
    generator = np.random.default_rng(1)
    while match.to_act >= 0 and len(match.actions) < 40:
        match.step(int(generator.choice(np.flatnonzero(match.mask))))
    return replays.record(match, {"red": name or "one", "blue": "two"})


class Reader(HTMLParser):
    """Collects the tags, attributes and scripts of a page."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.events: list[str] = []
        self.scripts: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag, the addresses in it, and its event handlers."""
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        self.events += [name for name, _ in attrs if name.startswith("on")]
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        """Leave a script."""
        self._in_script = False

    def handle_data(self, data: str) -> None:
        """Note a script."""
        if self._in_script:
            self.scripts.append(data)


def read(page: str) -> Reader:
    """The parts of a page."""
    reader = Reader()
    reader.feed(page)
    return reader


@pytest.mark.parametrize("system", system_names())
def test_the_page_of_each_system_holds_every_position(system: str) -> None:
    replay = recorded(system)
    reader = read(replay_page(recording_of(replay), find_course(recording_of(replay), 4)))
    data = json.loads(reader.scripts[0])
    assert data["decisions"] == len(replay.actions)
    assert len(data["chances"]) == len(replay.actions) + 1
    assert data["frames"][0]["decision"] == 0
    for frame in data["frames"]:
        runs = [data["parts"][first : first + count] for first, count in frame["picture"]]
        drawn = [line for run in runs for line in run]
        assert drawn[0].startswith("<svg")
        assert drawn[-1].endswith("</svg>")
        assert len(runs) < len(drawn)
    assert reader.addresses == []
    assert reader.events == []


def test_all_pictures_of_a_page_have_one_size() -> None:
    recording = recording_of(recorded("mythic_epoch"))
    drawn = [draw(match.system.scene(match.battle)) for match, _ in recording.play(True)]
    assert len({picture.height for picture in drawn}) > 1
    frames, lines, _ = frames_of(recording)
    height = max(picture.height for picture in drawn)
    for frame in frames:
        picture = replace(drawn[frame.decision], height=height)
        assert lines_of(frame, lines) == to_svg(picture).splitlines()
    (head,) = {lines_of(frame, lines)[0] for frame in frames}
    assert f'height="{height:g}"' in head


def test_hostile_names_stay_text() -> None:
    page = replay_page(recording_of(recorded("wildroll", HOSTILE)), None)
    assert "img" not in read(page).tags
    assert "{{DATA}}" in page, "a name is not looked through for marks"
    assert len(read(page).scripts) == 2


def test_the_policy_of_the_page_allows_its_own_script_alone() -> None:
    page = replay_page(recording_of(recorded("martial")), None)
    allowed = re.search(r"script-src 'sha256-([^']+)'", page)
    assert allowed is not None
    script = read(page).scripts[1]
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() == allowed[1]
    assert "default-src 'none'" in page


def test_without_battles_there_are_no_chances() -> None:
    page = replay_page(recording_of(recorded("platemail")), None)
    assert 'id="chart"' not in page
    assert 'id="turns"' not in page


def test_the_command_writes_page_and_picture(tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    replays.save(recorded("mythic_epoch"), file)
    page, picture = tmp_path / "battle.html", tmp_path / "battle.svg"
    called = ["replay", str(file), "--html", str(page), "--battles", "2", "--json"]
    result = CliRunner().invoke(app, [*called, "--svg", str(picture), "--step", "3"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["verified"]
    assert found["course"]["battles"] == 2
    assert page.read_text().startswith("<!doctype html>")
    assert picture.read_text().startswith("<svg")


def test_pictures_of_different_steps_differ(tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    replays.save(recorded("mythic_epoch"), file)
    drawn = []
    for step in ("1", "30"):
        picture = tmp_path / f"{step}.svg"
        CliRunner().invoke(app, ["replay", str(file), "--svg", str(picture), "--step", step])
        drawn.append(picture.read_text())
    assert drawn[0] != drawn[1]


def test_a_table_with_typed_dice_and_an_edit_is_a_page_too(tmp_path):
    path, page = tmp_path / "one.table", tmp_path / "one.html"
    people = {"red": PERSON, "blue": "tactician"}
    table = new_table(get_system("mythic_epoch"), "duel", path, people, seed=4)
    table.begin([1, 0])
    for _ in range(8):
        table.take(int(table.match.mask.nonzero()[0][0]))
    _, scenario = table.open_moment()
    table.edit(scenario)
    table.take(int(table.match.mask.nonzero()[0][0]))
    words = ["replay", str(path), "--html", str(page), "--battles", "4"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "verified: 10 decisions and edits" in result.output
    text = page.read_text("utf-8")
    assert "The game master changes the state" in text
    assert "tactician plays blue" in text
    data = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])
    assert (data["decisions"], len(data["chances"])) == (10, 11)
    assert "Initiative" in CliRunner().invoke(app, ["replay", str(path)]).output
    path.write_bytes(path.read_bytes().replace(b'"take"', b'"tike"', 1))
    assert CliRunner().invoke(app, words).exit_code != 0
