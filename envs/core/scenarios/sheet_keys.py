"""The keys by which a person writes the state of a battle, each for a field of its record.

The one declaration of a key writes the field, reads it, and names its legal values. The range of a
number is that of its field (`engine/record.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..engine.battle import NOBODY
from ..engine.record import Field
from ..inputs.spelling import MOST_LISTED, nearest
from .labels import fighter_labels, find_fighter
from .yaml_models import LISTED_BY, FieldError, check_known, unknown_key

if TYPE_CHECKING:
    from .model import BaseScenario

NONE, NO_FIGHTER = "none", "nobody"
"""How a file writes an empty place and no fighter."""
MOST_KEYS = 40
"""Most keys of a state that an error lists."""


class Speaker:
    """The words of one scenario: labels of its fighters, and the size of its map."""

    def __init__(self, scenario: BaseScenario) -> None:
        """Take the labels of a scenario's fighters."""
        self.scenario = scenario
        self.labels = fighter_labels(scenario)

    def limit(self, name: str) -> int:
        """The number of a battle that bounds a field from above."""
        limits = dict(zip(("width", "height"), self.scenario.size, strict=True))
        return (limits | {"num_fighters": len(self.labels)})[name]

    def label(self, number: int) -> str:
        """The label of a fighter, `nobody` for -1."""
        return self.labels[number] if 0 <= number < len(self.labels) else NO_FIGHTER

    def number(self, label: Any) -> int:
        """The number of a fighter by a label, -1 for `nobody`."""
        if not isinstance(label, str):
            raise FieldError(f"must be a fighter, as in {self.labels[0]}, got {label!r}")
        return NOBODY if label == NO_FIGHTER else find_fighter(self.scenario, label)


