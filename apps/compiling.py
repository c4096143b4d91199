"""The command `compile`, which compiles everything in advance."""

from __future__ import annotations

import gc
import subprocess
import sys

import numpy as np

from ..agents.base import simplest, strongest
from ..envs.core.adapters.environments import environments
from ..envs.core.adapters.vector import BattleVector
from ..envs.core.engine.system import System, get_system, system_names
from ..evaluation.arena import play_pairs
from .common import compiling, console, load_agent


def compile_systems(names: list[str]) -> None:
    """Compile the rules and heuristics of systems that are not cached yet, in parallel.

    Raises:
        KeyError: unknown system, with the nearest names.
        OSError: the compilation of one of several failed.
    """
    systems = [get_system(name) for name in names or system_names()]
    if len(systems) == 1:
        gc.set_threshold(100_000)  # the compiler keeps its objects: collecting them finds nothing
        with compiling(systems[0]):
            use_everything(systems[0])
        console.print(f"{systems[0].title} is compiled.")
        return
    command = [sys.executable, "-m", "quintain", "compile"]
    running = {one.name: subprocess.Popen([*command, one.name]) for one in systems}
    failed = [name for name, process in running.items() if process.wait() != 0]
    if failed:
        raise OSError(f"could not compile {', '.join(failed)}; the reason is above")


def use_everything(system: System) -> None:
    """Call each entry into compiled code once."""
    weak, strong = simplest(system), strongest(system)
    for opponents in (None, (None, weak)):
        vector = BattleVector(system, 1, seed=0, opponents=opponents)
        vector.step(vector.action_masks.argmax(1).astype(np.int64))
    for name in {strong, "search:2"} - {weak}:
        pair = load_agent(name, system), load_agent(weak, system)
        for _ in play_pairs(system, system.default_scenario, *pair, 1):
            pass
    made_by = environments(system)
    raw = made_by.raw_env()
    raw.reset(seed=0)
    raw.step(int(raw.last()[0]["action_mask"].argmax()))
    parallel = made_by.parallel_env()
    parallel.reset(seed=0)
    parallel.step({})
    single = made_by.single_env(opponent=weak)
    single.reset(seed=0)
    for _ in range(20):  # until the opponent has had a turn
        _, _, terminated, truncated, _ = single.step(int(single.action_masks().argmax()))
        if terminated or truncated:
            single.reset()
