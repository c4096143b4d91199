"""A second process that compiles a system beside the one that waits for it.

    python -m quintain.apps.compile_ahead SYSTEM

A process compiles what it calls, in the order of a battle. The second process begins with what
comes late: the heuristics and the masks. Each loads what the other has stored, so two cores share
the wait.
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
from collections.abc import Iterator

import numba
from numba import types

from .. import agents as _agents  # noqa: F401  (registers the heuristics)
from ..envs.core.compiler.compile import cache_folder, compile_for
from ..envs.core.engine.system import System, get_system

FLAGS, NUMBERS, DICE = types.bool_[::1], types.float32[::1], types.uint32[::1]
"""Numba's types of a mask, an observation, and the state of a generator."""
WAIT = 5
"""Seconds that a process gets to end."""


@contextlib.contextmanager
def compile_ahead(system: System) -> Iterator[None]:
    """Let a second process compile the system inside the block.

    It does nothing on a single core, or where no compiled code is stored.
    """
    if cache_folder() is None or (os.cpu_count() or 1) < 2:
        yield
        return
    command = [sys.executable, "-P", "-m", __name__, system.name]
    silent = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)
    try:
        yield
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(WAIT)


def compile_late_functions(system: System) -> None:
    """Compile the large functions that a battle calls last."""
    battle, fighter = numba.from_dtype(system.dtype), types.int64
    for choose in system.choosers:
        compile_for(choose, battle, types.int64, FLAGS, DICE)
    compile_for(system.legal_action_mask, battle, FLAGS)
    compile_for(system.observe, battle, fighter, NUMBERS)
    compile_for(system.conceal, battle, fighter, DICE)
    compile_for(system.advance, battle, types.int64)


if __name__ == "__main__":
    gc.set_threshold(100_000)  # the compiler keeps its objects: collecting them finds nothing
    compile_late_functions(get_system(sys.argv[1]))
