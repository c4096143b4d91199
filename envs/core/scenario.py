"""Scenario files: YAML read into validated pydantic models, with errors in one sentence.

A system subclasses `BaseScenario` with its own side and switch models. What all share is here: the
map as text, zones, sizes of sides, and the wording of errors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from .battle import MAP_HEIGHT, MAP_WIDTH, MAX_SIDE
from .system import nearest

FLOOR, LOW, HIGH = ".", "o", "#"
"""Letters of a map: open ground, a low obstacle (cover), a high one (cover, blocks lines)."""

Model = TypeVar("Model", bound=BaseModel)


class ScenarioError(ValueError):
    """A scenario that cannot be used; the message says where and what would be right."""


class Strict(BaseModel):
    """A model that refuses keys that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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
            raise ValueError("a zone is [left, top, right, bottom] with left <= right, top <= bottom")
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

    @field_validator("zone", mode="before")
    @classmethod
    def _zone_from_list(cls, value: Any) -> Any:
        if isinstance(value, list):
            if len(value) != 4:
                raise ValueError(f"a zone is [left, top, right, bottom], got {value}")
            return dict(zip(("left", "top", "right", "bottom"), value, strict=True))
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
        map: rows of `.` open ground, `o` low obstacle, `#` high obstacle.
        max_side: slots a side in observations and actions; 0 means the larger side.
        round_limit: rounds after which the battle is a draw; 0 means the system's own.
    """

    title: str
    description: str = ""
    map: str
    max_side: int = Field(0, ge=0, le=MAX_SIDE)
    round_limit: Annotated[int, Field(ge=0, le=10_000)] = 0

    @field_validator("map")
    @classmethod
    def _readable_map(cls, value: str) -> str:
        rows = value.split()
        if not rows or len(rows) > MAP_HEIGHT or any(len(row) != len(rows[0]) for row in rows):
            raise ValueError(f"a map has 1 to {MAP_HEIGHT} rows of equal length")
        if len(rows[0]) > MAP_WIDTH:
            raise ValueError(f"a map is at most {MAP_WIDTH} squares wide, got {len(rows[0])}")
        odd = set("".join(rows)) - {FLOOR, LOW, HIGH}
        if odd:
            raise ValueError(f"a map is made of '.', 'o' and '#', got {sorted(odd)}")
        return "\n".join(rows)

    def seats(self) -> list[tuple[str, Seat]]:
        """Every seat with its key in the file, red first."""
        return [
            (f"{side}.{number}", seat)
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
        blocked = set(self.obstacles(LOW)) | set(self.obstacles(HIGH))
        taken: dict[tuple[int, int], str] = {}
        for key, seat in self.seats():
            zone = seat.place()
            if not (0 <= zone.left and zone.right < width and 0 <= zone.top and zone.bottom < height):
                raise ValueError(f"{key} lies outside the map of {width} x {height} squares")
            if seat.at is not None:
                if seat.at in blocked:
                    raise ValueError(f"{key} stands in the obstacle at {list(seat.at)}")
                if seat.at in taken:
                    raise ValueError(f"{key} and {taken[seat.at]} both stand at {list(seat.at)}")
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
                raise ValueError(
                    f"{key} may find no free square: its zone has {len(squares)}, "
                    f"{rivals} other fighters may be there before"
                )
            before.append(squares)


def explain(error: ValidationError, source: str) -> str:
    """The first problem of a pydantic error as one sentence."""
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"] if not str(part).startswith("function-"))
    message = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "extra_forbidden":
        message = "unknown key"
    elif "input" in problem and not isinstance(problem["input"], dict | list):
        message = f"{message}, got {problem['input']!r}"
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return f"{source}: {where + ': ' if where else ''}{message}{more}"


def read_model(model: type[Model], path: Path) -> Model:
    """Read a YAML file into a model.

    Raises:
        ScenarioError: one sentence with the file, the line or key, and what would be right.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        raise ScenarioError(f"{path}: line {line}: not readable as YAML: {error.problem}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise ScenarioError(f"{path}: expected keys and values, got {type(data).__name__}")
    return parse_model(model, data, str(path))


def parse_model(model: type[Model], data: dict, source: str) -> Model:
    """Validate a mapping; errors as in `read_model`."""
    unknown = [key for key in data if key not in model.model_fields]
    if unknown:
        hint = nearest(str(unknown[0]), list(model.model_fields))
        raise ScenarioError(f"{source}: unknown key {unknown[0]!r}: {hint}")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ScenarioError(explain(error, source)) from None


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
        raise ScenarioError(f"no scenario {name!r}: {nearest(name, list(known))}")
    return known[name]
