"""Parts of the pydantic models of YAML files: strict models, texts, errors in nested fields."""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ..inputs.spelling import names_like, nearest

MOST_NAME = 30
"""Most characters of a fighter's name."""
RESERVED_NAME = re.compile(r"(?i)(red|blue)[ _]?\d*|the (red|blue)\b.*|nobody")
"""Names that quintain gives itself: `Red`, `the blue archer 2`, `red 1`."""
JOINER = "\u200d"
"""Joins emoji into one, as in a family."""
LISTED_BY = "`quintain new SYSTEM` lists the names"
"""The clause of an error in place of a long list of names."""


class ScenarioError(ValueError):
    """A scenario that cannot be used; the message says where, and what would be right."""


class FieldError(ValueError):
    """A validation error in a nested field.

    Attributes:
        keys: the path from the validator's field to the wrong one.
    """

    def __init__(self, text: str, *keys: Any) -> None:
        """Build the error from its message and path."""
        super().__init__(text)
        self.keys = keys


def check_known(value: str, valid: tuple[str, ...], what: str, *keys: Any) -> None:
    """Refuse an unknown name; the message says what `what` it should name, and the nearest ones."""
    if value not in valid:
        raise FieldError(f"no {what} {value!r}: {nearest(value, list(valid), LISTED_BY)}", *keys)


def unknown_key(
    data: dict[str, Any], key: Any, valid: list[str], *keys: Any, listed_by: str = LISTED_BY
) -> FieldError:
    """The error of an unknown key of a mapping: the key that is meant, or what to write.

    YAML reads `{at: 1,6}` as the keys `at` and `6`, and `{at [1, 6]}` as one key, without a value.

    Args:
        data: the mapping.
        key: the unknown key.
        valid: the keys that it may have.
        keys: the path to the mapping.
        listed_by: a clause that says what lists them.
    """
    name, names = str(key), list(data)
    first, _, rest = name.replace(":", " ").partition(" ")
    if data[key] is None and first in valid and rest:
        text = f"a key ends with a colon and a space: write {first}: {rest.strip()}"
        return FieldError(text, *keys, key)
    before = [one for one in names[: names.index(key)] if data[one] is not None][-1:]
    is_listing = before and not isinstance(data[before[0]], list | dict)
    if data[key] is None and is_listing and not names_like(name, valid):
        others = takewhile(lambda one: data[one] is None, names[names.index(before[0]) + 1 :])
        values = ", ".join(map(str, (data[before[0]], *others)))
        text = f"several values need brackets: write {before[0]}: [{values}]"
        return FieldError(text, *keys, before[0])
    return FieldError(f"unknown key: {nearest(name, valid, listed_by)}", *keys, key)


def _in_one_line(text: str) -> str:
    """The text with single spaces for all white space.

    Raises:
        ValueError: a character does not print, and could forge the text around it.
    """
    line = " ".join(text.split())
    hidden = next((letter for letter in line if not letter.isprintable()), "")
    if hidden:
        name = unicodedata.name(hidden, "a control character").lower()
        joins = hidden == JOINER
        why = ": combined emoji are refused, take a simple one" if joins else ": leave it out"
        raise ValueError(f"must be text that can be printed, not U+{ord(hidden):04X}, {name}{why}")
    return line


def _names_a_fighter(name: str) -> str:
    """The name, if no sentence can mistake it for another fighter's.

    Raises:
        ValueError: it is empty or means a side, a place on a side, or nobody.
    """
    if not name:
        raise ValueError("must have at least one letter: leave it out")
    if RESERVED_NAME.fullmatch(name):
        raise ValueError(f"{name!r} means a side, its fighters or nobody: choose another name")
    return name


Title = Annotated[str, Field(max_length=100), AfterValidator(_in_one_line)]
"""A few words in one line, without control characters."""
FighterName = Annotated[
    str, Field(max_length=MOST_NAME), AfterValidator(_in_one_line), AfterValidator(_names_a_fighter)
]
"""The name of a fighter in one line, without control characters, and no label such as `red 1`."""
Description = Annotated[str, Field(max_length=2000), AfterValidator(_in_one_line)]
"""Some sentences, without control characters; line breaks become spaces."""


class Strict(BaseModel):
    """A model that refuses unknown keys and converts no types.

    Text, `true`, infinity and NaN are not numbers.

    Attributes:
        listed_by: the clause of an error that says what lists the keys.
    """

    listed_by: ClassVar[str] = LISTED_BY
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

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
                raise unknown_key(data, key, keys, listed_by=cls.listed_by)
        return data
