"""Score files of Quintain-10: plain JSON with every count, written and read."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError, model_validator

from .. import __version__
from ..envs.core.compiler.compile import engine_hash
from ..envs.core.inputs.arguments import quote
from ..envs.core.scenarios.yaml_files import Origin, explain
from ..envs.core.scenarios.yaml_models import Strict
from .benchmark import PARTS, PROTOCOL, TASKS, Part, TaskScore, aggregate, pairs_of

Count = Annotated[int, Field(ge=0, le=10**15)]
Words = Annotated[str, Field(max_length=200)]
MOST_SCORES = 1000
"""Most scores in one file."""
CLOSE = 1e-9
"""Two numbers from the same counts differ by less."""
RULES_DIGITS = 16
"""Digits of the hash of the engine's sources: rules, core and heuristics. A correction changes it,
and not always the version of the rules."""


def present_versions() -> dict[str, str]:
    """The versions in a score file: of quintain, and a hash of the rules."""
    return {"quintain": __version__, "rules": engine_hash()[:RULES_DIGITS]}


def to_file(method: str, scores: Sequence[TaskScore], versions: Mapping[str, str]) -> str:
    """The text of a score file: plain JSON with a digest of all else in it.

    The digest shows damage and careless edits. It proves nothing about who ran the battles; the
    battles themselves can be fought again by anybody.
    """
    content: dict[str, Any] = {
        "protocol": PROTOCOL,
        "method": method,
        "versions": dict(versions),
        "tasks": [one.to_json() for one in scores],
        "interquartile_mean": aggregate(scores).to_json() if is_complete(scores) else None,
    }
    return _text({**content, "digest": digest(content)})


def digest(content: Mapping[str, Any]) -> str:
    """SHA-256 of a score file's content without its digest."""
    rest = {name: value for name, value in content.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def is_complete(scores: Sequence[TaskScore]) -> bool:
    """Whether every task has a number."""
    return {one.task for one in scores} == set(TASKS)


# --- Reading --------------------------------------------------------------------------------------


class Sealed(Strict):
    """A model that converts no types and refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Number(Sealed):
    """An interval; only the estimate is read, since the counts give the limits again."""

    estimate: Annotated[float, Field(ge=0, le=1)]
    low: float | None
    high: float | None
    confidence: float


class PartCounts(Sealed):
    """The battles of a part."""

    won: Count
    drawn: Count
    lost: Count
    by_pair: list[Annotated[int, Field(ge=0, le=2)]]

    @model_validator(mode="after")
    def _adds_up(self) -> PartCounts:
        if self.won != sum(self.by_pair):
            raise ValueError(f"won must be the sum of by_pair, {sum(self.by_pair)}")
        if self.won + self.drawn + self.lost != 2 * len(self.by_pair):
            raise ValueError("won, drawn and lost must add up to two battles a pair")
        return self


class Parts(Sealed):
    """The four parts of a task."""

    held_out_opponents: PartCounts
    held_out_scenario: PartCounts
    both: PartCounts
    known: PartCounts


class Score(Sealed):
    """The score of an agent in a task."""

    task: Literal[TASKS]  # type: ignore[valid-type]
    agent: Words
    rules_version: Count
    decisions: Count | None
    minutes: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None
    parts: Parts
    number: Number
    known: Number

    @model_validator(mode="after")
    def _follows_the_protocol(self) -> Score:
        for name in PARTS:
            found, needed = len(getattr(self.parts, name).by_pair), pairs_of(self.task, name)
            if found < needed:
                raise ValueError(f"{name} has fewer than {needed} pairs: score without --pairs")
            if found > needed:
                raise ValueError(f"{name} must have {needed} pairs, got {found}")
        return self

    def to_score(self) -> TaskScore:
        """The score without the numbers that its counts give."""
        counts = {name: getattr(self.parts, name) for name in PARTS}
        parts = {
            name: Part(one.won, one.drawn, one.lost, tuple(one.by_pair))
            for name, one in counts.items()
        }
        return TaskScore(
            self.task, self.agent, self.rules_version, self.decisions, self.minutes, parts
        )


class ScoreFile(Sealed):
    """A score file."""

    protocol: Literal[PROTOCOL]  # type: ignore[valid-type]
    method: Words
    versions: Annotated[dict[Words, Words], Field(max_length=20)]
    tasks: Annotated[list[Score], Field(min_length=1, max_length=MOST_SCORES)]
    interquartile_mean: Number | None
    digest: Words


def read_score(text: str) -> dict[str, Any]:
    """The content of a score file, with intervals found again from its counts.

    Raises:
        ValueError: it is no score file, it is of another protocol, it was changed, it has fewer
            battles than the protocol, or its numbers are not those of its counts.
    """
    try:
        content = json.loads(text)
        json.dumps(content)  # nothing is nested too deeply for `digest`
    except (ValueError, RecursionError):
        raise ValueError("this is no score file: it is not JSON") from None
    if not isinstance(content, dict) or "protocol" not in content:
        raise ValueError("this is no score file: it names no protocol")
    if content["protocol"] != PROTOCOL:
        raise ValueError(f"this score is of {quote(content['protocol'])}, and this is {PROTOCOL}")
    if content.get("digest") != digest(content):
        raise ValueError("this score file was changed after it was written: score the agents again")
    try:
        file = ScoreFile.model_validate(content)
    except ValidationError as error:
        raise ValueError(explain(error, Origin("score file"), content)) from None
    found = json.loads(to_file(file.method, [one.to_score() for one in file.tasks], file.versions))
    _check_numbers(content, found)
    return dict(found)


def revised(text: str) -> str:
    """A score file with intervals found again from its counts; errors as in `read_score`."""
    return _text(read_score(text))


def _text(content: Mapping[str, Any]) -> str:
    """The text of a file, with the numbers of a list in one line; no string holds a line's end."""
    text = json.dumps(content, indent=1)
    return re.sub(r"\[\n[\d,\s]+\]", lambda found: "".join(found[0].split()), text) + "\n"


def _check_numbers(content: dict[str, Any], found: dict[str, Any]) -> None:
    """Refuse a file whose numbers are not those of its counts."""
    told = [(each["task"], name, each[name]) for each in content["tasks"] for name in NUMBERS]
    true = [each[name] for each in found["tasks"] for name in NUMBERS]
    told.append(("the file", MEAN, content[MEAN]))
    true.append(found[MEAN])
    for (where, name, one), other in zip(told, true, strict=True):
        got, right = (None if each is None else each["estimate"] for each in (one, other))
        if got is None or right is None:
            is_same = got is right
        else:
            is_same = abs(got - right) < CLOSE
        if not is_same:
            raise ValueError(f"score file: {name} of {where} must be {right}, got {got}")


NUMBERS, MEAN = ("number", "known"), "interquartile_mean"
