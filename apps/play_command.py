"""The command `play`: fight a battle in the terminal, with typed dice if you like."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Annotated, Any

import typer

from ..agents.base import strongest
from ..agents.npc import released_names
from ..agents.registry import agent_names
from ..envs.core.engine.battle import SIDES
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import choices_for, longest_memory
from ..table.journal import ENDING, TableError
from ..table.notes import PERSON
from ..table.opening import new_table, open_table
from .common import (
    check_folder,
    check_room,
    compiling,
    load_agent,
    notes,
    split_scenario,
)
from .terminal_game import Dice, TerminalGame


def play(
    encounter: Annotated[
        str, typer.Argument(help="SYSTEM/SCENARIO, or the file of a table to continue.")
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
        int | None, typer.Option(help="Seed of the machine's dice.", min=0, max=2**64)
    ] = None,
    maps: Annotated[bool, typer.Option(help="Draw the map at each decision.")] = True,
) -> None:
    """Play a battle: type choices, type dice, ask for advice, undo, edit.

    Without names, you play red and the strongest heuristic plays blue.
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
    usual = {"red": PERSON, "blue": strongest(system)}
    players: dict[str, str] = {side: named[side] or usual[side] for side in SIDES}
    for side in SIDES:
        if not named[side]:
            who = "you play it" if players[side] == PERSON else f"{players[side]} plays"
            notes.print(f"You named nobody for {side}: {who}; see --{side}.")
    agents = agents_of(players, system)
    check_room(agents.values(), system, scenario)
    red, blue = (choices_for(agents[side]) if side in agents else "full" for side in SIDES)
    if path is None:
        path = free_path(Path("tables"), Path(scenario).stem)
        path.parent.mkdir(exist_ok=True)
    check_folder(path)
    table = new_table(
        system, scenario, path, players,
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
        TableError: the file cannot be used, or names an agent that you must name yourself.
    """
    table = open_table(path)
    known = [PERSON, *agent_names(table.system), *released_names(table.system.name)]
    for side in SIDES:
        player = named[side] or table.players[side]
        if not named[side] and player not in known and not player.startswith("search:"):
            raise TableError(f"{path} names {player!r} for {side}: say it yourself with --{side}")
        table.players[side] = player
    agents = agents_of(table.players, table.system)
    for agent in agents.values():
        slots = getattr(agent, "max_side", 0) or table.match.max_side
        if slots != table.match.max_side:
            raise TableError(f"{agent.name} needs {slots} slots a side: begin a new table")
    return TerminalGame(table, agents)


def agents_of(players: dict[str, str], system: System) -> dict[str, Any]:
    """The agents by side; a person is none."""
    return {side: load_agent(name, system) for side, name in players.items() if name != PERSON}


def free_path(folder: Path, stem: str) -> Path:
    """The first free name in a folder: `duel-1.table`."""
    paths = (folder / f"{stem}-{number}{ENDING}" for number in itertools.count(1))
    return next(path for path in paths if not path.exists())
