"""Bodies, their parts, and the disadvantages of injured fighters."""

from __future__ import annotations

from quintain.envs.martial.enums import Part, Skill
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.martial.rules.rounds_and_actions import items
from quintain.envs.martial.state import HANDS
from quintain.envs.martial.tables import (
    BODY_NAMES,
    BODY_NATURAL,
    HAS_CONSTITUTION,
    PART_COUNT,
    PART_NAMES,
    WEAPON_NAMES,
)


def count(body, kind):
    """How many parts of a kind a body has."""
    return int(PART_COUNT[BODY_NAMES.index(body), Part[kind.upper()]])


def with_kind(*kinds):
    """The bodies that have all these kinds of parts."""
    return [body for body in BODY_NAMES if all(count(body, kind) for kind in kinds)]


def each_part(*, without=()):
    """Every single part of every body: body, kind, which of the kind."""
    return [
        (body, kind, which)
        for body in BODY_NAMES
        for kind in PART_NAMES
        for which in range(count(body, kind))
        if kind not in without
    ]


def parts_of(kind):
    """Every part of a kind: body, which."""
    return [(body, which) for body, name, which in each_part() if name == kind]


def has_constitution(body):
    """Whether the creature makes Constitution checks."""
    return bool(HAS_CONSTITUTION[BODY_NAMES.index(body)])


def disadvantages(fighter):
    """The disadvantage of each skill, those without left out."""
    worse = {skill.name.lower(): int(checks.check_disadvantage(fighter, skill)) for skill in Skill}
    return {skill: by for skill, by in worse.items() if by}


def has_natural(fighter, name):
    """Whether a natural weapon can be used."""
    slots = list(BODY_NATURAL[fighter.body])
    return bool(items.is_usable(fighter, HANDS + slots.index(WEAPON_NAMES.index(name))))


def bodies_of_weapon(name):
    """The bodies with a natural weapon."""
    number = WEAPON_NAMES.index(name)
    return [body for body, slots in zip(BODY_NAMES, BODY_NATURAL, strict=True) if number in slots]
