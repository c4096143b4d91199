"""Other versions of Numba: a missing internal is named, and the plain mode works without."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numba
import pytest

from quintain.envs.core.compiler import numba_internals
from quintain.envs.core.engine.system import system_names

from .tiny_engine import REPORT, play

# --- Other versions of Numba ----------------------------------------------------------------------


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="of compiled code")
def test_this_numba_has_all_internals_that_the_compiler_uses():
    """A failure means that Numba has moved an internal: the error names version and place."""
    assert numba_internals.check_internals() is None  # it raises


def test_a_missing_internal_is_named_with_the_version_and_the_alternative():
    gone = "numba.core.codegen.JITCodeLibrary.gone", "numba.core.gone", "numba.njit"
    with pytest.raises(ImportError) as error:
        numba_internals.check_internals(gone)
    assert str(error.value).startswith(
        f"Numba {numba.__version__} has no {gone[0]}, {gone[1]}, which quintain's compiler uses: "
    )
    assert "set QUINTAIN_PLAIN_NUMBA=1" in str(error.value)


MOVED = "from numba.np import arrayobj; del arrayobj.populate_array\n"
"""Removes an internal that Numba itself does not need in the tiny engine."""


def test_plain_numba_needs_no_internals_and_stores_nothing(engine):
    plain = play(engine, MOVED + REPORT, QUINTAIN_PLAIN_NUMBA="1")
    assert (plain["result"], plain["compiling"]) == (31, 1)
    assert (plain["cached"], plain["hits"], plain["folder"]) == (False, 0, "None")
    assert not (engine / "cache").exists()


def test_without_internals_the_error_names_the_plain_mode(engine):
    script = f"""
import json
{MOVED}
try:
    import engine.envs.tiny.rules
except ImportError as error:
    print(json.dumps(str(error)))
"""
    said = play(engine, script)
    assert re.match(r"Numba \S+ has no .*\.populate_array, .*QUINTAIN_PLAIN_NUMBA=1", said)


PLAIN = """
import json, sys
import numpy as np
from engine.envs.core.compiler import bits
from engine.envs.core.compiler.compile import bound_by_type, njit, scratch, unset
import numba

@njit
def half(number):
    return number / 2

@njit
def third(number):
    return number // 3

@bound_by_type({numba.float64: half, numba.int64: third}.get)
def part(number):
    return 0

@njit
def rows(number):
    zeros, values = scratch(2, 3), unset(2, 3)
    zeros[1, 2] = number
    values[:] = 2
    return part(9.0) + part(zeros.sum()) + values.sum() + bits.lowest_bit(number)

flags = np.zeros(16, np.uint8)
flags[11] = 1
ours = [name for name in sys.modules if name.endswith((".jit_linker", ".cache", ".intrinsics"))]
print(json.dumps([float(rows(24)), int(bits.next_set(flags, 3)), len(rows.signatures),
    [name for name in ours if name.startswith("engine.")]]))
"""


def test_plain_numba_supports_all_features_of_the_compiler(engine):
    assert play(engine, PLAIN, QUINTAIN_PLAIN_NUMBA="1") == [4.5 + 8 + 12 + 3, 11, 1, []]
    linked = play(engine, PLAIN)
    assert linked[:2] == [4.5 + 8 + 12 + 3, 11]
    assert len(linked[3]) == 3


BATTLES = """
import hashlib, sys
import numpy as np
import quintain
battles = quintain.make_vec(sys.argv[1], 4, "skirmish", seed=1)
rng = np.random.default_rng(1)
for _ in range(300):
    scores = rng.random(battles.action_masks.shape) * battles.action_masks
    battles.step(scores.argmax(1))
shown = battles.battles, battles.observations, battles.action_masks
print(*(hashlib.sha256(one.tobytes()).hexdigest() for one in shown))
"""


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", system_names())
def test_plain_numba_plays_the_same_battles(name):
    """Minutes a system: Numba compiles each rule again, here without LLVM's optimizations."""

    def played(**mode: str) -> str:
        command = [sys.executable, "-P", "-c", BATTLES, name]
        environment = {**os.environ, **mode}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    assert played(QUINTAIN_PLAIN_NUMBA="1", NUMBA_OPT="0") == played()
