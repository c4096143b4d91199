"""The engine's source files, and hashes of those that compiled code can depend on.

The layers decide what code can depend on: the core only on itself, a system on the core and its own
files, and all other code on everything.
"""

from __future__ import annotations

import fnmatch
import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ....discovery import outside_packages

ROOT = Path(os.path.realpath(__file__)).parents[3]
SOURCES = (("envs", ".py"), ("agents", ".py"), ("configs", ".yaml"))
"""The folders of the engine's sources below `ROOT`, and the endings of their names."""

NOT_ENGINE = (
    "agents/cards/*",
    "agents/npc/*",
    "agents/advice.py",
    "agents/base.py",
    "agents/chances.py",
    "agents/character.py",
    "agents/checks.py",
    "agents/narrowed.py",
    "agents/policy_search.py",
    "agents/python_agent.py",
    "agents/registry.py",
    "agents/roles.py",
    "agents/search.py",
    "agents/sight.py",
    "agents/view.py",
    "configs/*/league/*",
    "configs/*/training/*",
    "envs/*_v0.py",
    "envs/*/actions/describe.py",
    "envs/*/actions/grammar.py",
    "envs/*/record_checks.py",
    "envs/*/scenario.py",
    "envs/*/scene.py",
    "envs/*/sheet.py",
    "envs/*/sheet_keys.py",
    "envs/*/text/*",
    "envs/core/adapters/*",
    "envs/core/engine/legality.py",
    "envs/core/inputs/arguments.py",
    "envs/core/rendering/*",
    "envs/core/scenarios/blank_scenario.py",
    "envs/core/scenarios/labels.py",
    "envs/core/scenarios/loading.py",
    "envs/core/scenarios/model.py",
    "envs/core/scenarios/reference.py",
    "envs/core/scenarios/sheet*.py",
    "envs/core/scenarios/yaml_errors.py",
    "envs/core/scenarios/yaml_files.py",
    "envs/core/session/*",
)
"""Files below `SOURCES` that no compiled function can depend on, so that an edit of them compiles
nothing again. A test follows the imports of every compiled file and finds none of these."""

_BESIDE_ENGINE = re.compile("|".join(map(fnmatch.translate, NOT_ENGINE)))

DISPATCHERS = (
    "envs/core/engine/batch_loops.py",
    "envs/core/engine/battle.py",
    "envs/core/engine/loops.py",
    "envs/core/engine/memory.py",
    "envs/core/engine/memory_layout.py",
    "envs/core/engine/one_side.py",
    "envs/core/engine/order_loops.py",
    "envs/core/engine/system.py",
)
"""The files of the core that call into the systems and their heuristics, or use such files."""

CORE, ALL = "core", "all"
"""Two groups of sources. Each system is a further group with the system's name."""


def engine_hash(group: str = ALL) -> str:
    """Hash of a group of sources as imported by this process: 64 hexadecimal digits."""
    return _HASHES_AT_IMPORT[group]


def _files(folder: Path, ending: str) -> Iterator[Path]:
    """The files below a folder whose names have this ending, except hidden ones."""
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        for name in names:
            if name.endswith(ending) and not name.startswith("."):
                yield Path(path, name)


def _source_files() -> list[tuple[str, Path]]:
    """The engine's sources in a fixed order: each file's name below `ROOT`, and its path.

    A system of another distribution is named as if its package were in `envs`.
    """
    found = [file for folder, ending in SOURCES for file in _files(ROOT / folder, ending)]
    named = [(file.relative_to(ROOT).as_posix(), file) for file in found]
    for system, folder in outside_packages().items():
        for file in (*_files(folder, ".py"), *_files(folder, ".yaml")):
            named.append((f"envs/{system}/{file.relative_to(folder).as_posix()}", file))
    return sorted(pair for pair in named if not _is_beside_engine(pair[0]))


def _is_beside_engine(name: str) -> bool:
    """Whether a file matches `NOT_ENGINE`."""
    return _BESIDE_ENGINE.match(name) is not None


def group_of(name: str) -> str:
    """The smallest group of sources that contains all dependencies of a file's functions."""
    top, *folders, _ = name.split("/")
    if top != "envs" or not folders or name in DISPATCHERS:
        return ALL
    return folders[0]


def _is_in_group(name: str, group: str) -> bool:
    """Whether a source belongs to a group; `configs` has a folder for each system, like `envs`."""
    top, folder = name.split("/")[:2]
    return group == ALL or (top != "agents" and folder in (CORE, group))


def hash_of_sources(group: str = ALL) -> str:
    """Hash of the names and contents of a group's sources; modification times do not count."""
    return _hashes_of_sources([group])[group]


def _hashes_of_sources(groups: Iterable[str]) -> dict[str, str]:
    """The hash of each group; every file is read once."""
    digests = {group: hashlib.sha256() for group in groups}
    for name, file in _source_files():
        try:
            content = file.read_bytes()
        except OSError:
            content = b"(unreadable)"
        for group, digest in digests.items():
            if _is_in_group(name, group):
                digest.update(f"{name}\0{len(content)}\0".encode())
                digest.update(content)
    return {group: digest.hexdigest() for group, digest in digests.items()}


def _states_of_sources() -> list[tuple[int, int] | None]:
    """Size and modification time of each source found at import, None if it is missing now."""
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
_HASHES_AT_IMPORT = _hashes_of_sources({*map(group_of, SOURCE_NAMES)})


def source_name(file: str) -> str | None:
    """The name of the source at a path; None for other files."""
    return _NAMES.get(os.path.realpath(file))


def are_as_imported() -> bool:
    """Whether no source has changed since this process imported them."""
    return _states_of_sources() == _STATES_AT_IMPORT or hash_of_sources() == engine_hash()
