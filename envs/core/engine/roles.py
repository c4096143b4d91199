"""Finds the parts of a system in the modules of its package.

Each part has the same place in every system: a module and a name in it. For example
`actions.masks.legal_action_mask` is the function `legal_action_mask` in `actions/masks.py`. A small
system may have `actions.py` instead of the folder; the name is then looked up there.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PLACES = {
    "dtype": ("state.BATTLE",),
    "template_dtype": ("state.TEMPLATE",),
    "deploy": ("deploy.deploy",),
    "legal_action_mask": ("actions.masks.legal_action_mask",),
    "advance": ("step.advance",),
    "observe": ("observation.writer.observe",),
    "conceal": ("hidden.conceal",),
    "strength": ("rules.endings.strength", "step.strength"),
    "num_actions": ("actions.table.num_actions",),
    "observation_layout": ("observation.layout.observation_layout",),
    "scenario_model": ("scenario.Scenario",),
    "load_scenario": ("scenario.load_scenario",),
    "make_template": ("scenario.make_template",),
    "scenario_names": ("scenario.scenario_names",),
    "describe": ("actions.describe.describe",),
    "encode": ("actions.table.encode",),
    "decode": ("actions.table.decode",),
    "verbs": ("actions.table.VERBS",),
    "narrate": ("text.report.narrate",),
    "fighter_names": ("text.names.fighter_names",),
    "scene": ("scene.scene",),
}
"""The places of required parts, by the attribute of `System`; the first that exists counts."""
OPTIONAL_PLACES = {
    "order_choices": "actions.masks.order_choices",
    "order_clause": "actions.clauses.order_clause",
    "order_mask": "actions.masks.order_mask",
    "record_checks": "record_checks.CHECKS",
    "hidden": "hidden.HIDDEN",
    "public_kind": "memory.public_kind",
    "notices": "memory.notices",
}
"""The places of optional parts."""


def find_roles(package: str) -> dict[str, Any]:
    """The parts in a package, by the attributes of `System`.

    Raises:
        ImportError: a required role is missing; the message names its place.
    """
    roles = {role: require(package, *places) for role, places in PLACES.items()}
    found = {role: _find(package, place) for role, place in OPTIONAL_PLACES.items()}
    return roles | {role: it for role, it in found.items() if it is not None}


def require(package: str, *places: str) -> Any:
    """The part at the first of the places that exists.

    Raises:
        ImportError: none of them has; the message names all of them.
    """
    for place in places:
        if (found := _find(package, place)) is not None:
            return found
    files = ", ".join(dict.fromkeys(file for place in places for file in _files(place)))
    listed = " or ".join(files.rsplit(", ", 1))
    raise ImportError(f"{package} has no {listed} with `{places[0].rpartition('.')[2]}`")


def _files(place: str) -> Iterator[str]:
    """The files that may hold the part of a place: `actions/masks.py`, `actions.py`."""
    path = place.split(".")[:-1]
    for depth in range(len(path), 0, -1):
        yield f"{'/'.join(path[:depth])}.py"


def member_names(package: str, enum: str) -> tuple[str, ...]:
    """The members of an enum of `enums.py`, in lower case.

    Raises:
        ImportError: there is none of that name.
    """
    return tuple(member.name.lower() for member in require(package, f"enums.{enum}"))


def folder_of(package: str) -> Path:
    """The folder of a package."""
    return Path(str(importlib.import_module(package).__file__)).parent


def _find(package: str, place: str) -> Any:
    """The part at a place, None if there is none; errors inside the module are raised.

    Raises:
        ImportError: the module imports another one of the package that is missing.
    """
    *path, name = place.split(".")
    module = importlib.import_module(package)
    for part in path:
        inner = f"{module.__name__}.{part}"
        if not hasattr(module, "__path__") or find_spec(inner) is None:
            break
        try:
            module = importlib.import_module(inner)
        except ModuleNotFoundError as error:
            missing = error.name or ""
            if not missing.startswith(f"{package}."):
                raise
            file, user = (
                one.removeprefix(f"{package}.").replace(".", "/") for one in (missing, inner)
            )
            raise ImportError(f"{package} has no {file}.py, which {user}.py needs") from error
    return getattr(module, name, None) if module.__name__ != package else None
