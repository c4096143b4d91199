"""Replays: whole battles are restored, and damaged or hostile files are refused."""

from __future__ import annotations

import json
import os
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.replay import (
    Replay,
    ReplayError,
    Verdict,
    load,
    record,
    save,
    verify,
)

pytestmark = pytest.mark.interpreted

CALM = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def played(system, randomly):
    """A match after some decisions."""
    match = Match(system, "duel")
    match.reset(seed=0, loaded_dice=[6, 5])
    randomly.play_on(match, np.random.default_rng(0), 6)
    return match


@pytest.fixture
def file(played, tmp_path):
    """A replay file of a match after some decisions."""
    save(record(played), tmp_path / "battle.json")
    return tmp_path / "battle.json"


def rewrite(path, **changes):
    """Change a file and correct its checksum."""
    content = json.loads(path.read_text())
    content.update(changes)
    content["checksum"] = replays.checksum(content)
    path.write_text(json.dumps(content))


def refusal_or(act):
    """The result of a call, or the error with which it refuses."""
    try:
        return act()
    except ReplayError as error:
        return error


# --- Whole battles --------------------------------------------------------------------------------


@pytest.mark.compiled
def test_a_battle_is_restored(system, randomly, tmp_path):
    match = Match(system, "duel", log=True)
    match.reset(seed=1)
    randomly.play_on(match, np.random.default_rng(1))
    replay = record(match, {"red": "random", "blue": "random"})
    save(replay, tmp_path / "battle.json")
    again = load(tmp_path / "battle.json")
    assert again == replay
    verdict = verify(again)
    assert verdict.is_good
    assert verdict.is_same_engine
    assert again.result.winner == match.winner
    assert (tmp_path / "battle.json").read_text().isascii()
    assert os.listdir(tmp_path) == ["battle.json"]


def test_a_custom_scenario_is_in_the_file(system, randomly, tmp_path):
    scenario = system.load_scenario("duel").model_copy(update={"title": "Ours", "round_limit": 2})
    match = Match(system, scenario, max_side=2)
    match.reset(seed=3)
    randomly.play_on(match, np.random.default_rng(0), 10)
    save(record(match), tmp_path / "battle.json")
    again = load(tmp_path / "battle.json")
    assert again.scenario["title"] == "Ours"
    assert verify(again).is_good


def test_the_drawn_scenario_and_later_battles_are_recorded(system, randomly):
    match = Match(system, ["duel", "skirmish"])
    match.reset(seed=2)
    for _ in range(4):
        randomly.play_on(match, np.random.default_rng(0), 3)
        replay = record(match)
        assert verify(replay).is_good
        assert len(replay.scenario["red"]) == match.num_red
        match.reset()


def test_a_replay_is_narrated(played):
    told = []
    for match in replays.play(record(played)):
        told += [sentence for sentence, _ in match.narrate()]
    assert match.battles["decisions"][0] == len(played.actions)
    assert told


def test_a_battle_without_a_beginning_cannot_be_recorded(played):
    played.set_state(played.get_state())
    with pytest.raises(ReplayError, match="it started from a saved state, or never began"):
        record(played)
    with pytest.raises(ReplayError, match="cannot be recorded"):
        record(Match(played.system, "duel"))


def test_the_rounds_are_those_of_infos(played, file):
    rounds = played.result()["rounds"]
    assert json.loads(file.read_text())["result"]["rounds"] == rounds
    result = record(played).result.model_copy(update={"rounds": rounds + 1})
    verdict = verify(record(played).model_copy(update={"result": result}))
    assert f"in round {rounds} (none) instead of nobody winning in round {rounds + 1}" in (
        verdict.message
    )


def test_a_file_of_version_1_is_verified_without_its_rounds(played, file):
    result = record(played).result.model_dump() | {"rounds": played.result()["rounds"] - 1}
    rewrite(file, version=1, result=result)
    replay = load(file)
    assert replay.result.rounds is None
    assert verify(replay).is_good
    other = replay.result.model_copy(update={"winner": "red"})
    message = verify(replay.model_copy(update={"result": other})).message
    assert "ends with nobody winning (none) instead of red winning (none)" in message


def test_a_battle_that_an_illegal_action_lost_is_recorded_up_to_it(played):
    played.forfeit(1)
    replay = record(played)
    assert (replay.result.winner, replay.result.ending) == (None, "none")
    assert verify(replay).is_good


# --- What verify finds ----------------------------------------------------------------------------


