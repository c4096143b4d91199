"""Scenarios of Martial: fighters, places, arms (D2, D3, D94, RD5, RD18, RD19, RD24, RD36)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from ..core.engine.battle import MAX_SIDE, SEAT_CHOICES, SIDES
from ..core.scenarios.model import HIGH, LOW, BaseScenario, Seat, names_in, read_scenario
from ..core.scenarios.templates import begin_template, fill_seats, row_masks
from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .enums import Part
from .sheet import SHEET
from .state import HANDS, PACK, TEMPLATE
from .tables import (
    ARMOUR_NAMES,
    ATTRIBUTE_LEAST,
    ATTRIBUTE_MOST,
    ATTRIBUTE_NAMES,
    BODY_FLY,
    BODY_NAMES,
    CAST,
    CAST_NAMES,
    CONFIGS,
    DROPS_AT,
    ENDLESS,
    FIRST_PART,
    IS_NATURAL,
    ITEM_HANDS,
    ITEM_NAMES,
    LEVEL_LIMIT,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_NAMES,
    ROUND_LIMIT,
    SKILL_NAMES,
)
from .text.names import CALLED

FOLDER = CONFIGS / "scenarios"

USUAL_LEVEL = 3
"""Level of a member of the cast without one of its own."""
MOST_TRAINING, MOST_ARMOUR = 100, 10
"""Highest training and natural armour: far below the limits of the record."""
LIMITS = {
    **dict.fromkeys(ATTRIBUTE_NAMES, (ATTRIBUTE_LEAST, ATTRIBUTE_MOST)),
    "level": (1, LEVEL_LIMIT),
    "training": (0, MOST_TRAINING),
    "natural_armour": (0, MOST_ARMOUR),
}
"""Lowest and highest of each number (RD5, RD24)."""

HOLDABLE = tuple(name for name, natural in zip(ITEM_NAMES, IS_NATURAL, strict=False) if not natural)
"""Weapons and shields that are not part of a body."""


def _most_injuries(part: Part) -> int:
    """Most old injuries of a part with which a fighter still stands armed and awake."""
    if part == Part.HEART:
        return 0
    if part in (Part.HAND, Part.ARM):
        return DROPS_AT - 1
    if part == Part.HEAD or PART_DESTROYED[part] == ENDLESS:
        return 1
    return int(PART_DESTROYED[part])


class Person(Strict):
    """A fighter of the cast, with what differs from `cast.yaml`.

    Attributes:
        base: entry of the cast.
        strength: -1 to 4, as are dexterity, constitution, intelligence and wisdom (RD24).
        level: 1 to 10 (RD24).
        body: one of `bodies.yaml` (D94).
        armour: RD19; natural_armour: of creatures.
        held: items in the hands, the main one first (RD18, RD19).
        carried: up to four items stowed (RD39).
        trained: skills (RD36); training: Stamina beyond that of the level (RD5).
        quick_draw: draws thrown weapons as a free action (D79).
        injuries: old ones, of the first part of a kind.
    """

    base: str
    strength: int | None = None
    dexterity: int | None = None
    constitution: int | None = None
    intelligence: int | None = None
    wisdom: int | None = None
    level: int | None = None
    body: str | None = None
    armour: str | None = None
    natural_armour: int | None = None
    held: list[str] | None = None
    carried: list[str] | None = None
    trained: list[str] | None = None
    training: int | None = None
    quick_draw: bool | None = None
    injuries: dict[str, int] | None = None

    @model_validator(mode="after")
    def _in_the_book(self) -> Person:
        check_known(self.base, CAST_NAMES, "fighter in the cast", "base")
        for key, (lowest, highest) in LIMITS.items():
            value = self.number(key)
            if not lowest <= value <= highest:
                raise FieldError(f"must be between {lowest} and {highest}, got {value}", key)
        check_known(self.name("body", "human"), BODY_NAMES, "body", "body")
        check_known(self.name("armour", "none"), ARMOUR_NAMES, "armour", "armour")
        for skill in self.several("trained"):
            check_known(skill, SKILL_NAMES, "skill", "trained")
        self._can_hold()
        self._can_be_injured()
        return self

    def _can_hold(self) -> None:
        for key in ("held", "carried"):
            for name in self.several(key):
                check_known(name, HOLDABLE, "weapon or shield", key)
        held = self.several("held")
        hands = sum(int(ITEM_HANDS[ITEM_NAMES.index(name)]) for name in held)
        if hands > HANDS:
            text = f"{' and '.join(held)} take {hands} hands, and there are {HANDS}"
            raise FieldError(text, "held")
        counts = PART_COUNT[self.body_index]
        if hands > max(counts[Part.HAND], counts[Part.ARM]):
            raise FieldError(f"a {BODY_NAMES[self.body_index]} has no hands for it", "held")
        if len(self.several("carried")) > PACK:
            text = f"holds at most {PACK} entries, got {len(self.several('carried'))}"
            raise FieldError(text, "carried")

    def _can_be_injured(self) -> None:
        for name, count in self.old_injuries().items():
            check_known(name, PART_NAMES, "body part", "injuries", name)
            part = Part[name.upper()]
            if PART_COUNT[self.body_index, part] == 0:
                text = f"a {BODY_NAMES[self.body_index]} has no {name}"
                raise FieldError(text, "injuries", name)
            most = _most_injuries(part)
            if not 0 <= count <= most:
                text = f"must be between 0 and {most}, got {count}" if most else "must be sound"
                raise FieldError(text, "injuries", name)

    def value(self, key: str, default: object) -> object:
        """The value of the scenario, else that of the cast."""
        own = getattr(self, key)
        return own if own is not None else CAST[self.base].get(key, default)

    def number(self, key: str) -> int:
        """An attribute, the level or another number."""
        return int(str(self.value(key, USUAL_LEVEL if key == "level" else 0)))

    def name(self, key: str, default: str) -> str:
        """The name of the body or the armour."""
        return str(self.value(key, default))

    def several(self, key: str) -> list[str]:
        """The names of items or skills."""
        names = self.value(key, [])
        assert isinstance(names, list)
        return names

    def old_injuries(self) -> dict[str, int]:
        """Injuries by kind of part."""
        injuries = self.value("injuries", {})
        assert isinstance(injuries, dict)
        return injuries

    @property
    def body_index(self) -> int:
        """Number of the body."""
        return BODY_NAMES.index(self.name("body", "human"))


class Fighter(Seat):
    """A place in the battle and who may take it.

    Attributes:
        prone: begins prone (D59, D60).
        flying: begins aloft.
    """

    fighter: list[Person] = Field(min_length=1, max_length=SEAT_CHOICES)
    prone: bool = False
    flying: bool = False

    @model_validator(mode="after")
    def _can_be_aloft(self) -> Fighter:
        if not self.flying:
            return self
        if self.prone:
            raise FieldError("a flyer cannot be prone: leave one of the two out", "prone")
        for person in self.fighter:
            if BODY_FLY[person.body_index] == 0:
                raise FieldError(f"{person.base} cannot fly", "flying")
        return self


class Scenario(BaseScenario):
    """A scenario of Martial.

    Attributes:
        hiding: the side that may hide, in an ambush (D3).
        ready: all are aware of each other and add Dexterity to the initiative (D2); left out it is
            so unless a side hides.
    """

    sheet: ClassVar = SHEET
    attributes: ClassVar = ("level", *ATTRIBUTE_NAMES)
    called: ClassVar = dict(zip(CAST_NAMES, CALLED, strict=True))
    vocabulary: ClassVar = {
        "cast": CAST_NAMES,
        "weapons and shields": HOLDABLE,
        "armour": ARMOUR_NAMES,
        "bodies": BODY_NAMES,
        "skills": SKILL_NAMES,
        "parts": PART_NAMES,
    }

    system: Literal["martial"] = "martial"
    red: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    blue: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    hiding: Literal["red", "blue"] | None = None
    ready: bool | None = None

    @classmethod
    def skills_of(cls, person: Person) -> dict[str, int]:
        """The trained skills, at the fighter's level (RD36)."""
        return dict.fromkeys(person.several("trained"), person.number("level"))

    @model_validator(mode="after")
    def _ready_or_ambushed(self) -> Scenario:
        if self.hiding and self.ready:
            text = "nobody is ready for an ambush: leave ready or hiding out"
            raise FieldError(text, "ready")
        return self

    @property
    def is_ready(self) -> bool:
        """Whether everyone adds Dexterity to the initiative (D2)."""
        return self.hiding is None if self.ready is None else self.ready


