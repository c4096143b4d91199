"""YAML files read into validated pydantic models, with errors in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from ..inputs.files import read_file
from ..inputs.plain_text import one_line
from .labels import in_words
from .yaml_errors import explain_yaml
from .yaml_models import LISTED_BY, ScenarioError

MAX_BYTES = 65_536
"""Larger YAML files are refused without reading them."""
MAX_DEPTH = 16
"""Most levels of nesting of a YAML file."""
MOST_PROBLEMS = 10
"""Most problems of one file that are told."""

Model = TypeVar("Model", bound=BaseModel)
Lines = dict[tuple[Any, ...], int]
"""The line of each key of a file; a key is given by its path."""


@dataclass(frozen=True)
class Origin:
    """Where a model comes from. All are equal: the same scenario from two files is the same.

    Attributes:
        source: the file, or other words for it.
        lines: the lines of its keys, as far as they are known.
    """

    source: str = field(default="", compare=False)
    lines: Lines = field(default_factory=dict, compare=False)

    def place(self, keys: tuple[Any, ...]) -> str:
        """The file and the line of a key, or of the innermost key around it that has one."""
        around = (keys[:end] for end in range(len(keys), 0, -1))
        line = next((self.lines[one] for one in around if one in self.lines), None)
        return f"{self.source}: line {line}" if line else self.source


# --- Errors in one sentence -----------------------------------------------------------------------

_WORDING = {
    "missing": "must be given",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "tuple_type": "must be a list",
    "string_too_long": "must have at most {max_length} characters",
    "finite_number": "must be a finite number",
    "literal_error": "must be {expected}",
    "too_long": "holds at most {max_length} entries, got {actual_length}",
    "too_short": "holds at least {min_length} entries, got {actual_length}",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "greater_than": "must be more than {gt}",
}
_KINDS = {
    "int": "must be a whole number",
    "float": "must be a number",
    "bool": "must be true or false",
}
"""Our messages for pydantic's errors, by type or by the beginning of the type."""


def _wording(problem: Any) -> str:
    kind = problem["type"]
    if kind == "value_error":
        return problem["msg"].removeprefix("Value error, ")
    if kind == "json_invalid":
        return f"it is no JSON ({problem['ctx']['error']})"
    general = _KINDS.get(kind.partition("_")[0], "cannot have this value")
    words = _WORDING.get(kind)
    text = words.format(**problem.get("ctx", {})) if words else general
    value = problem["input"]
    if kind == "list_type" and isinstance(value, str | int | float) and len(problem["loc"]) > 1:
        return f"{text}: write [{value}]"
    is_long = isinstance(value, dict | list) or kind == "missing"
    plain = {None: "nothing", True: "true", False: "false"}
    got = plain[value] if value is None or isinstance(value, bool) else repr(value)
    return text if is_long else f"{text}, got {got}"


def explain(error: ValidationError, origin: Origin | None = None, data: Any = None) -> str:
    """The first problem of a pydantic error as one sentence, and the number of the others.

    Args:
        error: pydantic's error.
        origin: where the data comes from.
        data: the data, for the names of fighters.
    """
    first = _sentence(error.errors(include_url=False)[0], origin, data)
    return first + (f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else "")


def _sentence(problem: Any, origin: Origin | None, data: Any) -> str:
    """One of pydantic's problems as one sentence."""
    keys = tuple(part for part in problem["loc"] if not str(part).startswith("function-"))
    keys += getattr(problem.get("ctx", {}).get("error"), "keys", ())
    parts = [origin.place(keys) if origin else "", in_words(keys, data), _wording(problem)]
    told = one_line(": ".join(part for part in parts if part))
    system = data.get("system") if isinstance(data, dict) else None
    if isinstance(system, str) and system.isidentifier():
        told = told.replace(LISTED_BY, LISTED_BY.replace("SYSTEM", system))
    return told


class InvalidModelError(ScenarioError):
    """A file or mapping that its model refuses; the message tells the first problem.

    Attributes:
        problems: a sentence for each problem, in the order of the model, at most `MOST_PROBLEMS`.
        count: number of problems.
    """

    def __init__(self, error: ValidationError, origin: Origin, data: Any) -> None:
        """Word pydantic's error."""
        super().__init__(explain(error, origin, data))
        found = error.errors(include_url=False)[:MOST_PROBLEMS]
        self.problems = [_sentence(problem, origin, data) for problem in found]
        self.count = error.error_count()


# --- Files ----------------------------------------------------------------------------------------


