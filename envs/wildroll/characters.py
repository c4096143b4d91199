"""The people of a scenario: the cast, with what differs (W10, W81, W93, W102, RW3, RW12)."""

from __future__ import annotations

import numpy as np
from pydantic import model_validator

from ..core.scenarios.yaml_models import FieldError, Strict, check_known
from .enums import ATTRIBUTE_NAMES, NPC_NAMES, SKILL_NAMES, SPECIALISATION_NAMES, Container, Level
from .rules.common_actions.items import CONTAINER_OF
from .rules.health.wounds import slots
from .rules.stamina.stamina import normal_stamina
from .state import PERSON
from .tables import (
    ARMOUR_NAMES,
    ATTRIBUTE_LEAST,
    ATTRIBUTE_MOST,
    CAST,
    CAST_NAMES,
    CHARM_NAMES,
    CONDITION_LEVELS,
    IS_MOUNT,
    IS_NATURAL,
    IS_SENTIENT_MOUNT,
    ITEM_HANDS,
    ITEM_NAMES,
    NONE,
    RACE_HANDS,
    RACE_NAMES,
    SKILL_MOST,
    SPECIALISATION_BITS,
    SPECIALISATION_MOST,
    SPEED_LEAST,
    SPEED_MOST,
    SPELL_NAMES,
)

MOST_POTIONS = 9
"""Potions at most."""
LIMITS = {
    **dict.fromkeys(ATTRIBUTE_NAMES, (ATTRIBUTE_LEAST, ATTRIBUTE_MOST)),
    "speed": (SPEED_LEAST, SPEED_MOST),
    "potions": (0, MOST_POTIONS),
    **dict.fromkeys(("bleeding", "burning", "poisoned"), (0, CONDITION_LEVELS)),
}
"""Lowest and highest of each number (RW3, RW12)."""
TRAINING = {
    "skills": (SKILL_NAMES, SKILL_MOST),
    "specialisations": (SPECIALISATION_NAMES, SPECIALISATION_MOST),
}
"""Trainable abilities and their ranges (RW3)."""
NO_CHARM = "none"
NAMES = {
    "race": (RACE_NAMES, "human"),
    "armour": (ARMOUR_NAMES, "none"),
    "npc": (NPC_NAMES, "not"),
    "charm": ((NO_CHARM, *CHARM_NAMES), NO_CHARM),
}
"""Allowed names, and the default of each."""
HOLDABLE = tuple(name for name, natural in zip(ITEM_NAMES, IS_NATURAL, strict=True) if not natural)
"""Weapons, shields and tools that are no part of a body."""
PLACES = {
    one.name.lower(): [place for place, kind in enumerate(CONTAINER_OF) if kind == one]
    for one in Container
}
"""The places of the pack that each container has (W81)."""
WOUND_NAMES = tuple(level.name.lower() for level in Level if Level.NONE < level < Level.FATAL)
"""The wounds with which somebody can begin: none that lays one low at once (W8)."""


