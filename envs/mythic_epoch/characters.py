"""The characters of a scenario: entries of the cast with changes (RM10, RM27, RM29)."""

from __future__ import annotations

import numpy as np
from pydantic import Field, model_validator

from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .tables import (
    ARMOUR_NAMES,
    CAST,
    CAST_NAMES,
    NO_WEAPON,
    SKILL_MAXIMUM,
    SKILL_NAMES,
    WEAPON_NAMES,
)


class Person(Strict):
    """A fighter of the cast, with what differs from `cast.yaml`.

    Attributes:
        base: entry of the cast.
        skills: ratings, 0 to 10, that replace those of the entry (RM29).
        hand: weapon held; carried: a second one (RM27); armour: RM10.
    """

    base: str
    skills: dict[str, int] = Field(default_factory=dict)
    hand: str | None = None
    carried: str | None = None
    armour: str | None = None

    @model_validator(mode="after")
    def _in_the_book(self) -> Person:
        check_known(self.base, CAST_NAMES, "fighter in the cast", "base")
        for name, rating in self.skills.items():
            check_known(name, SKILL_NAMES, "skill", "skills", name)
            if not 0 <= rating <= SKILL_MAXIMUM:
                text = f"must be between 0 and {SKILL_MAXIMUM}, got {rating}"
                raise FieldError(text, "skills", name)
        for key, weapon in (("hand", self.hand), ("carried", self.carried)):
            if weapon is not None:
                check_known(weapon, WEAPON_NAMES, "weapon", key)
        if self.armour is not None:
            check_known(self.armour, ARMOUR_NAMES, "armour", "armour")
        if self.carried == "unarmed":
            raise FieldError("the bare hand cannot be carried: leave it out", "carried")
        return self

    def value(self, key: str, default: str | None) -> str | None:
        """The scenario's value, else the cast's."""
        own = getattr(self, key)
        return own if own is not None else CAST[self.base].get(key, default)


def fill_person(record: np.record, person: Person) -> None:
    """Write the skills and the equipment of a fighter into a record of PERSON."""
    skills = {**CAST[person.base]["skills"], **person.skills}
    record.skills = [skills.get(name, 0) for name in SKILL_NAMES]
    record.hand = WEAPON_NAMES.index(person.value("hand", "unarmed"))
    carried = person.value("carried", None)
    record.carried = NO_WEAPON if carried is None else WEAPON_NAMES.index(carried)
    record.armour = ARMOUR_NAMES.index(person.value("armour", "none"))
    record.cast = CAST_NAMES.index(person.base)
