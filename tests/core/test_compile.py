"""Compiled code: variants, parts and programs, arrays in the stack frame, bounds checks."""

from __future__ import annotations

import importlib
import shutil
from enum import IntEnum
from pathlib import Path

import numba
import numpy as np
import pytest

from quintain.envs.core.compiler import compile as compiler
from quintain.envs.core.compiler.compile import scratch, unset

from .tiny_engine import play


class Level(IntEnum):
    """Members as the rules have them."""

    LOW = 1
    HIGH = 20


def test_without_the_compiler_all_is_plain_python(engine):
    plain = play(
        engine,
        "import json; from engine.envs.tiny.rules import total\n"
        "print(json.dumps([total(2), type(total).__name__]))",
        NUMBA_DISABLE_JIT="1",
    )
    assert plain == [31, "function"]
    assert not (engine / "cache").exists()


def test_compiled_callers_share_a_variant_for_all_integers():
    @compiler.njit
    def twice(x):
        return 2 * x

    @compiler.njit
    def call(small, flag):
        return twice(small), twice(np.int64(3)), twice(np.uint32(4)), twice(flag), twice(0.5)

    assert call(np.int8(100), True) == (200, 6, 8, 2, 1.0)
    if not numba.config.DISABLE_JIT:
        assert [str(args[0]) for args in twice.signatures] == ["int64", "bool", "float64"]


@pytest.mark.compiled
def test_python_passes_a_member_of_an_enumeration_as_an_integer():
    @compiler.njit
    def twice(x):
        return 2 * x

    assert twice(3) == 6
    asked, compile_program = [], twice.compile  # Numba asks for a type that it does not find
    twice.compile = lambda signature: asked.append(signature) or compile_program(signature)
    assert [twice(level) for level in Level] == [2 * level for level in Level]
    assert asked == []
    assert twice(np.uint64(4)) == 8
    assert len(asked) == 1


@pytest.mark.compiled
def test_only_a_function_that_asks_for_it_is_always_inlined():
    @compiler.njit
    def below(x):
        return 2 * x

    @compiler.njit(forceinline=True)
    def inlined(x):
        return below(x) + 1

    @compiler.njit
    def above(x):
        return inlined(x)

    assert above(3) == 7

    def code_of(function):
        return str(next(iter(function.overloads.values())).library.own_module())

    assert "alwaysinline" in code_of(inlined)
    assert "alwaysinline" not in code_of(below)


def test_variants_of_a_function_are_distinguished_by_their_types(engine):
    script = """
import json, sys
import numpy as np
from engine.envs.tiny.wounds import wounds
results = [int(wounds(np.uint64(2))), int(wounds(np.int64(2)))]
print(json.dumps([results, sum(wounds.stats.cache_hits.values())]))
"""
    assert play(engine, script) == [[30, 30], 0]
    assert play(engine, script) == [[30, 30], 2]


BELOW = """
import json
import numba
from engine.envs.tiny.rules import total
from engine.envs.tiny.wounds import wounds

@numba.njit
def of_others(hits):
    return total(hits) + 100

print(json.dumps([
    int(of_others(2)), int(wounds(2)), int(total(1)),
    sum(wounds.stats.cache_hits.values()), sum(wounds.stats.cache_misses.values()),
]))
"""


def test_python_and_plain_numba_can_call_a_part(engine):
    play(engine)
    # The part of `wounds` is there, its program is not.
    assert play(engine, BELOW) == [131, 30, 21, 1, 1]
    assert play(engine, BELOW) == [131, 30, 21, 2, 0]


def test_a_part_is_compiled_again_if_a_callee_is_missing(engine):
    folder = Path(play(engine)["folder"])
    for file in [*folder.glob("*wounds-*"), *folder.glob("*total-*")]:
        kept = file.read_bytes()
        file.unlink()
        assert play(engine, BELOW)[:3] == [131, 30, 21]
        file.write_bytes(kept)


CALLERS = """
import json
import numba
import numpy as np
from engine.envs.tiny.rules import twice
from engine.envs.tiny.wounds import of_fighter, wounds

@numba.njit
def of_others(fighter):
    return twice(fighter) + 100

fighter = np.zeros(1, [("hits", "i1")])[0]
fighter["hits"] = 2
if FIRST:
    twice(fighter)
called = next(iter(twice.overloads.values())).library._linking_libraries if FIRST else []
print(json.dumps([
    int(of_others(fighter)), int(twice(fighter)), int(of_fighter(fighter)), int(wounds(0)),
    [type(one).__name__ for one in called]
]))
"""


FIRST = "FIRST = True\n"


LATER = "FIRST = False\n"


OTHERS_FIRST = """
import numba
import numpy as np
for number in range(9):
    numba.njit(lambda one: one.x + 1)(np.zeros(1, [("x", "i1"), (str(number), "i1")])[0])
"""


