"""Scenario files of battles under way: the state at a decision, to be edited and begun from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from ..engine.battle import SIDES
from ..engine.system import System
from ..inputs.files import write_file
from ..scenarios.sheets import Sheet, read_state
from ..scenarios.yaml_files import parse_model
from ..scenarios.yaml_models import ScenarioError
from .match import Match
from .replay import play, record

WIDTH = 110
"""Characters of a line of a file."""


def write_state(match: Match, path: str | Path) -> str:
    """Write a match as a scenario file that begins where it stands.

    If the keys of the system cannot express the decision at hand, the file holds the nearest
    earlier one that they can.

    Args:
        match: a match that began with `reset`.
        path: the file, which ends in `.yaml`.

    Returns:
        A sentence that says which decision the file holds.

    Raises:
        ScenarioError: the system takes no states, or no decision so far can be expressed.
        ReplayError: the match does not know the beginning of its battle.
    """
    battle, sheet = match.battle, sheet_of(match.system)
    number = len(match.actions)
    if not sheet.is_open(battle):
        battle, number = _last_open(match, sheet)
    scenario = scenario_at(match, battle)
    write_file(path, text_of(scenario))
    where = f"{path} holds the battle before decision {number + 1}"
    if number == len(match.actions):
        return f"{where}."
    return f"{where}, the last one that a file can hold: {sheet.moment}."


def sheet_of(system: System) -> Sheet:
    """The keys of a system's states.

    Raises:
        ScenarioError: the system takes no states.
    """
    sheet = getattr(system.scenario_model, "sheet", None)
    if sheet is None:
        raise ScenarioError(
            f"{system.title} takes no state in its scenarios: save a replay instead"
        )
    return sheet


def _last_open(match: Match, sheet: Sheet) -> tuple[np.record, int]:
    """The last battle that the sheet can express, and the number of decisions before it."""
    found = None
    for number, earlier in enumerate(play(record(match), log=False)):
        if sheet.is_open(earlier.battle):
            found = earlier.battles.copy()[0], number
    if found is None:
        raise ScenarioError(f"no decision so far can be written as a state: {sheet.moment}")
    return found


def scenario_at(match: Match, battle: np.record) -> Any:
    """The scenario of a match that begins at one of its battles.

    Args:
        match: a match that began with `reset`.
        battle: its battle at a decision that the system's sheet can express.
    """
    assert match.beginning is not None
    scenario, system = match.beginning.scenario, match.system
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    data.pop("now", None)
    data["map"] = sheet_of(system).redraw(battle, scenario.map)
    for seat, person in _seats(data, system, scenario, battle):
        seat["fighter"] = person if len(person) > 1 else person["base"]
        seat.pop("state", None)
    plain = parse_model(system.scenario_model, data, "scenario")
    begun = Match(system, plain, max_side=match.max_side)
    begun.reset(0)
    now, states = read_state(plain, battle, begun.battle)
    data["now"] = now
    seats = [seat for side in SIDES for seat in data[side]]
    for seat, state in zip(seats, states, strict=True):
        seat["state"] = state
    return parse_model(system.scenario_model, data, "scenario")


def _seats(
    data: dict[str, Any], system: System, scenario: Any, battle: np.record
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each seat of the data, with the one of its people who has taken it."""
    template = system.make_template(scenario)[0]
    keys = sheet_of(system).fighter
    changing = {name for key in keys for name in key.covers()}
    fixed = [
        name
        for name in template.people.dtype.names
        if name in battle.fighters.dtype.names and name not in changing
    ]
    for number, seat in enumerate(seat for side in SIDES for seat in data[side]):
        fighter, chosen = battle.fighters[number], template.seats[number]
        fits = [
            all(np.array_equal(template.people[one][name], fighter[name]) for name in fixed)
            for one in chosen.choices[: chosen.num_choices]
        ]
        yield seat, seat["fighter"][fits.index(True) if True in fits else 0]


class _Block(str):
    """Text that a file shows line by line, as a map."""


class _Dumper(yaml.SafeDumper):
    """Writes what `read_model` reads: no aliases and no tags."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write every value out."""
        return True


_Dumper.add_representer(
    _Block, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|")
)


def text_of(scenario: Any) -> str:
    """A scenario as the text of its file."""
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    data = {"system": scenario.system, **data} if scenario.system else data
    for name, value in data.items():
        if isinstance(value, str) and "\n" in value:
            data[name] = _Block(f"{value}\n")
    return yaml.dump(
        data, Dumper=_Dumper, sort_keys=False, default_flow_style=None, width=WIDTH,
        allow_unicode=True,
    )  # fmt: skip