@dataclass(frozen=True)
class Key:
    """A key of a state, which stands for one field of the record.

    Attributes:
        name: in the file.
        meaning: in the book's words, with the unit.
        row: its rows in RULES.md.
        of: the field's name, if it is not that of the key.
        names: names of the values of a number that stands for an enum or a table, from 0.
        places: names of the places of an array; without them a list has the values in order.
        is_set: whether each bit of the number stands for one of `names`.
        shift: the difference from the number to that of the file: 1 for rounds, counted from 1.
        is_rolled: whether dice decide it at the beginning, so that a saved state always names it.
        is_somebody: whether the fighter that it names cannot be `nobody`.
        is_bodily: whether its legal values depend on the fighter that is drawn for the seat.
        is_held: whether it is about the items that the fighter holds and carries.
        is_worn: whether it is about the armour.
    """

    name: str
    meaning: str
    row: str = ""
    of: str = ""
    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    is_set: bool = False
    shift: int = 0
    is_rolled: bool = False
    is_somebody: bool = False
    is_bodily: bool = False
    is_held: bool = False
    is_worn: bool = False

    def field_in(self, fields: tuple[Field, ...]) -> Field:
        """The declaration of its field."""
        return next(one for one in fields if one.name == (self.of or self.name))

    def covers(self) -> tuple[str, ...]:
        """The fields that it stands for."""
        return (self.of or self.name,)

    def value(self, fields: tuple[Field, ...]) -> str:
        """The kind and range of its value in words."""
        one = self.field_in(fields)
        if self.places:
            return f"places ({', '.join(self.places)}), each with {self._kind(one)}"
        return (
            f"a list of {self._kind(one)}, at most {one.shape[0]}" if one.shape else self._kind(one)
        )

    def _kind(self, one: Field) -> str:
        if self.is_set or one.is_set:
            return f"a list of {', '.join(self.names) if self.names else 'fighters'}"
        if self.names:
            return ", ".join((NONE, *self.names) if one.low < 0 else self.names)
        if one.limit == "num_fighters":
            may_be_none = one.low < 0 and not self.is_somebody
            return f"a fighter or {NO_FIGHTER}" if may_be_none else "a fighter"
        if (one.low, one.high) == (0, 1):
            return "true or false"
        return f"{one.low + self.shift:.10g} to {one.high + self.shift:.10g}"

    # --- Reading ----------------------------------------------------------------------------------

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The value of the field in a record, as a file writes it."""
        one, found = self.field_in(fields), record[self.of or self.name]
        if not one.shape:
            return self._told(one, int(found), speaker)
        empty = _empty(one)
        if self.places:
            named = zip(self.places, found.tolist(), strict=False)
            return {name: self._told(one, x, speaker) for name, x in named if x != empty}
        values = found.tolist()
        while values and values[-1] == empty:
            values.pop()
        return [self._told(one, value, speaker) for value in values]

    def _told(self, one: Field, number: int, speaker: Speaker) -> Any:
        if self.is_set or one.is_set:
            members = [at for at in range(64) if number >> at & 1]
            return [self.names[at] if self.names else speaker.label(at) for at in members]
        if self.names:
            return self.names[number] if number >= 0 else NONE
        if one.limit == "num_fighters":
            return speaker.label(int(number))
        return bool(number) if (one.low, one.high) == (0, 1) else int(number) + self.shift

    # --- Writing ----------------------------------------------------------------------------------

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write a value of the file into the field of a record, or of records `[B]` of fighters.

        Raises:
            FieldError: the value is none of the legal ones.
        """
        one, name = self.field_in(fields), self.of or self.name
        if not one.shape:
            record[name] = self._number(one, value, speaker)
            return
        numbers = [_empty(one)] * one.shape[0]
        if self.places:
            if not isinstance(value, dict):
                example = f"{{{self.places[0]}: ...}}"
                raise FieldError(f"write it as {example}, with keys of {_listed(self.places)}")
            for place, inner in value.items():
                check_known(place, self.places, "place", place)
                numbers[self.places.index(place)] = self._number(one, inner, speaker)
        else:
            if not isinstance(value, list) or len(value) > one.shape[0]:
                raise FieldError(f"must be a list of at most {one.shape[0]}, got {value!r}")
            numbers[: len(value)] = [self._number(one, inner, speaker) for inner in value]
        record[name] = numbers

    def _number(self, one: Field, value: Any, speaker: Speaker) -> int:
        if self.is_set or one.is_set:
            if not isinstance(value, list):
                raise FieldError(f"must be a list, got {value!r}")
            return sum({1 << self._member(inner, speaker) for inner in value})
        if self.names:
            return self._named(one, value)
        if one.limit == "num_fighters":
            number = speaker.number(value)
            if number < one.low or (number == NOBODY and self.is_somebody):
                raise FieldError(f"must be a fighter, as in {speaker.labels[0]}, got {value!r}")
            return number
        return self._counted(one, value, speaker)

    def _member(self, value: Any, speaker: Speaker) -> int:
        if self.names:
            check_known(str(value), self.names, "name")
            return self.names.index(value)
        number = speaker.number(value)
        if number == NOBODY:
            raise FieldError("nobody is no fighter: leave it out")
        return number

    def _named(self, one: Field, value: Any) -> int:
        legal = (NONE, *self.names) if one.low < 0 and NONE not in self.names else self.names
        if not isinstance(value, str) or value not in legal:
            hint = nearest(str(value), list(legal), LISTED_BY)
            raise FieldError(f"no {self.name} {value!r}: {hint}")
        return self.names.index(value) if value in self.names else NOBODY

    def _counted(self, one: Field, value: Any, speaker: Speaker) -> int:
        if (one.low, one.high) == (0, 1):
            if not isinstance(value, bool):
                raise FieldError(f"must be true or false, got {value!r}")
            return int(value)
        low, high = int(one.low) + self.shift, int(one.high) + self.shift
        if one.limit:
            high = min(high, speaker.limit(one.limit) - 1 + self.shift)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise FieldError(f"must be a whole number between {low} and {high}, got {value!r}")
        return value - self.shift


