"""The command `play`: fight a battle in the terminal, with typed dice if you like."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Any

import typer

from ..agents.base import strongest
from ..agents.registry import check_built_in
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import longest_memory
from ..evaluation.odds import side_choices
from ..table.journal import ENDING, TableError
from ..table.notes import PERSON, names_of_players, players_of
from ..table.opening import free_path, new_table, open_table
from .common import (
    check_folder,
    check_room,
    compiling,
    load_agent,
    notes,
    split_scenario,
)
from .crew import names_for
from .options import seed_number
from .terminal_game import Dice, TerminalGame


def play(
    encounter: Annotated[
        str,
        typer.Argument(
            help="SYSTEM/SCENARIO, a scenario file, or the file of a table to continue."
        ),
    ],
    red: Annotated[str, typer.Option(help="Player of red: person, or an agent.")] = "",
    blue: Annotated[str, typer.Option(help="Player of blue: person, or an agent.")] = "",
    dice: Annotated[
        Dice,
        typer.Option(help="Whose dice you type: nobody's, all, or those of one side's decisions."),
    ] = "machine",
    table: Annotated[
        Path | None, typer.Option(help="The new table's file; by default tables/SCENARIO-1.table.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the machine's dice.", parser=seed_number, metavar="<int>"),
    ] = None,
    maps: Annotated[bool, typer.Option(help="Draw the map at each decision.")] = True,
) -> None:
    """Play a battle: type choices, type dice, ask for advice, undo, edit.

    Without names, you play red, and blue is played as the scenario file says, or else by the
    strongest heuristic.
    """
    if encounter.endswith(ENDING):
        game = continue_table(Path(encounter), {"red": red, "blue": blue})
    else:
        game = begin_table(encounter, {"red": red, "blue": blue}, table, seed)
    game.dice, game.maps = dice, maps
    with compiling(game.table.system):
        game.table.system.new_battles(1)
    game.run()


def begin_table(
    name: str, named: dict[str, str], path: Path | None, seed: int | None
) -> TerminalGame:
    """A new table and its players."""
    system, scenario = split_scenario(name)
    model = system.load_scenario(scenario)
    usual = {"red": PERSON, "blue": strongest(system)}
    found = names_for(system, model, {**named, "red": named["red"] or PERSON}, usual)
    names: dict[str, str] = {side: found.of_side(model, side) for side in SIDES}
    for side in SIDES:
        if not named[side]:
            who = f"{names[side]} {'play' if ', ' in names[side] else 'plays'}"
            who = "you play it" if names[side] == PERSON else who
            notes.print(f"You named nobody for {side}: {who}; see --{side}.")
    agents = agents_of(found.fighters, system)
    check_room(agents.values(), system, scenario)
    by_side: dict[str, list[Any]] = {side: [] for side in SIDES}
    for number, agent in agents.items():
        by_side[SIDES[number >= len(model.red)]].append(agent)
    red, blue = (side_choices(by_side[side], side) for side in SIDES)
    if path is None:
        path = free_path(Path("tables"), Path(scenario).stem)
        path.parent.mkdir(exist_ok=True)
    check_folder(path)
    table = new_table(
        system, scenario, path, players_of(found.fighters, len(model.red)),
        seed=seed,
        max_side=max((getattr(one, "max_side", 0) for one in agents.values()), default=0),
        memory=longest_memory(0, *agents.values()),
        choices=(red, blue),
    )  # fmt: skip
    return TerminalGame(table, agents)


def continue_table(path: Path, named: dict[str, str]) -> TerminalGame:
    """The table of a file, and its players.

    A stranger may have written the file: an agent that is code is loaded only if you name it.

    Raises:
        TableError: the file cannot be used, another program plays it, or it names an agent that
            you must name yourself.
    """
    table = open_table(path)
    with contextlib.suppress(OSError):  # one that cannot be written is only looked at
        table.journal.claim()
    for side in SIDES:
        if named[side]:
            others = {seat: one for seat, one in table.players.items() if seat[:3] != side[:3]}
            table.players = {**others, side: named[side]}
    for seat, player in table.players.items():
        if player != PERSON and player not in named.values():
            try:
                check_built_in(player, table.system, seat)
            except ValueError:
                option = f"--{seat.partition('_')[0]}"
                raise TableError(
                    f"{path} names {player!r} for {seat}: say it yourself with {option}"
                ) from None
    model = table.match.scenarios[0]
    names = names_of_players(table.players, len(model.red), len(model.blue))
    agents = agents_of(names, table.system)
    for agent in agents.values():
        slots = getattr(agent, "max_side", 0) or table.match.max_side
        if slots != table.match.max_side:
            raise TableError(f"{agent.name} needs {slots} slots a side: begin a new table")
    return TerminalGame(table, agents)


def agents_of(names: list[str], system: System) -> dict[int, Any]:
    """The agents of the fighters by number; a fighter that a person plays has none."""
    loaded = {name: load_agent(name, system) for name in dict.fromkeys(names) if name != PERSON}
    return {number: loaded[name] for number, name in enumerate(names) if name != PERSON}
