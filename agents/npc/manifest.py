"""The manifest of an NPC file, `manifest.json`."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from ...envs.core.engine.battle import MAX_SIDE
from ...envs.core.engine.memory import MOST_EVENTS
from ...envs.core.scenarios.yaml_files import Origin, explain
from ...envs.core.scenarios.yaml_models import Strict

FORMAT = "quintain npc"
VERSION = 1

MAX_COUNT = 10**15
"""Limit for whole numbers in a manifest: up to here doubles are exact too."""
MAX_NESTING = 8
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Words = Annotated[str, Field(max_length=200)]
NAME = r"[\w.-]{1,60}"
Name = Annotated[str, Field(pattern=f"^{NAME}$")]


class NpcError(ValueError):
    """An NPC file that cannot be used or written; the message says why in one sentence."""


class Sealed(Strict):
    """A model that converts no types and refuses unknown keys."""

    # Building a validator takes time at each import: only a file that is read or written needs it.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class Piece(Sealed):
    """A named run of numbers of the observation.

    Attributes:
        name: name as in the system's docs, `own.action_points`.
        length: count of its numbers.
    """

    name: Words
    length: Annotated[int, Field(ge=1, le=10_000)]


class Result(Sealed):
    """Battles against one baseline, sides swapped.

    Attributes:
        opponent: name of the heuristic.
        battles: number of battles.
        won: battles that the NPC won.
        drawn: battles that nobody won.
        lost: battles that the NPC lost.
        share: share of the decided battles that the NPC won; null if none was decided.
        low: lower limit of its 95 % interval.
        high: upper limit.
    """

    opponent: Name
    battles: Count
    won: Count
    drawn: Count
    lost: Count
    share: Share | None
    low: Share | None
    high: Share | None


class Rating(Sealed):
    """The rating of the NPC or a baseline.

    Attributes:
        agent: the NPC or a heuristic.
        elo: Elo points; one heuristic has 0, in older files the mean of all agents is 0.
        low: lower limit of the 95 % interval.
        high: upper limit.
    """

    agent: Name
    elo: Number
    low: Number
    high: Number


class Habit(Sealed):
    """The frequency of a verb.

    Attributes:
        verb: verb as in the system's docs.
        share: share of the NPC's decisions in the battles of the proof.
    """

    verb: Name
    share: Share


class Screened(Sealed):
    """A habit that would be absurd, counted in battles beside the heuristics.

    Attributes:
        measure: name of the measure, as in docs/npc.md.
        share: how often the NPC did it.
        low: lower limit of its 95 % interval.
        high: upper limit.
        counted: number of cases that the share is of.
        yardstick: the heuristic that does it most; empty if none could.
        bound: the limit: the habit is found if `low` exceeds it.
        found: whether it is found.
    """

    measure: Name
    share: Share
    low: Share
    high: Share
    counted: Count
    yardstick: Words
    bound: Share
    found: bool


class Exploited(Sealed):
    """The points that the NPC loses to its best challenger in an encounter; `low` is a bound.

    Attributes:
        encounter: `mythic_epoch/duel`.
        response: the best challenger: `learned` for one that was trained against the NPC, or the
            name of a heuristic.
        seeds: number of challengers that were trained.
        decisions: least decisions that one of them learned from.
        battles: battles of the best challenger, other ones than those that chose it.
        won: battles that the challenger won.
        drawn: battles that nobody won.
        lost: battles that the challenger lost.
        score: share of the points that the challenger took; a draw is half a point.
        low: lower limit of its 95 % interval.
        high: upper limit.
        date: the day of the measurement, `2026-11-26`.
    """

    encounter: Words
    response: Name
    seeds: Count
    decisions: Count
    battles: Count
    won: Count
    drawn: Count
    lost: Count
    score: Share
    low: Share
    high: Share
    date: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Recipe(Sealed):
    """How the NPC was trained.

    Attributes:
        config: the training config, every field.
        league: roles of its league's learners whose copies it fought: `main`, its own, `exploiter`,
            `league_exploiter`; empty without a league and in older files.
        decisions: decisions that it learned from (frames); in a league those of all learners.
        seconds: seconds of training by the clock of its run; in a league those of all learners.
        date: the day on which the training ended, `2026-11-22`.
        versions: versions of quintain, torch and the other packages that trained it.
    """

    config: dict[str, Any]
    league: Annotated[list[Name], Field(max_length=10)] = Field(default=[])
    decisions: Count
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    date: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    versions: dict[Name, Words]


class Proof(Sealed):
    """The comparison of the file with the trained network.

    Attributes:
        states: decisions of real battles that were compared.
        largest_difference: largest difference of any probability.
        same_choices: decisions with the same most probable action.
        illegal: number of probabilities above 0 of illegal actions.
    """

    states: Count
    largest_difference: Share
    same_choices: Count
    illegal: Count


class Manifest(Sealed):
    """The description of an NPC.

    Attributes:
        name: name of the NPC.
        system: name of the system.
        rules_version: version of that system's rules.
        max_side: slots a side.
        choices: `full` or `quick`, the choices with which it learned; `full` in older files.
        memory: number of events that it remembers; older files do not say it.
        layout: SHA-256 of the layout (`fingerprint.layout_hash`).
        observation: the pieces of the observation that it reads, in order.
        actions: the names of the actions in the order of their ids.
        scenarios: scenarios that it was trained for.
        results: results against each baseline.
        ratings: ratings of the NPC and the baselines, the strongest first.
        habits: its most frequent verbs, the commonest first.
        screening: habits that would be absurd, each with its bound; empty in older files.
        exploitability: the points that it loses to its best challenger, for each encounter in
            which they were measured; empty in older files.
        training: how it was trained.
        proof: proof that the file chooses like the trained network.
        licence: licence for passing it on.
        files: SHA-256 of the other files.
    """

    name: Name
    system: Name
    rules_version: Annotated[int, Field(ge=1)]
    max_side: Annotated[int, Field(ge=1, le=MAX_SIDE)]
    choices: Literal["full", "quick"] = "full"
    memory: Annotated[int, Field(ge=0, le=MOST_EVENTS)] = 0
    layout: Sha256
    observation: Annotated[list[Piece], Field(min_length=1, max_length=10_000)]
    actions: Annotated[list[Words], Field(min_length=1, max_length=10_000)]
    scenarios: Annotated[list[Words], Field(min_length=1, max_length=100)]
    results: Annotated[list[Result], Field(max_length=100)]
    ratings: Annotated[list[Rating], Field(max_length=100)]
    habits: Annotated[list[Habit], Field(max_length=100)]
    screening: Annotated[list[Screened], Field(max_length=100)] = Field(default=[])
    exploitability: Annotated[list[Exploited], Field(max_length=100)] = Field(default=[])
    training: Recipe
    proof: Proof
    licence: Words
    files: dict[Name, Sha256]


def write_manifest(manifest: Manifest) -> bytes:
    """The bytes of `manifest.json`: a line for each key, so that people can read it."""
    content = {"format": FORMAT, "version": VERSION, **manifest.model_dump(mode="json")}
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def parse_manifest(data: bytes) -> Manifest:
    """Read `manifest.json`.

    Raises:
        NpcError: it is not a manifest, or has a newer format, or is damaged.
    """
    try:
        content = json.loads(data.decode("utf-8"), object_pairs_hook=_unique)
    except NpcError:
        raise
    except (ValueError, RecursionError):
        raise NpcError("its manifest is damaged: it is not readable as JSON") from None
    _check_plain(content)
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise NpcError("its manifest is not that of an NPC")
    version = content.pop("version", None)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise NpcError("its manifest is damaged: it has no version")
    if version > VERSION:
        raise NpcError(
            f"it was written by a newer quintain (format {version}, this one reads {VERSION}); "
            f"upgrade quintain to use it"
        )
    try:
        return Manifest.model_validate(content)
    except ValidationError as error:
        raise NpcError(explain(error, Origin("its manifest is damaged"))) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, if it has no key twice: readers differ in which of the two they take."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise NpcError("its manifest is damaged: a key stands twice in one object")
    return content


def _check_plain(value: Any, depth: int = 1) -> None:
    """Check that a JSON value has few levels, finite numbers and no control characters."""
    if isinstance(value, dict | list):
        if depth > MAX_NESTING:
            raise NpcError(f"its manifest is damaged: it is nested in over {MAX_NESTING} levels")
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_plain(part, depth + 1)
    elif isinstance(value, str) and not value.isprintable():
        raise NpcError("its manifest is damaged: it holds control characters")
    elif isinstance(value, int | float) and not abs(value) < math.inf:
        raise NpcError("its manifest is damaged: it holds a number that is not finite")
    elif isinstance(value, int) and abs(value) > MAX_COUNT:
        raise NpcError(f"its manifest is damaged: it holds a number above {MAX_COUNT:,}")
