"""An encounter under construction: changed piece by piece, checked at every change."""

from __future__ import annotations

import contextlib
import copy
import tempfile
import textwrap
from itertools import groupby
from pathlib import Path
from typing import Any

from ..agents.character import follow_leaders
from ..envs.core.engine.battle import MAX_SIDE, SIDES
from ..envs.core.engine.system import System, get_system, system_names
from ..envs.core.inputs.plain_text import one_line
from ..envs.core.rendering.scene import Scene
from ..envs.core.scenarios.blank_scenario import write_blank_scenario
from ..envs.core.scenarios.labels import fighter_labels
from ..envs.core.scenarios.model import FLOOR
from ..envs.core.scenarios.yaml_files import MAX_BYTES, parse_model, read_model
from ..envs.core.scenarios.yaml_models import ScenarioError, Strict
from ..envs.core.session.match import Match
from ..envs.core.session.state_file import text_of

MOST_STEPS = 8
"""Most keys of a path into the data."""
Path_ = list[str | int]
"""Keys from the outside in: `["red", 0, "name"]`."""


class Draft:
    """An encounter that somebody builds.

    Attributes:
        system: its system.
        data: the content of its file, legal or not.
        error: why it is illegal, in a sentence; empty if it is legal.
        scenario: the last legal form of it.
        scene: the picture of that.
    """

    def __init__(self, system: System, scenario: Any) -> None:
        """Begin with a validated scenario."""
        self.system = system
        self.scenario = scenario
        self.data: dict[str, Any] = {}
        self.error = ""
        self.scene = Scene(1, 1)
        self.put(scenario.model_dump(mode="json", exclude_defaults=True))

    def put(self, data: dict[str, Any]) -> None:
        """Replace the data; an illegal one keeps the last legal picture, and says what is wrong."""
        self.data, self.error = data, ""
        try:
            scenario = parse_model(self.system.scenario_model, copy.deepcopy(data), "encounter")
            self.scene = picture_of(self.system, scenario)
            self.scenario = scenario
        except (ValueError, RuntimeError, RecursionError) as error:
            text = one_line(str(error.args[0] if error.args else error))
            self.error = text.removeprefix("encounter: ")

    @property
    def text(self) -> str:
        """The content of the file, in its last legal form."""
        return text_of(self.scenario)

    @property
    def labels(self) -> list[str]:
        """The labels of the fighters, as far as the last legal form has them."""
        return fighter_labels(self.scenario)

    # --- Changes ----------------------------------------------------------------------------------

    def set(self, path: Path_, text: str) -> None:
        """Write a value, as a file has it, to a place in the data; an empty text deletes the key.

        Raises:
            ValueError: there is no such place, or the text is not readable as YAML.
        """
        self._put(path, value_of(text) if text.strip() else None)

    def set_text(self, path: Path_, text: str) -> None:
        """Write a text to a place in the data, as it is: a name or a title; errors as in `set`."""
        self._put(path, text if text.strip() else None)

    def _put(self, path: Path_, value: Any) -> None:
        data = copy.deepcopy(self.data)
        *outer, last = checked_path(path)
        inner: Any = data
        for key in outer:
            inner = _inside(inner, key)
        if value is not None:
            _write(inner, last, value)
        elif isinstance(inner, dict):
            inner.pop(last, None)
        else:
            raise ValueError(f"{last!r} is an entry of a list and cannot be empty")
        _tidy(data)
        self.put(data)

    def add(self, side: str, kind: str) -> None:
        """Add a fighter of the cast to a side, at the first free place nearest to its others.

        Raises:
            ValueError: the side is full, or the map is, or the side is no list.
        """
        data = copy.deepcopy(self.data)
        seats = seats_in(data, side)
        if len(seats) >= MAX_SIDE:
            raise ValueError(f"a side has at most {MAX_SIDE} fighters")
        place = free_place(self.scenario, self.scene, side)
        seats.append({"fighter": kind, "at": list(place)})
        self.put(data)

    def remove(self, side: str, place: int) -> None:
        """Take a fighter out of the encounter.

        Raises:
            ValueError: there is none, it is the last of its side, or a character cannot be read.
        """
        data = copy.deepcopy(self.data)
        if not 0 <= place < len(seats_in(data, side)):
            raise ValueError(f"{side} has no fighter {place + 1}")
        if len(data[side]) == 1:
            raise ValueError(f"{side} needs a fighter: add another one first")
        kept: dict[str, list[int]] = {one: list(range(len(seats_in(data, one)))) for one in SIDES}
        kept[side].remove(place)
        del data[side][place]
        self.scenario.renumber(data, kept)
        follow_leaders(data, kept)
        self.put(data)

    def move(self, side: str, place: int, x: int, y: int) -> None:
        """Put a fighter on a place of the picture.

        Raises:
            ValueError: there is no such fighter, or no place there.
        """
        at = place_at(self.scene, x, y)
        if at is None:
            raise ValueError("nobody can stand between two fields of the map")
        data = copy.deepcopy(self.data)
        seats = seats_in(data, side)
        if not 0 <= place < len(seats):
            raise ValueError(f"{side} has no fighter {place + 1}")
        seat = seats[place]
        seat.pop("zone", None)
        seat["at"] = list(at)
        if "at" in (seat.get("state") or {}):
            seat["state"]["at"] = list(at)
        self.put(data)

    def paint(self, x: int, y: int, letter: str) -> None:
        """Write a letter of the map at a place of the picture.

        Raises:
            ValueError: no place is there, or the map has no such letter.
        """
        at = place_at(self.scene, x, y)
        rows = [list(row) for row in str(self.data.get("map", "")).split()]
        if letter not in self.scenario.letters:
            raise ValueError(f"the letters of a map are {self.scenario.letters}, got {letter!r}")
        if at is None or at[1] >= len(rows) or at[0] >= len(rows[at[1]]):
            raise ValueError("no field of the map is there")
        rows[at[1]][at[0]] = letter
        self.put({**self.data, "map": "\n".join(map("".join, rows))})

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the map: cut at the right and below, or add open ground there.

        Raises:
            ValueError: a size is less than 1.
        """
        if min(columns, rows) < 1:
            raise ValueError("a map has at least 1 column and 1 row")
        old = str(self.data.get("map", "")).split()
        kept = [row[:columns].ljust(columns, FLOOR) for row in old[:rows]]
        more = [FLOOR * columns] * (rows - len(kept))
        self.put({**self.data, "map": "\n".join([*kept, *more])})


def seats_in(data: dict[str, Any], side: str) -> list[Any]:
    """The fighters of a side in the data of an encounter.

    Raises:
        ValueError: they were deleted, or something else is written there.
    """
    seats = data.get(side)
    if not isinstance(seats, list) or not all(isinstance(one, dict) for one in seats):
        raise ValueError(f"{side} is no list of fighters now: write one")
    return seats


# --- Beginning ------------------------------------------------------------------------------------


def blank_draft(system: System, red: int, blue: int) -> Draft:
    """An encounter on an open map.

    Args:
        system: its system.
        red: number of red fighters.
        blue: number of blue fighters.

    Raises:
        ValueError: there are too few or too many fighters.
    """
    return read_draft(system, write_blank_scenario(system, red, blue))


def systems_of(text: str) -> list[System]:
    """The systems by whose rules a file's text is an encounter."""
    found = []
    for system in map(get_system, system_names()):
        with contextlib.suppress(ScenarioError):
            _read(system.scenario_model, text, "encounter.yaml")
            found.append(system)
    return found


