"""How compiled functions become machine code: parts, and programs linked of them.

Numba optimizes and translates each function together with all that it calls, as if Python were to
call each of them, so that a rule far below is translated again for every function above it. Here a
function is kept as a *part*: the code of its own body alone. When Python calls one, its part and
those of all that it calls are linked into a *program*, and only that is optimized and translated,
as a whole: nothing of it can be called from elsewhere, so that arguments that do not matter go, and
what is called from one place is written there.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from llvmlite import binding  # type: ignore[import-untyped]
from numba.core import codegen, compiler, event, sigutils, types, typing
from numba.core.compiler_lock import global_compiler_lock

_Library: Any = codegen.JITCodeLibrary


class Part(_Library):
    """The code of one function, without what it calls, neither optimized nor translated.

    ``file`` names where the cache keeps it, None where it does not.
    """

    file: str | None = None
    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Take in what Numba itself brings; the rest waits for the linking."""
        self._raise_if_finalized()
        brought = [one for one in self._linking_libraries if not isinstance(one, Part)]
        for library in dict.fromkeys(brought):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = [one for one in self._linking_libraries if isinstance(one, Part)]
        self._finalize_dynamic_globals()
        self._finalized = True

    def own_module(self) -> Any:
        """The code of this function, which other modules may hold as well."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code of this function and of all that it calls, for a library of Numba's own."""
        whole = self.own_module().clone()
        for module in modules_below([self]):
            whole.link_in(module, preserve=True)
        return whole


class Program(_Library):
    """A function that Python calls, with all that it calls: machine code."""

    def finalize(self) -> None:
        """Link, optimize and translate."""
        self._raise_if_finalized()
        for module in modules_below(self._linking_libraries):
            self._final_module.link_in(module, preserve=True)
        self._keep_to_itself()
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _keep_to_itself(self) -> None:
        """Let nothing but what Python calls be seen from outside."""
        suffix = f".{zlib.crc32(self.name.encode()):08x}"
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
                function.name += suffix  # else the loader takes it for the one of that name


def modules_below(libraries: Iterable[Any]) -> Iterator[Any]:
    """The code of libraries and of all that they call, each once."""
    seen, left = set(), [*libraries]
    while left:
        library = left.pop()
        if library not in seen:
            seen.add(library)
            if isinstance(library, Part):
                left += library._linking_libraries
                yield library.own_module()
            else:
                yield library._get_module_for_linking()


class Entry:
    """What Numba knows a part by, where it would have the function that Python calls."""


def link_late(dispatcher: Any, cache: Any) -> None:
    """Let a dispatcher make parts for callers that are compiled, and programs for Python.

    Args:
        dispatcher: Numba's.
        cache: Where its parts and programs are kept, an `EngineCache`, or None.
    """
    if cache is not None:
        dispatcher._cache = cache
    dispatcher.get_call_template = functools.partial(_call_template, dispatcher)
    dispatcher.add_overload = functools.partial(_add_overload, dispatcher)
    dispatcher.compile = functools.partial(_compile_program, dispatcher, cache, {})
    dispatcher._compiler._compile_core = functools.partial(_compile_part, dispatcher._compiler)


# --- Parts ----------------------------------------------------------------------------------------


def _call_template(dispatcher: Any, args: Any, kws: Any) -> Any:
    """What a caller that is compiled gets, whatever the kinds of integers it has: int64's variant.

    Else Numba compiles a variant for each mixture of i1, i2, i8 and members of enumerations.
    """
    args = tuple(_plain(kind) for kind in args)
    kws = {name: _plain(kind) for name, kind in kws.items()}
    signature, args = dispatcher._compiler.fold_argument_types(args, kws)
    type(dispatcher).compile(dispatcher, tuple(args))
    name = dispatcher.py_func.__name__
    template = typing.make_concrete_template(name, name, dispatcher.nopython_signatures)
    return template, signature, args, {}


