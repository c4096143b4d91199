"""The LLVM code of compiled functions: parts, and programs that contain all parts below them.

`jit_linker.py` explains both and makes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from llvmlite import binding  # type: ignore[import-untyped]
from numba.core import codegen, config
from numba.core.registry import cpu_target

from .numba_internals import IS_QUICK

_Library: Any = codegen.JITCodeLibrary

if IS_QUICK:  # Numba reads the level of LLVM's translator once, when its target begins
    _settings: Any = config
    _level, _settings.OPT = _settings.OPT, type(_settings.OPT)(0)
    cpu_target.target_context  # noqa: B018  (this begins it)
    _settings.OPT = _level


class Part(_Library):
    """The code of one function without its callees, neither optimized nor translated.

    ``file`` is the file of the cache that stores it, None if it is not stored.
    """

    file: str | None = None
    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Link Numba's own libraries; quintain's parts are linked later, into a program."""
        self._raise_if_finalized()
        called = dict.fromkeys(self._linking_libraries)
        self._linking_libraries = [one for one in called if isinstance(one, (Part, Program))]
        for library in called:
            if library not in self._linking_libraries:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if is_merged(function):  # another process may use its name for another function
                function.linkage = "internal"
        self._finalize_dynamic_globals()
        self._finalized = True

    def own_module(self) -> Any:
        """The code of this function, which other modules may also contain."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code of this function and of all its callees, for a library of Numba's own."""
        return _module_with_all_below(self)


class Program(_Library):
    """Machine code of a function that Python calls, or of a shared one, with all parts below it.

    ``file`` is the same as in `Part`. ``code`` is the LLVM code if another process translated it.
    """

    file: str | None = None
    code: bytes | None = None
    _linking_libraries: list[Any]
    _shared_module: Any

    def finalize(self) -> None:
        """Link, optimize and translate."""
        self._raise_if_finalized()
        below = libraries_below(self._linking_libraries)
        self._linking_libraries = [one for one in below if isinstance(one, Program)]
        for library in below:
            if isinstance(library, Part):
                self._final_module.link_in(library.own_module(), preserve=True)
            elif library not in self._linking_libraries:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._keep_to_itself()
        if not IS_QUICK:
            self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _keep_to_itself(self) -> None:
        """Make all functions internal except the one that is called."""
        functions = [one for one in self._final_module.functions if not one.is_declaration]
        hidden = [one for one in functions if is_merged(one) or one.linkage.name == "internal"]
        called = {one.name for one in functions} - {one.name for one in hidden}
        suffix = f".{digest(sorted(called))}"
        for function in hidden:
            function.linkage = "internal"
            function.name += suffix  # else the loader confuses it with another one of that name

    def load(self, machine_code: bytes, code: bytes) -> None:
        """Use the machine code of another process, and the LLVM code that it was made from."""
        self.code = code
        self._set_compiled_object(machine_code)
        self._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function that Python calls.

        Numba's own method searches the first loaded library for the name.
        """
        return self._codegen._engine.get_function_address(name)

    def own_module(self) -> Any:
        """The LLVM code, which other modules may also contain."""
        if self.code is not None and self._shared_module is None:
            self._shared_module = binding.parse_bitcode(self.code)
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code of this program and of all its callees, for a library of Numba's own."""
        return _module_with_all_below(self)


def libraries_below(libraries: Iterable[Any], through_programs: bool = False) -> list[Any]:
    """Libraries and all that they call, each once and before all that it calls.

    The order matters: LLVM's linker leaves out a function that no code before it calls, even if
    later code does. The libraries below a program are omitted, since the program contains their
    code.

    Args:
        libraries: The libraries to begin with.
        through_programs: Whether to continue below programs.
    """
    found: list[Any] = []  # each after all that it calls
    begun: set[Any] = set()
    left = [(library, False) for library in libraries]
    while left:
        library, is_done = left.pop()
        if is_done:
            found.append(library)
        elif library not in begun:
            begun.add(library)
            left.append((library, True))
            if isinstance(library, Part) or (through_programs and isinstance(library, Program)):
                left += [(below, False) for below in library._linking_libraries]
    return found[::-1]


def _module_with_all_below(library: Any) -> Any:
    """One module that contains a library and all libraries below it."""
    whole = library.own_module().clone()
    for below in libraries_below(library._linking_libraries, through_programs=True):
        whole.link_in(below.own_module(), preserve=True)
    return whole


def is_merged(function: Any) -> bool:
    """Whether LLVM's linker keeps only one of several functions with this name."""
    return not function.is_declaration and function.linkage.name == "linkonce_odr"


def digest(names: Any) -> str:
    """A short name that replaces a long one."""
    return hashlib.sha256(repr(names).encode()).hexdigest()[:20]
