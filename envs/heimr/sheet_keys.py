"""Keys of Heimr's states for fields that no plain key fits: places, levels, guards, borders."""

from __future__ import annotations

from typing import Any

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.scenarios.sheet_keys import NO_FIGHTER, NONE, Key, Speaker, write_keys
from ..core.scenarios.yaml_models import FieldError, check_known
from .enums import DIRECTION_NAMES, SKILL_NAMES, Direction, Guarded
from .state import BORDER
from .tables import LOCATIONS, MOST_FIELD, SKILL_BITS

NOWHERE = "nowhere"
SIDES = {"east": Direction.EAST, "south": Direction.SOUTH}
"""The borders that a square owns (H7)."""
BORDER_KEYS = tuple(Key(name, name) for name in BORDER.names or ())
LEVEL = (1 << SKILL_BITS) - 1


def _number(value: Any, speaker: Speaker) -> int:
    """The number of a square [column, row] of the field."""
    columns, rows = speaker.scenario.size
    is_pair = isinstance(value, list | tuple) and len(value) == 2
    if not is_pair or not all(type(one) is int for one in value):
        raise FieldError(f"must be [column, row], got {value!r}")
    if not (0 <= value[0] < columns and 0 <= value[1] < rows):
        raise FieldError(f"must be in the field of {columns} x {rows} squares, got {value!r}")
    return int(value[1] * MOST_FIELD + value[0])


def _square(number: int) -> list[int]:
    return [number % MOST_FIELD, number // MOST_FIELD]


class PlaceKey(Key):
    """A key for a square of the field, or `nowhere`."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A square."""
        return f"[column, row] or {NOWHERE}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The square."""
        number = int(record[self.of or self.name])
        return _square(number) if number >= 0 else NOWHERE

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the square's number; errors as in `Key.write`."""
        number = NOBODY if value == NOWHERE else _number(value, speaker)
        record[self.of or self.name] = number


class HiddenKey(Key):
    """The key for hiding: it is first unknown to everybody, as in an ambush (RH50, RH59).

    The keys for those who know of it come after this one.
    """

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the flag, and that nobody knows of the fighter; errors as in `Key.write`."""
        super().write(record, fields, value, speaker)
        if value:
            record["known_by"], record["last_seen"] = 0, NOBODY


class PlacesKey(Key):
    """A key for a set of squares."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A list of squares."""
        return "a list of [column, row]"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The squares."""
        bits = int(record[self.name])
        return [_square(number) for number in range(LOCATIONS) if bits >> number & 1]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        if not isinstance(value, list):
            raise FieldError(f"must be a list of [column, row], got {value!r}")
        record[self.name] = sum({1 << _number(one, speaker) for one in value})


class LevelsKey(Key):
    """A key for a number of each Skill, two bits each."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """Skills with numbers."""
        return f"names of skills, each with 0 to {LEVEL}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The numbers that are not 0."""
        bits = int(record[self.name])
        told = {name: bits >> SKILL_BITS * at & LEVEL for at, name in enumerate(SKILL_NAMES)}
        return {name: level for name, level in told.items() if level}

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        if not isinstance(value, dict):
            raise FieldError(f"must be a mapping of skills, got {value!r}")
        bits = 0
        for name, level in value.items():
            check_known(name, SKILL_NAMES, "skill", name)
            if type(level) is not int or not 0 <= level <= LEVEL:
                raise FieldError(f"must be between 0 and {LEVEL}, got {level!r}", name)
            bits |= level << SKILL_BITS * SKILL_NAMES.index(name)
        record[self.name] = bits


class GuardedKey(Key):
    """The key for the ally or the border that a fighter guards; `guard` says which of them."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A fighter or a direction."""
        return f"a fighter, {', '.join(DIRECTION_NAMES)}, or {NONE}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The ally or the border."""
        number = int(record["guarded"])
        if number < 0:
            return NONE
        return speaker.label(number) if record["guard"] == Guarded.ALLY else DIRECTION_NAMES[number]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the number; errors as in `Key.write`."""
        if value in DIRECTION_NAMES:
            record["guarded"] = DIRECTION_NAMES.index(value)
        else:
            record["guarded"] = speaker.number(NO_FIGHTER if value == NONE else value)


class BordersKey(Key):
    """The key for borders as they are now: broken, opened, crossed (H148 to H150, H174)."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """The keys of a border."""
        told = [f"{key.name} ({key.value(_parts(fields))})" for key in BORDER_KEYS]
        return (
            f"a list of mappings: at ([column, row]), side ({', '.join(SIDES)}), {', '.join(told)}"
        )

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """Every border that is more than a line."""
        rows = []
        for number, border in enumerate(record["borders"]):
            names = {key.name: key.read(border, _parts(fields), speaker) for key in BORDER_KEYS}
            if any(value not in (0, False, NO_FIGHTER, NOBODY) for value in names.values()):
                side = tuple(SIDES)[number % 2]
                rows.append({"at": _square(number // 2), "side": side, **names})
        return rows

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the borders that are named; errors as in `Key.write`."""
        if not isinstance(value, list):
            raise FieldError(f"must be a list of mappings, got {value!r}")
        for row, entry in enumerate(value):
            if not isinstance(entry, dict) or entry.get("side") not in tuple(SIDES):
                raise FieldError(f"must have a side, {' or '.join(SIDES)}, got {entry!r}", row)
            number = 2 * _number(entry.get("at"), speaker) + tuple(SIDES).index(entry["side"])
            values = {key: one for key, one in entry.items() if key not in ("at", "side")}
            border = record["borders"][number]
            write_keys(BORDER_KEYS, border, _parts(fields), values, speaker, row)


def _parts(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    return next(one.parts for one in fields if one.name == "borders")
