"""The command `compare`: weapons and armour against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from ..envs.core.engine.system import get_system
from ..evaluation.compare import Comparison, compare
from ..evaluation.figures import percent
from ..evaluation.pictures import check_picture, comparison_figure, save_picture
from ..evaluation.what_if import check_has_cast
from .common import bar, check_folder, check_room, compiling, console, notes, say, split_scenario
from .odds_commands import Battles, Player, Threads, players_of
from .options import Address, Json, On, Seed, Workers, executor_of

NARROW = 8
"""Most kinds of equipment whose pairings fit a terminal."""


def compare_equipment(
    encounter: Annotated[
        str, typer.Argument(help="SYSTEM, for its duel; SYSTEM/SCENARIO or my_fight.yaml.")
    ],
    weapons: Annotated[
        str,
        typer.Option(
            help="All that a fighter holds: 'sword+shield,great_weapon'; as written if not given."
        ),
    ] = "",
    armour: Annotated[
        str, typer.Option(help="Armour: 'none,heavy'; as written if not given.")
    ] = "",
    agent: Player = "",
    battles: Battles = 1000,
    seed: Seed = 0,
    threads: Threads = 1,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    picture: Annotated[
        Path | None, typer.Option(help="Draw the pairings into this file, .png, .svg or .pdf.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let every weapon with every armour fight every other, as red and as blue, say in a duel.

    All fighters of a side get the same equipment, and one player plays both sides.
    """
    check_folder(picture)
    check_picture(picture)
    if "/" not in encounter:
        encounter = f"{encounter}/{get_system(encounter).default_scenario}"
    system, name = split_scenario(encounter)
    scenario = system.load_scenario(name)
    check_has_cast(system, scenario, "there is no equipment to compare")
    written, note = players_of(system, scenario, agent, agent, [])
    check_room(written.agents, system, written.scenario)
    if note:
        notes.print(note.replace("--red and --blue", "--agent"))
    held, worn = names_in(weapons), names_in(armour)
    with (
        executor_of(workers, on, address) as executor,
        bar() as progress,
        compiling(system) as compiled,
    ):
        pairings = (max(1, len(held)) * max(1, len(worn))) ** 2
        task = progress.add_task(encounter, total=pairings)

        def report() -> None:
            compiled()
            progress.advance(task)

        found = compare(
            system, written, held, worn, battles, seed, threads=threads, report=report,
            executor=executor,
        )  # fmt: skip
    if picture is not None:
        save_picture(comparison_figure(found), picture)
    data = {"encounter": encounter, "note": note, **found.to_json()}
    say(as_json, data, lambda _: print_comparison(found))


def names_in(text: str) -> list[str]:
    """The names between commas."""
    return [one.strip() for one in text.split(",") if one.strip()]


def print_comparison(found: Comparison) -> None:
    """Print the standings, and the pairings if they fit."""
    count = f"{found.battles:,} battles for each pairing, seed {found.seed}"
    table = Table(title=f"{found.title}: {count}", title_justify="left", box=box.SIMPLE)
    table.add_column("equipment", overflow="fold")
    for heading in ("wins", "losses"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found.standings():
        table.add_row(one.equipment, percent(one.wins), percent(one.losses))
    console.print(table)
    if len(found.equipment) > NARROW:
        notes.print("--picture FILE.png draws the pairings, which are too many for a table.")
        return
    console.print(pairings_table(found))
    console.print(f"Their 95 % intervals reach {100 * found.widest():.1f} points at most.")


def pairings_table(found: Comparison) -> Table:
    """The battles that red wins in percent, by the equipment of red and of blue."""
    title = "Battles that red wins, %: red in the rows, blue in the columns"
    table = Table(title=title, title_justify="left", box=box.SIMPLE)
    table.add_column("")
    for number, _ in enumerate(found.equipment, 1):
        table.add_column(str(number), justify="right")
    for number, (row, cells) in enumerate(found.red_wins().items(), 1):
        table.add_row(f"{number} {row}", *(f"{100 * share:.0f}" for share in cells.values()))
    return table
