"""Options that several commands have."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

import typer

from ..evaluation.executors.on_ray import RayTasks
from ..evaluation.executors.processes import MOST_WORKERS, WorkerProcesses
from ..evaluation.executors.tasks import HERE, Executor
from .common import json_alone

MOST_BATTLES = 100_000
MOST_DECISIONS = 10**12
MOST_MINUTES = 10_000_000


def seed_number(text: int | str) -> int:
    """A seed of 64 bits. As a parser, not a range, so that the help does not show its limit.

    Raises:
        typer.BadParameter: it is none.
    """
    if not str(text).isdecimal() or len(str(text)) > 20 or int(text) >= 2**64:
        raise typer.BadParameter(f"a seed is a whole number from 0 to {2**64 - 1}, got {text}")
    return int(text)


def finite(number: float | None) -> float | None:
    """The number itself, if it is finite: the limits of an option accept `nan`."""
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter(f"{number} is not a finite number.")
    return number


def pairs_in(battles: int) -> int:
    """The number of pairs in a number of battles, in each of which the sides are swapped.

    Raises:
        ValueError: the number is odd.
    """
    if battles % 2:
        raise ValueError(f"--battles must be an even number, got {battles}")
    return battles // 2


def print_json_alone(context: typer.Context, is_asked: bool) -> bool:
    """With --json, keep standard output for the JSON while the command runs."""
    if is_asked:
        context.with_resource(json_alone())
    return is_asked


Scenario = Annotated[
    str, typer.Argument(help="SYSTEM/SCENARIO, as in mythic_epoch/duel, or a file")
]
Agents = Annotated[str, typer.Option(help="Names, separated by commas; `agents` lists them.")]
Battles = Annotated[
    int, typer.Option(help="Battles of each pairing, an even number.", min=2, max=MOST_BATTLES)
]
Json = Annotated[
    bool, typer.Option("--json", callback=print_json_alone, help="Print JSON for programs.")
]
Seed = Annotated[
    int,
    typer.Option(help="Seed of the dice, 0 or more.", parser=seed_number, metavar="<int>"),
]
Workers = Annotated[
    int,
    typer.Option(
        help="Processes that share the battles; the results are equal. 0 is one, on Ray all.",
        min=0,
        max=MOST_WORKERS,
    ),
]
On = Annotated[
    Literal["here", "ray"], typer.Option(help="Play the battles as tasks of a Ray cluster.")
]
Address = Annotated[
    str,
    typer.Option(help="With --on ray: the running cluster, or auto; else one is started here."),
]


def check_address(on: str, address: str) -> None:
    """Refuse an address without Ray.

    Raises:
        ValueError: there is one.
    """
    if address and on != "ray":
        raise ValueError("--address names a Ray cluster: add --on ray")


@contextmanager
def executor_of(workers: int, on: str, address: str) -> Iterator[Executor]:
    """The executor that the options of a command choose; its workers end with the block.

    Args:
        workers: number of processes; 0 is one, or with Ray all processors of the cluster.
        on: `here` or `ray`.
        address: of a running Ray cluster; empty starts one on this machine.

    Raises:
        ConnectionError: no cluster at the address.
        ImportError: Ray is missing or too old.
        ValueError: an address without Ray.
    """
    check_address(on, address)
    if on == "ray":
        with RayTasks(address, workers) as tasks:
            yield tasks
    elif workers > 1:
        with WorkerProcesses(workers) as processes:
            yield processes
    else:
        yield HERE