scenario_names = partial(names_in, FOLDER)
"""The scenarios that come with quintain."""

load_scenario = partial(read_scenario, Scenario, FOLDER)
"""A scenario by name or by the path of its file."""


def make_template(scenario: Scenario) -> np.ndarray:
    """A scenario as the record from which compiled code deploys: array `[1]` of TEMPLATE."""
    templates = begin_template(scenario, TEMPLATE, ROUND_LIMIT)
    template = templates[0]
    template.low[:] = row_masks(scenario.obstacles(LOW))
    template.high[:] = row_masks(scenario.obstacles(HIGH))
    template.hiding_side = SIDES.index(scenario.hiding) if scenario.hiding else NONE
    template.is_ready = scenario.is_ready
    fill_seats(template, scenario, _fill_person)
    for seat, fighter in zip(template.seats, (*scenario.red, *scenario.blue), strict=False):
        seat.prone, seat.flying = fighter.prone, fighter.flying
    return templates


def _fill_person(record: np.record, person: Person) -> None:
    record.attributes = [person.number(name) for name in ATTRIBUTE_NAMES]
    for key in ("level", "training", "natural_armour"):
        record[key] = person.number(key)
    record.trained = sum(1 << SKILL_NAMES.index(skill) for skill in set(person.several("trained")))
    record.body = person.body_index
    record.armour = ARMOUR_NAMES.index(person.name("armour", "none"))
    record.quick_draw = bool(person.value("quick_draw", False))
    record.held[:] = record.pack[:] = NONE
    for items, key in ((record.held, "held"), (record.pack, "carried")):
        for place, name in enumerate(person.several(key)):
            items[place] = ITEM_NAMES.index(name)
    for name, count in person.old_injuries().items():
        record.injuries[FIRST_PART[person.body_index, Part[name.upper()]]] = count
    record.cast = CAST_NAMES.index(person.base)
