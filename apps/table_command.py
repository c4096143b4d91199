"""The command `table`: build an encounter and play it in a browser."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from ..envs.core.inputs.arguments import how_to_install
from ..table.draft import Draft
from ..table.journal import ENDING
from ..table.opening import open_table
from .common import needing, notes, split_scenario

NEEDS_TABLE = f"the page needs more packages: {how_to_install('table')}"
PORT = 8765
EVERYWHERE = ("0.0.0.0", "::")
"""The addresses that stand for all of this computer's."""


def table(
    encounter: Annotated[
        str,
        typer.Argument(
            help="SYSTEM/SCENARIO, a scenario file, or the file of a table to continue."
        ),
    ] = "",
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets your network in, by key.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = (
        PORT
    ),
    folder: Annotated[Path, typer.Option(help="The folder of the tables.")] = Path("tables"),
    agent: Annotated[
        list[str] | None,
        typer.Option(help="A further agent that the page may name: a file, a run. Repeatable."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Open the table in a browser: build an encounter, play it, ask for advice."""
    with needing(NEEDS_TABLE):
        from .web.server import server_of
    from .web.guard import Guard

    room, guard = room_for(encounter, folder, agent or []), Guard(host)
    listener = listen(host, port)
    address = f"http://{name_of(host, guard.is_local)}:{listener.getsockname()[1]}/"
    link = address if guard.is_local else f"{address}#key={guard.keys['gm']}"
    notes.print(f"The table is at {link} (Ctrl-C ends it; nothing is lost).")
    if not guard.is_local:
        notes.print("Anyone who has this link is the game master; the page has links for players.")
    if browser:
        threading.Timer(0.5, webbrowser.open, [link]).start()
    server_of(room, guard).run(sockets=[listener])


def name_of(host: str, is_local: bool) -> str:
    """The name of the address that the server listens at, as browsers want it in a link."""
    if is_local:
        return "localhost"
    if host in EVERYWHERE:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def room_for(encounter: str, folder: Path, named: list[str]) -> Any:
    """The room with the encounter or table that the command names."""
    from .web.building import build
    from .web.playing import show
    from .web.room import Room, system_of

    room = Room(folder, tuple(named))
    if encounter.endswith(ENDING):
        show(room, open_table(encounter))
    elif encounter:
        system, scenario = split_scenario(encounter)
        build(room, Draft(system_of(system.name)[0], system.load_scenario(scenario)))
    return room


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        OSError: the port is in use, or the address is none of this computer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(
            f"cannot listen at {host}, port {port} ({error.strerror}): give another --port"
        ) from None
    listener.listen(64)
    return listener
