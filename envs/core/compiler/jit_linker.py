"""How compiled functions become machine code: parts, and programs linked of them.

Numba optimizes and translates each function together with all that it calls, as if Python were to
call each of them, so that a rule far below is translated again for every function above it. Here a
function is kept as a *part*: the code of its own body alone. When Python calls one, its part and
those of all that it calls are linked into a *program*, and only that is optimized and translated,
as a whole: nothing of it can be called from elsewhere, so that arguments that do not matter go, and
what is called from one place is written there.

A *shared* function is a program for compiled callers too: they call its machine code instead of
holding it once more. So a system is translated once, not once for every loop that plays it.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import uuid
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import binding  # type: ignore[import-untyped]
from numba.core import codegen, compiler, event, itanium_mangler, sigutils, types, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment

_Library: Any = codegen.JITCodeLibrary


class LinkError(TypeError):
    """A function that cannot be a part; the message says which and why."""


class Part(_Library):
    """The code of one function, without what it calls, neither optimized nor translated.

    ``file`` names where the cache keeps it, None where it does not.
    """

    file: str | None = None
    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Take in what Numba itself brings; the rest waits for the linking."""
        self._raise_if_finalized()
        called = dict.fromkeys(self._linking_libraries)
        self._linking_libraries = [one for one in called if isinstance(one, (Part, Program))]
        for library in called:
            if library not in self._linking_libraries:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if _is_merged(function):  # by a name that another process may give to something else
                function.linkage = "internal"
        self._finalize_dynamic_globals()
        self._finalized = True

    def own_module(self) -> Any:
        """The code of this function, which other modules may hold as well."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code of this function and of all that it calls, for a library of Numba's own."""
        return _module_with_all_below(self)


class Program(_Library):
    """Machine code: a function that Python calls, or a shared one, with all parts below it.

    ``file`` is as a part's, ``code`` what it was translated from, if another process did that.
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
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _keep_to_itself(self) -> None:
        """Let nothing but what is called be seen from outside."""
        functions = [one for one in self._final_module.functions if not one.is_declaration]
        hidden = [one for one in functions if _is_merged(one) or one.linkage.name == "internal"]
        called = {one.name for one in functions} - {one.name for one in hidden}
        suffix = f".{_digest(sorted(called))}"
        for function in hidden:
            function.linkage = "internal"
            function.name += suffix  # else the loader takes it for the one of that name

    def load(self, machine_code: bytes, code: bytes) -> None:
        """Take what another process translated."""
        self.code = code
        self._set_compiled_object(machine_code)
        self._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """The address of what Python calls; Numba's own looks for it in what was loaded first."""
        return self._codegen._engine.get_function_address(name)

    def own_module(self) -> Any:
        """What it was translated from, which other modules may hold as well."""
        if self.code is not None and self._shared_module is None:
            self._shared_module = binding.parse_bitcode(self.code)
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """As a part's."""
        return _module_with_all_below(self)


def libraries_below(libraries: Iterable[Any], through_programs: bool = False) -> list[Any]:
    """Libraries and all that they call, each once, but for what programs hold or call.

    Args:
        libraries: Where to begin.
        through_programs: Whether to go on below programs.
    """
    found: dict[Any, None] = {}
    left = [*libraries]
    while left:
        library = left.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, Part) or (through_programs and isinstance(library, Program)):
                left += library._linking_libraries
    return list(found)


def _module_with_all_below(library: Any) -> Any:
    """One module that needs no other."""
    whole = library.own_module().clone()
    for below in libraries_below(library._linking_libraries, through_programs=True):
        whole.link_in(below.own_module(), preserve=True)
    return whole


def _is_merged(function: Any) -> bool:
    """Whether the linker takes one of several functions of this name."""
    return not function.is_declaration and function.linkage.name == "linkonce_odr"


def _digest(names: Any) -> str:
    """A short name for what has a long one."""
    return hashlib.sha256(repr(names).encode()).hexdigest()[:20]


class Entry:
    """What Numba knows a part by, where it would have the function that Python calls."""


def link_late(dispatcher: Any, cache: Any, is_shared: bool) -> None:
    """Let a dispatcher make parts for callers that are compiled, and programs for Python.

    Args:
        dispatcher: Numba's.
        cache: Where its parts and programs are kept, an `EngineCache`, or None.
        is_shared: Whether callers that are compiled get a program too.
    """
    if cache is not None:
        dispatcher._cache = cache
    kind = Program if is_shared else Part
    key = None if cache is None else cache.name
    dispatcher.get_call_template = functools.partial(_call_template, dispatcher)
    dispatcher.add_overload = functools.partial(_add_overload, dispatcher)
    dispatcher.compile = functools.partial(_compile_program, dispatcher, cache, {})
    dispatcher._compiler._compile_core = functools.partial(
        _compile_part, dispatcher._compiler, kind, key
    )


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


