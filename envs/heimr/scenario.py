"""Scenarios of Heimr: their fighters and fields (H5 to H9, H147 to H156, RH18, RH55, RH59)."""

from __future__ import annotations

import re
from functools import partial
from string import digits
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, field_validator, model_validator

from ..core.engine.battle import MAX_SIDE, SEAT_CHOICES
from ..core.scenarios.labels import outside_map
from ..core.scenarios.model import (  # fmt: skip
    HIGH,
    BaseScenario,
    MapText,
    Place,
    Seat,
    names_in,
    read_scenario,
)
from ..core.scenarios.templates import begin_template, fill_seats
from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .characters import Person, fill_person
from .enums import ABILITY_NAMES, ATTRIBUTE_NAMES, DIRECTION_NAMES, SKILL_NAMES
from .rules.grid import border_of
from .sheet import SHEET
from .state import LOCATION, TEMPLATE
from .tables import (
    ARMOUR_NAMES,
    BORDER_KINDS,
    BORDER_NAMES,
    CAST_NAMES,
    CONFIGS,
    ITEM_ABILITIES,
    ITEM_NAMES,
    LEAST_FIELD,
    LOCATION_KINDS,
    LOCATION_LETTERS,
    MOST_DARKNESS,
    MOST_FIELD,
    NONE,
    RACE_NAMES,
    ROUND_LIMIT,
    STEP_X,
    STEP_Y,
    WALKED_HEIGHT,
    read_yaml,
)
from .text.names import CALLED, item_name

FOLDER = CONFIGS / "scenarios"

SideName = Literal["north", "east", "south", "west"]
PLACE_NAME = re.compile(r"([A-Z])([1-9]\d?)")
"""The name of a square on the drawn map."""
MOST_BORDERS = 4 * MOST_FIELD * MOST_FIELD
"""Sides of all squares of the largest field."""


# --- Seats and scenarios --------------------------------------------------------------------------


class Fighter(Seat):
    """A place in the battle and who may take it; many may share a square.

    Attributes:
        at: the square, by its name on the drawn map, A1 in the south-west (H5), or [column, row],
            from [0, 0] in the north-west; for a fighter without a zone.
        hidden: it begins hidden, where something conceals it (H95, RH59).
        prone: it begins prone (H127).
        on_top: it begins on top of what can be climbed there (H151).
    """

    fighter: list[Person] = Field(min_length=1, max_length=SEAT_CHOICES)
    hidden: bool = False
    prone: bool = False
    on_top: bool = False


class Border(Strict):
    """A border that is more than a line (H9).

    Attributes:
        at: the square on one side of it, A1 or [column, row].
        side: in which direction of that square it lies.
        kind: one of `borders.yaml`.
        unlocked: whether anybody can open it, a door or gate; else it can only be broken (HH24).
    """

    at: Place
    side: SideName
    kind: str
    unlocked: bool = False

    @model_validator(mode="after")
    def _of_a_kind(self) -> Border:
        check_known(self.kind, BORDER_NAMES, "kind of border", "kind")
        if self.unlocked and not BORDER_KINDS[self.kind].get("opens"):
            raise FieldError(f"must be false: {self.kind} is no door or gate", "unlocked")
        return self


class Exit(Strict):
    """A way off the field (RH55).

    Attributes:
        at: the square from which it leads, A1 or [column, row].
        side: in which direction.
    """

    at: Place
    side: SideName


