"""Numba's internals that quintain uses, a check that all of them exist, and how to compile.

`QUINTAIN_PLAIN_NUMBA=1` works without them, slower: see `docs/architecture/compiler.md`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable

import numba

PLAIN = "QUINTAIN_PLAIN_NUMBA"
"""The environment variable that selects the mode without internals."""
IS_QUICK = os.environ.get("QUINTAIN_QUICK_COMPILE", "0") not in ("", "0")
"""Whether programs that are not stored yet are translated without any optimization of LLVM: for
tests, which call many rules from Python a few times each."""

INTERNALS = (
    # parts.py, jit_linker.py: parts and programs
    "numba.core.codegen.JITCodeLibrary._finalize_dynamic_globals",
    "numba.core.codegen.JITCodeLibrary._finalize_final_module",
    "numba.core.codegen.JITCodeLibrary._get_compiled_object",
    "numba.core.codegen.JITCodeLibrary._get_module_for_linking",
    "numba.core.codegen.JITCodeLibrary._optimize_final_module",
    "numba.core.codegen.JITCodeLibrary._raise_if_finalized",
    "numba.core.codegen.JITCodeLibrary._set_compiled_object",
    "numba.core.codegen.JITCodeLibrary.add_linking_library",
    "numba.core.codegen.JITCodeLibrary.enable_object_caching",
    "numba.core.compiler.Flags",
    "numba.core.compiler.compile_extra",
    "numba.core.compiler.compile_result",
    "numba.core.compiler_lock.global_compiler_lock",
    "numba.core.cpu.CPUContext.create_cpython_wrapper",
    "numba.core.cpu.CPUContext.get_executable",
    "numba.core.cpu.CPUContext.insert_user_function",
    "numba.core.dispatcher.Dispatcher.add_overload",
    "numba.core.dispatcher.Dispatcher.compile",
    "numba.core.dispatcher.Dispatcher.get_call_template",
    "numba.core.dispatcher._DispatcherBase.typeof_pyval",
    "numba.core.dispatcher._FunctionCompiler._compile_core",
    "numba.core.dispatcher._FunctionCompiler.fold_argument_types",
    "numba.core.environment.Environment",
    "numba.core.event.trigger_event",
    "numba.core.itanium_mangler.mangle",
    "numba.core.registry.cpu_target",
    "numba.core.sigutils.normalize_signature",
    "numba.core.typing.make_concrete_template",
    # cache.py: the files of compiled code
    "numba.core.codegen.CodeLibrary.has_dynamic_globals",
    "numba.core.event.install_listener",
    "numba.core.serialize.dumps",
    "numba.misc.appdirs.AppDirs",
    # intrinsics.py: calls bound by type, arrays in the frame of a function, indices
    "numba.core.cgutils.alloca_once",
    "numba.core.cgutils.memset",
    "numba.core.typing.templates.AbstractTemplate",
    "numba.core.typing.templates.builtin_registry.register_global",
    "numba.np.arrayobj.fix_integer_index",
    "numba.np.arrayobj.make_array",
    "numba.np.arrayobj.populate_array",
    # bits.py
    "numba.cpython.unsafe.numbers.trailing_zeros",
)
"""Dotted names, grouped by the file that uses them."""


def check_internals(names: Iterable[str] = INTERNALS) -> None:
    """Refuse a version of Numba that lacks an internal that quintain uses.

    Raises:
        ImportError: The message names the version, the missing names, and the alternative.
    """
    missing = [name for name in names if not _is_there(name)]
    if missing:
        raise ImportError(
            f"Numba {numba.__version__} has no {', '.join(missing)}, which quintain's compiler "
            f"uses: install a version that pyproject.toml allows, or set {PLAIN}=1, which works "
            "slower with any Numba (docs/architecture/compiler.md)"
        )


def _is_there(name: str) -> bool:
    """Whether a dotted name of a module or an attribute exists."""
    parts = name.split(".")
    found = None
    for end in range(1, len(parts) + 1):
        if found is not None and hasattr(found, parts[end - 1]):
            found = getattr(found, parts[end - 1])
            continue
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            return False
    return True
