"""YAML files read into validated pydantic models, with errors in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from .system import nearest

Model = TypeVar("Model", bound=BaseModel)
Lines = dict[tuple, int]
"""Keys of a file, as the way to them, and the lines in which they stand."""


class ScenarioError(ValueError):
    """A scenario that cannot be used; the message says where and what would be right."""


class AmissError(ValueError):
    """What a validator finds amiss below the place where it stands.

    Attributes:
        keys: the way from there to the key that is meant.
    """

    def __init__(self, text: str, *keys: Any) -> None:
        """Say what is amiss, and where."""
        super().__init__(text)
        self.keys = keys


def check_known(value: str, valid: tuple[str, ...], what: str, *keys: Any) -> None:
    """Refuse a name that is none, by saying what it should be the name of and the nearest ones."""
    if value not in valid:
        raise AmissError(f"no {what} {value!r}: {nearest(value, list(valid))}", *keys)


class Strict(BaseModel):
    """A model that refuses keys that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        keys = list(cls.model_fields)
        if isinstance(data, cls):
            return data
        if not isinstance(data, dict):
            raise ValueError(f"must be a mapping with the keys {', '.join(keys)}, got {data!r}")
        for key in data:
            if key not in keys:
                raise AmissError(f"unknown key: {nearest(str(key), keys)}", key)
        return data


# --- Errors in one sentence -----------------------------------------------------------------------

_WORDING = {
    "missing": "must be given",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "literal_error": "must be {expected}",
    "too_long": "holds at most {max_length} entries, got {actual_length}",
    "too_short": "holds at least {min_length} entries, got {actual_length}",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
}
_KINDS = {"int": "must be a whole number", "bool": "must be true or false"}
"""Our words for pydantic's problems, by type or by the beginning of the type."""


def _wording(problem: Any) -> str:
    kind = problem["type"]
    if kind == "value_error":
        return problem["msg"].removeprefix("Value error, ")
    general = _KINDS.get(kind.partition("_")[0], problem["msg"])
    words = _WORDING.get(kind)
    text = words.format(**problem.get("ctx", {})) if words else general
    is_long = isinstance(problem["input"], dict | list) or kind == "missing"
    return text if is_long else f"{text}, got {problem['input']!r}"


def explain(error: ValidationError, source: str, lines: Lines | None = None) -> str:
    """The first problem of a pydantic error as one sentence.

    Args:
        error: what pydantic found.
        source: the file.
        lines: the lines of its keys, where they are known.
    """
    problem = error.errors()[0]
    keys = tuple(part for part in problem["loc"] if not str(part).startswith("function-"))
    keys += getattr(problem.get("ctx", {}).get("error"), "keys", ())
    known = (lines[keys[:end]] for end in range(len(keys), 0, -1) if lines and keys[:end] in lines)
    line = next(known, None)
    where = ".".join(map(str, keys))
    parts = [source, f"line {line}" if line else "", where, _wording(problem)]
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return ": ".join(part for part in parts if part) + more


def _map_lines(node: Any, keys: tuple, lines: Lines, source: str, above: frozenset = frozenset()):
    """Note the line of every key below a YAML node; a key that is written twice is an error."""
    lines[keys] = node.start_mark.line + 1
    below: list[tuple[Any, Any]] = []
    if isinstance(node, yaml.MappingNode):
        below = [(key.value, value) for key, value in node.value if isinstance(key.value, str)]
        lines.update(
            {
                (*keys, key.value): key.start_mark.line + 1
                for key, _ in node.value
                if isinstance(key.value, str)
            }
        )
        twice = [key for place, (key, _) in enumerate(below) if key in dict(below[:place])]
        if twice:
            line = lines[*keys, twice[0]]
            raise ScenarioError(f"{source}: line {line}: the key {twice[0]!r} stands twice")
    elif isinstance(node, yaml.SequenceNode):
        below = list(enumerate(node.value))
    for key, value in below:
        if id(value) not in above:
            _map_lines(value, (*keys, key), lines, source, above | {id(node)})


def read_model(model: type[Model], path: Path) -> Model:
    """Read a YAML file into a model.

    Raises:
        ScenarioError: one sentence with the file, the line or key, and what would be right.
    """
    lines: Lines = {}
    try:
        text = path.read_text(encoding="utf-8")
        data = yaml.safe_load(text)
        if text.strip() and data is not None:
            _map_lines(yaml.compose(text, yaml.SafeLoader), (), lines, str(path))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        raise ScenarioError(f"{path}: line {line}: not readable as YAML: {error.problem}") from None
    except (yaml.YAMLError, RecursionError) as error:
        problem = str(error).partition("\n")[0]
        raise ScenarioError(f"{path}: not readable as YAML: {problem}") from None
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ScenarioError(f"{path}: cannot be read: it is not text in UTF-8") from None
    if not isinstance(data, dict):
        keys = ", ".join(model.model_fields)
        raise ScenarioError(f"{path}: must hold the keys {keys}, got {_kind(data)}")
    return parse_model(model, data, str(path), lines)


def _kind(data: Any) -> str:
    return {"NoneType": "nothing", "list": "a list"}.get(type(data).__name__, repr(data))


def parse_model(model: type[Model], data: dict, source: str, lines: Lines | None = None) -> Model:
    """Validate a mapping; errors as in `read_model`."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ScenarioError(explain(error, source, lines)) from None
