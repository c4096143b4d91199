"""The command `odds`: the chances of an encounter, and its cost for each fighter."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from ..agents.base import strongest
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.scenarios.labels import find_fighter
from ..evaluation.odds import MOST_BATTLES, Odds, find_odds, percent, verdict
from ..evaluation.statistics import Interval
from .common import (
    check_room,
    compiling,
    console,
    load_agent,
    notes,
    say,
    split_scenario,
)
from .evaluate import bar

Encounter = Annotated[str, typer.Argument(help="SYSTEM/SCENARIO, or SYSTEM/my_fight.yaml")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Seed = Annotated[int, typer.Option(help="Seed of the dice, 0 or more.", min=0, max=2**64)]
Battles = Annotated[int, typer.Option(help="Number of battles.", min=2, max=MOST_BATTLES)]
Threads = Annotated[int, typer.Option(help="Processor cores to use.", min=1, max=256)]
Player = Annotated[str, typer.Option(help="The player of this side; `agents` lists them.")]


def odds(
    encounter: Encounter,
    red: Player = "",
    blue: Player = "",
    fighter: Annotated[
        list[str] | None,
        typer.Option(help="One fighter's own player, 'red 2: archer'; may be repeated."),
    ] = None,
    battles: Battles = 2000,
    seed: Seed = 0,
    threads: Threads = 1,
    as_json: Json = False,
) -> None:
    """Say who wins a fight, how long it takes, and who falls, dies and is wounded.

    Both sides fight as the encounter is written. Every figure comes with its 95 % interval.
    """
    system, name = split_scenario(encounter)
    scenario = system.load_scenario(name)
    agents, note = players_of(system, scenario, red, blue, fighter or [])
    check_room(agents, system, scenario)
    if note:
        notes.print(note)
    with bar() as progress, compiling(system) as compiled:
        task = progress.add_task(encounter, total=battles)

        def report(done: int) -> None:
            compiled()
            progress.update(task, completed=done)

        found = find_odds(system, scenario, agents, battles, seed, threads=threads, report=report)
    data = {"encounter": encounter, "note": note, **found.to_json()}
    say(as_json, data, lambda _: print_odds(found))


def players_of(
    system: System, scenario: Any, red: str, blue: str, own: list[str]
) -> tuple[list[Any], str]:
    """The agent of each fighter, red first, and a sentence on those that nobody named.

    Args:
        system: the system.
        scenario: a validated scenario.
        red: name of red's agent, or empty.
        blue: name of blue's agent, or empty.
        own: agents of single fighters, `red 2: archer`.

    Raises:
        KeyError: unknown agent, with the nearest names.
        ValueError: a fighter's agent is not written as `red 2: archer`, or there is no such
            fighter.
    """
    best = strongest(system)
    silent = [side for side, name in zip(SIDES, (red, blue), strict=True) if not name]
    loaded = {name: load_agent(name, system) for name in {red or best, blue or best}}
    sides = (red or best, len(scenario.red)), (blue or best, len(scenario.blue))
    agents = [loaded[name] for name, size in sides for _ in range(size)]
    for text in own:
        label, colon, name = (part.strip() for part in text.partition(":"))
        if not colon or not label or not name:
            raise ValueError(f"write a fighter and its player as 'red 2: archer', got {text!r}")
        if name not in loaded:
            loaded[name] = load_agent(name, system)
        agents[find_fighter(scenario, label)] = loaded[name]
    if not silent:
        return agents, ""
    whom = "both sides" if len(silent) == 2 else silent[0]
    see = " and ".join(f"--{side}" for side in silent)
    return agents, (
        f"You named nobody for {whom}: {best} plays, the best of {system.title}'s simple "
        f"characters; see {see}."
    )


# --- Printing -------------------------------------------------------------------------------------


def mean(interval: Interval) -> str:
    """A mean with its interval: `3.1 [3.0, 3.2]`."""
    return f"{interval.estimate:.1f} [{interval.low:.1f}, {interval.high:.1f}]"


def print_odds(odds: Odds) -> None:
    """Print the verdict, the result and a line for each fighter."""
    console.print(verdict(odds), style="bold")
    console.print(result_table(odds))
    console.print(fighters_table(odds))
    console.print(dealers_table(odds))


def result_table(odds: Odds) -> Table:
    """The chances of each side, and the length."""
    title = f"{odds.title}: {odds.count:,} battles, seed {odds.seed}, 95 % intervals"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in ("red wins", "blue wins", "draws", "rounds"):
        table.add_column(heading, justify="right")
    table.add_row(*map(percent, (odds.red, odds.blue, odds.draw)), mean(odds.rounds))
    return table


def fighters_table(odds: Odds) -> Table:
    """The chances of each fighter."""
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    shows_leaving = any(one.leaves.estimate for one in odds.fighters)
    headings = ["fighter", "kind", "falls", "dies", odds.unit]
    if shows_leaving:
        headings.append("flees, gives up")
    for heading in headings:
        is_text = heading in ("fighter", "kind")
        table.add_column(heading, justify="left" if is_text else "right", overflow="fold")
    for one in odds.fighters:
        cells = [one.label, one.kind, percent(one.falls), percent(one.dies), mean(one.wounds)]
        if shows_leaving:
            cells.append(percent(one.leaves))
        table.add_row(*cells)
    return table


def dealers_table(odds: Odds) -> Table:
    """The dealers of each fighter's wounds, most first."""
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("fighter")
    table.add_column(f"{odds.unit}, by dealer", overflow="fold")
    for one in odds.fighters:
        parts = [f"{name} {mean(part)}" for name, part in one.dealt_by.items()]
        table.add_row(one.label, ", ".join(parts))
    return table
