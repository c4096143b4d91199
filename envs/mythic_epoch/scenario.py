"""Scenarios of Mythic Epoch: fighters, map and weapons (RM19, RM29, RM38, RM40)."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from ..core.engine.battle import MAX_SIDE, SEAT_CHOICES, SIDES
from ..core.scenarios.model import HIGH, LOW, BaseScenario, Seat, names_in, read_scenario
from ..core.scenarios.templates import begin_template, fill_seats, row_masks
from ..core.scenarios.yaml_models import FieldError, Strict
from .characters import Person, fill_person
from .enums import Status
from .rules.checks import is_melee_weapon
from .sheet import SHEET
from .state import TEMPLATE
from .tables import (
    ARMOUR_NAMES,
    CAST,
    CAST_NAMES,
    CONFIGS,
    ROUND_LIMIT,
    SKILL_NAMES,
    WEAPON_NAMES,
    WEAPON_SKILL,
)
from .text.names import CALLED

FOLDER = CONFIGS / "scenarios"


class Fighter(Seat):
    """A place in the battle and who may take it.

    Attributes:
        status: On Guard unless surprised (RM19).
    """

    fighter: list[Person] = Field(min_length=1, max_length=SEAT_CHOICES)
    status: Literal["on_guard", "off_guard"] = "on_guard"


class Switches(Strict):
    """Other readings of the book.

    Attributes:
        bind_at_will: a parry may be announced as one to bind (RM38).
        counter_attack_unopposed: a Counter-Attack is not reduced by the attack (RM30).
        recovery_adds_pool: Recover Stamina adds the pool (RM5).
    """

    bind_at_will: bool = False
    counter_attack_unopposed: bool = False
    recovery_adds_pool: bool = False


def _is_armed(seat: Fighter) -> bool:
    """Whether every fighter who may take the place holds a melee weapon."""
    hands = [person.value("hand", "unarmed") for person in seat.fighter]
    return all(is_melee_weapon(WEAPON_NAMES.index(hand)) for hand in hands)


class Held(Strict):
    """A pair that begins bound or grappled (RM38).

    Attributes:
        red: number of a red fighter, from 0.
        blue: number of a blue one, from 0.
    """

    red: int = Field(ge=0)
    blue: int = Field(ge=0)
    status: Literal["bound", "grappled"]


class Scenario(BaseScenario):
    """A scenario of Mythic Epoch.

    Attributes:
        rules: the rules that a table chooses.
        held: pairs that begin bound or grappled.
    """

    sheet: ClassVar = SHEET
    called: ClassVar = dict(zip(CAST_NAMES, CALLED, strict=True))
    vocabulary: ClassVar = {
        "cast": CAST_NAMES,
        "weapons": WEAPON_NAMES,
        "armour": ARMOUR_NAMES,
        "skills": SKILL_NAMES,
    }

    system: Literal["mythic_epoch"] = "mythic_epoch"
    red: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    blue: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    rules: Switches = Switches()
    held: list[Held] = Field(default_factory=list)

    @classmethod
    def skills_of(cls, person: Person) -> dict[str, int]:
        """Ratings of the cast and of the scenario (RM29)."""
        return {**CAST[person.base]["skills"], **person.skills}

    @classmethod
    def missing_skills(cls, person: Person) -> list[tuple[str, str]]:
        """Weapons whose skill is 0 (RM9)."""
        weapons = [person.value("hand", "unarmed"), person.value("carried", None)]
        pairs = [
            (one, SKILL_NAMES[WEAPON_SKILL[WEAPON_NAMES.index(one)]]) for one in weapons if one
        ]
        ratings = cls.skills_of(person)
        return [(weapon, skill) for weapon, skill in pairs if not ratings.get(skill)]

    @classmethod
    def arm(cls, person: dict[str, Any], items: list[str]) -> None:
        """One weapon is in hand (RM27)."""
        if len(items) != 1:
            raise ValueError(f"a fighter holds one weapon, got {' and '.join(items)}")
        person["hand"] = items[0]

    @classmethod
    def renumber(cls, data: dict[str, Any], kept: dict[str, list[int]]) -> None:
        """A pair with an absent fighter is free."""
        data["held"] = [
            {**pair, **{side: kept[side].index(pair[side]) for side in SIDES}}
            for pair in data.get("held", [])
            if all(pair[side] in kept[side] for side in SIDES)
        ]

    @model_validator(mode="after")
    def _pairs_exist(self) -> Scenario:
        seen: set[tuple[str, int]] = set()
        for place, pair in enumerate(self.held):
            for side, number in (("red", pair.red), ("blue", pair.blue)):
                size = len(getattr(self, side))
                if number >= size:
                    text = (
                        f"must be between 0 and {size - 1}, the number of a fighter, got {number}"
                    )
                    raise FieldError(text, "held", place, side)
                if (side, number) in seen:
                    raise FieldError(f"fighter {number} is held twice", "held", place, side)
                seen.add((side, number))
            self._can_be_held(pair, "held", place)
        return self

    def _can_be_held(self, pair: Held, *keys: str | int) -> None:
        seats = (self.red[pair.red], self.blue[pair.blue])
        red, blue = (seat.at for seat in seats)
        if red is None or blue is None:
            raise FieldError("both fighters need a fixed place, at: [x, y]", *keys)
        if max(abs(red[0] - blue[0]), abs(red[1] - blue[1])) != 1:
            raise FieldError("both fighters must stand in adjacent squares", *keys)
        if any(seat.status == "off_guard" for seat in seats):
            text = f"a fighter who is {pair.status} cannot be off_guard: leave the status out"
            raise FieldError(text, *keys)
        if pair.status == "bound" and not any(map(_is_armed, seats)):
            raise FieldError("to be bound, one of the two must hold a melee weapon", *keys)


scenario_names = partial(names_in, FOLDER)
"""The scenarios that come with quintain."""

load_scenario = partial(read_scenario, Scenario, FOLDER)
"""A scenario by name or by the path of its file."""


def make_template(scenario: Scenario) -> np.ndarray:
    """The template record of a scenario: array `[1]` of TEMPLATE."""
    templates = begin_template(scenario, TEMPLATE, ROUND_LIMIT)
    template = templates[0]
    template.low[:] = row_masks(scenario.obstacles(LOW))
    template.high[:] = row_masks(scenario.obstacles(HIGH))
    for switch, is_on in scenario.rules:
        setattr(template, switch, is_on)
    fill_seats(template, scenario, fill_person)
    for seat, fighter in zip(template.seats, (*scenario.red, *scenario.blue), strict=False):
        seat.status = Status[fighter.status.upper()]
        seat.partner = -1
    _hold_pairs(template, scenario)
    return templates


def _hold_pairs(template: np.record, scenario: Scenario) -> None:
    for pair in scenario.held:
        red, blue = pair.red, len(scenario.red) + pair.blue
        for one, other in ((red, blue), (blue, red)):
            template.seats[one].status = Status[pair.status.upper()]
            template.seats[one].partner = other
