"""Scenarios of Platemail: fighters, map and weapons (RP1, RP23, RP38, RP40, RP48, RP49)."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from ..core.engine.battle import MAX_SIDE, SEAT_CHOICES, SIDES
from ..core.maps.square_grid import distance
from ..core.maps.square_los import line_is_clear
from ..core.scenarios.labels import side_label
from ..core.scenarios.model import FLOOR, HIGH, LOW, BaseScenario, Seat, names_in, read_scenario
from ..core.scenarios.templates import begin_template, fill_seats, row_masks
from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .rules.bodies import is_melee_weapon
from .sheet import CLOSED_DOOR, OPEN_DOOR, SHEET
from .state import DOORS, TEMPLATE
from .tables import (
    ARMOUR_NAMES,
    ATTACK_BONUS_LIMIT,
    ATTRIBUTE_LIMIT,
    CAST,
    CAST_NAMES,
    CONFIGS,
    MAX_WOUNDS,
    NONE,
    ROUND_LIMIT,
    SHIELD_NAMES,
    SKILL_LIMIT,
    SPELL_NAMES,
    WEAPON_HANDS,
    WEAPON_NAMES,
)
from .text.names import CALLED

FOLDER = CONFIGS / "scenarios"

RAISED = "^"
"""Map letter of higher ground (RP40); those of doors are in `sheet.py`."""

NOTHING = "none"
"""Name for an empty place: no shield, armour, second or carried weapon."""

ATTRIBUTES = ("strength", "dexterity", "will")
SKILLS = ("stealth", "perception", "medical")
MOST = 20
"""Upper bound of Max Wounds and doses of poison."""
LIMITS = {
    **dict.fromkeys(ATTRIBUTES, (-ATTRIBUTE_LIMIT, ATTRIBUTE_LIMIT)),
    **dict.fromkeys(SKILLS, (0, SKILL_LIMIT)),
    "attack_bonus": (0, ATTACK_BONUS_LIMIT),
    "max_wounds": (1, MOST),
    "poison": (0, MOST),
}
"""Lowest and highest of each number (RP1)."""


def _hands(weapon: str) -> int:
    """Hands that a weapon takes; the bare hand and none take none."""
    is_held = weapon not in (NOTHING, "unarmed")
    return int(WEAPON_HANDS[WEAPON_NAMES.index(weapon)]) if is_held else 0


class Person(Strict):
    """A fighter of the cast, with what differs from `cast.yaml`.

    Attributes:
        base: entry of the cast.
        strength: -3 to 3, as are dexterity and will (RP1).
        stealth: 0 to 3, as are perception and medical (RP1).
        attack_bonus: 0 to 4 (RP1).
        max_wounds: P42.
        hand: weapon in the right or both hands; second: in the left; shield; armour.
        carried_hand: the other set, with carried_second and carried_shield (RP38).
        spells: the known spells (RP23).
        poison: doses (RP21).
        mounted: RP44.
    """

    base: str
    strength: int | None = None
    dexterity: int | None = None
    will: int | None = None
    stealth: int | None = None
    perception: int | None = None
    medical: int | None = None
    attack_bonus: int | None = None
    max_wounds: int | None = None
    hand: str | None = None
    second: str | None = None
    shield: str | None = None
    armour: str | None = None
    carried_hand: str | None = None
    carried_second: str | None = None
    carried_shield: str | None = None
    spells: list[str] | None = None
    poison: int | None = None
    mounted: bool | None = None

    @model_validator(mode="after")
    def _in_the_book(self) -> Person:
        check_known(self.base, CAST_NAMES, "fighter in the cast", "base")
        for key, (lowest, highest) in LIMITS.items():
            value = self.number(key)
            if not lowest <= value <= highest:
                raise FieldError(f"must be between {lowest} and {highest}, got {value}", key)
        check_known(self.name("armour"), ARMOUR_NAMES, "armour", "armour")
        for carried in ("", "carried_"):
            self._can_be_held(carried)
        for spell in self.known_spells():
            check_known(spell, SPELL_NAMES, "spell", "spells")
        if self.known_spells() and self._held("") > 1:
            raise FieldError("a caster needs a free hand, but both hold something", "spells")
        return self

    def _can_be_held(self, carried: str) -> None:
        """Check the names of a set, and that two hands can hold it (RP19, RP38)."""
        hand, second, shield = (self.name(carried + key) for key in ("hand", "second", "shield"))
        weapons = (*WEAPON_NAMES, NOTHING) if carried else WEAPON_NAMES
        check_known(hand, weapons, "weapon", carried + "hand")
        check_known(second, (*WEAPON_NAMES, NOTHING), "weapon", carried + "second")
        check_known(shield, SHIELD_NAMES, "shield", carried + "shield")
        if carried and hand == "unarmed":
            raise FieldError("the bare hand cannot be carried: leave it out", "carried_hand")
        is_left = second != NOTHING
        if is_left and not (_hands(second) == 1 and is_melee_weapon(WEAPON_NAMES.index(second))):
            text = f"the second weapon is a one-handed melee weapon, got {second!r}"
            raise FieldError(text, carried + "second")
        beside = "second" if is_left else "shield"
        if hand == NOTHING and (is_left or shield != NOTHING):
            raise FieldError("needs carried_hand, the weapon beside it", carried + beside)
        if self._held(carried) > 2 and _hands(hand) == 2:
            text = f"{hand} takes both hands: say {carried}{beside}: {NOTHING}"
            raise FieldError(text, carried + beside)
        if self._held(carried) > 2:
            text = f"the left hand holds a weapon already: say {carried}shield: {NOTHING}"
            raise FieldError(text, carried + "shield")

    def _held(self, carried: str) -> int:
        """Hands needed for a set."""
        weapons = sum(_hands(self.name(carried + key)) for key in ("hand", "second"))
        return weapons + (self.name(carried + "shield") != NOTHING)

    def value(self, key: str, default: object) -> object:
        """The scenario's value, else the cast's."""
        own = getattr(self, key)
        return own if own is not None else CAST[self.base].get(key, default)

    def name(self, key: str) -> str:
        """The name of a weapon, shield or armour, `none` if there is none."""
        return str(self.value(key, "unarmed" if key == "hand" else NOTHING))

    def number(self, key: str) -> int:
        """An attribute, a skill or another number."""
        return int(str(self.value(key, MAX_WOUNDS if key == "max_wounds" else 0)))

    def known_spells(self) -> list[str]:
        """Names of his spells."""
        spells = self.value("spells", [])
        assert isinstance(spells, list)
        return spells


class Fighter(Seat):
    """A place in the battle and who may take it.

    Attributes:
        hidden: begins in hiding, with Stealth rolled (RP48).
        ward: the side loses when he falls (RP30).
    """

    fighter: list[Person] = Field(min_length=1, max_length=SEAT_CHOICES)
    hidden: bool = False
    ward: bool = False


class Switches(Strict):
    """Other readings of the book.

    Attributes:
        full_absorb: Penetration is compared with the whole Absorb, not with what is left (RP6).
        plan_alone: allies do not see each other's orders (XP1).
    """

    full_absorb: bool = False
    plan_alone: bool = False


class Scenario(BaseScenario):
    """A scenario of Platemail.

    On the map `.` is open, `o` low (one can stand there, in Cover), `#` high, `^` raised ground,
    `+` a closed door and `/` an open one (RP40).
    """

    letters: ClassVar[str] = FLOOR + LOW + HIGH + RAISED + CLOSED_DOOR + OPEN_DOOR
    legend: ClassVar = BaseScenario.legend | {
        RAISED: "raised ground",
        CLOSED_DOOR: "closed door",
        OPEN_DOOR: "open door",
    }
    sheet: ClassVar = SHEET
    attributes: ClassVar = (*ATTRIBUTES, "max_wounds")
    called: ClassVar = dict(zip(CAST_NAMES, CALLED, strict=True))
    vocabulary: ClassVar = {
        "cast": CAST_NAMES,
        "weapons": WEAPON_NAMES,
        "shields": SHIELD_NAMES,
        "armour": ARMOUR_NAMES,
        "spells": SPELL_NAMES,
    }
    blocking: ClassVar[str] = HIGH + CLOSED_DOOR

    system: Literal["platemail"] = "platemail"
    red: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    blue: list[Fighter] = Field(min_length=1, max_length=MAX_SIDE)
    rules: Switches = Switches()

    @classmethod
    def skills_of(cls, person: Person) -> dict[str, int]:
        """The skills and the attack bonus that are not 0 (RP1)."""
        told = {key: person.number(key) for key in (*SKILLS, "attack_bonus")}
        return {key: number for key, number in told.items() if number}

    @classmethod
    def arm(cls, person: dict[str, Any], items: list[str]) -> None:
        """A weapon in each hand, or one and a shield (RP19)."""
        shields = [item for item in items if item in SHIELD_NAMES]
        weapons = [item for item in items if item not in SHIELD_NAMES]
        if len(shields) > 1 or len(weapons) > 2:
            raise ValueError(f"two hands do not hold {' and '.join(items)}")
        hand, second = (*weapons, NOTHING, NOTHING)[:2]
        person.update(hand=hand, second=second, shield=(*shields, NOTHING)[0])

    @property
    def doors(self) -> list[tuple[int, int]]:
        """Squares with a door, row by row."""
        found = self.obstacles(CLOSED_DOOR) + self.obstacles(OPEN_DOOR)
        return sorted(found, key=lambda square: (square[1], square[0]))

    @model_validator(mode="after")
    def _doors_suffice(self) -> Scenario:
        if len(self.doors) > DOORS:
            raise FieldError(f"a map has at most {DOORS} doors, got {len(self.doors)}", "map")
        return self

    @model_validator(mode="after")
    def _one_ward_a_side(self) -> Scenario:
        for side in SIDES:
            wards = [number for number, seat in enumerate(getattr(self, side)) if seat.ward]
            if len(wards) > 1:
                text = f"a side has one ward at most, and {side_label(side, wards[0])} is one"
                raise FieldError(text, side, wards[1])
        return self

    @model_validator(mode="after")
    def _hidden_are_hidden(self) -> Scenario:
        """Check that a hidden fighter has Cover or Concealment wherever it may begin (RP48)."""
        low, high = self.rows(LOW), self.rows(HIGH + CLOSED_DOOR)
        for side, others in ((self.red, self.blue), (self.blue, self.red)):
            eyes = {square for seat in others for square in self._squares(seat)}
            for number, seat in enumerate(side):
                open_to_view = [
                    square
                    for square in sorted(self._squares(seat) if seat.hidden else ())
                    if not any(_is_screened(low, high, eye, square) for eye in eyes)
                ]
                if open_to_view:
                    text = (
                        f"cannot begin hidden at {list(open_to_view[0])}: every enemy sees it "
                        "without Cover"
                    )
                    raise FieldError(text, "red" if side is self.red else "blue", number)
        return self

    def _squares(self, seat: Seat) -> set[tuple[int, int]]:
        """Squares where a fighter may begin."""
        blocked = {square for letter in self.blocking for square in self.obstacles(letter)}
        return seat.place().squares() - blocked

    def rows(self, letters: str) -> np.ndarray:
        """The squares with one of these letters, a row a mask: array `[16]` int32."""
        return row_masks(square for letter in letters for square in self.obstacles(letter))


def _is_screened(
    low: np.ndarray, high: np.ndarray, eye: tuple[int, int], square: tuple[int, int]
) -> bool:
    """Whether terrain gives Cover or Concealment in a square from where an enemy stands (RP40)."""
    if not line_is_clear(high, *eye, *square):
        return True
    x, y = square
    in_low = bool(int(low[y]) >> x & 1)
    return distance(*eye, x, y) > 1 and (in_low or not line_is_clear(low, *eye, x, y))


scenario_names = partial(names_in, FOLDER)
"""The scenarios that come with quintain."""

load_scenario = partial(read_scenario, Scenario, FOLDER)
"""A scenario by name or by the path of its file."""


def make_template(scenario: Scenario) -> np.ndarray:
    """The template record of a scenario: array `[1]` of TEMPLATE."""
    templates = begin_template(scenario, TEMPLATE, ROUND_LIMIT)
    template = templates[0]
    template.low[:] = scenario.rows(LOW)
    template.high[:] = scenario.rows(HIGH + CLOSED_DOOR)
    template.raised[:] = scenario.rows(RAISED)
    template.door_x[:] = template.door_y[:] = -1
    for number, (x, y) in enumerate(scenario.doors):
        template.door_x[number], template.door_y[number] = x, y
    template.full_absorb = scenario.rules.full_absorb
    template.plans_together = not scenario.rules.plan_alone
    fill_seats(template, scenario, _fill_person)
    for seat, fighter in zip(template.seats, (*scenario.red, *scenario.blue), strict=False):
        seat.hidden, seat.is_ward = fighter.hidden, fighter.ward
    return templates


def _fill_person(record: np.record, person: Person) -> None:
    for key in (*ATTRIBUTES, *SKILLS, "attack_bonus", "max_wounds"):
        record[key] = person.number(key)
    for key in ("hand", "second", "carried_hand", "carried_second"):
        name = person.name(key)
        record[key] = NONE if name == NOTHING else WEAPON_NAMES.index(name)
    record.shield = SHIELD_NAMES.index(person.name("shield"))
    record.carried_shield = SHIELD_NAMES.index(person.name("carried_shield"))
    record.armour = ARMOUR_NAMES.index(person.name("armour"))
    record.doses = person.number("poison")
    record.mounted = bool(person.value("mounted", False))
    record.spells = sum(1 << SPELL_NAMES.index(spell) for spell in set(person.known_spells()))
    record.cast = CAST_NAMES.index(person.base)
