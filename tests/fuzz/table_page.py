"""Commands that a browser may send to the table, in any order and with any values."""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
from typing import Any

from hostile_files import VALUES, change, check_line, folder
from hypothesis import given
from hypothesis import strategies as st

from quintain.apps.web.commands import COMMANDS, read_command
from quintain.apps.web.room import Room
from quintain.apps.web.server import as_json
from quintain.apps.web.views import view_of

SYSTEMS = ("mythic_epoch", "wildroll")
TEXTS = (
    "",
    "3",
    "[1, 2]",
    "{a: b}",
    "knight",
    "none",
    "nobody",
    "red 1",
    "true",
    "a: [",
    "x" * 500,
)
KEYS = (
    "red",
    "blue",
    "now",
    "state",
    "fighter",
    "name",
    "at",
    "map",
    "title",
    "held",
    "base",
    "ap",
)


@functools.cache
def kinds() -> dict[str, Any]:
    """The properties of each command, by its name."""
    schema = COMMANDS.json_schema()["$defs"]
    return {one["properties"]["do"]["const"]: one["properties"] for one in schema.values()}


@st.composite
def value(draw: Any, name: str, room: Room) -> Any:
    """A value that fits a property, as far as its name tells."""
    numbers = st.integers(-1, 40)
    fitting: dict[str, Any] = {
        "at": st.just(room.at) if room.mode == "play" else numbers,
        "actions": st.lists(st.integers(0, 300), min_size=1, max_size=3),
        "path": st.lists(st.one_of(st.sampled_from(KEYS), st.integers(0, 3)), max_size=5),
        "places": st.lists(st.lists(numbers, min_size=2, max_size=2), max_size=5),
        "side": st.sampled_from(["red", "blue"]),
        "seat": st.sampled_from(["red", "blue", "red_0", "blue_3", "x"]),
        "system": st.sampled_from(SYSTEMS),
        "name": st.sampled_from(["mythic_epoch/duel", "wildroll/duel", "person", "random", "x"]),
        "kind": st.sampled_from(["knight", "archer", "x"]),
        "letter": st.sampled_from([".", "#", "o", "Z"]),
        "dice": st.sampled_from(["machine", "typed", "red", "x"]),
        "text": st.one_of(st.sampled_from(TEXTS), st.text(max_size=40)),
        "on": st.booleans(), "plain": st.booleans(), "rest": st.booleans(),
    }  # fmt: skip
    return draw(fitting.get(name, numbers))


@given(st.data())
def fuzz_table_page(data: Any) -> None:
    """Every command is obeyed or refused in a line; every role can look afterwards."""
    tables = folder() / "tables"
    shutil.rmtree(tables, ignore_errors=True)
    room = Room(tables)
    for _ in range(data.draw(st.integers(1, 8))):
        kind = data.draw(st.sampled_from(sorted(kinds())))
        command = {
            name: kind if name == "do" else data.draw(value(name, room)) for name in kinds()[kind]
        }
        if not data.draw(st.integers(0, 9)):
            command = data.draw(st.one_of(change(command), VALUES))
        try:
            sent = json.dumps(command).encode("utf-8", "replace")
            room.obey(read_command(sent), data.draw(st.sampled_from(["gm", "gm", "gm", "red"])))
        except (ValueError, KeyError, OSError) as error:
            check_line(ValueError(str(error.args[0] if error.args else error)))
        as_json(view_of(room, data.draw(st.sampled_from(["gm", "red", "blue"]))))


def warm_up() -> None:
    """Compile what the first inputs would wait for."""
    room = Room(folder() / "tables")
    for system in SYSTEMS:
        for command in ({"do": "load", "name": f"{system}/duel"}, {"do": "start"}, {"do": "edit"}):
            with contextlib.suppress(ValueError):
                room.obey(read_command(json.dumps(command).encode()), "gm")
            view_of(room, "red")


warm_up()
