"""Finds the systems: quintain's own by their folders, those of others by Python entry points.

A distribution offers a system with an entry point of the group `quintain.systems`:

    [project.entry-points."quintain.systems"]
    piste = "piste:SYSTEM"

Only `load_system` imports a system, NumPy or Numba.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "quintain.systems"
"""The group of entry points with which other distributions offer systems."""
ENVS = Path(__file__).parent / "envs"
SystemName = Literal["heimr", "martial", "mythic_epoch", "platemail", "wildroll"]
"""The systems that come with quintain, for type checkers: those of `own_systems`."""


def own_systems() -> list[str]:
    """The systems that come with quintain: the folders of `envs` that contain a `system.py`."""
    return sorted(file.parent.name for file in ENVS.glob("*/system.py"))


def entry_points() -> list[EntryPoint]:
    """The entry points of systems in all installed distributions, by name."""
    from importlib import metadata  # here, since this import takes longer than the rest of the file

    return sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)


def find_systems() -> dict[str, list[EntryPoint | None]]:
    """Every system's name, quintain's own first, with all its offers; None stands for quintain."""
    found: dict[str, list[EntryPoint | None]] = {name: [None] for name in own_systems()}
    for point in entry_points():
        found.setdefault(point.name, []).append(point)
    return found


def system_names() -> list[str]:
    """The names of all systems, quintain's own first."""
    return list(find_systems())


def load_system(name: str, offers: list[EntryPoint | None]) -> Any:
    """Import a system.

    Args:
        name: a name from `find_systems`.
        offers: the offers of this name from `find_systems`.

    Returns:
        The system, or whatever else the entry point names.

    Raises:
        ImportError: the import of another distribution's system fails; the message names the
            distribution, the entry point and the reason.
        ValueError: two distributions offer a system of this name.
    """
    if len(offers) > 1:
        sources = " and ".join(map(_source, offers))
        raise ValueError(f"two systems are named {name!r}, by {sources}: uninstall one of them")
    point = offers[0]
    if point is None:
        return importlib.import_module(f".envs.{name}", __package__).SYSTEM
    try:
        return point.load()
    except Exception as error:  # whatever the modules of a stranger raise
        reason = error if isinstance(error, ImportError) else f"{type(error).__name__}: {error}"
        place = f"the entry point {name} = {_source(point)}"
        raise ImportError(f"{place} is broken: {reason}") from error


def _source(point: EntryPoint | None) -> str:
    """The distribution that offers a system, for an error message."""
    if point is None:
        return "quintain itself"
    owner = f" of {point.dist.name}" if point.dist is not None else ""
    return f"{point.value!r}{owner}"


def outside_packages() -> dict[str, Path]:
    """The folder of each package that an entry point names, by the system's name."""
    from importlib.util import find_spec

    found = {}
    for point in entry_points():
        try:
            spec = find_spec(point.module)
        except ImportError:  # the package is not installed: `load_system` raises an error
            continue
        if spec is not None and spec.origin is not None:
            found[point.name] = Path(os.path.realpath(spec.origin)).parent
    return found
