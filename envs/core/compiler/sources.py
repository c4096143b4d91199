"""The engine's sources, and hashes of those that compiled code can depend on.

The layers say which sources code can depend on: the core on itself, a system on the core and on its
own files, all other code on everything.
"""

from __future__ import annotations

import fnmatch
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from ....discovery import outside_packages

ROOT = Path(os.path.realpath(__file__)).parents[3]
SOURCES = (("envs", ".py"), ("agents", ".py"), ("configs", ".yaml"))
"""Where the engine's sources lie below `ROOT`, and how their names end."""

NOT_ENGINE = (
    "agents/npc/*",
    "agents/base.py",
    "agents/chances.py",
    "agents/checks.py",
    "agents/python_agent.py",
    "agents/registry.py",
    "agents/search.py",
    "agents/view.py",
    "configs/*/training/*",
    "envs/*_v0.py",
    "envs/*/actions/describe.py",
    "envs/*/actions/grammar.py",
    "envs/*/record_checks.py",
    "envs/*/scenario.py",
    "envs/*/scene.py",
    "envs/*/text/*",
    "envs/core/adapters/*",
    "envs/core/engine/legality.py",
    "envs/core/inputs/arguments.py",
    "envs/core/rendering/*",
    "envs/core/scenarios/loading.py",
    "envs/core/scenarios/model.py",
    "envs/core/session/*",
)
"""Files below `SOURCES` that no compiled function can depend on, so that an edit of one compiles
nothing again. A test follows the imports of every compiled file and finds none of these."""

DISPATCHERS = (
    "envs/core/engine/batch_loops.py",
    "envs/core/engine/loops.py",
    "envs/core/engine/order_loops.py",
    "envs/core/engine/system.py",
)
"""The files of the core that reach the systems and their heuristics."""

CORE, ALL = "core", "all"
"""The groups of sources beside those of the systems, which have the systems' names."""


def engine_hash(group: str = ALL) -> str:
    """Hash of a group of sources as this process found them: 64 hexadecimal digits."""
    return _HASHES_AT_IMPORT[group]


def _files(folder: Path, ending: str) -> Iterator[Path]:
    """The files below a folder whose names end so, hidden ones left out."""
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        for name in names:
            if name.endswith(ending) and not name.startswith("."):
                yield Path(path, name)


def _source_files() -> list[tuple[str, Path]]:
    """The engine's sources in a fixed order: each file's name below `ROOT`, and its path.

    A system of another distribution is named as if its package lay in `envs`.
    """
    found = [file for folder, ending in SOURCES for file in _files(ROOT / folder, ending)]
    named = [(file.relative_to(ROOT).as_posix(), file) for file in found]
    for system, folder in outside_packages().items():
        for file in (*_files(folder, ".py"), *_files(folder, ".yaml")):
            named.append((f"envs/{system}/{file.relative_to(folder).as_posix()}", file))
    return sorted(pair for pair in named if not _is_beside_engine(pair[0]))


def _is_beside_engine(name: str) -> bool:
    """Whether a file is one of `NOT_ENGINE`."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in NOT_ENGINE)


def group_of(name: str) -> str:
    """The smallest group of sources that the functions of a file can depend on."""
    top, *folders, _ = name.split("/")
    if top != "envs" or not folders or name in DISPATCHERS:
        return ALL
    return folders[0]


def _is_in_group(name: str, group: str) -> bool:
    """Whether a source belongs to a group; `configs` has a folder a system, as `envs` has."""
    top, folder = name.split("/")[:2]
    return group == ALL or (top != "agents" and folder in (CORE, group))


def hash_of_sources(group: str = ALL) -> str:
    """Hash of the names and the bytes of a group's sources; times of files play no part."""
    digest = hashlib.sha256()
    for name, file in _source_files():
        if _is_in_group(name, group):
            try:
                content = file.read_bytes()
            except OSError:
                content = b"(unreadable)"
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _states_of_sources() -> list[tuple[int, int] | None]:
    """Size and time of change of each source that was there at import, None where it is gone."""
    states: list[tuple[int, int] | None] = []
    for path in _SOURCE_PATHS:
        try:
            state = os.stat(path)
        except OSError:
            states.append(None)
        else:
            states.append((state.st_size, state.st_mtime_ns))
    return states


_NAMES = {str(file): name for name, file in _source_files()}
SOURCE_NAMES = tuple(_NAMES.values())
_SOURCE_PATHS = tuple(_NAMES)
_STATES_AT_IMPORT = _states_of_sources()
_HASHES_AT_IMPORT = {group: hash_of_sources(group) for group in {*map(group_of, SOURCE_NAMES)}}


def source_name(file: str) -> str | None:
    """The name of a source by its path; None for other files."""
    return _NAMES.get(os.path.realpath(file))


def are_as_imported() -> bool:
    """Whether nobody has changed a source since this process read them."""
    return _states_of_sources() == _STATES_AT_IMPORT or hash_of_sources() == engine_hash()
