"""The first page, and the encounter under construction."""

from __future__ import annotations

import json

from ...agents.base import strongest
from ...agents.registry import scenario_agents
from ...envs.core.engine.battle import SIDES
from ...envs.core.inputs.files import read_file, write_file
from ...envs.core.inputs.plain_text import one_line
from ...envs.core.scenarios.yaml_models import ScenarioError
from ...table.draft import Draft, blank_draft, read_draft, systems_of
from ...table.journal import MAX_BYTES, TableError
from ...table.notes import PERSON, players_of
from ...table.opening import open_table
from . import commands as c
from .playing import show
from .room import DRAFT_FILE, Room, obeys, system_of


@obeys(c.Home)
def go_home(room: Room, command: c.Home) -> None:
    """Go to the first page; nothing is lost."""
    room.release_table()
    room.draft = room.table = None
    room.is_editing = False


@obeys(c.Load)
def load(room: Room, command: c.Load) -> None:
    """Build on an encounter that comes with quintain, `mythic_epoch/duel`."""
    system, scenario = system_of(*command.name.partition("/")[::2])
    build(room, Draft(system, system.load_scenario(scenario)))


@obeys(c.Blank)
def begin_blank(room: Room, command: c.Blank) -> None:
    """Build an encounter on an open map."""
    build(room, blank_draft(system_of(command.system)[0], command.red, command.blue))


@obeys(c.Read)
def read(room: Room, command: c.Read) -> None:
    """Build on an encounter's file, by the rules chosen or else by the only ones that it fits."""
    system = system_of(command.system)[0]
    try:
        draft = read_draft(system, command.text)
    except ScenarioError:
        others = systems_of(command.text)
        if not others or system in others:
            raise
        if len(others) > 1:
            raise ValueError(
                f"the file is an encounter of {' or '.join(one.title for one in others)}, not of "
                f"{system.title}: choose these rules first"
            ) from None
        draft = read_draft(others[0], command.text)
    build(room, draft)


def build(room: Room, draft: Draft) -> None:
    """Begin to build on an encounter."""
    red, usual = len(draft.scenario.red), strongest(draft.system)
    named = scenario_agents(draft.scenario, draft.system)
    names = [name or (PERSON if at < red else usual) for at, name in enumerate(named)]
    room.players = players_of(names, red)
    room.release_table()
    room.draft, room.table, room.is_editing = draft, None, False
    room.keep()


@obeys(c.Resume)
def resume(room: Room, command: c.Resume) -> None:
    """Go on building the last encounter."""
    path = room.folder / DRAFT_FILE
    if not path.is_file():
        raise ValueError("no encounter was left under construction")
    try:
        content = json.loads(read_file(path, MAX_BYTES))
        system = system_of(str(content["system"]))[0]
        draft, players = read_draft(system, str(content["text"])), dict(content["players"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: {one_line(str(error))}") from None
    build(room, draft)
    room.players |= {str(seat): str(name) for seat, name in players.items()}


@obeys(c.Open)
def open_(room: Room, command: c.Open) -> None:
    """Play a table of the folder."""
    names = {path.name: path for path in room.tables()}
    if command.name not in names:
        raise ValueError(f"no table {command.name!r} in {room.folder}")
    show(room, open_table(names[command.name]))


@obeys(c.Upload)
def upload(room: Room, command: c.Upload) -> None:
    """Play a table's file, which is copied to the folder."""
    path = room.free_path("upload")
    write_file(path, command.text.encode())
    try:
        table = open_table(path)
    except TableError as error:
        path.unlink()
        raise ValueError(str(error).replace(f"{path}: ", "the file: ")) from None
    show(room, table)


@obeys(c.Write)
def write(room: Room, command: c.Write) -> None:
    """Write a value to a place in the encounter, as a file has it; or a text as it is."""
    draft = room.building()
    (draft.set_text if command.plain else draft.set)(list(command.path), command.text)
    room.keep()


@obeys(c.WriteAll)
def write_all(room: Room, command: c.WriteAll) -> None:
    """Replace the whole encounter by a file's text."""
    draft = room.building()
    room.draft = read_draft(draft.system, command.text)
    room.keep()


@obeys(c.Add)
def add(room: Room, command: c.Add) -> None:
    """Add a fighter of the cast."""
    not_under_way(room)
    room.building().add(command.side, command.kind)
    room.keep()


@obeys(c.Remove)
def remove(room: Room, command: c.Remove) -> None:
    """Take a fighter out."""
    not_under_way(room)
    room.building().remove(command.side, command.place)
    room.players = {seat: name for seat, name in room.players.items() if seat in SIDES}
    room.keep()


def not_under_way(room: Room) -> None:
    """A table keeps its fighters."""
    if room.is_editing:
        raise ValueError("nobody can join or leave a battle under way: begin a new one")


@obeys(c.MoveFighter)
def move(room: Room, command: c.MoveFighter) -> None:
    """Put a fighter on a place of the picture."""
    room.building().move(command.side, command.place, command.x, command.y)
    room.keep()


@obeys(c.Paint)
def paint(room: Room, command: c.Paint) -> None:
    """Write a letter of the map at places of the picture."""
    draft = room.building()
    for x, y in command.places:
        draft.paint(x, y, command.letter)
    room.keep()


@obeys(c.Resize)
def resize(room: Room, command: c.Resize) -> None:
    """Change the size of the map."""
    room.building().resize(command.columns, command.rows)
    room.keep()