@dataclass(frozen=True)
class Pair(Key):
    """A key for two numbers that belong together: `at: [column, row]`.

    Attributes:
        fields: their fields.
    """

    fields: tuple[Key, ...] = field(default=())

    def covers(self) -> tuple[str, ...]:
        """The fields that it stands for."""
        return tuple(one.name for one in self.fields)

    def value(self, fields: tuple[Field, ...]) -> str:
        """The names of its numbers."""
        return f"[{', '.join(one.meaning for one in self.fields)}]"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """Both numbers."""
        return [one.read(record, fields, speaker) for one in self.fields]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write both numbers; errors as in `Key.write`."""
        if not isinstance(value, list | tuple) or len(value) != len(self.fields):
            raise FieldError(f"must be {self.value(fields)}, got {value!r}")
        for one, inner in zip(self.fields, value, strict=True):
            try:
                one.write(record, fields, inner, speaker)
            except FieldError as error:
                raise FieldError(f"{one.meaning} {error}") from None


@dataclass(frozen=True)
class Rows(Key):
    """A key for arrays side by side: a mapping for each row, such as a thing on the ground.

    `{}` is a row that is not in use, before one that is.

    Attributes:
        columns: keys of the mapping; the field of the first is -1 in a row that is not in use.
    """

    columns: tuple[Key, ...] = field(default=())

    def covers(self) -> tuple[str, ...]:
        """The fields that it stands for."""
        return tuple(name for one in self.columns for name in one.covers())

    def value(self, fields: tuple[Field, ...]) -> str:
        """The keys of a row."""
        told = [f"{one.name} ({one.value(_of_one(fields))})" for one in self.columns]
        return f"a list of mappings: {', '.join(told)}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """A mapping for each row in use."""
        single, used = _of_one(fields), record[self.covers()[0]]
        last = max((row for row in range(len(used)) if used[row] != NOBODY), default=NOBODY)
        rows = [{name: record[name][row] for name in self.covers()} for row in range(last + 1)]
        return [
            {one.name: one.read(values, single, speaker) for one in self.columns}
            if used[row] != NOBODY
            else {}
            for row, values in enumerate(rows)
        ]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the rows, and empty the others; errors as in `Key.write`."""
        most = len(record[self.covers()[0]])
        if not isinstance(value, list) or len(value) > most:
            example = f"[{{{self.columns[0].name}: ...}}]"
            raise FieldError(f"must be a list of at most {most}, as in {example}, got {value!r}")
        for declared in fields:
            if declared.name in self.covers():
                record[declared.name][:] = _empty(declared)
        for row, entry in enumerate(value):
            written: dict[str, int] = {}
            write_keys(self.columns, written, _of_one(fields), entry, speaker, row)
            for one in self.columns if entry else ():
                if one.name not in entry:
                    raise FieldError("must be given", row, one.name)
            for name, number in written.items():
                record[name][row] = number


def write_keys(
    keys: tuple[Key, ...],
    record: Any,
    fields: tuple[Field, ...],
    values: Any,
    speaker: Speaker,
    *path: Any,
) -> None:
    """Write the values of several keys in the order of `keys`; `record` as in `Key.write`.

    Raises:
        FieldError: a key or a value is illegal; its path begins with `path`.
    """
    known = {key.name: key for key in keys}
    if not isinstance(values, dict):
        example = f"{{{next(iter(known))}: ...}}"
        raise FieldError(f"write it as {example}, with keys of {_listed(tuple(known))}", *path)
    for name in values:
        if name not in known:
            raise unknown_key(values, name, list(known), *path, listed_by=_some_of(list(known)))
    for name in (name for name in known if name in values):
        try:
            known[name].write(record, fields, values[name], speaker)
        except FieldError as error:
            raise FieldError(str(error), *path, name, *error.keys) from None


def _some_of(names: list[str]) -> str:
    """The clause of an error that lists keys: all of them, or the first of very many."""
    if len(names) <= MOST_KEYS:
        return f"choose from {', '.join(names)}"
    return f"choose from {_listed(tuple(names))}: {LISTED_BY}"


def _of_one(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """The declarations of single elements of arrays."""
    return tuple(one._replace(shape=()) for one in fields)


def _empty(one: Field) -> int:
    """The number of an empty place of an array: -1 where that means nothing, else 0."""
    return NOBODY if one.low == NOBODY else 0


def _listed(names: tuple[str, ...]) -> str:
    if len(names) > MOST_LISTED:
        return f"{', '.join(names[: MOST_LISTED - 2])}, ..."
    return ", ".join(names)
