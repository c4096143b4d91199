"""The command `tactics`: counts tactics of agents, compares them and measures their worth."""

from __future__ import annotations

import math
from typing import Annotated, Any

import typer
from rich.table import Table

from ..agents.base import strongest
from ..envs.core.engine.system import System
from ..envs.core.text.narration import listed
from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.figures import figures
from ..evaluation.statistics import Interval
from ..evaluation.tactics.comparison import FEWEST, Profile, profile_agents
from ..evaluation.tactics.definitions import TACTICS, WORDS
from .common import bar, check_room, compiling, console, say, split_agents, split_scenario
from .options import Address, Json, On, Workers, executor_of, pairs_in


def tactics(
    scenario: Annotated[str, typer.Argument(help="SYSTEM/SCENARIO.")],
    agents: Annotated[
        str, typer.Option(help="Agents, commas between; the strongest heuristic by default.")
    ] = "",
    than: Annotated[
        str, typer.Option(help="Agents to compare each with, such as an early checkpoint.")
    ] = "random",
    against: Annotated[
        str, typer.Option(help="Their opponents; the strongest heuristic by default.")
    ] = "",
    battles: Annotated[
        int,
        typer.Option(help="Battles with each opponent, an even number.", min=4, max=1_000_000),
    ] = 400,
    worth: Annotated[
        bool, typer.Option("--worth", help="Forbid each tactic in turn; say what that costs.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the dice.", min=0, max=2**32 - 1)] = 0,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    as_json: Json = False,
) -> None:
    """Count tactics such as focus fire, compare agents, and say what each tactic is worth."""
    pairs = pairs_in(battles)
    system, encounter = split_scenario(scenario)
    best = strongest(system)
    players = split_agents(agents or best, system)
    others, opponents = split_agents(than, system), split_agents(against or best, system)
    check_room([*players, *others, *opponents], system, encounter)
    cast = players, others, opponents
    with executor_of(workers, on, address) as executor:
        found = count(system, encounter, cast, pairs, seed, worth, executor)
    say(as_json, [one.to_json() for one in found], lambda _: print_profiles(found, opponents))


def count(
    system: System, encounter: str, cast: tuple[list[Any], list[Any], list[Any]], pairs: int,
    seed: int, worth: bool, executor: Executor = HERE,
) -> list[Profile]:  # fmt: skip
    """The profiles, with a progress bar of the agents and of the tactics forbidden."""
    players, others, opponents = cast
    for number, one in enumerate(opponents):
        one.name = f"opponent {number + 1}, {one.name}"  # it may fight itself
    steps = len(others) + len(players) * (1 + (len(TACTICS) if worth else 0))
    with bar() as progress, compiling(system):
        task = progress.add_task("tactics", total=steps)
        return profile_agents(
            system, encounter, players, others, opponents, pairs=pairs, seed=seed,
            with_worth=worth, report=lambda: progress.advance(task), executor=executor,
        )  # fmt: skip


def print_profiles(found: list[Profile], opponents: list[Any]) -> None:
    """Print a table for each agent, and what sets it apart in words."""
    against = ", ".join(one.name.partition(", ")[2] for one in opponents)
    for one in found:
        console.print(table_of(one, against))
        console.print("\n".join(sentences(one)))
        console.print()


def table_of(one: Profile, against: str) -> Table:
    """The tactics of an agent as a table."""
    title = f"{one.agent} scores {percent(one.score)} % against {against}"
    table = Table(title=title, title_justify="left")
    table.add_column("tactic", no_wrap=True)
    for heading in ("share, %", "cases"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in one.habits[0].differences if one.habits else ():
        table.add_column(f"{each.than}, %", justify="right")
        table.add_column("p", justify="right", no_wrap=True)
    has_worth = any(habit.worth is not None for habit in one.habits)
    if has_worth:
        table.add_column("worth, points", justify="right", no_wrap=True)
    for habit in one.habits:
        cells = [habit.tactic, percent(habit.share), f"{habit.cases:,}"]
        for each in habit.differences:
            share = "-" if math.isnan(each.share) else f"{100 * each.share:.0f}"
            judged = min(each.cases, habit.cases) >= FEWEST
            cells += [share, p_value(each.p) if judged else "few"]
        if has_worth:
            cells.append("-" if habit.worth is None else percent(habit.worth))
        table.add_row(*cells)
    return table


def percent(interval: Interval) -> str:
    """An interval in percent: `45 [38, 51]`."""
    return figures(interval, 0, 100)


def p_value(p: float) -> str:
    """A p-value to three digits."""
    return "1" if p >= 1 else f"{p:.3f}".removeprefix("0")


def sentences(one: Profile) -> list[str]:
    """The tactics that set an agent apart from all others, and their worth."""
    said = []
    for habit in one.habits:
        words = f"{WORDS[habit.tactic].words} ({habit.tactic})"
        if habit.direction:
            others = " and ".join(each.than for each in habit.differences)
            said.append(f"{words} {'more' if habit.direction > 0 else 'less'} often than {others}.")
        if habit.worth is not None and habit.worth.low > 0:
            said.append(f"Without {habit.tactic} it scores {percent(habit.worth)} points less.")
        if habit.worth is not None and habit.worth.high < 0:
            said.append(f"Without {habit.tactic} it scores more.")
    if not any(habit.differences for habit in one.habits):
        return [*said, "There is no other agent to compare it with."]
    compared = [each.than for each in one.habits[0].differences]
    if len(compared) == 1:
        return said or ["Nothing sets it apart beyond chance."]
    return said or [
        f"No tactic sets it apart from {listed(compared)} alike: the table compares it with each."
    ]
