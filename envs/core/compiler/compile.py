"""Quintain's compiler: Numba's, in one of three modes.

* Linked, the default: functions are compiled one by one and linked into programs
  (`jit_linker.py`); a cache that never returns outdated code stores them (`cache.py`). With
  ``QUINTAIN_QUICK_COMPILE=1``, for tests, new programs are not optimized.
* Plain, with ``QUINTAIN_PLAIN_NUMBA=1``: only Numba's public interface is used. Each process
  compiles everything again, which takes minutes. This mode works with any version of Numba.
* Interpreted, with ``NUMBA_DISABLE_JIT=1``: plain Python, for debugging.

All modes compute the same bytes and leave Numba's settings unchanged.
`docs/architecture/compiler.md` explains the gains of the linked mode and the internals that it
uses.
"""

from __future__ import annotations

import contextlib
import functools
import os
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.extending
import numpy as np

from .numba_internals import PLAIN, check_internals
from .sources import ALL, engine_hash

__all__ = [
    "bound_by_type",
    "cache_folder",
    "compile_for",
    "engine_hash",
    "is_cached",
    "njit",
    "on_compile",
    "overload",
    "scratch",
    "share_stored",
    "unset",
]

_settings: Any = numba.config
IS_INTERPRETED = bool(_settings.DISABLE_JIT)
IS_PLAIN = not IS_INTERPRETED and os.environ.get(PLAIN, "0") not in ("", "0")
IS_LINKED = not IS_INTERPRETED and not IS_PLAIN

if IS_LINKED:
    check_internals()
    from . import cache, intrinsics, jit_linker

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": False}
if IS_LINKED:
    OPTIONS.update(no_cfunc_wrapper=True, _nrt=False)
"""Options of all compiled functions. A function that does not name `forceinline` would inherit it
from the caller that compiles it first. Linked code needs no wrapper for C, since no function is
passed as an argument, and no reference counts of arrays, since no function allocates memory
(`scratch`)."""


@typing.overload
def njit(function: F) -> F: ...


@typing.overload
def njit(*, shared: bool = False, owner: str | None = None, **options: Any) -> Callable[[F], F]: ...


def njit(
    function: Any = None, *, shared: bool = False, owner: str | None = None, **options: Any
) -> Any:
    """Compile a function of the engine without the interpreter lock, and store the code.

    Used bare (``@njit``) or with Numba's options (``@njit(inline="always")``). Functions outside
    the engine's sources, and closures without an owner, are compiled but not stored: no hash of
    sources covers them.

    Args:
        function: The function; each combination of argument types is compiled on its first call.
        shared: Whether compiled callers call its machine code instead of containing a copy. For
            large functions with several callers (see `jit_linker.py`).
        owner: For a closure, the module whose sources, with those of the core, determine all
            values that it captures.
        **options: Options of ``numba.njit``, except ``cache``.

    Returns:
        Numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``.
    """
    if function is None:
        return functools.partial(njit, shared=shared, owner=owner, **options)
    compiled: Any = numba.njit(function, **{**OPTIONS, **options})
    if IS_LINKED:
        jit_linker.link_late(compiled, cache.cache_of(function, owner), shared)
    return compiled


def overload(function: Callable[..., Any], **options: Any) -> Callable[[F], F]:
    """``numba.extending.overload`` with quintain's options.

    Args:
        function: The plain function that compiled code calls.
        **options: Options of ``numba.extending.overload``.

    Returns:
        A decorator for the function that, given the types of the arguments, returns the function to
        compile; it does nothing under ``NUMBA_DISABLE_JIT=1``.
    """
    if IS_INTERPRETED:
        return lambda typed: typed
    jit_options: Any = {**OPTIONS, **options.pop("jit_options", {})}
    return numba.extending.overload(function, jit_options=jit_options, **options)


def bound_by_type(find: Callable[[Any], Any]) -> Callable[[F], F]:
    """Bind compiled calls of a plain function to another one, by the type of the first argument.

    Args:
        find: Maps Numba's type of the first argument to the compiled function, or to None.

    Returns:
        A decorator that returns the plain function unchanged; interpreted callers call it.
    """

    def bind(function: F) -> F:
        if IS_LINKED:
            intrinsics.bind(function, find)
        elif IS_PLAIN:
            overload(function, strict=False)(lambda *args: getattr(find(args[0]), "py_func", None))
        return function

    return bind


def _scratch(rows: int, columns: int) -> np.ndarray:
    """The function `scratch` outside the linked mode."""
    return np.zeros((rows, columns), np.int64)


def _unset(rows: int, columns: int) -> np.ndarray:
    """The function `unset` outside the linked mode: a read before a write finds -1."""
    return np.full((rows, columns), -1, np.int64)


scratch: Any = numba.extending.register_jitable(_scratch)
"""``scratch(rows, columns)``: zeros for the duration of one call, int64 `[rows, columns]`.

In linked code the array lies in the stack frame of the calling function, which must not return or
store it; both numbers must be constants. Thus no engine function allocates memory while it plays.
"""
unset: Any = numba.extending.register_jitable(_unset)
"""The same as `scratch`, with arbitrary values, for a function that writes before it reads."""
if IS_LINKED:
    scratch, unset = intrinsics.scratch, intrinsics.unset


def compile_for(function: Any, *kinds: Any) -> None:
    """Compile a function and all below it for compiled callers, and store them, without a call.

    Args:
        function: A function that `njit` returned.
        *kinds: Numba's types of its arguments.
    """
    if IS_LINKED:
        jit_linker.compile_for(function, kinds)


def cache_folder(group: str = ALL) -> Path | None:
    """The folder that stores the compiled code of a group of sources; None if none is stored."""
    return cache.cache_folder(group) if IS_LINKED else None


def is_cached(*functions: Any) -> bool:
    """Whether the cache has code of each function for some types of arguments."""
    caches = [getattr(function, "_cache", None) for function in functions]
    return IS_LINKED and all(isinstance(c, cache.EngineCache) and c.has_code() for c in caches)


@contextlib.contextmanager
def on_compile(
    callback: Callable[[], None], each: Callable[[str], None] | None = None
) -> Iterator[None]:
    """Call back once before an engine function is compiled, not loaded, inside the block.

    For the command line: ``with on_compile(spinner.start): play()`` shows a spinner only to users
    who have to wait. In the plain mode they always have to wait.

    Args:
        callback: It is never called if everything comes from the cache.
        each: Called with the dotted name of each function before it is compiled; not in the plain
            mode.
    """
    if IS_LINKED:
        with cache.on_compile(callback, each):
            yield
    else:
        if IS_PLAIN:
            callback()
        yield


def share_stored(package: str) -> float:
    """The share of a package's imported functions that the cache has, 0 to 1.

    Args:
        package: a part of their dotted names, such as the name of a system.
    """
    stored, known = cache.count_stored(package) if IS_LINKED else (0, 0)
    return stored / known if known else 0.0
