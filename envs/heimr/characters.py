"""The people of a scenario: the cast, with what differs (H2, H37, H97, H107, RH1, RH6, RH22)."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .enums import ABILITY_NAMES, ATTRIBUTE_NAMES, NONE, SKILL_NAMES, Hand, Wielding
from .state import HANDS, PACK
from .tables import (
    ARMOUR_NAMES,
    ATTRIBUTE_LEAST,
    ATTRIBUTE_MOST,
    CAST,
    CAST_NAMES,
    IS_WEAPON,
    ITEM_NAMES,
    RACE_NAMES,
    RACE_SKILLS,
    SKILL_BITS,
    SKILL_MOST,
    TRAINED_MOST,
    WIELDING,
)

MOST_MISSILES = 100
"""Most missiles in a quiver; the field of the record holds a few more."""
Pair = Annotated[tuple[int, int], Field(strict=False)]
"""Consistency and potential; a list in the file."""
NAMES = {"race": (RACE_NAMES, "human"), "armour": (ARMOUR_NAMES, "heavy")}
"""The allowed values of each name, and its default (RH1)."""


class Person(Strict):
    """A fighter of the cast, with what differs from `cast.yaml`.

    Attributes:
        base: entry of the cast.
        strength: -3 to 4, as are the other attributes (RH22).
        trained: consistency and potential by ability, 0 to 4 each (H37, RH22), besides the base's.
        skills: levels (RH6), besides those of the base and the race.
        race: one of `races.yaml` (RH1).
        armour: one of `armour.yaml` (RH1).
        held: the items in the hands, the sword hand first (H107).
        pack: up to three weapons within easy reach, which can be drawn (H97).
        bag: one item of any kind that is not within easy reach (H100).
        missiles: in the quiver (RH29).
    """

    base: str
    strength: int | None = None
    dexterity: int | None = None
    stamina: int | None = None
    intelligence: int | None = None
    sociability: int | None = None
    empathy: int | None = None
    trained: dict[str, Pair] | None = None
    skills: dict[str, int] | None = None
    race: str | None = None
    armour: str | None = None
    held: list[str] | None = None
    pack: list[str] | None = None
    bag: str | None = None
    missiles: int | None = None

    @model_validator(mode="after")
    def _in_the_book(self) -> Person:
        check_known(self.base, CAST_NAMES, "fighter in the cast", "base")
        for key, (names, _) in NAMES.items():
            check_known(self.name(key), names, key, key)
        for name in ATTRIBUTE_NAMES:
            _check_between(self.number(name), ATTRIBUTE_LEAST, ATTRIBUTE_MOST, name)
        for name, both in self.training().items():
            check_known(name, ABILITY_NAMES, "ability", "trained", name)
            for value in both:
                _check_between(value, 0, TRAINED_MOST, "trained", name)
        for name, level in self.levels().items():
            check_known(name, SKILL_NAMES, "skill", "skills", name)
            _check_between(level, 0, int(SKILL_MOST[SKILL_NAMES.index(name)]), "skills", name)
        _check_between(self.number("missiles"), 0, MOST_MISSILES, "missiles")
        self._can_carry()
        return self

    def _can_carry(self) -> None:
        held, pack, bag = self.several("held"), self.several("pack"), self.value("bag", None)
        for key, names in (("held", held), ("pack", pack), ("bag", [bag] if bag else [])):
            for name in names:
                check_known(str(name), ITEM_NAMES, "item", key)
        for name in pack:
            if not IS_WEAPON[ITEM_NAMES.index(str(name))]:
                raise FieldError(f"only weapons are within easy reach (H97), not {name!r}", "pack")
        if len(pack) > PACK:
            raise FieldError(f"holds at most {PACK} entries, got {len(pack)}", "pack")
        if len(held) > HANDS:
            raise FieldError(f"holds at most {HANDS} entries, got {len(held)}", "held")
        hands_of(held)

    def value(self, key: str, default: object) -> object:
        """The value of the scenario, else that of the cast."""
        own = getattr(self, key)
        return own if own is not None else CAST[self.base].get(key, default)

    def number(self, key: str) -> int:
        """An attribute or another number."""
        return int(str(self.value(key, 0)))

    def name(self, key: str) -> str:
        """The name of the race or the armour."""
        return str(self.value(key, NAMES[key][1]))

    def several(self, key: str) -> list[str]:
        """The names of items."""
        names = self.value(key, [])
        assert isinstance(names, list)
        return names

    def training(self) -> dict[str, tuple[int, int]]:
        """Trained consistency and potential: those of the cast, and what the scenario says."""
        return {**CAST[self.base].get("trained", {}), **(self.trained or {})}

    def levels(self) -> dict[str, int]:
        """Levels of skills: of the race, the cast, the scenario; the last one counts."""
        race = RACE_SKILLS.get(self.name("race"), {})
        return {**race, **CAST[self.base].get("skills", {}), **(self.skills or {})}


def _check_between(value: int, lowest: int, highest: int, *keys: str) -> None:
    if not lowest <= value <= highest:
        raise FieldError(f"must be between {lowest} and {highest}, got {value}", *keys)


def hands_of(held: list[str]) -> list[int]:
    """The hand that holds each of the held items, in their order (H107).

    An off-hand item goes into the off-hand, any other into the sword hand first.

    Raises:
        FieldError: they do not fit into two hands.
    """
    hands: list[int] = []
    for name in held:
        way = Wielding(int(WIELDING[ITEM_NAMES.index(name)]))
        hand = Hand.OFF if way == Wielding.OFF_HAND or Hand.SWORD in hands else Hand.SWORD
        fits = way in (Wielding.EITHER_HAND, Wielding.OFF_HAND) or hand == Hand.SWORD
        if hand in hands or not fits or (way == Wielding.BOTH_HANDS and len(held) > 1):
            raise FieldError(f"{' and '.join(held)} do not fit into two hands", "held")
        hands.append(int(hand))
    return hands


# --- Records --------------------------------------------------------------------------------------


def fill_person(record: np.record, person: Person) -> None:
    """All that a scenario says of a fighter."""
    record.attributes = [person.number(name) for name in ATTRIBUTE_NAMES]
    for which, name in enumerate(ABILITY_NAMES):
        trained = person.training().get(name, (0, 0))
        record.consistency[which], record.potential[which] = trained
    record.skills = sum(
        level << SKILL_BITS * SKILL_NAMES.index(name) for name, level in person.levels().items()
    )
    record.race = RACE_NAMES.index(person.name("race"))
    record.armour = ARMOUR_NAMES.index(person.name("armour"))
    record.held[:] = record.pack[:] = NONE
    held = person.several("held")
    for name, hand in zip(held, hands_of(held), strict=True):
        record.held[hand] = ITEM_NAMES.index(name)
    for place, name in enumerate(person.several("pack")):
        record.pack[place] = ITEM_NAMES.index(name)
    bag = person.value("bag", None)
    record.bag = ITEM_NAMES.index(str(bag)) if bag else NONE
    record.missiles = person.number("missiles")
    record.cast = CAST_NAMES.index(person.base)
