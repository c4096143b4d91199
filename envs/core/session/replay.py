"""Replay files: the beginning of a battle, each decision, and the end to compare with.

A file is one JSON object: see `Replay`. It holds the scenario itself, so that anyone can
replay battles of custom scenarios; it holds neither pickles nor code.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, ValidationError, field_validator

from ..compiler.compile import engine_hash
from ..engine.battle import MAX_SIDE, MEMORY_FIELDS, SIDES
from ..engine.dice import LOADED_CAPACITY, WORD
from ..engine.legality import IllegalAction
from ..engine.system import System, get_system
from ..inputs.arguments import Choices
from ..inputs.files import read_file, write_file
from ..inputs.plain_text import one_line
from ..scenarios.yaml_files import MAX_BYTES as YAML_BYTES
from ..scenarios.yaml_files import explain, parse_model
from ..scenarios.yaml_models import ScenarioError, Strict, Title
from .match import InitialState, Match
from .snapshot import little_endian

FORMAT = "quintain replay"
VERSION = 2
"""Files of version 1 count only the rounds before the last one: their `rounds` are not read."""
MAX_BYTES = 4_000_000
"""Larger files are refused without reading them."""
MOST_NAME = 90
"""Most letters of a player's name in a replay; longer names are cut."""

MAX_DECISIONS = 1_000_000

