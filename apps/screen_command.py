"""The command `screen`: looks for absurd habits of an agent."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from ..envs.core.engine.system import System
from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.screening import SEED, WORDS, Finding, screen_agent, yardsticks
from .common import bar, check_room, compiling, console, load_agent, say, split_scenario
from .options import Address, Json, On, Workers, executor_of, pairs_in
from .usual_scenario import usual_scenario


def screen(
    agent: Annotated[str, typer.Argument(help="An agent; `agents` lists them.")],
    scenario: Annotated[
        str, typer.Option(help="SYSTEM/SCENARIO; by default the one that a trained agent learned.")
    ] = "",
    battles: Annotated[
        int, typer.Option(help="Battles of each player, an even number.", min=4, max=100_000)
    ] = 80,
    seed: Annotated[int, typer.Option(help="Seed of the dice.", min=0, max=2**32 - 1)] = SEED,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    as_json: Json = False,
) -> None:
    """Look for habits of an agent that no simple character has, such as dropping its bow."""
    pairs = pairs_in(battles)
    system, encounter = split_scenario(scenario or usual_scenario(agent))
    player = load_agent(agent, system)
    check_room([player], system, encounter)
    with executor_of(workers, on, address) as executor:
        found = find_habits(player, system, encounter, pairs, seed, executor)
    say(as_json, [one.to_json() for one in found], lambda _: print_findings(agent, found))


def find_habits(
    player: Any,
    system: System,
    encounter: str,
    pairs: int,
    seed: int,
    executor: Executor = HERE,
) -> list[Finding]:
    """The findings, with a progress bar of the players."""
    with bar() as progress, compiling(system):
        task = progress.add_task("screening", total=1 + len(yardsticks(system)))
        return screen_agent(
            system, encounter, player, pairs=pairs, seed=seed,
            report=lambda: progress.advance(task), executor=executor,
        )  # fmt: skip


def print_findings(name: str, found: list[Finding]) -> None:
    """Print a table, and the habits that are found in words."""
    table = Table(title=f"Habits of {name}", title_justify="left")
    for heading in ("habit", "share, %", "bound, %", "most by", ""):
        table.add_column(heading)
    for one in found:
        share = f"{100 * one.share:.1f} [{100 * one.low:.1f}, {100 * one.high:.1f}]"
        words = WORDS[one.measure].words.removeprefix("It ")
        verdict = "found" if one.is_found else ""
        table.add_row(words, share, f"{100 * one.bound:.1f}", one.yardstick, verdict)
    console.print(table)
    absurd = [one.words for one in found if one.is_found]
    console.print("\n".join(f"{words}." for words in absurd) or "No absurd habit is found.")
