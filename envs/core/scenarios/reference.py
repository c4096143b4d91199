"""The legal keys of a system's scenarios, read from its models and their docstrings."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from ..engine.battle import SEAT_CHOICES
from ..engine.record import Field
from .model import BaseScenario, Zone
from .sheet_keys import Key

ATTRIBUTES = re.compile(r"^Attributes:\n(.*?)(?:\n\S|\Z)", re.DOTALL | re.MULTILINE)
ENTRY = re.compile(r"^    (\w+): (.*(?:\n     +.*)*)", re.MULTILINE)
JOINED = re.compile(r"; (?=\w+: )")
"""Between two keys that one entry of a docstring explains."""
ONE_OR_MORE = (
    "a name of the cast; or a mapping with `base`; or a list of up to "
    f"{SEAT_CHOICES}, of which one is drawn"
)
"""The value of `fighter`, which a validator makes a list of mappings."""
SIMPLE = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false", Any: "a value",
}  # fmt: skip


class LegalKey(NamedTuple):
    """A key of a scenario file.

    Attributes:
        part: the part of the file, such as `scenario` or `red, blue`.
        key: its name in the file.
        value: the kind and range of its value, in words.
        meaning: its meaning in words; empty if its name says it.
    """

    part: str
    key: str
    value: str
    meaning: str


def legal_keys(model: type[BaseScenario]) -> list[LegalKey]:
    """Every key of a system's scenarios, part by part, outermost first."""
    keys = list(_keys_of(model, "scenario", set()))
    if model.sheet is None:
        return [key for key in keys if key.key not in ("state", "now")]
    sheet = model.sheet
    of_fighter = _keys_of_state("state", sheet.fighter, sheet.fighter_fields)
    return [*keys, *of_fighter, *_keys_of_state("now", sheet.battle, sheet.battle_fields)]


def _keys_of_state(part: str, keys: tuple[Key, ...], fields: tuple[Field, ...]) -> list[LegalKey]:
    rows = [f" ({key.row})" if key.row else "" for key in keys]
    return [
        LegalKey(part, key.name, key.value(fields), f"{key.meaning}{row}")
        for key, row in zip(keys, rows, strict=True)
    ]


def _keys_of(model: type[BaseModel], part: str, seen: set[type[BaseModel]]) -> Iterator[LegalKey]:
    meanings, inner = _meanings(model), dict[type[BaseModel], list[str]]()
    for name, field in model.model_fields.items():
        limits = {key: value for one in field.metadata for key, value in _limits(one).items()}
        told = _value(field.annotation, limits), meanings.get(name, "")
        yield LegalKey(part, name, *((ONE_OR_MORE, "") if name == "fighter" else told))
        for one in _models_in(field.annotation):
            inner.setdefault(one, []).append(name)
    for one, names in inner.items():
        if one not in seen:
            seen.add(one)
            yield from _keys_of(one, ", ".join(names), seen)


def _meanings(model: type[BaseModel]) -> dict[str, str]:
    """The meanings of the fields in the docstrings of a model and its bases."""
    found: dict[str, str] = {}
    for one in reversed(model.__mro__):
        section = ATTRIBUTES.search(inspect.cleandoc(one.__dict__.get("__doc__") or ""))
        for name, text in ENTRY.findall(section[1] if section else ""):
            first, *others = JOINED.split(" ".join(text.split()))
            found[name] = first.rstrip(".")
            found |= {
                key: other.rstrip(".") for key, _, other in (o.partition(": ") for o in others)
            }
    return found


def _limits(constraint: Any) -> dict[str, Any]:
    names = ("ge", "gt", "le", "lt", "min_length", "max_length")
    found = {name: getattr(constraint, name, None) for name in names}
    for inner in getattr(constraint, "metadata", ()):
        found |= _limits(inner)
    return {name: value for name, value in found.items() if value is not None}


def _value(kind: Any, limits: dict[str, Any]) -> str:
    """The kind of a value in words: `a whole number from 0 to 3`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _value(
            inner[0], limits | {k: v for one in inner[1:] for k, v in _limits(one).items()}
        )
    if origin in (Union, types.UnionType):
        return " or ".join(_value(one, limits) for one in inner if one is not type(None))
    if origin is Literal:
        return " or ".join(str(one) for one in inner)
    if origin in (list, tuple):
        return _list_in_words(origin, inner, limits)
    if origin is dict and inner[1] is Any:
        return "a mapping, see below"
    if origin is dict:
        return f"names, each with {_value(inner[1], {})}"
    if kind is Zone:
        return f"[{', '.join(Zone.model_fields)}]"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return f"keys: {', '.join(kind.model_fields)}"
    return SIMPLE.get(kind, str(kind)) + _range_in_words(limits)


def _list_in_words(origin: Any, inner: tuple[Any, ...], limits: dict[str, Any]) -> str:
    if origin is tuple:
        return f"[{', '.join(_value(one, {}) for one in inner)}]"
    most = f", at most {limits['max_length']}" if "max_length" in limits else ""
    entry = "" if _models_in(inner[0]) else f" of {_value(inner[0], {})}"
    return f"a list{entry}{most}"


def _range_in_words(limits: dict[str, Any]) -> str:
    if "ge" in limits and "le" in limits:
        return f" from {limits['ge']} to {limits['le']}"
    if "ge" in limits:
        return f", {limits['ge']} or more"
    return f" of at most {limits['max_length']} characters" if "max_length" in limits else ""


def _models_in(kind: Any) -> list[type[BaseModel]]:
    """The models with keys of their own that a type is made of."""
    if kind is Zone:
        return []
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [one for inner in typing.get_args(kind) for one in _models_in(inner)]