class _Loader(yaml.SafeLoader):
    """Composes plain YAML: no aliases, no tags, and no deeper than `MAX_DEPTH`."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}
    depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """The next node, without anchors and tags.

        Raises:
            yaml.MarkedYAMLError: it is an alias, has an anchor or a tag, or lies too deep.
        """
        event = self.peek_event()
        problem = ""
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            problem = "aliases and anchors (* and &) are not allowed: write it out"
        elif getattr(event, "tag", None) is not None:
            problem = "tags (!) are not allowed"
        elif self.depth >= MAX_DEPTH:
            problem = f"it is nested deeper than {MAX_DEPTH} levels"
        if problem:
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


_SCALARS: dict[str, tuple[str, str, Callable[[str], Any]]] = {
    "null": (r"null|Null|NULL|~|", "nN~\0", lambda _: None),
    "bool": (
        r"true|True|TRUE|false|False|FALSE", "tTfF", lambda text: text.lower() == "true"
    ),
    "int": (r"[-+]?[0-9]+(?:_[0-9]+)*", "-+0123456789", int),
    "float": (
        r"[-+]?(?:[0-9]+(?:_[0-9]+)*\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?",
        "-+.0123456789", float,
    ),
}  # fmt: skip
"""The meanings of a word without quotes, besides text: pattern, first letters, value."""

for _kind_of_scalar, (_pattern, _first, _) in _SCALARS.items():
    _Loader.add_implicit_resolver(
        _kind_of_scalar, re.compile(f"(?:{_pattern})\\Z"), ["" if c == "\0" else c for c in _first]
    )


def _text_of(node: Any) -> str:
    """The text of a YAML node.

    Raises:
        ScenarioError: an escape in it stands for half of a letter, which no file can hold.
    """
    text = str(node.value)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        line = node.start_mark.line + 1
        raise ScenarioError(f"line {line}: {text!r} has half of a letter: write the whole letter")
    return text


def _value_of(node: Any, keys: tuple[Any, ...], lines: Lines) -> Any:
    """The value of a YAML node, with the line of every key below it.

    Raises:
        ScenarioError: a key is not text, or occurs twice, or a text cannot be written.
    """
    lines.setdefault(keys, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_value_of(inner, (*keys, place), lines) for place, inner in enumerate(node.value)]
    if isinstance(node, yaml.ScalarNode):
        return _SCALARS[node.tag][2](node.value) if node.tag in _SCALARS else _text_of(node)
    values: dict[str, Any] = {}
    for key, inner in node.value:
        problem = "" if isinstance(key, yaml.ScalarNode) else "a key must be text"
        if not problem and _text_of(key) in values:
            problem = f"the key {key.value!r} stands twice"
        if problem:
            raise ScenarioError(f"line {key.start_mark.line + 1}: {problem}")
        lines[*keys, key.value] = key.start_mark.line + 1
        values[key.value] = _value_of(inner, (*keys, key.value), lines)
    return values


def _read_yaml(path: Path, lines: Lines) -> Any:
    """The content of a YAML file; `lines` gets the line of every key.

    Raises:
        ScenarioError: the file cannot be read, or is not plain YAML.
    """
    text = ""
    try:
        text = read_file(path, MAX_BYTES).decode("utf-8")
        node = yaml.compose(text, _Loader)
        return None if node is None else _value_of(node, (), lines)
    except ScenarioError:
        raise
    except OSError as error:
        raise ScenarioError(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ScenarioError("cannot be read: it is not text in UTF-8") from None
    except yaml.YAMLError as error:
        raise ScenarioError(explain_yaml(error, text)) from None
    except (ValueError, OverflowError) as error:  # of numbers and escapes
        problem = str(error).partition("\n")[0]
        raise ScenarioError(f"not readable as YAML: {problem}") from None


def read_model(model: type[Model], path: Path) -> Model:
    """Read a YAML file into a model.

    The file is plain YAML of at most `MAX_BYTES`: no aliases, anchors, merges or tags, one
    document, nested `MAX_DEPTH` levels deep at most. Numbers are decimal, `true` and `false` are
    the only booleans, keys are text.

    Raises:
        ScenarioError: one sentence with the file, the line or key, and what would be right.
    """
    lines: Lines = {}
    data = _read_keys(model, path, lines)
    return _validated(model, data, Origin(str(path), lines))


def read_key(path: Path, name: str) -> Any:
    """The value of one of the first level's keys, before a model checks it; None without the key.

    Raises:
        ScenarioError: as in `read_model`, for a file that is no mapping in plain YAML.
    """
    return _read_keys(BaseModel, path, {}).get(name)


def _read_keys(model: type[BaseModel], path: Path, lines: Lines) -> dict[str, Any]:
    """The keys of a YAML file; `lines` gets the line of each, and errors are those of `model`."""
    try:
        data = _read_yaml(path, lines)
    except ScenarioError as error:
        raise ScenarioError(one_line(f"{path}: {error}")) from None
    if not isinstance(data, dict):
        raise ScenarioError(one_line(f"{path}: {_no_mapping(model, data)}"))
    return data


def _no_mapping(model: type[BaseModel], data: Any) -> str:
    """The error of a file that holds no keys."""
    if data is None:
        return f"it is empty: {getattr(model, 'begun_by', LISTED_BY)}"
    needed = ", ".join(name for name, one in model.model_fields.items() if one.is_required())
    got = "a list" if isinstance(data, list) else repr(data)
    return f"must hold keys{needed and f', at least {needed}'}; got {got}"


def parse_model(model: type[Model], data: dict[str, Any], source: str) -> Model:
    """Validate a mapping; errors as in `read_model`, without lines."""
    return _validated(model, data, Origin(source))


def _validated(model: type[Model], data: dict[str, Any], origin: Origin) -> Model:
    """Validate a mapping; validators find its `Origin` in their context."""
    try:
        return model.model_validate(data, context=origin)
    except ValidationError as error:
        raise InvalidModelError(error, origin, data) from None