class Scenario(BaseScenario):
    """A scenario of Heimr.

    Attributes:
        heights: the height of the ground, a digit a square, in rows like the map (H151).
        borders: those that are more than lines.
        exits: where one may flee.
        darkness: 0 to 3 (H155).
        weather: 0 to 3 (H155).
        blind_spots: whether the module is on (RH56).
    """

    letters: ClassVar[str] = LOCATION_LETTERS
    legend: ClassVar = {
        letter: name.replace("_", " ")
        for letter, name in zip(LOCATION_LETTERS, read_yaml("locations.yaml"), strict=True)
    }
    sheet: ClassVar = SHEET
    attributes: ClassVar = ATTRIBUTE_NAMES
    called: ClassVar = dict(zip(CAST_NAMES, CALLED, strict=True))
    vocabulary: ClassVar = {
        "cast": CAST_NAMES,
        "races": RACE_NAMES,
        "weapons, shields and tools": ITEM_NAMES,
        "armour": ARMOUR_NAMES,
        "abilities": ABILITY_NAMES,
        "skills": SKILL_NAMES,
        "kinds of border": BORDER_NAMES,
    }
    blocking: ClassVar[str] = HIGH

    system: Literal["heimr"] = "heimr"
    red: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    blue: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    heights: MapText | None = None
    borders: list[Border] = Field(default_factory=list, max_length=MOST_BORDERS)
    exits: list[Exit] = Field(default_factory=list, max_length=MOST_BORDERS)
    darkness: int = Field(0, ge=0, le=MOST_DARKNESS)
    weather: int = Field(0, ge=0, le=MOST_DARKNESS)
    blind_spots: bool = True

    @model_validator(mode="before")
    @classmethod
    def _places_by_name(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("map"), str):
            return data
        rows, found = data["map"].split(), dict(data)
        for key in ("red", "blue", "borders", "exits"):
            if isinstance(data.get(key), list):
                found[key] = [
                    {**one, "at": _place_named(one["at"], rows, key, number)}
                    if isinstance(one, dict) and isinstance(one.get("at"), str)
                    else one
                    for number, one in enumerate(data[key])
                ]
        return found

    @classmethod
    def skills_of(cls, person: Person) -> dict[str, int]:
        """The trained consistency of abilities, and the levels of skills (H37, RH6)."""
        trained = {name: both[0] for name, both in person.training().items()}
        return {name: rating for name, rating in {**trained, **person.levels()}.items() if rating}

    @classmethod
    def missing_skills(cls, person: Person) -> list[tuple[str, str]]:
        """Weapons without any trained ability to use them (H37, H107)."""
        weapons = [one for key in ("held", "pack") for one in person.several(key)]
        found = []
        for weapon in weapons:
            fits = [
                ABILITY_NAMES[one] for one in ITEM_ABILITIES[ITEM_NAMES.index(weapon)].nonzero()[0]
            ]
            if fits and not any(max(person.training().get(name, (0, 0))) for name in fits):
                name = item_name(ITEM_NAMES.index(weapon))
                found.append((name, " or ".join(fits)))
        return found

    def place_named(self, name: str) -> list[int]:
        """[column, row] of a square by its name, `B2` (H5)."""
        place = _place_named(name, self.map.split())
        return super().place_named(name) if place == name else list(place)

    @field_validator("heights")
    @classmethod
    def _readable_heights(cls, value: str | None) -> str | None:
        if value is not None and not set("".join(value.split())) <= set(digits):
            raise ValueError("heights are made of the digits 0 to 9, a row of them for each of map")
        return value

    @model_validator(mode="after")
    def _places_exist(self) -> Scenario:
        width, height = self.size
        for length in (width, height):
            if not LEAST_FIELD <= length <= MOST_FIELD:
                text = f"has {LEAST_FIELD} to {MOST_FIELD} squares a side, got {width} x {height}"
                raise FieldError(text, "map")
        rocks = set(self.obstacles(HIGH))
        for key, seat in self.seats():
            squares = seat.place().squares()
            if not all(0 <= x < width and 0 <= y < height for x, y in squares):
                raise FieldError(outside_map(width, height, self.spaces[1]), *key)
            if seat.at is not None and seat.at in rocks:
                raise FieldError(f"stands in the obstacle at {list(seat.at)}", *key)
            if not squares - rocks:
                raise FieldError("may find no free square: its zone is all rock", *key)
        return self

    @model_validator(mode="after")
    def _heights_fit(self) -> Scenario:
        if self.heights is not None:
            lengths = [len(row) for row in self.heights.split()]
            if lengths != [len(row) for row in self.map.split()]:
                raise FieldError("must have as many rows and columns as map", "heights")
        return self

    @model_validator(mode="after")
    def _borders_exist(self) -> Scenario:
        width, height = self.size
        for number, border in enumerate(self.borders):
            for x, y in (border.at, beyond(border)):
                if not (0 <= x < width and 0 <= y < height):
                    raise FieldError("does not lie between two squares", "borders", number)
        for number, way in enumerate(self.exits):
            (x, y), (to_x, to_y) = way.at, beyond(way)
            is_within = 0 <= to_x < width and 0 <= to_y < height
            if not (0 <= x < width and 0 <= y < height) or is_within:
                raise FieldError("must lead off the map from a square", "exits", number)
        return self


