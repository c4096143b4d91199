"""Scenario files: YAML read into validated pydantic models, with errors in one sentence.

A system subclasses `BaseScenario` with its own side and switch models. What all share is here: the
map as text, zones, sizes of sides, and the wording of errors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from .battle import MAP_HEIGHT, MAP_WIDTH, MAX_SIDE
from .system import nearest

FLOOR, LOW, HIGH = ".", "o", "#"
"""Letters of a map: open ground, a low obstacle (cover), a high one (cover, blocks lines)."""

Model = TypeVar("Model", bound=BaseModel)
Lines = dict[tuple, int]
"""Keys of a file, as the way to them, and the lines in which they stand."""
SeatKey = tuple[str, int]
"""A seat in the file: ("red", 0)."""


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


class Zone(Strict):
    """A rectangle of squares, both ends included.

    Attributes:
        left: first column, 0 is the western edge.
        top: first row, 0 is the northern edge.
        right: last column.
        bottom: last row.
    """

    left: int = Field(ge=0)
    top: int = Field(ge=0)
    right: int
    bottom: int

    @model_validator(mode="after")
    def _ends_in_order(self) -> Zone:
        if self.right < self.left or self.bottom < self.top:
            got = [self.left, self.top, self.right, self.bottom]
            raise ValueError(
                "a zone is [left, top, right, bottom] with left <= right and top <= bottom, "
                f"got {got}"
            )
        return self

    def squares(self) -> set[tuple[int, int]]:
        """All squares of the zone."""
        return {
            (x, y)
            for x in range(self.left, self.right + 1)
            for y in range(self.top, self.bottom + 1)
        }


class Seat(Strict):
    """One fighter's place in a scenario.

    Attributes:
        at: the square [column, row]; or
        zone: the rectangle [left, top, right, bottom] in which it is placed at random.
    """

    at: tuple[int, int] | None = None
    zone: Zone | None = None

    @field_validator("at", mode="before")
    @classmethod
    def _square(cls, value: Any) -> Any:
        if not (isinstance(value, list | tuple) and len(value) == 2):
            raise ValueError(f"a square is [column, row], got {value!r}")
        return value

    @field_validator("zone", mode="before")
    @classmethod
    def _zone_from_list(cls, value: Any) -> Any:
        if isinstance(value, list) and len(value) == 4:
            return dict(zip(("left", "top", "right", "bottom"), value, strict=True))
        if not isinstance(value, dict | Zone):
            raise ValueError(f"a zone is [left, top, right, bottom], got {value!r}")
        return value

    @model_validator(mode="after")
    def _one_place(self) -> Seat:
        if (self.at is None) == (self.zone is None):
            raise ValueError("say either at: [x, y] or zone: [left, top, right, bottom]")
        return self

    def place(self) -> Zone:
        """Where the fighter may be placed: the zone, or the one square."""
        if self.zone is not None:
            return self.zone
        assert self.at is not None
        x, y = self.at
        return Zone.model_construct(left=x, top=y, right=x, bottom=y)


class BaseScenario(Strict):
    """What the scenarios of all systems say.

    Attributes:
        title: a few words.
        description: what the fight is about.
        map: rows of `.` open ground, `o` low obstacle, `#` high obstacle, and what else a system
            has in `letters`.
        max_side: slots a side in observations and actions; 0 means the larger side.
        round_limit: rounds after which the battle is a draw; 0 means the system's own.
        letters: of which a map is made.
        blocking: those on which nobody can stand.
    """

    letters: ClassVar[str] = FLOOR + LOW + HIGH
    blocking: ClassVar[str] = LOW + HIGH

    title: str
    description: str = ""
    map: str
    max_side: int = Field(0, ge=0, le=MAX_SIDE)
    round_limit: Annotated[int, Field(ge=0, le=10_000)] = 0

    @field_validator("map")
    @classmethod
    def _readable_map(cls, value: str) -> str:
        rows = value.split()
        if not 1 <= len(rows) <= MAP_HEIGHT:
            raise ValueError(f"a map has 1 to {MAP_HEIGHT} rows, got {len(rows)}")
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise ValueError(
                    f"all rows of a map are equally long, but row {number} ({row}) has "
                    f"{len(row)} squares and row 0 has {len(rows[0])}"
                )
            odd = sorted(set(row) - set(cls.letters))
            if odd:
                *most, last = map(repr, cls.letters)
                raise ValueError(
                    f"a map is made of {', '.join(most)} and {last}, "
                    f"but row {number} ({row}) has {odd[0]!r}"
                )
        if len(rows[0]) > MAP_WIDTH:
            raise ValueError(f"a map is at most {MAP_WIDTH} squares wide, got {len(rows[0])}")
        return "\n".join(rows)

    def seats(self) -> list[tuple[SeatKey, Seat]]:
        """Every seat with its key in the file, red first."""
        return [
            ((side, number), seat)
            for side in ("red", "blue")
            for number, seat in enumerate(getattr(self, side))
        ]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the map."""
        rows = self.map.split()
        return len(rows[0]), len(rows)

    def obstacles(self, letter: str) -> list[tuple[int, int]]:
        """Squares of the map with that letter."""
        rows = self.map.split()
        return [(x, y) for y, row in enumerate(rows) for x, got in enumerate(row) if got == letter]

    @model_validator(mode="after")
    def _places_exist(self) -> BaseScenario:
        width, height = self.size
        blocked = {square for letter in self.blocking for square in self.obstacles(letter)}
        taken: dict[tuple[int, int], SeatKey] = {}
        for key, seat in self.seats():
            zone = seat.place()
            is_wide_enough = 0 <= zone.left and zone.right < width
            if not (is_wide_enough and 0 <= zone.top and zone.bottom < height):
                raise AmissError(f"lies outside the map of {width} x {height} squares", *key)
            if seat.at is not None:
                if seat.at in blocked:
                    raise AmissError(f"stands in the obstacle at {list(seat.at)}", *key)
                if seat.at in taken:
                    other = ".".join(map(str, taken[seat.at]))
                    raise AmissError(f"stands at {list(seat.at)} like {other}", *key)
                taken[seat.at] = key
        self._zones_have_room(blocked)
        return self

    def _zones_have_room(self, blocked: set[tuple[int, int]]) -> None:
        """Hall's condition, seat by seat in the order of placing: a free square is always left."""
        before: list[set[tuple[int, int]]] = []
        for key, seat in self.seats():
            squares = seat.place().squares() - blocked
            rivals = sum(1 for others in before if others & squares)
            if len(squares) <= rivals:
                raise AmissError(
                    f"may find no free square: its zone has {len(squares)}, "
                    f"{rivals} other fighters may be there before",
                    *key,
                )
            before.append(squares)


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


def scenario_files(folder: Path) -> dict[str, Path]:
    """The scenarios in a folder by name."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def find_scenario(name: str, folder: Path) -> Path:
    """The file of a scenario given by name or by path.

    Raises:
        ScenarioError: no such file; the message gives the nearest names.
    """
    if name.endswith((".yaml", ".yml")):
        return Path(name)
    known = scenario_files(folder)
    if name not in known:
        hint = nearest(name, list(known))
        raise ScenarioError(f"no scenario {name!r} (a file ends in .yaml): {hint}")
    return known[name]
