"""Compiled code that Numba's public interface cannot express.

Arrays in the frame of a function, calls that are bound by a type, and indices that never count from
an array's end.
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
    """What compiled code makes of `scratch`."""
    return _in_frame(rows, columns, True)


def _unset(typing_context: Any, rows: Any, columns: Any) -> Any:
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


scratch: Any = numba.extending.intrinsic(prefer_literal=True)(_scratch)
unset: Any = numba.extending.intrinsic(prefer_literal=True)(_unset)


# --- Calls bound by a type ------------------------------------------------------------------------


def bind(function: Callable[..., Any], find: Callable[[Any], Any]) -> None:
    """Let compiled callers of a plain function call another one; see `compile.bound_by_type`."""
    members = {"key": function, "find": staticmethod(find)}
    binding = type("Binding", (_Binding,), members)
    templates.builtin_registry.register_global(function, types.Function(binding))


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


# --- Indices --------------------------------------------------------------------------------------


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