@pytest.fixture
def callers(engine):
    """The engine with more callers of `wounds` that take records."""
    called, calling = (engine / "engine/envs/tiny" / name for name in ("wounds.py", "rules.py"))
    of_fighter = "\n@njit\ndef of_fighter(fighter):\n    return wounds(fighter.hits)\n"
    called.write_text(called.read_text() + of_fighter)
    twice = "\n@njit\ndef twice(fighter):\n    return 2 * of_fighter(fighter)\n"
    calling.write_text(calling.read_text().replace("wounds\n", "of_fighter, wounds\n", 1) + twice)
    return engine


def test_files_that_several_processes_store_at_once_fit_together(callers):
    play(callers, FIRST + CALLERS)
    play(callers, OTHERS_FIRST + FIRST + CALLERS, QUINTAIN_CACHE_DIR=str(callers / "two"))
    folder = next((callers / "cache").iterdir())
    for file in (callers / "two").glob("*/*wounds.*"):
        shutil.copy(file, folder)
    assert play(callers, LATER + CALLERS) == [160, 60, 30, 10, []]


def test_a_shared_function_is_translated_once_and_called(callers):
    assert play(callers, FIRST + CALLERS) == [160, 60, 30, 10, ["Part"]]
    wounds = callers / "engine/envs/tiny/wounds.py"
    wounds.write_text(wounds.read_text().replace("@njit", "@njit(shared=True)"))
    assert play(callers, FIRST + CALLERS) == [160, 60, 30, 10, ["Program"]]
    kept = list((callers / "cache").glob("*/*wounds.*"))
    assert len(kept) == 8  # two functions, before and now, for Python and for compiled callers
    for file in kept:
        content = file.read_bytes()
        file.unlink()
        assert play(callers, LATER + CALLERS) == [160, 60, 30, 10, []]
        file.write_bytes(content)


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_code_outside_the_hashed_sources_is_not_stored():
    @compiler.njit
    def outside(x):
        return x + 1

    assert outside(1) == 2
    assert not compiler.is_cached(outside)
    if not numba.config.DISABLE_JIT:
        assert outside.stats.cache_path is None


def test_a_closure_is_stored_for_the_module_that_owns_it():
    by = 3

    def add(x):
        return x + by

    owner = "quintain.envs.martial.actions.table"
    importlib.import_module(owner)
    kept, lost = compiler.njit(add, owner=owner), compiler.njit(add)
    assert kept._cache.group == "martial"
    assert kept._cache.name.startswith("envs.martial.actions.table.")
    assert lost.stats.cache_path is None


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_a_call_is_bound_by_the_type_of_its_first_argument():
    @compiler.njit
    def half(number):
        return number / 2

    @compiler.njit
    def third(number):
        return number // 3

    @compiler.bound_by_type({numba.float64: half, numba.int64: third}.get)
    def part(number):
        return half(number) if isinstance(number, float) else third(number)

    @compiler.njit
    def parts(number):
        return part(number) + 1

    assert [parts(9.0), parts(9), part(9.0)] == [5.5, 4, 4.5]
    if not numba.config.DISABLE_JIT:
        assert len(half.nopython_signatures) == len(third.nopython_signatures) == 1
        with pytest.raises(numba.TypingError, match="part"):
            parts(9j)


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_scratch_is_zeros_at_every_call():
    @compiler.njit
    def fill(number):
        rows = scratch(2, 3)
        before = rows.sum()
        rows[1, 2] = number
        rows[0, 0] = number
        return before + 10 * rows.sum()

    assert [fill(1), fill(2)] == [20, 40]


@pytest.mark.interpreted
@pytest.mark.boundscheck
def test_unset_keeps_what_is_written():
    @compiler.njit
    def fill(number):
        rows = unset(2, 3)
        for place in range(6):
            rows[place // 3, place % 3] = number + place
        return rows.sum()

    assert [fill(1), fill(2)] == [21, 27]


@pytest.mark.interpreted
@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="of plain Python")
def test_unset_does_not_contain_zeros():
    assert unset(2, 3).tolist() == [[-1] * 3] * 2


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="of compiled code")
def test_compiled_code_cannot_allocate_memory():
    @compiler.njit
    def ask():
        return np.zeros(3).sum()

    with pytest.raises(numba.core.errors.NumbaError, match="zeros"):
        ask()


LAST_OF_TABLE = """
import json
import numba
import numpy as np
from engine.envs.tiny import last

@numba.njit
def last_of_others(table):
    return table[-1]

try:
    ours = int(last.entry(np.arange(3), -1))
except IndexError:
    ours = "IndexError"
print(json.dumps([int(last_of_others(np.arange(3))), int(last.entry(np.arange(3), 2)), ours]))
"""


def test_bounds_checks_apply_to_indices_of_the_engine(engine):
    (engine / "engine/envs/tiny/last.py").write_text(
        "from ..core.compiler.compile import njit\n\n"
        "@njit\ndef entry(table, i):\n    return table[i]\n"
    )
    assert play(engine, LAST_OF_TABLE, NUMBA_BOUNDSCHECK="1") == [2, 2, "IndexError"]
