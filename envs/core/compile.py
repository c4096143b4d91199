"""The one compiler of quintain.

`njit` is Numba's, with the interpreter lock released and with a cache of compiled code that cannot
serve a stale rule (see `cache.py`); `overload` is the other way into compiled code. Both leave
Numba's settings alone, and do nothing under ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import contextlib
import functools
import typing
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numba
import numba.extending
from numba.core import event, types

from .cache import EngineCache, cache_folder, cache_of, engine_hash

__all__ = ["cache_folder", "engine_hash", "is_cached", "njit", "on_compile", "overload"]

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
"""Options of all that is compiled; nothing of ours takes functions as arguments."""

_settings: Any = numba.config


@typing.overload
def njit(function: F) -> F: ...


@typing.overload
def njit(**options: Any) -> Callable[[F], F]: ...


def njit(function: Any = None, **options: Any) -> Any:
    """Compile a function of the engine without the interpreter lock, and keep the code.

    Used bare (``@njit``) or with Numba's options (``@njit(inline="always")``). Functions outside
    the engine's sources, and closures, are compiled as well but not kept: no hash vouches for them.

    Args:
        function: The function; each combination of argument types is compiled on its first call.
        **options: Options of ``numba.njit``, except ``cache``.

    Returns:
        Numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``.
    """
    if function is None:
        return functools.partial(njit, **options)
    compiled: Any = numba.njit(function, **{**OPTIONS, **options})
    if _settings.DISABLE_JIT:
        return compiled
    compiled.get_call_template = functools.partial(_call_with_plain_integers, compiled)
    cache = cache_of(function)
    if cache is not None:
        compiled._cache = cache
    return compiled


def _call_with_plain_integers(dispatcher: Any, args: Any, kws: Any) -> Any:
    """What compiled code calls: the variant for int64, whatever the kinds of integers it has.

    Else Numba compiles a variant for each mixture of i1, i2, i8 and members of enumerations.
    """
    args = tuple(_plain(kind) for kind in args)
    kws = {name: _plain(kind) for name, kind in kws.items()}
    return type(dispatcher).get_call_template(dispatcher, args, kws)


def _plain(kind: Any) -> Any:
    """int64 for every integer that fits into it, any other type as it is."""
    kind = types.unliteral(kind)
    is_integer = isinstance(kind, types.Integer) and kind != types.uint64
    return types.int64 if is_integer or isinstance(kind, types.IntEnumMember) else kind


def overload(function: Callable[..., Any], **options: Any) -> Callable[[F], F]:
    """``numba.extending.overload`` with our options.

    Args:
        function: The plain function that compiled code calls.
        **options: Options of ``numba.extending.overload``.

    Returns:
        A decorator for the function that, given the types of the arguments, returns what is to be
        compiled; it does nothing under ``NUMBA_DISABLE_JIT=1``.
    """
    if _settings.DISABLE_JIT:
        return lambda typed: typed
    jit_options: Any = {**OPTIONS, **options.pop("jit_options", {})}
    return numba.extending.overload(function, jit_options=jit_options, **options)


def is_cached(*functions: Any) -> bool:
    """Whether compiled code of each function, for some types of arguments, lies in the cache."""
    caches = [getattr(function, "_cache", None) for function in functions]
    return all(isinstance(cache, EngineCache) and cache.has_code() for cache in caches)


@contextlib.contextmanager
def on_compile(callback: Callable[[], None]) -> Iterator[None]:
    """Call back once, before a function of the engine is compiled, not loaded, inside the block.

    For the command line: ``with on_compile(spinner.start): play()`` shows a spinner only to those
    who have to wait.

    Args:
        callback: Never called where everything comes from the cache.
    """
    with event.install_listener("numba:compile", _FirstCompilation(callback)):
        yield


class _FirstCompilation(event.Listener):
    """Calls back when the first function of ours is compiled."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def on_start(self, event: Any) -> None:
        """Call back, unless that was done or the function is none of ours."""
        cache = getattr((event.data or {}).get("dispatcher"), "_cache", None)
        if self.callback is not None and isinstance(cache, EngineCache):
            callback, self.callback = self.callback, None
            callback()

    def on_end(self, event: Any) -> None:
        """Nothing: the block's owner knows when it ends."""
