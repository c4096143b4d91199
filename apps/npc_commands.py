"""The commands `export` and `inspect`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import npcs
from .common import say
from .options import Battles, Json


def export(
    run: Annotated[Path, typer.Argument(help="Folder of the run, runs/x.")],
    out: Annotated[Path, typer.Option(help="The NPC file, captain.npc.")],
    name: Annotated[
        str | None, typer.Option(help="Name of the NPC; by default the file's name.")
    ] = None,
    battles: Battles = 1000,
    licence: Annotated[str, typer.Option(help="Licence for passing the file on.")] = "MIT",
) -> None:
    """Write a trained agent as an NPC file: measured, proved, without code."""
    npcs.export(run, out, name, battles, licence)


def inspect(
    npc: Annotated[str, typer.Argument(help="An NPC file, or the name of a released one.")],
    as_json: Json = False,
) -> None:
    """Show an NPC file's card and manifest: strengths, weaknesses, training."""
    say(as_json, npcs.inspect(npc), npcs.print_inspected)
