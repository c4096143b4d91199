"""Scenario files as validated models.

A system subclasses `Seat` and `BaseScenario` with its own fighters and switches. The shared
parts are here: the map as text, zones, sizes of sides.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, get_args

from pydantic import Field, PrivateAttr, ValidationInfo, field_validator, model_validator

from ..engine.battle import (
    MAP_HEIGHT,
    MAP_WIDTH,
    MAX_ROUNDS,
    MAX_SIDE,
    PEOPLE_CAPACITY,
    SEAT_CHOICES,
    SIDES,
)
from ..inputs.spelling import names_like, nearest
from .labels import AgentName, SideAgents, free_beside, outside_map, side_label
from .sheets import Sheet, check_state, has_state
from .yaml_files import Model, Origin, read_model
from .yaml_models import Description, FieldError, FighterName, ScenarioError, Strict, Title

FLOOR, LOW, HIGH = ".", "o", "#"
"""Letters of a map: open ground, a low obstacle (cover), a high one (cover, blocks lines)."""

SQUARES, HEXES = ("square", "squares"), ("hex", "hexes")  # a place of a map in errors
SeatKey = tuple[str, int]
"""A seat in the file: ("red", 0)."""

Column = Annotated[int, Field(ge=0, le=MAP_WIDTH - 1)]
Row = Annotated[int, Field(ge=0, le=MAP_HEIGHT - 1)]
Place = Annotated[tuple[Column, Row], Field(strict=False)]
"""[column, row]; a list in the file."""
MOST_TEXT = 4 * MAP_WIDTH * MAP_HEIGHT
"""Most characters of a map in its file, including its indentation."""
MapText = Annotated[str, Field(max_length=MOST_TEXT)]


class Zone(Strict):
    """A rectangle of squares, both ends included.

    Attributes:
        left: first column, 0 is the western edge.
        top: first row, 0 is the northern edge.
        right: last column.
        bottom: last row.
    """

    left: Column
    top: Row
    right: Column
    bottom: Row

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
    """A place in the battle and the fighters who may take it.

    Attributes:
        at: the square [column, row], for a fighter without a zone.
        zone: the rectangle [left, top, right, bottom] for a random square.
        fighter: a name of the cast, a mapping with `base`, or a list of these to draw from.
        name: the fighter's own name; without one its side and kind name it, `the red archer 2`.
        agent: the agent that plays it, if the command line names nobody: a heuristic, `search:200`
            or a released NPC, with or without a character, `NAME?caution=0.8`.
        state: the fighter's sheet in the middle of a battle.
        spaces: the noun for a place of the map in errors, singular and plural.
    """

    spaces: ClassVar[tuple[str, str]] = SQUARES

    at: Place | None = None
    zone: Zone | None = None
    fighter: list[Any] = Field(min_length=1, max_length=SEAT_CHOICES)
    name: FighterName | None = None
    agent: AgentName | None = None
    state: dict[str, Any] | None = None

    @model_validator(mode="before")
    @classmethod
    def _keys_of_the_fighter(cls, data: Any) -> Any:
        (person,) = get_args(cls.model_fields["fighter"].annotation)
        for key in data if isinstance(data, dict) else ():
            meant = names_like(str(key), list(getattr(person, "model_fields", ())))
            if meant and not names_like(str(key), list(cls.model_fields)):
                raise FieldError(f"belongs to fighter: write {{base: ..., {meant[0]}: ...}}", key)
        return data

    @field_validator("at", mode="before")
    @classmethod
    def _square(cls, value: Any) -> Any:
        if not (isinstance(value, list | tuple) and len(value) == 2):
            raise ValueError(f"a {cls.spaces[0]} is [column, row], got {value!r}")
        return value

    @field_validator("zone", mode="before")
    @classmethod
    def _zone_from_list(cls, value: Any) -> Any:
        if isinstance(value, list) and len(value) == 4:
            return dict(zip(("left", "top", "right", "bottom"), value, strict=True))
        if not isinstance(value, dict | Zone):
            raise ValueError(f"a zone is [left, top, right, bottom], got {value!r}")
        return value

    @field_validator("fighter", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> list[Any]:
        people = value if isinstance(value, list) else [value]
        for one in people:
            if not isinstance(one, str | dict | Strict):
                raise ValueError(
                    f"a fighter is a name of the cast or a mapping with base, got {one!r}"
                )
        return [{"base": one} if isinstance(one, str) else one for one in people]

    @model_validator(mode="after")
    def _one_place(self) -> Seat:
        self.check_place()
        return self

    def check_place(self) -> None:
        """Refuse a seat without a place, or with two."""
        if (self.at is None) == (self.zone is None):
            raise ValueError("give either at: [x, y] or zone: [left, top, right, bottom]")

    def place(self) -> Zone:
        """Where the fighter may be placed: the zone, or the one square."""
        if self.zone is not None:
            return self.zone
        assert self.at is not None
        x, y = self.at
        return Zone.model_construct(left=x, top=y, right=x, bottom=y)


class BaseScenario(Strict):
    """The scenario fields of all systems.

    Attributes:
        system: the name of the system; with it a command needs only the name of the file.
        title: a few words.
        description: one or two sentences about the fight.
        map: rows of `.` open ground, `o` low and `#` high obstacles, and other `letters`.
        max_side: slots a side in observations and actions; 0 means the larger side.
        round_limit: rounds after which the battle is a draw; 0 means the system's own.
        red: the seats of a side; blue: of the other.
        agents: the agents of the sides, if the command line names nobody.
        now: where the battle stands, if it does not begin.
        sheet: the keys of `state` and `now`; None if the system has none.
        letters: the letters of a map.
        legend: their meanings.
        begun_by: the advice to the writer of an empty file.
        vocabulary: the names that the keys of a fighter accept, by their kind.
        called: the entries of the cast in sentences.
        attributes: the keys of a fighter with its attributes and its level.
        blocking: letters of places where nobody can stand.
        spaces: the noun for a place of the map in errors, singular and plural.
    """

    spaces: ClassVar[tuple[str, str]] = SQUARES
    letters: ClassVar[str] = FLOOR + LOW + HIGH
    legend: ClassVar[dict[str, str]] = {
        FLOOR: "open ground", LOW: "low obstacle", HIGH: "high obstacle",
    }  # fmt: skip
    begun_by: ClassVar[str] = "begin with `quintain new SYSTEM`"
    vocabulary: ClassVar[dict[str, tuple[str, ...]]] = {}
    called: ClassVar[dict[str, str]] = {}
    attributes: ClassVar[tuple[str, ...]] = ()
    blocking: ClassVar[str] = LOW + HIGH
    sheet: ClassVar[Sheet | None] = None

    system: str = ""
    title: Title
    description: Description = ""
    map: MapText
    max_side: int = Field(0, ge=0, le=MAX_SIDE)
    round_limit: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] = 0
    red: list[Any] = Field(min_length=1, max_length=MAX_SIDE)
    blue: list[Any] = Field(min_length=1, max_length=MAX_SIDE)
    agents: SideAgents | None = None
    now: dict[str, Any] | None = None

    _origin: Origin = PrivateAttr(default_factory=Origin)

    @field_validator("red", "blue", mode="before")
    @classmethod
    def _not_too_many(cls, value: Any) -> Any:
        if isinstance(value, list) and len(value) > MAX_SIDE:
            text = f"a side has at most {MAX_SIDE} fighters, got {len(value)}: fight in two waves"
            raise ValueError(f"{text} (docs/environments.md says why)")
        return value

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
                    f"{len(row)} {cls.spaces[1]} and row 0 has {len(rows[0])}"
                )
            odd = sorted(set(row) - set(cls.letters))
            if odd:
                made_of = ", ".join(map(repr, cls.letters))
                text = f"row {number} ({row}) has {odd[0]!r}"
                raise ValueError(f"a map is made of {made_of}, but {text}")
        if len(rows[0]) > MAP_WIDTH:
            most = f"{MAP_WIDTH} {cls.spaces[1]}"
            raise ValueError(f"a map is at most {most} wide, got {len(rows[0])}")
        return "\n".join(rows)

    @model_validator(mode="after")
    def _comes_from(self, info: ValidationInfo) -> BaseScenario:
        if isinstance(info.context, Origin):
            self._origin = info.context
        return self

    def place_of(self, keys: tuple[Any, ...]) -> str:
        """The file and line of a key, for errors; the title if the scenario is from no file."""
        return self._origin.place(keys) if self._origin.lines else self.title

    @classmethod
    def skills_of(cls, person: Any) -> dict[str, int]:
        """The skills that a fighter of the cast has, with their ratings."""
        return {}

    @classmethod
    def missing_skills(cls, person: Any) -> list[tuple[str, str]]:
        """Weapons that a fighter brings without their skill, each with the skill."""
        return []

    def seats(self) -> list[tuple[SeatKey, Seat]]:
        """Every seat with its key in the file, red first."""
        return [
            ((side, number), seat)
            for side in SIDES
            for number, seat in enumerate(getattr(self, side))
        ]

    def placed_seats(self) -> list[tuple[SeatKey, Seat]]:
        """The seats with a place of their own: all, unless a system overrides this."""
        return self.seats()

    @classmethod
    def arm(cls, person: dict[str, Any], items: list[str]) -> None:
        """Put weapons and shields into the hands of a fighter in the data of a scenario.

        Args:
            person: a mapping with `base`; whatever it held before is gone.
            items: names, the main hand first.

        Raises:
            ValueError: a fighter of the system cannot hold as many.
        """
        person["held"] = items

    @classmethod
    def renumber(cls, data: dict[str, Any], kept: dict[str, list[int]]) -> None:
        """Correct the numbers of seats in the data of a scenario that lost some of its seats.

        Args:
            data: the content of a file, whose lists `red` and `blue` hold the seats that are left.
            kept: the former numbers of these seats on their side, by side.
        """

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the map."""
        rows = self.map.split()
        return len(rows[0]), len(rows)

    def place_named(self, name: str) -> list[int]:
        """[column, row] of a place by its name, where the map has one such."""
        raise ValueError(f"a {self.spaces[0]} is column,row, as in 8,2, got {name!r}")

    def obstacles(self, letter: str) -> list[tuple[int, int]]:
        """Squares of the map with that letter."""
        rows = self.map.split()
        return [(x, y) for y, row in enumerate(rows) for x, got in enumerate(row) if got == letter]

    @model_validator(mode="after")
    def _places_exist(self) -> BaseScenario:
        width, height = self.size
        blocked = {square for letter in self.blocking for square in self.obstacles(letter)}
        taken: dict[tuple[int, int], SeatKey] = {}
        used = blocked | {seat.at for _, seat in self.placed_seats() if seat.at is not None}
        for key, seat in self.placed_seats():
            zone = seat.place()
            is_wide_enough = 0 <= zone.left and zone.right < width
            if not (is_wide_enough and 0 <= zone.top and zone.bottom < height):
                raise FieldError(outside_map(width, height, self.spaces[1]), *key)
            if seat.at is not None:
                other = f" like {side_label(*taken[seat.at])}" if seat.at in taken else ""
                if seat.at in blocked or other:
                    where = "in the obstacle " if seat.at in blocked else ""
                    text = f"stands {where}at {list(seat.at)}{other}"
                    raise FieldError(text + free_beside(seat.at, self.size, used), *key)
                taken[seat.at] = key
        self._zones_have_room(blocked)
        return self

    @model_validator(mode="after")
    def _names_differ(self) -> BaseScenario:
        taken: dict[str, SeatKey] = {}
        for key, seat in self.seats():
            name = (seat.name or "").casefold()
            if name in taken:
                text = f"{side_label(*taken[name])} is called {seat.name!r} too"
                raise FieldError(text, *key, "name")
            if name:
                taken[name] = key
        return self

    @model_validator(mode="after")
    def _states_are_legal(self) -> BaseScenario:
        if has_state(self):
            if self.sheet is None:
                raise ValueError("this system takes no state and no now: leave them out")
            check_state(self.sheet, self)
        return self

    @model_validator(mode="after")
    def _slots_suffice(self) -> BaseScenario:
        larger = max(len(self.red), len(self.blue))
        if self.max_side and self.max_side < larger:
            text = f"must be 0 or at least {larger}, the fighters of a side, got {self.max_side}"
            raise FieldError(text, "max_side")
        people = sum(len(seat.fighter) for _, seat in self.seats())
        if people > PEOPLE_CAPACITY:
            raise ValueError(f"at most {PEOPLE_CAPACITY} fighters to draw from, got {people}")
        return self

    def _zones_have_room(self, blocked: set[tuple[int, int]]) -> None:
        """Check seat by seat, in the order of placing, that a free square is always left (Hall)."""
        before: list[set[tuple[int, int]]] = []
        for key, seat in self.placed_seats():
            squares = seat.place().squares() - blocked
            rivals = sum(1 for others in before if others & squares)
            if len(squares) <= rivals:
                text = f"may find no free {self.spaces[0]}: its zone has {len(squares)}, "
                raise FieldError(f"{text}{rivals} other fighters may be there before", *key)
            before.append(squares)


def names_in(folder: Path) -> list[str]:
    """The scenarios in a folder by name."""
    return sorted(path.stem for path in folder.glob("*.yaml"))


def read_scenario(model: type[Model], folder: Path, name: str) -> Model:
    """A scenario by name or by the path of its file.

    Args:
        model: the model of the system's scenarios.
        folder: the folder of the scenarios that come with quintain.
        name: name of one of them, or a path that ends in `.yaml`.

    Raises:
        ScenarioError: one sentence with the file, the line or key, and what would be right.
    """
    return read_model(model, _find(name, folder))


def _find(name: str, folder: Path) -> Path:
    """The file of a scenario given by name or by path.

    Raises:
        ScenarioError: the file is missing; the message gives the nearest names.
    """
    if name.endswith((".yaml", ".yml")):
        return Path(name)
    known = names_in(folder)
    if name not in known:
        raise ScenarioError(f"no scenario {name!r} (a file ends in .yaml): {nearest(name, known)}")
    return folder / f"{name}.yaml"
