"""Encounters with changes: without a fighter, with another one, in other armour.

An encounter and its changed forms have common dice when they are fought with one seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..agents.character import follow_leader, follow_leaders
from ..agents.registry import make_agent, recipe_of
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.inputs.spelling import nearest
from ..envs.core.scenarios.labels import find_fighter, find_kind, outside_map
from ..envs.core.scenarios.model import BaseScenario
from ..envs.core.scenarios.sheet_changes import change_states, forget_armour, forget_items
from ..envs.core.scenarios.yaml_files import parse_model
from ..envs.core.scenarios.yaml_models import LISTED_BY
from .field import Agent, name_of

NEWCOMER = re.compile(
    r"\s*(?:(red|blue)[\s:]+)?(\S.*?)\s+at\s+(?:\[?(\d{1,3})\s*,\s*(\d{1,3})\]?|(\w+))\s*", re.I
)
"""`blue militia at 8,2`, `blue swordsman at B2`, `militia at 8,2`."""


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
        ValueError: a change is not written as above, or names nobody; every such change is named.
    """
    scenario = encounter.scenario
    check_has_cast(system, scenario)
    check_words(scenario, changes)
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
    follow_leaders(data, kept)
    staying = {
        "red": [encounter.agents[at] for at in kept["red"]],
        "blue": [encounter.agents[red + at] for at in kept["blue"]],
    }
    agents = {
        side: [_follow(agent, system, kept[side]) for agent in of_side]
        for side, of_side in staying.items()
    }
    for text in changes.joining:
        side, seat = _newcomer(text, scenario)
        data[side].append(seat)
        agents[side].append(_follow(encounter.newcomers[side], system, kept[side]))
    change_states(scenario, data, kept)
    changed = parse_model(system.scenario_model, data, changes.title())
    return encounter._replace(scenario=changed, agents=[*agents["red"], *agents["blue"]])


def _follow(agent: Agent, system: System, kept: list[int]) -> Agent:
    """An agent whose leader may have another number since fighters of its side have left."""
    name = follow_leader(name_of(agent), kept)
    return agent if name == name_of(agent) else make_agent(name, system, recipe_of(agent).seed)


def check_words(scenario: BaseScenario, changes: Changes) -> None:
    """Refuse changes whose words are wrong whatever the others do.

    Raises:
        ValueError: the sentences about all of them.
    """
    checks: list[tuple[Callable[[str], object], tuple[str, ...]]] = [
        (lambda text: find_fighter(scenario, text), changes.without),
        (lambda text: _newcomer(text, scenario), changes.joining),
        (lambda text: _armoured(text, scenario), changes.armour),
        (lambda text: _armed(text, scenario), changes.weapons),
    ]
    problems = []
    for check, texts in checks:
        for text in texts:
            try:
                check(text)
            except ValueError as error:
                problems.append(str(error))
    if problems:
        raise ValueError("; ".join(dict.fromkeys(problems)))


def check_has_cast(system: System, scenario: Any, advice: str = "change the file instead") -> None:
    """Refuse scenarios that are not made of a cast, as those of other packages may be.

    Raises:
        ValueError: "scenarios of Piste have no cast: ", then the advice.
    """
    if not isinstance(scenario, BaseScenario):
        raise ValueError(f"scenarios of {system.title} have no cast: {advice}")


def _equip(data: dict[str, Any], scenario: BaseScenario, changes: Changes) -> None:
    """Give the persons of the data their other armour and weapons."""
    seats = [*data["red"], *data["blue"]]
    for text in changes.armour:
        numbers, armour = _armoured(text, scenario)
        for seat in (seats[at] for at in numbers):
            forget_armour(scenario, seat)
            for person in seat["fighter"]:
                person["armour"] = armour
    for text in changes.weapons:
        numbers, items = _armed(text, scenario)
        for seat in (seats[at] for at in numbers):
            forget_items(scenario, seat)
            for person in seat["fighter"]:
                scenario.arm(person, items)


def _armoured(text: str, scenario: BaseScenario) -> tuple[list[int], str]:
    """The fighters who get armour, and which: `red 2: heavy`."""
    numbers, given = _equipped(text, scenario, "armour", "blue: medium")
    return numbers, _item(given, scenario.vocabulary["armour"], "armour", f"armour {text}")


def _armed(text: str, scenario: BaseScenario) -> tuple[list[int], list[str]]:
    """The fighters who get weapons, and all that they hold: `red 2: sword+shield`."""
    numbers, given = _equipped(text, scenario, "weapon", "red 2: sword+shield")
    kinds = [kind for kind in scenario.vocabulary if kind.startswith(("weapon", "shield"))]
    known = tuple(name for kind in kinds for name in scenario.vocabulary[kind])
    items = [_item(one, known, "weapon", f"weapons {text}") for one in given.split("+")]
    scenario.arm({}, items)
    return numbers, items


def _item(text: str, known: tuple[str, ...], what: str, source: str) -> str:
    """The name of an item; its words may be joined by spaces."""
    name = "_".join(text.split())
    if name not in known and name.casefold() in known:
        name = name.casefold()
    if name not in known:
        raise ValueError(f"{source}: no {what} {name!r}: {nearest(name, [*known], LISTED_BY)}")
    return name


def _equipped(text: str, scenario: BaseScenario, what: str, example: str) -> tuple[list[int], str]:
    """The numbers of the fighters who get equipment, and which: `red 2: heavy`."""
    label, _, given = (part.strip() for part in text.rpartition(":"))
    if not label or not given:
        raise ValueError(f"write who gets which {what} as {example!r}, got {text!r}")
    red, everybody = len(scenario.red), range(len(scenario.red) + len(scenario.blue))
    sides = dict(zip(SIDES, (everybody[:red], everybody[red:]), strict=True))
    if label.casefold() in sides:
        return [*sides[label.casefold()]], given
    return [find_fighter(scenario, label)], given


def _newcomer(text: str, scenario: BaseScenario) -> tuple[str, dict[str, Any]]:
    """The side and the seat of `blue militia at 8,2`, or where places have names `at B2`.

    Without a side, a kind that stands on one side alone joins that side.
    """
    found = NEWCOMER.fullmatch(text)
    if found is None:
        raise ValueError(f"write who joins which side where as 'blue militia at 8,2', got {text!r}")
    side, kind, column, row, name = found.groups()
    try:
        place = [int(column), int(row)] if column else scenario.place_named(name)
        base = find_kind(scenario, kind)
        side = side or _side_of(base, scenario)
        seat = {"fighter": base, "at": place}
        (width, height), spaces = scenario.size, scenario.spaces[1]
        if not (place[0] < width and place[1] < height):
            raise ValueError(f"{place} {outside_map(width, height, spaces)}")
    except ValueError as error:
        raise ValueError(f"with {' '.join(text.split())}: {error}") from None
    return side.casefold(), seat


def _side_of(base: str, scenario: BaseScenario) -> str:
    """The side on which alone an entry of the cast stands."""
    sides = {
        side
        for side in SIDES
        for seat in getattr(scenario, side)
        if base in [person.base for person in seat.fighter]
    }
    if len(sides) != 1:
        where = "both sides" if sides else "no side"
        raise ValueError(f"{base} stands on {where}: write red or blue before it")
    return sides.pop()
