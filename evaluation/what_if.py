"""Encounters with changes: without a fighter, with another one, in other armour.

An encounter and its changed forms have common dice when they are fought with one seed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.scenarios.labels import find_fighter
from ..envs.core.scenarios.model import BaseScenario
from ..envs.core.scenarios.sheet_changes import change_states, forget_items
from ..envs.core.scenarios.yaml_files import parse_model
from .field import Agent

NEWCOMER = re.compile(r"\s*(red|blue)[\s:]+(\w+)\s+at\s+(\d{1,3})\s*,\s*(\d{1,3})\s*", re.I)
"""`blue militia at 8,2`."""


class Encounter(NamedTuple):
    """A scenario and who plays it.

    Attributes:
        scenario: a validated scenario.
        agents: the agent of each fighter, red first.
        newcomers: the agent of a fighter who joins a side, by side.
    """

    scenario: Any
    agents: list[Agent]
    newcomers: dict[str, Agent]


@dataclass(frozen=True)
class Changes:
    """Changes of an encounter, as a person writes them.

    Attributes:
        without: fighters who stay away, `bandit_3`.
        joining: fighters who join, `blue militia at 8,2`.
        armour: fighters or sides with their armour, `red 2: heavy`, `blue: none`.
        weapons: fighters or sides with all that they hold, `red 2: sword+shield`.
    """

    without: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()

    def __or__(self, other: Changes) -> Changes:
        """Both changes together."""
        names = [one.name for one in fields(self)]
        return Changes(*(getattr(self, name) + getattr(other, name) for name in names))

    def each(self) -> list[Changes]:
        """Every change alone, and then all of them if there are several."""
        alone = [
            *(Changes(without=(one,)) for one in self.without),
            *(Changes(joining=(one,)) for one in self.joining),
            *(Changes(armour=(one,)) for one in self.armour),
            *(Changes(weapons=(one,)) for one in self.weapons),
        ]
        return [*alone, self] if len(alone) > 1 else alone

    def title(self) -> str:
        """The changes in words: `without bandit_3, with blue militia at 8,2`."""
        parts = (
            *(f"without {one}" for one in self.without),
            *(f"with {one}" for one in self.joining),
            *(f"armour {one}" for one in self.armour),
            *(f"weapons {one}" for one in self.weapons),
        )
        return ", ".join(" ".join(one.split()) for one in parts)


def change(system: System, encounter: Encounter, changes: Changes) -> Encounter:
    """The encounter with all the changes; labels are those of the encounter before them.

    Raises:
        ScenarioError: the changed scenario is none, with the reason.
        ValueError: a change is not written as above, or names nobody.
    """
    scenario = encounter.scenario
    check_has_cast(system, scenario)
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    _equip(data, scenario, changes)
    absent = {find_fighter(scenario, label) for label in changes.without}
    red = len(scenario.red)
    kept = {
        "red": [at for at in range(red) if at not in absent],
        "blue": [at for at in range(len(scenario.blue)) if red + at not in absent],
    }
    for side, places in kept.items():
        if not places:
            raise ValueError(f"nobody of {side} would be left: leave somebody in the fight")
        data[side] = [data[side][at] for at in places]
    scenario.renumber(data, kept)
    agents = {
        "red": [encounter.agents[at] for at in kept["red"]],
        "blue": [encounter.agents[red + at] for at in kept["blue"]],
    }
    for text in changes.joining:
        side, seat = _newcomer(text)
        data[side].append(seat)
        agents[side].append(encounter.newcomers[side])
    change_states(scenario, data, kept)
    changed = parse_model(system.scenario_model, data, changes.title())
    return encounter._replace(scenario=changed, agents=[*agents["red"], *agents["blue"]])


def check_has_cast(system: System, scenario: Any, advice: str = "change the file instead") -> None:
    """Refuse scenarios that are not made of a cast, as those of other packages may be.

    Raises:
        ValueError: "scenarios of Piste have no cast: ", then the advice.
    """
    if not isinstance(scenario, BaseScenario):
        raise ValueError(f"scenarios of {system.title} have no cast: {advice}")


def _equip(data: dict[str, Any], scenario: BaseScenario, changes: Changes) -> None:
    """Give the persons of the data their other armour and weapons."""
    for text in changes.armour:
        seats, armour = _equipped(data, scenario, text, "armour", "blue: medium")
        for person in (person for seat in seats for person in seat["fighter"]):
            person["armour"] = armour
    for text in changes.weapons:
        seats, items = _equipped(data, scenario, text, "weapon", "red 2: sword+shield")
        for seat in seats:
            forget_items(scenario, seat)
            for person in seat["fighter"]:
                scenario.arm(person, [one.strip() for one in items.split("+")])


def _equipped(
    data: dict[str, Any], scenario: BaseScenario, text: str, what: str, example: str
) -> tuple[list[dict[str, Any]], str]:
    """The seats of the data that get equipment, and which: `red 2: heavy`."""
    label, _, given = (part.strip() for part in text.rpartition(":"))
    if not label or not given:
        raise ValueError(f"write who gets which {what} as {example!r}, got {text!r}")
    if label.casefold() in SIDES:
        seats = data[label.casefold()]
    else:
        seats = [[*data["red"], *data["blue"]][find_fighter(scenario, label)]]
    return seats, given


def _newcomer(text: str) -> tuple[str, dict[str, Any]]:
    """The side and the seat of `blue militia at 8,2`."""
    found = NEWCOMER.fullmatch(text)
    if found is None:
        raise ValueError(f"write who joins which side where as 'blue militia at 8,2', got {text!r}")
    side, kind, column, row = found.groups()
    return side.casefold(), {"fighter": kind, "at": [int(column), int(row)]}