def read_draft(system: System, text: str) -> Draft:
    """The encounter of a file's text.

    Raises:
        ScenarioError: it cannot be used, with its line.
    """
    return Draft(system, _read(system.scenario_model, text, "encounter.yaml"))


class Value(Strict):
    """A value by itself."""

    value: Any


def value_of(text: str) -> Any:
    """The value of a text, as a file has it.

    Raises:
        ScenarioError: it is too long, or not readable as YAML.
    """
    return _read(Value, f"value:\n{textwrap.indent(text, ' ')}\n", "value").value


def _read(model: type[Any], text: str, name: str) -> Any:
    """A model of a text, read with all the care for files of strangers."""
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_BYTES:
        raise ScenarioError(f"{name}: has at most {MAX_BYTES:,} bytes, got {len(data):,}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            return read_model(model, path)
        except ScenarioError as error:
            raise ScenarioError(str(error).removeprefix(f"{folder}/")) from None


# --- Places ---------------------------------------------------------------------------------------


def picture_of(system: System, scenario: Any) -> Scene:
    """The picture of an encounter before its first decision; zones are drawn from once.

    Raises:
        ScenarioError: its state is impossible.
    """
    match = Match(system, scenario)
    match.reset(0)
    return system.scene(match.battle)


def fields_of_map(names: list[str], count: int) -> list[int | None]:
    """The column (or row) of the scenario's map for each column (or row) of the picture.

    Args:
        names: names of the picture's columns; the same name for those of one field, an empty one
            between two fields; none if each is a field of its own.
        count: number of the picture's columns.
    """
    if not names:
        return list(range(count))
    found: list[int | None] = []
    number = 0
    for name, run in groupby(names):
        found += [number if name else None for _ in run]
        number += bool(name)
    return found


def place_at(scene: Scene, x: int, y: int) -> tuple[int, int] | None:
    """The place of the scenario's map at a place of the picture; None between two fields."""
    columns = fields_of_map(scene.columns, scene.width)
    lines = fields_of_map(scene.lines, scene.height)
    if not (0 <= x < len(columns) and 0 <= y < len(lines)):
        return None
    column, row = columns[x], lines[y]
    return None if column is None or row is None else (column, row)


def free_place(scenario: Any, scene: Scene, side: str) -> tuple[int, int]:
    """A free place in no zone, as near to the fighters of a side as there is.

    Raises:
        ValueError: the map is full.
    """
    columns, rows = scenario.size
    blocked = {one for letter in scenario.blocking for one in scenario.obstacles(letter)}
    stands = [(SIDES[one.side], place_at(scene, one.x, one.y)) for one in scene.fighters]
    taken = {place for _, place in stands}
    zones = [seat.zone.squares() for _, seat in scenario.seats() if seat.zone is not None]
    taken |= set().union(*zones)
    own = [place for of, place in stands if of == side and place] or [(0, 0)]
    free = [
        (min(max(abs(x - a), abs(y - b)) for a, b in own), x, y)
        for x in range(columns)
        for y in range(rows)
        if (x, y) not in blocked | taken
    ]
    if not free:
        raise ValueError("no place of the map is free of fighters and zones: make the map larger")
    return min(free)[1:]


# --- Data -----------------------------------------------------------------------------------------


def checked_path(path: Any) -> Path_:
    """A path of keys.

    Raises:
        ValueError: it is none.
    """
    is_list = isinstance(path, list) and 1 <= len(path) <= MOST_STEPS
    if not is_list or not all(type(key) in (str, int) for key in path):
        raise ValueError(f"a path is a list of 1 to {MOST_STEPS} names and numbers")
    return path


def _inside(inner: Any, key: str | int) -> Any:
    """The value at a key; a missing mapping is added."""
    if isinstance(inner, list) and isinstance(key, int) and 0 <= key < len(inner):
        if isinstance(inner[key], str):  # a fighter of the cast, by its name alone
            inner[key] = {"base": inner[key]}
        return inner[key]
    if isinstance(inner, dict) and isinstance(key, str):
        if inner.get(key) is None:
            inner[key] = {}
        if key == "fighter" and not isinstance(inner[key], list):
            inner[key] = [inner[key]]
        return inner[key]
    raise ValueError(f"nothing lies at {key!r}")


def _write(inner: Any, key: str | int, value: Any) -> None:
    if isinstance(inner, list) and isinstance(key, int) and 0 <= key < len(inner):
        inner[key] = value
    elif isinstance(inner, dict) and isinstance(key, str):
        inner[key] = value
    else:
        raise ValueError(f"nothing lies at {key!r}")


def _tidy(data: dict[str, Any]) -> None:
    """Remove states and sheets that have become empty."""
    for side in SIDES:
        for seat in data.get(side) or []:
            if isinstance(seat, dict) and seat.get("state") == {}:
                del seat["state"]
    if data.get("now") == {}:
        del data["now"]
