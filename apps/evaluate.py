"""Commands that compare: tournament and bench."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..bench.throughput import measure_layers
from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.figures import figures
from ..evaluation.statistics import Interval, PairResult, summarize_pair
from ..evaluation.tournament import Tournament, run_tournament
from .common import check_room, compiling, console, split_agents, split_scenario, waiting
from .meta_tables import print_meta


def bar() -> Progress:
    """The progress bar of all commands."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=waiting,
        transient=True,
    )


def tournament(
    name: str, agents: str, battles: int, seed: int, threads: int, anchor: str | None = None,
    executor: Executor = HERE,
) -> Tournament:  # fmt: skip
    """Run a tournament with a progress bar; Ctrl-C keeps the battles so far."""
    system, scenario = split_scenario(name)
    players = split_agents(agents or ",".join(system.policies), system)
    check_room(players, system, scenario)
    pairings = len(players) * (len(players) - 1) // 2
    with bar() as progress, compiling(system) as compiled:
        task = progress.add_task(name, total=pairings * battles)
        fought: dict[tuple[str, str], int] = {}

        def report(result: PairResult) -> None:
            compiled()
            fought[result.a, result.b] = result.battles
            progress.update(
                task,
                completed=sum(fought.values()),
                description=f"{result.a} against {result.b}",
            )

        return run_tournament(
            system.name, scenario, players, battles, seed,
            threads=threads, report=report, anchor=anchor, executor=executor,
        )  # fmt: skip


def found(result: Tournament, with_meta: bool) -> dict[str, Any]:
    """The tournament as plain data, with its meta-game if wanted."""
    meta = result.meta_to_json() if with_meta and result.results else {}
    return {**result.to_json(), **meta}


def percent(interval: Interval) -> str:
    """An interval of a share as text."""
    return figures(interval, scale=100)


def pairs_table(result: Tournament) -> Table:
    """A line for each pairing, narrow enough to keep numbers whole on a narrow terminal."""
    table = Table(title="Pairings", title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("a against b", overflow="fold")
    for heading in ("wins", "losses", "draws", "score of a, %", "rounds", "distinct"):
        table.add_column(heading, justify="right", min_width=max(map(len, heading.split())))
    for pair in result.results:
        summary = summarize_pair(pair, seed=result.seed)
        table.add_row(
            f"{pair.a} against {pair.b}",
            str(pair.wins),
            str(pair.losses),
            str(pair.draws),
            percent(summary.score),
            f"{pair.mean_rounds:.1f}",
            str(pair.distinct),
        )
    return table


def sides_table(result: Tournament) -> Table:
    """The wins of each pairing's first agent by its side."""
    title = "Battles that a wins, %, by its side"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("a against b", overflow="fold")
    for heading in ("as red", "as blue"):
        table.add_column(heading, justify="right", no_wrap=True)
    for pair in result.results:
        summary = summarize_pair(pair, seed=result.seed)
        sides = (percent(summary.wins_first), percent(summary.wins_second))
        table.add_row(f"{pair.a} against {pair.b}", *sides)
    return table


def print_tournament(result: Tournament, with_meta: bool = False) -> None:
    """Print ratings, pay-off matrix and pairings, and the meta-game if wanted."""
    if not result.results:
        console.print("No battle was fought.")
        return
    if not result.is_complete:
        text = "Interrupted: these results are from the battles fought so far."
        console.print(text, style="yellow")
    data = result.to_json()
    title = f"{result.system}/{data['scenario']}: ratings, {result.anchor} is 0"
    table = Table(title=title, title_justify="left")
    for heading in ("agent", "Elo", "95 % interval", "battles"):
        is_name = heading == "agent"
        table.add_column(heading, justify="left" if is_name else "right", overflow="fold")
    for one in data["ratings"]:
        table.add_row(
            one["agent"],
            f"{one['elo']:z.0f}",
            f"{one['low']:z.0f} to {one['high']:z.0f}",
            str(one["battles"]),
        )
    console.print(table)
    console.print(payoff_table(data["payoff"]))
    console.print(pairs_table(result))
    if result.is_swapped:
        console.print(sides_table(result))
    if with_meta:
        print_meta(result)
    elif data["nash"] and result.is_swapped:
        mixture = ", ".join(
            f"{name} {100 * part:.0f} %" for name, part in data["nash"].items() if part >= 0.005
        )
        console.print(f"Nobody here beats this mixture: {mixture}.")


def payoff_table(payoff: dict[str, dict[str, float | None]]) -> Table:
    """Mean score of the row against the column."""
    table = Table(title="Score of the row against the column, %", title_justify="left")
    table.add_column("", overflow="fold")
    for name in payoff:
        table.add_column(name, justify="right", overflow="fold")
    for row, scores in payoff.items():
        cells = ["·" if one is None else f"{100 * one:.0f}" for one in scores.values()]
        table.add_row(row, *cells)
    return table


def bench(name: str, seconds: float, *, quiet: bool) -> dict[str, Any]:
    """Measure the speed of every layer; a line shows the current layer."""
    system, scenario = split_scenario(name)
    if quiet:
        return measure_layers(system, scenario, seconds)
    with compiling(system, processes=1), waiting.status("measuring") as status:
        return measure_layers(
            system, scenario, seconds, lambda layer: status.update(f"measuring {layer}")
        )


def print_markdown(found: dict[str, Any]) -> None:
    """Print the speeds as a table in Markdown."""
    print(f"{found['scenario']}, {found['machine']}, {found['bytes_a_battle']} bytes a battle:\n")
    print("| layer | unit | per CPU-second | per second |\n|---|---|---|---|")
    for layer in found["layers"]:
        speeds = f"{layer['per_cpu_second']:,.0f} | {layer['per_second']:,.0f}"
        print(f"| {layer['name']} | {layer['unit']} | {speeds} |")
    times = found["seconds_to_first_battle"]
    print("\nReady for the first battle", end=" ")
    print(", ".join(f"{name} in {value} s" for name, value in times.items()) + ".")


def print_bench(found: dict[str, Any]) -> None:
    """Print a line for each layer."""
    table = Table(title=f"{found['scenario']} ({found['machine']})", title_justify="left")
    for heading in ("layer", "unit", "per CPU-second", "per second", "checksum"):
        is_number = heading.startswith("per")
        table.add_column(heading, justify="right" if is_number else "left", overflow="fold")
    for layer in found["layers"]:
        table.add_row(
            layer["name"],
            layer["unit"],
            f"{layer['per_cpu_second']:,.0f}",
            f"{layer['per_second']:,.0f}",
            layer["checksum"],
        )
    console.print(table)
    times = found["seconds_to_first_battle"]
    console.print(
        f"{found['bytes_a_battle']} bytes a battle; "
        + "; ".join(f"ready {name} in {value} s" for name, value in times.items())
    )