Whole = Annotated[int, Field(ge=0, le=2**63)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Name = Annotated[str, Field(pattern="^[a-z_]{1,40}$")]
Actions = Annotated[
    list[Annotated[Whole, Field(le=1_000_000)]], Field(max_length=MAX_DECISIONS, fail_fast=True)
]


class ReplayError(ValueError):
    """A replay that cannot be read or recorded; the message says why in one sentence."""


class Result(Strict):
    """The state of a battle after the last decision.

    Attributes:
        winner: `red`, `blue`, or null in a draw and before the end.
        ending: the reason for the end, `none` before it.
        rounds: number of rounds begun, as in infos; None if the file does not say it.
    """

    winner: Literal["red", "blue"] | None
    ending: Name
    rounds: Whole | None = None


class Replay(Strict):
    """A replay.

    Attributes:
        system: name of the system.
        scenario: the scenario, as in its file.
        max_side: slots a side, on which the numbers of actions may depend.
        dice: the generator's state before the deployment, 4 words.
        loaded_dice: the faces that were loaded before it.
        choices: `full` or `quick`, for red and for blue.
        actions: every decision.
        players: the players by side; free text in one line, without control characters.
        engine: hash of the sources of the engine that played it (`compile.engine_hash`).
        final: SHA-256 of the battle's record after the last decision (`final_checksum`).
        result: the state of the battle at that moment.
    """

    system: Name
    scenario: dict[str, Any]
    max_side: Annotated[Whole, Field(ge=1, le=MAX_SIDE)]
    dice: Annotated[list[Annotated[Whole, Field(le=WORD)]], Field(min_length=4, max_length=4)]
    loaded_dice: Annotated[list[Whole], Field(default_factory=list, max_length=LOADED_CAPACITY)]
    choices: Annotated[
        list[Choices],
        Field(default=["full", "full"], min_length=2, max_length=2),
    ]
    actions: Actions
    players: dict[Literal["red", "blue"], Title] = Field(default_factory=dict)
    engine: Hash
    final: Hash
    result: Result

    @field_validator("dice")
    @classmethod
    def _can_be_rolled(cls, value: list[int]) -> list[int]:
        if not any(value):
            raise ValueError("four zeros are not a state of the dice")
        return value


@dataclass(frozen=True)
class Verdict:
    """The result of `verify`.

    Attributes:
        is_good: the replayed battle ended in the same record.
        is_same_engine: it was recorded by the same sources.
        message: one sentence.
    """

    is_good: bool
    is_same_engine: bool
    message: str


# --- Recording ------------------------------------------------------------------------------------


def final_checksum(system: System, battles: np.ndarray) -> str:
    """SHA-256 of a battle's record, array `[1]`, without log, memory and index in a batch."""
    record = battles.copy()
    record["events"] = np.zeros((), system.dtype["events"].base)
    for name in ("log", "num_events", "events_lost", "scenario", *MEMORY_FIELDS):
        record[name] = 0
    return hashlib.sha256(little_endian(record)).hexdigest()


def record(match: Match, players: Mapping[Any, str] | None = None) -> Replay:
    """The replay of a match up to its current decision.

    Args:
        match: a match that began with `reset`.
        players: the players of red and blue, free text; long names are cut.

    Raises:
        ReplayError: the match does not know the beginning of the battle.
    """
    if match.beginning is None:
        raise ReplayError(
            "the battle cannot be recorded: it started from a saved state, or never began"
        )
    scenario, dice, loaded_dice, choices = match.beginning
    return Replay(
        system=match.system.name,
        scenario=scenario.model_dump(mode="json", exclude_none=True, exclude={"system"}),
        max_side=match.max_side,
        dice=list(dice),
        loaded_dice=list(loaded_dice),
        choices=list(choices),
        actions=list(match.actions),
        players={side: one_line(str(name), MOST_NAME) for side, name in (players or {}).items()},
        engine=engine_hash(),
        final=final_checksum(match.system, match.battles),
        result=_result(match),
    )


def _result(match: Match) -> Result:
    """The result in the record, which does not change when an illegal action loses the battle."""
    winner, ending = int(match.battle.winner), int(match.battle.ending)
    return Result(
        winner=SIDES[winner] if winner >= 0 else None,
        ending=match.system.endings[ending],
        rounds=match.rounds,
    )


# --- Files ----------------------------------------------------------------------------------------


def checksum(content: Mapping[str, Any]) -> str:
    """SHA-256 of a file's content without its `checksum`."""
    plain = {key: value for key, value in content.items() if key != "checksum"}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def save(replay: Replay, path: str | Path) -> None:
    """Write a replay to a file, whole or not at all."""
    content = {"format": FORMAT, "version": VERSION, **replay.model_dump(mode="json")}
    content["checksum"] = checksum(content)
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def load(path: str | Path) -> Replay:
    """Read a replay from a file.

    Raises:
        ReplayError: one sentence with the file: it cannot be read, is too large, damaged, not a
            replay, or newer than this quintain; or its system or scenario cannot be used.
    """
    try:
        return _open(_read(Path(path)))
    except ReplayError as error:
        raise ReplayError(one_line(f"{path}: {error}")) from None


def _read(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        content = json.loads(read_file(path, MAX_BYTES).decode("utf-8"))
        checksum({"content": content})
    except OSError as error:
        raise ReplayError(f"cannot be read: {error.strerror}") from None
    except ValueError as error:
        hint = ": it looks like a scenario" if path.suffix in (".yaml", ".yml") else f": {error}"
        raise ReplayError(f"not readable as a replay{hint}") from None
    except RecursionError:
        raise ReplayError("not readable as a replay: it is nested too deeply") from None
    if not isinstance(content, dict):
        raise ReplayError("this is no replay")
    return content


def _open(content: dict[str, Any]) -> Replay:
    """The replay in the JSON object of a file."""
    if content.pop("format", None) != FORMAT:
        raise ReplayError("this is no replay")
    version = content.pop("version", None)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ReplayError("the replay is damaged: it has no version")
    if version > VERSION:
        raise ReplayError(
            f"the replay was written by a newer quintain (version {version}, this one "
            f"reads {VERSION})"
        )
    digest = content.pop("checksum", None)
    if digest != checksum({"format": FORMAT, "version": version, **content}):
        raise ReplayError("the replay is damaged: its checksum does not match")
    try:
        if version == 1 and isinstance(content.get("result"), dict):
            content["result"].pop("rounds", None)
        replay = Replay.model_validate(content)
        _scenario(replay)
    except ValidationError as error:
        raise ReplayError(explain(error)) from None
    except (KeyError, ScenarioError) as error:
        raise ReplayError(error.args[0]) from None
    except RecursionError:
        raise ReplayError("it is nested too deeply") from None
    return replay


def _scenario(replay: Replay) -> Any:
    """The scenario's model.

    Raises:
        KeyError: the system is unknown.
        ScenarioError: the scenario cannot be used.
    """
    system = get_system(replay.system)
    if len(json.dumps(replay.scenario)) > YAML_BYTES:
        raise ScenarioError(f"scenario is larger than {YAML_BYTES:,} bytes")
    scenario = parse_model(system.scenario_model, replay.scenario, "scenario")
    larger = max(len(scenario.red), len(scenario.blue))
    if larger > replay.max_side:
        raise ScenarioError(f"max_side is {replay.max_side}, but a side has {larger} fighters")
    return scenario


# --- Playing again --------------------------------------------------------------------------------


def begin(replay: Replay, log: bool = True, memory: int = 0) -> Match:
    """The match at its beginning.

    Args:
        replay: the replay.
        log: record events, for `Match.narrate`.
        memory: number of events that each fighter remembers.

    Raises:
        KeyError: the system is unknown.
        ScenarioError: the scenario cannot be used.
        ValueError: a loaded face is impossible.
    """
    scenario = _scenario(replay)
    match = Match(replay.system, scenario, max_side=replay.max_side, log=log, memory=memory)
    red, blue = replay.choices
    dice, faces = tuple(replay.dice), tuple(replay.loaded_dice)
    match.begin_as(InitialState(scenario, dice, faces, (red, blue)))
    return match


def play(replay: Replay, log: bool = True, memory: int = 0) -> Iterator[Match]:
    """Play a replay: the same match at its beginning, and again after each decision.

    Arguments are those of `begin`.

    Raises:
        ReplayError: a decision is not legal; the message says which one.
        KeyError: the system is unknown.
        ScenarioError: the scenario cannot be used.
        ValueError: a loaded face is impossible.
    """
    match = begin(replay, log, memory)
    yield match
    for number, action in enumerate(replay.actions, 1):
        if match.to_act < 0:
            raise ReplayError(
                f"the battle is over after {number - 1} of {len(replay.actions)} decisions"
            )
        try:
            match.step(action)
        except IllegalAction as error:
            raise ReplayError(f"decision {number}: {error}") from None
        yield match


def verify(replay: Replay) -> Verdict:
    """Play a replay and compare the end; the message says if another engine recorded it."""
    is_same_engine = replay.engine == engine_hash()
    problem = _difference(replay)
    if problem is None:
        message = f"verified: {len(replay.actions)} decisions end in the recorded state"
        if not is_same_engine:
            message += ", though other sources played them"
    elif is_same_engine:
        message = f"not as recorded: {problem}"
    else:
        message = (
            f"not as recorded: {problem}; the rules or the engine have changed since (recorded "
            f"with {replay.engine[:12]}, this is {engine_hash()[:12]})"
        )
    return Verdict(problem is None, is_same_engine, message)


def _difference(replay: Replay) -> str | None:
    """The difference between the played and the recorded end; None if there is none."""
    try:
        for match in play(replay, log=False):
            last = match
    except (KeyError, ValueError) as error:
        return one_line(str(error.args[0]))
    result = _result(last)
    if replay.result.rounds is None:
        result = result.model_copy(update={"rounds": None})
    if result != replay.result:
        return f"it ends with {_told(result)} instead of {_told(replay.result)}"
    if final_checksum(last.system, last.battles) != replay.final:
        return "the final state is another one"
    return None


def _told(result: Result) -> str:
    who = f"{result.winner} winning" if result.winner else "nobody winning"
    when = "" if result.rounds is None else f" in round {result.rounds}"
    return f"{who}{when} ({result.ending})"
