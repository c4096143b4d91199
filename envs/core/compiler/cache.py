"""The folder that stores compiled code.

Numba's own ``cache=True`` watches a single file and misses changes of tables or callees in other
files. Here the folder is named after a hash of all engine sources that the code can depend on
(`sources.py`) and of the versions of Python, NumPy and Numba. Any edit leads to a new folder, and
an undone edit leads back to the old one.

The folder is in `QUINTAIN_CACHE_DIR` if that is set, else in the user's cache directory. If that
directory cannot be written, the folder is in the temporary directory; if that cannot be written
either, nothing is stored and each process compiles again. Since the stored code is executed, a
directory that belongs to another user, or that everybody can write to, is refused with a warning,
even if it is named explicitly. None of this raises an error or writes into the installation.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from .jit_linker import from_bytes, to_bytes
from .numba_internals import IS_QUICK
from .sources import ALL, are_as_imported, engine_hash, group_of, source_name

KEEP_FOLDERS = 24
KEEP_DAYS = 14.0
IN_USE_DAYS = 1 / 24
"""A folder that any process used within the last hour is never pruned."""

SETTINGS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO_DEFAULT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "EXTEND_VARIABLE_LIFETIMES",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
"""Numba's settings that change the code it generates; Numba's own cache ignores them."""


# --- The place ------------------------------------------------------------------------------------


def _hash_of_versions(group: str) -> str:
    """Hash of a group of sources, of the versions that compile it, and of the package name."""
    versions = (sys.version, np.__version__, numba.__version__, version("llvmlite"), __name__)
    return hashlib.sha256(repr((engine_hash(group), versions)).encode()).hexdigest()[:20]


@functools.cache
def cache_folder(group: str = ALL) -> Path | None:
    """The folder that stores the compiled code of a group of sources, created if necessary.

    Args:
        group: `CORE`, the name of a system, or `ALL`.

    Returns:
        The folder in the first usable directory: writable, or with this code in it. Else None.
    """
    name = f"engine-{_hash_of_versions(group)}"
    for place in _places():
        with contextlib.suppress(OSError):
            is_new = not (place / name).is_dir()
            if not _is_usable(place, name):
                continue
            if not _is_ours(place, name):
                _warn_of(place)
                continue
            if is_new:
                prune(place, keep=name)
            return place / name
    return None


def _places() -> Iterator[Path]:
    """The directories that may contain the folders, best first."""
    asked = os.environ.get("QUINTAIN_CACHE_DIR")
    if asked:
        yield Path(os.path.realpath(Path(asked).expanduser()))
    else:
        usual = Path(AppDirs(appname="quintain", appauthor=False).user_cache_dir)
        if usual.is_absolute():  # it is relative for a user without a home
            yield usual
    user = os.getuid() if hasattr(os, "getuid") else "user"
    with contextlib.suppress(FileNotFoundError):  # no temporary directory at all
        yield Path(tempfile.gettempdir(), f"quintain-{user}")


@functools.cache
def _warn_of(place: Path) -> None:
    """Warn, once a process, that a directory is not used for compiled code."""
    warnings.warn(
        f"compiled code is not kept in {place}: it belongs to another user, or everybody can write "
        f"there; chmod go-w it, or set QUINTAIN_CACHE_DIR to a folder of your own",
        RuntimeWarning,
        stacklevel=2,
    )


def _is_usable(place: Path, name: str) -> bool:
    """Whether a folder exists, or can be created, for writing, or at least for reading code."""
    folder = place / name
    with contextlib.suppress(OSError):
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(exist_ok=True, mode=0o700)
        os.utime(folder)  # marks it as in use: see `prune`
    if os.access(folder, os.W_OK | os.X_OK):
        return True
    return os.access(folder, os.R_OK | os.X_OK) and any(folder.iterdir())


def _is_ours(place: Path, name: str) -> bool:
    """Whether only this user and root can write to the folder, whose code will be executed."""
    if not hasattr(os, "getuid"):
        return True
    states = [place.lstat(), (place / name).lstat()]
    return all(s.st_uid in (os.getuid(), 0) and not s.st_mode & stat.S_IWOTH for s in states)


def prune(place: Path, keep: str) -> None:
    """Delete folders of old sources: all but the newest few, and those unused for two weeks.

    Several processes may prune at once. A process whose folder is deleted compiles again. A folder
    is renamed before it is deleted, so that no process finds an incomplete one.

    Args:
        place: The directory that contains the folders; other files in it are kept.
        keep: Name of the folder in use, which is kept at any age.
    """
    days = _days_since_use(place)
    folders = [folder for folder in days if re.fullmatch(r"engine-[0-9a-f]{20}", folder.name)]
    for rank, folder in enumerate(sorted(folders, key=lambda folder: days[folder])):
        is_old = rank >= KEEP_FOLDERS or days[folder] > KEEP_DAYS
        if is_old and days[folder] > IN_USE_DAYS and folder.name != keep:
            with contextlib.suppress(OSError):
                doomed = folder.rename(place / f"pruned-{uuid.uuid4().hex}")
                shutil.rmtree(doomed, ignore_errors=True)
    for folder in days:
        if re.fullmatch(r"pruned-[0-9a-f]{32}", folder.name):  # its process was killed
            shutil.rmtree(folder, ignore_errors=True)


def _days_since_use(place: Path) -> dict[Path, float]:
    """The folders in a directory, each with the number of days since its last use."""
    now, days = time.time(), {}
    for folder in place.iterdir():
        with contextlib.suppress(OSError):
            state = folder.lstat()
            if stat.S_ISDIR(state.st_mode):
                days[folder] = (now - state.st_mtime) / 86400
    return days


# --- The cache of one function --------------------------------------------------------------------


class EngineCache:
    """The compiled code of one function: one file for each combination of argument types.

    There is no index that two processes could overwrite. A file begins with a hash of its content,
    and the content begins with the full key; a damaged or foreign file counts as missing. A file
    appears complete, by renaming. Numba's dispatchers call `load_overload` and `save_overload`.
    """

    def __init__(self, function: Any, name: str, group: str) -> None:
        """Create the cache of a function; no file is read or written before its first call.

        Args:
            function: The plain Python function.
            name: First part of the names of its files.
            group: The group of sources that the function depends on.
        """
        self.name = name
        self.group = group
        self._code = hashlib.sha256(function.__code__.co_code).hexdigest()

    @property
    def cache_path(self) -> str | None:
        """The folder, as Numba's ``stats`` reports it."""
        folder = cache_folder(self.group)
        return None if folder is None else str(folder)

    def has_code(self) -> bool:
        """Whether code for any combination of argument types is stored."""
        folder = cache_folder(self.group)
        return folder is not None and any(folder.glob(f"{self.name}.*.nbc"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The part for a signature, None if there is none."""
        return self._load("part", sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the part for a signature, if possible."""
        self._save("part", sig, data)

    def load_program(self, sig: Any, target_context: Any) -> Any:
        """The program that Python calls for a signature, None if there is none."""
        return self._load("program", sig, target_context)

    def save_program(self, sig: Any, data: Any) -> None:
        """Store the program for a signature, if possible."""
        self._save("program", sig, data)

    def _load(self, kind: str, sig: Any, context: Any) -> Any:
        """A stored part or program, the optimized one if there are two; None if there is none."""
        context.refresh()
        for is_quick in range(1 + IS_QUICK):
            key = self._key(kind, sig, context.codegen(), bool(is_quick))
            file = self._file(key)
            found = None if file is None else _load(context, str(file), key)
            if found is not None:
                return found
        return None

    def _save(self, kind: str, sig: Any, data: Any) -> None:
        """Store a part or program, if possible."""
        key = self._key(kind, sig, data.codegen, IS_QUICK)
        file = self._file(key)
        if file is None or data.library.has_dynamic_globals:  # contains addresses of this process
            return
        state = to_bytes(data)
        if state is not None and _write(file, (key, state)):
            data.library.file = str(file)
            _kept[str(file)] = data

    def _key(self, kind: str, sig: Any, codegen: Any, is_quick: bool) -> str:
        """A key that differs between any two compiled variants of this function."""
        settings = [str(getattr(numba.config, name, None)) for name in SETTINGS]
        settings += ["quick"] * is_quick
        return repr((kind, sig, codegen.magic_tuple(), self._code, settings))

    def _file(self, key: str) -> Path | None:
        """The file for a key, None if nothing may be read or written.

        The type of a function argument contains an address, which is useless to another process. A
        process that still runs after the sources were edited may have read both old and new rules,
        so it stores nothing.
        """
        folder = cache_folder(self.group) if " at 0x" not in key else None
        if folder is None or not are_as_imported():
            return None
        return folder / f"{self.name}.{hashlib.sha256(key.encode()).hexdigest()[:20]}.nbc"


_kept: dict[str, Any] = {}
"""The results that this process has written or read, by file; callers share them."""


def _load(context: Any, file: str, key: str | None = None) -> Any:
    """The result in a file, with all its callees; None if any of them is missing."""
    if file not in _kept:
        state = _read(Path(file), key)
        load = functools.partial(_load, context)
        found = None if state is None else from_bytes(context, state, file, load)
        if found is None:
            return None
        _kept[file] = found
    return _kept[file]


def _read(file: Path, key: str | None) -> Any:
    """The content of a file without its key; None if it is missing, damaged, or has another key."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, body = content[:32], content[32:]
    if hashlib.sha256(body).digest() != digest:
        return None
    stored_key, state = pickle.loads(body)
    return state if key in (None, stored_key) else None


def _write(file: Path, content: Any) -> bool:
    """Write a file completely or not at all; return whether it was written."""
    body = dumps(content)
    temporary = file.with_suffix(f".{uuid.uuid4().hex[:16]}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.write_bytes(hashlib.sha256(body).digest() + body)
        temporary.replace(file)
    except OSError:  # a full or read-only disk
        with contextlib.suppress(OSError):
            temporary.unlink()
        return False
    return True


_caches: list[EngineCache] = []
"""The caches of all functions that this process has imported."""


def cache_of(function: Any, owner: str | None = None) -> EngineCache | None:
    """The cache of a plain Python function, or None if its code must not be stored.

    Args:
        function: The function.
        owner: For a closure, the module whose sources determine the values that it captures.
    """
    file = sys.modules[owner].__file__ if owner else function.__code__.co_filename
    name = source_name(file or "")
    if name is None or (function.__closure__ and not owner):
        return None
    module = name.removesuffix(".py").replace("/", ".")
    qualname = re.sub(r"[<>]", "", function.__qualname__)
    line = function.__code__.co_firstlineno
    found = EngineCache(function, f"{module}.{qualname}-{line}", group_of(name))
    _caches.append(found)
    return found


# --- Waiting for the compiler ---------------------------------------------------------------------


@contextlib.contextmanager
def on_compile(
    callback: Callable[[], None], each: Callable[[str], None] | None = None
) -> Iterator[None]:
    """See `compile.on_compile`."""
    with event.install_listener("numba:compile", _Compilations(callback, each)):
        yield


class _Compilations(event.Listener):
    """Calls back when the first engine function is compiled, and for each one."""

    def __init__(self, callback: Callable[[], None], each: Callable[[str], None] | None) -> None:
        self.callback: Callable[[], None] | None = callback
        self.each = each

    def on_start(self, event: Any) -> None:
        """Call back, unless the function belongs to another package."""
        found = getattr((event.data or {}).get("dispatcher"), "_cache", None)
        if not isinstance(found, EngineCache):
            return
        if self.callback is not None:
            callback, self.callback = self.callback, None
            callback()
        if self.each is not None:
            self.each(found.name.rpartition("-")[0])

    def on_end(self, event: Any) -> None:
        """Do nothing: the context manager ends the listening."""


def count_stored(package: str) -> tuple[int, int]:
    """The number of functions below a package name that are stored, and of all that were imported.

    Some of them may never be called, and so never be stored.
    """
    mark, stored = f".{package}.", set()
    caches = [one for one in _caches if mark in one.name]
    for folder in map(cache_folder, {one.group for one in caches}):
        with contextlib.suppress(OSError):
            stored |= {file.rsplit(".", 2)[0] for file in os.listdir(folder)} if folder else set()
    return sum(one.name in stored for one in caches), len(caches)
