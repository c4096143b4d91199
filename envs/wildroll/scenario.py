"""Scenarios of Wildroll: fighters, map and weapons (W10, W56, W68, W81, W106, RW3, RW12)."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from ..core.engine.battle import MAX_SIDE, SEAT_CHOICES, SIDES
from ..core.maps.hex_grid import HEX_COMPASS
from ..core.scenarios.labels import side_label
from ..core.scenarios.model import (
    FLOOR,
    HEXES,
    HIGH,
    LOW,
    BaseScenario,
    Seat,
    SeatKey,
    Zone,
    names_in,
    read_scenario,
)
from ..core.scenarios.templates import begin_template, fill_seats, row_masks
from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .characters import HOLDABLE, PLACES, Person, fill_person
from .enums import ATTRIBUTE_NAMES, NPC_NAMES, SKILL_NAMES, SPECIALISATION_NAMES, Posture
from .rules.combat_sequence.initiative import BOTH_SIDES
from .sheet import SHEET
from .state import TEMPLATE
from .tables import (
    ARMOUR_NAMES,
    CAST_NAMES,
    CHARM_NAMES,
    CONFIGS,
    IS_FALL,
    IS_MELEE,
    IS_MOUNT,
    IS_RANGED,
    IS_WALL,
    ITEM_NAMES,
    NONE,
    RACE_NAMES,
    RACE_SIZE,
    ROUND_LIMIT,
    SPELL_NAMES,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
)
from .text.names import CALLED

FOLDER = CONFIGS / "scenarios"

MOST_CURRENT = 9
"""Yards of a current at most."""


# --- Seats and scenarios --------------------------------------------------------------------------

NOWHERE = Zone.model_construct(left=0, top=0, right=0, bottom=0)
"""The place of a rider: that of its mount."""


GROUND_WORDS = {
    "steep": "steep slope",
    "knee": "water to the knee",
    "waist": "water to the waist",
    "deep": "water over the head",
    "muddy_knee": "muddy water to the knee",
    "muddy_waist": "muddy water to the waist",
    "slit": "arrow slit",
}
"""Kinds of ground whose names say too little by themselves (W68, W71)."""


class Fighter(Seat):
    """A place in the battle and who may take it.

    Attributes:
        posture: in which it begins (W30).
        rides: the seat of its side whose fighter it rides, counted from 0: `rides: 1` is the second
            (W106).
    """

    spaces: ClassVar = HEXES
    fighter: list[Person] = Field(min_length=1, max_length=SEAT_CHOICES)
    posture: Literal["standing", "crouching", "prone"] = "standing"
    rides: int | None = None

    def check_place(self) -> None:
        """A fighter on foot has its own place, a rider has none."""
        if self.rides is None:
            super().check_place()
            return
        if self.at is not None or self.zone is not None:
            raise ValueError("a rider is where its mount is: leave at and zone out")
        if self.posture != "standing":
            raise FieldError("a rider sits upright: leave it out", "posture")

    def place(self) -> Zone:
        """Where the fighter may be placed; nowhere if it rides."""
        return super().place() if self.rides is None else NOWHERE


class Current(Strict):
    """The current of deep water (W68).

    Attributes:
        direction: one of the six sides of a hex, north-east to north-west.
        yards: how far it carries in a turn.
    """

    direction: str
    yards: int = Field(ge=0, le=MOST_CURRENT)

    @model_validator(mode="after")
    def _towards_a_side(self) -> Current:
        check_known(self.direction, HEX_COMPASS, "direction", "direction")
        return self


class Scenario(BaseScenario):
    """A scenario of Wildroll.

    Attributes:
        hiding: the side that begins hidden (XW1, H26).
        wary: the side that may be surprised, or both (W56).
        current: of the deep water (W68).
    """

    spaces: ClassVar = HEXES
    letters: ClassVar[str] = FLOOR + LOW + HIGH + TERRAIN_LETTERS.replace(FLOOR, "")
    legend: ClassVar = BaseScenario.legend | {
        letter: GROUND_WORDS.get(name, name.replace("_", " "))
        for letter, name in zip(TERRAIN_LETTERS, TERRAIN_NAMES, strict=True)
    }
    sheet: ClassVar = SHEET
    attributes: ClassVar = ATTRIBUTE_NAMES
    called: ClassVar = dict(zip(CAST_NAMES, CALLED, strict=True))
    vocabulary: ClassVar = {
        "cast": CAST_NAMES,
        "races": RACE_NAMES,
        "weapons, shields and tools": HOLDABLE,
        "armour": ARMOUR_NAMES,
        "skills": SKILL_NAMES,
        "specialisations": SPECIALISATION_NAMES,
        "spells": SPELL_NAMES,
        "magical items": CHARM_NAMES,
        "kinds of NPC": NPC_NAMES,
    }
    blocking: ClassVar[str] = (
        LOW
        + HIGH
        + "".join(
            letter
            for letter, wall, fall in zip(TERRAIN_LETTERS, IS_WALL, IS_FALL, strict=True)
            if wall or fall
        )
    )

    system: Literal["wildroll"] = "wildroll"
    red: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    blue: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    hiding: Literal["red", "blue"] | None = None
    wary: Literal["red", "blue", "both"] | None = None
    current: Current | None = None

    @classmethod
    def skills_of(cls, person: Person) -> dict[str, int]:
        """Skills and specialisations that are not 0 (RW3)."""
        both = {**person.counts("skills"), **person.counts("specialisations")}
        return {name: rating for name, rating in both.items() if rating}

    @classmethod
    def missing_skills(cls, person: Person) -> list[tuple[str, str]]:
        """Weapons in hand or stowed without Melee or Aim (RW3, RW7)."""
        ratings = person.counts("skills")
        stowed = [one for key in PLACES for one in person.several(key)]
        found = []
        for name in [*person.several("held"), *stowed]:
            item = ITEM_NAMES.index(name)
            skill = "aim" if IS_RANGED[item] else "melee"
            if (IS_RANGED[item] or IS_MELEE[item]) and not ratings.get(skill):
                found.append((name, skill))
        return found

    @model_validator(mode="after")
    def _led_and_mounted(self) -> Scenario:
        for side in SIDES:
            seats = getattr(self, side)
            if all(any(person.is_animal for person in seat.fighter) for seat in seats):
                raise FieldError("may have nobody but animals, which need a rider", side)
            for number, seat in enumerate(seats):
                if seat.rides is not None:
                    check_ride(seats, number, side)
        return self

    @classmethod
    def renumber(cls, data: dict[str, Any], kept: dict[str, list[int]]) -> None:
        """Riders need their mount.

        Raises:
            ValueError: "red 2 rides red 1: leave both out, or neither".
        """
        for side in SIDES:
            for seat, number in zip(data[side], kept[side], strict=True):
                mount = seat.get("rides")
                if mount is not None and mount not in kept[side]:
                    raise ValueError(
                        f"{side} {number + 1} rides {side} {mount + 1}: leave both out, or neither"
                    )
                if mount is not None:
                    seat["rides"] = kept[side].index(mount)

    def placed_seats(self) -> list[tuple[SeatKey, Seat]]:
        """The seats that have a place of their own: not those who ride."""
        return [
            (key, seat)
            for key, seat in self.seats()
            if isinstance(seat, Fighter) and seat.rides is None
        ]


def check_ride(seats: list[Fighter], number: int, side: str) -> None:
    """Refuse a rider without a mount, or with a shared or too weak one (W86, W106, W108)."""
    keys = (side, number, "rides")
    ridden = seats[number].rides
    assert ridden is not None
    if not 0 <= ridden < len(seats):
        most = len(seats) - 1
        first = f"0 is {side_label(side, 0)}"
        raise FieldError(f"must be a seat of its side, 0 to {most} ({first}), got {ridden}", *keys)
    if seats[ridden].rides is not None:
        raise FieldError(f"{side_label(side, ridden)} rides, so that nobody can ride it", *keys)
    for other, seat in enumerate(seats[:number]):
        if seat.rides == ridden:
            who, taken_by = side_label(side, ridden), side_label(side, other)
            raise FieldError(f"{who} is ridden by {taken_by} already", *keys)
    for mount in seats[ridden].fighter:
        if not IS_MOUNT[mount.race_index]:
            who = f"{ridden} is {side_label(side, ridden)}, as seats count from 0"
            raise FieldError(f"{mount.base} is no mount: {who}", *keys)
        for rider in seats[number].fighter:
            if RACE_SIZE[mount.race_index] < RACE_SIZE[rider.race_index]:
                raise FieldError(f"{mount.base} is smaller than {rider.base}", *keys)


scenario_names = partial(names_in, FOLDER)
"""The scenarios that come with quintain."""

load_scenario = partial(read_scenario, Scenario, FOLDER)
"""A scenario by name or by the path of its file."""


# --- Templates ------------------------------------------------------------------------------------


def make_template(scenario: Scenario) -> np.ndarray:
    """A scenario as the record from which compiled code deploys: array `[1]` of TEMPLATE."""
    templates = begin_template(scenario, TEMPLATE, ROUND_LIMIT)
    template = templates[0]
    _fill_map(template, scenario)
    template.hiding_side = SIDES.index(scenario.hiding) if scenario.hiding else NONE
    template.wary_side = {None: NONE, "both": BOTH_SIDES, "red": 0, "blue": 1}[scenario.wary]
    if scenario.current:
        template.current_side = HEX_COMPASS.index(scenario.current.direction)
        template.current_yards = scenario.current.yards
    fill_seats(template, scenario, fill_person)
    first = 0  # fighter of the side
    number = 0
    for seats in (scenario.red, scenario.blue):
        for fighter in seats:
            seat = template.seats[number]
            seat.posture = Posture[fighter.posture.upper()]
            seat.mount = NONE if fighter.rides is None else first + fighter.rides
            number += 1
        first = number
    return templates


def _fill_map(template: np.record, scenario: Scenario) -> None:
    walls = scenario.obstacles(HIGH)
    for kind, letter in enumerate(TERRAIN_LETTERS):
        for x, y in scenario.obstacles(letter):
            template.ground[y, x] = kind
            if IS_WALL[kind]:
                walls.append((x, y))
    template.low[:] = row_masks(scenario.obstacles(LOW))
    template.high[:] = row_masks(walls)
