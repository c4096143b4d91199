"""The one compiler of quintain: Numba's, in one of three modes.

* Linked, the usual mode: functions are compiled one by one and linked into programs
  (`jit_linker.py`), and a cache that cannot serve a stale rule keeps them (`cache.py`).
* Plain, under ``QUINTAIN_PLAIN_NUMBA=1``: Numba's public interface alone. Each process compiles
  everything again, which takes minutes. For versions of Numba whose internals have moved.
* Interpreted, under ``NUMBA_DISABLE_JIT=1``: plain Python, to debug.

All modes compute the same bytes and leave Numba's settings alone. `docs/architecture/compiler.md`
explains what the linked mode gains, and what it rests on.
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
    "engine_hash",
    "is_cached",
    "njit",
    "on_compile",
    "overload",
    "scratch",
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

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
if IS_LINKED:
    OPTIONS.update(no_cfunc_wrapper=True, _nrt=False)
"""Options of all that is compiled. Linked code needs no wrapper for C, since no function is passed
as an argument, and no counts of references to arrays, since no function asks for memory
(`scratch`)."""


@typing.overload
def njit(function: F) -> F: ...


@typing.overload
def njit(*, shared: bool = False, owner: str | None = None, **options: Any) -> Callable[[F], F]: ...


def njit(
    function: Any = None, *, shared: bool = False, owner: str | None = None, **options: Any
) -> Any:
    """Compile a function of the engine without the interpreter lock, and keep the code.

    Used bare (``@njit``) or with Numba's options (``@njit(inline="always")``). Functions outside
    the engine's sources, and closures without an owner, are compiled as well but not kept: no hash
    vouches for them.

    Args:
        function: The function; each combination of argument types is compiled on its first call.
        shared: Whether compiled callers call its machine code, which is then made only once, and
            do not hold it. For large functions with several callers (see `jit_linker.py`).
        owner: For a closure, the module on whose sources, and those of the core, all that it holds
            depends.
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
    """``numba.extending.overload`` with our options.

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
    """Let compiled callers of a plain function call another one, by the type of its first argument.

    Args:
        find: Numba's type of the first argument to the compiled function, None if there is none.

    Returns:
        A decorator that gives back the plain function, which callers without the compiler call.
    """

    def bind(function: F) -> F:
        if IS_LINKED:
            intrinsics.bind(function, find)
        elif IS_PLAIN:
            overload(function, strict=False)(lambda *args: getattr(find(args[0]), "py_func", None))
        return function

    return bind


def _scratch(rows: int, columns: int) -> np.ndarray:
    """What `scratch` is outside the linked mode."""
    return np.zeros((rows, columns), np.int64)


def _unset(rows: int, columns: int) -> np.ndarray:
    """What `unset` is outside the linked mode: code that reads before it writes finds -1."""
    return np.full((rows, columns), -1, np.int64)


scratch: Any = numba.extending.register_jitable(_scratch)
"""``scratch(rows, columns)``: zeros for the time of one call, int64 `[rows, columns]`.

In linked code they lie in the frame of the function that asks, which must not return or keep them;
both numbers must be constants. So no function of ours asks for memory while it plays.
"""
unset: Any = numba.extending.register_jitable(_unset)
"""As `scratch`, for a function that writes before it reads: the values are arbitrary."""
if IS_LINKED:
    scratch, unset = intrinsics.scratch, intrinsics.unset


def cache_folder(group: str = ALL) -> Path | None:
    """The folder that keeps the compiled code of a group of sources; None if none is kept."""
    return cache.cache_folder(group) if IS_LINKED else None


def is_cached(*functions: Any) -> bool:
    """Whether compiled code of each function, for some types of arguments, lies in the cache."""
    caches = [getattr(function, "_cache", None) for function in functions]
    return IS_LINKED and all(isinstance(c, cache.EngineCache) and c.has_code() for c in caches)


@contextlib.contextmanager
def on_compile(callback: Callable[[], None]) -> Iterator[None]:
    """Call back once, before a function of the engine is compiled, not loaded, inside the block.

    For the command line: ``with on_compile(spinner.start): play()`` shows a spinner only to users
    who have to wait. In the plain mode they always have to.

    Args:
        callback: Never called where everything comes from the cache.
    """
    if IS_LINKED:
        with cache.on_compile(callback):
            yield
    else:
        if IS_PLAIN:
            callback()
        yield
