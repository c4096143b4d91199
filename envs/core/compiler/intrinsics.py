"""Compiled code that Numba's public interface cannot express.

Arrays in the stack frame of a function, calls bound by a type, and indices that are never negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba.extending
from numba.core import cgutils, types
from numba.core.typing import templates
from numba.np import arrayobj

# --- Arrays in the frame --------------------------------------------------------------------------


def _scratch(typing_context: Any, rows: Any, columns: Any) -> Any:
    """The type and code that Numba uses for a call of `scratch`."""
    return _in_frame(rows, columns, True)


def _unset(typing_context: Any, rows: Any, columns: Any) -> Any:
    """The type and code that Numba uses for a call of `unset`."""
    return _in_frame(rows, columns, False)


def _in_frame(rows: Any, columns: Any, is_zeroed: bool) -> Any:
    """Signature and code of an array in the stack frame of the calling function."""
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


scratch: Any = numba.extending.intrinsic(prefer_literal=True)(_scratch)
unset: Any = numba.extending.intrinsic(prefer_literal=True)(_unset)


# --- Calls bound by a type ------------------------------------------------------------------------


def bind(function: Callable[..., Any], find: Callable[[Any], Any]) -> None:
    """Bind compiled calls of a plain function to another one; see `compile.bound_by_type`."""
    members = {"key": function, "find": staticmethod(find)}
    binding = type("Binding", (_Binding,), members)
    templates.builtin_registry.register_global(function, types.Function(binding))


class _Binding(templates.AbstractTemplate):
    """Numba's template for a call that is bound by the type of the first argument."""

    find: Callable[[Any], Any]

    def generic(self, args: Any, kws: Any) -> Any:
        """The signature of the bound function, None if there is none for these types."""
        function = self.find(args[0])
        if function is None:
            return None
        template, _, args, kws = function.get_call_template(args, kws)
        return template(self.context).apply(args, kws)

    def get_impl_key(self, signature: Any) -> Any:
        """Numba's key for the code of the bound function."""
        return self.find(signature.args[0]).get_overload(signature)


# --- Indices --------------------------------------------------------------------------------------


_numba_index: Any = getattr(arrayobj, "fix_integer_index", None)
_PACKAGE = __name__.partition(".")[0]
_OWN_SYMBOLS = f"_ZN{len(_PACKAGE)}{_PACKAGE}"
"""First part of the mangled names of this package's functions."""


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The code of an index: unchanged in functions of quintain, Numba's in all others.

    Quintain's functions never use negative indices, so the test for them at each access is omitted;
    with bounds checks a negative index raises an error.
    """
    if builder.function.name.startswith(_OWN_SYMBOLS):
        return context.cast(builder, index, kind, types.intp)
    return _numba_index(context, builder, kind, index, size)


if _numba_index is not None:  # a version of Numba without this function is only slower
    arrayobj.fix_integer_index = _index
