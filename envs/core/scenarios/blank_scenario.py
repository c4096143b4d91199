"""A commented scenario file to begin with: every legal key and name of a system as comments."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import yaml

from ..engine.battle import MAX_SIDE, SIDES
from ..engine.system import System
from ..inputs.arguments import whole_number
from .model import FLOOR, BaseScenario
from .reference import legal_keys

ROW_ID = re.compile(r"\b[A-Z]{1,3}\d+\b")
"""The id of a row of RULES.md."""
WIDTH = 110
"""Characters of a line of the file."""


def write_blank_scenario(
    system: System,
    red: int,
    blue: int,
    agent: str = "NAME",
    knobs: Mapping[str, str] | None = None,
) -> str:
    """The text of a scenario file with fighters of the cast on an open map.

    Args:
        system: the system.
        red: fighters of red, 1 to 6.
        blue: fighters of blue, 1 to 6.
        agent: an agent of the system, for the example.
        knobs: those of a character, each with its meaning.

    Raises:
        ValueError: there are too few or too many fighters, or the system has scenarios of a form of
            its own.
    """
    if not issubclass(system.scenario_model, BaseScenario):
        raise ValueError(
            f"scenarios of {system.title} have no map to begin with: copy one of its own, in "
            f"{system.rules_file.parent / 'scenarios'}"
        )
    sizes = [
        whole_number(name, size, 1, MAX_SIDE) for name, size in zip(SIDES, (red, blue), strict=True)
    ]
    names = system.scenario_names()
    model = system.load_scenario("skirmish" if "skirmish" in names else names[0])
    width, height = model.size
    lines = [
        f"# A scenario of {system.title}. Change it, then: quintain check FILE.yaml",
        "# Everything after a # is a comment. The legal keys and names stand below.",
        f"system: {system.name}",
        "title: My fight",
        f"description: {red} against {blue}.",
        *("map: |", *[f"  {FLOOR * width}"] * height),
        *_comment("letters of the map", model.legend),
        *_example(system, model.red[0].fighter[0].base, agent),
    ]
    depth = max(1, width // 4)
    columns = {"red": (0, depth - 1), "blue": (width - depth, width - 1)}
    for side, size in zip(SIDES, sizes, strict=True):
        left, right = columns[side]
        zone = [left, 0, right, height - 1]
        lines.append(f"{side}:")
        bases = _bases(getattr(model, side), size)
        lines += [f"  - {{fighter: {base}, zone: {zone}}}" for base in bases]
    reference = [*_legal_keys(system), *_knobs(agent, knobs or {}), *_legal_names(system)]
    return "\n".join([*lines, "", *reference, ""])


def _example(system: System, base: str, agent: str) -> list[str]:
    """A fighter with a name, a place and equipment of its own, as a comment."""
    model = system.scenario_model
    weapons = next(names for kind, names in model.vocabulary.items() if kind.startswith("weapon"))
    person: dict[str, Any] = {"base": base}
    model.arm(person, [[name for name in weapons if name != "unarmed"][1]])
    seat = {
        "fighter": person | {"armour": model.vocabulary["armour"][1]},
        "name": "Aldric",
        "at": [0, 0],
        "agent": f"{agent}?caution=0.8",
    }
    text = yaml.safe_dump(seat, default_flow_style=True, sort_keys=False, width=10 * WIDTH)
    return [
        "# A fighter with weapons, armour, a name, a place and a player of its own:",
        f"#   - {text.strip()}",
        "# With a zone instead of a place it begins somewhere in the zone, by chance.",
    ]


def _bases(seats: list[Any], size: int) -> list[str]:
    """An entry of the cast for each fighter, after the seats of a scenario."""
    return [seats[number % len(seats)].fighter[0].base for number in range(size)]


def _legal_keys(system: System) -> list[str]:
    lines, part = ["# ---- Legal keys ----", *_about_rows(system)], ""
    for key in legal_keys(system.scenario_model):
        if key.part != part:
            part = key.part
            lines.append("# Of the scenario:" if part == "scenario" else f"# Of {part}:")
        lines += _wrapped(
            f"{key.key}: {key.value}{f'; {key.meaning}' if key.meaning else ''}", "  "
        )
    return lines


def _about_rows(system: System) -> list[str]:
    """The meaning of the ids of rows in the list of keys, if there are any."""
    found = (ROW_ID.search(one.meaning) for one in legal_keys(system.scenario_model))
    example = next(filter(None, found), None)
    if example is None:
        return []
    told = f"{example[0]} and the like are rows of the rules: quintain rules {system.name} --rows"
    return _wrapped(told, "")


def _knobs(agent: str, knobs: Mapping[str, str]) -> list[str]:
    if not knobs:
        return []
    lines = [f"# Of a character, as in '{agent}?{'=...&'.join([*knobs][:2])}=...':"]
    return lines + [line for knob in knobs for line in _wrapped(f"{knob}: {knobs[knob]}", "  ")]


def _legal_names(system: System) -> list[str]:
    vocabulary = system.scenario_model.vocabulary
    lines = [f"# ---- Legal names of {system.title} ----"]
    return lines + [line for kind, names in vocabulary.items() for line in _comment(kind, names)]


def _comment(kind: str, names: Any) -> list[str]:
    """A line of comment with names, or with names and their meanings."""
    told = [f"{one} {names[one]}" for one in names] if isinstance(names, dict) else [*names]
    return _wrapped(f"{kind}: {', '.join(told)}", "")


def _wrapped(text: str, margin: str) -> list[str]:
    first, rest = f"# {margin}", f"# {margin}  "
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
