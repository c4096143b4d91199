"""Random battles of a system, here and in another process."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

from ..discovery import own_systems
from ..envs.core.engine.memory import MOST_EVENTS
from ..envs.core.engine.system import System, get_system
from ..envs.core.session.match import Match

LONGEST_BATTLE = 100_000
"""Number of decisions after which a battle counts as endless."""
PATIENCE = 120
"""Seconds after which a short battle counts as hanging."""
PLACE = re.compile(r'File "(.*)", line (\d+) in (.*)')
"""A line of the traceback of a process that hangs."""
Check = TypeVar("Check", bound=Callable[..., int])


def choose(mask: np.ndarray, draw: np.random.Generator) -> int:
    """A random legal action of `mask [A]`."""
    return int(draw.choice(np.flatnonzero(mask)))


def play(match: Match, seed: int, decisions: int = LONGEST_BATTLE) -> Iterator[int]:
    """Start a battle and play random actions; yield the number of each decision before it."""
    match.reset(seed=seed)
    draw = np.random.default_rng(seed)
    for number in range(decisions):
        if match.to_act < 0:
            return
        yield number
        match.step(choose(match.mask, draw))


def states(match: Match) -> list[bytes]:
    """The first state of each kind of window in a few random battles."""
    found: dict[str, bytes] = {}
    for seed in range(3):
        for _ in play(match, seed, 150):
            found.setdefault(match.window, match.get_state())
    return list(found.values())


def digest(system: str, seed: int, decisions: int) -> str:
    """A hash of all observations, masks, records and sentences of a random battle."""
    memory = MOST_EVENTS if get_system(system).notices else 0
    match, found = Match(system, log=True, memory=memory), hashlib.sha256()
    for _ in play(match, seed, decisions):
        found.update(match.observe_all().tobytes() + match.mask.tobytes())
        found.update(match.get_state() + repr(match.narrate()).encode())
    found.update(match.get_state() + repr(match.narrate()).encode())
    return found.hexdigest()


def run_apart(code: str, **mode: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in another process, compiled unless `mode` sets NUMBA_DISABLE_JIT."""
    kept = {key: it for key, it in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    environment = {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **mode}
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


# --- Steps that do not end ------------------------------------------------------------------------


def plays(check: Check) -> Check:
    """Let a check fail at once where a step of the system does not end, instead of hanging.

    Compiled code cannot be interrupted, so a short battle is played in another process first. The
    loops of quintain's own systems are bounded, and have tests of that.
    """

    @functools.wraps(check)
    def checked(system: str | System, *more: Any, **named: Any) -> int:
        system = get_system(system)
        if system.name not in own_systems():
            assert not (fault := endless_step(system.name)), fault
        return check(system, *more, **named)

    return checked  # type: ignore[return-value]


@functools.cache
def endless_step(name: str) -> str:
    """A sentence that says which step of a system does not end; empty if all of a battle do."""
    code = (
        f"import faulthandler; faulthandler.dump_traceback_later({PATIENCE}, exit=True)\n"
        f"from quintain.testing import digest; digest({name!r}, 4, 100)"
    )
    told = run_apart(code, NUMBA_DISABLE_JIT="1").stderr
    if "did not end" in told:  # what `abort_battle` leads to
        return told.splitlines()[-1]
    if not told.startswith("Timeout"):
        return ""  # the checks say what else is wrong
    folder = str(get_system(name).rules_file.parent)
    places = [place for place in PLACE.findall(told) if place[0].startswith(folder)]
    file, line, function = places[0] if places else ("?", "?", "?")
    return (
        f"a step does not end: after {PATIENCE} seconds it is still in `{function}`, {file}, line "
        f"{line}. Bound the loop with MAX_STEPS, and call abort_battle after it"
    )
