"""A tournament with a progress bar, and its tables."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.figures import figures
from ..evaluation.statistics import Interval, PairResult, summarize_pair
from ..evaluation.tournament import Tournament, run_tournament
from .common import bar, check_room, compiling, console, split_agents, split_scenario
from .meta_tables import print_meta


def play_tournament(
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
        print_mixture(result, data["nash"])
        print_meta(result)


def print_mixture(result: Tournament, nash: dict[str, float]) -> None:
    """Print the mixture that nobody beats, of agents that fought with the sides swapped."""
    parts = [f"{name} {100 * part:.0f} %" for name, part in nash.items() if part >= 0.005]
    if parts and result.is_swapped:
        console.print(f"Nobody here beats this mixture: {', '.join(parts)}.")


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