class Person(Strict):
    """A fighter of the cast, with what differs from `cast.yaml`.

    Attributes:
        base: entry of the cast.
        strength: -5 to 5, as are the other attributes, but Speed -10 to 10 (RW3).
        skills: 0 to 3 (RW3), besides those of the base.
        specialisations: 0 to 2 (RW3), besides those of the base.
        race: one of `races.yaml`.
        armour: RW9.
        npc: not, minion, standard or elite (W10).
        held: the items in the hands, the main hand first (RW7).
        scabbard: up to two items stowed; pouch, sack: one each (W81).
        spells: RW19.
        charm: a magical item (W93), or none.
        potions: how many (W102).
        trained: a mount that is trained for battle (W106).
        wounds: how many of a level, below fatal, within the slots (W4, W5, W10).
        fatigue: below the normal maximum of stamina (W13).
        bleeding: level 0 to 3, as are burning and poisoned (RW12).
        hobbled: RW12.
    """

    base: str
    strength: int | None = None
    dexterity: int | None = None
    vitality: int | None = None
    speed: int | None = None
    reason: int | None = None
    lore: int | None = None
    persona: int | None = None
    perception: int | None = None
    skills: dict[str, int] | None = None
    specialisations: dict[str, int] | None = None
    race: str | None = None
    armour: str | None = None
    npc: str | None = None
    held: list[str] | None = None
    scabbard: list[str] | None = None
    pouch: list[str] | None = None
    sack: list[str] | None = None
    spells: list[str] | None = None
    charm: str | None = None
    potions: int | None = None
    trained: bool | None = None
    wounds: dict[str, int] | None = None
    fatigue: int | None = None
    bleeding: int | None = None
    burning: int | None = None
    poisoned: int | None = None
    hobbled: bool | None = None

    @model_validator(mode="after")
    def _in_the_book(self) -> Person:
        check_known(self.base, CAST_NAMES, "fighter in the cast", "base")
        for key, (names, _) in NAMES.items():
            check_known(self.name(key), names, "kind of NPC" if key == "npc" else key, key)
        for key, (lowest, highest) in LIMITS.items():
            _check_between(self.number(key), lowest, highest, key)
        for key, (names, highest) in TRAINING.items():
            for name, points in self.counts(key).items():
                check_known(name, names, key.removesuffix("s"), key, name)
                _check_between(points, 0, highest, key, name)
        for spell in self.several("spells"):
            check_known(spell, SPELL_NAMES, "spell", "spells")
        if self.value("trained", False) and not IS_MOUNT[self.race_index]:
            raise FieldError(f"a {self.name('race')} is no mount", "trained")
        self._can_carry()
        self._can_be_worn_out()
        return self

    def _can_carry(self) -> None:
        for key in ("held", *PLACES):
            for name in self.several(key):
                check_known(name, HOLDABLE, "item", key)
        held = self.several("held")
        taken = sum(int(ITEM_HANDS[ITEM_NAMES.index(name)]) for name in held)
        hands = int(RACE_HANDS[self.race_index])
        if taken > hands:
            needed = f"needs {taken} hand{'s' * (taken > 1)} for {' and '.join(held)}"
            raise FieldError(f"{needed}, and a {self.name('race')} has {hands}", "held")
        for key, places in PLACES.items():
            count = len(self.several(key))
            if count > len(places):
                raise FieldError(f"holds at most {len(places)} entries, got {count}", key)

    def _can_be_worn_out(self) -> None:
        record = np.zeros(1, PERSON)[0]
        _fill_sheet(record, self)
        most = int(normal_stamina(record)) - 1
        _check_between(self.number("fatigue"), 0, most, "fatigue")
        for name, count in self.counts("wounds").items():
            check_known(name, WOUND_NAMES, "wound to begin with", "wounds", name)
            _check_between(count, 0, int(slots(record, Level[name.upper()])), "wounds", name)

    def value(self, key: str, default: object) -> object:
        """The scenario's value, else the cast's."""
        own = getattr(self, key)
        return own if own is not None else CAST[self.base].get(key, default)

    def number(self, key: str) -> int:
        """An attribute or another number."""
        return int(str(self.value(key, 0)))

    def name(self, key: str) -> str:
        """The name of the race, the armour, the kind of NPC or the magical item."""
        return str(self.value(key, NAMES[key][1]))

    def several(self, key: str) -> list[str]:
        """The names of items or spells."""
        names = self.value(key, [])
        assert isinstance(names, list)
        return names

    def counts(self, key: str) -> dict[str, int]:
        """Numbers by name: those of the cast, and what the scenario says besides."""
        return {**CAST[self.base].get(key, {}), **(getattr(self, key) or {})}

    @property
    def race_index(self) -> int:
        """Number of the race."""
        return RACE_NAMES.index(self.name("race"))

    @property
    def is_animal(self) -> bool:
        """Whether it does nothing without a rider (H25)."""
        return bool(IS_MOUNT[self.race_index] and not IS_SENTIENT_MOUNT[self.race_index])


def _check_between(value: int, lowest: int, highest: int, *keys: str) -> None:
    if not lowest <= value <= highest:
        raise FieldError(f"must be between {lowest} and {highest}, got {value}", *keys)


# --- Records --------------------------------------------------------------------------------------


def _fill_sheet(record: np.record, person: Person) -> None:
    """A character: attributes, skills, race, kind (RW3, W10)."""
    record.attributes = [person.number(name) for name in ATTRIBUTE_NAMES]
    record.skills = [person.counts("skills").get(name, 0) for name in SKILL_NAMES]
    record.specialisations = sum(
        points << SPECIALISATION_BITS * SPECIALISATION_NAMES.index(name)
        for name, points in person.counts("specialisations").items()
    )
    record.race = person.race_index
    record.npc = NPC_NAMES.index(person.name("npc"))


def fill_person(record: np.record, person: Person) -> None:
    """All that a scenario says of somebody."""
    _fill_sheet(record, person)
    record.armour = ARMOUR_NAMES.index(person.name("armour"))
    record.held[:] = record.pack[:] = NONE
    hand = 0
    for name in person.several("held"):  # what takes two hands is held by the first
        item = ITEM_NAMES.index(name)
        record.held[hand] = item
        hand += int(ITEM_HANDS[item])
    for key, places in PLACES.items():
        for place, name in zip(places, person.several(key), strict=False):
            record.pack[place] = ITEM_NAMES.index(name)
    record.spells = sum(1 << SPELL_NAMES.index(name) for name in set(person.several("spells")))
    charm = person.name("charm")
    record.charm = NONE if charm == NO_CHARM else CHARM_NAMES.index(charm)
    record.is_trained = bool(person.value("trained", False))
    for name, count in person.counts("wounds").items():
        record.wounds[Level[name.upper()] - 1] = count
    for key in ("potions", "fatigue", "bleeding", "burning", "poisoned"):
        record[key] = person.number(key)
    record.hobbled = bool(person.value("hobbled", False))
    record.cast = CAST_NAMES.index(person.base)
