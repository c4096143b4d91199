"""Speed with workers: battles from one to two workers, one killed on the way, and training on Ray.

`python -m quintain.bench.workers` prints tables in Markdown. Rates by the processor time of the
whole tree of processes hardly depend on other work on the machine, those by the clock do.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from .. import agents as _agents  # noqa: F401  (registers the heuristics)
from ..agents.registry import make_agent
from ..evaluation.executors.on_ray import RayTasks, cluster
from ..evaluation.executors.processes import WorkerProcesses
from ..evaluation.executors.tasks import HERE
from ..evaluation.tournament import Tournament, run_tournament
from ..training.config import TrainingConfig, change_config, load_config
from ..training.display import Display
from ..training.learning import Run

SYSTEM, SCENARIO = "mythic_epoch", "skirmish"
AGENTS = ("berserker", "guardian", "tactician")
CONFIG = "mythic_epoch/skirmish"
TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """Processor seconds of this process and of all that descend from it, ended ones included."""
    stats: dict[int, tuple[int, float]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        stats[int(file.parent.name)] = int(fields[1]), sum(map(int, fields[11:15])) / TICK
    mine, total = {os.getpid()}, 0.0
    while mine:
        total += sum(stats[pid][1] for pid in mine if pid in stats)
        mine = {pid for pid, (parent, _) in stats.items() if parent in mine}
    return total


def fight(executor: Any, battles: int, report: Callable[[Any], None] | None = None) -> Tournament:
    """The tournament that is measured."""
    players = [make_agent(name, SYSTEM) for name in AGENTS]
    return run_tournament(SYSTEM, SCENARIO, players, battles, executor=executor, report=report)


def digest(found: Tournament) -> str:
    """A digest of the table."""
    return hashlib.sha256(json.dumps(found.to_json()).encode()).hexdigest()[:12]


def measure_battles(battles: int) -> Iterator[str]:
    """A row for each executor."""
    makers: dict[str, Callable[[], Any]] = {
        "this process": lambda: nullcontext(HERE),
        "1 worker": lambda: WorkerProcesses(1),
        "2 workers": lambda: WorkerProcesses(2),
    }
    if importlib.util.find_spec("ray"):
        makers |= {"Ray, 1 task": lambda: RayTasks(workers=1)}
        makers |= {"Ray, 2 tasks": lambda: RayTasks(workers=2)}
    for name, make in makers.items():
        with make() as executor:
            fight(executor, 1000)  # all workers have started and loaded the rules
            yield row_of(name, executor, battles)
    with WorkerProcesses(2) as executor:
        fight(executor, 1000)
        seen: list[Any] = []

        def kill(result: Any) -> None:
            seen.append(result)
            if len(seen) == max(1, 3 * battles // 1000):  # half of the blocks
                pid = executor._workers[0].process.pid
                assert pid is not None
                os.kill(pid, signal.SIGKILL)

        yield row_of("2 workers, one killed half-way", executor, battles, kill)


def row_of(
    name: str, executor: Any, battles: int, report: Callable[[Any], None] | None = None
) -> str:
    """A line of the table."""
    began, cpu = time.perf_counter(), processor_seconds()
    found = fight(executor, battles, report)
    took, used = time.perf_counter() - began, processor_seconds() - cpu
    count = sum(one.battles for one in found.results)
    rates = f"{count / used:,.0f} | {count / took:,.0f} | {used / took:.2f}"
    return f"| {name} | {count:,} | {rates} | `{digest(found)}` |"


@contextmanager
def made(config: TrainingConfig, runners: int) -> Iterator[Run]:
    """A run, in this process or with env runners on Ray."""
    with tempfile.TemporaryDirectory() as folder:
        if not runners:
            yield Run(config, Path(folder), False, baselines=())
            return
        with cluster(cpus=runners + 1, needs="ray.rllib"):
            from ..training.ray_run import RayRun

            run = RayRun(config, Path(folder), False, runners=runners)
            run.baselines.clear()
            run.evaluator.baselines.clear()
            yield run
            run.algorithm.stop()


def measure_training(config: TrainingConfig, runners: int, updates: int) -> tuple[float, float]:
    """Decisions a processor second, and a second of the clock, after two updates."""
    from ..training.logbook import Logbook, logged_names, make_logger

    with made(config, runners) as run, Display("", False) as display:
        book = Logbook(run.folder, logged_names(run.env.names, []))
        run.model.set_logger(make_logger(run.folder, book))
        run._begin()
        for _ in range(2):
            run.update(display)
        began, cpu, before = time.perf_counter(), processor_seconds(), run.decisions
        for _ in range(updates):
            run.update(display)
        count = run.decisions - before
        used, took = processor_seconds() - cpu, time.perf_counter() - began
        book.close()
        return count / used, count / took


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--battles", type=int, default=20_000, help="of each of three pairings; 0 for none"
    )
    parser.add_argument("--updates", type=int, default=10, help="of each trainer; 0 for none")
    parser.add_argument("--runners", type=int, nargs="+", default=[0, 1, 2], help="0 is no Ray")
    options = parser.parse_args()
    if options.battles:
        print("| executor | battles | a CPU-second | a second | processors used | table |")
        print("|---|---|---|---|---|---|")
        for line in measure_battles(options.battles):
            print(line, flush=True)
    if not options.updates or not importlib.util.find_spec("ray"):
        return
    print("\n| trainer | decisions a CPU-second | decisions a second |\n|---|---|---|")
    config = change_config(load_config(CONFIG), steps=10**9, minutes=0, self_play=0.0, teacher=None)
    names = {0: "quintain train", 1: "on Ray, 1 env runner"}
    for runners in options.runners:
        name = names.get(runners, f"on Ray, {runners} env runners")
        cpu, clock = measure_training(config, runners, options.updates)
        print(f"| {name} | {cpu:,.0f} | {clock:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
