"""The command `watch`: a battle in plain English."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.engine.battle import MAX_ROUNDS
from . import battle_commands
from .common import check_folder, say
from .options import Agents, Json, Scenario, Seed


def watch(
    scenario: Scenario,
    agents: Agents = "",
    seed: Seed = 0,
    rows: Annotated[bool, typer.Option("--rows", help="Name the rows of the rules.")] = False,
    maps: Annotated[bool, typer.Option(help="Draw the map at each round.")] = True,
    save: Annotated[
        Path | None,
        typer.Option(help="Write a replay; a name in .yaml saves where the battle stands."),
    ] = None,
    rounds: Annotated[
        int, typer.Option(help="Rounds to watch; 0 plays to the end.", min=0, max=MAX_ROUNDS)
    ] = 0,
    svg: Annotated[Path | None, typer.Option(help="Write the last scene as a picture.")] = None,
    as_json: Json = False,
) -> None:
    """Watch a battle in plain English; give red's agent, then blue's.

    Without agents, the released NPC of the scenario fights the strongest heuristic.
    """
    check_folder(save)
    check_folder(svg)
    story = battle_commands.watch(
        scenario,
        agents,
        seed,
        rounds=rounds,
        rows=rows,
        maps=maps and not as_json,
        live=not as_json,
    )
    battle_commands.keep(story, save, svg)
    say(as_json, story.to_json(), lambda _: None)
