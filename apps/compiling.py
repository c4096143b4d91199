"""The command `compile`, which compiles everything in advance."""

from __future__ import annotations

import gc
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Annotated

import numpy as np
import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ..agents.base import simplest, strongest
from ..agents.npc import best_released
from ..envs.core.adapters.environments import Environments
from ..envs.core.adapters.vector import BattleVector
from ..envs.core.engine.system import System, get_system
from ..evaluation.arena import play_pairs
from ..evaluation.odds import fight
from .common import compiling, console, load_agent, notes, of_all_systems, waiting


def compile_(
    systems: Annotated[
        list[str] | None, typer.Argument(help="Names of systems; all if you give none.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Compile all systems, as without names.")
    ] = False,
    processes: Annotated[
        int, typer.Option(help="Processes that share a single system.", min=1, max=2)
    ] = 2,
) -> None:
    """Compile the rules now, for an image or a classroom, so that later runs start at once."""
    if every and systems:
        raise ValueError(f"--all compiles all systems: leave out {', '.join(systems)}")
    compile_systems(systems or [], processes)


def compile_systems(names: list[str], processes: int = 2) -> None:
    """Compile the rules and heuristics of systems that are not cached yet, in parallel.

    Args:
        names: the systems; all if it is empty.
        processes: the number of processes that share a single system, 1 or 2.

    Raises:
        KeyError: unknown system, with the nearest names.
        OSError: the compilation of one of several failed.
    """
    systems = [get_system(name) for name in names] or of_all_systems(get_system)
    if len(systems) == 1:
        gc.set_threshold(100_000)  # the compiler keeps its objects: collecting them finds nothing
        with compiling(systems[0], processes):
            use_everything(systems[0])
        console.print(f"{systems[0].title} is compiled.")
        return
    failed = compile_at_once(systems)
    if failed:
        raise OSError(f"could not compile {', '.join(failed)}; the reason is above")


def compile_at_once(systems: list[System]) -> list[str]:
    """Compile several systems, each in a process, with a line of progress for each.

    Returns:
        The names of the systems that could not be compiled; the reasons are printed.
    """
    columns = SpinnerColumn(finished_text="="), TextColumn("{task.description}")
    failed = []
    with (
        Progress(*columns, TimeElapsedColumn(), console=waiting) as progress,
        ThreadPoolExecutor(len(systems)) as pool,
    ):
        running = {
            pool.submit(compile_apart, one): (one, progress.add_task(one.title, total=1))
            for one in systems
        }
        for done in as_completed(running):
            (system, task), result = running[done], done.result()
            progress.update(task, completed=1)
            if result.returncode == 0:
                console.print(f"{system.title} is compiled.")
            else:
                failed.append(system.name)
                notes.print(result.stderr)
    return failed


def compile_apart(system: System) -> subprocess.CompletedProcess[str]:
    """Compile a system in a process of its own."""
    command = [sys.executable, "-P", "-m", "quintain", "compile", system.name, "--processes", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def use_everything(system: System) -> None:
    """Call each entry into compiled code once."""
    weak, strong = simplest(system), strongest(system)
    for opponents in (None, (None, weak)):
        vector = BattleVector(system, 1, seed=0, opponents=opponents)
        vector.step(vector.action_masks.argmax(1).astype(np.int64))
    scenario = system.load_scenario(system.default_scenario)
    trained = best_released(system.name, len(scenario.red), len(scenario.blue))
    searches = {"search:2", f"search:2:{trained or strong}"}
    for name in {strong, *searches} - {weak}:
        pair = load_agent(name, system), load_agent(weak, system)
        for _ in play_pairs(system, scenario, *pair, 1):
            pass
    for name in (weak, "search:2"):
        agent = load_agent(name, system)
        fight(system, scenario, [agent] * (len(scenario.red) + len(scenario.blue)), 2, 0)
    made_by = Environments(system)
    raw = made_by.raw_env(shaping=1.0)
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
