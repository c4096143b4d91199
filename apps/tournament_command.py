"""The command `tournament`: every agent against every other, with ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import INTERRUPTED, report_command
from .common import check_folder, say
from .options import Address, Agents, Battles, Json, On, Scenario, Seed, Workers, executor_of
from .tournament_tables import found, play_tournament, print_tournament

MOST_THREADS = 256

Threads = Annotated[
    int, typer.Option(help="Threads for compiled heuristics.", min=1, max=MOST_THREADS)
]


def tournament(
    scenario: Scenario,
    agents: Agents = "",
    battles: Battles = 1000,
    seed: Seed = 0,
    threads: Threads = 1,
    report: Annotated[Path | None, typer.Option(help="Write a page for a browser.")] = None,
    keep: Annotated[
        int,
        typer.Option(
            help="Write this number of battles of each pairing as replays, into --replays.",
            min=0,
            max=report_command.MOST_KEPT,
        ),
    ] = 0,
    replays: Annotated[Path, typer.Option(help="The folder for --keep.")] = Path("replays"),
    meta: Annotated[
        bool,
        typer.Option(
            "--meta", help="Add Nash averaging, alpha-rank, cycles, luck, rating differences."
        ),
    ] = False,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="The agent rated 0; by default the strongest heuristic that fights, by the order "
            "of `quintain agents SYSTEM` (`patient` is the weakest)."
        ),
    ] = None,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    as_json: Json = False,
) -> None:
    """Let every agent fight every other on both sides; print ratings with intervals.

    Without agents, all heuristics of the system fight. An agent that you name twice fights itself,
    the first of the two always as red, which measures the advantage of a side.
    """
    check_folder(report)
    if keep > battles:
        raise ValueError(f"--keep is at most the number of --battles, {battles}, got {keep}")
    with executor_of(workers, on, address) as executor:
        result = play_tournament(scenario, agents, battles, seed, threads, anchor, executor)
    say(as_json, found(result, meta), lambda _: print_tournament(result, meta))
    if report is not None:
        report_command.write_tournament(result, report)
    if keep:
        report_command.keep_pairings(result, keep, replays)
    if not result.is_complete:
        raise typer.Exit(INTERRUPTED)
