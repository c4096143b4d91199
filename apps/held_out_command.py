"""The command `held-out`: an agent where it never learned, beside where it did."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.meta_words import elo_span, span
from ..evaluation.unseen import fight_unseen
from .common import bar, check_room, compiling, console, load_agent, say, split_scenario
from .options import Address, Json, On, Seed, Workers, executor_of

MOST_BATTLES = 10_000


def held_out(
    scenario: Annotated[str, typer.Argument(help="SYSTEM/SCENARIO that the agent knows.")],
    agent: Annotated[str, typer.Argument(help="The agent; `agents` lists them.")],
    battles: Annotated[
        int,
        typer.Option(
            help="Battles in each scenario with the known opponents, and with the held-out ones.",
            min=2,
            max=MOST_BATTLES,
        ),
    ] = 200,
    seed: Seed = 0,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    as_json: Json = False,
) -> None:
    """Rate an agent against opponents and in scenarios that no training config uses.

    The strongest heuristic fights as many battles, to tell harder opponents from poor learning.
    """
    with executor_of(workers, on, address) as executor:
        found = find_unseen(scenario, agent, battles, seed, executor)
    say(as_json, found, print_unseen)


def find_unseen(
    name: str, agent: str, battles: int, seed: int, executor: Executor = HERE
) -> dict[str, Any]:
    """Scores seen and unseen as plain data, with a progress bar."""
    system, scenario = split_scenario(name)
    player = load_agent(agent, system)
    check_room([player], system, scenario)
    with bar() as progress, compiling(system) as compiled:
        task = progress.add_task(name)

        def report(pairing: str, done: int, total: int) -> None:
            compiled()
            progress.update(task, completed=done, total=total, description=pairing)

        found = fight_unseen(
            system, scenario, player, battles=battles, seed=seed, report=report, executor=executor
        )
    return {"system": system.name, **found.to_json()}


def cell_words(cell: dict[str, Any]) -> str:
    """The cell in words, `held-out scenarios, known opponents`."""
    places, foes = (
        "held-out" if cell[name] else "known" for name in ("unseen_scenarios", "unseen_opponents")
    )
    return f"{places} scenarios, {foes} opponents"


def print_unseen(found: dict[str, Any]) -> None:
    """Print a line for each cell, and what they are."""
    title = f"{found['agent']}: points of 100, seen and unseen"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold")
    for heading in ("points", found["yardstick"], "against known", f"Elo on {found['yardstick']}"):
        table.add_column(heading, justify="right", overflow="fold")
    for cell in found["cells"]:
        gap, lead = cell["gap"], cell["elo_on_yardstick"]
        table.add_row(
            cell_words(cell), span(cell["score"]), span(cell["yardstick"]),
            span(gap) if gap else "", elo_span(lead) if lead else "",
        )  # fmt: skip
    console.print(table)
    console.print(unseen_words(found))


def unseen_words(found: dict[str, Any]) -> str:
    """Sentences that say what was fought."""
    places = ", ".join(found["unseen_scenarios"]) or "none that has room for it"
    return (
        f"Known: {found['scenario']}, against {', '.join(found['opponents'])}. Held out: {places}, "
        f"against {', '.join(found['unseen_opponents'])}. The last column is what the agent gains "
        f"there on {found['yardstick']}, which learned nowhere; below 0 it loses more."
    )