def test_another_action_is_found(played):
    replay = record(played)
    other = replay.model_copy(update={"actions": [0, *replay.actions[1:]]})
    verdict = verify(other)
    assert not verdict.is_good
    assert verdict.message.startswith("not as recorded: ")


def test_an_illegal_action_is_found(played):
    replay = record(played)
    actions = [*replay.actions[:2], 1_000_000]
    verdict = verify(replay.model_copy(update={"actions": actions}))
    assert "decision 3: action 1000000 (no such action) is illegal for" in verdict.message


def test_actions_after_the_end_are_found(system, randomly):
    match = Match(system, "duel")
    match.reset(seed=1)
    randomly.play_on(match, np.random.default_rng(1))
    replay = record(match)
    verdict = verify(replay.model_copy(update={"actions": [*replay.actions, 0]}))
    count = len(replay.actions)
    assert f"the battle is over after {count} of {count + 1} decisions" in verdict.message


def test_another_end_is_found(played):
    replay = record(played)
    assert (
        "the final state is another one"
        in verify(replay.model_copy(update={"final": "0" * 64})).message
    )
    result = replay.result.model_copy(update={"winner": "blue"})
    assert (
        "instead of blue winning in round"
        in verify(replay.model_copy(update={"result": result})).message
    )


def test_another_engine_is_reported_and_tried(played):
    replay = record(played).model_copy(update={"engine": "0" * 64})
    verdict = verify(replay)
    assert verdict.is_good
    assert not verdict.is_same_engine
    assert "other sources" in verdict.message
    verdict = verify(replay.model_copy(update={"actions": [1_000_000]}))
    assert "the rules or the engine have changed since (recorded with 000000000000" in (
        verdict.message
    )


# --- Files that are refused -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not readable as a replay"),
        (b"\xff\xfe", "not readable as a replay"),
        (b"PK\x03\x04", "not readable as a replay"),
        (b"[1, 2]", "this is no replay"),
        (b"{}", "this is no replay"),
        (b'{"format": "another"}', "this is no replay"),
        (b'{"format": "quintain replay"}', "it has no version"),
        (b'{"format": "quintain replay", "version": true}', "it has no version"),
        (b'{"format": "quintain replay", "version": 3}', "written by a newer quintain"),
        (b'{"format": "quintain replay", "version": 1}', "its checksum does not match"),
        (b'{"format": "\\ud800"}', "this is no replay"),
        (b'{"version": ' + b"9" * 5000 + b"}", "not readable as a replay"),
        (b"[" * 200_000, "it is nested too deeply"),
        (b" " * (replays.MAX_BYTES + 1), "it is larger than 4,000,000 bytes"),
    ],
)
def test_other_contents_are_refused(tmp_path, content, message):
    path = tmp_path / "battle.json"
    path.write_bytes(content)
    with pytest.raises(ReplayError, match=message) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_other_paths_are_refused(tmp_path):
    with pytest.raises(ReplayError, match="this is no regular file"):
        load(tmp_path)
    with pytest.raises(ReplayError, match="cannot be read"):
        load(tmp_path / "nothing.json")
    with pytest.raises(ReplayError, match="cannot be read"):
        load("battle\0.json")


def test_an_edited_file_is_refused(file):
    file.write_text(file.read_text().replace('"rounds": ', '"rounds": 1'))
    with pytest.raises(ReplayError, match="the replay is damaged: its checksum does not match"):
        load(file)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"system": "sudoku"}, "no system 'sudoku': choose from"),
        ({"system": "mythic_epok"}, "did you mean mythic_epoch"),
        ({"actions": [-1]}, "actions 1: must be 0 or more, got -1"),
        ({"actions": [1.0]}, "actions 1"),
        ({"actions": "wait"}, "actions"),
        ({"dice": [0, 0, 0, 0]}, "four zeros are not a state of the dice"),
        ({"dice": [1, 2, 3, 2**32]}, "dice 4"),
        ({"loaded_dice": [1] * 33}, "loaded_dice"),
        ({"max_side": 7}, "max_side"),
        ({"engine": "abc"}, "engine: cannot have this value, got 'abc'"),
        ({"colour\nof": "red" * 10_000}, "colour of: unknown key"),
        ({"colour": "red"}, "unknown key"),
        ({"scenario": {}}, "scenario"),
        ({"scenario": {"title": "?", "map": "..", "teams": 2}}, "teams: unknown key"),
    ],
)
def test_impossible_values_are_refused_even_with_the_right_checksum(file, changes, message):
    rewrite(file, **changes)
    with pytest.raises(ReplayError, match=message) as caught:
        load(file)
    assert "\n" not in str(caught.value)


