"""How compiled functions become machine code: parts, and programs linked from parts.

Numba optimizes and translates each function together with all functions that it calls, as if Python
called each of them. A rule is therefore translated again for every function above it. Here a
function is stored as a *part*: the LLVM code of its own body. When Python calls a function, the
linker joins its part and the parts of all functions below it into a *program*. Only programs are
optimized and translated. Nothing else can call the inner functions of a program, so LLVM drops
unused arguments and inlines each function that has a single caller.

A *shared* function is a program for compiled callers too: they call its machine code and do not
contain a copy. So a system is translated once, not once for every loop that plays it.

This uses Numba's internals: `numba_internals.py` lists them, and `docs/architecture/compiler.md`
reports the gains.
"""

from __future__ import annotations

import copy
import functools
import uuid
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from llvmlite import binding  # type: ignore[import-untyped]
from numba.core import compiler, event, itanium_mangler, sigutils, types, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment

from .parts import Part, Program, digest


class LinkError(TypeError):
    """A function that cannot be a part; the message names it and the reason."""


class Entry:
    """A key for a part, used where Numba expects the function that Python calls."""


def link_late(dispatcher: Any, cache: Any, is_shared: bool) -> None:
    """Let a dispatcher create parts for compiled callers, and programs for Python.

    Args:
        dispatcher: Numba's dispatcher; the methods set here shadow those of its class.
        cache: The `EngineCache` that stores its parts and programs, or None.
        is_shared: Whether compiled callers use a program too.
    """
    if cache is not None:
        dispatcher._cache = cache
    kind = Program if is_shared else Part
    key = None if cache is None else cache.name
    dispatcher.get_call_template = functools.partial(_call_template, dispatcher)
    dispatcher.add_overload = functools.partial(_add_overload, dispatcher)
    dispatcher.compile = functools.partial(_compile_program, dispatcher, cache, {})
    dispatcher.typeof_pyval = functools.partial(_type_of, dispatcher)
    dispatcher._compiler._compile_core = functools.partial(
        _compile_part, dispatcher._compiler, kind, key
    )


# --- Parts ----------------------------------------------------------------------------------------


def _call_template(dispatcher: Any, args: Any, kws: Any) -> Any:
    """The variant for a compiled caller, with every integer argument as int64.

    Numba alone would compile a variant for each mixture of i1, i2, i8 and enum members.
    """
    args = tuple(_plain(kind) for kind in args)
    kws = {name: _plain(kind) for name, kind in kws.items()}
    signature, args = dispatcher._compiler.fold_argument_types(args, kws)
    type(dispatcher).compile(dispatcher, tuple(args))
    name = dispatcher.py_func.__name__
    template = typing.make_concrete_template(name, name, dispatcher.nopython_signatures)
    return template, signature, args, {}


def compile_for(dispatcher: Any, kinds: tuple) -> None:
    """Compile the variant of a function for a compiled caller with these types of arguments."""
    type(dispatcher).compile(dispatcher, tuple(_plain(kind) for kind in kinds))


def _plain(kind: Any) -> Any:
    """int64 for every integer that fits into it, any other type as it is."""
    kind = types.unliteral(kind)
    is_integer = isinstance(kind, types.Integer) and kind != types.uint64
    return types.int64 if is_integer or isinstance(kind, types.IntEnumMember) else kind


def _add_overload(dispatcher: Any, part: Any) -> None:
    """Store a part for compiled callers; Python cannot call it."""
    dispatcher.overloads[tuple(part.signature.args)] = part


def _compile_part(function: Any, kind: Any, key: str | None, args: Any, return_type: Any) -> Any:
    """Compile a function's own body.

    Args:
        function: Numba's compiler of the function.
        kind: `Part` or `Program`.
        key: Distinguishes it in every process from other functions of its name, or None.
        args: The types of its arguments.
        return_type: The type of its result, or None to infer it.
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
    """Refuse a body that needs Python objects, such as `print`: only programs have them.

    Raises:
        LinkError: The body needs Python objects. It would find none and never release the lock.
    """
    name = result.fndesc.env_name
    if result.environment.consts or str(library._final_module).count(name) > 1:  # once: declared
        raise LinkError(
            f"{result.fndesc.qualname} prints or uses Python objects, which compiled functions of "
            "quintain cannot: run it with NUMBA_DISABLE_JIT=1 to look into it"
        )


def _rename(library: Any, described: Any, key: str) -> None:
    """Give a function the same name in every process.

    Numba numbers functions and record types in the order of their use, and builds names from these
    numbers. Files of two processes with such names could not be linked with each other.
    """
    name = f"{described.modname}.{described.qualname}"
    function = library._final_module.get_function(described.mangled_name)
    function.name = described.mangled_name = itanium_mangler.mangle(
        name, (), abi_tags=(digest(key),)
    )


def to_bytes(result: Any) -> tuple | None:
    """The data of a part or program for the cache, None if a callee is not stored.

    Args:
        result: Numba's result of a compilation.
    """
    library, described = result.library, result.fndesc
    needs = [below.file for below in library._linking_libraries]
    if None in needs:
        return None
    described.typemap = described.calltypes = None  # like Numba: pickle may fail on them
    machine_code = library._get_compiled_object() if isinstance(library, Program) else None
    code = library._final_module.as_bitcode()
    objects = list(result.environment.consts)
    return library.name, machine_code, code, needs, described, objects, result.signature


def from_bytes(context: Any, state: tuple, file: str, load: Callable[[str], Any]) -> Any:
    """A part or program from the data of the cache.

    Args:
        context: Numba's target.
        state: From `to_bytes`.
        file: The file that stores it.
        load: Returns the part or shared program in another file, or None.

    Returns:
        Numba's result of a compilation, or None if one of its callees is missing.
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
    """The Python objects that a program needs to return its result to Python, such as a dtype.

    Numba's own constructors (`Environment.from_fndesc`, pickle) first look for a living environment
    of that name. A part shares the name with its program but has no objects, so a program that is
    loaded after the part would get none. Therefore each program's environment has a unique name and
    is created from the program's own objects.
    """
    environment = Environment(described.lookup_globals())
    environment.env_name = described.env_name
    environment.consts[:] = objects
    return environment


def _compile_program(dispatcher: Any, cache: Any, programs: dict, signature: Any) -> Any:
    """The function that Python calls for these types: the variant that compiled callers use."""
    given, _ = sigutils.normalize_signature(signature)
    args = tuple(_plain(kind) for kind in given)
    with global_compiler_lock:
        if args not in programs:
            program = _load(dispatcher, cache, args) or _link(dispatcher, cache, args)
            context, described = dispatcher.targetctx, program.fndesc
            programs[args] = context.get_executable(program.library, described, program.environment)
        dispatcher._insert([kind._code for kind in given], programs[args], False)
        return programs[args]


def _type_of(dispatcher: Any, value: Any) -> Any:
    """The type of an argument from Python, where Numba's C code does not know it.

    Numba would look at all members of an enumeration, at each call with one of them.
    """
    if isinstance(value, IntEnum):
        return types.int64
    return type(dispatcher).typeof_pyval(dispatcher, value)


def _load(dispatcher: Any, cache: Any, args: Any) -> Any:
    """The program that an earlier process stored, or None."""
    program = cache and cache.load_program(args, dispatcher.targetctx)
    count = dispatcher._cache_hits if program else dispatcher._cache_misses
    count[args] += 1
    return program


def _link(dispatcher: Any, cache: Any, args: Any) -> Any:
    """Compile the missing parts, link the program, and store it."""
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