def _place_named(name: str, rows: list[str], *keys: Any) -> Any:
    """[column, row] of a square by its name, `B2`; another text as it is (H5).

    Raises:
        FieldError: the map has no such square.
    """
    match = PLACE_NAME.fullmatch(name.strip().upper())
    if match is None:
        return name
    column, row = ord(match[1]) - ord("A"), len(rows) - int(match[2])
    if not rows or column >= len(rows[0]) or not 0 <= row < len(rows):
        last = f"{chr(ord('A') + len(rows[0]) - 1)}{len(rows)}" if rows else "none"
        raise FieldError(f"the squares of this map are A1 to {last}, got {name!r}", *keys, "at")
    return [column, row]


def beyond(border: Border | Exit) -> tuple[int, int]:
    """The square beyond a border."""
    direction = DIRECTION_NAMES.index(border.side)
    return border.at[0] + int(STEP_X[direction]), border.at[1] + int(STEP_Y[direction])


scenario_names = partial(names_in, FOLDER)
"""The scenarios that come with quintain."""

load_scenario = partial(read_scenario, Scenario, FOLDER)
"""A scenario by name or by the path of its file."""


# --- Templates ------------------------------------------------------------------------------------


def make_template(scenario: Scenario) -> np.ndarray:
    """A scenario as the record from which compiled code deploys: array `[1]` of TEMPLATE."""
    templates = begin_template(scenario, TEMPLATE, ROUND_LIMIT)
    template = templates[0]
    _fill_locations(template, scenario)
    _fill_borders(template, scenario)
    template.darkness = scenario.darkness
    template.weather = scenario.weather
    template.blind_spots = scenario.blind_spots
    template.plain = _is_plain(template, scenario)
    fill_seats(template, scenario, fill_person)
    for number, (_, fighter) in enumerate(scenario.seats()):
        seat = template.seats[number]
        assert isinstance(fighter, Fighter)
        seat.hidden, seat.prone, seat.on_top = fighter.hidden, fighter.prone, fighter.on_top
    return templates


def _fill_locations(template: np.record, scenario: Scenario) -> None:
    heights = scenario.heights.split() if scenario.heights is not None else None
    for y, row in enumerate(scenario.map.split()):
        for x, letter in enumerate(row):
            location = template.locations[y * MOST_FIELD + x]
            kind = LOCATION_KINDS[LOCATION_LETTERS.index(letter)]
            for key in set(LOCATION.names or ()) & set(kind):
                location[key] = kind[key]
            location.concealment_height = kind.get("height", 0)
            location.floor = int(heights[y][x]) if heights is not None else 0
    for way in scenario.exits:
        location = template.locations[way.at[1] * MOST_FIELD + way.at[0]]
        location.exits = int(location.exits) | 1 << DIRECTION_NAMES.index(way.side)


def _fill_borders(template: np.record, scenario: Scenario) -> None:
    template.borders["first"] = template.borders["climb"] = NONE
    for border in scenario.borders:
        location = border.at[1] * MOST_FIELD + border.at[0]
        record = template.borders[border_of(location, DIRECTION_NAMES.index(border.side))]
        for key, value in BORDER_KINDS[border.kind].items():
            record[key] = value
        record.unlocked = border.unlocked


def _is_plain(template: np.record, scenario: Scenario) -> bool:
    """Whether nothing makes a way longer or closes it."""
    locations = template.locations
    flat = not locations["floor"].any() and not (locations["top"] > WALKED_HEIGHT).any()
    return bool(flat and not locations["void"].any() and not scenario.borders)