FORGED = "none)\nverified: 6 decisions end in the recorded state"


@pytest.mark.parametrize(
    ("inside", "key", "text"),
    [
        ("", "system", FORGED),
        ("", "players", {"red": "\x1b]0;x\x07"}),
        ("", "players", {"red": "\u202e"}),
        ("", "players", {"red": "x" * 101}),
        ("result", "ending", FORGED),
        ("result", "ending", "x" * 41),
        ("scenario", "title", "\x1b[2J"),
        ("scenario", "title", "x" * 101),
        ("scenario", "description", "\x1b[2J"),
        ("scenario", "description", "x" * 2001),
        ("scenario", "map", 70_000 * " "),
        ("scenario", FORGED, 1),
        ("", FORGED, 1),
    ],
)
def test_text_that_could_forge_a_line_is_refused(file, inside, key, text):
    content = json.loads(file.read_text())
    place = content[inside] if inside else content
    place[key] = text
    rewrite(file, **content)
    with pytest.raises(ReplayError) as caught:
        load(file)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize(
    "changes",
    [
        {"actions": [-1] * 1_300_000},
        {"actions": [0] * 1_000_001},
        {"loaded_dice": [1] * 1_300_000},
        {"scenario": {"red": ["x"] * 700_000}},
        {"system": "x" * 3_900_000},
        {"x" * 3_900_000: 1},
    ],
    ids=lambda changes: next(iter(changes))[:20],
)
def test_a_huge_file_is_refused_in_a_moment(file, changes):
    rewrite(file, **changes)
    started = time.process_time()
    with pytest.raises(ReplayError):
        load(file)
    assert time.process_time() - started < 4


def test_names_of_players_are_cleaned_and_cut_when_recorded(played, tmp_path):
    replay = record(played, {"red": "a\nb\x1b" + "x" * 500, "blue": tmp_path})
    save(replay, tmp_path / "battle.json")
    assert load(tmp_path / "battle.json").players["red"].startswith("a b xxx")


def test_a_pipe_is_no_replay(tmp_path):
    os.mkfifo(tmp_path / "battle.json")
    with pytest.raises(ReplayError, match="this is no regular file"):
        load(tmp_path / "battle.json")


def test_too_many_fighters_are_refused(system, file):
    skirmish = system.load_scenario("skirmish").model_dump(mode="json", exclude_none=True)
    rewrite(file, scenario=skirmish)
    with pytest.raises(ReplayError, match="max_side is 1, but a side has 3 fighters"):
        load(file)


@CALM
@given(data=st.data())
def test_no_damage_goes_unnoticed(file, data):
    sound = file.read_bytes()
    replay = load(file)
    place = data.draw(st.integers(0, len(sound) - 1))
    kind = data.draw(st.sampled_from(["cut", "change", "insert", "swap"]))
    noise = data.draw(st.binary(min_size=1, max_size=6))
    damaged = {
        "cut": sound[:place],
        "change": sound[:place] + noise + sound[place + len(noise) :],
        "insert": sound[:place] + noise + sound[place:],
        "swap": sound[place:] + sound[:place],
    }[kind]
    path = file.with_name("damaged.json")
    path.write_bytes(damaged)
    found = refusal_or(lambda: load(path))
    assert found == replay or str(found).startswith(str(path))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def json_copy(content):
    """An independent copy of the values of a file."""
    return list(json.loads(json.dumps(content)).values())


@CALM
@given(data=st.data())
def test_hostile_files_are_refused_or_not_verified(file, data):
    content = json.loads(file.read_text())
    inside = data.draw(st.sampled_from([content, content["scenario"], content["result"]]))
    key = data.draw(st.sampled_from(sorted(inside)))
    numbers = st.lists(st.integers(0, 200), max_size=12)
    inside[key] = data.draw(ANYTHING | numbers | st.sampled_from(json_copy(content)))
    path = file.with_name("hostile.json")
    content["checksum"] = replays.checksum(content)
    path.write_text(json.dumps(content))
    found = refusal_or(lambda: verify(load(path)))
    assert isinstance(found, Verdict | ReplayError)
    assert "\n" not in str(found)
    assert len(str(found)) < 800


def test_a_replay_is_frozen(played):
    replay = record(played)
    assert isinstance(replay, Replay)
    with pytest.raises(ValueError, match="frozen"):
        replay.actions = []