def _compile_part(function: Any, kind: Any, key: str | None, args: Any, return_type: Any) -> Any:
    """Compile a function's own body.

    Args:
        function: Numba's compiler of it.
        kind: `Part` or `Program`.
        key: What tells it from others of its name, None if nobody can say.
        args: The types of its arguments.
        return_type: Of its result, None if unknown.
    """
    flags: Any = compiler.Flags()
    function.targetdescr.options.parse_as_flags(flags, function.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = True
    context = function.targetdescr.target_context
    library = kind(context.codegen(), function.py_func.__qualname__)
    library.enable_object_caching()
    result = compiler.compile_extra(
        function.targetdescr.typing_context,
        context,
        function.py_func,
        args,
        return_type,
        flags,
        function.locals,
        library,
        function.pipeline_class,
    )
    _refuse_objects(library, result)
    if key is not None:
        _rename(library, result.fndesc, f"{key} {args}")
    entry = Entry()
    context.insert_user_function(entry, result.fndesc, [result.library])
    return result._replace(entry_point=entry)


def _refuse_objects(library: Any, result: Any) -> None:
    """Refuse a body that needs Python objects, as `print` does: only programs have them.

    Raises:
        LinkError: it does; where it runs it would find none, and keep Python's lock.
    """
    name = result.fndesc.env_name
    if result.environment.consts or str(library._final_module).count(name) > 1:  # once: declared
        raise LinkError(
            f"{result.fndesc.qualname} prints or uses Python objects, which compiled functions of "
            "quintain cannot: run it with NUMBA_DISABLE_JIT=1 to look into it"
        )


def _rename(library: Any, described: Any, key: str) -> None:
    """Call a function the same in every process.

    Numba numbers functions and types of records as it meets them, and names functions by that, so
    that what one process kept could not be linked with what another one kept at the same time.
    """
    name = f"{described.modname}.{described.qualname}"
    function = library._final_module.get_function(described.mangled_name)
    function.name = described.mangled_name = itanium_mangler.mangle(
        name, (), abi_tags=(_digest(key),)
    )


def to_bytes(result: Any) -> tuple | None:
    """What a cache keeps of a part or program, None if something that it calls is not kept.

    Args:
        result: Numba's result of compiling.
    """
    library, described = result.library, result.fndesc
    needs = [below.file for below in library._linking_libraries]
    if None in needs:
        return None
    described.typemap = described.calltypes = None  # as Numba does, since they may not be pickled
    machine_code = library._get_compiled_object() if isinstance(library, Program) else None
    code = library._final_module.as_bitcode()
    objects = list(result.environment.consts)
    return library.name, machine_code, code, needs, described, objects, result.signature


def from_bytes(context: Any, state: tuple, file: str, load: Callable[[str], Any]) -> Any:
    """A part or program as the cache kept it.

    Args:
        context: Numba's target.
        state: From `to_bytes`.
        file: Where it is kept.
        load: Gives the part or shared program that another file keeps, or None.

    Returns:
        Numba's result of compiling, or None if something that it calls is gone.
    """
    name, machine_code, code, needs, described, objects, signature = state
    below = [load(need) for need in needs]
    if None in below:
        return None
    library = (Part if machine_code is None else Program)(context.codegen(), name)
    library.file = file
    library._linking_libraries = [one.library for one in below]
    if machine_code is None:
        library._final_module = binding.parse_bitcode(code)
        library.finalize()
    else:
        library.enable_object_caching()
        library.load(machine_code, code)
    return compiler.compile_result(
        target_context=context,
        typing_context=None,
        library=library,
        environment=_new_environment(described, objects),
        entry_point=Entry(),
        fndesc=described,
        signature=signature,
        objectmode=False,
        lifted=(),
    )


# --- Programs -------------------------------------------------------------------------------------


def _new_environment(described: Any, objects: Iterable[Any] = ()) -> Environment:
    """The Python objects that a program needs to give its result to Python, such as a dtype.

    Numba's own ways to make one (`Environment.from_fndesc`, pickle) first look for a living one of
    that name. A part has the name of its program's, but no objects: a program that was loaded after
    the part would be given none. So a program's environment has a name that no other has, and is
    always made from its own objects.
    """
    environment = Environment(described.lookup_globals())
    environment.env_name = described.env_name
    environment.consts[:] = objects
    return environment


def _compile_program(dispatcher: Any, cache: Any, programs: dict, signature: Any) -> Any:
    """The function that Python calls for these types of arguments."""
    args, _ = sigutils.normalize_signature(signature)
    with global_compiler_lock:
        if args not in programs:
            program = _load(dispatcher, cache, args) or _link(dispatcher, cache, args)
            context, described = dispatcher.targetctx, program.fndesc
            programs[args] = context.get_executable(program.library, described, program.environment)
            codes = [kind._code for kind in args]
            dispatcher._insert(codes, programs[args], False)
        return programs[args]


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
        context = part.target_context
        library = Program(context.codegen(), part.library.name)
        library.enable_object_caching()
        library.add_linking_library(part.library)
        described = copy.copy(part.fndesc)
        described.env_name = f"{described.mangled_name}.environment.{uuid.uuid4().hex}"
        environment = _new_environment(described)
        is_free = bool(dispatcher.targetoptions.get("nogil"))
        context.create_cpython_wrapper(library, described, environment, None, is_free)
        library.finalize()
        program = part._replace(library=library, fndesc=described, environment=environment)
    if cache:
        cache.save_program(args, program)
    return program
