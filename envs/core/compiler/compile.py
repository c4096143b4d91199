"""The one compiler of quintain.

`njit` is Numba's, with the interpreter lock released and with a cache of compiled code that cannot
serve a stale rule (see `cache.py`); `overload` and `bound_by_type` are the other ways into compiled
code. All leave Numba's settings alone, and do nothing under ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import contextlib
import functools
import typing
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numba
import numba.extending
import numpy as np
from numba.core import cgutils, event, types
from numba.core.typing import templates
from numba.np import arrayobj

from .cache import EngineCache, cache_folder, cache_of
from .jit_linker import link_late
from .sources import engine_hash

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

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""Options of all that is compiled: nothing of ours takes functions as arguments, and nothing asks
for memory (`scratch` does without), so that Numba need not count the references to arrays."""

_settings: Any = numba.config


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
            do not hold it. For what is large and has several callers (see `jit_linker.py`).
        owner: For a closure, the module on whose sources, and those of the core, all that it holds
            depends.
        **options: Options of ``numba.njit``, except ``cache``.

    Returns:
        Numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``.
    """
    if function is None:
        return functools.partial(njit, shared=shared, owner=owner, **options)
    compiled: Any = numba.njit(function, **{**OPTIONS, **options})
    if _settings.DISABLE_JIT:
        return compiled
    link_late(compiled, cache_of(function, owner), shared)
    return compiled


_numba_index: Any = getattr(arrayobj, "fix_integer_index", None)
_PACKAGE = __name__.partition(".")[0]
_OWN_SYMBOLS = f"_ZN{len(_PACKAGE)}{_PACKAGE}"
"""How the mangled names of this package's functions begin."""


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is in our functions, Numba's in all others.

    Ours never count from an array's end, so that the test for negative ones at each access is left
    out; with bounds checks they raise an error.
    """
    if builder.function.name.startswith(_OWN_SYMBOLS):
        return context.cast(builder, index, kind, types.intp)
    return _numba_index(context, builder, kind, index, size)


if _numba_index is not None:  # a Numba without it is only slower
    arrayobj.fix_integer_index = _index


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


def bound_by_type(find: Callable[[Any], Any]) -> Callable[[F], F]:
    """Let compiled callers of a plain function call another one, by the type of its first argument.

    Args:
        find: Numba's type of the first argument to the compiled function, None if there is none.

    Returns:
        A decorator that gives back the plain function, which callers without the compiler call.
    """

    def bind(function: F) -> F:
        if not _settings.DISABLE_JIT:
            members = {"key": function, "find": staticmethod(find)}
            binding = type("Binding", (_Binding,), members)
            templates.builtin_registry.register_global(function, types.Function(binding))
        return function

    return bind


class _Binding(templates.AbstractTemplate):
    """How Numba binds the call of a function to another one."""

    find: Callable[[Any], Any]

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature of what is called, None if nothing is there for these types."""
        function = self.find(args[0])
        if function is None:
            return None
        template, _, args, kws = function.get_call_template(args, kws)
        return template(self.context).apply(args, kws)

    def get_impl_key(self, signature: Any) -> Any:
        """What is called."""
        return self.find(signature.args[0]).get_overload(signature)


def _scratch_in_memory(rows: int, columns: int) -> np.ndarray:
    """What `scratch` is without the compiler."""
    return np.zeros((rows, columns), np.int64)


def _unset_in_memory(rows: int, columns: int) -> np.ndarray:
    """What `unset` is without the compiler; who reads what it has not written finds -1."""
    return np.full((rows, columns), -1, np.int64)


def _scratch_in_frame(typing_context: Any, rows: Any, columns: Any) -> Any:
    """What compiled code makes of `scratch`."""
    return _in_frame(rows, columns, True)


def _unset_in_frame(typing_context: Any, rows: Any, columns: Any) -> Any:
    """What compiled code makes of `unset`."""
    return _in_frame(rows, columns, False)


def _in_frame(rows: Any, columns: Any, is_zeroed: bool) -> Any:
    """An array in the frame of the function that asks, and how it is made."""
    if not isinstance(rows, types.IntegerLiteral) or not isinstance(columns, types.IntegerLiteral):
        return None
    shape = (rows.literal_value, columns.literal_value)
    kind = types.Array(types.int64, 2, "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.int64)
        data = cgutils.alloca_once(builder, word, size=shape[0] * shape[1])
        if is_zeroed:
            size = context.get_constant(types.intp, 8 * shape[0] * shape[1])
            cgutils.memset(builder, data, size, 0)
        array = arrayobj.make_array(kind)(context, builder)
        lengths = [context.get_constant(types.intp, length) for length in shape]
        strides = [context.get_constant(types.intp, stride) for stride in (8 * shape[1], 8)]
        width = context.get_constant(types.intp, 8)
        arrayobj.populate_array(array, data, lengths, strides, width, None)
        return array._getvalue()

    return kind(rows, columns), build


scratch: Any = _scratch_in_memory
"""``scratch(rows, columns)``: zeros for the time of one call, int64 `[rows, columns]`.

In compiled code they lie in the frame of the function that asks, which must not return or keep
them; both numbers must be constants. So nothing of ours asks for memory while it plays.
"""
unset: Any = _unset_in_memory
"""As `scratch`, for who writes before it reads: no zeros, but whatever lies there."""
if not _settings.DISABLE_JIT:
    scratch = numba.extending.intrinsic(prefer_literal=True)(_scratch_in_frame)
    unset = numba.extending.intrinsic(prefer_literal=True)(_unset_in_frame)


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