def _plain(kind: Any) -> Any:
    """int64 for every integer that fits into it, any other type as it is."""
    kind = types.unliteral(kind)
    is_integer = isinstance(kind, types.Integer) and kind != types.uint64
    return types.int64 if is_integer or isinstance(kind, types.IntEnumMember) else kind


def _add_overload(dispatcher: Any, part: Any) -> None:
    """Keep a part for the callers that are compiled; Python cannot call it."""
    dispatcher.overloads[tuple(part.signature.args)] = part


def _compile_part(function: Any, args: Any, return_type: Any) -> Any:
    """Compile a function's own body."""
    flags: Any = compiler.Flags()
    function.targetdescr.options.parse_as_flags(flags, function.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = True
    context = function.targetdescr.target_context
    result = compiler.compile_extra(
        function.targetdescr.typing_context,
        context,
        function.py_func,
        args,
        return_type,
        flags,
        function.locals,
        Part(context.codegen(), function.py_func.__qualname__),
        function.pipeline_class,
    )
    entry = Entry()
    context.insert_user_function(entry, result.fndesc, [result.library])
    return result._replace(entry_point=entry)


def part_to_bytes(part: Any) -> tuple | None:
    """What a cache keeps of a part, None if something that it calls is not kept."""
    library, described = part.library, part.fndesc
    needs = [below.file for below in library._linking_libraries]
    if None in needs:
        return None
    described.typemap = described.calltypes = None  # as Numba does, since they may not be pickled
    code = library._final_module.as_bitcode()
    return library.name, code, needs, described, part.environment, part.signature


def part_from_bytes(context: Any, state: tuple, file: str, load: Callable[[str], Any]) -> Any:
    """A part as the cache kept it.

    Args:
        context: Numba's target.
        state: From `part_to_bytes`.
        file: Where it is kept.
        load: Gives the part that another file keeps, or None.

    Returns:
        Numba's result of compiling, or None if something that it calls is gone.
    """
    name, code, needs, described, environment, signature = state
    below = [load(need) for need in needs]
    if None in below:
        return None
    library = Part(context.codegen(), name)
    library._final_module = binding.parse_bitcode(code)
    library._linking_libraries = [part.library for part in below]
    library.file = file
    library.finalize()
    return compiler.compile_result(
        target_context=context,
        typing_context=None,
        library=library,
        environment=environment,
        entry_point=Entry(),
        fndesc=described,
        signature=signature,
        objectmode=False,
        lifted=(),
    )


# --- Programs -------------------------------------------------------------------------------------


def _compile_program(dispatcher: Any, cache: Any, programs: dict, signature: Any) -> Any:
    """The function that Python calls for these types of arguments."""
    args, _ = sigutils.normalize_signature(signature)
    with global_compiler_lock:
        if args not in programs:
            programs[args] = _load(dispatcher, cache, args) or _link(dispatcher, cache, args)
            codes = [kind._code for kind in args]
            dispatcher._insert(codes, programs[args].entry_point, False)
        return programs[args].entry_point


def _load(dispatcher: Any, cache: Any, args: Any) -> Any:
    """The program that an earlier process kept, or None."""
    program = cache and cache.load_program(args, dispatcher.targetctx)
    count = dispatcher._cache_hits if program else dispatcher._cache_misses
    count[args] += 1
    return program


def _link(dispatcher: Any, cache: Any, args: Any) -> Any:
    """Compile what is missing, link it, and keep the program."""
    with event.trigger_event("numba:compile", data={"dispatcher": dispatcher, "args": args}):
        type(dispatcher).compile(dispatcher, args)
        part = dispatcher.overloads[args]
        context, described = part.target_context, part.fndesc
        library = Program(context.codegen(), part.library.name)
        library.enable_object_caching()
        library.add_linking_library(part.library)
        is_free = bool(dispatcher.targetoptions.get("nogil"))
        context.create_cpython_wrapper(library, described, part.environment, None, is_free)
        function = context.get_executable(library, described, part.environment)
        program = part._replace(library=library, entry_point=function)
    if cache:
        cache.save_program(args, program)
    return program
