"""Which system a scenario file without the key `system` looks like, by the words in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System, get_system, system_names
from ..envs.core.scenarios.model import BaseScenario
from ..envs.core.scenarios.yaml_files import read_key


def looks_like(path: str, written_for: str = "") -> System | None:
    """The only system that knows most words of a file; None if it cannot be told.

    Args:
        path: the file, in plain YAML.
        written_for: the system that was named; the answer knows more of the words than it.

    Raises:
        ScenarioError: the file is no mapping in plain YAML.
    """
    words = {word for side in SIDES for word in _words_of_side(read_key(Path(path), side))}
    unknown = {name: len(words - known) for name in system_names() if (known := _known_by(name))}
    if not words or not unknown:
        return None
    least = min(unknown.values())
    best = [name for name, count in unknown.items() if count == least]
    if len(best) > 1 or best[0] == written_for:
        return None
    return get_system(best[0])


def _words_of_side(seats: Any) -> Iterator[str]:
    """The keys of the seats and of their fighters, and the names that these use."""
    for seat in seats if isinstance(seats, list) else ():
        if isinstance(seat, dict):
            yield from map(str, seat)
            yield from _texts_in(seat.get("fighter"))


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        yield from (str(key) for key in value if isinstance(value, dict))
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(one)


def _known_by(name: str) -> set[str]:
    """The words of a system's files; empty for scenarios without a cast and broken systems."""
    try:
        model = get_system(name).scenario_model
    except Exception:  # whatever the modules of a stranger raise
        return set()
    if not issubclass(model, BaseScenario):
        return set()
    (seat,) = get_args(model.model_fields["red"].annotation)
    (person,) = get_args(seat.model_fields["fighter"].annotation)
    names = {one for known in model.vocabulary.values() for one in known}
    return {*names, *seat.model_fields, *person.model_fields}
